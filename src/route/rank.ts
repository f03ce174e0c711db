// Which memories a prompt asks for, best first. A pure function of the index and the prompt.
import { IMPACT_MAX, IMPACT_SCALE } from '../index/impact.ts';
import type { Lexicon, Listed, Postings } from '../index/lexicon.ts';
import { type QueryTerm, queryOf } from '../text/terms.ts';
import { FOLLOWING, GATE, gateValue, needOf } from './gate.ts';

export interface RankOptions {
  /** Most hits to give. */
  limit: number;
  /** Adds matched terms to the hits, and the best memories that did not pass. */
  explain?: boolean;
  /** Memories that may be routed at all; asked before ranking, so that others take no place. */
  eligible?: (doc: number) => boolean;
  /** `false`: everything that shares a term is a hit, as for a search that a person asked for. */
  gated?: boolean;
}

export interface RankedTerm {
  term: string;
  /** Memories that hold it. */
  df: number;
  idf: number;
  /** What a full match adds to a score: idf × the query term's weight × IMPACT_MAX, less where it was pasted beside a question. */
  weight: number;
}

export interface Hit {
  /** Ordinal. */
  doc: number;
  score: number;
  /** Log odds that it answers the prompt (gate.ts), against `threshold`; −∞ where the prompt asks for nothing that could be weighed. */
  gate: number;
  /** With `explain`: matched terms and what each added, the most first. */
  matched?: { term: string; score: number }[];
}

export interface Ranking {
  /** Terms in the order they were added up: the rarest first. */
  terms: RankedTerm[];
  /** Best first; only memories that pass the gate. */
  hits: Hit[];
  /** With `explain`: the best of those that did not pass. */
  nearMisses: Hit[];
  /** The gate value that memories needed here: GATE, or FOLLOWING once the best of them has reached GATE. */
  threshold: number;
}

/** How many near misses are told. */
const NEAR_MISSES = 5;
/** Candidates that the gate looks at for each hit asked for. */
const DEEPER = 2;

interface Asked {
  query: QueryTerm;
  postings: Postings | undefined;
  df: number;
  idf: number;
  /** idf × what the query term and its place in the prompt count. */
  weight: number;
}

/** What a word counts that was pasted beside a question: 0.1 to 0.4 brought four points of recall@5 back over 1, with little between them. */
const PASTED = 0.25;

export function rank(lexicon: Lexicon, prompt: string, options: RankOptions): Ranking {
  const { terms, said } = queryOf(prompt);
  let asked = terms.map((query): Asked => {
    const postings = lexicon.lookup(query.term);
    const df = postings?.df ?? 0;
    return { query, postings, df, idf: idf(df, lexicon.count), weight: 0 };
  });
  if (terms.some(({ instead }) => instead))
    asked = asked.filter(
      ({ query }) => !query.instead || !asked.some((a) => a.df > 0 && a.query.word === query.word && !a.query.instead),
    );
  asked.sort((a, b) => a.df - b.df || (a.query.term < b.query.term ? -1 : 1));
  const need = needOf(asked, said, lexicon.count, lexicon.averageLength);
  for (const each of asked) {
    const beside = need !== undefined && (each.query.clauses & need.judged) === 0;
    each.weight = each.idf * each.query.weight * (beside ? PASTED : 1);
  }
  const ranking: Ranking = {
    terms: asked.map(({ query, df, idf, weight }) => ({
      term: query.term,
      df,
      idf,
      weight: weight * IMPACT_MAX,
    })),
    hits: [],
    nearMisses: [],
    threshold: GATE,
  };
  const gated = options.gated !== false;
  if ((gated && need === undefined) || lexicon.count === 0) return ranking;

  const lists = listsOf(asked);
  const units = unitsOf(asked);
  const scores = new Int32Array(lexicon.count);
  const touched = accumulate(lists, units, scores);
  const candidates = best(touched, scores, gated ? options.limit * DEEPER : options.limit, options.eligible);
  const held = impactsOf(lists, candidates, lexicon.count);
  const gates = candidates.map((_, i) => (need ? gateValue(need, held[i]!) : Number.NEGATIVE_INFINITY));
  if (gates.some((gate) => gate >= GATE)) ranking.threshold = FOLLOWING;
  candidates.forEach((doc, i) => {
    const gate = gates[i]!;
    const passes = !gated || gate >= ranking.threshold;
    const into = passes ? ranking.hits : ranking.nearMisses;
    if (into.length >= (passes ? options.limit : options.explain ? NEAR_MISSES : 0)) return;
    into.push({
      doc,
      score: scores[doc]! * units.scale,
      gate,
      ...(options.explain ? { matched: matches(asked, held[i]!) } : {}),
    });
  });
  return ranking;
}

