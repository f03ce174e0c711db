// `engram completion`: the scripts by which shells complete engram.
import fs from 'node:fs';
import path from 'node:path';
import { Argument, type Command } from 'commander';
import type { Context } from './context.ts';
import { thisInstallation } from './launcher.ts';
import { printJson } from './output.ts';

/** The file of each in `shell/`, as the shell itself wants it to be called. */
const SCRIPTS = { bash: 'engram.bash', zsh: '_engram', fish: 'engram.fish' } as const;
type Shell = keyof typeof SCRIPTS;

export function register(program: Command, context: Context): void {
  program
    .command('completion')
    .description('print the script that lets a shell complete engram at TAB')
    .addArgument(new Argument('<shell>', 'whose script').choices(Object.keys(SCRIPTS)))
    .option('--json', 'print it as JSON')
    .addHelpText(
      'after',
      `
It completes commands, options, hosts, keys and their values, ids of memories and sessions.

Examples:
  eval "$(engram completion bash)"     # in ~/.bashrc
  eval "$(engram completion zsh)"      # in ~/.zshrc
  engram completion fish > ~/.config/fish/completions/engram.fish
`,
    )
    .action((shell: Shell, options: { json?: true }) => {
      const file = path.resolve(path.dirname(thisInstallation().hook), '../shell', SCRIPTS[shell]);
      const script = fs.readFileSync(file, 'utf8');
      if (options.json) printJson(context, { shell, file, script });
      else context.out(script);
    });
}
