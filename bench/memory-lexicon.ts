// A compiled index in memory: the same impacts, order and cut as the file has.
import { wordTexts } from '../src/index/alike.ts';
import { compoundsOf, PART_OF_WORD } from '../src/index/compounds.ts';
import { averageLength, impact, storedImpact, weightedTerms } from '../src/index/impact.ts';
import { SKETCHES_KEY } from '../src/index/layout.ts';
import type { Lexicon, Postings } from '../src/index/lexicon.ts';
import { sketchesOf } from '../src/index/sketches.ts';
import type { Memory } from '../src/memory/memory.ts';

/** Lists are whole up to this many memories … */
export const WHOLE_LISTS = 10_000;
/** … and hold the best of a term above. */
export const CUT = 1024;

/** A memory with everything but what is given left at its default. */
export function memoryOf(parts: Partial<Memory> & { body: string }): Memory {
  const summary = parts.summary ?? firstSentence(parts.body);
  return {
    id: 'm',
    type: 'fact',
    tags: [],
    appliesTo: [],
    entities: [],
    importance: 0.5,
    source: 'user',
    ...parts,
    summary,
  };
}

/** The first heading or sentence of a body, as a memory without a summary is shown. */
export function firstSentence(body: string): string {
  const line = body.split('\n').find((l) => l.trim() !== '' && !l.startsWith('```')) ?? '';
  const plain = line.replace(/^[#>\s*-]+/, '').trim();
  const end = plain.search(/[.!?](\s|$)|[。！？]/);
  return (end > 0 ? plain.slice(0, end + 1) : plain).slice(0, 200);
}

/**
 * Ordinals are positions in the list.
 * @param whole lists are neither cut nor read in part: what a ranking would find if reading cost nothing
 */
export function memoryLexicon(memories: readonly Memory[], whole = false): Lexicon {
  const weighted = memories.map(weightedTerms);
  const average = averageLength(weighted.map(({ length }) => length));
  const lists = new Map<string, [doc: number, impact: number][]>();
  weighted.forEach(({ terms, length }, doc) => {
    for (const [term, tf] of terms) {
      const list = lists.get(term);
      const posting: [number, number] = [doc, impact(tf, length, average)];
      if (list) list.push(posting);
      else lists.set(term, [posting]);
    }
  });
  const own = new Map([...lists].map(([term, list]) => [term, [...list]]));
  for (const [part, words] of compoundsOf(own.keys())) {
    const list = lists.get(part)!;
    const held = new Set(list.map(([doc]) => doc));
    const added = new Map<number, number>();
    for (const { word, chance } of words)
      for (const [doc, value] of own.get(word)!)
        if (!held.has(doc))
          added.set(doc, Math.max(added.get(doc) ?? 0, storedImpact(Math.round(value * PART_OF_WORD), chance)));
    list.push(...added);
  }
  const compiled = new Map<string, Postings>();
  for (const [term, list] of lists) {
    list.sort((a, b) => b[1] - a[1] || a[0] - b[0]);
    const kept = memories.length > WHOLE_LISTS && !whole ? list.slice(0, CUT) : list;
    const docs = Uint32Array.from(kept, ([doc]) => doc);
    const impacts = Uint16Array.from(kept, ([, value]) => value);
    compiled.set(term, {
      df: list.length,
      listed: kept.length,
      first: (n) => (whole ? { docs, impacts } : { docs: docs.subarray(0, n), impacts: impacts.subarray(0, n) }),
      text: () => '',
      part: () => new Uint8Array(),
    });
  }
  for (const [key, text] of wordTexts(new Map([...own].map(([term, list]) => [term, list.length]))))
    compiled.set(key, {
      df: 0,
      listed: text.length,
      first: () => ({ docs: new Uint32Array(), impacts: new Uint16Array() }),
      text: () => text,
      part: () => new Uint8Array(),
    });
  const { size, bytes } = sketchesOf(memories.length, (n) => `${memories[n]!.summary}\n${memories[n]!.body}`);
  compiled.set(SKETCHES_KEY, {
    df: size,
    listed: bytes.length,
    first: () => ({ docs: new Uint32Array(), impacts: new Uint16Array() }),
    text: () => '',
    part: (from, length) => bytes.subarray(from, from + length),
  });
  return { count: memories.length, averageLength: average, lookup: (term) => compiled.get(term) };
}
