import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { injectionsIn } from '../../src/commands/injections.ts';
import { runHook } from '../../src/hook/run.ts';
import { type Lab, makeLab, NOW } from './lab.ts';

let lab: Lab;
let processes = 0;
beforeEach(async () => {
  lab = makeLab();
  lab.write('.engram/memories/deploy.md', '---\ntype: rule\nimportance: 0.8\n---\nDeploys only Monday to Thursday.\n');
  lab.write('.engram/memories/ledger.md', 'The ledger is append-only.\n');
  await lab.run('sync');
});
afterEach(() => lab.remove());

function hook(host: string, payload: object): void {
  const now = NOW.getTime() + 1_000 * ++processes;
  runHook({
    args: [host],
    env: { HOME: lab.home },
    self: { name: `p${processes}`, started: now, now: () => now },
    read: () => Buffer.from(JSON.stringify({ cwd: lab.project, ...payload })),
    write: () => {},
    startSync: () => undefined,
    prune: () => {},
    clock: () => 0,
  });
}
const start = (session: string) =>
  hook('claude', { session_id: session, hook_event_name: 'SessionStart', source: 'startup' });
const ask = (session: string, prompt: string, host = 'claude') =>
  hook(host, { session_id: session, hook_event_name: 'UserPromptSubmit', prompt });

interface Told {
  host: string;
  session: string;
  came: string;
  memories: { id: string; form: string; file: string | null; shares?: string[] }[];
  present: string[];
  prompt: string | null;
}

describe('why', () => {
  it('tells what each answer sent, to which host and session, and by which moment', async () => {
    start('s1');
    ask('s1', 'is the ledger append-only, and when do deploys run?');
    ask('s2', 'the ledger?', 'codex');
    const told = await lab.json<Told[]>('why --json');
    expect(
      told.map(({ host, session, came, memories, present }) => ({
        host,
        session,
        came,
        sent: memories.map(({ id, form }) => `${id} ${form}`),
        present,
      })),
    ).toEqual([
      { host: 'claude', session: 's1', came: 'session start', sent: ['deploy body', 'ledger card'], present: [] },
      { host: 'claude', session: 's1', came: 'prompt', sent: ['ledger body'], present: ['deploy'] },
      { host: 'codex', session: 's2', came: 'prompt', sent: ['ledger body'], present: [] },
    ]);
    expect(told[1]!.memories[0]!.file).toBe(path.join(lab.vault, 'ledger.md'));
    expect((await lab.json<Told[]>('why --last 1 --json')).map(({ session }) => session)).toEqual(['s2']);
    expect((await lab.json<Told[]>('why --session s1 --json')).map(({ came }) => came)).toEqual([
      'session start',
      'prompt',
    ]);
  });

  it('prints the file of each memory and how to correct it', async () => {
    ask('s1', 'is the ledger append-only?');
    const { out } = await lab.run('why --last 1');
    expect(out).toMatch(
      /^2026-11-30T12:\S+Z {2}claude {2}s1 {2}prompt \(hash [0-9a-f]{16}\)\n {2}ledger {2}in full {2}\.engram\/memories\/ledger\.md\n/,
    );
    expect(out).toContain('\nTo correct one: engram edit ledger, engram feedback ledger noise, engram forget ledger\n');
  });

  it('the words are told only when the prompt is said again; none of it is on disk', async () => {
    ask('s1', 'quagga: is the ledger append-only?');
    expect((await lab.run('why')).out).not.toContain('shares');
    const [told] = await lab.json<Told[]>(['why', '--json', '--explain', 'quagga: is the ledger append-only?']);
    expect(told!.prompt).toMatch(/^[0-9a-f]{16}$/);
    expect(told!.memories[0]).toMatchObject({ id: 'ledger', shares: expect.arrayContaining(['ledger', 'append']) });
    ask('s1', 'quagga: is the ledger append-only?');
    expect((await lab.run(['why', '--last', '1', '--explain', 'the ledger?'])).out).toContain(
      '\n  already there: ledger (shares: ledger, =ledger)\n',
    );
    const held = (fs.readdirSync(lab.engram, { recursive: true }) as string[])
      .map((name) => path.join(lab.engram, name))
      .filter((file) => fs.statSync(file).isFile() && fs.readFileSync(file).includes('quagga'));
    expect(held).toEqual([]);
  });

  it('remembers what a session was sent whose log is gone', async () => {
    ask('s1', 'is the ledger append-only?');
    await lab.run('usage');
    for (const name of fs.readdirSync(path.join(lab.engram, 'sessions')))
      fs.rmSync(path.join(lab.engram, 'sessions', name), { recursive: true });
    expect(
      (await lab.json<Told[]>('why --json')).map(({ session, came, memories }) => [session, came, memories[0]!.id]),
    ).toEqual([['s1', 'not kept', 'ledger']]);
    expect((await lab.run('why')).out).toContain('s1  sent (its log is gone)\n');
  });

  it('names a memory whose file is gone, and a session that nobody knows', async () => {
    ask('s1', 'is the ledger append-only?');
    fs.rmSync(path.join(lab.vault, 'ledger.md'));
    expect((await lab.run('why')).out).toContain('  ledger  in full  no file of it is here any more\n');
    expect(await lab.run('why --session s9')).toEqual({
      code: 66,
      out: '',
      err: 'engram: no session s9 is known; engram status lists the last, with their ids\n',
    });
  });

  it('says so where nothing has been sent yet', async () => {
    expect(await lab.run('why')).toEqual({
      code: 0,
      out: '',
      err: 'engram: no session here has been sent anything yet; engram route "…" shows what one would be sent\n',
    });
  });
});

