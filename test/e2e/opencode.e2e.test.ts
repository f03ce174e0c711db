// The real OpenCode against a scripted model: what stands in the system text of its requests.
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ChatModel, type ChatRequest, startChatModel } from './chat-model.ts';
import { findClient, OPENCODE } from './clients.ts';
import { type Lab, openLab } from './lab.ts';
import { ASK, DEPLOY, MEMORIES, POOL, STYLE, TASK } from './memories.ts';
import { CONTEXT_TOKENS, configFolder, configureOpencode, OpencodeSession } from './opencode-client.ts';
import { engram } from './product.ts';
import { occurrences } from './request.ts';

const { command, missing } = findClient(OPENCODE);

describe.skipIf(missing)(`OpenCode ${OPENCODE.version}${missing ? ' (not available)' : ''}`, () => {
  let lab: Lab;
  let model: ChatModel;
  const run = (...args: string[]) => engram(args, { cwd: lab.project, env: lab.env });
  const plugin = () => path.join(configFolder(lab), 'plugins', 'engram.js');
  /** How often each memory is in the system's texts of a request, and in all of it. */
  const held = ({ texts }: ChatRequest) =>
    [texts.filter(({ role }) => role === 'system'), texts].map((among) =>
      [DEPLOY, POOL, STYLE].map(({ body }) => occurrences(among, body)),
    );
  const both = (...counts: number[]) => [counts, counts];
  const kinds = () => model.requests.map((request) => [request.kind, ...held(request)]);
  const turn = async (session: OpencodeSession, prompt: string) => {
    model.requests.length = 0;
    await session.turn(prompt);
  };

  beforeEach(async () => {
    lab = openLab(MEMORIES);
    model = await startChatModel();
    configureOpencode(lab, model.url);
    run('link', '--global', 'opencode');
  });
  afterEach(async () => {
    await model.close();
    lab.close();
  });

  test('what each prompt needs, once, in the agent’s system text alone; gone after unlink (E-13, E-26, E-61)', async () => {
    expect(existsSync(path.join(lab.project, '.opencode'))).toBe(false);
    const session = new OpencodeSession(command!, lab);
    model.script.push({ tool: 'read', input: { filePath: path.join(lab.project, 'README.md') } });
    await turn(session, ASK.deploy);
    // The preference by the session's start. The title is asked for first, in the same session.
    expect(kinds()).toEqual([
      ['side', ...both(0, 0, 0)],
      ['turn', ...both(1, 0, 1)],
      ['turn', ...both(1, 0, 1)],
    ]);

    // In another process.
    await turn(session, ASK.pool);
    expect(kinds()).toEqual([['turn', ...both(0, 1, 1)]]);
    await turn(session, ASK.unrelated);
    expect(kinds()).toEqual([['turn', ...both(0, 0, 1)]]);

    // Same needs, same bytes: the provider's cache holds.
    const systems: string[][] = [];
    for (const prompt of [ASK.deploy, ASK.deploy]) {
      await turn(session, prompt);
      systems.push(model.requests[0]!.texts.filter(({ role }) => role === 'system').map(({ text }) => text));
    }
    expect(systems[0]).toHaveLength(2);
    expect(systems[1]).toEqual(systems[0]);
    expect(session.complaints()).toEqual([]);

    run('unlink', '--global', 'opencode');
    expect(existsSync(plugin())).toBe(false);
    await turn(session, ASK.pool);
    expect(kinds()).toEqual([['turn', ...both(0, 0, 0)]]);
  });

  test('nothing for a subagent; after a compaction the slot stays', async () => {
    const session = new OpencodeSession(command!, lab);
    model.script.push({ tool: 'task', input: { description: 'Look', prompt: TASK, subagent_type: 'general' } });
    await turn(session, ASK.deploy);
    const [, , sub] = model.requests;
    expect(sub!.session).not.toBe(session.id);
    expect(kinds()).toEqual([
      ['side', ...both(0, 0, 0)],
      ['turn', ...both(1, 0, 1)],
      ['turn', ...both(0, 0, 0)],
      ['turn', ...both(1, 0, 1)],
    ]);

    model.script.push({ text: 'Understood.', tokens: CONTEXT_TOKENS });
    await turn(session, ASK.pool);
    expect(kinds()).toEqual([
      ['turn', ...both(0, 1, 1)],
      ['compaction', ...both(0, 0, 0)],
      // The client goes on by itself.
      ['turn', ...both(0, 1, 1)],
    ]);
    expect(session.complaints()).toEqual([]);
  });

  test('the turn goes on where the launcher is gone, and without hooks (S-07)', async () => {
    lab.env.ENGRAM_NO_HOOKS = '1';
    const session = new OpencodeSession(command!, lab);
    await turn(session, ASK.deploy);
    expect(kinds().slice(1)).toEqual([['turn', ...both(0, 0, 0)]]);

    delete lab.env.ENGRAM_NO_HOOKS;
    rmSync(path.join(lab.home, '.engram', 'bin'), { recursive: true });
    await turn(session, ASK.deploy);
    expect(kinds()).toEqual([['turn', ...both(0, 0, 0)]]);
    expect(session.complaints()).toEqual([]);
  });
});
