// Takes secrets out of a text. Our own rules, from the providers' token formats and from where secrets stand: `redact` is what capture
// writes through, what a hand-written memory is sent through, and what `engram redact` filters with. Linear in the length of the text.
import { findAssigned } from './secrets-assigned.ts';
import { findAwsSecrets } from './secrets-aws.ts';
import { findCookies } from './secrets-cookies.ts';
import { findFlags } from './secrets-flags.ts';
import { findKeys } from './secrets-keys.ts';
import { classify, type Named } from './secrets-names.ts';
import { findLogin, findProse, findSeed } from './secrets-prose.ts';
import { readingOf } from './secrets-readings.ts';
import { findShapes } from './secrets-shapes.ts';
import {
  findColumn,
  findInsert,
  findKubernetes,
  findNetrc,
  findPgpass,
  type Open,
  type Rows,
} from './secrets-tables.ts';
import { type Add, findTokens } from './secrets-tokens.ts';
import { findUrls } from './secrets-urls.ts';
import { isChosen, isMixed, isNameOrPlaceholder, isPlaceholder, MARK } from './secrets-values.ts';
import { wordsOf } from './secrets-words.ts';

/** A stretch of the text that was given: UTF-16 units, the end exclusive. */
export interface Found {
  kind: string;
  start: number;
  end: number;
}

export interface Redacted {
  text: string;
  /** In order, none touching another. */
  found: Found[];
}

/** What was left by one round may read otherwise in the next: so many at most. */
const ROUNDS = 4;

/** Of a text that is a stretch of a longer one. */
export interface Within {
  /** Where its first whole line begins: no heading of a table stands before that. */
  from: number;
  /** Is told of what is read by its heading. */
  opened(open: Open): void;
}

/** A text with each secret in it replaced by `[redacted:<kind>]`; what leads to one (`password=`, a user's name) stays. */
export function redact(text: string, within?: Within): Redacted {
  let found = search(text, within);
  if (found.length === 0) return { text, found };
  let { text: left, back } = replaced(text, found);
  for (let round = 1; round < ROUNDS; round++) {
    const more = search(left, within && { from: within.from, opened: () => {} });
    if (more.length === 0) break;
    found = united([...found, ...more.map(({ kind, start, end }) => ({ kind, start: back(start), end: back(end) }))]);
    ({ text: left, back } = replaced(text, found));
  }
  return { text: left, found };
}

function search(text: string, within?: Within): Found[] {
  const found = searchOne(text, within);
  const reading = readingOf(text);
  if (reading === undefined) return found;
  const read = searchOne(reading.text).map(({ kind, start, end }) => ({ kind, ...reading.back(start, end) }));
  // A mark is the same in both, and stays.
  const marks = marksIn(text);
  return united([...found, ...read.flatMap((it) => outside(it, marks))]);
}

function searchOne(text: string, within?: Within): Found[] {
  const found: Found[] = [];
  const marks = marksIn(text);
  const add: Add = (start, end, kind) => {
    if (end > start) found.push({ kind, start, end });
  };
  let looked = 0;
  findTokens(text, add, (at, name) => {
    if (at >= looked) looked = findFlags(text, at, name, add);
  });
  findAwsSecrets(
    text,
    found.filter(({ kind }) => kind === 'aws-access-key'),
    add,
  );
  findShapes(text, add);
  findKeys(text, add);
  findUrls(text, add);
  findCookies(text, add);
  findPgpass(text, add);
  findNetrc(text, add);
  findKubernetes(text, add, within?.opened);
  findNamed(text, add, within);
  return united(found.flatMap((it) => outside(it, marks)));
}

/** Where the text has marks already: they are never touched again. */
function marksIn(text: string): Found[] {
  const marks: Found[] = [];
  for (let at = text.indexOf(MARK); at >= 0; at = text.indexOf(MARK, at + 1)) {
    const mark = /^\[redacted:[a-z0-9-]{1,40}\]/.exec(text.slice(at, at + 60));
    if (mark) marks.push({ kind: '', start: at, end: at + mark[0].length });
  }
  return marks;
}

/** What of a stretch is no mark. */
function outside(it: Found, marks: readonly Found[]): Found[] {
  let low = 0;
  let high = marks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (marks[middle]!.end <= it.start) low = middle + 1;
    else high = middle;
  }
  const parts: Found[] = [];
  let start = it.start;
  for (let n = low; n < marks.length && marks[n]!.start < it.end; n++) {
    if (marks[n]!.start > start) parts.push({ ...it, start, end: marks[n]!.start });
    start = Math.max(start, marks[n]!.end);
  }
  if (start < it.end) parts.push({ ...it, start });
  return parts;
}

