// A few seconds of what `npm run load` does for a minute.
import { expect, it } from 'vitest';
import { load } from '../../bench/soak/load.ts';
import { seeded } from '../../bench/soak/random.ts';

it('E-24 E-27: 32 hooks at once over 8 sessions: no error, nothing lost, nothing twice; old sessions go into the database', async () => {
  const report = await load({ seconds: 5, memories: 300, prompts: 12, many: 205 }, seeded(1));
  expect(report.faults).toEqual([]);
  expect(report.hooks).toBeGreaterThan(32);
  expect(report.bodies).toBeGreaterThan(50);
  expect(report.sessions).toEqual({ begun: 206, kept: report.sessions.kept, folded: 206 });
}, 120_000);
