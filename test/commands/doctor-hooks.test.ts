// `engram doctor` on linked hooks: real shells, the real launcher, the real bundle.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { claude } from '../../hosts/claude.ts';
import type { Host, Scope } from '../../hosts/host.ts';
import { hosts } from '../../hosts/index.ts';
import { standingCommands } from '../../hosts/settings-commands.ts';
import { proveHooks } from '../../src/commands/doctor-hooks.ts';
import { launcherFile, writeLauncher } from '../../src/commands/launcher.ts';
import { FLAG, SCOPES } from '../../src/commands/links.ts';
import type { Moment } from '../../src/moment.ts';
import { snapshot } from '../process/lab.ts';
import { type Lab, makeLab, type RunOptions } from './lab.ts';

const REPOSITORY = path.join(import.meta.dirname, '..', '..');

interface Finding {
  what: string;
  ok: boolean;
  note?: true;
  message: string;
}

let lab: Lab;
let tmp: string;
const before = process.env.TMPDIR;
beforeEach(() => {
  lab = makeLab();
  tmp = path.join(lab.dir, 'tmp');
  fs.mkdirSync(tmp);
  process.env.TMPDIR = tmp;
});
afterEach(() => {
  if (before === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = before;
  // Whatever was found, nothing is left behind.
  const [left, running] = [fs.readdirSync(tmp), processesOf(lab.dir)];
  lab.remove();
  expect([left, running]).toEqual([[], []]);
});

const findings = async (what: string, options?: RunOptions): Promise<[boolean, string][]> =>
  (await lab.json<Finding[]>('doctor --json', options))
    .filter((finding) => finding.what === what)
    .map(({ ok, message }) => [ok, message]);

/** Command lines of processes that name a file of this folder, or work in it. Without /proc none is seen. */
function processesOf(folder: string): string[] {
  if (!fs.existsSync('/proc/self/cmdline')) return [];
  return fs.readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) return [];
    try {
      const line = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
      const isDead = /\) [ZX] /.test(fs.readFileSync(`/proc/${pid}/stat`, 'latin1'));
      return !isDead && (line.includes(folder) || fs.readlinkSync(`/proc/${pid}/cwd`).startsWith(folder)) ? [line] : [];
    } catch {
      return [];
    }
  });
}

/** The package by itself, with a node of its own, and the launcher that starts them. */
function installCopy(home: string, folder = path.join(lab.dir, 'package')) {
  const [dist, node] = [path.join(folder, 'dist'), path.join(folder, 'node')];
  fs.mkdirSync(dist, { recursive: true });
  for (const name of fs
    .readdirSync(path.join(REPOSITORY, 'dist'))
    .filter((it) => !/^(?:cli\.cjs|meta\.json)$/.test(it))) {
    fs.copyFileSync(path.join(REPOSITORY, 'dist', name), path.join(dist, name));
  }
  fs.symlinkSync(process.execPath, node);
  const hook = path.join(dist, 'hook.cjs');
  writeLauncher(home, path.join(home, '.engram'), { node, hook });
  return { dist, node, hook };
}

const scopesOf = (host: Host) => SCOPES.filter((scope) => host.settings.path[scope]);
const link = (host: Host, scope: Scope, options?: RunOptions) => lab.run(`link${FLAG[scope]} ${host.name}`, options);
/** Without those of a companion, which `link` takes along. */
const tried = async (host: Host) =>
  (await findings('hook')).filter(([, message]) => message.startsWith(`${host.title} (`));
const says = (host: Host) => (host.injects.length > 0 ? 'answers' : 'runs');

