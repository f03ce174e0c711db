// Two that link at once, for every host: each ends well, and the file holds each event once.
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { hosts } from '../../hosts/index.ts';
import { flag, makeWorld, REPOSITORY, removeWorlds, start } from './lab.ts';
import { ownSettings, PLACES } from './settings.ts';

afterEach(removeWorlds);

/** Each host's file so often; each round links them all. */
const ROUNDS = { project: 20, user: 6 };
const cli = path.join(REPOSITORY, 'bin', 'engram.js');

describe('two links at once', { timeout: 600_000 }, () => {
  it.each(['project', 'user'] as const)('end well, round after round, each host, in the %s settings', async (where) => {
    const world = makeWorld();
    const places = PLACES.filter(({ scope }) => scope === where);
    expect(places.length).toBe(hosts.filter(({ settings }) => settings.path[where]).length);
    const run = (verb: string) =>
      start([process.execPath, cli, verb, ...flag(where), 'all'], '', { cwd: world.project, env: world.env });
    for (let round = 0; round < ROUNDS[where]; round++) {
      const texts = places.map((place) => (round % 2 ? ownSettings(place) : ''));
      const files = places.map(({ host, scope }) => world.settings(host, scope));
      for (const [n, file] of files.entries()) {
        fs.rmSync(file, { force: true });
        if (texts[n] === '') continue;
        fs.mkdirSync(path.dirname(file), { recursive: true });
        fs.writeFileSync(file, texts[n]!);
      }
      for (const { code, stderr } of await Promise.all([run('link'), run('link')]))
        expect([round, code, stderr.split('\n').filter((line) => line !== '' && !line.includes('skipped'))]).toEqual([
          round,
          0,
          [],
        ]);
      for (const [n, { host, scope, name }] of places.entries()) {
        const events = world.installed(host, scope).map(({ event }) => event);
        expect([round, name, events.length, new Set(events).size]).toEqual([round, name, events.length, events.length]);
        expect(events.length).toBeGreaterThan(0);
        const beside = fs.readdirSync(path.dirname(files[n]!));
        expect(beside.filter((one) => one.endsWith('.tmp'))).toEqual([]);
      }
      expect((await run('unlink')).code).toBe(0);
      for (const [n, file] of files.entries())
        expect([places[n]!.name, fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '']).toEqual([
          places[n]!.name,
          texts[n],
        ]);
    }
  });
});
