// Real programs in a pseudo-terminal, which Python has and Node has not.
import { spawnSync } from 'node:child_process';
import path from 'node:path';

export interface Step {
  /** What is waited for, among what was said since the last step. */
  wait: string;
  /** The keys that are then pressed. */
  send: string;
}

export const ENTER = '\r';
export const SPACE = ' ';
export const DOWN = '\u001b[B';
export const ESCAPE = '\u001b';
export const CTRL_C = '\u0003';
export const CTRL_D = '\u0004';
export const TAB = '\t';

/** Whether a program is on this machine. */
export function has(program: string): boolean {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;
}

/** In the title of what is skipped without it. */
export function needs(program: string): string {
  return has(program) ? '' : ` (SKIPPED: ${program} is not on this machine)`;
}

/** @returns what it said, and its exit code @throws where something was waited for in vain */
export function inTerminal(
  argv: readonly string[],
  steps: readonly Step[],
  {
    env,
    cwd,
    columns = 80,
    seconds = 20,
  }: { env: Record<string, string | undefined>; cwd: string; columns?: number; seconds?: number },
): { said: string; code: number } {
  const { stdout, stderr, status } = spawnSync('python3', [path.join(import.meta.dirname, 'terminal.py')], {
    input: JSON.stringify({
      argv,
      steps,
      cwd,
      columns,
      seconds,
      env: { TERM: 'xterm-256color', LANG: 'C.UTF-8', ...env },
    }),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  const { said, code, missed } = JSON.parse(stdout) as { said: string; code: number; missed: string | null };
  if (missed !== null) throw new Error(`waited in vain for ${JSON.stringify(missed)} in ${JSON.stringify(said)}`);
  return { said: said.replaceAll('\r\n', '\n'), code };
}

/** Without the sequences that colour a text and move the cursor. */
export function plain(text: string): string {
  return text.replace(/\u001b(?:\[[0-9;?]*[A-Za-z]|\][^\u0007]*\u0007|[()][A-Z0-9]|[=>])/g, '');
}
