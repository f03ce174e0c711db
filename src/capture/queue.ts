// The turns that wait to be made use of: the next one, what became of it, what is too old, and how it stands. Cold.
import type { SessionKey } from '../session/log.ts';
import type { Store } from '../store/open.ts';
import { type Body, type Lost, lose, recordLoss } from './drain.ts';
import type { CapturedTurn } from './turn.ts';

/** How long what nothing was made of is kept, milliseconds (P-20). */
export const RETENTION = 7 * 86_400_000;
/** So long it is known that a line or a turn was there already, milliseconds. */
const KNOWN = 30 * 86_400_000;
/** The wait behind the first failure, milliseconds; four times as long behind each further one, up to the longest. */
const FIRST_WAIT = 60_000;
const LONGEST_WAIT = 6 * 3_600_000;

/** A turn and the try that has begun with it. */
export interface Taken {
  turn: CapturedTurn;
  /** As rows know its session. */
  key: string;
}

/**
 * Begins with the oldest turn that is due. That it has begun is in the database before anything is made of it: a worker that is
 * killed at it has failed.
 * @returns undefined where none is due
 */
export function takeTurn(store: Store, now: number): Taken | undefined {
  interface Row extends SessionKey {
    key: string;
    sequence: number;
    at: number;
    body: string;
  }
  return store
    .transaction(() => {
      const row = store
        .prepare<[number], Row>(
          `SELECT key, host, root, session, capture_turn.sequence, at, body
           FROM capture_turn JOIN capture_session USING (key)
           WHERE state = 'waiting' AND due <= ? ORDER BY at, key, capture_turn.sequence LIMIT 1`,
        )
        .get(now);
      if (!row) return undefined;
      const { key, host, root, session, sequence, at, body } = row;
      store
        .prepare('UPDATE capture_turn SET begun = ?, tries = tries + 1, due = ? WHERE key = ? AND sequence = ?')
        .run(now, now + FIRST_WAIT, key, sequence);
      return { key, turn: { key: { host, root, session }, sequence, at, ...(JSON.parse(body) as Body) } };
    })
    .immediate();
}

/** What came of it is in the database: its text goes. */
export function finishTurn(store: Store, { key, turn }: Taken): void {
  store
    .prepare(
      "UPDATE capture_turn SET state = 'done', body = NULL, begun = NULL, fault = NULL WHERE key = ? AND sequence = ?",
    )
    .run(key, turn.sequence);
}

/** @param fault an error's kind and code, never its words */
export function failTurn(store: Store, { key, turn }: Taken, fault: string, now: number): void {
  const tries = store
    .prepare<[string, number], number>('SELECT tries FROM capture_turn WHERE key = ? AND sequence = ?')
    .pluck()
    .get(key, turn.sequence);
  const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 4 ** Math.max(0, (tries ?? 1) - 1));
  store
    .prepare('UPDATE capture_turn SET begun = NULL, fault = ?, due = ? WHERE key = ? AND sequence = ?')
    .run(fault, now + wait, key, turn.sequence);
}

/** What a killed worker was at has failed, and is due again. */
export function reclaim(store: Store, now: number): number {
  return store
    .prepare(
      "UPDATE capture_turn SET begun = NULL, fault = 'the worker was killed at it', due = ? WHERE begun IS NOT NULL",
    )
    .run(now).changes;
}

/** Those that failed are due now: a person asks for it. */
export function retryNow(store: Store): number {
  return store.prepare("UPDATE capture_turn SET due = 0 WHERE state = 'waiting' AND fault IS NOT NULL").run().changes;
}

