import fs from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findPlaces, findProject, indexFile, makeFolder } from '../../src/index/places.ts';
import { newFolder, removeFolders } from './lab.ts';

afterAll(removeFolders);

/** A home beside a work folder, and what lies in them; a name that ends in `/` is a folder. */
function world(...names: string[]) {
  const base = newFolder();
  for (const name of ['home/', 'work/', ...names]) {
    const at = path.join(base, name);
    fs.mkdirSync(name.endsWith('/') ? at : path.dirname(at), { recursive: true });
    if (!name.endsWith('/')) fs.writeFileSync(at, '');
  }
  const env = { HOME: path.join(base, 'home') };
  const places = findPlaces(env)!;
  const project = (start: string, more: Record<string, string> = {}) =>
    findProject(path.join(base, start), findPlaces({ ...env, ...more })!, { ...env, ...more });
  /** Paths below the base, as the tests name them. */
  const below = (paths: readonly string[]) => paths.map((it) => path.relative(base, it));
  return { base, env, places, project, below };
}

describe('places', () => {
  it('lie in ENGRAM_HOME, else in .engram of the home folder', () => {
    expect(findPlaces({ HOME: '/home/dev' })).toEqual({
      home: '/home/dev/.engram',
      memories: '/home/dev/.engram/memories',
      index: '/home/dev/.engram/index',
      sessions: '/home/dev/.engram/sessions',
      bypass: '/home/dev/.engram/bypass',
      config: '/home/dev/.engram/config.yaml',
      log: '/home/dev/.engram/engram.log',
      db: '/home/dev/.engram/engram.db',
    });
    expect(findPlaces({ HOME: '/home/dev', ENGRAM_HOME: '/mnt/engram' })?.home).toBe('/mnt/engram');
    expect(findPlaces({ USERPROFILE: '/users/dev' })?.home).toBe('/users/dev/.engram');
    expect(findPlaces({ ENGRAM_HOME: '/mnt/./engram/' })?.home).toBe('/mnt/engram');
    // In each process's folder it would be another.
    expect(findPlaces({ HOME: '/home/dev', ENGRAM_HOME: 'relative' })?.home).toBe('/home/dev/.engram');
    expect(findPlaces({ HOME: '/home/dev', ENGRAM_HOME: '~/engram' })?.home).toBe('/home/dev/.engram');
    expect(findPlaces({ ENGRAM_HOME: 'relative' })).toBeUndefined();
  });

  it('are nowhere without a home', () => {
    expect(findPlaces({})).toBeUndefined();
    expect(findPlaces({ HOME: '', USERPROFILE: '', ENGRAM_HOME: '' })).toBeUndefined();
  });
});

