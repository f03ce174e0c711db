// What commands share that deal with proposals: the store, what is said of faults, and what follows a decision.
import fs from 'node:fs';
import { ProposalError } from '../capture/apply.ts';
import { expire } from '../capture/decide.ts';
import { type ProposalWorld, projectsOf, proposalWorld } from '../capture/proposals.ts';
import { MemoryFileError, parseMemory } from '../memory/file.ts';
import { offerAlike } from '../memory/other-indexes.ts';
import { OutsideError } from '../memory/outside.ts';
import { openStore, type Store, StoreError } from '../store/open.ts';
import { expiresAt, type Proposal } from '../store/proposals.ts';
import { CommandError, type Context, EXIT } from './context.ts';
import { nativeAdvice } from './native.ts';
import { note, shown } from './output.ts';
import { busyFault } from './store-faults.ts';
import { systemUser } from './system-user.ts';
import { diffOf, paintDiff } from './targets.ts';
import { trustAlong } from './trusting.ts';
import { display, onDisk, openWorld, refresh, type World } from './world.ts';

/** Works with the proposals; those that have waited too long are dropped first. @throws CommandError */
export function withProposals<T>(context: Context, { places }: Pick<World, 'places'>, work: (store: Store) => T): T {
  const store = openProposals(context, places.db);
  try {
    speaking(context, () => expire(store, by(context)));
    return speaking(context, () => work(store));
  } finally {
    store.close();
  }
}

/** To be closed. @throws CommandError 69 without the store */
export function openProposals(context: Context, db: string): Store {
  try {
    const { store, movedAside } = openStore(db);
    if (movedAside) {
      note(
        context,
        `the database was damaged and is made anew; what waited in it is in ${movedAside}, if it can be read at all`,
      );
    }
    return store;
  } catch (error) {
    if (!(error instanceof StoreError) || error.kind === 'busy') throw error;
    const advice = error.kind === 'native' ? `; ${nativeAdvice()}` : '';
    throw new CommandError(`proposals are kept in the database: ${error.message}${advice}`, EXIT.unavailable);
  }
}

/** Faults of proposals, of files and of the disk as sentences. @throws CommandError */
export function speaking<T>(context: Context, work: () => T): T {
  try {
    return onDisk('the memory could not be written', work);
  } catch (error) {
    if (error instanceof ProposalError) {
      const { change, kind, message } = error;
      if (change) {
        const diff = diffOf({ file: change.file, before: change.expected, after: change.found });
        context.err(paintDiff(shown(diff.replace(/^Index: .*\n=+\n/, '')), context.color));
      }
      throw new CommandError(message, kind === 'unknown' ? EXIT.noInput : EXIT.data);
    }
    if (error instanceof OutsideError) throw new CommandError(error.message, EXIT.cannotCreate);
    const busy = busyFault(error, context);
    if (busy) throw busy;
    if (String((error as { code?: unknown }).code).startsWith('SQLITE_'))
      throw new CommandError(`the database refused: ${(error as Error).message}; nothing was decided`, EXIT.io);
    throw error;
  }
}

/** Who decides, and when. */
export function by({ env, now }: Pick<Context, 'env' | 'now'>): Pick<ProposalWorld, 'now' | 'who'> {
  return { now, who: systemUser(env) };
}

/** This world, for whoever proposes. */
export function proposing(context: Context, { places }: Pick<World, 'places'>): ProposalWorld {
  return proposalWorld(context.cwd, places, context.env, context.now, systemUser(context.env));
}

/**
 * Brings the indexes of these proposals' projects up to date, and of the one that the person stands in where it is about their own
 * vault; has what was written in them trusted as `remember` does.
 */
export function settle(proposals: readonly Proposal[], context: Context): void {
  const folders = new Map<string, string[]>();
  for (const proposal of proposals) {
    const starts = projectsOf(proposal);
    const own = starts.at(-1)!;
    for (const start of [...starts, ...(proposal.vault === 'user' ? [context.cwd] : [])])
      folders.set(start, folders.get(start) ?? []);
    if (proposal.status === 'approved' && proposal.wrote) folders.get(own)!.push(proposal.wrote.file);
  }
  for (const [cwd, written] of folders) {
    if (!fs.existsSync(cwd)) continue;
    const there = { ...context, cwd };
    const world = openWorld(there);
    if (written.length > 0) trustAlong(written, there, world);
    const compiled = refresh(there, world);
    if (compiled) offerAlike(compiled.indexFile, world.places);
  }
}

/** The diff of what a proposal would write. */
export function diffOfProposal(
  proposal: Pick<Proposal, 'file' | 'before' | 'text'>,
  context: Context,
  world: World,
): string {
  const { before, text } = proposal;
  return diffOf({ file: display(proposal.file, context, world), before, after: text }).replace(/^Index: .*\n=+\n/, '');
}

export function summaryOf({ text, memory }: Pick<Proposal, 'text' | 'memory'>): string {
  try {
    return parseMemory(text, memory).summary;
  } catch (error) {
    if (error instanceof MemoryFileError) return '';
    throw error;
  }
}

/** As JSON has it, without its texts. */
export function published(proposal: Proposal) {
  const { id, created, status, action, memory, file, vault, root, importance, origin, why, dream } = proposal;
  return {
    ...{ id, status, action, memory, summary: summaryOf(proposal), file, vault, root, importance, origin, why, dream },
    created: new Date(created).toISOString(),
    expires: status === 'pending' ? new Date(expiresAt(proposal)).toISOString() : null,
    session: proposal.session ?? null,
    sequence: proposal.sequence ?? null,
  };
}