/** In order, those that overlap as one: the kind of the first that was found there. */
function united(found: readonly Found[]): Found[] {
  const ordered = found.map((it, n) => ({ ...it, n })).sort((a, b) => a.start - b.start || a.n - b.n);
  const all: (Found & { n: number })[] = [];
  for (const it of ordered) {
    const last = all.at(-1);
    if (last && it.start < last.end) {
      last.end = Math.max(last.end, it.end);
      if (it.n < last.n) Object.assign(last, { kind: it.kind, n: it.n });
    } else all.push(it);
  }
  return all.map(({ kind, start, end }) => ({ kind, start, end }));
}

/** The text with marks, and the way back from an offset in it to one in the text that was given. */
function replaced(text: string, found: readonly Found[]): { text: string; back(at: number): number } {
  const parts: string[] = [];
  const starts: number[] = [];
  const origins: number[] = [];
  let from = 0;
  let length = 0;
  for (const { kind, start, end } of found) {
    const mark = `${MARK}${kind}]`;
    parts.push(text.slice(from, start), mark);
    length += start - from + mark.length;
    starts.push(length);
    origins.push(end);
    from = end;
  }
  parts.push(text.slice(from));
  const back = (at: number) => {
    let low = 0;
    let high = starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (starts[middle]! <= at) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? at : origins[low - 1]! + at - starts[low - 1]!;
  };
  return { text: parts.join(''), back };
}

/** How far a name reaches around a keyword. */
const REACH = 64;
const LETTER = /[A-Za-z\u00c0-\u1fff\u2c00-\u2fef\u3040-\ud7ff\d_$.-]/;

function isNameLetter(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 128)
    return (
      (code >= 48 && code <= 57) ||
      (code >= 65 && code <= 90) ||
      (code >= 97 && code <= 122) ||
      code === 95 ||
      code === 45 ||
      code === 46
    );
  // Chinese and Japanese names have no end that could be seen.
  return code < 0x2e80 && LETTER.test(text[at]!);
}

/** Anything that sentences of nothing but words have not: other signs, numbers, long or oddly written words. */
const NO_PROSE =
  /[^A-Za-z\u00c0-\u1fff\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3 .,?\n'、。，？]|[a-z][A-Z]|[A-Z]{2}[a-z]|[A-Za-z\u00c0-\u1fff]{32}|[.,?][A-Za-z\u00c0-\u1fff']|(?<![A-Za-z\u00c0-\u1fff])'|'(?![A-Za-z\u00c0-\u1fff])/;

/** Most prompts that speak of users, keys or sessions: no rule of names takes a mere word for a secret. A list may be columns. */
function isProse(text: string): boolean {
  return !NO_PROSE.test(text) && !(/[,，、]/.test(text) && text.includes('\n'));
}

function findNamed(text: string, add: Add, within?: Within): void {
  const next = wordsOf(text);
  const rows: Rows = { end: within?.from ?? 0, judged: 0, opened: within?.opened };
  let done = 0;
  let prose: boolean | undefined;
  for (let found = next(0); found; found = next(done)) {
    const { start: at, end: after, word } = found;
    prose ??= isProse(text);
    // Those before which words are the secret.
    if (prose && !/^(?:mnemonic|seed|recovery)/.test(word)) {
      done = after;
      continue;
    }
    let start = at;
    while (start > done && at - start < REACH && isNameLetter(text, start - 1)) start--;
    let end = after;
    if (text[after - 1] !== ' ' && text[after - 1] !== '\t')
      while (end < text.length && end - after < REACH && isNameLetter(text, end)) end++;
    while (end > after && /[.-]/.test(text[end - 1]!)) end--;
    while (start < at && /[.-]/.test(text[start]!)) start++;
    // On from behind the name, or from behind its value.
    done = Math.max(namedAt(text, start, end, word, rows, add), end);
  }
}

/** Names behind which a user and a password may follow; not `useRealPaths`. */
const LOGIN = /(?:user(?:name)?s?|log ?in|sign ?in|creds?|credentials?|zugang[a-z]*)$/i;

