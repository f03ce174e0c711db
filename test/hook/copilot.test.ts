import fs from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { copilot } from '../../hosts/copilot.ts';
import { sessionFile } from '../../src/session/log.ts';
import { recorded } from '../hosts/contract.ts';
import { bodiesIn, cardsIn, type Lab, newLab, removeLabs } from './lab.ts';

afterAll(removeLabs);

const API = 'Handlers in src/api return problem+json.';
const DEPLOY = 'Deploys to production go through the blue/green script.';
const RULE = 'Write commit messages in the imperative.';
const ASK_DEPLOY = 'how do deploys to production work?';
const ASK_API = 'what do handlers in src/api return? problem+json?';
const ALL = { api: API, deploy: DEPLOY, commits: RULE };

function shop(): Lab {
  const lab = newLab();
  lab.remember('api', `---\napplies_to: ["src/api/**"]\n---\n${API}\n`);
  lab.remember('deploy', DEPLOY);
  lab.remember('commits', `---\ntype: rule\nimportance: 0.9\n---\n${RULE}\n`);
  fs.mkdirSync(path.join(lab.project, 'src/api'), { recursive: true });
  fs.writeFileSync(path.join(lab.project, 'src/api/a.ts'), '');
  Object.assign(lab.env, { COPILOT_CLI: '1', COPILOT_PROJECT_DIR: lab.project, CLAUDE_PROJECT_DIR: lab.project });
  lab.sync();
  return lab;
}

interface Said {
  additionalContext: string;
  hookSpecificOutput: { hookEventName: string; additionalContext: string };
}

/** The context of an answer, which must stand there twice; '' for none. */
function contextOf(said: unknown, event: string): string {
  if (said === undefined) return '';
  const { additionalContext } = said as Said;
  expect(said).toEqual({ additionalContext, hookSpecificOutput: { hookEventName: event, additionalContext } });
  return additionalContext;
}

/** One event of the native file. Each has a stamp of its own unless it is given one. */
function say(lab: Lab, event: string, more: Record<string, unknown>): string {
  const payload = { sessionId: 's', timestamp: lab.now, cwd: lab.project, ...more };
  return contextOf(lab.event('copilot', payload, [event]), event);
}

/** The same as the entries of Claude Code's settings are told of it. */
function sayPascal(lab: Lab, event: string, { timestamp, ...more }: Record<string, unknown> & { timestamp: number }) {
  const common = { hook_event_name: event, session_id: 's', timestamp: new Date(timestamp).toISOString() };
  return contextOf(lab.event('claude', { ...common, cwd: lab.project, ...more }), event);
}

const start = (lab: Lab, source: string, more = {}) =>
  say(lab, 'sessionStart', { source, initialPrompt: 'x', ...more });
const ask = (lab: Lab, prompt: string, more = {}) => say(lab, 'userPromptSubmitted', { prompt, ...more });
const touch = (lab: Lab, toolName: string, toolArgs: unknown, more = {}) =>
  say(lab, 'postToolUse', { toolName, toolArgs, toolResult: { resultType: 'success' }, ...more });

describe('a session', () => {
  it('has its standing rules at the start, then what a prompt needs, once', () => {
    const lab = shop();
    const first = start(lab, 'new');
    expect(bodiesIn(first)).toEqual({ commits: RULE });
    expect(cardsIn(first).sort()).toEqual(['api', 'deploy']);
    expect(bodiesIn(ask(lab, ASK_DEPLOY))).toEqual({ deploy: DEPLOY });
    expect(ask(lab, ASK_DEPLOY)).toBe('already loaded: deploy');
    expect(ask(lab, 'thanks')).toBe('');
    expect(lab.log()).toBe('');
  });

  it('that is resumed has lost what its start said and nothing else', () => {
    const lab = shop();
    start(lab, 'new');
    ask(lab, ASK_DEPLOY);
    touch(lab, 'view', { path: path.join(lab.project, 'src/api/a.ts') });
    const again = start(lab, 'resume');
    expect(bodiesIn(again)).toEqual({ commits: RULE });
    expect(cardsIn(again)).toEqual([]);
    expect(ask(lab, ASK_DEPLOY)).toBe('already loaded: deploy');
    expect(ask(lab, ASK_API)).toBe('already loaded: api');
    expect(bodiesIn(start(lab, 'resume'))).toEqual({ commits: RULE });
  });

  it('that is resumed without a memory that its start had whole is sent it by the next prompt', () => {
    const lab = shop();
    start(lab, 'new');
    lab.config('read: manual\n');
    lab.sync();
    expect(start(lab, 'resume')).toBe('');
    lab.config('read: auto\n');
    lab.sync();
    expect(bodiesIn(ask(lab, 'how do I write commit messages?'))).toEqual({ commits: RULE });
  });

  it('is not told again at its start what a prompt that ran beside it has been answered', () => {
    const lab = shop();
    expect(bodiesIn(ask(lab, 'how do I write commit messages?'))).toEqual({ commits: RULE });
    const late = start(lab, 'new');
    expect(bodiesIn(late)).toEqual({});
    expect(cardsIn(late).sort()).toEqual(['api', 'deploy']);
    expect(ask(lab, 'how do I write commit messages?')).toBe('already loaded: commits');
  });

  it.each(['manual', 'auto'])('that is compacted (%s) is sent again what its next prompt needs', (trigger) => {
    const lab = shop();
    start(lab, 'new');
    ask(lab, ASK_DEPLOY);
    expect(say(lab, 'preCompact', { trigger, customInstructions: '' })).toBe('');
    const back = ask(lab, 'thanks');
    expect(bodiesIn(back)).toEqual({ deploy: DEPLOY });
    expect(back).toContain('[engram rehydrate]');
    expect(ask(lab, ASK_DEPLOY)).toBe('already loaded: deploy');
  });
});

