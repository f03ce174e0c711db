import { describe, expect, it } from 'vitest';
import { cursor } from '../../hosts/cursor.ts';
import { known } from '../../hosts/index.ts';
import { hostOf } from '../../hosts/known.ts';
import { recorded, testHost } from './contract.ts';

const EVENTS = ['sessionStart', 'beforeSubmitPrompt', 'preCompact'];

testHost(cursor, {
  hostLimit: 10_000,
  keys: ['additional_context'],
  events: { native: EVENTS, hook: EVENTS },
  env: { CURSOR_VERSION: '3.22.12' },
  told: ({ conversation_id, workspace_roots }) => ({
    session: conversation_id,
    cwd: (workspace_roots as string[])[0]!.replace('/c:', 'c:'),
  }),
  needs: ['hook_event_name', 'workspace_roots'],
});

const payload = (name: string) => recorded('cursor').find((fixture) => fixture.name === name)!.payload;
const start = payload('sessionStart.ide-documented.json');
const prompt = payload('beforeSubmitPrompt.ide-documented.json');

describe('cursor: its own', () => {
  it('E-59: writes its events into .cursor/hooks.json, wherever CURSOR_CONFIG_DIR is', () => {
    expect(cursor.settings.path.project?.('/p', {})).toBe('/p/.cursor/hooks.json');
    const env = { CURSOR_CONFIG_DIR: '/etc/c' };
    expect(cursor.settings.path.user?.('/home/dev', env)).toBe('/home/dev/.cursor/hooks.json');
    expect(cursor.settings.path).not.toHaveProperty('local');
  });

  it('E-10: writes a command and a timeout in seconds, and never that its failure blocks', () => {
    const { format } = cursor.settings;
    if (format.kind !== 'entries') throw new Error(format.kind);
    expect(cursor.events.map((event) => format.hook(event, 'engram'))).toEqual(
      EVENTS.map(() => ({ command: 'engram', timeout: 10 })),
    );
    expect(format).toMatchObject({ shape: 'flat', under: 'hooks', top: { version: 1 } });
  });

  it('registers no event that Cursor does not know: it would drop the whole file', () => {
    const { knownEvents = [] } = cursor.settings;
    expect(knownEvents).toHaveLength(21);
    expect(new Set(knownEvents).size).toBe(21);
    expect(EVENTS.filter((event) => !knownEvents.includes(event))).toEqual([]);
  });

  it('knows one conversation by one name, whether a build sends session_id or not', () => {
    const conversation = '00000000-0000-4000-8000-000000000018';
    expect(prompt).not.toHaveProperty('session_id');
    for (const sent of [start, prompt, { ...start, conversation_id: undefined }]) {
      expect(cursor.parse(sent, {})?.session).toBe(conversation);
    }
    for (const value of [undefined, null, '', 7, [], {}]) {
      expect(cursor.parse({ ...start, conversation_id: value, session_id: value }, {})).toBeUndefined();
    }
  });

  it('tells two prompts by their generation', () => {
    expect(cursor.parse(prompt, {})).toMatchObject({
      kind: 'prompt',
      turn: '00000000-0000-4000-8000-000000000019',
      prompt: 'why does the deploy script fail?',
    });
    expect(cursor.parse({ ...prompt, generation_id: undefined }, {})).not.toHaveProperty('turn');
  });

  it.each([
    ['its variable', { CURSOR_PROJECT_DIR: '/home/dev/other' }, ['/home/dev/project'], '/home/dev/other'],
    ['the first folder', {}, ['/home/dev/project', '/home/dev/lib'], '/home/dev/project'],
    ['the first folder', { CURSOR_PROJECT_DIR: '' }, ['/home/dev/project'], '/home/dev/project'],
    ['a drive', {}, ['/c:/Projects/app'], 'c:/Projects/app'],
    ['a drive', {}, ['/C:'], 'C:'],
    ['a drive', { CURSOR_PROJECT_DIR: '/d:/app' }, ['/c:/Projects/app'], 'd:/app'],
    ['a drive', { CURSOR_PROJECT_DIR: 'C:\\Projects\\app' }, ['/c:/Projects/app'], 'C:\\Projects\\app'],
    ['no drive', {}, ['/c:app'], '/c:app'],
    ['no drive', {}, ['/cd:/app'], '/cd:/app'],
    ['no folder', {}, [], undefined],
    ['no folder', {}, [7, '/home/dev/project'], undefined],
    ['no folder', {}, '/home/dev/project', undefined],
  ])('takes the project from %s: %j %j', (_, env, workspace_roots, root) => {
    const moment = cursor.parse({ ...prompt, workspace_roots }, env);
    expect([moment?.root, moment?.cwd]).toEqual([root, root]);
  });

  it('takes an event by hand, which names a folder and a session as most hosts do', () => {
    const common = { hook_event_name: 'beforeSubmitPrompt', session_id: 's', cwd: '/p', prompt: 'x' };
    expect(cursor.parse(common, {})).toMatchObject({ session: 's', root: '/p', cwd: '/p' });
  });

  it('answers in its own words, without a word on whether to go on', () => {
    for (const sent of [start, prompt]) {
      expect(cursor.format({ context: 'x' }, cursor.parse(sent, {})!)).toEqual({ additional_context: 'x' });
    }
    expect(cursor.nothing).toEqual({});
  });

  it('hears of a compaction and how it came', () => {
    const compaction = payload('preCompact.sdk-runtime.json');
    expect(cursor.parse(compaction, {})).toMatchObject({ kind: 'pre-compact', trigger: 'auto' });
    expect(cursor.parse({ ...compaction, trigger: 'manual' }, {})).toMatchObject({ trigger: 'manual' });
  });

  it('is the host of what it runs for Claude Code, and of nothing that only inherits its variable', () => {
    const env = { CURSOR_VERSION: '3.22.12', CURSOR_PROJECT_DIR: '/p', CLAUDE_PROJECT_DIR: '/p' };
    expect(hostOf(known, 'claude', prompt, env)).toBe(cursor);
    const [claude] = recorded('claude').filter(({ event }) => event === 'UserPromptSubmit');
    expect(hostOf(known, 'claude', claude!.payload, env)?.name).toBe('claude');
  });
});
