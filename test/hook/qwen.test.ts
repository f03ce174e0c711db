import fs from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { bodiesIn, cardsIn, type Lab, newLab, removeLabs } from './lab.ts';

afterAll(removeLabs);

const API = 'Handlers in src/api return problem+json.';
const DEPLOY = 'Deploys to production go through the blue/green script.';
const RULE = 'Write commit messages in the imperative.';
const ASK_DEPLOY = 'how do deploys to production work?';
const ASK_API = 'what do handlers in src/api return? problem+json?';

function shop(): Lab {
  const lab = newLab();
  lab.remember('api', `---\napplies_to: ["src/api/**"]\n---\n${API}\n`);
  lab.remember('deploy', DEPLOY);
  lab.remember('commits', `---\ntype: rule\nimportance: 0.9\n---\n${RULE}\n`);
  fs.mkdirSync(path.join(lab.project, 'src/api'), { recursive: true });
  fs.writeFileSync(path.join(lab.project, 'src/api/a.ts'), '');
  for (const name of ['QWEN_PROJECT_DIR', 'GEMINI_PROJECT_DIR', 'CLAUDE_PROJECT_DIR']) lab.env[name] = lab.project;
  lab.sync();
  return lab;
}

function say(lab: Lab, event: string, more: Record<string, unknown>, host = 'qwen'): string {
  const out = lab.event(host, {
    session_id: 's',
    transcript_path: '/home/dev/.qwen/projects/-home-dev-project/chats/s.jsonl',
    cwd: lab.project,
    hook_event_name: event,
    timestamp: new Date(lab.now).toISOString(),
    permission_mode: 'default',
    ...more,
  }) as { hookSpecificOutput: Record<string, string> } | undefined;
  if (!out) return '';
  expect(Object.keys(out)).toEqual(['hookSpecificOutput']);
  expect(Object.keys(out.hookSpecificOutput)).toEqual(['hookEventName', 'additionalContext']);
  expect(out.hookSpecificOutput.hookEventName).toBe(event);
  return out.hookSpecificOutput.additionalContext!;
}

let prompts = 0;
let calls = 0;
const start = (lab: Lab, source: string) => say(lab, 'SessionStart', { source, model: 'm' });
const ask = (lab: Lab, prompt: string, more = {}) =>
  say(lab, 'UserPromptSubmit', { prompt, submitted_prompt: prompt, prompt_id: `s########${++prompts}`, ...more });
const touch = (lab: Lab, tool: string, file: string, more = {}) =>
  say(lab, 'PostToolUse', {
    tool_name: tool,
    tool_input: { file_path: file },
    tool_response: { llmContent: 'x', returnDisplay: '' },
    tool_use_id: `toolu_${++calls}`,
    ...more,
  });

describe('a session', () => {
  it('has its standing rules at the start, then what a prompt needs, once', () => {
    const lab = shop();
    const first = start(lab, 'startup');
    expect(bodiesIn(first)).toEqual({ commits: RULE });
    expect(cardsIn(first).sort()).toEqual(['api', 'deploy']);
    expect(bodiesIn(ask(lab, ASK_DEPLOY))).toEqual({ deploy: DEPLOY });
    expect(ask(lab, ASK_DEPLOY)).toBe('already loaded: deploy');
    expect(ask(lab, 'thanks')).toBe('');
  });

  it('is told in a frame without tags, which the client would show as entities', () => {
    const lab = shop();
    for (const context of [start(lab, 'startup'), ask(lab, ASK_DEPLOY)]) {
      expect(context.startsWith('[engram memory begins]\n')).toBe(true);
      expect(context.match(/[<>]/g)).toBeNull();
    }
  });

  it('hears nothing in the empty prompt with which the client goes on after a tool', () => {
    const lab = shop();
    start(lab, 'startup');
    expect(say(lab, 'UserPromptSubmit', { prompt: '', prompt_id: 's########0' })).toBe('');
    expect(bodiesIn(ask(lab, ASK_DEPLOY))).toEqual({ deploy: DEPLOY });
  });

  it('that is resumed has lost what its start said, which is said again, and has what prompts were sent', () => {
    const lab = shop();
    start(lab, 'startup');
    ask(lab, ASK_DEPLOY);
    expect(bodiesIn(start(lab, 'resume'))).toEqual({ commits: RULE });
    expect(ask(lab, ASK_DEPLOY)).toBe('already loaded: deploy');
  });

  it('that is compacted has its rules and what the last prompt needed again, in one answer that takes the place of the first', () => {
    const lab = shop();
    start(lab, 'startup');
    ask(lab, ASK_DEPLOY);
    const again = start(lab, 'compact');
    expect(bodiesIn(again)).toEqual({ commits: RULE, deploy: DEPLOY });
    expect(again).toContain('[engram rehydrate]');
    expect(ask(lab, ASK_DEPLOY)).toBe('already loaded: deploy');
  });
});

describe('a touched path', () => {
  it.each(['read_file', 'write_file', 'edit'])('%s brings what applies, once', (tool) => {
    const lab = shop();
    expect(bodiesIn(touch(lab, tool, path.join(lab.project, 'src/api/a.ts')))).toEqual({ api: API });
    expect(touch(lab, tool, path.join(lab.project, 'src/api/a.ts'))).toBe('');
    expect(touch(lab, tool, path.join(lab.project, 'README.md'))).toBe('');
  });

  it('E-42: brings nothing to a tool whose name merely holds one of ours, and leaves no record', () => {
    const lab = shop();
    expect(touch(lab, 'my_edit_all', 'src/api/a.ts')).toBe('');
    expect(fs.existsSync(lab.places.sessions)).toBe(false);
    expect(lab.log()).toBe('');
  });

  it('shares the delivered set with prompts, both ways', () => {
    const lab = shop();
    expect(bodiesIn(touch(lab, 'edit', 'src/api/a.ts'))).toEqual({ api: API });
    expect(ask(lab, ASK_API)).toBe('already loaded: api');
    expect(bodiesIn(ask(lab, ASK_API, { session_id: 'other' }))).toEqual({ api: API });
    expect(touch(lab, 'edit', 'src/api/a.ts', { session_id: 'other' })).toBe('');
  });

  it("is a subagent's own where it carries its id", () => {
    const lab = shop();
    expect(bodiesIn(touch(lab, 'edit', 'src/api/a.ts', { agent_id: 'a1' }))).toEqual({ api: API });
    expect(bodiesIn(touch(lab, 'edit', 'src/api/a.ts'))).toEqual({ api: API });
  });
});

it.each(['', 'claude', 'gemini'])('is told by its variable and its payload where the command says "%s"', (host) => {
  const lab = shop();
  expect(bodiesIn(say(lab, 'UserPromptSubmit', { prompt: ASK_DEPLOY, prompt_id: 'p' }, host))).toEqual({
    deploy: DEPLOY,
  });
  expect(ask(lab, ASK_DEPLOY)).toBe('already loaded: deploy');
});
