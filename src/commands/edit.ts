import fs from 'node:fs';
import type { Command } from 'commander';
import { expiryProblem, MemoryFileError, parseMemory } from '../memory/file.ts';
import { idleKeys } from '../memory/idle-keys.ts';
import { nearKeys } from '../memory/near-keys.ts';
import { nameOf, readMemoryText } from '../memory/vault.ts';
import { CommandError, type Context, EXIT } from './context.ts';
import { noteSecrets } from './doctor-secrets.ts';
import { openEditor } from './editor.ts';
import { note, printJson } from './output.ts';
import { trustAlong } from './trusting.ts';
import { display, openWorld, refresh, requireFile } from './world.ts';

export function register(program: Command, context: Context): void {
  program
    .command('edit')
    .description('open a memory in $VISUAL or $EDITOR and check it afterwards')
    .argument('<id>', 'its id')
    .option('--json', 'print what became of it as JSON')
    .addHelpText('after', '\nExample:\n  EDITOR=nano engram edit deploy-window\n')
    .action((id: string, options: { json?: true }) => {
      const world = openWorld(context);
      const { file, id: was } = requireFile(id, world);
      const before = fs.readFileSync(file);
      try {
        openEditor(file, context);
      } catch (error) {
        // Some editors save and then fail.
        if (!(error instanceof CommandError) || fs.readFileSync(file).equals(before)) throw error;
        trustAlong([file], context, world);
        refresh(context, world);
        throw new CommandError(`${error.message}, but ${file} has changed`, error.exit);
      }
      let now: string;
      let changed: boolean;
      try {
        const text = readMemoryText(file);
        const memory = parseMemory(text, nameOf(file));
        now = memory.id;
        const expiry = expiryProblem(text);
        for (const { line, message } of [...nearKeys(text), ...idleKeys(text, memory), ...(expiry ? [expiry] : [])])
          note(context, `${file}:${line}: ${message}`);
        changed = !fs.readFileSync(file).equals(before);
      } catch (error) {
        if (!(error instanceof MemoryFileError)) throw error;
        trustAlong([file], context, world);
        refresh(context, world);
        throw new CommandError(
          `${file}:${error.line || 1}: ${error.message}; your text stands there as you left it, and no agent is sent it until it is mended`,
          EXIT.data,
        );
      }
      trustAlong([file], context, world);
      refresh(context, world);
      noteSecrets(file, now, context);
      if (now !== was) note(context, `its id is ${now} now`);
      if (options.json) return printJson(context, { id: now, file, changed });
      context.out(`${changed ? 'Changed' : 'Left as it was:'} ${now} in ${display(file, context, world)}\n`);
    });
}
