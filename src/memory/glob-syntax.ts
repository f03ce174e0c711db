// Reads the patterns of `applies_to` as people write them: lists, braces, the separators of Windows, absolute paths.
// docs/PATHS.md says what they mean.
import { foldCase } from '../index/paths.ts';

/** UTF-16 units of an entry. */
export const MAX_PATTERN = 1000;
/** What the braces of an entry may expand to. */
export const MAX_ALTERNATIVES = 256;

export interface GlobOptions {
  /** The project's absolute path; absolute patterns below it are taken as relative. */
  root?: string;
  /** Where the file system ignores case. */
  caseInsensitive?: boolean;
}

/** A pattern that means nothing, and what to do about it, as a sentence. */
export interface GlobProblem {
  pattern: string;
  message: string;
}

export type Token =
  | { text: string }
  | { wild: '*' }
  | { wild: '?' }
  | { wild: '['; body: string; negated: boolean; source: string };
export type Part = '**' | Token[];

/** One alternative, read. */
export interface Rule {
  negated: boolean;
  /** Starts at the root; else at any depth. */
  rooted: boolean;
  /** Ended with a slash: finds folders alone. */
  folder: boolean;
  /** Ended with `/**`, which is left out of the parts. */
  below: boolean;
  /** Never empty, never ending with `**`. */
  parts: Part[];
}

const EMPTY = 'is empty; write `**` for every file';

/** Why a pattern does not compile. */
class Unreadable extends Error {}

/** Reads the patterns of a memory, in their order; one with a problem is left out. */
export function readGlobs(
  patterns: readonly string[],
  { root, caseInsensitive = false }: GlobOptions,
): { rules: Rule[]; problems: GlobProblem[] } {
  const base = root === undefined ? '' : slashed(root).replace(/\/+$/, '').normalize('NFC');
  const rules: Rule[] = [];
  const problems: GlobProblem[] = [];
  const attempt = (pattern: string, read: () => void) => {
    try {
      read();
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      problems.push({ pattern, message: error.message });
    }
  };
  for (const entry of patterns) {
    attempt(entry, () => {
      const pieces = splitEntry(entry);
      let room = MAX_ALTERNATIVES;
      for (const piece of pieces) {
        attempt(pieces.length === 1 ? entry : piece, () => {
          const read = readPiece(piece, { base, caseInsensitive, room });
          room -= read.length;
          rules.push(...read);
        });
      }
    });
  }
  return { rules, problems };
}

