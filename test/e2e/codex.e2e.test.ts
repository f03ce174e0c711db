// The real Codex against a scripted model: what the model is sent.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CODEX, findClient } from './clients.ts';
import { CodexServer, codexExec, configureCodex, MODELS, trustHooks } from './codex-client.ts';
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
import { type ResponsesModel, type ResponsesRequest, startResponsesModel } from './responses-model.ts';

const { binary, missing } = findClient(CODEX);

describe.skipIf(missing)(`Codex ${CODEX.version}${missing ? ' (not available)' : ''}`, () => {
  let lab: Lab;
  let model: ResponsesModel;
  const servers: CodexServer[] = [];

  const open = async (): Promise<CodexServer> => {
    const server = await CodexServer.open(binary!, lab);
    servers.push(server);
    return server;
  };
  /** Reviews and trusts what is linked, as a person does once in Codex. */
  const review = async (): Promise<void> => {
    const server = await open();
    const { hooks, complaints } = await server.hooks(lab);
    expect(complaints).toEqual([]);
    trustHooks(lab, hooks);
    await server.close();
  };
  /** What doctor finds out about the review: it reckons the hashes as the client does. */
  const trust = (): { what: string }[] =>
    (JSON.parse(engram(['doctor', '--json'], { cwd: lab.project, env: lab.env }).stdout) as { what: string }[]).filter(
      ({ what }) => what === 'trust',
    );
  /** The request that the client sent for this prompt. */
  const requestFor = (prompt: string): ResponsesRequest => requestWith(model.requests, prompt);
  const held = (texts: readonly SentText[]) => [DEPLOY, POOL, STYLE].map(({ body }) => occurrences(texts, body));
  const counted = (prompt: string) => held(requestFor(prompt).texts);
  const alreadyLoaded = (prompt: string) => loadedLines(requestFor(prompt).texts, prompt);
  /** The first request of each subagent, in the order in which they asked. */
  const agents = (): ResponsesRequest[] =>
    model.requests.filter(
      ({ agent }, n) => agent !== undefined && model.requests.findIndex((other) => other.agent === agent) === n,
    );
  const developerTexts = (texts: readonly SentText[]) =>
    texts.filter(({ role }) => role === 'developer').map(({ text }) => text);

  beforeEach(async () => {
    model = await startResponsesModel();
  });
  afterEach(async () => {
    for (const server of servers.splice(0)) server.kill();
    await model.close();
    lab.close();
  });

  test('project link: each memory once, again after a compaction, once after a resume (E-20…E-23, A-19, P-04)', async () => {
    lab = openLab(MEMORIES);
    configureCodex(lab, model.url);
    const linked = engram(['link', 'codex'], { cwd: lab.project, env: lab.env });
    expect(linked.stdout + linked.stderr).toContain('review');

    // Nothing before the review: Codex skips the hooks without a word.
    const before = await open();
    await before.turn(await before.start(lab), ASK.deploy);
    expect(counted(ASK.deploy)).toEqual([0, 0, 0]);
    expect(before.runs()).toEqual([]);
    await before.close();
    model.requests.length = 0;
    const settings = path.join(lab.project, '.codex', 'hooks.json');
    expect(trust()).toEqual([
      {
        what: 'trust',
        ok: true,
        note: true,
        message: `Codex skips SessionStart, UserPromptSubmit, PreCompact, PreToolUse, SubagentStart of ${settings} without a word, because they have not been reviewed: start \`codex\` and choose "Trust all" where it says that hooks need review, or open /hooks`,
      },
    ]);

    await review();
    expect(trust()).toEqual([
      { what: 'trust', ok: true, message: `Codex has reviewed the hooks of ${settings}, and trusts them` },
    ]);
    const first = await open();
    const thread = await first.start(lab);
    model.script.push({ shell: 'cat README.md' });
    await first.turn(thread, ASK.deploy);
    // deploy by this prompt, the preference by the session's start, nothing else
    expect(counted(ASK.deploy)).toEqual([1, 0, 1]);
    expect(alreadyLoaded(ASK.deploy)).toEqual([]);
    // the same turn after a tool call
    const afterTool = model.requests.at(-1)!;
    expect(afterTool.texts.some(({ role, text }) => role === 'tool' && text.includes('A shop that sells tea.'))).toBe(
      true,
    );
    expect(occurrences(afterTool.texts, DEPLOY.body)).toBe(1);

    await first.turn(thread, ASK.deployAgain);
    expect(counted(ASK.deployAgain)).toEqual([1, 0, 1]);
    expect(alreadyLoaded(ASK.deployAgain)).toEqual([`already loaded: ${DEPLOY.id}`]);

    await first.turn(thread, ASK.pool);
    expect(counted(ASK.pool)).toEqual([1, 1, 1]);

    await first.turn(thread, ASK.style);
    expect(counted(ASK.style)).toEqual([1, 1, 1]);
    expect(alreadyLoaded(ASK.style)).toEqual([`already loaded: ${STYLE.id}`]);

    await first.turn(thread, ASK.unrelated);
    expect(developerTexts(since(requestFor(ASK.unrelated).texts, ASK.unrelated))).toEqual([]);

    await first.compact(thread);
    expect(model.requests.filter(({ kind }) => kind === 'compaction')).toHaveLength(1);
    await first.turn(thread, ASK.deployAfter);
    expect(counted(ASK.deployAfter)).toEqual([1, 0, 1]);
    expect(occurrences(requestFor(ASK.deployAfter).texts, '[engram rehydrate]')).toBe(1);
    expect(alreadyLoaded(ASK.deployAfter)).toEqual([]);
    expect(first.complaints()).toEqual([]);
    expect(
      first
        .runs()
        .map(({ eventName }) => eventName)
        .sort(),
    ).toEqual(['preCompact', 'sessionStart', 'sessionStart', ...Array.from({ length: 6 }, () => 'userPromptSubmit')]);
    await first.close();

    const second = await open();
    await second.resume(thread);
    await second.turn(thread, `Again: ${ASK.deploy}`);
    expect(counted(`Again: ${ASK.deploy}`)).toEqual([1, 0, 1]);
    expect(alreadyLoaded(`Again: ${ASK.deploy}`)).toEqual([`already loaded: ${DEPLOY.id}`]);
    expect(second.complaints()).toEqual([]);
    await second.close();
  });

  test('user link, `codex exec`: delivered, and unlink gives the file back (E-02, E-03)', async () => {
    lab = openLab(MEMORIES);
    configureCodex(lab, model.url);
    const file = path.join(lab.home, '.codex', 'hooks.json');
    const own =
      '{\n   "description": "mine",\n   "hooks": { "Stop": [ { "hooks": [ { "type": "command", "command": "true", "timeout": 5 } ] } ] }\n}';
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, own);
    engram(['link', '--global', 'codex'], { cwd: lab.project, env: lab.env });
    expect(readFileSync(file, 'utf8')).not.toBe(own);
    expect(existsSync(path.join(lab.project, '.codex'))).toBe(false);
    await review();

    const ran = await codexExec(binary!, lab, ASK.deploy);
    expect(ran).toMatchObject({ code: 0 });
    expect(ran.stderr).not.toMatch(/hook: \w+ Failed/);
    expect(counted(ASK.deploy)).toEqual([1, 0, 1]);

    engram(['unlink', '--global', 'codex'], { cwd: lab.project, env: lab.env });
    expect(readFileSync(file, 'utf8')).toBe(own);
    model.requests.length = 0;
    expect(await codexExec(binary!, lab, ASK.pool)).toMatchObject({ code: 0 });
    expect(counted(ASK.pool)).toEqual([0, 0, 0]);
  });

  test('automatic compaction, between turns and within one: there again, once (E-23)', async () => {
    lab = openLab(MEMORIES);
    configureCodex(lab, model.url, { compactAt: 5000 });
    engram(['link', 'codex'], { cwd: lab.project, env: lab.env });
    await review();
    const server = await open();
    const thread = await server.start(lab);
    await server.turn(thread, ASK.deploy);
    model.script.push({ text: 'Understood.', tokens: 9000 });
    await server.turn(thread, ASK.pool);
    await server.turn(thread, ASK.deployAgain);
    expect(model.requests.filter(({ kind }) => kind === 'compaction')).toHaveLength(1);
    expect(counted(ASK.deployAgain)[0]).toBe(1);

    // Full after a tool call: the client compacts and asks again, without running the prompt's hook.
    model.script.push({ shell: 'cat README.md', tokens: 9000 });
    await server.turn(thread, ASK.deployAfter);
    expect(model.requests.filter(({ kind }) => kind === 'compaction')).toHaveLength(2);
    const last = model.requests.at(-1)!.texts;
    expect(last.some(({ role, text }) => role === 'user' && text.includes(ASK.deployAfter))).toBe(true);
    expect([DEPLOY, STYLE].map(({ body }) => occurrences(last, body))).toEqual([1, 1]);
    expect(server.complaints()).toEqual([]);
    await server.close();
  });

  test('linked globally and in the project, and a message typed while a turn runs: still once (E-20)', async () => {
    lab = openLab(MEMORIES);
    configureCodex(lab, model.url);
    engram(['link', 'codex'], { cwd: lab.project, env: lab.env });
    engram(['link', '--global', 'codex'], { cwd: lab.project, env: lab.env });
    await review();
    const server = await open();
    const thread = await server.start(lab);
    model.script.push({ shell: 'sleep 2' });
    const running = server.turn(thread, ASK.deploy);
    await expect.poll(() => model.requests.length, { timeout: 60_000 }).toBe(1);
    // The same turn id, and another need.
    await server.steer(thread, ASK.pool);
    await running;
    expect(counted(ASK.deploy)).toEqual([1, 0, 1]);
    expect(counted(ASK.pool)).toEqual([1, 1, 1]);
    await server.turn(thread, ASK.deployAgain);
    expect(counted(ASK.deployAgain)).toEqual([1, 1, 1]);
    expect(alreadyLoaded(ASK.deployAgain)).toEqual([`already loaded: ${DEPLOY.id}`]);
    expect(server.complaints()).toEqual([]);
    await server.close();
  });

  test('far more than fits: whole bodies up to 9,600 bytes and no preview (E-29, E-32, E-33)', async () => {
    lab = openLab([...CROWD, STYLE]);
    configureCodex(lab, model.url);
    engram(['config', 'set', 'load.max_tokens', '16000'], { cwd: lab.project, env: lab.env });
    engram(['link', 'codex'], { cwd: lab.project, env: lab.env });
    await review();
    const server = await open();
    await server.turn(await server.start(lab), ASK_CROWD);

    const { texts } = requestFor(ASK_CROWD);
    const [context, ...others] = developerTexts(since(texts, ASK_CROWD));
    expect(others).toEqual([]);
    expect(Buffer.byteLength(context!)).toBeLessThanOrEqual(9600);
    expect(occurrences(texts, 'truncated output')).toBe(0);
    const whole = CROWD.filter(({ body }) => occurrences(texts, body) === 1);
    const begun = CROWD.filter(({ body }) => occurrences(texts, body.split('\n')[1]!) > 0);
    expect(whole.length).toBeGreaterThan(0);
    expect(whole.length).toBeLessThan(CROWD.length);
    expect(begun).toEqual(whole);
    expect(server.complaints()).toEqual([]);
    await server.close();
  });

  test('subagents that begin empty: what the parent’s prompt needed, once; the parent’s record stays (E-49, E-50)', async () => {
    lab = openLab(MEMORIES);
    configureCodex(lab, model.url);
    engram(['link', 'codex'], { cwd: lab.project, env: lab.env });
    await review();
    const server = await open();
    const thread = await server.start(lab);
    model.script.push({ spawn: { message: TASK } }, { wait: true });
    await server.turn(thread, ASK.deploy);
    expect(agents().map(({ texts }) => held(texts))).toEqual([[1, 0, 0]]);

    const before = records(lab);
    expect(Object.keys(before.sessions)).toHaveLength(1);
    expect(Object.keys(before.subagents)).toHaveLength(1);
    model.script.push({ spawn: { message: TASK } }, { wait: true });
    await server.turn(thread, ASK.unrelated);
    expect(agents().map(({ texts }) => held(texts))).toEqual([
      [1, 0, 0],
      [1, 0, 0],
    ]);
    const after = records(lab);
    expect(after.sessions).toEqual(before.sessions);
    expect(Object.keys(after.subagents)).toHaveLength(2);

    await server.turn(thread, ASK.deployAgain);
    expect(counted(ASK.deployAgain)).toEqual([1, 0, 1]);
    expect(alreadyLoaded(ASK.deployAgain)).toEqual([`already loaded: ${DEPLOY.id}`]);

    // It can be given the history; its task is a prompt of its own.
    model.script.push({ spawn: { message: `Your task: ${ASK.style}`, fork_context: true } }, { wait: true });
    await server.turn(thread, ASK.unrelated);
    const [, , forked] = agents();
    expect(held(forked!.texts)).toEqual([1, 0, 1]);
    expect(since(forked!.texts, `Your task: ${ASK.style}`).map(({ text }) => text)).toContain(
      `already loaded: ${STYLE.id}`,
    );
    expect(server.complaints()).toEqual([]);
    await server.close();
  });

  test('subagents that begin with the parent’s history: nothing twice; all that is needed where they begin empty', async () => {
    lab = openLab(MEMORIES);
    configureCodex(lab, model.url, { model: MODELS.inheriting });
    engram(['link', 'codex'], { cwd: lab.project, env: lab.env });
    await review();
    const server = await open();
    const thread = await server.start(lab);
    // One that has another do it.
    model.script.push({ spawn: { task_name: 'first', message: TASK } }, { wait: true });
    model.agentScript.push({ spawn: { task_name: 'second', message: TASK } }, { wait: true });
    await server.turn(thread, ASK.deploy);
    expect(agents().map(({ texts }) => held(texts))).toEqual([
      [1, 0, 1],
      [1, 0, 1],
    ]);

    const before = records(lab);
    model.script.push({ spawn: { task_name: 'third', message: TASK, fork_turns: 'none' } }, { wait: true });
    await server.turn(thread, ASK.unrelated);
    expect(held(agents()[2]!.texts)).toEqual([1, 0, 0]);
    expect(records(lab).sessions).toEqual(before.sessions);

    // What changed since is sent to both kinds.
    const edited = 'Production deploys run on Fridays only, since June.';
    writeMemory(lab, { ...DEPLOY, body: edited });
    model.script.push({ spawn: { task_name: 'fourth', message: TASK } }, { wait: true });
    await server.turn(thread, ASK.unrelated);
    expect(occurrences(agents()[3]!.texts, edited)).toBe(1);

    await server.turn(thread, ASK.deployAgain);
    expect(occurrences(requestFor(ASK.deployAgain).texts, edited)).toBe(1);
    expect(server.runs().filter(({ eventName }) => eventName === 'subagentStart')).toHaveLength(4);
    expect(server.complaints()).toEqual([]);
    await server.close();
  });
});
