// Which memories a prompt asks for, best first. A pure function of the index and the prompt.
import { IMPACT_MAX, IMPACT_SCALE } from '../index/impact.ts';
import type { Lexicon, Listed, Postings } from '../index/lexicon.ts';
import { type Usage, usageOf } from '../text/common.ts';
import { type QueryTerm, queryOf } from '../text/terms.ts';
import { spelledLike, synonymList, synonymsIn } from './alike.ts';
import { FOLLOWING, GATE, gateValue, needOf, SYNONYM } from './gate.ts';
import { byLikeness } from './likeness.ts';

export interface RankOptions {
  /** Most hits to give. */
  limit: number;
  /** Adds matched terms to the hits, and the best memories that did not pass: `matches` of explain.ts. */
  explain?: Explain;
  /** Memories that may be routed at all; asked before ranking, so that others take no place. */
  eligible?: (doc: number) => boolean;
  /** `false`: everything that shares a term is a hit, as for a search that a person asked for. */
  gated?: boolean;
}

/** How a ranking is told to people (explain.ts). */
export interface Explain {
  terms(asked: readonly Asked[]): RankedTerm[];
  matches(asked: readonly Asked[], held: ArrayLike<number>): Match[];
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
  matched?: Match[] | undefined;
}

export interface Match {
  term: string;
  score: number;
}

