import { describe, expect, it } from 'vitest';
import { copilot } from '../../hosts/copilot.ts';
import { findHost, known, tellHost } from '../../hosts/index.ts';
import { hostOf } from '../../hosts/known.ts';
import { keysOf, recorded, testHost } from './contract.ts';

const EVENTS = ['sessionStart', 'userPromptSubmitted', 'postToolUse', 'subagentStart', 'preCompact'];
/** What the client sets for its hooks. */
const ENV = {
  COPILOT_CLI: '1',
  COPILOT_PROJECT_DIR: '/home/dev/project',
  CLAUDE_PROJECT_DIR: '/home/dev/project',
};
const KEYS = ['additionalContext', 'hookSpecificOutput', 'hookEventName'];

testHost(copilot, {
  hostLimit: undefined,
  keys: KEYS,
  events: { native: EVENTS, hook: EVENTS },
  env: ENV,
  told: ({ sessionId, cwd, agentId }) => ({ session: sessionId, cwd, agent: agentId }),
  // The variable stands in for the folder.
  needs: ['sessionId', 'hook_event_name'],
});

const from = (folder: string, name: string) => recorded(folder).find((fixture) => fixture.name === name)!.payload;
const camel = (name: string) => from('copilot', name);
const pascal = (name: string) => from('copilot-pascal', name);
const vscode = (name: string) => from('vscode', name);
/** As the lane gives it: the command line's name of the event is added where the payload has no member of that name. */
const vscodeAs = (name: string, event: string) => ({ ...vscode(name), hook_event_name: event });

describe('copilot: its file', () => {
  it('E-10: holds its version and one entry an event, each with seconds and the event in its command', () => {
    const { format } = copilot.settings;
    const text =
      format.kind === 'own' ? format.write(({ event }) => `engram hook copilot ${event}`, copilot.events) : '';
    expect(text.endsWith('}\n')).toBe(true);
    expect(JSON.parse(text)).toEqual({
      version: 1,
      hooks: Object.fromEntries(
        EVENTS.map((event) => [
          event,
          [
            {
              type: 'command',
              ...(event === 'postToolUse' ? { matcher: copilot.events[2]!.matcher } : {}),
              bash: `engram hook copilot ${event}`,
              timeoutSec: 10,
            },
          ],
        ]),
      ),
    });
    expect(copilot.settings.namesEvent).toBe(true);
  });

  it('hears of the tools that touch files and of no others: the client matches the whole name', () => {
    const matcher = new RegExp(`^(?:${copilot.events[2]!.matcher})$`);
    expect(['view', 'create', 'edit', 'apply_patch', 'read_file'].every((tool) => matcher.test(tool))).toBe(true);
    expect(['bash', 'vie', 'viewer', 'grep', 'task'].some((tool) => matcher.test(tool))).toBe(false);
  });

  it('lies where COPILOT_HOME says', () => {
    expect(copilot.settings.path.project?.('/p', {})).toBe('/p/.github/hooks/engram.json');
    expect(copilot.settings.path.user?.('/home/dev', {})).toBe('/home/dev/.copilot/hooks/engram.json');
    expect(copilot.settings.path.user?.('/home/dev', { COPILOT_HOME: '/etc/c' })).toBe('/etc/c/hooks/engram.json');
    expect(copilot.settings.path).not.toHaveProperty('local');
  });

  it('keeps what a path brings below 10,240 characters, with room for other hooks', () => {
    expect(copilot.pathCap).toEqual({ limit: 9500, unit: 'utf16' });
  });
});

