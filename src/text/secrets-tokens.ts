// Tokens that tell by their own form what they are: the formats of secrets-formats.ts, found by their first two letters.
import { COMMANDS } from './secrets-flags.ts';
import { BEGINNINGS, FORMATS } from './secrets-formats.ts';
import { breakEnd, isAlnum, isCut, isWithinBlock, startsWord, wrappedEnd } from './secrets-letters.ts';
import { distinct, isPlaceholder, isRandom, isWords } from './secrets-values.ts';

/** Takes what was found: UTF-16 units from the beginning of the text, the end exclusive. */
export type Add = (start: number, end: number, kind: string) => void;

const ALPHABETS: Readonly<Record<string, string>> = {
  W: 'A-Za-z0-9',
  U: 'A-Za-z0-9_-',
  H: '0-9a-f',
  h: '0-9a-fA-F',
  L: 'a-z0-9',
  C: 'A-Z0-9',
  A: 'A-Za-z',
  D: '0-9',
  B: 'A-Za-z0-9+/=_-',
  X: 'A-Za-z0-9+/=_%~-',
  J: 'A-Za-z0-9_.-',
};
/** What is tried in one go; the rest of a run is taken after it. It bounds what a failure costs. */
const LONGEST = 512;

const ANY_LETTERS = /[\w.=+/%~$-]{1,512}/y;

/** A prefix and the row of the table that it stands in; of a command, no row. */
interface Format {
  prefix: string;
  row: string;
  /** Made when the prefix is first met. */
  made?: Made;
}

interface Made {
  kind: string;
  /** The prefix is part of ordinary words. */
  common: boolean;
  whole: RegExp;
  /** One run of the body's letters; without it the length is exact. */
  run: RegExp;
  open: boolean;
  /** Where the body is one run of URL-safe letters and a full stop: what follows them. */
  behindDot: RegExp | undefined;
}

/** Formats that begin with a pair of letters, at the pair's number in `pairs` less one; the first list is empty. */
const lists: Format[][] = [[]];
/** By pairs of letters, 7 bits each: which list; 0 where the pair has not been met. */
const pairs = new Uint8Array(1 << 14);

const BETWEEN = ' | ';

/** Looked up when a pair is met: making the table whole costs a short text more than all else. */
function listOf(code: number, next: number): Format[] {
  const pair = (code << 7) | next;
  if (pairs[pair] === 0) {
    const letters = String.fromCharCode(code, next);
    const begin = ` ${letters}`;
    const formats = BEGINNINGS.includes(letters) || COMMANDS.includes(begin) ? beginningWith(begin) : [];
    pairs[pair] = formats.length === 0 ? 1 : lists.push(formats);
  }
  return lists[pairs[pair]! - 1]!;
}

/** The longest prefixes first. @param begin a blank and a pair of letters */
function beginningWith(begin: string): Format[] {
  const found: Format[] = [];
  for (let at = FORMATS.indexOf(begin); at >= 0; at = FORMATS.indexOf(begin, at + 1)) {
    const line = FORMATS.lastIndexOf('\n', at) + 1;
    // Prefixes stand between the first two bars.
    const first = FORMATS.indexOf(BETWEEN, line) + BETWEEN.length - 1;
    if (at < first || at >= FORMATS.indexOf(BETWEEN, first)) continue;
    const prefix = FORMATS.slice(at + 1, FORMATS.indexOf(' ', at + 1));
    found.push({ prefix, row: FORMATS.slice(line, FORMATS.indexOf('\n', at)) });
  }
  for (let at = COMMANDS.indexOf(begin); at >= 0; at = COMMANDS.indexOf(begin, at + 1))
    found.push({ prefix: COMMANDS.slice(at + 1, COMMANDS.indexOf(' ', at + 1)), row: '' });
  return found.sort((a, b) => b.prefix.length - a.prefix.length);
}

