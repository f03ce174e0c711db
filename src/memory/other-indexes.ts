// The other indexes of a project: of its linked worktrees, and of folders in it with vaults of their own. Cold.
import fs from 'node:fs';
import path from 'node:path';
import type { Places } from '../index/places.ts';
import { openIndex } from '../index/read.ts';

/**
 * Takes away those that offer other proposals than an index that was just compiled: no file tells a hook that this has changed. Their
 * next hook has them compiled.
 * @param compiled the file of an index of the project
 */
export function dropOthers(compiled: string, places: Pick<Places, 'index'>): void {
  const of = headOf(compiled);
  if (!of) return;
  for (const name of namesIn(places.index)) {
    const file = path.join(places.index, name);
    if (file === compiled || !name.endsWith('.idx')) continue;
    const head = headOf(file);
    if (head?.root === of.root && head.proposed !== of.proposed) fs.rmSync(file, { force: true });
  }
}

function headOf(file: string) {
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
