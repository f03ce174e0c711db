// Compiles memories into the index file. Cold: runs in `engram sync` and in the commands that change a memory.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { lanes } from '../text/hash.ts';
import { wordTexts } from './alike.ts';
import { averageLength, impact } from './impact.ts';
import {
  DOC,
  HEADER,
  type Head,
  type Header,
  idTerm,
  type Meta,
  readHeader,
  SLOT,
  type Stamp,
  writeHeader,
} from './layout.ts';
import type { CompiledPattern } from './paths.ts';
import { makeFolder } from './places.ts';
import { whereItMayMatch } from './scopes.ts';

/** One memory, ready to be sent and to be found. */
export interface Entry {
  meta: Meta;
  /** As it will be sent: neutralised, whole. Without NULs. */
  body: string;
  mtimeMs: number;
  size: number;
  /** From `weightedTerms`. */
  terms: readonly (readonly [term: string, weight: number])[];
  length: number;
  /** What `applies_to` was compiled to. */
  globs: readonly CompiledPattern[];
}

/** Above so many memories a term's list is cut to its best, so that a common term costs no more at 100,000 than at 10,000. */
const FULL_LISTS = 10_000;
const LIST_CUT = 1_024;

/**
 * Writes the index through a temporary file and a rename.
 * @param entries in startup order: an ordinal is a rank, so ties in a ranking fall to importance and recency
 * @param texts under keys of the dictionary that no text gives (layout.ts)
 */
export function writeIndex(
  file: string,
  head: Head,
  entries: readonly Entry[],
  files: readonly Stamp[],
  texts: ReadonlyMap<string, string> = new Map(),
): void {
  const headBytes = Buffer.from(JSON.stringify(head));
  const headRoom = Math.ceil((headBytes.length + 512) / 1024) * 1024;

  const docsAt = HEADER + headRoom;
  const metasAt = docsAt + entries.length * DOC;
  const metas = entries.map((entry) => Buffer.from(JSON.stringify(entry.meta)));
  const bodies = entries.map((entry) => Buffer.from(`${entry.body}\0`));
  let metaAt = metasAt;
  const globs = entries.map((entry) => Buffer.from(entry.globs.length > 0 ? JSON.stringify(entry.globs) : ''));
  let bodyAt = metasAt + sum(metas) + 1;
  let globsAt = bodyAt + sum(bodies);
  const docs = Buffer.alloc(entries.length * DOC);
  entries.forEach((entry, n) => {
    const at = n * DOC;
    docs.writeUInt32LE(metaAt, at);
    docs.writeUInt32LE(metas[n]!.length, at + 4);
    docs.writeUInt32LE(bodyAt, at + 8);
    docs.writeUInt32LE(bodies[n]!.length - 1, at + 12);
    docs.writeDoubleLE(entry.mtimeMs, at + 16);
    docs.writeDoubleLE(entry.size, at + 24);
    docs.writeUInt32LE(globsAt, at + 32);
    docs.writeUInt32LE(globs[n]!.length, at + 36);
    globsAt += globs[n]!.length;
    metaAt += metas[n]!.length;
    bodyAt += bodies[n]!.length;
  });

  const dictAt = align(globsAt);
  const average = averageLength(entries.map((entry) => entry.length));
  const { dict, slots, postings } = invert(entries, average, dictAt, texts);
  const filesBytes = Buffer.from(JSON.stringify(files));
  const postingsAt = dictAt + dict.length;
  const filesAt = postingsAt + postings.length;
  const behind = [
    docs,
    ...metas,
    Buffer.alloc(1),
    ...bodies,
    ...globs,
    Buffer.alloc(dictAt - globsAt),
    dict,
    postings,
    filesBytes,
  ];
  const header: Header = {
    headLength: headBytes.length,
    headRoom,
    count: entries.length,
    docsAt,
    dictAt,
    slots,
    filesAt,
    filesLength: filesBytes.length,
    total: filesAt + filesBytes.length,
    sum: checksum(behind),
    length100: Math.round(average * 100),
  };
  replaceFile(file, [writeHeader(header), headBytes, Buffer.alloc(headRoom - headBytes.length, ' '), ...behind]);
  sweep(path.dirname(file));
}

/** An index in use is written on each day of its use; one that was not for so long is of a project that is gone, milliseconds. */
const UNUSED = 30 * 86_400_000;
/** No sync takes so long: what it left was left by one that was killed, milliseconds. */
const LEFT = 3_600_000;

/** Removes what nobody will use again. All of it is a cache. */
function sweep(folder: string): void {
  for (const name of fs.readdirSync(folder)) {
    const most = name.endsWith('.idx')
      ? UNUSED
      : /\.idx\.(\d+\.tmp|lock(\.taking)?)$/.test(name)
        ? LEFT
        : Number.POSITIVE_INFINITY;
    const file = path.join(folder, name);
    const stat = fs.statSync(file, { throwIfNoEntry: false });
    if (stat?.isFile() && Date.now() - stat.mtimeMs > most) fs.rmSync(file, { force: true });
  }
}

