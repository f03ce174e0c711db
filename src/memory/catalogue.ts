// What the memory files said when they were last read, kept in the store: a sync parses only what has changed.
import { createHash } from 'node:crypto';
import { gapNotice } from '../store/gaps.ts';
import { isCorrupt, moveAside, openStore, type Store, StoreError } from '../store/open.ts';
import { type Proposal, waitingProposals } from '../store/proposals.ts';
import type { Memory } from './memory.ts';

/** Raised with every change of the tokeniser, the field weights or the parser: what they made before is made anew. */
export const TOKENISER = 10;

/** A file as it was read: a memory with its terms, or a problem. */
export type Parsed =
  | {
      memory: Memory;
      /** Of the file's bytes (trust.ts). */
      hash: string;
      /** `gistKeys` (duplicates.ts). */
      keys: readonly string[];
      terms: readonly (readonly [string, number])[];
      length: number;
    }
  | { problem: { line: number; message: string }; unread?: true };

export interface Catalogue {
  /** Undefined where the file has changed since, or was never read. */
  get(file: string, mtimeMs: number, size: number): Parsed | undefined;
  put(file: string, mtimeMs: number, size: number, parsed: Parsed): void;
  /** Forgets all files but these. */
  keep(files: ReadonlySet<string>): void;
  /** Writes what was put and forgotten, in a short transaction. @throws where that, or writing a part of it before, failed */
  save(): void;
  /** Proposals of a project that wait at a time, milliseconds since 1970. */
  proposed(root: string, now: number): Proposal[];
  /** What is to be said of captured turns of a project that are missing. */
  gaps(root: string, now: number): string | undefined;
}

/** For a sync without the store: nothing is known, nothing is kept. */
const EMPTY: Catalogue = {
  get: () => undefined,
  put: () => {},
  keep: () => {},
  save: () => {},
  proposed: () => [],
  gaps: () => undefined,
};

/**
 * The catalogue of these folders, read at once.
 * @param folders vaults, absolute
 */
