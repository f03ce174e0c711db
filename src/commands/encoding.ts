// In which encoding a stream of text comes, told by its beginning, and the way there and back without another byte.
import { StringDecoder } from 'node:string_decoder';

export type Encoding = 'utf8' | 'utf16le' | 'utf16be';

export interface Decoded {
  encoding: Encoding;
  /** Whole characters each, a byte order mark among them; bytes that are none come as U+FFFD. */
  chunks: Iterable<string>;
}

/** So much of the beginning is looked at where no byte order mark says what it is. Bytes. */
const LOOKED_AT = 1_024;

/** A text in an encoding that is not read here; its name as iconv knows it. */
export class UnknownEncoding extends Error {
  constructor(readonly encoding: string) {
    super(`it is ${encoding}`);
    this.name = 'UnknownEncoding';
  }
}

/** @throws UnknownEncoding */
export function decode(source: Iterable<Buffer>): Decoded {
  const chunks = source[Symbol.iterator]();
  let beginning: Buffer = Buffer.alloc(0);
  while (beginning.length < LOOKED_AT) {
    const { value, done } = chunks.next();
    if (done) break;
    beginning = Buffer.concat([beginning, value]);
  }
  const encoding = encodingOf(beginning);
  return { encoding, chunks: decoded(encoding, beginning, { [Symbol.iterator]: () => chunks }) };
}

export function encode(text: string, encoding: Encoding): Buffer {
  const bytes = Buffer.from(text, encoding === 'utf8' ? 'utf8' : 'utf16le');
  return encoding === 'utf16be' ? bytes.swap16() : bytes;
}

/** Bytes. */
export function sizeOf(text: string, encoding: Encoding): number {
  return encoding === 'utf8' ? Buffer.byteLength(text) : text.length * 2;
}

function encodingOf(beginning: Buffer): Encoding {
  const [a, b, c, d] = beginning;
  if (a === 0xff && b === 0xfe && c === 0 && d === 0) throw new UnknownEncoding('UTF-32LE');
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) throw new UnknownEncoding('UTF-32BE');
  if (a === 0xff && b === 0xfe) return 'utf16le';
  if (a === 0xfe && b === 0xff) return 'utf16be';
  return withoutMark(beginning.subarray(0, LOOKED_AT));
}

/** In UTF-16 a text with letters of ASCII has a zero in one half of their units, nearly always in the same one. */
function withoutMark(bytes: Buffer): Encoding {
  const pairs = bytes.length >> 1;
  const zeros = [0, 0];
  for (let at = 0; at < pairs * 2; at++) if (bytes[at] === 0) zeros[at & 1]!++;
  const [first, second] = zeros as [number, number];
  const [few, many] = [Math.min(first, second), Math.max(first, second)];
  if (pairs < 2 || many * 2 < pairs || few * 8 > many) return 'utf8';
  return second > first ? 'utf16le' : 'utf16be';
}

function* decoded(encoding: Encoding, beginning: Buffer, rest: Iterable<Buffer>): Generator<string> {
  if (encoding === 'utf8') {
    const decoder = new StringDecoder('utf8');
    yield decoder.write(beginning);
    for (const chunk of rest) yield decoder.write(chunk);
    yield decoder.end();
    return;
  }
  const text = (bytes: Buffer) => (encoding === 'utf16be' ? Buffer.from(bytes).swap16() : bytes).toString('utf16le');
  let over: Buffer = Buffer.alloc(0);
  function* whole(chunk: Buffer): Generator<string> {
    const bytes = Buffer.concat([over, chunk]);
    const units = text(bytes.subarray(0, bytes.length & ~1));
    // Half of a character waits for its other half.
    const length = isFirstHalf(units.charCodeAt(units.length - 1)) ? units.length - 1 : units.length;
    over = bytes.subarray(length * 2);
    yield units.slice(0, length);
  }
  yield* whole(beginning);
  for (const chunk of rest) yield* whole(chunk);
  // What is cut off in the middle of a unit is none.
  yield text(over.subarray(0, over.length & ~1)) + (over.length % 2 === 1 ? '\ufffd' : '');
}

/** Of a character of two UTF-16 units. */
function isFirstHalf(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
