// Keys of a front matter that are well formed and do nothing: names of nothing, and a memory in its own place.
import { lineOfKey } from './file.ts';
import type { Memory } from './memory.ts';

/**
 * Each with its line in the file.
 * @param text a memory file's, and what it says
 */
export function idleKeys(
  text: string,
  { id, entities, aliases, supersedes }: Pick<Memory, 'id' | 'entities' | 'aliases' | 'supersedes'>,
): { line: number; message: string }[] {
  const found: { line: number; message: string }[] = [];
  const add = (key: string, message: string) => found.push({ line: lineOfKey(text, key), message });
  if (supersedes?.includes(id)) add('supersedes', `supersedes ${id}, which is this memory itself: that does nothing`);
  const named = new Set(entities.map((name) => name.toLowerCase()));
  if (Array.isArray(aliases)) {
    if (aliases.length > 0 && entities.length === 0)
      add('aliases', 'aliases are other names of its first entity, and it has none: name it in entities');
  } else {
    for (const name of Object.keys(aliases ?? {}).filter((one) => !named.has(one.trim().toLowerCase())))
      add('aliases', `aliases of ${name} do nothing: name it in entities`);
  }
  return found;
}
