// Secrets in columns and lists: tables of Markdown and of databases, CSV, .pgpass, .netrc, Kubernetes' Secret.
import { classify, type Named } from './secrets-names.ts';
import type { Add } from './secrets-tokens.ts';
import { isNameOrPlaceholder, isPlaceholder, isRandom } from './secrets-values.ts';

/** Of a heading, UTF-16 units; rows may be longer. */
const LONGEST_LINE = 4_000;

/** The line around an offset; of a long one what is near. */
function lineAt(text: string, at: number, reach = LONGEST_LINE): { from: number; to: number } {
  const near = Math.max(0, at - reach);
  const ahead = text.slice(at, at + reach).indexOf('\n');
  return {
    from: near + text.slice(near, at).lastIndexOf('\n') + 1,
    to: ahead < 0 ? Math.min(text.length, at + reach) : at + ahead,
  };
}

/** Lines that are read by what stands above them: UTF-16 units, the end exclusive; it is the text's where more may follow. */
export interface Open {
  /** What says how they are read: the heading of a table with its rule, `kind: Secret`. Whole lines. */
  heading: string;
  /** Where the heading begins in the text. */
  from: number;
  start: number;
  end: number;
}

/** Of one search through a text. */
export interface Rows {
  /** Where the rows of the last table end: none of them is a heading, so that each is read once. */
  end: number;
  /** Where the last line ends that was found to be no heading. */
  judged: number;
  /** Is told of each table. */
  opened?: ((open: Open) => void) | undefined;
}

const CELL = '[\\w "\'.\\-\u00c0-\u1fff\u2c00-\u2fef\u3040-\ud7ff\ufeff]{1,40}';
let listHeading: RegExp | undefined;

function separatorOf(line: string): string {
  if (line.includes('|')) return '|';
  // Files with tags and lists of strings have paths and sentences where a table has names.
  if (/^[^\t]+\t/.test(line)) return /\/|,[\t\r]|,$/.test(line) ? '' : '\t';
  listHeading ??= new RegExp(`^${CELL}(?:[,;]${CELL}){1,400}\r?$`);
  if (!listHeading.test(line)) return '';
  return line.includes(';') ? ';' : ',';
}

/** So many lines within a table may be no rows of it: blank ones, or what somebody wrote between. */
const MOST_ODD = 2;

/**
 * The cells below a heading that names secrets.
 * @param at in the heading
 * @returns behind the heading's line where it is one, else -1
 */
export function findColumn(text: string, at: number, rows: Rows, add: Add): number {
  if (at < rows.end || at < rows.judged) return -1;
  const { from, to } = lineAt(text, at);
  const heading = text[to] === '\n' ? headingOf(text, from, to) : undefined;
  if (!heading) {
    rows.judged = to;
    return -1;
  }
  const { separator, width, columns } = heading;
  let start = to + 1;
  if (separator === '|') {
    const rule = lineAt(text, start);
    if (!/^[\s|:+=-]{3,4000}$/.test(text.slice(rule.from, rule.to))) {
      rows.judged = to;
      return -1;
    }
    start = rule.to + 1;
  }
  let odd = 0;
  rows.end = start;
  for (let row = start; row < text.length && odd <= MOST_ODD; ) {
    const next = text.indexOf('\n', row);
    const end = next < 0 ? text.length : next;
    const cells = cellsOf(text.slice(row, end), separator, width);
    if (cells) {
      odd = 0;
      for (const { n, named } of columns) valueIn(text, row + cells[n]!, row + cells[n + 1]! - 1, named, add);
      rows.end = end + 1;
    } else odd++;
    row = end + 1;
  }
  rows.opened?.({
    heading: text.slice(from, start),
    from,
    start,
    end: odd > MOST_ODD ? rows.end : text.length,
  });
  return to;
}

interface Heading {
  separator: string;
  /** How many cells it has. */
  width: number;
  /** Those that name secrets. */
  columns: { n: number; named: Named }[];
}

