// Capture as hosts run it: real processes, several at once, killed, watched by the kernel.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, describe, expect, it } from 'vitest';
import { parseSpool, spoolFolder, waiting } from '../../src/capture/spool.ts';
import { asFunction, CACHED } from '../../src/hook/code-cache.ts';
import { NODE_FLAGS } from '../../src/hook/node-flags.ts';
import { lockFile } from '../../src/index/compile.ts';
import { SECRETS } from '../complaints/secrets.ts';
import {
  amiss,
  CANARY,
  context,
  DEPLOY,
  filesHolding,
  newProcessLab,
  type ProcessLab,
  pause,
  removeLabs,
  TWO,
  untilIdle,
} from './lab.ts';

afterAll(removeLabs);

interface Row {
  sequence: number;
  state: string;
}

function capturing(memories: Record<string, string> = TWO): ProcessLab & { spool: string; worker(): void } {
  const lab = newProcessLab(memories, { cold: true });
  fs.mkdirSync(lab.places.home, { recursive: true });
  fs.writeFileSync(lab.places.config, 'capture:\n  enabled: true\n');
  lab.sync();
  return Object.assign(lab, {
    spool: spoolFolder(lab.places),
    worker() {
      untilIdle(lab.base);
      const ran = spawnSync(process.execPath, [path.join(lab.dist, 'worker.cjs')], { env: lab.env, timeout: 120_000 });
      if (ran.status !== 0) throw new Error(ran.stderr.toString());
    },
  });
}

const claude = (lab: ProcessLab, session: string, turn: string) => ({
  ...{ session_id: session, cwd: lab.project, prompt_id: turn },
});
const prompt = (lab: ProcessLab, session: string, turn: string, text: string) => ({
  ...{ ...claude(lab, session, turn), hook_event_name: 'UserPromptSubmit', prompt: text },
});
const stop = (lab: ProcessLab, session: string, turn: string, answer: string) => ({
  ...{ ...claude(lab, session, turn), hook_event_name: 'Stop', last_assistant_message: answer },
});
const compact = (lab: ProcessLab, session: string) => ({
  ...{ ...claude(lab, session, 'any'), hook_event_name: 'PreCompact', trigger: 'auto' },
});
const end = (lab: ProcessLab, session: string) => ({
  ...{ ...claude(lab, session, 'any'), hook_event_name: 'SessionEnd', reason: 'other' },
});

function query<T>(lab: ProcessLab, sql: string): T[] {
  const db = new Database(lab.places.db, { readonly: true });
  try {
    return db.prepare<[], T>(sql).all();
  } finally {
    db.close();
  }
}

/** Runs these, so many at once. */
async function atOnce<T>(tasks: readonly (() => Promise<T>)[], width: number): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const one = async () => {
    for (let n = next++; n < tasks.length; n = next++) results[n] = await tasks[n]!();
  };
  await Promise.all(Array.from({ length: width }, one));
  return results;
}

/** Each of 16 so often; the row's own 50 in the long run. */
const TIMES = process.env.ENGRAM_LONG === '1' ? 50 : 3;

