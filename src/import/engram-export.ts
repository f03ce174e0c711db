// What `engram export --json` writes, and how it is read again. The bytes of each file are in it. Cold.
import path from 'node:path';
import * as z from 'zod';
import { MemoryFileError, parseMemory } from '../memory/file.ts';
import type { Memory } from '../memory/memory.ts';

/** Raised where what is written can no longer be read by an older engram. */
export const FORMAT = 1;

/** One memory file. */
export interface Exported {
  id: string;
  vault: 'project' | 'user';
  /** A project's vault, relative to its work tree. */
  folder?: string;
  /** The file, relative to its vault, with slashes. */
  path: string;
  /** The front matter as it stands, unknown keys and all. */
  frontMatter: Record<string, unknown>;
  body: string;
  /** The file as it stands. */
  text: string;
}

const file = z
  .string()
  .regex(/^[^\0]+\.md$/i, 'must end in .md')
  .refine(
    (name) => !path.isAbsolute(name) && name.split(/[/\\]/).every((part) => part !== '' && !part.startsWith('.')),
    {
      message: 'must stay within the vault',
    },
  );

const schema = z.object({
  engram: z.literal(FORMAT, `is of another version than this engram reads (${FORMAT})`),
  memories: z.array(
    z.object({
      vault: z.enum(['project', 'user']),
      folder: z.string().optional(),
      path: file,
      text: z.string(),
    }),
  ),
});

/** What is no export; the line where that is known, else 0. */
export class ExportError extends Error {
  constructor(
    message: string,
    readonly line: number,
  ) {
    super(message);
    this.name = 'ExportError';
  }
}

/** @throws ExportError */
export function readExport(
  text: string,
): (Pick<Exported, 'vault' | 'folder' | 'path' | 'text'> & { memory: Memory })[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const message = (error as Error).message;
    const at = Number(/position (\d+)/.exec(message)?.[1] ?? text.length);
    throw new ExportError(`is no JSON: ${message}`, text.slice(0, at).split('\n').length);
  }
  const { success, data, error } = schema.safeParse(value);
  if (!success) {
    const { path: where, message } = error.issues[0]!;
    throw new ExportError(`is not what engram export writes: ${where.map(String).join('.') || 'it'} ${message}`, 0);
  }
  return data.memories.map(({ folder, ...it }, n) => {
    try {
      const memory = parseMemory(it.text, path.posix.basename(it.path).replace(/\.md$/i, ''));
      return { ...it, ...(folder === undefined ? {} : { folder }), memory };
    } catch (fault) {
      if (!(fault instanceof MemoryFileError)) throw fault;
      throw new ExportError(`memories.${n} (${it.path}) is no memory: line ${fault.line}: ${fault.message}`, 0);
    }
  });
}
