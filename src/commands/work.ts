// One run of the worker, by whom it may be: a hook's, detached, or a person's. One at a time.
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expire } from '../capture/decide.ts';
import { refuse, spoolFault } from '../capture/in-the-way.ts';
import { learner } from '../capture/learn.ts';
import { workerLock } from '../capture/running.ts';
import { spoolFolder } from '../capture/spool.ts';
import { type Report, work } from '../capture/worker.ts';
import { describe, logFault } from '../hook/log.ts';
import { compiler } from '../index/compile.ts';
import type { Places } from '../index/places.ts';
import { systemUser } from './system-user.ts';

/** How long a run may take, milliseconds. */
const PATIENCE = 120_000;

type Env = Readonly<Record<string, string | undefined>>;

/**
 * @param options.locked the lock is ours already
 * @returns undefined where another worker is at it
 * @throws StoreError where there is no database; SpoolError where no lock can be had
 */
export async function runWorker(
  places: Places,
  env: Env,
  { locked = false }: { locked?: boolean } = {},
): Promise<Report | undefined> {
  if (!locked && !takeLock(places)) return undefined;
  try {
    const who = systemUser(env);
    const learn = learner(places, env, who, (line) => logFault(places.log, new Date(), 'worker', line));
    const report = await work({
      db: places.db,
      spool: spoolFolder(places),
      now: Date.now,
      deadline: Date.now() + PATIENCE,
      use: learn.use,
      settle: (store) => expire(store, { now: new Date(), who }),
      pause,
      describe,
    });
    learn.end(report.gaps);
    return report;
  } finally {
    fs.rmSync(workerLock(places), { force: true });
  }
}

/** @throws SpoolError where nobody can have it */
function takeLock(places: Places): boolean {
  let ours = false;
  let possible = true;
  compiler({
    indexFile: path.join(spoolFolder(places), 'worker'),
    start: () => {
      ours = true;
      return process.pid;
    },
    damaged: () => {},
    unwritable: () => {
      possible = false;
    },
    clock: () => 0,
    patience: 0,
  }).request(undefined);
  if (!ours && (!possible || spoolFault(places) !== undefined)) refuse(places);
  return ours;
}
