// What a memory's terms weigh. Cold: runs when memories are compiled; the hook multiplies the stored impacts by idf and adds them up.
import type { Memory } from '../memory/memory.ts';
import { countedTerms, languagesOf } from '../text/terms.ts';
import { baseForms } from './irregular.ts';

/** BM25's saturation of term frequency. The mean over nine sets moved by a point over a grid of 25; the usual value was the best. */
export const K1 = 1.2;
/** BM25's share of length normalisation: 0.6 to 0.75 differ by a tenth of a point of recall@5, talk gaining what titles lose. */
export const B = 0.7;
/** The largest impact: BM25's limit for a term that fills a memory, k1 + 1. Stored as 65535. */
export const IMPACT_MAX = K1 + 1;
/** The scale of stored impacts. */
export const IMPACT_SCALE = 65535;
/** Stored impacts are even, but for those of a word that merely looks like a part of another (compounds.ts). */
export function storedImpact(value: number, chance = false): number {
  return chance ? value | 1 : Math.max(2, value & ~1);
}

/**
 * What an occurrence counts for, by field (BM25F). Patterns are no words: `src` and `api` in a prompt ask for no memory, a path
 * that is there does (E-47).
 */
export const FIELD_WEIGHTS = { summary: 1.5, id: 1.5, tags: 1.5, entities: 2, body: 1 } as const;

/**
 * What a part of an identifier counts in a text, where it stands beside the whole: `path/to/file` in each of a manual's examples does
 * not make it one about paths. 0.4 to 0.6 brought recall@5 of code and commands a point, elsewhere nothing. An id's parts are its words.
 */
const PART = 0.5;

export interface WeightedTerms {
  /** Distinct terms with their field-weighted frequency, in code unit order. */
  terms: [term: string, weightedTf: number][];
  /** Field-weighted number of words, identifiers counted with their parts. */
  length: number;
}

/** The terms of a memory. All fields share one vote on the language: a summary alone is often too short for it. */
export function weightedTerms(memory: Memory): WeightedTerms {
  const languages = languagesOf(`${memory.summary}\n${memory.body}`);
  const frequencies = new Map<string, number>();
  let length = 0;
  const add = (text: string, weight: number, part = PART) => {
    const { terms, counts, words } = countedTerms(text, languages, part);
    terms.forEach((term, i) => {
      frequencies.set(term, (frequencies.get(term) ?? 0) + counts[i]! * weight);
    });
    length += words * weight;
  };
  add(memory.summary, FIELD_WEIGHTS.summary);
  add(memory.id, FIELD_WEIGHTS.id, 1);
  for (const tag of memory.tags) add(tag, FIELD_WEIGHTS.tags);
  for (const entity of memory.entities) add(entity, FIELD_WEIGHTS.entities);
  add(memory.body, FIELD_WEIGHTS.body);
  // Where another language speaks, its words may look like irregular English ones.
  if (languages.length === 0) {
    for (const [form, base] of baseForms()) {
      const frequency = frequencies.get(form);
      if (frequency) frequencies.set(base, (frequencies.get(base) ?? 0) + frequency);
    }
  }
  return { terms: [...frequencies].sort((a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0)), length };
}

/** A memory that is longer than so many average ones counts as that long: a pasted manual is still found by what its title says. */
const LONGEST = 10;

/** BM25's part of a term without idf, 0…65535 for 0…IMPACT_MAX; even and at least 2, so that no posting is lost. */
export function impact(weightedTf: number, length: number, averageLength: number): number {
  const times = averageLength > 0 ? Math.min(LONGEST, length / averageLength) : 1;
  const norm = 1 - B + B * times;
  const part = (weightedTf * (K1 + 1)) / (weightedTf + K1 * norm);
  return storedImpact(Math.min(IMPACT_SCALE, Math.round((part / IMPACT_MAX) * IMPACT_SCALE)));
}

/** A memory so many times as long as the median is an exception, and says nothing of the others. */
const EXCEPTION = 20;

/** The average length of memories, without exceptions: one pasted manual must not make all others look like notes. */
export function averageLength(lengths: readonly number[]): number {
  if (lengths.length === 0) return 1;
  const sorted = [...lengths].sort((a, b) => a - b);
  const most = EXCEPTION * Math.max(1, sorted[Math.floor((sorted.length - 1) / 2)]!);
  const usual = sorted.filter((length) => length <= most);
  return usual.reduce((sum, length) => sum + length, 0) / usual.length;
}
