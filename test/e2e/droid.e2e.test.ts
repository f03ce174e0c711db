// The real Factory droid, `droid exec`, against a scripted model: what the model is sent.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ChatModel, startChatModel } from './chat-model.ts';
import { DROID, findClient } from './clients.ts';
import { configureDroid, DROID_READ, DroidSession, droidComplaints } from './droid-client.ts';
import { write } from './hand-hook.ts';
import { type Lab, openLab } from './lab.ts';
import { ASK, DEPLOY, FILES, HANDLERS, MEMORIES, STYLE } from './memories.ts';
import { engram } from './product.ts';
import { occurrences, requestFor } from './request.ts';

const { command, missing } = findClient(DROID);

describe.skipIf(missing)(`droid ${DROID.version}${missing ? ' (not available)' : ''}`, () => {
  let lab: Lab;
  let model: ChatModel;

  const open = (id?: string) => new DroidSession(command!, lab, model.url, id);
  const run = (...args: string[]) => engram(args, { cwd: lab.project, env: lab.env });
  const turns = () => model.requests.filter(({ kind }) => kind === 'turn');
  const read = () => ({ tool: DROID_READ, input: { file_path: path.join(lab.project, 'src/api/a.ts') } });
  /** Of the start's preference, the path's memory, and the one that a prompt would need: in the request after all tools of a turn. */
  const counted = () => [STYLE, HANDLERS, DEPLOY].map(({ body }) => occurrences(turns().at(-1)!.texts, body));

  beforeEach(async () => {
    model = await startChatModel();
    lab = openLab([...MEMORIES, HANDLERS], FILES);
    configureDroid(lab, model.url);
  });
  afterEach(async () => {
    await model.close();
    lab.close();
  });

  test('project link: the start, then what a touched file brings, each once; no hook hears of a prompt (E-01)', async () => {
    run('link', 'droid');
    model.script.push(read(), read());
    await open().turn(ASK.deploy);
    expect(turns()).toHaveLength(3);
    expect(counted()).toEqual([1, 1, 0]);
    const texts = turns()
      .at(-1)!
      .texts.filter(({ text }) => !text.startsWith('<system-reminder>'));
    const at = (needle: string) => texts.findIndex(({ text }) => text.includes(needle));
    expect(at(STYLE.body)).toBeLessThan(at(ASK.deploy));
    expect(texts[at(HANDLERS.body)]!.text).toMatch(/^<engram-memory>\n[\s\S]*<\/engram-memory>$/);
    expect(at(HANDLERS.body)).toBeGreaterThan(at(ASK.deploy));
    expect(droidComplaints(lab)).toEqual([]);
  });

  test('a resumed session has lost all of it, and is sent it again', async () => {
    run('link', 'droid');
    const session = open();
    model.script.push(read());
    await session.turn(ASK.look);
    model.script.push(read());
    await session.turn(ASK.unrelated);
    expect(turns()).toHaveLength(4);
    expect(counted()).toEqual([1, 1, 0]);
    expect(droidComplaints(lab)).toEqual([]);
  });

  test('linked in both places, once; unlink gives the files back, and then nothing is sent (E-02, E-03, E-20)', async () => {
    const file = path.join(lab.home, '.factory', 'hooks.json');
    write(file, { Stop: [{ hooks: [{ type: 'command', command: 'true' }] }] });
    const own = readFileSync(file, 'utf8');
    run('link', 'droid');
    run('link', '--global', 'droid');
    model.script.push(read());
    await open().turn(ASK.look);
    expect(counted()).toEqual([1, 1, 0]);

    run('unlink', 'droid');
    run('unlink', '--global', 'droid');
    expect(readFileSync(file, 'utf8')).toBe(own);
    expect(existsSync(path.join(lab.project, '.factory'))).toBe(false);
    model.requests.length = 0;
    model.script.push(read());
    await open().turn(ASK.look);
    expect(counted()).toEqual([0, 0, 0]);
    expect(droidComplaints(lab)).toEqual([]);
  });

  test('with its launcher gone nothing is sent and nothing breaks', async () => {
    run('link', 'droid');
    rmSync(path.join(lab.home, '.engram', 'bin'), { recursive: true });
    model.script.push(read());
    await open().turn(ASK.look);
    expect(requestFor(model.requests, ASK.look).texts.some(({ text }) => text.includes('engram'))).toBe(false);
    expect(droidComplaints(lab)).toEqual([]);
  });
});
