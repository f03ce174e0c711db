// Files and folders that are imported as they are: one memory each.
import fs from 'node:fs';
import path from 'node:path';
import fg from 'fast-glob';
import { isOnlySecret } from '../import/only-secret.ts';
import { dateIn, decodeMemory, frontMatter, MemoryFileError, parseMemory, withoutKeys } from '../memory/file.ts';
import type { Memory } from '../memory/memory.ts';
import { oneLine } from '../memory/summary.ts';
import { displayPath } from '../memory/sync.ts';
import { reason, type Vault } from '../memory/vault.ts';
import { redact } from '../text/secrets.ts';
import { CommandError, type Context, EXIT } from './context.ts';
import { onlySecret, type Result, type Taking } from './taking.ts';
import type { World } from './world.ts';

/** What a folder holds that nobody wrote as notes; folders that begin with a dot are left out as well. */
const SKIP = { ignore: ['**/node_modules/**'], suppressErrors: true };

/** What a file may be called to be imported. */
const TEXTS = /\.(?:md|markdown|txt)$/i;

/** What a folder of a project holds for its readers: no memories, unless somebody names them. */
const OF_PROJECT = /^(?:readme|changelog|license|licence|contributing|code_of_conduct)\.(?:md|markdown)$/i;

/**
 * @returns `left`: what a folder holds and was not named
 * @throws CommandError where nothing stands behind a path
 */
export function filesOf(paths: readonly string[], cwd: string, vault: Vault): { files: string[]; left: string[] } {
  const left = new Set<string>();
  const files = new Set<string>();
  for (const given of paths) {
    const at = path.resolve(cwd, given);
    const stat = fs.statSync(at, { throwIfNoEntry: false });
    if (stat?.isDirectory()) {
      const found = fg.sync('**/*.{md,markdown}', {
        cwd: at,
        absolute: true,
        caseSensitiveMatch: false,
        followSymbolicLinks: false,
        ...SKIP,
      });
      for (const file of found.sort()) (OF_PROJECT.test(path.basename(file)) ? left : files).add(path.resolve(file));
    } else if (stat) files.add(at);
    else {
      const pattern = fg.isDynamicPattern(given);
      const found = pattern
        ? fg
            .sync(given, { cwd, absolute: true, onlyFiles: true, ...SKIP })
            .filter((file) => TEXTS.test(file))
            .sort()
        : [];
      if (found.length === 0)
        throw new CommandError(
          `${given} ${pattern ? 'matches no Markdown or text file' : 'is not there'}; nothing was imported`,
          EXIT.noInput,
        );
      for (const file of found) files.add(path.resolve(file));
    }
  }
  const isOutside = (file: string) => !file.startsWith(vault.folder + path.sep);
  return {
    files: [...files].filter(isOutside),
    left: [...left].filter((file) => isOutside(file) && !files.has(file)),
  };
}

/**
 * What other programs' front matter says, in our words. A date that cannot be read is taken out: the memory would not parse with it.
 * @throws MemoryFileError
 */
function adopt(text: string): { text: string; fields: Partial<Memory> } {
  const front = frontMatter(text);
  const bad = ['created', 'reviewed'].filter((key) => front[key] != null && dateIn(front[key]) === undefined);
  const created = dateIn(front.created) ?? dateIn(front.date);
  const reviewed = dateIn(front.reviewed) ?? dateIn(front.updated);
  const title = typeof front.title === 'string' ? oneLine(front.title) : '';
  return {
    text: withoutKeys(text, bad),
    fields: {
      ...(created ? { created } : {}),
      ...(reviewed ? { reviewed } : {}),
      ...(title && front.summary == null ? { summary: title } : {}),
    },
  };
}

/** A file as a memory to be, or what is wrong with it. */
export function fromFile(file: string, context: Context, world: World): Taking | Result {
  const name = path.basename(file).replace(TEXTS, '');
  try {
    if (!TEXTS.test(file))
      throw new MemoryFileError('only Markdown and text is imported; a file of it ends in .md, .markdown or .txt', 0);
    const { text: original, found } = redact(decodeMemory(fs.readFileSync(file)));
    const { text, fields } = adopt(original);
    const source = `import:${displayPath(file, world.project, context.env)}`;
    const memory = { ...parseMemory(text, name), ...fields, source };
    if (isOnlySecret(memory.body)) return onlySecret(file);
    return { from: file, memory, previous: { text, name }, masked: found.length };
  } catch (error) {
    const line = error instanceof MemoryFileError ? error.line : 0;
    const message = error instanceof MemoryFileError ? error.message : `cannot be read: ${reason(error)}`;
    return { from: file, outcome: 'failed', message: `${file}${line ? `:${line}` : ''}: ${message}` };
  }
}
