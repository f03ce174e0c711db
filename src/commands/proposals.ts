import { type Command, InvalidArgumentError } from 'commander';
import { confirmed, read } from '../capture/apply.ts';
import { approve, edit, reject, revert, STATES } from '../capture/decide.ts';
import { MemoryFileError } from '../memory/file.ts';
import type { Store } from '../store/open.ts';
import { auditRows, getProposal, type Proposal, proposalsWith } from '../store/proposals.ts';
import { CommandError, type Context, EXIT } from './context.ts';
import { noteSecrets } from './doctor-secrets.ts';
import { editDraft } from './draft.ts';
import { count, note, printJson, printRows, shown, when } from './output.ts';
import { by, diffOfProposal, published, settle, speaking, summaryOf, withProposals } from './staged.ts';
import { paintDiff } from './targets.ts';
import { display, openWorld } from './world.ts';

interface Json {
  json?: true;
}

export function register(program: Command, context: Context): void {
  const proposals = program
    .command('proposals')
    .description('memories that wait for your yes: list, show, approve, edit, reject, revert')
    .addHelpText(
      'after',
      '\nWhat was captured, and what an agent proposes, is written only after you have approved it; after 7 days it is dropped. engram review walks through them, one key each.\n\nExamples:\n  engram proposals\n  engram proposals show 4\n  engram proposals approve 4 5\n',
    );
  proposals
    .command('list', { isDefault: true })
    .description('those that wait, of this project')
    .option('-a, --all', 'of all projects')
    .option('--json', 'print them as JSON')
    .addHelpText('after', '\nExample:\n  engram proposals list --all\n')
    .action((options: Json & { all?: true }) => list(options, context));
  proposals
    .command('show')
    .description('what one would write, as a diff')
    .argument('<n>', 'its number', number)
    .option('--json', 'print it as JSON')
    .addHelpText('after', '\nExample:\n  engram proposals show 4\n')
    .action((n: number, options: Json) => show(n, options, context));
  proposals
    .command('approve')
    .description('write them into their vaults')
    .argument('<n...>', 'their numbers', numbers)
    .option('--json', 'print what was written as JSON')
    .addHelpText('after', '\nExample:\n  engram proposals approve 4 5\n')
    .action((ids: number[], options: Json) =>
      decide(ids, options, context, (store, id) => approved(store, id, context), 'approved'),
    );
  proposals
    .command('edit')
    .description('change one in $VISUAL or $EDITOR; it goes on waiting')
    .argument('<n>', 'its number', number)
    .option('--json', 'print what became of it as JSON')
    .addHelpText('after', '\nExample:\n  EDITOR=nano engram proposals edit 4\n')
    .action((n: number, options: Json) => change(n, options, context));
  proposals
    .command('reject')
    .description('drop them, with their texts; what was rejected is not proposed again')
    .argument('<n...>', 'their numbers', numbers)
    .option('--json', 'print what was dropped as JSON')
    .addHelpText('after', '\nExample:\n  engram proposals reject 6\n')
    .action((ids: number[], options: Json) =>
      decide(ids, options, context, (store, id) => rejected(store, id, context), 'rejected'),
    );
  proposals
    .command('revert')
    .description('take back what approving one wrote, unless the file has changed since')
    .argument('<n>', 'its number', number)
    .option('--json', 'print what was taken back as JSON')
    .addHelpText('after', '\nExample:\n  engram proposals revert 4\n')
    .action((n: number, options: Json) =>
      decide([n], options, context, (store, id) => reverted(store, id, context), 'reverted'),
    );
  proposals
    .command('log')
    .description('what was proposed and decided, by whom and when')
    .option('--json', 'print it as JSON')
    .addHelpText(
      'after',
      '\nNo text of a memory is kept here, only the SHA-256 of its file.\n\nExample:\n  engram proposals log\n',
    )
    .action((options: Json) => log(options, context));
}

