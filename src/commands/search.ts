import { type Command, InvalidArgumentError } from 'commander';
import { rank } from '../route/rank.ts';
import type { Context } from './context.ts';
import { note, printJson, printRows } from './output.ts';
import { wholeNumber, withIndex } from './ranked.ts';
import { openWorld } from './world.ts';

const limit = wholeNumber('--limit', 1000, (message) => new InvalidArgumentError(message));

export function register(program: Command, context: Context): void {
  program
    .command('search')
    .description('the memories that hold these words, best first')
    .argument('<query...>', 'words')
    .option('-n, --limit <n>', 'most that are listed', limit, 10)
    .option('--json', 'print them as JSON')
    .addHelpText('after', '\nExample:\n  engram search deploy friday\n')
    .action((words: string[], options: { limit: number; json?: true }) => {
      const world = openWorld(context);
      const found = withIndex(context, world, (index) =>
        rank(index, words.join(' '), { limit: options.limit, gated: false }).hits.map((hit) => ({
          hit,
          memory: index.memory(hit.doc),
        })),
      );
      if (options.json) {
        return printJson(
          context,
          found.map(({ hit, memory: { id, summary, type, date, path } }) => ({
            id,
            score: hit.score,
            summary,
            type,
            date: date || null,
            file: path,
          })),
        );
      }
      if (found.length === 0) return note(context, 'no memory holds any of these words');
      printRows(
        context,
        ['id', 'score', 'type', 'date', 'summary'],
        found.map(({ hit, memory }) => [
          memory.id,
          hit.score.toFixed(2),
          memory.type,
          memory.date || '-',
          memory.summary,
        ]),
      );
    });
}
