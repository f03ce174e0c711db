import fs from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { SKETCHES_KEY } from '../../src/index/layout.ts';
import { openIndex } from '../../src/index/read.ts';
import { sketchesOf } from '../../src/index/sketches.ts';
import { writeIndex } from '../../src/index/write.ts';
import { gramsOf, placeOf } from '../../src/text/grams.ts';
import { entry, head, newFolder, removeFolders } from './lab.ts';

afterAll(removeFolders);

const of = (...texts: string[]) => sketchesOf(texts.length, (n) => texts[n]!);

describe('sketches', () => {
  it('hold a bit for each gram, and the idf of each bit', () => {
    const texts = ['the nightly build', 'the nightly backup of the database', 'go'];
    const { size, bytes } = of(...texts);
    expect([size, bytes.length]).toEqual([33, 256 + 3 * 33]);
    const bits = texts.map((text) => new Set(gramsOf(text).map((gram) => placeOf(gram, 256))));
    for (let place = 0; place < 256; place++) {
      const df = bits.filter((held) => held.has(place)).length;
      expect([place, bytes[place]]).toEqual([place, Math.round(16 * Math.log(1 + (3.5 - df) / (df + 0.5)))]);
      bits.forEach((held, n) => {
        expect((bytes[256 + n * 33 + 1 + (place >> 3)]! >> (place & 7)) & 1).toBe(held.has(place) ? 1 : 0);
      });
    }
    // What a memory that is so many times as long as they are on average keeps of its likeness, in quarters.
    const lengths = texts.map((text) => gramsOf(text).length);
    const average = (lengths[0]! + lengths[1]! + lengths[2]!) / 3;
    const times = lengths.map((length) => Math.round((4 * length) / average) / 4);
    expect(times).toEqual([1, 2, 0]);
    expect(bits.map((_, n) => bytes[256 + n * 33])).toEqual(
      times.map((it) => Math.round((255 * 0.8) / (0.8 + 0.2 * it))),
    );
  });

  it('take a byte for each gram that memories hold on average, 32 to 1,024', () => {
    const word = (n: number) => `${(n * 7919 + 104729).toString(36)}`;
    const text = (words: number, from: number) => Array.from({ length: words }, (_, i) => word(from + i)).join(' ');
    const texts = Array.from({ length: 20 }, (_, n) => text(30, n * 30));
    const average = texts.reduce((sum, it) => sum + new Set(gramsOf(it)).size, 0) / 20;
    expect(of(...texts).size).toBe(1 + Math.round(average));
    // One pasted manual among notes does not make the sketches of all large.
    expect(of(...texts, text(20_000, 0)).size).toBe(1 + Math.round(average));
    expect(of('a note', 'another').size).toBe(33);
    expect(of(text(3000, 0)).size).toBe(1025);
    expect(of()).toEqual({ size: 33, bytes: Buffer.alloc(256, 1 + 10) });
  });

  it('are the same for the same memories, and the index gives them back', () => {
    const bodies = ['Deploys run on Friday.', 'Datenbanken werden nachts gesichert.', '数据库每晚备份。'];
    const entries = bodies.map((body, n) => entry(`m${n}`, body, { terms: [['x', 1]] }));
    const file = path.join(newFolder(), 'x.idx');
    writeIndex(file, head(), entries, []);
    const first = fs.readFileSync(file);
    const { size, bytes } = of(...entries.map(({ meta, body }) => `${meta.summary}\n${body}`));
    const index = openIndex(file)!;
    const sketches = index.lookup(SKETCHES_KEY)!;
    expect(sketches.df).toBe(size);
    expect(Buffer.from(sketches.part(0, bytes.length))).toEqual(bytes);
    expect(Buffer.from(sketches.part(bytes.length - size, size))).toEqual(bytes.subarray(-size));
    index.close();
    writeIndex(file, head(), entries, []);
    expect(fs.readFileSync(file)).toEqual(first);
  });
});