describe.each(hosts.map((host) => [host.name, host] as const))('%s', (_, host) => {
  it('E-57: answers in each scope by the command that stands there', async () => {
    for (const scope of scopesOf(host)) expect(await link(host, scope)).toMatchObject({ code: 0 });
    expect(await tried(host)).toEqual(scopesOf(host).map((scope) => [true, `${host.title} (${scope}): ${says(host)}`]));
    expect((await lab.run('doctor')).code).toBe(0);
  });

  it('O6: node, then the package, then the launcher gone: each is named', async () => {
    const scope = scopesOf(host).at(-1)!;
    await link(host, scope);
    const { hook, node } = installCopy(lab.home);
    const launcher = launcherFile(lab.home);
    const silent = new RegExp(`^${host.title} \\(${scope}\\): the hook in .* says nothing.*, because of the launcher$`);
    const look = async (message: string) => {
      expect(await findings('launcher')).toEqual([[false, message]]);
      // One that may not be guarded says by itself that it is gone.
      const [[ok, said] = []] = await tried(host);
      expect(ok).toBe(false);
      if (host.settings.command !== 'plain') expect(said).toMatch(silent);
    };
    expect(await tried(host)).toEqual([[true, `${host.title} (${scope}): ${says(host)}`]]);
    fs.rmSync(node);
    await look(`${launcher} starts ${node}, which is gone; engram doctor --fix writes it anew`);
    fs.symlinkSync(process.execPath, node);
    fs.renameSync(path.dirname(hook), `${path.dirname(hook)}-away`);
    await look(`${launcher} starts ${hook}, which is gone; engram doctor --fix writes it anew`);
    fs.renameSync(`${path.dirname(hook)}-away`, path.dirname(hook));
    fs.rmSync(launcher);
    await look(`${launcher}: no such file or folder; engram doctor --fix writes it anew`);
  });
});

test.each(['my name', 'o\'neil "x" $(touch pwned) `id`', 'a&b (1) é日本 %PATH% !x#', '-rf', 'a\\b'])(
  'O17: a home and a package in a folder called %j',
  async (name) => {
    const home = path.join(lab.dir, 'homes', name);
    fs.mkdirSync(home, { recursive: true });
    const options = { env: { HOME: home } };
    for (const host of hosts) for (const scope of scopesOf(host)) await link(host, scope, options);
    installCopy(home, path.join(lab.dir, 'packages', name));
    expect(await findings('hook', options)).toEqual(
      hosts.flatMap((host) => scopesOf(host).map((scope) => [true, `${host.title} (${scope}): ${says(host)}`])),
    );
    expect(fs.readdirSync(path.join(lab.dir, 'homes'))).toEqual([name]);
    expect(fs.readdirSync(home).includes('pwned')).toBe(false);
  },
);

it('A home of engram’s elsewhere: hooks are tried with what the launcher starts, and told where they keep things', async () => {
  const env = { ENGRAM_HOME: path.join(lab.dir, 'else where') };
  await lab.run('link claude', { env });
  expect(await findings('launcher', { env })).toEqual([[true, launcherFile(lab.home)]]);
  expect(await findings('hook', { env })).toEqual([[true, 'Claude Code (project): answers']]);
  expect(await findings('launcher')).toEqual([
    [
      true,
      `the hooks keep everything in ${env.ENGRAM_HOME}, and this command in ${lab.engram}; engram upgrade changes that`,
    ],
  ]);
});

it('leaves everything of engram’s and of the project’s as it was', async () => {
  lab.write('.engram/memories/a.md', '---\napplies_to: src/**\n---\nA.\n');
  for (const host of hosts) await link(host, scopesOf(host)[0]!);
  await lab.run('doctor');
  const [home, project] = [snapshot(lab.home), snapshot(lab.project)];
  expect((await lab.run('doctor')).code).toBe(0);
  expect(snapshot(lab.home)).toEqual(home);
  expect(snapshot(lab.project)).toEqual(project);
  expect(fs.existsSync(path.join(lab.engram, 'sessions'))).toBe(false);
});

