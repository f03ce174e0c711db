// What of a prompt a person said: sentences of prose, without code, logs, quotations and documents that were pasted.
import { blanked } from './quotations.ts';

export interface Sentence {
  text: string;
  /** The same length, quotations and code blanked: cues are looked for here. */
  masked: string;
  /** The sentence before it in the same paragraph or list item. */
  before?: string;
  /** What announced it, without the colon: of a list's item, or of the paragraph that follows. */
  intro?: string;
}

/** Longer prompts are read at both ends, UTF-16 code units. */
const HEAD = 24_000;
const TAIL = 8_000;
/** A longer sentence is data, or nobody could say what of it is to be kept. */
const LONGEST = 600;

/**
 * The sentences that a person said.
 * @param announces whether a line that ends with a colon announces a text of somebody else's
 */
export function spoken(prompt: string, announces: (intro: string) => boolean): Sentence[] {
  const out: Sentence[] = [];
  for (const { text, intro } of paragraphs(withoutFrames(bothEnds(prompt)), announces)) {
    let before: string | undefined;
    for (const sentence of sentencesOf(text)) {
      if (sentence.length <= LONGEST)
        out.push({
          text: sentence,
          masked: blanked(sentence),
          ...(before === undefined ? {} : { before }),
          ...(intro === undefined ? {} : { intro }),
        });
      before = sentence.length <= LONGEST ? sentence : undefined;
    }
  }
  return out;
}

function bothEnds(prompt: string): string {
  return prompt.length <= HEAD + TAIL ? prompt : `${prompt.slice(0, HEAD)}\n\n${prompt.slice(-TAIL)}`;
}

/** Frames of hosts and of our own, and whatever else stands between tags of their own lines. */
function withoutFrames(text: string): string {
  return text
    .replace(/\[engram memory begins\][\s\S]*?(?:\[engram memory ends\]|$(?![\s\S]))/g, '\n')
    .replace(/^\s*<([a-z][\w-]*)(?:\s[^>\n]*)?>[\s\S]*?(?:^|(?<=.))\s*<\/\1>\s*$/gim, '\n')
    .replace(/^- \[memory [^\]\n]+\].*$|^\[memory [^\]\n]+\]\n(?:.+\n?)*/gm, '');
}

const FENCE = /^\s{0,3}(?:```|~~~)/;
const ITEM = /^\s{0,6}(?:[-*•+]|\d{1,2}[.)]|[a-z]\))\s+/;
/** From here to the end somebody else's text: headings, mail headers, diffs. */
const DOCUMENT_LINE =
  /^(?:#{1,6}\s+\S|(?:from|to|subject|von|betreff|de|asunto|objet|от|тема|date|sent):\s+\S.*|diff --git |index [0-9a-f]{7,}\.\.)/i;
interface Paragraph {
  text: string;
  intro?: string;
}

function paragraphs(text: string, announces: (intro: string) => boolean): Paragraph[] {
  const out: Paragraph[] = [];
  let fenced = false;
  let run: string[] = [];
  let intro: string | undefined;
  // A paragraph that an intro has announced ends it; items of a list do not.
  let listed = false;
  const close = () => {
    if (run.length === 0) return;
    const said = run.join(' ');
    out.push({ text: said, ...(intro === undefined ? {} : { intro }) });
    intro = /[:：]$/.test(said) ? sentencesOf(said).at(-1)!.slice(0, -1) : undefined;
    listed = false;
    run = [];
  };
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (FENCE.test(line)) {
      close();
      fenced = !fenced;
      continue;
    }
    if (fenced) continue;
    if (line.trim() === '') {
      close();
      continue;
    }
    if (DOCUMENT_LINE.test(line)) {
      close();
      return out;
    }
    if (isPasted(line, run.length === 0)) {
      close();
      // It is what was announced; prose behind it is the person's again.
      intro = undefined;
      continue;
    }
    if (run.length === 0 && intro !== undefined && announces(intro)) return out;
    const item = ITEM.exec(line);
    if (item) {
      if (run.length > 0 && !listed) close();
      if (intro !== undefined && announces(intro)) return out;
      const said = line.slice(item[0].length).trim();
      out.push({ text: said, ...(intro === undefined ? {} : { intro }) });
      listed = true;
      continue;
    }
    if (listed) {
      listed = false;
      intro = undefined;
    }
    // A line that was broken by hand goes on in the next.
    if (run.length > 0 && /[.!?。！？:：]$/.test(run.at(-1)!)) close();
    if (intro !== undefined && run.length === 0 && announces(intro)) return out;
    run.push(line.trim());
  }
  close();
  return out;
}

/** Quoted, indented as code, a frame of a stack, a log's line, or a line of which every fifth character is a sign of code. */
function isPasted(line: string, first: boolean): boolean {
  if (/^\s*>/.test(line)) return true;
  if (first && /^(?: {4}|\t)\S/.test(line) && !ITEM.test(line)) return true;
  const trimmed = line.trim();
  if (/^(?:at |File "|Traceback |\.{3} |\+|@@|\$ |#|\/\/|\/\*|\*\/|<[/\w!])/.test(trimmed)) return true;
  if (
    /^\[?\d{4}-\d\d-\d\d[T ]|^\[?\d\d:\d\d:\d\d|^(?:npm (?:ERR!|error|warn)|ERROR|WARN|INFO|DEBUG|FATAL|Error:|error\[|##\[|\[(?:ERROR|WARN|INFO))/.test(
      trimmed,
    )
  )
    return true;
  if (
    /^(?:export|import|const|let|var|function|class|def|public|private|return|if|for|while)\b.*[{;]\s*(?:\}|$)/.test(
      trimmed,
    )
  )
    return true;
  const signs = trimmed.match(/[{}()[\]<>=;|&^~$#@\\*+]/g)?.length ?? 0;
  return trimmed.length >= 10 && signs * 5 >= trimmed.length;
}

/** A full stop behind these ends no sentence. */
const ABBREVIATION =
  /(?:^|[\s(])(?:\p{L}|e\.g|i\.e|etc|vs|cf|approx|no|nr|z\.B|d\.h|u\.a|bzw|ca|usw|p\.ej|p\. ej|ex|Dr|Mr|Mrs|St|т\.е|т\.д|т\.п|см|др)\.$/iu;

/** The sentences of one paragraph, each with its closing sign. */
export function sentencesOf(text: string): string[] {
  const out: string[] = [];
  let start = 0;
  for (const end of text.matchAll(/[。！？]+|[.!?…]+["'”’»)\]]*(?=\s|$)/gu)) {
    const to = end.index + end[0].length;
    if (ABBREVIATION.test(text.slice(start, to)) || /(?:^|\s)\d{1,2}\.$/.test(text.slice(start, to))) continue;
    // A quotation that is still open does not end here.
    if (isOpen(text.slice(start, to))) continue;
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

/** The lines of a text that are prose, as they stand: outside fences, frames and quotations. */
export function proseLines(text: string): string[] {
  let fenced = false;
  const out: string[] = [];
  for (const line of withoutFrames(text).split(/\r\n|\r|\n/)) {
    if (FENCE.test(line)) fenced = !fenced;
    else if (!fenced && !/^\s*>/.test(line)) out.push(line);
  }
  return out;
}
