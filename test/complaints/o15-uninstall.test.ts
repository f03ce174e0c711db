import fs from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import {
  amiss,
  git,
  hostEnv,
  linkAll,
  makeWorld,
  many,
  removeWorlds,
  start,
  TWO,
  treeOf,
  unlinkAll,
  type World,
} from './lab.ts';
import { ownSettings, PLACES, SHARED } from './settings.ts';

afterEach(removeWorlds);

const OLD = new Date('2026-01-02T03:04:05Z');

/** A home and a project in which every host is configured, each file with hooks of the person's own, and other things of theirs. */
function lived(): World {
  const world = makeWorld({
    ...TWO,
    scoped: '---\napplies_to: ["src/**"]\ntype: rule\nimportance: 0.9\n---\nSources are formatted by hand.\n',
  });
  fs.mkdirSync(path.join(world.project, 'src'));
  fs.writeFileSync(path.join(world.project, 'src', 'a.ts'), '');
  for (const [n, place] of PLACES.entries()) {
    const at = world.settings(place.host, place.scope);
    fs.mkdirSync(path.dirname(at), { recursive: true });
    if (SHARED.includes(place)) fs.writeFileSync(at, ownSettings(place, n % 3 === 0 ? '\r\n' : '\n'));
    for (const name of ['README.md', 'theirs.json']) fs.writeFileSync(path.join(path.dirname(at), name), '{ }');
    for (const name of fs.readdirSync(path.dirname(at))) {
      const file = path.join(path.dirname(at), name);
      if (!fs.statSync(file).isFile()) continue;
      fs.chmodSync(file, n % 2 ? 0o600 : 0o644);
      fs.utimesSync(file, OLD, OLD);
    }
  }
  git(world.project, 'add', '-A');
  git(world.project, 'commit', '-q', '-m', 'Begin');
  return world;
}

