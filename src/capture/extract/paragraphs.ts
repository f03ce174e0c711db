// The paragraphs of a prompt that a person wrote for it: what was pasted is left out.
import { FENCE, linesOf } from './frames.ts';
import { sentencesOf } from './sentences.ts';

const ITEM = /^\s{0,6}(?:[-*•+]|\d{1,2}[.)]|[a-z]\))\s+/;
/** From here to the end somebody else's text: headings, mail headers, diffs. */
const DOCUMENT_LINE =
  /^(?:#{1,6}\s+\S|(?:from|to|subject|von|betreff|de|asunto|objet|от|тема|date|sent):\s+\S.*|diff --git |index [0-9a-f]{7,}\.\.)/i;

/** A line that is marked to be kept (dream.ts) is said, whatever signs it has. */
const MARKED = /^\s*(?:[-*•]\s+)?DREAM:/i;

export interface Paragraph {
  text: string;
  intro?: string;
}

/**
 * The paragraphs and the items of lists of a prompt, in order.
 * @param announces whether a line that ends with a colon announces a text of somebody else's
 */
export function paragraphs(text: string, announces: (intro: string) => boolean): Paragraph[] {
  const out: Paragraph[] = [];
  let fenced = false;
  let run: string[] = [];
  let intro: string | undefined;
  // A paragraph that an intro has announced ends it; items of a list do not.
  let listed = false;
  // The item that the line before belongs to.
  let open: Paragraph | undefined;
  const close = () => {
    if (run.length === 0) return;
    const said = run.join(' ');
    out.push({ text: said, ...(intro === undefined ? {} : { intro }) });
    intro = /[:：]$/.test(said) ? sentencesOf(said).at(-1)?.slice(0, -1) : undefined;
    listed = false;
    run = [];
  };
  const lines = linesOf(text);
  for (const [n, line] of lines.entries()) {
    if (open && !isHeading(line, lines[n + 1]) && goesOn(open.text, line)) {
      open.text += ` ${line.trim()}`;
      continue;
    }
    open = undefined;
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
    if (DOCUMENT_LINE.test(line) || isHeading(line, lines[n + 1])) {
      close();
      return out;
    }
    if (!MARKED.test(line) && isPasted(line, run.length === 0)) {
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
      open = { text: said, ...(intro === undefined ? {} : { intro }) };
      out.push(open);
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

/** Underlined: by any `===`, or by as many `-` as it has letters, more or less; others are a line between two texts. */
function isHeading(line: string, next = ''): boolean {
  const title = line.trim();
  const rule = next.trim();
  if (title === '' || ITEM.test(line)) return false;
  return /^={3,}$/.test(rule) || (/^-{3,}$/.test(rule) && Math.abs(rule.length - title.length) <= 1);
}

/** A line behind an item is the item's where it is indented, or goes on with its sentence at the margin. */
function goesOn(item: string, line: string): boolean {
  if (line.trim() === '' || ITEM.test(line) || /^\s*[-*•+]\s/.test(line) || MARKED.test(line)) return false;
  if (FENCE.test(line.trimStart()) || DOCUMENT_LINE.test(line) || isPasted(line, false)) return false;
  if (/^\s/.test(line)) return true;
  return /[,;，、；]$/.test(item) || (/^\p{Ll}/u.test(line) && !/[.!?…。！？:：]$/.test(item));
}

/** Quoted, indented as code, a frame of a stack, a log's line, or a line of which every fifth character is a sign of code. */
function isPasted(line: string, first: boolean): boolean {
  if (/^\s*>/.test(line)) return true;
  if (first && /^(?: {4}|\t)\S/.test(line) && !ITEM.test(line)) return true;
  const trimmed = line.trim();
  if (
    /^(?:\w*(?:Error|Exception)\b.*:|at .*(?:\(|:\d)|File "|Traceback |\.{3} |\+|@@|\$ |#|\/\/|\/\*|\*\/|<[/\w!])/.test(
      trimmed,
    )
  )
    return true;
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