describe('what a log tells', () => {
  const told = (...lines: string[]) =>
    injectionsIn(lines.join('\n')).map(({ came, memories, present, entities }) =>
      [
        came,
        ...memories.map(({ id, form }) => `${id}:${form}`),
        ...present.map((id) => `(${id})`),
        ...(entities ? ['named'] : []),
      ].join(' '),
    );

  it.each<[string, string[], string[]]>([
    ['a claim without an answer was not sent', ['e p1 1 prompt:x', 'c p1 1 b:aa:one'], []],
    [
      'of two that claim one the first has it',
      ['e p1 1 prompt:x', 'c p1 1 b:aa:one', 'e p2 1 prompt:x', 'c p2 2 b:aa:one b:bb:two', 's p1 3', 's p2 3'],
      ['prompt one:body', 'prompt two:body'],
    ],
    [
      'after a reset it is sent again',
      [
        'e p1 1 start:x',
        'c p1 1 b:aa:one',
        's p1 2',
        'r 3 compact auto',
        'e p2 4 prompt:x',
        'c p2 4 b:aa:one h:0:rehydrate',
        's p2 5',
      ],
      ['session start one:body', 'rehydrate one:body'],
    ],
    ['routed and there already', ['e p1 1 prompt:x', 'u 1 one two', 's p1 2'], ['prompt (one) (two)']],
    [
      'by paths, subagents and rule files',
      ['e p1 1 path:x', 'c p1 1 b:aa:one', 's p1 2', 'e p2 3 subagent', 'c p2 3 b:bb:two', 's p2 4', 'l 5 b:cc:three'],
      ['path one:body', 'subagent two:body', 'rule file three:body'],
    ],
    ['lines about what was named', ['e p1 1 prompt:ab', 'c p1 1 h:aa:entity', 's p1 2'], ['prompt named']],
    ['torn lines count for nothing', ['e p1', 'c p1 x b:aa:one', 'c', 'u', 'l 1', 's p1'], []],
  ])('%s', (_, lines, expected) => {
    expect(told(...lines)).toEqual(expected);
  });
});
