// The entry of dist/worker.cjs, which hooks start detached: `node worker.cjs`. The hook has made the lock.
import { describe, logFault } from '../hook/log.ts';
import { findPlaces } from '../index/places.ts';
import { StoreError } from '../store/open.ts';
import '../text/stem-all.ts';
import { runWorker } from './work.ts';

const places = findPlaces(process.env);
if (!places) process.exit(64);
runWorker(places, process.env, { locked: true }).catch((error: unknown) => {
  const what = error instanceof StoreError ? 'the database was not used; engram doctor says why' : describe(error);
  logFault(places.log, new Date(), 'worker', what);
});
