import { type ExtractOptions, extract } from '../../../src/capture/extract/extract.ts';
import '../../../src/text/stem-all.ts';
import type { CapturedTurn, ToolResult } from '../../../src/capture/turn.ts';

export function turn(parts: Partial<CapturedTurn>): CapturedTurn {
  return { key: { host: 'claude', root: '/p', session: 's' }, sequence: 1, at: 0, tools: [], ...parts };
}

export const said = (prompt: string, options?: ExtractOptions) => extract(turn({ prompt }), options);

/** The texts alone. */
export const texts = (prompt: string) => said(prompt).map(({ text }) => text);

export function ran(input: string, output: string, ok = true): ToolResult {
  return { tool: 'Bash', input, output, ok };
}
