import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isReply, RARE, usageOf } from '../../src/text/common.ts';
import { bitOf, isOtherFunctionWord, languageBits } from '../../src/text/languages.ts';
import { Script, scriptOf } from '../../src/text/scripts.ts';
import '../../src/text/stem-all.ts';

/** The entries of a table of strings by first letter, as they stand in the source. */
function entries(file: string, name: string): [letter: string, words: string[]][] {
  const source = readFileSync(new URL(`../../src/text/${file}`, import.meta.url), 'utf8');
  const table = source.slice(source.indexOf(`const ${name}`)).split('\n};')[0]!;
  return [...table.matchAll(/^ {2}(\S+):\s*'( .*? )',$/gmu)].map(([, letter, words]) => [
    letter!,
    words!
      .slice(1, -1)
      .split(' ')
      .map((word) => letter! + word),
  ]);
}

describe('word tables', () => {
  it.each([
    ['common.ts', 'SHARES', /^(\D+)([1-8])$/],
    ['languages.ts', 'FUNCTION_WORDS', /^([^A-Z]+)([DEFINPQST]+)$/],
  ] as const)(
    '%s is sorted, whole and without repeats, so that a search finds a word before longer ones',
    (file, name, shape) => {
      const table = entries(file, name);
      expect(table.length).toBeGreaterThan(20);
      for (const [letter, words] of table) {
        expect(words).toEqual([...words].sort());
        const bare = words.map((word) => shape.exec(word)?.[1]);
        expect(bare.every((word) => word?.startsWith(letter))).toBe(true);
        expect(new Set(bare).size).toBe(words.length);
      }
    },
  );

  it('finds every word of its tables', () => {
    for (const [, words] of entries('common.ts', 'SHARES'))
      for (const word of words)
        expect([word, usageOf(word.slice(0, -1)).share]).toEqual([
          word,
          [0.3, 0.12, 0.06, 0.025][(Number(word.at(-1)) - 1) % 4],
        ]);
    for (const [, words] of entries('languages.ts', 'FUNCTION_WORDS'))
      for (const word of words) expect([word, languageBits(word.replace(/[A-Z]+$/, ''))]).not.toEqual([word, 0]);
  });

  it.each([
    ['run', 0.3],
    ['test', 0.12],
    ['datei', 0.06],
    ['deploy', 0.025],
    ['thanks', 0.3],
    ['запуст', 0.06],
    ['код', 0.06],
    ['kod', 0.06],
    ['выкат', RARE],
    ['depl', RARE],
    ['prod', RARE],
    ['deploym', RARE],
    ['blue', RARE],
    ['', RARE],
    ['7', 0.12],
    ['404', RARE],
    ['测试', 0.06],
    ['です', 0.1],
    ['の機', 0.02],
    ['プロ', 0.03],
    ['蓝绿', RARE],
  ])('commonness of %s', (term, share) => {
    expect(usageOf(term).share).toBe(share);
  });

  it('tells everyday words from those that say what a prompt is about', () => {
    for (const word of [
      'write',
      'creat',
      'with',
      'use',
      'today',
      'ok',
      'ts',
      'нужн',
      'спасиб',
      '修改',
      '添加',
      'して',
      '추가',
    ])
      expect([word, usageOf(word).everyday]).toEqual([word, true]);
    for (const word of ['deploy', 'test', 'prod', 'file', 'тест', 'код', '测试', 'テス', '蓝绿', '部', ''])
      expect([word, usageOf(word).everyday]).toEqual([word, false]);
  });

  it('finds the words of other scripts', () => {
    const functions =
      'и в не что как это ещё её если когда чтобы который которого почему откуда сколько наши только этот эти ' +
      'في من على إلى هذا ذلك أنا متى أين كيف لماذا التي كان ليس أو بين حتى عليها';
    expect(functions.split(' ').filter((word) => !isOtherFunctionWord(word))).toEqual([]);
    const replies = 'да нет хорош спасиб пожалуйст отличн согласн привет نعم لا شكر حسنا شكرا مرحبا';
    expect(replies.split(' ').filter((word) => !isReply(word))).toEqual(['согласн']);
    // The same letters in another script are another word.
    expect([isReply('da'), isReply('net'), isReply('нет'), isOtherFunctionWord('мн')]).toEqual([
      false,
      false,
      true,
      false,
    ]);
  });

  it('finds pairs in the runs that they are written in', () => {
    const functions =
      '什么 怎么 么样 如何 为什 哪里 是谁 的是 什麼 請問 です ます した ない どの なぜ それ から まで 무엇 어떻 떻게 습니 니다 하나';
    expect(functions.split(' ').filter((pair) => !isOtherFunctionWord(pair))).toEqual([]);
    const replies = '好 继续 谢谢 問題 是的 请继 続け 大丈 夫で 네 감사 합니 좋아 진행';
    expect(replies.split(' ').filter((pair) => !isReply(pair))).toEqual([]);
    for (const word of ['测试', '部署', '什', '部', '배포']) {
      expect([word, isOtherFunctionWord(word)]).toEqual([word, false]);
      expect([word, isReply(word)]).toEqual([word, false]);
    }
  });

  it('knows replies', () => {
    for (const word of ['ok', 'thank', 'continu', 'danke', 'спасиб', '继续', '続行'])
      expect([word, isReply(word)]).toEqual([word, true]);
    for (const word of ['deploy', 'test', 'o', '']) expect([word, isReply(word)]).toEqual([word, false]);
  });

  it('knows function words by language', () => {
    expect(languageBits('das')).toBe(bitOf('de') | bitOf('pt'));
    expect(languageBits('the')).toBe(bitOf('en'));
    expect(languageBits('th')).toBe(0);
    expect(languageBits('')).toBe(0);
    expect(isOtherFunctionWord('что')).toBe(true);
    expect(isOtherFunctionWord('тест')).toBe(false);
    expect(isOtherFunctionWord('什么')).toBe(true);
    expect(isOtherFunctionWord('من')).toBe(true);
  });
});

