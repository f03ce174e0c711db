// The part of common.ts that a text in Latin letters does not need: how common pairs of characters are.
import { RARE, type Usage } from './common.ts';
import { isHiragana } from './scripts.ts';

/** The share of pairs that developers' texts are full of. */
const USUAL = 0.06;

/**
 * @param requests pairs that requests are made of
 * @param subjects pairs that name what developers work on
 * @param reply whether the term is a word of acknowledgement
 */
export function wideUsage(term: string, requests: string, subjects: string, reply: boolean): Usage {
  if (term.length !== 2) return { share: RARE, everyday: reply };
  const first = term.charCodeAt(0);
  const second = term.charCodeAt(1);
  const request = requests.includes(term);
  return {
    share: request || subjects.includes(term) ? USUAL : pairShare(first, second),
    everyday: request || (isHiragana(first) && isHiragana(second)) || reply,
  };
}

/** Pairs with kana in them are grammar or the inside of a loan word far more often than a subject. */
function pairShare(a: number, b: number): number {
  if (isHiragana(a) && isHiragana(b)) return 0.1;
  if (isHiragana(a) || isHiragana(b)) return 0.02;
  return isKatakana(a) && isKatakana(b) ? 0.03 : RARE;
}

function isKatakana(c: number): boolean {
  return c >= 0x30a0 && c < 0x3100;
}
