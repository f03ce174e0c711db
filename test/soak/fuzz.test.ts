// Two thousand of the inputs that `npm run fuzz` makes by the hundred thousand.
import { expect, it } from 'vitest';
import { fuzz } from '../../bench/soak/fuzz.ts';
import { seeded } from '../../bench/soak/random.ts';

it('P-08: whatever stands in a payload, a file, the index or the database: exit 0 and a valid answer, within a second', async () => {
  const report = await fuzz(2_000, seeded(1), 200);
  expect(report.faults).toEqual([]);
  expect(report.inputs).toBe(2_000);
  expect(Object.keys(report.kinds).sort()).toEqual(
    ['config', 'database', 'front matter', 'globs', 'index', 'memory', 'payload', 'session log'].sort(),
  );
  expect(report.processes).toBeGreaterThan(0);
}, 300_000);
