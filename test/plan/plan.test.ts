import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bodyBlock, cardLine, type Named } from '../../src/plan/frame.ts';
import { type Item, plan } from '../../src/plan/plan.ts';
import { proofLine, skippedLine } from '../../src/plan/proof.ts';
import { fnv1a } from '../../src/text/hash.ts';
import { measure } from '../../src/text/units.ts';

const named = (id: string): Named => ({
  id,
  type: 'fact',
  file: `.engram/memories/${id}.md`,
  date: '2026-01-01',
  reviewed: true,
  summary: `About ${id}.`,
});
const item = (id: string, size: number, more: Partial<Item> = {}): Item => ({
  memory: named(id),
  body: whole('x'.repeat(size)),
  ...more,
});
const whole = (body: string) => ({ bytes: Buffer.byteLength(body), read: () => body });
const budget = (bytes: number, limit = 1_000_000) => ({ bytes, cap: { limit, unit: 'utf16' as const } });
const none = { more: false, tail: '' };
const ids = (memories: readonly Named[]) => memories.map((memory) => memory.id);

describe('plan', () => {
  it('sends everything whole where it fits', () => {
    const result = plan([item('a', 100), item('b', 100)], budget(5_000), none);
    expect([ids(result.bodies), ids(result.cards), ids(result.left)]).toEqual([['a', 'b'], [], []]);
  });

  it('E-32: demotes the lowest ranks to cards, then leaves the lowest out', () => {
    const items = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => item(id, 800));
    const over = plan(items, budget(4_000), none);
    expect([ids(over.bodies), ids(over.cards), ids(over.left)]).toEqual([['a', 'b', 'c'], ['d', 'e', 'f'], []]);
    const far = plan(
      Array.from({ length: 50 }, (_, n) => item(`m${String(n).padStart(2, '0')}`, 800)),
      budget(4_000),
      none,
    );
    expect(ids(far.bodies)).toEqual(['m00', 'm01', 'm02']);
    expect(ids(far.cards)).toEqual(ids(far.cards).slice().sort());
    expect(ids(far.cards)[0]).toBe('m03');
    expect(far.left.length).toBeGreaterThan(30);
  });

  it('a body that never fits is a card and does not keep the next from being sent', () => {
    const result = plan([item('huge', 100_000), item('b', 100)], budget(2_000), none);
    expect([ids(result.bodies), ids(result.cards)]).toEqual([['b'], ['huge']]);
  });

  it('a card that was shown is not shown again', () => {
    const result = plan([item('huge', 100_000, { cardShown: true })], budget(2_000), none);
    expect([result.text, ids(result.left)]).toEqual(['', ['huge']]);
  });

  it('the best body goes before cards', () => {
    const result = plan(
      [item('a', 600), ...Array.from({ length: 20 }, (_, n) => item(`m${n}`, 600))],
      budget(1_200),
      none,
    );
    expect(ids(result.bodies)).toEqual(['a']);
  });

  it('E-33: never over the budget, never a body cut, in rank order (property)', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ text: fc.string({ unit: 'grapheme', maxLength: 900 }), shown: fc.boolean() }), {
          maxLength: 30,
        }),
        fc.integer({ min: 200, max: 9_000 }),
        fc.integer({ min: 200, max: 9_000 }),
        fc.constantFrom('utf16' as const, 'bytes' as const),
        fc.boolean(),
        (texts, bytes, limit, unit, more) => {
          const items = texts.map(({ text, shown }, n) => ({
            memory: named(`m${n}`),
            body: whole(text),
            cardShown: shown,
          }));
          const tail = 'already loaded: x, y';
          const result = plan(items, { bytes, cap: { limit, unit } }, { more, tail });
          if (result.text === '') return;
          const joined = `${result.text}\n${tail}`;
          expect(Buffer.byteLength(joined)).toBeLessThanOrEqual(bytes);
          expect(measure(joined, unit)).toBeLessThanOrEqual(limit);
          for (const memory of result.bodies) {
            expect(result.text).toContain(bodyBlock(memory, items.find((it) => it.memory === memory)!.body.read()));
          }
          for (const memory of result.cards) expect(result.text).toContain(cardLine(memory));
          const rank = (memory: Named) => Number(memory.id.slice(1));
          for (const list of [result.bodies, result.cards, result.left]) {
            expect(list.map(rank)).toEqual(list.map(rank).sort((a, b) => a - b));
          }
          expect(result.bodies.length + result.cards.length + result.left.length).toBe(items.length);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('proof', () => {
  it('FNV-1a, 32 bit: the published vectors', () => {
    expect([fnv1a(''), fnv1a('a'), fnv1a('foobar')]).toEqual([0x811c9dc5, 0xe40c292c, 0xbf9cf968]);
  });

  it('E-55: the signature depends on the routed set alone', () => {
    const line = (routed: string[]) => proofLine({ routed, loaded: routed.length, present: 0 });
    expect(line(['a', 'b', 'c'])).toBe(line(['c', 'a', 'b']));
    expect(line(['a', 'b', 'c'])).not.toBe(line(['a', 'b', 'd']));
  });

  it('has one wording for each case', () => {
    expect(proofLine({ routed: ['a'], loaded: 2, present: 3 })).toBe(
      'Engram proof: loaded 2, already there 3 · sig e40c292c',
    );
    expect(proofLine({ routed: ['a'], loaded: 0, present: 1 })).toBe('Engram proof: nothing new · sig e40c292c');
    expect(skippedLine('manual')).toBe('Engram proof: skipped (manual)');
  });
});
