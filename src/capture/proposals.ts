// Proposals: memory writes that wait for a person's yes. Here they are made; decide.ts decides about them. Cold.
import fs from 'node:fs';
import path from 'node:path';
import { loadConfig } from '../config/load.ts';
import type { Places, Project } from '../index/places.ts';
import { parseMemory, writeMemory } from '../memory/file.ts';
import { freeId } from '../memory/id.ts';
import type { Memory, MemoryType } from '../memory/memory.ts';
import { dayOf, newMemory } from '../memory/new.ts';
import { openProject } from '../memory/project.ts';
import { fileHash, gateOf, readTrust } from '../memory/trust.ts';
import {
  bodyHash,
  type Holdings,
  holdings,
  nameOf,
  readMemoryText,
  type StoredMemory,
  type Vault,
  vaultsOf,
} from '../memory/vault.ts';
import type { SessionKey } from '../session/log.ts';
import type { Store } from '../store/open.ts';
import {
  addAudit,
  expiresAt,
  insertProposal,
  type Proposal,
  type ProposalAction,
  proposalsOf,
  updateProposal,
} from '../store/proposals.ts';
import { key64 } from '../text/hash.ts';
import { redact } from '../text/secrets.ts';
import { applyWrite } from './apply.ts';
import { compare } from './compare.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Where a proposal is made or decided, by whom and when. */
export interface ProposalWorld {
  places: Places;
  project: Project;
  /** The nearest first, the user's last. */
  vaults: readonly Vault[];
  now: Date;
  /** The name of the system's user. */
  who: string;
  /** False: what would be proposed is written at once (`staging.enabled`), but for what only an assistant says. */
  staging: boolean;
  /** A project's memories may go into its vault without a question: its user trusts it. */
  trusted: boolean;
}

/** @param start a folder of the project */
export function proposalWorld(start: string, places: Places, env: Env, now: Date, who: string): ProposalWorld {
  const project = openProject(start, places, env);
  const { config } = loadConfig(project.configs);
  return {
    places,
    project,
    vaults: vaultsOf(project, places),
    now,
    who,
    staging: config['staging.enabled'],
    trusted: gateOf(config['trust.mode'], readTrust(project, places)) !== 'closed',
  };
}

/** What a turn gave that may be worth remembering. Its texts hold no secrets any more. */
export interface Proposable {
  type: MemoryType;
  /** The memory's body. */
  text: string;
  summary: string;
  /** 0–1. */
  importance: number;
  origin: 'user' | 'tool' | 'assistant';
  scope: 'project' | 'user';
  /** What spoke for it. */
  signals: readonly string[];
  /** It was asked for by a marker in the conversation. */
  dream?: true;
}

/** The turn that something comes from. */
export interface FromTurn {
  session: SessionKey;
  sequence: number;
}

/** There is such a memory, or a person has said no to it; nothing was proposed. */
export interface Duplicate {
  /** The id of the memory, or `proposal 4`. */
  duplicateOf: string;
  /** The number of the proposal that a person has rejected. */
  rejected?: number;
}

/** Who says the same again within so many days is not asked whether it still holds. */
const CONFIRM_AFTER = 30;

/**
 * Proposes what a turn gave: as a new memory, as a confirmation of one that says the same, or in the place of one that says something
 * else about the same. The same of the same turn is proposed once, however often it is asked for. With `staging.enabled: false` it is
 * written at once; its status is `approved` then.
 * @throws an SQLite error; where staging is off also what applyWrite throws
 */
export function propose(
  store: Store,
  candidate: Proposable,
  world: ProposalWorld,
  turn?: FromTurn,
): Proposal | Duplicate {
  const vault = targetVault(candidate.scope, world);
  const memory = newMemory(candidate.text, {
    type: candidate.type,
    ...(candidate.summary ? { summary: candidate.summary } : {}),
    tags: [],
    appliesTo: [],
    entities: [],
    importance: candidate.importance,
    created: dayOf(world.now),
    source: candidate.origin,
  });
  const { importance, origin, signals, dream } = candidate;
  const about = { importance, origin, why: [...signals], dream: dream === true, ...turn };
  // Before anything is compared: the vault may hold by now what this very turn has proposed.
  const again = turn && proposalsOf(store, hashOf(vault, memory), turnHash(turn))[0];
  if (again) return again;
  const others: StoredMemory[] = [];
  holdings(vault, (stored) => others.push(stored));
  const relation = compare(
    { text: memory.body },
    others.map((other) => other.memory),
  );
  if (relation.kind === 'confirm') {
    return confirm(store, others.find((it) => it.memory.id === relation.id)!, about, world);
  }
  const supersedes = relation.kind === 'supersede' ? [relation.id] : [];
  return stage(
    store,
    { action: supersedes.length > 0 ? 'supersede' : 'create', vault, memory, supersedes },
    about,
    world,
  );
}

/** The project's vault where there is one and its user trusts it, else the user's own. */
export function targetVault(scope: Proposable['scope'], { project, vaults, trusted }: ProposalWorld): Vault {
  const made = project.writes.find((folder) => fs.existsSync(path.dirname(folder)));
  const own = scope === 'project' && trusted ? vaults.find(({ folder }) => folder === made) : undefined;
  return own ?? vaults.at(-1)!;
}

function confirm(store: Store, { memory, vault, file }: StoredMemory, about: About, world: ProposalWorld) {
  const last = memory.reviewed ?? memory.created;
  const days = last === undefined ? Number.POSITIVE_INFINITY : (world.now.getTime() - Date.parse(last)) / 86_400_000;
  // What an assistant says is no evidence.
  if (days < CONFIRM_AFTER || about.origin === 'assistant') return { duplicateOf: memory.id };
  const before = readMemoryText(file);
  const text = writeMemory({ ...memory, reviewed: dayOf(world.now) }, { text: before, name: nameOf(file) });
  return stage(store, { action: 'confirm', vault, memory, file, before, text: () => text }, about, world);
}

