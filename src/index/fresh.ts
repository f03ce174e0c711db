// Is the compiled index still what the files say? And if not: have it compiled, once, however many hooks ask. Hot.
import fs from 'node:fs';
import path from 'node:path';
import type { Stamp } from './layout.ts';
import { makeFolder } from './places.ts';
import { type Index, type IndexedMemory, identity, openIndex } from './read.ts';

/** Up to so many files each is looked at by the hook itself: 100 stats cost 2 % of its start (LATENCY). */
const STAT_ALL = 100;
/** How often a waiting hook looks for the new index, milliseconds. */
const POLL = 4;
/** A check of all files by a sync stands for so long, milliseconds: sessions that start in a row do not each ask for one. */
const CHECKED = 60_000;
/** A lock older than this is a dead run's, whatever its pid says. */
const LOCK_AGE = 600_000;
/** What takes a hook an instant, and was not done after this long, was given up. */
const HANDED_OVER = 5_000;
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
}

/** Whole UTC days since 1970. */
export function dayOf(ms: number): number {
  return Math.floor(ms / 86_400_000);
}

export function staleness(index: Index, { thorough, now }: Freshness): Staleness {
  const { head } = index;
  if (head.configs.some(changed)) return 'config';
  if (head.folders.some(moved)) return 'stale';
  if (thorough && head.day !== dayOf(now)) return 'stale';
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

/** Opened, not asked: a disk may refuse what the permissions allow. */
function readable(file: string): boolean {
  try {
    fs.closeSync(fs.openSync(file, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK));
    return true;
  } catch {
    return false;
  }
}

/** How a hook has the index compiled. */
export interface Compile {
  indexFile: string;
  /** Starts `engram sync` detached; returns its pid. */
  start(): number | undefined;
  /** To be told that the index cannot be read and is compiled anew. */
  damaged(): void;
  /** To be told that nothing can be written where the index belongs. */
  unwritable(): void;
  /** Milliseconds since an arbitrary moment, never going backwards. */
  clock(): number;
  /** On that clock. */
  deadline: number;
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
 * @returns undefined where there is no index in time, or the config has changed and the compiled one is not there yet
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
      if (index && state !== 'config') {
        const { chosen, shown } = choose(index);
        opened = { index, chosen, late: false };
        if (state === 'unsure') request(compile, known);
        if (state === 'verified' || (state !== 'stale' && !shown.some(edited))) return opened;
      }
    } catch (error) {
      if (requests > 0) throw error;
      compile.damaged();
    }
    const inTime = requests < REQUESTS && request(compile, known) && waitForChange(compile, known);
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
  if (!stat || Math.abs(now - stat.mtimeMs) > CHECKED) request(compile, stat && identity(stat));
}

/**
 * Starts a sync unless one is running. The lock is made here, so that of many hooks one starts it; sync removes it.
 * @param known the identity of the index that is found wanting
 * @returns false where no lock can be had at all (a read-only home) or no sync started: nobody will compile
 */
function request(compile: Compile, known: string | undefined): boolean {
  const lock = lockFile(compile.indexFile);
  try {
    makeFolder(path.dirname(lock));
  } catch {
    compile.unwritable();
    return false;
  }
  for (let attempt = 0; attempt < 2; attempt++) {
    let fd: number;
    try {
      fd = fs.openSync(lock, 'wx', 0o600);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
        compile.unwritable();
        return false;
      }
      if (!abandoned(lock) || !takeAway(lock)) return true;
      continue;
    }
    try {
      // A sync that has ended since we looked leaves no lock, but another index.
      const done = isAnother(compile.indexFile, known);
      const pid = done ? undefined : compile.start();
      if (pid === undefined) {
        fs.rmSync(lock, { force: true });
        return done;
      }
      // Through the descriptor: a sync that has already ended and removed its lock does not get it back.
      fs.writeSync(fd, String(pid));
    } catch {
      // The disk is full: a lock without a name is given up by its age.
    } finally {
      fs.closeSync(fd);
    }
    return true;
  }
  return true;
}

/**
 * One at a time, and looked at again: of two hooks that have found a lock abandoned the second must not take the first one's.
 * @returns false where another hook is at it
 */
function takeAway(lock: string): boolean {
  const taking = `${lock}.taking`;
  try {
    fs.closeSync(fs.openSync(taking, 'wx', 0o600));
  } catch {
    // Left by a hook that was killed here.
    if (isOld(taking)) fs.rmSync(taking, { force: true });
    return false;
  }
  if (abandoned(lock)) fs.rmSync(lock, { force: true });
  fs.rmSync(taking, { force: true });
  return true;
}

function isOld(file: string): boolean {
  const stat = fs.statSync(file, { throwIfNoEntry: false });
  return stat !== undefined && Math.abs(Date.now() - stat.mtimeMs) > HANDED_OVER;
}

export function lockFile(indexFile: string): string {
  return `${indexFile}.lock`;
}

/** The lock's holder is gone. An empty lock is being handed over, unless it is old. */
export function abandoned(lock: string): boolean {
  try {
    // A clock that was set back must not keep a lock for ever.
    const age = Math.abs(Date.now() - fs.statSync(lock).mtimeMs);
    const pid = Number(fs.readFileSync(lock, 'utf8'));
    if (age > LOCK_AGE) return true;
    return pid > 0 ? !alive(pid) : age > HANDED_OVER;
  } catch {
    return false;
  }
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  try {
    // One that was killed stays for as long as nobody asks how it ended: in a container without an init, for ever.
    return !/\) [ZX] /.test(fs.readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return true;
  }
}

/** @returns false at the deadline; true when another index is there, or when the sync ended without one */
function waitForChange(compile: Compile, known: string | undefined): boolean {
  const cell = new Int32Array(new SharedArrayBuffer(4));
  const lock = lockFile(compile.indexFile);
  while (compile.clock() < compile.deadline) {
    if (isAnother(compile.indexFile, known)) return true;
    if (!fs.statSync(lock, { throwIfNoEntry: false })) return true;
    Atomics.wait(cell, 0, 0, POLL);
  }
  return false;
}

function isAnother(indexFile: string, known: string | undefined): boolean {
  const stat = fs.statSync(indexFile, { throwIfNoEntry: false });
  return stat !== undefined && identity(stat) !== known;
}
