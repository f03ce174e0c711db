// Cuts a text into words, identifiers and CJK pairs. No stemming here, no language.
import { isRareHan, Script, scriptOf } from './scripts.ts';
import { wideWords } from './wide.ts';

/** What a piece of text is, and so what may be done with it. */
export enum Kind {
  /** A Latin word: may be stemmed by language, and speaks for one. Lower case, accents kept. */
  Latin = 0,
  /** A part of an identifier or of a hyphenated word: stemmed, but it speaks for no language (`--no-verify`, `example.com`). */
  Part,
  /** An identifier in one: `getUserId`, `get_user_id` and `get-user-id` are all `getuserid`; `v1.2.3` is `1.2.3`. Its parts precede it. */
  Whole,
  /** A flag with its dashes: `--no-verify`, `-p`. Taken as it stands. */
  Flag,
  Cyrillic,
  Arabic,
  /** A word of another script with spaces. */
  Spaced,
  /** Two characters that stand side by side in a script without spaces; one where it stands alone. */
  Pair,
}

/** Parallel lists: piece i is `texts[i]`, of `kinds[i]`. */
export interface Words {
  kinds: Kind[];
  texts: string[];
}

/** Longer pieces are data (base64, minified code), not words: parts are cut to this, wholes left out. */
const LONGEST = 64;

/** Cuts a text, behind what `out` holds. Order is that of the text; an identifier's parts come before the whole. */
export function cut(text: string, out: Words = { kinds: [], texts: [] }): Words {
  const s = isAscii(text) ? text : text.normalize('NFKC');
  const end = s.length;
  let i = 0;
  while (i < end) {
    const script = scriptOf(s.charCodeAt(i));
    if (script === Script.Latin) i = latinChunk(s, i, out);
    else if (script === Script.None && i + 1 < end && isRareHan(s.charCodeAt(i), s.charCodeAt(i + 1)))
      i = wideWords().cut(s, i, Script.Cjk, out, LONGEST);
    else if (script === Script.None || script === Script.Mark) i++;
    else i = wideWords().cut(s, i, script, out, LONGEST);
  }
  return out;
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) return false;
  return true;
}

function push(out: Words, kind: Kind, text: string): void {
  out.kinds.push(kind);
  out.texts.push(text);
}

/** A Latin word, or an identifier with what joins its parts: `a-b`, `a_b`, `a.b`, `a/b`, `a:b`, `a::b`, `a\b`. */
function latinChunk(s: string, start: number, out: Words): number {
  let i = start;
  let simple = true;
  let apostrophes = false;
  for (;;) {
    while (i < s.length) {
      const c = s.charCodeAt(i);
      const script = scriptOf(c);
      if (script === Script.Latin) {
        if (c === UNDERSCORE || (c >= 65 && c <= 90 && i > start)) simple = false;
        else if (c >= 48 && c <= 57) simple = false;
      } else if (script !== Script.Mark) break;
      i++;
    }
    const next = i + 1 < s.length && JOINS.includes(s[i]!) ? (s[i] === ':' && s[i + 1] === ':' ? i + 2 : i + 1) : -1;
    if (next < 0 || next >= s.length || scriptOf(s.charCodeAt(next)) !== Script.Latin) break;
    simple = false;
    if (isApostrophe(s[i]!)) apostrophes = true;
    i = next;
  }
  const chunk = s.slice(start, i);
  const contracted = apostrophes && !isFlag(s, start) ? contraction(chunk) : undefined;
  if (contracted !== undefined) {
    push(out, Kind.Latin, contracted.slice(0, LONGEST));
    return i;
  }
  if (simple && !isFlag(s, start)) {
    const suffix = chunk.length === 1 ? sharpOrPlus(s, i) : '';
    push(out, Kind.Latin, lower(chunk + suffix).slice(0, LONGEST));
    return i + suffix.length;
  }
  if (/^[A-Z]{2,}s$/.test(chunk)) push(out, Kind.Latin, lower(chunk.slice(0, -1)));
  else if (chunk.length > 1) identifier(chunk, out);
  else if (!isFlag(s, start)) push(out, Kind.Latin, lower(chunk));
  if (isFlag(s, start)) {
    const dashes = s.charCodeAt(start - 2) === DASH ? '--' : '-';
    const equals = chunk.length <= LONGEST ? lower(chunk) : '';
    if (equals) push(out, Kind.Flag, dashes + equals);
  }
  return i;
}

const UNDERSCORE = 95;
const DASH = 45;
const JOINS = "-./:\\'\u2019";

/** `-x` or `--xyz` after a space, a quote or a bracket. */
function isFlag(s: string, start: number): boolean {
  if (start === 0 || s.charCodeAt(start - 1) !== DASH) return false;
  const first = s.charCodeAt(start);
  if (first >= 48 && first <= 57) return false;
  let at = start - 2;
  if (at >= 0 && s.charCodeAt(at) === DASH) at--;
  return at < 0 || ' \n\t`"\'([{=|,'.includes(s[at]!);
}

