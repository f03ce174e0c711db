import fs from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { OWN_MARK } from '../../../hosts/host.ts';
import { opencode } from '../../../hosts/opencode.ts';
import { recorded } from '../contract.ts';
import { handed, isRunning, type PluginLab, pluginLab, removeHomes } from './lab.ts';

afterEach(removeHomes);

/** The hooks of the one plugin that the file exports, for a project in which one session is another's child. */
const HOOKS = `
const [make] = Object.values(plugin);
const child = ${JSON.stringify(handed('opencode', 'event.session.created-subagent').input.sessionID)};
const client = { session: { get: async ({ path }) => ({ data: path.id === child ? { id: child, parentID: 'ses_1' } : {} }) } };
const hooks = await make({ client, directory: '/home/dev/project', worktree: '/' });
const message = async ({ input, output }) => hooks['chat.message'](input, output);
const system = async (sessionID, ...texts) => {
  await hooks['experimental.chat.system.transform']({ sessionID, model: {} }, { system: texts });
  return texts;
};
`;
const fixture = (name: string) => JSON.stringify(handed('opencode', name));
/** How the client begins a request of the kind. */
const begin = (kind: string) =>
  JSON.stringify((handed('opencode', `experimental.chat.system.transform.${kind}`).output as string[])[0]);
const RUN = fixture('chat.message.run');
const session = JSON.stringify(handed('opencode', 'chat.message.run').input.sessionID);

describe('the plugin of OpenCode', () => {
  it('E-13: says in its first line whose it is', () => {
    expect(fs.readFileSync(pluginLab(opencode).file, 'utf8').split('\n')[0]).toContain(OWN_MARK);
  });

  it('E-61: exports one function, which has both hooks', () => {
    const lab = pluginLab(opencode);
    expect(
      lab.run(
        `${HOOKS} return [Object.values(plugin).map((it) => typeof it), Object.keys(hooks), Object.values(hooks).map((it) => typeof it)];`,
      ),
    ).toEqual([['function'], ['chat.message', 'experimental.chat.system.transform'], ['function', 'function']]);
  });

  it('E-26: one slot a session: set, retained, replaced, cleared', () => {
    const lab = pluginLab(opencode);
    const seen = lab.run<string[][]>(`${HOOKS}
      const seen = [];
      for (const context of ['one', 'one', 'two', undefined]) {
        says(context);
        await message(${RUN});
        // Each step of the agent is a request of its own.
        for (let step = 0; step < 2; step++) seen.push(await system(${session}, 'You are opencode.'));
      }
      return seen;
    `);
    const base = 'You are opencode.';
    expect(seen).toEqual([
      [base, 'one'],
      [base, 'one'],
      [base, 'one'],
      [base, 'one'],
      [base, 'two'],
      [base, 'two'],
      [base],
      [base],
    ]);
  });

  it('E-26: leaves titles, summaries and other sessions alone, and keeps what others have put there', () => {
    const lab = pluginLab(opencode);
    expect(
      lab.run(`${HOOKS}
        says('mine');
        await message(${RUN});
        says(undefined);
        return [
          await system(${session}, ${begin('title')}),
          await system(${session}, ${begin('compaction')}),
          await system(${session}, ${begin('build')}, 'of another plugin'),
          await system('ses_other', ${begin('build')}),
          await system(undefined, ${begin('build')}),
          await system(${session}),
        ];
      `),
    ).toEqual([
      [JSON.parse(begin('title'))],
      [JSON.parse(begin('compaction'))],
      [JSON.parse(begin('build')), 'of another plugin', 'mine'],
      [JSON.parse(begin('build'))],
      [JSON.parse(begin('build'))],
      ['mine'],
    ]);
  });

  it('sends what the host is known by, without the quotes that the command line adds', () => {
    const lab = pluginLab(opencode);
    lab.run(`${HOOKS} await message(${RUN}); await message(${fixture('chat.message.command')});`);
    const names = ['chat.message.run.json', 'chat.message.command.json'];
    expect(lab.asked()).toEqual(names.map((name) => recorded('opencode').find((it) => it.name === name)!.payload));
    expect(lab.words()).toEqual(['opencode', 'opencode']);
  });

  it.each([
    ['one word', ['hello'], 'hello'],
    ['several', ['"second turn"'], 'second turn'],
    ['two lines in quotes', ['"a\nb"'], 'a\nb'],
    ['one quote', ['"'], '"'],
    ['quotes within', ['say "hey"'], 'say "hey"'],
    ['several parts', ['first', 'second'], 'first\nsecond'],
  ])('takes what was typed: %s', (_, texts, prompt) => {
    const lab = pluginLab(opencode);
    const parts = [
      ...texts.map((text) => ({ type: 'text', text })),
      { type: 'file', url: 'x' },
      { type: 'text', text: 'of a file', synthetic: true },
    ];
    lab.run(
      `${HOOKS} await message({ input: { sessionID: 's' }, output: { message: { id: 'm' }, parts: ${JSON.stringify(parts)} } });`,
    );
    expect(lab.asked().map((it) => it.prompt)).toEqual([prompt]);
  });

  it('a message without words keeps the slot', () => {
    const lab = pluginLab(opencode);
    expect(
      lab.run(`${HOOKS} says('one'); await message(${RUN}); says('two');
        await message({ input: { sessionID: ${session} }, output: { message: { id: 'm' }, parts: [{ type: 'file', url: 'x' }] } });
        return system(${session}, 'base');`),
    ).toEqual(['base', 'one']);
    expect(lab.asked()).toHaveLength(1);
  });

  it("asks nothing for a subagent's session", () => {
    const lab = pluginLab(opencode);
    expect(
      lab.run(
        `${HOOKS} says('mine'); await message(${fixture('chat.message.subagent')}); return system(child, 'base');`,
      ),
    ).toEqual(['base']);
    expect(lab.asked()).toEqual([]);
  });

  it('asks once for a session that goes on without a prompt', () => {
    const lab = pluginLab(opencode);
    const { input } = handed('opencode', 'experimental.chat.system.transform.build');
    expect(
      lab.run(
        `${HOOKS} says('start'); const id = ${JSON.stringify(input.sessionID)}; return [await system(id, 'base'), await system(id, 'base')];`,
      ),
    ).toEqual([
      ['base', 'start'],
      ['base', 'start'],
    ]);
    const known = recorded('opencode').find(({ name }) => name === 'experimental.chat.system.transform.build.json');
    expect(lab.asked()).toEqual([known!.payload]);
  });

  it('S-07: registers nothing where ENGRAM_NO_HOOKS is 1', () => {
    const lab = pluginLab(opencode);
    const keys = (value: string) => lab.run(`${HOOKS} return Object.keys(hooks).length;`, { ENGRAM_NO_HOOKS: value });
    expect(['1', '0', ''].map(keys)).toEqual([0, 2, 2]);
  });

  it('of two copies one speaks', () => {
    const lab = pluginLab(opencode);
    expect(
      lab.run(`${HOOKS} const other = await make({ client, directory: '/' }); says('one');
        for (const one of [hooks, other]) await one['chat.message'](...Object.values(${RUN}));
        const texts = ['base'];
        for (const one of [hooks, other]) await one['experimental.chat.system.transform']({ sessionID: ${session} }, { system: texts });
        return texts;`),
    ).toEqual(['base', 'one']);
  });
});