export interface Ranking {
  /** What it asks for; none where nothing is routed for it. */
  asked: readonly Asked[];
  /** With `explain`: terms in the order they were added up: the prompt's, the rarest first, then other words for them. */
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

export interface Asked {
  query: QueryTerm;
  /** What it counts as another word of the vault for the query term's (alike.ts); 0: it is the prompt's own. */
  alike: number;
  usage: Usage;
  postings: Postings | undefined;
  df: number;
  idf: number;
  /** idf × what the query term and its place in the prompt count. */
  weight: number;
}

/** What a word counts that was pasted beside a question: 0.1 to 0.4 brought four points of recall@5 back over 1, with little between them. */
const PASTED = 0.25;
/** What a word's short or full form counts where no memory holds the word itself, and one that is spelt nearly so: more than 0.5 by two points of recall@5 where a word is misspelt. */
const SAME = 0.8;
/** What an everyday word counts, which says how something is asked for or done: 0.6 to 0.8 brought a quarter of a point of recall@5. */
const EVERYDAY = 0.8;
/** What is known of a word before the vault is, in memories: in one of twenty each word that it holds is as rare as the next. */
const BACKGROUND = 100;
/** How much it counts how much of the prompt a memory holds: 0 to 0.3 brought a point of recall@1, and from 0.2 on lost some of recall@5. */
const COVERED = 0.15;
/** Candidates that are ordered anew by it. */
const DEEPEST = 32;
/** Words spelt in no memory's way that others are looked for: more are names or noise. */
const MISSPELT = 3;

export function rank(lexicon: Lexicon, prompt: string, options: RankOptions): Ranking {
  const { terms, said, text } = queryOf(prompt);
  const asked = terms.map((query) => ask(lexicon, query, 0));
  const byRarity = (a: Asked, b: Asked) => a.df - b.df || (a.query.term < b.query.term ? -1 : 1);
  asked.sort(byRarity);
  // Behind the prompt's own words: those are read first where there is too much to read.
  asked.push(...alike(lexicon, asked).sort(byRarity));
  const need = needOf(asked, said, lexicon.count, lexicon.averageLength);
  for (const each of asked) {
    const beside = need !== undefined && (each.query.clauses & need.judged) === 0;
    each.weight = each.idf * each.query.weight * (each.usage.everyday ? EVERYDAY : 1) * (beside ? PASTED : 1);
  }
  const ranking: Ranking = {
    asked: need ? asked : [],
    terms: options.explain?.terms(asked) ?? [],
    hits: [],
    nearMisses: [],
    threshold: GATE,
  };
  const gated = options.gated !== false;
  if ((gated && need === undefined) || lexicon.count === 0) return ranking;

  const lists = listsOf(asked);
  const scores = new Int32Array(lexicon.count);
  const touched = accumulate(lists, unitsOf(asked), scores);
  const wanted = options.limit * (gated ? DEEPER : 1);
  const found = best(touched, scores, Math.max(wanted, DEEPEST), options.eligible);
  const candidates = byCoverage(asked, found, impactsOf(lists, found, lexicon.count));
  // A search gives the best of all; a prompt those of its first ones that pass, so that only what may be sent is read of.
  if (gated) candidates.splice(wanted);
  for (const each of candidates) if (need) each.gate = gateValue(need, each.held);
  if (candidates.some(({ gate }) => gate >= GATE)) ranking.threshold = FOLLOWING;
  const passes = ({ gate }: Candidate) => !gated || gate >= ranking.threshold;
  const told = ({ doc, score, gate, held }: Candidate): Hit => ({
    doc,
    score,
    gate,
    matched: options.explain?.matches(asked, held),
  });
  ranking.hits = byLikeness(candidates.filter(passes), text, lexicon).slice(0, options.limit).map(told);
  if (options.explain)
    ranking.nearMisses = candidates
      .filter((it) => !passes(it))
      .slice(0, NEAR_MISSES)
      .map(told);
  return ranking;
}

/** A term as the vault has it; what it weighs in a ranking is told later. */
export function ask(lexicon: Lexicon, query: QueryTerm, alike: number): Asked {
  const postings = lexicon.lookup(query.term);
  const df = postings?.df ?? 0;
  const usage = usageOf(query.term);
  return {
    query,
    alike,
    usage,
    postings,
    df,
    idf: idf(df + BACKGROUND * usage.share, lexicon.count + BACKGROUND),
    weight: 0,
  };
}

/** Other words for those of the prompt: synonyms, and where no memory holds a word in any form those spelt nearly so. */
function alike(lexicon: Lexicon, asked: readonly Asked[]): Asked[] {
  const others: Asked[] = [];
  let taken = '';
  for (const { query } of asked) taken += ` ${query.term} `;
  let synonyms: string | undefined;
  let misspelt = 0;
  for (const { query, df, idf } of asked) {
    if (query.weight < 1 || query.extra || query.term.charCodeAt(0) >= 0xe00) continue;
    synonyms ??= synonymList(lexicon);
    let terms = synonymsIn(synonyms, query.term);
    if (
      terms.length === 0 &&
      df === 0 &&
      misspelt < MISSPELT &&
      !asked.some((other) => other.df > 0 && other.query.word === query.word)
    ) {
      misspelt++;
      terms = spelledLike(lexicon, query.term);
    }
    for (const marked of terms) {
      const term = marked.replace('=', '');
      const counts = marked === term || df > 0 ? SYNONYM : SAME;
      if (taken.includes(` ${term} `)) continue;
      taken += ` ${term} `;
      const other = ask(lexicon, { ...query, term, weight: counts }, counts);
      if (df > 0) other.idf = Math.min(other.idf, idf);
      others.push(other);
    }
  }
  return others;
}

interface Candidate {
  doc: number;
  score: number;
  /** As in Hit. */
  gate: number;
  /** Per term its impact. */
  held: Uint16Array;
}

/** The best anew by how much of the prompt they hold, where one of several words for the same counts, not their sum. */
function byCoverage(asked: readonly Asked[], docs: readonly number[], impacts: readonly Uint16Array[]): Candidate[] {
  // The words of the prompt in the order of the terms, which is that of a sum: their order in the prompt must not show in it.
  const words: number[] = [];
  const asks: number[] = [];
  let all = 0;
  const places = asked.map(({ query, weight, alike }) => {
    let at = words.indexOf(query.word);
    if (at < 0) at = words.push(query.word) - 1;
    if (!alike && query.weight === 1 && !query.extra) {
      asks[at] = weight;
      all += weight;
    }
    return at;
  });
  // Made once: a cold process pays for each.
  const own = new Float64Array(words.length);
  const others = new Float64Array(words.length);
  const shares = new Float64Array(words.length);
  const parts = asked.map(({ weight }) => (weight * IMPACT_MAX) / IMPACT_SCALE);
  const candidates = docs.map((doc, i): Candidate => {
    const held = impacts[i]!;
    own.fill(0);
    others.fill(0);
    shares.fill(0);
    for (let t = 0; t < asked.length; t++) {
      if (held[t] === 0) continue;
      const { alike } = asked[t]!;
      const at = places[t]!;
      const part = parts[t]! * held[t]!;
      if (alike === 0) {
        own[at]! += part;
        shares[at] = 1;
      } else {
        if (part > others[at]!) others[at] = part;
        if (alike > shares[at]!) shares[at] = alike;
      }
    }
    let score = 0;
    let covered = 0;
    for (let at = 0; at < words.length; at++) {
      score += Math.max(own[at]!, others[at]!);
      covered += (asks[at] ?? 0) * shares[at]!;
    }
    return { doc, score: score * ((covered + 0.1) / (all + 0.1)) ** COVERED, gate: Number.NEGATIVE_INFINITY, held };
  });
  return candidates.sort((a, b) => b.score - a.score || a.doc - b.doc);
}

/** Robertson's idf, never negative. */
export function idf(df: number, count: number): number {
  return Math.log(1 + (count - df + 0.5) / (df + 0.5));
}

/** The weights of a query add up to this: with impacts of 16 bits a sum stays within 30. */
const WEIGHTS = 1 << 14;

/**
 * Terms' weights as whole numbers, because a cold process interprets the loop below, and there every float of a sum is an object of its own: 9,500 postings
 * took 0.35 ms as integers and 1.0 ms as floats. Sums of whole numbers also do not depend on their order.
 */
function unitsOf(asked: readonly Asked[]): number[] {
  let total = 0;
  for (const { postings, weight } of asked) if (postings) total += weight;
  const unit = Math.max(total, 1e-9) / WEIGHTS;
  return asked.map(({ weight }) => Math.max(1, Math.floor(weight / unit)));
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
function accumulate(lists: readonly (Listed | undefined)[], weights: readonly number[], scores: Int32Array): number[] {
  const touched: number[] = [];
  for (let t = 0; t < lists.length; t++) {
    const list = lists[t];
    if (!list) continue;
    const { docs, impacts } = list;
    const weight = weights[t]!;
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

/** The `wanted` best by the sum, then by ordinal (ordinals stand in startup order: importance and recency). */
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
