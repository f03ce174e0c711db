import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findPlaces, findProject, indexFile, isolated } from '../../src/index/places.ts';
import { gitEntry, gitFolder } from '../../src/index/repository.ts';
import { commonFolder } from '../../src/index/worktrees.ts';
import { git, repository } from './git.ts';
import { newFolder, removeFolders } from './lab.ts';

afterAll(removeFolders);

function world() {
  const base = newFolder();
  const env = { HOME: path.join(base, 'home') };
  fs.mkdirSync(env.HOME);
  const places = findPlaces(env)!;
  const at = (name: string) => path.join(base, name);
  const below = (folders: readonly string[]) => folders.map((it) => path.relative(base, it));
  const project = (start: string) => findProject(at(start), places, env);
  /** root, tree, base and vaults, below the scratch folder. */
  const shape = (found = project('')) => ({
    root: path.relative(base, found.root),
    tree: path.relative(base, found.tree),
    base: path.relative(base, found.base),
    vaults: below(found.vaults.slice(0, -1)),
    writes: below(found.writes),
    configs: below(found.configs.slice(1)),
  });
  const make = (name: string) => fs.mkdirSync(at(name), { recursive: true });
  return { base, env, places, at, below, project, shape, make };
}

const NOTE = { '.engram/memories/note.md': 'Note.\n' };

