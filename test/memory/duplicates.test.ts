import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import '../../src/text/stem-all.ts';
import { duplicatesOf, gistKeys } from '../../src/memory/duplicates.ts';
import { parseMemory } from '../../src/memory/file.ts';

interface Pair {
  label: string;
  language: string;
  kind: string;
  a: string;
  b: string;
}

const PAIRS: Pair[] = fs
  .readFileSync(path.join(import.meta.dirname, '../fixtures/duplicates/pairs.tsv'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => {
    const [label = '', language = '', kind = '', a = '', b = ''] = line.split('\t');
    return { label, language, kind, a: a.replaceAll('\\n', '\n'), b: b.replaceAll('\\n', '\n') };
  });

const item = (id: string, text: string) => {
  const memory = parseMemory(text, id);
  return { memory, keys: gistKeys(memory) };
};
const pairs = (...items: ReturnType<typeof item>[]) =>
  duplicatesOf(items).map(({ of, by }) => `${of.memory.id} ← ${by.memory.id}`);
const collapses = ({ a, b }: Pair) => pairs(item('a', a), item('b', b)).length === 1;

describe('memories that say the same: the labelled pairs', () => {
  const labelled = (label: string) => PAIRS.filter((pair) => pair.label === label);

  it('are at least 120, in five languages and more', () => {
    expect(PAIRS.length).toBeGreaterThanOrEqual(190);
    expect(new Set(PAIRS.map(({ label }) => label))).toEqual(new Set(['same', 'contradiction', 'other']));
    for (const label of ['same', 'contradiction'])
      expect(new Set(labelled(label).map(({ language }) => language)).size).toBeGreaterThanOrEqual(12);
  });

  it('precision: no contradiction and no look-alike is ever one', () => {
    const wrong = PAIRS.filter((pair) => pair.label !== 'same' && collapses(pair));
    expect(wrong.map(({ a, b }) => [a, b])).toEqual([]);
  });

  it('recall: more than nine of ten duplicates are found, and which are not is known', () => {
    const missed = labelled('same').filter((pair) => !collapses(pair));
    expect(missed.map(({ a }) => a)).toEqual([
      // Another verb, another noun: two sentences that only a reader finds to be one.
      'Every endpoint validates its input with zod.',
      'Deployments to production go through the blue/green script.',
      'Ask Maria before you change billing code.',
      // A short word misspelt may be another word.
      'Keep teh README short.',
      'Payments are retried three times with exponential backoff.',
      'Freitags wird nicht veröffentlicht.',
      'Nunca publicar à sexta-feira.',
    ]);
    expect(1 - missed.length / labelled('same').length).toBeGreaterThan(0.9);
  });

  it('neither depends on which stands first', () => {
    const turned = PAIRS.map((pair) => ({ ...pair, a: pair.b, b: pair.a }));
    expect(turned.map(collapses)).toEqual(PAIRS.map(collapses));
  });
});

describe('which of several that say the same is sent', () => {
  const dated = (id: string, front: string, body = 'Never deploy on Fridays.') =>
    item(id, `---\n${front || 'type: fact'}\n---\n${body}\n`);

  it('the newest by reviewed, else created; of one day the first by id; one without a date last', () => {
    const items = [
      dated('undated', ''),
      dated('a-created', 'created: 2026-10-01'),
      dated('z-reviewed', 'created: 2020-01-01\nreviewed: 2026-11-01'),
      dated('b-same-day', 'created: 2026-11-01'),
    ];
    const expected = ['z-reviewed ← b-same-day', 'a-created ← b-same-day', 'undated ← b-same-day'];
    expect(pairs(...items)).toEqual(expected);
    expect(pairs(...items.reverse())).toEqual(expected);
  });

  it('only where they apply to the same paths and are about the same things', () => {
    expect(pairs(dated('a', 'applies_to: [src/**]'), dated('b', 'applies_to: [lib/**]'))).toEqual([]);
    expect(pairs(dated('a', 'applies_to: [src/**]'), dated('b', ''))).toEqual([]);
    expect(pairs(dated('a', 'applies_to: [x, y]'), dated('b', 'applies_to: [y, x]'))).toEqual(['b ← a']);
    expect(pairs(dated('a', 'entities: [payments]'), dated('b', 'entities: [billing]'))).toEqual([]);
    expect(pairs(dated('a', 'tags: [staging]'), dated('b', 'tags: [production]'))).toEqual([]);
    expect(pairs(dated('staging-port', '', 'The port is 80.'), dated('prod-port', '', 'The port is 80.'))).toEqual([]);
    expect(pairs(dated('old', 'tags: [ops]'), dated('new', 'tags: [deploy]'))).toEqual(['old ← new']);
  });

  it('a short text is told from another by its summary', () => {
    expect(pairs(dated('a', 'summary: Staging', 'Port 80.'), dated('b', 'summary: Production', 'Port 80.'))).toEqual(
      [],
    );
    expect(pairs(dated('a', 'summary: "Port 80."', 'Port 80.'), dated('b', '', 'Port 80.'))).toEqual(['b ← a']);
  });

  it('a word that one of many texts has another for is no slip: they list things', () => {
    const of = (name: string) => item(name, `The ${name} service has its own deployment script.`);
    expect(pairs(of('authentication'), of('authentcation'))).toEqual(['authentication ← authentcation']);
    const names = ['authentication', 'authentcation', 'notification', 'subscription', 'organisation'];
    expect(pairs(...names.map(of))).toEqual([]);
    // Copies are copies all the same.
    expect(pairs(...names.map(of), item('copy', 'The notification service has its own deployment script.'))).toEqual([
      'notification ← copy',
    ]);
  });

  it('steps in another order are another procedure', () => {
    const text = [
      'Clear the local cache first. Stop the old worker process.',
      'Stop the old worker process. Clear the local cache first.',
    ];
    expect(pairs(dated('a', 'type: procedure', text[0]), dated('b', 'type: procedure', text[1]))).toEqual([]);
  });

  it('ten thousand and the thousand that repeat one: each is looked up, none compared with all', () => {
    const word = (n: number) => `w${((n * 2_654_435_761) >>> 0).toString(36)}`;
    const items = Array.from({ length: 10_000 }, (_, n) =>
      item(
        `m-${n}`,
        n % 10 === 0 ? 'Never deploy on Fridays.' : `Service ${word(n)} answers ${word(n + 1)} at ${word(n + 2)}.`,
      ),
    );
    let compared = 0;
    const counting = items.map(({ memory, keys }) => ({
      keys,
      memory: Object.defineProperty({ ...memory }, 'body', {
        get: () => {
          compared++;
          return memory.body;
        },
      }),
    }));
    const found = duplicatesOf(counting);
    expect(found.length).toBe(999);
    expect(new Set(found.map(({ by }) => by.memory.id))).toEqual(new Set(['m-0']));
    expect(compared).toBeLessThan(10_000);
  });
});