describe('capture by real hooks', { timeout: 600_000 }, () => {
  it('P-17: 50 × (Stop ∥ PreCompact): the sequence strictly increases, without a gap, and nothing is there twice', async () => {
    const lab = capturing({});
    const tasks = Array.from({ length: 50 }, (_, n) => [
      () => lab.start('claude', stop(lab, 's', `t${n}`, `answer ${n}`)),
      () => lab.start('claude', compact(lab, 's')),
    ]).flat();
    const ends = await atOnce(tasks, 8);
    expect(ends.flatMap(amiss)).toEqual([]);
    expect(ends.map(({ stdout }) => stdout).join('')).toBe('');
    lab.worker();
    const turns = query<Row>(lab, 'SELECT sequence, state FROM capture_turn ORDER BY sequence');
    const boundaries = query<Row>(lab, 'SELECT sequence FROM capture_boundary ORDER BY sequence');
    expect(turns).toHaveLength(50);
    expect(boundaries.length).toBeGreaterThan(0);
    const all = [...turns, ...boundaries].map(({ sequence }) => sequence).sort((a, b) => a - b);
    expect(all).toEqual(all.map((_, n) => n + 1));
    expect(query(lab, 'SELECT sequence FROM capture_session')).toEqual([{ sequence: all.length }]);
    expect(lab.log()).toEqual([]);
  });

  it('O20: 16 processes × so many captures and as many recalls at once while workers run: each is there, once', async () => {
    const lab = capturing();
    const tasks = Array.from({ length: 16 * TIMES }, (_, n) => async () => {
      const session = `s${n % 16}`;
      const turn = `t${n}`;
      const asked = await lab.start('claude', prompt(lab, session, turn, `question ${n}`));
      return [asked, await lab.start('claude', stop(lab, session, turn, `answer ${n}`))];
    });
    // Of sessions that programs started: nothing of these is kept.
    const recalls = Array.from({ length: 16 * TIMES }, (_, n) => () => {
      const ask = { ...prompt(lab, `r${n}`, `r${n}`, 'how do I deploy the payments service?'), entrypoint: 'sdk' };
      return lab.start('claude', ask);
    });
    const [ends, asked] = await Promise.all([atOnce(tasks, 16), atOnce(recalls, 16)]);
    expect([...ends.flat(), ...asked].flatMap(amiss)).toEqual([]);
    expect(asked.filter((ran) => !context(ran).includes(DEPLOY))).toEqual([]);
    const took = asked.map((ran) => ran.took).sort((a, b) => a - b);
    console.info(`O20: ${took.length} recalls, p95 ${Math.round(took[Math.floor(took.length * 0.95)]!)} ms`);
    lab.worker();
    expect(query(lab, "SELECT count(*) AS turns FROM capture_turn WHERE state = 'done' AND interrupted = 0")).toEqual([
      { turns: 16 * TIMES },
    ]);
    expect(waiting(lab.spool)).toEqual([]);
    expect(lab.log()).toEqual([]);
  });

  it('O20: with the database locked for 10 s a capture is spooled at once, and appears later', async () => {
    const lab = capturing({});
    const db = new Database(lab.places.db);
    db.exec('BEGIN EXCLUSIVE');
    const ran = lab.run('claude', stop(lab, 's', 't1', 'the answer'));
    expect([amiss(ran), ran.stdout]).toEqual([[], '']);
    expect(waiting(lab.spool)).toHaveLength(1);
    await new Promise((resolve) => setTimeout(resolve, 10_000));
    db.exec('ROLLBACK');
    db.close();
    // The worker that the hook has started waits for it by itself.
    for (let n = 0; n < 300 && waiting(lab.spool).length > 0; n++) pause(100);
    untilIdle(lab.base);
    expect(query(lab, 'SELECT sequence, state FROM capture_turn')).toEqual([{ sequence: 1, state: 'done' }]);
  });

  it('P-19: a worker that was killed: the next session’s start has it done, and its lock stops nobody', () => {
    const lab = capturing({});
    fs.mkdirSync(lab.spool, { recursive: true, mode: 0o700 });
    const lock = lockFile(path.join(lab.spool, 'worker'));
    // One that never gets to it, and is killed.
    const sleeper = spawn('sleep', ['60'], { stdio: 'ignore' });
    fs.writeFileSync(lock, String(sleeper.pid), { mode: 0o600 });
    expect(amiss(lab.run('claude', stop(lab, 's', 't1', 'the answer')))).toEqual([]);
    expect(waiting(lab.spool)).toHaveLength(1);
    sleeper.kill('SIGKILL');
    for (let n = 0; n < 200 && sleeper.exitCode === null && sleeper.signalCode === null; n++) pause(5);
    lab.run('claude', { ...claude(lab, 'next', 'any'), hook_event_name: 'SessionStart', source: 'startup' });
    for (let n = 0; n < 200 && waiting(lab.spool).length > 0; n++) pause(50);
    untilIdle(lab.base);
    expect(query(lab, 'SELECT sequence, state FROM capture_turn')).toEqual([{ sequence: 1, state: 'done' }]);
    expect(fs.existsSync(lock)).toBe(false);
  });

  it('P-08: with a file where the spool belongs hooks answer as ever, without a word; gone, turns are kept', () => {
    const lab = capturing();
    fs.writeFileSync(lab.spool, 'mine');
    const ask = prompt(lab, 's', 't1', 'how do I deploy the payments service?');
    const asked = lab.run('claude', ask);
    expect([amiss(asked), context(asked).includes(DEPLOY)]).toEqual([[], true]);
    for (const payload of [stop(lab, 's', 't1', 'so'), compact(lab, 's'), end(lab, 's')]) {
      const ran = lab.run('claude', payload);
      expect([amiss(ran), ran.code, ran.stdout, ran.stderr]).toEqual([[], 0, '', '']);
    }
    expect(fs.readFileSync(lab.spool, 'utf8')).toBe('mine');
    expect(lab.log().map((line) => line.replace(/^\S+ | at .*$/g, ''))).toEqual(
      ['prompt', 'turn-end', 'pre-compact', 'session-end'].map((moment) => `claude ${moment}: Error ENOTDIR`),
    );
    fs.rmSync(lab.spool);
    lab.run('claude', prompt(lab, 's', 't2', 'and then?'));
    lab.run('claude', stop(lab, 's', 't2', 'so'));
    lab.worker();
    expect(query(lab, 'SELECT sequence, state FROM capture_turn')).toEqual([{ sequence: 1, state: 'done' }]);
  });

  it('P-12: a prompt is kept where a config has changed and the index is late; of a project that has no index yet too', () => {
    const lab = capturing();
    fs.mkdirSync(lab.spool, { mode: 0o700 });
    const before = path.join(lab.base, 'before');
    const prepared = path.join(lab.base, 'prepared');
    const sync = fs.readFileSync(path.join(lab.dist, 'sync.cjs'));
    // It has the index ready later than a prompt waits for it.
    const late = `
      const fs = require('node:fs');
      const [, index] = process.argv.slice(2);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 350);
      fs.renameSync(${JSON.stringify(prepared)}, index);
      fs.rmSync(index + '.lock', { force: true });`;
    const asked = (config: string, text: string, index?: string) => {
      fs.rmSync(before, { force: true });
      if (index) fs.copyFileSync(index, before);
      fs.writeFileSync(lab.places.config, config);
      fs.writeFileSync(path.join(lab.dist, 'sync.cjs'), sync);
      lab.sync();
      fs.renameSync(lab.indexFile, prepared);
      if (index) fs.renameSync(before, lab.indexFile);
      fs.writeFileSync(path.join(lab.dist, 'sync.cjs'), late);
      expect(amiss(lab.run('claude', prompt(lab, 's', text, text)))).toEqual([]);
      untilIdle(lab.base);
    };
    const on = 'capture:\n  enabled: true\n';
    asked(`${on}load:\n  limit: 5\n`, 'after a change', lab.indexFile);
    asked(`${on}load:\n  limit: 5\n`, 'without an index');
    asked('capture:\n  enabled: false\n', 'behind a no', lab.indexFile);
    const texts = waiting(lab.spool).flatMap((file) => parseSpool(fs.readFileSync(file, 'utf8')).lines);
    expect(texts.map((line) => 'text' in line && line.text)).toEqual(['after a change', 'without an index']);
  });

  it('O26: 30 forms of secrets in prompt, answer, command, result and path, and across every cut: in no byte that is written', async () => {
    const lab = capturing();
    const all = SECRETS.map(([what, before, secret]) => before + secret + (what === 'URL' ? '@db.example.org' : ''));
    const cuts = all.map(
      (text) => `${'words and words '.repeat(769).slice(0, 12_288 - Math.floor(text.length / 2))} ${text}\n`,
    );
    const texts = [all.join('\n'), ...cuts, `${'y '.repeat(32_758)}${all.join('\n')}${' z'.repeat(80_000)}`];
    const tasks = texts.flatMap((text, n) => {
      const common = claude(lab, `s${n % 5}`, `t${n}`);
      const bash = { tool_name: 'Bash', tool_use_id: 'x', tool_input: { command: text, description: text } };
      return [
        prompt(lab, `s${n % 5}`, `t${n}`, text),
        { ...common, hook_event_name: 'PostToolUse', ...bash, tool_response: { stdout: text, stderr: text } },
        { ...common, hook_event_name: 'PostToolUseFailure', ...bash, error: text },
        {
          ...{ ...common, hook_event_name: 'PostToolUse', tool_name: 'Read', tool_use_id: 'x' },
          ...{ tool_input: { file_path: `src/${text.slice(0, 200)}.ts` }, tool_response: { content: text } },
        },
        { ...common, hook_event_name: 'PostCompact', trigger: 'auto', compact_summary: text },
        stop(lab, `s${n % 5}`, `t${n}`, text),
        { ...common, hook_event_name: 'SessionEnd', reason: text.slice(0, 100) },
      ].map((payload) => () => lab.start('claude', payload));
    });
    // With a worker at work beside them, and before the last.
    const leaks = () =>
      SECRETS.flatMap(([what, , secret]) => (filesHolding(lab.home, secret).length > 0 ? [what] : []));
    expect((await atOnce(tasks, 6)).flatMap(amiss)).toEqual([]);
    expect(leaks()).toEqual([]);
    lab.worker();
    expect(leaks()).toEqual([]);
    expect(query(lab, 'SELECT count(*) > 10 AS many FROM capture_turn')).toEqual([{ many: 1 }]);
  });

  it('P-21: after a drain not a word of a turn is on disk, spool and logs and database included', () => {
    const lab = capturing();
    const asked = lab.run('claude', prompt(lab, 's', 't1', `how do I deploy the payments service? ${CANARY}`));
    expect(context(asked)).toContain(DEPLOY);
    expect(filesHolding(lab.home, CANARY)).toHaveLength(1);
    lab.run('claude', stop(lab, 's', 't1', `as it says ${CANARY}`));
    lab.run('claude', end(lab, 's'));
    lab.worker();
    expect(filesHolding(lab.base, CANARY)).toEqual([]);
    expect(query(lab, 'SELECT state FROM capture_turn')).toEqual([{ state: 'done' }]);
    const { mode } = fs.statSync(lab.spool);
    expect(mode & 0o777).toBe(0o700);
  });
});

