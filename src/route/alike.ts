// Other words of the vault for a word of the prompt: its synonyms, for one that no memory holds those that are spelt nearly so, names.
// The lists are compiled with the index (index/alike.ts). Hot.
import { BEGIN_KEY, END_KEY, NAMES_KEY, SYNONYMS_KEY } from '../index/layout.ts';
import type { Lexicon } from '../index/lexicon.ts';

/** Shorter words have too many neighbours; index/alike.ts lists none. */
const SHORTEST = 5;
/** One slip leaves so many letters at a word's beginning, or at its end, as they are. */
const SAME = 3;

/** The synonyms that the vault has, of all words: to be searched by `synonymsIn`. */
export function synonymList(lexicon: Lexicon): string {
  return lexicon.lookup(SYNONYMS_KEY)?.text() ?? '';
}

/** Short and full forms of the word itself are marked with `=`. */
export function synonymsIn(list: string, stem: string): string[] {
  const at = list.indexOf(` ${stem}:`) + stem.length + 2;
  return at < stem.length + 2 ? [] : list.slice(at, list.indexOf(' ', at)).split(',');
}

/** The commonest words of the vault that are one slip away, marked in the same way: a letter left out, put in, another, or two changed round. */
export function spelledLike(lexicon: Lexicon, stem: string): string[] {
  if (stem.length < SHORTEST) return [];
  const found: string[] = [];
  for (const key of [BEGIN_KEY + stem.slice(0, SAME), END_KEY + stem.slice(-SAME)]) {
    const near = lexicon
      .lookup(key)
      ?.text()
      .split(' ')
      .find((word) => isNear(word, stem));
    if (near && !found.includes(`=${near}`)) found.push(`=${near}`);
  }
  return found;
}

/** Whether one of these words begins the name of an entity (memory/entities.ts). */
export function beginsName(lexicon: Lexicon, words: readonly { query: { term: string } }[]): boolean {
  const list = lexicon.lookup(NAMES_KEY)?.text();
  return list !== undefined && words.some(({ query }) => list.includes(` ${query.term} `));
}

function isNear(a: string, b: string): boolean {
  const longer = a.length - b.length;
  if (longer * longer > 1 || a === b) return false;
  let i = 0;
  while (a[i] === b[i]) i++;
  if (longer !== 0) return longer > 0 ? a.slice(i + 1) === b.slice(i) : a.slice(i) === b.slice(i + 1);
  return (
    a.slice(i + 1) === b.slice(i + 1) || (a[i] === b[i + 1] && a[i + 1] === b[i] && a.slice(i + 2) === b.slice(i + 2))
  );
}
