// How a memory that is proposed stands to those that are there: the same again, another word on the same matter, or something new. Cold.
import { weightedTerms } from '../index/impact.ts';
import type { Memory } from '../memory/memory.ts';
import type { StoredMemory } from '../memory/vault.ts';
import { bodyHash } from '../memory/vault.ts';

export type Relation =
  | { kind: 'new' }
  /** It says what that one says. */
  | { kind: 'same'; of: StoredMemory }
  /** It speaks of the same and says something else. */
  | { kind: 'supersede'; of: StoredMemory };

/** Two texts that share so much of their words say the same, where they agree in numbers, negations and what stands in code. */
const SAME = 0.85;
/** From so much on they speak of the same. Sentences of a dozen words that differ in two of them share about two thirds. */
const ALIKE = 0.6;

/** @param others memories of the vault that it would go to */
export function relationTo(memory: Memory, others: readonly StoredMemory[]): Relation {
  const hash = bodyHash(memory.body);
  const same = others.find((other) => bodyHash(other.memory.body) === hash);
  if (same) return { kind: 'same', of: same };
  const words = wordsOf(memory);
  let best: { of: StoredMemory; share: number } | undefined;
  for (const of of others) {
    const share = shared(words, wordsOf(of.memory));
    if (share >= ALIKE && share > (best?.share ?? 0)) best = { of, share };
  }
  if (!best) return { kind: 'new' };
  const agree = exact(memory.body) === exact(best.of.memory.body);
  return { kind: best.share >= SAME && agree ? 'same' : 'supersede', of: best.of };
}

/** The body's terms alone: ids and tags are others' choice. */
function wordsOf({ body }: Memory): Map<string, number> {
  const { terms } = weightedTerms({ ...BARE, body });
  return new Map(terms);
}

const BARE: Memory = {
  id: '',
  summary: '',
  type: 'fact',
  tags: [],
  appliesTo: [],
  entities: [],
  importance: 0.5,
  source: '',
  body: '',
};

/** What two texts share of all their words, 0–1: the sum of the lesser counts by that of the greater. */
function shared(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let less = 0;
  let more = 0;
  for (const term of new Set([...a.keys(), ...b.keys()])) {
    const [one, other] = [a.get(term) ?? 0, b.get(term) ?? 0];
    less += Math.min(one, other);
    more += Math.max(one, other);
  }
  return more === 0 ? 0 : less / more;
}

/** What one word more or less turns into its contrary, sorted. */
function exact(body: string): string {
  const found = body
    .toLowerCase()
    .match(
      /`[^`\n]+`|\d+(?:[.:]\d+)*|\b(?:not?|never|don['’]t|nicht|kein\w*|nie|ne|pas|jamais|nunca|не|нет|никогда)\b|不|ない/gu,
    );
  return [...(found ?? [])].sort().join('\n');
}
