import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buildSync } from 'esbuild';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseMemory } from '../../src/memory/file.ts';
import type { Memory } from '../../src/memory/memory.ts';
import {
  bodyHash,
  FILE_LIMIT,
  findBroken,
  findMemory,
  holdings,
  listVault,
  loadVaults,
  type Vault,
} from '../../src/memory/vault.ts';
import { archiveMemory, createMemory, replaceMemory } from '../../src/memory/vault-write.ts';

let dir: string;
let project: Vault;
let user: Vault;
beforeEach(() => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), 'engram-vault-'));
  project = { folder: path.join(dir, 'project/.engram/memories'), owner: 'project' };
  user = { folder: path.join(dir, 'home/memories'), owner: 'user' };
});
afterEach(() => fs.rmSync(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }));

function put(vault: Vault, name: string, text: string | Uint8Array = 'Text.\n'): string {
  const file = path.join(vault.folder, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
  return file;
}

const memory = (over: Partial<Memory> = {}): Memory => ({ ...parseMemory('Text.\n', 'note'), ...over });
const inside = (vault: Vault, files: string[]) => files.map((file) => path.relative(vault.folder, file));

describe('listVault', () => {
  it('takes every .md below, but what is hidden, archived or the README at the top', () => {
    for (const name of ['b.md', 'a.md', 'Z.MD', 'sub/deep/c.md', 'sub/README.md', 'sub/archive/d.md'])
      put(project, name);
    for (const name of ['README.md', 'archive/x.md', '.git/x.md', '.x.md', 'sub/.obsidian/x.md', 'x.txt', 'x.md.bak'])
      put(project, name);
    fs.mkdirSync(path.join(project.folder, 'folder.md'));
    const { files, folders, problems } = listVault(project);
    expect(inside(project, files)).toEqual([
      'Z.MD',
      'a.md',
      'b.md',
      'sub/README.md',
      'sub/archive/d.md',
      'sub/deep/c.md',
    ]);
    expect(inside(project, folders).sort()).toEqual(['', 'folder.md', 'sub', 'sub/archive', 'sub/deep']);
    expect(problems).toEqual([]);
  });

  it('is empty where there is no vault', () => {
    expect(listVault(project)).toEqual({ files: [], folders: [], unread: [], problems: [] });
  });

  it('follows links inside the vault only', () => {
    put(project, 'a.md');
    const secret = path.join(dir, 'secret.md');
    fs.writeFileSync(secret, 'Secret.');
    fs.mkdirSync(path.join(project.folder, 'sub'));
    fs.symlinkSync('../a.md', path.join(project.folder, 'sub/same.md'));
    fs.symlinkSync(secret, path.join(project.folder, 'out.md'));
    fs.symlinkSync('nowhere', path.join(project.folder, 'gone.md'));
    fs.symlinkSync('loop.md', path.join(project.folder, 'loop.md'));
    fs.symlinkSync(dir, path.join(project.folder, 'up'));
    fs.symlinkSync('sub', path.join(project.folder, 'folder.md'));
    const { files, problems } = listVault(project);
    expect(inside(project, files)).toEqual(['a.md', 'sub/same.md']);
    expect(problems.map(({ file, line, message }) => [path.basename(file), line, message]).sort()).toEqual([
      ['folder.md', 0, 'is a link to a folder and is not followed; copy the files here'],
      ['gone.md', 0, 'is a link that leads nowhere: no such file or folder'],
      ['loop.md', 0, 'is a link that leads nowhere: its links lead in a circle'],
      ['out.md', 0, 'is a link to a file outside the vault and is not followed; copy the file here'],
      ['up', 0, 'is a link to a folder and is not followed; copy the files here'],
    ]);
  });

  it('follows a chain of links by where it ends, and no folder in it that leads out', () => {
    put(project, 'a.md');
    const away = path.join(dir, 'away');
    fs.mkdirSync(away);
    fs.writeFileSync(path.join(away, 'secret.md'), 'Secret.');
    fs.mkdirSync(path.join(project.folder, 'sub'));
    // Inside all the way, in three steps; out and back in again; out in the second step; through a linked folder; by `..`.
    fs.symlinkSync('sub/two.md', path.join(project.folder, 'one.md'));
    fs.symlinkSync('three.md', path.join(project.folder, 'sub/two.md'));
    fs.symlinkSync('../a.md', path.join(project.folder, 'sub/three.md'));
    fs.symlinkSync(path.join(project.folder, 'a.md'), path.join(away, 'back.md'));
    fs.symlinkSync(path.join(away, 'back.md'), path.join(project.folder, 'there-and-back.md'));
    fs.symlinkSync('hidden', path.join(project.folder, 'out-later.md'));
    fs.symlinkSync(path.join(away, 'secret.md'), path.join(project.folder, 'hidden'));
    fs.symlinkSync(away, path.join(project.folder, 'folder'));
    fs.symlinkSync('folder/secret.md', path.join(project.folder, 'through.md'));
    fs.symlinkSync(path.relative(project.folder, path.join(away, 'secret.md')), path.join(project.folder, 'up.md'));
    // Beside the vault, in the project, is outside of it too.
    fs.writeFileSync(path.join(path.dirname(project.folder), 'config.yaml'), 'read: auto');
    fs.symlinkSync('../config.yaml', path.join(project.folder, 'config.md'));
    // One that begins as the vault's folder does.
    fs.mkdirSync(`${project.folder}-other`);
    fs.writeFileSync(path.join(`${project.folder}-other`, 'x.md'), 'Other.');
    fs.symlinkSync('../memories-other/x.md', path.join(project.folder, 'other.md'));
    const { files, folders, problems } = listVault(project);
    expect(inside(project, files)).toEqual(['a.md', 'one.md', 'sub/three.md', 'sub/two.md', 'there-and-back.md']);
    expect(inside(project, folders).sort()).toEqual(['', 'sub']);
    expect(
      inside(
        project,
        problems.map(({ file }) => file),
      ).sort(),
    ).toEqual(['config.md', 'folder', 'other.md', 'out-later.md', 'through.md', 'up.md'].sort());
  });

  it('takes a vault that is a link itself', () => {
    const real = path.join(dir, 'dotfiles');
    fs.mkdirSync(real);
    fs.writeFileSync(path.join(real, 'a.md'), 'Text.');
    fs.mkdirSync(path.dirname(user.folder), { recursive: true });
    fs.symlinkSync(real, user.folder);
    expect(inside(user, listVault(user).files)).toEqual(['a.md']);
  });
});

describe('loadVaults', () => {
  it('lets the nearest vault win, then the first by path, and names what is broken', () => {
    put(project, 'a.md', '---\nid: x\n---\nFirst.\n');
    put(project, 'b.md', '---\nid: x\n---\nSecond.\n');
    put(project, 'bad.md', '---\ntype: rule\nimportance: 7\n---\nBad.\n');
    put(project, 'latin.md', Uint8Array.from([0x61, 0x0a, 0xe9]));
    put(user, 'x.md', 'Mine.\n');
    put(user, 'y.md', 'Other.\n');
    const big = put(user, 'big.md');
    fs.truncateSync(big, FILE_LIMIT + 1);
    const { memories, shadowed, collisions, problems } = loadVaults([project, user]);
    expect(memories.map(({ memory, vault }) => [memory.id, memory.body, vault.owner])).toEqual([
      ['x', 'First.\n', 'project'],
      ['y', 'Other.\n', 'user'],
    ]);
    expect(shadowed.map(({ file }) => file)).toEqual([path.join(user.folder, 'x.md')]);
    expect(collisions.map(({ hidden, by }) => [path.basename(hidden.file), path.basename(by.file)])).toEqual([
      ['b.md', 'a.md'],
    ]);
    expect(problems.map(({ file, line, message }) => [path.basename(file), line, message])).toEqual([
      ['bad.md', 3, 'importance must be a number from 0 to 1, not 7'],
      ['latin.md', 2, 'this line is not UTF-8; save the file as UTF-8'],
      ['big.md', 0, 'is larger than 4 MiB; a memory is a short text'],
    ]);
  });
});

describe('findMemory', () => {
  it('finds by name, by front matter, in the nearest vault', () => {
    put(project, 'Правила деплоя.md', 'Правила.\n');
    put(project, 'sub/other.md', '---\n"id" : x # mine\n---\nProject.\n');
    put(project, 'bad.md', '---\nid: x\n');
    put(user, 'x.md', 'User.\n');
    put(user, 'y.md', 'Y.\n');
    const found = (id: string) => findMemory(id, [project, user])?.memory.body;
    expect(['pravila-deploya', 'x', 'y', 'other', 'bad'].map(found)).toEqual([
      'Правила.\n',
      'Project.\n',
      'Y.\n',
      undefined,
      undefined,
    ]);
  });
});

describe('createMemory', () => {
  it('never overwrites and takes the next free id', () => {
    put(project, 'note.md', 'Kept.\n');
    put(project, 'sub/other.md', '---\nid: note-2\n---\nT\n');
    put(project, 'note-3.md', '---\nbroken');
    const stored = createMemory(project, memory());
    expect(stored.memory.id).toBe('note-4');
    expect(fs.readFileSync(stored.file, 'utf8')).toBe('---\nid: note-4\ntype: fact\nsource: user\n---\nText.\n');
    expect(fs.readFileSync(path.join(project.folder, 'note.md'), 'utf8')).toBe('Kept.\n');
    expect(fs.readdirSync(project.folder).sort()).toEqual(['note-3.md', 'note-4.md', 'note.md', 'sub']);
  });

  it('goes on where another process has just taken the id', () => {
    put(project, 'note.md', 'Kept.\n');
    expect(createMemory(project, memory(), undefined, new Set()).memory.id).toBe('note-2');
  });

  it('keeps the user’s vault private and leaves a project’s to the umask', () => {
    const mode = (file: string) => fs.statSync(file).mode & 0o777;
    const umask = process.umask();
    const mine = createMemory(user, memory());
    expect([mode(user.folder), mode(mine.file)]).toEqual([0o700, 0o600]);
    const ours = createMemory(project, memory());
    expect([mode(project.folder), mode(ours.file)]).toEqual([0o777 & ~umask, 0o666 & ~umask]);
  });

  it('takes away what a killed process left long ago', () => {
    const [old, young, other] = ['.a.md.123.0.tmp', '.b.md.123.0.tmp', '.c.tmp'].map((name) => put(project, name));
    for (const file of [old!, other!]) fs.utimesSync(file, 1000, 1000);
    createMemory(project, memory());
    expect([old, young, other].map((file) => fs.existsSync(file!))).toEqual([false, true, true]);
  });

  it('leaves nothing behind where it cannot write', () => {
    fs.mkdirSync(path.dirname(project.folder), { recursive: true });
    fs.writeFileSync(project.folder, 'a file');
    expect(() => createMemory(project, memory())).toThrow(/EEXIST|ENOTDIR/);
    expect(fs.readdirSync(path.dirname(project.folder))).toEqual(['memories']);
  });

  it('gives each of many processes at once its own file', () => {
    const bundle = path.join(dir, 'vault.cjs');
    buildSync({
      entryPoints: ['src/memory/vault-write.ts'],
      bundle: true,
      platform: 'node',
      format: 'cjs',
      outfile: bundle,
    });
    const go = path.join(dir, 'go');
    const script = path.join(dir, 'create.cjs');
    fs.writeFileSync(
      script,
      `const fs = require('node:fs');
       const { createMemory } = require(${JSON.stringify(bundle)});
       while (!fs.existsSync(${JSON.stringify(go)})) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
       const memory = ${JSON.stringify(memory())};
       for (let i = 0; i < 10; i++) createMemory(${JSON.stringify(project)}, { ...memory, body: process.pid + ' ' + i });`,
    );
    const all = `for i in 1 2 3 4; do node ${script} & done; sleep 0.3; touch ${go}; wait`;
    expect(spawnSync('sh', ['-c', all], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
    const { memories, collisions, problems } = loadVaults([project]);
    expect([memories.length, new Set(memories.map(({ memory }) => memory.body)).size]).toEqual([40, 40]);
    expect([collisions, problems]).toEqual([[], []]);
    expect(fs.readdirSync(project.folder).length).toBe(40);
  });
});

describe('replaceMemory', () => {
  it('keeps the mode and a link', () => {
    const real = put(project, 'a.md', 'Old.\n');
    fs.chmodSync(real, 0o640);
    const link = path.join(project.folder, 'b.md');
    fs.symlinkSync('a.md', link);
    replaceMemory(link, 'New.\n');
    expect(fs.readFileSync(real, 'utf8')).toBe('New.\n');
    expect(fs.lstatSync(link).isSymbolicLink()).toBe(true);
    expect(fs.statSync(real).mode & 0o777).toBe(0o640);
    expect(fs.readdirSync(project.folder).sort()).toEqual(['a.md', 'b.md']);
  });

  it.skipIf(process.getuid?.() !== 0)('keeps the owner where root edits', () => {
    const file = put(project, 'a.md', 'Old.\n');
    fs.chownSync(file, 12345, 54321);
    replaceMemory(file, 'New.\n');
    const { uid, gid } = fs.statSync(file);
    expect([fs.readFileSync(file, 'utf8'), uid, gid]).toEqual(['New.\n', 12345, 54321]);
  });
});

describe('holdings', () => {
  it('knows ids, also of what is broken, and bodies, whatever their line ends', () => {
    put(project, 'A b.md', 'Same.\n');
    put(project, 'c.md', '---\nid: d\n---\n\r\nSame.\r\n\r\n');
    put(project, 'bad.md', '---\n');
    const seen: string[] = [];
    const { ids, bodies } = holdings(project, ({ memory: { id } }, text) => seen.push(`${id} ${text.length}`));
    expect([...ids]).toEqual(['a-b', 'bad', 'c', 'd']);
    expect([...bodies]).toEqual([[bodyHash('Same.'), { id: 'a-b', file: path.join(project.folder, 'A b.md') }]]);
    expect(seen).toEqual(['a-b 6', 'd 25']);
    expect(bodyHash('Same.')).not.toBe(bodyHash('same.'));
  });
});

describe('findBroken', () => {
  it('gives the nearest file of that name that cannot be read', () => {
    const mine = put(user, 'Note One.md', '---\n');
    put(project, 'note-one.md', 'Fine.\n');
    expect(findBroken('note-one', [project, user])).toEqual({ file: mine, vault: user });
    expect(findBroken('note', [project, user])).toBeUndefined();
  });
});

describe('archiveMemory', () => {
  it('moves beside the vault and never over what is there', () => {
    const archive = path.join(dir, 'project/.engram/archive');
    const forget = () => archiveMemory(findMemory('note', [project])!);
    put(project, 'sub/note.md', 'One.\n');
    expect(forget()).toBe(path.join(archive, 'sub/note.md'));
    put(project, 'sub/note.md', 'Two.\n');
    expect(forget()).toBe(path.join(archive, 'sub/note-2.md'));
    expect(fs.readFileSync(path.join(archive, 'sub/note.md'), 'utf8')).toBe('One.\n');
    expect(fs.readFileSync(path.join(archive, 'sub/note-2.md'), 'utf8')).toBe('Two.\n');
    expect(listVault(project).files).toEqual([]);
  });

  it('keeps the user’s archive private, and archives what a link shows', () => {
    const mine = createMemory(user, memory());
    fs.symlinkSync('note.md', path.join(user.folder, 'alias.md'));
    const to = archiveMemory({ ...mine, file: path.join(user.folder, 'alias.md') });
    expect(to).toBe(path.join(dir, 'home/archive/alias.md'));
    expect(fs.lstatSync(to).isFile()).toBe(true);
    expect(fs.statSync(path.dirname(to)).mode & 0o777).toBe(0o700);
    expect(inside(user, listVault(user).files)).toEqual(['note.md']);
  });
});
