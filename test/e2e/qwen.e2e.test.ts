// The real Qwen Code against a scripted model: what the model is sent.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ChatModel, startChatModel } from './chat-model.ts';
import { findClient, QWEN } from './clients.ts';
import { type Lab, openLab } from './lab.ts';
import { ASK, DEPLOY, FILES, HANDLERS, MEMORIES, POOL, STYLE } from './memories.ts';
import { engram } from './product.ts';
import { configureQwen, QwenSession } from './qwen-client.ts';
import { alreadyLoaded, occurrences, requestFor, type SentText, since } from './request.ts';

const { command, missing } = findClient(QWEN);

describe.skipIf(missing)(`Qwen Code ${QWEN.version}${missing ? ' (not available)' : ''}`, () => {
  let lab: Lab;
  let model: ChatModel;

  const open = (id?: string) => new QwenSession(command!, lab, model.url, id);
  const sent = (prompt: string): SentText[] => requestFor(model.requests, prompt).texts;
  const counted = (prompt: string) => [DEPLOY, POOL, STYLE].map(({ body }) => occurrences(sent(prompt), body));
  const loaded = (prompt: string) => alreadyLoaded(sent(prompt), prompt);
  const run = (...args: string[]) => engram(args, { cwd: lab.project, env: lab.env });
  const turns = () => model.requests.filter(({ kind }) => kind === 'turn');

  beforeEach(async () => {
    model = await startChatModel();
    lab = openLab([...MEMORIES, HANDLERS], FILES);
    configureQwen(lab);
  });
  afterEach(async () => {
    await model.close();
    lab.close();
  });

  test('project link: each memory once in a session, with its start, its prompt or its tool (E-01, P-04)', async () => {
    run('link', 'qwen');
    const session = open();
    model.script.push(
      { tool: 'read_file', input: { file_path: path.join(lab.project, 'src/api/a.ts') } },
      { tool: 'read_file', input: { file_path: path.join(lab.project, 'src/api/a.ts') } },
    );
    await session.turn(ASK.deploy);
    // deploy by this prompt, the preference by the session's start
    expect(counted(ASK.deploy)).toEqual([1, 0, 1]);
    expect(sent(ASK.deploy)[0]).toMatchObject({ role: 'system' });
    expect(occurrences(sent(ASK.deploy).slice(0, 1), STYLE.body)).toBe(1);
    const { text } = since(sent(ASK.deploy), ASK.deploy).at(-1)!;
    expect(text).toMatch(
      /^<qwen:user-prompt-submit-context>\n\[engram memory begins\]\n[^<>]*\[engram memory ends\]\n<\/qwen:user-prompt-submit-context>$/,
    );

    // Two tools, after each of which the client submits an empty prompt.
    expect(turns()).toHaveLength(3);
    const { texts } = turns().at(-1)!;
    const results = texts.filter(({ role }) => role === 'tool');
    expect(results.map((result) => occurrences([result], HANDLERS.body))).toEqual([1, 0]);
    expect([DEPLOY, HANDLERS, STYLE].map(({ body }) => occurrences(texts, body))).toEqual([1, 1, 1]);
  });

  test('a resumed session has its start anew, and what prompts were sent: each once', async () => {
    run('link', 'qwen');
    const first = open();
    await first.turn(ASK.deploy);
    const resumed = open(first.id);
    await resumed.turn(ASK.style);
    expect(resumed.id).toBe(first.id);
    // The client drops what the first start said, and the second says it again.
    expect(counted(ASK.style)).toEqual([1, 0, 1]);
    expect(loaded(ASK.style)).toEqual([`already loaded: ${STYLE.id}`]);
    await resumed.turn(ASK.deployAgain);
    expect(counted(ASK.deployAgain)).toEqual([1, 0, 1]);
    expect(loaded(ASK.deployAgain)).toEqual([`already loaded: ${DEPLOY.id}`]);
  });

  test('a compaction: the start and what the last prompt needed are there again', async () => {
    run('link', 'qwen');
    const session = open();
    model.script.push({ text: LONG, tokens: 50_000 });
    await session.turn(ASK.deploy);
    await session.turn('/compress');
    expect(model.requests.filter(({ kind }) => kind === 'compaction')).toHaveLength(1);
    await session.turn(ASK.deployAfter);
    expect(occurrences(sent(ASK.deployAfter), '<state_snapshot>')).toBe(1);
    expect(counted(ASK.deployAfter)).toEqual([1, 0, 1]);
  });

  test('user link: unlink gives the settings back, and then nothing is sent (E-02, E-03)', async () => {
    const settings = path.join(lab.home, '.qwen', 'settings.json');
    // The client writes its version into the file once.
    await open().turn(ASK.unrelated);
    const own = readFileSync(settings, 'utf8');
    run('link', '--global', 'qwen');
    expect(existsSync(path.join(lab.project, '.qwen'))).toBe(false);
    await open().turn(ASK.deploy);
    expect(counted(ASK.deploy)).toEqual([1, 0, 1]);

    run('unlink', '--global', 'qwen');
    expect(readFileSync(settings, 'utf8')).toBe(own);
    model.requests.length = 0;
    await open().turn(ASK.deploy);
    expect(counted(ASK.deploy)).toEqual([0, 0, 0]);
  });

  test('linked in both places, once; with its launcher gone, nothing breaks (E-20)', async () => {
    run('link', 'qwen');
    run('link', '--global', 'qwen');
    await open().turn(ASK.deploy);
    expect(counted(ASK.deploy)).toEqual([1, 0, 1]);

    rmSync(path.join(lab.home, '.engram', 'bin'), { recursive: true });
    model.requests.length = 0;
    model.script.push({ tool: 'read_file', input: { file_path: path.join(lab.project, 'src/api/a.ts') } });
    await open().turn(ASK.look);
    const last = turns().at(-1)!.texts.at(-1)!;
    expect(last).toEqual({ role: 'tool', text: FILES['src/api/a.ts'] });
    expect(since(turns()[0]!.texts, ASK.look)).toEqual([{ role: 'user', text: ASK.look }]);
  });
});

/** A long answer: a summary must be shorter than what it sums up. */
const LONG = Array.from({ length: 200 }, (_, shelf) => `Shelf ${shelf} holds tea for ${shelf * 7} cups.`).join(' ');
