import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import '../../src/text/stem-all.ts';
import { memoryLexicon, memoryOf } from '../../bench/memory-lexicon.ts';
import { SKETCHES_KEY } from '../../src/index/layout.ts';
import type { Lexicon } from '../../src/index/lexicon.ts';
import { explained } from '../../src/route/explain.ts';
import { idf, rank } from '../../src/route/rank.ts';
import { filler } from './filler.ts';

/** An index of given postings: term → [ordinal, impact]. */
function lexiconOf(count: number, lists: Record<string, [doc: number, impact: number][]>): Lexicon {
  return {
    count,
    lookup: (term) => {
      const list = lists[term];
      return (
        list && {
          df: list.length,
          listed: list.length,
          text: () => '',
          part: () => new Uint8Array(),
          first: (n) => ({
            docs: Uint32Array.from(list.slice(0, n), ([doc]) => doc),
            impacts: Uint16Array.from(list.slice(0, n), ([, impact]) => impact),
          }),
        }
      );
    },
  };
}

/** The same memories, of which nothing is known but their words. */
function withoutSketches(lexicon: Lexicon): Lexicon {
  return { ...lexicon, lookup: (term) => (term === SKETCHES_KEY ? undefined : lexicon.lookup(term)) };
}

const ungated = { limit: 8, gated: false } as const;

describe('rank', () => {
  it('adds up idf × impact', () => {
    const lexicon = lexiconOf(100, {
      alpha: [
        [3, 65535],
        [5, 30000],
      ],
      beta: [[5, 65535]],
    });
    const { hits, terms } = rank(lexicon, 'alpha beta', { ...ungated, explain: explained });
    // Of 100 memories and of 100 of which nothing is known but that 0.4 % hold a rare word.
    const rare = Math.log(1 + (200 - 1.4 + 0.5) / 1.9);
    const less = Math.log(1 + (200 - 2.4 + 0.5) / 2.9);
    expect(terms).toEqual([
      { term: 'beta', df: 1, idf: rare, weight: rare * 2.2 },
      { term: 'alpha', df: 2, idf: less, weight: less * 2.2 },
    ]);
    expect(hits.map(({ doc }) => doc)).toEqual([5, 3]);
    expect(hits[0]!.score).toBeCloseTo(2.2 * (rare + (less * 30000) / 65535), 6);
    expect(hits[1]!.score).toBeCloseTo(2.2 * less * ((less + 0.1) / (rare + less + 0.1)) ** 0.15, 6);
    expect(hits[0]!.matched).toEqual([
      { term: 'beta', score: rare * 2.2 },
      { term: 'alpha', score: (less * 2.2 * 30000) / 65535 },
    ]);
  });

  it('breaks ties by ordinal, also at the edge of the limit', () => {
    const lists = { alpha: [9, 2, 7, 4, 1].map((doc): [number, number] => [doc, 40000]) };
    expect(rank(lexiconOf(10, lists), 'alpha', { ...ungated, limit: 3 }).hits.map(({ doc }) => doc)).toEqual([1, 2, 4]);
  });

  it('leaves out who is not eligible before it counts', () => {
    const lists = { alpha: [0, 1, 2, 3].map((doc): [number, number] => [doc, 60000 - doc]) };
    const eligible = (doc: number) => doc % 2 === 1;
    expect(rank(lexiconOf(4, lists), 'alpha', { ...ungated, limit: 2, eligible }).hits.map(({ doc }) => doc)).toEqual([
      1, 3,
    ]);
  });

  it.each(['', 'unheard', '👍'])('gives nothing for %j', (prompt) => {
    expect(rank(lexiconOf(10, { alpha: [[1, 1]] }), prompt, ungated).hits).toEqual([]);
  });

  it('gives nothing from an empty vault', () => {
    expect(rank(memoryLexicon([]), 'deploy to production', { limit: 8, explain: explained })).toMatchObject({
      hits: [],
      nearMisses: [],
    });
  });

  it('does not explain unless asked', () => {
    const ranking = rank(memoryLexicon(filler(50)), 'the cache writes to disk', { limit: 3 });
    expect(ranking.nearMisses).toEqual([]);
    expect(ranking.hits.every((hit) => hit.matched === undefined)).toBe(true);
  });

  it('counts idf never below zero', () => {
    expect(idf(0, 0)).toBeGreaterThanOrEqual(0);
    expect(idf(10, 10)).toBeGreaterThan(0);
    expect(idf(1, 10)).toBe(Math.log(1 + 9.5 / 1.5));
  });

  it('adds words up the same every time and in every order of them', () => {
    const memories = filler(300);
    const lexicon = withoutSketches(memoryLexicon(memories));
    const words = 'cache writes disk nightly job staging cluster retries backoff public'.split(' ');
    // The words' numbers are their places in the prompt.
    const ranked = (order: readonly string[]) => ({
      ...rank(lexicon, order.join(' '), { limit: 20, explain: explained, gated: false }),
      asked: [],
    });
    const whole = ranked(words);
    fc.assert(
      fc.property(fc.shuffledSubarray(words, { minLength: words.length }), (shuffled) => {
        expect(ranked(shuffled)).toEqual(whole);
      }),
      { numRuns: 20 },
    );
  });

  it('finds the same memories however the vault is ordered', () => {
    const memories = filler(120);
    const prompt = 'the cache writes to disk in the nightly job';
    const found = (order: typeof memories) => {
      const { hits } = rank(memoryLexicon(order), prompt, { limit: 120, gated: false });
      return new Map(hits.map(({ doc, score }) => [order[doc]!.id, score]));
    };
    const base = found(memories);
    fc.assert(
      fc.property(fc.shuffledSubarray(memories, { minLength: memories.length }), (shuffled) => {
        expect(found(shuffled)).toEqual(base);
      }),
      { numRuns: 10 },
    );
  });

  it('scores the sum by the share of the prompt that is held', () => {
    const memories = filler(500);
    const lexicon = withoutSketches(memoryLexicon(memories));
    const { hits, terms } = rank(lexicon, 'webhook retries three times behind the proxy for large tenants', {
      limit: 50,
      gated: false,
      explain: explained,
    });
    // How a word is written adds to what it counts, and covers nothing.
    const covers = (term: string, weight: number) => (term.startsWith('=') ? 0 : weight / 2.2);
    const all = terms.reduce((sum, { term, weight }) => sum + covers(term, weight), 0);
    expect(terms.filter(({ term }) => term.startsWith('='))).not.toEqual([]);
    for (const { doc, score } of hits) {
      let exact = 0;
      let covered = 0;
      for (const { term, weight } of terms) {
        const postings = lexicon.lookup(term)?.first(Number.MAX_SAFE_INTEGER);
        const at = postings?.docs.indexOf(doc) ?? -1;
        if (at < 0) continue;
        exact += (weight * postings!.impacts[at]!) / 65535;
        covered += covers(term, weight);
      }
      expect(score).toBeCloseTo(exact * ((covered + 0.1) / (all + 0.1)) ** 0.15, 6);
    }
  });

  it('takes cut lists as they are', () => {
    const lexicon = memoryLexicon(
      Array.from({ length: 10_001 }, (_, i) => memoryOf({ body: i === 7 ? 'common needle' : 'common' })),
    );
    const { df, first } = lexicon.lookup('common')!;
    const postings = { df, ...first(Number.MAX_SAFE_INTEGER) };
    expect([postings.df, postings.docs.length]).toEqual([10_001, 1024]);
    expect(rank(lexicon, 'common needle', ungated).hits[0]!.doc).toBe(7);
  });
});
