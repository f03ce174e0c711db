// Redaction of streams of any size in bounded memory: in windows that overlap, so that what a window ends in is looked at again.
import { type Found, redact } from './secrets.ts';
import type { Open } from './secrets-tables.ts';

/** UTF-16 units that are looked at in one go, and that the next window sees again: longer than a key or a table. */
const WINDOW = 1 << 20;
const OVERLAP = 64 << 10;
/** So many windows are read at once where what is below tells what is above; a Secret may hold 1 MiB. */
const MOST_WINDOWS = 4;

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
 * part. Of a table and a Kubernetes Secret that are longer than a window, each window behind the first begins with the heading again.
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
  let opens: Open[] = [];
  /** Where the first line begins that is the stream's. */
  let from = 0;
  const search = () => {
    opens = [];
    return redact(kept, { from, opened: (open) => opens.push(open) }).found;
  };
  const isFull = () => {
    const length = kept.length - given;
    return length >= window && (length >= MOST_WINDOWS * window || !isManifest(kept));
  };
  for (const chunk of chunks) {
    kept += chunk;
    while (isFull()) {
      const found = search();
      const until = cutBefore(kept, found, given, kept.length - overlap);
      yield take(until, found, written(kept, found, given, until));
      const next = beginning(kept, Math.max(0, until - overlap), opens);
      kept = next.heading + kept.slice(next.at);
      offset += next.at - next.heading.length;
      given = until - next.at + next.heading.length;
      from = next.from;
    }
  }
  const found = search();
  yield take(kept.length, found, written(kept, found, given, kept.length));
}

/** Whether a text ends within the data of a manifest that has not said yet what it is: `kubectl get -o yaml` writes `kind` below. */
function isManifest(text: string): boolean {
  const data = Math.max(...['\ndata:\n', '\n  data:\n'].map((it) => text.lastIndexOf(it)));
  if (data < 0) return false;
  const indent = text[data + 1] === ' ' ? 2 : 0;
  const behind = text.slice(data + 1);
  if (indent === 0 ? /\n\S/.test(behind) : /\n {0,2}\S/.test(behind)) return false;
  const above = text.slice(Math.max(0, data - 512), data);
  return (
    /^(?:- | {2})?apiVersion:/m.test(above) &&
    !/^(?:- | {2})?kind:/m.test(above.slice(above.lastIndexOf('apiVersion:')))
  );
}

/** With what a window begins: the heading of what is open there, then the text from an offset on. `from`: where headings may begin. */
function beginning(text: string, drop: number, opens: readonly Open[]): { heading: string; at: number; from: number } {
  const open = opens.findLast(({ from, end }) => from < drop && drop < end);
  if (open && drop < open.start) return { heading: '', at: open.from, from: 0 };
  const line = Math.max(open?.start ?? 0, text.lastIndexOf('\n', drop - 1) + 1);
  if (open) return { heading: open.heading, at: line, from: 0 };
  const next = text.indexOf('\n', drop) + 1;
  return { heading: '', at: drop, from: drop === 0 ? 0 : next === 0 ? text.length - drop : next - drop };
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
