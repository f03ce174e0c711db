// Stemmers by language. English is bundled with the hook; the others come through a loader, which the hook answers with
// `require('./stem-<lang>.cjs')` and commands, sync and tests with static imports (stem-all.ts).
import { stem as porter2 } from 'porter2';

/** Languages with a stemmer; `en` is always there. */
export const STEMMED = ['ru', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'tr', 'ar'] as const;
export type StemLanguage = (typeof STEMMED)[number] | 'en';

/** A lower-case word → its stem. */
export type Stemmer = (word: string) => string;

/** May throw: the words of that language then stay unstemmed. */
export type StemLoader = (language: StemLanguage) => Stemmer;

const unstemmed: Stemmer = (word) => word;

let load: StemLoader | undefined;
let loaded: Partial<Record<StemLanguage, Stemmer>> = {};

/** Says where stemmers other than English come from. Forgets those loaded before. */
export function setStemLoader(loader: StemLoader | undefined): void {
  load = loader;
  loaded = {};
}

/** The stemmer of a language, loaded on first use. Without a loader, or where loading fails, words stay as they are. */
export function stemmer(language: StemLanguage): Stemmer {
  if (language === 'en') return porter2;
  const known = loaded[language];
  if (known) return known;
  let found = unstemmed;
  try {
    const candidate = load?.(language);
    if (typeof candidate === 'function') found = guarded(candidate);
  } catch {
    // A damaged or missing stemmer file must not break a turn.
  }
  loaded[language] = found;
  return found;
}

function guarded(stem: Stemmer): Stemmer {
  return (word) => {
    try {
      return stem(word) || word;
    } catch {
      return word;
    }
  };
}