/** Robertson's idf, never negative. */
export function idf(df: number, count: number): number {
  return Math.log(1 + (count - df + 0.5) / (df + 0.5));
}

/** Terms' weights as whole numbers, and what a unit of a sum of weight × impact is worth. */
interface Units {
  weights: number[];
  scale: number;
}

/** The weights of a query add up to this: with impacts of 16 bits a sum stays within 30. */
const WEIGHTS = 1 << 14;

/**
 * Whole numbers, because a cold process interprets the loop below, and there every float of a sum is an object of its own: 9,500 postings
 * took 0.35 ms as integers and 1.0 ms as floats. Sums of whole numbers also do not depend on their order.
 */
function unitsOf(asked: readonly Asked[]): Units {
  let total = 0;
  for (const { postings, weight } of asked) if (postings) total += weight;
  const unit = Math.max(total, 1e-9) / WEIGHTS;
  return {
    weights: asked.map(({ weight }) => Math.max(1, Math.floor(weight / unit))),
    scale: (unit * IMPACT_MAX) / IMPACT_SCALE,
  };
}

/**
 * Postings that a query adds up. Beyond some ten thousand the loops get so long that V8 compiles them anew in a hook's few
 * milliseconds, which costs more than they do.
 */
const POSTINGS = 8_192;
/** Each term adds its best, however many terms there are. */
const LEAST = 128;

/** What is read of each term's list, the rarest terms first: a common one gives what is left, its best memories. */
function listsOf(asked: readonly Asked[]): (Listed | undefined)[] {
  let left = POSTINGS;
  return asked.map(({ postings }, t) => {
    if (!postings) return undefined;
    // Of what is left each of the others may have as much.
    const share = Math.floor(left / (asked.length - t));
    const list = postings.first(Math.max(share, LEAST));
    left = Math.max(0, left - list.docs.length);
    return list;
  });
}

/** Adds up what the terms give each memory; gives the memories that got anything, in order of first touch. */
function accumulate(lists: readonly (Listed | undefined)[], units: Units, scores: Int32Array): number[] {
  const touched: number[] = [];
  for (let t = 0; t < lists.length; t++) {
    const list = lists[t];
    if (!list) continue;
    const { docs, impacts } = list;
    const weight = units.weights[t]!;
    const count = docs.length;
    for (let i = 0; i < count; i++) {
      const doc = docs[i]!;
      const before = scores[doc]!;
      if (before === 0) touched.push(doc);
      scores[doc] = before + weight * impacts[i]!;
    }
  }
  return touched;
}

/** The `wanted` best by score, then by ordinal (ordinals stand in startup order: importance and recency). */
function best(
  touched: readonly number[],
  scores: Int32Array,
  wanted: number,
  eligible: ((doc: number) => boolean) | undefined,
): number[] {
  const top: number[] = [];
  let least = 0;
  for (let i = 0; i < touched.length; i++) {
    const doc = touched[i]!;
    const score = scores[doc]!;
    if (score < least) continue;
    if (eligible && !eligible(doc)) continue;
    let at = top.length;
    while (at > 0 && (scores[top[at - 1]!]! < score || (scores[top[at - 1]!] === score && top[at - 1]! > doc))) at--;
    top.splice(at, 0, doc);
    if (top.length > wanted) top.pop();
    if (top.length === wanted) least = scores[top[wanted - 1]!]!;
  }
  return top;
}

/** Per candidate the impacts of the terms, 0 where it does not hold one. */
function impactsOf(
  lists: readonly (Listed | undefined)[],
  candidates: readonly number[],
  count: number,
): Uint16Array[] {
  const place = new Uint16Array(count);
  candidates.forEach((doc, i) => {
    place[doc] = i + 1;
  });
  const held = candidates.map(() => new Uint16Array(lists.length));
  for (let t = 0; t < lists.length; t++) {
    const list = lists[t];
    if (!list) continue;
    const { docs, impacts } = list;
    const length = docs.length;
    for (let i = 0; i < length; i++) {
      const at = place[docs[i]!]!;
      if (at !== 0) held[at - 1]![t] = impacts[i]!;
    }
  }
  return held;
}

/** What each term added to a memory's score, the most first. */
function matches(asked: readonly Asked[], held: Uint16Array): { term: string; score: number }[] {
  const found: { term: string; score: number }[] = [];
  asked.forEach(({ query, weight }, t) => {
    if (held[t]! > 0)
      found.push({
        term: query.term,
        score: (weight * IMPACT_MAX * held[t]!) / IMPACT_SCALE,
      });
  });
  return found.sort((a, b) => b.score - a.score || (a.term < b.term ? -1 : 1));
}
