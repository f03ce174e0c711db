// Whether a ranked memory is relevant at all. The best of ten thousand memories always shares a word with a prompt; this weighs how much
// of what the prompt is about the memory holds, against how much one of so many would hold by chance.
import { IMPACT_MAX, IMPACT_SCALE } from '../index/impact.ts';
import type { Postings } from '../index/lexicon.ts';
import { commonness, isReply } from '../text/common.ts';
import type { QueryTerm } from '../text/terms.ts';

/** A prompt routes memories when the best of them has a gate value of at least this … */
export const GATE = 0;
/** … and then also those that come this near. */
export const FOLLOWING = -1.5;

/**
 * Weight of the built-in shares (text/common.ts), in memories: in a vault of three they are all that is known of a word, in one of
 * thousands the vault's own counts are. 100 to 1,000 made no difference.
 */
const BACKGROUND = 300;

/**
 * Log odds that a memory answers a prompt, fitted by logistic regression to prompts with their memories and to prompts with memories of
 * another subject, in vaults of 3 to 6,267 memories of fifteen collections and eight languages (those of bench/recall.ts). The number of
 * words held, the best of them, the gap to the next memory and a list of general English words were tried and told little more.
 */
const ODDS = {
  base: 9,
  /** Per nat of ln(information held, each word by its impact). */
  held: 3.4,
  /** Per nat of ln(information asked for): of a long prompt more is held by chance. */
  asked: -0.65,
  /** Per nat of ln(memories): the more there are, the better the best of them is by chance … */
  count: -1.45,
  /** … but the less, the more of the prompt is covered (share × ln(memories)). */
  covered: 1.3,
  /** Share of the information asked for that no memory of the vault knows. */
  unknown: -3.4,
  /** Per nat of ln(average length): long memories hold more of anything. */
  length: -1.65,
};

/** The field-weighted length (index/impact.ts) of a usual memory, where an index does not tell its average. */
export const USUAL_LENGTH = 120;

/** What a pair of a script without spaces that no memory holds counts: half of the pairs cut across words. */
const STRAY_PAIR = 0.4;

interface Known {
  query: QueryTerm;
  df: number;
  postings: Postings | undefined;
}

/** What a prompt asks for, in nats of information. */
export interface Need {
  /** Per term, in the order given. */
  info: number[];
  /** Per term: the word it is a form of. */
  words: number[];
  /** The sum over the words, each by its best form. */
  total: number;
  /** The part of `total` that stands in no memory. */
  unknown: number;
  /** Memories in the vault. */
  count: number;
  /** Their average field-weighted length. */
  averageLength: number;
}

/** Undefined where the prompt is an acknowledgement (`ok`, `go on`, `спасибо`) or holds nothing at all. */
export function needOf(terms: readonly Known[], count: number, averageLength: number = USUAL_LENGTH): Need | undefined {
  if (asksNothing(terms)) return undefined;
  const info: number[] = [];
  const words: number[] = [];
  const asked = new Map<number, number>();
  const known = new Set<number>();
  for (const { query, df } of terms) {
    // A second form that no memory holds is no word of its own.
    const empty = df === 0 && (query.extra || query.weight < 1);
    const nats = empty
      ? 0
      : (df === 0 && query.term.charCodeAt(0) >= 0xe00 ? STRAY_PAIR : 1) *
        Math.max(0, Math.log((count + BACKGROUND) / (df + BACKGROUND * commonness(query.term))));
    info.push(nats);
    words.push(query.word);
    raise(asked, query.word, nats);
    if (df > 0) known.add(query.word);
  }
  let total = 0;
  let unknown = 0;
  for (const [word, nats] of asked) {
    total += nats;
    if (!known.has(word)) unknown += nats;
  }
  return { info, words, total, unknown, count, averageLength };
}

/** Whether every word is one of acknowledgement in one of its forms, or a bare number (the answer to a menu). */
function asksNothing(terms: readonly Known[]): boolean {
  return terms.every(
    ({ query }) =>
      query.extra || isAnswer(query) || terms.some((other) => other.query.word === query.word && isAnswer(other.query)),
  );
}

function isAnswer({ term }: QueryTerm): boolean {
  return isReply(term) || isMenuNumber(term);
}

/** Up to four digits. By hand: a regular expression costs a cold process its compilation. */
function isMenuNumber(term: string): boolean {
  if (term.length > 4) return false;
  for (let i = 0; i < term.length; i++) {
    const c = term.charCodeAt(i);
    if (c < 48 || c > 57) return false;
  }
  return term.length > 0;
}

/** How a memory stands to the gate: log odds that it answers the prompt. `impacts`: what it holds of each term, 0…65535, 0 for nothing. */
export function gateValue(need: Need, impacts: ArrayLike<number>): number {
  const held = new Map<number, number>();
  const weighted = new Map<number, number>();
  for (let i = 0; i < need.info.length; i++) {
    if (impacts[i] === 0) continue;
    raise(held, need.words[i]!, need.info[i]!);
    raise(weighted, need.words[i]!, (need.info[i]! * impacts[i]! * IMPACT_MAX) / IMPACT_SCALE);
  }
  const total = Math.max(need.total, 1e-6);
  const size = Math.log(need.count + 1);
  return (
    ODDS.base +
    ODDS.held * Math.log(sum(weighted) + 0.1) +
    ODDS.asked * Math.log(total + 1) +
    ODDS.count * size +
    ODDS.covered * size * (sum(held) / total) +
    ODDS.unknown * (need.unknown / total) +
    ODDS.length * Math.log(need.averageLength + 1)
  );
}

function raise(map: Map<number, number>, key: number, value: number): void {
  const before = map.get(key);
  if (before === undefined || value > before) map.set(key, value);
}

function sum(map: Map<number, number>): number {
  let total = 0;
  for (const value of map.values()) total += value;
  return total;
}
