import fs from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { key64 } from '../../src/text/hash.ts';
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
  lab.sync();
  return lab;
}

/** What the hook prints for an event, with the fields that every payload has. */
function say(lab: Lab, event: string, more: Record<string, unknown>, host = 'gemini'): Record<string, unknown> {
  const session = typeof more.session_id === 'string' ? more.session_id : 's';
  const out = lab.event(host, {
    session_id: session,
    transcript_path: '/home/dev/.gemini/tmp/project/chats/session-2026-11-30T12-00-00000000.jsonl',
    cwd: lab.project,
    hook_event_name: event,
    timestamp: new Date(lab.now).toISOString(),
    ...more,
  });
  return out as Record<string, unknown>;
}

function contextOf(out: Record<string, unknown>, event: string): string {
  const inner = out.hookSpecificOutput as Record<string, string> | undefined;
  if (!inner) {
    expect(out).toEqual({});
    return '';
  }
  expect(Object.keys(out)).toEqual(['hookSpecificOutput']);
  expect(Object.keys(inner)).toEqual(['hookEventName', 'additionalContext']);
  expect(inner.hookEventName).toBe(event);
  return inner.additionalContext!;
}

const start = (lab: Lab, source: string, session = 's') => say(lab, 'SessionStart', { source, session_id: session });
const ask = (lab: Lab, prompt: string, more = {}) =>
  contextOf(say(lab, 'BeforeAgent', { prompt, ...more }), 'BeforeAgent');
const touch = (lab: Lab, tool: string, file: string, more = {}) =>
  contextOf(
    say(lab, 'AfterTool', {
      tool_name: tool,
      tool_input: { file_path: file },
      tool_response: { llmContent: 'x', returnDisplay: '' },
      ...more,
    }),
    'AfterTool',
  );
const compress = (lab: Lab, trigger: string) => say(lab, 'PreCompress', { trigger });

describe('a session', () => {
  it('says nothing at its start, and with the first prompt what a start says beside what the prompt needs', () => {
    const lab = shop();
    expect(start(lab, 'startup')).toEqual({});
    const first = ask(lab, ASK_DEPLOY);
    expect(bodiesIn(first)).toEqual({ commits: RULE, deploy: DEPLOY });
    expect(cardsIn(first)).toEqual(['api']);
    expect(ask(lab, 'thanks')).toBe('');
    expect(ask(lab, ASK_DEPLOY)).toBe('already loaded: deploy');
  });

  it('is told in a frame without tags, which the client would show as entities', () => {
    const lab = shop();
    const context = ask(lab, ASK_DEPLOY);
    expect(context.startsWith('[engram memory begins]\n')).toBe(true);
    expect(context.match(/[<>]/g)).toBeNull();
  });

  it('is resumed with all that it had', () => {
    const lab = shop();
    start(lab, 'startup');
    ask(lab, ASK_DEPLOY);
    expect(start(lab, 'resume')).toEqual({});
    expect(ask(lab, ASK_DEPLOY)).toBe('already loaded: deploy');
    expect(ask(lab, 'thanks')).toBe('');
  });

  it('is another one once it is cleared: a new id, of which SessionStart says nothing', () => {
    const lab = shop();
    start(lab, 'startup');
    ask(lab, ASK_DEPLOY);
    expect(start(lab, 'clear', 'n')).toEqual({});
    expect(bodiesIn(ask(lab, ASK_DEPLOY, { session_id: 'n' }))).toEqual({ commits: RULE, deploy: DEPLOY });
  });

  it('hears the prompt behind what other hooks said at the start of a session, not that', () => {
    const lab = shop();
    ask(lab, 'thanks');
    expect(ask(lab, `<hook_context>${ASK_DEPLOY}</hook_context>\n\nthanks`)).toBe('');
    expect(bodiesIn(ask(lab, `<hook_context>thanks</hook_context>\n\n${ASK_DEPLOY}`))).toEqual({ deploy: DEPLOY });
  });

  it('takes the same prompt in two processes of one event for one, and at another time for another', () => {
    const lab = shop();
    const timestamp = '2026-11-30T12:00:01.000Z';
    expect(bodiesIn(ask(lab, ASK_DEPLOY, { timestamp }))).toHaveProperty('deploy');
    // The second began before the first had answered.
    lab.now -= 1500;
    expect(ask(lab, ASK_DEPLOY, { timestamp })).toBe('');
    lab.now -= 1500;
    expect(ask(lab, ASK_DEPLOY, { timestamp: '2026-11-30T12:00:01.001Z' })).toBe('already loaded: deploy');
  });
});