describe('scripts', () => {
  it('agree with Unicode on letters', () => {
    const kinds: [RegExp, Script[]][] = [
      [/^\p{Script=Latin}$/u, [Script.Latin]],
      [/^\p{Script=Cyrillic}$/u, [Script.Cyrillic]],
      [/^\p{Script=Arabic}$/u, [Script.Arabic]],
      [/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]$/u, [Script.Cjk]],
      [/^[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]$/u, [Script.Thai]],
      [
        /^[\p{Script=Greek}\p{Script=Hebrew}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Devanagari}\p{Script=Tamil}]$/u,
        [Script.Spaced],
      ],
    ];
    const wrong: string[] = [];
    for (let c = 0x20; c < 0xd800; c++) {
      const char = String.fromCharCode(c);
      if (!/^\p{L}$/u.test(char) || char.normalize('NFKC') !== char) continue;
      for (const [pattern, scripts] of kinds)
        if (pattern.test(char) && !scripts.includes(scriptOf(c))) wrong.push(`${c.toString(16)} ${scriptOf(c)}`);
    }
    // Letters for phoneticians and historians, counted with the alphabet of their block.
    expect(wrong.map((found) => found.split(' ')[0]).join(' ')).toBe(
      '1c80 1c81 1c82 1c83 1c84 1c85 1c86 1c87 1c88 1c89 1c8a 1d26 1d27 1d28 1d29 1d2a 1d2b 2132 214e 2183 2184 303b ab65',
    );
  });

  it('end words at punctuation and symbols', () => {
    const wrong: string[] = [];
    for (let c = 0x20; c < 0xd800; c++) {
      const char = String.fromCharCode(c);
      // The underscore joins; what NFKC replaces never gets here.
      if (c === 0x5f || !/^[\p{P}\p{Z}\p{Sm}\p{Sc}]$/u.test(char) || char.normalize('NFKC') !== char) continue;
      if (scriptOf(c) !== Script.None) wrong.push(c.toString(16));
    }
    // Rare marks of scripts that are kept with their letters.
    expect(wrong.length).toBeLessThan(200);
    for (const char of '!"#$%&()*+,;<=>?[]^{|}~«»¿¡—–…、。「」・！？')
      expect([char, scriptOf(char.charCodeAt(0))]).toEqual([char, Script.None]);
  });
});
