// Memories as commands show them: as agents are sent them, without the secrets in them.
import type { Memory } from '../memory/memory.ts';
import type { StoredMemory } from '../memory/vault.ts';
import { redact } from '../text/secrets.ts';
import type { Context } from './context.ts';
import { note } from './output.ts';
import { display, type World } from './world.ts';

/** What of a memory is shown: `full` with its body, else what a list of them has. */
type Extent = 'full' | 'listed';

/** The same with each secret as `[redacted:<kind>]`; `isMasked` where there was one. */
function masked(stored: StoredMemory, extent: Extent): { stored: StoredMemory; isMasked: boolean } {
  let isMasked = false;
  const clean = (text: string): string => {
    const { text: left, found } = redact(text);
    isMasked ||= found.length > 0;
    return left;
  };
  const { memory } = stored;
  const shown: Memory = {
    ...memory,
    summary: clean(memory.summary),
    tags: memory.tags.map(clean),
    entities: memory.entities.map(clean),
    source: clean(memory.source),
    ...(extent === 'full' ? { body: clean(memory.body) } : {}),
  };
  return { stored: { ...stored, memory: shown }, isMasked };
}

/** In the same order, masked; says on stderr in which files the secrets stand. */
export function maskAll(
  memories: readonly StoredMemory[],
  extent: Extent,
  context: Context,
  world: World,
): StoredMemory[] {
  const clean = memories.map((stored) => masked(stored, extent));
  const files = memories.filter((_, n) => clean[n]!.isMasked).map(({ file }) => display(file, context, world));
  if (files.length > 0)
    note(context, `what looks like a secret is masked here; it stands in ${[...new Set(files)].join(', ')}`);
  return clean.map(({ stored }) => stored);
}
