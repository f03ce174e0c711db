// A bar for what takes seconds: a rescan of many files, the making of a large index.
import type { Context } from './context.ts';

const WHAT = { files: 'reading files', index: 'writing the index' } as const;
/** Signs of a full bar. */
const WIDTH = 24;

export interface ProgressBar {
  /** How much of how much is done. */
  report(what: keyof typeof WHAT, done: number, total: number): void;
  /** Takes the bar off the line. */
  end(): void;
}

/** @returns undefined where no bar belongs: in a pipe, where colours and with them control sequences are not wanted, beside JSON */
export function progressBar(context: Context, isJson: boolean): ProgressBar | undefined {
  if (!context.tty || !context.color || isJson) return undefined;
  let shown = '';
  return {
    report(what, done, total) {
      const full = total > 0 ? Math.floor((WIDTH * done) / total) : WIDTH;
      const percent = total > 0 ? Math.floor((100 * done) / total) : 100;
      const bar = `${WHAT[what].padEnd(WHAT.index.length)} [${'#'.repeat(full)}${'-'.repeat(WIDTH - full)}] ${percent} %`;
      const line = bar.slice(0, context.columns === undefined ? undefined : Math.max(0, context.columns - 1));
      if (line === shown) return;
      shown = line;
      context.err(`\r\u001b[K${line}`);
    },
    end: () => context.err(shown ? '\r\u001b[K' : ''),
  };
}
