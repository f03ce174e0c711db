// The compiled index as bytes. Little endian; one file per set of vaults; written whole and renamed (write.ts), read at
// offsets (read.ts). A cache: any doubt about it and it is compiled again.
//
//   header   HEADER bytes, see Header
//   head     JSON (Head), padded with spaces to Header.headRoom, so that a restamp can replace it in a copy of the file
//   docs     count × DOC bytes: metaAt u32, metaLength u32, bodyAt u32, bodyLength u32, mtime f64, size f64, globsAt u32,
//            globsLength u32
//   metas    JSON of each memory (Meta), in order: the first ones lie together, for session-start
//   bodies   each body as it will be sent, UTF-8, between NULs: it holds none itself, so that a hook knows a damaged one at a glance
//   dict     slots × SLOT bytes: two hash lanes u32 u32, postings at u32, how many are listed u32, df u32; open addressing
//   postings per term, best impact first: docs u32 × n, impacts u16 × n (impact.ts), padded to 4; under the keys of words a text,
//            filled up with spaces to n × 6
//   files    JSON: every known file with its stamp

import type { ConfigValues } from './config.ts';

export const MAGIC = 0x4d524745; // "EGRM"
/** Raised whenever the bytes or their meaning change: an older file is then compiled anew. */
export const VERSION = 14;
export const HEADER = 64;
export const DOC = 40;
export const SLOT = 20;

/** A file or folder as it was when compiled. Absent: mtime and size −1; there, but not to be read: −2. */
export type Stamp = [path: string, mtimeMs: number, size: number];

export interface Header {
  headLength: number;
  headRoom: number;
  count: number;
  docsAt: number;
  dictAt: number;
  /** A power of two. */
  slots: number;
  filesAt: number;
  filesLength: number;
  /** Length of the whole file: a shorter one is torn. */
  total: number;
  /** Of all behind the head (write.ts). Hooks do not look at it; a sync does before it keeps what is there. */
  sum: number;
  /** Terms of a memory, weighted, on average; in hundredths. */
  length100: number;
}

/** What every hook needs at once. */
export interface Head {
  root: string;
  config: ConfigValues;
  /** Config files, and the one by which the project is trusted, with their stamps. */
  configs: Stamp[];
  /** Vault folders and their sub-folders; the size is not looked at. */
  folders: Stamp[];
  /** `.git/index` and `HEAD`. */
  git: Stamp[];
  /** Number of entries in the files section. */
  files: number;
  /** Whole UTC days since 1970 on which the startup order was computed. */
  day: number;
  /** How many memories apply to paths. */
  scoped: number;
  /** Ordinals of the memories that session-start sends as bodies, in startup order. */
  pinned: number[];
  /** A memory's last day is to come, so that a prompt too looks which day it is. */
  expires?: true;
  /** There are entities that prompts may name. */
  named?: true;
  /** One line that a session's start says: memories of the project wait for their user's trust. */
  notice?: string;
  /** A hash of which do. */
  waiting?: string;
  /** What a session's start says of memories that are proposed. */
  proposed?: string;
  /** Until when it holds, milliseconds since 1970: the first of them expires then. */
  until?: number;
}

/** What a hook shows of a memory, besides its body. */
export interface Meta {
  id: string;
  summary: string;
  type: string;
  /** The file as people name it: relative to the project, or with `~`. */
  file: string;
  /** Absolute path, to look whether it has changed. */
  path: string;
  /** `reviewed`, else `created`, else empty. */
  date: string;
  reviewed: boolean;
  importance: number;
  /** Of the body as sent: a memory edited since it was delivered is undelivered again. */
  hash: string;
}

/** … and from where a pattern may match to the memories that have it: a folder that it begins with, its last name or ending, or all. */
export function pathTerm(kind: 'folder' | 'tail' | 'any', name = ''): string {
  return `\0${kind === 'folder' ? '/' : kind === 'tail' ? '.' : '*'}${name}`;
}

/** The dictionary also leads from an id to its memory, under a key that no text gives. */
export function idTerm(id: string): string {
  return `\0${id}`;
}

/** … and to lists of the vault's words (alike.ts), each between spaces: which of them stand for each other … */
export const SYNONYMS_KEY = '\0~';
/** … those that begin with the letters behind the key, and those that end with them. */
export const BEGIN_KEY = '\0<';
export const END_KEY = '\0>';

/** … to the sketches of all memories (sketches.ts), where df is the size of one … */
export const SKETCHES_KEY = '\0#';

/** … to the first words of all names of entities, each between spaces; what these lead to: route/names.ts. */
export const NAMES_KEY = '\0@';

export function writeHeader(header: Header): Buffer {
  const bytes = Buffer.alloc(HEADER);
  const numbers = [
    MAGIC,
    VERSION,
    header.headLength,
    header.headRoom,
    header.count,
    header.docsAt,
    header.dictAt,
    header.slots,
    header.filesAt,
    header.filesLength,
    header.total,
    header.sum,
    header.length100,
  ];
  numbers.forEach((n, i) => {
    bytes.writeUInt32LE(n, i * 4);
  });
  return bytes;
}

/** Undefined for anything that is not a header of this version. */
export function readHeader(bytes: Buffer): Header | undefined {
  if (bytes.length < HEADER || bytes.readUInt32LE(0) !== MAGIC || bytes.readUInt32LE(4) !== VERSION) return undefined;
  const at = (i: number) => bytes.readUInt32LE(i * 4);
  return {
    headLength: at(2),
    headRoom: at(3),
    count: at(4),
    docsAt: at(5),
    dictAt: at(6),
    slots: at(7),
    filesAt: at(8),
    filesLength: at(9),
    total: at(10),
    sum: at(11),
    length100: at(12),
  };
}
