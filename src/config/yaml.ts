// YAML as people write it: read with the line of every fault, changed in place without touching what stands around.
import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Pair,
  parseDocument,
  stringify,
  visit,
} from 'yaml';

/** What engram writes as a value. */
export type YamlValue = string | number | boolean | readonly string[];

/** A text that is not YAML. */
export class YamlError extends Error {
  constructor(
    message: string,
    /** 1-based, in the text that was read. */
    readonly line: number,
    /** What could be made out of the text all the same. */
    readonly partial?: Yaml,
  ) {
    super(message);
    this.name = 'YamlError';
  }
}

export interface Yaml {
  value: unknown;
  /** 1-based line of a key (or of a list's item); of its nearest known parent where there is none. */
  line(path: readonly PropertyKey[]): number;
}

/** Reads one document. Throws YamlError with the line and, for the usual slips, what to write instead. */
export function readYaml(text: string): Yaml {
  const lines = new LineCounter();
  const doc = parseDocument(text, { lineCounter: lines, prettyErrors: false, logLevel: 'error' });
  const at = (offset: number) => lines.linePos(offset).line || 1;
  const line: Yaml['line'] = (path) => at(offsetOf(doc, path));
  const [fault] = doc.errors;
  let value: unknown;
  try {
    value = doc.toJS();
  } catch (error) {
    if (!fault) throw new YamlError(explain('BAD_ALIAS', (error as Error).message), at(aliasOffset(doc)));
  }
  if (fault) {
    const message = explain(fault.code, fault.message);
    throw new YamlError(message, at(faultOffset(fault.code, fault.pos[0], text)), { value, line });
  }
  // Nothing that engram reads does, and what compares or writes values would never end.
  if (holdsItself(value)) throw new YamlError('this alias stands inside of what it names', at(aliasOffset(doc)));
  return { value, line };
}

/** What is never closed is found behind it; the person looks for where it was opened. */
function faultOffset(code: string, offset: number, text: string): number {
  if (code === 'MISSING_CHAR') return offset >= text.length ? Math.max(0, text.trimEnd().length - 1) : offset;
  // Brackets that are never closed are found where the next line begins, or the text ends.
  return code === 'BAD_INDENT' && text[offset - 1] === '\n'
    ? Math.max(0, text.slice(0, offset).trimEnd().length - 1)
    : offset;
}

function explain(code: string, message: string): string {
  switch (code) {
    case 'BLOCK_AS_IMPLICIT_KEY':
      return 'a value that holds a colon and a blank must stand in quotes';
    case 'BAD_ALIAS':
      return /excessive/i.test(message)
        ? 'too many YAML aliases'
        : 'a value that begins with * must stand in quotes, as in "**/*.ts"';
    case 'DUPLICATE_KEY':
      return 'this key stands here twice';
    case 'TAB_AS_INDENT':
      return 'indent with blanks, not with tabs';
    default: {
      const text = message.replace(/\s+/g, ' ').trim();
      return `not valid YAML: ${text.charAt(0).toLowerCase()}${text.slice(1)}`;
    }
  }
}

function holdsItself(value: unknown, above = new Set<unknown>(), done = new Set<unknown>()): boolean {
  if (typeof value !== 'object' || value === null || done.has(value)) return false;
  if (above.has(value)) return true;
  above.add(value);
  const found = Object.values(value).some((inner) => holdsItself(inner, above, done));
  above.delete(value);
  done.add(value);
  return found;
}

function aliasOffset(doc: Document): number {
  let offset = 0;
  visit(doc, {
    Alias(_, node) {
      offset = node.range?.[0] ?? 0;
      return visit.BREAK;
    },
  });
  return offset;
}

