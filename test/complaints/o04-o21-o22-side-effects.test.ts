import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import {
  amiss,
  DEPLOY,
  everyEvent,
  git,
  hostEnv,
  makeLinkedWorld,
  makeWorld,
  many,
  REPOSITORY,
  removeWorlds,
  said,
  scopeOf,
  TWO,
  type World,
} from './lab.ts';

afterEach(removeWorlds);

/** Processes whose command line or environment names this world. */
function processesOf(world: World): string[] {
  return fs.readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) return false;
    try {
      const seen = ['cmdline', 'environ'].map((name) => fs.readFileSync(`/proc/${pid}/${name}`, 'latin1')).join('\0');
      return seen.includes(`${world.base}/`);
    } catch {
      return false;
    }
  });
}

/** `count` events over all hosts, eight at once, in a handful of sessions. */
async function session(world: World, count: number): Promise<void> {
  const all = everyEvent();
  const ends = await many(
    Array.from({ length: count }, (_, n) => ({ ...all[n % all.length]!, n })),
    ({ host, event, n }) => world.hook(host, event, { session: `s${n % 7}`, n }),
    8,
  );
  expect(ends.flatMap(amiss)).toEqual([]);
  expect(ends.filter((ran) => said(ran).includes(DEPLOY)).length).toBeGreaterThan(10);
}

describe.skipIf(!fs.existsSync('/proc/self/environ'))('O4: a thousand orphaned processes', { timeout: 240_000 }, () => {
  it('500 hooks, eight at once, memories edited on the way: five seconds later none of ours is left', async () => {
    const world = makeLinkedWorld(TWO);
    await session(world, 250);
    world.remember('third', 'Deploys are announced in the channel.');
    await session(world, 250);
    for (let n = 0; n < 50 && processesOf(world).length > 0; n++)
      await new Promise((resolve) => setTimeout(resolve, 100));
    expect(processesOf(world)).toEqual([]);
  });
});

describe('O21: files written into the work tree', { timeout: 240_000 }, () => {
  it('a session of 200 events over all hosts leaves git status, ignored files too, as it was', async () => {
    const world = makeLinkedWorld(TWO);
    fs.mkdirSync(path.join(world.project, 'packages', 'web'), { recursive: true });
    fs.writeFileSync(path.join(world.project, '.gitignore'), '*.log\n');
    fs.writeFileSync(path.join(world.project, 'build.log'), '');
    git(world.project, 'add', '-A');
    git(world.project, 'commit', '-q', '-m', 'Begin');
    const status = () => git(world.project, 'status', '--porcelain', '--ignored');
    const inGit = () => fs.readdirSync(path.join(world.project, '.git'), { recursive: true }).sort();
    const before = [status(), inGit()];
    await session(world, 200);
    world.idle();
    expect([status(), inGit()]).toEqual(before);
    expect(before[0]).toBe('!! build.log\n');
  });
});

const strace = spawnSync('strace', ['-f', '-o', '/dev/null', 'true']).status === 0;
const alone = spawnSync('unshare', ['-rn', 'true']).status === 0;

describe.skipIf(!strace)('O22: hidden spending', { timeout: 240_000 }, () => {
  const LOOK = /^\d+ +(?:socket|connect|bind|sendto)\((?!.*AF_(?:UNIX|NETLINK))/;

  /** Runs a shell line with the network down; the calls that reach for it, and the programs that were started. */
  function watch(world: World, argv: readonly string[], input: string, env: Record<string, string | undefined>) {
    const log = path.join(world.base, 'strace');
    const without = alone ? ['unshare', '-rn'] : [];
    const traced = ['strace', '-f', '-qq', '-e', 'trace=network,execve', '-o', log, ...argv];
    const [program, ...args] = [...without, ...traced];
    const ran = spawnSync(program!, args, { cwd: world.project, env, input, encoding: 'utf8' });
    const calls = fs.readFileSync(log, 'utf8').split('\n');
    const programs = calls.flatMap((line) => /execve\("([^"]+)".*= 0/.exec(line)?.[1] ?? []);
    return {
      ran,
      network: calls.filter((line) => LOOK.test(line)),
      programs: programs.map((file) => path.basename(file)),
    };
  }

  it('no call to the network and no agent started, by any hook', () => {
    const world = makeLinkedWorld(TWO);
    for (const { host, event } of everyEvent()) {
      const { command } = world.installed(host, scopeOf(host)).find((one) => one.event === event)!;
      const stdin = JSON.stringify(world.payload(host, event));
      const env = { ...world.env, ...hostEnv(host, world.project) };
      const { ran, network, programs } = watch(world, ['/bin/sh', '-c', command], stdin, env);
      expect([host.name, event, ran.status, network]).toEqual([host.name, event, 0, []]);
      expect(programs.filter((name) => !['sh', 'dash', 'bash', 'engram-hook', 'node', event].includes(name))).toEqual(
        [],
      );
    }
    world.idle();
  });

  it('nor by any command', () => {
    const world = makeWorld(TWO);
    const lines = [
      'link all',
      'sync',
      'remember Deploys_are_announced --id third',
      'list',
      'show third',
      'recall deploy payments',
      'search deploy',
      'route how_do_I_deploy',
      'status',
      'doctor',
      'usage',
      'hosts',
      'forget third',
      'unlink all',
      'uninstall --purge --yes',
    ];
    for (const line of lines) {
      const argv = [process.execPath, path.join(REPOSITORY, 'bin', 'engram.js'), ...line.split(' ')];
      const { ran, network, programs } = watch(world, argv, '', world.env);
      expect([line, ran.status, ran.stderr.includes('should not have happened'), network]).toEqual([
        line,
        0,
        false,
        [],
      ]);
      // doctor looks which version of a host is there.
      if (line !== 'doctor')
        expect([
          line,
          programs.filter((name) => ['claude', 'codex', 'gemini', 'curl', 'npm', 'npx'].includes(name)),
        ]).toEqual([line, []]);
    }
  });
});