describe('the project of a linked worktree', () => {
  it('is that of the main checkout, from its root, a sub-folder and through a link', () => {
    const { at, project, places, base } = world();
    repository(at('app'), { 'src/a.ts': '' });
    git(at('app'), 'worktree', 'add', '-q', at('feature'));
    git(at('app'), 'worktree', 'add', '-q', at('app/.claude/worktrees/inner'));
    fs.symlinkSync(at('feature/src'), at('link'));
    fs.symlinkSync(at('app'), at('home/app'));
    const starts = [
      'app',
      'app/src',
      'home/app/src',
      'feature',
      'feature/src',
      'link',
      'app/.claude/worktrees/inner/src',
    ];
    expect(starts.map((start) => [start, project(start).root])).toEqual(starts.map((start) => [start, at('app')]));
    expect(starts.map((start) => path.relative(base, project(start).tree))).toEqual([
      ...['app', 'app', 'app', 'feature', 'feature', 'feature', 'app/.claude/worktrees/inner'],
    ]);
    expect(starts.map((start) => project(start).main)).toEqual([
      ...[undefined, undefined, undefined],
      ...[at('app'), at('app'), at('app'), at('app')],
    ]);
    // One index per work tree: the paths in it are named from there.
    expect(new Set(starts.map((start) => indexFile(project(start), places))).size).toBe(3);
  });

  it('reads its own vault first where its branch has one, and writes to the main checkout’s', () => {
    const { at, project, shape } = world();
    repository(at('app'));
    git(at('app'), 'worktree', 'add', '-q', at('bare-branch'));
    fs.mkdirSync(at('app/.engram/memories'), { recursive: true });
    fs.writeFileSync(at('app/.engram/memories/note.md'), 'Note.');
    git(at('app'), 'add', '-A');
    git(at('app'), 'commit', '-q', '-m', 'Remember');
    git(at('app'), 'worktree', 'add', '-q', at('feature'));
    expect(shape(project('bare-branch'))).toEqual({
      root: 'app',
      tree: 'bare-branch',
      base: 'app',
      vaults: ['app/.engram/memories'],
      writes: ['app/.engram/memories'],
      configs: ['app/.engram/config.yaml'],
    });
    expect(shape(project('feature'))).toEqual({
      root: 'app',
      tree: 'feature',
      base: 'app',
      vaults: ['feature/.engram/memories', 'app/.engram/memories'],
      writes: ['app/.engram/memories', 'feature/.engram/memories'],
      configs: ['app/.engram/config.yaml', 'feature/.engram/config.yaml'],
    });
  });

  it('has the nested vaults of both, the deeper ones first', () => {
    const { at, project, shape, make } = world();
    repository(at('app'), { ...NOTE, 'pkg/a/.engram/memories/a.md': 'A.', 'pkg/a/src/x.ts': '' });
    git(at('app'), 'worktree', 'add', '-q', at('feature'));
    make('app/pkg/.engram');
    expect(shape(project('feature/pkg/a/src'))).toMatchObject({
      vaults: [
        'feature/pkg/a/.engram/memories',
        'app/pkg/a/.engram/memories',
        'app/pkg/.engram/memories',
        'feature/.engram/memories',
        'app/.engram/memories',
      ],
      writes: [
        'app/pkg/a/.engram/memories',
        'app/pkg/.engram/memories',
        'app/.engram/memories',
        'feature/pkg/a/.engram/memories',
        'feature/.engram/memories',
      ],
    });
  });

  it('is its own where it is isolated, under the same index', () => {
    const { at, project, shape, places, env } = world();
    repository(at('app'), { 'pkg/.engram/memories/a.md': 'A.' });
    git(at('app'), 'worktree', 'add', '-q', at('feature'));
    const found = project('feature/pkg');
    const apart = isolated(found, places, env);
    expect(shape(apart)).toEqual({
      root: 'app',
      tree: 'feature',
      base: 'feature',
      vaults: ['feature/pkg/.engram/memories', 'feature/.engram/memories'],
      writes: ['feature/pkg/.engram/memories', 'feature/.engram/memories'],
      configs: ['app/.engram/config.yaml'],
    });
    expect(indexFile(apart, places)).toBe(indexFile(found, places));
    expect(isolated(apart, places, env)).toBe(apart);
    const main = project('app');
    expect(isolated(main, places, env)).toBe(main);
  });

  it('of a bare repository is known by its git folder and has its own vault', () => {
    const { at, project, shape, places, env } = world();
    repository(at('app'), NOTE);
    git(at(''), 'clone', '-q', '--bare', 'app', 'app.git');
    git(at('app.git'), 'worktree', 'add', '-q', at('one'), 'main');
    git(at('app.git'), 'worktree', 'add', '-q', '-b', 'other', at('two'));
    for (const name of ['one', 'two']) {
      expect(shape(project(name))).toEqual({
        root: 'app.git',
        tree: name,
        base: name,
        vaults: [`${name}/.engram/memories`],
        writes: [`${name}/.engram/memories`],
        configs: [`${name}/.engram/config.yaml`],
      });
      expect(isolated(project(name), places, env)).toEqual(project(name));
    }
  });

  it('shares the folder that holds a bare .git, as in a folder full of worktrees', () => {
    const { at, project, shape } = world();
    repository(at('app'));
    git(at(''), 'clone', '-q', '--bare', 'app', 'all/.git');
    git(at('all'), 'worktree', 'add', '-q', at('all/main'), 'main');
    expect(shape(project('all/main'))).toMatchObject({
      root: 'all',
      tree: 'all/main',
      vaults: ['all/.engram/memories'],
    });
    expect(project('all').root).toBe(at('all'));
  });

  it('has no vault in a main checkout whose .engram is the user’s own', () => {
    const { at, project, shape } = world();
    repository(at('home'), { 'notes.txt': '' });
    fs.mkdirSync(at('home/.engram/memories'), { recursive: true });
    git(at('home'), 'worktree', 'add', '-q', at('dots'));
    expect(shape(project('dots'))).toEqual({
      root: 'home',
      tree: 'dots',
      base: 'dots',
      vaults: ['dots/.engram/memories'],
      writes: ['dots/.engram/memories'],
      configs: ['dots/.engram/config.yaml'],
    });
  });

  it('is found where git names the main checkout by a relative path or through a link', () => {
    const { at, project } = world();
    repository(at('app'));
    git(at('app'), 'worktree', 'add', '-q', at('feature'));
    fs.writeFileSync(at('feature/.git'), 'gitdir: ../app/.git/worktrees/feature\n');
    fs.writeFileSync(at('app/.git/worktrees/feature/gitdir'), '../../../../feature/.git\n');
    expect(project('feature').root).toBe(at('app'));
    fs.symlinkSync(at(''), at('home/all'));
    fs.writeFileSync(at('feature/.git'), `gitdir: ${at('home/all/app/.git/worktrees/feature')}\r\n`);
    fs.writeFileSync(at('app/.git/worktrees/feature/gitdir'), `${at('home/all/feature/.git')}\n`);
    expect(project('feature').root).toBe(at('app'));
  });
});

describe('a submodule', () => {
  it('is a repository of its own, and the main checkout of its worktrees', () => {
    const { at, project, shape } = world();
    repository(at('lib'), NOTE);
    repository(at('app'), NOTE);
    git(at('app'), 'submodule', 'add', '-q', at('lib'), 'lib');
    git(at('app'), 'submodule', 'add', '-q', '--name', 'worktrees/odd', at('lib'), 'odd');
    expect(shape(project('app/lib'))).toMatchObject({ root: 'app/lib', vaults: ['app/lib/.engram/memories'] });
    expect(project('app/odd').root).toBe(at('app/odd'));
    git(at('app/lib'), 'worktree', 'add', '-q', at('lib-feature'));
    expect(shape(project('lib-feature'))).toMatchObject({ root: 'app/lib', tree: 'lib-feature', base: 'app/lib' });
    // Where the submodule's folder no longer leads there, nothing is shared.
    fs.writeFileSync(at('app/lib/.git'), 'gitdir: ../.git/modules/other\n');
    expect(project('lib-feature').root).toBe(at('app/.git/modules/lib'));
    expect(project('lib-feature').vaults[0]).toBe(at('lib-feature/.engram/memories'));
  });

  it('and a repository with its git folder elsewhere are where their .git is', () => {
    const { at, project } = world();
    fs.mkdirSync(at('apart'));
    git(at('apart'), 'init', '-q', '--separate-git-dir', at('kept'));
    expect(project('apart').root).toBe(at('apart'));
    expect(gitFolder(at('apart/.git'))).toBe(at('kept'));
  });
});