describe('a touched path', () => {
  it.each([
    ['view', (file: string) => ({ path: file })],
    ['edit', (file: string) => ({ path: file, old_str: 'x', new_str: 'y' })],
    ['create', (file: string) => ({ path: file, file_text: '' })],
    ['apply_patch', () => '*** Begin Patch\n*** Update File: src/api/a.ts\n@@\n-x\n+y\n*** End Patch\n'],
  ])('%s brings what applies, once', (tool, args) => {
    const lab = shop();
    const file = path.join(lab.project, 'src/api/a.ts');
    expect(bodiesIn(touch(lab, tool, args(file)))).toEqual({ api: API });
    expect(touch(lab, tool, args(file))).toBe('');
    expect(ask(lab, ASK_API)).toBe('already loaded: api');
  });

  it('E-42: brings nothing to other tools, and leaves no record', () => {
    const lab = shop();
    expect(touch(lab, 'bash', { command: 'cat src/api/a.ts', path: 'src/api/a.ts' })).toBe('');
    expect(fs.existsSync(lab.places.sessions)).toBe(false);
    expect(lab.log()).toBe('');
  });

  it('stays below what the host takes of it, where prompts may have more', () => {
    const lab = newLab();
    Object.assign(lab.env, { COPILOT_CLI: '1', COPILOT_PROJECT_DIR: lab.project });
    lab.config('load:\n  max_tokens: 16000\n');
    for (const id of ['one', 'two', 'three']) {
      const front = `applies_to: ["src/api/**"]\nsummary: payments deploy ${id}`;
      lab.remember(id, `---\n${front}\n---\n${id} ${'payments deploy '.repeat(375)}`);
    }
    lab.sync();
    const lengthOf = (context: string) => [Object.keys(bodiesIn(context)).length, context.length] as const;
    const [whole, length] = lengthOf(touch(lab, 'view', { path: 'src/api/a.ts' }));
    expect(whole).toBe(1);
    expect(length).toBeLessThanOrEqual(copilot.pathCap!.limit);
    const [all, more] = lengthOf(ask(lab, 'payments deploy', { sessionId: 'other' }));
    expect(all).toBe(3);
    expect(more).toBeGreaterThan(18_000);
  });
});

describe('a subagent', () => {
  const PARENT = { sessionId: 's', agentId: 'a1', parentAgentId: 's' };
  const WITHIN = { sessionId: 'a1', agentId: 'a1', parentAgentId: 's' };

  it('E-49 E-50: starts with what the parent’s last prompt routed; its task, behind that, routes by its own words', () => {
    const lab = shop();
    ask(lab, ASK_DEPLOY);
    const first = say(lab, 'subagentStart', { ...PARENT, agentType: 'explore', agentName: 'explore' });
    expect(bodiesIn(first)).toEqual({ deploy: DEPLOY });
    expect(ask(lab, `${first}\n\nthanks`, WITHIN)).toBe('');
    expect(bodiesIn(ask(lab, `${first}\n\n${ASK_API}`, WITHIN))).toEqual({ api: API });
    expect(touch(lab, 'view', { path: 'src/api/a.ts' }, WITHIN)).toBe('');
    // The parent has a record of its own.
    expect(bodiesIn(touch(lab, 'view', { path: 'src/api/a.ts' }))).toEqual({ api: API });
    expect(ask(lab, ASK_DEPLOY)).toBe('already loaded: deploy');
  });
});

