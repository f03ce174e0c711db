// What `applies_to` means (docs/PATHS.md): Claude Code's rule for `paths:` as measured, which is gitignore's, with the
// departures named there. Compiled to RegExps for the hook, and written back as `paths:` that the client reads alike.
// Written here rather than taken from picomatch, whose stars, dots, classes and extglobs mean something else and whose
// RegExps a pattern of many stars can hold up for minutes.
import { type CompiledPattern, foldCase } from '../index/paths.ts';
import { type GlobOptions, type GlobProblem, type Rule, readGlobs, type Token } from './glob-syntax.ts';

/**
 * Compiles the patterns of a memory, which are one list: `matches` in src/index/paths.ts. Never throws; a pattern with a
 * problem is left out.
 */
export function compileGlobs(
  patterns: readonly string[],
  options: GlobOptions = {},
): { compiled: CompiledPattern[]; problems: GlobProblem[] } {
  const { rules, problems } = readGlobs(patterns, options);
  return { compiled: distinct(rules).map((rule) => compileRule(rule, options.caseInsensitive ?? false)), problems };
}

/**
 * What to write into `paths:` of a Claude Code rule file so that the client finds what `matches` finds. Some things it
 * cannot be told, and may load a rule for a path more (behind `!`, for one less): it always ignores case; and it gets a `?` for `,`, `{`, `*`, `?`
 * and `\` in a name, for what must not stand somewhere (`[!a]`), and for brackets around letters that it takes apart.
 * An empty list means that no pattern can be read: a rule file without `paths:` would be loaded always, so write none.
 */
export function rulePaths(patterns: readonly string[], options: GlobOptions = {}): string[] {
  const written = distinct(readGlobs(patterns, options).rules).map(ruleText);
  // The client does not normalise; a file's name may come either way.
  const both = written.flatMap((it) => [it, it.normalize('NFD')]);
  return distinct(both);
}

/** Without repetitions; where something is taken back the order counts, and only neighbours are compared. */
function distinct<T extends Rule | string>(list: readonly T[]): T[] {
  const texts = list.map((it) => JSON.stringify(it));
  const ordered = list.some((it) => (typeof it === 'string' ? it.startsWith('!') : it.negated));
  if (ordered) return list.filter((_, i) => texts[i] !== texts[i - 1]);
  return [...new Map(list.map((it, i) => [texts[i], it])).values()];
}

function compileRule({ negated, rooted, folder, parts }: Rule, caseInsensitive: boolean): CompiledPattern {
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
  const path = `${rooted && names.length === 1 ? '/' : ''}${names.join('/')}`;
  // The client trims both ends, and takes a first letter for a comment or a negation.
  const safe = path.replace(/^\s|\s$/g, '?').replace(/^[#!]/, '\\$&');
  return `${negated ? '!' : ''}${safe}${folder ? '/' : below ? '/**' : ''}`;
}

function tokenText(token: Token): string {
  // The client expands braces and splits at commas wherever they stand, and knows no escape for these.
  if ('text' in token) return token.text.replace(/[,{*?\\]/, '?').replace(/[[\]]/, '\\$&');
  if (token.wild !== '[') return token.wild;
  return token.negated || /[\\,{}*?^$.|+()[]/.test(token.body) ? '?' : `[${token.body}]`;
}
