// Whether a ranked memory is relevant at all. The best of ten thousand memories always shares a word with a prompt; this asks how much
// of what the prompt is about the memory covers.
import { commonness, isReply } from '../text/common.ts';
import type { QueryTerm } from '../text/terms.ts';

/** A memory passes from here. */
export const GATE = 0;

/** Weight of the built-in shares, in memories: a vault of this size counts as much as the table. */
const BACKGROUND = 300;

interface Known {
  query: QueryTerm;
  df: number;
}

/** What a prompt asks for, in nats of information. */
export interface Need {
  /** Per term, in the ranking's order. */
  info: Float64Array;
  /** Per term: the word it is a form of. */
  words: Int32Array;
  /** The sum over the words, each by its best form. */
  total: number;
  /** Distinct words. */
  size: number;
  count: number;
}

/** Undefined where the prompt is an acknowledgement or holds nothing. */
export function needOf(terms: readonly Known[], count: number): Need | undefined {
  if (terms.every(({ query }) => isReply(query.term) || query.extra)) return undefined;
  const info = new Float64Array(terms.length);
  const words = new Int32Array(terms.length);
  const byWord = new Map<number, number>();
  for (let i = 0; i < terms.length; i++) {
    const { query, df } = terms[i]!;
    words[i] = query.word;
    if (df === 0 && (query.extra || query.weight < 1)) continue;
    info[i] = Math.log((count + BACKGROUND) / (df + BACKGROUND * commonness(query.term)));
    byWord.set(query.word, Math.max(byWord.get(query.word) ?? 0, info[i]!));
  }
  let total = 0;
  for (const value of byWord.values()) total += value;
  return { info, words, total, size: byWord.size, count };
}

/** How far a memory with these terms (bit i: term i) is above the gate; below 0 it stays out. */
export function gateValue(need: Need, low: number, high: number | undefined): number {
  const { mass, coverage } = covered(need, low, high);
  return mass * coverage - 3;
}

/** The information that the memory covers, and its share of what was asked for. */
export function covered(
  need: Need,
  low: number,
  high: number | undefined,
): { mass: number; coverage: number; matched: number } {
  const byWord = new Map<number, number>();
  for (let i = 0; i < need.info.length; i++) {
    const bit = i < 32 ? (low >>> i) & 1 : ((high ?? 0) >>> (i - 32)) & 1;
    if (bit) byWord.set(need.words[i]!, Math.max(byWord.get(need.words[i]!) ?? 0, need.info[i]!));
  }
  let mass = 0;
  for (const value of byWord.values()) mass += value;
  return { mass, coverage: need.total > 0 ? mass / need.total : 0, matched: byWord.size };
}
