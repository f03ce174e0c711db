import fs from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { openIndex } from '../../src/index/read.ts';
import { writeIndex } from '../../src/index/write.ts';
import { rank } from '../../src/route/rank.ts';
import { entry, head, newFolder, type Pairs, removeFolders } from './lab.ts';

afterAll(removeFolders);
afterEach(() => vi.restoreAllMocks());

/** Each memory holds eight words that all hold, and three of its own. */
function indexOf(count: number): string {
  const common = Array.from({ length: 8 }, (_, i): [string, number] => [`common${i}`, 1]);
  const entries = Array.from({ length: count }, (_, n) => {
    const terms: Pairs = [...common, [`rare${n}`, 1], [`group${n % 50}`, 1 + (n % 3)], ['deploy', 1 + (n % 5)]];
    return entry(`m${n}`, `Memory ${n}: ${'text '.repeat(40)}`, { terms, length: 20 });
  });
  const file = path.join(newFolder(), 'x.idx');
  writeIndex(file, head({ files: count }), entries, []);
  return file;
}

/** What a prompt reads: the ranking, and the first eight memories with their bodies. */
function bytesOfPrompt(file: string): number {
  let bytes = 0;
  const readSync = fs.readSync;
  vi.spyOn(fs, 'readSync').mockImplementation(((...args: Parameters<typeof readSync>) => {
    const n = readSync(...args);
    bytes += n;
    return n;
  }) as typeof readSync);
  const index = openIndex(file)!;
  const { hits } = rank(index, 'deploy common0 common1 common2 common3 common4 common5 common6 common7 rare17', {
    limit: 8,
    gated: false,
  });
  expect(hits).toHaveLength(8);
  expect(index.memory(hits[0]!.doc).id).toBe('m17');
  for (const { doc } of hits) index.body(index.memory(doc));
  index.close();
  vi.restoreAllMocks();
  return bytes;
}

describe('what a prompt reads of an index', () => {
  it('is bounded, however many memories hold its words', () => {
    const [small, large] = [indexOf(2_000), indexOf(24_000)];
    const sizes = [small, large].map((file) => fs.statSync(file).size);
    expect(sizes[1]! / sizes[0]!).toBeGreaterThan(8);
    // The head, 8,192 postings of 6 bytes, some look-ups, eight memories with their bodies.
    expect(bytesOfPrompt(small)).toBeLessThan(80_000);
    expect(bytesOfPrompt(large)).toBeLessThan(80_000);
    expect(sizes[1]).toBeGreaterThan(5_000_000);
  });
});