function made(format: Format): Made {
  if (format.made) return format.made;
  const [kind, , ...rest] = format.row.split(BETWEEN);
  const said = rest.join(BETWEEN);
  const common = said.startsWith('!');
  const body = common ? said.slice(1) : said;
  const exact = /([A-Za-z])\{(\d+)(?:,(\d+))?\}$/.exec(body);
  const last = ALPHABETS[/([A-Za-z])\{[^}]*\}[^{]*$/.exec(body)?.[1] ?? ''];
  const source = body
    .replace(/([WUHhLCADBXJ])(?=\{)/g, (_, letter: string) => `[${ALPHABETS[letter]}]`)
    .replace(/\{(\d+),\}/g, `{$1,${LONGEST}}`);
  const open = /,\}[)*?+]*$/.test(body);
  const behindDot = /^\[A-Za-z0-9_-\]\{\d+,\d+\}\\\.(.+)$/.exec(source)?.[1];
  format.made = {
    kind: kind!,
    common,
    whole: new RegExp(`(?:${source})${exact && last ? `(?![${last}])` : ''}`, 'y'),
    run: new RegExp(`[${last ?? ALPHABETS.U}]+`, 'y'),
    open,
    behindDot: behindDot === undefined ? undefined : new RegExp(behindDot, 'y'),
  };
  return format.made;
}

/**
 * Finds tokens, and names of commands on the way: both begin where words do.
 * @param meets is told where a command's name begins and ends
 */
export function findTokens(text: string, add: Add, meets: (at: number, name: string) => void): void {
  const last = text.length - 1;
  let code = text.charCodeAt(0);
  let wasAlnum = false;
  for (let at = 0; at < last; at++) {
    const next = text.charCodeAt(at + 1);
    if (code < 128 && next < 128 && pairs[(code << 7) | next] !== 1 && (!wasAlnum || startsWord(text, at))) {
      const end = tokenAt(text, at, listOf(code, next), add, meets);
      if (end > at) {
        at = end - 1;
        wasAlnum = isAlnum(text.charCodeAt(at));
        code = text.charCodeAt(end);
        continue;
      }
    }
    wasAlnum = isAlnum(code);
    code = next;
  }
}

