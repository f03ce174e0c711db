// How alike a prompt and a memory are in what they are written with (text/grams.ts): it orders memories that hold words of the prompt. Hot.
import { SKETCHES_KEY } from '../index/layout.ts';
import type { Lexicon } from '../index/lexicon.ts';
import { gramsOf, placeOf } from '../text/grams.ts';

/** Grams of a prompt that are looked at: its first ones. */
const MOST = 96;
/** How much of the prompt's grams is held counts so much: 0.3 to 0.7 differ little. */
const LIKENESS = 0.4;
/** Memories that hold the same share, to so many parts of all, are equally alike: what is left is chance. */
const PARTS = 16;
/** What holds none of them is no worse than what holds so much. */
const LEAST = 0.02;

/** Candidates anew, best first; they come so. */
export function byLikeness<T extends { doc: number; score: number }>(of: T[], text: string, lexicon: Lexicon): T[] {
  const sketches = text && of.length > 1 ? lexicon.lookup(SKETCHES_KEY) : undefined;
  if (!sketches) return of;
  const size = sketches.df;
  const bits = (size - 1) * 8;
  const idfs = sketches.part(0, bits);
  let all = 0;
  const places = gramsOf(text, MOST).map((gram) => {
    const place = placeOf(gram, bits);
    all += idfs[place]!;
    return place;
  });
  if (all === 0) return of;
  for (const each of of) {
    const sketch = sketches.part(bits + each.doc * size, size);
    let held = 0;
    for (const place of places) if (sketch[1 + (place >> 3)]! & (1 << (place & 7))) held += idfs[place]!;
    each.score *= ((Math.round((PARTS * held) / all) * sketch[0]!) / (PARTS * 255) + LEAST) ** LIKENESS;
  }
  return of.sort((a, b) => b.score - a.score || a.doc - b.doc);
}
