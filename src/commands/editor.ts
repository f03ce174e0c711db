// The person's own editor, as git finds it.
import { spawnSync } from 'node:child_process';
import { CommandError, type Context, EXIT } from './context.ts';

/**
 * Opens a file in `$VISUAL`, `$EDITOR` or, on a terminal, vi, and waits.
 *
 * @param instead what a person without a terminal can do
 * @throws CommandError where it cannot be started or says that it failed
 */
export function openEditor(
  file: string,
  { env, interactive }: Pick<Context, 'env' | 'interactive'>,
  instead = `change ${file} itself`,
): void {
  if (!env.VISUAL && !env.EDITOR && !interactive)
    throw new CommandError(
      `there is no terminal to edit on; ${instead}, or set EDITOR to a program that edits`,
      EXIT.unavailable,
    );
  const editor = env.VISUAL || env.EDITOR || (process.platform === 'win32' ? 'notepad' : 'vi');
  const [program, args] =
    process.platform === 'win32'
      ? ['cmd', ['/c', `${editor} "${file}"`]]
      : ['/bin/sh', ['-c', `${editor} "$1"`, 'sh', file]];
  const { status, error } = spawnSync(program as string, args as string[], {
    stdio: 'inherit',
    env: env as NodeJS.ProcessEnv,
  });
  if (error)
    throw new CommandError(`the editor ${editor} could not be started: ${error.message}; set EDITOR`, EXIT.unavailable);
  if (status === 127)
    throw new CommandError(`the editor ${editor} was not found; set EDITOR to one that is there`, EXIT.unavailable);
  if (status !== 0) throw new CommandError(`the editor ${editor} ended with status ${status}`, EXIT.unavailable);
}