export function openCatalogue(store: Store, folders: readonly string[]): Catalogue {
  interface Row {
    mtime: number;
    size: number;
    parsed: string;
    terms: string;
  }
  const below = store.prepare<[string, string], { file: string; tokeniser: number }>(
    'SELECT file, tokeniser FROM catalogue WHERE file >= ? AND file < ?',
  );
  const all = folders.flatMap((folder) => below.all(`${folder}/`, `${folder}0`));
  const known = new Set(all.flatMap(({ file, tokeniser }) => (tokeniser === TOKENISER ? [file] : [])));
  // One at a time: a hundred thousand together are half a gigabyte.
  const row = store.prepare<[string], Row>('SELECT mtime, size, parsed, terms FROM catalogue WHERE file = ?');
  const insert = store.prepare(
    'INSERT OR REPLACE INTO catalogue (file, mtime, size, parsed, terms, tokeniser) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const remove = store.prepare('DELETE FROM catalogue WHERE file = ?');
  let put: [file: string, mtimeMs: number, size: number, parsed: Parsed][] = [];
  let gone: string[] = [];
  let fault: { error: unknown } | undefined;
  const save = () => {
    if (put.length === 0 && gone.length === 0) return;
    const [files, rows] = [gone, put];
    [gone, put] = [[], []];
    store
      .transaction(() => {
        for (const file of files) remove.run(file);
        for (const [file, mtimeMs, size, parsed] of rows) {
          const [what, terms] = asStored(parsed);
          const [text, weighed] = [JSON.stringify(what), JSON.stringify(terms)];
          insert.run(file, mtimeMs, size, text, sum(file, text, weighed) + weighed, TOKENISER);
        }
      })
      .immediate();
  };
  return {
    get(file, mtimeMs, size) {
      const found = known.has(file) ? row.get(file) : undefined;
      if (!found || found.mtime !== mtimeMs || found.size !== size) return undefined;
      // SQLite checks neither sums nor types: a damaged row is as good as none.
      if (typeof found.parsed !== 'string' || typeof found.terms !== 'string') return undefined;
      const weighed = found.terms.slice(SUM);
      if (found.terms.slice(0, SUM) !== sum(file, found.parsed, weighed)) return undefined;
      const { terms, length } = JSON.parse(weighed) as { terms: [string, number][]; length: number };
      const parsed = JSON.parse(found.parsed) as
        | { memory: Memory; hash: string; keys: string[] }
        | { problem: { line: number; message: string } };
      return 'problem' in parsed ? parsed : { ...parsed, terms, length };
    },
    put: (...parsed) => {
      if (fault) return;
      put.push(parsed);
      // Nobody waits for so long a sync: what is kept of it need not wait in memory.
      if (put.length < HELD) return;
      try {
        save();
      } catch (error) {
        fault = { error };
      }
    },
    keep(files) {
      gone = all.flatMap(({ file }) => (files.has(file) ? [] : [file]));
    },
    save() {
      if (fault) throw fault.error;
      save();
    },
    proposed: (root, now) => waitingProposals(store, root, now),
    gaps: (root, now) => gapNotice(store, root, now),
  };
}

/** Files that are held until the index is written. */
const HELD = 2_000;

/** A file's row: what it says, and its terms. */
function asStored(parsed: Parsed): [what: object, terms: object] {
  if ('problem' in parsed) return [parsed, { terms: [], length: 0 }];
  const { terms, length, ...what } = parsed;
  return [what, { terms, length }];
}

/** Letters of the sum that stands before the terms of a row. */
const SUM = 24;

/** Over all that a row says of a file: a turned bit would else be sent, and again with each compilation. */
function sum(file: string, parsed: string, terms: string): string {
  return createHash('sha256').update(file).update(parsed).update(terms).digest('base64').slice(0, SUM);
}

/** Every memory that a sync has read, in whatever project, with its file. */
export function cataloguedIds(store: Store): { file: string; id: string }[] {
  // A damaged row holds no JSON.
  const id = "CASE WHEN json_valid(parsed) THEN json_extract(parsed, '$.memory.id') END";
  return store
    .prepare<[], { file: string; id: string }>(`SELECT file, ${id} AS id FROM catalogue WHERE typeof(${id}) = 'text'`)
    .all();
}

/** What came of a piece of work with the catalogue. */
export interface WithCatalogue<T> {
  result: T;
  /** Why the store was not used: everything was parsed anew, or nothing of it is kept. */
  fault?: string;
  /** Where a corrupt database was put. */
  movedAside?: string;
}

/**
 * Opens the catalogue for a piece of work, and saves what it put when the work is done: the store never holds the work up.
 * @param folders vaults, absolute
 * @param keepsCorrupt a corrupt database stays where it is, and is not used
 */
export function withCatalogue<T>(
  db: string,
  folders: readonly string[],
  work: (catalogue: Catalogue) => T,
  keepsCorrupt = false,
): WithCatalogue<T> {
  let store: Store | undefined;
  let result: { of: T } | undefined;
  let movedAside: string | undefined;
  const use = () => {
    const opened = openStore(db, { keepsCorrupt });
    store = opened.store;
    movedAside ??= opened.movedAside;
    const catalogue = openCatalogue(store, folders);
    result ??= { of: work(catalogue) };
    catalogue.save();
  };
  const close = () => {
    store?.close();
    store = undefined;
  };
  let fault: string | undefined;
  try {
    try {
      use();
    } catch (error) {
      if (keepsCorrupt || !isCorrupt(error)) throw error;
      // Behind its first page, so that opening did not show it.
      close();
      movedAside = moveAside(db);
      if (!result) use();
    }
  } catch (error) {
    if (!isStoreFault(error)) throw error;
    fault = error.message;
  } finally {
    close();
  }
  const { of } = result ?? { of: work(EMPTY) };
  return { result: of, ...(fault ? { fault } : {}), ...(movedAside ? { movedAside } : {}) };
}

function isStoreFault(error: unknown): error is Error {
  return error instanceof StoreError || String((error as { code?: unknown }).code).startsWith('SQLITE_');
}
