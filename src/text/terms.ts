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

/** Every occurrence of every term of a text, in order; for identifiers their parts and the whole, for words of another language both stems. */
export function documentTerms(text: string, languages?: readonly LatinLanguage[]): string[] {
  const words = cut(text);
  const voted = languages ?? vote(words);
  const terms: string[] = [];
  for (let i = 0; i < words.texts.length; i++) forms(words.kinds[i]!, words.texts[i]!, voted, terms);
  return terms;
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

/** The terms of one piece: the stem of its language first, then other forms that differ. */
function forms(kind: Kind, word: string, voted: readonly StemLanguage[], out: string[]): void {
  if (kind === Kind.Latin) {
    const folded = fold(word);
    const english = stemmer('en')(folded);
    const from = out.length;
    for (const language of voted) {
      const stem = fold(stemmer(language)(word));
      if (stem !== english && !out.includes(stem, from)) out.push(stem);
    }
    out.push(english);
  } else if (kind === Kind.Whole) out.push(stemmer('en')(fold(word)));
  else if (kind === Kind.Cyrillic) out.push(stemmer('ru')(word).replaceAll('ё', 'е'));
  else if (kind === Kind.Arabic) out.push(stemmer('ar')(word));
  else out.push(word);
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
