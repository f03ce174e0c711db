// Private keys in text form: whole, without their end or beginning, indented, quoted, with the line breaks of JSON.
import type { Add } from './secrets-tokens.ts';

const BEGIN = /-{4,5} ?BEGIN (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)? ?-{4,5}/g;
const END = /-{4,5} ?END (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)? ?-{4,5}/g;
/** Before a line of a key stands what encloses or indents it; behind it too. */
const LINE =
  /(?:[ \t>|#*"'`,+;.)\]]|\/\/|\\(?=[nrt"\\\r\n])){0,24}(?:[A-Za-z][\w-]{2,20}: [^\n\\]{0,120}|=?[A-Za-z0-9+/=]{0,512})[ \t"'`,+;]{0,8}(?:\\{0,3}r?\\{1,4}n|\r\n|\n|\r|$)/y;
const BODY = /[A-Za-z0-9+/=]{16}/;
const MOST_LINES = 2_000;

export function findKeys(text: string, add: Add): void {
  if (text.includes('PRIVATE KEY')) findArmoured(text, add);
  if (text.includes('Private-Lines:')) findPutty(text, add);
}

function findArmoured(text: string, add: Add): void {
  let done = 0;
  END.lastIndex = 0;
  let end = END.exec(text);
  BEGIN.lastIndex = 0;
  let begin = BEGIN.exec(text);
  while (begin || end) {
    if (begin && begin.index < done) {
      begin = BEGIN.exec(text);
    } else if (end && end.index < done) {
      end = END.exec(text);
    } else if (begin && (!end || begin.index < end.index)) {
      done = fromBegin(text, begin, end, add);
      begin = BEGIN.exec(text);
    } else if (end) {
      done = beforeEnd(text, end, done, add);
      end = END.exec(text);
    }
  }
}

/** A key with its beginning. @returns where to go on */
function fromBegin(text: string, begin: RegExpExecArray, end: RegExpExecArray | null, add: Add): number {
  const from = begin.index + begin[0].length;
  const stop = end ? end.index + end[0].length : text.length;
  let lines = linesEnd(text, from, end ? end.index : text.length);
  if (end && lines < end.index && /^[\s"'`+,;>|#*\\]{0,64}$/.test(text.slice(lines, Math.min(end.index, lines + 65))))
    lines = end.index;
  if (end && lines >= end.index) {
    if (/[A-Za-z0-9+/=]{4}/.test(text.slice(from, end.index))) add(begin.index, stop, 'private-key');
    return stop;
  }
  // On one line, or folded in a way of its own.
  const between = end && end.index - from < 16_384 ? text.slice(from, end.index) : '';
  if (!between.includes('BEGIN') && BODY.test(between)) {
    add(begin.index, stop, 'private-key');
    return stop;
  }
  // Words behind it: either a sentence about keys, or a key that was cut and a text that goes on.
  const body = text.slice(from, lines);
  if (!BODY.test(body) && !(lines === text.length && /[A-Za-z0-9+/]/.test(body))) return from;
  add(begin.index, lines, 'private-key');
  return lines;
}

/** Behind the last line that can be one of a key. */
function linesEnd(text: string, from: number, limit: number): number {
  let at = from;
  for (let lines = 0; lines < MOST_LINES && at < limit; lines++) {
    LINE.lastIndex = at;
    if (!LINE.test(text)) {
      // The last line of a cut key may be followed by anything.
      const last = /^[ \t>|#*"'`]{0,16}[A-Za-z0-9+/=]{16,512}/.exec(text.slice(at, at + 540));
      return last ? at + last[0].length : at;
    }
    at = LINE.lastIndex;
  }
  return Math.min(at, limit);
}

/** A key whose beginning was cut away: the lines above its end. */
function beforeEnd(text: string, end: RegExpExecArray, done: number, add: Add): number {
  const stop = end.index + end[0].length;
  let start = end.index;
  for (let lines = 0; lines < MOST_LINES && start > done; lines++) {
    const line =
      /(?:^|\n|\\n|[^A-Za-z0-9+/=\s\\"'>|#])((?:[ \t>|#*"'`]|\\r)*[A-Za-z0-9+/=]{1,512}(?:[ \t"'`,+]|\\r|\r)*(?:\n|\\n)?)$/.exec(
        text.slice(Math.max(done, start - 600), start),
      );
    if (!line) break;
    start -= line[1]!.length;
    if (text[start - 1] !== '\n' && text[start - 1] !== 'n') break;
  }
  if (!BODY.test(text.slice(start, end.index))) return stop;
  add(start, stop, 'private-key');
  return stop;
}

function findPutty(text: string, add: Add): void {
  const lines =
    /Private-Lines: {0,4}\d{1,3}\r?\n((?:[A-Za-z0-9+/=]{1,80}(?:\r?\n|$)){1,200})(?:Private-(?:MAC|Hash): {0,4}[0-9a-f]{8,128})?/g;
  for (let match = lines.exec(text); match; match = lines.exec(text)) {
    add(match.index + match[0].indexOf('\n') + 1, match.index + match[0].length, 'private-key');
  }
}
