import { describe, expect, it } from 'vitest';
import { claude } from '../../hosts/claude.ts';
import { recorded, testHost } from './contract.ts';

testHost(claude, { hostLimit: 10_000, keys: ['hookSpecificOutput', 'hookEventName', 'additionalContext'] });

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

  it('names the turn by prompt_id', () => {
    const prompt = payload('UserPromptSubmit.prompt.json');
    expect(claude.parse(prompt, {})?.turn).toBe(prompt.prompt_id);
    expect(claude.parse({ ...prompt, prompt_id: undefined }, {})).not.toHaveProperty('turn');
  });
});
