// What a command is given and how it fails. Commands never touch process.* themselves.
import type { Env } from '../../hosts/host.ts';

/** The world as a command sees it; tests hand in their own. */
export interface Context {
  env: Env;
  cwd: string;
  now: Date;
  /** Writes to stdout, as is. */
  out(text: string): void;
  /** Writes bytes to stdout, for text that is not to be UTF-8. */
  outBytes?(bytes: Buffer): void;
  /** Writes to stderr, as is: warnings, progress, questions. */
  err(text: string): void;
  /** Reads stdin to its end. */
  stdin(): string;
  /** stdin as it comes, for what must not be held whole; without it all at once. */
  stdinChunks?(): Iterable<Buffer>;
  /** stdout is a terminal: tables and colour are welcome (NO_COLOR and FORCE_COLOR already weighed). */
  color: boolean;
  tty: boolean;
  /** A person can be asked: stdin and stdout are a terminal that obeys. */
  interactive: boolean;
  /** The terminal's width; undefined where there is none or it does not say. */
  columns?: number;
}

/** After sysexits.h. */
export const EXIT = {
  usage: 64,
  data: 65,
  noInput: 66,
  unavailable: 69,
  software: 70,
  cannotCreate: 73,
  io: 74,
  temporary: 75,
  config: 78,
  /** The person broke off a question: 128 and the number of SIGINT, as a shell has it. */
  interrupted: 130,
} as const;

/** A fault that a person can act on: what was wrong, where, what to do. Printed as one line, never with a stack. */
export class CommandError extends Error {
  constructor(
    message: string,
    readonly exit: number,
  ) {
    super(message);
    this.name = 'CommandError';
  }
}
