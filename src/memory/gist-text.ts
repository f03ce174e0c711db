// A text as sentences of words that count, for its gist (gist.ts): without Markdown, courtesy and endings. Pure, cold.
import {
  ALWAYS,
  CANONICAL,
  LANGUAGES,
  MUST,
  NOT,
  OBLIGED,
  PHRASED,
  PHRASES,
  POINTING,
  WIDE_PHRASES,
} from './gist-words.ts';

/** A part of a sentence: `deploy production`, `on friday`. */
export interface Part {
  words: string[];
  /** It begins with a word such as `on`, so that it may stand elsewhere in its sentence. */
  moves: boolean;
}

export interface Sentence {
  parts: Part[];
  words: string[];
}

/** What stands for a word that points to the sentence before. */
export const POINTS = '!it';

/** Marks between words. */
const CUT = '\n';
const BREAK = '\t';

/** The sentences of a memory's text, without what says nothing. */
export function sentencesOf(text: string, language: string): Sentence[] {
  const sentences: Sentence[] = [];
  let fenced = false;
  for (const line of linesOf(text)) {
    if (/^\s*(?:`{3}|~{3})/.test(line)) fenced = !fenced;
    else if (fenced) sentences.push(...sentencesIn(line.split(/\s+/).filter(Boolean).map(verbatim), language));
    else sentences.push(...sentencesIn(tokens(line), language));
  }
  return sentences.filter(({ words }) => words.length > 0);
}

/** Lines as they are meant: a paragraph that was only wrapped is one. */
function linesOf(text: string): string[] {
  const lines: string[] = [];
  let fenced = false;
  let open = false;
  for (const line of text.normalize('NFKC').split(/\r\n?|\n/)) {
    const fence = /^\s*(?:`{3}|~{3})/.test(line);
    const goesOn = open && !fenced && !fence && !/^\s*(?:$|[-*+>#|]|\d+[.)]\s)/.test(line);
    if (goesOn) lines.push(`${lines.pop()} ${line.trim()}`);
    else lines.push(line);
    if (fence) fenced = !fenced;
    open = !fence && !/^\s*(?:$|#|\|)/.test(line);
  }
  return lines;
}

/** A piece of code: no word of a language. */
function verbatim(text: string): string {
  const name = /^[A-Z]+$/.test(text) ? text.toLowerCase() : text;
  return /^[a-z]+$/.test(name) && light(name) === name ? name : `\`${text}`;
}

/** The words of a line as they stand, code marked, with CUT behind sentences and BREAK behind parts of them. */
function tokens(line: string): string[] {
  const out: string[] = [];
  const plain = line
    .replace(/^\s*(?:>\s*)+/, '')
    .replace(/^\s*(?:[-*+]\s+|#{1,6}\s+)/, '')
    .replace(/\s#+\s*$/, '');
  for (const piece of plain.split(/(`{1,3}[^`]+`{1,3})/)) {
    if (piece.startsWith('`')) {
      for (const word of piece.replaceAll('`', '').split(/\s+/)) if (word) out.push(verbatim(word));
    } else wordsOf(piece, out);
  }
  out.push(CUT);
  return out;
}

/** Characters of scripts that put no spaces between words. */
const WIDE = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u2fdf\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]/gu;

function wordsOf(text: string, out: string[]): void {
  let said = text
    .replace(/(?<![\w*/])(\*\*?)(?=[^\s*])(.{1,200}?)(?<=[^\s*/])\1(?![\w*/.])/g, '$2')
    .replace(/(?<!\w)__?(?=[^\s_])([^_]{1,99}\s[^_]{1,99})(?<=\S)__?(?!\w)/g, '$1')
    .replaceAll('~~', ' ~~ ');
  if (PHRASED.test(said)) for (const [pattern, by] of PHRASES) said = said.replace(pattern, by);
  if (/[^\u0000-\u058f]/.test(said)) {
    said = said
      .replace(/[。！？；]/g, (sign) => (sign === '？' ? ' ? \n ' : ' \n '))
      .replace(/[、，：「」『』（）]/g, ' \t ');
    for (const [pattern, by] of WIDE_PHRASES) said = said.replace(pattern, by);
    said = said
      .replace(WIDE, ' $& ')
      .replace(/[\u064b-\u0652\u0640]/g, '')
      .replace(/[أإآ]/g, 'ا');
  }
  for (const raw of said.split(/([^\S\n\t]+|[\n\t])/)) {
    if (raw === CUT || raw === BREAK) out.push(raw);
    else if (raw.trim()) token(raw, out);
  }
}

/** Longer ones are data. */
const LONGEST = 200;

/** One word with the signs around it. */
function token(raw: string, out: string[]): void {
  if (raw.length > LONGEST) {
    out.push(raw);
    return;
  }
  const opened = /^[("'“”‘’«»[{,;:]+/.exec(raw)?.[0] ?? '';
  if (/[([{]/.test(opened)) out.push(BREAK);
  const rest = raw.slice(opened.length);
  const closed = /[.,;:!?…)"'“”‘’«»\]}،؛؟।]+$/.exec(rest)?.[0] ?? '';
  const word = rest.slice(0, rest.length - closed.length);
  if (/^[-–—]+$/.test(word)) out.push(BREAK);
  else if (/^(?:->|=>|→|⇒)$/.test(word)) out.push('->');
  else if (/^\[?[xX]?\]?$/.test(word) && /^\[[ xX]?\]$/.test(raw)) out.push(raw.toLowerCase());
  else if (word) out.push(...writtenOnce(word));
  if (/[?؟]/.test(closed)) out.push('?');
  if (/[.!?…;؟؛।]/.test(closed) && !/^(?:e\.g|i\.e|etc|vs|cf|z\.B|d\.h|bzw)$/i.test(word)) out.push(CUT);
  else if (/[,:)\]}،]/.test(closed)) out.push(BREAK);
}

const writtenOnce = remembered(written);

/** The words of texts are few. */
export function remembered<T>(make: (word: string) => T): (word: string) => T {
  const known = new Map<string, T>();
  return (word) => {
    let made = known.get(word);
    if (made === undefined) {
      if (known.size > REMEMBERED) known.clear();
      made = make(word);
      known.set(word, made);
    }
    return made;
  };
}
const REMEMBERED = 20_000;

/** Names with capitals inside that many write without. */
const NAMES = new Set(['PostgreSQL', 'MySQL', 'MariaDB', 'MongoDB', 'GitHub', 'GitLab', 'JavaScript', 'TypeScript']);

/** How a word is written: plain words in lower case, hyphened ones in parts, numbers apart from their units; all else as it stands. */
function written(word: string): string[] {
  const plain = word.replace(/['’]s$/, '');
  // No words of a sentence.
  if (plain === 'US' || plain === 'IT') return [plain];
  if (/^[\p{L}\p{M}]+(?:['’-][\p{L}\p{M}]+)*$/u.test(plain)) {
    if (/\p{Ll}\p{Lu}/u.test(plain) && !NAMES.has(plain)) return [plain];
    return plain.toLowerCase().split('-');
  }
  const number = /^([\d][\d.,]*)(\p{L}+|%)$/u.exec(word);
  if (number) return [...written(number[1]!), number[2]!.toLowerCase()];
  if (/^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(word)) return [word.replaceAll(',', '')];
  return [word];
}

function sentencesIn(line: readonly string[], language: string): Sentence[] {
  const sentences: Sentence[] = [];
  let words: string[] = [];
  for (const word of [...line, CUT]) {
    if (word !== CUT) words.push(word);
    else {
      if (words.some((it) => it !== BREAK)) sentences.push(sentence(words, language));
      words = [];
    }
  }
  return sentences;
}

function sentence(raw: readonly string[], language: string): Sentence {
  const { fillers, not, leading } = LANGUAGES[language] ?? NONE;
  const parts: Part[] = [];
  let part: Part = { words: [], moves: false };
  const close = () => {
    if (part.words.length > 0) parts.push(part);
    part = { words: [], moves: false };
  };
  let last = '';
  for (const word of raw) {
    const behind = last;
    last = word;
    if (word === BREAK) {
      // "No, deploy" is not "no deploy".
      if (part.words.at(-1) === NOT) part.words.push(',');
      close();
      continue;
    }
    if (!isWord(word)) {
      part.words.push(CANONICAL.get(word) ?? word);
      continue;
    }
    const isFirst = parts.length === 0 && part.words.length === 0;
    if (not.has(word)) {
      // On Fridays | never deploy.
      if (part.moves && part.words.length > 1) close();
      part.words.push(NOT);
    } else if (OBLIGED.has(word)) {
      if (!isFirst) part.words.push(MUST);
    } else if (ALWAYS.has(word) && part.words.at(-1) !== NOT) continue;
    else if (POINTING.has(word) && isFirst) part.words.push(POINTS);
    else if (fillers.has(word)) continue;
    else if (leading.has(word)) {
      // What ends a sentence leads nothing: `the branch to deploy from`.
      close();
      part = { words: [word], moves: true };
    } else part.words.push(WHO.has(behind) ? word : formOf(word, language));
  }
  close();
  return { parts, words: parts.flatMap(({ words }) => words) };
}

const isWord = remembered((word) => /^\d+$/.test(word) || (/^[\p{L}\p{M}]+$/u.test(word) && !/\p{Lu}/u.test(word)));

const NONE = { fillers: new Set<string>(), not: new Set<string>(), leading: new Set<string>() };
/** A verb behind one of these says when: `we used`, `we use`. */
const WHO = new Set(['we', 'i', 'they', 'he', 'she', 'it', 'you']);

/** The form that stands for a word's. Without stemmers: those make one of what was, is and should be. */
function formOf(word: string, language: string): string {
  const known = CANONICAL.get(word);
  if (known) return known;
  if (language === 'en') {
    const form = light(word);
    return CANONICAL.get(form) ?? form;
  }
  return /^(?:fr|es|pt|nl)$/.test(language) && word.length > 4 && /[^s]s$/.test(word) ? word.slice(0, -1) : word;
}

/** Verbs whose `-ing` has lost an e. */
const WITH_E =
  /(?:at|iz|ur|ag|c|v|dg|us|stor|creat|delet|writ|mak|tak|includ|encod|rebas|merg|releas|requir|chang|prepar|enabl|disabl|schedul|typ|nam|shar|compil|invok|cach|remov)$/;

const light = remembered(lightened);

/** An English word without the ending of its plural or its third person, or without `-ing`. */
function lightened(word: string): string {
  if (word.length < 4) return word;
  if (word === 'using') return 'use';
  if (/..ies$/.test(word) && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x|zz)es$/.test(word)) return word.slice(0, -2);
  // Without a vowel it is no plural: https.
  if (/[aeiouy].*[^sui]s$/.test(word)) return word.slice(0, -1);
  if (
    /...ing$/.test(word) &&
    !/(?:thing|string|staging|during|setting|spring|morning|evening|warning|king|ring|meeting|building|ping)$/.test(
      word,
    )
  ) {
    const stem = word.slice(0, -3);
    if (/([bdgmnprt])\1$/.test(stem)) return stem.slice(0, -1);
    return WITH_E.test(stem) ? `${stem}e` : stem;
  }
  if (/..ise$/.test(word) && word.length > 6) return `${word.slice(0, -3)}ize`;
  return word.length > 5 && word.endsWith('our') ? `${word.slice(0, -3)}or` : word;
}
