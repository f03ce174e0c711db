// A database that another process holds longer than it is waited for.
import fs from 'node:fs';

/** How long another process is waited for, milliseconds. */
export const PATIENCE = 5_000;

/** Another process holds the database: what SQLite says itself, and what opening makes of it. */
export function isBusy(error: unknown): boolean {
  const { code, kind } = (error ?? {}) as { code?: unknown; kind?: unknown };
  return error instanceof Error && (kind === 'busy' || String(code).startsWith('SQLITE_BUSY'));
}

/** What happened, who is in the way and what to do, for people. @param file the database's */
export function busySentence(file: string): string {
  const pids = holders(file);
  const who = pids.length > 0 ? `process ${pids.map(named).join(' and ')}` : 'another process';
  return `${file} is held by ${who}, which has not let go of it within ${PATIENCE / 1000} seconds; nothing is lost: try again once it is done`;
}

/** The processes that hold the right to write the database, as the system lists locks; none where it has no such list. */
function holders(file: string): number[] {
  const inodes = [file, `${file}-shm`].flatMap((one) => fs.statSync(one, { throwIfNoEntry: false })?.ino ?? []);
  const locks = textOf('/proc/locks').matchAll(/^\d+: POSIX +\S+ +WRITE (\d+) \w+:\w+:(\d+) /gm);
  const pids = [...locks].filter(([, , inode]) => inodes.includes(Number(inode))).map(([, pid]) => Number(pid));
  return [...new Set(pids)].filter((pid) => pid > 0 && pid !== process.pid);
}

function named(pid: number): string {
  const name = textOf(`/proc/${pid}/comm`).trim();
  return /^[\w.+-]+$/.test(name) ? `${pid} (${name})` : String(pid);
}

function textOf(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
