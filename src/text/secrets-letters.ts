// How text is read around a secret: where words begin, where a value goes on in the next line.
import { isWords } from './secrets-values.ts';

const ALNUM = new Uint8Array(128);
for (const letter of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789') ALNUM[letter.charCodeAt(0)] = 1;

export function isAlnum(code: number): boolean {
  return code < 128 && ALNUM[code] === 1;
}

/** Whether a word may begin here: behind no letter or digit, or behind an escape that ends in one (`\n`, `%20`, a colour's `m`). */
export function startsWord(text: string, at: number): boolean {
  if (at === 0 || !isAlnum(text.charCodeAt(at - 1))) return true;
  const before = text[at - 1]!;
  if ((before === 'n' || before === 't' || before === 'r') && text[at - 2] === '\\') return true;
  if (text[at - 3] === '%' && /^[0-9A-Fa-f]{2}$/.test(text.slice(at - 2, at))) return true;
  return before === 'm' && /\u001b\[[\d;]{0,12}m$/.test(text.slice(Math.max(0, at - 16), at));
}

/** Whether a line begins here of a certificate or another block of base64 that was wrapped, and not its first. */
export function isWithinBlock(text: string, start: number): boolean {
  return /[A-Za-z0-9+/]{56}[\s>"'`,+*#\\]{1,24}$/.test(text.slice(Math.max(0, start - 80), start));
}

/** In longer texts an expression finds it sooner. */
const LOOKED_THROUGH = 4_096;

/**
 * Whether a text may have so many signs of ASCII in a row without a blank between; of a long text always. One of them stands at a
 * multiple of their number: no other place is looked at first.
 */
export function mayHaveRun(text: string, length: number): boolean {
  if (text.length > LOOKED_THROUGH) return true;
  for (let at = length - 1; at < text.length; at += length) {
    let start = at;
    while (start >= 0 && at - start < length && isSign(text.charCodeAt(start))) start--;
    if (start === at) continue;
    let end = at + 1;
    while (end < text.length && end - start <= length && isSign(text.charCodeAt(end))) end++;
    if (end - start > length) return true;
  }
  return false;
}

function isSign(code: number): boolean {
  return code > 32 && code < 127;
}

/** Shorter texts have not been cut by anybody: a token that is too short there is none. */
const CUT_FROM = 160;

/** Whether a text ends here because somebody cut it: at the end of a long one, or before an ellipsis. */
export function isCut(text: string, at: number): boolean {
  if (at === text.length) return text.length >= CUT_FROM;
  const code = text.charCodeAt(at);
  return (
    code === 0x2026 ||
    (code === 46 && text.startsWith('...', at)) ||
    (code < 92 && CUT_HERE.test(text.slice(at, at + 40)))
  );
}

/** As programs say that they have cut something. */
const CUT_HERE =
  /^\s{0,2}[[(<]\s?(?:\.\.\.|…|(?:output )?truncated|cut|\d+ (?:more )?(?:characters|chars|bytes|lines))/i;

/** A line break in the middle of a value, with what stands around it: a continuation mark, indentation, quotes, a comment's sign. */
const BREAK = /\\?(?:\r?\n|\\n)[ \t>|#*"'+]{0,16}/y;
/** Columns from which a line may have been wrapped. */
const WIDE = 60;
const MOST_LINES = 64;

/** Where the break behind a value ends, or -1 where there is none. */
export function breakEnd(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code !== 10 && code !== 13 && code !== 92) return -1;
  BREAK.lastIndex = at;
  return BREAK.test(text) ? BREAK.lastIndex : -1;
}

/**
 * The end of a value that was wrapped: where its line is a wide one or ends in a backslash, lines of its letters that no person wrote
 * belong to it.
 * @param letters sticky, one run of what the value is made of
 * @param begins whether another one begins here: it is found by itself
 */
export function wrappedEnd(
  text: string,
  end: number,
  letters: RegExp,
  begins: (text: string, at: number) => boolean,
): number {
  let at = end;
  let wide = text[end] === '\\' || !/\n/.test(text.slice(Math.max(0, end - WIDE), end));
  if (end < WIDE && text[end] !== '\\') wide = false;
  for (let lines = 0; wide && lines < MOST_LINES; lines++) {
    const next = breakEnd(text, at);
    if (next < 0 || begins(text, next)) break;
    letters.lastIndex = next;
    if (!letters.test(text)) break;
    const run = text.slice(next, letters.lastIndex);
    if (run.length < 6 || isWords(run) || !/\d|[a-z][A-Z]|[A-Z]{2}[a-z]/.test(run)) break;
    at = letters.lastIndex;
    wide = run.length >= 40 || text[at] === '\\';
  }
  return at;
}
