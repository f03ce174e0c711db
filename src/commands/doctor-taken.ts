// What doctor says of memories that are read and not sent: they say what another says, or another takes their place.
import type { Taken } from '../memory/choose.ts';
import { lineOfKey, MemoryFileError } from '../memory/file.ts';
import { readMemoryText } from '../memory/vault.ts';
import type { Context } from './context.ts';
import { type Finding, harmless } from './findings.ts';
import { display, type World } from './world.ts';

/** So many of a kind are named one by one. */
const NAMED = 20;

/** Nothing of it is wrong, but a person may want to know it. */
export function checkTaken(
  { expired, superseded, duplicates, unmet }: Pick<Taken, keyof Taken>,
  context: Context,
  world: World,
): Finding[] {
  const where = (file: string) => display(file, context, world);
  const said = (messages: readonly string[], more: (n: number) => string) => [
    ...messages.slice(0, NAMED),
    ...(messages.length > NAMED ? [more(messages.length - NAMED)] : []),
  ];
  return [
    ...said(
      duplicates.map(
        ({ id, file, by }) =>
          `${where(file)}: says the same as ${by}, which is newer and sent in its place; engram forget ${id} takes it out`,
      ),
      (n) => `${n} more say what a newer memory says`,
    ),
    ...said(
      unmet.map(
        ({ id, file, supersedes, why }) => `${where(file)}:${lineOf(file)}: supersedes ${supersedes}: ${WHY[why](id)}`,
      ),
      (n) => `${n} more supersede nothing`,
    ),
    ...said(
      superseded.map(({ file, by }) => `${where(file)}: superseded by ${by}, so that no agent is sent it`),
      (n) => `${n} more are superseded`,
    ),
    ...said(
      expired.map(({ file, expires }) => `${where(file)}: expired after ${expires}, so that no agent is sent it`),
      (n) => `${n} more have expired; engram list --expired names them`,
    ),
  ].map((message) => harmless('memory', message));
}

/** Of `supersedes`, 1-based. */
function lineOf(file: string): number {
  try {
    return lineOfKey(readMemoryText(file), 'supersedes');
  } catch (error) {
    if (error instanceof MemoryFileError) return 1;
    throw error;
  }
}

const WHY = {
  absent: () => 'there is no such memory',
  nearer: () => 'that is of a nearer vault and stays; give yours the same id there, or edit that one',
  newer: (id: string) => `that supersedes ${id} too and is newer, so it stays`,
} as const;
