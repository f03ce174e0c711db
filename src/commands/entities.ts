import type { Command } from 'commander';
import type { Entity } from '../memory/entities.ts';
import { CommandError, type Context, EXIT } from './context.ts';
import { note, printJson, printRows } from './output.ts';
import { noteWaiting } from './trusting.ts';
import { compile, noteProblems, onDisk, openWorld } from './world.ts';

export function register(program: Command, context: Context): void {
  program
    .command('entities')
    .description('list what the memories call by a name, with its aliases')
    .argument('[name]', 'only the one with this name or alias')
    .option('--json', 'print them as JSON')
    .addHelpText(
      'after',
      '\nEntities stand in the front matter of memories: entities: [Checkout Service], aliases: [payments].\n\nExamples:\n  engram entities\n  engram entities payments --json\n',
    )
    .action((name: string | undefined, options: { json?: true }) => {
      const world = openWorld(context);
      const report = onDisk('the index could not be written', () => compile(context, world));
      noteWaiting(report.waiting.length, context);
      noteProblems(context, report);
      const chosen = report.entities.filter((entity) => name === undefined || isCalled(entity, name));
      if (name !== undefined && chosen.length === 0)
        throw new CommandError(`no memory names an entity ${name}; engram entities lists those that are`, EXIT.noInput);
      if (options.json) printJson(context, chosen);
      else if (chosen.length === 0)
        note(
          context,
          report.config['entities.enabled']
            ? 'no memory names an entity: entities: [name] in the front matter of one does'
            : 'entities are switched off: engram config set entities.enabled true',
        );
      else
        printRows(
          context,
          ['entity', 'aliases', 'memories', ''],
          chosen.map((entity) => [
            entity.name,
            entity.aliases.join(', ') || '-',
            String(entity.memories.length),
            remarksOn(entity),
          ]),
        );
    });
}

function isCalled({ name, aliases }: Entity, wanted: string): boolean {
  return [name, ...aliases].some((it) => it.toLowerCase() === wanted.toLowerCase());
}

/** Names that bring nothing, and why. */
function remarksOn({ shared, silent }: Entity): string {
  return [
    shared.length > 0
      ? `ambiguous: ${shared.map(({ name, others }) => `${name} (also ${others.join(', ')})`).join(', ')}`
      : '',
    silent.length > 0 ? `without effect: ${silent.join(', ')}` : '',
  ]
    .filter(Boolean)
    .join('; ');
}
