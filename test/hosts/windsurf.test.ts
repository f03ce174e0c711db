import { describe, expect, it } from 'vitest';
import { OWN_MARK } from '../../hosts/host.ts';
import { findHost } from '../../hosts/index.ts';
import { windsurf } from '../../hosts/windsurf.ts';
import { recorded, testHost } from './contract.ts';

testHost(windsurf, {
  hostLimit: undefined,
  keys: [],
  events: { native: ['pre_user_prompt'], hook: ['pre_user_prompt'] },
  env: { PWD: '/home/dev/project' },
  told: ({ trajectory_id }) => ({ session: trajectory_id, cwd: '/home/dev/project' }),
  needs: ['agent_action_name', 'trajectory_id'],
});

const prompt = recorded('windsurf').find(({ event }) => event === 'pre_user_prompt')!.payload;

describe('windsurf: its own', () => {
  it('E-12: is what people call Cascade, and takes Devin Local along', () => {
    expect(findHost('cascade')).toBe(windsurf);
    expect(windsurf.companions).toEqual(['devin']);
  });

  it("E-60: writes its event into .windsurf/hooks.json, or into a team's .devin/hooks.json that takes its place", () => {
    expect(windsurf.settings.path.project?.('/p', {})).toBe('/p/.windsurf/hooks.json');
    expect(windsurf.settings.path.user?.('/home/dev', {})).toBe('/home/dev/.codeium/windsurf/hooks.json');
    expect(windsurf.settings.path).not.toHaveProperty('local');
    expect(windsurf.settings.instead).toEqual({ file: '.devin/hooks.json', holding: 'hooks' });
  });

  it('E-60: writes a command alone: there is no field for a timeout, and no version', () => {
    const { format } = windsurf.settings;
    if (format.kind !== 'entries') throw new Error(format.kind);
    expect(windsurf.events.map((event) => format.hook(event, 'engram'))).toEqual([{ command: 'engram' }]);
    expect(format).toMatchObject({ shape: 'flat', under: 'hooks' });
    expect(format).not.toHaveProperty('top');
  });

  it('takes the conversation, the turn and the prompt by the names that they have there', () => {
    expect(windsurf.parse(prompt, { PWD: '/home/dev/project' })).toEqual({
      kind: 'prompt',
      host: 'windsurf',
      event: 'pre_user_prompt',
      session: '00000000-0000-4000-8000-000000000020',
      turn: '00000000-0000-4000-8000-000000000021',
      root: '/home/dev/project',
      cwd: '/home/dev/project',
      prompt: 'why does the deploy script fail?',
    });
    for (const tool_info of [undefined, null, 7, [], {}, { user_prompt: 7 }]) {
      expect(windsurf.parse({ ...prompt, tool_info }, { PWD: '/p' })).toMatchObject({ kind: 'prompt', prompt: '' });
    }
  });

  it('knows the project by where it runs: the payload does not name it', () => {
    expect(windsurf.parse(prompt, {})).toBeUndefined();
    expect(windsurf.parse(prompt, { PWD: '' })).toBeUndefined();
  });

  it('E-60: claims to reach the model by no event', () => {
    expect(windsurf.injects).toEqual([]);
    expect(windsurf.format({ context: 'x' }, windsurf.parse(prompt, { PWD: '/p' })!)).toBeUndefined();
    expect(windsurf).not.toHaveProperty('nothing');
    expect(windsurf.limits.join(' ')).toContain('Cascade lets no hook add to a prompt');
  });

  it('keeps an always-on rules file, where Devin has its folder there, within what Cascade reads of one', () => {
    expect(windsurf.standing?.files).toEqual(['.devin/rules/engram.md', '.windsurf/rules/engram.md']);
    expect(windsurf.standing?.cap).toEqual({ limit: 12_000, unit: 'utf16' });
    expect(windsurf.standing?.write('<engram-memory>\nx\n</engram-memory>')).toBe(
      [
        '---',
        'trigger: always_on',
        '---',
        `<!-- ${OWN_MARK} windsurf and kept current: edit the memories instead -->`,
        '<engram-memory>',
        'x',
        '</engram-memory>',
        '',
      ].join('\n'),
    );
  });
});