/** Deletes what has waited too long, and what is of no use any more. @returns how many turns were lost */
export function expire(store: Store, now: number): number {
  return store
    .transaction(() => {
      const old = store
        .prepare<[number], Lost>("SELECT key, sequence, at, size FROM capture_turn WHERE state = 'waiting' AND at < ?")
        .all(now - RETENTION);
      for (const turn of old) lose(store, turn, 'old', now);
      const pieces = store
        .prepare<[number], { n: number; at: number; size: number }>(
          'SELECT n, at, length(CAST(body AS BLOB)) AS size FROM capture_piece WHERE at < ?',
        )
        .all(now - RETENTION);
      for (const { n, at, size } of pieces) {
        recordLoss(store, { id: `piece.${n}`, why: 'old', age: now - at, size }, now);
        store.prepare('DELETE FROM capture_piece WHERE n = ?').run(n);
      }
      store.prepare('DELETE FROM capture_line WHERE at < ?').run(now - KNOWN);
      store.prepare("DELETE FROM capture_turn WHERE state <> 'waiting' AND at < ?").run(now - KNOWN);
      return old.length + pieces.length;
    })
    .immediate();
}

/** How the queue stands. */
export interface QueueState {
  /** Turns that wait, and of these those that failed at least once. */
  waiting: number;
  failed: number;
  /** Turns that have begun and have not ended: their prompts and commands. */
  pieces: number;
  /** Turns of the last 7 days whose end no host told: kept, but without an answer. */
  interrupted: number;
  /** The sessions of these and when they were broken off, milliseconds since 1970; the newest first. */
  brokenOff: (Pick<SessionKey, 'host' | 'session'> & { at: number })[];
  /** Turns that were made use of, as far as they are remembered. */
  done: number;
  /** What went unused, by why: `old`, `full`, `spool` (never taken in). */
  lost: { why: string; count: number; bytes: number }[];
  /** When the oldest that waits ended, milliseconds since 1970; null where none waits. */
  oldest: number | null;
}

/**
 * @param now milliseconds since 1970: what was broken off is told as long as the text of a turn is kept at most
 * @param running a worker runs now, so that the turn that it is at has not failed
 */
export function queueState(store: Store, now: number, running = false): QueueState {
  const brokenOff = store
    .prepare<[number], QueueState['brokenOff'][number]>(
      `SELECT host, session, at FROM capture_turn JOIN capture_session USING (key)
       WHERE interrupted = 1 AND at >= ? ORDER BY at DESC, key, capture_turn.sequence DESC`,
    )
    .all(now - RETENTION);
  const count = (sql: string) => store.prepare(`SELECT count(*) FROM ${sql}`).pluck().get() as number;
  return {
    waiting: count("capture_turn WHERE state = 'waiting'"),
    failed: count(
      `capture_turn WHERE state = 'waiting' AND (fault IS NOT NULL${running ? '' : ' OR begun IS NOT NULL'})`,
    ),
    pieces: count('capture_piece'),
    interrupted: brokenOff.length,
    brokenOff,
    done: count("capture_turn WHERE state = 'done'"),
    lost: store
      .prepare<[], QueueState['lost'][number]>(
        'SELECT why, count(*) AS count, sum(size) AS bytes FROM capture_loss GROUP BY why ORDER BY why',
      )
      .all(),
    oldest: store.prepare("SELECT min(at) FROM capture_turn WHERE state = 'waiting'").pluck().get() as number | null,
  };
}

/** A turn as the queue shows it: never its text. */
export interface QueuedTurn extends Pick<SessionKey, 'host' | 'root' | 'session'> {
  sequence: number;
  at: number;
  size: number;
  tries: number;
  due: number;
  fault: string | null;
  interrupted: 0 | 1;
}

/** Those that wait, the oldest first. @param running as of `queueState` */
export function queued(store: Store, running = false): QueuedTurn[] {
  return store
    .prepare<[string], QueuedTurn>(
      `SELECT host, root, session, capture_turn.sequence, at, size, tries, due,
         CASE WHEN begun IS NULL THEN fault ELSE ? END AS fault, interrupted
       FROM capture_turn JOIN capture_session USING (key) WHERE state = 'waiting' ORDER BY at, key, capture_turn.sequence`,
    )
    .all(running ? 'none: a worker is at it' : 'the worker was killed at it');
}

/** Overwrites what was deleted, in the write-ahead log too. @returns false where somebody is reading: it is done the next time */
export function wipe(store: Store): boolean {
  const [{ busy }] = store.pragma('wal_checkpoint(TRUNCATE)') as [{ busy: number }];
  return busy === 0;
}
