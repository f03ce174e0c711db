import { afterEach, describe, expect, it } from 'vitest';
import { type StemLanguage, setStemLoader, stemmer } from '../../src/text/stem.ts';
import { useAllStemmers } from '../../src/text/stem-all.ts';
import { documentTerms, queryTerms } from '../../src/text/terms.ts';

afterEach(useAllStemmers);

describe('stemmers', () => {
  it.each([
    ['en', 'running', 'run'],
    ['ru', 'тестов', 'тест'],
    ['de', 'häuser', 'haus'],
    ['fr', 'continuellement', 'continuel'],
    ['es', 'pruebas', 'prueb'],
    ['it', 'abbandonata', 'abbandon'],
    ['pt', 'projetos', 'projet'],
    ['nl', 'bestanden', 'bestand'],
    ['tr', 'kitaplar', 'kitap'],
    ['ar', 'الكتاب', 'كتاب'],
    ['ar', 'والكتاب', 'كتاب'],
    ['ar', 'فالكتاب', 'كتاب'],
    ['ar', 'والد', 'والد'],
    ['ar', 'والدة', 'والد'],
    ['ar', 'وصل', 'وصل'],
  ] as [StemLanguage, string, string][])('%s: %s → %s', (language, word, stem) => {
    expect(stemmer(language)(word)).toBe(stem);
  });

  it('loads a language once, on first use', () => {
    const loads: string[] = [];
    setStemLoader((language) => {
      loads.push(language);
      return (word) => `${word}!`;
    });
    expect(stemmer('ru')('тест')).toBe('тест!');
    expect(stemmer('ru')('тесты')).toBe('тесты!');
    stemmer('en')('tests');
    expect(loads).toEqual(['ru']);
  });

  it.each([
    ['none', undefined],
    [
      'a loader that throws',
      () => {
        throw new Error('Cannot find module ./stem-ru.cjs');
      },
    ],
    ['a loader that finds nothing', () => undefined as never],
    [
      'a stemmer that throws',
      () => () => {
        throw new Error('boom');
      },
    ],
    ['a stemmer that gives nothing', () => () => ''],
  ] as [string, Parameters<typeof setStemLoader>[0]][])('leaves words as they are with %s', (_, loader) => {
    setStemLoader(loader);
    expect(documentTerms('тесты running')).toEqual(['тесты', 'тест*', 'run', '=running']);
    expect(queryTerms('тесты').map(({ term }) => term)).toEqual(['тесты', 'тест*']);
  });
});
