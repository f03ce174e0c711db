// Words that other words of the vault begin or end with: who asks for `Prüfung` or `base` means `Rechnungsprüfung` and `database` as well. Cold.

/** What a word's part counts, against the word's 1: 0.3 to 0.8 find as much, and from 0.5 on more unrelated prompts pass the gate. */
export const PART_OF_WORD = 0.3;
/** Shorter words begin and end others by chance. */
const SHORTEST_PART = 4;
const SHORTEST = 7;
/** Letters that are left: fewer are endings. */
const REST = 2;
/** Letters alone, of a script with spaces. */
const WORD = /^(?:(?![\u0e00-\uffff])\p{L})+$/u;

/**
 * Per part the words that begin or end with it; each word has the longest of either kind.
 * @param terms of a vault; those that are no words are passed over
 */
export function compoundsOf(terms: Iterable<string>): Map<string, string[]> {
  const words = new Set<string>();
  for (const term of terms) if (term.length >= SHORTEST_PART && WORD.test(term)) words.add(term);
  const compounds = new Map<string, string[]>();
  const add = (part: string | undefined, word: string) => {
    if (part === undefined) return;
    const of = compounds.get(part);
    if (!of) compounds.set(part, [word]);
    else if (of.at(-1) !== word) of.push(word);
  };
  for (const word of words) {
    if (word.length < SHORTEST) continue;
    add(
      longest(words, word.length, (length) => word.slice(0, length)),
      word,
    );
    add(
      longest(words, word.length, (length) => word.slice(-length)),
      word,
    );
  }
  return compounds;
}

function longest(words: ReadonlySet<string>, length: number, part: (length: number) => string): string | undefined {
  for (let n = length - REST; n >= SHORTEST_PART; n--) if (words.has(part(n))) return part(n);
  return undefined;
}
