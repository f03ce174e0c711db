// The write of a proposal into its vault, and the way back. Cold.
import fs from 'node:fs';
import path from 'node:path';
import { bodyOf, decodeMemory, MemoryFileError, parseMemory, writeMemory } from '../memory/file.ts';
import { dayOf } from '../memory/new.ts';
import { fileHash } from '../memory/trust.ts';
import { bodyHash, holdings, nameOf, type Vault } from '../memory/vault.ts';
import { createMemory, replaceMemory } from '../memory/vault-write.ts';
import type { Proposal, Wrote } from '../store/proposals.ts';

/** Why a decision cannot be carried out; the message is for people. */
export class ProposalError extends Error {
  constructor(
    readonly kind: 'unknown' | 'decided' | 'changed' | 'gone' | 'bad',
    message: string,
    /** Where a file is not as it was: what was expected there, and what stands there. */
    readonly change?: { file: string; expected: string; found: string },
  ) {
    super(message);
    this.name = 'ProposalError';
  }
}

/** What came of a write. */
export interface Applied {
  /** The proposal with the id, the file and the bytes that were written. */
  proposal: Proposal;
  /** The memory of the vault that said the same already, so that nothing was written. */
  there?: { id: string; file: string };
}

/**
 * Writes what is proposed, by the code that `engram remember` writes with.
 * @throws ProposalError where what it changes has changed or is gone; node's errors of the file system; OutsideError
 */
export function applyWrite(proposal: Proposal, now: Date): Applied {
  return proposal.action === 'create' || proposal.action === 'supersede' ? create(proposal) : change(proposal, now);
}

export function vaultOf({ folder, vault, within }: Pick<Proposal, 'folder' | 'vault' | 'within'>): Vault {
  return { folder, owner: vault, ...(within === undefined ? {} : { within }) };
}

function create(proposal: Proposal): Applied {
  const vault = vaultOf(proposal);
  // A project that was deleted, or moved, is not made again.
  if (vault.owner === 'project' && !fs.existsSync(path.dirname(vault.folder))) {
    const message = `${path.dirname(vault.folder)}, where proposal ${proposal.id} belongs, is gone; engram proposals reject ${proposal.id} drops it`;
    throw new ProposalError('gone', message);
  }
  const { ids, bodies } = holdings(vault);
  const same = bodies.get(bodyHash(bodyOf(proposal.text)));
  if (same) {
    // The very bytes: a process that wrote them was killed before it could say so.
    const ours = same.file === proposal.file && read(same.file) === proposal.text;
    return ours ? { proposal: written(proposal, same.file, false) } : { proposal, there: same };
  }
  const madeFolder = !fs.existsSync(vault.folder);
  const memory = parseMemory(proposal.text, proposal.memory);
  let text = proposal.text;
  const stored = createMemory(
    vault,
    memory,
    (it) => {
      text = it.id === memory.id ? proposal.text : writeMemory(it, { text: proposal.text, name: memory.id });
      return text;
    },
    ids,
  );
  return { proposal: written({ ...proposal, memory: stored.memory.id, text }, stored.file, madeFolder) };
}

function change(proposal: Proposal, now: Date): Applied {
  const { file, id } = proposal;
  const found = read(file);
  if (found === undefined) {
    throw new ProposalError(
      'gone',
      `${file}, which proposal ${id} changes, is gone; engram proposals reject ${id} drops it`,
    );
  }
  const { text, before } = proposal.action === 'confirm' ? confirmed(proposal, found, now) : proposal;
  if (found !== text) {
    if (found !== before) {
      const message = `${file} has changed since proposal ${id} was made; engram proposals edit ${id} starts from what stands there now`;
      throw new ProposalError('changed', message, { file, expected: before ?? '', found });
    }
    replaceMemory(file, text);
  }
  return { proposal: written({ ...proposal, text, ...(before === undefined ? {} : { before }) }, file, false) };
}

/** A memory's file as it will say that it was reviewed today: of what stands there now. @throws ProposalError where that is no memory */
export function confirmed({ file, id }: Pick<Proposal, 'file' | 'id'>, found: string, now: Date) {
  try {
    const name = nameOf(file);
    const memory = { ...parseMemory(found, name), reviewed: dayOf(now) };
    return { text: writeMemory(memory, { text: found, name }), before: found };
  } catch (error) {
    if (!(error instanceof MemoryFileError)) throw error;
    const message = `${file}:${error.line}: ${error.message}; mend it, or engram proposals reject ${id}`;
    throw new ProposalError('bad', message);
  }
}

function written(proposal: Proposal, file: string, madeFolder: boolean): Proposal {
  const wrote: Wrote = { file, hash: fileHash(fs.readFileSync(file)), madeFolder };
  return { ...proposal, file, wrote };
}

/**
 * Takes back what approving a proposal wrote, so that the vault's folder holds what it held.
 * @throws ProposalError where nothing was written, or the file is no longer as it was written
 */
export function revertWrite({ id, action, text, before, folder, wrote }: Proposal): void {
  if (!wrote) throw new ProposalError('decided', `proposal ${id} wrote nothing: what it says was there already`);
  const { file, hash, madeFolder } = wrote;
  const bytes = fs.existsSync(file) ? fs.readFileSync(file) : undefined;
  if (!bytes)
    throw new ProposalError('gone', `${file} is gone, so that nothing of proposal ${id} is left to take back`);
  if (fileHash(bytes) !== hash) {
    const message = `${file} was changed after proposal ${id} was approved and stays as it is; change it back by hand, or engram forget ${nameOf(file)}`;
    throw new ProposalError('changed', message, { file, expected: text, found: bytes.toString('utf8') });
  }
  if (action === 'create' || action === 'supersede') {
    fs.unlinkSync(file);
    if (madeFolder) removeEmpty(folder);
  } else replaceMemory(file, before ?? '');
}

function removeEmpty(folder: string): void {
  if (path.isAbsolute(folder) && fs.readdirSync(folder).length === 0) fs.rmdirSync(folder);
}

/** Undefined where there is no such file. @throws ProposalError for what is no text */
export function read(file: string): string | undefined {
  try {
    return decodeMemory(fs.readFileSync(file));
  } catch (error) {
    if (error instanceof MemoryFileError) throw new ProposalError('bad', `${file}:${error.line}: ${error.message}`);
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}
