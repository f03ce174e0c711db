// A memory to be, in the person's editor: a template that teaches the format, and nothing of what they wrote is lost.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { bodyOf, decodeMemory, frontKeys, MemoryFileError } from '../memory/file.ts';
import { MEMORY_TYPES } from '../memory/memory.ts';
import { CommandError, type Context, EXIT } from './context.ts';
import { openEditor } from './editor.ts';

/** Comments of the template, by the key that makes each of them needless; those that are left as they are go again. */
const HINTS: readonly (readonly [key: string, line: string])[] = [
  ['', `# type is one of ${MEMORY_TYPES.join(', ')}`],
  ['summary', '# summary: one line; without it the first heading or sentence'],
  ['tags', '# tags: [deploy, release]'],
  ['applies_to', '# applies_to: ["infra/**"]  # paths that it is about, relative to the project'],
  ['importance', '# importance: 0.5  # 0–1; rules and preferences from 0.7 on are sent in full at each start'],
  ['expires', '# expires: 2026-12-31  # the last day on which it holds'],
];

/** A memory file's text with a hint for each key that it does not set. */
export function withHints(text: string): string {
  const body = bodyOf(text);
  const front = text.slice(0, text.length - body.length);
  const keys = frontKeys(text);
  const hints = HINTS.filter(([key]) => !keys.includes(key)).map(([, line]) => `${line}\n`);
  return front.replace(/(?=^(?:---|\.\.\.)[ \t]*\r?\n$(?![\s\S]))/m, () => hints.join('')) + body;
}

export function withoutHints(text: string): string {
  const body = bodyOf(text);
  const front = text.slice(0, text.length - body.length);
  const hints = new Set(HINTS.map(([, line]) => line));
  const kept = front.split('\n').filter((line) => !hints.has(line.replace(/\r$/, '')));
  return kept.join('\n') + body;
}

export interface Edited {
  /** As the person left it, hints and all. */
  text: string;
  /** Where it stands until it is discarded. */
  file: string;
  discard(): void;
}

/** Opens the editor on a template. @throws CommandError that names the file where the person had written something, else it is removed */
export function editDraft(template: string, context: Context, instead: string): Edited {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'engram-'));
  const file = path.join(folder, 'memory.md');
  const discard = () => fs.rmSync(folder, { recursive: true, force: true });
  fs.writeFileSync(file, template, { mode: 0o600 });
  try {
    openEditor(file, context, instead);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    if (fs.existsSync(file) && fs.readFileSync(file, 'utf8') !== template) throw kept(error, file);
    discard();
    throw error;
  }
  try {
    return { text: fs.existsSync(file) ? decodeMemory(fs.readFileSync(file)) : '', file, discard };
  } catch (error) {
    if (!(error instanceof MemoryFileError)) throw error;
    throw kept(new CommandError(`${file}:${error.line}: ${error.message}`, EXIT.data), file);
  }
}

/** The fault, with where the person's text is. */
export function kept(error: CommandError, file: string): CommandError {
  return new CommandError(
    `${error.message}; your text is kept in ${file}: engram remember < it takes it from there`,
    error.exit,
  );
}
