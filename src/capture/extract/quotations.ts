// Quotations and code inside a sentence are spoken of, not said.

/** Stands for each character of what is blanked: no letter, no space, no sign that a pattern asks for. */
const BLANK = '§';

const QUOTED: readonly RegExp[] = [
  /`[^`\n]+`/gu,
  /"[^"\n]+"/gu,
  /“[^”\n]+”/gu,
  /„[^“”\n]+[“”]/gu,
  /«[^»\n]+»/gu,
  /「[^」\n]+」/gu,
  /『[^』\n]+』/gu,
  /(?<=^|[\s(])'[^'\n]{2,}'(?=[\s.,;:!?)]|$)/gu,
  /(?<=^|[\s(])‘[^’\n]{2,}’(?=[\s.,;:!?)]|$)/gu,
];

/** The same text, quotations and code spans blanked; its length stays. */
export function blanked(sentence: string): string {
  let text = sentence;
  for (const quoted of QUOTED) text = text.replace(quoted, (span) => BLANK.repeat(span.length));
  return text;
}

/** Whether most of a sentence is a quotation: it says no more than who is quoted. */
export function isMostlyQuoted(masked: string): boolean {
  const letters = masked.match(/[\p{L}\p{N}§]/gu)?.length ?? 0;
  const blanks = masked.match(/§/g)?.length ?? 0;
  return blanks > 40 && blanks * 2 > letters;
}
