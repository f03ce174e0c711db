// How commands print: a table on a terminal, plain lines in a pipe, JSON where it is asked for.
import { createColors } from 'picocolors';
import type { Context } from './context.ts';

export function printJson(context: Context, value: unknown): void {
  context.out(`${JSON.stringify(value, null, 2)}\n`);
}

/** One row a line: columns aligned on a terminal, the first in bold; separated by one tab in a pipe. */
export function printRows(context: Context, rows: readonly (readonly string[])[]): void {
  const cells = rows.map((row) => row.map(oneCell));
  if (!context.tty) {
    context.out(cells.map((row) => `${row.join('\t')}\n`).join(''));
    return;
  }
  const widths: number[] = [];
  for (const row of cells) for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, width(cell));
  const { bold } = colors(context);
  const line = (row: string[]) =>
    row
      .map((cell, i) => {
        const text = i === 0 ? bold(cell) : cell;
        return i === row.length - 1 ? text : text + ' '.repeat(widths[i]! - width(cell));
      })
      .join('  ');
  context.out(cells.map((row) => `${line(row)}\n`).join(''));
}

export function colors(context: Context): ReturnType<typeof createColors> {
  return createColors(context.color);
}

/** A warning or a note for the person, apart from what the command prints. */
export function note(context: Context, text: string): void {
  context.err(`engram: ${text}\n`);
}

/** `1 memory`, `2 memories`. */
export function count(n: number, one: string, many = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`;
}

/** A text that a terminal shows and does not obey: what is written by others may hold its control sequences. */
export function shown(text: string): string {
  return text
    .replace(/\r\n/g, '\n')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, (sign) => {
      const code = sign.charCodeAt(0).toString(16);
      return code.length <= 2 ? `\\x${code.padStart(2, '0')}` : `\\u${code}`;
    });
}

function oneCell(text: string): string {
  return shown(text.replace(/[\t\n]/g, ' '));
}

/** Columns that a terminal gives a text. */
function width(text: string): number {
  let columns = 0;
  for (const letter of text) {
    if (/\p{M}/u.test(letter)) continue;
    columns +=
      /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u.test(
        letter,
      )
        ? 2
        : 1;
  }
  return columns;
}
