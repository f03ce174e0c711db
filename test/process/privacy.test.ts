// What a hook and a sync leave behind and reach out for, as the kernel sees it: no socket, no child, no file outside of engram's
// own folder, and not a word of a prompt anywhere.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { environment, everyMoment, payloadOf, type Recorded } from '../../bench/soak/recorded.ts';
import { CANARY, filesHolding, newProcessLab, type ProcessLab, removeLabs, TWO, untilIdle } from './lab.ts';

const hasStrace = spawnSync('strace', ['-V']).status === 0;
const WHY = 'strace is not installed (apt-get install strace), or may not trace here';
const canTrace = hasStrace && spawnSync('strace', ['-f', '-o', '/dev/null', 'true']).status === 0;

const NETWORK = /^(?:socket|connect|bind|listen|accept4?|sendto|sendmsg|recvfrom|recvmsg|socketpair)\(/;
/** Calls that make or change something by name. */
const WRITES =
  /^(?:open|openat|openat2|creat|mkdir|mkdirat|rename|renameat2?|link|linkat|symlink|symlinkat|unlink|unlinkat|rmdir|truncate|chmod|fchmodat|chown|utimensat)\(/;

let lab: ProcessLab;
beforeAll(() => {
  lab = newProcessLab({ ...TWO, scoped: '---\napplies_to: ["**"]\n---\nSources of the payments service have tests.' });
  // By a hook, so that no session's start has a sync write rule files.
  fs.writeFileSync(lab.places.config, 'hooks:\n  path_rules: hook\n');
  // Makes the code cache, so that no hook starts a sync for it.
  lab.sync();
});
afterAll(removeLabs);

interface Call {
  pid: string;
  call: string;
}

/** Runs a program under strace; every call that it and its children made, and its answer. */
function trace(
  argv: readonly string[],
  stdin = '',
  more: Record<string, string> = {},
): { calls: Call[]; stdout: string; status: number | null } {
  const file = path.join(lab.base, 'trace');
  fs.rmSync(file, { force: true });
  const { stdout, status } = spawnSync('strace', ['-f', '-q', '-s', '4096', '-o', file, ...argv], {
    cwd: lab.project,
    env: { ...lab.env, ...more } as NodeJS.ProcessEnv,
    input: stdin,
    timeout: 60_000,
  });
  untilIdle(lab.base);
  return { calls: callsIn(fs.readFileSync(file, 'utf8')), stdout: stdout.toString(), status };
}

/** Where another process came between, strace writes a call in two parts. */
function callsIn(text: string): Call[] {
  const begun = new Map<string, string>();
  return text.split('\n').flatMap((line) => {
    const [, pid, part] = /^(\d+)\s+(.*)$/.exec(line) ?? [];
    if (!pid || !part) return [];
    const first = /^(.*?) <unfinished \.\.\.>$/.exec(part)?.[1];
    if (first !== undefined) {
      begun.set(pid, first);
      return [];
    }
    const rest = /^<\.\.\. \w+ resumed>(.*)$/.exec(part)?.[1];
    return [{ pid, call: rest === undefined ? part : `${begun.get(pid) ?? ''}${rest}` }];
  });
}

const network = (calls: readonly Call[]) => calls.map(({ call }) => call).filter((call) => NETWORK.test(call));

/** The files that were made, written, renamed or removed, absolute. */
function written(calls: readonly Call[]): string[] {
  const found = calls.flatMap(({ call }) => {
    if (!WRITES.test(call) || /= -1 /.test(call)) return [];
    if (/^open/.test(call) && !/O_WRONLY|O_RDWR|O_CREAT|O_TRUNC/.test(call)) return [];
    return [...call.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map((match) => path.resolve(lab.project, match[1]!));
  });
  return [...new Set(found)];
}

/** Where hooks and syncs may write. */
const isOurs = (file: string) =>
  file.startsWith(`${lab.places.home}/`) || file.startsWith('/dev/') || file.startsWith('/proc/');

/** Processes that were started, by what they execute. */
const programs = (calls: readonly Call[]) =>
  calls.flatMap(({ call }) => /^execve\("([^"]+)".*= 0$/.exec(call)?.[1] ?? []);

/** Processes that were started (threads are none) and had not ended when the first of them did. */
function leftRunning(calls: readonly Call[]): string[] {
  const main = calls[0]!.pid;
  const started = new Set<string>();
  for (const { call } of calls) {
    const thread = /^clone3?\(.*CLONE_THREAD/.test(call);
    const child = /^(?:clone3?|fork|vfork)\(.*= (\d+)$/.exec(call)?.[1];
    if (child && !thread) started.add(child);
  }
  const end = calls.findIndex(({ pid, call }) => pid === main && call.startsWith('+++ exited'));
  const ended = new Set(calls.slice(0, end + 1).flatMap(({ pid, call }) => (call.startsWith('+++') ? [pid] : [])));
  return [...started].filter((pid) => !ended.has(pid));
}

const argv = ({ host, moment }: Recorded) => [
  '/bin/sh',
  '-c',
  `${path.join(lab.home, '.engram', 'bin', 'engram-hook')} ${host.name}${host.settings.namesEvent ? ` ${moment.event}` : ''}`,
];
const payload = (recorded: Recorded, session: string) => ({
  ...payloadOf(recorded, {
    session,
    root: lab.project,
    prompt: `how do I deploy the payments service? ${CANARY}`,
    turn: session,
  }),
  // Whatever else a host may say of a person's work.
  note: CANARY,
  tool_response: { output: CANARY },
  transcript_summary: CANARY,
});

it('the trace sees what it is to see', (test) => {
  if (!canTrace) return test.skip(WHY);
  const script = `
    require('node:net').connect(9, '127.0.0.1').on('error', () => {});
    require('node:fs').writeFileSync('made-here', '');
    require('node:child_process').spawn('sleep', ['1'], { detached: true, stdio: 'ignore' }).unref();`;
  const { calls } = trace([process.execPath, '-e', script]);
  expect(network(calls).some((call) => call.startsWith('connect('))).toBe(true);
  expect(written(calls).filter((file) => !isOurs(file))).toEqual([path.join(lab.project, 'made-here')]);
  expect(leftRunning(calls)).toHaveLength(1);
  expect(leftRunning(trace(['/bin/sh', '-c', 'true; sleep 0.01; true']).calls)).toEqual([]);
  expect(programs(calls)).toContain(process.execPath);
  fs.rmSync(path.join(lab.project, 'made-here'));
});

describe.each(everyMoment().map((it) => [it.host.name, it.moment.kind, it] as const))(
  '%s %s',
  (name, kind, recorded) => {
    it('E-19: opens no socket, leaves no child, writes to its own folder only, and keeps no word of it', (test) => {
      if (!canTrace) return test.skip(WHY);
      const { calls, status } = trace(
        argv(recorded),
        JSON.stringify(payload(recorded, `traced-${name}-${kind}`)),
        environment(recorded.host, lab.project),
      );
      expect(status).toBe(0);
      expect(network(calls)).toEqual([]);
      expect(leftRunning(calls)).toEqual([]);
      expect(written(calls).filter((file) => !isOurs(file))).toEqual([]);
      // Shell, launcher and node, and nothing else.
      expect(programs(calls).filter((program) => program !== '/bin/sh' && program !== process.execPath)).toEqual(
        programs(calls).filter((program) => program.endsWith('/engram-hook')),
      );
      expect(filesHolding(lab.base, CANARY).filter((file) => !file.endsWith('/trace'))).toEqual([]);
    });
  },
);

describe('a sync', () => {
  it('opens no socket to another machine, writes to its own folder only, and ends with all that it started', (test) => {
    if (!canTrace) return test.skip(WHY);
    // Something to compile, and sessions to fold into the database.
    for (const recorded of everyMoment()) {
      spawnSync(argv(recorded)[0]!, argv(recorded).slice(1), {
        cwd: lab.project,
        env: { ...lab.env, ...environment(recorded.host, lab.project) } as NodeJS.ProcessEnv,
        input: JSON.stringify(payload(recorded, `synced-${recorded.moment.kind}`)),
      });
    }
    lab.remember('rollback', `${TWO.rollback} Ask first.`);
    const { calls, status } = trace([process.execPath, path.join(lab.dist, 'sync.cjs'), lab.project, lab.indexFile]);
    expect(status).toBe(0);
    // The C library asks a service of this machine for the user's name, where one runs.
    expect(network(calls).filter((call) => !call.includes('AF_UNIX'))).toEqual([]);
    expect(leftRunning(calls)).toEqual([]);
    expect(written(calls).filter((file) => !isOurs(file))).toEqual([]);
  });

  it('a sync that a hook starts outlives it, and then nothing is left', () => {
    lab.remember('rollback', `${TWO.rollback} Ask twice.`);
    const recorded = everyMoment().find(({ moment }) => moment.kind === 'prompt')!;
    lab.run(recorded.host.name, payload(recorded, 'starts-a-sync'));
    untilIdle(lab.base);
    const running = fs.existsSync('/proc/self/cmdline')
      ? fs.readdirSync('/proc').filter((pid) => {
          try {
            return /^\d+$/.test(pid) && fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`${lab.base}/`);
          } catch {
            return false;
          }
        })
      : [];
    expect(running).toEqual([]);
  });

  it('E-19: no byte of a prompt or a payload is kept: not in logs, index, database, its WAL, or the code cache', () => {
    expect(filesHolding(lab.base, CANARY).filter((file) => !file.endsWith('/trace'))).toEqual([]);
    expect(fs.existsSync(lab.places.db)).toBe(true);
    expect(fs.readdirSync(lab.places.sessions).length).toBeGreaterThan(1);
  });
});
