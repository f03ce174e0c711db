import type { Command } from 'commander';
import { findKey } from '../config/keys.ts';
import { type SetOptions, set } from './config.ts';
import type { Context } from './context.ts';

export function register(program: Command, context: Context): void {
  program
    .command('set-read')
    .description('when memories are sent: startup, auto, always, manual or off')
    .argument('<mode>', findKey('read')!.values)
    .option('--project', 'in .engram/config.yaml of this project, which a team shares')
    .option('--json', 'print what was set as JSON')
    .addHelpText(
      'after',
      `
  startup   at the start of a session only
  auto      at the start, and with each prompt what it needs and the session lacks (the default)
  always    the same, and again with each prompt
  manual    never by itself; engram recall, search and show go on working
  off       not at all

Example:
  engram set-read manual
`,
    )
    .action((mode: string, options: SetOptions) => set('read', mode, options, context));
}
