// What a disk can hold in place of a plain settings file, by the ids of the sample index; for every host's file.
// symlink-dangling, symlink-loop and owner-kept: o13-links.test.ts.
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { linkAll, makeWorld, removeWorlds, treeOf, unlinkAll, type World } from './lab.ts';
import { ownSettings, PLACES, type Place, SHARED } from './settings.ts';

afterEach(removeWorlds);

function put(world: World, { host, scope }: Place, bytes: string | Buffer): string {
  const file = world.settings(host, scope);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, bytes);
  return file;
}

describe('settings files on a disk', { timeout: 240_000 }, () => {
  it('hard-link: both names see the edit, and stay one file', () => {
    const world = makeWorld();
    const files = SHARED.map((place, n) => {
      const file = put(world, place, ownSettings(place));
      const twin = path.join(world.base, `twin-${n}`);
      fs.linkSync(file, twin);
      return { place, file, twin };
    });
    expect(linkAll(world)).toEqual([0, 0, 0]);
    for (const { place, file, twin } of files)
      expect([place.name, fs.statSync(file).nlink, fs.readFileSync(twin, 'utf8').includes('engram-hook')]).toEqual([
        place.name,
        2,
        true,
      ]);
    expect(unlinkAll(world)).toEqual([0, 0, 0]);
    for (const { place, twin } of files)
      expect([place.name, fs.readFileSync(twin, 'utf8')]).toEqual([place.name, ownSettings(place)]);
  });

  it('made-by-us: no file before, none after; one that the person has put something into since stays', () => {
    const world = makeWorld();
    const before = treeOf(world.base, /^home\/\.engram/);
    expect(linkAll(world)).toEqual([0, 0, 0]);
    expect(unlinkAll(world)).toEqual([0, 0, 0]);
    expect(treeOf(world.base, /^home\/\.engram/)).toEqual(before);
    linkAll(world);
    const added = SHARED.filter(({ host, scope }) => !host.settings.members || scope !== 'project').map((place) => {
      const file = world.settings(place.host, place.scope);
      fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace('{', '{\n  "mine": {"kept": 1},'));
      return { place, file };
    });
    unlinkAll(world);
    for (const { place, file } of added)
      expect([place.name, JSON.parse(fs.readFileSync(file, 'utf8')).mine]).toEqual([place.name, { kept: 1 }]);
    for (const { file } of added) expect(fs.readFileSync(file, 'utf8')).not.toContain('engram');
  });

  it.each([
    ['utf16', Buffer.from('\uFEFF{"a": 1}', 'utf16le'), ':1: not UTF-8 text (it looks like UTF-16)'],
    ['nul-bytes', Buffer.alloc(512), ':1: not valid JSON'],
  ])('%s: refused, bytes untouched', (_, bytes, words) => {
    const world = makeWorld();
    const files = SHARED.map((place) => put(world, place, bytes));
    const said: string[] = [];
    expect(linkAll(world, said)).toEqual([65, 65, 65]);
    for (const file of files) {
      expect(said.join('')).toContain(`${file}${words}`);
      expect(fs.readFileSync(file).equals(bytes)).toBe(true);
    }
  });

  it('read-only: refused with a sentence, for root too', () => {
    const world = makeWorld();
    const files = SHARED.map((place) => {
      const file = put(world, place, ownSettings(place));
      fs.chmodSync(file, 0o444);
      return { place, file };
    });
    const said: string[] = [];
    expect(linkAll(world, said)).toEqual([73, 73, 73]);
    for (const { place, file } of files) {
      expect(said.join('')).toContain(`${file} cannot be written: permission denied; nothing was changed`);
      expect([fs.readFileSync(file, 'utf8'), fs.statSync(file).mode & 0o777]).toEqual([ownSettings(place), 0o444]);
    }
  });

  it('huge: 20 MB of JSON, linked and given back', () => {
    const world = makeWorld();
    const place = SHARED[0]!;
    const filler = `"big": [${Array.from({ length: 20 }, () => JSON.stringify('x'.repeat(1_000_000))).join(', ')}]`;
    const text = ownSettings(place).replace('"zeta"', `${filler}, "zeta"`);
    const file = put(world, place, text);
    expect(text.length).toBeGreaterThan(20_000_000);
    const began = performance.now();
    expect(world.engram(['link', place.host.name]).status).toBe(0);
    // Two seconds, on a machine that does other things as well.
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(fs.readFileSync(file, 'utf8').includes(filler)).toBe(true);
    expect(world.engram(['unlink', place.host.name]).status).toBe(0);
    expect(fs.readFileSync(file, 'utf8') === text).toBe(true);
  });

  it('covers each file that a host has', () => {
    expect(SHARED.length).toBeGreaterThan(PLACES.length / 2);
  });
});
