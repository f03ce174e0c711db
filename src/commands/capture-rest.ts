// What becomes of what was captured and still waits, when capture is turned off.
import fs from 'node:fs';
import { SpoolError } from '../capture/in-the-way.ts';
import { wipe } from '../capture/queue.ts';
import { workerRuns } from '../capture/running.ts';
import { spoolFolder, waiting } from '../capture/spool.ts';
import type { Places } from '../index/places.ts';
import { reason } from '../memory/vault.ts';
import { busySentence, isBusy } from '../store/busy.ts';
import { askStore, openStore, StoreError } from '../store/open.ts';
import { CommandError, type Context } from './context.ts';
import { note } from './output.ts';
import { exitOf } from './store-faults.ts';
import { runWorker } from './work.ts';

/** What was deleted unused, and what is left; in turns, or in sessions where the database cannot be asked. */
export interface Rest {
  discarded: number;
  waiting: number;
}

/** How long another worker is waited for, milliseconds. */
const PATIENCE = 20_000;
const STEP = 50;

/** Why captured turns cannot be dealt with, for people; undefined for what is no fault of disk or database. */
export function faultOf(error: unknown, { db }: Pick<Places, 'db'>): string | undefined {
  if (error instanceof StoreError || error instanceof SpoolError) return error.message;
  if (isBusy(error)) return busySentence(db);
  const { code } = error as { code?: unknown };
  if (typeof code !== 'string' || !(error instanceof Error)) return undefined;
  return code.startsWith('SQLITE_') ? `the database refused: ${error.message}` : reason(error);
}

/** Makes use of what waits, and drops what has only begun. */
export async function useRest(places: Places, context: Context): Promise<Rest> {
  const spool = spoolFolder(places);
  if (!fs.existsSync(spool)) return { discarded: 0, waiting: 0 };
  try {
    let report = await runWorker(places, context.env);
    // What another one is at may be what a hook had just begun to keep.
    for (const until = Date.now() + PATIENCE; !report && Date.now() < until; ) {
      while (workerRuns(places) && Date.now() < until) await new Promise((done) => setTimeout(done, STEP));
      report = await runWorker(places, context.env);
    }
    if (report) {
      forgetBegun(places);
      return { discarded: 0, waiting: report.waiting };
    }
    note(context, 'another worker is still at it; engram capture off once more sees to what that leaves');
  } catch (error) {
    const fault = faultOf(error, places);
    if (fault === undefined) throw error;
    note(context, `${fault}; what waits stays where it is, and goes after 7 days`);
  }
  return { discarded: 0, waiting: waiting(spool).length };
}

/** Nobody tells the end of a turn that has begun. */
function forgetBegun({ db }: Places): void {
  askStore(db, undefined, (store) => {
    store.prepare('DELETE FROM capture_piece').run();
    wipe(store);
  });
}

/** Deletes what no worker has taken in yet. What is no folder holds nothing that was captured. */
export function discardSpool(places: Pick<Places, 'home'>): void {
  const spool = spoolFolder(places);
  if (fs.statSync(spool, { throwIfNoEntry: false })?.isDirectory()) fs.rmSync(spool, { recursive: true, force: true });
}

/** Deletes all that was captured and nothing was made of, wherever it is. @throws CommandError where the database refuses */
export function discardRest(places: Places): Rest {
  const { db } = places;
  try {
    discardSpool(places);
    if (!fs.existsSync(db)) return { discarded: 0, waiting: 0 };
    const { store } = openStore(db, { keepsCorrupt: true });
    try {
      const discarded = store
        .transaction(() => {
          store.prepare('DELETE FROM capture_piece').run();
          return store
            .prepare(
              "UPDATE capture_turn SET state = 'done', body = NULL, begun = NULL, fault = NULL WHERE state = 'waiting'",
            )
            .run().changes;
        })
        .immediate();
      wipe(store);
      return { discarded, waiting: 0 };
    } finally {
      store.close();
    }
  } catch (error) {
    const fault = faultOf(error, places);
    if (fault === undefined) throw error;
    throw new CommandError(
      `capture is off; ${fault}; what waits in it stays there, and goes after 7 days`,
      exitOf(error),
    );
  }
}
