// Hosts that run what was linked for another, and one that does not say where it runs: by the installed commands.
import fs from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { newProcessLab, type ProcessLab, removeLabs } from './lab.ts';

afterAll(removeLabs);

const BODY = 'The staging database is db7.';
const prompt = 'where is the staging database?';
const staging = () => newProcessLab({ staging: BODY });

const cases = [
  {
    host: 'cursor',
    env: ({ project }: ProcessLab) => ({ CURSOR_VERSION: '3.22.12', CURSOR_PROJECT_DIR: project }),
    payload: ({ project }: ProcessLab) => ({
      conversation_id: 'c',
      generation_id: 'g',
      hook_event_name: 'beforeSubmitPrompt',
      cursor_version: '3.22.12',
      workspace_roots: [project],
      prompt,
    }),
    context: (answer: { additional_context?: string }) => answer.additional_context,
    nothing: '{}',
  },
  {
    host: 'devin',
    env: ({ project }: ProcessLab) => ({ DEVIN_PROJECT_DIR: project }),
    payload: () => ({ session_id: 's', prompt_id: 'p', hook_event_name: 'UserPromptSubmit', prompt }),
    context: (answer: { hookSpecificOutput?: { additionalContext: string } }) =>
      answer.hookSpecificOutput?.additionalContext,
    nothing: '',
  },
];

describe.each(cases)('$host', ({ host, env, payload, context, nothing }) => {
  it('answers in its own shape what was linked for Claude Code', () => {
    const lab = staging();
    const ran = lab.run('claude', payload(lab), { env: { ...env(lab), CLAUDE_PROJECT_DIR: lab.project } });
    expect([ran.code, ran.stderr]).toEqual([0, '']);
    expect(context(JSON.parse(ran.stdout))).toContain(BODY);
    expect(Object.keys(JSON.parse(ran.stdout))).toHaveLength(1);
    expect(lab.log()).toEqual([]);
  });

  it('is sent a memory once where it runs both at the same time', async () => {
    const lab = staging();
    const options = { env: { ...env(lab), CLAUDE_PROJECT_DIR: lab.project } };
    const ran = await Promise.all([host, 'claude'].map((linked) => lab.start(linked, payload(lab), options)));
    const contexts = ran.map(({ stdout }) => (stdout === nothing ? '' : context(JSON.parse(stdout))));
    expect(contexts.filter((it) => it?.includes(BODY))).toHaveLength(1);
    // The other says nothing, or, where a busy machine has started it late, that the memory is there.
    expect(['', 'already loaded: staging']).toContain(contexts.find((it) => !it?.includes(BODY)));
    expect(ran.map(({ code }) => code)).toEqual([0, 0]);
    expect(lab.log()).toEqual([]);
  });
});

describe('windsurf', () => {
  it.each([
    ['no PWD', undefined],
    ['the PWD of another process', '/'],
    ['a PWD that is not there', '/nowhere'],
  ])('has the index of the folder checked in which its hook runs, with %s', (_, PWD) => {
    const lab = staging();
    const old = new Date(Date.now() - 600_000);
    fs.utimesSync(lab.indexFile, old, old);
    const payload = {
      agent_action_name: 'pre_user_prompt',
      trajectory_id: 't',
      execution_id: 'e',
      tool_info: { user_prompt: prompt },
    };
    const { code, stdout, stderr } = lab.run('windsurf', payload, { env: { PWD } });
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '', stderr: '' });
    lab.quiet();
    expect(fs.statSync(lab.indexFile).mtimeMs).toBeGreaterThan(old.getTime() + 1000);
    expect(lab.log()).toEqual([]);
  });
});
