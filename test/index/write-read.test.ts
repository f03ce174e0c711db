import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { averageLength, impact } from '../../src/index/impact.ts';
import { BEGIN_KEY, DOC, END_KEY, HEADER, type Stamp, SYNONYMS_KEY } from '../../src/index/layout.ts';
import { DamagedIndex, type Index, openIndex } from '../../src/index/read.ts';
import { type Entry, restamp, writeIndex } from '../../src/index/write.ts';
import { entry, head, newFolder, removeFolders } from './lab.ts';

afterAll(removeFolders);

const FILES: Stamp[] = [['/p/.engram/memories/a.md', 1_796_000_000_000.5, 12]];

function written(entries: readonly Entry[], files = FILES, it = head({ files: files.length })): string {
  const file = path.join(newFolder(), 'index', 'x.idx');
  writeIndex(file, it, entries, files);
  return file;
}

function opened(file: string): Index {
  const index = openIndex(file);
  if (!index) throw new Error('no index');
  return index;
}

/** What the index must answer for a term: straight from the entries. */
function expected(entries: readonly ReturnType<typeof entry>[], term: string) {
  const average = averageLength(entries.map(({ length }) => length));
  const found = entries.flatMap(({ terms, length }, doc) =>
    terms.filter(([it]) => it === term).map(([, weight]) => ({ doc, impact: impact(weight, length, average) })),
  );
  return found.sort((a, b) => b.impact - a.impact || a.doc - b.doc);
}

const word = fc.oneof(
  fc.string({ minLength: 1, maxLength: 8 }),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 4 }),
);
const anyEntry = fc
  .record({
    id: fc.stringMatching(/^[a-z0-9][a-z0-9._-]{0,20}$/),
    body: fc.string({ unit: 'grapheme', maxLength: 200 }),
    summary: fc.string({ unit: 'grapheme', maxLength: 40 }),
    terms: fc.uniqueArray(
      fc.tuple(
        word,
        fc.integer({ min: 1, max: 40 }).map((n) => n / 2),
      ),
      {
        maxLength: 12,
        selector: ([term]) => term,
      },
    ),
  })
  .map(({ id, body, ...more }) => entry(id, body, more));
const anyEntries = fc.uniqueArray(anyEntry, { maxLength: 30, selector: ({ meta }) => meta.id });

