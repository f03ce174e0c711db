import type { Command } from 'commander';
import { findKey } from '../config/keys.ts';
import { type SetOptions, set } from './config.ts';
import type { Context } from './context.ts';

export function register(program: Command, context: Context): void {
  program
    .command('set-proof')
    .description('whether prompts carry a line that says what engram sent')
    .argument('<mode>', findKey('proof')!.values)
    .option('--project', 'in .engram/config.yaml of this project, which a team shares')
    .option('--json', 'print what was set as JSON')
    .addHelpText('after', '\nExample:\n  engram set-proof compact\n')
    .action((mode: string, options: SetOptions) => set('proof', mode, options, context));
}