describe('copilot: one event, by either of its names', () => {
  const PAIRS = [
    ['PostToolUse.pascal.json', 'postToolUse.camel.json', { tool: 'Bash' }],
    ['SubagentStart.pascal.json', 'subagentStart.camel.json', {}],
  ] as const;

  it.each(PAIRS)('%s is what %s is', (one, other, more) => {
    const [snake, own] = [copilot.parse(pascal(one), ENV), copilot.parse(camel(other), ENV)];
    expect(own?.stamp).toMatch(/^\d{13}$/);
    expect(snake).toEqual({ ...own, ...more, event: one.slice(0, one.indexOf('.')) });
  });

  it('as Claude Code’s settings are served', () => {
    const session = '00000000-0000-4000-8000-000000000004';
    const base = { host: 'copilot', session, cwd: '/home/dev/project', root: '/home/dev/project' };
    expect(copilot.parse(pascal('SessionStart.from-claude-settings-new.json'), ENV)).toEqual({
      ...base,
      kind: 'session-start',
      event: 'SessionStart',
      source: 'startup',
      stamp: String(Date.UTC(2026, 10, 30, 6, 59, 20, 911)),
    });
    expect(copilot.parse(pascal('UserPromptSubmit.from-claude-settings.json'), ENV)).toEqual({
      ...base,
      kind: 'prompt',
      event: 'UserPromptSubmit',
      prompt: 'why does the deploy script fail?',
      stamp: String(Date.UTC(2026, 10, 30, 6, 59, 21, 112)),
    });
  });

  it('and brings nothing before a tool, where Claude Code’s settings have that', () => {
    const read = { ...pascal('PreToolUse.pascal.json'), tool_name: 'Read', tool_input: { path: 'src/a.ts' } };
    expect(copilot.parse(read, ENV)).toMatchObject({ kind: 'path', tool: 'Read', paths: [] });
    expect(copilot.parse(camel('preToolUse.camel.json'), ENV)).toBeUndefined();
  });

  it('of VS Code, whose name of it is answered with', () => {
    const start = copilot.parse(vscodeAs('SessionStart.documented.json', 'sessionStart'), {});
    expect(start).toEqual({
      kind: 'session-start',
      host: 'copilot',
      event: 'SessionStart',
      session: 'session-identifier',
      cwd: '/home/dev/project',
      root: '/home/dev/project',
      source: 'startup',
      stamp: String(Date.UTC(2026, 1, 9, 10, 30)),
    });
    expect(copilot.format({ context: 'x' }, start!)).toEqual({
      additionalContext: 'x',
      hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: 'x' },
    });
    expect(copilot.parse(vscodeAs('UserPromptSubmit.documented.json', 'userPromptSubmitted'), {})).toMatchObject({
      kind: 'prompt',
      event: 'UserPromptSubmit',
      prompt: 'why does the deploy script fail?',
    });
    expect(copilot.parse(vscodeAs('PostToolUse.documented.json', 'postToolUse'), {})).toMatchObject({
      kind: 'path',
      event: 'PostToolUse',
      tool: 'editFiles',
      paths: ['src/main.ts'],
      call: 'tool-123',
    });
  });

  it('answers nothing that decides, by either name', () => {
    for (const { payload } of [...recorded('copilot-pascal'), ...recorded('vscode')]) {
      const moment = copilot.parse(payload, ENV);
      if (moment) expect(keysOf(copilot.format({ context: 'x' }, moment))).toEqual([...KEYS, 'additionalContext']);
    }
  });
});

