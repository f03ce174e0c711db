// Keeps the session logs few: those of 7 days, 200 sessions and 100 subagents at the most. What goes waits in spent/ until
// a command has folded it into the database.
import fs from 'node:fs';
import path from 'node:path';
import { makeFolder } from '../index/places.ts';

const AGE = 7 * 86_400_000;
const KEPT = { sessions: 200, subagents: 100 };
/** How many fewer a pruning leaves where there are too many, so that not each new session has to prune again. */
const SLACK = 20;
/** Between two prunings that no new session asks for, milliseconds. */
const PAUSE = 3_600_000;

/** Marks by its mtime when the logs were last pruned. */
const MARK = '.pruned';

/**
 * Whether a session that has just begun is a reason to prune. The names are counted first, which costs less than looking at
 * each file.
 */
export function isDue(sessions: string, now: number): boolean {
  const names = fs.readdirSync(sessions);
  let [parents, subagents] = [0, 0];
  for (const name of names) {
    if (name.endsWith('.sub.log')) subagents++;
    else if (name.endsWith('.log')) parents++;
  }
  if (subagents > KEPT.subagents || parents > KEPT.sessions) return true;
  const stat = fs.statSync(`${sessions}${path.sep}${MARK}`, { throwIfNoEntry: false });
  return !stat || Math.abs(now - stat.mtimeMs) > PAUSE;
}

/** Does nothing where there are no logs; a file that another process moves meanwhile is that one's. */
export function prune(sessions: string, now: number): void {
  if (!fs.existsSync(sessions)) return;
  const logs = fs
    .readdirSync(sessions)
    .filter((name) => name.endsWith('.log'))
    .flatMap((name) => {
      const stat = fs.statSync(path.join(sessions, name), { throwIfNoEntry: false });
      return stat ? [{ name, at: stat.mtimeMs }] : [];
    })
    .sort((a, b) => b.at - a.at || (a.name < b.name ? -1 : 1));
  const most = (kept: number, count: number) => (count > kept ? kept - SLACK : kept);
  const subagentLogs = logs.filter(({ name }) => name.endsWith('.sub.log')).length;
  const kept = {
    subagents: most(KEPT.subagents, subagentLogs),
    sessions: most(KEPT.sessions, logs.length - subagentLogs),
  };
  let [parents, subagents] = [0, 0];
  const spent = logs.filter(({ name, at }) => {
    const over = name.endsWith('.sub.log') ? ++subagents > kept.subagents : ++parents > kept.sessions;
    return over || now - at > AGE;
  });
  if (spent.length > 0) {
    const folder = path.join(sessions, 'spent');
    makeFolder(folder);
    for (const { name, at } of spent) {
      try {
        fs.renameSync(path.join(sessions, name), path.join(folder, `${Math.floor(at)}-${name}`));
      } catch {
        // Another hook was quicker.
      }
    }
  }
  fs.writeFileSync(path.join(sessions, MARK), '', { mode: 0o600 });
}
