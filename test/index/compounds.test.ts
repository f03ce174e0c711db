import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import '../../src/text/stem-all.ts';
import { memoryLexicon, memoryOf } from '../../bench/memory-lexicon.ts';
import { compoundsOf } from '../../src/index/compounds.ts';
import { weightedTerms } from '../../src/index/impact.ts';
import { openIndex } from '../../src/index/read.ts';
import { writeIndex } from '../../src/index/write.ts';
import { rank } from '../../src/route/rank.ts';
import { entry, head, newFolder, removeFolders } from './lab.ts';

afterAll(removeFolders);

describe('compounds', () => {
  it.each([
    ['rechnungspruf rechnung pruf rec', { rechnung: ['rechnungspruf'], pruf: ['rechnungspruf'] }],
    ['database data base bas', { data: ['database'], base: ['database'] }],
    ['playground play ground', { play: ['playground'], ground: ['playground'] }],
    // The word twice over.
    ['testtest test', { test: ['testtest'] }],
    // Too short, and with an ending alone.
    ['window wind endow', {}],
    // What is left is no word of the vault, or too short for one: by the look of it alone.
    ['support sup port', { port: ['support?'] }],
    ['airport air port', { port: ['airport?'] }],
    ['databas data base bas', { data: ['databas?'] }],
    ['mysqldump sql dump mysql', { mysql: ['mysqldump'], dump: ['mysqldump'] }],
    // The longest of two words, else the longest.
    ['hausturen haus hausture turen', { haus: ['hausturen', 'hausture?'], turen: ['hausturen'] }],
    ['wochennplan woche wochen plan', { wochen: ['wochennplan'], plan: ['wochennplan'] }],
    // No words.
    ['=rechnungsprüfung rechnung* --rechnung 12345678 1234 get_user getuser \0rechnung', {}],
    ['数据库备份系统平台 数据库备 平台系统', {}],
    ['перезапуск запуск', { запуск: ['перезапуск?'] }],
  ])('of %j', (terms, compounds) => {
    const found = [...compoundsOf(terms.split(' '))].map(([part, of]) => [
      part,
      of.map(({ word, chance }) => (chance ? `${word}?` : word)),
    ]);
    expect(Object.fromEntries(found)).toEqual(compounds);
  });

  it('by chance help no memory through the gate', () => {
    const others = [
      'Support answers tickets within a day.',
      'Transport costs are booked on account 4730.',
      'The airport code of the office is HAM.',
      'Passports of guests are copied by reception.',
      'Terraform runs from the infra folder.',
      'Pagerduty wakes the person on call.',
      'Reports go out on Mondays.',
      'Imports from Excel are read as UTF-8.',
      'Leave is asked for in Personio.',
      'The release notes are written by Anna.',
      'Staging is reset every night.',
      'Invoices are numbered per year.',
      'The form for expenses is on the wiki.',
      'The landing page is built with Astro.',
      'Logs are kept for thirty days.',
      'Backups are restored once a quarter.',
    ];
    const memories = ['The port of the dev server is 4173 and open to all.', ...others].map((body) =>
      memoryOf({ body }),
    );
    const lexicon = memoryLexicon(memories);
    const sent = (prompt: string) => rank(lexicon, prompt, { limit: 8 }).hits.map(({ doc }) => memories[doc]!.body);
    // Some are found, but for their order.
    expect(lexicon.lookup('port')!.df).toBe(5);
    expect(sent('which port is open')).toEqual(['The port of the dev server is 4173 and open to all.']);
    expect(sent('what is the form for leave')).toEqual(['The form for expenses is on the wiki.']);
    expect(sent('what page do we show')).toEqual(['The landing page is built with Astro.']);
  });

  const bodies = [
    'Die Rechnungsprüfung macht Anna.',
    'Die Prüfung der Rechnung macht Bob.',
    'Rechnungsprüfung, Prüfung und Rechnungsprüfung: alles bei Carla.',
    'Die Kantine öffnet um elf.',
  ];

  it('are found by their parts, for less, where the word itself is not there', () => {
    const lexicon = memoryLexicon(bodies.map((body) => memoryOf({ body })));
    const { docs, impacts } = lexicon.lookup('prufung')!.first(9);
    const whole = lexicon.lookup('rechnungsprufung')!.first(9);
    expect([...docs].sort()).toEqual([0, 1, 2]);
    expect([...whole.docs].sort()).toEqual([0, 2]);
    expect(impacts[[...docs].indexOf(0)]).toBe(Math.round(whole.impacts[[...whole.docs].indexOf(0)]! * 0.3) & ~1);
    const { hits } = rank(lexicon, 'Wer macht die Prüfung?', { limit: 8, gated: false });
    expect(hits.map(({ doc }) => doc)).toEqual([1, 0, 2]);
  });

  it('stand in the index as they do in memory', () => {
    const memories = bodies.map((body, n) => memoryOf({ id: `m${n}`, body, summary: body }));
    const lexicon = memoryLexicon(memories);
    const entries = memories.map(({ id, body, summary }, n) => {
      const { terms, length } = weightedTerms(memories[n]!);
      return entry(id, body, { terms, length, summary });
    });
    const file = path.join(newFolder(), 'x.idx');
    writeIndex(file, head(), entries, []);
    const index = openIndex(file)!;
    for (const term of ['prufung', 'rechnung', 'rechnungsprufung', 'rech*', 'kantin', 'macht']) {
      const [there, here] = [index, lexicon].map((it) => {
        const { df, listed, first } = it.lookup(term)!;
        return { df, listed, docs: [...first(9).docs], impacts: [...first(9).impacts] };
      });
      expect([term, there]).toEqual([term, here]);
    }
    index.close();
  });
});