/** What is known of a proposal beside the write. */
export interface About extends Partial<FromTurn> {
  importance: number;
  origin: string;
  why: readonly string[];
  dream?: boolean;
}

/** A memory write that is to wait for a yes. */
export interface Staged {
  action: ProposalAction;
  vault: Vault;
  memory: Memory;
  /** Ids that it takes the place of. */
  supersedes?: readonly string[];
  /** The file's text, made of the memory as it is to be; without it as a new one's is. */
  text?: (memory: Memory) => string;
  /** What the vault holds, where that is known already. */
  held?: Holdings;
  /** The file that it changes, and its text as it stands there; absent for a new one. */
  file?: string;
  before?: string;
}

/**
 * Puts a memory write where a person decides about it, or carries it out where staging is off. Once for the same text of one turn; by
 * hand once as long as the first waits. What was rejected is not proposed again.
 */
export function stage(store: Store, write: Staged, about: About, world: ProposalWorld): Proposal | Duplicate {
  return store.transaction(() => stageNow(store, write, about, world)).immediate();
}

function stageNow(store: Store, write: Staged, about: About, world: ProposalWorld): Proposal | Duplicate {
  const { vault, action, before } = write;
  const { session, sequence } = about;
  const turn = session && sequence !== undefined ? turnHash({ session, sequence }) : undefined;
  const hash = action === 'confirm' ? key64(`${action}\0${write.file}`) : hashOf(vault, write.memory);
  const known =
    (turn === undefined ? undefined : proposalsOf(store, hash, turn)[0]) ?? earlier(proposalsOf(store, hash), world);
  if (known) return known.status === 'rejected' ? { duplicateOf: `proposal ${known.id}`, rejected: known.id } : known;

  const { ids, bodies } = write.held ?? holdings(vault);
  const there = write.file === undefined ? bodies.get(bodyHash(write.memory.body)) : undefined;
  if (there) return { duplicateOf: there.id };
  const memory = write.file === undefined ? withoutSecrets(withFreeId(write.memory, ids)) : write.memory;
  const extra = write.supersedes?.length ? { supersedes: write.supersedes } : {};
  const text = write.text?.(memory) ?? writeMemory(memory, undefined, extra);
  const at = world.now.getTime();
  const proposal = insertProposal(
    store,
    {
      created: at,
      status: 'pending',
      action,
      memory: memory.id,
      file: write.file ?? path.join(vault.folder, `${memory.id}.md`),
      vault: vault.owner,
      folder: vault.folder,
      ...(vault.within === undefined ? {} : { within: vault.within }),
      root: world.project.root,
      text,
      ...(before === undefined ? {} : { before }),
      importance: about.importance,
      origin: about.origin,
      why: [...about.why],
      dream: about.dream === true,
      ...(about.session ? { session: about.session } : {}),
      ...(about.sequence === undefined ? {} : { sequence: about.sequence }),
      hash,
    },
    turn,
  );
  // An assistant's word alone is never written unasked.
  if (world.staging || about.origin === 'assistant') {
    recorded(store, proposal, 'proposed', world);
    return proposal;
  }
  const applied: Proposal = { ...applyWrite(proposal, world.now).proposal, status: 'approved' };
  updateProposal(store, applied);
  recorded(store, applied, 'written', world);
  return applied;
}

/** Folders of the projects whose indexes tell of it: where it was proposed, and the one whose vault it is for. */
export function projectsOf({ root, vault, folder }: Pick<Proposal, 'root' | 'vault' | 'folder'>): string[] {
  return [...new Set([root, ...(vault === 'project' ? [path.dirname(path.dirname(folder))] : [])])];
}

/** One that waits, or that a person has said no to. */
function earlier(others: readonly Proposal[], { now }: ProposalWorld): Proposal | undefined {
  const waits = (it: Proposal) => it.status === 'pending' && now.getTime() <= expiresAt(it);
  return others.find(waits) ?? others.find(({ status }) => status === 'rejected');
}

function turnHash({ session: { host, root, session, agent }, sequence }: FromTurn): string {
  return key64(JSON.stringify([host, root, session, agent ?? '', sequence]));
}

/** Of what is proposed: the same for the same words in the same vault. */
function hashOf({ folder }: Vault, { body }: Memory): string {
  return key64(`${folder}\0${bodyHash(body)}`);
}

function withFreeId(memory: Memory, taken: ReadonlySet<string>): Memory {
  return { ...memory, id: freeId(memory.id, (id) => taken.has(id)) };
}

/** What waits in the database holds no secret, whoever wrote it. */
function withoutSecrets(memory: Memory): Memory {
  return { ...memory, summary: redact(memory.summary).text, body: redact(memory.body).text };
}

/** A line in the record of what was proposed and decided. */
export function recorded(
  store: Store,
  { id, action, root, dream, text }: Proposal,
  what: Parameters<typeof addAudit>[1]['what'],
  { now, who }: Pick<ProposalWorld, 'now' | 'who'>,
): void {
  const hash = fileHash(Buffer.from(text));
  addAudit(store, { at: now.getTime(), who, what, proposal: id, action, root, dream, hash });
}

/** The memory that a proposal's text is. */
export function memoryIn({ text, memory }: Pick<Proposal, 'text' | 'memory'>): Memory {
  return parseMemory(text, memory);
}
