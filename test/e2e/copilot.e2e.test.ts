// The real GitHub Copilot CLI against a scripted model: what the model is sent.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ChatModel, startChatModel } from './chat-model.ts';
import { COPILOT, findClient } from './clients.ts';
import { COPILOT_READ, CopilotSession, copilotComplaints, trustCopilot } from './copilot-client.ts';
import { type Lab, openLab } from './lab.ts';
import { ASK, DEPLOY, FILES, HANDLERS, MEMORIES, POOL, STYLE, TASK } from './memories.ts';
import { engram } from './product.ts';
import { alreadyLoaded, occurrences, requestFor, type SentText, since } from './request.ts';

const { command, missing } = findClient(COPILOT);

describe.skipIf(missing)(`Copilot CLI ${COPILOT.version}${missing ? ' (not available)' : ''}`, () => {
  let lab: Lab;
  let model: ChatModel;

  const open = (id?: string) => new CopilotSession(command!, lab, model.url, id);
  const sent = (prompt: string): SentText[] => requestFor(model.requests, prompt).texts;
  const counted = (prompt: string) => [DEPLOY, POOL, STYLE].map(({ body }) => occurrences(sent(prompt), body));
  const loaded = (prompt: string) => alreadyLoaded(sent(prompt), prompt);
  const run = (...args: string[]) => engram(args, { cwd: lab.project, env: lab.env });
  const turns = () => model.requests.filter(({ kind }) => kind === 'turn');
  const handler = () => ({ path: path.join(lab.project, 'src/api/a.ts') });

  beforeEach(async () => {
    model = await startChatModel();
    lab = openLab([...MEMORIES, HANDLERS], FILES);
    trustCopilot(lab);
  });
  afterEach(async () => {
    await model.close();
    lab.close();
  });

  test('project link: each memory once in a session, with its start, its prompt or its tool (E-01, P-04)', async () => {
    run('link', 'copilot');
    model.script.push({ tool: COPILOT_READ, input: handler() }, { tool: COPILOT_READ, input: handler() });
    const session = open();
    await session.turn(ASK.deploy);
    // deploy by this prompt, the preference by the session's start
    expect(counted(ASK.deploy)).toEqual([1, 0, 1]);
    const [start, prompt] = sent(ASK.deploy).filter(({ role }) => role === 'user');
    expect(start!.text).toMatch(/^<engram-memory>\n[\s\S]*<\/engram-memory>$/);
    expect(occurrences([start!], STYLE.body)).toBe(1);
    expect(prompt!.text).toMatch(
      /\n\n<system_reminder>\n<engram-memory>\n[\s\S]*<\/engram-memory>\n[\s\S]*<\/system_reminder>$/,
    );

    expect(turns()).toHaveLength(3);
    const { texts } = turns().at(-1)!;
    const results = texts.filter(({ role }) => role === 'tool');
    expect(results.map((result) => occurrences([result], HANDLERS.body))).toEqual([1, 0]);
    expect(copilotComplaints(lab)).toEqual([]);

    await session.turn(ASK.deployAgain);
    expect(loaded(ASK.deployAgain)).toEqual([`already loaded: ${DEPLOY.id}`]);
  });

  test('a resumed session has its start anew, and nothing of the rest twice', async () => {
    run('link', 'copilot');
    const first = open();
    model.script.push({ tool: COPILOT_READ, input: handler() });
    await first.turn(ASK.deploy);
    model.script.push({ tool: COPILOT_READ, input: handler() });
    await open(first.id).turn(ASK.pool);
    expect(counted(ASK.pool)).toEqual([1, 1, 1]);
    const { texts } = turns().at(-1)!;
    expect([DEPLOY, POOL, STYLE, HANDLERS].map(({ body }) => occurrences(texts, body))).toEqual([1, 1, 1, 1]);
    expect(copilotComplaints(lab)).toEqual([]);
  });

  test('a compaction takes what prompts were sent: the next that needs it is sent it again', async () => {
    run('link', 'copilot');
    const session = open();
    await session.turn(ASK.deploy);
    await session.turn('/compact');
    expect(model.requests.filter(({ kind }) => kind === 'compaction')).toHaveLength(1);
    await session.turn(ASK.deployAfter);
    expect(counted(ASK.deployAfter)).toEqual([1, 0, 1]);
    expect(copilotComplaints(lab)).toEqual([]);
  });

  test.each([
    [
      'the project twice',
      [
        ['link', 'copilot'],
        ['link', 'claude'],
      ],
    ],
    [
      'the user, the project and Claude Code’s settings',
      [
        ['link', '--global', 'copilot'],
        ['link', 'copilot'],
        ['link', 'claude'],
      ],
    ],
    ['Claude Code’s settings alone', [['link', 'claude']]],
  ])('linked in %s, a prompt is answered once (E-20)', async (_, links) => {
    for (const link of links) run(...link);
    const session = open();
    await session.turn(ASK.deploy);
    expect(counted(ASK.deploy)).toEqual([1, 0, 1]);
    expect(loaded(ASK.deploy)).toEqual([]);
    await session.turn(ASK.deployAgain);
    expect(counted(ASK.deployAgain)).toEqual([1, 0, 1]);
    expect(loaded(ASK.deployAgain)).toEqual([`already loaded: ${DEPLOY.id}`]);
    expect(copilotComplaints(lab)).toEqual([]);
  });

  test('a subagent starts with what the prompt before it needed, once (E-49)', async () => {
    run('link', 'copilot');
    const input = { agent_type: 'explore', name: 'look', description: 'look', prompt: TASK, mode: 'sync' };
    model.script.push({ tool: 'task', input });
    await open().turn(ASK.deploy);
    const own = turns().find(({ texts }) => texts.every(({ text }) => !text.includes(ASK.deploy)))!;
    expect(own.texts.filter(({ text }) => text.includes(TASK))).toHaveLength(1);
    expect([DEPLOY, POOL, STYLE].map(({ body }) => occurrences(own.texts, body))).toEqual([1, 0, 0]);
    expect(copilotComplaints(lab)).toEqual([]);
  });

  test('user link: needs no trust; unlink leaves no file, and then nothing is sent (E-02, E-03)', async () => {
    rmSync(path.join(lab.home, '.copilot'), { recursive: true });
    run('link', '--global', 'copilot');
    expect(existsSync(path.join(lab.project, '.github'))).toBe(false);
    await open().turn(ASK.deploy);
    expect(counted(ASK.deploy)).toEqual([1, 0, 1]);

    run('unlink', '--global', 'copilot');
    const hooks = path.join(lab.home, '.copilot', 'hooks');
    expect(existsSync(hooks) ? readdirSync(hooks) : []).toEqual([]);
    model.requests.length = 0;
    await open().turn(ASK.deploy);
    expect(counted(ASK.deploy)).toEqual([0, 0, 0]);
  });

  test('a project that is not trusted, or with its launcher gone: nothing is sent, nothing breaks', async () => {
    run('link', 'copilot');
    rmSync(path.join(lab.home, '.copilot', 'config.json'));
    await open().turn(ASK.deploy);
    expect(counted(ASK.deploy)).toEqual([0, 0, 0]);

    trustCopilot(lab);
    rmSync(path.join(lab.home, '.engram', 'bin'), { recursive: true });
    model.requests.length = 0;
    await open().turn(ASK.unrelated);
    expect(since(sent(ASK.unrelated), ASK.unrelated)).toHaveLength(1);
    expect(occurrences(sent(ASK.unrelated), 'engram')).toBe(0);
    expect(copilotComplaints(lab)).toEqual([]);
  });
});
