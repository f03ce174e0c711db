// Takes children out of a JSON container without touching a byte of the others or of their comments.
import type { Child, SettingsDocument, Span, Splice, Value } from './settings-document.ts';
import { hasComment } from './settings-document.ts';

/**
 * The cuts that take `gone` (indices, ascending) out of a container. They undo both ways of inserting: `[` + ours + `,`
 * before what was first, and `,` + ours behind what was last. A comment between two children stays.
 */
export function cutChildren(doc: SettingsDocument, container: Value, gone: readonly number[]): Splice[] {
  const cuts: Splice[] = [];
  const { children } = container;
  const out = new Set(gone);
  for (let from = 0; from < children.length; from++) {
    if (!out.has(from)) continue;
    let to = from;
    while (out.has(to + 1)) to++;
    const before = from > 0;
    const after = to + 1 < children.length;
    const clean = before && !hasComment(doc, children[from - 1]!.end, children[from]!.start);
    for (let at = from; at <= to; at++) {
      if (before && (clean || !after)) cuts.push(...cutWithCommaBefore(doc, container, at));
      else cuts.push(...cutWithCommaAfter(doc, container, at));
    }
    from = to;
  }
  return cuts;
}

function cutWithCommaBefore(doc: SettingsDocument, { children, commas }: Value, at: number): Splice[] {
  const child = children[at]!;
  const previous = children[at - 1]!;
  if (!hasComment(doc, previous.end, child.start)) return [cut(previous.end, child.end)];
  const comma = commas[at - 1]!;
  return [cut(comma, comma + 1), cut(spaceBefore(doc, child, comma + 1), child.end)];
}

function cutWithCommaAfter(doc: SettingsDocument, container: Value, at: number): Splice[] {
  const child = container.children[at]!;
  const previous = at > 0 ? container.commas[at - 1]! : container.start;
  const start = spaceBefore(doc, child, previous + 1);
  const comma = container.commas[at];
  if (comma === undefined) return [cut(start, child.end)];
  if (!hasComment(doc, child.end, comma)) return [cut(start, comma + 1)];
  return [cut(start, child.end), cut(comma, comma + 1)];
}

/** Where the white space before a child begins; the line break that ends a `//` comment is not part of it. */
function spaceBefore(doc: SettingsDocument, child: Child, from: number): number {
  let start = child.start;
  while (start > from && /\s/.test(doc.text[start - 1]!)) start--;
  const comment = doc.comments.find(({ end }) => end === start);
  if (comment && doc.text.startsWith('//', comment.start)) start += doc.text.startsWith('\r\n', start) ? 2 : 1;
  return Math.min(start, child.start);
}

function cut(start: number, end: number): Splice {
  return { start, end, text: '' };
}

/** Comments of a container that stand in none of these spans. */
export function hasCommentOutside(doc: SettingsDocument, container: Span, spans: readonly Span[]): boolean {
  return doc.comments.some(
    ({ start, end }) =>
      start >= container.start && end <= container.end && !spans.some((span) => start >= span.start && end <= span.end),
  );
}
