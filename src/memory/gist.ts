// What a memory says, apart from how it is written: two of one gist say the same. Careful before clever: every word counts that is not
// known to change nothing, so that what differs in a number, a name, a version or a "not" never has one gist. Pure, cold.
import { lanes } from '../text/hash.ts';
import { languagesOf } from '../text/terms.ts';
import { POINTS, remembered, type Sentence, sentencesOf } from './gist-text.ts';
import { THEN } from './gist-words.ts';
import type { Memory } from './memory.ts';
import { summarize } from './summary.ts';
import { bodyHash } from './vault.ts';

export interface Gist {
  sentences: Sentence[];
  words: string[];
  /** Its sentences mean another thing in another order. */
  ordered: boolean;
  /** Which slips of the pen its words may have. */
  slips: 'all' | 'swaps' | false;
  /** The same for gists that may be equal: a hash of all words, whatever their order and the slips of the pen in them … */
  key: string;
  /** … and hashes of all but one of the long words: of two that share one, that word may be spelt wrongly in one of them. */
  keys: string[];
}

/** A memory whose body has fewer words is told from others by its summary too. */
const SHORT = 8;
/** Words of fewer letters are never taken for misspelt. */
const MISSPELT = 8;
/** Where a letter is missing, wrong or too many, words are to be longer: `contact` is no slip of `contract`, nor `internal` of `interval`. */
const LONG = 9;
/** Long words of a memory under which another is looked for that misspells one of them. */
const LONGEST = 64;

/** A longer body (UTF-16 code units) says the same as another only where both are the same text: such were pasted, not worded. */
const WHOLE = 32_768;

function asItStands(body: string): Gist {
  const words = [bodyHash(body)];
  const [key, keys] = keysOf(words, false);
  return { sentences: [{ parts: [{ words, moves: false }], words }], words, ordered: true, slips: false, key, keys };
}

/** The gist of what a memory says. */
export function gistOf(memory: Pick<Memory, 'body' | 'summary' | 'type'>): Gist {
  const { body, summary, type } = memory;
  if (body.length > WHOLE) return asItStands(body);
  const language = languagesOf(body)[0] ?? (/[\u0400-\u04ff]/.test(body) ? 'ru' : 'en');
  const slips = language !== 'en' ? SWAPS.has(language) && 'swaps' : ENGLISH.test(body) && 'all';
  const sentences = sentencesOf(body, language);
  // What "it" is in a first sentence nobody knows.
  if (sentences[0]?.words[0] === POINTS) sentences[0] = without(sentences[0]);
  const words = sentences.flatMap((sentence) => sentence.words);
  if (words.length < SHORT && summary !== summarize(body)) {
    const others = sentencesOf(summary, language)
      .flatMap((sentence) => sentence.words)
      .filter((word) => !words.includes(word));
    if (others.length > 0) {
      sentences.push({ parts: [{ words: others, moves: false }], words: others });
      words.push(...others);
    }
  }
  const [key, keys] = keysOf(words, slips === 'all');
  const ordered = type === 'procedure' || type === 'skill' || isOrdered(body, sentences);
  return { sentences, words, ordered, slips, key, keys };
}

/** Languages in which two letters swapped, or one doubled, make no other form of a word … */
const SWAPS = new Set(['de', 'fr', 'es', 'pt', 'nl', 'ru']);
/** … and signs of the one in which that holds for a letter too many as well: in Turkish it is a "not". */
const ENGLISH = /\b(?:the|with|and|are|our|not|never|before|after|when|only|must|should|this|from|without|always)\b/i;

function without({ parts, words }: Sentence): Sentence {
  const [first, ...others] = parts;
  return { parts: [{ ...first!, words: first!.words.slice(1) }, ...others], words: words.slice(1) };
}

/** Headings, lists under a line and words that point back: what stands behind them belongs to them. */
function isOrdered(body: string, sentences: readonly Sentence[]): boolean {
  return (
    /^\s*#|[:：]\s*$|^\s*\d+[.)]\s|^\s*\||^\s{2,}[-*+]\s|`{3}|~{3}/m.test(body) ||
    /[先再后後]|まず|次/.test(body) ||
    sentences.some(
      ({ words }, n) => words.length < 3 || words.some((word) => THEN.has(word)) || (n > 0 && words[0] === POINTS),
    )
  );
}

/** The hash of a bag of words is the sum of theirs, so that one can be taken out of it. */
function keysOf(words: readonly string[], slips: boolean): [string, string[]] {
  let a = 0;
  let b = 0;
  const hashes = words.map(hashOf);
  for (const [one, other] of hashes) {
    a = (a + one) >>> 0;
    b = (b + other) >>> 0;
  }
  const keys: string[] = [];
  const seen = new Set<string>();
  for (let i = 0; slips && i < words.length && seen.size < LONGEST; i++) {
    const word = words[i]!;
    // Misspelt it may have a letter less.
    if (word.length < LONG - 1 || !WORD.test(word) || seen.has(word)) continue;
    seen.add(word);
    const [one, other] = hashes[i]!;
    keys.push(`${((a - one) >>> 0).toString(36)}.${((b - other) >>> 0).toString(36)}.${words.length}`);
  }
  return [`${a.toString(36)}.${b.toString(36)}.${words.length}`, keys];
}

