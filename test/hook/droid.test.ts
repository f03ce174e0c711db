import fs from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { bodiesIn, cardsIn, type Lab, newLab, removeLabs } from './lab.ts';

afterAll(removeLabs);

const API = 'Handlers in src/api return problem+json.';
const DEPLOY = 'Deploys to production go through the blue/green script.';
const RULE = 'Write commit messages in the imperative.';
const ASK_DEPLOY = 'how do deploys to production work?';

function shop(): Lab {
  const lab = newLab();
  lab.remember('api', `---\napplies_to: ["src/api/**"]\n---\n${API}\n`);
  lab.remember('deploy', DEPLOY);
  lab.remember('commits', `---\ntype: rule\nimportance: 0.9\n---\n${RULE}\n`);
  fs.mkdirSync(path.join(lab.project, 'src/api'), { recursive: true });
  fs.writeFileSync(path.join(lab.project, 'src/api/a.ts'), '');
  for (const name of ['DROID_PROJECT_DIR', 'FACTORY_PROJECT_DIR', 'CLAUDE_PROJECT_DIR']) lab.env[name] = lab.project;
  lab.sync();
  return lab;
}

function say(lab: Lab, event: string, more: Record<string, unknown>, host = 'droid'): string {
  const out = lab.event(host, {
    session_id: 's',
    transcript_path: '/home/dev/.factory/sessions/-home-dev-project/s.jsonl',
    cwd: lab.project,
    permission_mode: 'auto-high',
    hook_event_name: event,
    ...more,
  }) as { hookSpecificOutput: Record<string, string> } | undefined;
  if (!out) return '';
  const { additionalContext } = out.hookSpecificOutput;
  expect(out).toEqual({ hookSpecificOutput: { hookEventName: event, additionalContext } });
  return additionalContext!;
}

const start = (lab: Lab, source: string) => say(lab, 'SessionStart', { source });
const ask = (lab: Lab, prompt: string) => say(lab, 'UserPromptSubmit', { prompt });
const touch = (lab: Lab, tool: string, input: Record<string, unknown>) =>
  say(lab, 'PostToolUse', { tool_name: tool, tool_input: input, tool_response: 'x' });

describe('a session', () => {
  it('without prompts, as in `droid exec`, has its rules and what touched files bring, once', () => {
    const lab = shop();
    const first = start(lab, 'startup');
    expect(bodiesIn(first)).toEqual({ commits: RULE });
    expect(cardsIn(first).sort()).toEqual(['api', 'deploy']);
    const file = path.join(lab.project, 'src/api/a.ts');
    expect(bodiesIn(touch(lab, 'Read', { file_path: file }))).toEqual({ api: API });
    expect(touch(lab, 'Edit', { file_path: file, old_str: '', new_str: 'x' })).toBe('');
    expect(touch(lab, 'Execute', { command: 'cat src/api/a.ts' })).toBe('');
  });

  it('shares what was sent with prompts, where there are some', () => {
    const lab = shop();
    start(lab, 'startup');
    expect(bodiesIn(ask(lab, ASK_DEPLOY))).toEqual({ deploy: DEPLOY });
    expect(ask(lab, ASK_DEPLOY)).toBe('already loaded: deploy');
    expect(bodiesIn(touch(lab, 'Create', { file_path: 'src/api/b.ts', content: '' }))).toEqual({ api: API });
    expect(ask(lab, 'what do handlers in src/api return? problem+json?')).toBe('already loaded: api');
  });

  it('that is resumed has lost all of it', () => {
    const lab = shop();
    const first = start(lab, 'startup');
    touch(lab, 'Read', { file_path: 'src/api/a.ts' });
    ask(lab, ASK_DEPLOY);
    expect(start(lab, 'resume')).toBe(first);
    expect(bodiesIn(touch(lab, 'Read', { file_path: 'src/api/a.ts' }))).toEqual({ api: API });
    expect(bodiesIn(ask(lab, ASK_DEPLOY))).toEqual({ deploy: DEPLOY });
  });

  it('that is compacted is sent again what its next prompt needs', () => {
    const lab = shop();
    start(lab, 'startup');
    ask(lab, ASK_DEPLOY);
    expect(say(lab, 'PreCompact', { trigger: 'auto' })).toBe('');
    const back = ask(lab, 'thanks');
    expect(bodiesIn(back)).toEqual({ deploy: DEPLOY });
    expect(back).toContain('[engram rehydrate]');
  });
});

it.each(['', 'claude', 'codex'])('is told by its variable and its payload where the command says "%s"', (host) => {
  const lab = shop();
  expect(bodiesIn(say(lab, 'UserPromptSubmit', { prompt: ASK_DEPLOY }, host))).toEqual({ deploy: DEPLOY });
  expect(ask(lab, ASK_DEPLOY)).toBe('already loaded: deploy');
  expect(lab.log()).toBe('');
});

it('a start that two hooks tell of, one after the other, is one', () => {
  const lab = newLab();
  lab.remember('commits', '---\ntype: rule\nimportance: 0.9\n---\nSign every commit.\n');
  lab.sync();
  const start = (event: string) =>
    lab.context('droid', {
      session_id: 's',
      cwd: lab.project,
      hook_event_name: 'SessionStart',
      source: 'startup',
      CLAUDE_ENV_FILE: `/tmp/droid-env-s-${event}.sh`,
    });
  const [one, two] = ['716657b6-c8de-493c-bdcf-e7e47c4b11bc', '816657b6-c8de-493c-bdcf-e7e47c4b11bc'];
  expect(start(one)).toContain('Sign every commit.');
  expect(start(one)).toBe('');
  expect(start(two)).toContain('Sign every commit.');
});
