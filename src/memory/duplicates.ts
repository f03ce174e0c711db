// Which memories say what a newer one says: only that one is sent, and names the others. Pure, cold.

import { type Gist, gistOf, saysTheSame } from './gist.ts';
import { TELLING } from './gist-words.ts';
import type { Memory } from './memory.ts';

/** A memory that a newer one says again. */
export interface Duplicate<T> {
  of: T;
  by: T;
}

/** Under these keys a memory is found by those that may say the same. */
export function gistKeys(memory: Memory): string[] {
  const { key, keys } = gistOf(memory);
  return [key, ...keys];
}

/** Of so many that share a key each is compared: what is written by a machine may share it a thousand times. */
const COMPARED = 32;
/** So many that differ in one word list things. */
const LISTED = 4;

/**
 * The duplicates among memories, in the order of those that are sent in their place: the newest by its date (`reviewed`, else `created`,
 * none is older than any), of one day the first by id. Memories for different paths, or with other entities, are never one.
 * Looks each up by its keys, so that the time grows with their number and no faster.
 * @param items each with its `gistKeys`
 */
export function duplicatesOf<T extends { memory: Memory; keys: readonly string[] }>(
  items: readonly T[],
): Duplicate<T>[] {
  const newest = [...items].sort(
    (a, b) => byText(dateOf(b.memory), dateOf(a.memory)) || byText(a.memory.id, b.memory.id),
  );
  // Two that share a key share it in the same place, or one has slips that the other has not.
  const shared = new Map<string, number>();
  for (const { keys } of newest) for (const key of new Set(keys)) shared.set(key, (shared.get(key) ?? 0) + 1);
  // Memories that differ in one word, and are many, list things: `svcabq` is no slip of `svcbaq` among them.
  const listed = new Map<string, Set<string>>();
  for (const { keys } of newest)
    for (const key of keys.slice(1)) {
      if (shared.get(key)! < LISTED) continue;
      const bags = listed.get(key) ?? new Set();
      listed.set(key, bags.add(keys[0]!));
    }
  const lists = (key: string) => (listed.get(key)?.size ?? 0) >= LISTED;
  const known = new Map<string, T[]>();
  const gists = new Map<T, Gist>();
  const gist = (item: T) => {
    const made = gists.get(item) ?? gistOf(item.memory);
    gists.set(item, made);
    return made;
  };
  const found: Duplicate<T>[] = [];
  for (const item of newest) {
    const keys = [...new Set(item.keys)].filter((key) => shared.get(key)! > 1);
    const seen = new Set<T>();
    let by: T | undefined;
    for (const key of keys) {
      for (const other of known.get(key) ?? []) {
        if (seen.has(other)) continue;
        seen.add(other);
        if (!isOfOneThing(item.memory, other.memory)) continue;
        const slips = !item.keys.some((one) => other.keys.includes(one) && lists(one));
        if (!saysTheSame(gist(item), gist(other), slips)) continue;
        by = other;
        break;
      }
      if (by) break;
    }
    if (by) found.push({ of: item, by });
    else
      for (const key of keys) {
        const list = known.get(key) ?? [];
        if (list.length < COMPARED) list.push(item);
        known.set(key, list);
      }
  }
  return found;
}

/** What stands beside the words does not tell them apart: paths, entities, tags, and what their ids say that they do not. */
function isOfOneThing(a: Memory, b: Memory): boolean {
  return sorted(a.appliesTo) === sorted(b.appliesTo) && telling(a) === telling(b);
}

function sorted(list: readonly string[]): string {
  return JSON.stringify([...list].sort());
}

/** What its entities, and some words of its id and its tags, say that its text does not: which of several things it is about. */
function telling({ id, tags, entities, body }: Memory): string {
  const text = body.toLowerCase();
  const words = [id, ...tags].flatMap((name) => name.toLowerCase().split(/[^\p{L}\p{N}]+/u));
  const things = [...words.filter((word) => TELLING.has(word)), ...entities.map((name) => name.toLowerCase())];
  return sorted([...new Set(things.filter((thing) => !text.includes(thing)))]);
}

function dateOf(memory: Memory): string {
  return memory.reviewed ?? memory.created ?? '';
}

function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
