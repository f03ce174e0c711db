// What is in the way of keeping turns, if anything: hooks say nothing of it, so that commands must. Cold.
import fs from 'node:fs';
import { makeFolder, type Places } from '../index/places.ts';
import { reason } from '../memory/vault.ts';
import { workerLock } from './running.ts';
import { spoolFolder } from './spool.ts';

/** Nothing can be kept or taken in; the message says why, and what mends it. */
export class SpoolError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SpoolError';
  }
}

/** Why no turn can be kept, and what mends it; undefined where nothing is in the way, the folder not made yet included. */
export function spoolFault(places: Pick<Places, 'home'>): string | undefined {
  const spool = spoolFolder(places);
  const there = fs.lstatSync(spool, { throwIfNoEntry: false });
  if (!there) return undefined;
  const folder = fs.statSync(spool, { throwIfNoEntry: false });
  if (!folder) return `${spool} is a link to nothing, where captured turns belong; remove it`;
  if (!folder.isDirectory())
    return `${spool} is no folder, so that no turn can be kept in it; move it away, and the next turn makes the folder`;
  const lock = workerLock(places);
  if (fs.lstatSync(lock, { throwIfNoEntry: false })?.isFile() === false)
    return `${lock} is no file, so that no worker can start; remove it`;
  try {
    fs.accessSync(spool, fs.constants.W_OK | fs.constants.X_OK);
    return undefined;
  } catch (error) {
    const readOnly = (error as NodeJS.ErrnoException).code === 'EROFS';
    const cure = readOnly ? 'set ENGRAM_HOME to a folder on another' : 'make it yours again (chmod 700)';
    return `${spool} cannot be written: ${reason(error)}; ${cure}`;
  }
}

/** As spoolFault, where a file could not be made there. @throws SpoolError */
export function refuse(places: Pick<Places, 'home'>): never {
  const fault = spoolFault(places);
  if (fault !== undefined) throw new SpoolError(fault);
  const lock = workerLock(places);
  try {
    makeFolder(spoolFolder(places));
    fs.closeSync(fs.openSync(lock, 'wx', 0o600));
    fs.rmSync(lock);
  } catch (error) {
    throw new SpoolError(`the worker’s lock ${lock} cannot be made: ${reason(error)}`);
  }
  throw new SpoolError(`the worker’s lock ${lock} could not be made; try again`);
}
