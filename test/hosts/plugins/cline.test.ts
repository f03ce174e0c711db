import fs from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { cline } from '../../../hosts/cline.ts';
import { OWN_MARK } from '../../../hosts/host.ts';
import { recorded } from '../contract.ts';
import { handed, isRunning, pluginLab, removeHomes } from './lab.ts';

afterEach(removeHomes);

const FIRST = JSON.stringify(handed('cline', 'beforeRun.first'));

/** The plugin as the client sets it up. */
const HOOKS = `
const { default: it } = plugin;
const setup = ${JSON.stringify(handed('cline', 'setup'))};
await it.setup({}, setup);
const beforeRun = async (context) => (await it.hooks.beforeRun(context)) ?? null;
const typed = (content, more) => ({ snapshot: { ...${FIRST}.snapshot, ...more, messages: [{ role: 'user', content }] } });
`;

describe('the plugin of Cline', () => {
  it('says in its first line whose it is', () => {
    expect(fs.readFileSync(pluginLab(cline).file, 'utf8').split('\n')[0]).toContain(OWN_MARK);
  });

  it('is of a form that the client starts with', () => {
    expect(
      pluginLab(cline).run(`${HOOKS} return [Object.keys(plugin), it.name, it.manifest, Object.keys(it.hooks)];`),
    ).toEqual([['default'], 'engram', { capabilities: ['hooks'] }, ['beforeRun']]);
  });

  it('hands over a prompt out of its tag, and a subagent by its own id', () => {
    const lab = pluginLab(cline);
    const body = `${HOOKS} says('one');
      const more = { runId: 'run_r_WjRQyT', agentId: 'agent_1796044055603_hqok0o', parentAgentId: 'agent_1796044017572_9k7h7h' };
      return [await beforeRun(${FIRST}), await beforeRun(typed('Look around.', more))];`;
    expect(lab.run(body)).toEqual([{ appendContext: 'one' }, { appendContext: 'one' }]);
    expect(lab.asked()).toEqual(recorded('cline').map(({ payload }) => payload));
    expect(lab.words()).toEqual(['cline', 'cline']);
  });

  it.each([
    ['lines', [{ type: 'text', text: '<user_input mode="plan">a\n</b></user_input>' }], 'a\n</b>'],
    ['no tag', [{ type: 'text', text: 'a' }, { type: 'image' }, { type: 'text', text: 'b' }], 'a\nb'],
    ['nothing', [], ''],
  ])('takes what was typed: %s', (_, content, prompt) => {
    const lab = pluginLab(cline);
    lab.run(`${HOOKS} await beforeRun(typed(${JSON.stringify(content)}));`);
    expect(lab.asked().map((it) => it.prompt)).toEqual([prompt]);
  });

  it('takes the last prompt, and knows its session also where the client says nothing of it', () => {
    const lab = pluginLab(cline);
    lab.run(`const { default: it } = plugin; it.setup({}, {}); it.setup({});
      const user = (text) => ({ role: 'user', content: [{ type: 'text', text }] });
      for (const text of ['one', 'two'])
        await it.hooks.beforeRun({ snapshot: { messages: [user('before'), { role: 'assistant', content: [] }, user(text)] } });`);
    const [first, second] = lab.asked();
    expect([first!.prompt, second!.prompt]).toEqual(['one', 'two']);
    expect(first).toMatchObject({ cwd: lab.home, session_id: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    expect(second!.session_id).toBe(first!.session_id);
  });

  it('S-07: registers nothing where ENGRAM_NO_HOOKS is 1, and the client starts all the same', () => {
    const told = (value: string) =>
      pluginLab(cline).run(`${HOOKS} return [it.manifest.capabilities, Object.keys(it.hooks)];`, {
        ENGRAM_NO_HOOKS: value,
      });
    expect(['1', '0'].map(told)).toEqual([
      [['hooks'], []],
      [['hooks'], ['beforeRun']],
    ]);
  });

  it('adds nothing where engram says nothing, fails, is missing or late, and never throws', async () => {
    const answer = (before: string, lab = pluginLab(cline)) =>
      lab.run(`${HOOKS} ${before} return beforeRun(${FIRST});`);
    for (const printed of ['', 'no JSON', '{}', 'null']) expect(answer(`raw(${JSON.stringify(printed)});`)).toBeNull();
    expect(pluginLab(cline).run(`${HOOKS} return [await beforeRun({}), await beforeRun({ snapshot: {} })];`)).toEqual([
      null,
      null,
    ]);
    const lab = pluginLab(cline);
    lab.launcher(undefined);
    expect(answer('', lab)).toBeNull();
    lab.launcher('#!/bin/sh\nsleep 60 &\necho $! > "$HOME/pid"\nwait\n');
    lab.hurry(1_500);
    expect(answer('', lab)).toBeNull();
    const pid = Number(fs.readFileSync(`${lab.home}/pid`, 'utf8'));
    await expect.poll(() => isRunning(pid)).toBe(false);
  });
});
