import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, describe, expect, it } from 'vitest';
import { bodiesIn } from '../hook/lab.ts';
import {
  ASK,
  amiss,
  DEPLOY,
  eventOf,
  expectCode,
  git,
  later,
  makeLinkedWorld,
  makeWorld,
  many,
  PROMPTED,
  REPOSITORY,
  removeWorlds,
  said,
  start,
  type World,
} from './lab.ts';

afterEach(removeWorlds);

const CERTIFICATE = 'The TLS certificate of the gateway is renewed by the platform team.';
const RENEW = 'who renews the TLS certificate of the gateway?';

function repository(world: World, name: string): string {
  const at = path.join(world.base, name);
  fs.mkdirSync(path.join(at, '.engram', 'memories'), { recursive: true });
  git(at, 'init', '-q', '-b', 'main');
  git(at, 'commit', '-q', '--allow-empty', '-m', 'Begin');
  expectCode(world.engram('trust', { cwd: at }));
  return at;
}

let asked = 0;
/** What each host brings in a folder: the same ids for all of them. */
async function ask(world: World, cwd: string, prompt: string): Promise<string[]> {
  expectCode(world.engram('sync', { cwd }));
  const ends = await many(PROMPTED, (host) =>
    world.hook(host, eventOf(host, 'prompt')!, { cwd, prompt, session: `s${asked++}`, scope: 'user' }),
  );
  expect(ends.flatMap(amiss)).toEqual([]);
  const ids = ends.map((ran) => Object.keys(bodiesIn(said(ran))).join());
  expect([...new Set(ids)]).toHaveLength(1);
  return ids[0] ? ids[0].split(',') : [];
}

function linkedForAll(): World {
  const world = makeWorld();
  expectCode(world.engram('link --global all'));
  return world;
}
const put = (at: string, id: string, text: string) =>
  fs.writeFileSync(path.join(at, '.engram', 'memories', `${id}.md`), text);

describe('O18: two repositories of one name share memories', { timeout: 120_000 }, () => {
  it('/a/app and /b/app never do; root, package and symlinked path are one', async () => {
    const world = linkedForAll();
    const [a, b] = [repository(world, 'a/app'), repository(world, 'b/app')];
    put(a, 'deploy-window', DEPLOY);
    put(b, 'renewal', CERTIFICATE);
    expect([await ask(world, a, ASK), await ask(world, a, RENEW)]).toEqual([['deploy-window'], []]);
    expect([await ask(world, b, ASK), await ask(world, b, RENEW)]).toEqual([[], ['renewal']]);
    fs.mkdirSync(path.join(a, 'packages', 'web'), { recursive: true });
    fs.symlinkSync(a, path.join(world.base, 'elsewhere'));
    for (const at of ['a/app/packages/web', 'elsewhere', 'elsewhere/packages/web'])
      expect([at, await ask(world, path.join(world.base, at), ASK)]).toEqual([at, ['deploy-window']]);
  });
});

describe('O19: worktrees', { timeout: 120_000 }, () => {
  it('share by default, what is remembered in one outlives it, and a key isolates', async () => {
    const world = linkedForAll();
    const main = repository(world, 'app');
    put(main, 'deploy-window', DEPLOY);
    const [one, two] = ['one', 'two'].map((name) => path.join(world.base, name)) as [string, string];
    for (const at of [one, two]) git(main, 'worktree', 'add', '-q', at);
    expect([await ask(world, one, ASK), await ask(world, two, ASK)]).toEqual([['deploy-window'], ['deploy-window']]);
    expectCode(world.engram(['remember', CERTIFICATE, '--id', 'renewal'], { cwd: one }));
    git(main, 'worktree', 'remove', one);
    expect([await ask(world, main, RENEW), await ask(world, two, RENEW)]).toEqual([['renewal'], ['renewal']]);
    expectCode(world.engram('config set project.worktrees isolate'));
    expect([await ask(world, two, RENEW), await ask(world, main, RENEW)]).toEqual([[], ['renewal']]);
  });
});

const cli = path.join(REPOSITORY, 'bin', 'engram.js');
/** Each of 16 at once so often; the row's own 50 in the long run. */
const TIMES = process.env.ENGRAM_LONG === '1' ? 50 : 3;

describe('O20: database is locked', { timeout: 1_800_000 }, () => {
  it('16 that remember and 16 that ask, at once: every memory is there, no error', async () => {
    const world = makeLinkedWorld({ 'deploy-window': DEPLOY });
    const writer = `for n in $(seq ${TIMES}); do "$0" "$1" remember "Fact $2-$n of the ledger." --id fact-$2-$n || exit 1; done`;
    const writers = Array.from({ length: 16 }, (_, w) =>
      start(['/bin/sh', '-c', writer, process.execPath, cli, String(w)], '', { cwd: world.project, env: world.env }),
    );
    const readers = Array.from({ length: 16 }, async (_, r) => {
      const host = PROMPTED[r % PROMPTED.length]!;
      const ends = [];
      for (let n = 0; n < TIMES; n++)
        ends.push(await world.hook(host, eventOf(host, 'prompt')!, { session: `r${r}-${n}` }));
      return ends;
    });
    // A person asks too, who opens the database.
    const recalls = (async () => {
      const ends = [];
      for (let n = 0; n < TIMES; n++)
        ends.push(
          await start([process.execPath, cli, 'recall', 'deploy payments'], '', { cwd: world.project, env: world.env }),
        );
      return ends;
    })();
    for (const { code, stderr } of await Promise.all(writers)) expect([code, stderr]).toEqual([0, '']);
    const ends = (await Promise.all(readers)).flat();
    expect(ends.flatMap(amiss)).toEqual([]);
    for (const { code, stdout, stderr } of await recalls)
      expect([code, stdout.includes(DEPLOY), stderr]).toEqual([0, true, '']);
    const took = ends.map((ran) => ran.took).sort((a, b) => a - b);
    console.info(`O20: ${took.length} hooks, p95 ${Math.round(took[Math.floor(took.length * 0.95)]!)} ms`);
    world.idle();
    expect(fs.readdirSync(world.vault)).toHaveLength(16 * TIMES + 1);
    expectCode(world.engram('sync'));
    const listed = JSON.parse(expectCode(world.engram('list --json')).stdout) as { id: string }[];
    expect(listed.filter(({ id }) => id.startsWith('fact-'))).toHaveLength(16 * TIMES);
    expect(world.log()).toEqual([]);
  });

  it('locked for longer than anybody waits: what is remembered is kept and found all the same', async () => {
    const world = makeLinkedWorld({ 'deploy-window': DEPLOY });
    const lock = new Database(path.join(world.home, '.engram', 'engram.db'));
    later(() => lock.close());
    lock.exec('BEGIN EXCLUSIVE');
    const claude = PROMPTED[0]!;
    expect(world.engram(['remember', CERTIFICATE, '--id', 'renewal']).status).toBe(0);
    const ran = await world.hook(claude, eventOf(claude, 'prompt')!, { prompt: RENEW });
    expect([amiss(ran), said(ran).includes(CERTIFICATE)]).toEqual([[], true]);
    lock.exec('ROLLBACK');
    expect(fs.existsSync(path.join(world.vault, 'renewal.md'))).toBe(true);
  });
});
