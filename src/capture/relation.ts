// How a memory that is proposed stands to those that are there: the same again, another word on the same matter, or something new. Cold.
import type { Memory } from '../memory/memory.ts';
import type { StoredMemory } from '../memory/vault.ts';
import { bodyHash } from '../memory/vault.ts';
import { compare } from './compare.ts';

export type Relation =
  | { kind: 'new' }
  /** It says what that one says. */
  | { kind: 'same'; of: StoredMemory }
  /** It speaks of the same and says something else. */
  | { kind: 'supersede'; of: StoredMemory };

/** @param others memories of the vault that it would go to */
export function relationTo(memory: Memory, others: readonly StoredMemory[]): Relation {
  const hash = bodyHash(memory.body);
  const same = others.find((other) => bodyHash(other.memory.body) === hash);
  if (same) return { kind: 'same', of: same };
  const found = compare(
    { text: memory.body },
    others.map((other) => other.memory),
  );
  if (found.kind === 'new') return found;
  const of = others.find((other) => other.memory.id === found.id)!;
  return { kind: found.kind === 'confirm' ? 'same' : 'supersede', of };
}
