// How the names of entities stand in the index, and their words: the same where they are compiled and where a prompt is searched for them.
import { forms } from '../text/terms.ts';
import { cut } from '../text/words.ts';

/** Keys of the dictionary (index/layout.ts): from a first word to the names that begin with it, JSON: `[[words, entity], …]`, the entity −1 where several have the name … */
export function nameKey(first: string): string {
  return `\0:${first}`;
}

/** … and from an entity's number to what its memories say of it, JSON: `EntityText`. */
export function entityKey(entity: number): string {
  return `\0#${entity}`;
}

/** Terms as one text, each between spaces. */
export interface EntityText {
  name: string;
  aspects: [memory: number, heading: string, terms: string, lines: [line: string, terms: string][]][];
}

/** The words of a text in order, each by its stem; of an identifier its parts, then the whole. */
export function nameWords(text: string): string[] {
  const { kinds, texts } = cut(text);
  const found: string[] = [];
  for (let i = 0; i < texts.length; i++) forms(kinds[i]!, texts[i]!, [], found);
  // What the index has for other forms of words, and for words as they are written, are no words of a name.
  return found.filter((word) => !word.endsWith('*') && word[0] !== '=');
}