it('is not led astray by what this shell sets, and needs no node on the PATH', async () => {
  await lab.run('link claude');
  const env = {
    ENGRAM_BYPASS: '1',
    NODE_OPTIONS: '--no-such-option',
    CLAUDE_PROJECT_DIR: '/nowhere',
    PATH: '/nowhere',
  };
  expect(await findings('hook', { env })).toEqual([[true, 'Claude Code (project): answers']]);
});

it('says that no hook could be tried where nothing can be put down', async () => {
  await lab.run('link claude');
  process.env.TMPDIR = path.join(lab.dir, 'nowhere');
  expect(await findings('hook')).toEqual([
    [true, 'no hook could be tried: no such file or folder; a folder for temporary files is needed'],
  ]);
});

it('counts on a terminal', async () => {
  await lab.run('link claude codex');
  const { out, err } = await lab.run('doctor', { tty: true });
  expect(err).toBe('\r0 of 2 hooks tried\r1 of 2 hooks tried\r\u001b[K');
  expect(out).toMatch(/^ok {4}hook {6}Claude Code \(project\): answers\nok {4}hook {6}Codex \(project\): answers\n/m);
});

it('leaves nothing behind where a person interrupts it', async () => {
  await lab.run('link claude');
  const settings = path.join(lab.project, '.claude/settings.json');
  const program = path.join(lab.dir, 'engram-hook');
  fs.writeFileSync(program, '#!/bin/sh\nsleep 300 &\nsleep 300\n', { mode: 0o755 });
  const text = fs.readFileSync(settings, 'utf8').replace(/"command": ".*?"/g, `"command": "'${program}' claude"`);
  fs.writeFileSync(settings, text);
  const child = spawn(process.execPath, [path.join(REPOSITORY, 'bin/engram.js'), 'doctor'], {
    cwd: lab.project,
    env: { HOME: lab.home, PATH: process.env.PATH, TMPDIR: tmp },
    stdio: 'ignore',
  });
  const ended = new Promise((resolve) => child.on('close', (code, signal) => resolve({ code, signal })));
  await expect
    .poll(() => processesOf(lab.dir).filter((line) => line.startsWith('sleep')).length, { timeout: 20_000 })
    .toBe(2);
  child.kill('SIGINT');
  expect(await ended).toEqual({ code: null, signal: 'SIGINT' });
});

