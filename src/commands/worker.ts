// `engram worker`: what hooks start by themselves, run and told.
import type { Command } from 'commander';
import { SpoolError } from '../capture/in-the-way.ts';
import { spoolFolder } from '../capture/spool.ts';
import { faultOf } from './capture-rest.ts';
import { CommandError, type Context, EXIT } from './context.ts';
import { count, printJson } from './output.ts';
import { exitOf } from './store-faults.ts';
import { runWorker } from './work.ts';
import { openWorld } from './world.ts';

export function register(program: Command, context: Context): void {
  program
    .command('worker')
    .description('take in what was captured and propose memories from it, as hooks have it done by themselves')
    .option('--json', 'print what was done as JSON')
    .addHelpText('after', '\nExample:\n  engram worker\n')
    .action(async (options: { json?: true }) => {
      const { places } = openWorld(context);
      const report = await runWorker(places, context.env).catch((error: unknown) => {
        if (error instanceof SpoolError) throw new CommandError(error.message, EXIT.cannotCreate);
        const fault = faultOf(error, places);
        if (fault === undefined) throw error;
        const kept = `${fault}; what was captured stays in ${spoolFolder(places)}`;
        throw new CommandError(kept, exitOf(error));
      });
      if (options.json) return printJson(context, report ?? { running: true });
      if (!report) return context.out('Another worker is at it\n');
      const { used, failed, expired, waiting } = report;
      const said = [
        count(used, 'turn made use of', 'turns made use of'),
        failed > 0 ? `${failed} failed` : '',
        expired > 0 ? `${expired} too old and deleted` : '',
        waiting > 0 ? `${waiting} still waiting` : '',
      ];
      context.out(`${said.filter(Boolean).join(', ')}\n`);
    });
}
