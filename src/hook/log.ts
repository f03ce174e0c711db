// engram.log: one line a fault, rotated at 1 MB. Never a word of a prompt or a memory, so never an error's own message,
// which may quote its input.
import fs from 'node:fs';
import path from 'node:path';
import { makeFolder } from '../index/places.ts';

const ROTATE = 1_048_576;

/** What a hook has to complain of. Here, so that the lane does without the words. */
const FAULTS = {
  host: 'the host is not known: engram hook <host>',
  object: 'stdin holds no JSON object',
  moment: 'the payload is of an unknown event, or lacks session_id or cwd',
  long: 'no folder has so long a name',
  sync: 'engram sync cannot be started',
  write: 'the index cannot be written',
  damaged: 'the index is damaged or of another version',
} as const;

export type Fault = keyof typeof FAULTS;

export function logHookFault(file: string, now: number, where: string, fault: Fault): void {
  logFault(file, new Date(now), where, FAULTS[fault]);
}

/** What was thrown, as `describe` has it. */
export function logThrown(file: string, now: number, where: string, error: unknown): void {
  logFault(file, new Date(now), where, describe(error));
}

export function logFault(file: string, now: Date, where: string, what: string): void {
  try {
    const line = `${now.toISOString()} ${where}: ${what}\n`;
    makeFolder(path.dirname(file));
    if ((fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0) > ROTATE) fs.renameSync(file, `${file}.1`);
    fs.appendFileSync(file, line, { mode: 0o600 });
  } catch {
    // Nowhere to say it.
  }
}

/** An error as its kind, code and place: `TypeError at hook.cjs:12:34`, `Error ENOSPC at …`. */
export function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'something was thrown that is no error';
  const code = (error as NodeJS.ErrnoException).code;
  // The first frame of ours.
  const place = /^(?!.*\bnode:).*?([^/\\()\s]+:\d+:\d+)\)?$/m.exec(error.stack ?? '')?.[1];
  return [error.name, code, place ? `at ${place}` : ''].filter(Boolean).join(' ');
}
