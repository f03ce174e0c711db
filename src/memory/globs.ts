// What `applies_to` means (docs/PATHS.md): Claude Code's rule for `paths:` as measured, which is gitignore's, with the
// departures named there. Compiled to RegExps for the hook, and written back as `paths:` that the client reads alike.
// Written here rather than taken from picomatch, whose stars, dots, classes and extglobs mean something else and whose
// RegExps a pattern of many stars can hold up for minutes.
import { type CompiledPattern, foldCase } from '../index/paths.ts';

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

type Token =
  | { text: string }
  | { wild: '*' }
  | { wild: '?' }
  | { wild: '['; body: string; negated: boolean; source: string };
type Part = '**' | Token[];

/** One alternative, read. */
interface Rule {
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

/** Why a pattern does not compile. */
class Unreadable extends Error {}

/**
 * Compiles the patterns of a memory, which are one list: `matches` in src/index/paths.ts. Never throws; a pattern with a
 * problem is left out.
 */
export function compileGlobs(
  patterns: readonly string[],
  options: GlobOptions = {},
): { compiled: CompiledPattern[]; problems: GlobProblem[] } {
  const { rules, problems } = readGlobs(patterns, options);
  return { compiled: rules.map((rule) => compiled(rule, options.caseInsensitive ?? false)), problems };
}

/**
 * What to write into `paths:` of a Claude Code rule file so that the client finds what `matches` finds. Two things it
 * cannot be told: case (it always ignores it), and the characters `, { * ?` and `\` of a name, letters that must not
 * stand somewhere (`[!a]`) and some that may, for which it gets a `?`.
 * An empty list means that no pattern can be read: a rule file without `paths:` would be loaded always, so write none.
 */
export function rulePaths(patterns: readonly string[], options: GlobOptions = {}): string[] {
  const written = readGlobs(patterns, options).rules.map(ruleText);
  // The client does not normalise; a file's name may come either way.
  const both = written.flatMap((it) => [it, it.normalize('NFD')]);
  return distinct(both, (it) => it);
}

function readGlobs(patterns: readonly string[], { root, caseInsensitive = false }: GlobOptions) {
  const base = root === undefined ? '' : slashed(root).replace(/\/+$/, '').normalize('NFC');
  const rules: Rule[] = [];
  const problems: GlobProblem[] = [];
  for (const entry of patterns) {
    let at = entry;
    try {
      const list = entry.normalize('NFC').trim();
      if (!list) throw new Unreadable('is empty; write `**` for every file');
      if (list.length > MAX_PATTERN) {
        throw new Unreadable(`is longer than ${MAX_PATTERN.toLocaleString('en')} characters; write several patterns`);
      }
      let room = MAX_ALTERNATIVES;
      const pieces = splitOutsideBraces(list);
      for (const piece of pieces) {
        at = piece;
        const read = readPiece(piece, { base, caseInsensitive, room });
        room -= read.length;
        rules.push(...read);
      }
      // A list in which no letter is special may be the name of a file.
      if (pieces.length > 1 && !/[*?\\{}!#]|,\s|\s,/.test(list)) {
        rules.push(...readPiece(list.replaceAll(',', '\\,'), { base, caseInsensitive, room: 1 }));
      }
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      problems.push({ pattern: at.length > 80 ? `${at.slice(0, 79)}…` : at, message: error.message });
    }
  }
  return { rules: distinct(rules, ruleText), problems };
}

/** Without repetitions, unless something is taken back: then the order counts. */
function distinct<T>(list: readonly T[], text: (it: T) => string): T[] {
  const texts = list.map(text);
  if (texts.some((it) => it.startsWith('!'))) return list.filter((_, i) => i === 0 || texts[i] !== texts[i - 1]);
  return [...new Map(list.map((it, i) => [texts[i], it])).values()];
}

interface Around {
  base: string;
  caseInsensitive: boolean;
  room: number;
}

function readPiece(piece: string, around: Around): Rule[] {
  const negated = piece.startsWith('!');
  const written = (negated ? piece.slice(1) : piece).trim();
  if (!written) throw new Unreadable('is empty; write `**` for every file');
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
      out += `\\${next}`;
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

function compiled({ negated, rooted, folder, parts }: Rule, caseInsensitive: boolean): CompiledPattern {
  const chunks: Token[][][] = [[]];
  for (const part of parts) {
    if (part === '**') chunks.push([]);
    else chunks.at(-1)!.push(part);
  }
  if (!chunks[0]!.length) chunks.shift();
  const source = regExpSource(chunks, rooted, folder);
  const fold = (text: string) => foldCase(text, caseInsensitive);
  let prefix = '';
  if (rooted) {
    for (const part of chunks[0]!) {
      const name = plainName(part);
      if (name === undefined) break;
      prefix += `${name}/`;
    }
    const whole = chunks.length === 1 && chunks[0]!.every((part) => plainName(part) !== undefined);
    if (whole && !folder) return { source, negated, literal: prefix.slice(0, -1), prefix: fold(prefix) };
  }
  if (prefix) return { source, negated, prefix: fold(prefix) };
  const tail = chunks
    .flat()
    .reverse()
    .map(tailOf)
    .find((it) => it !== undefined);
  return { source, negated, prefix, ...(tail === undefined ? {} : { tail: fold(tail) }) };
}

function plainName(part: readonly Token[]): string | undefined {
  return part.every((token) => 'text' in token) ? part.map((token) => token.text).join('') : undefined;
}

/** The part's name, or the extension that any name has which it matches. */
function tailOf(part: readonly Token[]): string | undefined {
  const plain = plainName(part);
  if (plain !== undefined) return plain;
  const end = part.slice(part.findLastIndex((token) => 'wild' in token) + 1);
  const name = plainName(end)!;
  return name.includes('.') ? name.slice(name.lastIndexOf('.')) : undefined;
}

/**
 * No star is ever tried twice: what stands before the next one is looked for once, from the left, and held by a
 * lookahead, which JavaScript does not enter again. That loses nothing, as a later find leaves less room for the rest;
 * it bounds the time by the path's length times the pattern's.
 */
function regExpSource(chunks: readonly Token[][][], rooted: boolean, folder: boolean): string {
  let groups = 0;
  const once = (source: () => string) => {
    const name = `g${++groups}`;
    return `(?=(?<${name}>${source()}))\\k<${name}>`;
  };
  const partSource = (part: readonly Token[]) => {
    const pieces: string[] = [''];
    for (const token of part) {
      if ('text' in token) pieces.push(pieces.pop() + escapeRegExp(token.text));
      else if (token.wild === '*') pieces.push('');
      else pieces.push(pieces.pop() + (token.wild === '?' ? '[^/]' : token.source));
    }
    const [first = '', ...rest] = pieces;
    const last = rest.pop();
    if (last === undefined) return first;
    if (part.length === 1) return '[^/]+';
    return `${first}${rest.map((piece) => once(() => `[^/]*?${piece}`)).join('')}[^/]*${last}`;
  };
  const chunkSource = (chunk: readonly Token[][]) => chunk.map(partSource).join('/');
  const end = folder ? '/' : '(?:/|$)';
  const last = chunks.length - 1;
  if (last === 0) return `${rooted ? '^' : '(?:^|/)'}${chunkSource(chunks[0]!)}${end}`;
  return chunks.reduce((before, chunk, i) => {
    if (i === last) return `${before}(?:[^/]*/)*?${chunkSource(chunk)}${end}`;
    if (i === 0 && rooted) return `${before}${chunkSource(chunk)}/`;
    return before + once(() => `(?:[^/]*/)*?${chunkSource(chunk)}/`);
  }, '^');
}

const escapeRegExp = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&');

/** As the client must read it. */
function ruleText({ negated, rooted, folder, below, parts }: Rule): string {
  const names = parts.map((part) => (part === '**' ? part : part.map(tokenText).join('')));
  const needsSlash = rooted && names.length === 1;
  const text = `${needsSlash ? '/' : ''}${names.join('/')}${folder ? '/' : below ? '/**' : ''}`;
  // Both ends are trimmed by the client; a comment or a negation starts with its letter.
  const safe = text.replace(/^\s|\s$/g, '?').replace(/^[#!]/, '\\$&');
  return `${negated ? '!' : ''}${safe}`;
}

function tokenText(token: Token): string {
  // The client expands braces and splits at commas wherever they stand, and knows no escape for these.
  if ('text' in token) return token.text.replace(/[,{*?\\]/, '?').replace(/[[\]]/, '\\$&');
  if (token.wild !== '[') return token.wild;
  return token.negated || /[\\,{}*?^$.|+()[]/.test(token.body) ? '?' : `[${token.body}]`;
}
