// The real pi against a scripted model: what the model is sent.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ChatModel, startChatModel } from './chat-model.ts';
import { findClient, PI } from './clients.ts';
import { type Lab, openLab, records } from './lab.ts';
import { ASK, DEPLOY, MEMORIES, POOL, STYLE } from './memories.ts';
import { configurePi, PI_READ, PiSession } from './pi-client.ts';
import { engram } from './product.ts';
import { alreadyLoaded as loadedLines, occurrences, requestFor, since } from './request.ts';

const { command, missing } = findClient(PI);

describe.skipIf(missing)(`pi ${PI.version}${missing ? ' (not available)' : ''}`, () => {
  let lab: Lab;
  let model: ChatModel;
  const run = (...args: string[]) => engram(args, { cwd: lab.project, env: lab.env });
  const counted = (prompt: string) =>
    [DEPLOY, POOL, STYLE].map(({ body }) => occurrences(requestFor(model.requests, prompt).texts, body));
  const alreadyLoaded = (prompt: string) => loadedLines(requestFor(model.requests, prompt).texts, prompt);

  beforeEach(async () => {
    lab = openLab(MEMORIES);
    model = await startChatModel();
    configurePi(lab, model.url);
  });
  afterEach(async () => {
    await model.close();
    lab.close();
  });

  test('linked for all projects: each memory once, behind its prompt, in a process for each turn; gone after unlink', async () => {
    run('link', '--global', 'pi');
    expect(existsSync(path.join(lab.project, '.pi'))).toBe(false);
    const session = new PiSession(command!, lab);
    model.script.push({ tool: PI_READ, input: { path: 'README.md' } });
    await session.turn(ASK.deploy);
    // The preference by the session's start.
    expect(counted(ASK.deploy)).toEqual([1, 0, 1]);
    const [prompt, context, ...others] = since(requestFor(model.requests, ASK.deploy).texts, ASK.deploy);
    expect([prompt, context!.role, others]).toEqual([{ role: 'user', text: ASK.deploy }, 'user', []]);
    expect(occurrences(model.requests[1]!.texts, DEPLOY.body)).toBe(1);

    await session.turn(ASK.deployAgain);
    expect(counted(ASK.deployAgain)).toEqual([1, 0, 1]);
    expect(alreadyLoaded(ASK.deployAgain)).toEqual([`already loaded: ${DEPLOY.id}`]);
    await session.turn(ASK.pool);
    expect(counted(ASK.pool)).toEqual([1, 1, 1]);
    await session.turn(ASK.unrelated);
    expect(since(requestFor(model.requests, ASK.unrelated).texts, ASK.unrelated)).toHaveLength(1);
    expect(Object.keys(records(lab).sessions)).toHaveLength(1);

    run('unlink', '--global', 'pi');
    model.requests.length = 0;
    await new PiSession(command!, lab).turn(ASK.pool);
    expect(counted(ASK.pool)).toEqual([0, 0, 0]);
  });

  test('linked for all projects and in the project: still once; nothing without hooks or launcher (S-07)', async () => {
    run('link', '--global', 'pi');
    run('link', 'pi');
    const session = new PiSession(command!, lab);
    await session.turn(ASK.deploy);
    expect(counted(ASK.deploy)).toEqual([1, 0, 1]);
    expect(since(requestFor(model.requests, ASK.deploy).texts, ASK.deploy)).toHaveLength(2);
    run('unlink', '--global', 'pi');
    await session.turn(ASK.pool);
    expect(counted(ASK.pool)).toEqual([1, 1, 1]);

    lab.env.ENGRAM_NO_HOOKS = '1';
    await new PiSession(command!, lab).turn(ASK.style);
    expect(counted(ASK.style)).toEqual([0, 0, 0]);
    delete lab.env.ENGRAM_NO_HOOKS;
    rmSync(path.join(lab.home, '.engram', 'bin'), { recursive: true });
    const { stderr } = await new PiSession(command!, lab).turn(ASK.deployAfter);
    expect(counted(ASK.deployAfter)).toEqual([0, 0, 0]);
    expect(stderr).toBe('');
  });

  test('after a compaction: there again', async () => {
    run('link', '--global', 'pi');
    // So little is kept that only the last words are.
    const settings = { compaction: { keepRecentTokens: 1 } };
    mkdirSync(path.join(lab.home, '.pi', 'agent'), { recursive: true });
    writeFileSync(path.join(lab.home, '.pi', 'agent', 'settings.json'), JSON.stringify(settings));
    const session = new PiSession(command!, lab);
    await session.turn(ASK.deploy);
    model.script.push({ text: 'Understood.', tokens: 1_000_000 });
    await session.turn(ASK.pool);
    await session.turn(ASK.deployAfter);
    expect(model.requests.map(({ kind }) => kind)).toEqual(['turn', 'turn', 'side', 'turn']);
    expect(occurrences(requestFor(model.requests, ASK.deployAfter).texts, ASK.deploy)).toBe(0);
    // The client has kept what came with the last prompt before, and what that needed is brought back as well.
    expect(counted(ASK.deployAfter)).toEqual([1, 2, 1]);
    expect(alreadyLoaded(ASK.deployAfter)).toEqual([]);
  });
});
