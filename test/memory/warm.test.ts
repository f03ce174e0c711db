import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';
import { afterAll, describe, expect, it } from 'vitest';
import '../../src/text/stem-all.ts';
import { CACHED, cacheFile, halves } from '../../src/hook/code-cache.ts';
import { warmLane } from '../../src/memory/warm.ts';
import { newFolder, removeFolders } from '../index/lab.ts';

afterAll(removeFolders);

const DIST = path.join(import.meta.dirname, '..', '..', 'dist');
const BUILD = 'abcdef012345';

/** A copy of the lane in a folder of its own, and a home. */
function world() {
  const base = newFolder();
  const dist = path.join(base, 'dist');
  fs.mkdirSync(dist);
  for (const name of fs.readdirSync(DIST).filter((it) => /^(lane\.js|stem-.*|(?:wide-words|later)\.cjs)$/.test(it))) {
    fs.copyFileSync(path.join(DIST, name), path.join(dist, name));
  }
  const env = { HOME: path.join(base, 'home') };
  fs.mkdirSync(path.join(env.HOME, '.engram'), { recursive: true });
  return { base, dist, env, file: cacheFile(env, BUILD)! };
}

/** The lane's cache and those of the parts that such a world has. */
const cachesIn = (file: string) =>
  [undefined, ...CACHED.filter((part) => !/^(?:capture|secrets)$/.test(part))].map((part) =>
    part ? `${path.basename(file)}-${part}` : path.basename(file),
  );

/** Whether V8 takes a file's cache for the lane. */
function taken(file: string, dist: string): boolean {
  const cachedData = halves(fs.readFileSync(file));
  if (!cachedData) return false;
  const filename = path.join(dist, 'lane.js');
  return new vm.Script(fs.readFileSync(filename, 'latin1'), { filename, cachedData }).cachedDataRejected === false;
}

describe('the code cache', () => {
  it('lies in the home folder, one for each build and V8', () => {
    const name = `lane-${BUILD}-${process.versions.v8}-${process.arch}`;
    expect(cacheFile({ HOME: '/home/dev' }, BUILD)).toBe(`/home/dev/.engram/cache/${name}`);
    expect(cacheFile({ HOME: '/home/dev', ENGRAM_HOME: '/e' }, BUILD)).toBe(`/e/cache/${name}`);
    expect(cacheFile({}, BUILD)).toBeUndefined();
  });

  it('lies where all else does where ENGRAM_HOME is relative, and nowhere with a relative home', () => {
    expect(cacheFile({ HOME: '/home/dev', ENGRAM_HOME: 'e' }, BUILD)).toContain('/home/dev/.engram/cache/');
    expect(cacheFile({ HOME: 'dev' }, BUILD)).toBeUndefined();
  });

  it('is made, private, taken by V8, and nothing else is left', () => {
    const { base, dist, env, file } = world();
    // A home folder that is a repository with memories of its own has no part in it.
    fs.mkdirSync(path.join(env.HOME, '.git'), { recursive: true });
    warmLane(env, dist, BUILD);
    expect(taken(file, dist)).toBe(true);
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
    expect(fs.statSync(path.dirname(file)).mode & 0o777).toBe(0o700);
    expect(fs.readdirSync(path.dirname(file)).sort()).toEqual(cachesIn(file).sort());
    expect(fs.readdirSync(path.join(env.HOME, '.engram'))).toEqual(['cache']);
    expect(fs.readdirSync(base).sort()).toEqual(['dist', 'home']);
  });

  it('takes away what killed builds left, and not what another is at work in', () => {
    const { dist, env, file } = world();
    const folder = path.dirname(file);
    const gone = spawnSync(process.execPath, ['-e', '0']).pid;
    for (const name of [`warm-${gone}`, `warm-${process.ppid}`, 'warm-not', 'warm'])
      fs.mkdirSync(path.join(folder, name, 'project'), { recursive: true });
    for (const pid of [gone, process.ppid]) fs.writeFileSync(path.join(folder, `lane-x-1-x64.${pid}.tmp`), 'half');
    warmLane(env, dist, BUILD);
    expect(fs.readdirSync(folder).sort()).toEqual(
      [...cachesIn(file), `lane-x-1-x64.${process.ppid}.tmp`, 'warm', `warm-${process.ppid}`, 'warm-not'].sort(),
    );
  });

  it('is made once, and again where it is damaged', () => {
    const { dist, env, file } = world();
    warmLane(env, dist, BUILD);
    const whole = fs.readFileSync(file);
    const { ino } = fs.statSync(file);
    warmLane(env, dist, BUILD);
    expect(fs.statSync(file).ino).toBe(ino);
    for (const damaged of [
      Buffer.alloc(0),
      whole.subarray(0, 999),
      Buffer.from(whole).fill(whole[5_000]! ^ 1, 5_000, 5_001),
    ]) {
      fs.writeFileSync(file, damaged);
      expect(taken(file, dist)).toBe(false);
      warmLane(env, dist, BUILD);
      expect(taken(file, dist)).toBe(true);
    }
  });

  it('of another lane is not taken', () => {
    const { dist, env, file } = world();
    warmLane(env, dist, BUILD);
    fs.appendFileSync(path.join(dist, 'lane.js'), '\n');
    expect(taken(file, dist)).toBe(false);
  });

  it('holds what the usual events call: more than the script alone', () => {
    const { dist, env, file } = world();
    warmLane(env, dist, BUILD);
    const bare = new vm.Script(fs.readFileSync(path.join(dist, 'lane.js'), 'latin1')).createCachedData();
    expect(halves(fs.readFileSync(file))!.length).toBeGreaterThan(bare.length * 1.5);
  });

  it('removes those of other builds a day later', () => {
    const { dist, env, file } = world();
    const folder = path.dirname(file);
    fs.mkdirSync(folder, { recursive: true });
    for (const [name, age] of [
      ['lane-old', 90_000],
      ['lane-young', 3_600],
      ['other', 90_000],
    ] as const) {
      fs.writeFileSync(path.join(folder, name), '');
      fs.utimesSync(path.join(folder, name), Date.now() / 1000 - age, Date.now() / 1000 - age);
    }
    warmLane(env, dist, BUILD);
    expect(fs.readdirSync(folder).sort()).toEqual([...cachesIn(file), 'lane-young', 'other'].sort());
  });

  it('is not made without a home, a lane or a place, and nothing is left half-made', () => {
    const { base, dist, env, file } = world();
    warmLane({}, dist, BUILD);
    warmLane(env, path.join(base, 'nowhere'), BUILD);
    expect(fs.readdirSync(path.join(env.HOME, '.engram'))).toEqual([]);
    // Removed while a sync in the background still had this to do.
    fs.rmSync(env.HOME, { recursive: true });
    warmLane(env, dist, BUILD);
    expect(fs.existsSync(env.HOME)).toBe(false);
    fs.mkdirSync(file, { recursive: true });
    expect(() => warmLane(env, dist, BUILD)).toThrow('EISDIR');
    expect(fs.readdirSync(path.dirname(file)).sort()).toEqual(cachesIn(file).sort());
  });
});

describe('a cache is told from a damaged one', () => {
  it('by its halves', () => {
    const whole = Buffer.concat([Buffer.from('cache'), Buffer.from('cache')]);
    expect(halves(whole)?.toString()).toBe('cache');
    for (const damaged of ['', 'c', 'cachecach', 'cachecachf', 'xachecache'])
      expect(halves(Buffer.from(damaged))).toBeUndefined();
  });
});
