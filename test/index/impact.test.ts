import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import '../../src/text/stem-all.ts';
import { memoryOf } from '../../bench/memory-lexicon.ts';
import { averageLength, FIELD_WEIGHTS, IMPACT_MAX, impact, weightedTerms } from '../../src/index/impact.ts';

describe('weighted terms of a memory', () => {
  it('weighs the fields', () => {
    const memory = memoryOf({
      id: 'deploy-window',
      summary: 'Deploys on Monday.',
      tags: ['release'],
      entities: ['payments'],
      appliesTo: ['infra/**'],
      body: 'Deploy on Monday, never on Friday.',
    });
    expect(weightedTerms(memory)).toEqual({
      terms: [
        ['=deploy', 1.5 + 1],
        ['=deploys', 1.5],
        ['=friday', 1],
        ['=monday', 1.5 + 1],
        ['=never', 1],
        ['=payments', 2],
        ['=release', 1.5],
        ['=window', 1.5],
        ['deploy', 1.5 + 1.5 + 1],
        ['deploywindow', 1.5],
        ['friday', 1],
        ['monday', 1.5 + 1],
        ['never', 1],
        ['on', 1.5 + 2],
        ['payment', 2],
        ['releas', 1.5],
        ['window', 1.5],
      ],
      // summary 3 × 1.5, id 3 × 1.5, tag 1.5, entity 2, body 6; patterns are no words
      length: 4.5 + 4.5 + 1.5 + 2 + 6,
    });
    expect(FIELD_WEIGHTS).toEqual({ summary: 1.5, id: 1.5, tags: 1.5, entities: 2, body: 1 });
  });

  it('counts the parts of an identifier half beside the whole, those of an id in full', () => {
    const memory = memoryOf({ id: 'file-lock', summary: 'x', body: 'path/to/file getUser' });
    expect(weightedTerms(memory)).toEqual({
      terms: [
        ['=file', 1.5 + 0.5],
        ['=get', 0.5],
        ['=lock', 1.5],
        ['=path', 0.5],
        ['=user', 0.5],
        ['file', 1.5 + 0.5],
        ['filelock', 1.5],
        ['get', 0.5],
        ['getus', 1],
        ['lock', 1.5],
        ['path', 0.5],
        ['path/to/file', 1],
        ['to', 0.5],
        ['user', 0.5],
        ['x', 1.5],
      ],
      // id 3 × 1.5, summary 1.5, body 5 × 0.5 + 2
      length: 4.5 + 1.5 + 4.5,
    });
  });

  it('holds the base beside an irregular form, where no other language speaks', () => {
    const went = Object.fromEntries(weightedTerms(memoryOf({ summary: 'x', body: 'She went and wrote it' })).terms);
    expect([went.go, went.went, went.write, went.wrote, went['=went']]).toEqual([1, 1, 1, 1, 1]);
    const german = weightedTerms(memoryOf({ summary: 'x', body: 'Das wurde nicht mit won gemacht' }));
    expect(german.terms.map(([term]) => term)).not.toContain('win');
  });

  it('is not longer for the further forms of its words', () => {
    const german = weightedTerms(
      memoryOf({ id: 'm', summary: 'x', body: 'Die Anwendungen werden nur durch die Pipeline ausgerollt' }),
    );
    expect(german.length).toBe(1 * 1.5 + 1 * 1.5 + 8);
  });
});

describe('impact', () => {
  it.each([
    // weighted tf, length, average → BM25 with k1 1.2, b 0.7, in 65535ths of 2.2, the even one
    [1, 100, 100, Math.round((65535 * 1) / 2.2)],
    [3, 100, 100, Math.round((65535 * 3) / 4.2)],
    [1, 200, 100, Math.round(65535 / (1 + 1.2 * 1.7))],
    [1e9, 100, 100, 65535],
    // O9: no memory is so long that its title counts for nothing.
    [1, 1e9, 100, Math.round(65535 / (1 + 1.2 * (0.3 + 0.7 * 10)))],
    [1, 0, 0, Math.round(65535 / 2.2)],
  ])('of tf %d in a memory of %d where %d is average', (tf, length, average, expected) => {
    expect(impact(tf, length, average)).toBe(expected & ~1);
  });

  it('grows with frequency, shrinks with length, stays in 2…65534', () => {
    const tf = fc.double({ min: 0.1, max: 1000, noNaN: true });
    const length = fc.double({ min: 0, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(tf, tf, length, length, (a, b, short, long) => {
        const [less, more] = a < b ? [a, b] : [b, a];
        const [l, m] = short < long ? [short, long] : [long, short];
        expect(impact(less, l, 100)).toBeLessThanOrEqual(impact(more, l, 100));
        expect(impact(less, l, 100)).toBeGreaterThanOrEqual(impact(less, m, 100));
        expect(impact(less, m, 100)).toBeGreaterThanOrEqual(2);
        expect(impact(more, l, 100)).toBeLessThanOrEqual(65534);
      }),
    );
    expect(IMPACT_MAX).toBe(2.2);
  });
});

it('the average leaves out what is far longer than the rest', () => {
  expect(averageLength([4, 6, 8])).toBe(6);
  expect(averageLength([4, 6, 8, 140_000])).toBe(6);
  expect(averageLength([100, 1_900])).toBe(1_000);
  expect(averageLength([])).toBe(1);
});
