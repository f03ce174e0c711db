// One engram at a time edits settings: what one of them makes and another takes away at once would lose its record.
import fs from 'node:fs';
import path from 'node:path';
import { abandoned } from '../index/compile.ts';
import type { Places } from '../index/places.ts';

/** How long another is waited for, milliseconds; then both go on, for the edits themselves are safe. */
const PATIENCE = 10_000;
const STEP = 20;

/** Runs the edits while no other command of this user does. Where no lock can be had they are run all the same. */
export function oneAtATime<T>({ home }: Pick<Places, 'home'>, edit: () => T): T {
  const lock = path.join(home, 'link.lock');
  const isOurs = take(lock);
  try {
    return edit();
  } finally {
    if (isOurs) fs.rmSync(lock, { force: true });
  }
}

function take(lock: string): boolean {
  for (const deadline = Date.now() + PATIENCE; Date.now() < deadline; ) {
    try {
      fs.writeFileSync(lock, String(process.pid), { flag: 'wx', mode: 0o600 });
      return true;
    } catch (error) {
      // Without a home there is nothing to be lost.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return false;
    }
    if (abandoned(lock)) fs.rmSync(lock, { force: true });
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STEP);
  }
  return false;
}
