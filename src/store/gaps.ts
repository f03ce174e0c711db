// Gaps between what a session's hooks dispatched and what was kept of it: each becomes an episode that the next start tells of.
import type { SessionKey } from '../session/log.ts';
import { addEpisode } from './episodes.ts';
import type { Store } from './open.ts';

/**
 * Notes them for sessions that have ended with turns that were lost or failed: one for each end.
 * @returns the projects with new ones
 */
export function noteGaps(store: Store, now: number): string[] {
  interface Gap extends SessionKey {
    lost: number;
    failed: number;
    ended: number;
  }
  const gaps = store
    .prepare<[], Gap>(
      `SELECT host, root, session, ended,
         sum(state = 'lost') AS lost, sum(state = 'waiting' AND fault IS NOT NULL) AS failed
       FROM capture_session JOIN capture_turn USING (key)
       WHERE ended IS NOT NULL GROUP BY key HAVING lost + failed > 0`,
    )
    .all();
  const roots = new Set<string>();
  for (const { host, root, session, lost, failed, ended } of gaps) {
    const day = new Date(ended).toISOString().slice(0, 10);
    const said = [lost > 0 ? `${lost} lost` : '', failed > 0 ? `${failed} not yet made use of` : ''].filter(Boolean);
    const episode = {
      ...{ host, root, session, kind: 'diff_gap' as const, importance: 0.5, at: now },
      text: `Of the session that ended on ${day}, captured turns are missing from what was learnt: ${said.join(', ')}.`,
    };
    const before = count(store);
    addEpisode(store, episode, String(ended));
    if (count(store) > before) roots.add(root);
  }
  return [...roots];
}

function count(store: Store): number {
  return store.prepare<[], number>("SELECT count(*) FROM episode WHERE kind = 'diff_gap'").pluck().get()!;
}

/** How long a start tells of a gap, milliseconds. */
const TOLD = 7 * 86_400_000;

/** What a session's start says of gaps in a project; undefined where there are none. */
export function gapNotice(store: Store, root: string, now: number): string | undefined {
  const texts = store
    .prepare<[string, number], string>(
      "SELECT text FROM episode WHERE kind = 'diff_gap' AND root = ? AND at > ? ORDER BY at DESC, id DESC LIMIT 3",
    )
    .pluck()
    .all(root, now - TOLD);
  return texts.length > 0 ? `engram: ${texts.join(' ')} \`engram queue\` says more.` : undefined;
}
