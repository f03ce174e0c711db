// Values that a name gives away: `password=…`, `"apiKey": "…"`, `<add key="Password" value="…">`, `--token …`, `Authorization: …`.
import { isCut, wrappedEnd } from './secrets-letters.ts';
import { classify, type Named } from './secrets-names.ts';
import { type Add, beginsToken } from './secrets-tokens.ts';
import {
  isChosen,
  isExpression,
  isJumbled,
  isKeyBytes,
  isMixed,
  isNameOrPlaceholder,
  isPlaceholder,
  isRandom,
  isTelling,
  isWords,
} from './secrets-values.ts';

/** How the value stands there. `flag`: behind a blank; `argument`: behind a comma. */
type Form = 'equals' | 'colon' | 'quoted' | 'flag' | 'argument';

/** What may stand between a name and its value; the first group is what tells the form. */
const BETWEEN: readonly RegExp[] = [
  // name", "value" and name = "value" in their many forms; a type may stand between.
  /(?:\\{0,3}["'`\])*\u201d\u2019]){0,3}(?:[ \t]{0,4}:[ \t]{0,4}(?:&'?[a-z]{0,8} ?)?(?:String|string|str|text|SecretStr)\??(?=[ \t]{0,4}=))?[ \t\u00a0\u202f]{0,24}(:{0,3}=(?!=)>?|=>|\?\?=?|\|\|=?|\?[=:]|\+=|:(?!:)|：|＝|->)\*{0,2}[ \t\u00a0\u202f]{0,24}/y,
  // XML: <password>…, <add key="Password" value="…">; lists of names and values, also over a line.
  /(?:"|')?[ \t]{0,4}(?:\/?>|,|\{)?\s{0,24}(?:-[ \t])?["']?(?:value|default|defaultValue|secret_value|val)["']?[ \t]{0,4}(=|:)[ \t]{0,4}/iy,
  /(>)(?=[^<>\n]{1,400}<\/)/y,
  // Terraform: variable "password" { type = string default = "…" }
  /"[ \t]{0,4}\{(?:\s{1,24}(?:type|description|sensitive|nullable|ephemeral)[ \t]{0,24}=[^\n]{0,160}){1,5}\s{1,24}default[ \t]{0,24}(=)[ \t]{0,4}/y,
  // Arguments: getEnv("PASSWORD", "…"), define('DB_PASSWORD', '…').
  /["'][ \t]{0,4}(,)[ \t]{0,4}(?=["'])/y,
];

/** Its place in the list: it is long, and seldom worth compiling. */
const TERRAFORM = 3;

const OPEN = /(?:[bfrul@]{0,2}|\\{0,3})(["'`\u201c\u2018\u00ab\u201e\u300c])(?:(?<=\u00ab)[ \u00a0\u202f])?/iy;
const CLOSING: Readonly<Record<string, string>> = {
  '\u201c': '\u201d',
  '\u2018': '\u2019',
  '\u00ab': '\u00bb',
  '\u201e': '\u201c',
  '\u300c': '\u300d',
};
const BARE = /[^\s\0"'`<>\u3000-\u303f\uff00-\uff0f\uff1a-\uff1f\u2018-\u201f]{1,512}/y;
const LETTERS = /[A-Za-z0-9+/=_~.-]+/y;
const SCHEME =
  /(?:Bearer|Basic|Token|ApiKey|Api-Key|Digest|Negotiate|NTLM|Key|OAuth|FlyV1|Splunk|GenieKey|SSWS|Klaviyo-API-Key|DeepL-Auth-Key|sso-key|JWT|Apikey|Bot)[ \t]+(?=\S)/iy;
/** Longest value, UTF-16 units; what is longer is taken to its end where it is one run. */
const LONGEST = 512;

/**
 * The value behind a name, where there is one.
 * @param start of the name
 * @param end of the name
 * @returns behind the value, whether it was a secret or not; -1 where no value follows
 */
export function findAssigned(text: string, start: number, end: number, add: Add): number {
  const name = text.slice(start, end);
  const query = /[?&]/.test(text[start - 1] ?? '');
  const named = classify(query && name === 'key' ? 'api_key' : name);
  if (!named || (/signature$/i.test(name) && !query)) return -1;
  const ini = start === 0 || text[start - 1] === '\n';
  const flagged = /(?:^|[\s"'`=[(,])--?$/.test(text.slice(Math.max(0, start - 4), start));
  for (const [n, between] of BETWEEN.entries()) {
    if (n === TERRAFORM && text[end] !== '"') continue;
    between.lastIndex = end;
    const match = between.exec(text);
    if (!match) continue;
    const sign = match[1]!;
    const form: Form =
      sign === ','
        ? 'argument'
        : n === 1 || n === 2 || n === 3
          ? 'quoted'
          : sign === ':' || sign === '：'
            ? 'colon'
            : 'equals';
    const tight = !/\s/.test(match[0]);
    return valueAt(text, between.lastIndex, { name, named, form, start, tight, ini, sure: flagged || query, add });
  }
  if (text[end] === '(' && named.strength === 'password' && SETS.test(name)) {
    const call = /^\([ \t]{0,4}(?=(["'])[^"'\n]{4,64}\1[ \t]{0,4}\))/.exec(text.slice(end, end + 80));
    if (call) {
      const at: At = { name, named, form: 'flag', start, tight: true, ini, sure: false, add };
      return valueAt(text, end + call[0].length, at);
    }
  }
  if (
    flagged ||
    (text[end] === ' ' && DEFINE.test(text.slice(Math.max(0, start - 12), start))) ||
    LONE.test(name) ||
    isSql(text, start, end)
  ) {
    const blank = /^[ \t]{1,4}(?:(?:by|is|<<<|[057])[ \t]{1,4})?(?=\S)/i.exec(text.slice(end, end + 16));
    if (blank) {
      const from = end + blank[0].length;
      const to = valueAt(text, from, { name, named, form: 'flag', start, tight: false, ini, sure: false, add });
      // `with the password for the database is …` goes on as a sentence.
      if (to > from || flagged) return to;
    }
  }
  return -1;
}

/** Methods that are given a password: `setPassword("…")`, `.password("…")`. */
const SETS = /^(?:[\w.]*\.)?(?:set|with|use)?_?pass(?:word|wd|phrase)?$/i;
/** Of C; its value stands behind a blank. */
const DEFINE = /#[ \t]*define[ \t]+$/;
/** Names that take a value behind a blank in their own files: redis.conf, .netrc, ssh and VPN settings. */
const LONE = /^(?:requirepass|masterauth|sftp_?pass|_authToken|_password)$/i;

function isSql(text: string, start: number, end: number): boolean {
  const name = text.slice(start, end);
  if (!/^(?:password|passwd|passphrase|identified|(?:convertto-)?securestring)$/i.test(name)) return false;
  return (
    /^[ \t]{1,4}(?:by[ \t]{1,4})?["']/i.test(text.slice(end, end + 12)) ||
    /(?:with|login|user|(?:^|\n)[ \t]*username|role|machine|host|account|connect)\b[^\n]{0,80}$/i.test(
      text.slice(Math.max(0, start - 96), start),
    )
  );
}

interface At {
  name: string;
  named: Named;
  form: Form;
  /** Where the name begins. */
  start: number;
  /** Nothing but the sign stands between. */
  tight: boolean;
  /** The name begins its line. */
  ini: boolean;
  /** A flag or a part of a query: what follows is no variable. */
  sure: boolean;
  add: Add;
}

function valueAt(text: string, from: number, at: At): number {
  OPEN.lastIndex = from;
  const open = OPEN.exec(text);
  if (open) return quotedAt(text, from, OPEN.lastIndex, open, at);
  if (/^(?:[|>][+-]?\d?[ \t]*(?:#.*)?|\\)?\r?\n/.test(text.slice(from, from + 40))) return blockAt(text, from, at);
  let first = from;
  if (at.named.kind === 'authorization' || /auth|token|cookie/i.test(at.name)) {
    SCHEME.lastIndex = from;
    if (SCHEME.test(text)) first = SCHEME.lastIndex;
  }
  // One value of several: auth=("user", "…").
  if (/[([]/.test(text[first] ?? '')) return /auth|cred|login/i.test(at.name) ? pairAt(text, first, at) : from;
  BARE.lastIndex = first;
  if (!BARE.test(text)) return from;
  // `credential: AccountKey=…`: the nearer name tells more.
  const nearer = /^[?&]?([A-Za-z][\w.-]{2,40})([=:])[^=\s"']/.exec(text.slice(first, first + 48));
  if (nearer && ((at.form === 'colon' && nearer[2] === '=') || saysMore(nearer[1]!, at.named))) return from;
  const last = bareEnd(text, first, BARE.lastIndex, at);
  if (last > first && isSecret(text.slice(first, last), at.form, at, isCut(text, last), nextOf(text, last))) {
    const whole = last === BARE.lastIndex || text[last] === '\\' ? wholeEnd(text, last) : last;
    at.add(first, whole, at.named.kind);
    return whole;
  }
  return from;
}

/** Whether a name within a value names a secret itself: of `token=token=…` each value would be all that follows. */
function saysMore(name: string, { strength }: Named): boolean {
  const nearer = classify(name)?.strength ?? 'weak';
  return nearer !== 'weak' && (strength !== 'password' || nearer === 'password');
}

/** Where a value ends that is longer than what was looked at, or goes on in the next line. */
function wholeEnd(text: string, last: number): number {
  LETTERS.lastIndex = last;
  return wrappedEnd(text, LETTERS.test(text) ? LETTERS.lastIndex : last, LETTERS, beginsToken);
}

function quotedAt(text: string, from: number, first: number, open: RegExpExecArray, at: At): number {
  const mark = open[1]!;
  const escaped = /\\/.test(open[0]);
  const close = (escaped ? open[0].slice(0, open[0].indexOf(mark)) : '') + (CLOSING[mark] ?? mark);
  let last = first;
  const limit = Math.min(text.length, first + LONGEST);
  while (last < limit) {
    const c = text[last]!;
    if (text.startsWith(close, last) || (mark === '\u201e' && c === '\u201d')) break;
    if (c === '\n' && text[last - 1] !== '\\') break;
    last += c === '\\' && !escaped && mark !== '`' ? 2 : 1;
  }
  last = Math.min(last, limit);
  const closed = text.startsWith(close, last);
  let value = text.slice(first, last).replace(/\\\r?\n[ \t]*/g, '');
  let start = first;
  SCHEME.lastIndex = first;
  if (/auth|token|header/i.test(at.name) && SCHEME.test(text)) {
    start = Math.min(SCHEME.lastIndex, last);
    value = text.slice(start, last);
  }
  if (!closed && /\s/.test(value) && at.form !== 'equals') return from;
  const form = at.form === 'flag' || at.form === 'argument' ? 'argument' : 'quoted';
  if (isSecret(value, form, at, !closed && isCut(text, last), text[last])) {
    const whole = closed ? last : wholeEnd(text, last);
    at.add(start, whole, at.named.kind);
    return whole;
  }
  return from;
}

/** A YAML block, or a value in the next line, deeper than its name. */
function blockAt(text: string, from: number, at: At): number {
  const lineStart = text.lastIndexOf('\n', at.start) + 1;
  if (at.start - lineStart > 40 || !/^[ \t]*(?:-[ \t]+)?["']?$/.test(text.slice(lineStart, at.start))) return -1;
  const indent = at.start - lineStart;
  let end = text.indexOf('\n', from) + 1;
  if (end === 0) return -1;
  const marked = /^[|>]/.test(text.slice(from, from + 1));
  for (let lines = 0; lines < (marked ? 200 : 1); lines++) {
    const stop = text.indexOf('\n', end) < 0 ? text.length : text.indexOf('\n', end);
    const line = text.slice(end, Math.min(stop, end + LONGEST));
    const blank = /^[ \t]*/.exec(line)![0].length;
    const value = line.trim();
    if (blank <= indent && value !== '') break;
    if (/^[\w.-]+:(?:\s|$)|^-\s/.test(value)) break;
    const first = end + blank;
    if (!/\s/.test(value) && isSecret(value, 'equals', at, isCut(text, stop), undefined))
      at.add(first, first + value.length, at.named.kind);
    if (stop >= text.length) break;
    end = stop + 1;
  }
  return from;
}

const PAIR = /[([]\s{0,8}(["'])[^"'\n]{0,80}\1\s{0,4},\s{0,4}(["'])([^"'\n]{3,200})\2/y;

function pairAt(text: string, from: number, at: At): number {
  PAIR.lastIndex = from;
  const match = PAIR.exec(text);
  if (!match) return from;
  const last = PAIR.lastIndex - 1;
  const value = match[3]!;
  if (!isNameOrPlaceholder(value)) at.add(last - value.length, last, 'password');
  return last;
}

/** Where a value without quotes ends: before what closes or separates, but a password may hold all of it. */
function bareEnd(text: string, first: number, runEnd: number, { start, form }: At): number {
  let last = Math.min(runEnd, first + LONGEST);
  const value = text.slice(first, last);
  const query = /[?&]$/.test(text.slice(Math.max(0, start - 1), start));
  const next = query
    ? /[&#]|%26/.exec(value)
    : /&(?:quot|apos|lt|gt|amp|#\d{2,4});?|[;&,][\w.-]{1,40}=(?!=|;|$)|&[a-z_]+=|\\[nrt]|\\"|\|\s?$|,["'[{]|",|;$/.exec(
        value,
      );
  if (next) last = first + next.index;
  const ends = /[,;.)\]}:\\|]+$/.exec(text.slice(first, last));
  if (ends && (form !== 'equals' || /[,;)\]}\\|]/.test(ends[0]))) last -= balanced(text.slice(first, last), ends[0]);
  return last;
}

/** How many of the closing signs at the end of a value are not its own. */
function balanced(value: string, ends: string): number {
  const body = value.slice(0, value.length - ends.length);
  return /[([{]/.test(body) ? /[,;:.]*$/.exec(ends)![0].length : ends.length;
}

const LOWER_WORDS = /^[a-z]+(?:[_ -][a-z]+)*$/;

function isSecret(
  value: string,
  form: Form,
  { name, named, tight, ini, sure, form: given }: At,
  cut: boolean,
  next: string | undefined,
): boolean {
  if (value.length < 3 || isPlaceholder(value)) return false;
  if (named.strength !== 'weak' && isKeyBytes(value)) return true;
  if (
    cut &&
    (named.strength === 'password' || (named.strength === 'secret' && !isWords(value))) &&
    form !== 'colon' &&
    !isNameOrPlaceholder(value) &&
    !/\s/.test(value)
  )
    return true;
  if (named.strength === 'password')
    return isPassword(value, given === 'flag' ? 'flag' : form, { name, tight, ini, sure }, next);
  if (/\s/.test(value)) return false;
  if (name === 'contribsys' || /contribsys__com$/i.test(name)) return /^[0-9a-f]{8}:[0-9a-f]{8}$/.test(value);
  if (isNameOrPlaceholder(value) || value.includes('://') || value.startsWith('/')) return false;
  if (form !== 'quoted' && form !== 'argument' && isExpression(value)) return false;
  if (named.strength === 'weak')
    return isRandom(value, 20) && !/^[0-9a-f-]+$/i.test(value) && !/^[\w.]+\([^)]*$/.test(value);
  if (/^(?:proxy-)?authorization$/i.test(name) && form === 'colon')
    return value.length >= 8 && /[A-Z0-9=]/.test(value) && !isTelling(value);
  if (next === '(' || (form === 'equals' && !tight && !/\d/.test(value))) return false;
  return (
    isRandom(value, form === 'colon' || form === 'flag' ? 12 : 8) ||
    (form !== 'colon' && isMixed(value, 10) && !isWords(value))
  );
}

function isPassword(
  value: string,
  form: Form,
  { name, tight, ini, sure }: Pick<At, 'name' | 'tight' | 'ini' | 'sure'>,
  next: string | undefined,
): boolean {
  if (isNameOrPlaceholder(value)) return false;
  if (/\s/.test(value))
    return (
      form === 'quoted' &&
      /\d/.test(value) &&
      !/[.!?]$/.test(value) &&
      value.split(/\s+/).length <= 6 &&
      value.length <= 64
    );
  if (form === 'argument') return isMixed(value, 6) || (/^[A-Z_\d]+$/.test(name) && isChosen(value));
  if (form === 'quoted') {
    if (value.length < 4 || /^[A-Z][a-z]+$/.test(value)) return false;
    return !isTelling(value) || /^\d{4,}/.test(value) || /[^\w./:@-]/.test(value);
  }
  if (isExpression(value) && !(tight && form === 'equals' && !/^[A-Za-z_$][\w$]*[.[(?]/.test(value))) return false;
  if (next === '(' || /^[A-Za-z_]\w*\($/.test(value)) return false;
  if (form === 'equals' && tight) {
    // The folder that a shell is in.
    if (/^(?:old)?pwd$/i.test(name) && /^(?:[/~.]|[A-Za-z]:[\\/])/.test(value)) return false;
    // A shell, an .env, a query; a word alone is a variable in code.
    if (value.length < 4) return false;
    if (sure || /^[A-Z_\d]+$/.test(name) || isJumbled(value)) return true;
    return !LOWER_WORDS.test(value) && !/^[A-Z][a-zA-Z]+$/.test(value) && !/^[a-z]+(?:[A-Z][a-z]+)+$/.test(value);
  }
  if (form === 'equals')
    return (
      (value.length >= 4 && isMixed(value, 4) && !/^[a-z_]+\d$/i.test(value)) ||
      isJumbled(value) ||
      (ini && endsLine(next) && isChosen(value))
    );
  if (form === 'flag')
    return value.length >= 4 && !value.startsWith('-') && (isMixed(value, 4) || isChosen(value) || isJumbled(value));
  if (/^(?:pin|otp)$/i.test(name) && endsLine(next) && /^\d{4,8}$/.test(value)) return true;
  return isMixed(value, 6) || /^\d{6,}$/.test(value) || isJumbled(value) || (endsLine(next) && isChosen(value));
}

/** What stands behind a value; a full stop, blanks and a comment at the end of its line do not count. */
function nextOf(text: string, last: number): string | undefined {
  return /^[.。]?[ \t]{0,16}(?:#[^\n]{0,80})?(?:\r?\n|$)/.test(text.slice(last, last + 100)) ? '\n' : text[last];
}

/** Where the value is the last of its line: `{ password: user_input1, …` is code. */
function endsLine(next: string | undefined): boolean {
  return next === undefined || next === '\n' || next === '\r';
}
