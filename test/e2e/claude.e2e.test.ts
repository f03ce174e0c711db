// The real Claude Code against a scripted model: what the model is sent.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type AnthropicModel, type MessagesRequest, startAnthropicModel } from './anthropic-model.ts';
import { ClaudeSession, contextOf } from './claude-client.ts';
import { CLAUDE, findClient } from './clients.ts';
import { type Lab, openLab, records, writeMemory } from './lab.ts';
import { ASK, ASK_CROWD, CROWD, DEPLOY, MEMORIES, POOL, STYLE, TASK } from './memories.ts';
import { engram } from './product.ts';
import {
  alreadyLoaded as loadedLines,
  occurrences,
  requestFor as requestWith,
  type SentText,
  since,
} from './request.ts';

const { binary, missing } = findClient(CLAUDE);

describe.skipIf(missing)(`Claude Code ${CLAUDE.version}${missing ? ' (not available)' : ''}`, () => {
  let lab: Lab;
  let model: AnthropicModel;
  const sessions: ClaudeSession[] = [];

  const open = (...args: string[]): ClaudeSession => {
    const session = new ClaudeSession(binary!, lab, model.url, args);
    sessions.push(session);
    return session;
  };
  /** The request that the client sent for this prompt. */
  const requestFor = (prompt: string): MessagesRequest => requestWith(model.requests, prompt);
  const held = (texts: readonly SentText[]) => [DEPLOY, POOL, STYLE].map(({ body }) => occurrences(texts, body));
  const counted = (prompt: string) => held(requestFor(prompt).texts);
  /** The requests of subagents: they know their task and not the conversation's first prompt. */
  const agents = (firstPrompt: string): MessagesRequest[] =>
    model.requests.filter(
      ({ kind, texts }) =>
        kind === 'turn' &&
        texts.some(({ role, text }) => role === 'user' && text.includes(TASK)) &&
        !texts.some(({ text }) => text.includes(firstPrompt)),
    );
  const alreadyLoaded = (prompt: string) => loadedLines(requestFor(prompt).texts, prompt);
  const answeredTo = (session: ClaudeSession, event: string) => session.hooks(event).map(contextOf);

  beforeEach(async () => {
    model = await startAnthropicModel();
  });
  afterEach(async () => {
    for (const session of sessions.splice(0)) session.kill();
    await model.close();
    lab.close();
  });

  test('project link: each memory once, again after a compaction, once after a resume (E-20…E-23, A-19, P-04)', async () => {
    lab = openLab(MEMORIES);
    engram(['link', 'claude'], { cwd: lab.project, env: lab.env });
    const first = open();

    model.script.push({ tool: 'Read', input: { file_path: path.join(lab.project, 'README.md') } });
    await first.turn(ASK.deploy);
    // deploy by this prompt, the preference by the session's start, nothing else
    expect(counted(ASK.deploy)).toEqual([1, 0, 1]);
    expect(alreadyLoaded(ASK.deploy)).toEqual([]);
    // the same turn after a tool call
    const afterTool = model.requests.findLast(({ kind }) => kind === 'turn')!;
    expect(afterTool.texts.some(({ role, text }) => role === 'tool' && text.includes('A shop that sells tea.'))).toBe(
      true,
    );
    expect(occurrences(afterTool.texts, DEPLOY.body)).toBe(1);

    await first.turn(ASK.deployAgain);
    expect(counted(ASK.deployAgain)).toEqual([1, 0, 1]);
    expect(alreadyLoaded(ASK.deployAgain)).toEqual([`already loaded: ${DEPLOY.id}`]);

    await first.turn(ASK.pool);
    expect(counted(ASK.pool)).toEqual([1, 1, 1]);

    await first.turn(ASK.style);
    expect(counted(ASK.style)).toEqual([1, 1, 1]);
    expect(alreadyLoaded(ASK.style)).toEqual([`already loaded: ${STYLE.id}`]);

    await first.turn(ASK.unrelated);
    expect(answeredTo(first, 'UserPromptSubmit').at(-1)).toBe('');
    expect(counted(ASK.unrelated)).toEqual([1, 1, 1]);

    await first.turn('/compact');
    expect(model.requests.filter(({ kind }) => kind === 'compaction')).toHaveLength(1);
    await first.turn(ASK.deployAfter);
    expect(counted(ASK.deployAfter)).toEqual([1, 0, 1]);
    expect(occurrences(requestFor(ASK.deployAfter).texts, '[engram rehydrate]')).toBe(1);
    expect(alreadyLoaded(ASK.deployAfter)).toEqual([]);

    expect(first.hooks('SessionStart').map(({ hook_name }) => hook_name)).toEqual([
      'SessionStart:startup',
      'SessionStart:compact',
    ]);
    expect(answeredTo(first, 'UserPromptSubmit').filter(Boolean)).toHaveLength(5);
    const id = first.id;
    expect(await first.end()).toBe(0);
    expect(first.exitCodes('PreCompact:manual')).toEqual([0]);
    expect(first.complaints()).toEqual([]);

    const resumed = open('--resume', id);
    await resumed.turn(`Again: ${ASK.deploy}`);
    expect(resumed.hooks('SessionStart').map(({ hook_name }) => hook_name)).toEqual(['SessionStart:resume']);
    expect(counted(`Again: ${ASK.deploy}`)).toEqual([1, 0, 1]);
    expect(alreadyLoaded(`Again: ${ASK.deploy}`)).toEqual([`already loaded: ${DEPLOY.id}`]);
    expect(await resumed.end()).toBe(0);
    expect(resumed.complaints()).toEqual([]);
  });

  test('user link: reaches a model that takes reminders, and unlink gives the settings back (E-02, E-03)', async () => {
    lab = openLab(MEMORIES);
    const settings = path.join(lab.home, '.claude', 'settings.json');
    const own =
      '{\r\n\t"cleanupPeriodDays": 20,\r\n\t"hooks": {\r\n\t\t"Stop": [{ "hooks": [{ "type": "command", "command": "true" }] }] },\r\n\t"includeCoAuthoredBy": false }\r\n';
    mkdirSync(path.dirname(settings), { recursive: true });
    writeFileSync(settings, own);
    engram(['link', '--global', 'claude'], { cwd: lab.project, env: lab.env });
    expect(readFileSync(settings, 'utf8')).not.toBe(own);
    expect(existsSync(path.join(lab.project, '.claude'))).toBe(false);

    const linked = open('--model', 'claude-sonnet-4-5');
    await linked.turn(ASK.deploy);
    await linked.turn(ASK.deployAgain);
    expect(counted(ASK.deploy)).toEqual([1, 0, 1]);
    expect(counted(ASK.deployAgain)).toEqual([1, 0, 1]);
    expect(await linked.end()).toBe(0);
    expect(linked.complaints()).toEqual([]);

    engram(['unlink', '--global', 'claude'], { cwd: lab.project, env: lab.env });
    expect(readFileSync(settings, 'utf8')).toBe(own);
    model.requests.length = 0;
    const unlinked = open();
    await unlinked.turn(ASK.deploy);
    expect(counted(ASK.deploy)).toEqual([0, 0, 0]);
    expect([...unlinked.hooks('SessionStart'), ...unlinked.hooks('UserPromptSubmit')]).toEqual([]);
    expect(await unlinked.end()).toBe(0);
  });

  test('linked globally and in the project: still once (E-20)', async () => {
    lab = openLab(MEMORIES);
    engram(['link', 'claude'], { cwd: lab.project, env: lab.env });
    engram(['link', '--global', 'claude'], { cwd: lab.project, env: lab.env });
    const session = open();
    await session.turn(ASK.deploy);
    await session.turn(ASK.deployAgain);
    expect(counted(ASK.deploy)).toEqual([1, 0, 1]);
    expect(counted(ASK.deployAgain)).toEqual([1, 0, 1]);
    expect(alreadyLoaded(ASK.deployAgain)).toEqual([`already loaded: ${DEPLOY.id}`]);
    expect(await session.end()).toBe(0);
    expect(session.complaints()).toEqual([]);
  });

  test('automatic compaction: the turn that it happens in has its memory too, once (E-23)', async () => {
    lab = openLab(MEMORIES);
    engram(['link', 'claude'], { cwd: lab.project, env: lab.env });
    const session = open();
    await session.turn(ASK.deploy);
    model.script.push({ text: 'Understood.', tokens: 990_000 });
    await session.turn(ASK.pool);
    // The client runs the prompt's hook first, then compacts, then sends the prompt.
    await session.turn(ASK.deployAgain);
    expect(session.hooks('SessionStart').map(({ hook_name }) => hook_name)).toEqual([
      'SessionStart:startup',
      'SessionStart:compact',
    ]);
    expect(model.requests.filter(({ kind }) => kind === 'compaction')).toHaveLength(1);
    const [deploy, , style] = counted(ASK.deployAgain);
    expect([deploy, style]).toEqual([1, 1]);
    await session.turn(ASK.deployAfter);
    expect(counted(ASK.deployAfter)[0]).toBe(1);
    expect(await session.end()).toBe(0);
    expect(session.complaints()).toEqual([]);
  });

  test('a memory edited or deleted while the session runs: the new text, once; the old no more (E-20)', async () => {
    lab = openLab(MEMORIES);
    engram(['link', 'claude'], { cwd: lab.project, env: lab.env });
    const session = open();
    await session.turn(ASK.deploy);
    const edited = 'Production deploys run on Fridays only, since June.';
    writeMemory(lab, { ...DEPLOY, body: edited });
    rmSync(path.join(lab.project, '.engram', 'memories', `${POOL.id}.md`));

    await session.turn(ASK.deployAgain);
    const { texts } = requestFor(ASK.deployAgain);
    expect(occurrences(texts, edited)).toBe(1);
    expect(occurrences(since(texts, ASK.deployAgain), DEPLOY.body)).toBe(0);
    await session.turn(ASK.deployAfter);
    expect(occurrences(requestFor(ASK.deployAfter).texts, edited)).toBe(1);
    await session.turn(ASK.pool);
    expect(counted(ASK.pool)[1]).toBe(0);
    expect(await session.end()).toBe(0);
    expect(session.complaints()).toEqual([]);
  });

  test('far more than fits: whole bodies up to 9,500 UTF-16 units and no preview (E-30, E-32, E-33)', async () => {
    lab = openLab([...CROWD, STYLE]);
    engram(['config', 'set', 'load.max_tokens', '16000'], { cwd: lab.project, env: lab.env });
    engram(['link', 'claude'], { cwd: lab.project, env: lab.env });
    const session = open();
    await session.turn(ASK_CROWD);

    const { texts } = requestFor(ASK_CROWD);
    const contexts = session.hooks().map(contextOf).filter(Boolean);
    expect(contexts).toHaveLength(2);
    expect(Math.max(...contexts.map((context) => context.length))).toBeLessThanOrEqual(9500);
    for (const context of contexts) expect(occurrences(texts, context)).toBe(1);
    expect(occurrences(texts, '<persisted-output>')).toBe(0);
    const whole = CROWD.filter(({ body }) => occurrences(texts, body) === 1);
    const begun = CROWD.filter(({ body }) => occurrences(texts, body.split('\n')[1]!) > 0);
    expect(whole.length).toBeGreaterThan(0);
    expect(whole.length).toBeLessThan(CROWD.length);
    expect(begun).toEqual(whole);
    expect(await session.end()).toBe(0);
    expect(session.complaints()).toEqual([]);
  });

  test.each(['general-purpose', 'Explore'])(
    'subagents (%s): what the parent’s prompt needed, once; the parent’s record stays (E-49, E-50)',
    async (type) => {
      lab = openLab(MEMORIES);
      engram(['link', 'claude'], { cwd: lab.project, env: lab.env });
      const spawn = {
        tool: 'Agent',
        input: { description: 'poem', prompt: TASK, subagent_type: type, run_in_background: false },
      };
      const session = open();
      model.script.push(spawn);
      await session.turn(ASK.deploy);
      expect(agents(ASK.deploy).map(({ texts }) => held(texts))).toEqual([[1, 0, 0]]);

      const before = records(lab);
      expect(Object.keys(before.sessions)).toHaveLength(1);
      expect(Object.keys(before.subagents)).toHaveLength(1);
      model.script.push(spawn);
      await session.turn(ASK.unrelated);
      expect(agents(ASK.deploy).map(({ texts }) => held(texts))).toEqual([
        [1, 0, 0],
        [1, 0, 0],
      ]);
      const after = records(lab);
      expect(after.sessions).toEqual(before.sessions);
      expect(Object.keys(after.subagents)).toHaveLength(2);

      await session.turn(ASK.deployAgain);
      expect(counted(ASK.deployAgain)).toEqual([1, 0, 1]);
      expect(alreadyLoaded(ASK.deployAgain)).toEqual([`already loaded: ${DEPLOY.id}`]);
      expect(await session.end()).toBe(0);
      expect(session.complaints()).toEqual([]);
    },
  );
});
