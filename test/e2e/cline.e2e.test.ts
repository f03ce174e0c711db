// The real Cline CLI against a scripted model: what the model is sent.
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ChatModel, startChatModel } from './chat-model.ts';
import { CLINE, findClient } from './clients.ts';
import { CLINE_READ, ClineSession, clineComplaints, clineRun, configureCline } from './cline-client.ts';
import { type Lab, openLab, records } from './lab.ts';
import { ASK, DEPLOY, MEMORIES, POOL, STYLE } from './memories.ts';
import { engram } from './product.ts';
import { alreadyLoaded as loadedLines, occurrences, requestFor, since } from './request.ts';

const { command, missing } = findClient(CLINE);

describe.skipIf(missing)(`Cline CLI ${CLINE.version}${missing ? ' (not available)' : ''}`, () => {
  let lab: Lab;
  let model: ChatModel;
  const sessions: ClineSession[] = [];
  const run = (...args: string[]) => engram(args, { cwd: lab.project, env: lab.env });
  const open = async (id?: string): Promise<ClineSession> => {
    const session = await ClineSession.open(command!, lab, id);
    sessions.push(session);
    return session;
  };
  const counted = (prompt: string) =>
    [DEPLOY, POOL, STYLE].map(({ body }) => occurrences(requestFor(model.requests, prompt).texts, body));
  const alreadyLoaded = (prompt: string) => loadedLines(requestFor(model.requests, prompt).texts, prompt);
  /** What stands behind a prompt in its first request. */
  const behind = (prompt: string) => since(requestFor(model.requests, prompt).texts, prompt).slice(1);

  beforeEach(async () => {
    lab = openLab(MEMORIES);
    model = await startChatModel();
    await configureCline(command!, lab, model.url);
  });
  afterEach(async () => {
    for (const session of sessions.splice(0)) session.kill();
    await model.close();
    lab.close();
  });

  test('linked for all projects: each memory once, behind its prompt, also when resumed; gone after unlink', async () => {
    run('link', '--global', 'cline');
    expect(existsSync(path.join(lab.project, '.cline'))).toBe(false);
    const first = await open();
    // A tool, at which the client runs the files that are for its extension.
    model.script.push({ tool: CLINE_READ, input: { files: [{ path: path.join(lab.project, 'README.md') }] } });
    await first.turn(ASK.deploy);
    // The preference by the session's start.
    expect(counted(ASK.deploy)).toEqual([1, 0, 1]);
    expect(
      behind(ASK.deploy).map(({ role, text }) => [role, text.startsWith('<hook_context source="RunStart">\n')]),
    ).toEqual([['user', true]]);
    const [, afterTool] = model.requests;
    expect([DEPLOY, STYLE].map(({ body }) => occurrences(afterTool!.texts, body))).toEqual([1, 1]);
    expect(occurrences(afterTool!.texts, '<hook_context')).toBe(1);

    await first.turn(ASK.deployAgain);
    expect(counted(ASK.deployAgain)).toEqual([1, 0, 1]);
    expect(alreadyLoaded(ASK.deployAgain)).toEqual([`already loaded: ${DEPLOY.id}`]);
    await first.turn(ASK.unrelated);
    expect(behind(ASK.unrelated)).toEqual([]);
    await first.close();

    const resumed = await open(first.id);
    await resumed.turn(ASK.pool);
    expect(counted(ASK.pool)).toEqual([1, 1, 1]);
    await resumed.turn(ASK.style);
    expect(counted(ASK.style)).toEqual([1, 1, 1]);
    expect(alreadyLoaded(ASK.style)).toEqual([`already loaded: ${STYLE.id}`]);
    await resumed.close();
    expect(Object.keys(records(lab).sessions)).toHaveLength(1);

    run('unlink', '--global', 'cline');
    model.requests.length = 0;
    await clineRun(command!, lab, ASK.pool);
    expect(counted(ASK.pool)).toEqual([0, 0, 0]);
    expect(clineComplaints(lab)).toEqual([]);
    expect(existsSync(path.join(lab.home, '.engram', 'engram.log'))).toBe(false);
  });

  test('linked for all projects and in the project: still once; nothing without hooks or launcher (S-07)', async () => {
    run('link', '--global', 'cline');
    run('link', 'cline');
    await clineRun(command!, lab, ASK.deploy);
    expect(counted(ASK.deploy)).toEqual([1, 0, 1]);
    expect(behind(ASK.deploy)).toHaveLength(1);
    run('unlink', '--global', 'cline');
    await clineRun(command!, lab, ASK.pool);
    expect(counted(ASK.pool)).toEqual([0, 1, 1]);

    lab.env.ENGRAM_NO_HOOKS = '1';
    await clineRun(command!, lab, ASK.style);
    expect(counted(ASK.style)).toEqual([0, 0, 0]);
    delete lab.env.ENGRAM_NO_HOOKS;
    rmSync(path.join(lab.home, '.engram', 'bin'), { recursive: true });
    await clineRun(command!, lab, ASK.deployAfter);
    expect(counted(ASK.deployAfter)).toEqual([0, 0, 0]);
    // The client takes the user's copy where there are two.
    expect(clineComplaints(lab)).toEqual([expect.stringMatching(/Plugin .*engram.* overrides /)]);
  });
});
