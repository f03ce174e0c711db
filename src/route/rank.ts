// Which memories a prompt asks for, best first. A pure function of the index and the prompt.
import { IMPACT_MAX, IMPACT_SCALE } from '../index/impact.ts';
import type { Lexicon, Postings } from '../index/lexicon.ts';
import { type QueryTerm, queryTerms } from '../text/terms.ts';
import { GATE, gateValue, needOf } from './gate.ts';

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
  /** What a full match adds to a score: idf × the query term's weight × IMPACT_MAX. */
  weight: number;
}

export interface Hit {
  /** Ordinal. */
  doc: number;
  score: number;
  /** Against `threshold`. */
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
  /** A memory passes with a gate value of at least this. */
  threshold: number;
}

/** How many near misses are told. */
const NEAR_MISSES = 5;
/** Candidates looked at by the gate for each hit asked for. */
const DEEPER = 4;

interface Asked {
  query: QueryTerm;
  postings: Postings | undefined;
  df: number;
  idf: number;
}

export function rank(lexicon: Lexicon, prompt: string, options: RankOptions): Ranking {
  const asked = queryTerms(prompt).map((query): Asked => {
    const postings = lexicon.lookup(query.term);
    const df = postings?.df ?? 0;
    return { query, postings, df, idf: idf(df, lexicon.count) };
  });
  asked.sort((a, b) => a.df - b.df || (a.query.term < b.query.term ? -1 : 1));
  const terms = asked.map(({ query, df, idf }) => ({
    term: query.term,
    df,
    idf,
    weight: idf * query.weight * IMPACT_MAX,
  }));
  const empty: Ranking = { terms, hits: [], nearMisses: [], threshold: GATE };
  const need = needOf(asked, lexicon.count);
  const gated = options.gated !== false;
  if (need === undefined && gated) return empty;

  const { touched, scores, low, high } = accumulate(asked, lexicon.count);
  const candidates = best(touched, scores, gated ? options.limit * DEEPER : options.limit, options.eligible);
  const hits: Hit[] = [];
  const nearMisses: Hit[] = [];
  for (const doc of candidates) {
    const gate = need ? gateValue(need, low[doc]!, high[doc]) : 0;
    const into = !gated || gate >= GATE ? hits : nearMisses;
    if (into.length >= (into === hits ? options.limit : options.explain ? NEAR_MISSES : 0)) continue;
    const hit: Hit = { doc, score: scores[doc]!, gate };
    if (options.explain) hit.matched = matches(asked, doc);
    into.push(hit);
  }
  return { terms, hits, nearMisses, threshold: GATE };
}

/** Robertson's idf, never negative. */
export function idf(df: number, count: number): number {
  return Math.log(1 + (count - df + 0.5) / (df + 0.5));
}

interface Sums {
  /** Ordinals with a score, in order of first touch. */
  touched: number[];
  scores: Float32Array;
  /** Bit i: the memory holds term i; terms 32… in `high`. */
  low: Uint32Array;
  high: Uint32Array;
}

/** Adds up the terms' impacts. Two random writes a posting are what this costs, so nothing else happens here. */
function accumulate(asked: readonly Asked[], count: number): Sums {
  const scores = new Float32Array(count);
  const low = new Uint32Array(count);
  const high = asked.length > 32 ? new Uint32Array(count) : new Uint32Array(0);
  const touched: number[] = [];
  for (let t = 0; t < asked.length; t++) {
    const { postings, idf, query } = asked[t]!;
    if (!postings) continue;
    const { docs, impacts } = postings;
    const factor = (idf * query.weight * IMPACT_MAX) / IMPACT_SCALE;
    const bits = t < 32 ? low : high;
    const bit = 1 << (t & 31);
    for (let i = 0; i < docs.length; i++) {
      const doc = docs[i]!;
      if (scores[doc] === 0) touched.push(doc);
      scores[doc]! += factor * impacts[i]!;
      bits[doc]! |= bit;
    }
  }
  return { touched, scores, low, high };
}

/** The `wanted` best by score, then by ordinal (ordinals stand in startup order: importance and recency). */
function best(
  touched: readonly number[],
  scores: Float32Array,
  wanted: number,
  eligible: ((doc: number) => boolean) | undefined,
): number[] {
  const top: number[] = [];
  let least = 0;
  for (const doc of touched) {
    const score = scores[doc]!;
    if (top.length >= wanted && (score < least || (score === least && doc > top[top.length - 1]!))) continue;
    if (eligible && !eligible(doc)) continue;
    let at = top.length;
    while (at > 0 && (scores[top[at - 1]!]! < score || (scores[top[at - 1]!] === score && top[at - 1]! > doc))) at--;
    top.splice(at, 0, doc);
    if (top.length > wanted) top.pop();
    least = scores[top[top.length - 1]!]!;
  }
  return top;
}

/** What each term added to a memory's score. */
function matches(asked: readonly Asked[], doc: number): { term: string; score: number }[] {
  const found: { term: string; score: number }[] = [];
  for (const { postings, idf, query } of asked) {
    const at = postings ? postings.docs.indexOf(doc) : -1;
    if (at >= 0)
      found.push({
        term: query.term,
        score: (idf * query.weight * IMPACT_MAX * postings!.impacts[at]!) / IMPACT_SCALE,
      });
  }
  return found.sort((a, b) => b.score - a.score || (a.term < b.term ? -1 : 1));
}
