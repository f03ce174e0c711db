// A memory file, read and written. DESIGN.md, "A memory file".
import * as z from 'zod';
import { readPlainYaml } from '../config/plain-yaml.ts';
import { deleteYaml, readYaml, setYaml, type Yaml, YamlError, type YamlValue } from '../config/yaml.ts';
import { slugId } from './id.ts';
import { MEMORY_TYPES, type Memory } from './memory.ts';
import { oneLine, summarize } from './summary.ts';

/** A file that is no memory; says where and what to do. Of several faults the first gives the line, the others name theirs. */
export class MemoryFileError extends Error {
  constructor(
    message: string,
    /** 1-based line in the file. */
    readonly line: number,
    /** The file was not read: what it holds is unknown. */
    readonly unread = false,
  ) {
    super(message);
    this.name = 'MemoryFileError';
  }
}

/** The text of a file's bytes. Throws MemoryFileError for what is not UTF-8. */
export function decodeMemory(bytes: Uint8Array): string {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    throw new MemoryFileError('this file is UTF-16; save it as UTF-8', 1);
  }
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = buffer.toString('utf8');
  if (text.includes('\uFFFD') && !buffer.equals(Buffer.from(text, 'utf8'))) {
    const line = text.split('\n').findIndex((part) => part.includes('\uFFFD')) + 1;
    throw new MemoryFileError('this line is not UTF-8; save the file as UTF-8', line);
  }
  if (text.includes('\0'))
    throw new MemoryFileError('this is not text: it holds a NUL', lineAt(text, text.indexOf('\0')));
  return text;
}

/**
 * Parses one memory file. `name` is the file's name without its extension: the id where the front matter gives none.
 * Throws MemoryFileError with the line.
 */
export function parseMemory(text: string, name: string): Memory {
  const { yaml, body, bodyLine } = split(text);
  const front = readFrontMatter(yaml);
  const id = slugId(front.id ?? name);
  if (body.trim() === '') {
    const message =
      yaml.trim() === '' ? 'the file is empty: a memory is its body' : 'no body stands below the front matter';
    throw new MemoryFileError(message, bodyLine);
  }
  return {
    id,
    summary: oneLine(front.summary ?? '') || summarize(body) || id,
    type: front.type ?? 'fact',
    tags: front.tags ?? [],
    appliesTo: front.applies_to ?? [],
    entities: front.entities ?? [],
    ...(front.aliases ? { aliases: front.aliases } : {}),
    importance: front.importance ?? 0.5,
    ...(front.created ? { created: front.created } : {}),
    ...(front.reviewed ? { reviewed: front.reviewed } : {}),
    ...(front.expires ? { expires: front.expires } : {}),
    ...(front.supersedes?.length ? { supersedes: front.supersedes } : {}),
    source: front.source || 'user',
    body,
  };
}

/** The front matter as it stands, unknown keys and all; {} where there is none. Throws MemoryFileError. */
export function frontMatter(text: string): Record<string, unknown> {
  return readMapping(split(text).yaml).value;
}

/** The text without these keys of its front matter, each with its line. Throws MemoryFileError. */
export function withoutKeys(text: string, keys: readonly string[]): string {
  const { mark, open, yaml, close, body } = split(text);
  const left = keys.reduce((front, key) => deleteYaml(front, key), yaml);
  return mark + open + left + close + body;
}

/** The 1-based line of a key of the front matter in its file. Throws MemoryFileError. */
export function lineOfKey(text: string, key: string): number {
  return readMapping(split(text).yaml).line([key]);
}

/** The keys of the front matter as they stand; [] where there is none or it cannot be read. */
export function frontKeys(text: string): string[] {
  try {
    const { yaml } = split(text);
    return Object.keys(readPlainYaml(yaml) ?? readMapping(yaml).value);
  } catch (error) {
    if (error instanceof MemoryFileError) return [];
    throw error;
  }
}

/** A value of a front matter as `YYYY-MM-DD`; undefined where it is no date that exists. */
export function dateIn(value: unknown): string | undefined {
  const result = date.safeParse(value);
  return result.success ? result.data : undefined;
}

/** What is wrong with the `expires` of a memory that is read all the same, with its line; undefined where nothing is. Throws MemoryFileError. */
export function expiryProblem(text: string): { line: number; message: string } | undefined {
  const { yaml } = split(text);
  if (!/expires/.test(yaml)) return undefined;
  const { value, line } = readMapping(yaml);
  if (value.expires === undefined || value.expires === null || dateIn(value.expires) !== undefined) return undefined;
  const message = `expires must be a date that exists, as in 2026-11-30, not ${shown(value.expires)}; until it is mended the memory does not expire`;
  return { line: line(['expires']), message };
}

