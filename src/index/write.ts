// Compiles memories into the index file. Cold: runs in `engram sync` and in the commands that change a memory.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { averageLength } from './impact.ts';
import { invert, type Progress } from './invert.ts';
import { DOC, HEADER, type Head, type Header, type Meta, readHeader, type Stamp, writeHeader } from './layout.ts';
import type { PackedTerms } from './packed.ts';
import type { CompiledPattern } from './paths.ts';
import { makeFolder } from './places.ts';

/** One memory, ready to be sent and to be found. */
export interface Entry {
  meta: Meta;
  /** As it will be sent: neutralised, whole. Without NULs. */
  body: string;
  mtimeMs: number;
  size: number;
  /** From `weightedTerms`; packed in one vocabulary for all entries, or none of them. */
  terms: PackedTerms | readonly (readonly [term: string, weight: number])[];
  length: number;
  /** What `applies_to` was compiled to. */
  globs: readonly CompiledPattern[];
}

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
  progress?: Progress,
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
  const { dict, slots, postings } = invert(entries, average, dictAt, texts, progress);
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

/** What is written at once, bytes. */
const CHUNK = 1 << 20;

function writeAll(fd: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length; ) done += fs.writeSync(fd, bytes, done);
}

/** Writes a temporary file beside `file`, 0600, and renames it over. On failure nothing is left behind. */
function replaceFile(file: string, parts: readonly Buffer[]): void {
  makeFolder(path.dirname(file));
  const temporary = `${file}.${process.pid}.tmp`;
  try {
    const fd = fs.openSync(temporary, 'w', 0o600);
    try {
      for (let from = 0; from < parts.length; ) {
        // A hundred thousand memories are as many parts: a few calls, and never the file as a whole.
        let to = from;
        for (let bytes = 0; to < parts.length && (to === from || bytes + parts[to]!.length <= CHUNK); to++)
          bytes += parts[to]!.length;
        writeAll(fd, to - from === 1 ? parts[from]! : Buffer.concat(parts.slice(from, to)));
        from = to;
      }
    } finally {
      fs.closeSync(fd);
    }
    fs.renameSync(temporary, file);
  } catch (error) {
    fs.rmSync(temporary, { force: true });
    throw error;
  }
}

const sum = (buffers: readonly Buffer[]) => buffers.reduce((n, buffer) => n + buffer.length, 0);
const align = (n: number) => (n + 3) & ~3;
