// A person's JSON or JSONC settings file as text with offsets. jsonc-parser reads; nothing here formats or writes.
import { printParseErrorCode, visit } from 'jsonc-parser';

/** A settings file that must not or cannot be edited. `message` is a sentence with file and line. */
export class SettingsFault extends Error {
  constructor(
    message: string,
    /** `data`: the file is broken or of another shape; `denied`: it cannot be written; `busy`: it keeps changing. */
    readonly kind: 'data' | 'denied' | 'busy',
  ) {
    super(message);
    this.name = 'SettingsFault';
  }
}

/** Offsets in UTF-16 units, end exclusive. */
export interface Span {
  start: number;
  end: number;
}

/** A value; for a container `children` are its items, or its members with their keys. */
export interface Value extends Span {
  type: 'object' | 'array' | 'literal';
  /** The decoded literal. */
  literal?: unknown;
  children: Child[];
  /** `commas[i]` follows `children[i]`; the last child has one only where the file trails commas. */
  commas: number[];
}

export interface Child extends Span {
  /** Only in objects. */
  key?: string;
  value: Value;
}

export interface SettingsDocument {
  text: string;
  file: string;
  /** Missing where the file holds nothing but white space and comments. */
  root?: Value;
  comments: Span[];
  trailingCommas: number[];
}

export interface Splice extends Span {
  text: string;
}

export const BOM = '\uFEFF';

/**
 * Reads a settings file. Only the top level and what stands under these members of it gets children, so that a file of
 * 20 MB costs no tree.
 * @param opened names of members at the top; null: all of them
 * @throws SettingsFault (`data`) where it is no JSONC, or `hooks` stands in it twice and is to be read.
 */
export function parseSettings(
  text: string,
  file: string,
  opened: readonly string[] | null = ['hooks'],
): SettingsDocument {
  const doc: SettingsDocument = { text, file, comments: [], trailingCommas: [] };
  const open: Value[] = [];
  let key: { name: string; start: number } | undefined;
  let comma: number | undefined;
  // Containers whose content is of no interest, counted instead of built.
  let opaque = 0;

  const place = (value: Value): void => {
    comma = undefined;
    const parent = open.at(-1);
    if (!parent) doc.root ??= value;
    else if (parent.type === 'array') parent.children.push({ start: value.start, end: value.end, value });
    else if (key) parent.children.push({ key: key.name, start: key.start, end: value.end, value });
  };
  const begin = (type: 'object' | 'array', start: number): void => {
    if (opaque > 0) {
      opaque++;
      comma = undefined;
      return;
    }
    const value: Value = { type, start, end: start, children: [], commas: [] };
    const isOpened = open.length !== 1 || opened === null || (key !== undefined && opened.includes(key.name));
    place(value);
    open.push(value);
    if (!isOpened) opaque = 1;
  };
  const end = (offset: number): void => {
    if (comma !== undefined) doc.trailingCommas.push(comma);
    comma = undefined;
    if (opaque > 1) {
      opaque--;
      return;
    }
    opaque = 0;
    const value = open.pop();
    if (!value) return;
    value.end = offset + 1;
    const child = open.at(-1)?.children.at(-1);
    if (child) child.end = value.end;
  };

  let fault: { what: string; offset: number } | undefined;
  try {
    // A BOM is no JSON; a space keeps the offsets.
    visit(
      text.startsWith(BOM) ? ` ${text.slice(1)}` : text,
      {
        onObjectBegin: (offset) => begin('object', offset),
        onArrayBegin: (offset) => begin('array', offset),
        onObjectEnd: end,
        onArrayEnd: end,
        onObjectProperty: (name, start) => {
          comma = undefined;
          if (opaque === 0) key = { name, start };
        },
        onLiteralValue: (literal, start, length) => {
          if (opaque > 0) comma = undefined;
          else place({ type: 'literal', literal, start, end: start + length, children: [], commas: [] });
        },
        onSeparator: (character, offset) => {
          if (character !== ',') return;
          comma = offset;
          if (opaque === 0) open.at(-1)?.commas.push(offset);
        },
        onComment: (start, length) => {
          doc.comments.push({ start, end: start + length });
        },
        onError: (error, offset) => {
          fault ??= { what: printParseErrorCode(error), offset };
        },
      },
      { allowTrailingComma: true, allowEmptyContent: true },
    );
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new SettingsFault(`${file}: nested too deeply to be read. Nothing was written.`, 'data');
  }
  if (fault) throw new SettingsFault(syntaxFault(doc, fault), 'data');
  if (opened?.includes('hooks')) refuseTwice(doc, doc.root, 'hooks');
  return doc;
}

