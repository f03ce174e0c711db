// Proposals and the record of what was decided about them, as rows. What they mean: src/capture/. Cold.
import type { SessionKey } from '../session/log.ts';
import type { Store } from './open.ts';

export type ProposalStatus = 'pending' | 'approved' | 'rejected' | 'reverted' | 'expired';

/**
 * What is proposed: a new memory; another text for one that is there; that one still holds (its `reviewed`); a new one that names in
 * `supersedes` the one that it takes the place of.
 */
export type ProposalAction = 'create' | 'replace' | 'confirm' | 'supersede';

/** A memory write that waits for a yes. */
export interface Proposal {
  /** The number by which people name it; never given twice. */
  id: number;
  /** Milliseconds since 1970. */
  created: number;
  status: ProposalStatus;
  action: ProposalAction;
  /** The id of the memory that it writes, as it stands in `text`. */
  memory: string;
  /** Absolute: the file that it is written to; a new one gets a free name where that is taken by then. */
  file: string;
  vault: 'project' | 'user';
  /** The vault's folder, absolute. */
  folder: string;
  /** The work tree that a project's vault must not lead out of. */
  within?: string;
  /** The project's root. */
  root: string;
  /** The file's bytes as they will be written. */
  text: string;
  /** The file's bytes when it was proposed; absent for a new file. */
  before?: string;
  /** 0–1. */
  importance: number;
  origin: string;
  /** What spoke for it. */
  why: string[];
  /** It was asked for by a marker in the conversation. */
  dream: boolean;
  /** The turn that it comes from; absent where somebody proposed it by hand. */
  session?: SessionKey;
  sequence?: number;
  /** Of what is proposed, the same whenever it is. */
  hash: string;
  /** What approving it wrote; absent where that is nothing (the memory was there). */
  wrote?: Wrote;
}

export interface Wrote {
  file: string;
  /** SHA-256 of its bytes. */
  hash: string;
  /** The vault's folder was made for it. */
  madeFolder: boolean;
}

/** How long a proposal waits: 7 days, milliseconds. */
export const LIFETIME = 7 * 86_400_000;

/** The end of the last moment at which a proposal is still shown. */
export function expiresAt({ created }: Pick<Proposal, 'created'>): number {
  return created + LIFETIME;
}

export type AuditEvent =
  | 'proposed'
  | 'written'
  | 'edited'
  | 'approved'
  | 'rejected'
  | 'reverted'
  | 'undone'
  | 'expired';

export interface AuditRow {
  id: number;
  /** Milliseconds since 1970. */
  at: number;
  who: string;
  what: AuditEvent;
  proposal: number;
  action: ProposalAction;
  root: string;
  dream: boolean;
  /** SHA-256 of the file as it was to be written. */
  hash: string;
}

interface Row {
  id: number;
  created: number;
  status: ProposalStatus;
  action: ProposalAction;
  memory: string;
  file: string;
  text: string;
  before: string | null;
  why: string;
  vault: 'project' | 'user';
  folder: string;
  within: string | null;
  root: string;
  importance: number;
  origin: string;
  dream: number;
  session: string | null;
  sequence: number | null;
  hash: string;
  wrote: string | null;
  wrote_hash: string | null;
  wrote_folder: number | null;
}

function fromRow(row: Row): Proposal {
  const { before, why, within, dream, session, sequence, wrote, wrote_hash, wrote_folder, ...same } = row;
  return {
    id: same.id,
    created: same.created,
    status: same.status,
    action: same.action,
    memory: same.memory,
    file: same.file,
    vault: same.vault,
    folder: same.folder,
    ...(within === null ? {} : { within }),
    root: same.root,
    text: same.text,
    ...(before === null ? {} : { before }),
    importance: same.importance,
    origin: same.origin,
    why: JSON.parse(why) as string[],
    dream: dream === 1,
    ...(session === null ? {} : { session: JSON.parse(session) as SessionKey }),
    ...(sequence === null ? {} : { sequence }),
    hash: same.hash,
    ...(wrote === null ? {} : { wrote: { file: wrote, hash: wrote_hash ?? '', madeFolder: wrote_folder === 1 } }),
  };
}

