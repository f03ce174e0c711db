// Some thirty of the kills that `npm run soak` makes by the hundred.
import { expect, it } from 'vitest';
import { soak } from '../../bench/soak/kills.ts';
import { seeded } from '../../bench/soak/random.ts';

it('O2 E-27: kill -9 at random moments of hooks, commands, a sync, a migration, a build of the code cache and an uninstall harms nothing', async () => {
  const only = [
    'claude prompt',
    'codex prompt',
    'cursor prompt',
    'claude session-start',
    'claude path',
    'claude pre-compact',
    'remember',
    'config set',
  ];
  const report = await soak(30, seeded(1), [...only, 'link', 'sync', 'migration', 'cache', 'uninstall']);
  expect(report.faults).toEqual([]);
  expect(report.kills).toBeGreaterThanOrEqual(30);
}, 300_000);

it('P-19: kill -9 at random moments of hooks that capture and of workers loses nothing that was acknowledged, and doubles nothing', async () => {
  const report = await soak(12, seeded(2), ['capture hook', 'worker']);
  expect(report.faults).toEqual([]);
  expect(report.kills).toBeGreaterThanOrEqual(12);
}, 300_000);
