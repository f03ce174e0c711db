// One run of a client without a terminal: its words, its streams, a deadline.
import { spawn } from 'node:child_process';

/** Longest that one run may take; a busy two-core machine needs about ten seconds. */
const LIMIT_MS = 90_000;

export interface HeadlessRun {
  stdout: string;
  stderr: string;
  /** Of the whole run, in milliseconds: for a person who looks, not for a test. */
  took: number;
}

/** Runs a client to its end; throws with the end of its standard error where it ends with another code than 0 or not in time. */
export async function runHeadless(
  [program, ...words]: readonly string[],
  at: { cwd: string; env: Readonly<Record<string, string>> },
): Promise<HeadlessRun> {
  const started = Date.now();
  // A group of its own: the clients have children of theirs, which a deadline must end too.
  const child = spawn(program!, words, {
    ...at,
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (data) => {
    stdout += data;
  });
  child.stderr.on('data', (data) => {
    stderr += data;
  });
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    if (process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-child.pid!, 'SIGKILL');
  }, LIMIT_MS);
  const code = await new Promise<number | null>((done, failed) => {
    child.once('error', failed);
    child.once('close', done);
  });
  clearTimeout(timer);
  if (late || code !== 0) {
    const end = late ? `did not end within ${LIMIT_MS} ms` : `ended with ${code}`;
    throw new Error(`the client ${end}\n${stderr.slice(-2000)}\n${stdout.slice(-2000)}`);
  }
  return { stdout, stderr, took: Date.now() - started };
}
