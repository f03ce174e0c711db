// Whether a ranked memory is relevant at all. The best of ten thousand memories always shares a word with a prompt; this weighs how much
// of what the prompt is about the memory holds, against how much one of so many would hold by chance.
import { IMPACT_MAX, IMPACT_SCALE } from '../index/impact.ts';
import type { Postings } from '../index/lexicon.ts';
import { isReply, type Usage } from '../text/common.ts';
import { AS_WRITTEN, type QueryTerm } from '../text/terms.ts';

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
 * another subject, both also with logs, stack traces, code and remarks beside them, in vaults of 19 to 6,267 memories of sixteen collections
 * and eight languages (those of bench/recall.ts). The best of the words held and the gap to the next memory were tried and told little more;
 * judging the parts of a sentence between commas, too, made twice as many unrelated prompts pass. `base` alone was fitted anew when synonyms
 * and misspelt words came in; all anew, on one half of the prompts, gained a tenth of a point on the other.
 */
const ODDS = {
  base: 7.9,
  /** Per nat of ln(information held, each word by its impact). */
  held: 3.31,
  /** Per nat of ln(information asked for): of a long prompt more is held by chance. */
  asked: -1.56,
  /** Per nat of ln(memories): the more there are, the better the best of them is by chance … */
  count: -0.87,
  /** … but the less, the more of the prompt is covered (share × ln(memories)). */
  covered: 0.15,
  /** Share of the information asked for that no memory of the vault knows. */
  unknown: -2.72,
  /** Per nat of ln(words held that tell what a prompt is about, and 1): two rare words are more than one that is twice as rare. */
  words: 3.63,
  /** Per nat of ln(clauses), where a clause alone is judged: of many one is answered by chance. */
  parts: -1.14,
  /** Per nat of ln(average length): long memories hold more of anything. */
  length: -1.87,
};

/** The field-weighted length (index/impact.ts) of a usual memory, where an index does not tell its average. */
export const USUAL_LENGTH = 120;

/** What a pair of a script without spaces that no memory holds counts: half of the pairs cut across words. */
const STRAY_PAIR = 0.4;

/** What a synonym counts at most: 0.3 to 0.6 differ little. What counts more is the word itself, written otherwise. */
export const SYNONYM = 0.5;

interface Known {
  query: QueryTerm;
  /** What it counts as another word for the one that was asked for; 0: it is that. */
  alike: number;
  usage: Usage;
  df: number;
  postings: Postings | undefined;
}

/** What a prompt asks for, in nats of information. */
export interface Need {
  /** Per term, in the order given. */
  info: number[];
  /** Per term: the word it is a form of. */
  words: number[];
  /** Per term: whether it is but a synonym, which alone tells nothing. */
  loose: boolean[];
  /** Per word: the bits of its clauses. */
  clauses: number[];
  /** Per word: whether it tells what the prompt is about. */
  telling: boolean[];
  /** The bits of the clauses that count: those that a person wrote, or all. */
  judged: number;
  /** What may be asked for: the prompt as a whole, as far as it was not pasted, and each of its clauses. */
  asked: Asked[];
  /** Memories in the vault. */
  count: number;
  /** Their average field-weighted length. */
  averageLength: number;
}

interface Asked {
  /** The bits of its clauses. */
  clauses: number;
  /** The sum over its words, each by its best form. */
  total: number;
  /** The part of `total` that stands in no memory. */
  unknown: number;
}

