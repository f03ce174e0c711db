// What the database tells commands of sessions and memories, once all session logs are folded into it.

import { isBusy } from '../store/busy.ts';
import { foldSessions } from '../store/history.ts';
import { openStore, type Store, StoreError } from '../store/open.ts';
import { CommandError, type Context, EXIT } from './context.ts';
import { nativeAdvice } from './native.ts';
import { systemUser } from './system-user.ts';
import { openWorld } from './world.ts';

/**
 * What the store tells once all logs are folded.
 * @throws CommandError 69 without the store
 */
export function fromStore<T>(context: Context, read: (store: Store) => T, what = 'usage is counted'): T {
  const { places } = openWorld(context);
  try {
    const { store } = openStore(places.db);
    try {
      foldSessions(store, places.sessions, systemUser(context.env), context.now.getTime());
      return read(store);
    } finally {
      store.close();
    }
  } catch (error) {
    if (!isStoreFault(error) || isBusy(error)) throw error;
    const advice = error instanceof StoreError && error.kind === 'native' ? `; ${nativeAdvice()}` : '';
    throw new CommandError(`${what} in the database: ${error.message}${advice}`, EXIT.unavailable);
  }
}

function isStoreFault(error: unknown): error is Error {
  return error instanceof StoreError || String((error as { code?: unknown }).code).startsWith('SQLITE_');
}
