// What a prompt brings where it names files of the project.
import type { IndexedMemory } from '../index/read.ts';

/** Bodies that one event brings for the files that it is about (E-44). */
export const MOST = 3;

/**
 * What applies to a file that the prompt names goes before what only its words ask for; of the former a few at a time.
 * @param asked what its words ask for, best first
 * @param scoped what applies to the files, in startup order
 * @param lacks the session has not been sent it
 * @param limit most that a prompt routes
 */
export function together(
  asked: readonly IndexedMemory[],
  scoped: readonly IndexedMemory[],
  lacks: (memory: IndexedMemory) => boolean,
  limit: number,
): IndexedMemory[] {
  const idsOf = (memories: readonly IndexedMemory[]) => new Set(memories.map(({ id }) => id));
  const [askedIds, scopedIds] = [idsOf(asked), idsOf(scoped)];
  const applying = [...asked.filter(({ id }) => scopedIds.has(id)), ...scoped.filter(({ id }) => !askedIds.has(id))];
  const brought = idsOf(applying.filter(lacks).slice(0, MOST));
  const anchored = applying.filter((memory) => brought.has(memory.id) || !lacks(memory));
  const anchoredIds = idsOf(anchored);
  const rest = asked.filter(({ id }) => !anchoredIds.has(id));
  return [...anchored, ...rest].slice(0, Math.max(limit, brought.size));
}
