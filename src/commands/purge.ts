// What engram has in its own folder, and how it is taken away: nothing outside that folder, and nothing in it that is not engram's.
import fs from 'node:fs';
import path from 'node:path';
import { launcherFile } from './launcher.ts';
import { LINKED } from './linked.ts';
import { MADE } from './made.ts';

/** Made again from what the memories say, or of no use without a link. */
const CACHES = ['index', 'cache', MADE, 'rules', 'link.lock', LINKED];
/** The person's, and what was recorded. */
const OWN = ['memories', 'archive', 'sessions', 'spool', 'trust', 'bypass', 'config.yaml'];
/** The log and the database, with what SQLite puts beside it and what a corrupt one was renamed to. */
const NAMED = /^engram\.(?:log|db)(?:[.-].*)?$/;

export interface Removal {
  /** The user's home, where the launcher is. */
  home: string;
  /** `$ENGRAM_HOME`. */
  engram: string;
  /** All that is engram's, not only what can be made again. */
  purge: boolean;
  dryRun: boolean;
}

/** @returns what is gone and what is left, with the reason; absolute */
export function removeEngram({ home, engram, purge, dryRun }: Removal): { removed: string[]; left: string[] } {
  const removed: string[] = [];
  const left: string[] = [];
  const remove = (file: string) => {
    if (!fs.lstatSync(file, { throwIfNoEntry: false })) return;
    try {
      // Of a link the link alone.
      if (!dryRun) fs.rmSync(file, { recursive: true, force: true, maxRetries: 3 });
      removed.push(file);
    } catch (error) {
      left.push(`${file} cannot be removed: ${(error as Error).message}`);
    }
  };
  const launcher = launcherFile(home);
  for (const file of [launcher, `${launcher}.cmd`]) remove(file);
  const names = list(engram);
  for (const name of names) {
    if (CACHES.includes(name) || (purge && (OWN.includes(name) || NAMED.test(name)))) remove(path.join(engram, name));
  }
  if (dryRun) return { removed, left };
  removeEmpty(path.dirname(launcher));
  if (purge && !removeEmpty(engram)) {
    const others = list(engram);
    if (left.length === 0 && others.length > 0)
      left.push(`${engram} stays: ${others.join(', ')} in it did not come from engram; remove that by hand`);
  }
  const usual = path.dirname(path.dirname(launcher));
  if (purge || !fs.lstatSync(usual, { throwIfNoEntry: false })?.isSymbolicLink()) removeEmpty(usual);
  return { removed, left };
}

/** The folder where nothing is in it, and a link to it. */
function removeEmpty(folder: string): boolean {
  try {
    const isLink = fs.lstatSync(folder).isSymbolicLink();
    fs.rmdirSync(isLink ? fs.realpathSync(folder) : folder);
    if (isLink) fs.unlinkSync(folder);
    return true;
  } catch {
    return !fs.existsSync(folder);
  }
}

function list(folder: string): string[] {
  try {
    return fs.readdirSync(folder).sort();
  } catch {
    return [];
  }
}
