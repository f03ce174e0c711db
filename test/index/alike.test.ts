import { describe, expect, it } from 'vitest';
import { wordTexts } from '../../src/index/alike.ts';
import { BEGIN_KEY, END_KEY, SYNONYMS_KEY } from '../../src/index/layout.ts';
import { SHORT_FORMS, SYNONYMS } from '../../src/index/synonyms.ts';

const textsOf = (frequencies: Record<string, number>) => wordTexts(new Map(Object.entries(frequencies)));

describe('the words of a vault', () => {
  it('are told by what stands for them, short and full forms first and marked', () => {
    expect(textsOf({ repo: 3, kubernet: 1, print: 2, list: 1 }).get(SYNONYMS_KEY)).toBe(
      ' k8s:=kubernet repositori:=repo show:print,list display:print,list print:list list:print view:print,list ' +
        'output:print,list array:list vector:list ',
    );
  });

  it('are told by the base of an irregular form', () => {
    expect(textsOf({ go: 1 }).get(SYNONYMS_KEY)).toBe(' went:=go gone:=go ');
  });

  it('are at most three for a word', () => {
    const text = textsOf({ display: 1, print: 1, list: 1, view: 1, output: 1 }).get(SYNONYMS_KEY);
    expect(text).toContain(' show:display,print,list ');
  });

  it('stand under their first and last letters, the commonest first', () => {
    const texts = textsOf({ kubernet: 1, kubectl: 5, internet: 2 });
    expect(texts.get(`${BEGIN_KEY}kub`)).toBe(' kubectl kubernet ');
    expect(texts.get(`${END_KEY}net`)).toBe(' internet kubernet ');
  });

  it.each(['four', 'a1b2c3', 'path/to', 'запу*', '--flag', '\0an-id', '测试用例集', 'x'.repeat(25)])(
    'leave out %j',
    (term) => {
      expect(textsOf({ [term]: 1 }).size).toBe(0);
    },
  );

  it('are none where nothing is known', () => {
    expect(textsOf({}).size).toBe(0);
  });
});

it('the lists hold lower-case words, each once in its group', () => {
  for (const line of `${SHORT_FORMS.trim()}\n${SYNONYMS.trim()}`.split('\n')) {
    const words = line.split(' ');
    expect([line, words.length > 1, words.every((word) => /^[a-z0-9]+$/.test(word)), new Set(words).size]).toEqual([
      line,
      true,
      true,
      words.length,
    ]);
  }
});