/** Undefined where the prompt is an acknowledgement (`ok`, `go on`, `спасибо`) or holds nothing but function words. */
export function needOf(
  terms: readonly Known[],
  said: number,
  count: number,
  averageLength: number = USUAL_LENGTH,
): Need | undefined {
  if (asksNothing(terms)) return undefined;
  const info: number[] = [];
  const words: number[] = [];
  const loose: boolean[] = [];
  const clauses: number[] = [];
  const telling: boolean[] = [];
  const nats: number[] = [];
  const known: boolean[] = [];
  // Numbered anew in the order of the terms, which is that of a sum: the words' order in the prompt must not show in it.
  const numbers: number[] = [];
  let all = 0;
  for (const { query, df, alike, usage } of terms) {
    numbers[query.word] ??= nats.length;
    const word = numbers[query.word]!;
    const { share, everyday } = usage;
    // A second form that no memory holds is no word of its own, and how a word is written tells nothing of what it is about.
    const empty = query.term[0] === AS_WRITTEN || (df === 0 && (query.extra || query.weight < 1));
    const value = empty
      ? 0
      : (df === 0 && query.term.charCodeAt(0) >= 0xe00 ? STRAY_PAIR : 1) *
        Math.max(0, Math.log((count + BACKGROUND) / (df + BACKGROUND * share)));
    words.push(word);
    loose.push(alike > 0 && alike <= SYNONYM);
    if (alike) {
      // What no memory holds, but another word for it, asks for as much as that one; a synonym tells no more than its word, and leaves it unknown.
      if (alike > SYNONYM) {
        nats[word] = known[word] ? Math.max(nats[word]!, value) : value;
        known[word] = true;
      }
      info.push(alike * Math.min(value, nats[word]!));
      continue;
    }
    info.push(value);
    nats[word] = Math.max(nats[word] ?? 0, value);
    clauses[word] = query.clauses;
    telling[word] = (telling[word] ?? true) && !everyday;
    known[word] ||= df > 0;
    all |= query.clauses;
  }
  const asked: Asked[] = [];
  const ask = (bits: number) => {
    let total = 0;
    let unknown = 0;
    for (let word = 0; word < nats.length; word++) {
      if (!(clauses[word]! & bits)) continue;
      total += nats[word]!;
      if (!known[word]) unknown += nats[word]!;
    }
    asked.push({ clauses: bits, total: Math.max(total, 1e-6), unknown });
  };
  // What is pasted is asked about where nothing else tells what the prompt is about: `why does this fail?` and a log.
  let judged = all & said;
  if (!telling.some((tells, word) => tells && (clauses[word]! & judged) !== 0)) judged = all;
  ask(judged);
  for (let bit = 1; bit > 0 && bit <= judged; bit <<= 1) if (judged & bit && judged !== bit) ask(bit);
  return { info, words, loose, clauses, telling, judged, asked, count, averageLength };
}

/** Whether every word is one of acknowledgement in one of its forms, or a bare number (the answer to a menu). */
function asksNothing(terms: readonly Known[]): boolean {
  return terms.every(
    ({ query }) =>
      query.extra ||
      query.idle ||
      isAnswer(query) ||
      terms.some((other) => other.query.word === query.word && isAnswer(other.query)),
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
  // Per word that it holds: the best of its forms, plain and by impact.
  const held: number[] = [];
  const weighted: number[] = [];
  const words: number[] = [];
  const tells: boolean[] = [];
  for (let i = 0; i < need.info.length; i++) {
    const share = impacts[i]!;
    // Odd: no more than the look of a part of another word.
    if (share === 0 || share & 1) continue;
    const word = need.words[i]!;
    let at = words.indexOf(word);
    if (at < 0) {
      at = words.length;
      words.push(word);
      held.push(0);
      weighted.push(0);
      tells.push(false);
    }
    if (!need.loose[i]) tells[at] = need.telling[word]!;
    const nats = need.info[i]!;
    held[at] = Math.max(held[at]!, nats);
    weighted[at] = Math.max(weighted[at]!, (nats * share * IMPACT_MAX) / IMPACT_SCALE);
  }
  const size = Math.log(need.count + 1);
  const base = ODDS.base + ODDS.count * size + ODDS.length * Math.log(need.averageLength + 1);
  const part = need.asked.length > 2 ? ODDS.parts * Math.log(need.asked.length - 1) : 0;
  let best = Number.NEGATIVE_INFINITY;
  for (let a = 0; a < need.asked.length; a++) {
    const { clauses, total, unknown } = need.asked[a]!;
    let plain = 0;
    let byImpact = 0;
    let told = 0;
    for (let at = 0; at < words.length; at++) {
      const word = words[at]!;
      if (!(need.clauses[word]! & clauses)) continue;
      plain += held[at]!;
      byImpact += weighted[at]!;
      if (tells[at]) told++;
    }
    if (told === 0) continue;
    const odds =
      base +
      (a > 0 ? part : 0) +
      ODDS.held * Math.log(byImpact + 0.1) +
      ODDS.asked * Math.log(total + 1) +
      ODDS.covered * size * (plain / total) +
      ODDS.unknown * (unknown / total) +
      ODDS.words * Math.log(told + 1);
    if (odds > best) best = odds;
  }
  return best;
}
