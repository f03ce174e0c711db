import { type Command, Option } from 'commander';
import { MEMORY_TYPES, type MemoryType } from '../memory/memory.ts';
import { dateOf } from '../memory/sync.ts';
import type { Waiting } from '../memory/trust.ts';
import { loadVaults, type StoredMemory } from '../memory/vault.ts';
import type { Context } from './context.ts';
import { type HeldBack, heldBack } from './held.ts';
import { maskAll } from './masked.ts';
import { note, printJson, printRows } from './output.ts';
import { noteWaiting, waitingHere } from './trusting.ts';
import { noteProblems, openWorld } from './world.ts';

interface Options {
  tag?: string[];
  type?: MemoryType;
  expired?: true;
  json?: true;
}

export function register(program: Command, context: Context): void {
  program
    .command('list')
    .alias('ls')
    .description('list the memories that this project reads')
    .option('--tag <tag>', 'only those with this tag; several must all be there', (tag, tags: string[] = []) => [
      ...tags,
      tag,
    ])
    .addOption(new Option('--type <type>', 'only those of this type').choices(MEMORY_TYPES))
    .option('--expired', 'only those whose last day (expires) is over')
    .option('--json', 'print them as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  engram list --type rule\n  engram list --expired\n  engram list --tag deploy --json\n',
    )
    .action((options: Options) => {
      const world = openWorld(context);
      const loaded = loadVaults(world.vaults);
      const { memories, shadowed } = loaded;
      const waiting = waitingHere(world);
      const held = heldBack(loaded, world.vaults, waiting, context.now);
      const chosen = (options.expired ? [...memories, ...shadowed].filter(held.isExpired) : memories).filter(
        ({ memory }) =>
          (!options.type || memory.type === options.type) &&
          (options.tag ?? []).every((tag) => memory.tags.some((own) => own.toLowerCase() === tag.toLowerCase())),
      );
      const clean = maskAll(chosen, 'listed', context, world);
      if (options.json)
        printJson(
          context,
          chosen.map((stored, n) => ({
            ...describeMemory(clean[n]!, hiddenBy(stored, shadowed)),
            waiting: isWaiting(stored, waiting),
            expired: held.isExpired(stored),
            superseded_by: held.supersededBy(stored) ?? null,
          })),
        );
      else if (chosen.length)
        printRows(
          context,
          ['id', 'type', 'date', 'vault', 'summary'],
          chosen
            .map((stored, n) => ({ ...clean[n]!, mark: markOf(stored, held, isWaiting(stored, waiting)) }))
            .map(({ memory, vault, mark }) => [
              memory.id,
              memory.type,
              dateOf(memory) ?? '-',
              `${vault.owner}${mark}`,
              memory.summary,
            ]),
        );
      else note(context, memories.length ? 'no memory fits' : 'no memories yet; engram remember "…" writes the first');
      const hiding = chosen.filter((stored) => hiddenBy(stored, shadowed).length > 0).map(({ memory }) => memory.id);
      if (hiding.length)
        note(
          context,
          `${hiding.join(', ')}: a memory of the same id in a farther vault is hidden; engram show names it`,
        );
      noteWaiting(waiting.length, context);
      noteProblems(context, loaded);
    });
}

/** Why no agent is sent it. */
function markOf(stored: StoredMemory, held: HeldBack, waits: boolean): string {
  const by = held.supersededBy(stored);
  if (held.isExpired(stored)) return ' (expired)';
  return waits ? ' (waits)' : by ? ` (superseded by ${by})` : '';
}

function isWaiting({ file }: StoredMemory, waiting: readonly Waiting[]): boolean {
  return waiting.some((it) => it.file === file);
}

function hiddenBy({ memory }: StoredMemory, shadowed: readonly StoredMemory[]): string[] {
  return shadowed.filter((it) => it.memory.id === memory.id).map(({ file }) => file);
}

/**
 * A memory as `--json` gives it, without its body.
 * @param hides the files of farther vaults whose id it has
 */
export function describeMemory({ memory, vault, file }: StoredMemory, hides: readonly string[]) {
  const { id, summary, type, tags, appliesTo, entities, importance, created, reviewed, source } = memory;
  const { expires, supersedes = [] } = memory;
  return {
    id,
    summary,
    type,
    tags,
    applies_to: appliesTo,
    entities,
    importance,
    created: created ?? null,
    reviewed: reviewed ?? null,
    expires: expires ?? null,
    supersedes,
    source,
    vault: vault.owner,
    file,
    hides,
  };
}
