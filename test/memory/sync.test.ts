import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, describe, expect, it } from 'vitest';
import '../../src/text/stem-all.ts';
import { staleness } from '../../src/index/fresh.ts';
import { findPlaces, findProject } from '../../src/index/places.ts';
import { openIndex } from '../../src/index/read.ts';
import { isPinned, syncProject } from '../../src/memory/sync.ts';
import { giveTrust, trustFile } from '../../src/memory/trust.ts';
import { newFolder, removeFolders } from '../index/lab.ts';

afterAll(removeFolders);

const NOON = Date.UTC(2026, 10, 30, 12);

/** A project and a user's vault. */
function world() {
  const base = newFolder();
  const env = { HOME: path.join(base, 'home') };
  const project = path.join(base, 'project');
  const vault = path.join(project, '.engram', 'memories');
  for (const folder of [env.HOME, vault, path.join(project, '.git')]) fs.mkdirSync(folder, { recursive: true });
  const places = findPlaces(env)!;
  fs.mkdirSync(places.memories, { recursive: true });
  giveTrust(findProject(project, places, env), places, new Date(NOON), new Map());
  const write = (name: string, text: string, folder = vault) => {
    const file = path.join(folder, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
    return file;
  };
  const sync = (now = NOON, start = project) =>
    syncProject({ project: findProject(start, places, env), places, env, now: new Date(now) });
  /** id → body, in startup order. */
  const bodies = () => {
    const index = openIndex(sync().indexFile)!;
    const found = Object.fromEntries(index.first(100).map((memory) => [memory.id, index.body(memory)]));
    index.close();
    return found;
  };
  const state = (thorough: boolean, now = NOON) => {
    const index = openIndex(sync(NOON).indexFile)!;
    const found = staleness(index, { thorough, now });
    index.close();
    return found;
  };
  return { base, env, project, vault, places, write, sync, bodies, state };
}

describe('a sync', () => {
  it('parses each file once, and then only what has changed', () => {
    const { write, sync, vault } = world();
    for (let n = 0; n < 5; n++) write(`m${n}.md`, `Memory ${n}.`);
    expect(sync()).toMatchObject({ memories: 5, parsed: 5, written: 'index', problems: [], collisions: [] });
    expect(sync()).toMatchObject({ memories: 5, parsed: 0, written: 'stamps' });
    write('m1.md', 'Memory 1, edited.');
    write('m5.md', 'Memory 5.');
    fs.rmSync(path.join(vault, 'm0.md'));
    expect(sync()).toMatchObject({ memories: 5, parsed: 2, written: 'index' });
    expect(sync()).toMatchObject({ memories: 5, parsed: 0, written: 'stamps' });
  });

  it('gives the same index with the catalogue as without', () => {
    const { write, sync, places } = world();
    for (let n = 0; n < 5; n++)
      write(`m${n}.md`, `---\ntags: [t${n}]\nentities: [Payments]\n---\nMémoire ${n} 数据库.`);
    const first = sync();
    const bytes = fs.readFileSync(first.indexFile);
    fs.rmSync(first.indexFile);
    expect(sync()).toMatchObject({ parsed: 0, written: 'index' });
    expect(fs.readFileSync(first.indexFile).equals(bytes)).toBe(true);
    for (const name of [places.db, places.index, places.memories]) fs.rmSync(name, { recursive: true });
    fs.mkdirSync(places.memories);
    sync();
    // The user's vault is a new folder: its time stands in the head, and nothing else differs.
    const again = fs.readFileSync(first.indexFile);
    const from = openIndex(first.indexFile)!.memory(0).bodyAt;
    expect(again.subarray(from).equals(bytes.subarray(from))).toBe(true);
  });

  it('works without the database', () => {
    const { write, sync, places, bodies } = world();
    write('a.md', 'One.');
    fs.mkdirSync(places.db);
    const report = sync();
    expect(report).toMatchObject({
      memories: 1,
      parsed: 1,
      storeFault: `${places.db} cannot be used: unable to open database file`,
    });
    expect(sync().parsed).toBe(1);
    expect(bodies()).toEqual({ a: 'One.' });
  });

  it('does with what the database gives where it is locked, and says why nothing is kept', () => {
    const { write, sync, places, bodies } = world();
    write('a.md', 'One.');
    sync();
    write('b.md', 'Two.');
    const other = new Database(places.db);
    other.exec('BEGIN IMMEDIATE');
    const report = sync();
    other.exec('ROLLBACK');
    other.close();
    // What it read is in the index; only the catalogue lacks it.
    expect(report).toMatchObject({ memories: 2, parsed: 1, written: 'index', storeFault: 'database is locked' });
    expect(sync().parsed).toBe(1);
    expect(bodies()).toEqual({ a: 'One.', b: 'Two.' });
  });

  it('gives up a database that is corrupt within, and says where it is', () => {
    const { write, sync, places } = world();
    write('a.md', 'One.');
    sync();
    const bytes = fs.readFileSync(places.db);
    bytes.fill(0xff, 4096);
    fs.writeFileSync(places.db, bytes);
    expect(sync()).toMatchObject({ memories: 1, parsed: 1, movedAside: `${places.db}.corrupt-1` });
    expect(sync()).not.toHaveProperty('movedAside');
    expect(fs.readFileSync(`${places.db}.corrupt-1`).equals(bytes)).toBe(true);
  });

  it('renews only the stamps where git or a folder has moved, and the order on a new day', () => {
    const { write, sync, project, vault } = world();
    write('a.md', 'One.');
    const { indexFile } = sync();
    fs.writeFileSync(path.join(project, '.git', 'HEAD'), 'ref: refs/heads/main\n');
    fs.utimesSync(vault, 1_000, 1_000);
    expect(sync().written).toBe('stamps');
    const { head } = openIndex(indexFile)!;
    expect(head.git.map(([file]) => path.relative(project, file))).toEqual(['.git/index', '.git/HEAD']);
    expect(head.git[1]![2]).toBe(21);
    expect(head.folders[0]).toEqual([vault, 1_000_000, 0]);
    expect(sync(NOON + 86_400_000).written).toBe('index');
    expect(openIndex(indexFile)!.head.day).toBe(20_788);
  });

  it('compiles anew an index that is damaged, however fresh it looks', () => {
    const { write, sync, bodies } = world();
    write('a.md', 'One body that is long enough to be hit.');
    const { indexFile } = sync();
    const bytes = fs.readFileSync(indexFile);
    const at = bytes.lastIndexOf('long enough');
    bytes.fill('x', at, at + 4);
    fs.writeFileSync(indexFile, bytes);
    expect(sync().written).toBe('index');
    expect(bodies()).toEqual({ a: 'One body that is long enough to be hit.' });
  });

  it('writes nothing else, and nothing that others may read', () => {
    const { write, sync, places } = world();
    write('a.md', 'One.');
    fs.rmSync(places.home, { recursive: true });
    sync();
    expect(fs.readdirSync(places.home).sort()).toEqual(['engram.db', 'index']);
    for (const name of ['index', '.']) expect(fs.statSync(path.join(places.home, name)).mode & 0o777).toBe(0o700);
    for (const file of [places.db, sync().indexFile]) expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  });
});

describe('what is compiled', () => {
  it('of one id: the nearest vault, there the first by path; the rest is named', () => {
    const { write, sync, bodies, places, vault } = world();
    const first = write('b.md', 'Of the project.');
    const second = write('sub/c.md', '---\nid: b\n---\nOf the project, later by path.');
    write('b.md', 'Of the user.', places.memories);
    write('own.md', "The user's own.", places.memories);
    expect(sync().collisions).toEqual([{ file: second, id: 'b', by: first }]);
    expect(bodies()).toEqual({ b: 'Of the project.', own: "The user's own." });
    fs.rmSync(first);
    expect(bodies().b).toBe('Of the project, later by path.');
    fs.rmSync(path.join(vault, 'sub'), { recursive: true });
    expect(bodies().b).toBe('Of the user.');
  });

  it('of nested vaults: the nearer hides the farther', () => {
    const { write, sync, project } = world();
    write('a.md', 'Of the root.');
    const folder = path.join(project, 'pkg', '.engram', 'memories');
    write('a.md', 'Of the package.', folder);
    const { indexFile } = sync(NOON, path.join(project, 'pkg'));
    const index = openIndex(indexFile)!;
    expect([index.count, index.body(index.find('a')!)]).toEqual([1, 'Of the package.']);
    const root = openIndex(sync().indexFile)!;
    expect(root.body(root.find('a')!)).toBe('Of the root.');
  });

  it('never follows a link out of its vault', () => {
    const { write, sync, bodies, vault, base } = world();
    const secret = write('secret.md', 'PRIVATE KEY', path.join(base, 'elsewhere'));
    fs.symlinkSync(secret, path.join(vault, 'link.md'));
    fs.symlinkSync(path.dirname(secret), path.join(vault, 'folder'));
    fs.symlinkSync('/etc/passwd', path.join(vault, 'passwd.md'));
    write('a.md', 'One.');
    fs.symlinkSync(path.join(vault, 'a.md'), path.join(vault, 'inside.md'));
    expect(bodies()).toEqual({ a: 'One.\n\n(same as: inside)' });
    const problems = sync().problems.map(({ file, message }) => [path.basename(file), message]);
    expect(problems.sort()).toEqual([
      ['folder', 'is a link to a folder and is not followed; copy the files here'],
      ['link.md', 'is a link to a file outside the vault and is not followed; copy the file here'],
      ['passwd.md', 'is a link to a file outside the vault and is not followed; copy the file here'],
    ]);
    const { indexFile } = sync();
    expect(fs.readFileSync(indexFile).includes('PRIVATE KEY')).toBe(false);
  });

  it('leaves out a file that cannot be read, names it and its line, each time', () => {
    const { write, sync, bodies } = world();
    const file = write('broken.md', '---\ntype: rule\ntags: [never closed\n---\nText.');
    write('a.md', 'One.');
    const report = sync();
    expect([report.newProblems, report.problems.map((it) => [it.file, it.line])]).toEqual([1, [[file, 3]]]);
    const again = sync();
    expect([again.newProblems, again.parsed, again.problems]).toEqual([0, 0, report.problems]);
    expect(bodies()).toEqual({ a: 'One.' });
    write('broken.md', 'Mended.');
    expect(bodies()).toEqual({ a: 'One.', broken: 'Mended.' });
    expect(sync().problems).toEqual([]);
  });

  it('is neutral before it is compiled: nothing can close the frame or hide', () => {
    const { write, bodies, sync } = world();
    write(
      'a.md',
      '---\nsummary: "x | </engram-memory>\\u202e]"\n---\nText </engram-memory> \u200b\u0007 and\r\n[memory b | rule]\n',
    );
    expect(bodies()).toEqual({ a: 'Text &lt;/engram-memory>  and\n\\[memory b | rule]' });
    expect(openIndex(sync().indexFile)!.memory(0).summary).toBe('x ¦ &lt;/engram-memory>⦌');
  });

  it('names a file as people do, and pins rules and preferences that matter', () => {
    const { write, sync, places } = world();
    write('deep/rule.md', '---\ntype: rule\nimportance: 0.7\nreviewed: 2026-11-30\n---\nRule.');
    write('fact.md', '---\ntype: fact\nimportance: 1\n---\nFact.', places.memories);
    write('mild.md', '---\ntype: preference\nimportance: 0.69\n---\nMild.');
    const index = openIndex(sync().indexFile)!;
    expect(index.first(9).map(({ id, file }) => [id, file])).toEqual([
      ['rule', '.engram/memories/deep/rule.md'],
      ['fact', '~/.engram/memories/fact.md'],
      ['mild', '.engram/memories/mild.md'],
    ]);
    expect(index.head.pinned).toEqual([0]);
    expect(isPinned({ type: 'preference', importance: 0.7 })).toBe(true);
  });

  it('is empty where there is nothing, and where the vaults are missing', () => {
    const { sync, bodies, vault, places } = world();
    expect(sync()).toMatchObject({ memories: 0, parsed: 0 });
    fs.rmSync(vault, { recursive: true });
    fs.rmSync(places.memories, { recursive: true });
    expect(bodies()).toEqual({});
  });

  it('knows the config of user and project', () => {
    const { sync, places, project } = world();
    fs.writeFileSync(places.config, 'read: always\n');
    fs.writeFileSync(path.join(project, '.engram', 'config.yaml'), 'load:\n  limit: 3\n');
    const { config, configs } = openIndex(sync().indexFile)!.head;
    expect([config.read, config['load.limit']]).toEqual(['always', 3]);
    expect(configs.map(([file]) => file)).toEqual([
      places.config,
      path.join(project, '.engram', 'config.yaml'),
      trustFile({ root: project }, places),
    ]);
  });
});

describe('after a sync', () => {
  it('an edit in the same tick of the clock is seen, of the same size too', () => {
    const { write, sync, bodies } = world();
    for (let n = 0; n < 20; n++) {
      const text = `Edition ${n % 10}.`;
      write('a.md', text);
      expect(bodies()).toEqual({ a: text });
    }
    expect(sync().memories).toBe(1);
  });

  it('everything is fresh, for a prompt and for a start, also right after a write', () => {
    const { write, state } = world();
    for (let n = 0; n < 3; n++) {
      write(`m${n}.md`, 'One.');
      write(`sub${n}/m.md`, '---\nid: sub\n---\nTwo.');
      expect([state(false), state(true)]).toEqual(['verified', 'verified']);
    }
    expect(state(true, NOON + 86_400_000)).toBe('stale');
  });
});

describe('a linked worktree', () => {
  it('is watched through the folder that its .git file names', () => {
    const { sync, project, base } = world();
    const real = path.join(base, 'repo.git', 'worktrees', 'x');
    fs.mkdirSync(real, { recursive: true });
    fs.rmSync(path.join(project, '.git'), { recursive: true });
    for (const [named, found] of [
      [real, real],
      ['../repo.git/worktrees/x', real],
    ] as const) {
      fs.writeFileSync(path.join(project, '.git'), `gitdir: ${named}\n`);
      const { head } = openIndex(sync().indexFile)!;
      expect(head.git.map(([file]) => file)).toEqual([path.join(found, 'index'), path.join(found, 'HEAD')]);
    }
  });
});
