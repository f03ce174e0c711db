// What a memory says, one thing at a time: its sections, and in each the items of lists, the sentences of long paragraphs.

export interface Aspect {
  /** Without its signs; '' for what stands above the first. */
  heading: string;
  /** Each on one line, without a list's sign. */
  lines: string[];
}

/** A longer paragraph is told sentence by sentence. UTF-16 units. */
const LONG = 200;

/** The sections of a body that say something, in order. What is in a fence is a line each. */
export function aspectsOf(body: string): Aspect[] {
  const aspects: Aspect[] = [];
  let aspect: Aspect = { heading: '', lines: [] };
  let open = '';
  let fenced = false;
  const endLine = () => {
    const text = open.trim();
    open = '';
    if (text === '') return;
    aspect.lines.push(...(text.length > LONG ? sentences(text) : [text]));
  };
  const endAspect = () => {
    endLine();
    if (aspect.lines.length > 0) aspects.push(aspect);
  };
  for (const line of body.split('\n')) {
    if (/^\s*(?:```|~~~)/.test(line)) {
      endLine();
      fenced = !fenced;
      continue;
    }
    const heading = fenced ? undefined : /^ {0,3}#{1,6}\s+(.*?)\s*#*\s*$/.exec(line)?.[1];
    const item = fenced ? undefined : /^\s*(?:[-*+]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?(.*)$/.exec(line)?.[1];
    if (heading !== undefined) {
      endAspect();
      aspect = { heading, lines: [] };
    } else if (fenced || item !== undefined || line.trim() === '') {
      endLine();
      open = item ?? line;
      if (fenced) endLine();
    } else open += `${open && ' '}${line.trim()}`;
  }
  endAspect();
  return aspects;
}

function sentences(text: string): string[] {
  return text
    .split(/(?<=[.!?])\s+|(?<=[。！？])/u)
    .map((sentence) => sentence.trim())
    .filter(Boolean);
}
