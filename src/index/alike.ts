// Which words of a vault stand for each other, and which are spelt alike, as texts of the dictionary. Cold; route/alike.ts reads them.
import { stemmer } from '../text/stem.ts';
import { baseForms } from './irregular.ts';
import { BEGIN_KEY, END_KEY, SYNONYMS_KEY } from './layout.ts';
import { SHORT_FORMS, SYNONYMS } from './synonyms.ts';

/** Other words told of a word: three brought what nine did. */
const MOST_SYNONYMS = 3;
/** Words of fewer letters have too many neighbours … */
export const SHORTEST_ALIKE = 5;
/** … and longer ones are hardly words. */
const LONGEST_ALIKE = 24;
/** An edit leaves the first or the last letters of a word as they are: under these it is found. */
export const SAME_LETTERS = 3;

let groups: Map<string, string[]> | undefined;

/**
 * The texts for the words of a vault, by key, each beginning with a space.
 * @param frequencies per term how many memories hold it; keys that no text gives (layout.ts) are passed over
 */
export function wordTexts(frequencies: ReadonlyMap<string, number>): Map<string, string> {
  const texts = new Map<string, string>();
  const add = (key: string, text: string) => texts.set(key, `${texts.get(key) ?? ' '}${text} `);
  groups ??= synonymGroups();
  for (const [stem, others] of groups) {
    const there = others.filter((other) => frequencies.has(other.replace('=', ''))).slice(0, MOST_SYNONYMS);
    if (there.length > 0) add(SYNONYMS_KEY, `${stem}:${there.join()}`);
  }
  const words = [...frequencies].filter(([term]) => isWord(term));
  // The commonest first: of several that are near, it is the likeliest to be meant.
  words.sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  for (const [word] of words) {
    add(BEGIN_KEY + word.slice(0, SAME_LETTERS), word);
    add(END_KEY + word.slice(-SAME_LETTERS), word);
  }
  return texts;
}

/** Letters alone, of a script with spaces. */
function isWord(term: string): boolean {
  return (
    term.length >= SHORTEST_ALIKE &&
    term.length <= LONGEST_ALIKE &&
    /^\p{L}+$/u.test(term) &&
    !/[\u0e00-\uffff]/.test(term)
  );
}

/** Per stem those of other words, a short or a full form marked with `=`. */
function synonymGroups(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const stem = stemmer('en');
  const add = (lines: string, mark: string) => {
    for (const line of lines.trim().split('\n')) {
      const stems = [...new Set(line.split(' ').map(stem))];
      for (const word of stems) {
        const others = found.get(word) ?? [];
        for (const other of stems)
          if (other !== word && !others.includes(`=${other}`) && !others.includes(other)) others.push(mark + other);
        found.set(word, others);
      }
    }
  };
  // Memories that hold a form are found by its base without this.
  for (const [form, base] of baseForms()) found.set(form, [`=${base}`]);
  add(SHORT_FORMS, '=');
  add(SYNONYMS, '');
  return found;
}
