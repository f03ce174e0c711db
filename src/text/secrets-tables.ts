// Secrets in columns and lists: tables of Markdown and of databases, CSV, .pgpass, .netrc, Kubernetes' Secret.
import { classify } from './secrets-names.ts';
import type { Add } from './secrets-tokens.ts';
import { isNameOrPlaceholder, isPlaceholder, isRandom } from './secrets-values.ts';

const LONGEST_LINE = 1_000;

/** The line around an offset; of a long one what is near. */
function lineAt(text: string, at: number, reach = LONGEST_LINE): { from: number; to: number } {
  const near = Math.max(0, at - reach);
  const ahead = text.slice(at, at + reach).indexOf('\n');
  return {
    from: near + text.slice(near, at).lastIndexOf('\n') + 1,
    to: ahead < 0 ? Math.min(text.length, at + reach) : at + ahead,
  };
}

/** Where the rows of the last table end: none of them is a heading, so that each is read once. */
export interface Rows {
  end: number;
}

/**
 * The cells below a heading that names secrets.
 * @param at in the heading
 * @returns behind the heading's line where it is one, else -1
 */
export function findColumn(text: string, at: number, rows: Rows, add: Add): number {
  if (at < rows.end) return -1;
  const { from, to } = lineAt(text, at);
  if (text[to] !== '\n') return -1;
  const line = text.slice(from, to);
  const separator = /\|/.test(line)
    ? '|'
    : /^[^\t]+\t/.test(line)
      ? '\t'
      : /^[\w "'.-]{1,40}(?:[,;][\w "'.-]{1,40}){1,30}\r?$/.test(line)
        ? line.includes(';')
          ? ';'
          : ','
        : '';
  if (!separator) return -1;
  const names = line.split(separator).map((cell) => cell.trim().replace(/^["'`*_]+|["'`*_]+$/g, ''));
  if (names.length < 2) return -1;
  const columns = names.flatMap((name, n) => {
    const named = name.length <= 40 ? classify(name) : undefined;
    return named && named.strength !== 'weak' ? [{ n, named }] : [];
  });
  if (columns.length === 0) return -1;
  let row = to + 1;
  if (separator === '|') {
    const rule = lineAt(text, row);
    if (!/^[\s|:+=-]{3,400}$/.test(text.slice(rule.from, Math.min(rule.to, rule.from + 401)))) return -1;
    row = rule.to + 1;
  }
  while (row < text.length) {
    const { to: end } = lineAt(text, row);
    const cells = text.slice(row, end).split(separator);
    if (cells.length !== names.length) break;
    let start = row;
    let n = 0;
    for (const column of columns) {
      for (; n < column.n; n++) start += cells[n]!.length + 1;
      const cell = cells[n]!;
      const value = cell.trim().replace(/^["'`*]+|["'`*]+$/g, '');
      if (value.length < 4 || /\s/.test(value) || isNameOrPlaceholder(value)) continue;
      const first = start + cell.indexOf(value);
      if (column.named.strength === 'password' ? /[^A-Za-z]/.test(value) : isRandom(value))
        add(first, first + value.length, column.named.kind);
    }
    row = end + 1;
  }
  rows.end = row;
  return to;
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
/** UTF-16 units of a document that are looked at. */
const REACH = 65_536;

/** The values of a Kubernetes Secret: what they are called does not matter there. */
export function findKubernetes(text: string, add: Add): void {
  if (!text.includes(':') || !/kind["']?[ \t]*:[ \t]*["']?secret/i.test(text)) return;
  let done = -1;
  KIND.lastIndex = 0;
  for (let match = KIND.exec(text); match; match = KIND.exec(text)) {
    if (match.index < done) continue;
    // The document around it, between lines of dashes.
    const begin = Math.max(done, text.lastIndexOf('\n---', match.index) + 1, match.index - REACH, 0);
    const next = text.indexOf('\n---', match.index);
    done = Math.min(next < 0 ? text.length : next, match.index + REACH);
    dataIn(text, begin, done, add);
  }
}

function dataIn(text: string, begin: number, stop: number, add: Add): void {
  let indent = -1;
  for (let at = begin; at < stop; ) {
    const end = Math.min(lineAt(text, at, REACH).to, stop);
    const line = text.slice(at, end);
    const data = DATA.exec(line);
    const blank = /^[ \t]*/.exec(line)![0].length;
    if (data) indent = data[1]!.length;
    else if (indent >= 0 && line.trim() !== '' && blank <= indent) indent = -1;
    else if (indent >= 0) {
      const entry = /^[ \t]*(?:["']?[\w.-]{1,80}["']?[ \t]*:[ \t]*(?:[|>][+-]?[ \t]*$)?)?/.exec(line)!;
      const value = line
        .slice(entry[0].length)
        .replace(/[ \t\r]*$/, '')
        .replace(/^(["'])(.*)\1$/, '$2');
      const first = at + line.indexOf(value, entry[0].length);
      if (value.length >= 4 && !value.startsWith('#') && !/\s/.test(value) && !isPlaceholder(value))
        add(first, first + value.length, 'kubernetes-secret');
    }
    at = end + 1;
  }
}
