// Stretches of a prompt that may be paths, by their look alone. Linear in the length of the text.

/** A stretch of text that may be a path, or hold one where it is none itself. */
export interface Mention {
  /** UTF-16 units of the text. */
  at: number;
  end: number;
  /** As written, but for a position in the file (`:12:5`) and the punctuation around it. */
  text: string;
  /** `path` has a separator; `name` looks like the name of a file; `word` is any that was marked as something. */
  kind: 'path' | 'name' | 'word';
}

/** PATH_MAX of Linux. */
const LONGEST = 4_096;

/** An address of any scheme but `file`, from its colon on. A scheme alone is no path. */
const ADDRESS = /(?<!\bfile):(?:\\?\/){2}[^\s"'`<>\x80-\uffff]*/gi;

/** Quotation marks by kind. Two neighbours of a kind are a pair, whichever of them opens. */
const QUOTES = ['`', '"', "'", '“”„‟', '‘’‚‛', '«»', '‹›', '「」', '『』', '<>'];
const KINDS = new Map(QUOTES.flatMap((marks, kind) => [...marks].map((mark) => [mark, kind] as const)));
const QUOTE_OR_LINE = new RegExp(`[${QUOTES.join('')}\n]`, 'g');
const ANGLES = KINDS.get('<');
const LINK_TARGET = /\]\(([^()\n]{1,4096})\)/g;

