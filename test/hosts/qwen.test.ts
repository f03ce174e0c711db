import { describe, expect, it } from 'vitest';
import { tellHost } from '../../hosts/index.ts';
import { qwen } from '../../hosts/qwen.ts';
import { recorded, testHost } from './contract.ts';

const EVENTS = ['SessionStart', 'UserPromptSubmit', 'PostToolUse'];
/** What the client sets: its own, and those of two others. */
const ENV = {
  QWEN_PROJECT_DIR: '/home/dev/project',
  GEMINI_PROJECT_DIR: '/home/dev/project',
  CLAUDE_PROJECT_DIR: '/home/dev/project',
};

testHost(qwen, {
  hostLimit: undefined,
  keys: ['hookSpecificOutput', 'hookEventName', 'additionalContext'],
  events: { native: EVENTS, hook: EVENTS },
  env: ENV,
  // The variable stands in for the folder.
  needs: ['session_id', 'hook_event_name'],
});

const payload = (name: string) => recorded('qwen').find((fixture) => fixture.name === name)!.payload;

describe('qwen: its own', () => {
  it('E-10: writes a name, and seconds', () => {
    const { format } = qwen.settings;
    const hook = format.kind === 'entries' ? format.hook(qwen.events[1]!, 'engram hook qwen') : undefined;
    expect(JSON.stringify(hook)).toBe('{"name":"engram","type":"command","command":"engram hook qwen","timeout":10}');
  });

  it('reads its settings where QWEN_HOME says', () => {
    expect(qwen.settings.path.project?.('/p', {})).toBe('/p/.qwen/settings.json');
    expect(qwen.settings.path.user?.('/home/dev', {})).toBe('/home/dev/.qwen/settings.json');
    expect(qwen.settings.path.user?.('/home/dev', { QWEN_HOME: '/etc/q' })).toBe('/etc/q/settings.json');
    expect(qwen.settings.path).not.toHaveProperty('local');
  });

  it('takes the project from its variable', () => {
    const prompt = { ...payload('UserPromptSubmit.user.json'), cwd: '/home/dev/project/deep' };
    expect(qwen.parse(prompt, ENV)).toMatchObject({ root: '/home/dev/project', cwd: '/home/dev/project/deep' });
    expect(qwen.parse(prompt, {})).toMatchObject({ root: '/home/dev/project/deep' });
    expect(qwen.parse({ ...prompt, cwd: undefined }, {})).toBeUndefined();
  });

  it('hears the prompt, and that of a continuation as empty', () => {
    const prompt = payload('UserPromptSubmit.user.json');
    expect(qwen.parse(prompt, ENV)).toMatchObject({
      kind: 'prompt',
      prompt: 'please look at a.txt',
      turn: prompt.prompt_id,
    });
    expect(qwen.parse(payload('UserPromptSubmit.tool-continuation.json'), ENV)).toMatchObject({
      kind: 'prompt',
      prompt: '',
    });
  });

  it.each([
    ['read_file', 'a.txt'],
    ['write_file', 'b.txt'],
    ['edit', 'a.txt'],
  ])('takes the file that %s has touched', (tool, file) => {
    expect(qwen.parse(payload(`PostToolUse.${tool}.json`), ENV)).toMatchObject({
      kind: 'path',
      tool,
      paths: [`/home/dev/project/${file}`],
      call: 'toolu_1760000000000_abc123xyz',
    });
  });

  it('E-42: hears of no file from other tools, nor from an input of another form, nor before a tool', () => {
    const read = payload('PostToolUse.read_file.json');
    for (const tool of ['my_edit_all', 'read_files', 'Edit', 'run_shell_command', '']) {
      expect(qwen.parse({ ...read, tool_name: tool }, ENV)).toMatchObject({ kind: 'path', tool, paths: [] });
    }
    for (const input of [undefined, null, [], 'x', {}, { file_path: '' }, { file_path: ['/a'] }]) {
      expect(qwen.parse({ ...read, tool_input: input }, ENV)).toMatchObject({ kind: 'path', paths: [] });
    }
    expect(qwen.parse(payload('PreToolUse.read_file.json'), ENV)).toBeUndefined();
  });

  it("keeps a subagent's events apart", () => {
    const read = payload('PostToolUse.read_file.json');
    expect(qwen.parse({ ...read, agent_id: 'a1' }, ENV)).toMatchObject({ agent: 'a1' });
    expect(qwen.parse(read, ENV)).not.toHaveProperty('agent');
  });

  it('is told by its variable before hosts whose payloads and variables look the same', () => {
    for (const { name, payload } of recorded('qwen')) expect([name, tellHost(payload, ENV)]).toEqual([name, qwen]);
    const transcript = { transcript_path: '/home/dev/.qwen/projects/-home-dev-project/chats/0.jsonl' };
    expect(tellHost(transcript, {})).toBe(qwen);
    expect(tellHost({ transcript_path: '/home/dev/.claude/projects/chats/0.jsonl' }, {})).not.toBe(qwen);
  });
});