describe('what is written is read', () => {
  it('the lists of words, filled up with spaces', () => {
    const index = opened(
      written([
        entry('a', 'body', {
          terms: [
            ['kubernet', 1],
            ['réunion', 2],
          ],
        }),
      ]),
    );
    const text = (key: string) => index.lookup(key)?.text();
    expect(text(`${BEGIN_KEY}kub`)).toMatch(/^ kubernet +$/);
    expect(text(`${END_KEY}ion`)).toMatch(/^ réunion +$/);
    expect(text(SYNONYMS_KEY)).toMatch(/^ k8s:=kubernet +$/);
    expect(index.lookup(`${BEGIN_KEY}abc`)).toBeUndefined();
    index.close();
  });

  it('every memory, body, term and id', () => {
    fc.assert(
      fc.property(anyEntries, (entries) => {
        const file = written(entries);
        const index = opened(file);
        expect(index.count).toBe(entries.length);
        expect(index.files()).toEqual(FILES);
        expect(index.head).toEqual(head({ files: 1 }));
        const memories = index.first(entries.length + 5);
        expect(memories).toHaveLength(entries.length);
        entries.forEach((it, ordinal) => {
          const memory = index.memory(ordinal);
          expect(memory).toEqual(memories[ordinal]);
          expect(memory).toMatchObject({ ...it.meta, ordinal, mtimeMs: it.mtimeMs, size: it.size });
          expect(index.body(memory)).toBe(it.body);
          expect(index.find(it.meta.id)).toEqual(memory);
        });
        for (const term of new Set(entries.flatMap(({ terms }) => terms.map(([it]) => it)))) {
          const { df, listed, first } = index.lookup(term)!;
          const postings = { df, ...first(listed) };
          const found = Array.from(postings.docs, (doc, n) => ({ doc, impact: postings.impacts[n] }));
          expect(found).toEqual(expected(entries, term));
          expect(postings.df).toBe(found.length);
        }
        for (const none of ['no such term', '', '\0']) {
          if (!entries.some(({ terms }) => terms.some(([it]) => it === none)))
            expect(index.lookup(none)).toBeUndefined();
        }
        expect(index.find('no-such-id')).toBeUndefined();
        index.close();
        fs.rmSync(path.dirname(path.dirname(file)), { recursive: true });
      }),
      { numRuns: 60, seed: 7 },
    );
  });

  it('an id and a term of the same letters do not meet', () => {
    const index = opened(written([entry('deploy', 'one'), entry('other', 'two', { terms: [['deploy', 2]] })]));
    expect(index.find('deploy')?.ordinal).toBe(0);
    expect([...index.lookup('deploy')!.first(9).docs]).toEqual([1]);
  });

  it('of no memories at all', () => {
    const index = opened(written([], []));
    expect([index.count, index.first(64), index.lookup('x'), index.find('x'), index.files()]).toEqual([
      0,
      [],
      undefined,
      undefined,
      [],
    ]);
  });

  it('a head larger than the first read', () => {
    const folders = Array.from({ length: 400 }, (_, n): Stamp => [`/p/.engram/memories/folder-${n}`, n + 0.25, 0]);
    const it = head({ folders });
    expect(JSON.stringify(it).length).toBeGreaterThan(8192);
    expect(opened(written([entry('a', 'body')], FILES, it)).head).toEqual(it);
  });

  it('in a file that nobody else may read, with nothing left beside it', () => {
    const file = written([entry('a', 'body')]);
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
    expect(fs.statSync(path.dirname(file)).mode & 0o777).toBe(0o700);
    expect(fs.readdirSync(path.dirname(file))).toEqual(['x.idx']);
  });

  it('beside others, of which those go that a killed sync left or that were not used for a month', () => {
    const file = written([entry('a', 'body')]);
    const ages = {
      'b.idx': 29,
      'c.idx': 31,
      'b.idx.7.tmp': 0.03,
      'c.idx.7.tmp': 1,
      'b.idx.lock': 0.03,
      'c.idx.lock': 1,
      other: 99,
    };
    for (const [name, days] of Object.entries(ages)) {
      const other = path.join(path.dirname(file), name);
      fs.writeFileSync(other, '');
      fs.utimesSync(other, Date.now() / 1000 - days * 86_400, Date.now() / 1000 - days * 86_400);
    }
    writeIndex(file, head(), [], []);
    expect(fs.readdirSync(path.dirname(file)).sort()).toEqual(['b.idx', 'b.idx.7.tmp', 'b.idx.lock', 'other', 'x.idx']);
  });

  it('long lists whole up to 10,000 memories, above cut to their best 1,024, with the true count', () => {
    for (const [count, listed] of [
      [10_000, 10_000],
      [10_001, 1_024],
    ] as const) {
      const entries = Array.from({ length: count }, (_, n) =>
        entry(`m${n}`, '', { terms: [['common', 1 + (n % 97)]], length: 100 }),
      );
      const { df, listed: most, first } = opened(written(entries)).lookup('common')!;
      const postings = { df, ...first(most) };
      expect([postings.df, postings.docs.length]).toEqual([count, listed]);
      const best = expected(entries, 'common').slice(0, listed);
      expect(Array.from(postings.docs)).toEqual(best.map(({ doc }) => doc));
      expect(Array.from(postings.impacts)).toEqual(best.map((it) => it.impact));
    }
  });
});

