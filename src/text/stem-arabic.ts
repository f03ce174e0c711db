// Arabic words without what Snowball's stemmer leaves on them: `and the`, `so the`, and ways of writing one letter.
import { stemmer as snowball } from '@orama/stemmers/arabic';

/** A shorter word that begins with these letters is one of its own: والد, father. */
const SHORTEST = 6;

export function stemmer(word: string): string {
  // The stemmer takes the article alone.
  const joined = word.length >= SHORTEST && (word.startsWith('وال') || word.startsWith('فال'));
  let stem = '';
  for (const letter of snowball(joined ? word.slice(1) : word)) stem += 'أإآ'.includes(letter) ? 'ا' : letter;
  const last = stem.at(-1);
  if (last === 'ى') return `${stem.slice(0, -1)}ي`;
  return last === 'ة' ? stem.slice(0, -1) : stem;
}
