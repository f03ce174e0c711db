// The other indexes of a project: of its linked worktrees, and of folders in it with vaults of their own. Cold.
import fs from 'node:fs';
import path from 'node:path';
import type { Head } from '../index/layout.ts';
import type { Places } from '../index/places.ts';
import { openIndex } from '../index/read.ts';
import { restamp } from '../index/write.ts';

/**
 * Has them offer the proposals that an index offers which was just compiled: no file tells a hook that these have changed. What cannot
 * be written goes on as it is until it is compiled.
 * @param compiled the file of an index of the project
 */
export function offerAlike(compiled: string, places: Pick<Places, 'index'>): void {
  const of = headOf(compiled);
  if (!of) return;
  for (const name of namesIn(places.index)) {
    const file = path.join(places.index, name);
    if (file === compiled || !name.endsWith('.idx')) continue;
    const head = headOf(file);
    if (head?.root === of.root && head.proposed !== of.proposed) offer(file, head, of);
  }
}

function offer(file: string, head: Head, { proposed, until }: Pick<Head, 'proposed' | 'until'>): void {
  const { proposed: _, until: __, ...others } = head;
  const told = {
    ...others,
    ...(proposed === undefined ? {} : { proposed }),
    ...(until === undefined ? {} : { until }),
  };
  try {
    // Where there is no room for them, the next session's start has it compiled.
    if (!restamp(file, told)) restamp(file, { ...others, until: 0 });
  } catch {
    // Its disk is full, or another process has replaced it.
  }
}

function headOf(file: string): Head | undefined {
  const index = openIndex(file);
  index?.close();
  return index?.head;
}

function namesIn(folder: string): string[] {
  try {
    return fs.readdirSync(folder);
  } catch {
    return [];
  }
}
