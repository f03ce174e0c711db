import { describe, expect, it } from 'vitest';
import { claude } from '../../hosts/claude.ts';
import { recorded, testHost } from './contract.ts';

testHost(claude, {
  hostLimit: 10_000,
  keys: ['hookSpecificOutput', 'hookEventName', 'additionalContext'],
  events: {
    native: ['SessionStart', 'UserPromptSubmit', 'PreCompact', 'InstructionsLoaded', 'SubagentStart'],
    hook: ['SessionStart', 'UserPromptSubmit', 'PreCompact', 'PreToolUse', 'SubagentStart'],
  },
});

const payload = (name: string) => recorded('claude').find((fixture) => fixture.name === name)!.payload;

describe('claude: its own', () => {
  it('takes the project from its variable, because cwd follows cd', () => {
    const moved = { ...payload('UserPromptSubmit.prompt.json'), cwd: '/home/dev/project/deep/down' };
    expect(claude.parse(moved, { CLAUDE_PROJECT_DIR: '/home/dev/project' })).toMatchObject({
      root: '/home/dev/project',
      cwd: '/home/dev/project/deep/down',
    });
    expect(claude.parse({ ...moved, cwd: undefined }, { CLAUDE_PROJECT_DIR: '/p' })).toMatchObject({
      root: '/p',
      cwd: '/p',
    });
    expect(claude.parse(moved, { CLAUDE_PROJECT_DIR: '' })).toMatchObject({ root: '/home/dev/project/deep/down' });
  });

  it('reads its settings where CLAUDE_CONFIG_DIR says', () => {
    expect(claude.settings.path.user?.('/home/dev', {})).toBe('/home/dev/.claude/settings.json');
    expect(claude.settings.path.user?.('/home/dev', { CLAUDE_CONFIG_DIR: '/etc/c' })).toBe('/etc/c/settings.json');
    expect(claude.settings.path.local?.('/p', {})).toBe('/p/.claude/settings.local.json');
  });

  it('knows why a session starts, and takes an unknown reason for a start', () => {
    const start = payload('SessionStart.startup.json');
    for (const source of ['startup', 'resume', 'clear', 'compact', 'fork']) {
      expect(claude.parse({ ...start, source }, {})).toMatchObject({ kind: 'session-start', source });
    }
    for (const source of ['new-one', 7, null]) {
      expect(claude.parse({ ...start, source }, {})).toMatchObject({ kind: 'session-start', source: 'startup' });
    }
  });

  it('hears nothing in the prompt that the client itself submits when a background task ends', () => {
    expect(claude.parse(payload('UserPromptSubmit.task-notification.json'), {})).toMatchObject({
      kind: 'prompt',
      prompt: '',
    });
  });

  it.each([
    ['Read', 'src/a.ts'],
    ['Edit', 'src/a.ts'],
    ['Write', 'src/new.ts'],
    ['NotebookEdit', 'n.ipynb'],
  ])('takes the file that %s is about to touch', (tool, file) => {
    expect(claude.parse(payload(`PreToolUse.${tool}.json`), {})).toMatchObject({
      kind: 'path',
      tool,
      paths: [`/home/dev/project/${file}`],
      call: 'toolu_0001',
    });
  });

  it('hears of no file from other tools, nor from an input of another form', () => {
    for (const tool of ['Agent', 'Bash', 'Skill', 'mcp']) {
      const input = payload(`PreToolUse.${tool}.json`);
      const touching = { ...input, tool_input: { file_path: '/home/dev/project/src/a.ts' } };
      for (const it of [input, touching]) {
        expect(claude.parse(it, {})).toMatchObject({ kind: 'path', tool: input.tool_name, paths: [] });
      }
    }
    for (const input of [undefined, null, [], 'x', {}, { file_path: '' }, { file_path: ['/a'] }]) {
      expect(claude.parse({ ...payload('PreToolUse.Read.json'), tool_input: input }, {})).toMatchObject({ paths: [] });
    }
  });

  it('E-36: asks for rule files that a path has loaded, without being waited for, and names the file', () => {
    expect(claude.events.find(({ event }) => event === 'InstructionsLoaded')).toEqual({
      event: 'InstructionsLoaded',
      moment: 'rule-loaded',
      matcher: 'path_glob_match',
      async: true,
      timeout: 10,
      pathRules: 'native',
    });
    const loaded = payload('InstructionsLoaded.path_glob_match.json');
    expect(claude.parse(loaded, {})).toMatchObject({
      kind: 'rule-loaded',
      file: '/home/dev/project/.claude/rules/ts.md',
      reason: 'path_glob_match',
    });
    for (const file of [undefined, null, '', 7, []]) {
      expect(claude.parse({ ...loaded, file_path: file }, {})).toBeUndefined();
    }
    expect(claude.injects).not.toContain('rule-loaded');
  });

  it.each(['manual', 'auto'] as const)('A-17: hears that a compaction is over, and not its summary: %s', (trigger) => {
    const over = payload(`PostCompact.${trigger}.json`);
    const moment = claude.parse({ ...over, compact_summary: 'CANARY' }, {});
    expect(moment).toMatchObject({ kind: 'post-compact', event: 'PostCompact', session: over.session_id, trigger });
    expect(JSON.stringify(moment)).not.toContain('CANARY');
    expect(claude.parse(payload(`PreCompact.${trigger}.json`), {})).toMatchObject({ kind: 'pre-compact', trigger });
    expect(claude.events.map(({ event }) => event)).not.toContain('PostCompact');
    expect(claude.injects).not.toContain('post-compact');
  });

  it('names the turn by prompt_id', () => {
    const prompt = payload('UserPromptSubmit.prompt.json');
    expect(claude.parse(prompt, {})?.turn).toBe(prompt.prompt_id);
    expect(claude.parse({ ...prompt, prompt_id: undefined }, {})).not.toHaveProperty('turn');
  });
});
