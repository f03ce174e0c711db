import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { buildSync } from 'esbuild';
import { afterAll, describe, expect, it } from 'vitest';
import { openStore, type Store, StoreError } from '../../src/store/open.ts';
import { MIGRATIONS } from '../../src/store/schema.ts';
import { newFolder, removeFolders } from '../index/lab.ts';

afterAll(removeFolders);

const file = (...names: string[]) => path.join(newFolder(), ...names, 'engram.db');
const version = (store: Store) => store.pragma('user_version', { simple: true });
const tables = (store: Store) =>
  store.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").pluck().all();

/** Those of the second version. */
const SESSIONS = ['catalogue', 'compaction_events', 'delivery', 'reset', 'session'];
/** SQLite's own counts the numbers that must not be given twice. */
const CAPTURE = ['session', 'line', 'piece', 'turn', 'boundary', 'loss'].map((name) => `capture_${name}`);
const TABLES = [
  ...SESSIONS,
  'audit',
  'model_calls',
  'proposal',
  'recall_useful',
  'sqlite_sequence',
  ...CAPTURE,
  'event',
  'episode',
].sort();

/** The error of opening, with its kind. */
function refusal(db: string): StoreError {
  try {
    openStore(db).store.close();
  } catch (error) {
    if (error instanceof StoreError) return error;
    throw error;
  }
  throw new Error('it was opened');
}

describe('a store', () => {
  it('is made, private, with its tables', () => {
    const db = file('new', 'home');
    const { store, movedAside } = openStore(db);
    expect(movedAside).toBeUndefined();
    expect(tables(store)).toEqual(TABLES);
    expect(version(store)).toBe(MIGRATIONS.length);
    expect(fs.statSync(db).mode & 0o777).toBe(0o600);
    expect(fs.statSync(path.dirname(db)).mode & 0o777).toBe(0o700);
    store.exec("INSERT INTO session VALUES ('l', 'h', 'r', 's', NULL, 1, 2)");
    for (const part of ['-wal', '-shm']) expect(fs.statSync(db + part).mode & 0o777).toBe(0o600);
    store.close();
  });

  it('is set up as DESIGN says', () => {
    const { store } = openStore(file());
    const settings = ['journal_mode', 'synchronous', 'wal_autocheckpoint', 'busy_timeout', 'foreign_keys'];
    expect(settings.map((name) => store.pragma(name, { simple: true }))).toEqual(['wal', 1, 200, 5000, 1]);
    store.close();
  });

  it('is opened again as it was, and made private again', () => {
    const db = file();
    const first = openStore(db).store;
    first.exec("INSERT INTO session VALUES ('l', 'h', 'r', 's', NULL, 1, 2)");
    first.close();
    fs.chmodSync(db, 0o644);
    const { store } = openStore(db);
    expect(store.prepare('SELECT count(*) FROM session').pluck().get()).toBe(1);
    expect(fs.statSync(db).mode & 0o777).toBe(0o600);
    store.close();
  });

  it('of version 0 is migrated, in an empty file too', () => {
    const db = file();
    fs.writeFileSync(db, '');
    const { store } = openStore(db);
    expect([version(store), tables(store).length]).toEqual([MIGRATIONS.length, TABLES.length]);
    store.close();
  });

  it('A-17: of version 1 keeps what it has, and has its logs read again for compactions', () => {
    const db = file();
    const old = new Database(db);
    old.exec(`${MIGRATIONS[0]}
      PRAGMA user_version = 1;
      INSERT INTO session VALUES ('l', 'h', 'r', 's', NULL, 7, 2);
      INSERT INTO delivery VALUES ('l', 'm', 'aa', 1, 5);
      INSERT INTO reset VALUES ('l', 'compact', 6);
      INSERT INTO catalogue VALUES ('/f', 1, 2, '{}', '[]', 3);`);
    old.close();
    const { store, movedAside } = openStore(db);
    expect([movedAside, version(store), tables(store)]).toEqual([undefined, MIGRATIONS.length, TABLES]);
    const all = (table: string) => store.prepare(`SELECT * FROM ${table}`).raw().all();
    expect(SESSIONS.map(all)).toEqual([
      [['/f', 1, 2, '{}', '[]', 3]],
      [],
      [['l', 'm', 'aa', 1, 5]],
      [['l', 'compact', 6]],
      [['l', 'h', 'r', 's', null, -1, 2]],
    ]);
    store.close();
  });

  it('is migrated once by many processes at once', () => {
    const db = file();
    const bundle = path.join(newFolder(), 'open.cjs');
    fs.symlinkSync(path.resolve('node_modules'), path.join(path.dirname(bundle), 'node_modules'));
    buildSync({
      entryPoints: ['src/store/open.ts'],
      bundle: true,
      platform: 'node',
      format: 'cjs',
      external: ['better-sqlite3'],
      outfile: bundle,
    });
    const open = `process.stdout.write(String(require('${bundle}').openStore('${db}').store.pragma('user_version', { simple: true })))`;
    const shell = 'for n in 1 2 3 4 5 6; do "$0" -e "$1" & done; wait';
    const ran = spawnSync('/bin/sh', ['-c', shell, process.execPath, open]);
    expect([ran.stderr.toString(), ran.stdout.toString()]).toEqual(['', String(MIGRATIONS.length).repeat(6)]);
  });

  it('is not changed where a migration fails', () => {
    const db = file();
    const old = new Database(db);
    old.exec('CREATE TABLE reset (mine)');
    old.close();
    expect(refusal(db)).toMatchObject({
      kind: 'unusable',
      message: `${db} cannot be used: table reset already exists`,
    });
    const store = new Database(db);
    expect([version(store), tables(store)]).toEqual([0, ['reset']]);
    store.close();
  });
});

describe('a database of a newer engram', () => {
  it('is left as it is, to the byte, with what to do', () => {
    const db = file();
    const newer = new Database(db);
    newer.exec('CREATE TABLE future (x); PRAGMA user_version = 99');
    newer.close();
    fs.chmodSync(db, 0o640);
    const bytes = fs.readFileSync(db);
    const { kind, message } = refusal(db);
    expect([kind, message]).toEqual([
      'newer',
      `${db} was written by a newer engram (version 99, this one knows ${MIGRATIONS.length}): update engram`,
    ]);
    expect(fs.readFileSync(db).equals(bytes)).toBe(true);
    expect(fs.statSync(db).mode & 0o777).toBe(0o640);
    expect(fs.readdirSync(path.dirname(db))).toEqual(['engram.db']);
  });
});

describe('a corrupt database', () => {
  it('is put aside, never over another, and a new one made', () => {
    const db = file();
    const all: Buffer[] = [];
    for (let n = 1; n <= 3; n++) {
      const bytes = Buffer.alloc(20_000, n);
      all.push(bytes);
      fs.writeFileSync(db, bytes);
      fs.writeFileSync(`${db}-wal`, 'of the old one');
      const { store, movedAside } = openStore(db);
      expect([movedAside, version(store)]).toEqual([`${db}.corrupt-${n}`, MIGRATIONS.length]);
      store.close();
    }
    expect(all.map((bytes, n) => fs.readFileSync(`${db}.corrupt-${n + 1}`).equals(bytes))).toEqual([true, true, true]);
  });

  it('is told from one that the disk does not give', () => {
    const db = file();
    fs.mkdirSync(db);
    expect(refusal(db)).toMatchObject({
      kind: 'unusable',
      message: `${db} cannot be used: unable to open database file`,
    });
    expect(fs.readdirSync(path.dirname(db))).toEqual(['engram.db']);
  });
});
