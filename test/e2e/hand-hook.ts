// A hook written by hand: a script that keeps what it is sent and prints a given answer. For the tests of the drivers alone.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Lab } from './lab.ts';

const keptIn = (lab: Lab, name: string): string => path.join(lab.root, 'hooks', `${name}.jsonl`);

/**
 * Writes the script outside the project; the command that runs it. An answer that is no text is printed as JSON, and `#` in it stands
 * for the number of the run, from 1.
 */
export function writeHook(lab: Lab, name: string, answer: object | string): string {
  const script = path.join(lab.root, 'hooks', `${name}.mjs`);
  const printed = typeof answer === 'string' ? answer : JSON.stringify(answer);
  write(
    script,
    `import { appendFileSync, readFileSync } from 'node:fs';
const kept = ${JSON.stringify(keptIn(lab, name))};
appendFileSync(kept, JSON.stringify(JSON.parse(readFileSync(0, 'utf8'))) + '\\n');
const run = readFileSync(kept, 'utf8').trimEnd().split('\\n').length;
process.stdout.write(${JSON.stringify(printed)}.replaceAll('#', String(run)));
`,
  );
  return `${process.execPath} ${script}`;
}

/** What the hook of this name was sent on stdin, in order. */
export function payloads(lab: Lab, name: string): Record<string, unknown>[] {
  const kept = keptIn(lab, name);
  if (!existsSync(kept)) return [];
  const lines = readFileSync(kept, 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** Writes a file with the folders above it; what is no text as JSON. */
export function write(file: string, content: object | string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`);
}
