// Why the database, or engram's folder, could not be used, as commands say it and end with it.
import fs from 'node:fs';
import path from 'node:path';
import { findPlaces } from '../index/places.ts';
import { reason } from '../memory/vault.ts';
import { busySentence, isBusy } from '../store/busy.ts';
import { StoreError } from '../store/open.ts';
import { CommandError, type Context, EXIT } from './context.ts';

/** The exit code of a command that needs the database. */
export function exitOf(error: unknown): number {
  if (isBusy(error)) return EXIT.temporary;
  if (!(error instanceof StoreError)) return EXIT.io;
  return error.kind === 'native' ? EXIT.unavailable : EXIT.data;
}

/** What another process held too long; undefined for every other fault. */
export function busyFault(error: unknown, { env }: Pick<Context, 'env'>): CommandError | undefined {
  if (!isBusy(error)) return undefined;
  const places = findPlaces(env);
  const said = error instanceof StoreError || !places ? (error as Error).message : busySentence(places.db);
  return new CommandError(said, EXIT.temporary);
}

/** engram's own folder is not there and cannot be made; undefined for every other fault. */
export function homeFault(error: unknown, { env }: Pick<Context, 'env'>): CommandError | undefined {
  const home = findPlaces(env)?.home;
  const at = (error as NodeJS.ErrnoException).path;
  if (home === undefined || typeof at !== 'string' || fs.existsSync(home)) return undefined;
  const isThere = at === home || at.startsWith(home + path.sep) || home.startsWith(at + path.sep);
  if (!isThere) return undefined;
  return new CommandError(
    `engram's folder ${home} cannot be made: ${reason(error)}; set ENGRAM_HOME to a folder that can`,
    EXIT.cannotCreate,
  );
}
