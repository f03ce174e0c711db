// S-04, P-09, O21: what a hook does to the system, seen by the system's own eyes.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { key64 } from '../../src/text/hash.ts';
import {
  amiss,
  context,
  DEPLOY,
  EVENTS,
  HOSTS,
  newProcessLab,
  type ProcessLab,
  payloads,
  removeLabs,
  snapshot,
  TWO,
} from './lab.ts';

let lab: ProcessLab;
beforeAll(() => {
  lab = newProcessLab(TWO);
});
afterAll(removeLabs);

const strace = spawnSync('strace', ['-f', '-o', '/dev/null', 'true']).status === 0;

interface Seen {
  /** Files opened for writing, made, renamed or removed. */
  written: string[];
  sockets: string[];
  programs: string[];
  stdout: string;
  status: number | null;
}

/** Runs a hook under strace. */
function trace(host: string, payload: object, env: Record<string, string> = {}): Seen {
  const log = path.join(lab.base, 'strace');
  const ran = spawnSync(
    'strace',
    ['-f', '-qq', '-s', '4096', '-e', 'trace=file,network,process', '-o', log, '/bin/sh', '-c', lab.command(host)],
    {
      env: { ...lab.env, ...env },
      cwd: lab.project,
      input: JSON.stringify(payload),
    },
  );
  const calls = fs
    .readFileSync(log, 'utf8')
    .split('\n')
    .map((line) => line.replace(/^\d+ +/, ''));
  const file = (line: string) => /"([^"]*)"/.exec(line)?.[1] ?? line;
  return {
    written: calls
      .filter((line) =>
        /^(open|openat|openat2|creat)\(.*(O_WRONLY|O_RDWR|O_CREAT)|^(mkdir|mkdirat|rename\w*|unlink\w*|link\w*|symlink\w*|truncate|chmod|fchmodat|utimensat)\(/.test(
          line,
        ),
      )
      .map(file)
      .filter((name) => name !== '/dev/tty' && name !== '/dev/null'),
    sockets: calls.filter((line) => /^(socket|connect|bind|sendto|recvfrom)\(/.test(line)),
    // In a child of vfork the call's end is another line.
    programs: calls.filter((line) => /^execve\(.*(= 0|<unfinished \.\.\.>)$/.test(line)).map(file),
    stdout: ran.stdout.toString(),
    status: ran.status,
  };
}

describe.skipIf(!strace)('seen by strace', () => {
  it('S-04: ENGRAM_BYPASS and ENGRAM_NO_HOOKS: nothing is written, no socket, no output', () => {
    const before = snapshot(lab.home);
    for (const name of ['ENGRAM_BYPASS', 'ENGRAM_NO_HOOKS']) {
      for (const host of HOSTS) {
        const seen = trace(host, payloads(lab, host).UserPromptSubmit!, { [name]: '1' });
        expect([name, host, seen.status, seen.stdout, seen.written, seen.sockets]).toEqual([name, host, 0, '', [], []]);
      }
    }
    expect(snapshot(lab.home)).toEqual(before);
  });

  it('P-09: an answer takes no socket, no child process, and writes below the state folder only', () => {
    for (const host of HOSTS) {
      for (const event of EVENTS) {
        const seen = trace(host, payloads(lab, host, `seen-${event}`)[event]!);
        expect([host, event, seen.status, seen.sockets]).toEqual([host, event, 0, []]);
        expect(seen.written.filter((file) => !file.startsWith(`${lab.places.home}/`))).toEqual([]);
        expect(seen.programs).toEqual(['/bin/sh', path.join(lab.home, '.engram/bin/engram-hook'), process.execPath]);
        if (event === 'UserPromptSubmit') expect(seen.stdout).toContain(DEPLOY);
      }
    }
  });
});

describe('P-09: what a memory holds', () => {
  it('is data: it comes out of one JSON document as it went in, and runs nowhere', () => {
    const body =
      'Deploy the payments service: `id` $(touch owned) "$HOME" \'quoted\' \\n \u2028 <b> && ; | > owned 数据 \u{1f600}';
    const hidden = '\u0007\u001b[31m\u202e';
    const own = newProcessLab({ 'deploy-window': `${body}${hidden}\n` });
    const ran = own.run('claude', payloads(own, 'claude').UserPromptSubmit!);
    expect(amiss(ran)).toEqual([]);
    expect(context(ran)).toContain(`\n${body}[31m\n</engram-memory>`);
    expect(fs.readdirSync(own.base).concat(fs.readdirSync(own.project), fs.readdirSync(own.home))).not.toContain(
      'owned',
    );
    fs.appendFileSync(
      path.join(own.project, '.engram', 'memories', 'deploy-window.md'),
      Buffer.from([0xff, 0xed, 0xa0, 0x80]),
    );
    own.sync();
    const next = own.run('codex', payloads(own, 'codex').UserPromptSubmit!);
    expect(amiss(next)).toEqual([]);
    expect(context(next)).toBe('');
  });
});

describe('bypass', () => {
  it('S-05: a marked session has the empty answer at every event, another its memories', () => {
    fs.mkdirSync(lab.places.bypass, { recursive: true, mode: 0o700 });
    fs.writeFileSync(path.join(lab.places.bypass, key64('s1')), 's1\n', { mode: 0o600 });
    for (const host of HOSTS) {
      for (const event of EVENTS) {
        const ran = lab.run(host, payloads(lab, host, 's1')[event]!);
        expect([host, event, amiss(ran), context(ran)]).toEqual([host, event, [], '']);
      }
      const other = lab.run(host, payloads(lab, host, 's2').UserPromptSubmit!);
      expect([host, amiss(other)]).toEqual([host, []]);
      expect(context(other)).toContain(DEPLOY);
    }
  });

  it('takes 1 and nothing else for yes', () => {
    for (const [value, silent] of [
      ['1', true],
      ['0', false],
      ['', false],
      ['true', false],
    ] as const) {
      const ran = lab.run('claude', payloads(lab, 'claude', `bypass-${value}`).UserPromptSubmit!, {
        env: { ENGRAM_BYPASS: value },
      });
      expect([value, amiss(ran), context(ran) === '']).toEqual([value, [], silent]);
    }
  });
});

describe('O21: the work tree', () => {
  it('is as it was after a session', () => {
    const before = snapshot(lab.project);
    for (let n = 0; n < 10; n++) {
      for (const event of EVENTS)
        expect(amiss(lab.run(HOSTS[n % 2]!, payloads(lab, HOSTS[n % 2]!, 'tree')[event]!))).toEqual([]);
    }
    expect(snapshot(lab.project)).toEqual(before);
  });
});
