import { describe, expect, it } from 'vitest';
import '../../src/text/stem-all.ts';
import { memoryLexicon, memoryOf } from '../../bench/memory-lexicon.ts';
import { SKETCHES_KEY } from '../../src/index/layout.ts';
import type { Lexicon } from '../../src/index/lexicon.ts';
import { byLikeness } from '../../src/route/likeness.ts';
import { rank } from '../../src/route/rank.ts';
import { gramsOf, placeOf } from '../../src/text/grams.ts';
import { filler } from './filler.ts';

const lexiconOf = (...bodies: string[]) => memoryLexicon(bodies.map((body) => memoryOf({ body })));

/** Tells what is read of the sketches. */
function watched(lexicon: Lexicon): { lexicon: Lexicon; reads: [from: number, length: number][] } {
  const reads: [number, number][] = [];
  const lookup = (term: string) => {
    const found = lexicon.lookup(term);
    if (!found || term !== SKETCHES_KEY) return found;
    const part = (from: number, length: number) => {
      reads.push([from, length]);
      return found.part(from, length);
    };
    return { ...found, part };
  };
  return { lexicon: { ...lexicon, lookup }, reads };
}

describe('likeness', () => {
  it('multiplies a score by what the memory holds of the prompt’s grams', () => {
    const lexicon = lexiconOf('alpha pancakes for the kitchen', 'alpha misconfigured in the kitchen', 'beta');
    const text = 'the alpha reconfigurations';
    const sketches = lexicon.lookup(SKETCHES_KEY)!;
    const bits = (sketches.df - 1) * 8;
    const idfs = sketches.part(0, bits);
    const factor = (doc: number) => {
      const sketch = sketches.part(bits + doc * sketches.df, sketches.df);
      let [held, all] = [0, 0];
      for (const place of gramsOf(text).map((gram) => placeOf(gram, bits))) {
        all += idfs[place]!;
        if ((sketch[1 + (place >> 3)]! >> (place & 7)) & 1) held += idfs[place]!;
      }
      return ((Math.round((16 * held) / all) * sketch[0]!) / 4080 + 0.02) ** 0.4;
    };
    const order = byLikeness(
      [0, 1, 2].map((doc) => ({ doc, score: 2 - doc / 10 })),
      text,
      lexicon,
    );
    expect(order.map(({ doc }) => doc)).toEqual([1, 0, 2]);
    for (const { doc, score } of order) expect(score).toBe((2 - doc / 10) * factor(doc));
  });

  it.each([
    ['endings that stems keep apart', 'alpha reconfigurations', ['alpha pancakes', 'alpha misconfigured']],
    [
      'compounds',
      'Wer prüft die Rechnung für alpha?',
      ['Die Kantine für alpha.', 'Die Eingangsrechnungsprüfung für alpha.'],
    ],
    [
      'words that stand side by side',
      'red apples on blue tables',
      ['blue apples on red tables', 'red apples on blue tables'],
    ],
    ['a slip of the finger', 'alpha certficate', ['alpha pancakes', 'alpha certificates']],
  ])('puts %s before what holds the same words', (_, prompt, bodies) => {
    const { hits } = rank(lexiconOf(...bodies), prompt, { limit: 8, gated: false });
    expect(hits.map(({ doc }) => doc)).toEqual([1, 0]);
  });

  it('is not asked of scripts without spaces, and where one memory is left', () => {
    const bodies = ['数据库每晚备份 alpha', '数据库的备份', 'alpha pancakes', 'the single needle'];
    const { lexicon, reads } = watched(lexiconOf(...bodies));
    expect(rank(lexicon, '数据库备份', { limit: 8, gated: false }).hits).toHaveLength(2);
    expect(rank(lexicon, 'needle', { limit: 8, gated: false }).hits).toHaveLength(1);
    expect(reads).toEqual([]);
    expect(rank(lexicon, 'alpha pancakes', { limit: 8, gated: false }).hits).toHaveLength(2);
    const size = lexicon.lookup(SKETCHES_KEY)!.df;
    const bits = (size - 1) * 8;
    expect(reads).toEqual([
      [0, bits],
      [bits + 2 * size, size],
      [bits, size],
    ]);
  });

  it('decides nothing about what is routed, only its order, and compares no more than may be sent', () => {
    const { lexicon, reads } = watched(memoryLexicon(filler(400)));
    const bare: Lexicon = { ...lexicon, lookup: (term) => (term === SKETCHES_KEY ? undefined : lexicon.lookup(term)) };
    let routed = 0;
    for (const prompt of [
      'where does the cache of the staging cluster write to disk',
      'who retries the webhook behind the proxy for large tenants',
      'what is for lunch today',
    ]) {
      reads.length = 0;
      const ranked = [lexicon, bare].map((it) => rank(it, prompt, { limit: 400 }));
      const [ids, before] = ranked.map(({ hits }) => hits.map(({ doc }) => doc).sort((a, b) => a - b));
      expect(ids).toEqual(before);
      expect(reads.length).toBe(ids!.length > 1 ? 1 + ids!.length : 0);
      routed += ids!.length;
    }
    expect(routed).toBeGreaterThan(1);
  });

  it('looks at the first 96 grams of a prompt', () => {
    const lexicon = lexiconOf('alpha one', 'alpha two');
    const long = `alpha ${'x'.repeat(120)}`;
    const scores = (text: string) =>
      byLikeness(
        [0, 1].map((doc) => ({ doc, score: 1 })),
        text,
        lexicon,
      ).sort((a, b) => a.doc - b.doc);
    expect(scores(`${long} two`)).toEqual(scores(`${long} one`));
    expect(scores('alpha two')).not.toEqual(scores('alpha one'));
  });
});
