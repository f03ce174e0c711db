// Compactions: told from the lines that hooks leave in a session's log, one row each in the store. Cold.
import type { Store } from './open.ts';

type Trigger = 'manual' | 'auto';

export interface Compaction {
  /** Undefined where the host did not say. */
  trigger?: Trigger;
  /** When it was first heard of, milliseconds since 1970. */
  at: number;
}

/**
 * What a log tells of compactions: one begins, the session starts again behind it, it is over; or the conversation itself is a new
 * one, to which none of them belongs.
 */
export interface Sign extends Compaction {
  kind: 'before' | 'start' | 'after' | 'new';
}

/** Two like signs with less between them come from two processes of one event: the host is linked twice. Milliseconds. */
const TWICE = 2_000;

/**
 * One for each compaction. Where one begins, the next start and the next end belong to it; of a host that does not say so, the first
 * of these is where it begins.
 * @param signs in the order of the log
 */
export function compactionsOf(signs: readonly Sign[]): Compaction[] {
  const all: Compaction[] = [];
  let open: { row: Compaction; kinds: Set<Sign['kind']> } | undefined;
  let last: Sign | undefined;
  for (const sign of signs) {
    const { kind, trigger, at } = sign;
    const twice = last?.kind === kind && last.trigger === trigger && Math.abs(at - last.at) < TWICE;
    last = sign;
    if (twice) continue;
    if (kind === 'new') {
      open = undefined;
      continue;
    }
    if (!open || kind === 'before' || open.kinds.has(kind)) {
      open = { row: { at }, kinds: new Set() };
      all.push(open.row);
    }
    open.kinds.add(kind);
    if (trigger) open.row.trigger ??= trigger;
  }
  return all;
}

/**
 * What a reset tells.
 * @param words behind its time: `compact manual`
 * @param event of the line before it. Old logs say `compact` alone of both, and a start records its event just before
 */
export function resetSign([why, how]: readonly string[], event: string, at: number): Sign {
  if (why !== 'compact') return { kind: 'new', at };
  const isStart = how === 'start' || (how === undefined && event === 'start:compact');
  return { kind: isStart ? 'start' : 'before', ...triggerOf(how), at };
}

export function triggerOf(word: string | undefined): { trigger?: Trigger } {
  return word === 'manual' || word === 'auto' ? { trigger: word } : {};
}

/** A row as it is kept, with whose it is. */
export interface CompactionEvent {
  /** Milliseconds since 1970. */
  at: number;
  host: string;
  agent: string | null;
  /** The project. */
  root: string;
  user: string;
  oldSession: string;
  newSession: string;
  reason: Trigger | null;
  summary: string | null;
}

/**
 * An SQL condition: a column holds a time, milliseconds since 1970, that a Date can tell. SQLite checks neither sums nor types, and a
 * damaged row is as good as none.
 */
export function isDate(column: string): string {
  return `typeof(${column}) IN ('real', 'integer') AND ${column} BETWEEN 0 AND 8.64e15`;
}

/** Of all folded sessions, the newest first. */
export function compactions(store: Store): CompactionEvent[] {
  return store
    .prepare<[], CompactionEvent>(
      `SELECT at, host, agent, root, user, old_session AS oldSession, new_session AS newSession, reason, summary
       FROM compaction_events JOIN session USING (log)
       WHERE ${isDate('at')} AND typeof(host) = 'text' AND typeof(root) = 'text' AND typeof(old_session) = 'text'
         AND typeof(new_session) = 'text'
       ORDER BY at DESC, old_session, compaction_events.rowid DESC`,
    )
    .all();
}
