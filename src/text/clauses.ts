// Cuts a prompt into what is asked and what is pasted beside it. People ask for one thing in a sentence of its own, between remarks,
// stack traces, logs and code; a memory that answers that sentence need not know the rest.

import { wideWords } from './wide.ts';

export interface Clause {
  text: string;
  /** Code, a log, a stack trace, a path: not what a person says. */
  pasted: boolean;
}

/** Of a long prompt the head and the tail are read: the request stands at one of its ends, and what is pasted between would drown it. */
export const PROMPT_HEAD = 6000;
export const PROMPT_TAIL = 2000;
/** The most clauses told apart: each is a bit of a term's mask. Of more the first and the last stay. */
export const CLAUSES = 24;

/** The clauses of a prompt in order, without repeats: sentences and their parts, each run of pasted lines in one. */
export function clausesOf(prompt: string): Clause[] {
  const clauses: Clause[] = [];
  // The usual prompt has one line, and nothing is pasted beside it.
  if (prompt.indexOf('\n') < 0 && prompt.length <= PROMPT_HEAD) {
    sentences(prompt, clauses);
    return clauses.length > CLAUSES ? wideWords().shortened(clauses) : clauses;
  }
  const text = prompt.length > PROMPT_HEAD + PROMPT_TAIL ? wideWords().ends(prompt) : prompt;
  const seen = new Set<string>();
  let fenced = false;
  let run = '';
  const endRun = () => {
    if (run) clauses.push({ text: run, pasted: true });
    run = '';
  };
  for (let from = 0; from < text.length; ) {
    let to = text.indexOf('\n', from);
    if (to < 0) to = text.length;
    const start = from;
    from = to + 1;
    const line = text.slice(start, to).trim();
    if (line === '') continue;
    const fence = line.startsWith('```') && line.indexOf('`', 3) < 0;
    if (fence) fenced = !fenced;
    if (fence || seen.has(line)) continue;
    seen.add(line);
    if (fenced || isPasted(line)) run += `${line}\n`;
    else {
      endRun();
      sentences(line, clauses);
    }
  }
  endRun();
  return clauses.length > CLAUSES ? wideWords().shortened(clauses) : clauses;
}

/** Shorter lines say too little of what they are. */
const SHORTEST_PASTED = 10;

/** A stack frame, a diff, or a line of which every fourth character is a sign or a digit: a log, code, data. */
function isPasted(line: string): boolean {
  if (line.startsWith('at ') && (line.includes('(') || isDigit(line.charCodeAt(line.length - 1)))) return true;
  if (line.startsWith('@@') || line.startsWith('diff ') || line.startsWith('+++') || line.startsWith('---'))
    return true;
  if (line.length < SHORTEST_PASTED) return false;
  let signs = 0;
  let spaces = 0;
  for (let i = 0; i < line.length; i++) {
    const c = line.charCodeAt(i);
    if (c === 32) spaces++;
    else if (isSign(c) || isDigit(c)) signs++;
  }
  return signs * 4 >= line.length - spaces;
}

/** ASCII signs other than those that sentences are written with: `!`, `'`, `,`, `?`, and quotes. */
function isSign(c: number): boolean {
  return c < 128 && !((c >= 97 && c <= 122) || (c >= 65 && c <= 90)) && !' !\',?"'.includes(String.fromCharCode(c));
}

function isDigit(c: number): boolean {
  return c >= 48 && c <= 57;
}

/** Ends a clause where white space or the line's end follows … */
const ENDS = '.;!?';
/** … and wherever it stands. */
const WIDE_ENDS = '。；！？؛؟';

function sentences(line: string, out: Clause[]): void {
  let start = 0;
  for (let i = 0; i < line.length; i++) {
    const c = line.charCodeAt(i);
    // Letters and spaces first: nearly all there is.
    if (
      c >= 64 ? c < 0x600 || !WIDE_ENDS.includes(line[i]!) : c <= 32 || line[i + 1] !== ' ' || !ENDS.includes(line[i]!)
    )
      continue;
    out.push({ text: line.slice(start, i), pasted: false });
    start = i + 1;
  }
  if (start < line.length) out.push({ text: line.slice(start), pasted: false });
}