/**
 * Replaces the head alone, in a copy of the file: for a sync that found no memory changed.
 * @returns false where the new head does not fit, or the file is not one of ours or damaged
 */
export function restamp(file: string, head: Head): boolean {
  const headBytes = Buffer.from(JSON.stringify(head));
  const bytes = fs.readFileSync(file);
  const header = readHeader(bytes);
  if (!header || header.total !== bytes.length || headBytes.length > header.headRoom) return false;
  const behind = bytes.subarray(HEADER + header.headRoom);
  if (checksum([behind]) !== header.sum) return false;
  const room = Buffer.alloc(header.headRoom, ' ');
  headBytes.copy(room);
  replaceFile(file, [writeHeader({ ...header, headLength: headBytes.length }), room, behind]);
  return true;
}

function checksum(parts: readonly Buffer[]): number {
  const hash = createHash('sha1');
  for (const part of parts) hash.update(part);
  return hash.digest().readUInt32LE(0);
}

function invert(
  entries: readonly Entry[],
  average: number,
  dictAt: number,
  texts: ReadonlyMap<string, string>,
): { dict: Buffer; slots: number; postings: Buffer } {
  const lists = new Map<string, { docs: number[]; impacts: number[] }>();
  const add = (term: string, n: number, value: number) => {
    let list = lists.get(term);
    if (!list) {
      list = { docs: [], impacts: [] };
      lists.set(term, list);
    }
    list.docs.push(n);
    list.impacts.push(value);
  };
  entries.forEach((entry, n) => {
    add(idTerm(entry.meta.id), n, 0);
    for (const term of new Set(entry.globs.filter((it) => !it.negated).map(whereItMayMatch))) add(term, n, 0);
    for (const [term, weight] of entry.terms) add(term, n, impact(weight, entry.length, average));
  });

  const words = wordTexts(new Map([...lists].map(([term, { docs }]) => [term, docs.length])));
  for (const [key, text] of texts) words.set(key, text);
  let slots = 16;
  while (slots < (lists.size + words.size) * 1.5) slots *= 2;
  const dict = Buffer.alloc(slots * SLOT);
  const cut = entries.length > FULL_LISTS ? LIST_CUT : Number.POSITIVE_INFINITY;
  const chunks: Buffer[] = [];
  let at = dictAt + dict.length;
  const put = (term: string, chunk: Buffer, listed: number, df: number) => {
    const [a, b] = lanes(term);
    let slot = a & (slots - 1);
    while (dict.readUInt32LE(slot * SLOT + 8) !== 0) slot = (slot + 1) & (slots - 1);
    dict.writeUInt32LE(a, slot * SLOT);
    dict.writeUInt32LE(b, slot * SLOT + 4);
    dict.writeUInt32LE(at, slot * SLOT + 8);
    dict.writeUInt32LE(listed, slot * SLOT + 12);
    dict.writeUInt32LE(df, slot * SLOT + 16);
    chunks.push(chunk);
    at += chunk.length;
  };
  for (const [term, { docs, impacts }] of lists) {
    const order = docs.map((_, i) => i).sort((a, b) => impacts[b]! - impacts[a]! || docs[a]! - docs[b]!);
    const listed = Math.min(order.length, cut);
    const chunk = Buffer.alloc(align(listed * 6));
    for (let i = 0; i < listed; i++) {
      chunk.writeUInt32LE(docs[order[i]!]!, i * 4);
      chunk.writeUInt16LE(impacts[order[i]!]!, listed * 4 + i * 2);
    }
    put(term, chunk, listed, docs.length);
  }
  for (const [key, text] of words) {
    const bytes = Buffer.from(text);
    const listed = Math.ceil(bytes.length / 6);
    const chunk = Buffer.alloc(align(listed * 6), ' ');
    bytes.copy(chunk);
    put(key, chunk, listed, 0);
  }
  return { dict, slots, postings: Buffer.concat(chunks) };
}

/** Writes a temporary file beside `file`, 0600, and renames it over. On failure nothing is left behind. */
function replaceFile(file: string, parts: readonly Buffer[]): void {
  makeFolder(path.dirname(file));
  const temporary = `${file}.${process.pid}.tmp`;
  try {
    fs.writeFileSync(temporary, Buffer.concat(parts), { mode: 0o600 });
    fs.renameSync(temporary, file);
  } catch (error) {
    fs.rmSync(temporary, { force: true });
    throw error;
  }
}

const sum = (buffers: readonly Buffer[]) => buffers.reduce((n, buffer) => n + buffer.length, 0);
const align = (n: number) => (n + 3) & ~3;
