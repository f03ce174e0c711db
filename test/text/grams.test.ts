import { describe, expect, it } from 'vitest';
import { gramsOf, placeOf } from '../../src/text/grams.ts';

/** Grams of letters whose codes fit a byte, as one reads them. */
const read = (grams: readonly number[]) =>
  grams.map((gram) =>
    String.fromCharCode(gram >>> 24, (gram >> 16) & 255, (gram >> 8) & 255, gram & 255).replace('\0', ''),
  );

describe('grams', () => {
  it.each([
    ['Use pnpm', [' use', 'use', 'use ', 'se p', 'e pn', ' pnp', 'pnp', 'npm', 'npm ']],
    ['a', []],
    ['go', [' go ']],
    ['', []],
    ['  --no,\n2fa!', [' no ', 'no 2', 'o 2f', ' 2fa', '2fa', '2fa ']],
    ['Größe', [' grö', 'grö', 'röß', 'öße', 'öße ']],
    ['デプロイ go 上线 😀 ok', [' go ', 'go o', 'o ok', ' ok ']],
  ])('of %j are letters of words, and those on both sides of a space', (text, grams) => {
    expect(read(gramsOf(text))).toEqual(grams);
  });

  it('tell letters beyond a byte apart, and not capitals', () => {
    const words = ['База', 'баса', 'قاعد', 'قاهد', 'şifr', 'sifr'];
    // Of four and of three letters.
    for (const at of [0, 1]) expect(new Set(words.map((word) => gramsOf(word)[at])).size).toBe(6);
    expect(gramsOf('БАЗА данных')).toEqual(gramsOf('база Данных'));
  });

  it('are no more once there are enough', () => {
    expect(gramsOf('use pnpm', 4)).toEqual(gramsOf('use pnpm').slice(0, 4));
  });

  it('stand anywhere among the bits', () => {
    const words = Array.from({ length: 400 }, (_, n) => `word${(n * 7919) % 1000}`).join(' ');
    const places = new Set(gramsOf(words).map((gram) => placeOf(gram, 8 * 97)));
    expect([...places].every((place) => place >= 0 && place < 776)).toBe(true);
    const all = new Set(gramsOf(words)).size;
    // As many as chance leaves.
    expect(places.size / (776 * (1 - Math.exp(-all / 776)))).toBeGreaterThan(0.9);
    expect(placeOf(gramsOf('pnpm')[0]!, 800)).toBe(337);
  });
});
