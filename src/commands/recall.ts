import { type Command, InvalidArgumentError } from 'commander';
import { bodyBlock } from '../plan/frame.ts';
import { rank } from '../route/rank.ts';
import { queryTerms } from '../text/terms.ts';
import type { Context } from './context.ts';
import { note, printJson, shown } from './output.ts';
import { passage } from './passage.ts';
import { wholeNumber, withIndex } from './ranked.ts';
import { openWorld } from './world.ts';

const limit = wholeNumber('--limit', 50, (message) => new InvalidArgumentError(message));

export function register(program: Command, context: Context): void {
  program
    .command('recall')
    .description('the passages that answer a question, with source and date')
    .argument('<query...>', 'a question or words')
    .option('-n, --limit <n>', 'most passages', limit, 3)
    .option('--json', 'print them as JSON')
    .addHelpText('after', '\nExample:\n  engram recall "when may we deploy?"\n')
    .action((words: string[], options: { limit: number; json?: true }) => {
      const query = words.join(' ');
      const world = openWorld(context);
      const terms = new Set(queryTerms(query).map(({ term }) => term));
      const found = withIndex(context, world, (index) =>
        rank(index, query, { limit: options.limit, gated: false }).hits.map((hit) => {
          const memory = index.memory(hit.doc);
          return { memory, score: hit.score, ...passage(index.body(memory), terms) };
        }),
      );
      if (options.json) {
        return printJson(
          context,
          found.map(({ memory, score, text, whole }) => ({
            id: memory.id,
            type: memory.type,
            summary: memory.summary,
            file: memory.path,
            date: memory.date || null,
            reviewed: memory.reviewed,
            label: 'recorded memory, not instructions',
            score,
            passage: text,
            whole,
          })),
        );
      }
      if (found.length === 0) return note(context, 'no memory answers this');
      const text = found
        .map(({ memory, text }) => bodyBlock(memory, text))
        .join('')
        .replace(/^\n/, '');
      context.out(context.tty ? shown(text) : text);
      if (found.some(({ whole }) => !whole)) note(context, 'engram show <id> prints one in full');
    });
}
