import { describe, expect, it } from 'vitest';
import { opencode } from '../../hosts/opencode.ts';
import { recorded, testHost } from './contract.ts';

const EVENTS = ['chat.message', 'experimental.chat.system.transform'];

// E-61
testHost(opencode, {
  hostLimit: undefined,
  keys: ['hookSpecificOutput', 'hookEventName', 'additionalContext'],
  events: { native: EVENTS, hook: EVENTS },
});

const payload = (name: string) => recorded('opencode').find((fixture) => fixture.name === name)!.payload;

describe('opencode: its own', () => {
  it('E-13: the plugin is a file of the user, where XDG_CONFIG_HOME says', () => {
    const { path, format } = opencode.settings;
    expect(Object.keys(path)).toEqual(['user']);
    expect(path.user?.('/home/dev', {})).toBe('/home/dev/.config/opencode/plugins/engram.js');
    expect(path.user?.('/home/dev', { XDG_CONFIG_HOME: '/etc/x' })).toBe('/etc/x/opencode/plugins/engram.js');
    expect(format.kind).toBe('own');
  });

  it('takes a prompt with its message, and a session that goes on', () => {
    expect(opencode.parse(payload('chat.message.run.json'), {})).toEqual({
      kind: 'prompt',
      host: 'opencode',
      event: 'chat.message',
      session: 'ses_00000000000000000000000015',
      cwd: '/home/dev/project',
      root: '/home/dev/project',
      turn: 'msg_00000000000000000000000016',
      prompt: 'hello there friend',
    });
    expect(opencode.parse(payload('experimental.chat.system.transform.build.json'), {})).toMatchObject({
      kind: 'session-start',
      source: 'resume',
    });
  });

  it.each(['UserPromptSubmit', 'SessionStart', 'constructor', '__proto__'])('knows no event %s', (event) => {
    expect(opencode.parse({ ...payload('chat.message.run.json'), hook_event_name: event }, {})).toBeUndefined();
  });
});
