// The words of a memory: without the talk around them, beginning and ending as a sentence does.
import type { Cues } from './cues/cues.ts';

/** Fewer characters say nothing that could be understood alone; scripts without spaces say more in one. */
const SHORTEST = 9;
const SHORTEST_WIDE = 6;

/** Scripts without capitals: a small Latin letter there begins a name. */
const UNCASED = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]/;
const WIDE = /[\u3040-\u30ff\u3400-\u9fff]/;

/**
 * The text as a sentence of its own, undefined where too little is left of it.
 * @param masked the same with quotations and code blanked
 */
export function worded(text: string, masked: string, cues: Cues): string | undefined {
  let end = masked.length;
  for (;;) {
    const rest = masked.slice(0, end).replace(/[\s.!。！…]+$/u, '');
    const tail = cues.tails.exec(rest);
    if (tail === null || tail[0] === '') break;
    end = tail.index;
  }
  const cut = text
    .slice(0, end)
    .replace(/\s+/g, ' ')
    .replace(/^[\s,;:.!–—-]+|[\s,;:–—，；：、-]+$/gu, '')
    .replace(/\s*(?:[:;]-?[)D(]|\p{Extended_Pictographic}\uFE0F?)+(?=[.!]*$)/gu, '');
  const wide = WIDE.test(cut);
  if (cut.length < (wide ? SHORTEST_WIDE : SHORTEST)) return undefined;
  const first = cut.codePointAt(0)!;
  // `iOS`, `src/gen`, `npm` stay as they are written.
  const word = /^\S+/.exec(cut)![0];
  const capital = !UNCASED.test(cut) && /^\p{Ll}[\p{Ll}'’-]*[,;:]?$/u.test(word);
  const begun = capital
    ? String.fromCodePoint(first).toUpperCase() + cut.slice(String.fromCodePoint(first).length)
    : cut;
  if (/[.!?。！？…]["'”’»」)]*$/u.test(begun)) return begun.replace(/!+$/, '.').replace(/！+$/, '。');
  return begun + (wide && /[\u3040-\u30ff\u3400-\u9fff）」]$/.test(begun) ? '。' : '.');
}

const REDACTED = /\[redacted:[\w-]+\]/g;
/** Fewer letters beside a redacted secret do not say what it was about. */
const FEWEST_LETTERS = 24;

/** Whether a text still says something where a secret was taken out of it. */
export function isWhole(text: string): boolean {
  if (text.search(REDACTED) < 0) return true;
  // `the password is […]`: the secret was the point.
  if (/(?:[:=：＝]|\b(?:is|are|to|ist|lautet|es|est|sont|это)|[是为はが])\s*["'`]?\[redacted:[\w-]+\]/iu.test(text))
    return false;
  const rest = text.replace(REDACTED, '');
  const letters = rest.match(/\p{L}/gu)?.length ?? 0;
  return (
    letters >= (WIDE.test(rest) ? FEWEST_LETTERS / 2 : FEWEST_LETTERS) && !/\[redacted:[\w-]+\][.。!]*$/.test(text)
  );
}