function headingOf(text: string, from: number, to: number): Heading | undefined {
  const line = text.slice(from, to);
  const separator = separatorOf(line);
  if (separator === '') return undefined;
  const names = line.split(separator).map((cell) => cell.trim().replace(/^["'`*_]+|["'`*_]+$/g, ''));
  if (names.length < 2) return undefined;
  const columns = names.flatMap((name, n) => {
    const named = name.length <= 40 ? classify(name) : undefined;
    return named && named.strength !== 'weak' ? [{ n, named }] : [];
  });
  if (columns.length === 0) return undefined;
  if (separator !== '|' && (names.some((name) => /^\d+$/.test(name)) || isRow(text, from, separator, names.length)))
    return undefined;
  return { separator, width: names.length, columns };
}

/** Whether the line above has as many cells: then this one is a row of what began further up, not a sentence's neighbour. */
function isRow(text: string, from: number, separator: string, width: number): boolean {
  if (from === 0) return false;
  const above = text.slice(lineAt(text, from - 1).from, from - 1);
  if (separator !== '\t' && /[,;] |[:.!?]\s*$/.test(above)) return false;
  return cellsOf(above, separator, width) !== undefined;
}

/**
 * Where the cells of a row begin, and last of all where the next one would; undefined where they are not so many. What separates
 * does not within quotes, nor behind a backslash in Markdown.
 */
function cellsOf(line: string, separator: string, width: number): number[] | undefined {
  const plain: number[] = [0];
  for (let at = line.indexOf(separator); at >= 0; at = line.indexOf(separator, at + 1))
    if (separator !== '|' || line[at - 1] !== '\\') plain.push(at + 1);
  plain.push(line.length + 1);
  if (separator !== '|' && line.includes('"')) {
    const quoted = quotedCells(line, separator);
    if (quoted.length === width + 1) return quoted;
  }
  return plain.length === width + 1 ? plain : undefined;
}

function quotedCells(line: string, separator: string): number[] {
  const starts = [0];
  for (let at = 0; at <= line.length; ) {
    let from = at;
    while (line[from] === ' ') from++;
    if (line[from] === '"') {
      // A doubled quote is one of the value's.
      from = line.indexOf('"', from + 1);
      while (from >= 0 && line[from + 1] === '"') from = line.indexOf('"', from + 2);
      if (from < 0) break;
    }
    const end = line.indexOf(separator, from);
    at = end < 0 ? line.length + 1 : end + 1;
    starts.push(at);
  }
  return starts;
}

/** Of a cell so much is judged, UTF-16 units. */
const LONGEST_CELL = 512;

function valueIn(text: string, start: number, end: number, { strength, kind }: Named, add: Add): void {
  const cell = text.slice(start, end);
  const value = cell.trim().replace(/^["'`*]+|["'`*]+$/g, '');
  const judged = value.slice(0, LONGEST_CELL);
  if (value.length < 4 || /\s/.test(value) || isNameOrPlaceholder(judged)) return;
  const first = start + cell.indexOf(value);
  if (strength === 'password' ? /[^A-Za-z]/.test(judged) : isRandom(judged)) add(first, first + value.length, kind);
}

const INSERT = /[^()]{0,400}\)\s{0,8}VALUES\s{0,8}\(([^()\n]{1,800})/iy;

/** `INSERT INTO users (name, password) VALUES ('bob', '…')`: the value below the name. @returns behind the names, else -1 */
export function findInsert(text: string, at: number, add: Add): number {
  const open = text.slice(Math.max(0, at - 400), at).lastIndexOf('(');
  if (open < 0) return -1;
  INSERT.lastIndex = at;
  const match = INSERT.exec(text);
  if (!match) return -1;
  const from = Math.max(0, at - 400) + open + 1;
  const names = text.slice(from, text.indexOf(')', at)).split(',');
  let start = INSERT.lastIndex - match[1]!.length;
  // A comma within a value would move the columns: then nothing fits, and nothing is taken.
  match[1]!.split(',').forEach((cell, n) => {
    const named = classify((names[n] ?? '').trim().replace(/["'`[\]]/g, ''));
    const value = /^\s*'([^']{3,200})'\s*$/.exec(cell)?.[1];
    if (named && value && !isNameOrPlaceholder(value))
      add(start + cell.indexOf(value), start + cell.indexOf(value) + value.length, named.kind);
    start += cell.length + 1;
  });
  return text.indexOf(')', at);
}

/** `host:port:database:user:password`, a line of .pgpass. */
export function findPgpass(text: string, add: Add): void {
  if (!text.includes(':')) return;
  const line = /(?<![\w.:/-])[\w.*-]{1,80}:(?:\d{2,5}|\*):[\w*-]{1,64}:[\w*.@-]{1,64}:([^\s:"'`]{4,128})(?=\s|$)/g;
  if (!/:(?:\d{4,5}|\*):[\w*-]/.test(text)) return;
  for (let match = line.exec(text); match; match = line.exec(text)) {
    const value = match[1]!;
    if (!/[A-Za-z]/.test(value) || isPlaceholder(value) || /^[\d.]+$/.test(value)) continue;
    const end = match.index + match[0].length;
    add(end - value.length, end, 'password');
  }
}

/** `machine … login … password …` */
export function findNetrc(text: string, add: Add): void {
  if (!text.includes('password') || !(text.includes('machine') || text.includes('login'))) return;
  const entry =
    /\b(?:machine[ \t]+\S{1,120}|default)\s{1,16}(?:login\s{1,4}\S{1,120}\s{1,16})?password\s{1,4}(\S{1,256})/g;
  for (let match = entry.exec(text); match; match = entry.exec(text)) {
    const end = match.index + match[0].length;
    if (!isPlaceholder(match[1]!)) add(end - match[1]!.length, end, 'password');
  }
}

const KIND = /^[ \t]*(?:-[ \t]+)?["']?kind["']?[ \t]*:[ \t]*["']?secret["']?[ \t]*,?\r?$/gim;
const DATA = /^([ \t]*)["']?(?:data|stringData)["']?:[ \t]*\r?$/;

/** The values of a Kubernetes Secret: what they are called does not matter there. */
export function findKubernetes(text: string, add: Add, opened?: (open: Open) => void): void {
  if (!text.includes(':') || !/kind["']?[ \t]*:[ \t]*["']?secret/i.test(text)) return;
  let done = 0;
  let next = -1;
  KIND.lastIndex = 0;
  for (let match = KIND.exec(text); match; match = KIND.exec(text)) {
    if (match.index < done) continue;
    // The document around it, between lines of dashes.
    const begin = done + text.slice(done, match.index).lastIndexOf('\n---') + 1;
    if (next < match.index) {
      next = text.indexOf('\n---', match.index);
      if (next < 0) next = text.length;
    }
    const column = /^[ \t]*(?:-[ \t]+)?/.exec(match[0])![0].length;
    done = dataIn(text, { begin, kind: match.index, column, stop: next }, add, opened);
  }
}

interface Document {
  begin: number;
  /** Where the line begins that says what it is. */
  kind: number;
  /** Of `kind`; what begins a list's entry further left begins another document. */
  column: number;
  stop: number;
}

/** @returns where the document ends */
function dataIn(
  text: string,
  { begin, kind, column, stop }: Document,
  add: Add,
  opened: ((open: Open) => void) | undefined,
): number {
  let values: [start: number, end: number][] = [];
  let indent = -1;
  let at = begin;
  const head = `${' '.repeat(column)}kind: Secret\n`;
  let data: Open | undefined;
  const close = () => {
    if (data) opened?.({ ...data, end: Math.min(at, text.length) });
    data = undefined;
  };
  while (at < stop) {
    const feed = text.indexOf('\n', at);
    const end = feed < 0 ? stop : Math.min(feed, stop);
    const line = text.slice(at, end);
    const blank = /^[ \t]*/.exec(line)![0].length;
    if (at !== kind && blank < column && /^-[ \t]/.test(line.slice(blank, blank + 2))) {
      if (at > kind) break;
      values = [];
      indent = -1;
      data = undefined;
    }
    const block = line.length < 400 ? DATA.exec(line) : null;
    if (block && block[1]!.length === column) {
      indent = block[1]!.length;
      close();
      data = { heading: `${head}${line}\n`, from: at, start: end + 1, end };
    } else if (indent >= 0 && line.trim() !== '' && blank <= indent) {
      indent = -1;
      close();
    } else if (indent >= 0) {
      const value = entryIn(line);
      if (value) values.push([at + value[0], at + value[1]]);
    }
    at = end + 1;
  }
  for (const [start, end] of values) add(start, end, 'kubernetes-secret');
  at = Math.min(at, stop);
  opened?.({ heading: head, from: kind, start: Math.min(kind + head.length, at), end: at });
  close();
  return Math.max(at, kind + 1);
}

/** Where the value stands in a line of data. */
function entryIn(line: string): [start: number, end: number] | undefined {
  const entry = /^[ \t]*(?:["']?[\w.-]{1,80}["']?[ \t]*:[ \t]*(?:[|>][+-]?[ \t]*$)?)?/.exec(line)!;
  const value = line
    .slice(entry[0].length)
    .trimEnd()
    .replace(/^(["'])(.*)\1$/, '$2');
  if (value.length < 4 || value.startsWith('#') || /\s/.test(value) || isPlaceholder(value.slice(0, LONGEST_CELL)))
    return undefined;
  const first = line.indexOf(value, entry[0].length);
  return [first, first + value.length];
}
