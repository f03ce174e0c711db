// Reads the compiled index at offsets: nothing is loaded that the moment does not need. Hot.
import fs from 'node:fs';
import { lanes } from '../text/hash.ts';
import { DOC, HEADER, type Head, type Header, idTerm, type Meta, readHeader, SLOT, type Stamp } from './layout.ts';
import type { Lexicon, Postings } from './lexicon.ts';
import type { CompiledPattern } from './paths.ts';
import { whereToLook } from './scopes.ts';

/** One memory as the index has it. */
export interface IndexedMemory extends Meta {
  ordinal: number;
  bodyAt: number;
  /** UTF-8 bytes. */
  bodyLength: number;
  mtimeMs: number;
  size: number;
}

export interface Index extends Lexicon {
  readonly head: Head;
  /** Tells this index file from the one that a sync puts in its place. */
  readonly identity: string;
  /** When a sync last wrote or confirmed it, milliseconds since 1970. */
  readonly writtenAt: number;
  memory(ordinal: number): IndexedMemory;
  find(id: string): IndexedMemory | undefined;
  /** Memories whose patterns may match one of these paths (relative, with `/`), with those patterns, in startup order. */
  scoped(paths: readonly string[]): { ordinal: number; globs: CompiledPattern[] }[];
  /** The first `n` in startup order, read together. */
  first(n: number): IndexedMemory[];
  /** @throws DamagedIndex where it is not what was compiled */
  body(memory: IndexedMemory): string;
  /** Every known file with its stamp. */
  files(): Stamp[];
  close(): void;
}

/** The first read takes the head of nearly every index along. */
const FIRST_READ = 8192;
/** How many dictionary slots are read at once: probes seldom go further. */
const PROBE = 8;

/** What was read is not what was written. Any other error of an index's functions means the same. */
export class DamagedIndex extends Error {
  override name = 'DamagedIndex';
}

/**
 * @param useless told the identity of a file that is there but is no index of this version
 * @returns undefined where there is no index, or it is torn, foreign or of another version: it must be compiled
 */
