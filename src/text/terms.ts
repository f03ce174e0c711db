// From text to terms: what the index is made of and what a prompt asks for.
import { clausesOf } from './clauses.ts';
import { bitOf, isOtherFunctionWord, type LatinLanguage, languageBits, voteLanguages } from './languages.ts';
import { type StemLanguage, stemmer } from './stem.ts';
import { cut, Kind, type Words } from './words.ts';

export interface QueryTerm {
  term: string;
  /** How much of a match counts: 1, less for a word's further forms. */
  weight: number;
  /** Terms of one number are forms of one word: the stem, its beginning, the English stem. */
  word: number;
  /** Made besides the words it stands for (an identifier in one, a flag): its absence from a memory says nothing. */
  extra: boolean;
  /** A bit for each clause of the prompt that the word stands in, the first clause's the lowest. */
  clauses: number;
  /** A function word, there because the prompt has no other: a search may take it, nothing is routed for it. */
  idle: boolean;
}

/** What a prompt asks for. */
export interface Query {
  terms: QueryTerm[];
  /** The bits of the clauses that a person wrote; of all where the prompt is pasted from end to end. */
  said: number;
  /** Those clauses; empty where they are of a script without spaces. */
  text: string;
}

/** Every occurrence of every term of a text, in order; for identifiers their parts and the whole, for inflected languages further forms. */
export function documentTerms(text: string, languages?: readonly LatinLanguage[]): string[] {
  return countedTerms(text, languages).terms;
}

export interface CountedTerms {
  terms: string[];
  /** What each occurrence counts. */
  counts: number[];
  /** The number of words they come from, by what they count: a text is not longer for its words' having several forms. */
  words: number;
}

/**
 * The same, with what they count.
 * @param part what a part of an identifier or of a hyphenated word counts against a word's 1
 */
export function countedTerms(text: string, languages?: readonly LatinLanguage[], part = 1): CountedTerms {
  const words = cut(text);
  const voted = languages ?? vote(words, functionBits(words));
  const terms: string[] = [];
  const counts: number[] = [];
  let length = 0;
  for (let i = 0; i < words.texts.length; i++) {
    const kind = words.kinds[i]!;
    const count = kind === Kind.Part ? part : 1;
    forms(kind, words.texts[i]!, voted, terms);
    while (counts.length < terms.length) counts.push(count);
    length += count;
  }
  return { terms, counts, words: length };
}

/** The languages other than English that a Latin text's function words and letters speak for, likeliest first. */
export function languagesOf(text: string): LatinLanguage[] {
  const words = cut(text);
  return vote(words, functionBits(words));
}

/**
 * The most terms of a query: every one is a look-up in the index. Questions have fewer than 30. Of more words the first and the last
 * stay; where the further forms of words are too many, the words go first.
 */
export const QUERY_TERMS = 64;

/** The distinct terms of a prompt, without question and function words (with them where there is nothing else). */
export function queryTerms(prompt: string): QueryTerm[] {
  return queryOf(prompt).terms;
}

/** The same, with where they stand. */
export function queryOf(prompt: string): Query {
  const words: Words = { kinds: [], texts: [] };
  const masks: number[] = [];
  let said = 0;
  const clauses = clausesOf(prompt);
  for (let i = 0; i < clauses.length; i++) {
    cut(clauses[i]!.text, words);
    while (masks.length < words.texts.length) masks.push(1 << i);
    if (!clauses[i]!.pasted) said |= 1 << i;
  }
  const bits = functionBits(words);
  const voted = vote(words, bits);
  let stops = bitOf('en');
  for (const language of voted) stops |= bitOf(language);
  const content: number[] = [];
  let contents = 0;
  for (let i = 0; i < words.texts.length; i++) {
    const kind = words.kinds[i]!;
    if (bits[i]! & stops || (kind > Kind.Flag && isOtherFunctionWord(words.texts[i]!))) continue;
    content.push(i);
    contents |= masks[i]!;
  }
  const idle = content.length === 0;
  if ((said & contents) === 0) said = -1;
  let text = '';
  if (!words.kinds.includes(Kind.Pair))
    for (let i = 0; i < clauses.length; i++) if (said & (1 << i)) text += ` ${clauses[i]!.text}`;
  return {
    terms: select(words, idle ? [...words.texts.keys()] : content, masks, said, voted, idle),
    said,
    text,
  };
}

