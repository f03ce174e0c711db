// Which languages' cues a sentence is read with.
import { languagesOf } from '../../../text/terms.ts';
import type { Cues } from './cues.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { ja } from './ja.ts';
import { ru } from './ru.ts';
import { zh } from './zh.ts';

export const LANGUAGES: readonly Cues[] = [en, de, es, fr, ru, zh, ja];

const LATIN: readonly Cues[] = [en, de, es, fr];

/**
 * The languages that a sentence may be in, likeliest first. People mix them: a sentence with Han or Cyrillic letters may still say
 * `from now on`.
 */
export function cuesOf(sentence: string): readonly Cues[] {
  if (/[\u3040-\u30ff]/.test(sentence)) return [ja, en];
  if (/[\u3400-\u9fff]/.test(sentence)) return [zh, ja, en];
  if (/[\u0400-\u04ff]/.test(sentence)) return [ru, en];
  const voted = languagesOf(sentence);
  // No other language speaks for itself in so many words.
  if (voted.length === 0 && sentence.split(/\s+/, ENOUGH + 1).length > ENOUGH) return [en];
  return [...LATIN].sort((a, b) => place(voted, a) - place(voted, b));
}

/** Words by which a language can be told. */
const ENOUGH = 6;

function place(voted: readonly string[], { language }: Cues): number {
  const at = voted.indexOf(language);
  return at < 0 ? voted.length : at;
}
