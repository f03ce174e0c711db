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
  const close = () => {
    if (run.length === 0) return;
    const said = run.join(' ');
    out.push({ text: said, ...(intro === undefined ? {} : { intro }) });
    intro = /[:：]$/.test(said) ? sentencesOf(said).at(-1)?.slice(0, -1) : undefined;
    listed = false;
    run = [];
  };
  for (const line of linesOf(text)) {
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