it('has V8’s code cache of each part that prompts need, and V8 takes it', () => {
  const lab = capturing();
  const folder = path.join(lab.places.home, 'cache');
  const names = fs.readdirSync(folder);
  const lane = names.find((name) => CACHED.every((part) => !name.endsWith(`-${part}`)))!;
  const parts = CACHED.map((part) => ({
    source: asFunction(fs.readFileSync(path.join(lab.dist, `${part}.cjs`), 'latin1')),
    cache: path.join(folder, `${lane}-${part}`),
  }));
  const script = `
    const rejected = ${JSON.stringify(parts)}.map(({ source, cache }) => {
      const bytes = require('node:fs').readFileSync(cache);
      const cachedData = bytes.subarray(0, bytes.length / 2);
      return new (require('node:vm').Script)(source, { cachedData }).cachedDataRejected;
    });
    process.stdout.write(JSON.stringify(rejected));`;
  const file = path.join(lab.base, 'takes.cjs');
  fs.writeFileSync(file, script);
  const { stdout } = spawnSync(process.execPath, [...NODE_FLAGS, file]);
  expect(JSON.parse(stdout.toString())).toEqual(CACHED.map(() => false));
});

const canTrace = spawnSync('strace', ['-f', '-o', '/dev/null', 'true']).status === 0;

