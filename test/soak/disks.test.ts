// The first of the ways in which `npm run soak` breaks disks.
import { expect, it } from 'vitest';
import { disks } from '../../bench/soak/disks.ts';
import { oneOfEach } from '../../bench/soak/recorded.ts';
import { hosts } from '../../hosts/index.ts';

const FULL = 'full disk';
const LIMITED = 'files that may not grow (ulimit -f)';

it.each([FULL, LIMITED])(
  'P-08: %s: every writer says so or has done it, and nothing is harmed',
  async (way) => {
    const report = await disks([way], 1, hosts.slice(0, 2).flatMap(oneOfEach));
    expect(report.faults).toEqual([]);
    if (report.skipped.length > 0) return;
    // It was broken, or this test would prove nothing.
    expect(report.refused[way]).toBeGreaterThanOrEqual(3);
  },
  120_000,
);
