// The index, up to date, for the commands that ask it.

import { indexFile } from '../index/places.ts';
import { type Index, openIndex } from '../index/read.ts';
import type { SyncReport } from '../memory/sync.ts';
import { CommandError, type Context, EXIT } from './context.ts';
import { noteWaiting } from './trusting.ts';
import { noteProblems, refresh, type World } from './world.ts';

/** @throws CommandError where there is no index and none can be made */
export function withIndex<T>(
  context: Context,
  world: World,
  ask: (index: Index, report: SyncReport | undefined) => T,
): T {
  const report = refresh(context, world);
  if (report) {
    noteWaiting(report.waiting.length, context);
    noteProblems(context, report);
  }
  const file = indexFile(world.project, world.places);
  const index = openIndex(file);
  if (!index)
    throw new CommandError(
      `there is no index in ${world.places.index} and none could be made; engram doctor says why`,
      EXIT.unavailable,
    );
  try {
    return ask(index, report);
  } finally {
    index.close();
  }
}

/** A whole number from an option. */
export function wholeNumber(
  option: string,
  most: number,
  invalid: (message: string) => Error,
): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (value.trim() === '' || !Number.isInteger(number) || number < 1 || number > most)
      throw invalid(`${option} is a whole number from 1 to ${most}.`);
    return number;
  };
}