function offsetOf(doc: Document, path: readonly PropertyKey[]): number {
  let node: unknown = doc.contents;
  let offset = 0;
  for (const key of path) {
    if (isMap(node)) {
      const pair: Pair | undefined = node.items.find((item) => keyOf(item) === String(key));
      if (!pair) break;
      offset = (pair.key as { range?: [number] }).range?.[0] ?? offset;
      node = pair.value;
    } else if (isSeq(node) && typeof key === 'number') {
      node = node.items[key];
      offset = (node as { range?: [number] } | undefined)?.range?.[0] ?? offset;
    } else break;
  }
  return offset;
}

function pairIn(node: unknown, key: string): Pair | undefined {
  return isMap(node) ? node.items.find((item) => keyOf(item) === key) : undefined;
}

function keyOf(pair: Pair): string | undefined {
  return isScalar(pair.key) ? String(pair.key.value) : undefined;
}

/**
 * Sets one key, at the top or one level down (`['load', 'limit']`), and changes nothing else: comments, order, blank lines,
 * quotes, line ends and a byte order mark stay. The text must be a mapping or empty. Throws YamlError where it is neither.
 */
export function setYaml(text: string, path: readonly [string] | readonly [string, string], value: YamlValue): string {
  const doc = editable(text);
  const wanted = doc.clone();
  // `null` written out: no mapping to put a key into.
  if (isNull(wanted.contents)) wanted.contents = null;
  const section = path.length > 1 ? wanted.get(path[0], true) : undefined;
  if (section !== undefined && !isMap(section)) {
    if (!isNull(section))
      throw new YamlError(`${path[0]} must be a list of keys and values here`, readYaml(text).line(path));
    wanted.set(path[0], wanted.createNode({ [path[1]!]: value }));
  } else wanted.setIn(path, value);
  const spliced = splice(text, doc, path, value);
  if (spliced !== undefined && sameValue(spliced, wanted)) return spliced;
  return rewrite(wanted, text);
}

/** Takes one key away, at the top or one level down, with its own line; a section that it leaves empty goes too. */
export function deleteYaml(text: string, key: string, inner?: string): string {
  const doc = editable(text);
  const top = pairIn(doc.contents, key);
  const below = inner === undefined ? undefined : pairIn(top?.value, inner);
  const isAlone = isMap(top?.value) && top.value.items.length === 1;
  const pair = inner === undefined || (below && isAlone) ? top : below;
  if (!pair) return text;
  const wanted = doc.clone();
  wanted.deleteIn(pair === top ? [key] : [key, inner]);
  const start = text.lastIndexOf('\n', rangeOf(pair.key)[0] - 1) + 1;
  const end = endOfLine(text, endOf(pair.value) ?? rangeOf(pair.key)[1]);
  const spliced = text.slice(0, start) + text.slice(end);
  return sameValue(spliced, wanted) ? spliced : rewrite(wanted, text);
}

function editable(text: string): Document {
  if (text.includes('&')) readYaml(text);
  const doc = parseDocument(text, { prettyErrors: false, logLevel: 'error' });
  if (doc.errors.length || (doc.contents !== null && !isMap(doc.contents) && !isNull(doc.contents))) {
    readYaml(text);
    throw new YamlError('this is not a list of keys and values', 1);
  }
  return doc;
}

