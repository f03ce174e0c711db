import { describe, expect, it } from 'vitest';
import { cline } from '../../hosts/cline.ts';
import { findHost } from '../../hosts/index.ts';
import { recorded, testHost } from './contract.ts';

testHost(cline, {
  hostLimit: 50_000,
  keys: ['hookSpecificOutput', 'hookEventName', 'additionalContext'],
  events: { native: ['beforeRun'], hook: ['beforeRun'] },
});

const payload = (name: string) => recorded('cline').find((fixture) => fixture.name === name)!.payload;

describe('cline: its own', () => {
  it('is a plugin of the user or of a project, and takes the extension for VS Code along', () => {
    const { path, format } = cline.settings;
    expect(path.user?.('/home/dev', {})).toBe('/home/dev/.cline/plugins/engram.js');
    expect(path.project?.('/srv/shop', {})).toBe('/srv/shop/.cline/plugins/engram.js');
    expect(format.kind).toBe('own');
    expect(cline.companions?.map((name) => findHost(name)?.title)).toEqual(['Cline for VS Code']);
  });

  it('takes a prompt with its run, and keeps that of a subagent apart', () => {
    expect(cline.parse(payload('beforeRun.first.json'), {})).toEqual({
      kind: 'prompt',
      host: 'cline',
      event: 'beforeRun',
      session: '1796044057696_jmfer',
      cwd: '/home/dev/project',
      root: '/home/dev/project',
      turn: 'run_HwqMlWDb',
      prompt: 'What do we sell now then?',
    });
    expect(cline.parse(payload('beforeRun.subagent.json'), {})).toMatchObject({ agent: 'agent_1796044055603_hqok0o' });
  });
});