/** @throws SettingsFault where an object has this key more than once: which one counts differs from reader to reader. */
export function refuseTwice(doc: SettingsDocument, object: Value | undefined, key: string): void {
  const [first, second] = object?.type === 'object' ? object.children.filter((child) => child.key === key) : [];
  if (!first || !second) return;
  const at = `${doc.file}:${lineOf(doc.text, second.start)}`;
  throw new SettingsFault(
    `${at}: "${key}" stands here a second time (first in line ${lineOf(doc.text, first.start)}). Nothing was written; merge the two and run the command again.`,
    'data',
  );
}

function syntaxFault(doc: SettingsDocument, fault: { what: string; offset: number }): string {
  const conflict = /^(?:<{7}|>{7}|={7}|\|{7})(?:[ \r\n]|$)/m.exec(doc.text);
  if (conflict) {
    return `${doc.file}:${lineOf(doc.text, conflict.index)}: this line is a merge conflict marker. Nothing was written; resolve the conflict and run the command again.`;
  }
  const what = fault.what.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).toLowerCase();
  return `${doc.file}:${lineOf(doc.text, fault.offset)}: not valid JSON (${what}). Nothing was written; repair this line and run the command again.`;
}

/** Counted from 1; CR, LF and CRLF end a line. */
export function lineOf(text: string, offset: number): number {
  let line = 1;
  for (const found of text.slice(0, offset).matchAll(/\r\n|\n|\r/g)) if (found.index < offset) line++;
  return line;
}

export function member(object: Value | undefined, key: string): Child | undefined {
  return object?.type === 'object' ? object.children.find((child) => child.key === key) : undefined;
}

export function hasComment(doc: SettingsDocument, start: number, end: number): boolean {
  return doc.comments.some((comment) => comment.start >= start && comment.end <= end);
}

/** Applies splices that do not overlap. */
export function splice(text: string, splices: readonly Splice[]): string {
  let out = '';
  let at = 0;
  for (const one of [...splices].sort((a, b) => a.start - b.start || a.end - b.end)) {
    out += text.slice(at, one.start) + one.text;
    at = one.end;
  }
  return out + text.slice(at);
}

/** How the file writes: taken from itself. */
export interface Layout {
  eol: string;
  /** One step of indentation. */
  unit: string;
}

export function layoutOf(doc: SettingsDocument): Layout {
  const { text, root } = doc;
  const first = root?.children.find((child) => startsLine(text, child.start));
  const own = first && indentAt(text, first.start).slice(indentAt(text, root?.start ?? 0).length);
  return {
    eol: /\r\n|\n|\r/.exec(text)?.[0] ?? '\n',
    unit: own || /(?:\r\n|\n|\r)([ \t]+)["{[]/.exec(text)?.[1] || '  ',
  };
}

/** The white space that begins the line of this offset. */
export function indentAt(text: string, offset: number): string {
  const start = Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? '';
}

/** Only white space stands before it in its line, and a line break before that. */
export function startsLine(text: string, offset: number): boolean {
  return /[\r\n][ \t]*$/.test(text.slice(Math.max(0, offset - 400), offset));
}