describe('the project', () => {
  it('is the repository around a folder, with its vault and the user’s', () => {
    const { project, below, base } = world('work/repo/.git/', 'work/repo/.engram/memories/', 'work/repo/src/deep/');
    for (const start of ['work/repo', 'work/repo/src/deep', 'work/repo/src/not/there/yet']) {
      const found = project(start);
      expect([start, found.root]).toEqual([start, path.join(base, 'work/repo')]);
      expect(below(found.vaults)).toEqual(['work/repo/.engram/memories', 'home/.engram/memories']);
      expect(below(found.configs)).toEqual(['home/.engram/config.yaml', 'work/repo/.engram/config.yaml']);
      expect(below([found.git!])).toEqual(['work/repo/.git']);
    }
  });

  it('has a vault before it has a .engram folder', () => {
    const { project, below } = world('work/repo/.git/');
    expect(below(project('work/repo').vaults)).toEqual(['work/repo/.engram/memories', 'home/.engram/memories']);
  });

  it('has nested .engram folders on the way up, the nearest first', () => {
    const { project, below } = world(
      'work/repo/.git/',
      'work/repo/.engram/',
      'work/repo/pkg/a/.engram/',
      'work/.engram/',
    );
    expect(below(project('work/repo/pkg/a/src').vaults)).toEqual([
      'work/repo/pkg/a/.engram/memories',
      'work/repo/.engram/memories',
      'home/.engram/memories',
    ]);
    expect(below(project('work/repo/pkg/b').vaults)).toEqual(['work/repo/.engram/memories', 'home/.engram/memories']);
  });

  it('of a linked worktree or submodule is where its .git file is', () => {
    const { project, base } = world('work/repo/.git/', 'work/repo/sub/.git', 'work/repo/sub/src/');
    expect(project('work/repo/sub/src').root).toBe(path.join(base, 'work/repo/sub'));
  });

  it('without a repository is the nearest folder with .engram, else the folder itself', () => {
    const { project, base, below } = world(
      'work/plain/.engram/',
      'work/plain/inner/.engram/',
      'work/plain/inner/deep/',
      'work/bare/',
    );
    const inner = project('work/plain/inner/deep');
    expect(inner.root).toBe(path.join(base, 'work/plain/inner'));
    expect(below(inner.vaults)).toEqual(['work/plain/inner/.engram/memories', 'home/.engram/memories']);
    expect(inner).not.toHaveProperty('git');
    expect(project('work/bare').root).toBe(path.join(base, 'work/bare'));
  });

  it('is one by every name that leads to it', () => {
    const { project, base, places } = world('work/repo/.git/', 'work/repo/.engram/memories/', 'work/repo/src/');
    fs.symlinkSync(path.join(base, 'work/repo'), path.join(base, 'work/link'));
    fs.symlinkSync(path.join(base, 'work/repo/src'), path.join(base, 'home/src'));
    const names = ['work/repo', 'work/link', 'work/link/src', 'home/src', 'work/repo/../repo/./src'];
    expect(new Set(names.map((name) => indexFile(project(name), places))).size).toBe(1);
    expect(project('home/src').root).toBe(path.join(base, 'work/repo'));
  });

  it('never has the user’s own folder for its vault', () => {
    const { project, below, base } = world('home/.engram/memories/', 'home/notes/', 'home/.git/');
    for (const start of ['home', 'home/notes', 'home/.engram']) {
      const found = project(start);
      expect([start, below(found.vaults)]).toEqual([start, ['home/.engram/memories']]);
      expect([start, below(found.configs)]).toEqual([start, ['home/.engram/config.yaml']]);
      expect([start, found.root]).toEqual([start, path.join(base, 'home')]);
    }
  });

  it('never has the default folder for its vault either where ENGRAM_HOME is elsewhere, nor through a link', () => {
    const { project, below, base } = world('home/.engram/memories/', 'mnt/engram/', 'home/.git/');
    const ENGRAM_HOME = path.join(base, 'mnt/engram');
    expect(below(project('home', { ENGRAM_HOME }).vaults)).toEqual(['mnt/engram/memories']);
    fs.symlinkSync(path.join(base, 'home'), path.join(base, 'other-home'));
    expect(below(project('home', { HOME: path.join(base, 'other-home') }).vaults)).toEqual([
      'other-home/.engram/memories',
    ]);
    expect(below(project('other-home', {}).vaults)).toEqual(['home/.engram/memories']);
  });

  it('is the folder itself where it does not exist or cannot be named', () => {
    const { env, places } = world();
    expect(findProject('/no/such/folder', places, env).root).toBe('/no/such/folder');
    expect(findProject('/a\0b', places, env).root).toBe('/a\0b');
  });

  it('has an index of its own for each set of vaults', () => {
    const { project, places, base } = world('work/repo/.git/', 'work/repo/pkg/.engram/', 'work/repo/src/');
    const files = ['work/repo', 'work/repo/src', 'work/repo/pkg'].map((start) => indexFile(project(start), places));
    expect(files[0]).toBe(files[1]);
    expect(files[0]).not.toBe(files[2]);
    expect(files[0]).toMatch(/^.*\/home\/\.engram\/index\/[0-9a-f]{16}\.idx$/);
    const elsewhere = project('work/repo', { ENGRAM_HOME: path.join(base, 'mnt') });
    expect(path.basename(indexFile(elsewhere, places))).not.toBe(path.basename(files[0]!));
  });
});

describe('a folder', () => {
  it('is made with those above it, private', () => {
    const base = newFolder();
    makeFolder(path.join(base, 'a', 'b', 'c'));
    makeFolder(path.join(base, 'a', 'b'));
    expect(['a', 'a/b', 'a/b/c'].map((name) => fs.statSync(path.join(base, name)).mode & 0o777)).toEqual([
      0o700, 0o700, 0o700,
    ]);
  });

  it('that cannot be made is an error, at once', () => {
    const base = newFolder();
    fs.writeFileSync(path.join(base, 'file'), '');
    expect(() => makeFolder(path.join(base, 'file', 'below'))).toThrow('ENOTDIR');
    if (fs.existsSync('/proc/self')) expect(() => makeFolder('/proc/no-such/folder')).toThrow('ENOENT');
    makeFolder(path.join(base, 'file'));
    expect(fs.statSync(path.join(base, 'file')).isFile()).toBe(true);
  });
});
