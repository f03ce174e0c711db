// Takes out of a text what its writer did not write: frames of hosts and of our own, fences, quoted lines.

/** Longer texts are read at both ends, UTF-16 code units. */
const HEAD = 24_000;
const TAIL = 8_000;

export const FENCE = /^\s{0,3}(?:```|~~~)/;

const OPENS = /^\s*<([a-z][\w-]*)(?:\s[^>]*)?>/i;
const OUR_BEGIN = '[engram memory begins]';
const OUR_END = '[engram memory ends]';

/** The lines of a text outside tags that begin a line of theirs, and outside our own frame. */
export function linesOf(text: string): string[] {
  const lines = bothEnds(text).split(/\r\n|\r|\n/);
  const lastClosed = new Map<string, number>();
  for (let i = 0; i < lines.length; i++)
    for (const [, name] of lines[i]!.matchAll(/<\/([a-z][\w-]*)>/gi)) lastClosed.set(name!.toLowerCase(), i);
  const out: string[] = [];
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]!;
    if (line.includes(OUR_BEGIN)) {
      while (i < lines.length && !lines[i]!.includes(OUR_END)) i++;
      out.push('');
    } else if (/^(?:- )?\[memory [^\]]+\]/.test(line)) {
      // A memory on its own, as `engram show` and the frame print it: with its body.
      while (i + 1 < lines.length && lines[i + 1]!.trim() !== '') i++;
      out.push('');
    } else {
      const name = OPENS.exec(line)?.[1]?.toLowerCase();
      if (name !== undefined && (lastClosed.get(name) ?? -1) >= i) {
        while (!lines[i]!.toLowerCase().includes(`</${name}>`)) i++;
        out.push('');
      } else out.push(line);
    }
  }
  return out;
}

function bothEnds(text: string): string {
  return text.length <= HEAD + TAIL ? text : `${text.slice(0, HEAD)}\n\n${text.slice(-TAIL)}`;
}

/** The lines of a text that are prose, as they stand: outside fences, frames and quotations. */
export function proseLines(text: string): string[] {
  let fenced = false;
  const out: string[] = [];
  for (const line of linesOf(text)) {
    if (FENCE.test(line)) fenced = !fenced;
    else if (!fenced && !/^\s*>/.test(line)) out.push(line);
  }
  return out;
}
