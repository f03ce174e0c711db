import fs from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { hosts } from '../../hosts/index.ts';
import { measure } from '../../src/text/units.ts';
import { bodiesIn } from '../hook/lab.ts';
import { ASK, amiss, eventOf, expectCode, makeLinkedWorld, many, PROMPTED, removeWorlds, said } from './lab.ts';

afterEach(removeWorlds);

const word = (n: number, salt: number) => `w${((n * 2_654_435_761 + salt * 97) >>> 0).toString(36)}`;
const note = (n: number) =>
  `---\nsummary: Service ${word(n, 1)} answers ${word(n, 2)} through gateway ${word(n, 3)}.\n---\n${Array.from({ length: 12 }, (_, i) => word(n, i + 4)).join(' ')} is how ${word(n, 1)} is set up.\n`;

/** Hosts that are sent something when a session starts. */
const STARTED = hosts.filter((host) => host.injects.includes('session-start') && eventOf(host, 'session-start'));

describe('O8: a start that grows with the history', { timeout: 240_000 }, () => {
  it('10 to 20,000 memories: below the cap of each host, and the same within a tenth from 200 on', async () => {
    const world = makeLinkedWorld({});
    const sizes: Record<string, number[]> = {};
    let written = 0;
    for (const count of [10, 200, 2_000, 20_000]) {
      for (; written < count; written++) world.remember(`m-${written}`, note(written));
      expectCode(world.engram('sync'));
      for (const host of STARTED) {
        const ran = await world.hook(host, eventOf(host, 'session-start')!, { session: `s${count}` });
        expect([host.name, amiss(ran)]).toEqual([host.name, []]);
        const text = said(ran);
        expect([host.name, measure(text, host.cap.unit) <= host.cap.limit]).toEqual([host.name, true]);
        // start.max_tokens: 800 tokens of four bytes.
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(3_200);
        sizes[host.name] = [...(sizes[host.name] ?? []), Buffer.byteLength(text)];
      }
    }
    for (const [name, [ten, twoHundred, , twentyThousand]] of Object.entries(sizes)) {
      expect([name, ten! > 0, Math.abs(twentyThousand! - twoHundred!) < twoHundred! / 10]).toEqual([name, true, true]);
    }
    expect(Object.keys(sizes)).toEqual(STARTED.map(({ name }) => name));
  });
});

/** One of a megabyte and 24 small ones, all about the same. */
function mixed(): Record<string, string> {
  const small = Array.from(
    { length: 24 },
    (_, n) => [`note-${n}`, `Deploy the payments service, step ${n}: ${word(n, 9)}.`] as const,
  );
  return {
    ...Object.fromEntries(small),
    huge: `# Cutover plan: deploy the payments service\n\n${'Deploy payments. '.repeat(62_000)}`,
  };
}

describe('O9: one memory of a megabyte fills everything', { timeout: 120_000 }, () => {
  it('is a card that names its file; the small ones come whole beside it', async () => {
    const world = makeLinkedWorld(mixed());
    expect(fs.statSync(path.join(world.vault, 'huge.md')).size).toBeGreaterThan(1_000_000);
    const ends = await many(PROMPTED, (host) =>
      world.hook(host, eventOf(host, 'prompt')!, {
        prompt: `${ASK} all steps`,
      }),
    );
    for (const [n, ran] of ends.entries()) {
      const { name, cap } = PROMPTED[n]!;
      const text = said(ran);
      expect([name, amiss(ran), measure(text, cap.unit) <= cap.limit]).toEqual([name, [], true]);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1600 * 4 + 200);
      const bodies = bodiesIn(text);
      expect([name, Object.keys(bodies).filter((id) => id.startsWith('note-')).length]).toEqual([
        name,
        expect.any(Number),
      ]);
      expect(Object.keys(bodies).filter((id) => id.startsWith('note-')).length).toBeGreaterThanOrEqual(6);
      expect(bodies.huge).toBeUndefined();
      if (text.includes('huge')) expect(text).toContain('.engram/memories/huge.md');
    }
    // Asked for by name it is a card: what it is about, and the file that holds the rest.
    const asked = await many(PROMPTED, (host) =>
      world.hook(host, eventOf(host, 'prompt')!, { prompt: 'what does the cutover plan say?', session: 'plan' }),
    );
    for (const [n, ran] of asked.entries()) {
      const text = said(ran);
      expect([PROMPTED[n]!.name, bodiesIn(text).huge, text]).toEqual([
        PROMPTED[n]!.name,
        undefined,
        expect.stringContaining('.engram/memories/huge.md'),
      ]);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1600 * 4 + 200 + 3200);
    }
  });
});

describe('O10: the host swaps what is too long for a preview', { timeout: 120_000 }, () => {
  it.each(['a', 'é', '日', '😀'])(
    'filled to overflow with %j: below the limit of each host, and no body cut',
    async (letter) => {
      const texts = new Map<string, string>();
      for (let n = 0; n < 60; n++)
        texts.set(`step-${n}`, `Deploy the payments service, step ${n}: ${letter.repeat(40 + 61 * n)}`);
      const world = makeLinkedWorld(Object.fromEntries(texts));
      for (const [key, value] of [
        ['load.max_tokens', '16000'],
        ['load.limit', '50'],
        ['start.max_tokens', '16000'],
      ])
        expectCode(world.engram(['config', 'set', key!, value!]));
      const ends = await many(PROMPTED, (host) => world.hook(host, eventOf(host, 'prompt')!));
      for (const [n, ran] of ends.entries()) {
        const { name, cap } = PROMPTED[n]!;
        const text = said(ran);
        expect([name, amiss(ran), measure(text, cap.unit) <= cap.limit]).toEqual([name, [], true]);
        const bodies = Object.entries(bodiesIn(text));
        expect([name, bodies.length > 1]).toEqual([name, true]);
        expect([name, bodies.filter(([id, body]) => body !== texts.get(id)).map(([id]) => id)]).toEqual([name, []]);
      }
      const claude = ends[PROMPTED.findIndex(({ name }) => name === 'claude')]!;
      expect(said(claude).length).toBeLessThan(10_000);
    },
  );
});
