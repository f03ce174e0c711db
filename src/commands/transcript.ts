import { type Command, InvalidArgumentError } from 'commander';
import { type Said, saidInSpool, saidInStore, searchSaid } from '../capture/search.ts';
import { spoolFolder } from '../capture/spool.ts';
import { askStore, StoreError } from '../store/open.ts';
import { documentTerms } from '../text/terms.ts';
import { CommandError, type Context } from './context.ts';
import { note, printJson, shown, when } from './output.ts';
import { passage } from './passage.ts';
import { wholeNumber } from './ranked.ts';
import { exitOf } from './store-faults.ts';
import { openWorld } from './world.ts';

/** UTF-8 bytes of a text that are printed. */
const SHOWN = 600;

const limit = wholeNumber('--limit', 1000, (message) => new InvalidArgumentError(message));

interface Options {
  limit: number;
  all?: true;
  json?: true;
}

export function register(program: Command, context: Context): void {
  const transcript = program
    .command('transcript')
    .description('what captured sessions said, as far as it is still kept; no agent is ever sent it')
    .addHelpText('after', '\nExample:\n  engram transcript search staging bucket\n');
  transcript
    .command('search')
    .description('the texts of captured sessions that hold all these words, the newest first')
    .argument('<query...>', 'words')
    .option('-n, --limit <n>', 'most that are printed', limit, 10)
    .option('--all', 'of every project')
    .option('--json', 'print them as JSON')
    .addHelpText(
      'after',
      '\nTurns are deleted once they were read for memories; what was worth keeping of them, and summaries, stay.\n\nExample:\n  engram transcript search staging bucket\n',
    )
    .action((words: string[], options: Options) => search(words.join(' '), options, context));
}

function search(words: string, { limit: most, all, json }: Options, context: Context): void {
  const { places, project } = openWorld(context);
  const here = ({ root }: Said) => all === true || root === project.root;
  const kept = [...saidInSpool(spoolFolder(places)), ...inStore(places.db)].filter(here);
  const found = searchSaid(kept, words).slice(0, most);
  if (json) {
    printJson(
      context,
      found.map(({ at, ...said }) => ({ at: new Date(at).toISOString(), ...said })),
    );
    return;
  }
  if (found.length === 0) {
    note(context, 'nothing that is kept of sessions here holds these words; engram recall searches the memories');
    return;
  }
  const terms = new Set(documentTerms(words));
  for (const { at, host, session, what, text } of found) {
    context.out(`[captured ${what} | ${shown(host)} ${shown(session)} | ${when(at, context)}]\n`);
    const lines = passage(text, terms, SHOWN).text.split('\n');
    context.out(`${lines.map(shown).join('\n')}\n\n`);
  }
}

function inStore(db: string): Said[] {
  try {
    return askStore(db, [], saidInStore);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    throw new CommandError(error.message, exitOf(error));
  }
}
