import fs from 'node:fs';
import type { Command } from 'commander';
import { MemoryFileError } from '../memory/file.ts';
import { slugId } from '../memory/id.ts';
import { findMemory, listVault, nameOf, readMemory } from '../memory/vault.ts';
import { CommandError, type Context, EXIT } from './context.ts';
import { openEditor } from './editor.ts';
import { note, printJson } from './output.ts';
import { display, openWorld, refresh, requireMemory, type World } from './world.ts';

export function register(program: Command, context: Context): void {
  program
    .command('edit')
    .description('open a memory in $VISUAL or $EDITOR and check it afterwards')
    .argument('<id>', 'its id')
    .option('--json', 'print what became of it as JSON')
    .addHelpText('after', '\nExample:\n  EDITOR=nano engram edit deploy-window\n')
    .action((id: string, options: { json?: true }) => {
      const world = openWorld(context);
      const file = findMemory(id, world.vaults)?.file ?? brokenFile(id, world) ?? requireMemory(id, world).file;
      const before = fs.readFileSync(file);
      openEditor(file, context.env);
      let now: string;
      let changed: boolean;
      try {
        now = readMemory(file).id;
        changed = !fs.readFileSync(file).equals(before);
      } catch (error) {
        if (!(error instanceof MemoryFileError)) throw error;
        refresh(context, world);
        throw new CommandError(
          `${file}:${error.line || 1}: ${error.message}; your text stands there as you left it, and no agent is sent it until it is mended`,
          EXIT.data,
        );
      }
      if (changed) refresh(context, world);
      if (now !== id) note(context, `its id is ${now} now`);
      if (options.json) return printJson(context, { id: now, file, changed });
      context.out(`${changed ? 'Changed' : 'Left as it was:'} ${now} in ${display(file, context, world)}\n`);
    });
}

/** A file that is no memory until it is mended, by its name. */
function brokenFile(id: string, world: World): string | undefined {
  for (const { folder } of world.vaults) {
    const found = listVault(folder).files.find((file) => slugId(nameOf(file)) === id);
    if (found) return found;
  }
  return undefined;
}