/** Everything but engram's own folder, and of files that nobody edits the time of their last change. */
function seen(world: World) {
  const times: Record<string, number> = {};
  for (const folder of [world.home, world.project]) {
    for (const name of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      const file = path.join(folder, name);
      if (file.startsWith(path.join(world.home, '.engram'))) continue;
      if (/theirs\.json$|README\.md$|\.engram\/memories\//.test(name)) times[file] = fs.statSync(file).mtimeMs;
    }
  }
  return { tree: treeOf(world.base, /^home\/\.engram(\/|$)/), times };
}

/** Runs each installed command of each scope with a payload of its event. */
async function use(world: World): Promise<number> {
  const all = PLACES.flatMap(({ host, scope }) =>
    world.installed(host, scope).map(({ event, command }) => ({ host, event, command })),
  );
  const ends = await many(all, ({ host, event, command }, n) => {
    const stdin = JSON.stringify(world.payload(host, event, { session: `s${n}` }));
    const env = { ...world.env, ...hostEnv(host, world.project) };
    return start(['/bin/sh', '-c', command], stdin, { cwd: world.project, env });
  });
  expect(ends.map(amiss).filter(({ length }) => length > 0)).toEqual([]);
  world.idle();
  return all.length;
}

describe('O15: hooks and files remain after an uninstall', { timeout: 240_000 }, () => {
  it('link all, use, unlink all: every byte, mode and link as before, but for engram’s own folder', async () => {
    const world = lived();
    const before = seen(world);
    expect(linkAll(world)).toEqual([0, 0, 0]);
    expect(linkAll(world)).toEqual([0, 0, 0]);
    expect(world.engram('sync').status).toBe(0);
    expect(await use(world)).toBeGreaterThan(PLACES.length);
    const linked = seen(world);
    expect(linked.times).toEqual(before.times);
    expect(Object.keys(linked.tree).length).toBeGreaterThan(Object.keys(before.tree).length);
    expect(unlinkAll(world)).toEqual([0, 0, 0]);
    expect(seen(world)).toEqual(before);
    expect(git(world.project, 'status', '--porcelain', '--ignored')).toBe('');
  });

  it('uninstall, from anywhere: the same, for every project that was linked; memories, config and history stay', async () => {
    const world = lived();
    const other = path.join(world.base, 'elsewhere');
    fs.mkdirSync(other);
    expect(world.engram(['remember', '--global', 'Prefer tabs.', '--id', 'tabs']).status).toBe(0);
    expect(world.engram('config set load.limit 5').status).toBe(0);
    const before = seen(world);
    linkAll(world);
    world.engram('sync');
    await use(world);
    const dry = seen(world);
    const told = world.engram('uninstall --dry-run', { cwd: other });
    expect([told.status, told.stdout.includes('would be unlinked from')]).toEqual([0, true]);
    expect(seen(world)).toEqual(dry);
    const ran = world.engram('uninstall --json', { cwd: other });
    expect([ran.status, ran.stderr]).toEqual([0, '']);
    expect(JSON.parse(ran.stdout)).toMatchObject({ left: [], memories: 1, purged: false });
    expect(JSON.parse(ran.stdout).links).toHaveLength(PLACES.length);
    expect(seen(world)).toEqual(before);
    const home = path.join(world.home, '.engram');
    expect(fs.readdirSync(home).filter((name) => !name.startsWith('engram.'))).toEqual([
      'config.yaml',
      'memories',
      'sessions',
      'trust',
    ]);
    // Nothing is left to take back.
    expect(world.engram('uninstall', { cwd: other }).stdout).toContain('Nothing of engram was found');

    const refused = world.engram('uninstall --purge', { cwd: other });
    expect([refused.status, refused.stderr]).toEqual([
      64,
      'engram: --purge removes ~/.engram with your own 1 memory in it for good; say --purge --yes if you mean it\n',
    ]);
    expect(world.engram('uninstall --purge --dry-run', { cwd: other }).stdout).toContain(
      '\n~/.engram would be gone, your own 1 memory with it; the memories of projects would be untouched\n',
    );
    const purged = world.engram('uninstall --purge --yes', { cwd: other });
    expect([purged.status, purged.stdout]).toEqual([
      0,
      expect.stringContaining('~/.engram is gone, your own 1 memory with it; the memories of projects are untouched\n'),
    ]);
    expect(fs.existsSync(home)).toBe(false);
    expect(seen(world)).toEqual(before);
  });

  it('a moved ENGRAM_HOME goes too, and nothing that is not engram’s', async () => {
    const world = lived();
    const ENGRAM_HOME = path.join(world.base, 'my data');
    const env = { ENGRAM_HOME };
    fs.mkdirSync(ENGRAM_HOME);
    fs.writeFileSync(path.join(ENGRAM_HOME, 'letter.txt'), 'mine');
    const before = seen(world);
    world.engram('link --global all', { env });
    world.engram(['remember', '--global', 'Prefer tabs.'], { env });
    const { status, stderr } = world.engram('uninstall --purge --yes', { env });
    expect([status, stderr]).toEqual([
      73,
      `engram: ${ENGRAM_HOME} stays: letter.txt in it did not come from engram; remove that by hand\n`,
    ]);
    expect(seen(world)).toEqual(before);
    expect(fs.existsSync(path.join(world.home, '.engram'))).toBe(false);
  });

  it('what cannot be taken back is named, the launcher stays for it, and nothing is purged', () => {
    const world = lived();
    linkAll(world);
    world.engram(['remember', '--global', 'Prefer tabs.', '--id', 'tabs']);
    const { host, scope } = SHARED[0]!;
    const file = world.settings(host, scope);
    const text = `${fs.readFileSync(file, 'utf8')}]`;
    fs.writeFileSync(file, text);
    const { status, stderr } = world.engram('uninstall --purge --yes');
    const launcher = path.join(world.home, '.engram', 'bin', 'engram-hook');
    expect(status).toBe(73);
    expect(stderr).toContain(`engram: ${file}:`);
    expect(stderr).toContain(`engram: ${launcher} stays, because a settings file may still name it\n`);
    expect([fs.existsSync(launcher), fs.readFileSync(file, 'utf8')]).toEqual([true, text]);
    expect(fs.existsSync(path.join(world.home, '.engram/memories/tabs.md'))).toBe(true);
    // The others are unlinked all the same; with that one mended all of it goes.
    const others = SHARED.slice(1).map((one) => fs.readFileSync(world.settings(one.host, one.scope), 'utf8'));
    expect(others.filter((one) => one.includes('engram-hook'))).toEqual([]);
    fs.writeFileSync(file, text.slice(0, -1));
    expect(world.engram('uninstall --purge --yes').status).toBe(0);
    expect(fs.existsSync(path.join(world.home, '.engram'))).toBe(false);
  });

  it('is found in the help, and needs nothing to be installed', () => {
    const world = makeWorld();
    expect(world.engram('--help').stdout).toContain('uninstall');
    const before = treeOf(world.base);
    expect(world.engram('uninstall --purge --yes').status).toBe(0);
    expect(treeOf(world.base)).toEqual(before);
  });
});
