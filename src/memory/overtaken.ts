// Which memories no longer hold: their day is over, another takes their place, or a newer one says the same. Pure, cold.
import { type Duplicate, duplicatesOf } from './duplicates.ts';
import type { Memory } from './memory.ts';

/** A memory of a vault; `rank` 0 is the nearest vault. */
export interface Ranked {
  memory: Memory;
  rank: number;
}

/** `by` takes the place of `of`. */
export interface Superseded<T> {
  of: T;
  by: T;
}

/** An id in `supersedes` that takes no place. */
export interface Unmet<T> {
  by: T;
  id: string;
  /** `absent`: no memory has it; `nearer`: it is of a nearer vault, which wins; `newer`: that one supersedes this one, and is newer. */
  why: 'absent' | 'nearer' | 'newer';
}

/** A memory holds through the day that `expires` names (UTC). @param now any time of today */
export function isExpired({ expires }: Pick<Memory, 'expires'>, now: Date): boolean {
  return expires !== undefined && expires < now.toISOString().slice(0, 10);
}

/**
 * What the `supersedes` of memories in force does. What is superseded still supersedes: of a chain the last one stays. One of a farther
 * vault never supersedes one of a nearer, as with ids. Where memories supersede each other in a circle, only a newer one an older.
 * @param items of distinct ids, none expired
 */
export function supersededOf<T extends Ranked>(
  items: readonly T[],
): { superseded: Superseded<T>[]; unmet: Unmet<T>[] } {
  const byId = new Map(items.map((item) => [item.memory.id, item]));
  const targets = (item: T) =>
    (item.memory.supersedes ?? []).flatMap((id) => {
      const other = byId.get(id);
      return other && other !== item && other.rank >= item.rank ? [other] : [];
    });
  const superseded = new Map<T, T>();
  const unmet: Unmet<T>[] = [];
  for (const by of items) {
    for (const id of by.memory.supersedes ?? []) {
      const of = byId.get(id);
      if (of === by) continue;
      if (!of) unmet.push({ by, id, why: 'absent' });
      else if (of.rank < by.rank) unmet.push({ by, id, why: 'nearer' });
      else if (isOlder(by.memory, of.memory) && reaches(of, by, targets)) unmet.push({ by, id, why: 'newer' });
      else if (!superseded.has(of)) superseded.set(of, by);
    }
  }
  return { superseded: [...superseded].map(([of, by]) => ({ of, by })), unmet };
}

function reaches<T>(from: T, to: T, targets: (item: T) => readonly T[]): boolean {
  const seen = new Set([from]);
  const open = [from];
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    if (item === to) return true;
    for (const next of targets(item)) {
      if (seen.has(next)) continue;
      seen.add(next);
      open.push(next);
    }
  }
  return false;
}

/** By their dates; of one day that with the later id. */
function isOlder(a: Memory, b: Memory): boolean {
  const [one, other] = [a, b].map(({ reviewed, created }) => reviewed ?? created ?? '');
  return one === other ? a.id > b.id : one! < other!;
}

/** What is left of memories, and why the others are not. */
export interface Holding<T> {
  kept: T[];
  superseded: Superseded<T>[];
  unmet: Unmet<T>[];
  duplicates: Duplicate<T>[];
}

/** @param items of distinct ids, none expired, each with its `gistKeys` */
export function whatHolds<T extends Ranked & { keys: readonly string[] }>(items: readonly T[]): Holding<T> {
  const { superseded, unmet } = supersededOf(items);
  const gone = new Set(superseded.map(({ of }) => of));
  const duplicates = duplicatesOf(items.filter((item) => !gone.has(item)));
  for (const { of } of duplicates) gone.add(of);
  return { kept: items.filter((item) => !gone.has(item)), superseded, unmet, duplicates };
}
