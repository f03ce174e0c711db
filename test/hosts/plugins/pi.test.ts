import fs from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { OWN_MARK } from '../../../hosts/host.ts';
import { pi } from '../../../hosts/pi.ts';
import { recorded } from '../contract.ts';
import { isRunning, pluginLab, removeHomes } from './lab.ts';

afterEach(removeHomes);

const ID = '01990000-0000-7000-8000-000000000001';

/** What the extension registers, and a session. */
const HOOKS = `
const hooks = {};
await plugin.default({ on: (event, hook) => { hooks[event] = hook; } });
const context = { cwd: '/home/dev/project', sessionManager: { getSessionId: () => '${ID}', getLeafId: () => '4f1c2a90' } };
const prompt = (text, at = context) =>
  hooks.before_agent_start({ type: 'before_agent_start', prompt: text, systemPrompt: 'You are pi.' }, at);
`;

describe('the extension of pi', () => {
  it('says in its first line whose it is', () => {
    expect(fs.readFileSync(pluginLab(pi).file, 'utf8').split('\n')[0]).toContain(OWN_MARK);
  });

  it('hands over a prompt, and its answer to the model alone', () => {
    const lab = pluginLab(pi);
    expect(lab.run(`${HOOKS} says('one'); return prompt('What do we sell?');`)).toEqual({
      message: { customType: 'engram', content: 'one', display: false },
    });
    expect(lab.asked()).toEqual([recorded('pi').find(({ event }) => event === 'before_agent_start')!.payload]);
    expect(lab.words()).toEqual(['pi']);
  });

  it('tells of compactions and of steps to another branch, and says nothing to them', () => {
    const lab = pluginLab(pi);
    const body = `${HOOKS} says('one');
      return [await hooks.session_before_compact({}, context), await hooks.session_tree({}, context)].map((it) => typeof it);`;
    expect(lab.run(body)).toEqual(['undefined', 'undefined']);
    const events = ['session_before_compact', 'session_tree'];
    expect(lab.asked()).toEqual(events.map((name) => recorded('pi').find(({ event }) => event === name)!.payload));
  });

  it('names a session that has no name, the same in all of its process', () => {
    const lab = pluginLab(pi);
    lab.run(
      `${HOOKS} for (const at of [{ cwd: '/a' }, { cwd: '/a', sessionManager: { getSessionId: () => '', getLeafId: () => null } }]) await prompt(String(Object.keys(at)), at);`,
    );
    const ids = lab.asked().map((it) => it.session_id);
    expect(lab.asked().map((it) => it.turn_id)).toEqual(['first', 'first']);
    expect(ids).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), ids[0]]);
  });

  it('of two copies one speaks, and each prompt is handed over, the same one too', () => {
    const lab = pluginLab(pi);
    fs.copyFileSync(lab.file, `${lab.home}/copy.mjs`);
    const body = `${HOOKS} says('one');
      const others = {};
      const copy = await import(process.env.HOME + '/copy.mjs');
      copy.default({ on: (event, hook) => { others[event] = hook; } });
      const both = async (text, at = context) => {
        const answers = [];
        for (const { before_agent_start: hook } of [hooks, others]) answers.push(await hook({ prompt: text }, at));
        return answers.map((it) => it?.message.content ?? null);
      };
      const later = { ...context, sessionManager: { ...context.sessionManager, getLeafId: () => '5b' } };
      return [await both('yes'), await both('yes', later), await both('no', later)];`;
    expect(lab.run(body)).toEqual([
      ['one', null],
      ['one', null],
      ['one', null],
    ]);
    expect(lab.asked().map((it) => [it.prompt, it.turn_id])).toEqual([
      ['yes', '4f1c2a90'],
      ['yes', '5b'],
      ['no', '5b'],
    ]);
  });

  it('S-07: registers nothing where ENGRAM_NO_HOOKS is 1', () => {
    const keys = (value: string) =>
      pluginLab(pi).run(`${HOOKS} return Object.keys(hooks);`, { ENGRAM_NO_HOOKS: value });
    expect(['1', '0'].map(keys)).toEqual([[], ['before_agent_start', 'session_before_compact', 'session_tree']]);
  });

  it('adds no message where engram says nothing, fails, is missing or late', async () => {
    const nothing = (before: string, lab = pluginLab(pi)) =>
      lab.run(`${HOOKS} ${before} return [await prompt('x')].map((it) => it ?? null);`);
    for (const printed of ['', 'no JSON', '{}', 'null'])
      expect(nothing(`raw(${JSON.stringify(printed)});`)).toEqual([null]);
    const lab = pluginLab(pi);
    lab.launcher(undefined);
    expect(nothing('', lab)).toEqual([null]);
    lab.launcher('#!/bin/sh\nsleep 60 &\necho $! > "$HOME/pid"\nwait\n');
    lab.hurry(1_500);
    expect(nothing('', lab)).toEqual([null]);
    const pid = Number(fs.readFileSync(`${lab.home}/pid`, 'utf8'));
    await expect.poll(() => isRunning(pid)).toBe(false);
  });
});
