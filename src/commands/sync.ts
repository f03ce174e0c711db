import type { Command } from 'commander';
import type { SyncReport } from '../memory/sync.ts';
import { reason } from '../memory/vault.ts';
import { CommandError, type Context, EXIT } from './context.ts';
import { count, note, printJson } from './output.ts';
import { progressBar } from './progress.ts';
import { noteWaiting } from './trusting.ts';
import { compile, display, openWorld } from './world.ts';

export function register(program: Command, context: Context): void {
  program
    .command('sync')
    .description('bring the index up to date with the files')
    .option('--json', 'print the report as JSON')
    .addHelpText(
      'after',
      '\nHooks and commands do this by themselves; this shows what comes of it.\n\nExample:\n  engram sync\n',
    )
    .action((options: { json?: true }) => {
      const world = openWorld(context);
      const bar = progressBar(context, options.json === true);
      let report: SyncReport;
      try {
        report = compile(context, world, bar?.report);
      } catch (error) {
        throw new CommandError(
          `the index could not be written to ${world.places.index}: ${reason(error)}`,
          EXIT.cannotCreate,
        );
      } finally {
        bar?.end();
      }
      if (options.json) {
        const { scoped: _, config: __, ...facts } = report;
        return printJson(context, facts);
      }
      context.out(
        `${count(report.memories, 'memory', 'memories')} in the index, ${count(report.parsed, 'file')} read anew\n`,
      );
      for (const { file, line, message } of [...report.problems, ...report.configProblems]) {
        note(context, `${display(file, context, world)}${line ? `:${line}` : ''}: ${message}`);
      }
      for (const { file, id, by } of report.collisions) {
        note(
          context,
          `${display(file, context, world)}: its id ${id} is taken by ${display(by, context, world)}; give it another`,
        );
      }
      noteWaiting(report.waiting.length, context);
      if (report.storeFault) note(context, `${report.storeFault}; the index was made without the database`);
    });
}
