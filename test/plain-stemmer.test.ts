import fs from 'node:fs';
import { createRequire } from 'node:module';
import { stem } from 'porter2';
import { describe, expect, it } from 'vitest';
import { withWords } from '../plain-stemmer.mjs';

const source = fs.readFileSync(createRequire(import.meta.url).resolve('porter2'), 'utf8');

function loaded(text: string): typeof stem {
  const exports = {} as { stem: typeof stem };
  new Function('exports', text)(exports);
  return exports.stem;
}

describe('the English stemmer of the lane', () => {
  const shorter = withWords(source);

  it('holds its endings as words', () => {
    expect(shorter.match(/isWord\(w, /g)).toHaveLength(29);
    expect(shorter).toContain("isWord(w, 6, 'inning')");
    expect(shorter).toContain("isWord(w, l - 1, 'tiona')");
    expect(shorter).not.toMatch(/w\[0\] === \d+ && w\[1\]/);
  });

  it('stems as the package does', () => {
    const lane = loaded(shorter);
    const [heads, tails] = [
      'inn out exceed cann herr earr proceed succeed gener arsen commun rat valu condition hope organ electr form yog'.split(
        ' ',
      ),
      ` s es ed ing ly ational tional enci anci izer ization ation ator alism fulness ousness iveness aliti iviti biliti bli ogi
        fulli lessli icate iciti ical ful ness ative alize ement ment ent ance ence able ible ion ies ied eed eedly edly ingly 's s' y`.split(
        /\s+/,
      ),
    ];
    const words = heads.flatMap((head) => tails.flatMap((tail) => [head + tail, `${head}${tail}s`, `'${head}${tail}`]));
    expect(words.map(lane)).toEqual(words.map(stem));
    expect(['innings', 'exceeding', 'generously', 'communism', 'relational', 'hopefulness'].map(lane)).toEqual([
      'inning',
      'exceed',
      'generous',
      'communism',
      'relat',
      'hope',
    ]);
  });
});
