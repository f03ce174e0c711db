// Where sentences end.

/** A longer sentence is data, or nobody could say what of it is to be kept, UTF-16 code units. */
export const LONGEST = 600;

/** A full stop behind these ends no sentence. */
const ABBREVIATION =
  /(?:^|[\s(])(?:\p{L}|e\.g|i\.e|etc|vs|cf|approx|nr|z\.B|d\.h|u\.a|bzw|ca|usw|p\.ej|p\. ej|ex|Dr|Mr|Mrs|St|т\.е|т\.д|т\.п|см|др)\.$/iu;

const LONGEST_ABBREVIATION = 8;

/** The sentences of one paragraph, each with its closing sign. */
export function sentencesOf(text: string): string[] {
  const out: string[] = [];
  let start = 0;
  for (const end of text.matchAll(/[。！？]+|[.!?…]+["'”’»)\]]*(?=\s|$)/gu)) {
    const to = end.index + end[0].length;
    // What is too long for a sentence ends at the next full stop, whatever that is.
    if (to - start <= LONGEST) {
      const end = text.slice(Math.max(start, to - LONGEST_ABBREVIATION), to);
      if (ABBREVIATION.test(end) || /(?:^|\s)\d{1,2}\.$/.test(end)) continue;
      // A quotation that is still open does not end here.
      if (isOpen(text.slice(start, to))) continue;
    }
    out.push(text.slice(start, to).trim());
    start = to;
  }
  const rest = text.slice(start).trim();
  if (rest) out.push(rest);
  return out.filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}

const PAIRS: readonly (readonly [string, string])[] = [
  ['«', '»'],
  ['「', '」'],
  ['『', '』'],
  ['“', '”'],
];

function isOpen(text: string): boolean {
  if ((text.match(/"/g)?.length ?? 0) % 2 === 1) return true;
  return PAIRS.some(([open, close]) => !text.includes('„') && text.lastIndexOf(open) > text.lastIndexOf(close));
}
