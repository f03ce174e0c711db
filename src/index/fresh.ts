// Is the compiled index still what the files say? And if not: have it compiled, once, however many hooks ask. Hot.
import fs from 'node:fs';
import type { Stamp } from './layout.ts';
import { type Index, type IndexedMemory, identity, openIndex } from './read.ts';

/** Up to so many files each is looked at by the hook itself: 100 stats cost 2 % of its start (LATENCY). */
const STAT_ALL = 100;
/** A check of all files by a sync stands for so long, milliseconds: sessions that start in a row do not each ask for one. */
const CHECKED = 60_000;
/** A hook asks for a sync so often at the most; after that it answers with what it has. */
const REQUESTS = 2;

/** What a hook found out before it used the index. */
export type Staleness =
  /** Each file was looked at, and none has changed. */
  | 'verified'
  /** Nothing has changed that would show without looking at each file. */
  | 'fresh'
  /** Something may have changed that a hook cannot check cheaply: compile, but do not wait. */
  | 'unsure'
  /** Memories have changed. */
  | 'stale'
  /** A config file has changed: the old config may no longer be acted on. */
  | 'config';

export interface Freshness {
  /** Session-start also checks what a prompt cannot afford. */
  thorough: boolean;
  /** Milliseconds since 1970. */
  now: number;
  /** For a session that a program started: `sessions.machine` may keep everything from it. */
  machine?: true | undefined;
}

/** Whole UTC days since 1970. */
export function dayOf(ms: number): number {
  return Math.floor(ms / 86_400_000);
}

export function staleness(index: Index, { thorough, now }: Freshness): Staleness {
  const { head } = index;
  if (head.configs.some(changed)) return 'config';
  if (head.folders.some(moved)) return 'stale';
  if ((thorough || head.expires) && (head.day !== dayOf(now) || now > (head.until as number))) return 'stale';
  if (head.files <= STAT_ALL) return index.files().some(changed) ? 'stale' : 'verified';
  if (thorough && Math.abs(now - index.writtenAt) > CHECKED) return 'unsure';
  return head.git.some(changed) ? 'unsure' : 'fresh';
}

/** The memory's file is no longer what was compiled. */
export function edited(memory: IndexedMemory): boolean {
  return changed([memory.path, memory.mtimeMs, memory.size]);
}

/** A file or folder as it is now. */
export function stamp(file: string): Stamp {
  let stat: fs.Stats | undefined;
  try {
    stat = fs.statSync(file, { throwIfNoEntry: false });
  } catch {
    // Not reachable: as good as absent.
  }
  return stat ? [file, stat.mtimeMs, stat.isDirectory() ? 0 : stat.size] : [file, -1, -1];
}

/** The stamp of what could not be read: it has changed when it can be. */
export function unreadable(file: string): Stamp {
  return [file, UNREADABLE, UNREADABLE];
}

const UNREADABLE = -2;

function changed([file, mtimeMs, size]: Stamp): boolean {
  if (mtimeMs === UNREADABLE) return readable(file);
  const now = stamp(file);
  return now[1] !== mtimeMs || now[2] !== size;
}

function moved([folder, mtimeMs]: Stamp): boolean {
  return mtimeMs === UNREADABLE ? readable(folder) : stamp(folder)[1] !== mtimeMs;
}

/** Opened to be read (which is 0), not asked: a disk may refuse what the permissions allow. */
export function readable(file: string): boolean {
  try {
    fs.closeSync(fs.openSync(file, fs.constants.O_NONBLOCK));
    return true;
  } catch {
    return false;
  }
}

/** How a hook has the index compiled (compile.ts). */
export interface Compile {
  indexFile: string;
  /** Whether the config has capture on; absent where no index could say, or one that a config has changed behind says so. */
  keeps?: boolean | undefined;
  /** To be told that the index cannot be read and is compiled anew. */
  damaged(): void;
  /**
   * Has a sync run, unless one does.
   * @param known the identity of the index that is found wanting
   * @returns false where nobody will compile
   */
  request(known: string | undefined): boolean;
  /** @returns false at the deadline; true when another index is there, or when the sync ended without one */
  wait(known: string | undefined): boolean;
}

/** The index a hook answers from. */
export interface Opened<T> {
  index: Index;
  /** What `choose` made of it. */
  chosen: T;
  /** Past the deadline: memories that have changed are to be left out. */
  late: boolean;
}

/**
 * Opens the index, has it compiled where that is needed and waits for it as long as the deadline allows.
 * @param choose reads from the index what the moment needs, and names the memories that would be shown
 * @returns undefined where there is no index in time, the config has changed and the compiled one is not there yet, or it keeps
 * everything from such a session
 */
export function openFresh<T>(
  compile: Compile,
  freshness: Freshness,
  choose: (index: Index) => { chosen: T; shown: readonly IndexedMemory[] },
): Opened<T> | undefined {
  for (let requests = 0; ; requests++) {
    let known: string | undefined;
    const index = openIndex(compile.indexFile, (identity) => {
      known = identity;
      if (requests === 0) compile.damaged();
    });
    known ??= index?.identity;
    let opened: Opened<T> | undefined;
    try {
      const state = index ? staleness(index, freshness) : 'missing';
      const on = index?.head.config['capture.enabled'];
      if (on === false || state !== 'config') compile.keeps = on;
      if (index && state !== 'config') {
        if (freshness.machine && index.head.config['sessions.machine'] === 'skip') {
          index.close();
          return undefined;
        }
        const { chosen, shown } = choose(index);
        opened = { index, chosen, late: false };
        if (state === 'unsure') compile.request(known);
        if (state === 'verified' || (state !== 'stale' && !shown.some(edited))) return opened;
      }
    } catch (error) {
      if (requests > 0) throw error;
      compile.damaged();
    }
    const inTime = requests < REQUESTS && compile.request(known) && compile.wait(known);
    if (!inTime) {
      if (opened) return { ...opened, late: true };
      index?.close();
      return undefined;
    }
    index?.close();
  }
}

/**
 * Has everything checked in the background, and compiled anew where it is damaged, unless that was done a moment ago.
 * @param now milliseconds since 1970; Infinity: whenever it was done
 */
export function requestCheck(compile: Compile, now: number): void {
  const stat = fs.statSync(compile.indexFile, { throwIfNoEntry: false });
  if (!stat || Math.abs(now - stat.mtimeMs) > CHECKED) compile.request(stat && identity(stat));
}