/** The end of the token that begins here, or `at`. */
function tokenAt(
  text: string,
  at: number,
  formats: readonly Format[],
  add: Add,
  meets: (at: number, name: string) => void,
): number {
  const third = text.charCodeAt(at + 2);
  for (const format of formats) {
    const { prefix, row } = format;
    if (prefix.length > 2 && (prefix.charCodeAt(2) !== third || !text.startsWith(prefix, at))) continue;
    if (row === '') {
      meets(at, prefix);
      continue;
    }
    const end = endOf(text, at, format);
    if (end <= at) continue;
    // The address of a webhook tells what it was.
    add(/\w\//.test(prefix) && prefix.length > 4 ? at + prefix.length : at, end, made(format).kind);
    return end;
  }
  return at;
}

/** Whether a whole token begins here. */
export function beginsToken(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  const next = text.charCodeAt(at + 1);
  // At the end of the text they are no numbers.
  if (!(code < 128 && next < 128)) return false;
  return listOf(code, next).some((format) => {
    const { prefix, row } = format;
    if (row === '' || !text.startsWith(prefix, at)) return false;
    const { whole, common } = made(format);
    const from = at + prefix.length;
    whole.lastIndex = from;
    return whole.test(text) && speaks(text.slice(from, whole.lastIndex), common);
  });
}

const URLSAFE = /[\w-]+/y;
/** The run of URL-safe letters that was looked at last: `eyJ-eyJ-…` may begin a token at each of its letters. */
let looked = { text: '', from: 0, end: 0 };

function runEnd(text: string, from: number): number {
  if (looked.text !== text || from < looked.from || from >= looked.end) {
    URLSAFE.lastIndex = from;
    looked = { text, from, end: URLSAFE.test(text) ? URLSAFE.lastIndex : from };
  }
  return looked.end;
}

function endOf(text: string, at: number, format: Format): number {
  const { kind, whole, run, open, common, behindDot } = made(format);
  const from = at + format.prefix.length;
  if (common && /[/+.]/.test(text[at - 1] ?? '')) return at;
  // A public key is base64 as well: one of its lines in so many begins like that.
  if (kind === 'adyen-key' && (text.startsWith('FAAOC', from) || isWithinBlock(text, at))) return at;
  if (behindDot) {
    const stop = runEnd(text, from);
    behindDot.lastIndex = stop + 1;
    if (stop - from > LONGEST && !(text.charCodeAt(stop) === 46 && behindDot.test(text))) return at;
  }
  whole.lastIndex = from;
  if (whole.test(text)) {
    const end = whole.lastIndex;
    if (!speaks(text.slice(from, end), common)) return at;
    if (!open) return end;
    // The rest of its run, and of its lines.
    run.lastIndex = end;
    return wrappedEnd(text, run.test(text) ? run.lastIndex : end, run, beginsToken);
  }
  // Of a longer run no more than shows that it is too long: many may begin within it.
  run.lastIndex = 0;
  const stop = run.test(text.slice(from, from + LONGEST + 1)) ? from + run.lastIndex : from;
  if (stop - from >= 4 && stop - from <= LONGEST && breakEnd(text, stop) >= 0) {
    const end = joined(text, at, stop, format);
    if (end > at) return open ? wrappedEnd(text, end, run, beginsToken) : end;
  }
  return cutEnd(text, at, from, format);
}

/** A token that is too short because it was cut; ordinary words that begin alike are none. */
function cutEnd(text: string, at: number, from: number, format: Format): number {
  ANY_LETTERS.lastIndex = from;
  if (!ANY_LETTERS.test(text) || !isCut(text, ANY_LETTERS.lastIndex)) return at;
  const rest = text.slice(from, ANY_LETTERS.lastIndex);
  if (rest.length < 4) return at;
  // `pat` begins many words.
  if (/^[a-z]+$/.test(format.prefix) && (isWords(rest) || !/^(?=(?:\D*\d){2})\w{6,}$/.test(rest))) return at;
  const { common } = made(format);
  const ordinary = isPlaceholder(rest) || (isWords(rest) && !/[A-Z]/.test(rest)) || (common && !/\d/.test(rest));
  return ordinary ? at : ANY_LETTERS.lastIndex;
}

/** Whether a body is one: no example, and where the prefix says little, made by chance. */
function speaks(body: string, common: boolean): boolean {
  if (isPlaceholder(body) || distinct(body) < Math.min(6, body.length / 3)) return false;
  if (common) return isRandom(body) && /\d|[^\w.-]/.test(body);
  return /\d|^[A-Z]{12}/.test(body) || !isWords(body) || isHilly(body);
}

/** More capitals than any name has, that chance has put next to vowels. */
function isHilly(body: string): boolean {
  return body.length >= 24 && (body.match(/[a-z][A-Z]|[A-Z]{2}/g)?.length ?? 0) >= 6;
}

/** A token whose line ends before it does: tried again without the break. */
function joined(text: string, at: number, stop: number, format: Format): number {
  const { whole, run, common } = made(format);
  const from = at + format.prefix.length;
  let body = text.slice(from, stop);
  let end = stop;
  for (let lines = 0; lines < 8; lines++) {
    const next = breakEnd(text, end);
    if (next < 0) return at;
    run.lastIndex = next;
    if (!run.test(text)) return at;
    const more = text.slice(next, Math.min(run.lastIndex, next + LONGEST));
    // A next line that begins with a word is not the rest of anything.
    if (isWords(more) && !/\d/.test(more)) return at;
    body += more;
    end = run.lastIndex;
    whole.lastIndex = 0;
    if (whole.test(body))
      return speaks(body.slice(0, whole.lastIndex), common) ? end - (body.length - whole.lastIndex) : at;
    if (body.length > LONGEST) return at;
  }
  return at;
}