describe('hosts of other kinds', () => {
  /** A program that notes how it was started, answers a prompt with the memory, and complains of all else. */
  const PROGRAM = `#!/bin/sh
echo "$@" >> "$(dirname "$0")/runs"
payload=$(cat)
case "$payload" in
*lighthouse*) [ "$SAYS" = no ] || printf '{"text":"%s"}' "$(tail -n 1 .engram/memories/lighthouse-gate.md)";;
*) [ -e "$(dirname "$0")/mute" ] || echo '2026 complaint' >> "$ENGRAM_HOME/engram.log"; [ "$SAYS" = no ] || echo '{}';;
esac
`;
  const other = (settings: Partial<Host['settings']>, more: Partial<Host> = {}): Host => ({
    ...claude,
    name: 'other',
    title: 'Other',
    events: [
      { event: 'start', moment: 'session-start', timeout: 10 },
      { event: 'ask', moment: 'prompt', timeout: 10 },
    ],
    parse: (json) => {
      const { hook_event_name: event } = json as { hook_event_name: string };
      const kind = event === 'ask' ? 'prompt' : 'pre-compact';
      return { kind, host: 'other', event, session: 's', cwd: '/', root: '/', prompt: '', trigger: 'auto' } as Moment;
    },
    format: ({ context }) => ({ text: context }),
    nothing: {},
    ...more,
    settings: { ...claude.settings, probe: ({ prompt }) => ({ event: 'ask', payload: { prompt } }), ...settings },
  });
  const program = () => launcherFile(lab.home);
  const runs = () =>
    fs
      .readFileSync(path.join(path.dirname(program()), 'runs'), 'utf8')
      .split('\n')
      .slice(0, -1);
  const prove = async (host: Host, file: string, scope: Scope = 'user') => {
    const events = host.events.map(({ event }) => event);
    const ground = { home: lab.home, cache: path.join(lab.engram, 'cache'), env: {}, launcherBroken: false };
    return (await proveHooks([{ host, scope, file, events, copies: 0, faults: [] }], ground)).map(({ ok, message }) => [
      ok,
      message,
    ]);
  };
  beforeEach(() => {
    fs.mkdirSync(path.dirname(program()), { recursive: true });
    fs.writeFileSync(program(), PROGRAM, { mode: 0o755 });
  });

  it('one whose commands name the event is asked once, by the command of the prompt', async () => {
    const entry = (event: string) => [{ type: 'command', bash: `'${program()}' other ${event}`, timeoutSec: 5 }];
    const file = lab.write('x.json', JSON.stringify({ hooks: { start: entry('start'), ask: entry('ask') } }));
    const host = other({ namesEvent: true });
    expect(standingCommands(lab.read(file), host).map(({ events, timeout }) => [events, timeout])).toEqual([
      [['start'], 5],
      [['ask'], 5],
    ]);
    expect(await prove(host, file)).toEqual([[true, 'Other (user): answers']]);
    expect(runs()).toEqual(['other ask']);
  });

  it('one that is a plugin is asked through the launcher', async () => {
    const host = other({ format: { kind: 'own', write: () => '' } });
    expect(await prove(host, lab.write('x.js', ''))).toEqual([[true, 'Other (user): answers']]);
    expect(runs()).toEqual(['other']);
  });

  it('one that runs files is asked by each of them', async () => {
    const host = other({ format: { kind: 'scripts', write: () => '' } });
    const script = (event: string, mode: number) => {
      fs.writeFileSync(lab.write(`hooks/${event}`, ''), `#!/bin/sh\nexec '${program()}' other ${event}\n`);
      fs.chmodSync(path.join(lab.project, 'hooks', event), mode);
    };
    script('start', 0o644);
    script('ask', 0o755);
    const file = path.join(lab.project, 'hooks');
    expect(await prove(host, file)).toEqual([
      [
        false,
        expect.stringMatching(
          /^Other \(user\): the hook in .*hooks ends with 126, .* by the command of start; engram doctor --fix/,
        ),
      ],
      [true, 'Other (user): answers by the command of ask'],
    ]);
  });

  it('one that takes no answers is to run and say nothing', async () => {
    const host = other(
      { probe: ({ prompt }) => ({ event: 'ask', payload: { prompt }, env: { SAYS: 'no' } }) },
      { injects: [] },
    );
    const entry = [{ hooks: [{ type: 'command', command: `'${program()}' other` }] }];
    const file = lab.write('x.json', JSON.stringify({ hooks: { ask: entry } }));
    expect(await prove(host, file)).toEqual([[true, 'Other (user): runs']]);
    lab.write(path.join(path.dirname(program()), 'mute'), '');
    expect(await prove(host, file)).toEqual([
      [
        false,
        expect.stringMatching(/^Other \(user\): the hook in .*x\.json does not run; engram link --global other /),
      ],
    ]);
    expect(await prove(other({}, { injects: [] }), file)).toEqual([
      [false, expect.stringMatching(/prints what Other does not expect: \{"text":"The lighthouse keeper/)],
    ]);
  });
});

describe('a command edited by hand', () => {
  const settings = () => path.join(lab.project, '.claude/settings.json');
  /** Has all events run this program, with a patience of a second. */
  async function edit(script: string, command = (program: string) => `exec '${program}' claude`) {
    await lab.run('link claude');
    const program = path.join(lab.dir, 'own', 'engram-hook');
    fs.mkdirSync(path.dirname(program), { recursive: true });
    if (script) fs.writeFileSync(program, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    const json = JSON.parse(fs.readFileSync(settings(), 'utf8'), (key, value) =>
      key === 'command' ? command(program) : key === 'timeout' ? 1 : value,
    );
    fs.writeFileSync(settings(), JSON.stringify(json));
    return program;
  }
  const again = 'engram link claude writes it anew';
  const fault = async (what: string | RegExp) => {
    const [[ok, message] = [], ...more] = await findings('hook');
    expect([ok, more]).toEqual([false, []]);
    const prefix = `Claude Code (project): the hook in ${settings()} `;
    expect(message?.startsWith(prefix)).toBe(true);
    const [said, ...then] = message!.slice(prefix.length).split('; ');
    if (typeof what === 'string') expect(said).toBe(what);
    else expect(said).toMatch(what);
    expect(then.at(-1)).toBe(again);
  };

  test.each<[string, string, string | RegExp]>([
    ['garbage', 'echo garbage', 'prints what is not one JSON document: garbage'],
    ['two documents', 'echo "{}"; echo "{}"', 'prints what is not one JSON document: {}'],
    ['words before the answer', 'echo "loading…"; echo "{}"', 'prints what is not one JSON document: loading…'],
    ['another answer', 'echo \'{"a":1}\'', 'answers without the memory that it was asked for: {"a":1}'],
    [
      'the memory in another form',
      `printf '{"additionalContext":"%s"}' "$(tail -n 1 .engram/memories/lighthouse-gate.md)"`,
      /^answers in a form that Claude Code does not take: \{"additionalContext":"The lighthouse keeper/,
    ],
    ['nothing', 'exit 0', 'says nothing to a prompt that it has a memory for'],
    ['2', 'echo wrong usage >&2; exit 2', 'ends with 2 (wrong usage)'],
    ['a signal', 'kill -9 $$', 'was ended by SIGKILL'],
    ['no end', 'sleep 300', 'has not ended after 1 s, when Claude Code gives up'],
    ['a child that holds the output', 'sleep 300 & exit 0', 'has not ended after 1 s, when Claude Code gives up'],
    ['a child that holds nothing', 'sleep 300 >/dev/null 2>&1 & exit 2', 'ends with 2'],
    ['megabytes', 'yes | head -c 5000000', /^prints what is not one JSON document: y$/],
  ])('%s', async (_, script, what) => {
    await edit(script);
    await fault(what);
  });

  it('a program that is not there, or may not be executed', async () => {
    const program = await edit('');
    await fault(/^ends with 127, which means that a program is missing \(/);
    fs.writeFileSync(program, '#!/bin/sh\n', { mode: 0o644 });
    await fault(/^ends with 126, which means that it may not be executed \(/);
    await edit('', (it) => `test -x '${it}' || exit 0; exec '${it}' claude`);
    fs.rmSync(program);
    await fault(`starts ${program}, which is not there`);
  });

  it('several commands that all answer are one finding', async () => {
    await lab.run('link claude');
    const text = fs.readFileSync(settings(), 'utf8');
    fs.writeFileSync(settings(), text.replace(/"command": ".*?"/, `"command": "'${launcherFile(lab.home)}' claude"`));
    expect(standingCommands(lab.read(settings()), claude)).toHaveLength(2);
    expect(await findings('hook')).toEqual([[true, 'Claude Code (project): answers']]);
  });

  it('one of several commands', async () => {
    await lab.run('link claude');
    const text = fs.readFileSync(settings(), 'utf8');
    const json = JSON.parse(text);
    json.hooks.SessionStart[0].hooks[0].command = '/nowhere/engram-hook claude';
    fs.writeFileSync(settings(), JSON.stringify(json));
    expect(await findings('hook')).toEqual([
      [
        false,
        expect.stringMatching(
          /^Claude Code \(project\): the hook in .* ends with 127, .* by the command of SessionStart; engram link claude writes it anew$/,
        ),
      ],
      [
        true,
        'Claude Code (project): answers by the command of UserPromptSubmit, PreCompact, InstructionsLoaded, SubagentStart',
      ],
    ]);
  });
});
