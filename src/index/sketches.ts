// Which grams (text/grams.ts) each memory holds, in a byte for each of those that memories hold on average: a bit for each place that a
// gram may have. Read by route/likeness.ts. Cold.
import { gramsOf, placeOf } from '../text/grams.ts';
import { averageLength } from './impact.ts';

export interface Sketches {
  /** Bytes of one sketch: what a memory's length leaves of its likeness, 255 for all of it, then its bits. */
  size: number;
  /** Per bit the idf of its grams, in sixteenths; then a sketch for each memory. */
  bytes: Buffer;
}

const SMALLEST = 32;
const LARGEST = 1024;
/** So many memories tell how large the sketches of all are. */
const SAMPLE = 1000;
/** What longer memories lose of their likeness, which hold more of anything. 0.05 to 0.2 differ little but for code, which needs it. */
const LENGTH = 0.2;
/** A memory that is longer than so many average ones counts as that long … */
const LONGEST = 10;
/** … and others as so many parts of one: of two that are about as long none is worse for it. */
const PARTS = 4;

/** @param textOf of memory n, as it is searched */
export function sketchesOf(count: number, textOf: (n: number) => string): Sketches {
  const step = Math.ceil(count / SAMPLE);
  const sample: number[] = [];
  for (let n = 0; n < count; n += step) sample.push(new Set(gramsOf(textOf(n))).size);
  const wanted = count === 0 ? 0 : Math.round(averageLength(sample));
  const length = Math.max(SMALLEST, Math.min(LARGEST, wanted));
  const size = length + 1;
  const bits = length * 8;
  const bytes = Buffer.alloc(bits + count * size);
  const memories = new Uint32Array(bits);
  const lengths = new Uint32Array(count);
  let all = 0;
  for (let n = 0; n < count; n++) {
    const at = bits + n * size + 1;
    const grams = gramsOf(textOf(n));
    lengths[n] = grams.length;
    all += grams.length;
    for (const gram of grams) {
      const place = placeOf(gram, bits);
      const byte = at + (place >> 3);
      const bit = 1 << (place & 7);
      if (bytes[byte]! & bit) continue;
      bytes[byte]! |= bit;
      memories[place]!++;
    }
  }
  for (let place = 0; place < bits; place++) {
    const df = memories[place]!;
    bytes[place] = Math.max(1, Math.round(16 * Math.log(1 + (count - df + 0.5) / (df + 0.5))));
  }
  for (let n = 0; n < count; n++) {
    const times = Math.round(PARTS * Math.min(LONGEST, (lengths[n]! * count) / Math.max(1, all))) / PARTS;
    bytes[bits + n * size] = Math.round((255 * (1 - LENGTH)) / (1 - LENGTH + LENGTH * times));
  }
  return { size, bytes };
}
