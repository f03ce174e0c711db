// Cursor's own loader and executor of hooks with what `engram link` writes: whether it takes the file, and what the hooks answer.
import { mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CURSOR_SDK, findClient } from './clients.ts';
import { type CursorTransport, cursorHooks } from './cursor-loader.ts';
import { type Lab, openLab } from './lab.ts';
import { ASK, DEPLOY, MEMORIES, STYLE } from './memories.ts';
import { engram } from './product.ts';

const EVENTS = ['sessionStart', 'beforeSubmitPrompt', 'preCompact'];

const cursor = findClient(CURSOR_SDK);

describe.skipIf(cursor.missing)(`Cursor's hooks, @cursor/sdk ${CURSOR_SDK.version}`, () => {
  let lab: Lab;
  let turns = 0;

  const link = (...args: string[]) => engram(['link', ...args], { cwd: lab.project, env: lab.env });
  const load = () => cursorHooks(cursor.command!, lab);
  /** The answers of all hooks of an event as one. */
  const run = async (event: string, more: Record<string, unknown>, transport?: CursorTransport) => {
    const payload = { generation_id: `generation-${++turns}`, ...more };
    const { errors, answer } = await cursorHooks(cursor.command!, lab, event, payload, transport);
    expect(errors).toEqual([]);
    return answer;
  };
  const start = () => run('sessionStart', { is_background_agent: false });
  const ask = (prompt: string, transport?: CursorTransport) =>
    run('beforeSubmitPrompt', { prompt, attachments: [] }, transport);
  const counted = (answer: Record<string, unknown> | undefined) =>
    [DEPLOY, STYLE].map(({ body }) => String(answer?.additional_context ?? '').split(body).length - 1);
  const file = (base: string) => path.join(base, '.cursor', 'hooks.json');

  beforeEach(() => {
    lab = openLab(MEMORIES);
  });
  afterEach(() => lab.close());

  test.each(['project', 'home'] as const)(
    'E-59: linked in the %s: takes the file and brings each memory once',
    async (at) => {
      link('cursor', ...(at === 'home' ? ['--global'] : []));
      expect(await load()).toEqual({ errors: [], steps: expect.arrayContaining(EVENTS) });
      const { version, hooks } = JSON.parse(readFileSync(file(lab[at]), 'utf8'));
      expect([version, Object.keys(hooks)]).toEqual([1, EVENTS]);

      const first = await start();
      expect(Object.keys(first ?? {})).toEqual(['additional_context']);
      expect(counted(first)).toEqual([0, 1]);
      const second = await ask(ASK.deploy);
      expect(Object.keys(second ?? {})).toEqual(['additional_context']);
      expect(counted(second)).toEqual([1, 0]);
      expect(await ask(ASK.deploy)).toEqual({ additional_context: `already loaded: ${DEPLOY.id}` });
      expect(await ask(ASK.unrelated)).toEqual({});

      expect(await run('preCompact', { trigger: 'auto' })).toEqual({});
      expect(counted(await ask(ASK.deploy))).toEqual([1, 0]);
    },
  );

  test('brings a memory where an older build puts the payload behind the command', async () => {
    link('cursor');
    expect(counted(await ask(ASK.deploy, 'legacy'))).toEqual([1, 0]);
    expect(await ask(ASK.unrelated, 'legacy')).toEqual({});
  });

  describe('with hooks that were linked for Claude Code', () => {
    const claude = (pathRules: string) => {
      engram(['config', 'set', 'hooks.path_rules', pathRules], { cwd: lab.project, env: lab.env });
      link('claude', '--global');
    };

    test('brings a memory once where the project and the home folder are linked too', async () => {
      link('cursor');
      link('cursor', '--global');
      claude('hook');
      expect(counted(await start())).toEqual([0, 1]);
      expect(counted(await ask(ASK.deploy))).toEqual([1, 0]);
    });

    test('brings a memory in words that Cursor takes where nothing else is linked', async () => {
      claude('hook');
      expect((await load()).steps.sort()).toEqual([...EVENTS, 'preToolUse'].sort());
      expect(counted(await start())).toEqual([0, 1]);
      expect(counted(await ask(ASK.deploy))).toEqual([1, 0]);
      expect(await ask(ASK.unrelated)).toEqual({});
      const tool = { tool_name: 'Read', tool_input: { path: 'README.md' }, tool_use_id: 'call-1', cwd: lab.project };
      expect(await run('preToolUse', tool)).toBeUndefined();
    });

    test('runs none of them where no group of an event that it knows has a matcher', async () => {
      claude('native');
      expect(await load()).toEqual({ errors: [], steps: [] });
    });
  });

  const foreign = (hooks: string) => `{"version": 1, "hooks": {${hooks}}}`;
  const theirs = '"stop": [{"command": "true"}]';
  test.each([
    ['an event that Cursor does not know', foreign(`${theirs}, "promptTyped": [{"command": "true"}]`)],
    ['a trailing comma', foreign(`${theirs},`)],
    ['a byte order mark', `\uFEFF${foreign(theirs)}`],
    ['`//` within a string', `{"version": 1, "$schema": "https://example.org/hooks.json", "hooks": {${theirs}}}`],
  ])('does not touch a file that Cursor drops: %s', async (_, text) => {
    mkdirSync(path.dirname(file(lab.project)));
    writeFileSync(file(lab.project), text);
    expect((await load()).errors).toMatchObject([{ source: 'project' }]);
    expect(() => link('cursor')).toThrow(/exit 65\n[\s\S]*hooks\.json:\d+: /);
    expect(readFileSync(file(lab.project), 'utf8')).toBe(text);
  });

  test('does not touch a file that is a link: Cursor does not follow it', async () => {
    mkdirSync(path.dirname(file(lab.project)));
    const real = path.join(lab.root, 'hooks.json');
    writeFileSync(file(lab.project), foreign(theirs));
    expect(await load()).toEqual({ errors: [], steps: ['stop'] });
    renameSync(file(lab.project), real);
    symlinkSync(real, file(lab.project));
    expect(await load()).toMatchObject({ steps: [] });
    expect(() => link('cursor')).toThrow(/exit 65\n/);
    expect(readFileSync(real, 'utf8')).toBe(foreign(theirs));
  });

  test('keeps the hooks of others beside its own, and leaves them as they were', async () => {
    mkdirSync(path.dirname(file(lab.project)));
    const before = `{\n  // ours\n  "hooks": { ${theirs} },\n  "version": 1\n}\n`;
    writeFileSync(file(lab.project), before);
    link('cursor');
    expect((await load()).steps.sort()).toEqual([...EVENTS, 'stop'].sort());
    engram(['unlink', 'cursor'], { cwd: lab.project, env: lab.env });
    expect(readFileSync(file(lab.project), 'utf8')).toBe(before);
  });
});
