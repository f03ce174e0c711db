// What made a memory rank where it does, for people. Not in the hook.
import { IMPACT_MAX, IMPACT_SCALE } from '../index/impact.ts';
import { AS_WRITTEN } from '../text/terms.ts';
import type { Asked, Explain, Match, RankedTerm } from './rank.ts';

/** What each term is worth where the memory holds it, the most first: how much of the prompt it covers and words for the same lessen the sum. */
function matches(asked: readonly Asked[], held: ArrayLike<number>): Match[] {
  const found: Match[] = [];
  asked.forEach(({ query, weight }, t) => {
    if (held[t]! > 0) found.push({ term: query.term, score: (weight * IMPACT_MAX * held[t]!) / IMPACT_SCALE });
  });
  return found.sort((a, b) => b.score - a.score || (a.term < b.term ? -1 : 1));
}

function terms(asked: readonly Asked[]): RankedTerm[] {
  return asked
    .filter(({ query, df }) => df > 0 || query.term[0] !== AS_WRITTEN)
    .map(({ query, df, idf, weight }) => ({ term: query.term, df, idf, weight: weight * IMPACT_MAX }));
}

export const explained: Explain = { terms, matches };
