// The product under test, reached as a person reaches it: through its command line.
import { spawnSync } from 'node:child_process';
import path from 'node:path';

export const repository = path.resolve(import.meta.dirname, '../..');

/** `ENGRAM_E2E_DIST`: the `dist` folder of a package that is built already; its `bin` stands beside it. */
export const given = process.env.ENGRAM_E2E_DIST ? path.resolve(process.env.ENGRAM_E2E_DIST) : undefined;

export const bin = path.join(given ? path.dirname(given) : repository, 'bin', 'engram.js');

export interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs `engram <args>`; throws with both streams where the exit code is not 0. */
export function engram(args: readonly string[], at: { cwd: string; env: Readonly<Record<string, string>> }): Ran {
  const ran = spawnSync(process.execPath, [bin, ...args], { cwd: at.cwd, env: at.env, encoding: 'utf8' });
  if (ran.status !== 0) throw new Error(`engram ${args.join(' ')}: exit ${ran.status}\n${ran.stdout}\n${ran.stderr}`);
  return { code: ran.status, stdout: ran.stdout, stderr: ran.stderr };
}
