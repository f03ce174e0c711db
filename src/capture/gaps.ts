// Gaps between what a session's hooks dispatched and what was kept of it: each becomes an episode that the next start tells of.
import type { SessionKey } from '../session/log.ts';
import type { Store } from '../store/open.ts';
import { addEpisode } from './episodes.ts';

/** For a session that has ended, with turns that were lost or failed; one for each life that has some. */
export function noteGaps(store: Store, now: number): number {
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
  for (const { host, root, session, lost, failed, ended } of gaps) {
    const day = new Date(ended).toISOString().slice(0, 10);
    const said = [lost > 0 ? `${lost} lost` : '', failed > 0 ? `${failed} not yet made use of` : ''].filter(Boolean);
    addEpisode(store, {
      ...{ host, root, session, kind: 'diff_gap', importance: 0.5, at: now },
      text: `Of the session that ended on ${day}, captured turns are missing from what was learnt: ${said.join(', ')}.`,
    });
  }
  return gaps.length;
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
