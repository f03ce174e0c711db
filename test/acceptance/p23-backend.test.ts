import fs from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  ASK,
  amiss,
  context,
  DEPLOY,
  newProcessLab,
  type ProcessLab,
  payloads,
  ROLLBACK,
  removeLabs,
  TWO,
} from '../process/lab.ts';
import { floor, tell } from './lab.ts';

afterAll(removeLabs);

/** The recall deadline, milliseconds, once the process is up. */
const DEADLINE = 300;
/** Shell, launcher and node before that, and a machine that does other things too, as multiples of `node -e 0`. */
const START = 10;

/** What is behind the hook, taken away. */
const FAULTS: readonly [string, (lab: ProcessLab) => void][] = [
  ['the database is no database', ({ places }) => fs.writeFileSync(places.db, 'gone')],
  [
    'the database is a folder',
    ({ places }) => {
      fs.rmSync(places.db, { force: true });
      fs.mkdirSync(places.db);
    },
  ],
  ['the native module is missing', ({ dist }) => fs.rmSync(path.join(dist, '..', 'node_modules'), { recursive: true })],
  [
    'sync is missing, and a memory has changed',
    (lab) => {
      fs.rmSync(path.join(lab.dist, 'sync.cjs'));
      lab.remember('rollback', `${ROLLBACK} Twice.\n`);
    },
  ],
  [
    'sync never ends, and a memory has changed',
    (lab) => {
      fs.writeFileSync(path.join(lab.dist, 'sync.cjs'), 'setTimeout(() => {}, 5_000);');
      lab.remember('rollback', `${ROLLBACK} Twice.\n`);
    },
  ],
];

describe('P-23: run 2: the backend is unavailable', () => {
  it.each(FAULTS)('%s: the prompt is answered within the deadline', (what, fault) => {
    const lab = newProcessLab(TWO);
    fault(lab);
    const least = floor();
    const ran = lab.run('claude', { ...payloads(lab, 'claude').UserPromptSubmit, prompt: ASK });
    expect(amiss(ran)).toEqual([]);
    expect(context(ran)).toContain(DEPLOY);
    // What has changed, and cannot be compiled, is not sent as it was.
    expect(context(ran).includes(ROLLBACK)).toBe(!what.includes('changed'));
    const bound = DEADLINE + START * least;
    tell('P-23', { fault: what, took: Math.round(ran.took), bound: Math.round(bound), floor: Math.round(least) });
    expect(ran.took).toBeLessThanOrEqual(bound);
  });
});
