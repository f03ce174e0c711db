// Takes what is imported into a vault, or proposes it: nothing twice, and nothing over what a person has edited since.
import fs from 'node:fs';
import path from 'node:path';
import type { ProposalWorld } from '../capture/proposals.ts';
import { stage } from '../capture/proposals.ts';
import { bodyOf, frontMatter, writeMemory } from '../memory/file.ts';
import { freeId } from '../memory/id.ts';
import type { Memory } from '../memory/memory.ts';
import { dateOf } from '../memory/sync.ts';
import { bodyHash, type Holdings, holdings, nameOf, readMemoryText, type Vault } from '../memory/vault.ts';
import { createMemory, replaceMemory, restoreMemory } from '../memory/vault-write.ts';
import type { Store } from '../store/open.ts';
import type { Proposal } from '../store/proposals.ts';
import { onDisk } from './world.ts';

/** The key in a memory's front matter that holds the hash of what was imported: tells an edited copy from an edited original. */
const HASH_KEY = 'import_hash';

export type Outcome = 'imported' | 'updated' | 'proposed' | 'unchanged' | 'rejected' | 'differs' | 'skipped' | 'failed';

export interface Result {
  from: string;
  /** 1-based, of a piece of a file. */
  line?: number;
  outcome: Outcome;
  id?: string;
  file?: string;
  /** Its number, of what was proposed. */
  proposal?: number;
  /** Of one that was imported; null where nothing in its front matter is a date. */
  date?: string | null;
  message?: string;
}

/** What a vault holds already, by what it was imported from as well. */
export interface KnownImports extends Holdings {
  /** By `import:…`. */
  sources: Map<string, { memory: Memory; file: string; text: string; importHash: string }>;
}

export function knownImports(vault: Vault): KnownImports {
  const sources: KnownImports['sources'] = new Map();
  const held = holdings(vault, ({ memory, file }, text) => {
    if (!memory.source.startsWith('import:')) return;
    sources.set(memory.source, { memory, file, text, importHash: String(frontMatter(text)[HASH_KEY] ?? '') });
  });
  return { ...held, sources };
}

/** A memory to be taken, whose `source` says where it comes from. */
export interface Taking {
  from: string;
  line?: number;
  memory: Memory;
  /** The text that it was read from, whose comments and unknown keys are kept. */
  previous?: { text: string; name: string };
  /** The file as it is to stand in the vault, byte for byte. */
  verbatim?: { inside: string; text: string };
  /** How many secrets were masked in it. */
  masked?: number;
}

/** Of a text of which nothing is left but `[redacted:…]`: no memory. */
export function onlySecret(from: string, line?: number): Result {
  return {
    from,
    ...(line ? { line } : {}),
    outcome: 'skipped',
    message: 'nothing but a secret stands there; left out',
  };
}

export function isResult(what: Taking | Result): what is Result {
  return 'outcome' in what;
}

/** How it is taken. */
export interface Into {
  vault: Vault;
  known: KnownImports;
  dryRun: boolean;
  /** Where it waits for a yes instead. */
  proposals?: { store: Store; world: ProposalWorld; proposed: Proposal[] };
}

