// Has an index compiled by a sync of its own, once, however many hooks ask, and waits for it. Only where one is wanted.
import fs from 'node:fs';
import path from 'node:path';
import type { Compile } from './fresh.ts';
import { makeFolder } from './places.ts';
import { identity } from './read.ts';

/** How often a waiting hook looks for the new index, milliseconds. */
const POLL = 4;
/** A lock older than this is a dead run's, whatever its pid says. */
const LOCK_AGE = 600_000;
/** What takes a hook an instant, and was not done after this long, was given up. */
const HANDED_OVER = 5_000;

/** What a hook brings along for it. */
export interface Job {
  indexFile: string;
  /** Starts `engram sync` detached; returns its pid. */
  start(): number | undefined;
  /** To be told that the index cannot be read and is compiled anew. */
  damaged(): void;
  /** To be told that nothing can be written where the index belongs. */
  unwritable(): void;
  /** Milliseconds since an arbitrary moment, never going backwards. */
  clock(): number;
  /** Counted from when waiting begins, milliseconds. */
  patience: number;
}

export function compiler(job: Job): Compile {
  let deadline: number | undefined;
  return {
    indexFile: job.indexFile,
    damaged: () => job.damaged(),
    request: (known) => request(job, known),
    wait: (known) => {
      // Most hooks have nothing to wait for.
      deadline ??= job.clock() + job.patience;
      return wait(job, known, deadline);
    },
  };
}

/**
 * Starts a sync unless one is running. The lock is made here, so that of many hooks one starts it; sync removes it.
 * @param known the identity of the index that is found wanting
 * @returns false where no lock can be had at all (a read-only home) or no sync started: nobody will compile
 */
function request(job: Job, known: string | undefined): boolean {
  const lock = lockFile(job.indexFile);
  try {
    makeFolder(path.dirname(lock));
  } catch {
    job.unwritable();
    return false;
  }
  for (let attempt = 0; attempt < 2; attempt++) {
    let fd: number;
    try {
      fd = fs.openSync(lock, 'wx', 0o600);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
        job.unwritable();
        return false;
      }
      if (!abandoned(lock) || !takeAway(lock)) return true;
      continue;
    }
    try {
      // A sync that has ended since we looked leaves no lock, but another index.
      const done = isAnother(job.indexFile, known);
      const pid = done ? undefined : job.start();
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

/** Whether a process runs; one that is killed and only not yet asked how it ended does not. */
export function alive(pid: number): boolean {
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
function wait(job: Job, known: string | undefined, deadline: number): boolean {
  const cell = new Int32Array(new SharedArrayBuffer(4));
  const lock = lockFile(job.indexFile);
  while (job.clock() < deadline) {
    if (isAnother(job.indexFile, known)) return true;
    if (!fs.statSync(lock, { throwIfNoEntry: false })) return true;
    Atomics.wait(cell, 0, 0, POLL);
  }
  return false;
}

function isAnother(indexFile: string, known: string | undefined): boolean {
  const stat = fs.statSync(indexFile, { throwIfNoEntry: false });
  return stat !== undefined && identity(stat) !== known;
}