/** The body as it stands, without a parse of the front matter. Throws MemoryFileError where that is never closed. */
export function bodyOf(text: string): string {
  return split(text).body;
}

/**
 * The file's text for a memory. With the file's previous text only what differs from it is changed: unknown keys, comments,
 * order, quotes and every other byte stay. `extra` sets keys of other owners. Throws MemoryFileError where the previous text is no memory.
 */
export function writeMemory(
  memory: Memory,
  previous?: { text: string; name: string },
  extra: Record<string, YamlValue> = {},
): string {
  const { mark, open, yaml, close, body } = split(previous?.text ?? '');
  const before = previous && body.trim() !== '' ? parseMemory(previous.text, previous.name) : undefined;
  const eol = previous?.text.includes('\r\n') ? '\r\n' : '\n';
  let front = yaml;
  for (const [key, value] of Object.entries({ ...fieldsOf(memory, before), ...extra })) {
    front = value === undefined ? deleteYaml(front, key) : setYaml(front, [key], value);
  }
  if (eol === '\r\n' && front !== yaml) front = front.replace(/\r?\n/g, eol);
  if (front === '' && !open) return mark + memory.body;
  const end = close.endsWith('\n') ? close : `${close || '---'}${eol}`;
  return mark + (open || `---${eol}`) + front + end + memory.body;
}

/** The keys to write: all that say something for a new file, those that changed for an old one. */
function fieldsOf(memory: Memory, before: Memory | undefined): Record<string, YamlValue | undefined> {
  const old = before ?? { ...BLANK, summary: summarize(memory.body) };
  const fields: [string, YamlValue | undefined, YamlValue | undefined][] = [
    ['id', memory.id, old.id],
    ['summary', memory.summary, old.summary],
    ['type', memory.type, old.type],
    ['tags', memory.tags, old.tags],
    ['applies_to', memory.appliesTo, old.appliesTo],
    ['entities', memory.entities, old.entities],
    ...aliasFields(memory, old),
    ['importance', memory.importance, old.importance],
    ['created', memory.created, old.created],
    ['reviewed', memory.reviewed, old.reviewed],
    ['expires', memory.expires, old.expires],
    ['supersedes', memory.supersedes ?? [], old.supersedes ?? []],
    ['source', memory.source, old.source],
  ];
  return Object.fromEntries(
    fields.filter(([, now, then]) => JSON.stringify(now) !== JSON.stringify(then)).map(([key, now]) => [key, now]),
  );
}

/** A mapping is written by nobody but a person: it stays as it stands. */
function aliasFields(
  { aliases }: Pick<Memory, 'aliases'>,
  old: { aliases?: Memory['aliases'] | undefined },
): [string, YamlValue | undefined, YamlValue | undefined][] {
  const list = (value: Memory['aliases']) => (Array.isArray(value) ? value : undefined);
  return aliases && !Array.isArray(aliases) ? [] : [['aliases', list(aliases), list(old.aliases)]];
}

/** What a new file need not say, but for the type and the source, which help whoever reads it. */
const BLANK = {
  id: '',
  type: '',
  tags: [],
  appliesTo: [],
  entities: [],
  aliases: undefined,
  importance: 0.5,
  created: undefined,
  reviewed: undefined,
  expires: undefined,
  supersedes: [],
  source: '',
};

interface Parts {
  /** The byte order mark, where there is one. */
  mark: string;
  /** The opening fence's line, the YAML between, the closing fence's line; all '' where there is no front matter. */
  open: string;
  yaml: string;
  close: string;
  body: string;
  bodyLine: number;
}

function split(text: string): Parts {
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const rest = text.slice(mark.length);
  const open = /^---[ \t]*(?:\r?\n|$)/.exec(rest)?.[0];
  if (open === undefined) return { mark, open: '', yaml: '', close: '', body: rest, bodyLine: 1 };
  const fence = /^(?:---|\.\.\.)[ \t]*(?:\r?\n|$(?![\s\S]))/m;
  const after = rest.slice(open.length);
  const close = fence.exec(after);
  if (!close) throw new MemoryFileError('the front matter that opens here is never closed by a line ---', 1);
  const yaml = after.slice(0, close.index);
  const body = after.slice(close.index + close[0].length);
  return { mark, open, yaml, close: close[0], body, bodyLine: 2 + lineAt(yaml, yaml.length) };
}

function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let i = text.indexOf('\n'); i >= 0 && i < offset; i = text.indexOf('\n', i + 1)) line++;
  return line;
}

