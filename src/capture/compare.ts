// How a candidate stands to the memories that are there: something new, the same again, or another word on the same matter. Cold.
import { gistOf, saysTheSame } from '../memory/gist.ts';
import type { Memory } from '../memory/memory.ts';
import { summarize } from '../memory/summary.ts';
import { type Claim, claimOf, claimsOf } from './claim-words.ts';

/** What of a memory is compared. */
export type Known = Pick<Memory, 'id' | 'body' | 'summary' | 'type'>;

/** `confirm`: that memory says it already. `supersede`: it speaks of the same and says something else, or less. */
export type Comparison = { kind: 'new' } | { kind: 'confirm' | 'supersede'; id: string };

/** A memory of more sentences is a text of its own: one sentence can be in it, but not take its place. */
const MOST_SENTENCES = 3;
/** Two that share so much of their words speak of one matter … */
const ALIKE = 0.5;
/** … but not where they share fewer than so many that say something. */
const FEWEST_SHARED = 2;

/**
 * Compares a candidate with the memories of the vault that it would go to.
 * @param memories where several fit equally well, the first counts
 */
export function compare({ text }: { text: string }, memories: readonly Known[]): Comparison {
  const candidate = claimOf(text);
  if (candidate.words.length === 0) return { kind: 'new' };
  const gist = gistOf({ body: text, summary: summarize(text), type: 'fact' });
  let best: { id: string; share: number } | undefined;
  for (const memory of memories) {
    const { id, body } = memory;
    // Most memories have nothing to do with it; to see that costs less than to read them.
    if (!mayShare(candidate, body)) continue;
    const sentences = claimsOf(body);
    const whole = claimOf(body);
    const within = [whole, ...sentences].some((claim) => isWithin(candidate, claim));
    if (within || saysTheSame(gist, gistOf(memory))) return { kind: 'confirm', id };
    if (sentences.length > MOST_SENTENCES) continue;
    for (const claim of [whole, ...sentences]) {
      const share = overtakes(candidate, claim);
      if (share !== undefined && (best === undefined || share > best.share)) best = { id, share };
    }
  }
  return best === undefined ? { kind: 'new' } : { kind: 'supersede', id: best.id };
}

/** Letters of a word by which a body is searched before it is read: no stem is shorter where it is not the whole word. */
const BEGINNING = 3;

function mayShare({ words }: Claim, body: string): boolean {
  const text = body.toLowerCase().normalize('NFKC');
  return words.some(
    ({ term, common }) =>
      !common &&
      (term.length <= BEGINNING || /[^\p{L}]/u.test(term)
        ? text.includes(term)
        : text.includes(term.slice(0, BEGINNING))),
  );
}

/** Whether all that a claim says is said by another: each of its words, in the same order, as much of them affirmed and denied. */
function isWithin(a: Claim, b: Claim): boolean {
  let at = 0;
  for (const [n, token] of a.tokens.entries()) {
    const found = b.tokens.indexOf(token, at);
    if (found < 0 || (n > 0 && b.tokens.slice(at, found).some((passed) => QUALIFIES.has(passed)))) return false;
    at = found + 1;
  }
  const theirs = new Map(b.words.map(({ term, denied }) => [term, denied]));
  return a.words.every(({ term, denied }) => theirs.get(term) === denied);
}

/** Left out between others, these change what is said. */
const QUALIFIES = new Set(
  'always only sometimes unless except if not immer nur wenn nicht siempre solo si toujours seulement sauf всегда только если не'.split(
    ' ',
  ),
);

/** What two claims share of their words where the first takes the place of the second; undefined where it does not. */
function overtakes(a: Claim, b: Claim): number | undefined {
  const ours = new Map(a.words.map((word) => [word.term, word]));
  const theirs = new Map(b.words.map((word) => [word.term, word]));
  const shared = [...ours.values()].filter(({ term }) => theirs.has(term));
  const telling = shared.filter(({ common }) => !common);
  const opposed = telling.filter(({ term, denied }) => theirs.get(term)!.denied !== denied);
  const share = shared.length / (ours.size + theirs.size - shared.length);
  const onlyTheirs = [...theirs.values()].filter(({ term }) => !ours.has(term));
  // It denies what the other is about: `use pnpm, not npm` where that says `use npm`.
  const object = opposed.length > 0 && onlyTheirs.filter(({ common }) => !common).length === 0;
  if (object) return Math.max(share, ALIKE);
  if (share < ALIKE || telling.length < FEWEST_SHARED) return undefined;
  // All that the other says, and more.
  if (onlyTheirs.length === 0) return share;
  const onlyOurs = [...ours.values()].filter(({ term }) => !theirs.has(term));
  // Two rules of one form about two things: what they begin with is another.
  if (opposed.length === 0 && (startsWithAnother(a, b) || onlyOurs.some(({ term }) => isRepeated(term, a))))
    return undefined;
  return onlyOurs.length <= shared.length ? share : undefined;
}

function startsWithAnother(a: Claim, b: Claim): boolean {
  return a.words[0]?.term !== b.words[0]?.term;
}

/** `the adapter for Stripe is in src/stripe`: a word that stands in two places is what the sentence is about. */
function isRepeated(term: string, { tokens }: Claim): boolean {
  return tokens.filter((token) => token.includes(term)).length > 1;
}
