// From text to terms: what the index is made of and what a prompt asks for.
import { isLatinFunctionWord, isOtherFunctionWord, type LatinLanguage, voteLanguages } from './languages.ts';
import { type StemLanguage, stemmer } from './stem.ts';
import { cut, Kind, type Words } from './words.ts';

export interface QueryTerm {
  term: string;
  /** How much of a match counts: 1, less for second forms. */
  weight: number;
  /** Terms of one number are forms of one word: the language's stem and the English one. */
  word: number;
  /** Made besides the words it stands for (an identifier in one, a flag): its absence from a memory says nothing. */
  extra: boolean;
}

/** Every occurrence of every term of a text, in order; for identifiers their parts and the whole, for inflected languages further forms. */
export function documentTerms(text: string, languages?: readonly LatinLanguage[]): string[] {
  return countedTerms(text, languages).terms;
}

/** The same, with the number of words they come from: a text is not longer for its words' having several forms. */
export function countedTerms(text: string, languages?: readonly LatinLanguage[]): { terms: string[]; words: number } {
  const words = cut(text);
  const voted = languages ?? vote(words);
  const terms: string[] = [];
  for (let i = 0; i < words.texts.length; i++) forms(words.kinds[i]!, words.texts[i]!, voted, terms);
  return { terms, words: words.texts.length };
}

/** The languages other than English that a Latin text's function words and letters speak for, likeliest first. */
export function languagesOf(text: string): LatinLanguage[] {
  return vote(cut(text));
}

/** A prompt's head and tail are read, not what is pasted between: the request stands at one of its ends, and a log of megabytes would drown it. */
export const PROMPT_HEAD = 6000;
export const PROMPT_TAIL = 2000;
/** Distinct terms of a query. Questions have fewer than 30; beyond this more words make the ranking slower, not better. */
export const QUERY_TERMS = 64;

/** The distinct terms of a prompt, without question and function words (with them where there is nothing else). */
export function queryTerms(prompt: string): QueryTerm[] {
  const text =
    prompt.length <= PROMPT_HEAD + PROMPT_TAIL
      ? prompt
      : `${prompt.slice(0, PROMPT_HEAD)}\n${prompt.slice(-PROMPT_TAIL)}`;
  const words = cut(text);
  const voted = vote(words);
  const stops: LatinLanguage[] = ['en', ...voted];
  const content = collect(words, voted, (kind, word) =>
    kind === Kind.Latin
      ? isLatinFunctionWord(fold(word), stops)
      : kind !== Kind.Whole && kind !== Kind.Flag && isOtherFunctionWord(word),
  );
  return content.length > 0 ? content : collect(words, voted, () => false);
}

function collect(
  words: Words,
  voted: readonly LatinLanguage[],
  dropped: (kind: Kind, word: string) => boolean,
): QueryTerm[] {
  const seen = new Set<string>();
  const terms: QueryTerm[] = [];
  let number = 0;
  const found: string[] = [];
  for (let i = 0; i < words.texts.length && terms.length < QUERY_TERMS; i++) {
    const kind = words.kinds[i]!;
    if (dropped(kind, words.texts[i]!)) continue;
    found.length = 0;
    forms(kind, words.texts[i]!, voted, found);
    const extra = kind === Kind.Whole || kind === Kind.Flag;
    for (let k = 0; k < found.length; k++) {
      const term = found[k]!;
      if (seen.has(term)) continue;
      seen.add(term);
      terms.push({ term, weight: k === 0 ? 1 : SECOND_FORM, word: number, extra });
    }
    number++;
  }
  return terms;
}

/** The weight of a word's further forms: 0.3 to 0.7 made no difference. */
const SECOND_FORM = 0.5;

function vote(words: Words): LatinLanguage[] {
  const latin: string[] = [];
  let letters = '';
  for (let i = 0; i < words.texts.length; i++) {
    if (words.kinds[i] !== Kind.Latin) continue;
    const word = words.texts[i]!;
    const folded = fold(word);
    latin.push(folded);
    if (folded !== word && letters.length < 200) letters += word;
  }
  return latin.length === 0 ? [] : voteLanguages(latin, letters);
}

/**
 * The terms of one piece: the stem of its language first, then other forms that differ. Words of languages other than English also give
 * the first letters of their stem: that joins what stemmers keep apart (запустить/запускаются, despliegue/desplegamos, compounds) and
 * brought one to two points of recall@5 in German, Spanish, Turkish, Russian and Arabic, none in English.
 */
function forms(kind: Kind, word: string, voted: readonly StemLanguage[], out: string[]): void {
  if (kind === Kind.Latin) {
    const folded = fold(word);
    const from = out.length;
    for (const language of voted) {
      const stem = fold(stemmer(language)(word));
      if (!out.includes(stem, from)) out.push(stem);
    }
    const english = stemmer('en')(folded);
    if (!out.includes(english, from)) out.push(english);
    if (voted.length > 0) beginning(out[from]!, BEGINNING, out);
  } else if (kind === Kind.Whole) out.push(stemmer('en')(fold(word)));
  else if (kind === Kind.Cyrillic) stemAndBeginning(stemmer('ru')(word).replaceAll('ё', 'е'), BEGINNING, out);
  else if (kind === Kind.Arabic) stemAndBeginning(stemmer('ar')(word), BEGINNING_ARABIC, out);
  else if (kind === Kind.Spaced) stemAndBeginning(word, BEGINNING, out);
  else out.push(word);
}

/** Letters of a beginning; Arabic writes fewer vowels. */
const BEGINNING = 4;
const BEGINNING_ARABIC = 3;

function stemAndBeginning(stem: string, letters: number, out: string[]): void {
  out.push(stem);
  beginning(stem, letters, out);
}

/** `запу*`: marked, so that it is no word. */
function beginning(stem: string, letters: number, out: string[]): void {
  if (stem.length > letters && !isDigit(stem.charCodeAt(0))) out.push(`${stem.slice(0, letters)}*`);
}

function isDigit(c: number): boolean {
  return c >= 48 && c <= 57;
}

/** Without accents: `für` is `fur`, `naïve` is `naive`, `straße` is `strasse`. */
export function fold(word: string): string {
  for (let i = 0; i < word.length; i++) if (word.charCodeAt(i) > 0x7f) return foldAccents(word);
  return word;
}

function foldAccents(word: string): string {
  let out = '';
  for (const char of word.normalize('NFD')) {
    const c = char.charCodeAt(0);
    if (c >= 0x300 && c < 0x370) continue;
    out += c > 0x7f ? (LETTERS[char] ?? char) : char;
  }
  return out;
}

const LETTERS: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', ı: 'i', þ: 'th' };
