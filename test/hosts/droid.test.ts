import { describe, expect, it } from 'vitest';
import { droid } from '../../hosts/droid.ts';
import { tellHost } from '../../hosts/index.ts';
import { recorded, testHost } from './contract.ts';

const EVENTS = ['SessionStart', 'UserPromptSubmit', 'PostToolUse', 'PreCompact'];
/** What the client sets for its hooks. */
const ENV = {
  DROID_PROJECT_DIR: '/home/dev/project',
  FACTORY_PROJECT_DIR: '/home/dev/project',
  CLAUDE_PROJECT_DIR: '/home/dev/project',
};

testHost(droid, {
  hostLimit: undefined,
  keys: ['hookSpecificOutput', 'hookEventName', 'additionalContext'],
  events: { native: EVENTS, hook: EVENTS },
  env: ENV,
  // The variable stands in for the folder.
  needs: ['session_id', 'hook_event_name'],
  unseen: ['PreCompact'],
});

const payload = (name: string) => recorded('droid').find((fixture) => fixture.name === name)!.payload;

describe('droid: its own', () => {
  it('E-10: writes a bare map of events, seconds, and no name', () => {
    const { format } = droid.settings;
    expect(format).toMatchObject({ kind: 'entries', shape: 'groups', under: null });
    const hook = format.kind === 'entries' ? format.hook(droid.events[0]!, 'engram hook droid') : undefined;
    expect(JSON.stringify(hook)).toBe('{"type":"command","command":"engram hook droid","timeout":10}');
    expect(droid.settings.path.project?.('/p', {})).toBe('/p/.factory/hooks.json');
    expect(droid.settings.path.user?.('/home/dev', {})).toBe('/home/dev/.factory/hooks.json');
    expect(droid.settings.path).not.toHaveProperty('local');
  });

  it('takes the project from its variable', () => {
    const start = { ...payload('SessionStart.recorded-exec.json'), cwd: '/home/dev/project/deep' };
    expect(droid.parse(start, ENV)).toMatchObject({ root: '/home/dev/project', cwd: '/home/dev/project/deep' });
    expect(droid.parse(start, {})).toMatchObject({ root: '/home/dev/project/deep' });
    expect(droid.parse({ ...start, cwd: undefined }, {})).toBeUndefined();
  });

  it.each(['Read', 'Edit', 'MultiEdit', 'Create'])('takes the file that %s has touched', (tool) => {
    const used = { ...payload('PostToolUse.recorded-exec.json'), tool_name: tool };
    const file = '/home/dev/project/src/a.ts';
    expect(droid.parse({ ...used, tool_input: { file_path: file } }, ENV)).toMatchObject({
      kind: 'path',
      event: 'PostToolUse',
      tool,
      paths: [file],
      call: '',
    });
  });

  it('takes the files of a patch', () => {
    const used = { ...payload('PostToolUse.recorded-exec.json'), tool_name: 'ApplyPatch' };
    const input = '*** Begin Patch\n*** Update File: src/a.ts\n@@\n-x\n+y\n*** Delete File: b.ts\n*** End Patch';
    expect(droid.parse({ ...used, tool_input: { input } }, ENV)).toMatchObject({ paths: ['src/a.ts', 'b.ts'] });
  });

  it('E-42: hears of no file from other tools, nor from an input of another form, nor before a tool', () => {
    const used = payload('PostToolUse.recorded-exec.json');
    for (const tool of ['Reader', 'read', 'Execute', '']) {
      const input = { file_path: '/home/dev/project/src/a.ts' };
      expect(droid.parse({ ...used, tool_name: tool, tool_input: input }, ENV)).toMatchObject({ tool, paths: [] });
    }
    for (const input of [undefined, null, [], 'x', {}, { file_path: '' }, { file_path: ['/a'] }, { input: 7 }]) {
      expect(droid.parse({ ...used, tool_name: 'Read', tool_input: input }, ENV)).toMatchObject({ paths: [] });
    }
    expect(droid.parse(payload('PreToolUse.recorded-exec.json'), ENV)).toBeUndefined();
  });

  it('is told by its transcript, and Codex by its own', () => {
    for (const { name, payload } of recorded('droid')) expect([name, tellHost(payload, {})]).toEqual([name, droid]);
    for (const { name, payload } of recorded('codex')) expect([name, droid.sent(payload, ENV)]).toEqual([name, false]);
    for (const { name, payload } of recorded('claude')) expect([name, droid.sent(payload, ENV)]).toEqual([name, false]);
  });
});
