// The report card of a period: what was decided, what was kept and where, what is missing. Each number is a count of rows. Cold.

import { type EpisodeKind, episodes } from '../store/episodes.ts';
import type { Store } from '../store/open.ts';
import { type AuditEvent, auditRows, waitingProposals } from '../store/proposals.ts';

export interface ReportCard {
  /** ISO. */
  since: string;
  until: string;
  /** Lines of the record, by what happened. */
  decisions: Record<AuditEvent, number>;
  /** What was kept, by how far it came: as an episode of its session, as a proposal, as a memory. */
  saves: { episodes: number; proposals: number; memories: number };
  /** The same episodes by their kind. */
  episodes: Record<EpisodeKind, number>;
  /** Sessions of which captured turns are missing. */
  gaps: number;
  /** What was asked for by a marker in the conversation. */
  dreams: number;
  /** Proposals that wait now. */
  waiting: number;
}

/**
 * @param since milliseconds since 1970
 * @param root of one project alone
 */
export function reportCard(store: Store, since: number, now: number, root: string | undefined): ReportCard {
  const rows = auditRows(store, since).filter((row) => row.at <= now && (root === undefined || row.root === root));
  const kept = episodes(store, root).filter(({ at }) => at >= since && at <= now);
  const decisions: ReportCard['decisions'] = {
    ...{ proposed: 0, written: 0, edited: 0, approved: 0, rejected: 0, reverted: 0, undone: 0, expired: 0 },
  };
  for (const { what } of rows) decisions[what]++;
  const kinds: ReportCard['episodes'] = { turn: 0, session_summary: 0, dream_skill: 0, diff_gap: 0 };
  for (const { kind } of kept) kinds[kind]++;
  return {
    since: new Date(since).toISOString(),
    until: new Date(now).toISOString(),
    decisions,
    saves: {
      episodes: kept.length,
      proposals: decisions.proposed,
      memories: decisions.approved + decisions.written,
    },
    episodes: kinds,
    gaps: kinds.diff_gap,
    dreams: rows.filter(({ dream, what }) => dream && (what === 'proposed' || what === 'written')).length,
    waiting: waitingProposals(store, root, now).length,
  };
}
