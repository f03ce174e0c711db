// Memories that hold a secret: they are sent without it, and the person should take it out of the file.
import fs from 'node:fs';
import { redact } from '../text/secrets.ts';
import type { Context } from './context.ts';
import { type Finding, harmless } from './findings.ts';
import { note } from './output.ts';

/** Secrets of one file that are named; a file of keys has many. */
const NAMED = 3;

/** Says so of what a command has just written; never the secret. */
export function noteSecrets(file: string, id: string, context: Context): void {
  for (const { message } of checkSecrets([file])) note(context, `${message}; engram edit ${id} opens it`);
}

/** One finding a file: which kinds, in which lines. Never the secret. */
export function checkSecrets(files: readonly string[]): Finding[] {
  return files.flatMap((file) => {
    const text = read(file);
    const { found } = redact(text);
    const [first] = found;
    if (!first) return [];
    const lines = found.slice(0, NAMED).map(({ kind, start }) => `${kind} in line ${lineOf(text, start)}`);
    const more = found.length > NAMED ? ` and ${found.length - NAMED} more` : '';
    const what = `${file}:${lineOf(text, first.start)}: holds what looks like a secret (${lines.join(', ')}${more})`;
    return [
      harmless(
        'memory',
        `${what}; it is sent as [redacted:${first.kind}]: take it out, and change it if it was shared`,
      ),
    ];
  });
}

function read(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    // What cannot be read is named elsewhere.
    return '';
  }
}

function lineOf(text: string, at: number): number {
  return text.slice(0, at).split('\n').length;
}