describe('repositories of one name', () => {
  it('are two, with or without git', () => {
    const { at, project, places, make } = world();
    repository(at('a/app'));
    repository(at('b/app'));
    make('c/app/.engram');
    make('d/app/.engram');
    const names = ['a/app', 'b/app', 'c/app', 'd/app'];
    expect(names.map((name) => project(name).root)).toEqual(names.map(at));
    expect(new Set(names.map((name) => indexFile(project(name), places))).size).toBe(4);
  });
});

describe('a .git file that is not what git made', () => {
  /** A repository with a worktree, and a folder with a `.git` file of this text. */
  function stranger(text: string | ((at: (name: string) => string) => string)) {
    const it = world();
    repository(it.at('app'), NOTE);
    git(it.at('app'), 'worktree', 'add', '-q', it.at('feature'));
    fs.mkdirSync(it.at('odd'));
    fs.writeFileSync(it.at('odd/.git'), typeof text === 'string' ? text : text(it.at));
    return it;
  }

  it.each([
    ['empty', ''],
    ['of words', 'not what git writes'],
    ['without a path', 'gitdir: '],
    ['naming nothing', 'gitdir: /no/such/.git/worktrees/x'],
    ['naming itself', 'gitdir: .git'],
    ['with a NUL', 'gitdir: /a\0b/worktrees/x'],
    ['longer than any path', `gitdir: ${'x/'.repeat(4000)}worktrees/x`],
    ['of bytes', '\u0000\u0001\uFFFD'],
  ])('%s leaves a project of its own', (_, text) => {
    const { at, project } = stranger(text);
    expect(project('odd')).toMatchObject({ root: at('odd'), tree: at('odd'), base: at('odd'), git: at('odd/.git') });
  });

  it('is not shown a repository that does not know it', () => {
    const { at, project } = stranger((name) => `gitdir: ${name('app/.git/worktrees/feature')}\n`);
    expect(project('odd').root).toBe(at('odd'));
    expect(project('feature').root).toBe(at('app'));
    // Nor one that it claims by a folder of its own making.
    fs.mkdirSync(at('odd/evil/worktrees/x'), { recursive: true });
    fs.writeFileSync(at('odd/evil/worktrees/x/gitdir'), at('odd/.git'));
    fs.writeFileSync(at('odd/evil/worktrees/x/commondir'), at('app/.git'));
    fs.writeFileSync(at('odd/evil/config'), `[core]\n\tworktree = ${at('app')}\n`);
    fs.writeFileSync(at('odd/.git'), 'gitdir: evil/worktrees/x\n');
    expect(project('odd')).toMatchObject({ root: at('odd/evil'), base: at('odd') });
    expect(project('odd').vaults[0]).toBe(at('odd/.engram/memories'));
    // Nor is every folder that names it back a worktree's.
    fs.renameSync(at('odd/evil/worktrees'), at('odd/evil/modules'));
    fs.writeFileSync(at('odd/.git'), 'gitdir: evil/modules/x\n');
    expect(project('odd').root).toBe(at('odd'));
  });

  it('does not keep anybody waiting where it leads to a pipe', () => {
    const { at, project } = stranger('gitdir: evil/worktrees/x\n');
    fs.mkdirSync(at('odd/evil/worktrees/x'), { recursive: true });
    expect(spawnSync('mkfifo', [at('odd/evil/worktrees/x/gitdir')]).status).toBe(0);
    expect(project('odd').root).toBe(at('odd'));
    fs.rmSync(at('odd/.git'));
    expect(spawnSync('mkfifo', [at('odd/.git')]).status).toBe(0);
    expect(gitEntry(at('odd/.git'))).toBe('folder');
    expect(project('odd').root).toBe(at('odd'));
  });

  it('of a worktree that was removed leaves nothing behind', () => {
    const { at, project } = stranger('');
    git(at('app'), 'worktree', 'remove', at('feature'));
    expect(project('feature').root).toBe(at('feature'));
    fs.mkdirSync(at('feature'));
    fs.writeFileSync(at('feature/.git'), `gitdir: ${at('app/.git/worktrees/feature')}\n`);
    expect(commonFolder(at('feature/.git'))).toBeUndefined();
    expect(project('feature').root).toBe(at('feature'));
  });
});