const hashOf = remembered((word) => lanes(skeleton(word)));

/** The same for a word and for what it becomes where letters are swapped or doubled. */
function skeleton(word: string): string {
  if (word.length < MISSPELT - 1 || !WORD.test(word)) return word;
  return `${word[0]}${[...new Set(word.slice(1))].sort().join('')}`;
}

/**
 * Whether two memories say the same.
 * @param slips what one misspells of the other is overlooked
 */
export function saysTheSame(a: Gist, b: Gist, slips = true): boolean {
  if (a.words.length !== b.words.length || a.sentences.length !== b.sentences.length) return false;
  const corrected = correct(b, a, slips);
  if (!corrected) return false;
  const left = [...corrected.sentences];
  const free = !a.ordered && !b.ordered;
  return a.sentences.every((sentence, n) => {
    const at = free ? left.findIndex((other) => other !== TAKEN && sameSentence(sentence, other)) : n;
    if (at < 0 || !sameSentence(sentence, left[at]!)) return false;
    left[at] = TAKEN;
    return true;
  });
}

const TAKEN: Sentence = { parts: [], words: [''] };

/** The gist with the words of another where it misspells them, or that misspells its; undefined where their words differ by more. */
function correct(gist: Gist, other: Gist, slips: boolean): Gist | undefined {
  const missing = difference(other.words, gist.words);
  if (missing.length === 0) return gist;
  if (!slips || !gist.slips || gist.slips !== other.slips) return undefined;
  const all = gist.slips === 'all';
  if (missing.length > Math.max(1, Math.floor(gist.words.length / 8))) return undefined;
  const words = new Map<string, string>();
  for (const wrong of difference(gist.words, other.words)) {
    const at = missing.findIndex((right) => isSlip(wrong, right, all));
    if (at < 0) return undefined;
    words.set(wrong, missing.splice(at, 1)[0]!);
  }
  const put = (list: readonly string[]) => list.map((word) => words.get(word) ?? word);
  return {
    ...gist,
    words: put(gist.words),
    sentences: gist.sentences.map((sentence) => ({
      parts: sentence.parts.map((part) => ({ ...part, words: put(part.words) })),
      words: put(sentence.words),
    })),
  };
}

/** What the first list has more of. */
function difference(a: readonly string[], b: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const word of b) counts.set(word, (counts.get(word) ?? 0) + 1);
  return a.filter((word) => {
    const n = counts.get(word) ?? 0;
    if (n > 0) counts.set(word, n - 1);
    return n === 0;
  });
}

/**
 * One slip of the pen apart: two letters swapped or one doubled, in a long word also one missing, wrong or too many.
 * @param all the latter too
 */
function isSlip(a: string, b: string, all: boolean): boolean {
  if (!WORD.test(a) || !WORD.test(b)) return false;
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length < MISSPELT || long.length - short.length > 1 || short[0] !== long[0]) return false;
  let i = 0;
  while (i < short.length && short[i] === long[i]) i++;
  const inside = all && long.length >= LONG && i > 1 && i < long.length - 1;
  if (short.length < long.length) return short.slice(i) === long.slice(i + 1) && (long[i] === long[i - 1] || inside);
  const swapped = short[i] === long[i + 1] && short[i + 1] === long[i];
  return swapped ? short.slice(i + 2) === long.slice(i + 2) : inside && short.slice(i + 1) === long.slice(i + 1);
}

/** A word and no name that is written in a way of its own. */
const WORD = /^[\p{Ll}\p{Lo}]+$/u;

/** The same words in one order, or with one run of movable parts at another place: `on Fridays never deploy`. */
function sameSentence(a: Sentence, b: Sentence): boolean {
  if (a.words.length !== b.words.length) return false;
  if (a.words.every((word, i) => word === b.words[i])) return true;
  const mains = ({ parts }: Sentence) => parts.filter(({ moves }) => !moves).length;
  if (mains(a) > 1 || mains(b) > 1) return false;
  return (
    isMove(
      a.parts.map(({ words }) => words.join(' ')),
      b.parts.map(({ words }) => words.join(' ')),
    ) ||
    isFronted(a, b) ||
    isFronted(b, a)
  );
}

/** Whether what moves at the end of the second stands in front of the first, where no comma tells how far it goes. */
function isFronted(a: Sentence, b: Sentence): boolean {
  let tail = 0;
  for (let n = b.parts.length - 1; n > 0 && b.parts[n]!.moves; n--) {
    tail += b.parts[n]!.words.length;
    const from = b.words.length - tail;
    if (a.words.every((word, i) => word === b.words[(from + i) % b.words.length])) return true;
  }
  return false;
}

/** Whether a list becomes the other where one run of its items is put elsewhere. */
function isMove(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length || new Set(a).size !== a.length) return false;
  let from = 0;
  while (from < a.length && a[from] === b[from]) from++;
  let to = a.length;
  while (to > from && a[to - 1] === b[to - 1]) to--;
  // Between them stand two runs, changed round.
  const shift = b.slice(from, to).indexOf(a[from]!);
  if (shift < 0) return false;
  const length = to - from;
  for (let i = 0; i < length; i++) if (a[from + i] !== b[from + ((i + shift) % length)]) return false;
  return true;
}
