// Memories for the bench: as many as asked for, the same for the same seed, in four languages, with words as frequent as words are.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Language, VOCABULARIES, type Vocabulary } from './words.ts';

export interface CorpusMemory {
  id: string;
  language: Language;
  /** Occurs in this memory’s body and nowhere else: `(OPS-17)`, `(OPS-17r1)` once rewritten. */
  mark: string;
  summary: string;
  body: string;
  /** A question that this memory answers, in its language. */
  prompt: string;
  /** The file's text. */
  file: string;
}

/** Rare words per language; with the content words the vocabulary that Zipf's law draws from. */
const RARE = 20_000;
/** Subjects per language that memories are about. */
const TOPICS = 400;
/** Zipf–Mandelbrot: the frequency of the word of rank r falls with (r + 2.7)^-1.07, as in written English. */
const EXPONENT = 1.07;
const SHIFT = 2.7;

/** The memory at a place of the corpus; the same whatever the corpus' size. `revision` rewrites its text, as an editor does later. */
export function memoryAt(index: number, revision = 0, seed = 1): CorpusMemory {
  const random = generator(seed, index);
  const language = languageOf(random());
  const words = vocabularyOf(language);
  const topic = topicOf(words, Math.floor(random() ** 2 * TOPICS));
  const sample = (): string => (random() < 0.45 ? pick(topic, random) : words.draw(random()));
  const subject = distinct(() => pick(topic, random), 3).concat(distinct(() => words.draw(0.5 + random() / 2), 2));
  const mark = `(OPS-${index}${revision ? `r${revision}` : ''})`;
  const { gap, stop } = words;

  const sentence = (given: readonly string[]): string => {
    const parts = [...given];
    const length = 6 + Math.floor(random() * 12);
    while (parts.length < length) {
      const r = random();
      const word = r < 0.45 ? pick(words.function, random) : r < 0.93 ? sample() : identifier(random);
      parts.splice(Math.floor(random() * (parts.length + 1)), 0, word);
    }
    const text = parts.join(gap);
    return text[0]!.toUpperCase() + text.slice(1) + stop;
  };
  // Most memories are a paragraph, some a page.
  const sentences = 2 + Math.floor(4 * random() + (random() < 0.1 ? 20 * random() : 0));
  const summary = sentence(subject.slice(0, 4));
  const lines = [sentence(subject), `${sentence([])} ${mark}`];
  while (lines.length < sentences)
    lines.push(random() < 0.2 ? `- ${sentence([`\`${identifier(random)}\``])}` : sentence([]));
  const body = lines.join(random() < 0.3 ? '\n\n' : '\n');
  const id = `note-${String(index).padStart(6, '0')}`;
  return {
    id,
    language,
    mark,
    summary,
    body,
    prompt: words.ask(subject),
    file: `${frontMatter(summary, topic, random)}${body}\n`,
  };
}

/** Writes memories `from`…`to` − 1 into a vault's folder. */
export function writeCorpus(folder: string, from: number, to: number, revision = 0): void {
  mkdirSync(folder, { recursive: true });
  for (let i = from; i < to; i++) {
    const { id, file } = memoryAt(i, revision);
    writeFileSync(path.join(folder, `${id}.md`), file);
  }
}

/** The first `count` memories of a language among the first `size`. */
export function memoriesIn(language: Language, count: number, size: number): CorpusMemory[] {
  const found: CorpusMemory[] = [];
  for (let i = 0; i < size && found.length < count; i++) {
    const memory = memoryAt(i);
    if (memory.language === language) found.push(memory);
  }
  return found;
}

function frontMatter(summary: string, topic: readonly string[], random: () => number): string {
  const types = ['fact', 'fact', 'fact', 'decision', 'procedure', 'preference', 'rule'];
  const day = (age: number): string => new Date(Date.UTC(2026, 10, 30) - age * 86_400_000).toISOString().slice(0, 10);
  const created = Math.floor(random() * 900);
  const lines = [
    `summary: ${JSON.stringify(summary)}`,
    `type: ${pick(types, random)}`,
    `tags: ${JSON.stringify([pick(topic, random), pick(topic, random)])}`,
    `importance: ${(0.2 + Math.floor(random() * 8) / 10).toFixed(1)}`,
    `created: ${day(created)}`,
    `reviewed: ${day(Math.floor(created * random()))}`,
    'source: user',
  ];
  if (random() < 0.2)
    lines.push(`applies_to: ["${pick(['src', 'lib', 'services', 'web', 'infra'], random)}/${pick(AREAS, random)}/**"]`);
  return `---\n${lines.join('\n')}\n---\n`;
}

interface Words extends Vocabulary {
  all: readonly string[];
  /** The word that a number of [0, 1) falls on, frequent words more often. */
  draw(at: number): string;
}

const cache = new Map<Language, Words>();

function vocabularyOf(language: Language): Words {
  const known = cache.get(language);
  if (known) return known;
  const base = VOCABULARIES[language];
  const random = generator(7, language.charCodeAt(0));
  const rare = new Set<string>();
  const [first, second, third] = base.syllables;
  // Two compounds where one syllable triple would not give enough.
  while (rare.size < RARE) {
    const word = pick(first, random) + pick(second, random) + pick(third, random);
    rare.add(rare.has(word) ? word + pick(second, random) + pick(third, random) : word);
  }
  const all = [...base.content, ...rare];
  const sums: number[] = [];
  let sum = 0;
  for (let rank = 1; rank <= all.length; rank++) {
    sum += (rank + SHIFT) ** -EXPONENT;
    sums.push(sum);
  }
  const draw = (at: number): string => {
    let low = 0;
    for (let high = sums.length - 1; low < high; ) {
      const middle = (low + high) >> 1;
      if (sums[middle]! <= at * sum) low = middle + 1;
      else high = middle;
    }
    return all[low]!;
  };
  const words = { ...base, all, draw };
  cache.set(language, words);
  return words;
}

/** Thirty words that a topic's memories use much: some common, most rarer. */
function topicOf(words: Words, topic: number): string[] {
  const random = generator(11, topic);
  return Array.from({ length: 30 }, (_, i) =>
    i < 12 ? pick(words.content, random) : words.all[Math.floor(random() ** 2 * words.all.length)]!,
  );
}

const AREAS = ['payments', 'search', 'auth', 'billing', 'mail', 'reports', 'queue', 'stock', 'edge', 'mobile'];
const VERBS = ['get', 'set', 'load', 'parse', 'send', 'flush', 'build', 'check', 'retry', 'open'];
const NOUNS = [
  'Invoice',
  'Session',
  'Token',
  'Batch',
  'Schema',
  'Cursor',
  'Price',
  'Shard',
  'Header',
  'Window',
  'Account',
  'Lease',
];

/** What code is called: `retrySession`, `MAX_LEASE_412`, `src/mail/batch17.ts`, `v4.12.3`, `E1733`. */
function identifier(random: () => number): string {
  const number = Math.floor(random() * 2000);
  const noun = pick(NOUNS, random);
  switch (Math.floor(random() * 5)) {
    case 0:
      return `${pick(VERBS, random)}${noun}${pick(NOUNS, random)}`;
    case 1:
      return `MAX_${noun.toUpperCase()}_${number}`;
    case 2:
      return `src/${pick(AREAS, random)}/${noun.toLowerCase()}${number % 40}.ts`;
    case 3:
      return `v${number % 9}.${number % 23}.${number % 7}`;
    default:
      return `E${number}`;
  }
}

function languageOf(at: number): Language {
  let sum = 0;
  for (const [language, { share }] of Object.entries(VOCABULARIES)) {
    sum += share;
    if (at < sum) return language as Language;
  }
  return 'en';
}

function pick<T>(list: readonly T[], random: () => number): T {
  return list[Math.floor(random() * list.length)]!;
}

function distinct(next: () => string, count: number): string[] {
  const found = new Set<string>();
  for (let tries = 0; found.size < count && tries < 100; tries++) found.add(next());
  return [...found];
}

/** mulberry32, seeded by two numbers: uniform in [0, 1). */
function generator(seed: number, stream: number): () => number {
  let state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(stream + 1, 0x85ebca6b)) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
