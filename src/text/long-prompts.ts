// The part of clauses.ts that only long prompts need.
import { CLAUSES, type Clause, PROMPT_HEAD, PROMPT_TAIL } from './clauses.ts';

/** So far from the place the cut may move to fall between lines, or at least between words. */
const CUT_SLACK = 400;

/** The middle ones in one: what is asked stands at one of the ends. */
export function shortened(clauses: readonly Clause[]): Clause[] {
  const half = CLAUSES >> 1;
  const middle = clauses.slice(half, -half + 1);
  return [
    ...clauses.slice(0, half),
    {
      text: middle.map(({ text }) => text).join('\n'),
      pasted: middle.some(({ pasted }) => pasted),
    },
    ...clauses.slice(-half + 1),
  ];
}

/** The head and the tail of a prompt that is longer than both. */
export function ends(prompt: string): string {
  const head = prompt.slice(0, PROMPT_HEAD);
  const tail = prompt.slice(-PROMPT_TAIL);
  return `${head.slice(0, lastBreak(head))}\n${tail.slice(firstBreak(tail))}`;
}

/** Where the last whole line ends, or else the last whole word. */
function lastBreak(head: string): number {
  const line = head.lastIndexOf('\n');
  if (line >= head.length - CUT_SLACK) return line;
  const word = head.lastIndexOf(' ');
  return word >= head.length - CUT_SLACK ? word : head.length;
}

function firstBreak(tail: string): number {
  const line = tail.indexOf('\n');
  if (line >= 0 && line <= CUT_SLACK) return line;
  const word = tail.indexOf(' ');
  return word >= 0 && word <= CUT_SLACK ? word : 0;
}
