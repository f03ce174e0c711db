// The real Gemini CLI against a scripted model: what the model is sent.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findClient, GEMINI } from './clients.ts';
import { configureGemini, GeminiSession } from './gemini-client.ts';
import { type GeminiModel, startGeminiModel } from './gemini-model.ts';
import { type Lab, openLab } from './lab.ts';
import { ASK, DEPLOY, FILES, HANDLERS, MEMORIES, POOL, STYLE } from './memories.ts';
import { engram } from './product.ts';
import { alreadyLoaded, occurrences, requestFor, type SentText, since } from './request.ts';

const { command, missing } = findClient(GEMINI);

describe.skipIf(missing)(`Gemini CLI ${GEMINI.version}${missing ? ' (not available)' : ''}`, () => {
  let lab: Lab;
  let model: GeminiModel;

  const open = (id?: string) => new GeminiSession(command!, lab, model.url, id);
  const sent = (prompt: string): SentText[] => requestFor(model.requests, prompt).texts;
  const counted = (prompt: string) => [DEPLOY, POOL, STYLE].map(({ body }) => occurrences(sent(prompt), body));
  const loaded = (prompt: string) => alreadyLoaded(sent(prompt), prompt);
  const run = (...args: string[]) => engram(args, { cwd: lab.project, env: lab.env });

  beforeEach(async () => {
    model = await startGeminiModel();
    lab = openLab([...MEMORIES, HANDLERS], FILES);
    configureGemini(lab);
  });
  afterEach(async () => {
    await model.close();
    lab.close();
  });

  test('project link: each memory once, in a session that is resumed too (E-01, E-41, E-43, P-04)', async () => {
    run('link', 'gemini');
    const first = open();
    model.script.push({ tool: 'read_file', input: { file_path: path.join(lab.project, 'src/api/a.ts') } });
    await first.turn(ASK.deploy);
    // deploy by this prompt, the preference because it is the session's first
    expect(counted(ASK.deploy)).toEqual([1, 0, 1]);
    const after = since(sent(ASK.deploy), ASK.deploy).filter(({ text }) => text.includes('engram memory'));
    expect(after).toHaveLength(1);
    expect(after[0]!.text).toMatch(
      /^<hook_context>\[engram memory begins\]\n[^<>]*\[engram memory ends\]<\/hook_context>$/,
    );

    const result = model.requests.findLast(({ kind }) => kind === 'turn')!.texts.at(-1)!;
    expect([result.role, occurrences([result], HANDLERS.body)]).toEqual(['tool', 1]);
    expect(result.text.startsWith(FILES['src/api/a.ts'])).toBe(true);
    expect(first.complaints()).toEqual([]);

    const resumed = open(first.id);
    await resumed.turn(ASK.deployAgain);
    expect(resumed.id).toBe(first.id);
    expect(counted(ASK.deployAgain)).toEqual([1, 0, 1]);
    expect(loaded(ASK.deployAgain)).toEqual([`already loaded: ${DEPLOY.id}`]);

    await resumed.turn(ASK.handlersAgain);
    // The client replays the result of a tool more than once, each with the context that it had.
    const replayed = sent(ASK.handlersAgain).filter(({ role }) => role === 'tool');
    expect(new Set(replayed.map(({ text }) => text))).toEqual(new Set([result.text]));
    expect(since(sent(ASK.handlersAgain), ASK.handlersAgain).slice(1)).toEqual([
      { role: 'user', text: `<hook_context>already loaded: ${HANDLERS.id}</hook_context>` },
    ]);

    await resumed.turn(ASK.unrelated);
    expect(since(sent(ASK.unrelated), ASK.unrelated)).toEqual([{ role: 'user', text: ASK.unrelated }]);
    expect(resumed.complaints()).toEqual([]);
  });

  test('a tool that fails, and one that touches no file, bring nothing (E-42)', async () => {
    run('link', 'gemini');
    const session = open();
    model.script.push(
      { tool: 'read_file', input: { file_path: path.join(lab.project, 'src/api/none.ts') } },
      { tool: 'list_directory', input: { dir_path: path.join(lab.project, 'src/api') } },
      { tool: 'write_file', input: { file_path: path.join(lab.project, 'src/api/new.ts'), content: 'export {};\n' } },
    );
    await session.turn(ASK.look);
    const results = model.requests
      .filter(({ kind }) => kind === 'turn')
      .at(-1)!
      .texts.filter(({ role }) => role === 'tool');
    expect(results.map((result) => occurrences([result], HANDLERS.body))).toEqual([0, 0, 1]);
    expect(session.complaints()).toEqual([]);
  });

  test('a compression that a person asks for: what is needed is there again, once (E-05)', async () => {
    run('link', 'gemini');
    const session = open();
    model.script.push({ text: LONG });
    await session.turn(ASK.deploy);
    await session.turn('/compress');
    expect(model.requests.some(({ kind }) => kind === 'compaction')).toBe(true);
    await session.turn(ASK.deployAfter);
    expect(occurrences(sent(ASK.deployAfter), '<state_snapshot>')).toBe(1);
    expect(counted(ASK.deployAfter)).toEqual([1, 0, 1]);
    expect(session.complaints()).toEqual([]);
  });

  test('user link: unlink gives the settings back, and then nothing is sent (E-02, E-03)', async () => {
    const settings = path.join(lab.home, '.gemini', 'settings.json');
    const own = `// mine\n${readFileSync(settings, 'utf8')}`;
    writeFileSync(settings, own);
    run('link', '--global', 'gemini');
    expect(readFileSync(settings, 'utf8').startsWith('// mine\n')).toBe(true);
    expect(existsSync(path.join(lab.project, '.gemini'))).toBe(false);
    const linked = open();
    await linked.turn(ASK.deploy);
    expect(counted(ASK.deploy)).toEqual([1, 0, 1]);
    expect(linked.complaints()).toEqual([]);

    run('unlink', '--global', 'gemini');
    expect(readFileSync(settings, 'utf8')).toBe(own);
    model.requests.length = 0;
    await open().turn(ASK.deploy);
    expect(counted(ASK.deploy)).toEqual([0, 0, 0]);
  });

  test('linked in both places, once; with its launcher gone, nothing breaks (E-20)', async () => {
    run('link', 'gemini');
    run('link', '--global', 'gemini');
    const session = open();
    await session.turn(ASK.deploy);
    expect(counted(ASK.deploy)).toEqual([1, 0, 1]);

    rmSync(path.join(lab.home, '.engram', 'bin'), { recursive: true });
    model.requests.length = 0;
    model.script.push({ tool: 'read_file', input: { file_path: path.join(lab.project, 'src/api/a.ts') } });
    const without = open();
    await without.turn(ASK.look);
    const last = model.requests.findLast(({ kind }) => kind === 'turn')!.texts.at(-1)!;
    expect(last).toEqual({ role: 'tool', text: FILES['src/api/a.ts'] });
    expect(since(model.requests[0]!.texts, ASK.look)).toEqual([{ role: 'user', text: ASK.look }]);
    expect([...session.complaints(), ...without.complaints()]).toEqual([]);
  });
});

/** A long answer that repeats nothing: a summary must be shorter than what it sums up, and the client takes repetition for a loop. */
const LONG = Array.from({ length: 200 }, (_, shelf) => `Shelf ${shelf} holds tea for ${shelf * 7} cups.`).join(' ');
