// Which memories are read and not sent, because their day is over or another takes their place: for the commands that list them.
import { isExpired, supersededOf } from '../memory/overtaken.ts';
import type { Waiting } from '../memory/trust.ts';
import type { LoadedVaults, StoredMemory, Vault } from '../memory/vault.ts';

export interface HeldBack {
  isExpired(stored: StoredMemory): boolean;
  /** The id of the memory that takes its place. */
  supersededBy(stored: StoredMemory): string | undefined;
}

/** @param waiting what is not sent before it is trusted takes no other's place either */
export function heldBack(
  { memories, shadowed }: Pick<LoadedVaults, 'memories' | 'shadowed'>,
  vaults: readonly Vault[],
  waiting: readonly Waiting[],
  now: Date,
): HeldBack {
  const waits = new Set(waiting.map(({ file }) => file));
  const nearest = new Map<string, StoredMemory & { rank: number }>();
  for (const stored of [...memories, ...shadowed]) {
    if (waits.has(stored.file) || isExpired(stored.memory, now)) continue;
    const rank = vaults.findIndex(({ folder }) => folder === stored.vault.folder);
    const other = nearest.get(stored.memory.id);
    if (!other || rank < other.rank) nearest.set(stored.memory.id, { ...stored, rank });
  }
  const places = new Map(
    supersededOf([...nearest.values()]).superseded.map(({ of, by }) => [of.file, by.memory.id] as const),
  );
  return {
    isExpired: ({ memory }) => isExpired(memory, now),
    supersededBy: ({ file }) => places.get(file),
  };
}
