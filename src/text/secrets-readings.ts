// A text as its reader sees it: without signs that nobody sees, and with the entities of HTML resolved. A token that a zero-width
// space parts, and `password=&quot;…&quot;`, are found there.

export interface Reading {
  text: string;
  /** From a stretch of the reading to the stretch of the text that it stands for. */
  back(start: number, end: number): { start: number; end: number };
}

const ENTITY = '&(?:quot|apos|amp|lt|gt|#0?3[49]|#x2[27]);';
/** Soft hyphens, zero-width spaces and joiners, byte order marks: where a token may go on behind them. */
const UNSEEN = '(?<=[\\w+/=.~-])[\\u00ad\\u200b-\\u200f\\u2060-\\u2064\\ufeff]{1,8}(?=[\\w+/=.~-])';
const UNSEEN_SIGNS = '\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\u2061\u2062\u2063\u2064\ufeff';
const ANY = /&(?:quot|apos|amp|lt|gt|#0?3[49]|#x2[27]);|[\w+/=.~-][\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/;
const SIGNS: Readonly<Record<string, string>> = { quot: '"', apos: "'", amp: '&', lt: '<', gt: '>' };

/** The other reading of a text, undefined where it has none. */
export function readingOf(text: string): Reading | undefined {
  // Nearly all texts have neither, and to compile the expression costs a short text more than to see that.
  if ((!text.includes('&') && !hasUnseen(text)) || !ANY.test(text)) return undefined;
  const parts: string[] = [];
  /** Where what was replaced begins in the reading; how long it is there; where it begins in the text, and how long it is there. */
  const at: number[] = [];
  const lengths: number[] = [];
  const origins: number[] = [];
  const spans: number[] = [];
  let from = 0;
  let length = 0;
  for (const match of text.matchAll(new RegExp(`${ENTITY}|${UNSEEN}`, 'g'))) {
    const sign = signOf(match[0]);
    parts.push(text.slice(from, match.index), sign);
    at.push(length + match.index - from);
    lengths.push(sign.length);
    origins.push(match.index);
    spans.push(match[0].length);
    length += match.index - from + sign.length;
    from = match.index + match[0].length;
  }
  if (at.length === 0) return undefined;
  parts.push(text.slice(from));
  /** @param behind that of which the last character ends here, not that which begins here */
  const origin = (place: number, behind: boolean): number => {
    let low = 0;
    let high = at.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (behind ? at[middle]! < place : at[middle]! <= place) low = middle + 1;
      else high = middle;
    }
    if (low === 0) return place;
    const n = low - 1;
    // Within a sign that was replaced there is no place but its beginning: they are of one letter at most.
    if (!behind && place === at[n] && lengths[n] === 1) return origins[n]!;
    return origins[n]! + spans[n]! + (place - at[n]! - lengths[n]!);
  };
  return {
    text: parts.join(''),
    back: (start, end) => ({ start: origin(start, false), end: origin(end, true) }),
  };
}

function hasUnseen(text: string): boolean {
  if (Buffer.byteLength(text) === text.length) return false;
  for (const sign of UNSEEN_SIGNS) if (text.includes(sign)) return true;
  return false;
}

function signOf(found: string): string {
  if (found[0] !== '&') return '';
  if (found[1] !== '#') return SIGNS[found.slice(1, -1)]!;
  return /^&#(?:0?34|x22);$/.test(found) ? '"' : "'";
}
