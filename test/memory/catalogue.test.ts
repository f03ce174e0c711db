import fs from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { cataloguedIds, openCatalogue, type Parsed, withCatalogue } from '../../src/memory/catalogue.ts';
import { openStore } from '../../src/store/open.ts';
import { newFolder, removeFolders } from '../index/lab.ts';

afterAll(removeFolders);

const memory = (id: string): Parsed => ({
  memory: {
    id,
    summary: `Summary of ${id}.`,
    type: 'fact',
    tags: ['t'],
    appliesTo: ['src/**'],
    entities: [],
    importance: 0.5,
    source: 'user',
    body: 'Body 数据\n',
  },
  hash: 'h',
  keys: ['k'],
  terms: [
    ['body', 1],
    ['数据', 1.5],
  ],
  length: 2.5,
});
const PROBLEM: Parsed = { problem: { line: 3, message: 'is no YAML' } };

const world = () => path.join(newFolder(), 'engram.db');

describe('the catalogue', () => {
  it('gives back what was put, for the same file at the same time and of the same size', () => {
    const db = world();
    withCatalogue(db, ['/v'], (catalogue) => {
      catalogue.put('/v/a.md', 5.25, 10, memory('a'));
      catalogue.put('/v/b.md', 6, 11, PROBLEM);
    });
    const { result } = withCatalogue(db, ['/v'], (catalogue) => [
      catalogue.get('/v/a.md', 5.25, 10),
      catalogue.get('/v/b.md', 6, 11),
      catalogue.get('/v/a.md', 5.26, 10),
      catalogue.get('/v/a.md', 5.25, 11),
      catalogue.get('/v/c.md', 5.25, 10),
    ]);
    expect(result).toEqual([memory('a'), PROBLEM, undefined, undefined, undefined]);
  });

  it('keeps what is put of more files than are held at once', () => {
    const db = world();
    withCatalogue(db, ['/v'], (catalogue) => {
      for (let n = 0; n < 2_500; n++) catalogue.put(`/v/m${n}.md`, n, 1, memory(`m${n}`));
    });
    const { result } = withCatalogue(db, ['/v'], (catalogue) =>
      Array.from({ length: 2_500 }, (_, n) => catalogue.get(`/v/m${n}.md`, n, 1)),
    );
    expect(result).toEqual(Array.from({ length: 2_500 }, (_, n) => memory(`m${n}`)));
  });

  it('knows the files of its folders, of no other with the same beginning, and forgets only those', () => {
    const db = world();
    const folders = ['/v', '/v-2', '/other'];
    withCatalogue(db, folders, (catalogue) => {
      for (const folder of folders) catalogue.put(`${folder}/a.md`, 1, 1, memory('a'));
    });
    withCatalogue(db, ['/v'], (catalogue) => {
      expect(folders.map((folder) => catalogue.get(`${folder}/a.md`, 1, 1) !== undefined)).toEqual([
        true,
        false,
        false,
      ]);
      catalogue.keep(new Set());
    });
    const { result } = withCatalogue(db, folders, (catalogue) =>
      folders.map((it) => catalogue.get(`${it}/a.md`, 1, 1) !== undefined),
    );
    expect(result).toEqual([false, true, true]);
  });

  it('knows nothing that another tokeniser has made', () => {
    const db = world();
    withCatalogue(db, ['/v'], (catalogue) => catalogue.put('/v/a.md', 1, 1, memory('a')));
    const { store } = openStore(db);
    store.exec('UPDATE catalogue SET tokeniser = tokeniser - 1');
    expect(openCatalogue(store, ['/v']).get('/v/a.md', 1, 1)).toBeUndefined();
    store.close();
  });

  it.each([
    ['no JSON', '\'{"memory":{\''],
    ['nothing', "''"],
    ['a number', '7'],
    ['bytes', "x'7b7d'"],
    ['JSON of another shape', "'{}'"],
    // As by one turned bit: a key, and a word of the body.
    ['another key', "replace(COLUMN, 'body', 'bodx')"],
    ['another word', "replace(COLUMN, '数据', '数拮')"],
  ])('takes a row for none that is damaged to %s', (_, value) => {
    for (const column of ['parsed', 'terms']) {
      const db = world();
      withCatalogue(db, ['/v'], (catalogue) => {
        catalogue.put('/v/a.md', 1, 1, memory('a'));
        catalogue.put('/v/b.md', 1, 1, memory('b'));
      });
      const { store } = openStore(db);
      store.exec(`UPDATE catalogue SET ${column} = ${value.replace('COLUMN', column)} WHERE file = '/v/a.md'`);
      const catalogue = openCatalogue(store, ['/v']);
      expect([column, catalogue.get('/v/a.md', 1, 1)]).toEqual([column, undefined]);
      expect(catalogue.get('/v/b.md', 1, 1)).toEqual(memory('b'));
      expect(cataloguedIds(store)).toContainEqual({ file: '/v/b.md', id: 'b' });
      store.close();
    }
  });

  it('takes a row for none that has come to another file', () => {
    const db = world();
    withCatalogue(db, ['/v'], (catalogue) => catalogue.put('/v/a.md', 1, 1, memory('a')));
    const { store } = openStore(db);
    store.exec("UPDATE catalogue SET file = '/v/b.md'");
    expect(openCatalogue(store, ['/v']).get('/v/b.md', 1, 1)).toBeUndefined();
    store.close();
  });
});

describe('work with the catalogue', () => {
  it('is done once where the store works, and where it does not', () => {
    for (const spoil of [
      () => {},
      (db: string) => fs.mkdirSync(db),
      (db: string) => fs.writeFileSync(db, Buffer.alloc(9_000, 7)),
    ]) {
      const db = world();
      spoil(db);
      let times = 0;
      expect(withCatalogue(db, ['/v'], () => ++times).result).toBe(1);
    }
  });

  it('says what was wrong, and keeps nothing back', () => {
    const unusable = world();
    fs.mkdirSync(unusable);
    expect(withCatalogue(unusable, [], () => 'done')).toEqual({
      result: 'done',
      fault: `${unusable} cannot be used: unable to open database file`,
    });
    const corrupt = world();
    fs.writeFileSync(corrupt, Buffer.alloc(9_000, 7));
    expect(withCatalogue(corrupt, [], () => 'done')).toEqual({ result: 'done', movedAside: `${corrupt}.corrupt-1` });
  });

  it('passes on an error of the work itself, and leaves the store closed and as it was', () => {
    const db = world();
    const work = () =>
      withCatalogue(db, ['/v'], (catalogue) => {
        catalogue.put('/v/a.md', 1, 1, memory('a'));
        throw new Error('no space left');
      });
    expect(work).toThrow('no space left');
    expect(fs.readdirSync(path.dirname(db))).toEqual(['engram.db']);
    expect(withCatalogue(db, ['/v'], (catalogue) => catalogue.get('/v/a.md', 1, 1)).result).toBeUndefined();
  });
});
