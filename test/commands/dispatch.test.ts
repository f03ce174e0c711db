import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hosts } from '../../hosts/index.ts';
import { thisInstallation } from '../../src/commands/launcher.ts';
import { untilIdle } from '../process/lab.ts';
import { type Lab, makeLab } from './lab.ts';

let lab: Lab;
beforeEach(() => {
  lab = makeLab();
});
afterEach(() => {
  // A hook without its code cache has started a sync.
  untilIdle(lab.dir);
  lab.remove();
});

/** What the hook prints for a payload on stdin. */
function hook(host: string, payload: object): string {
  const { node, hook: file } = thisInstallation();
  const env = { HOME: lab.home, PATH: process.env.PATH };
  return spawnSync(node, [file, host], { env, cwd: lab.project, input: JSON.stringify(payload), encoding: 'utf8' })
    .stdout;
}

const dispatch = (host: string, event: string, payload: object, options = {}) =>
  lab.run(['dispatch', '--host', host, '--event', event, '--payload', JSON.stringify(payload)], options);

describe('dispatch', () => {
  it.each(['claude', 'codex'])('A-03: %s: answers as the hook does, event for event', async (host) => {
    lab.write('.engram/memories/deploy.md', 'Deploy the payments service only Monday to Thursday.\n');
    await lab.run('sync');
    const events: [event: string, more: object, answers: boolean][] = [
      ['SessionStart', { source: 'startup' }, true],
      ['UserPromptSubmit', { prompt: 'how do I deploy the payments service?' }, true],
      ['UserPromptSubmit', { prompt: 'and how do I deploy the payments service again?' }, true],
      ['UserPromptSubmit', { prompt: 'thanks' }, false],
      ['PreCompact', { trigger: 'auto' }, false],
      ['SessionStart', { source: 'compact' }, true],
      ['PostCompact', { trigger: 'auto', compact_summary: 'A summary.' }, false],
      ['Stop', {}, false],
    ];
    for (const [event, more, answers] of events) {
      const payload = { cwd: lab.project, ...more };
      const byStdin = hook(host, { ...payload, session_id: 'a', hook_event_name: event });
      const byHand = await dispatch(host, event, { ...payload, session_id: 'b' });
      expect([event, byHand]).toEqual([event, { code: 0, out: byStdin, err: '' }]);
      expect([event, byStdin !== '']).toEqual([event, answers]);
    }
    expect(fs.existsSync(path.join(lab.engram, 'engram.log'))).toBe(false);
  });

  it.each(['claude', 'codex'])('A-17: %s: PreCompact and PostCompact make one row', async (host) => {
    for (const event of ['PreCompact', 'PostCompact']) {
      const done = await dispatch(host, event, { trigger: 'manual', compact_summary: 'CANARY' });
      expect(done).toEqual({ code: 0, out: '', err: '' });
    }
    expect(await lab.json('usage --compactions --json')).toMatchObject([
      { host, root: lab.project, oldSession: 'dispatch', newSession: 'dispatch', reason: 'manual', summary: null },
    ]);
  });

  it('takes a payload from a file and from stdin, and names its own session and folder', async () => {
    lab.write('.engram/memories/deploy.md', 'Deploy the payments service only Monday to Thursday.\n');
    await lab.run('sync');
    const payload = JSON.stringify({ prompt: 'how do I deploy the payments service?' });
    lab.write('payload.json', `\ufeff${payload}\n`);
    const told = (source: string, options = {}) =>
      lab.json(['dispatch', '--event', 'UserPromptSubmit', '--json', '--payload', source], options);
    const answer = (additionalContext: unknown) => ({
      host: 'claude',
      event: 'UserPromptSubmit',
      moment: 'prompt',
      answer: { hookSpecificOutput: { hookEventName: 'UserPromptSubmit', additionalContext } },
    });
    expect(await told('@payload.json')).toEqual(
      answer(expect.stringContaining('\nDeploy the payments service only Monday to Thursday.\n')),
    );
    expect(await told('-', { stdin: payload })).toEqual(answer('already loaded: deploy'));
    expect(await lab.json('dispatch --event PreCompact --json')).toEqual({
      host: 'claude',
      event: 'PreCompact',
      moment: 'pre-compact',
      answer: null,
    });
    const { sessions } = await lab.json<{ sessions: { session: string; root: string }[] }>('status --json');
    expect(sessions).toMatchObject([{ session: 'dispatch', root: lab.project }]);
  });

  it('knows the words of a host that has its own', async () => {
    lab.write('.engram/memories/deploy.md', 'Deploy the payments service only Monday to Thursday.\n');
    await lab.run('sync');
    const prompt = 'how do I deploy the payments service?';
    const { out } = await dispatch('cline-vscode', 'UserPromptSubmit', { userPromptSubmit: { prompt } });
    expect(JSON.parse(out)).toMatchObject({ contextModification: expect.stringContaining('Monday to Thursday') });
    const { code, err } = await dispatch('cline-vscode', 'PreToolUse', {});
    expect(code).toBe(65);
    expect(err).toMatch(/; a prompt of it looks like \{.*"taskId":"dispatch","workspaceRoots":\[".*"\]/);
  });

  it('ends the line on a terminal', async () => {
    lab.write('.engram/memories/deploy.md', 'Deploy only Monday to Thursday.\n');
    await lab.run('sync');
    expect((await dispatch('claude', 'SessionStart', {}, { tty: true })).out).toMatch(/^\{"hook.*\}\}\n$/);
    expect((await dispatch('claude', 'PreCompact', {}, { tty: true })).out).toBe('');
  });

  const CLAUDE =
    'SessionStart, UserPromptSubmit, PreCompact, InstructionsLoaded, PreToolUse, SubagentStart, PostCompact, Stop, SessionEnd';
  const CODEX = 'SessionStart, UserPromptSubmit, PreCompact, PreToolUse, SubagentStart, PostCompact, Stop, SessionEnd';
  const HOSTS = hosts.map(({ name }) => name).join(', ');
  const wrong: [line: string[], code: number, message: string][] = [
    [['--event', 'nope'], 64, `Claude Code has no event nope; known are ${CLAUDE}`],
    [
      ['--host', 'codex', '--event', 'InstructionsLoaded'],
      64,
      `Codex has no event InstructionsLoaded; known are ${CODEX}`,
    ],
    [['--host', 'cloude', '--event', 'Stop'], 64, `unknown host cloude (did you mean claude?); known are ${HOSTS}`],
    [[], 64, `--event is missing; say engram dispatch --host claude --event <name>, one of ${CLAUDE}`],
    [
      ['codex', 'PreCompact'],
      64,
      'codex PreCompact: dispatch takes options alone; say engram dispatch --host codex --event PreCompact',
    ],
    [
      ['--host', 'windsurf', '--event', 'pre_user_prompt'],
      65,
      'the payload of pre_user_prompt must have tool_info.user_prompt, as text that is not empty',
    ],
    [['--event', 'Stop', '--payload', '[]'], 65, '--payload holds no JSON object'],
    [['--event', 'Stop', '--payload', '-'], 65, 'stdin holds no JSON object (Unexpected end of JSON input)'],
    [
      ['--event', 'Stop', '--payload', '{"hook_event_name":"PreCompact"}'],
      65,
      `the payload is of the event "PreCompact", not of Stop; known are ${CLAUDE}`,
    ],
    [
      ['--event', 'Stop', '--payload', '{"session_id":7,"cwd":""}'],
      65,
      'the payload of Stop must have session_id and cwd, as text that is not empty',
    ],
    [
      ['--event', 'UserPromptSubmit'],
      65,
      'the payload of UserPromptSubmit must have prompt, as text that is not empty',
    ],
    [
      ['--event', 'PreToolUse', '--payload', '{"tool_name":null}'],
      65,
      'the payload of PreToolUse must have tool_name, as text that is not empty',
    ],
    [
      ['--event', 'InstructionsLoaded'],
      65,
      'the payload of InstructionsLoaded must have file_path, as text that is not empty',
    ],
  ];
  it.each(wrong)('says what is wrong with %j, and runs no hook', async (line, code, message) => {
    expect(await lab.run(['dispatch', ...line])).toEqual({ code, out: '', err: `engram: ${message}\n` });
    expect(fs.existsSync(lab.engram)).toBe(false);
  });

  it('says that there is no such file', async () => {
    expect(await lab.run('dispatch --event Stop --payload @none.json')).toEqual({
      code: 66,
      out: '',
      err: `engram: ${lab.project}/none.json cannot be read: no such file or folder\n`,
    });
  });

  it('is bypassed as the hook is', async () => {
    const done = await dispatch('claude', 'PreCompact', {}, { env: { ENGRAM_BYPASS: '1' } });
    expect(done).toEqual({ code: 0, out: '', err: '' });
    expect(fs.existsSync(lab.engram)).toBe(false);
  });
});
