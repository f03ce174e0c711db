import fs from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { withPathRules } from '../../hosts/events.ts';
import { linkedEvents } from '../../hosts/settings-file.ts';
import { inScope } from '../../hosts/settings-link.ts';
import { linkAll, makeWorld, removeWorlds, unlinkAll, type World } from './lab.ts';
import { ownHooks, ownSettings, type Place, refuses, SHARED } from './settings.ts';

afterEach(removeWorlds);

function put(world: World, { host, scope }: Place, text: string): string {
  const file = world.settings(host, scope);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
  return file;
}
const read = (file: string) => fs.readFileSync(file, 'utf8');
const events = ({ host, scope }: Place) =>
  withPathRules(inScope(host, scope), 'native').events.map(({ event }) => event);

/** Whether a text can be had from another by taking letters out. */
function isWithin(small: string, large: string): boolean {
  let at = 0;
  for (const letter of large) if (letter === small[at]) at++;
  return at === small.length;
}

describe('O11: an installer that replaces the hooks of others', { timeout: 120_000 }, () => {
  it('three hooks of the person on our events, and all else, are as they were, in every settings file', () => {
    const world = makeWorld();
    const files = SHARED.map((place) => ({
      place,
      text: ownSettings(place),
      file: put(world, place, ownSettings(place)),
    }));
    expect(linkAll(world)).toEqual([0, 0, 0]);
    for (const { place, text, file } of files) {
      const linked = read(file);
      for (const event of events(place))
        expect([place.name, event, linkedEvents(linked, inScope(place.host, place.scope), file).get(event)]).toEqual([
          place.name,
          event,
          1,
        ]);
      const kept = ownHooks(place).map((hook) => linked.indexOf(hook));
      expect([place.name, kept.includes(-1), kept]).toEqual([place.name, false, kept.toSorted((a, b) => a - b)]);
      expect([place.name, isWithin(text, linked)]).toEqual([place.name, true]);
    }
    expect(unlinkAll(world)).toEqual([0, 0, 0]);
    for (const { place, text, file } of files) expect([place.name, read(file)]).toEqual([place.name, text]);
  });
});

const VARIANTS: [what: string, needs: ('comment' | 'comma' | 'bom')[], of: (text: string) => string][] = [
  ['comments', ['comment'], (text) => `// first\n${text.replace('{', '{ /* at the top */')}\n// last\n`],
  ['a trailing comma', ['comma'], (text) => text.replace(/\n\}$/, ',\n}')],
  ['a byte order mark', ['bom'], (text) => `\uFEFF${text}`],
  ['CRLF', [], (text) => text.replaceAll('\n', '\r\n')],
  [
    'all of it',
    ['comment', 'comma', 'bom'],
    (text) => `\uFEFF// x\n${text.replace(/\n\}$/, ', // y\n}')}`.replaceAll('\n', '\r\n'),
  ],
];

describe('O12: settings with comments are replaced by {} and hooks', { timeout: 120_000 }, () => {
  it.each(VARIANTS)(
    '%s: kept byte for byte around ours, or refused with file and line, in every settings file',
    (what, needs, of) => {
      const world = makeWorld();
      const files = SHARED.map((place) => {
        const text = of(ownSettings(place));
        return { place, text, file: put(world, place, text), refused: needs.some((one) => refuses(place, one)) };
      });
      const said: string[] = [];
      const codes = linkAll(world, said);
      for (const [n, scope] of (['project', 'local', 'user'] as const).entries()) {
        const refused = files.filter((one) => one.place.scope === scope && one.refused);
        expect(codes[n]).toBe(refused.length > 0 ? 65 : 0);
        const lines = said[n]!.split('\n');
        for (const { file } of refused)
          expect(lines.find((line) => line.startsWith(`engram: ${file}:`))).toMatch(/:\d+: .*nothing was written/);
      }
      for (const { place, text, file, refused } of files) {
        const linked = read(file);
        if (refused) expect([place.name, linked]).toEqual([place.name, text]);
        else
          expect([place.name, isWithin(text, linked), linked.includes('engram-hook')]).toEqual([
            place.name,
            true,
            true,
          ]);
        if (what === 'CRLF') expect(linked).not.toMatch(/[^\r]\n/);
      }
      unlinkAll(world);
      for (const { place, text, file } of files) expect([place.name, read(file)]).toEqual([place.name, text]);
    },
  );

  it('a broken file is untouched; exit code 65, file and line', () => {
    const world = makeWorld();
    const broken = ['{\n"hooks": {\n', '{"a": 1}}', "{'a': 1}", '[1]', '"x"'];
    for (let turn = 0; turn < broken.length; turn += 1) {
      const files = SHARED.map((place, n) => ({ place, text: broken[(n + turn) % broken.length]! }));
      const put_ = files.map((one) => ({ ...one, file: put(world, one.place, one.text) }));
      const said: string[] = [];
      expect(linkAll(world, said)).toEqual([65, 65, 65]);
      const lines = said.join('').split('\n');
      for (const { place, text, file } of put_) {
        expect([place.name, text, read(file)]).toEqual([place.name, text, text]);
        const line = lines.find((one) => one.startsWith(`engram: ${file}:`));
        expect([place.name, line]).toEqual([place.name, expect.stringMatching(/:[1-3]: .*nothing was written/)]);
        expect(fs.readdirSync(path.dirname(file)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
      }
    }
  });
});
