// Whether a worker runs now, told by its lock.
import fs from 'node:fs';
import path from 'node:path';
import { abandoned, lockFile } from '../index/compile.ts';
import type { Places } from '../index/places.ts';
import { spoolFolder } from './spool.ts';

/** The lock's file; a hook makes the lock before it starts a worker. */
export function workerLock(places: Pick<Places, 'home'>): string {
  return lockFile(path.join(spoolFolder(places), 'worker'));
}

export function workerRuns(places: Pick<Places, 'home'>): boolean {
  const lock = workerLock(places);
  return fs.existsSync(lock) && !abandoned(lock);
}