/** A list of patterns with commas between; or one pattern. */
function splitEntry(entry: string): string[] {
  const text = entry.normalize('NFC').trim();
  if (text.length > MAX_PATTERN) {
    throw new Unreadable(`is longer than ${MAX_PATTERN.toLocaleString('en')} characters; write several patterns`);
  }
  // Where all of it is Windows', `\{` opens braces: to be known before it is split.
  const list = text.includes('/') ? text : slashed(text);
  const pieces = splitOutsideBraces(list);
  // What looks like a list may be the name of a file.
  const isList = pieces.length > 1 || pieces[0] !== list;
  if (isList && list && !/[*?\\{}!#]|,\s|\s,/.test(list)) pieces.push(list.replaceAll(',', '\\,'));
  if (!pieces.length) throw new Unreadable(EMPTY);
  return pieces;
}

interface Around {
  base: string;
  caseInsensitive: boolean;
  room: number;
}

function readPiece(piece: string, around: Around): Rule[] {
  const negated = piece.startsWith('!');
  const written = (negated ? piece.slice(1) : piece).trim();
  if (!written) throw new Unreadable(EMPTY);
  if (written.startsWith('#')) throw new Unreadable('starts with `#`, which is a comment; write `\\#`');
  if (/[\0-\x1f\x7f]/.test(written)) throw new Unreadable('contains a control character');
  const glob = belowRoot(slashed(written), around);
  const alternatives = expandBraces(glob, around.room);
  const rules = alternatives.flatMap((it) => {
    const read = readRule(it, negated, false);
    // `app/[slug]/page.tsx` is a path as well.
    return read.parts.some(hasClass) ? [read, readRule(it, negated, true)] : [read];
  });
  // So is `{{name}}/setup.py`. What lists alternatives is no path.
  if (glob !== alternatives[0] && !/[\\,]/.test(glob)) rules.push(readRule(glob, negated, true));
  return rules;
}

const hasClass = (part: Part) => part !== '**' && part.some((token) => 'wild' in token && token.wild === '[');

/** What a backslash makes plain; before other characters it says nothing. */
const SPECIAL = '*?[]{},!#\\ ';

/**
 * Backslashes that part folders become slashes; those that make a letter plain stay. Where no slash is near they are
 * Windows' (`src\**`, `app\[slug]\page.tsx`), unless what they open is closed by another (`\[draft\].md`).
 */
function slashed(text: string): string {
  if (!text.includes('\\')) return text;
  const windows = !text.includes('/');
  let out = '';
  for (let i = 0; i < text.length; i++) {
    const next = text[i + 1];
    if (text[i] !== '\\') out += text[i];
    else if (next !== undefined && (windows ? escapesInWindows(text, i) : escapes(text, i))) {
      out += SPECIAL.includes(next) ? `\\${next}` : next;
      i++;
    } else {
      out += '/';
      if (next === '\\') i++;
    }
  }
  return out;
}

function escapes(text: string, at: number): boolean {
  return !/^(?:[\p{L}\p{N}_]|\*\*)/u.test(text.slice(at + 1));
}

function escapesInWindows(text: string, at: number): boolean {
  const next = text[at + 1]!;
  if (next === '!' || next === '#') return at === 0;
  if (next === '[' || next === '{') {
    if (at === 0) return true;
    const close = text.indexOf(next === '[' ? ']' : '}', at);
    return close < 0 || text[close - 1] === '\\';
  }
  return ' ,]})'.includes(next);
}

function belowRoot(glob: string, { base, caseInsensitive }: Around): string {
  const fold = (text: string) => foldCase(text, caseInsensitive);
  if (base && fold(`${glob}/`).startsWith(fold(`${base}/`))) return glob.slice(base.length) || '/';
  if (/^[A-Za-z]:\//.test(glob)) throw new Unreadable('lies outside the project; patterns are relative to its root');
  if (/^~(?:\/|$)/.test(glob)) {
    throw new Unreadable('starts in the home folder; patterns are relative to the root of the project');
  }
  return glob;
}

function splitOutsideBraces(text: string): string[] {
  const pieces: string[] = [];
  let depth = 0;
  let start = 0;
  const classes = classEnds(text);
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '\\') i++;
    else if (text[i] === '[') i = classes.get(i) ?? i;
    else if (text[i] === '{') depth++;
    else if (text[i] === '}') depth = Math.max(0, depth - 1);
    else if (text[i] === ',' && depth === 0) {
      pieces.push(text.slice(start, i));
      start = i + 1;
    }
  }
  return [...pieces, text.slice(start)].map((it) => it.trim()).filter(Boolean);
}

/** Where the classes of a pattern end, by their start: `[` and the first `]` behind it in the same part. */
function classEnds(text: string): Map<number, number> {
  const ends = new Map<number, number>();
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '\\') i++;
    if (text[i] !== '[') continue;
    let end = i + 1;
    while (end < text.length && !']/{}'.includes(text[end]!)) end += text[end] === '\\' ? 2 : 1;
    if (text[end] !== ']') continue;
    ends.set(i, end);
    i = end;
  }
  return ends;
}

/** Braces may nest; `{}` is text. Alternatives are trimmed, as the client does it. */
function expandBraces(glob: string, room: number): string[] {
  const done: string[] = [];
  const open = [glob];
  while (open.length) {
    const next = open.pop()!;
    const group = firstBraces(next);
    if (!group) done.push(next);
    else {
      const { start, end, parts } = group;
      for (const part of parts.reverse()) open.push(next.slice(0, start) + part.trim() + next.slice(end + 1));
    }
    if (done.length + open.length > room) {
      throw new Unreadable(`expands to more than ${MAX_ALTERNATIVES} patterns; write fewer alternatives in braces`);
    }
  }
  return done;
}

