// The SQLite file behind the lane. Opened by commands and sync only; hooks never touch it.
import fs from 'node:fs';
import path from 'node:path';
import type Sqlite from 'better-sqlite3';
import { busySentence, isBusy, PATIENCE } from './busy.ts';
import { MIGRATIONS } from './schema.ts';

export type Store = Sqlite.Database;

/** Why there is no store: what a person can do about it stands in `message`. */
export class StoreError extends Error {
  constructor(
    readonly kind: 'native' | 'newer' | 'corrupt' | 'busy' | 'unusable',
    message: string,
  ) {
    super(message);
    this.name = 'StoreError';
  }
}

export interface OpenedStore {
  store: Store;
  /** A corrupt database was found, and where it was put. What it held, vaults and session logs give back, but for how often a memory was said to be of use. */
  movedAside?: string;
}

/**
 * Opens the store, made where it is missing (0600), migrated where it is older, put aside and made anew where it is corrupt.
 * @param options.keepsCorrupt a corrupt one stays where it is
 * @throws StoreError where the native module does not load, the database is of a newer engram, or the disk refuses
 */
export function openStore(file: string, { keepsCorrupt = false } = {}): OpenedStore {
  const Database = loadNative();
  let movedAside: string | undefined;
  try {
    fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    const open = () => patiently(() => prepare(new Database(file, { timeout: PATIENCE }), file));
    try {
      return { store: open() };
    } catch (error) {
      if (!isCorrupt(error)) throw error;
      if (keepsCorrupt) throw new StoreError('corrupt', `${file} is corrupt: ${firstLine(error)}`);
    }
    movedAside = moveAside(file);
    return { store: open(), movedAside };
  } catch (error) {
    throw asStoreError(error, file);
  }
}

/**
 * Asks a store that may not be there yet; a corrupt one stays where it is.
 * @param none what holds without one
 * @throws StoreError, as openStore
 */
export function askStore<T>(file: string, none: T, ask: (store: Store) => T): T {
  if (!fs.existsSync(file)) return none;
  const { store } = openStore(file, { keepsCorrupt: true });
  try {
    return ask(store);
  } finally {
    store.close();
  }
}

/** Where two processes turn one file to WAL at once, SQLite tells one of them at once that it is busy, whatever its timeout. */
function patiently<T>(work: () => T): T {
  for (const deadline = Date.now() + PATIENCE; ; ) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || Date.now() >= deadline) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}

/** @throws StoreError of kind `native` */
export function loadNative(): typeof Sqlite {
  try {
    const Database = require('better-sqlite3') as typeof Sqlite;
    // The binding is loaded with the first database, not with the module.
    new Database(':memory:').close();
    return Database;
  } catch (error) {
    throw new StoreError('native', `better-sqlite3 does not load: ${firstLine(error)}`);
  }
}

function prepare(store: Store, file: string): Store {
  try {
    // First, so that a newer database is left as it is.
    const version = store.pragma('user_version', { simple: true }) as number;
    if (version > MIGRATIONS.length) {
      throw new StoreError(
        'newer',
        `${file} was written by a newer engram (version ${version}, this one knows ${MIGRATIONS.length}): update engram`,
      );
    }
    // SQLite makes the file by the umask; nobody else is to read it.
    fs.chmodSync(file, 0o600);
    store.pragma('journal_mode = WAL');
    store.pragma('synchronous = NORMAL');
    store.pragma('wal_autocheckpoint = 200');
    // What was captured and then dropped must not go on standing in pages that are free.
    store.pragma('secure_delete = ON');
    if (version < MIGRATIONS.length) migrate(store);
    return store;
  } catch (error) {
    store.close();
    throw error;
  }
}

/** In one transaction, and the version is read again inside it: two processes may start at once. */
function migrate(store: Store): void {
  store
    .transaction(() => {
      for (let v = store.pragma('user_version', { simple: true }) as number; v < MIGRATIONS.length; v++) {
        store.exec(MIGRATIONS[v]!);
        store.pragma(`user_version = ${v + 1}`);
      }
    })
    .immediate();
}

/** The database itself is at fault, not the disk or another process. */
export function isCorrupt(error: unknown): boolean {
  const code = (error as { code?: string }).code;
  return code === 'SQLITE_CORRUPT' || code === 'SQLITE_NOTADB' || code === 'SQLITE_CORRUPT_VTAB';
}

/** @returns where the database is now, for whoever wants to look into it */
export function moveAside(file: string): string {
  for (let n = 1; ; n++) {
    const aside = `${file}.corrupt-${n}`;
    if (fs.existsSync(aside)) continue;
    fs.renameSync(file, aside);
    for (const part of ['-wal', '-shm']) fs.rmSync(file + part, { force: true });
    return aside;
  }
}

function asStoreError(error: unknown, file: string): StoreError {
  if (isBusy(error) && !(error instanceof StoreError)) return new StoreError('busy', busySentence(file));
  return error instanceof StoreError
    ? error
    : new StoreError('unusable', `${file} cannot be used: ${firstLine(error)}`);
}

function firstLine(error: unknown): string {
  // `bindings` begins a list of the places it looked at.
  return String(error instanceof Error ? error.message : error)
    .split('\n')[0]!
    .replace(/\.? Tried:$/, '');
}
