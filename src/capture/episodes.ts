// Episodes: what is worth keeping of sessions and is no memory. Cold.
import type { SessionKey } from '../session/log.ts';
import type { Store } from '../store/open.ts';
import { key64 } from '../text/hash.ts';

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

/** Keeps one; the same text of the same session is kept once. @returns its number */
export function addEpisode(store: Store, { kind, host, root, session, text, importance, at }: Episode): number {
  const mark = key64([kind, host, root, session, text].join('\0'));
  store
    .prepare(
      'INSERT OR IGNORE INTO episode (kind, host, root, session, text, importance, at, mark) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    )
    .run(kind, host, root, session, text, importance, at, mark);
  return store.prepare<[string], number>('SELECT id FROM episode WHERE mark = ?').pluck().get(mark)!;
}

/** The newest first. */
export function episodes(store: Store, root?: string): (Episode & { id: number })[] {
  return store
    .prepare<[string | null, string | null], Episode & { id: number }>(
      'SELECT id, kind, host, root, session, text, importance, at FROM episode WHERE ? IS NULL OR root = ? ORDER BY at DESC, id DESC',
    )
    .all(root ?? null, root ?? null);
}
