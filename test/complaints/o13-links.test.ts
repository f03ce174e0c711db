import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { later, linkAll, makeWorld, removeWorlds, treeOf, unlinkAll } from './lab.ts';
import { ownSettings, PLACES, refuses, SHARED } from './settings.ts';

afterEach(removeWorlds);

const asRoot = process.getuid?.() === 0;

/** A settings file as a link. */
function linkTo(file: string, target: string) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.mkdirSync(path.dirname(target), { recursive: true });
  fs.symlinkSync(path.relative(path.dirname(file), target), file);
}

function modeOf(file: string) {
  const { mode, uid, gid } = fs.statSync(file);
  return { mode: mode & 0o777, uid, gid };
}

/** Of the scopes whose files are all of these, what link must end with. */
const codes = (bad: (place: (typeof SHARED)[number]) => number) =>
  (['project', 'local', 'user'] as const).map((scope) =>
    SHARED.filter((place) => place.scope === scope).reduce((code, place) => code || bad(place), 0),
  );

describe('O13: a symlinked settings file becomes a regular one', { timeout: 120_000 }, () => {
  it('written through the link; mode and owner of the target stay, for every settings file', () => {
    const world = makeWorld();
    const files = SHARED.map((place, n) => {
      const file = world.settings(place.host, place.scope);
      const target = path.join(world.base, 'dotfiles', `settings-${n}`);
      linkTo(file, target);
      const text = ownSettings(place);
      fs.writeFileSync(target, text);
      fs.chmodSync(target, 0o640);
      if (asRoot) fs.chownSync(target, 12345, 54321);
      return { place, file, target, text, leads: fs.readlinkSync(file), like: modeOf(target) };
    });
    // Where the host itself does not follow links, link refuses to write there.
    expect(linkAll(world)).toEqual(codes((place) => (refuses(place, 'link') ? 65 : 0)));
    for (const { place, file, target, text, leads, like } of files) {
      expect([place.name, fs.readlinkSync(file), modeOf(target)]).toEqual([place.name, leads, like]);
      const linked = fs.readFileSync(target, 'utf8');
      expect([place.name, linked !== text]).toEqual([place.name, !refuses(place, 'link')]);
    }
    expect(unlinkAll(world)).toEqual([0, 0, 0]);
    for (const { place, file, target, text, leads, like } of files) {
      const now = [fs.readFileSync(target, 'utf8'), fs.readlinkSync(file), modeOf(target)];
      expect([place.name, ...now]).toEqual([place.name, text, leads, like]);
    }
  });

  it('a folder on the way that is a link stays one: what link makes there comes and goes, for every file of every host', () => {
    const world = makeWorld();
    const folders = [
      ...new Set(
        PLACES.map(({ host, scope }) => {
          const root = scope === 'user' ? world.home : world.project;
          return path.join(root, path.relative(root, world.settings(host, scope)).split('/')[0]!);
        }),
      ),
    ];
    for (const [n, folder] of folders.entries()) {
      const real = path.join(world.base, 'dotfiles', `folder-${n}`);
      fs.mkdirSync(real, { recursive: true });
      fs.writeFileSync(path.join(real, 'theirs'), '');
      fs.symlinkSync(real, folder);
    }
    const seen = () => treeOf(world.base, /^home\/\.engram(\/|$)/);
    const before = seen();
    expect(linkAll(world)).toEqual([0, 0, 0]);
    for (const { host, scope, name } of PLACES)
      expect([name, world.installed(host, scope).length > 0]).toEqual([name, true]);
    expect(folders.map((folder) => fs.lstatSync(folder).isSymbolicLink())).toEqual(folders.map(() => true));
    expect(unlinkAll(world)).toEqual([0, 0, 0]);
    expect(seen()).toEqual(before);
  });

  it('a link to nothing is refused by name; link and folder stay as they are, and unlink finds nothing wrong', () => {
    const world = makeWorld();
    const files = SHARED.map((place, n) => {
      const file = world.settings(place.host, place.scope);
      linkTo(file, path.join(world.base, 'dotfiles', `gone-${n}.json`));
      return { place, file };
    });
    const said: string[] = [];
    const before = fs.readdirSync(path.join(world.base, 'dotfiles'));
    const leads = files.map(({ file }) => fs.readlinkSync(file));
    expect(linkAll(world, said)).toEqual(codes((place) => (refuses(place, 'link') ? 65 : 73)));
    for (const { place, file } of files) {
      const line = said
        .join('')
        .split('\n')
        .find((one) => one.startsWith(`engram: ${file} `));
      expect([place.name, line]).toEqual([place.name, expect.stringContaining('nothing was written')]);
    }
    expect(unlinkAll(world)).toEqual([0, 0, 0]);
    expect(fs.readdirSync(path.join(world.base, 'dotfiles'))).toEqual(before);
    expect(files.map(({ file }) => fs.readlinkSync(file))).toEqual(leads);
  });

  it('two links that point at each other are refused', () => {
    const world = makeWorld();
    const files = SHARED.map(({ host, scope }) => {
      const file = world.settings(host, scope);
      linkTo(file, `${file}.other`);
      fs.symlinkSync(path.basename(file), `${file}.other`);
      return file;
    });
    const said: string[] = [];
    expect(linkAll(world, said)).toEqual([73, 73, 73]);
    for (const file of files) {
      expect(said.join('')).toContain(`${file} is a link that leads back to itself`);
      expect([fs.readlinkSync(file), fs.readlinkSync(`${file}.other`)]).toEqual([
        path.basename(`${file}.other`),
        path.basename(file),
      ]);
    }
  });

  it('a link into a read-only folder is refused; the target is untouched', (test) => {
    const place = SHARED[0]!;
    const world = makeWorld();
    const file = world.settings(place.host, place.scope);
    const folder = path.join(world.base, 'dotfiles');
    const target = path.join(folder, 'settings.json');
    linkTo(file, target);
    const text = ownSettings(place);
    fs.writeFileSync(target, text);
    if (asRoot) {
      // A mode keeps nothing from root.
      if (spawnSync('mount', ['--bind', folder, folder]).status !== 0) return test.skip();
      later(() => spawnSync('umount', ['-l', folder]));
      if (spawnSync('mount', ['-o', 'remount,bind,ro', folder]).status !== 0) return test.skip();
    } else {
      fs.chmodSync(folder, 0o555);
      later(() => fs.chmodSync(folder, 0o755));
    }
    const before = treeOf(folder);
    const { status, stderr } = world.engram(`link ${place.host.name}`);
    expect([status, stderr]).toEqual([
      73,
      expect.stringMatching(/cannot be written: (permission denied|the file system is read-only)/),
    ]);
    expect([treeOf(folder), fs.readFileSync(target, 'utf8')]).toEqual([before, text]);
    expect(fs.lstatSync(file).isSymbolicLink()).toBe(true);
  });
});
