// How help looks: its colours, and every line within the terminal's width.
import type { HelpConfiguration } from 'commander';
import type { Context } from './context.ts';
import { colors, width, wrap } from './output.ts';

/** Longer lines of prose are hard to read, however wide the terminal is. */
const WIDEST = 100;
/** Of a pipe, and of a terminal that does not say. */
const USUAL = 80;
/** A column of words that is narrower is no column: commander wraps nothing into less. */
const NARROWEST = 16;

export function helpWidth({ columns }: Context): number {
  return Math.min(columns ?? USUAL, WIDEST);
}

/** commander takes the colours out again where there are to be none. */
export function helpStyle(context: Context): HelpConfiguration {
  const { bold, cyan } = colors(context);
  return {
    minWidthToWrap: NARROWEST,
    styleTitle: bold,
    styleOptionTerm: cyan,
    styleSubcommandTerm: cyan,
    styleArgumentTerm: cyan,
  };
}

/**
 * What commands add to their help, wrapped: prose at the margin, rows of a table in their second column. Examples are to be copied and
 * stay whole; what is said behind one goes below it.
 */
export function fitHelp(text: string, context: Context): string {
  const { bold } = colors(context);
  const columns = helpWidth(context);
  let examples = false;
  const fit = (line: string): string => {
    if (line === '') examples = false;
    if (/^Examples?:$/.test(line)) {
      examples = true;
      return bold(line);
    }
    if (width(line) <= columns) return line;
    if (!examples) return wrap(line, /^ +\S+ {2,}/.exec(line)?.[0].length ?? 0, columns);
    const [, command, remark] = /^(.*?\S) {3,}(\S.*)$/.exec(line) ?? [];
    return command && remark ? `${command}\n${wrap(`      ${remark}`, 6, columns)}` : line;
  };
  return text.split('\n').map(fit).join('\n');
}