/** The terms of the words at these places. Where they are too many, those of pasted clauses go first. */
function select(
  words: Words,
  places: readonly number[],
  masks: readonly number[],
  said: number,
  voted: readonly LatinLanguage[],
  idle: boolean,
): QueryTerm[] {
  const firsts = new Map<string, number>();
  let distinct: number[] = [];
  const inClauses: number[] = [];
  for (const i of places) {
    const first = firsts.get(words.texts[i]!);
    if (first !== undefined) inClauses[first]! |= masks[i]!;
    else {
      firsts.set(words.texts[i]!, i);
      distinct.push(i);
      inClauses[i] = masks[i]!;
    }
  }
  if (distinct.length > QUERY_TERMS) {
    const own = bothEnds(
      distinct.filter((i) => inClauses[i]! & said),
      QUERY_TERMS,
    );
    distinct = [
      ...own,
      ...bothEnds(
        distinct.filter((i) => !(inClauses[i]! & said)),
        QUERY_TERMS - own.length,
      ),
    ];
  }
  const found = distinct.map((i) => {
    const of: string[] = [];
    forms(words.kinds[i]!, words.texts[i]!, voted, of);
    return of;
  });
  const seen = new Set<string>();
  const terms: QueryTerm[] = [];
  for (let form = 0, more = true; more; form++) {
    more = false;
    for (let word = 0; word < found.length; word++) {
      const term = found[word]![form];
      if (term === undefined) continue;
      more = true;
      if (terms.length >= QUERY_TERMS || seen.has(term)) continue;
      seen.add(term);
      const kind = words.kinds[distinct[word]!]!;
      terms.push({
        term,
        weight: form === 0 ? 1 : FURTHER_FORM,
        word,
        extra: kind === Kind.Whole || kind === Kind.Flag,
        clauses: inClauses[distinct[word]!]!,
        idle,
      });
    }
  }
  return terms;
}

/** The first and the last of a list, `most` together. */
function bothEnds(list: readonly number[], most: number): readonly number[] {
  return list.length <= most ? list : [...list.slice(0, most - (most >> 1)), ...list.slice(list.length - (most >> 1))];
}

/** The weight of a word's further forms: 0.3 to 0.7 made no difference. */
const FURTHER_FORM = 0.5;

/** Per piece the languages that it is a function word of. */
function functionBits(words: Words): number[] {
  return words.texts.map((text, i) => (words.kinds[i]! <= Kind.Part ? languageBits(fold(text)) : 0));
}

function vote(words: Words, bits: readonly number[]): LatinLanguage[] {
  const latin: number[] = [];
  let letters = '';
  for (let i = 0; i < bits.length; i++) {
    if (words.kinds[i] !== Kind.Latin) continue;
    const word = words.texts[i]!;
    latin.push(word.length > 1 ? bits[i]! : 0);
    if (letters.length < LETTERS_READ && fold(word) !== word) letters += word;
  }
  return latin.length === 0 ? [] : voteLanguages(latin, letters);
}

/** How much of the words with letters beyond ASCII is read for the vote. */
const LETTERS_READ = 200;

/**
 * The terms of one piece: the stem of its language first, then other forms that differ. Words of languages other than English also give
 * the first letters of their stem: that joins what stemmers keep apart (запустить/запускаются, despliegue/desplegamos, compounds) and
 * brought one to two points of recall@5 in German, Spanish, Turkish, Russian and Arabic, none in English.
 */
export function forms(kind: Kind, word: string, voted: readonly StemLanguage[], out: string[]): void {
  if (kind <= Kind.Part) {
    const folded = fold(word);
    const from = out.length;
    for (const language of voted) {
      const stem = fold(stemmer(language)(word));
      if (!out.includes(stem, from)) out.push(stem);
    }
    if (voted.length > 0) beginning(out[from]!, BEGINNING, out);
    const english = stemmer('en')(folded);
    if (!out.includes(english, from)) out.push(english);
    if (folded.length > 2 && !INFLECTING.includes(`${voted[0]}`)) out.push(AS_WRITTEN + folded);
  } else if (kind === Kind.Whole) out.push(/[^a-z]/.test(word) ? fold(word) : stemmer('en')(word));
  else if (kind === Kind.Cyrillic) stemAndBeginning(stemmer('ru')(word).replaceAll('ё', 'е'), BEGINNING, out);
  else if (kind === Kind.Arabic) stemAndBeginning(stemmer('ar')(word), BEGINNING_ARABIC, out);
  else if (kind === Kind.Spaced) stemAndBeginning(word, BEGINNING, out);
  else out.push(word);
}

/** Marks a word as it is written, which is no stem. */
export const AS_WRITTEN = '=';
/**
 * Languages that write a word in too many ways for it. In others a word as it is written tells which of the texts with its stem is meant
 * (`testing`, not `tests`): it brought a point and a half of recall@1 in English.
 */
const INFLECTING = 'de nl tr';

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

const LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ı: 'i',
  þ: 'th',
};
