// Capture with the real Claude Code against a scripted model: a turn, the worker that its end starts, and what comes of it.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type AnthropicModel, startAnthropicModel } from './anthropic-model.ts';
import { ClaudeSession } from './claude-client.ts';
import { CLAUDE, findClient } from './clients.ts';
import { type Lab, openLab } from './lab.ts';
import { MEMORIES } from './memories.ts';
import { engram } from './product.ts';

const { binary, missing } = findClient(CLAUDE);
const FACT = 'Remember that the payments gateway listens on port 8443.';

describe.skipIf(missing)(`capture with Claude Code ${CLAUDE.version}${missing ? ' (not available)' : ''}`, () => {
  let lab: Lab;
  let model: AnthropicModel;
  const sessions: ClaudeSession[] = [];
  beforeEach(async () => {
    model = await startAnthropicModel();
    lab = openLab(MEMORIES);
  });
  afterEach(async () => {
    for (const session of sessions.splice(0)) session.kill();
    await model.close();
    lab.close();
  });

  const open = (...args: string[]): ClaudeSession => {
    const session = new ClaudeSession(binary!, lab, model.url, args);
    sessions.push(session);
    return session;
  };
  /** Has the hooks run with what the terminal interface says of itself. */
  const asTerminal = () => {
    const launcher = path.join(lab.home, '.engram', 'bin', 'engram-hook');
    renameSync(launcher, `${launcher}.own`);
    writeFileSync(launcher, '#!/bin/sh\nCLAUDE_CODE_ENTRYPOINT=cli exec "$0.own" "$@"\n', { mode: 0o755 });
  };
  const run = (...args: string[]) => engram(args, { cwd: lab.project, env: lab.env });
  const db = () => path.join(lab.home, '.engram', 'engram.db');
  function rows<T>(sql: string): T[] {
    if (!existsSync(db())) return [];
    const store = new Database(db(), { readonly: true });
    try {
      return store.prepare<[], T>(sql).all();
    } finally {
      store.close();
    }
  }
  const settled = async (done: () => boolean) => {
    for (let n = 0; n < 300 && !done(); n++) await new Promise((resolve) => setTimeout(resolve, 100));
  };
  /** Has what waits taken in; one that a hook has started may be at it. */
  const worked = async () => {
    run('worker');
    await settled(() => rows("SELECT 1 FROM capture_turn WHERE state = 'waiting'").length === 0);
  };

  test('P-01 P-12 P-16 P-25: a person’s turn, its commands, a compaction and the end; a proposal comes of it by itself', async () => {
    run('link', 'claude');
    run('capture', 'on', '--yes');
    asTerminal();
    const session = open('--allowedTools', 'Bash(echo:*)');
    model.script.push({ tool: 'Bash', input: { command: 'echo hi-there', description: 'say hi' } });
    await session.turn(FACT);
    await session.turn('/compact');
    await session.turn('And which port is it?');
    // The client ends without waiting for hooks that it does not wait for, and says that it has stopped them.
    await settled(() => session.hooks('Stop').length >= 2);
    expect(await session.end()).toBe(0);
    expect(session.complaints()).toEqual([]);
    await settled(() => rows("SELECT 1 FROM capture_boundary WHERE kind = 'end'").length > 0);
    await worked();

    const turns = rows<{ state: string; interrupted: number; segment: number; body: string | null }>(
      'SELECT state, interrupted, segment, body FROM capture_turn ORDER BY sequence',
    );
    expect(turns.filter(({ interrupted }) => interrupted === 0).length).toBeGreaterThanOrEqual(2);
    expect(turns.map(({ state, body }) => [state, body])).toEqual(turns.map(() => ['done', null]));
    expect(new Set(turns.map(({ segment }) => segment))).toEqual(new Set([1, 2]));
    expect(rows('SELECT kind, host, reason FROM event')).toEqual([
      { kind: 'session.end', host: 'claude', reason: 'session_shutdown' },
    ]);
    expect(rows("SELECT kind FROM episode WHERE kind = 'session_summary'")).toEqual([{ kind: 'session_summary' }]);
    const proposals = rows<{ status: string; text: string }>('SELECT status, text FROM proposal');
    expect(proposals.map(({ status }) => status)).toEqual(['pending']);
    expect(proposals[0]?.text).toContain('port 8443');
    expect(readFileSync(db()).includes('hi-there')).toBe(false);
  });

  test('P-12 P-26: a client that ends right behind its last answer: no turn is broken off, none is there twice', async () => {
    run('link', 'claude');
    run('capture', 'on', '--yes');
    asTerminal();
    for (const answer of ['It is 8443.', 'It is 9443.']) {
      const session = open();
      model.script.push({ text: answer });
      await session.turn(`Which port does the gateway listen on? Not ${answer}`);
      expect(await session.end()).toBe(0);
    }
    await settled(() => rows("SELECT 1 FROM capture_boundary WHERE kind = 'end'").length >= 2);
    await worked();
    expect(rows('SELECT state, interrupted FROM capture_turn')).toEqual([
      { state: 'done', interrupted: 0 },
      { state: 'done', interrupted: 0 },
    ]);
  });

  test('O23: a session that a program started is not captured', async () => {
    run('link', 'claude');
    run('capture', 'on', '--yes');
    const session = open();
    await session.turn(FACT);
    await settled(() => session.hooks('Stop').length >= 1);
    expect(await session.end()).toBe(0);
    expect(session.complaints()).toEqual([]);
    await worked();
    expect(rows('SELECT 1 FROM capture_turn')).toEqual([]);
    expect(rows('SELECT 1 FROM proposal')).toEqual([]);
  });
});
