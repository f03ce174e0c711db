// How commands print: a table on a terminal, plain lines in a pipe, JSON where it is asked for.
import { createColors } from 'picocolors';
import { HIDDEN } from '../text/neutral.ts';
import type { Context } from './context.ts';

export function printJson(context: Context, value: unknown): void {
  context.out(`${JSON.stringify(value, null, 2)}\n`);
}

/**
 * One row a line. On a terminal: a header, aligned columns, the first in bold, the last cut at the terminal's width. In a pipe: no
 * header, one tab between cells, nothing cut.
 */
export function printRows(context: Context, header: readonly string[], rows: readonly (readonly string[])[]): void {
  const cells = rows.map((row) => row.map(oneCell));
  if (!context.tty) {
    context.out(cells.map((row) => `${row.join('\t')}\n`).join(''));
    return;
  }
  const { bold, dim } = colors(context);
  const [head, ...lines] = align([[...header], ...cells], context.columns, (cell, row) =>
    row === 0 ? cell : bold(cell),
  );
  context.out(`${dim(head!)}\n${lines.map((line) => `${line}\n`).join('')}`);
}

/** What a column takes at most, and at most a third of the width; a longer cell stands whole: the first of a row on a line of its own, another pushes its row. */
const COLUMN = 40;
/** A column of less says nothing. */
const LEAST = 8;

/**
 * Rows of cells as lines, the columns one below the other with two blanks between them.
 * @param columns where the last cell of a row is cut, with an ellipsis; undefined: nowhere
 * @param paint the first cell of a row
 */
export function align(
  rows: readonly (readonly string[])[],
  columns?: number,
  paint: (cell: string, row: number) => string = (cell) => cell,
): string[] {
  const widths: number[] = [];
  const most = Math.max(LEAST, Math.min(COLUMN, Math.floor((columns ?? Number.POSITIVE_INFINITY) / 3)));
  for (const row of rows) {
    for (const [i, cell] of row.entries()) {
      const wide = width(cell);
      if (wide <= most) widths[i] = Math.max(widths[i] ?? 0, wide);
    }
  }
  return rows.map((row, at) => {
    let used = 0;
    // On a line of its own a long name keeps the columns straight and the last one seen.
    const stands = columns !== undefined && row.length > 1 && width(row[0]!) > most;
    return row
      .map((cell, i) => {
        const text = i === 0 ? paint(cell, at) : cell;
        if (i === 0 && stands) {
          used = (widths[0] ?? 0) + 2;
          return `${text}\n${' '.repeat(used)}`;
        }
        if (i === row.length - 1) return i > 0 && columns !== undefined ? cut(cell, columns - used) : text;
        const room = Math.max(widths[i] ?? 0, width(cell)) + 2;
        used += room;
        return text + ' '.repeat(room - width(cell));
      })
      .join('')
      .trimEnd();
  });
}

function cut(text: string, columns: number): string {
  if (width(text) <= columns) return text;
  if (columns < LEAST) return columns > 0 ? '…' : '';
  let kept = '';
  let used = 0;
  for (const letter of text) {
    used += width(letter);
    if (used > columns - 1) break;
    kept += letter;
  }
  return `${kept.trimEnd()}…`;
}

export function colors(context: Context): ReturnType<typeof createColors> {
  return createColors(context.color);
}

/** A warning or a note for the person, apart from what the command prints. */
export function note(context: Context, text: string): void {
  context.err(complaint(text));
}

/** What is said to a person on stderr: `engram: ` before each line, no full stop behind it. File names in it are others' words. */
export function complaint(text: string): string {
  return shown(text)
    .split('\n')
    .map((line) => `engram: ${line.replace(/\.$/, '')}\n`)
    .join('');
}

/** Sentences of hosts' files as one: `…; nothing was written; repair …`. */
export function asClauses(text: string): string {
  return text.replace(/\. (Nothing) /g, (_, word: string) => `; ${word.toLowerCase()} `);
}

/** `1 memory`, `2 memories`. */
export function count(n: number, one: string, many = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`;
}

/** A text that a terminal shows and does not obey: what is written by others may hold its control sequences. */
export function shown(text: string): string {
  return text.replace(/\r\n/g, '\n').replace(HIDDEN, (sign) => {
    const code = sign.codePointAt(0)!.toString(16);
    return code.length <= 2 ? `\\x${code.padStart(2, '0')}` : code.length <= 4 ? `\\u${code}` : `\\u{${code}}`;
  });
}

function oneCell(text: string): string {
  return shown(text.replace(/[\t\n]/g, ' '));
}

/** Columns that a terminal gives a text, colours aside. */
export function width(text: string): number {
  let columns = 0;
  for (const letter of text.replace(/\u001b\[\d*m/g, '')) {
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

/**
 * A line broken at its blanks.
 * @param indent of all lines but the first, which brings its own
 * @param columns undefined: it stays whole
 */
export function wrap(line: string, indent: number, columns: number | undefined): string {
  const lines: string[] = [];
  let current = line.slice(0, indent);
  let empty = true;
  for (const word of line.slice(indent).split(' ')) {
    if (!empty && width(current) + 1 + width(word) > (columns ?? Number.POSITIVE_INFINITY)) {
      lines.push(current.trimEnd());
      current = ' '.repeat(indent);
      empty = true;
    }
    current += empty ? word : ` ${word}`;
    empty = false;
  }
  return [...lines, current].join('\n');
}

/** A time, milliseconds since 1970: local and short on a terminal, ISO in a pipe. */
export function when(at: number, context: Context): string {
  const date = new Date(at);
  if (!context.tty) return date.toISOString();
  const two = (n: number) => String(n).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