function splice(text: string, doc: Document, path: readonly string[], value: YamlValue): string | undefined {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const written = inline(value);
  let map: unknown = doc.contents;
  let section: Pair | undefined;
  for (const [depth, key] of path.entries()) {
    const rest = path.slice(depth);
    if (!isMap(map)) {
      if (depth === 0) return append(text, lines(rest, written, '', eol), eol);
      const colon = text.indexOf(':', rangeOf(section?.key)[1]);
      const end = endOfLine(text, colon);
      const head = text.slice(0, end);
      return (
        (head.endsWith('\n') ? head : head + eol) +
        lines(rest, written, `${indentOf(text, section)}  `, eol) +
        text.slice(end)
      );
    }
    const pair: Pair | undefined = map.items.find((item) => keyOf(item) === key);
    if (!pair) {
      if (depth === 0) return append(text, lines(rest, written, indentOf(text, map.items[0]), eol), eol);
      const last = map.items.at(-1);
      if (map.flow || !last) return undefined;
      const end = endOfLine(text, endOf(last.value) ?? rangeOf(last.key)[1]);
      const head = text.slice(0, end);
      return (
        (head.endsWith('\n') ? head : head + eol) + lines(rest, written, indentOf(text, last), eol) + text.slice(end)
      );
    }
    if (rest.length > 1) {
      section = pair;
      map = pair.value;
      continue;
    }
    const node = pair.value;
    if (isAlias(node) || isMap(node) || (isSeq(node) && !node.flow)) {
      if (!isSeq(node)) return undefined;
      const colon = text.indexOf(':', rangeOf(pair.key)[1]);
      const end = endOf(node)!;
      return `${text.slice(0, colon + 1)} ${written}${text.slice(end).replace(/^(?=[^\r\n])/, eol)}`;
    }
    const [start, end] = rangeOf(node);
    // A literal block ends after its last line.
    if (start !== end) return text.slice(0, start) + written + (text[end - 1] === '\n' ? eol : '') + text.slice(end);
    const colon = text.indexOf(':', rangeOf(pair.key)[1]);
    return `${text.slice(0, colon + 1)} ${written}${text.slice(colon + 1)}`;
  }
  return undefined;
}

/** A value on one line. */
function inline(value: YamlValue): string {
  if (typeof value === 'string' && /[\r\n]/.test(value)) return JSON.stringify(value);
  return stringify(value, { collectionStyle: 'flow', flowCollectionPadding: false, lineWidth: 0 }).replace(/\n$/, '');
}

function lines(path: readonly string[], written: string, indent: string, eol: string): string {
  return path
    .map(
      (key, depth) =>
        `${indent}${'  '.repeat(depth)}${inline(key)}:${depth === path.length - 1 ? ` ${written}` : ''}${eol}`,
    )
    .join('');
}

function append(text: string, added: string, eol: string): string {
  return (text === '' || text === '\uFEFF' || text.endsWith('\n') ? text : text + eol) + added;
}

function indentOf(text: string, pair: Pair | undefined): string {
  if (!pair) return '';
  const start = rangeOf(pair.key)[0];
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  return /^[ ]*$/.test(line) ? line : '';
}

function endOfLine(text: string, offset: number): number {
  if (offset > 0 && text[offset - 1] === '\n') return offset;
  const end = text.indexOf('\n', offset);
  return end < 0 ? text.length : end + 1;
}

/** Where a value's own text ends, without the comments that follow it. */
function endOf(node: unknown): number | undefined {
  if ((isMap(node) || isSeq(node)) && !node.flow && node.items.length) {
    const last: unknown = node.items.at(-1);
    if (isMap(node)) return endOf((last as Pair).value) ?? rangeOf((last as Pair).key)[1];
    return endOf(last);
  }
  return (node as { range?: [number, number, number] } | null)?.range?.[1];
}

function rangeOf(node: unknown): [number, number] {
  const range = (node as { range?: [number, number, number] } | null)?.range;
  return range ? [range[0], range[1]] : [0, 0];
}

function isNull(node: unknown): boolean {
  return isScalar(node) && node.value === null;
}

function sameValue(text: string, wanted: Document): boolean {
  const doc = parseDocument(text, { prettyErrors: false, logLevel: 'error' });
  return doc.errors.length === 0 && JSON.stringify(doc.toJS() ?? {}) === JSON.stringify(wanted.toJS() ?? {});
}

/** Where a splice cannot do it (flow mappings, aliases, explicit keys): yaml's own writer, which keeps comments and order. */
function rewrite(doc: Document, text: string): string {
  const written = doc.toString({ lineWidth: 0, flowCollectionPadding: false });
  const eol = text.includes('\r\n') ? written.replace(/\r?\n/g, '\r\n') : written;
  return text.startsWith('\uFEFF') ? `\uFEFF${eol.replace(/^\uFEFF/, '')}` : eol;
}