describe.skipIf(!canTrace)('capture as the kernel sees it', { timeout: 120_000 }, () => {
  // In a child of vfork the call's end is another line.
  const STARTED = /execve\(".*(?:= 0|<unfinished \.\.\.>)$/;
  const NETWORK = /\b(?:socket|connect|bind|sendto)\((?!.*AF_(?:UNIX|NETLINK))/;

  function trace(lab: ProcessLab, payload: object): string[] {
    const file = path.join(lab.base, 'trace');
    const argv = ['-f', '-q', '-s', '300', '-e', 'trace=file,network,write,process', '-o', file];
    spawnSync('strace', [...argv, '/bin/sh', '-c', lab.command('claude')], {
      ...{ cwd: lab.project, env: lab.env as NodeJS.ProcessEnv, input: JSON.stringify(payload) },
    });
    untilIdle(lab.base);
    const lines = fs.readFileSync(file, 'utf8').split('\n');
    fs.rmSync(file);
    return lines;
  }

  it('P-21: off, no event touches the spool or loads what capture needs', () => {
    const lab = newProcessLab(TWO);
    lab.sync();
    const calls = [
      prompt(lab, 's', 't1', 'how do I deploy the payments service?'),
      { ...claude(lab, 's', 'x'), hook_event_name: 'SessionStart', source: 'startup' },
    ].flatMap((payload) => trace(lab, payload));
    expect(calls.some((call) => call.includes('deploy-window'))).toBe(true);
    expect(calls.filter((call) => /spool|capture\.cjs|worker\.cjs/.test(call))).toEqual([]);
  });

  it('on, the person has the answer before anything is kept, and a prompt starts nothing', () => {
    const lab = capturing();
    const calls = trace(lab, prompt(lab, 's', 't1', 'how do I deploy the payments service?'));
    const answered = calls.findIndex((call) => /write\(1, "\{\\"hookSpecificOutput/.test(call));
    const loaded = calls.findIndex((call) => call.includes('capture.cjs'));
    const kept = calls.findIndex((call) => /openat\(.*\.spool"/.test(call));
    expect(answered).toBeGreaterThan(0);
    expect(loaded).toBeGreaterThan(answered);
    expect(kept).toBeGreaterThan(loaded);
    expect(
      calls.filter((call) => STARTED.test(call)).map((call) => path.basename(/"([^"]+)"/.exec(call)![1]!)),
    ).toEqual(['sh', 'engram-hook', 'node']);
  });

  it('on, a prompt loads no more than its own words call for', () => {
    const lab = capturing();
    // A session's first event looks for old sessions as well.
    lab.run('claude', prompt(lab, 's', 't0', 'how do I deploy the payments service?'));
    const loaded = (text: string) =>
      trace(lab, prompt(lab, 's', text, text))
        .flatMap((call) => /openat\(.*\/dist\/([\w.-]+)".* = \d+$/.exec(call)?.[1] ?? [])
        .filter((name, n, names) => names.indexOf(name) === n);
    const always = ['hook.cjs', 'lane.js'];
    expect(loaded('how do I deploy the payments service?')).toEqual([...always, 'capture.cjs']);
    expect(loaded('Wann dürfen wir das in der Nacht ausliefern?')).toEqual([...always, 'stem-de.cjs', 'capture.cjs']);
    expect(loaded('当数据库迁移影响支付服务的时候,我们怎么处理部署窗口,由谁负责回滚和审计日志?')).toEqual([
      ...always,
      'wide-words.cjs',
      'capture.cjs',
    ]);
    // Sentences of nothing but words have no place for a secret.
    const asked = 'why does the user of the payments service lose the session when it is deployed';
    expect(loaded(`${asked}?`)).toEqual([...always, 'capture.cjs']);
    expect(loaded(`${asked} (v2)?`)).toEqual([...always, 'capture.cjs', 'secrets.cjs']);
    const bytes = (name: string) => fs.statSync(path.join(lab.dist, name)).size;
    expect(bytes('capture.cjs')).toBeLessThan(48 << 10);
    expect(bytes('secrets.cjs')).toBeGreaterThan(20 << 10);
  });

  it('O22: a turn’s end and the worker that it starts reach for no network, and start no program but that worker', () => {
    const lab = capturing();
    lab.run('claude', prompt(lab, 's', 't1', 'remember that we deploy on Mondays'));
    const calls = trace(lab, stop(lab, 's', 't1', 'noted'));
    expect(calls.filter((call) => NETWORK.test(call))).toEqual([]);
    const programs = calls
      .filter((call) => STARTED.test(call))
      .map((call) => path.basename(/"([^"]+)"/.exec(call)![1]!));
    expect(programs.filter((name) => !['sh', 'engram-hook', 'node'].includes(name))).toEqual([]);
    expect(query(lab, 'SELECT state FROM capture_turn')).toEqual([{ state: 'done' }]);
  });
});