/** @returns behind what has been looked at */
function namedAt(text: string, start: number, end: number, word: string, rows: Rows, add: Add): number {
  const name = text.slice(start, end);
  if (
    /^(?:log ?in|sign ?in|zugang|логин|учёт|登录|账号|ログイン|アカウント|비밀번호|암호|패스워드|토큰|wachtwoord|hasło|şifre|lösenord|user|cred)/.test(
      word,
    ) &&
    (LOGIN.test(name) || name.charCodeAt(name.length - 1) > 127)
  ) {
    const found = findLogin(text, end, add);
    if (found >= 0) return found;
  }
  if (/^(?:mnemonic|seed|recovery)/.test(word)) return Math.max(end, findSeed(text, end, add));
  if (word === 'bearer' || word.startsWith('basic')) return schemeAt(text, end, word !== 'bearer', add);
  if (/auth\w*$|login$|credentials?$/i.test(name)) {
    const pair = credentialsAt(text, end, add);
    if (pair >= 0) return pair;
  }
  const assigned = findAssigned(text, start, end, add);
  if (assigned >= 0) return assigned;
  const column =
    /[|,;\t]/.test(text[skip(text, end)] ?? '') ||
    (name.charCodeAt(0) < 0x2e80 ? /[|,;\t]\s*$/ : /[|,;\t][^|,;\t\n]*$/).test(
      text.slice(Math.max(0, start - 8), start),
    )
      ? findColumn(text, start, rows, add)
      : -1;
  if (column >= 0) return column;
  const inserted = /[,)]/.test(text[skip(text, end)] ?? '') ? findInsert(text, start, add) : -1;
  if (inserted >= 0) return inserted;
  const told = spoken(text, start, name);
  return told && told.strength !== 'weak' ? Math.max(end, findProse(text, end, { ...told, name }, add)) : end;
}

function skip(text: string, at: number): number {
  let to = at;
  while (to < at + 24 && /[ "'`*]/.test(text[to] ?? '')) to++;
  return to;
}

/** What a name says in a sentence, where it may be of two words: `API key`, `ключ API`, `clave de la API`. */
function spoken(text: string, start: number, name: string): Named | undefined {
  if (/[\u3040-\u30ff\u4e00-\u9fff]/.test(name)) {
    const cjk = classify(/密码|密碼|口令|パスワード/.test(name) ? 'password' : 'api_key')!;
    return cjk;
  }
  const before =
    /([A-Za-z\u00c0-\u1fff\u2c00-\u2fef\u3040-\ud7ff\d]{2,16})[ _-]$/.exec(
      text.slice(Math.max(0, start - 18), start),
    )?.[1] ?? '';
  const two = /^(?:key|keys|schlüssel|phrase)$/i.test(name) && before ? classify(`${before}_key`) : undefined;
  const named = two && two.strength !== 'weak' ? two : classify(name.replace(/^пароля?м?у?$/i, 'пароль'));
  return named;
}

const SCHEME_VALUE = /[ \t:]{1,3}["']?([A-Za-z0-9+/=_.~|:-]{8,4096})/y;

/** `Bearer …`, `Basic …`, wherever it stands. */
function schemeAt(text: string, end: number, basic: boolean, add: Add): number {
  const from = /\s/.test(text[end - 1]!) ? end - 1 : end;
  SCHEME_VALUE.lastIndex = from;
  const match = SCHEME_VALUE.exec(text);
  if (!match) return end;
  const value = match[1]!.replace(/[.:]+$/, '');
  const first = SCHEME_VALUE.lastIndex - match[1]!.length;
  if (
    isPlaceholder(value) ||
    (basic && !isBasic(value)) ||
    !/\d|=$|[a-z][A-Z].*[a-z][A-Z]/.test(value) ||
    value.length < 12 ||
    /^[a-z-]+$/.test(value)
  )
    return end;
  add(first, first + value.length, 'authorization');
  return first + value.length;
}

/** User and password in base64. */
function isBasic(value: string): boolean {
  return /^[\x20-\x7e\xa0-\xff]+:/.test(Buffer.from(value.slice(0, 256), 'base64').toString('latin1'));
}

const CREDENTIALS =
  /[ \t]{0,4}[=:]?[ \t]{0,4}[([]\s{0,8}(["'])[^"'\n]{0,80}\1\s{0,4},\s{0,4}(?:Some\()?(["'])([^"'\n]{4,200})\2/y;

/** `auth=("user", "…")`, `HTTPBasicAuth("user", "…")`. */
function credentialsAt(text: string, end: number, add: Add): number {
  CREDENTIALS.lastIndex = end;
  const match = CREDENTIALS.exec(text);
  if (!match || isNameOrPlaceholder(match[3]!) || /\s/.test(match[3]!)) return -1;
  if (/credentials?$/i.test(text.slice(end - 11, end)) && !isMixed(match[3]!, 6) && !isChosen(match[3]!)) return -1;
  const last = CREDENTIALS.lastIndex - 1;
  add(last - match[3]!.length, last, 'password');
  return last;
}
