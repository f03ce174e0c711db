// The fast lane as one script, dist/lane.js; dist/hook.cjs (main.ts) loads it. Nothing but node:fs and node:path is loaded
// before the answer is out.
import fs from 'node:fs';
import { edited, openFresh } from '../index/fresh.ts';
import { configOf, engramOf, findProject, isUsers, makeFolder, vaultOf } from '../index/places.ts';
import { identity, openIndex } from '../index/read.ts';
import { gitEntry, gitFolder, realpath } from '../index/repository.ts';
import { provenance } from '../plan/frame.ts';
import { plan } from '../plan/plan.ts';
import { gateValue, needOf } from '../route/gate.ts';
import { ask } from '../route/rank.ts';
import { claimKey, recorded, sessionFile, textOf } from '../session/log.ts';
import { clausesOf } from '../text/clauses.ts';
import { isReply } from '../text/common.ts';
import { key64 } from '../text/hash.ts';
import { setStemLoader } from '../text/stem.ts';
import { forms, queryOf } from '../text/terms.ts';
import { setWideLoader } from '../text/wide.ts';
import { cut } from '../text/words.ts';
import { startWorker } from './capture.ts';
import { bodyClaim, deliver, holds, item } from './deliver.ts';
import { later, part, setPartLoader } from './lazy.ts';
import { applyingTo, inProject } from './path.ts';
import { runHook } from './run.ts';
import { readAll, writeAll } from './stdio.ts';
import { budget, framed, freshness, session } from './turn.ts';

/** What the later parts have from here; build.mjs reads the names. */
const shared = {
  applyingTo,
  ask,
  bodyClaim,
  budget,
  claimKey,
  clausesOf,
  configOf,
  cut,
  deliver,
  edited,
  engramOf,
  findProject,
  forms,
  framed,
  freshness,
  gateValue,
  gitEntry,
  gitFolder,
  holds,
  identity,
  inProject,
  isReply,
  isUsers,
  item,
  key64,
  makeFolder,
  needOf,
  openFresh,
  openIndex,
  part,
  plan,
  provenance,
  queryOf,
  realpath,
  recorded,
  session,
  sessionFile,
  textOf,
  vaultOf,
};

/** A script of dist/, without what node's own loader does before it runs one: that costs a hook half a millisecond. */
// biome-ignore lint/suspicious/noExplicitAny: each knows what it loads
function load(name: string): any {
  const module = { exports: {} };
  (lane.compile?.(name) ?? fromFile(name))(module, module.exports, require);
  return module.exports;
}

function fromFile(name: string): Script {
  const fd = fs.openSync(`${__dirname}/${name}.cjs`, 'r');
  const text = readAll(fd).toString();
  fs.closeSync(fd);
  return new Function('module', 'exports', 'require', text) as Script;
}

setStemLoader((language) => load(`stem-${language}`).stemmer);
setPartLoader((name) => load(name)(shared));
setWideLoader(() => load('wide-words').wideWords);

/**
 * Serves the event on stdin. Never throws.
 * @param uncached V8 had no code cache of this script: a sync is to make one
 */
function hook(uncached: boolean): void {
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
      startWorker: () => startWorker(__dirname),
      prune: (sessions, now) => load('prune').prune(sessions, now),
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

/** A script of dist/ as node's own loader calls one. */
type Script = (module: object, exports: object, required: typeof require) => void;

/** What the script gives to the one that runs it. */
export interface Lane {
  hook(uncached: boolean): void;
  /** Compiles a part by a cache of its own, where it has one; set by whoever runs the script. */
  compile?(name: string): Script | undefined;
  /** For warm.ts, which runs it on events of its own. */
  runHook: typeof runHook;
}

/** The argument of the function that build.mjs puts around the script: its own exports would take 700 bytes of wrapping. */
declare const lane: Lane;
lane.hook = hook;
lane.runHook = runHook;
