// What texts are written with, below their words: three neighbouring letters of a word, and four where a space is among them. They join
// what stems keep apart (compounds, endings, slips) and tell which words stand side by side.

/**
 * The grams of a text in order, repeats among them, as numbers. Signs, and scripts without spaces, are but a space.
 * @param most how many are enough of a long text
 */
export function gramsOf(text: string, most = Number.POSITIVE_INFINITY): number[] {
  const lower = text.toLowerCase();
  const grams: number[] = [];
  // The last four letters, a byte each: the next moves the first out.
  let four = SPACE;
  let letters = 0;
  for (let i = 0; i <= lower.length && grams.length < most; i++) {
    const c = i < lower.length ? lower.charCodeAt(i) : SPACE;
    const letter = c >= 97 ? c < 123 || (c >= 0xc0 && c < 0xe00) : c >= 48 && c < 58;
    if (!letter && letters === 0) continue;
    letters = letter ? letters + 1 : 0;
    four = (four << 8) ^ (letter ? c : SPACE);
    if (letters < 4 && four >>> 24) grams.push(four);
    if (letters > 2) grams.push(four & 0xffffff);
  }
  return grams;
}

const SPACE = 32;

/** Where a gram stands among so many bits, 65,536 at the most: all its letters reach the upper half of the product. */
export function placeOf(gram: number, bits: number): number {
  return ((Math.imul(gram, 0x9e3779b1) >>> 16) * bits) >>> 16;
}
