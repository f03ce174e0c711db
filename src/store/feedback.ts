// How often a memory was said to be of use, or none. Cold.
import { isDate } from './compactions.ts';
import type { Store } from './open.ts';

/** What was said of one memory, by its id. */
export interface Feedback {
  id: string;
  useful: number;
  noise: number;
  /** The last time, milliseconds since 1970. */
  last: number;
}

/** @param at milliseconds since 1970 */
export function recordFeedback(store: Store, said: { id: string; file: string; useful: boolean; at: number }): void {
  store
    .prepare('INSERT INTO recall_useful (id, file, useful, at) VALUES (?, ?, ?, ?)')
    .run(said.id, said.file, said.useful ? 1 : 0, said.at);
}

/** The most often useful first, then by id. */
export function feedback(store: Store): Feedback[] {
  return store
    .prepare<[], Feedback>(
      `SELECT id, sum(useful = 1) AS useful, sum(useful = 0) AS noise, max(at) AS last
       FROM recall_useful WHERE typeof(id) = 'text' AND ${isDate('at')}
       GROUP BY id ORDER BY useful DESC, noise, id`,
    )
    .all();
}
