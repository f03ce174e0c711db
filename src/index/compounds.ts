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

/** What may join two words: `Rechnung-s-prüfung`, `Woche-n-plan`. */
const LINK = /[sn]$/;

/** A word that begins or ends with another. */
export interface Compound {
  word: string;
  /** Its rest is no word of the vault, as in `support` with `port`: then it orders memories, and helps none through the gate. */
  chance: boolean;
}

/**
 * Per part the words that begin or end with it; each word has one part of either kind: the longest whose rest is a word of the vault too
 * (`data` and `base` of `database`), or the longest where none is.
 * @param terms of a vault; those that are no words are passed over
 */
export function compoundsOf(terms: Iterable<string>): Map<string, Compound[]> {
  const words = new Set<string>();
  for (const term of terms) if (term.length >= SHORTEST_PART && WORD.test(term)) words.add(term);
  const compounds = new Map<string, Compound[]>();
  const add = (part: Part | undefined, word: string) => {
    if (part === undefined) return;
    const of = compounds.get(part.text);
    const { chance } = part;
    if (!of) compounds.set(part.text, [{ word, chance }]);
    else if (of.at(-1)!.word !== word) of.push({ word, chance });
  };
  for (const word of words) {
    if (word.length < SHORTEST) continue;
    add(
      partOf(words, word.length, (length) => {
        const rest = word.slice(length);
        return [word.slice(0, length), [rest, ...(/^[sn]/.test(rest) ? [rest.slice(1)] : [])]];
      }),
      word,
    );
    add(
      partOf(words, word.length, (length) => {
        const rest = word.slice(0, -length);
        return [word.slice(-length), [rest, rest.replace(LINK, '')]];
      }),
      word,
    );
  }
  return compounds;
}

interface Part {
  text: string;
  chance: boolean;
}

function partOf(
  words: ReadonlySet<string>,
  length: number,
  cut: (length: number) => [part: string, rests: string[]],
): Part | undefined {
  let longest: Part | undefined;
  for (let n = length - REST; n >= SHORTEST_PART; n--) {
    const [text, rests] = cut(n);
    if (!words.has(text)) continue;
    if (rests.some((rest) => words.has(rest))) return { text, chance: false };
    longest ??= { text, chance: true };
  }
  return longest;
}
