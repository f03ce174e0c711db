import type { Command } from 'commander';
import { findMemory } from '../memory/vault.ts';
import { archiveMemory } from '../memory/vault-write.ts';
import { confirm } from './ask.ts';
import type { Context } from './context.ts';
import { count, note, printJson } from './output.ts';
import { display, onDisk, openWorld, refresh, requireFile } from './world.ts';

/** So many at once are asked about on a terminal: each is brought back by hand. */
const MANY = 5;

export function register(program: Command, context: Context): void {
  program
    .command('forget')
    .description('take memories out: their files move to the archive beside the vault')
    .argument('<id...>', 'their ids')
    .option('--yes', `ask nothing (on a terminal more than ${MANY} are asked about)`)
    .option('--json', 'print what moved where as JSON')
    .addHelpText(
      'after',
      '\nExample:\n  engram forget deploy-window\n\nTo bring one back, move its file from archive/ to memories/.\n',
    )
    .action(async (ids: string[], options: { yes?: true; json?: true }) => {
      const world = openWorld(context);
      // All are looked up before the first moves: a slip of the pen moves nothing.
      const found = new Map(ids.map((id) => requireFile(id, world)).map((it) => [it.file, it]));
      if (found.size > MANY) {
        const question = `Move ${count(found.size, 'memory', 'memories')} to the archive?`;
        await confirm(question, context, { yes: options.yes === true, left: 'nothing was forgotten' });
      }
      const moved = [...found.values()].map((it) => ({
        id: it.id,
        from: it.file,
        to: onDisk(`${it.id} could not be moved`, () => archiveMemory(it)),
      }));
      refresh(context, world);
      if (options.json) printJson(context, moved);
      else
        for (const { id, to } of moved) context.out(`Forgot ${id}; its file is ${display(to, context, world)} now\n`);
      for (const { id } of moved) {
        const next = findMemory(id, world.vaults);
        if (next) note(context, `the id ${id} means ${display(next.file, context, world)} now`);
      }
    });
}