/** A launcher with a child that outlives it unless both are ended. */
const HANGING = '#!/bin/sh\nsleep 60 &\necho $! > "$HOME/pid"\nwait\n';

describe('where engram fails, the turn goes on', () => {
  const turn = (lab: PluginLab, before = '') =>
    lab.run<string[]>(`${HOOKS} ${before} await message(${RUN}); return system(${session}, 'base');`);

  it('the launcher is gone, no program, or ends at once', () => {
    const lab = pluginLab(opencode);
    lab.launcher(undefined);
    expect(turn(lab)).toEqual(['base']);
    lab.launcher('no program\n');
    expect(turn(lab)).toEqual(['base']);
    // It reads nothing of a prompt that no pipe holds.
    lab.launcher('#!/bin/sh\nexec <&-\nexit 0\n');
    const long = `const long = ${RUN}; long.output.parts[0].text = 'x'.repeat(3e6); await message(long);`;
    expect(turn(lab, long)).toEqual(['base']);
  });

  it.each([
    'no JSON',
    '[]',
    '{}',
    'null',
    '{"hookSpecificOutput":null}',
    '{"hookSpecificOutput":{"additionalContext":""}}',
  ])('it prints %s', (printed) => {
    expect(turn(pluginLab(opencode), `raw(${JSON.stringify(printed)});`)).toEqual(['base']);
  });

  it('it is late: it ends with all its children, and the slot stays', async () => {
    const lab = pluginLab(opencode);
    lab.hurry(1_500);
    const hanging = `fs.writeFileSync(process.env.HOME + '/.engram/bin/engram-hook', ${JSON.stringify(HANGING)});`;
    expect(turn(lab, `says('one'); await message(${RUN}); ${hanging}`)).toEqual(['base', 'one']);
    const pid = Number(fs.readFileSync(`${lab.home}/pid`, 'utf8'));
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  it('the client cannot say whose session it is, or never does', () => {
    for (const get of [
      'async () => { throw new Error("no"); }',
      '() => { throw new Error("no"); }',
      '() => new Promise(() => {})',
      'async () => undefined',
    ]) {
      const lab = pluginLab(opencode);
      expect([get, turn(lab, `client.session.get = ${get}; says('one');`)]).toEqual([get, ['base', 'one']]);
    }
  });
});
