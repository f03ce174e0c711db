// What becomes of a proposal: approved, edited, rejected, reverted, expired. Each in one transaction with its line in the record, so
// that of two processes one decides. Cold.
import { parseMemory } from '../memory/file.ts';
import { dropEpisode } from '../store/episodes.ts';
import type { Store } from '../store/open.ts';
import {
  expiresAt,
  getProposal,
  type Proposal,
  type ProposalStatus,
  proposalsWith,
  settledBefore,
  updateProposal,
} from '../store/proposals.ts';
import { type Applied, applyWrite, ProposalError, revertWrite } from './apply.ts';
import { type ProposalWorld, recorded } from './proposals.ts';

type By = Pick<ProposalWorld, 'now' | 'who'>;

/** Writes what is proposed. @throws ProposalError; node's errors of the file system; nothing is decided then */
export function approve(store: Store, id: number, by: By): Applied {
  return decided(store, () => {
    const applied = applyWrite(pending(store, id, by), by.now);
    const proposal: Proposal = { ...applied.proposal, status: 'approved' };
    updateProposal(store, proposal);
    recorded(store, proposal, 'approved', by);
    return { ...applied, proposal };
  });
}

/** Drops it, with its text wherever that is kept. @throws ProposalError */
export function reject(store: Store, id: number, by: By): Proposal {
  return decided(store, () => {
    const proposal = pending(store, id, by);
    if (proposal.session) dropEpisode(store, proposal.session, parseMemory(proposal.text, proposal.memory).body);
    recorded(store, proposal, 'rejected', by);
    updateProposal(store, emptied(proposal, 'rejected'));
    return proposal;
  });
}

/** Takes back what approving it wrote. @throws ProposalError where that is not as it was written; node's errors of the file system */
export function revert(store: Store, id: number, by: By): Proposal {
  return decided(store, () => {
    const proposal = known(store, id);
    if (proposal.status !== 'approved') {
      throw new ProposalError(
        'decided',
        `proposal ${id} ${STATES[proposal.status]}; only an approved one can be reverted`,
      );
    }
    if (proposal.text === '') {
      throw new ProposalError(
        'decided',
        `proposal ${id} was approved more than 30 days ago; what it wrote is yours to change`,
      );
    }
    revertWrite(proposal);
    recorded(store, proposal, 'reverted', by);
    updateProposal(store, emptied(proposal, 'reverted'));
    return proposal;
  });
}

/**
 * Gives a proposal that waits another text.
 * @param text a memory file's
 * @throws ProposalError; MemoryFileError where the text is no memory
 */
export function edit(store: Store, id: number, text: string, before: string | undefined, by: By): Proposal {
  return decided(store, () => {
    const was = pending(store, id, by);
    const memory = parseMemory(text, was.memory);
    const isNew = was.before === undefined;
    const proposal: Proposal = {
      ...was,
      text,
      memory: memory.id,
      file: isNew ? was.file.replace(/[^/\\]+$/, `${memory.id}.md`) : was.file,
      importance: memory.importance,
      ...(before === undefined ? {} : { before }),
    };
    updateProposal(store, proposal);
    recorded(store, proposal, 'edited', by);
    return proposal;
  });
}

/** Takes the last decision back: it waits again as it did before. @param was as it stood before it was decided */
export function undo(store: Store, was: Proposal, by: By): void {
  decided(store, () => {
    const now = known(store, was.id);
    if (now.status === 'approved' && now.wrote) revertWrite(now);
    const { wrote: _, ...waits } = was;
    updateProposal(store, waits);
    recorded(store, was, 'undone', by);
  });
}

/** How long after its making an approved one can be reverted: what it said is kept no longer, milliseconds. */
const REVERTIBLE = 37 * 86_400_000;

/** Drops what has waited too long, and the texts of what was approved long ago. @returns how many had waited too long */
export function expire(store: Store, by: By): number {
  return decided(store, () => {
    for (const proposal of settledBefore(store, by.now.getTime() - REVERTIBLE)) {
      updateProposal(store, emptied(proposal, 'approved'));
    }
    const old = proposalsWith(store, 'pending').filter((proposal) => by.now.getTime() > expiresAt(proposal));
    for (const proposal of old) {
      recorded(store, proposal, 'expired', by);
      updateProposal(store, emptied(proposal, 'expired'));
    }
    return old.length;
  });
}

function decided<T>(store: Store, work: () => T): T {
  return store.transaction(work).immediate();
}

export const STATES: Readonly<Record<ProposalStatus, string>> = {
  pending: 'waits for your yes',
  approved: 'is approved',
  rejected: 'was rejected',
  reverted: 'was reverted',
  expired: 'has expired',
};

function known(store: Store, id: number): Proposal {
  const proposal = getProposal(store, id);
  if (proposal) return proposal;
  throw new ProposalError('unknown', `there is no proposal ${id}; engram proposals lists them`);
}

function pending(store: Store, id: number, { now }: By): Proposal {
  const proposal = known(store, id);
  if (proposal.status !== 'pending')
    throw new ProposalError('decided', `proposal ${id} ${STATES[proposal.status]} already`);
  if (now.getTime() > expiresAt(proposal)) throw new ProposalError('decided', `proposal ${id} has expired`);
  return proposal;
}

/** Of what nobody wants nothing is kept but that it was decided, and the hash by which it is known if it comes again. */
function emptied({ before: _, wrote: __, ...proposal }: Proposal, status: ProposalStatus): Proposal {
  return { ...proposal, status, memory: '', file: '', text: '', why: [] };
}
