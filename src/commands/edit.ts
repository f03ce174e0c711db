import type { Command } from 'commander';
import { MemoryFileError } from '../memory/file.ts';
import { readMemory, readMemoryText } from '../memory/vault.ts';
import { CommandError, type Context, EXIT } from './context.ts';
import { openEditor } from './editor.ts';
import { note, printJson } from './output.ts';
import { display, openWorld, refresh, requireMemory } from './world.ts';

export function register(program: Command, context: Context): void {
  program
    .command('edit')
    .description('open a memory in $VISUAL or $EDITOR and check it afterwards')
    .argument('<id>', 'its id')
    .option('--json', 'print what became of it as JSON')
    .addHelpText('after', '\nExample:\n  EDITOR=nano engram edit deploy-window\n')
    .action((id: string, options: { json?: true }) => {
      const world = openWorld(context);
      const { file } = requireMemory(id, world);
      const before = readMemoryText(file);
      openEditor(file, context.env);
      let now: string;
      let changed: boolean;
      try {
        now = readMemory(file).id;
        changed = readMemoryText(file) !== before;
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
