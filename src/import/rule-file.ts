// Rule files of editors: front matter that is nearly YAML, and Markdown. Cold.
import { piecesOf } from './pieces.ts';

/** What a rule file's front matter says, by its keys; a list as it stands or with commas is a list. */
export interface RuleFile {
  front: Readonly<Record<string, string | string[]>>;
  body: string;
  /** 1-based, where the body begins. */
  bodyLine: number;
}

/** A front matter that is opened and never closed. */
export class RuleFileError extends Error {
  constructor(
    message: string,
    readonly line: number,
  ) {
    super(message);
    this.name = 'RuleFileError';
  }
}

/**
 * Not by a YAML parser: editors write `globs: *.ts,*.tsx`, which is none.
 * @throws RuleFileError
 */
export function readRuleFile(text: string): RuleFile {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  if (!/^---[ \t]*$/.test(lines[0]!)) return { front: {}, body: lines.join('\n'), bodyLine: 1 };
  const close = lines.findIndex((line, i) => i > 0 && /^---[ \t]*$/.test(line));
  if (close < 0) throw new RuleFileError('the front matter that opens here is never closed by a line ---', 1);
  const front: Record<string, string | string[]> = {};
  let key: string | undefined;
  lines.slice(1, close).forEach((line, i) => {
    if (/^\s*(?:#.*)?$/.test(line)) return;
    const item = /^\s*-[ \t]+(.*)$/.exec(line)?.[1];
    const [, name, value] = /^([A-Za-z_][\w-]*)[ \t]*:[ \t]*(.*)$/.exec(line) ?? [];
    if (name !== undefined) {
      key = name;
      front[key] = unquoted(value!);
    } else if (key !== undefined && item !== undefined) {
      const before = front[key]!;
      front[key] = [...(Array.isArray(before) ? before : before === '' ? [] : [before]), unquoted(item)];
    } else if (key !== undefined && /^\s/.test(line) && !Array.isArray(front[key])) {
      // A text that goes on below its key.
      front[key] = `${String(front[key]).replace(/^[>|][+-]?$/, '')} ${line.trim()}`.trim();
    } else throw new RuleFileError('this line is no key with a value, as in description: What it is about', i + 2);
  });
  return withSecond({ front, body: lines.slice(close + 1).join('\n'), bodyLine: close + 2 });
}

/** Some files have two front matters, an editor's empty one before their own. */
function withSecond(first: RuleFile): RuleFile {
  if (!/^---[ \t]*\n[A-Za-z_][\w-]*[ \t]*:/.test(first.body)) return first;
  try {
    const second = readRuleFile(first.body);
    const said = Object.entries(first.front).filter(([, value]) => value !== '');
    return {
      front: { ...second.front, ...Object.fromEntries(said) },
      body: second.body,
      bodyLine: first.bodyLine + second.bodyLine - 1,
    };
  } catch (error) {
    if (error instanceof RuleFileError) return first;
    throw error;
  }
}

function unquoted(value: string): string {
  const text = value
    .trim()
    .replace(/[ \t]#[^"']*$/, '')
    .trim();
  const [, quote, inside] = /^(["'])(.*)\1$/.exec(text) ?? [];
  return quote === undefined ? text : quote === '"' ? inside!.replace(/\\(["\\])/g, '$1') : inside!;
}

/** Patterns with commas, in brackets, or one below the other; commas inside braces belong to a pattern. */
export function patternsIn(value: string | string[] | undefined): string[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap(patternsIn);
  const patterns: string[] = [];
  let depth = 0;
  let start = 0;
  const text = value.replace(/^\[(.*)\]$/, '$1');
  for (let i = 0; i <= text.length; i++) {
    if (text[i] === '{') depth++;
    else if (text[i] === '}') depth = Math.max(0, depth - 1);
    else if (i === text.length || (text[i] === ',' && depth === 0)) {
      patterns.push(unquoted(text.slice(start, i)));
      start = i + 1;
    }
  }
  return [...new Set(patterns.filter((pattern) => pattern !== ''))];
}

/** Every file, so that it is no pattern at all. */
export function isEverything(pattern: string): boolean {
  return /^(?:\*\*\/)?\*\*?(?:\/\*)?$/.test(pattern);
}

/** The text of a rule file without its comments, or '' where nothing else is in it. */
export function textOf({ body, bodyLine }: RuleFile): string {
  return piecesOf(body, bodyLine).length === 0 ? '' : body.replace(/^(?:[ \t]*\n)+/, '').trimEnd();
}
