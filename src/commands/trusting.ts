// What commands do about trust: some give it by what they are, the others say what waits for it.
import fs from 'node:fs';
import path from 'node:path';
import { loadConfig } from '../config/load.ts';
import type { Places, Project } from '../index/places.ts';
import { giveTrust, hashOf, readTrust, seenNow, type Waiting, waiting } from '../memory/trust.ts';
import { reason, vaultsOf } from '../memory/vault.ts';
import type { Context } from './context.ts';
import { count, note } from './output.ts';

type Where = { places: Places; project: Project };

/** Files whose memories are not sent before this user has trusted them. */
export function waitingHere({ places, project }: Where): Waiting[] {
  return waiting(project, places, trustMode(project));
}

export function trustMode(project: Project) {
  return loadConfig(project.configs).config['trust.mode'];
}

/** The folder is a project: it can hold a vault, and is a repository or has one. */
export function isProject({ git, tree, writes }: Project): boolean {
  return writes.length > 0 && (git !== undefined || fs.existsSync(path.join(tree, '.engram')));
}

/**
 * Trusts the project because of what its user does in it; where it is trusted already, only the files that were just written. What
 * fails is said and undoes nothing.
 * @param written files of any vault
 * @returns how many memory files are trusted by it that were there before; undefined where it was trusted already, or cannot be
 */
export function trustBy(written: readonly string[], context: Context, { places, project }: Where): number | undefined {
  const own = vaultsOf(project, places).filter(({ owner }) => owner === 'project');
  const ours = written.filter((file) => own.some(({ folder }) => file.startsWith(folder + path.sep)));
  if (written.length > 0 && ours.length === 0) return undefined;
  const before = readTrust(project, places);
  if (before && ours.length === 0) return undefined;
  const seen = before ? new Map(ours.map((file) => [file, hashOf(file)])) : seenNow(project, places);
  try {
    giveTrust(project, places, context.now, seen);
  } catch (error) {
    note(context, `that this project is trusted could not be kept: ${reason(error)}; engram trust tries again`);
    return undefined;
  }
  return before ? undefined : [...seen.keys()].filter((file) => !ours.includes(file)).length;
}

/** As trustBy, and says which memories it has let through along with what was written. */
export function trustAlong(written: readonly string[], context: Context, where: Where): void {
  const along = trustBy(written, context, where);
  if (!along) return;
  const memories = count(along, 'memory that was here is', 'memories that were here are');
  note(context, `${memories} trusted with it; engram trust --revoke takes that back`);
}

/** Says how many memories wait, if any. */
export function noteWaiting(n: number, context: Context): void {
  if (n === 0) return;
  const memories = count(n, 'memory of this project waits', 'memories of this project wait');
  note(context, `${memories} for your trust; engram trust shows and allows ${n === 1 ? 'it' : 'them'}`);
}
