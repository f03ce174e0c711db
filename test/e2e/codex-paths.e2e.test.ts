// The real Codex patches files: the memories that apply to them.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CODEX, findClient } from './clients.ts';
import { CodexServer, configureCodex, trustHooks } from './codex-client.ts';
import { type Lab, openLab } from './lab.ts';
import { ASK, FILES, HANDLERS, SCOPED } from './memories.ts';
import { engram } from './product.ts';
import { alreadyLoaded, occurrences, requestFor, type SentText } from './request.ts';
import { type ResponsesModel, startResponsesModel } from './responses-model.ts';

const { binary, missing } = findClient(CODEX);

const patch = (...lines: string[]) => ['*** Begin Patch', ...lines, '*** End Patch', ''].join('\n');

describe.skipIf(missing)(`Codex ${CODEX.version}, paths${missing ? ' (not available)' : ''}`, () => {
  let lab: Lab;
  let model: ResponsesModel;
  const servers: CodexServer[] = [];

  const open = async (): Promise<CodexServer> => {
    const server = await CodexServer.open(binary!, lab);
    servers.push(server);
    return server;
  };
  const held = (texts: readonly SentText[]) => SCOPED.map(({ body }) => occurrences(texts, body));

  beforeEach(async () => {
    model = await startResponsesModel();
  });
  afterEach(async () => {
    for (const server of servers.splice(0)) server.kill();
    await model.close();
    lab.close();
  });

  test('a patch brings what applies to each of its files, once; a move counts by where it goes', async () => {
    lab = openLab(SCOPED, FILES);
    configureCodex(lab, model.url);
    engram(['link', 'codex'], { cwd: lab.project, env: lab.env });
    const reviewing = await open();
    trustHooks(lab, (await reviewing.hooks(lab)).hooks);
    await reviewing.close();

    const server = await open();
    const thread = await server.start(lab);
    const change = (from: number, to: number) =>
      patch(
        '*** Update File: src/api/a.ts',
        '@@',
        `-export const a = ${from};`,
        `+export const a = ${to};`,
        '*** Update File: infra/b.tf',
        '@@',
        `-variable "b" {${from > 1 ? ' # changed' : ''}}`,
        `+variable "b" {${to > 2 ? ' # and again' : ' # changed'}}`,
      );
    model.script.push({ shell: 'cat README.md' }, { patch: change(1, 2) }, { patch: change(2, 3) });
    await server.turn(thread, ASK.look);
    expect(model.requests.map(({ texts }) => held(texts))).toEqual([
      [0, 0, 0],
      [0, 0, 0],
      [1, 1, 0],
      [1, 1, 0],
    ]);
    // The tools ran.
    expect(readFileSync(path.join(lab.project, 'src/api/a.ts'), 'utf8')).toBe('export const a = 3;\n');

    const move = patch(
      '*** Update File: drafts/c.css',
      '*** Move to: web/widgets/c.css',
      '@@',
      '-.c { color: green; }',
      '+.c { color: black; }',
    );
    model.script.push({ patch: move });
    await server.turn(thread, ASK.unrelated);
    expect(held(model.requests.at(-2)!.texts)).toEqual([1, 1, 0]);
    expect(held(model.requests.at(-1)!.texts)).toEqual([1, 1, 1]);
    expect(readFileSync(path.join(lab.project, 'web/widgets/c.css'), 'utf8')).toBe('.c { color: black; }\n');

    await server.turn(thread, ASK.handlers);
    const { texts } = requestFor(model.requests, ASK.handlers);
    expect(held(texts)).toEqual([1, 1, 1]);
    expect(alreadyLoaded(texts, ASK.handlers)).toEqual([`already loaded: ${HANDLERS.id}`]);
    expect(server.runs().filter(({ eventName }) => eventName === 'preToolUse')).toHaveLength(3);
    expect(server.complaints()).toEqual([]);
    await server.close();
  });
});
