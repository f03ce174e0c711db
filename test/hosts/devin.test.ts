import { describe, expect, it } from 'vitest';
import { devin } from '../../hosts/devin.ts';
import { known } from '../../hosts/index.ts';
import { hostOf } from '../../hosts/known.ts';
import { recorded, testHost } from './contract.ts';

const EVENTS = ['SessionStart', 'UserPromptSubmit', 'PostToolUse', 'PostCompaction'];
const env = { DEVIN_PROJECT_DIR: '/home/dev/project' };

testHost(devin, {
  hostLimit: undefined,
  keys: ['hookSpecificOutput', 'hookEventName', 'additionalContext'],
  events: { native: EVENTS, hook: EVENTS },
  env,
  told: ({ session_id }) => ({ session: session_id, cwd: '/home/dev/project' }),
  needs: ['session_id', 'hook_event_name'],
});

const payload = (name: string) => recorded('devin').find((fixture) => fixture.name === name)!.payload;
const touched = (tool_name: string, tool_input: unknown) =>
  devin.parse({ ...payload('PostToolUse.documented.json'), tool_name, tool_input }, env);

describe('devin: its own', () => {
  it('takes Windsurf along, as Windsurf does it', () => {
    expect(devin.companions).toEqual(['windsurf']);
  });

  it('has three settings files, of which only that of the project is of hooks alone', () => {
    const { path, format, formats } = devin.settings;
    expect(path.project?.('/p', {})).toBe('/p/.devin/hooks.v1.json');
    expect(path.local?.('/p', {})).toBe('/p/.devin/config.local.json');
    expect(path.user?.('/home/dev', {})).toBe('/home/dev/.config/devin/config.json');
    expect(path.user?.('/home/dev', { APPDATA: '/home/dev/AppData' })).toBe('/home/dev/AppData/devin/config.json');
    expect(format).toMatchObject({ kind: 'entries', shape: 'groups', under: null });
    expect(formats).toMatchObject({ local: { under: 'hooks' }, user: { under: 'hooks' } });
  });

  it('E-10: writes a command with a timeout in seconds', () => {
    const { format, formats } = devin.settings;
    for (const of of [format, formats?.local, formats?.user]) {
      if (of?.kind !== 'entries') throw new Error(of?.kind);
      expect(of.hook(devin.events[0]!, 'engram')).toEqual({ type: 'command', command: 'engram', timeout: 10 });
    }
  });

  it('E-44: asks for the tools that touch a file by their whole names: the matcher is a regular expression', () => {
    const { matcher } = devin.events.find(({ event }) => event === 'PostToolUse')!;
    const asked = ['read', 'edit', 'write', 'notebook_read', 'notebook_edit'];
    const others = ['exec', 'grep', 'glob', 'apply_patch', 'mcp__files__read', 'mcp__git__edit', 'edit_file', 'Read'];
    expect([...asked, ...others].filter((tool) => new RegExp(matcher!).test(tool))).toEqual(asked);
  });

  it.each([
    ['read', { file_path: '/home/dev/project/a.ts' }, ['/home/dev/project/a.ts']],
    ['edit', { file_path: 'src/a.ts', old_string: 'a', new_string: 'b' }, ['src/a.ts']],
    ['write', { file_path: 'src/a.ts', content: 'x' }, ['src/a.ts']],
    ['notebook_edit', { notebook_path: 'n.ipynb' }, ['n.ipynb']],
    ['read', { path: 'src/a.ts' }, ['src/a.ts']],
    ['exec', { file_path: 'src/a.ts' }, []],
    ['read', { file_path: ['src/a.ts'] }, []],
    ['read', {}, []],
    ['read', null, []],
  ])('takes the file that %s touched: %j', (tool, input, paths) => {
    expect(touched(tool, input)).toMatchObject({ kind: 'path', event: 'PostToolUse', tool, paths, call: '' });
  });

  it('takes the project from its variable: no payload names it', () => {
    const prompt = payload('UserPromptSubmit.documented.json');
    expect(devin.parse(prompt, {})).toBeUndefined();
    expect(devin.parse(prompt, { DEVIN_PROJECT_DIR: '' })).toBeUndefined();
    expect(devin.parse(prompt, { DEVIN_PROJECT_DIR: '/p' })).toMatchObject({
      kind: 'prompt',
      root: '/p',
      cwd: '/p',
      turn: '00000000-0000-4000-8000-000000000023',
      prompt: 'why does the deploy script fail?',
    });
  });

  it('knows why a session starts, and takes an unknown reason for a start', () => {
    const start = payload('SessionStart.documented.json');
    for (const source of ['startup', 'resume', 'clear', 'compact']) {
      expect(devin.parse({ ...start, source }, env)).toMatchObject({ kind: 'session-start', source });
    }
    for (const source of ['new-one', 7, undefined]) {
      expect(devin.parse({ ...start, source }, env)).toMatchObject({ kind: 'session-start', source: 'startup' });
    }
    expect(devin.parse(start, env)).not.toHaveProperty('turn');
  });

  it('answers with the name that the event has there', () => {
    const moment = touched('read', { file_path: 'src/a.ts' })!;
    expect(devin.format({ context: 'x' }, moment)).toEqual({
      hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: 'x' },
    });
  });

  it('is the host of what it runs for Claude Code, and not of a client that inherits its variable', () => {
    const prompt = payload('UserPromptSubmit.documented.json');
    expect(hostOf(known, 'claude', prompt, env)).toBe(devin);
    for (const host of ['claude', 'codex']) {
      const [other] = recorded(host).filter(({ event }) => event === 'UserPromptSubmit');
      expect([host, hostOf(known, host, other!.payload, env)?.name]).toEqual([host, host]);
    }
  });
});