/** Punctuation and symbols of other scripts, and where a link's target begins: nothing unquoted goes across them. */
const BORDER = /(?![\x00-\x7f\u200c\u200d])[\p{P}\p{S}\p{Cf}]|(?<=\])\(/gu;
/** A blank or an apostrophe can be escaped, as in a shell. */
const RUN = /(?:\\[ ']|[^\s\x01-\x1f\x7f-\x9f"'`<>|*?])+/g;
/** These may be in a path, but more often stand beside it. */
const SOFT = ',;:=#&!';
const PIECE = /[^,;:=#&!]+/g;
const PIECE_WITHOUT_ESCAPES = /[^,;:=#&! ']+/g;
const POSITION =
  /(?::\d{1,7}(?:[-:.]\d{1,7}){0,3}|#L?\d{1,7}(?:C\d{1,7})?(?:-L?\d{1,7}(?:C\d{1,7})?)?|\(\d{1,7}(?:, ?\d{1,7})?\))$/;

/** Letters of scripts in which a word can follow another, or a particle a name, without a blank. */
const ATTACHED = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar', 'Hebrew', 'Arabic']
  .map((script) => `\\p{scx=${script}}`)
  .join('');
const HAS_ATTACHED = new RegExp(`[${ATTACHED}]`, 'u');
const UP_TO_EXTENSION = new RegExp(`[^]*?\\.[A-Za-z0-9]{1,16}(?=[${ATTACHED}])|[^]+`, 'gu');
const ATTACHED_BEFORE = new RegExp(`^[${ATTACHED}]+`, 'u');
const OTHERS = new RegExp(`[^${ATTACHED}]+`, 'gu');

const WORD = /^@?[\p{L}\p{N}_][\p{L}\p{N}\p{M}_-]*$/u;
/** Versions and abbreviations. */
const NO_NAME = /^(?:v?[\d.]+|e\.g|i\.e)$/i;
const MAKEFILE = /^@?[A-Z]\w*file$/;

/** In their order; of those that begin at the same place the longest first. */
export function mentions(prompt: string): Mention[] {
  const text = prompt.replace(ADDRESS, (address) => '\n'.repeat(address.length));
  const found: Mention[] = [];
  const add = (stretch: string, at: number, kind = kindOf(stretch)) => {
    if (kind && stretch.length <= LONGEST) found.push({ at, end: at + stretch.length, text: stretch, kind });
  };
  quoted(text, add);
  for (const { 0: run, index } of text.replace(BORDER, (mark) => '\n'.repeat(mark.length)).matchAll(RUN)) {
    for (const [part, at] of outsideBrackets(run)) fromRun(part, index + at, add);
  }
  return found.sort((a, b) => a.at - b.at || b.end - a.end);
}

type Add = (stretch: string, at: number, kind?: Mention['kind']) => void;

function kindOf(stretch: string): Mention['kind'] | undefined {
  if (stretch.includes('\0')) return undefined;
  if (/[/\\]/.test(stretch)) return /[^/\\.\s]/.test(stretch) ? 'path' : undefined;
  if ((/\.[^.]/.test(stretch) && /\p{L}/u.test(stretch) && !NO_NAME.test(stretch)) || MAKEFILE.test(stretch)) {
    return 'name';
  }
  return stretch.startsWith('@') && WORD.test(stretch) ? 'word' : undefined;
}

/** What is between two quotation marks, or is a link's target, as a whole. */
function quoted(text: string, add: Add): void {
  const opened = new Map<number, number>();
  for (const { 0: mark, index } of text.matchAll(QUOTE_OR_LINE)) {
    const kind = KINDS.get(mark);
    if (kind === undefined) {
      opened.clear();
      continue;
    }
    const start = opened.get(kind);
    if (start !== undefined && index - start <= LONGEST) whole(text.slice(start, index), start, kind !== ANGLES, add);
    opened.set(kind, index + 1);
  }
  for (const { 1: target = '', index } of text.matchAll(LINK_TARGET)) whole(target, index + 2, false, add);
}

function whole(quotation: string, at: number, words: boolean, add: Add): void {
  if (quotation === '' || /^\s|\s$/.test(quotation)) return;
  const stretch = withoutPosition(quotation);
  if (words && WORD.test(stretch)) add(stretch, at, kindOf(stretch) ?? 'word');
  // Quoted prose has blanks, too.
  else if (!/\s/.test(stretch) || /[/\\]|\.\w{1,16}$/.test(stretch)) add(stretch, at);
}

function fromRun(run: string, start: number, add: Add): void {
  let [from, to] = [0, run.length];
  while (from < to && SOFT.includes(run[from]!)) from++;
  while (from < to && `.${SOFT}`.includes(run[to - 1]!)) to--;
  const stretch = withoutPosition(run.slice(from, to));
  const at = start + from;
  add(stretch, at);
  const escapes = !/\\\w/.test(stretch);
  for (const { 0: piece, index } of stretch.matchAll(escapes ? PIECE : PIECE_WITHOUT_ESCAPES)) {
    for (const [part, offset] of outsideBrackets(piece)) fromPiece(part, at + index + offset, add);
  }
}

function fromPiece(piece: string, at: number, add: Add): void {
  let end = piece.length;
  while (piece[end - 1] === '.') end--;
  const stretch = piece.slice(0, end);
  if (end === 0 || end > LONGEST) return;
  add(stretch, at);

  const emphasis = /^(?:_+|~~)(?=[^_~])/.exec(stretch)?.[0];
  if (emphasis && stretch.endsWith(emphasis))
    add(stretch.slice(emphasis.length, -emphasis.length), at + emphasis.length);
  if (!/[/\\]/.test(stretch) && /[()[\]{}]/.test(stretch)) {
    for (const { 0: part, index } of stretch.matchAll(/[^()[\]{}]+/g)) add(part, at + index);
  }
  // `a.ts-Datei`, `a.ts[0]`, and `a.ts\n` out of JSON.
  const last = stretch.lastIndexOf('/') + 1;
  const rest = /\.\w+(?=[-+~([{]|\\(?:$|[nrt]))/.exec(stretch.slice(last));
  if (rest) add(stretch.slice(0, last + rest.index + rest[0].length), at);
  if (HAS_ATTACHED.test(stretch)) fromAttached(stretch, at, add);
}

/** `修复src/a.ts中的错误`, with names in such scripts as far as an extension says where they end. */
function fromAttached(stretch: string, start: number, add: Add): void {
  for (const { 0: sentence, index } of stretch.matchAll(UP_TO_EXTENSION)) {
    add(sentence, start + index);
    const before = ATTACHED_BEFORE.exec(sentence)?.[0].length ?? 0;
    if (before > 0) add(sentence.slice(before), start + index + before);
    for (const { 0: part, index: offset } of sentence.matchAll(OTHERS)) {
      // `docs/` of `docs/описание.md` was not what is named, nor `.md`; `src/` of `在src/里面` was.
      const inside = /^[/.]/.test(part) && offset > 0;
      const cut = part.endsWith('/') && /[/.]/.test(sentence.slice(offset + part.length));
      if (!inside && !cut) add(part, start + index + offset);
    }
  }
}

function withoutPosition(stretch: string): string {
  const position = POSITION.exec(stretch.slice(-64))?.[0].length ?? 0;
  return position === 0 ? stretch : stretch.slice(0, -position);
}

/**
 * Cuts at brackets that are no part of a name, with where each part begins. In a name (`[id]`, `(group)`) they open and
 * close between two separators.
 */
function outsideBrackets(text: string): [part: string, at: number][] {
  const open: number[] = [];
  const inName = new Set<number>();
  let separator = -1;
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    if (char === '/' || (char === '\\' && /\w/.test(text[at + 1] ?? ''))) separator = at;
    else if ('([{'.includes(char)) open.push(at);
    else if (')]}'.includes(char)) {
      const opener = open.at(-1);
      if (opener === undefined || '([{'.indexOf(text[opener]!) !== ')]}'.indexOf(char)) continue;
      open.pop();
      if (separator < opener) inName.add(opener).add(at);
    }
  }
  const parts: [string, number][] = [];
  let from = 0;
  for (let at = 0; at <= text.length; at++) {
    if (at < text.length && (inName.has(at) || !'()[]{}'.includes(text[at]!))) continue;
    if (at > from) parts.push([text.slice(from, at), from]);
    from = at + 1;
  }
  return parts;
}