/** @throws CommandError where the disk refuses */
export function take(taking: Taking, into: Into): Result {
  const { memory, previous, verbatim } = taking;
  if (verbatim) return restore(taking.from, memory, verbatim, into);
  const { known, vault } = into;
  const at = { from: taking.from, ...(taking.line ? { line: taking.line } : {}) };
  const hash = bodyHash(previous ? bodyOf(previous.text) : memory.body);
  const before = known.sources.get(memory.source);
  if (before && before.importHash === hash)
    return { ...at, outcome: 'unchanged', id: before.memory.id, file: before.file };
  const same = known.bodies.get(hash);
  if (same) return { ...at, outcome: 'unchanged', id: same.id, ...(same.file ? { file: same.file } : {}) };
  const extra = { [HASH_KEY]: hash };
  if (before) return update(at, memory, before, extra, into);

  const write = (it: Memory) => writeMemory(it, previous, extra);
  const date = dateOf(memory) ?? null;
  if (into.dryRun || into.proposals) {
    const id = freeId(memory.id, (taken) => known.ids.has(taken));
    const result = into.dryRun
      ? { outcome: into.proposals ? ('proposed' as const) : ('imported' as const), id }
      : propose({ ...memory, id }, { action: 'create', text: write }, into);
    known.ids.add(id);
    known.bodies.set(hash, { id, file: '' });
    return { ...at, ...result, date };
  }
  const stored = onDisk(`${taking.from} could not be imported`, () => createMemory(vault, memory, write, known.ids));
  known.bodies.set(hash, { id: stored.memory.id, file: stored.file });
  return { ...at, outcome: 'imported', id: stored.memory.id, file: stored.file, date };
}

/** A file as it was, never over another. */
function restore(from: string, memory: Memory, { inside, text }: NonNullable<Taking['verbatim']>, into: Into): Result {
  const { known, vault, dryRun } = into;
  const file = path.join(vault.folder, ...inside.split('/'));
  const { id } = memory;
  const date = dateOf(memory) ?? null;
  const there = fs.statSync(file, { throwIfNoEntry: false })?.isFile() ? fs.readFileSync(file, 'utf8') : undefined;
  if (there === text) return { from, outcome: 'unchanged', id, file };
  if (there !== undefined || known.ids.has(id)) {
    const message = `another memory ${id} stands ${there === undefined ? 'in that vault' : `in ${file}`} and stays as it is; engram forget ${id} makes room`;
    return { from, outcome: 'differs', id, file, message };
  }
  known.ids.add(id);
  if (!dryRun) onDisk(`${file} could not be written`, () => restoreMemory(vault, file, text));
  return { from, outcome: 'imported', id, file, date };
}

type At = Pick<Result, 'from' | 'line'>;
type Before = KnownImports['sources'] extends Map<string, infer V> ? V : never;

/** An original that has changed takes the place of its copy, unless somebody has edited that. */
function update(at: At, memory: Memory, before: Before, extra: Record<string, string>, into: Into): Result {
  const { id } = before.memory;
  const { file } = before;
  if (bodyHash(before.memory.body) !== before.importHash) {
    return {
      ...at,
      outcome: 'differs',
      id,
      file,
      message: `both it and its copy ${id} have changed; engram forget ${id} and import again to take the new one`,
    };
  }
  const changed = { ...before.memory, body: memory.body };
  const updated = writeMemory(changed, { text: before.text, name: nameOf(file) }, extra);
  if (into.proposals && !into.dryRun) {
    const text = readMemoryText(file);
    return { ...at, file, ...propose(changed, { action: 'replace', text: () => updated, file, before: text }, into) };
  }
  if (!into.dryRun) onDisk(`${id} could not be written`, () => replaceMemory(file, updated));
  return { ...at, outcome: 'updated', id, file };
}

function propose(
  memory: Memory,
  write: Pick<Parameters<typeof stage>[1], 'action' | 'text' | 'file' | 'before'>,
  { vault, known, proposals }: Into,
): Pick<Result, 'outcome' | 'id' | 'proposal' | 'message'> {
  const { store, world, proposed } = proposals!;
  const about = { importance: memory.importance, origin: memory.source, why: ['engram import --propose'] };
  const staged = stage(store, { ...write, vault, memory, held: known }, about, world);
  if ('duplicateOf' in staged) {
    if (staged.rejected === undefined) return { outcome: 'unchanged', id: staged.duplicateOf };
    return { outcome: 'rejected', id: memory.id, proposal: staged.rejected };
  }
  proposed.push(staged);
  if (staged.status === 'approved') return { outcome: 'imported', id: staged.memory };
  return { outcome: 'proposed', id: staged.memory, proposal: staged.id };
}