/** One decision: what it came to, and what is said of it. */
export interface Decision {
  proposal: Proposal;
  said: string;
}

/** @throws CommandError */
export function approved(store: Store, id: number, context: Context): Decision {
  const { proposal, there } = speaking(context, () => approve(store, id, by(context)));
  const world = openWorld(context);
  if (there) return { proposal, said: `Approved ${id}: it is there already as ${there.id}; nothing was written` };
  noteSecrets(proposal.wrote?.file ?? proposal.file, proposal.memory, context);
  const where = display(proposal.file, context, world);
  const what = proposal.action === 'confirm' ? `${proposal.memory} still holds,` : `${proposal.memory} stands`;
  return { proposal, said: `Approved ${id}: ${what} in ${where}` };
}

/** @throws CommandError */
export function rejected(store: Store, id: number, context: Context): Decision {
  const proposal = speaking(context, () => reject(store, id, by(context)));
  return { proposal, said: `Rejected ${id}: ${proposal.memory} is dropped` };
}

function reverted(store: Store, id: number, context: Context): Decision {
  const proposal = speaking(context, () => revert(store, id, by(context)));
  const where = display(proposal.wrote?.file ?? proposal.file, context, openWorld(context));
  const is = proposal.before === undefined ? 'is gone again' : 'is as it was';
  return { proposal: { ...proposal, status: 'reverted' }, said: `Reverted ${id}: ${where} ${is}` };
}

/** All that can be are decided; the others are named. @throws CommandError where one could not be */
function decide(
  ids: readonly number[],
  options: Json,
  context: Context,
  one: (store: Store, id: number) => Decision,
  done: string,
): void {
  const world = openWorld(context);
  const decisions: Decision[] = [];
  const faults: CommandError[] = [];
  withProposals(context, world, (store) => {
    for (const id of new Set(ids)) {
      try {
        decisions.push(one(store, id));
      } catch (error) {
        if (!(error instanceof CommandError)) throw error;
        faults.push(error);
      }
    }
  });
  settle(
    decisions.map(({ proposal }) => proposal),
    context,
  );
  if (options.json)
    printJson(
      context,
      decisions.map(({ proposal }) => published(proposal)),
    );
  else for (const { said } of decisions) context.out(`${shown(said)}\n`);
  const [first] = faults;
  if (!first) return;
  if (ids.length === 1) throw first;
  for (const { message } of faults) note(context, message);
  throw new CommandError(`${count(faults.length, 'proposal')} could not be ${done}`, first.exit);
}

function list(options: Json & { all?: true }, context: Context): void {
  const world = openWorld(context);
  const { root } = world.project;
  const waiting = withProposals(context, world, (store) => proposalsWith(store, 'pending'));
  const here = options.all ? waiting : waiting.filter((it) => it.root === root);
  const elsewhere = waiting.length - here.length;
  if (options.json) {
    printJson(context, here.map(published));
    return;
  }
  if (here.length > 0) {
    printRows(
      context,
      ['n', 'what', 'since', 'for', ...(options.all ? ['project'] : []), 'summary'],
      here.map((it) => [
        String(it.id),
        it.action,
        when(it.created, context),
        it.vault,
        ...(options.all ? [it.root] : []),
        summaryOf(it),
      ]),
    );
  } else note(context, 'no proposal waits here');
  if (elsewhere > 0)
    note(context, `${count(elsewhere, 'proposal waits', 'proposals wait')} in other projects; --all lists them`);
}