describe('one event of several hooks, one after another', () => {
  it.each([
    ['native, then Claude Code’s', say, sayPascal],
    ['Claude Code’s, then native', sayPascal, say],
    ['of the user, then of the project', say, say],
  ] as const)('is answered by the first: %s', (_, first, second) => {
    const lab = shop();
    const names = {
      start: { camel: 'sessionStart', pascal: 'SessionStart' },
      prompt: { camel: 'userPromptSubmitted', pascal: 'UserPromptSubmit' },
    };
    const nameFor = (by: typeof say | typeof sayPascal, event: keyof typeof names) =>
      names[event][by === sayPascal ? 'pascal' : 'camel'];
    const both = (event: keyof typeof names, more: Record<string, unknown>) => {
      const same = { timestamp: lab.now, ...more };
      return [first(lab, nameFor(first, event), same), second(lab, nameFor(second, event), same)] as const;
    };

    const [begun, again] = both('start', { source: 'new' });
    expect([bodiesIn(begun), again]).toEqual([{ commits: RULE }, '']);
    const [asked, nothing] = both('prompt', { prompt: ASK_DEPLOY });
    expect([bodiesIn(asked), nothing]).toEqual([{ deploy: DEPLOY }, '']);
    // The same words later are another event.
    expect(both('prompt', { prompt: ASK_DEPLOY })).toEqual(['already loaded: deploy', '']);
    const [resumed, twice] = both('start', { source: 'resume' });
    expect([bodiesIn(resumed), twice]).toEqual([{ commits: RULE }, '']);
    expect(lab.log()).toBe('');
  });

  it('is answered by the first in `always` too', () => {
    const lab = shop();
    lab.config('read: always\n');
    lab.sync();
    const same = { timestamp: lab.now, prompt: ASK_DEPLOY };
    expect(bodiesIn(ask(lab, ASK_DEPLOY, same))).toEqual({ deploy: DEPLOY });
    expect(sayPascal(lab, 'UserPromptSubmit', same)).toBe('');
    expect(bodiesIn(ask(lab, ASK_DEPLOY))).toEqual({ deploy: DEPLOY });
  });

  it('A-17: is one compaction, and two events are two', () => {
    const lab = shop();
    ask(lab, ASK_DEPLOY);
    const record = sessionFile(lab.places.sessions, { host: 'copilot', root: lab.project, session: 's' });
    const resets = () => fs.readFileSync(record, 'utf8').match(/^r /gm)?.length;
    const compact = () => {
      const same = { timestamp: lab.now, trigger: 'auto' };
      expect([say(lab, 'preCompact', same), sayPascal(lab, 'PreCompact', same)]).toEqual(['', '']);
    };
    compact();
    expect(resets()).toBe(1);
    compact();
    expect(resets()).toBe(2);
    expect(bodiesIn(ask(lab, ASK_DEPLOY))).toEqual({ deploy: DEPLOY });
  });

  it('by the recorded payloads of one tool call', () => {
    const lab = shop();
    const payload = (folder: string, name: string) => ({
      ...recorded(folder).find((fixture) => fixture.name === name)!.payload,
      cwd: lab.project,
    });
    const file = { path: path.join(lab.project, 'src/api/a.ts') };
    const native = { ...payload('copilot', 'postToolUse.camel.json'), toolName: 'view', toolArgs: file };
    const claudes = { ...payload('copilot-pascal', 'PostToolUse.pascal.json'), tool_name: 'Read', tool_input: file };
    expect(bodiesIn(contextOf(lab.event('copilot', native, ['postToolUse']), 'postToolUse'))).toEqual({ api: API });
    expect(lab.event('claude', claudes)).toBeUndefined();
  });
});

describe('VS Code', () => {
  const vscode = (lab: Lab, event: string, more: Record<string, unknown>, native: string) => {
    const common = { sessionId: 's', timestamp: new Date(lab.now).toISOString(), cwd: lab.project };
    const payload = { ...common, hookEventName: event, transcript_path: '/home/dev/transcript.json', ...more };
    return contextOf(lab.event('copilot', payload, [native]), event);
  };

  it('is answered by its own names, from the same file', () => {
    const lab = shop();
    for (const name of ['COPILOT_CLI', 'COPILOT_PROJECT_DIR', 'CLAUDE_PROJECT_DIR']) delete lab.env[name];
    const sent = {
      ...bodiesIn(vscode(lab, 'SessionStart', { source: 'new' }, 'sessionStart')),
      ...bodiesIn(vscode(lab, 'UserPromptSubmit', { prompt: ASK_DEPLOY }, 'userPromptSubmitted')),
      ...bodiesIn(
        vscode(lab, 'PostToolUse', { tool_name: 'editFiles', tool_input: { files: ['src/api/a.ts'] } }, 'postToolUse'),
      ),
    };
    expect(sent).toEqual(ALL);
    expect(vscode(lab, 'UserPromptSubmit', { prompt: ASK_DEPLOY }, 'userPromptSubmitted')).toBe(
      'already loaded: deploy',
    );
  });
});

it('a Claude Code that was started from its shell stays Claude Code', () => {
  const lab = shop();
  const out = lab.event('claude', {
    session_id: 's',
    transcript_path: '/home/dev/.claude/projects/-home-dev-project/s.jsonl',
    cwd: lab.project,
    hook_event_name: 'UserPromptSubmit',
    prompt: ASK_DEPLOY,
  }) as Said;
  expect(Object.keys(out)).toEqual(['hookSpecificOutput']);
  expect(bodiesIn(out.hookSpecificOutput.additionalContext)).toEqual({ deploy: DEPLOY });
  // Another session of another host.
  expect(bodiesIn(ask(lab, ASK_DEPLOY))).toEqual({ deploy: DEPLOY });
});
