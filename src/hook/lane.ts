// The fast lane as one script, dist/lane.js; dist/hook.cjs (main.ts) loads it. Nothing but node:fs and node:path is loaded
// before the answer is out.
import path from 'node:path';
import { edited, openFresh } from '../index/fresh.ts';
import { makeFolder } from '../index/places.ts';
import { identity, openIndex } from '../index/read.ts';
import { gitFolder } from '../index/repository.ts';
import { plan } from '../plan/plan.ts';
import { claimKey, recorded, sessionFile } from '../session/log.ts';
import { setStemLoader } from '../text/stem.ts';
import { setWideLoader } from '../text/wide.ts';
import { bodyClaim, deliver, holds, item } from './deliver.ts';
import { later, setPartLoader } from './lazy.ts';
import { applyingTo, inProject, MOST } from './path.ts';
import { runHook } from './run.ts';
import { readAll, writeAll } from './stdio.ts';
import { budget, framed, freshness, session } from './turn.ts';

/** What dist/later.cjs has from here; build.mjs reads the names. */
const shared = {
  applyingTo,
  bodyClaim,
  budget,
  claimKey,
  deliver,
  edited,
  framed,
  freshness,
  gitFolder,
  holds,
  identity,
  inProject,
  item,
  MOST,
  makeFolder,
  openFresh,
  openIndex,
  plan,
  recorded,
  session,
  sessionFile,
};

// By full paths: the bundler is not to look for the files.
setStemLoader((language) => require(path.join(__dirname, `stem-${language}.cjs`)).stemmer);
setPartLoader((name) => require(path.join(__dirname, `${name}.cjs`))(shared));
setWideLoader(() => require(path.join(__dirname, 'wide-words.cjs')).wideWords);

/**
 * Serves the event on stdin. Never throws.
 * @param uncached V8 had no code cache of this script: a sync is to make one
 */
export function hook(uncached: boolean): void {
  const started = Date.now() - process.uptime() * 1000;
  const args = process.argv.slice(2);
  try {
    runHook({
      args: args[0] === 'hook' ? args.slice(1) : args,
      env: process.env,
      self: { name: `${process.pid.toString(36)}.${Math.floor(started).toString(36)}`, started, now: Date.now },
      read: () => readAll(0),
      write: (text) => writeAll(1, text),
      startSync: (start, index) => later().startSync(__dirname, start, index),
      prune: (sessions, now) => require(path.join(__dirname, 'prune.cjs')).prune(sessions, now),
      uncached,
      clock: () => {
        const [seconds, nanoseconds] = process.hrtime();
        return seconds * 1000 + nanoseconds / 1e6;
      },
    });
  } catch {
    // A hook never breaks the turn it serves.
  }
}

/** For warm.ts, which runs it on events of its own. */
export { runHook };