export function openIndex(file: string, useless?: (identity: string) => void): Index | undefined {
  let fd: number;
  try {
    // A pipe of that name must keep nobody waiting.
    fd = fs.openSync(file, fs.constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
  try {
    const index = readIndex(fd);
    if (index) return index;
  } catch {
    // A torn file: as good as none.
  }
  useless?.(identity(fs.fstatSync(fd)));
  fs.closeSync(fd);
  return undefined;
}

function readIndex(fd: number): Index | undefined {
  const stat = fs.fstatSync(fd);
  const first = Buffer.allocUnsafe(Math.min(FIRST_READ, stat.size));
  fs.readSync(fd, first, 0, first.length, 0);
  const header = readHeader(first);
  if (!header || header.total !== stat.size || HEADER + header.headLength > header.docsAt) return undefined;
  const headBytes =
    HEADER + header.headLength <= first.length
      ? first.subarray(HEADER, HEADER + header.headLength)
      : read(fd, HEADER, header.headLength);
  const head = JSON.parse(headBytes.toString('utf8')) as Head;
  return {
    head,
    identity: identity(stat),
    writtenAt: stat.mtimeMs,
    count: header.count,
    averageLength: header.length100 / 100,
    lookup: (term) => lookup(fd, header, term),
    memory: (ordinal) => memories(fd, header, ordinal, 1)[0]!,
    find(id) {
      const ordinal = lookup(fd, header, idTerm(id))?.first(1).docs[0];
      return ordinal === undefined ? undefined : memories(fd, header, ordinal, 1)[0];
    },
    scoped(paths) {
      const ordinals = new Set<number>();
      for (const key of new Set(paths.flatMap(whereToLook))) {
        for (const ordinal of lookup(fd, header, key)?.first(Number.MAX_SAFE_INTEGER).docs ?? []) ordinals.add(ordinal);
      }
      return [...ordinals].sort((a, b) => a - b).map((ordinal) => ({ ordinal, globs: globs(fd, header, ordinal) }));
    },
    first: (n) => memories(fd, header, 0, Math.min(n, header.count)),
    body(memory) {
      const end = memory.bodyLength + 1;
      const bytes = read(fd, memory.bodyAt - 1, end + 1);
      if (bytes[0] !== 0 || bytes.indexOf(0, 1) !== end) throw new DamagedIndex();
      return bytes.toString('utf8', 1, end);
    },
    files: () => JSON.parse(read(fd, header.filesAt, header.filesLength).toString('utf8')) as Stamp[],
    close: () => fs.closeSync(fd),
  };
}

/** What changes when another file takes an index's place. */
export function identity(stat: fs.Stats): string {
  return `${stat.ino}:${stat.mtimeMs}:${stat.size}`;
}

function memories(fd: number, header: Header, from: number, n: number): IndexedMemory[] {
  if (n <= 0) return [];
  const { buffer } = read(fd, header.docsAt + from * DOC, n * DOC);
  const words = new Uint32Array(buffer);
  const doubles = new Float64Array(buffer);
  const metaAt = words[0]!;
  const last = ((n - 1) * DOC) / 4;
  const metas = read(fd, metaAt, words[last]! + words[last + 1]! - metaAt);
  const result: IndexedMemory[] = [];
  for (let i = 0; i < n; i++) {
    const at = (i * DOC) / 4;
    const start = words[at]! - metaAt;
    const meta = JSON.parse(metas.toString('utf8', start, start + words[at + 1]!)) as Meta;
    result.push({
      ...meta,
      ordinal: from + i,
      bodyAt: words[at + 2]!,
      bodyLength: words[at + 3]!,
      mtimeMs: doubles[at / 2 + 2]!,
      size: doubles[at / 2 + 3]!,
    });
  }
  return result;
}

function globs(fd: number, header: Header, ordinal: number): CompiledPattern[] {
  const place = read(fd, header.docsAt + ordinal * DOC + 32, 8);
  const length = place.readUInt32LE(4);
  return length === 0
    ? []
    : (JSON.parse(read(fd, place.readUInt32LE(0), length).toString('utf8')) as CompiledPattern[]);
}

function lookup(fd: number, header: Header, term: string): Postings | undefined {
  const [a, b] = lanes(term);
  const mask = header.slots - 1;
  let slot = a & mask;
  for (let probed = 0; probed < header.slots; ) {
    const n = Math.min(PROBE, header.slots - slot);
    const words = new Uint32Array(read(fd, header.dictAt + slot * SLOT, n * SLOT).buffer);
    for (let at = 0; at < words.length; at += SLOT / 4) {
      const postingsAt = words[at + 2]!;
      if (postingsAt === 0) return undefined;
      if (words[at] === a && words[at + 1] === b) return postings(fd, postingsAt, words[at + 3]!, words[at + 4]!);
    }
    probed += n;
    slot = (slot + n) & mask;
  }
  return undefined;
}

function postings(fd: number, at: number, listed: number, df: number): Postings {
  return {
    df,
    listed,
    text: () => read(fd, at, listed * 6).toString(),
    part: (from, length) => read(fd, at + from, length),
    first(most) {
      const n = Math.min(most, listed);
      if (n === listed) {
        const bytes = read(fd, at, n * 6);
        return { docs: new Uint32Array(bytes.buffer, 0, n), impacts: new Uint16Array(bytes.buffer, n * 4, n) };
      }
      const docs = read(fd, at, n * 4);
      const impacts = read(fd, at + listed * 4, n * 2);
      return { docs: new Uint32Array(docs.buffer, 0, n), impacts: new Uint16Array(impacts.buffer, 0, n) };
    },
  };
}

/** @throws where the file ends early */
function read(fd: number, at: number, length: number): Buffer {
  // Slow in name only: outside the pool, so that typed arrays over it are aligned.
  const bytes = Buffer.allocUnsafeSlow(length);
  for (let done = 0; done < length; ) {
    const n = fs.readSync(fd, bytes, done, length - done, at + done);
    if (n === 0) throw new DamagedIndex();
    done += n;
  }
  return bytes;
}
