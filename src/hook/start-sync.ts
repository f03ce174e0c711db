// Starts dist/sync.cjs as a process of its own, which outlives the hook.
import fs from 'node:fs';
import path from 'node:path';

/**
 * @param dist the folder of sync.cjs
 * @param start the folder whose project is to be compiled
 * @param index its index
 * @returns the pid; undefined where it could not be started
 */
export function startSync(dist: string, start: string, index: string): number | undefined {
  const sync = path.join(dist, 'sync.cjs');
  if (!fs.existsSync(sync)) return undefined;
  // Costs more than all else here, and few of those who load this file start anything.
  const { spawn } = require('node:child_process') as typeof import('node:child_process');
  const { PATH, HOME, USERPROFILE, ENGRAM_HOME, TMPDIR, TEMP, SystemRoot } = process.env;
  const child = spawn(process.execPath, [sync, start, index], {
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
    env: { PATH, HOME, USERPROFILE, ENGRAM_HOME, TMPDIR, TEMP, SystemRoot },
  });
  // Without a listener a failed start would throw.
  child.on('error', () => {});
  child.unref();
  return child.pid;
}
