// Which script a UTF-16 code unit belongs to, as far as cutting text into terms needs to know.
// Ranges by hand, after the Unicode block table: a `\p{Script=…}` expression costs a cold process 0.2 ms to compile, and its answer
// would depend on the ICU that Node was built with.

import { wideWords } from './wide.ts';

export enum Script {
  /** Space, punctuation, symbols: ends a word. */
  None = 0,
  /** Latin letters, ASCII digits, the underscore. */
  Latin,
  Cyrillic,
  Arabic,
  /** Other scripts that put spaces between words: Greek, Hebrew, Devanagari, Armenian, Georgian, … */
  Spaced,
  /** Han, Hiragana, Katakana, Hangul: cut into pairs. */
  Cjk,
  /** Thai, Lao, Burmese, Khmer: no spaces between words, cut into pairs. */
  Thai,
  /** Combining marks: belong to whatever stands before them. */
  Mark,
}

export function scriptOf(c: number): Script {
  if (c < 0x80) {
    if ((c >= 97 && c <= 122) || (c >= 65 && c <= 90) || (c >= 48 && c <= 57) || c === 95) return Script.Latin;
    return Script.None;
  }
  if (c < 0x250)
    return c === 0xaa || c === 0xb5 || c === 0xba || (c >= 0xc0 && c !== 0xd7 && c !== 0xf7)
      ? Script.Latin
      : Script.None;
  if (c < 0x300) return c < 0x2b0 ? Script.Latin : Script.None;
  // Punctuation, arrows, boxes; halves of emoji.
  if ((c >= 0x2000 && c < 0x20d0) || (c >= 0x2100 && c < 0x2c00) || (c >= 0xd800 && c < 0xf900)) return Script.None;
  return wideWords().scriptOf(c);
}

/** Whether two code units are a character of the supplementary ideographic planes (U+20000…U+3FFFF). */
export function isRareHan(high: number, low: number): boolean {
  return high >= 0xd840 && high <= 0xd8bf && low >= 0xdc00 && low <= 0xdfff;
}

/** Two of these side by side are grammar, or a word of courtesy. */
export function isHiragana(c: number): boolean {
  return c >= 0x3040 && c < 0x30a0;
}