/** `C#`, `F#`, `C++`. */
function sharpOrPlus(s: string, at: number): string {
  const suffix = s[at] === '#' ? '#' : s[at] === '+' && s[at + 1] === '+' ? '++' : '';
  return suffix && (at + suffix.length >= s.length || scriptOf(s.charCodeAt(at + suffix.length)) !== Script.Latin)
    ? suffix
    : '';
}

function lower(text: string): string {
  const low = text.toLowerCase();
  // İ becomes i with a dot above of its own.
  return low.includes('\u0307') ? low.replaceAll('\u0307', '') : low;
}

/** The parts of an identifier, then each segment and the whole in one. */
function identifier(chunk: string, out: Words): void {
  let whole = '';
  let segment = '';
  let segments = 0;
  let segmentParts = 0;
  let at = 0;
  let join = '';
  let parted = false;
  const close = () => {
    if (segmentParts > 1 && segment.length <= LONGEST) push(out, Kind.Whole, segment);
    if (segment) segments++;
    segment = '';
    segmentParts = 0;
  };
  while (at < chunk.length) {
    const end = partEnd(chunk, at);
    if (end > at) {
      const part = lower(chunk.slice(at, end));
      const digits = isDigit(part.charCodeAt(0));
      // `1.2`, `2026-11-30`: what stands between digits is part of the number.
      const keep = digits && join && segment && isDigit(segment.charCodeAt(segment.length - 1)) ? join : '';
      const versioned = digits
        ? part
        : part.length > 1 && part[0] === 'v' && isDigit(part.charCodeAt(1)) && chunk[end] === '.'
          ? part.slice(1)
          : part;
      segment += keep + versioned;
      whole += (whole && join === '/' ? '/' : keep) + versioned;
      segmentParts += pushPart(out, part, end - at === chunk.length);
      at = end;
    }
    join = '';
    while (at < chunk.length && partEnd(chunk, at) === at) {
      const c = chunk[at]!;
      // French l', d', qu' part from their word.
      if (isApostrophe(c)) {
        close();
        parted = true;
      } else if (c === '/' || c === ':' || c === '\\') {
        close();
        join = '/';
      } else join ||= c;
      at++;
    }
  }
  const single = segments === 0;
  close();
  if (!single && !parted && whole.length <= LONGEST) push(out, Kind.Whole, whole);
}

function isApostrophe(char: string): boolean {
  return char === "'" || char === '\u2019';
}

/** English `don't` → `dont`, `user's` → `user`, `we'll` → `we`; undefined where the chunk is something else. */
function contraction(chunk: string): string | undefined {
  const at = chunk.search(/['\u2019]/);
  const tail = lower(chunk.slice(at + 1));
  if (!' t s re ll ve d m '.includes(` ${tail} `)) return undefined;
  const head = chunk.slice(0, at);
  if (/[^A-Za-z]/.test(head)) return undefined;
  return lower(tail === 't' ? `${head}t` : head);
}

function isDigit(c: number): boolean {
  return c >= 48 && c <= 57;
}

/** Puts a part into the list; gives how many forms the identifier then has of it. */
function pushPart(out: Words, part: string, alone: boolean): number {
  const text = part.slice(0, LONGEST);
  if (alone) {
    // `sqlite3`, `python3`: the name without its number, too.
    const name = text.length - trailingDigits(text);
    if (name >= 3 && name < text.length) {
      push(out, Kind.Part, text.slice(0, name));
      return 2;
    }
    push(out, Kind.Latin, text);
    return 1;
  }
  if (text.length > 1) push(out, Kind.Part, text);
  return 1;
}

function trailingDigits(text: string): number {
  let n = 0;
  while (n < text.length && isDigit(text.charCodeAt(text.length - 1 - n))) n++;
  return n;
}

/** Where the part that starts here ends: at a join, before a capital after a small letter, before the last capital of `HTTPServer`. */
function partEnd(chunk: string, start: number): number {
  let i = start;
  for (; i < chunk.length; i++) {
    const c = chunk.charCodeAt(i);
    if (c === UNDERSCORE || JOINS.includes(chunk[i]!)) return i;
    if (i === start || c < 65 || c > 90) continue;
    const before = chunk.charCodeAt(i - 1);
    const upperBefore = before >= 65 && before <= 90;
    const after = chunk.charCodeAt(i + 1);
    const lowerAfter = after >= 97 && after <= 122;
    if (!upperBefore) return i;
    // `PRs`, `URLs` are plurals, not `PR` + `s`.
    if (lowerAfter && !(after === 115 && !(chunk.charCodeAt(i + 2) >= 97 && chunk.charCodeAt(i + 2) <= 122))) return i;
  }
  return i;
}