describe('a touched path', () => {
  it.each(['read_file', 'write_file', 'replace'])('E-41: %s brings what applies, once', (tool) => {
    const lab = shop();
    expect(bodiesIn(touch(lab, tool, path.join(lab.project, 'src/api/a.ts')))).toEqual({ api: API });
    expect(touch(lab, tool, path.join(lab.project, 'src/api/a.ts'))).toBe('');
    expect(touch(lab, tool, path.join(lab.project, 'README.md'))).toBe('');
  });

  it('E-41: is absolute, or relative to the folder that the client is in', () => {
    const lab = shop();
    const cwd = path.join(lab.project, 'src');
    expect(touch(lab, 'read_file', '../README.md', { cwd })).toBe('');
    expect(bodiesIn(touch(lab, 'write_file', 'api/new.ts', { cwd }))).toEqual({ api: API });
  });

  it('E-42: brings nothing to a tool whose name merely holds one of ours, and leaves no record', () => {
    const lab = shop();
    const out = say(lab, 'AfterTool', {
      tool_name: 'my_replace_all',
      tool_input: { file_path: path.join(lab.project, 'src/api/a.ts') },
      tool_response: { llmContent: 'x', returnDisplay: '' },
    });
    expect(JSON.stringify(out)).toBe('{}');
    expect(fs.existsSync(lab.places.sessions)).toBe(false);
    expect(lab.log()).toBe('');
  });

  it('brings nothing to a tool that failed, whose answer is dropped: the next one has it', () => {
    const lab = shop();
    const file = path.join(lab.project, 'src/api/a.ts');
    const failed = {
      llmContent: 'no',
      returnDisplay: 'no',
      error: { message: 'no such file', type: 'file_not_found' },
    };
    expect(touch(lab, 'read_file', file, { tool_response: failed })).toBe('');
    expect(bodiesIn(touch(lab, 'read_file', file))).toEqual({ api: API });
  });

  it('E-43: shares the delivered set with prompts, both ways', () => {
    const lab = shop();
    ask(lab, 'thanks');
    expect(bodiesIn(touch(lab, 'read_file', 'src/api/a.ts'))).toEqual({ api: API });
    expect(ask(lab, ASK_API)).toBe('already loaded: api');

    ask(lab, 'thanks', { session_id: 'other' });
    expect(bodiesIn(ask(lab, ASK_API, { session_id: 'other' }))).toEqual({ api: API });
    expect(touch(lab, 'read_file', 'src/api/a.ts', { session_id: 'other' })).toBe('');
  });
});

describe('a compression', () => {
  it('that a person asks for: the next prompt has the start, what it needs and what the last one needed', () => {
    const lab = shop();
    ask(lab, ASK_DEPLOY);
    touch(lab, 'read_file', 'src/api/a.ts');
    expect(compress(lab, 'manual')).toEqual({});
    // Without a terminal the command is a prompt too.
    expect(ask(lab, '/compress')).toBe('');
    const next = ask(lab, 'thanks');
    expect(bodiesIn(next)).toEqual({ commits: RULE, deploy: DEPLOY });
    expect(next).toContain('[engram rehydrate]');
    expect(bodiesIn(touch(lab, 'read_file', 'src/api/a.ts'))).toEqual({ api: API });
  });

  it('that the client says it may be about to make, before every request, resets nothing', () => {
    const lab = shop();
    ask(lab, ASK_DEPLOY);
    expect(
      lab.event('gemini', { session_id: 's', cwd: lab.project, hook_event_name: 'PreCompress', trigger: 'auto' }),
    ).toBe(undefined);
    expect(ask(lab, ASK_DEPLOY)).toBe('already loaded: deploy');
  });
});

it('answers in its own form where it runs a command that was linked for another: its variable and its payload tell', () => {
  const lab = shop();
  lab.env.GEMINI_SESSION_ID = 's';
  expect(bodiesIn(contextOf(say(lab, 'BeforeAgent', { prompt: ASK_DEPLOY }, 'claude'), 'BeforeAgent'))).toEqual({
    commits: RULE,
    deploy: DEPLOY,
  });
  expect(ask(lab, ASK_DEPLOY)).toBe('already loaded: deploy');
});

it('S-05: of a bypassed session every event is answered as one that there is nothing to say to', () => {
  const lab = shop();
  fs.mkdirSync(lab.places.bypass, { recursive: true });
  fs.writeFileSync(path.join(lab.places.bypass, key64('s')), 's\n');
  const events = ['SessionStart', 'BeforeAgent', 'AfterTool', 'PreCompress', 'AfterAgent', 'SessionEnd'];
  const more = { prompt: ASK_DEPLOY, source: 'startup', trigger: 'manual', reason: 'exit' };
  for (const event of events) expect([event, say(lab, event, more)]).toEqual([event, {}]);
  // A host that is told nothing where there is nothing to say.
  const claude = { session_id: 's', cwd: lab.project, hook_event_name: 'UserPromptSubmit', prompt: ASK_DEPLOY };
  expect(lab.event('claude', claude)).toBeUndefined();
  const other = say(lab, 'BeforeAgent', { ...more, session_id: 's2' });
  expect(bodiesIn(contextOf(other, 'BeforeAgent'))).toEqual({ commits: RULE, deploy: DEPLOY });
});