/** @param turn the hash of the turn that it comes from */
export function insertProposal(store: Store, proposal: Omit<Proposal, 'id'>, turn: string | undefined): Proposal {
  const { before, within, session, sequence, why, dream, wrote: _, ...same } = proposal;
  const { lastInsertRowid } = store
    .prepare(
      `INSERT INTO proposal (created, status, action, memory, file, text, before, why, vault, folder, within, root, importance,
        origin, dream, turn, session, sequence, hash)
       VALUES (@created, @status, @action, @memory, @file, @text, @before, @why, @vault, @folder, @within, @root, @importance,
        @origin, @dream, @turn, @session, @sequence, @hash)`,
    )
    .run({
      ...same,
      before: before ?? null,
      within: within ?? null,
      why: JSON.stringify(why),
      dream: dream ? 1 : 0,
      turn: turn ?? null,
      session: session ? JSON.stringify(session) : null,
      sequence: sequence ?? null,
    });
  return { ...proposal, id: Number(lastInsertRowid) };
}

/** Writes what may change of a proposal: its status, its text with what follows from it, and what approving it wrote. */
export function updateProposal(store: Store, proposal: Proposal): void {
  const { id, status, memory, file, text, before, why, importance, hash, wrote } = proposal;
  store
    .prepare(
      `UPDATE proposal SET status = @status, memory = @memory, file = @file, text = @text, before = @before, why = @why,
        importance = @importance, hash = @hash, wrote = @wrote, wrote_hash = @wroteHash, wrote_folder = @wroteFolder
       WHERE id = @id`,
    )
    .run({
      ...{ id, status, memory, file, text, importance, hash },
      before: before ?? null,
      why: JSON.stringify(why),
      wrote: wrote?.file ?? null,
      wroteHash: wrote?.hash ?? null,
      wroteFolder: wrote ? (wrote.madeFolder ? 1 : 0) : null,
    });
}

export function getProposal(store: Store, id: number): Proposal | undefined {
  const row = store.prepare<[number], Row>('SELECT * FROM proposal WHERE id = ?').get(id);
  return row && fromRow(row);
}

/** What was proposed from a turn with this hash, or by hand. */
export function proposalsOf(store: Store, hash: string, turn?: string): Proposal[] {
  const rows =
    turn === undefined
      ? store.prepare<[string], Row>('SELECT * FROM proposal WHERE hash = ? ORDER BY id').all(hash)
      : store
          .prepare<[string, string], Row>('SELECT * FROM proposal WHERE hash = ? AND turn = ? ORDER BY id')
          .all(hash, turn);
  return rows.map(fromRow);
}

/**
 * Those of a status, the oldest first.
 * @param root of one project alone
 */
export function proposalsWith(store: Store, status: ProposalStatus, root?: string): Proposal[] {
  const rows =
    root === undefined
      ? store.prepare<[string], Row>('SELECT * FROM proposal WHERE status = ? ORDER BY id').all(status)
      : store
          .prepare<[string, string], Row>('SELECT * FROM proposal WHERE status = ? AND root = ? ORDER BY id')
          .all(status, root);
  return rows.map(fromRow);
}

/** Those of a project, or of all, that wait at a time and have not waited too long, the oldest first. */
export function waitingProposals(store: Store, root: string | undefined, now: number): Proposal[] {
  return proposalsWith(store, 'pending', root).filter((proposal) => now <= expiresAt(proposal));
}

/** Those that were approved, made before a time, of which the text is still kept. */
export function settledBefore(store: Store, time: number): Proposal[] {
  return store
    .prepare<[number], Row>("SELECT * FROM proposal WHERE status = 'approved' AND created < ? AND text <> ''")
    .all(time)
    .map(fromRow);
}

export function addAudit(store: Store, row: Omit<AuditRow, 'id'>): void {
  store
    .prepare(
      `INSERT INTO audit (at, who, what, proposal, action, root, dream, hash)
       VALUES (@at, @who, @what, @proposal, @action, @root, @dream, @hash)`,
    )
    .run({ ...row, dream: row.dream ? 1 : 0 });
}

/** @param since milliseconds since 1970 */
export function auditRows(store: Store, since = 0): AuditRow[] {
  return store
    .prepare<[number], Omit<AuditRow, 'dream'> & { dream: number }>('SELECT * FROM audit WHERE at >= ? ORDER BY id')
    .all(since)
    .map((row) => ({ ...row, dream: row.dream === 1 }));
}
