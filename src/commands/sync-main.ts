// The entry of dist/sync.cjs, which hooks start detached: `node sync.cjs <folder> <index file>`. The hook has made the lock.
// `node sync.cjs --warm` makes the lane's code cache alone.
import fs from 'node:fs';
import { expire, RETENTION, wipe } from '../capture/queue.ts';
import { expireSpool, spoolFolder } from '../capture/spool.ts';
import { describe, logFault } from '../hook/log.ts';
import { lockFile } from '../index/compile.ts';
import { findPlaces, findProject, type Places, userHome } from '../index/places.ts';
import { syncProject } from '../memory/sync.ts';
import { WARM, warmInChild, warmLane } from '../memory/warm.ts';
import { foldSessions } from '../store/history.ts';
import { openStore, StoreError } from '../store/open.ts';
import '../text/stem-all.ts';
import { bringRules } from './rules.ts';
import { systemUser } from './system-user.ts';

const [start, index] = process.argv.slice(2);
if (start === WARM) {
  warmLane(process.env, __dirname);
  process.exit(0);
}
const places = findPlaces(process.env);
if (!start || !index || !places) process.exit(64);
const now = new Date();
try {
  const project = findProject(start, places, process.env);
  const report = syncProject({ project, places, env: process.env, now });
  const say = (what: string) => logFault(places.log, now, 'sync', what);
  if (report.storeFault) say('the database was not used; engram doctor says why');
  if (report.movedAside) say('the database was corrupt and is made anew; the old one lies beside it');
  if (report.configProblems.length > 0) say('a config file has a fault; engram doctor names it');
  const { kept, keptStanding, outside } = bringRules(report, {
    home: userHome(process.env),
    project,
    env: process.env,
    cwd: project.root,
    inSession: true,
    engram: places.home,
  });
  if (kept.length + keptStanding.length > 0) {
    say('a rule file of somebody else stands where a memory’s would; engram doctor names it');
  }
  if (outside.length > 0) say('a folder for rule files leads out of the project; engram sync names it');
  if (report.newProblems > 0) say('a memory file cannot be read; engram doctor names it');
} catch (error) {
  logFault(places.log, now, 'sync', describe(error));
} finally {
  fs.rmSync(lockFile(index), { force: true });
}
try {
  fold(places, now);
} catch (error) {
  // Without the database the logs wait. What keeps it from opening was said above.
  if (!(error instanceof StoreError)) logFault(places.log, now, 'sync', `sessions were not folded: ${describe(error)}`);
}
warmInChild(process.env, __dirname);

/** What sessions were sent, from their logs into the database; what was captured and is too old, out of it. */
function fold({ db, sessions, ...places }: Places, at: Date): void {
  const spool = spoolFolder(places);
  const { store } = openStore(db);
  try {
    foldSessions(store, sessions, systemUser(process.env), at.getTime());
    // No worker runs any more once capture is off, and what it has left is promised to go.
    if (fs.existsSync(spool)) {
      expireSpool(spool, at.getTime() - RETENTION);
      if (expire(store, at.getTime()) > 0) wipe(store);
    }
  } finally {
    store.close();
  }
}
