import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ofProposals, precision, readTurns, recall, score, setOf, TURN_SETS } from '../../../bench/extract-score.ts';
import { extract } from '../../../src/capture/extract/extract.ts';
import '../../../src/text/stem-all.ts';

const turns = readTurns(path.join(import.meta.dirname, '../../fixtures/extract/turns.jsonl'));

describe('the labelled turns', () => {
  it('are 200 and more, half of them with nothing to remember, in ten languages and more, each with an id of its own', () => {
    expect(turns.length).toBeGreaterThanOrEqual(200);
    const empty = turns.filter(({ expect: { length } }) => length === 0).length;
    expect(empty / turns.length).toBeGreaterThanOrEqual(0.48);
    const languages = new Set(turns.map(({ lang }) => lang));
    for (const lang of ['en', 'de', 'es', 'fr', 'it', 'pt', 'ru', 'zh', 'ja', 'ko']) expect(languages).toContain(lang);
    expect(new Set(turns.map(({ id }) => id)).size).toBe(turns.length);
  });

  it.each(TURN_SETS)('are read with a precision of 0.9 and a recall of 0.5 at least: %s', (set) => {
    const { kinds, empty, quiet } = score(
      turns.filter((turn) => setOf(turn) === set),
      extract,
    );
    const all = kinds.get('all')!;
    expect(all.expected).toBeGreaterThan(30);
    expect(precision(all)).toBeGreaterThanOrEqual(0.9);
    expect(recall(all)).toBeGreaterThanOrEqual(0.5);
    expect(quiet / empty).toBeGreaterThanOrEqual(0.9);
    // What a person is asked about, and not only what is kept.
    expect(precision(ofProposals(all))).toBeGreaterThanOrEqual(0.9);
    expect(recall(ofProposals(all))).toBeGreaterThanOrEqual(0.5);
  });

  it('leave whole sentences, each with a summary of one line and an importance in steps', () => {
    for (const { id, ...turn } of turns) {
      const key = { host: 'claude', root: '/p', session: id };
      for (const { text, summary, importance, signals } of extract({ key, sequence: 1, at: 0, ...turn })) {
        expect(text, id).toMatch(/[.!?。！？…]["'”’»」)]*$|NAME`|TLS/u);
        expect(summary, id).not.toMatch(/\n/);
        expect(importance, id).toBeGreaterThanOrEqual(0.5);
        expect(importance * 20, id).toBe(Math.round(importance * 20));
        expect(signals.length, id).toBeGreaterThan(0);
      }
    }
  });
});
