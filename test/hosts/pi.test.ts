import { describe, expect, it } from 'vitest';
import { pi } from '../../hosts/pi.ts';
import { recorded, testHost } from './contract.ts';

const EVENTS = ['before_agent_start', 'session_before_compact', 'session_tree'];

testHost(pi, {
  hostLimit: undefined,
  keys: ['hookSpecificOutput', 'hookEventName', 'additionalContext'],
  events: { native: EVENTS, hook: EVENTS },
});

const payload = (name: string) => recorded('pi').find((fixture) => fixture.name === name)!.payload;

describe('pi: its own', () => {
  it('is an extension of the user, where PI_CODING_AGENT_DIR says, or of a project', () => {
    const { path, format } = pi.settings;
    expect(path.user?.('/home/dev', {})).toBe('/home/dev/.pi/agent/extensions/engram.ts');
    expect(path.user?.('/home/dev', { PI_CODING_AGENT_DIR: '/etc/pi' })).toBe('/etc/pi/extensions/engram.ts');
    expect(path.project?.('/srv/shop', {})).toBe('/srv/shop/.pi/extensions/engram.ts');
    expect(format.kind).toBe('own');
  });

  it('takes prompts, compactions and steps to another branch', () => {
    expect(pi.parse(payload('before_agent_start.first.json'), {})).toMatchObject({ prompt: 'What do we sell?' });
    expect(pi.parse(payload('session_before_compact.manual.json'), {})).toMatchObject({ kind: 'pre-compact' });
    expect(pi.parse(payload('session_tree.other-branch.json'), {})).toMatchObject({ source: 'clear' });
    // Nothing can be said then, so that the next prompt says it.
    expect(pi.injects).toEqual(['prompt']);
  });
});