describe('copilot: what stands in a payload', () => {
  it('tells a resumed session; a new one is a start', () => {
    expect(copilot.parse(camel('sessionStart.camel-resume.json'), ENV)).toMatchObject({ source: 'resume' });
    for (const source of ['new', 'startup', 'later']) {
      const start = { ...camel('sessionStart.camel-new.json'), source };
      expect(copilot.parse(start, ENV)).toMatchObject({ source: 'startup' });
    }
  });

  it('takes the project from its variable, but not from one that VS Code has inherited', () => {
    const deep = { cwd: '/home/dev/project/deep' };
    const prompt = { ...camel('userPromptSubmitted.camel.json'), ...deep };
    expect(copilot.parse(prompt, ENV)).toMatchObject({ root: '/home/dev/project', ...deep });
    expect(copilot.parse(prompt, {})).toMatchObject({ root: deep.cwd, ...deep });
    expect(copilot.parse({ ...prompt, cwd: undefined }, {})).toBeUndefined();
    const code = { ...vscode('UserPromptSubmit.documented.json'), cwd: '/home/dev/other' };
    expect(copilot.parse(code, ENV)).toMatchObject({ root: '/home/dev/other' });
    expect(copilot.parse({ ...code, cwd: undefined }, ENV)).toBeUndefined();
  });

  it('takes a time that is none for no stamp', () => {
    const prompt = camel('userPromptSubmitted.camel.json');
    for (const timestamp of [undefined, null, '', 'soon', 1.5, Number.NaN, {}, []]) {
      expect(copilot.parse({ ...prompt, timestamp }, ENV)).not.toHaveProperty('stamp');
    }
  });

  const project = '/home/dev/project';
  const PATCH = '*** Begin Patch\n*** Update File: src/a.ts\n@@\n-x\n+y\n*** Add File: b.ts\n+z\n*** End Patch\n';
  it.each<[string, unknown, string[]]>([
    ['view', { path: `${project}/src/a.ts` }, [`${project}/src/a.ts`]],
    ['edit', { path: 'src/a.ts', old_str: 'x', new_str: 'y' }, ['src/a.ts']],
    ['create', { path: 'src/a.ts', file_text: 'x' }, ['src/a.ts']],
    ['apply_patch', PATCH, ['src/a.ts', 'b.ts']],
    ['Edit', PATCH, ['src/a.ts', 'b.ts']],
    ['Read', { path: 'src/a.ts' }, ['src/a.ts']],
    ['Write', { path: 'src/a.ts' }, ['src/a.ts']],
    ['read_file', { filePath: 'src/a.ts' }, ['src/a.ts']],
    ['editFiles', { files: ['a.ts', 'b.ts', 7, 'a.ts'] }, ['a.ts', 'b.ts']],
    [
      'multi_replace_string_in_file',
      { replacements: [{ filePath: 'a.ts' }, null, { filePath: 'b.ts' }] },
      ['a.ts', 'b.ts'],
    ],
    ['apply_patch', { input: PATCH }, ['src/a.ts', 'b.ts']],
    ['bash', { path: 'src/a.ts' }, []],
    ['viewer', { path: 'src/a.ts' }, []],
    ['view', undefined, []],
    ['view', null, []],
    ['view', [], []],
    ['view', {}, []],
    ['view', { path: '' }, []],
    ['view', { path: ['a.ts'] }, []],
    ['edit', 'no patch', []],
  ])('E-42: of %s with %j: %j', (toolName, toolArgs, paths) => {
    const used = { ...camel('postToolUse.camel.json'), toolName, toolArgs };
    expect(copilot.parse(used, ENV)).toMatchObject({ kind: 'path', tool: toolName, paths });
  });

  it('E-50: knows a subagent by its session, which is named by another member than its own', () => {
    const start = camel('subagentStart.camel.json') as Record<string, unknown>;
    const within = {
      ...camel('userPromptSubmitted.camel.json'),
      sessionId: start.agentId,
      agentId: start.agentId,
      parentAgentId: start.sessionId,
    };
    const same = { session: start.sessionId, agent: start.agentId };
    expect(copilot.parse(start, ENV)).toMatchObject({ kind: 'subagent-start', agentType: 'explore', ...same });
    expect(copilot.parse(within, ENV)).toMatchObject({ kind: 'prompt', ...same });
    expect(copilot.parse({ ...within, parentAgentId: undefined }, ENV)).toMatchObject({ session: start.agentId });
  });

  it('hears a subagent’s task without what its start was answered', () => {
    const frame = '<engram-memory>\n[memory a | fact]\nDeploy on Mondays.\n</engram-memory>';
    const prompt = (text: string, more = {}) =>
      copilot.parse({ ...camel('userPromptSubmitted.camel.json'), prompt: text, ...more }, ENV);
    const sub = { agentId: 'a1' };
    expect(prompt(`${frame}\n\nlook around`, sub)).toMatchObject({ prompt: 'look around' });
    expect(prompt(`of another hook\n\n${frame}\n\nlook`, sub)).toMatchObject({ prompt: 'of another hook\n\nlook' });
    expect(prompt(`${frame}\n\nlook around`)).toMatchObject({ prompt: `${frame}\n\nlook around` });
    for (const text of ['look', `</engram-memory> <engram-memory>`, '<engram-memory> look']) {
      expect(prompt(text, sub)).toMatchObject({ prompt: text });
    }
  });
});

describe('copilot: whose payload it is', () => {
  const told = (json: unknown, env = ENV as Record<string, string>) => hostOf(known, 'claude', json, env)?.name;

  it('runs what is linked for Claude Code', () => {
    for (const { name, payload } of recorded('copilot-pascal'))
      expect([name, told(payload)]).toEqual([name, 'copilot']);
    expect(tellHost(vscode('SessionStart.documented.json'), {})).toBe(copilot);
    expect(findHost('vscode')).toBe(copilot);
  });

  it('is not that of a Claude Code or Codex that was started from its shell', () => {
    for (const { name, payload } of recorded('claude')) expect([name, told(payload)]).toEqual([name, 'claude']);
    for (const { name, payload } of recorded('codex'))
      expect([name, copilot.sent(payload, ENV)]).toEqual([name, false]);
    for (const { name, payload } of recorded('droid'))
      expect([name, copilot.sent(payload, ENV)]).toEqual([name, false]);
    const own = pascal('UserPromptSubmit.pascal.json');
    const transcript_path = '/home/dev/.claude/projects/-home-dev-project/00000000-0000-4000-8000-000000000002.jsonl';
    expect(told({ ...own, transcript_path })).toBe('claude');
    expect(told({ ...own, timestamp: undefined })).toBe('claude');
    expect(told(own, {})).toBe('claude');
  });
});