const text = z.union([z.string(), z.number(), z.boolean()], 'must be a text').transform(String);
const listItem = z.union([z.string(), z.number(), z.boolean()], 'must be a list of texts').transform(String);

/** `a, b`, `[a, b]` or a list; blanks around, empty items and repetitions are dropped. */
function list(split: (text: string) => string[], each: (item: string) => string = oneLine) {
  return z
    .union([z.string().transform(split), z.number().transform((n) => [String(n)]), z.array(listItem)], {
      error: (issue) => (Array.isArray(issue.input) ? 'must be a list of texts' : 'must be a text or a list of texts'),
    })
    .transform((items) => [...new Set(items.map((item) => each(item).trim()).filter((item) => item !== ''))]);
}

const byComma = (line: string) => oneLine(line).split(',');

/** Commas inside braces and brackets belong to a glob: `src/*.{ts,tsx}, docs/**`. */
function globsByComma(line: string): string[] {
  const globs: string[] = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i < line.length; i++) {
    const letter = line[i]!;
    if (letter === '\\') i++;
    else if ('{[('.includes(letter)) depth++;
    else if ('}])'.includes(letter)) depth = Math.max(0, depth - 1);
    else if (letter === '\n' || (letter === ',' && depth === 0)) {
      globs.push(line.slice(start, i));
      start = i + 1;
    }
  }
  return [...globs, line.slice(start)];
}

const date = z
  .string('must be a date, as in 2026-11-30')
  .transform((value) => value.trim().replace(/^(\d{4}-\d{2}-\d{2})[Tt ].*$/s, '$1'))
  .refine(isDate, 'must be a date that exists, as in 2026-11-30');

function isDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const time = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(value);
}

/** The keys of a front matter that mean something. */
const schema = z.object({
  id: text.optional(),
  summary: text.optional(),
  type: z
    .enum(MEMORY_TYPES, { error: (issue) => `must be one of ${MEMORY_TYPES.join(', ')}, not ${shown(issue.input)}` })
    .optional(),
  tags: list(byComma)
    .transform((tags) => [...new Set(tags.map((tag) => tag.replace(/^#+(?=.)/, '')))])
    .optional(),
  // Patterns stay as they are: a cut one would be another.
  applies_to: list(globsByComma, (glob) => glob).optional(),
  entities: list(byComma).optional(),
  aliases: z
    .union([list(byComma), z.record(z.string(), list(byComma))], 'must be a list of names, or of such lists by entity')
    .optional(),
  importance: z
    .number({ error: (issue) => `must be a number from 0 to 1, not ${shown(issue.input)}` })
    .min(0, { error: (issue) => `must be a number from 0 to 1, not ${shown(issue.input)}` })
    .max(1, { error: (issue) => `must be a number from 0 to 1, not ${shown(issue.input)}` })
    .optional(),
  created: date.optional(),
  reviewed: date.optional(),
  // One that is no date hides nothing: expiryProblem tells of it.
  expires: z.unknown().transform(dateIn).optional(),
  supersedes: list(byComma, slugId).optional(),
  source: text.transform(oneLine).optional(),
});

/** Their names. */
export const MEMORY_KEYS: readonly string[] = Object.keys(schema.shape);

function shown(value: unknown): string {
  return oneLine(JSON.stringify(value) ?? String(value)).slice(0, 60);
}

function readFrontMatter(yaml: string): z.infer<typeof schema> {
  const plain = readPlainYaml(yaml);
  if (plain) {
    const result = schema.safeParse(withoutNulls(plain));
    if (result.success) return result.data;
    // The parser below knows the line.
  }
  const { value, line } = readMapping(yaml);
  const result = schema.safeParse(withoutNulls(value));
  if (result.success) return result.data;
  const [first, ...others] = result.error.issues
    .map(({ path, message }) => ({ line: line(path), message: `${String(path[0])} ${message}` }))
    .sort((a, b) => a.line - b.line);
  const more = others.map((other) => `; line ${other.line}: ${other.message}`).join('');
  throw new MemoryFileError(first!.message + more, first!.line);
}

/** A key without a value, as templates leave them, says nothing. */
function withoutNulls(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== null));
}

function readMapping(yaml: string): { value: Record<string, unknown>; line: Yaml['line'] } {
  try {
    const { value, line } = readYaml(yaml);
    if (value === null || value === undefined) return { value: {}, line: () => 1 };
    if (typeof value !== 'object' || Array.isArray(value))
      throw new YamlError('the front matter must be keys and values, as in type: rule', 1);
    return { value: value as Record<string, unknown>, line: (path) => 1 + line(path) };
  } catch (error) {
    if (error instanceof YamlError) throw new MemoryFileError(error.message, error.line + 1);
    throw error;
  }
}
