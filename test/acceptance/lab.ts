// The acceptance runs: real processes, the installed hook and the command line, in a home and a project of their own. Each run prints
// what a person would look at.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import type { ProcessLab } from '../process/lab.ts';

const CLI = path.join(import.meta.dirname, '..', '..', 'dist', 'cli.cjs');

export interface Said {
  code: number | null;
  out: string;
  err: string;
  /** Milliseconds. */
  took: number;
}

/** A command line in the lab's project. */
export function engram(
  lab: Pick<ProcessLab, 'project' | 'env'>,
  args: readonly string[],
  options: { cli?: string; stdin?: string } = {},
): Said {
  const began = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, [options.cli ?? CLI, ...args], {
    cwd: lab.project,
    env: lab.env,
    input: options.stdin ?? '',
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { code: status, out: stdout, err: stderr, took: performance.now() - began };
}

/** What `node -e 0` takes now, the middle of five, milliseconds: the floor of any hook. */
export function floor(): number {
  const times = Array.from({ length: 5 }, () => {
    const began = performance.now();
    spawnSync(process.execPath, ['-e', '0']);
    return performance.now() - began;
  });
  return times.sort((a, b) => a - b)[2]!;
}

/** Tells whoever reads the run what was seen. */
export function tell(run: string, seen: Record<string, unknown>): void {
  console.info(`${run}: ${JSON.stringify(seen)}`);
}
