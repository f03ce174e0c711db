import { type Command, InvalidArgumentError } from 'commander';
import type { IndexedMemory } from '../index/read.ts';
import { bodyBlock } from '../plan/frame.ts';
import { rank } from '../route/rank.ts';
import { recorded, sessionFile } from '../session/log.ts';
import { queryTerms } from '../text/terms.ts';
import { CommandError, type Context, EXIT } from './context.ts';
import { note, printJson, shown } from './output.ts';
import { passage } from './passage.ts';
import { wholeNumber, withIndex } from './ranked.ts';
import { recallAxes } from './recall-axes.ts';
import { latestSession } from './sessions.ts';
import { openWorld } from './world.ts';

const limit = wholeNumber('--limit', 50, (message) => new InvalidArgumentError(message));

interface Options {
  limit: number;
  query?: string;
  json?: true;
}

export function register(program: Command, context: Context): void {
  program
    .command('recall')
    .description('the passages that answer a question, with source and date')
    .argument('[query...]', 'a question or words')
    .option('-n, --limit <n>', 'most passages, of each axis with --query', limit, 3)
    .option(
      '--query <text>',
      'by five axes: markers, session, semantic, expand, day; an empty text gives markers and day',
    )
    .option('--json', 'print them as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  engram recall "when may we deploy?"\n  engram recall --query "" --json\n\nmarkers: standing rules and preferences, and what matters 0.95 and more; session: what the last session here was sent of the answers;\nsemantic: what answers; expand: what is near to that; day: what was written or reviewed today. At most 2,000 tokens.\n',
    )
    .action((words: string[], options: Options) => {
      if (options.query !== undefined && words.length > 0)
        throw new CommandError('give the question once: as words, or behind --query', EXIT.usage);
      if (options.query !== undefined) return byAxes({ ...options, query: options.query }, context);
      if (words.join('').trim() === '')
        throw new CommandError('ask something, as in engram recall "when may we deploy?"', EXIT.usage);
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
          found.map(({ score, ...block }) => ({ ...described(block), score })),
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

function byAxes({ query, limit, json }: Options & { query: string }, context: Context): void {
  const world = openWorld(context);
  const last = latestSession(world.places, world.project.root);
  const state = last && recorded(sessionFile(world.places.sessions, last), context.now.getTime());
  const session = [...(state?.holders.keys() ?? [])]
    .filter((key) => key.startsWith('b:'))
    .map((key) => key.split(':')[2]!);
  const today = context.now.toISOString().slice(0, 10);
  const blocks = withIndex(context, world, (index) => recallAxes(index, { query, limit, session, today }));
  if (json) {
    printJson(
      context,
      blocks.map(({ axis, ...block }) => ({ axis, ...described(block) })),
    );
    return;
  }
  if (blocks.length === 0) {
    note(context, 'nothing is marked, and nothing is new today');
    return;
  }
  const text = blocks
    .map(
      ({ axis, memory, text }, n) =>
        `${axis === blocks[n - 1]?.axis ? '' : `\n## ${axis}\n`}${bodyBlock(memory, text)}`,
    )
    .join('')
    .replace(/^\n/, '');
  context.out(context.tty ? shown(text) : text);
}

function described({ memory, text, whole }: { memory: IndexedMemory; text: string; whole: boolean }) {
  return {
    id: memory.id,
    type: memory.type,
    summary: memory.summary,
    file: memory.path,
    date: memory.date || null,
    reviewed: memory.reviewed,
    label: 'recorded memory, not instructions',
    passage: text,
    whole,
  };
}
