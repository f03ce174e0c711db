// The English stemmer as the lane holds it.
import { readFileSync } from 'node:fs';

/**
 * The package compares endings letter by letter (`w[l - 2] === 115 && w[l - 3] === 101 && …`): as words they take a kilobyte less.
 * @param {string} source of porter2/dist/index.js
 */
export function withWords(source) {
  return `${source
    .replace(/w\[0\] === \d+(?: && w\[\d\] === \d+)+/g, (letters) => {
      return `isWord(w, ${letters.match(/===/g)?.length}, '${wordOf(letters)}')`;
    })
    .replace(/w\[l - (\d)\] === \d+(?: && w\[l - \d\] === \d+){2,}/g, (letters, last) => {
      const places = [...letters.matchAll(/l - (\d)/g)].map(([, place], i) => Number(place) - i);
      const word = [...wordOf(letters)].reverse().join('');
      return places.every((place) => place === Number(last))
        ? `isWord(w, l - ${Number(last) - 1}, '${word}')`
        : letters;
    })}
function isWord(w, end, word) {
  for (let i = word.length; i > 0; ) if (w[--end] !== word.charCodeAt(--i)) return false;
  return true;
}`;
}

/** @param {string} letters compared one by one */
function wordOf(letters) {
  return String.fromCharCode(...[...letters.matchAll(/=== (\d+)/g)].map(([, code]) => Number(code)));
}

/**
 * As a module: to bring a CommonJS one among others takes esbuild 700 bytes of the lane.
 * @type {import('esbuild').Plugin}
 */
export const plainStemmer = {
  name: 'plain-stemmer',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]porter2[\\/]dist[\\/]index\.js$/ }, ({ path }) => ({
      contents: `const exports = {};\n${withWords(readFileSync(path, 'utf8'))}\nexport const { stem } = exports;`,
    }));
  },
};
