// Redaction of streams of any size in bounded memory: in windows that overlap, so that what a window ends in is looked at again.
import { type Found, redact } from './secrets.ts';

/** UTF-16 units that are looked at in one go, and that the next window sees again: longer than a key or a table. */
const WINDOW = 1 << 20;
const OVERLAP = 64 << 10;

export interface Piece {
  /** The redacted text that follows the last piece's. */
  text: string;
  /** What was taken out of it: UTF-16 units from the beginning of the stream. */
  found: Found[];
  /** The text that it was made of. */
  source: string;
}

/**
 * Redacts a text that comes in pieces. A secret longer than the overlap that lies across the end of a window may be known only in
 * part.
 * @param chunks whole characters each
 */
export function* redactStream(chunks: Iterable<string>, window = WINDOW, overlap = OVERLAP): Generator<Piece> {
  /** What is kept: text that has been given out, as context, and behind it what has not. */
  let kept = '';
  let given = 0;
  let offset = 0;
  const take = (until: number, found: readonly Found[], redacted: string): Piece => {
    const inside = found.filter((it) => it.end > given && it.start < until);
    return {
      text: redacted,
      found: inside.map(({ kind, start, end }) => ({
        kind,
        start: Math.max(start, given) + offset,
        end: end + offset,
      })),
      source: kept.slice(given, until),
    };
  };
  for (const chunk of chunks) {
    kept += chunk;
    while (kept.length - given >= window) {
      const { found } = redact(kept);
      const until = cutBefore(kept, found, given, kept.length - overlap);
      yield take(until, found, written(kept, found, given, until));
      const drop = Math.max(0, until - overlap);
      kept = kept.slice(drop);
      offset += drop;
      given = until - drop;
    }
  }
  const { found } = redact(kept);
  yield take(kept.length, found, written(kept, found, given, kept.length));
}

/** The last line that ends before an offset, or the offset, but not within a character; before what was found across it. */
function cutBefore(text: string, found: readonly Found[], from: number, at: number): number {
  const line = text.lastIndexOf('\n', at - 1) + 1;
  const wanted = line > from ? line : /^[\udc00-\udfff]/.test(text.slice(at, at + 1)) ? at - 1 : at;
  const across = found.find((it) => it.start < wanted && it.end > wanted);
  if (!across) return wanted;
  return across.start > from ? across.start : across.end;
}

/** A stretch of a text without what was found in it. What was given out before is not said again. */
function written(text: string, found: readonly Found[], from: number, until: number): string {
  const parts: string[] = [];
  let at = from;
  for (const { kind, start, end } of found) {
    if (end <= from || start >= until) continue;
    parts.push(text.slice(at, Math.max(at, start)), `[redacted:${kind}]`);
    at = end;
  }
  parts.push(text.slice(at, Math.max(at, until)));
  return parts.join('');
}
