import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, describe, expect, it } from 'vitest';
import { hosts } from '../../hosts/index.ts';
import { recorded } from '../hosts/contract.ts';
import {
  ASK,
  amiss,
  DEPLOY,
  eventOf,
  everyEvent,
  hostEnv,
  later,
  makeLinkedWorld,
  many,
  PROMPTED,
  type Ran,
  removeWorlds,
  said,
  scopeOf,
  start,
  TWO,
  type World,
} from './lab.ts';

afterEach(removeWorlds);

/** `ENGRAM_LONG=1`. */
const LONG = process.env.ENGRAM_LONG === '1';
const asRoot = process.getuid?.() === 0;
/** What a bare node takes at the same time on this machine, milliseconds. */
const floor = async (world: World) =>
  (await start([process.execPath, '-e', '0'], '', { cwd: world.base, env: world.env })).took;

describe('O1: the prompt is frozen while a worker is busy', { timeout: 240_000 }, () => {
  it('database locked, two processors busy: 20 prompts of each host answered at once', async () => {
    const world = makeLinkedWorld(TWO);
    const lock = new Database(path.join(world.home, '.engram', 'engram.db'));
    later(() => lock.close());
    lock.exec('BEGIN EXCLUSIVE');
    const hogs = [1, 2].map(() =>
      spawn(process.execPath, ['-e', 'const end = Date.now() + 60000; while (Date.now() < end);']),
    );
    later(() => {
      for (const hog of hogs) hog.kill('SIGKILL');
    });
    for (const host of PROMPTED) {
      for (let n = 0; n < (host.name === 'claude' ? 20 : 2); n++) {
        const before = await floor(world);
        const ran = await world.hook(host, eventOf(host, 'prompt')!, { session: `s${n}` });
        expect([host.name, amiss(ran), said(ran).includes(DEPLOY)]).toEqual([host.name, [], true]);
        // A second more than a start of node takes just now, however busy the machine is.
        expect(ran.took - Math.max(before, await floor(world))).toBeLessThan(1000);
      }
    }
  });
});

interface Breakage {
  what: string;
  /** False where it cannot be done here. */
  spoil(world: World): boolean | undefined;
  stdin?: string;
  /** A line that the log must hold; it cannot be written where the folder takes nothing. */
  line?: RegExp;
}

const engramOf = (world: World) => path.join(world.home, '.engram');

const BREAKAGES: Breakage[] = [
  {
    what: 'the database is random bytes',
    spoil: (world) => {
      fs.writeFileSync(path.join(engramOf(world), 'engram.db'), Buffer.alloc(65_536, 'x7\u0000'));
      world.remember('rollback', 'Roll back by hand.');
      return undefined;
    },
    line: /sync: the database was corrupt/,
  },
  {
    what: 'its folder takes nothing',
    spoil(world) {
      const folder = engramOf(world);
      if (!asRoot) {
        fs.chmodSync(folder, 0o500);
        later(() => fs.chmodSync(folder, 0o700));
        return undefined;
      }
      if (spawnSync('mount', ['--bind', folder, folder]).status !== 0) return false;
      later(() => spawnSync('umount', ['-l', folder]));
      return spawnSync('mount', ['-o', 'remount,bind,ro', folder]).status === 0;
    },
  },
  {
    what: 'the disk is full',
    spoil(world) {
      const folder = engramOf(world);
      const saved = path.join(world.base, 'saved');
      fs.cpSync(folder, saved, { recursive: true, verbatimSymlinks: true });
      if (!asRoot || spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1M', 'tmpfs', folder]).status !== 0) return false;
      later(() => spawnSync('umount', ['-l', folder]));
      for (const name of ['bin', 'index'])
        fs.cpSync(path.join(saved, name), path.join(folder, name), { recursive: true });
      spawnSync('sh', ['-c', 'dd if=/dev/zero of="$0/filler" bs=4096', folder]);
      return undefined;
    },
  },
  {
    what: 'the config does not parse',
    spoil: (world) => {
      fs.writeFileSync(path.join(engramOf(world), 'config.yaml'), 'proof: [never closed\n');
      return undefined;
    },
    line: /sync: a config file has a fault/,
  },
  {
    what: 'the memories are gone',
    spoil: (world) => {
      fs.rmSync(path.join(world.project, '.engram'), { recursive: true });
      return undefined;
    },
  },
  { what: 'stdin is empty', spoil: () => undefined, stdin: '', line: /stdin holds no JSON object/ },
  { what: 'stdin is a list', spoil: () => undefined, stdin: '[]', line: /stdin holds no JSON object/ },
];

describe('O2: a degraded memory blocks the agent', { timeout: 240_000 }, () => {
  it.each(BREAKAGES)(
    '$what: each event of each host, five times: exit code 0, one document or nothing',
    async ({ spoil, stdin, line }) => {
      const world = makeLinkedWorld(TWO);
      if (spoil(world) === false) return;
      // Five times each event of the first host; of the others too in the long run.
      const rounds = everyEvent().flatMap(
        (one) => Array(LONG || one.host === hosts[0] ? 5 : 1).fill(one) as (typeof one)[],
      );
      const ends = await many(
        rounds.map((one, n) => ({ ...one, n })),
        ({ host, event, n }) =>
          world.hook(host, event, { session: `s${n}`, ...(stdin === undefined ? {} : { stdin }) }),
      );
      expect(ends.map((ran, n) => [rounds[n]!.host.name, ...amiss(ran)]).filter(({ length }) => length > 1)).toEqual(
        [],
      );
      world.idle();
      if (line) expect(world.log().filter((one) => line.test(one)).length).toBeGreaterThan(0);
      const words = world.log().filter((one) => one.includes(ASK) || one.includes('payments'));
      expect(words).toEqual([]);
    },
  );
});

describe('O5: two documents on stdout', { timeout: 240_000 }, () => {
  const odd = {
    NODE_OPTIONS: '--trace-deprecation --trace-warnings',
    NODE_DEBUG: 'fs,module',
    DEBUG: '*',
    CI: '1',
    CLAUDECODE: '1',
    AI_AGENT: '1',
    FORCE_COLOR: '1',
  };
  it('each recorded payload of each host, on a first run and later: one object or nothing at all', async () => {
    const world = makeLinkedWorld(TWO);
    const all = hosts.flatMap((host) =>
      recorded(host.name).map(({ name, event }) => {
        const text = fs.readFileSync(path.join(import.meta.dirname, '..', 'fixtures', host.name, name), 'utf8');
        return { host, event, name, text: text.replaceAll('/home/dev/project', world.project) };
      }),
    );
    const commandOf = new Map(
      hosts.flatMap((host) =>
        world.installed(host, scopeOf(host)).map((one) => [`${host.name} ${one.event}`, one.command] as const),
      ),
    );
    const ends: Ran[] = await many(all, ({ host, event, text }, n) => {
      const command = commandOf.get(`${host.name} ${event}`) ?? world.installed(host, scopeOf(host))[0]!.command;
      // Every fifth as the first that this home ever saw.
      const first = n % 5 === 0 ? { ENGRAM_HOME: path.join(world.base, `fresh-${n}`) } : {};
      const env = { ...world.env, ...hostEnv(host, world.project), ...odd, ...first };
      return start(['/bin/sh', '-c', command], text, { cwd: world.project, env });
    });
    expect(
      ends.map((ran, n) => [all[n]!.host.name, all[n]!.name, ...amiss(ran)]).filter(({ length }) => length > 2),
    ).toEqual([]);
    expect(ends.filter(({ stdout }) => stdout !== '').length).toBeGreaterThan(20);
  });
});
