// From the terms of each memory to the memories of each term: the dictionary and the postings of an index (layout.ts). Cold.
import { lanes } from '../text/hash.ts';
import { wordTexts } from './alike.ts';
import { type Compound, compoundsOf, PART_OF_WORD } from './compounds.ts';
import { IMPACT_SCALE, impact, storedImpact } from './impact.ts';
import { idTerm, SKETCHES_KEY, SLOT } from './layout.ts';
import { newVocabulary, type PackedTerms, pack } from './packed.ts';
import { whereItMayMatch } from './scopes.ts';
import { sketchesOf } from './sketches.ts';
import type { Entry } from './write.ts';

/** Above so many memories a term's list is cut to its best, so that a common term costs no more at 100,000 than at 10,000. */
const FULL_LISTS = 10_000;
const LIST_CUT = 1_024;

/** Told how many of how many are done. */
export type Progress = (done: number, total: number) => void;
/** How many terms are done between two reports. */
const STEP = 10_000;

/**
 * @param texts further texts of the dictionary, by key
 * @param dictAt where the dictionary will stand in the file
 */
export function invert(
  entries: readonly Entry[],
  average: number,
  dictAt: number,
  texts: ReadonlyMap<string, string>,
  progress?: Progress,
): { dict: Buffer; slots: number; postings: Buffer } {
  const lists = listsOf(entries, average);
  const { terms, starts, docs, impacts } = lists;
  const frequencies = new Map<string, number>();
  terms.forEach((term, n) => {
    const df = starts[n + 1]! - starts[n]!;
    if (df > 0) frequencies.set(term, df);
  });
  const found = frequencies.size;
  const words = wordTexts(frequencies);
  const within = withinWords(lists, compoundsOf(frequencies.keys()), entries.length);
  frequencies.clear();
  const dfOf = (n: number) => starts[n + 1]! - starts[n]! + (within.get(n)?.docs.length ?? 0);
  for (const [key, text] of texts) words.set(key, text);
  const others = ordinalsByKey(entries);

  let slots = 16;
  while (slots < (found + others.size + words.size + 1) * 1.5) slots *= 2;
  const dict = Buffer.alloc(slots * SLOT);
  const cut = entries.length > FULL_LISTS ? LIST_CUT : Number.POSITIVE_INFINITY;
  const listed = (df: number) => Math.min(df, cut);
  const bytes = [...words.values()].map((text) => Buffer.from(text));
  const sketches = sketchesOf(entries.length, (n) => `${entries[n]!.meta.summary}\n${entries[n]!.body}`);
  const texted = (length: number) => Math.ceil(length / 6);
  let room = 0;
  for (let n = 0; n < terms.length; n++) room += sizeOf(listed(dfOf(n)));
  for (const list of others.values()) room += sizeOf(listed(list.length));
  for (const text of bytes) room += sizeOf(texted(text.length));
  room += sizeOf(texted(sketches.bytes.length));
  // Texts are filled up with spaces; lists are written over them.
  const postings = Buffer.alloc(room, ' ');
  let at = 0;
  const put = (term: string, n: number, df: number) => {
    const [a, b] = lanes(term);
    let slot = a & (slots - 1);
    while (dict.readUInt32LE(slot * SLOT + 8) !== 0) slot = (slot + 1) & (slots - 1);
    dict.writeUInt32LE(a, slot * SLOT);
    dict.writeUInt32LE(b, slot * SLOT + 4);
    dict.writeUInt32LE(dictAt + dict.length + at, slot * SLOT + 8);
    dict.writeUInt32LE(n, slot * SLOT + 12);
    dict.writeUInt32LE(df, slot * SLOT + 16);
    at += sizeOf(n);
  };

  // Best impact first, then by ordinal: both in one number, which sorts without a function.
  const keys = new Float64Array(terms.reduce((most, _, n) => Math.max(most, dfOf(n)), 0));
  terms.forEach((term, number) => {
    const start = starts[number]!;
    const own = starts[number + 1]! - start;
    const more = within.get(number);
    const df = dfOf(number);
    if (progress && number % STEP === STEP - 1) progress(number + 1, terms.length);
    if (df === 0) return;
    const order = keys.subarray(0, df);
    for (let i = 0; i < own; i++) order[i] = (IMPACT_SCALE - impacts[start + i]!) * ORDINALS + docs[start + i]!;
    for (let i = own; i < df; i++)
      order[i] = (IMPACT_SCALE - more!.impacts[i - own]!) * ORDINALS + more!.docs[i - own]!;
    order.sort();
    const n = listed(df);
    for (let i = 0; i < n; i++) {
      const best = Math.floor(order[i]! / ORDINALS);
      postings.writeUInt32LE(order[i]! - best * ORDINALS, at + i * 4);
      postings.writeUInt16LE(IMPACT_SCALE - best, at + n * 4 + i * 2);
    }
    put(term, n, df);
  });
  for (const [key, list] of others) {
    const n = listed(list.length);
    for (let i = 0; i < n; i++) {
      postings.writeUInt32LE(list[i]!, at + i * 4);
      postings.writeUInt16LE(0, at + n * 4 + i * 2);
    }
    put(key, n, list.length);
  }
  [...words.keys()].forEach((key, i) => {
    bytes[i]!.copy(postings, at);
    put(key, texted(bytes[i]!.length), 0);
  });
  sketches.bytes.copy(postings, at);
  put(SKETCHES_KEY, texted(sketches.bytes.length), sketches.size);
  progress?.(terms.length, terms.length);
  return { dict, slots, postings };
}

