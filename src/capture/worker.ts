// The worker: takes the spool in, makes use of the turns that wait, deletes their texts. Nobody waits for it. Killed at any moment it
// has lost nothing and done nothing twice: each step is one transaction, and each can be made again. Cold.
import fs from 'node:fs';
import path from 'node:path';
import { noteGaps } from '../store/gaps.ts';
import { openStore, type Store, StoreError } from '../store/open.ts';
import { endIdle, recordLoss, takeIn } from './drain.ts';
import { expire, failTurn, finishTurn, queueState, RETENTION, reclaim, takeTurn, wipe } from './queue.ts';
import { expireSpool, givenUp, isWaiting, LEFT, RAN, remove, take, waiting } from './spool.ts';
import type { CapturedTurn } from './turn.ts';

export interface Job {
  db: string;
  spool: string;
  now(): number;
  /** When it stops, whatever is left; milliseconds since 1970. */
  deadline: number;
  /** Makes use of one turn, for good or not at all; once more does no harm. */
  use(store: Store, turn: CapturedTurn): void | Promise<void>;
  /** Drops proposals that nobody decided about in time. */
  settle?(store: Store): void;
  pause(milliseconds: number): Promise<void>;
  /** An error without its words, which may quote what was captured. */
  describe(error: unknown): string;
}

export interface Report {
  /** Lines that were new, turns that were made use of, that failed, that were too old. */
  lines: number;
  used: number;
  failed: number;
  expired: number;
  /** Turns that wait still. */
  waiting: number;
  /** Something is left in the spool. */
  spooled: boolean;
  /** Projects with sessions of which turns are missing, that were not known before. */
  gaps: string[];
}

/** A session that has begun a turn and says nothing for so long is not going on with it, milliseconds. */
const IDLE = 86_400_000;
/** How often a locked database is asked again, milliseconds. */
const AGAIN = 250;

/** @throws StoreError where there is no database, or an SQLite error where it refuses beyond the deadline: the spool is kept then */
export async function work(job: Job): Promise<Report> {
  const store = await open(job);
  try {
    // What is deleted is overwritten.
    store.pragma('secure_delete = ON');
    const report: Report = { lines: 0, used: 0, failed: 0, expired: 0, waiting: 0, spooled: false, gaps: [] };
    await patiently(job, () => reclaim(store, job.now()));
    let taken: number;
    do {
      const drained = await drain(store, job);
      taken = drained.files;
      report.lines += drained.lines;
      report.expired += await patiently(job, () => expire(store, job.now()));
      await patiently(job, () => endIdle(store, job.now() - IDLE, job.now()));
      await useAll(store, job, report);
      // What cannot be read stays where it is.
    } while (taken > 0 && isWaiting(job.spool) && job.now() < job.deadline);
    await patiently(job, () => job.settle?.(store));
    report.gaps = await patiently(job, () => noteGaps(store, job.now()));
    report.waiting = queueState(store, job.now()).waiting;
    report.spooled = isWaiting(job.spool);
    for (let attempt = 0; attempt < 20 && !wipe(store); attempt++) await job.pause(AGAIN);
    mark(job, report);
    return report;
  } finally {
    store.close();
  }
}

async function open(job: Job): Promise<Store> {
  try {
    return (await patiently(job, () => openStore(job.db))).store;
  } catch (error) {
    // Without a database nothing is taken in, and what has waited too long goes all the same.
    if (error instanceof StoreError) expireSpool(job.spool, job.now() - RETENTION);
    throw error;
  }
}

/** Takes the whole spool in. @returns how many lines were new, of how many files */
export async function drain(
  store: Store,
  job: Pick<Job, 'spool' | 'now' | 'deadline' | 'pause'>,
): Promise<{ lines: number; files: number }> {
  let lines = 0;
  let files = 0;
  for (const file of waiting(job.spool)) {
    const batch = take(file, job.now());
    if (!batch) continue;
    // Killed once the file is gone, it has left something all the same: the next start has that done.
    fs.writeFileSync(path.join(job.spool, LEFT), '', { mode: 0o600 });
    lines += await patiently(job, () => takeIn(store, batch, job.now()));
    remove(batch.file);
    files++;
  }
  for (const { file, bytes } of givenUp(job.spool)) {
    await patiently(job, () =>
      recordLoss(store, { id: path.basename(file), why: 'spool', age: 0, size: bytes }, job.now()),
    );
    remove(file);
  }
  return { lines, files };
}

async function useAll(store: Store, job: Job, report: Report): Promise<void> {
  while (job.now() < job.deadline) {
    const taken = await patiently(job, () => takeTurn(store, job.now()));
    if (!taken) return;
    try {
      await job.use(store, taken.turn);
      await patiently(job, () => finishTurn(store, taken));
      report.used++;
    } catch (error) {
      await patiently(job, () => failTurn(store, taken, job.describe(error), job.now()));
      report.failed++;
    }
  }
}

/** Another process may hold the database longer than SQLite itself waits. */
async function patiently<T>(job: Pick<Job, 'now' | 'deadline' | 'pause'>, step: () => T): Promise<T> {
  for (;;) {
    try {
      return step();
    } catch (error) {
      const locked = /SQLITE_BUSY|database is locked/.test(
        `${(error as { code?: unknown }).code} ${(error as Error).message}`,
      );
      if (!locked || job.now() >= job.deadline) throw error;
      await job.pause(AGAIN);
    }
  }
}

function mark({ spool, now }: Job, { waiting: left }: Report): void {
  if (!fs.existsSync(spool)) return;
  const leftFile = path.join(spool, LEFT);
  if (left > 0) fs.writeFileSync(leftFile, '', { mode: 0o600 });
  else fs.rmSync(leftFile, { force: true });
  const ran = path.join(spool, RAN);
  fs.writeFileSync(ran, '', { mode: 0o600 });
  const at = now() / 1000;
  fs.utimesSync(ran, at, at);
}
