// What the sources share: files that are read, or passed over with a sentence, and the memories that pieces of them are. Cold.
import fs from 'node:fs';
import path from 'node:path';
import fg from 'fast-glob';
import { decodeMemory, MemoryFileError } from '../memory/file.ts';
import { slugId } from '../memory/id.ts';
import type { Memory } from '../memory/memory.ts';
import { newMemory } from '../memory/new.ts';
import { displayPath } from '../memory/sync.ts';
import { FILE_LIMIT, reason } from '../memory/vault.ts';
import { key64 } from '../text/hash.ts';
import { redact } from '../text/secrets.ts';
import { piecesOf } from './pieces.ts';
import type { Draft, Found, From } from './source.ts';

/** What engram itself has written for a host says so: it is made of memories, or no text at all. */
const OURS = /written by `engram link`|<!-- engram: written from the memory /;

/** A file's text; undefined where it is not there, is one that engram wrote, or cannot be read, which `found` is told. */
export function readText(file: string, found: Found): string | undefined {
  try {
    const stat = fs.statSync(file, { throwIfNoEntry: false });
    if (!stat?.isFile()) return undefined;
    if (stat.size > FILE_LIMIT) {
      found.problems.push({
        file,
        line: 0,
        message: `is larger than ${FILE_LIMIT / 1024 / 1024} MiB and was passed over`,
      });
      return undefined;
    }
    const text = decodeMemory(fs.readFileSync(file));
    return OURS.test(text) ? undefined : text;
  } catch (error) {
    const [line, message] =
      error instanceof MemoryFileError ? [error.line, error.message] : [0, `cannot be read: ${reason(error)}`];
    found.problems.push({ file, line, message });
    return undefined;
  }
}

/** Files below a folder, sorted; hidden folders are looked into only where the pattern names them. */
export function filesBelow(folder: string, patterns: string | string[]): string[] {
  const found = fg.sync(patterns, {
    cwd: folder,
    absolute: true,
    onlyFiles: true,
    dot: true,
    followSymbolicLinks: false,
    suppressErrors: true,
    ignore: ['**/node_modules/**', '**/.git/**', '**/.engram/**'],
  });
  return found.map((file) => path.resolve(file)).sort();
}

/**
 * Files of the project and below its folders. Where the folder is no repository and holds nothing of engram's, or is the person's home, its
 * own alone: all that lies below was never meant.
 */
export function filesOfProject({ project, home }: From, names: readonly string[]): string[] {
  const { tree, git } = project;
  const walks =
    path.resolve(home) !== path.resolve(tree) && (git !== undefined || fs.existsSync(path.join(tree, '.engram')));
  return filesBelow(tree, walks ? names.map((name) => `**/${name}`) : [...names]);
}

/** `import:<file>#<part>`, the same on every machine where the file is named the same. */
export function sourceOf(file: string, part: string, { project, env }: From): string {
  return `import:${displayPath(file, project, env)}${part ? `#${part}` : ''}`;
}

/** What a source knows of all pieces of a file. */
export interface Known {
  type: Memory['type'];
  scope: Draft['scope'];
  appliesTo?: readonly string[];
  importance?: number;
  tags?: readonly string[];
}

/** Every piece of a Markdown file as a memory. */
export function cutIntoDrafts(file: string, markdown: string, firstLine: number, known: Known, from: From): Draft[] {
  const parts = new Map<string, number>();
  return piecesOf(markdown, firstLine).map(({ headings, text, line }) => {
    // A section is known by its headings, another piece by its first words too: what is changed behind them is the same piece.
    const names = text.startsWith('## ')
      ? headings
      : [...headings, firstWords(redact(text).text, headings.at(-1) ?? '')];
    const name = names.map((it) => slugId(redact(it).text)).join('/');
    const nth = (parts.get(name) ?? 0) + 1;
    parts.set(name, nth);
    const part = `${name.length > 120 ? `${name.slice(0, 100)}-${key64(name)}` : name}${nth > 1 ? `-${nth}` : ''}`;
    return { from: file, line, scope: known.scope, memory: draftOf(text, file, part, known, from) };
  });
}

function firstWords(text: string, heading: string): string {
  const own = text.slice(text.startsWith(heading) ? heading.length : 0);
  return (
    own
      .match(/[\p{L}\p{N}]+/gu)
      ?.slice(0, 3)
      .join(' ') ?? ''
  );
}

/** A memory of a text in a file. It was reviewed by nobody: `created` is the file's place in time that nobody can know. */
export function draftOf(
  text: string,
  file: string,
  part: string,
  { type, appliesTo = [], importance = 0.5, tags = [] }: Known,
  from: From,
  over: Partial<Pick<Memory, 'id' | 'summary' | 'created'>> = {},
): Memory {
  return newMemory(text, {
    ...over,
    type,
    tags: [...tags],
    appliesTo: [...appliesTo],
    entities: [],
    importance,
    source: sourceOf(file, part, from),
  });
}

/** The pattern of everything in a folder of the project; none for its top. */
export function patternOf(folder: string, root: string): string[] {
  const inside = path.relative(root, folder).split(path.sep).join('/');
  return inside === '' ? [] : [`${inside.replace(/[[\]{}()*?!\\]/g, '\\$&')}/**`];
}

/** Links that are followed lead nowhere outside of this folder. */
export function isInside(file: string, folder: string): boolean {
  try {
    const real = fs.realpathSync.native(file);
    const top = fs.realpathSync.native(folder);
    return real.startsWith(top + path.sep);
  } catch {
    return false;
  }
}