/** More than there are ordinals, and with the scale of impacts within 48 bits. */
const ORDINALS = 2 ** 32;

/** Bytes of a list, or of a text of n × 6. */
function sizeOf(n: number): number {
  return (n * 6 + 3) & ~3;
}

/** All lists behind each other, in ascending ordinals: those of term n from `starts[n]` to `starts[n + 1]`. */
interface Lists {
  terms: readonly string[];
  starts: Uint32Array;
  docs: Uint32Array;
  impacts: Uint16Array;
}

function listsOf(entries: readonly Entry[], average: number): Lists {
  const first = entries[0]?.terms;
  const vocabulary = first && 'of' in first ? first.of : newVocabulary();
  const packed = entries.map(({ terms }): PackedTerms => ('of' in terms ? terms : pack(terms, vocabulary)));
  const { terms } = vocabulary;
  const starts = new Uint32Array(terms.length + 1);
  for (const { numbers } of packed) for (const number of numbers) starts[number + 1]!++;
  for (let n = 0; n < terms.length; n++) starts[n + 1]! += starts[n]!;
  const next = starts.slice(0, terms.length);
  const docs = new Uint32Array(starts[terms.length]!);
  const impacts = new Uint16Array(docs.length);
  packed.forEach(({ numbers, weights }, doc) => {
    const { length } = entries[doc]!;
    for (let i = 0; i < numbers.length; i++) {
      const at = next[numbers[i]!]!++;
      docs[at] = doc;
      impacts[at] = impact(weights[i]!, length, average);
    }
  });
  return { terms, starts, docs, impacts };
}

/** Memories that hold a word but as a part of other words (compounds.ts), by its number. */
function withinWords(
  { terms, starts, docs, impacts }: Lists,
  compounds: ReadonlyMap<string, readonly Compound[]>,
  count: number,
): Map<number, Pick<Lists, 'docs' | 'impacts'>> {
  const numbers = new Map<string, number>();
  terms.forEach((term, n) => {
    if (starts[n + 1]! > starts[n]!) numbers.set(term, n);
  });
  const within = new Map<number, Pick<Lists, 'docs' | 'impacts'>>();
  // Per memory what it holds of the part at hand; more than any impact where it has the word itself.
  const held = new Uint32Array(count);
  const ITSELF = IMPACT_SCALE + 1;
  for (const [part, words] of compounds) {
    const number = numbers.get(part)!;
    for (let i = starts[number]!; i < starts[number + 1]!; i++) held[docs[i]!] = ITSELF;
    const found: number[] = [];
    for (const { word, chance } of words) {
      const of = numbers.get(word)!;
      for (let i = starts[of]!; i < starts[of + 1]!; i++) {
        const doc = docs[i]!;
        if (held[doc] === 0) found.push(doc);
        held[doc] = Math.max(held[doc]!, storedImpact(Math.round(impacts[i]! * PART_OF_WORD), chance));
      }
    }
    if (found.length > 0) {
      const best = Uint16Array.from(found, (doc) => held[doc]!);
      within.set(number, { docs: Uint32Array.from(found), impacts: best });
    }
    for (const doc of found) held[doc] = 0;
    for (let i = starts[number]!; i < starts[number + 1]!; i++) held[docs[i]!] = 0;
  }
  return within;
}

/** By the keys of ids and of patterns. */
function ordinalsByKey(entries: readonly Entry[]): Map<string, number[]> {
  const lists = new Map<string, number[]>();
  entries.forEach(({ meta, globs }, doc) => {
    for (const key of new Set([idTerm(meta.id), ...globs.filter((it) => !it.negated).map(whereItMayMatch)])) {
      const list = lists.get(key);
      if (list) list.push(doc);
      else lists.set(key, [doc]);
    }
  });
  return lists;
}
