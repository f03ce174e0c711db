// What engram made in folders of the person's: remembered, one small file each, so that it and nothing else is taken away again.
// Without that memory it stays; nothing else depends on it.
import fs from 'node:fs';
import path from 'node:path';
import { makeFolder } from '../index/places.ts';
import { key64 } from '../text/hash.ts';

/** The folder of `$ENGRAM_HOME` that holds them. */
export const MADE = 'made';

function markOf(made: string, engram: string): string {
  return path.join(engram, MADE, key64(made));
}

/**
 * Remembers folders (or a file) that are about to be made.
 * @param made absolute
 * @param engram `$ENGRAM_HOME`
 */
export function rememberMade(made: readonly string[], engram: string): void {
  for (const one of made) {
    try {
      const mark = markOf(one, engram);
      makeFolder(path.dirname(mark));
      fs.writeFileSync(mark, `${one}\n`, { mode: 0o600 });
    } catch {
      return;
    }
  }
}

export function isMade(made: string, engram: string): boolean {
  return fs.existsSync(markOf(made, engram));
}

/** Forgets what was not made after all. */
export function forgetMissing(made: readonly string[], engram: string): void {
  for (const one of made) if (!fs.existsSync(one)) forgetMade(one, engram);
}

export function forgetMade(made: string, engram: string): void {
  fs.rmSync(markOf(made, engram), { force: true });
}

/**
 * Takes away the folders above a removed file that engram had made, as far as nothing is in them. One that is gone already may have
 * been taken away by a process that was killed before it came to those above.
 */
export function removeMadeFolders(file: string, engram: string): void {
  for (let folder = path.dirname(file); folder !== path.dirname(folder); folder = path.dirname(folder)) {
    if (fs.existsSync(folder)) {
      if (!isMade(folder, engram)) return;
      try {
        fs.rmdirSync(folder);
      } catch {
        // Something is in it.
        return;
      }
    }
    forgetMade(folder, engram);
  }
}
