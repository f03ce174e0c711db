import type { Command } from 'commander';
import { undo } from '../capture/decide.ts';
import type { Store } from '../store/open.ts';
import { type Proposal, proposalsWith } from '../store/proposals.ts';
import { questions } from './ask.ts';
import { CommandError, type Context, EXIT } from './context.ts';
import { colors, count, note, printJson, shown, when } from './output.ts';
import { approved, asItStands, edited, rejected } from './proposals.ts';
import { by, diffOfProposal, openProposals, settle, speaking, withProposals } from './staged.ts';
import { paintDiff } from './targets.ts';
import { openWorld, type World } from './world.ts';

export function register(program: Command, context: Context): void {
  program
    .command('review')
    .description('walk through the memories that wait for your yes, one key each')
    .option('-a, --all', 'of all projects')
    .option('--json', 'print what was decided as JSON, at the end')
    .addHelpText(
      'after',
      '\nKeys:\n  a   approve: it is written\n  e   edit it in $VISUAL or $EDITOR\n  r   reject: it is dropped\n  s   skip: it goes on waiting\n  u   undo the last decision\n  q   quit; what was decided stays\n\nExample:\n  engram review\n',
    )
    .action((options: { all?: true; json?: true }) => review(options, context));
}

const KEYS = [
  { value: 'a', label: 'approve' },
  { value: 'e', label: 'edit' },
  { value: 'r', label: 'reject' },
  { value: 's', label: 'skip' },
  { value: 'u', label: 'undo last' },
  { value: 'q', label: 'quit' },
] as const;
type Key = (typeof KEYS)[number]['value'];

/** A decision that can be undone: where in the list it was made, and the proposal as it was. */
interface Done {
  at: number;
  was: Proposal;
  what: 'approved' | 'rejected';
}

async function review(options: { all?: true; json?: true }, context: Context): Promise<void> {
  if (!context.interactive) {
    throw new CommandError(
      'review asks at a terminal, and this is none; engram proposals lists what waits, approve and reject decide',
      EXIT.unavailable,
    );
  }
  const world = openWorld(context);
  const { root } = world.project;
  const pending = (store: Store) => proposalsWith(store, 'pending', options.all ? undefined : root);
  const waiting = withProposals(context, world, pending);
  if (waiting.length === 0) {
    note(context, 'no proposal waits here');
    return;
  }
  const store = openProposals(context, world.places.db);
  const touched = new Map<number, Proposal>();
  let ended: Ended;
  let left: number;
  try {
    ended = await walk(waiting, store, touched, context, world);
    left = pending(store).length;
  } finally {
    store.close();
    if (touched.size > 0) settle([...touched.values()], context);
  }
  const { done, broken } = ended;
  if (options.json)
    printJson(
      context,
      done.map(({ what, was }) => ({ id: was.id, memory: was.memory, what })),
    );
  else {
    const of = (what: Done['what']) => done.filter((it) => it.what === what).length;
    context.out(
      `${of('approved')} approved, ${of('rejected')} rejected, ${count(left, 'proposal waits', 'proposals wait')}\n`,
    );
  }
  if (broken) throw new CommandError('broken off; what was decided stays', EXIT.interrupted);
}

interface Ended {
  done: Done[];
  /** By Ctrl-C or Esc. */
  broken: boolean;
}

/** @param touched told of each proposal whose decision, or text, has changed */
async function walk(
  waiting: Proposal[],
  store: Store,
  touched: Map<number, Proposal>,
  context: Context,
  world: World,
): Promise<Ended> {
  const { isCancel, selectKey, output } = await questions(context);
  const done: Done[] = [];
  const end = (broken: boolean) => ({ done, broken });
  for (let at = 0; at < waiting.length || done.length > 0; ) {
    const was = waiting[at];
    if (was) {
      try {
        print(asItStands(was, context), `${at + 1} of ${waiting.length}`, context, world);
      } catch (error) {
        say(error, context);
      }
    }
    const key = await selectKey<Key>({
      ...output,
      message: was ? 'Remember it?' : 'That was the last. Done?',
      options: KEYS.filter(({ value }) => value === 'q' || (value === 'u' ? done.length > 0 : was !== undefined)),
    });
    if (isCancel(key)) return end(true);
    if (key === 'q') break;
    try {
      if (key === 'u') {
        const last = done.at(-1)!;
        speaking(context, () => undo(store, last.was, by(context)));
        done.pop();
        touched.set(last.was.id, last.was);
        at = last.at;
      } else if (!was || key === 's') at++;
      else if (key === 'e') {
        const { proposal } = edited(store, was.id, context);
        waiting[at] = proposal;
        touched.set(was.id, proposal);
      } else {
        const decision = key === 'a' ? approved(store, was.id, context) : rejected(store, was.id, context);
        context.out(`${shown(decision.said)}\n`);
        done.push({ at, was, what: key === 'a' ? 'approved' : 'rejected' });
        touched.set(was.id, decision.proposal);
        at++;
      }
    } catch (error) {
      say(error, context);
      // Decided by somebody else meanwhile, or to be looked into: the next.
      if (key === 'a' || key === 'r') at++;
    }
  }
  return end(false);
}

function say(error: unknown, context: Context): void {
  if (!(error instanceof CommandError)) throw error;
  note(context, error.message);
}

function print(proposal: Proposal, where: string, context: Context, world: World): void {
  const { bold } = colors(context);
  const { id, action, origin, created, why, vault, root } = proposal;
  const place = vault === 'user' ? 'your own vault, for every project' : root;
  const about = [`${action}, for ${place}`, `from ${origin}, ${when(created, context)}`, ...why].join('; ');
  context.out(`\n${bold(`Proposal ${id}`)} (${where}): ${shown(about)}\n`);
  context.out(paintDiff(shown(diffOfProposal(proposal, context, world)), context.color));
}
