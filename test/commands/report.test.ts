import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { proposalWorld, propose } from '../../src/capture/proposals.ts';
import { findPlaces } from '../../src/index/places.ts';
import { addEpisode, type EpisodeKind } from '../../src/store/episodes.ts';
import { openStore, type Store } from '../../src/store/open.ts';
import { type Lab, makeLab, NOW } from './lab.ts';

const HOUR = 3_600_000;

let lab: Lab;
beforeEach(async () => {
  lab = makeLab();
  await lab.run('init');
});
afterEach(() => lab.remove());

function withStore<T>(work: (store: Store) => T): T {
  const { store } = openStore(path.join(lab.engram, 'engram.db'));
  try {
    return work(store);
  } finally {
    store.close();
  }
}

const count = (store: Store, from: string) => store.prepare(`SELECT count(*) FROM ${from}`).pluck().get() as number;

describe('report', () => {
  it('A-30: its sums are the counts of rows of the period', async () => {
    const at = NOW.getTime();
    withStore((store) => {
      const episode = (kind: EpisodeKind, age: number, root = lab.project) =>
        addEpisode(store, {
          kind,
          host: 'claude',
          root,
          session: 's',
          text: `${kind} ${age} ${root}`,
          importance: 0.6,
          at: at - age * HOUR,
        });
      for (const [kind, age] of [
        ['turn', 1],
        ['turn', 2],
        ['session_summary', 3],
        ['dream_skill', 4],
        ['diff_gap', 5],
        ['turn', 30],
      ] as const) {
        episode(kind, age);
      }
      episode('turn', 1, '/elsewhere');
      const env = { HOME: lab.home };
      const world = (age: number) =>
        proposalWorld(lab.project, findPlaces(env)!, env, new Date(at - age * HOUR), 'ada');
      const one = (text: string, age: number, dream?: true) =>
        propose(
          store,
          {
            type: 'fact',
            text,
            summary: '',
            importance: 0.95,
            origin: 'user',
            scope: 'project',
            signals: [],
            ...(dream ? { dream } : {}),
          },
          world(age),
        );
      one('The staging database is called violet.', 30, true);
      one('Releases are tagged by the release manager.', 2, true);
      one('Builds need Node 20.', 1);
      one('Logs rotate at midnight.', 1);
    });
    await lab.run('proposals approve 2');
    await lab.run('proposals reject 3');
    await lab.run('proposals revert 2');
    const report = await lab.json<Record<string, unknown>>('report --hours 24 --json');
    expect(report).toEqual({
      ...{ hours: 24, since: '2026-11-29T12:00:00.000Z', until: '2026-11-30T12:00:00.000Z' },
      decisions: { proposed: 3, written: 0, edited: 0, approved: 1, rejected: 1, reverted: 1, undone: 0, expired: 0 },
      saves: { episodes: 5, proposals: 3, memories: 1 },
      episodes: { turn: 2, session_summary: 1, dream_skill: 1, diff_gap: 1 },
      ...{ gaps: 1, dreams: 1, waiting: 2 },
    });
    const since = at - 24 * HOUR;
    withStore((store) => {
      const sum = (of: unknown) => Object.values(of as Record<string, number>).reduce((a, b) => a + b, 0);
      expect(sum(report.decisions)).toBe(count(store, `audit WHERE at >= ${since}`));
      expect(sum(report.episodes)).toBe(count(store, `episode WHERE root = '${lab.project}' AND at >= ${since}`));
      expect(report.waiting).toBe(count(store, "proposal WHERE status = 'pending'"));
      expect(report.dreams).toBe(count(store, `proposal WHERE dream = 1 AND created >= ${since}`));
    });
    const all = await lab.json<{ saves: { episodes: number }; decisions: { proposed: number } }>(
      'report --hours 48 --all --json',
    );
    expect([all.saves.episodes, all.decisions.proposed]).toEqual([7, 4]);
  });

  it('prints rows, and refuses what is no number of hours', async () => {
    expect((await lab.run('report')).out).toContain('decisions\tapproved\t0\n');
    for (const slip of ['0', '-1', 'day']) expect((await lab.run(['report', '--hours', slip])).code).toBe(64);
  });
});
