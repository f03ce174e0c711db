// Why the database could not be used, as commands say it and end with it.
import { findPlaces } from '../index/places.ts';
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
