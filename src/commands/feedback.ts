import fs from 'node:fs';
import { Argument, type Command } from 'commander';
import { writeMemory } from '../memory/file.ts';
import { nameOf, readMemoryText, reason, type StoredMemory } from '../memory/vault.ts';
import { replaceMemory } from '../memory/vault-write.ts';
import { type Feedback, feedback, recordFeedback } from '../store/feedback.ts';
import { CommandError, type Context, EXIT } from './context.ts';
import { fromStore } from './history.ts';
import { note, printJson, printRows, when } from './output.ts';
import { trustAlong } from './trusting.ts';
import { display, onDisk, openWorld, refresh, requireMemory, type World } from './world.ts';

/** By how much one word moves a memory's importance, and how far. */
const STEP = 0.05;
const LEAST = 0.05;
const MOST = 1;

interface Options {
  report?: true;
  json?: true;
}

export function register(program: Command, context: Context): void {
  program
    .command('feedback')
    .description('say that a memory was useful or noise: it then matters more or less')
    .argument('[id]', 'the memory')
    .addArgument(
      new Argument('[verdict]', `useful: importance + ${STEP}; noise: − ${STEP}`).choices(['useful', 'noise']),
    )
    .option('--report', 'instead what has been said of which memory')
    .option('--json', 'print it as JSON')
    .addHelpText(
      'after',
      `\nThe importance stands in the memory’s file and stays between ${LEAST} and ${MOST}. Each word counts; the other one takes it back.\n\nExamples:\n  engram feedback deploy-window useful\n  engram feedback --report\n`,
    )
    .action((id: string | undefined, verdict: 'useful' | 'noise' | undefined, options: Options) => {
      if (options.report) {
        if (id !== undefined) throw new CommandError('--report stands alone: it tells of all memories', EXIT.usage);
        return report(context, options);
      }
      if (id === undefined || verdict === undefined)
        throw new CommandError(
          'say of which memory, and useful or noise, as in engram feedback deploy-window useful',
          EXIT.usage,
        );
      return say(id, verdict === 'useful', context, options);
    });
}

function say(id: string, useful: boolean, context: Context, { json }: Options): void {
  const world = openWorld(context);
  const stored = requireMemory(id, world);
  const before = stored.memory.importance;
  // In steps of the decimals that people write: 0.1 + 0.05 is 0.15.
  const moved = Math.round((before + (useful ? STEP : -STEP)) * 10_000) / 10_000;
  const importance = useful ? Math.min(MOST, moved) : Math.max(Math.min(before, LEAST), moved);
  const counts = fromStore(
    context,
    (store) => {
      // The file first: what cannot be written there is not counted either.
      if (importance !== before) write(stored, importance, context, world);
      const { id, file } = { id: stored.memory.id, file: stored.file };
      recordFeedback(store, { id, file, useful, at: context.now.getTime() });
      return feedback(store).find((it) => it.id === id)!;
    },
    'feedback is counted',
  );
  if (importance !== before) {
    trustAlong([stored.file], context, world);
    refresh(context, world);
  }
  const { useful: up, noise } = counts;
  if (json) printJson(context, { id: stored.memory.id, file: stored.file, before, importance, useful: up, noise });
  else {
    const how = importance === before ? `stays at ${importance}` : `${before} → ${importance}`;
    context.out(
      `${stored.memory.id}: importance ${how} in ${display(stored.file, context, world)} (useful ${up}, noise ${noise})\n`,
    );
  }
}

/** @throws CommandError 73 where the file is not this person's to write */
function write({ memory, file }: StoredMemory, importance: number, context: Context, world: World): void {
  try {
    // A rename would replace a file that is write-protected.
    fs.accessSync(file, fs.constants.W_OK);
  } catch (error) {
    throw new CommandError(
      `${display(file, context, world)} cannot be written: ${reason(error)}; nothing was counted. Ask whoever keeps it, or let a memory of your own take its place: engram remember --global --id ${memory.id}`,
      EXIT.cannotCreate,
    );
  }
  const text = readMemoryText(file);
  onDisk('the importance could not be written', () =>
    replaceMemory(file, writeMemory({ ...memory, importance }, { text, name: nameOf(file) })),
  );
}

/** What has been said of a memory, and how important it is now; null where this project reads none of its id. */
type Told = Feedback & { importance: number | null };

function report(context: Context, { json }: Options): void {
  const world = openWorld(context);
  const said = fromStore(context, feedback, 'feedback is counted');
  const told = said.map((it): Told => ({ ...it, importance: importanceOf(it.id, world) }));
  if (json) {
    printJson(
      context,
      told.map(({ last, ...it }) => ({ ...it, last: new Date(last).toISOString() })),
    );
  } else if (told.length === 0) note(context, 'nothing has been said yet; engram feedback <id> useful does it');
  else
    printRows(
      context,
      ['id', 'useful', 'noise', 'last', 'importance'],
      told.map(({ id, useful, noise, last, importance }) => [
        id,
        String(useful),
        String(noise),
        when(last, context),
        importance === null ? '-' : String(importance),
      ]),
    );
}

function importanceOf(id: string, world: World): number | null {
  try {
    return requireMemory(id, world).memory.importance;
  } catch {
    return null;
  }
}
