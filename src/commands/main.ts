// The entry of dist/cli.cjs: the real world, handed to one command.
import tty from 'node:tty';
import { readAll, writeAll, writeBytes } from '../hook/stdio.ts';
import { readChunks } from './chunks.ts';
import { type Context, EXIT } from './context.ts';
import { runCommand } from './program.ts';

const { env } = process;
const terminal = tty.isatty(1);

const context: Context = {
  env,
  cwd: cwd(),
  now: new Date(),
  out: print,
  outBytes: (bytes) => heard(() => writeBytes(1, bytes)),
  err: complain,
  // A person at a keyboard has given nothing yet: the command says what it wants instead of waiting without a word.
  stdin: () => (tty.isatty(0) ? '' : readAll(0).toString('utf8')),
  stdinChunks: () => (tty.isatty(0) ? [] : readChunks(0)),
  color: env.FORCE_COLOR ? env.FORCE_COLOR !== '0' : terminal && !env.NO_COLOR && env.TERM !== 'dumb',
  tty: terminal,
  interactive: terminal && tty.isatty(0) && env.TERM !== 'dumb',
  ...(terminal && process.stdout.columns ? { columns: process.stdout.columns } : {}),
};

runCommand(process.argv.slice(2), context).then((code) => {
  process.exitCode = code;
});

function print(text: string): void {
  heard(() => writeAll(1, text));
}

/** Whoever reads may have gone (`engram list | head -1`): then there is no more to say. */
function heard(write: () => void): void {
  try {
    write();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EPIPE') process.exit(0);
    complain(`engram: the output cannot be written: ${(error as Error).message}\n`);
    process.exit(EXIT.io);
  }
}

/** A complaint that nobody can hear must not stop the work. */
function complain(text: string): void {
  try {
    writeAll(2, text);
  } catch {
    // Nobody listens.
  }
}

/** The folder may have been deleted under the shell. */
function cwd(): string {
  try {
    return process.cwd();
  } catch {
    complain('engram: the working directory is gone; change to one that is there\n');
    process.exit(EXIT.noInput);
  }
}
