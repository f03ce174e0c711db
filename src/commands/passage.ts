// The part of a body that answers a question.
import { documentTerms } from '../text/terms.ts';
import { utf8Length } from '../text/units.ts';

/** UTF-8 bytes that a passage may have. */
export const PASSAGE_LIMIT = 1200;

/**
 * The body itself where it is short, else its paragraphs that hold most of the terms, in their order, with `[…]` where something is
 * left out. At most `limit` UTF-8 bytes.
 */
export function passage(
  body: string,
  terms: ReadonlySet<string>,
  limit = PASSAGE_LIMIT,
): { text: string; whole: boolean } {
  const text = body.trim();
  if (utf8Length(text) <= limit) return { text, whole: true };
  const paragraphs = text.split(/\n[ \t]*\n/);
  const scored = paragraphs.map((paragraph, at) => ({
    at,
    paragraph,
    found: new Set(documentTerms(paragraph).filter((term) => terms.has(term))).size,
  }));
  const chosen = new Set<number>();
  let room = limit - utf8Length(GAP) * 2;
  for (const { at, paragraph } of [...scored].sort((a, b) => b.found - a.found || a.at - b.at)) {
    // A blank line before it, or a gap.
    const size = utf8Length(paragraph) + utf8Length(GAP) + 2;
    if (size > room) {
      if (chosen.size === 0) return { text: cut(paragraph, limit), whole: false };
      continue;
    }
    chosen.add(at);
    room -= size;
  }
  let out = '';
  let last = -1;
  for (const at of [...chosen].sort((a, b) => a - b)) {
    if (at > last + 1) out += `${out && '\n\n'}${GAP}`;
    out += `${out && '\n\n'}${paragraphs[at]}`;
    last = at;
  }
  if (last < paragraphs.length - 1) out += `\n\n${GAP}`;
  return { text: out, whole: false };
}

const GAP = '[…]';

/** The beginning, ended at a word. */
function cut(text: string, limit: number): string {
  const room = limit - utf8Length(GAP) - 1;
  const bytes = Buffer.from(text, 'utf8');
  let end = room;
  while (end > 0 && (bytes[end]! & 0xc0) === 0x80) end--;
  const start = bytes.toString('utf8', 0, end);
  const blank = start.search(/\s\S*$/);
  return `${blank > start.length / 2 ? start.slice(0, blank) : start} ${GAP}`;
}
