// Episodes: what is worth keeping of sessions and is no memory. Cold.
import type { SessionKey } from '../session/log.ts';
import { key64 } from '../text/hash.ts';
import type { Store } from './open.ts';

/** `turn`: what a turn gave that was not worth a proposal, or more than one; `diff_gap`: that turns of a session were lost. */
export type EpisodeKind = 'session_summary' | 'turn' | 'dream_skill' | 'diff_gap';

export interface Episode extends Pick<SessionKey, 'host' | 'root' | 'session'> {
  kind: EpisodeKind;
  text: string;
  /** 0–1. */
  importance: number;
  /** Milliseconds since 1970. */
  at: number;
}

/**
 * Keeps one, once.
 * @param by what makes it the same one of its session: its text
 * @returns its number
 */
export function addEpisode(
  store: Store,
  { kind, host, root, session, text, importance, at }: Episode,
  by: string = text,
): number {
  const mark = key64([kind, host, root, session, by].join('\0'));
  store
    .prepare(
      'INSERT OR IGNORE INTO episode (kind, host, root, session, text, importance, at, mark) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    )
    .run(kind, host, root, session, text, importance, at, mark);
  return store.prepare<[string], number>('SELECT id FROM episode WHERE mark = ?').pluck().get(mark)!;
}

/** Drops what a session gave that says this. @param text white space around it does not count */
export function dropEpisode(store: Store, { host, root, session }: SessionKey, text: string): void {
  store
    .prepare('DELETE FROM episode WHERE host = ? AND root = ? AND session = ? AND trim(text, char(32, 9, 10, 13)) = ?')
    .run(host, root, session, text.trim());
}

/** The newest first. */
export function episodes(store: Store, root?: string): (Episode & { id: number })[] {
  return store
    .prepare<[string | null, string | null], Episode & { id: number }>(
      'SELECT id, kind, host, root, session, text, importance, at FROM episode WHERE ? IS NULL OR root = ? ORDER BY at DESC, id DESC',
    )
    .all(root ?? null, root ?? null);
}
