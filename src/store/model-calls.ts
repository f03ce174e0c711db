// How often a configured model was asked, and how often in vain, for each day. Cold.
import type { Store } from './open.ts';

export interface ModelCalls {
  calls: number;
  failed: number;
}

/**
 * Counts a call before it is made.
 * @param day `YYYY-MM-DD`, UTC
 * @returns false where the day has had `most` already; nothing is counted then
 * @throws an SQLite error
 */
export function takeModelCall(store: Store, day: string, most: number): boolean {
  return store
    .transaction(() => {
      store.prepare('INSERT OR IGNORE INTO model_calls (day, calls, failed) VALUES (?, 0, 0)').run(day);
      return (
        store.prepare('UPDATE model_calls SET calls = calls + 1 WHERE day = ? AND calls < ?').run(day, most).changes > 0
      );
    })
    .immediate();
}

/** Counts one of the day's calls as failed. @throws an SQLite error */
export function failModelCall(store: Store, day: string): void {
  store.prepare('UPDATE model_calls SET failed = failed + 1 WHERE day = ? AND failed < calls').run(day);
}

export function modelCallsOf(store: Store, day: string): ModelCalls {
  const row = store.prepare<[string], ModelCalls>('SELECT calls, failed FROM model_calls WHERE day = ?').get(day);
  return row ?? { calls: 0, failed: 0 };
}