function show(id: number, options: Json, context: Context): void {
  const world = openWorld(context);
  const found = withProposals(context, world, (store) => required(store, id, context));
  const proposal = found.status === 'pending' ? asItStands(found, context) : found;
  const { status, action, text, before, why, origin, created, memory, vault } = proposal;
  const diff = text ? diffOfProposal(proposal, context, world) : '';
  if (options.json) {
    printJson(context, { ...published(proposal), text: text || null, before: before ?? null, diff });
    return;
  }
  const what = [`${action} ${memory}`.trimEnd(), vault === 'user' ? 'your own vault' : 'the project’s vault'];
  const from = `from ${origin}, ${when(created, context)}`;
  context.out(`${shown([`Proposal ${id} ${STATES[status]}: ${what.join(', ')}`, from, ...why].join('; '))}\n`);
  if (diff) context.out(paintDiff(shown(diff), context.color));
  else note(context, 'its text was dropped');
}

/** What approving it now would write: a confirmation is of today, and of the file as it stands. */
export function asItStands(proposal: Proposal, context: Context): Proposal {
  if (proposal.action !== 'confirm') return proposal;
  return speaking(context, () => {
    const found = read(proposal.file);
    return found === undefined ? proposal : { ...proposal, ...confirmed(proposal, found, context.now) };
  });
}

function required(store: Store, id: number, _: Context): Proposal {
  const proposal = getProposal(store, id);
  if (proposal) return proposal;
  throw new CommandError(`there is no proposal ${id}; engram proposals lists them`, EXIT.noInput);
}

function change(id: number, options: Json, context: Context): void {
  const world = openWorld(context);
  const { proposal, changed } = withProposals(context, world, (store) => edited(store, id, context));
  if (changed) settle([proposal], context);
  if (options.json) printJson(context, { ...published(proposal), changed });
  else context.out(`${changed ? 'Changed' : 'Left as it was:'} proposal ${id}, ${shown(summaryOf(proposal))}\n`);
}

/** The person's editor on a proposal's text. @throws CommandError; what they wrote is kept then */
export function edited(store: Store, id: number, context: Context): { proposal: Proposal; changed: boolean } {
  const proposal = required(store, id, context);
  if (proposal.status !== 'pending') throw new CommandError(`proposal ${id} ${STATES[proposal.status]}`, EXIT.data);
  if (proposal.action === 'confirm') {
    const message = `proposal ${id} only asks whether ${proposal.memory} still holds; engram edit ${proposal.memory} changes that memory`;
    throw new CommandError(message, EXIT.data);
  }
  const now = proposal.before === undefined ? undefined : speaking(context, () => read(proposal.file));
  const draft = editDraft(proposal.text, context, 'approve it and change its file');
  if (draft.text === proposal.text && now === proposal.before) {
    draft.discard();
    return { proposal, changed: false };
  }
  try {
    const changed = speaking(context, () => edit(store, id, draft.text, now, by(context)));
    draft.discard();
    return { proposal: changed, changed: true };
  } catch (error) {
    if (error instanceof MemoryFileError)
      throw new CommandError(
        `${draft.file}:${error.line}: ${error.message}; your text is kept there, and proposal ${id} is as it was`,
        EXIT.data,
      );
    if (error instanceof CommandError)
      throw new CommandError(`${error.message}; your text is kept in ${draft.file}`, error.exit);
    throw error;
  }
}

function log(options: Json, context: Context): void {
  const world = openWorld(context);
  const rows = withProposals(context, world, (store) => auditRows(store));
  if (options.json)
    printJson(
      context,
      rows.map(({ at, ...row }) => ({ at: new Date(at).toISOString(), ...row })),
    );
  else if (rows.length === 0) note(context, 'nothing has been proposed yet');
  else
    printRows(
      context,
      ['at', 'who', 'what', 'n', 'action', 'project', 'hash'],
      rows.map((it) => [when(it.at, context), it.who, it.what, String(it.proposal), it.action, it.root, it.hash]),
    );
}

function number(value: string): number {
  if (!/^[1-9]\d{0,14}$/.test(value))
    throw new InvalidArgumentError('It is a number that engram proposals lists, as in 4.');
  return Number(value);
}

function numbers(value: string, before: number[] | undefined): number[] {
  return [...(before ?? []), number(value)];
}
