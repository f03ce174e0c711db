// Which languages' cues a sentence is read with.
import { languagesOf } from '../../../text/terms.ts';
import { type Cues, NOTHING } from './cues.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';
import { ja } from './ja.ts';
import { ko } from './ko.ts';
import { pt } from './pt.ts';
import { ru } from './ru.ts';
import { zh } from './zh.ts';

export const LANGUAGES: readonly Cues[] = [en, de, es, fr, it, pt, ru, zh, ja, ko];

const LATIN: readonly Cues[] = [en, de, es, fr, it, pt];

/**
 * The languages that a sentence may be in, likeliest first. People mix them: a sentence with Han or Cyrillic letters may still say
 * `from now on`.
 */
export function cuesOf(sentence: string): readonly Cues[] {
  if (/[\uac00-\ud7a3]/.test(sentence)) return [ko, en];
  if (/[\u3040-\u30ff]/.test(sentence)) return [ja, en];
  if (/[\u3400-\u9fff]/.test(sentence)) return [zh, ja, en];
  if (/[\u0400-\u04ff]/.test(sentence)) return [ru, en];
  const voted = languagesOf(sentence);
  // No other language speaks for itself in so many words.
  if (voted.length === 0 && sentence.split(/\s+/, ENOUGH + 1).length > ENOUGH)
    return [...LATIN.filter(({ language }) => says(sentence, LASTING[language] ?? NOTHING) > 1), en];
  // Words of Italian and Portuguese mean something else in other languages (`use`, `mai`): only where they are spoken, or none is known.
  const spoken = ({ language }: Cues) => voted.length === 0 || (voted as readonly string[]).includes(language);
  const mine = LATIN.filter((cues) => (cues !== it && cues !== pt) || spoken(cues));
  // They are near to Spanish: what is theirs is not read as that.
  const near = voted[0] === 'it' || voted[0] === 'pt' ? mine.filter((cues) => cues === en || spoken(cues)) : mine;
  return [...near].sort((a, b) => place(voted, a) - place(voted, b));
}

/** Words by which a language can be told. */
const ENOUGH = 6;

/** An order may hold no word by which its language can be told but those that say for how long: `ab jetzt immer pnpm verwenden`. */
const LASTING: Readonly<Record<string, RegExp>> = {
  de: /(?<![\p{L}])(?:ab|jetzt|sofort|heute|immer|nie|niemals|künftig|verwenden|benutzen)(?![\p{L}])/giu,
  es: /(?<![\p{L}])(?:partir|ahora|adelante|siempre|nunca|jamás|usa|usar)(?![\p{L}])/giu,
  fr: /(?<![\p{L}])(?:partir|maintenant|désormais|toujours|jamais|utiliser|utilise)(?![\p{L}])/giu,
  it: /(?<![\p{L}])(?:adesso|ora|poi|avanti|sempre|mai|usa|usare)(?![\p{L}])/giu,
  pt: /(?<![\p{L}])(?:partir|agora|diante|frente|sempre|nunca|jamais|usa|use|usar)(?![\p{L}])/giu,
};

/** How many different words of a pattern a sentence has. */
function says(sentence: string, pattern: RegExp): number {
  return new Set(sentence.toLowerCase().match(pattern)).size;
}

function place(voted: readonly string[], { language }: Cues): number {
  const at = voted.indexOf(language);
  return at < 0 ? voted.length : at;
}