describe('a restamp', () => {
  it('replaces the head and nothing else', () => {
    const file = written([entry('a', 'body', { terms: [['x', 1]] })]);
    const before = fs.readFileSync(file);
    const next = head({ files: 1, day: 20_788, git: [['/p/.git/HEAD', 5.5, 20]] });
    expect(restamp(file, next)).toBe(true);
    const index = opened(file);
    expect(index.head).toEqual(next);
    expect(index.body(index.memory(0))).toBe('body');
    expect([...index.lookup('x')!.first(9).docs]).toEqual([0]);
    const after = fs.readFileSync(file);
    const behind = index.memory(0).bodyAt;
    expect(after.length).toBe(before.length);
    expect(after.subarray(behind).equals(before.subarray(behind))).toBe(true);
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
    expect(fs.readdirSync(path.dirname(file))).toEqual(['x.idx']);
  });

  it('of a head without room leaves the file as it is', () => {
    const file = written([entry('a', 'body')]);
    const before = fs.readFileSync(file);
    expect(restamp(file, head({ folders: Array.from({ length: 100 }, (_, n): Stamp => [`/folder/${n}`, n, 0]) }))).toBe(
      false,
    );
    expect(fs.readFileSync(file).equals(before)).toBe(true);
  });

  it('does not keep a file that is damaged anywhere behind its head', () => {
    const file = written([entry('a', 'body', { terms: [['x', 1]] }), entry('b', 'other')]);
    const whole = fs.readFileSync(file);
    const from = opened(file).memory(0).bodyAt - 300;
    for (let at = from; at < whole.length; at += 7) {
      const damaged = Buffer.from(whole);
      damaged[at]! ^= 0x20;
      fs.writeFileSync(file, damaged);
      expect([at, restamp(file, head({ files: 1 }))]).toEqual([at, false]);
    }
    fs.writeFileSync(file, whole);
    expect(restamp(file, head({ files: 1 }))).toBe(true);
  });
});

describe('a file that is not a whole index', () => {
  it('is no index, cut at any byte, and is told from none', () => {
    const file = written([entry('a', 'body', { terms: [['x', 1]] })]);
    const whole = fs.readFileSync(file);
    for (let length = 0; length < whole.length; length++) {
      fs.writeFileSync(file, whole.subarray(0, length));
      let useless = 0;
      expect(openIndex(file, () => useless++)).toBeUndefined();
      expect(useless).toBe(1);
    }
    fs.writeFileSync(file, Buffer.concat([whole, Buffer.from(' ')]));
    expect(openIndex(file)).toBeUndefined();
    fs.rmSync(file);
    let useless = 0;
    expect(openIndex(file, () => useless++)).toBeUndefined();
    expect(useless).toBe(0);
    expect(openIndex(path.dirname(file))).toBeUndefined();
  });

  it('is no index with another magic, version or head', () => {
    const file = written([entry('a', 'body')]);
    const whole = fs.readFileSync(file);
    for (const [at, byte] of [
      [0, 0],
      [4, 2],
      [HEADER, 0x5b],
    ] as const) {
      const other = Buffer.from(whole);
      other[at] = byte;
      fs.writeFileSync(file, other);
      expect([at, openIndex(file)]).toEqual([at, undefined]);
    }
  });

  it('gives a true body or an error for blocks of zeros, and for any noise where bodies are looked up', () => {
    const entries = [
      entry('a', 'the first body', { terms: [['x', 1]] }),
      entry('b', 'the second body', { terms: [['x', 2]] }),
    ];
    const file = written(entries);
    const whole = fs.readFileSync(file);
    const docsAt = HEADER + whole.readUInt32LE(12);
    const bodies = new Set(entries.map(({ body }) => body));
    const zeros = fc.tuple(
      fc.integer({ min: HEADER, max: whole.length - 1 }),
      fc.integer({ min: 1, max: 64 }).map((n) => Buffer.alloc(n)),
    );
    const noise = fc.tuple(
      fc.integer({ min: docsAt, max: docsAt + 2 * DOC - 16 }),
      fc.uint8Array({ minLength: 1, maxLength: 16 }).map((bytes) => Buffer.from(bytes)),
    );
    fc.assert(
      fc.property(fc.oneof(zeros, noise), ([at, bytes]) => {
        const damaged = Buffer.from(whole);
        bytes.copy(damaged, at);
        fs.writeFileSync(file, damaged);
        const index = openIndex(file);
        if (!index) return;
        try {
          index.lookup('x');
          for (const ordinal of [0, 1]) expect(bodies).toContain(index.body(index.memory(ordinal)));
        } catch (error) {
          if (error instanceof Error && error.name === 'AssertionError') throw error;
        } finally {
          index.close();
        }
      }),
      { numRuns: 600, seed: 11 },
    );
  });

  it('says of a body that was overwritten that the index is damaged', () => {
    const file = written([entry('a', 'the first body')]);
    const { bodyAt } = opened(file).memory(0);
    const damaged = fs.readFileSync(file);
    damaged.fill(0, bodyAt, bodyAt + 4);
    fs.writeFileSync(file, damaged);
    const index = opened(file);
    expect(() => index.body(index.memory(0))).toThrow(DamagedIndex);
  });
});