function firstBraces(glob: string): { start: number; end: number; parts: string[] } | undefined {
  let depth = 0;
  let start = 0;
  let from = 0;
  let parts: string[] = [];
  for (let i = 0; i < glob.length; i++) {
    const letter = glob[i];
    if (letter === '\\') i++;
    else if (letter === '{' && glob[i + 1] === '}') i++;
    else if (letter === '{') {
      if (depth++ > 0) continue;
      start = i;
      from = i + 1;
      parts = [];
    } else if (depth === 1 && (letter === ',' || letter === '}')) {
      parts.push(glob.slice(from, i));
      from = i + 1;
      if (letter === ',') continue;
      const inside = glob.slice(start, i + 1);
      if (/^\{[^{},]+\.\.[^{},]+\}$/.test(inside)) {
        throw new Unreadable(`has a range in braces, which is not expanded; write its members: {1,2,3}`);
      }
      return { start, end: i, parts };
    } else if (letter === '}' && depth > 1) depth--;
  }
  if (depth > 0) throw new Unreadable('has a `{` that is never closed; write `\\{` where a name contains it');
  return undefined;
}

/** @param plain whether brackets and braces are letters */
function readRule(glob: string, negated: boolean, plain: boolean): Rule {
  const names = glob.split('/');
  const rooted = names[0] === '' || names[0] === '.';
  if (names[0] === '') names.shift();
  const folder = names.length > 1 && names.at(-1) === '';
  if (folder) names.pop();
  const kept = names.filter((name) => name !== '.');
  if (kept.every((name) => name === '')) throw new Unreadable('names the root; write `**` for every file');
  if (kept.includes('')) throw new Unreadable('has an empty part (`//`); write one `/`');
  if (kept.includes('..')) throw new Unreadable('contains `..`; patterns are relative to the root of the project');
  const parts = kept
    .map((name): Part => (name === '**' ? name : readName(name, plain)))
    .filter((part, i, all) => part !== '**' || all[i - 1] !== '**');
  const below = parts.at(-1) === '**';
  if (below) parts.pop();
  // Every file, or with a slash behind it every folder.
  if (!parts.length) return { negated, rooted: false, folder, below: false, parts: [[{ wild: '*' }]] };
  const slashes = rooted || names.length > 1;
  return { negated, rooted: slashes && parts[0] !== '**', folder, below: below && !folder, parts };
}

function readName(name: string, plain: boolean): Token[] {
  const tokens: Token[] = [];
  const classes = plain ? undefined : classEnds(name);
  for (let i = 0; i < name.length; i++) {
    const letter = name[i]!;
    const last = tokens.at(-1);
    if (letter === '*') {
      if (!last || !('wild' in last) || last.wild !== '*') tokens.push({ wild: '*' });
    } else if (letter === '?') tokens.push({ wild: '?' });
    else if (letter === '[' && classes) {
      const end = classes.get(i);
      if (end === undefined)
        throw new Unreadable('has a `[` that is never closed; write `\\[` where a name contains it');
      tokens.push(readClass(name.slice(i + 1, end)));
      i = end;
    } else {
      if (letter === '\\' && i + 1 < name.length) i++;
      tokens.push({ text: name[i]! });
    }
  }
  return tokens;
}

/** @param body between the brackets */
function readClass(body: string): Token {
  const negated = /^[!^]/.test(body);
  const letters = [...(negated ? body.slice(1) : body).matchAll(/\\(.)|[^\\]/gs)].map(([all, plain]) => plain ?? all);
  if (!letters.length) throw new Unreadable('has empty brackets; write `\\[\\]` where a name contains them');
  if (body.startsWith('[:')) throw new Unreadable('has a named class, which is not known; write its letters: [a-zA-Z]');
  let source = '';
  for (let i = 0; i < letters.length; i++) {
    const from = letters[i]!;
    const to = letters[i + 1] === '-' ? letters[i + 2] : undefined;
    source += escapeInClass(from);
    if (to === undefined) continue;
    if (to < from) throw new Unreadable(`has a range that ends before it starts; write [${to}-${from}]`);
    source += `-${escapeInClass(to)}`;
    i += 2;
  }
  return { wild: '[', body, negated, source: `(?!/)[${negated ? '^' : ''}${source}]` };
}

const escapeInClass = (letter: string) => letter.replace(/[\\\]^-]/, '\\$&');
