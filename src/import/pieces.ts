// A file of instructions, cut into what can be remembered by itself: its sections, and of a section that is a list its items. Cold.

export interface Piece {
  /** The headings above it, the outermost first; without the file's title. */
  headings: string[];
  /** Markdown, self-contained: an item begins with the heading that it stands below. */
  text: string;
  /** 1-based, where it begins in the file. */
  line: number;
}

interface Section {
  headings: string[];
  lines: { text: string; line: number; code: boolean }[];
}

/** @param markdown without front matter @param firstLine the line of the file on which it begins */
export function piecesOf(markdown: string, firstLine = 1): Piece[] {
  const lines = classified(withoutComments(markdown), firstLine);
  const title = soleTitle(lines);
  return sections(lines).flatMap((section) => {
    const headings = section.headings.filter((heading) => heading !== title);
    return cut({ ...section, headings });
  });
}

interface Line {
  text: string;
  line: number;
  /** It stands in a block of code, or fences one. */
  code: boolean;
}

function classified(markdown: string, firstLine: number): Line[] {
  let fence: string | undefined;
  return markdown.split(/\r\n|\r|\n/).map((text, i) => {
    const mark = /^\s{0,3}(?:[-*+]\s+|\d+[.)]\s+)?\s*(`{3,}|~{3,})/.exec(text)?.[1];
    const code = fence !== undefined || mark !== undefined;
    if (mark && fence === undefined) fence = mark;
    else if (mark && fence !== undefined && text.trim().startsWith(fence[0]!.repeat(fence.length))) fence = undefined;
    return { text, line: firstLine + i, code };
  });
}

/** Comments are for whoever edits the file; each leaves its line ends, so that lines keep their numbers. Those in code stay. */
function withoutComments(markdown: string): string {
  return markdown.replace(
    /(^|\n)([ \t]{0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:\n[ \t]{0,3}\3[`~]*[ \t]*(?=\n|$)|$))|`[^`\n]*`|<!--[\s\S]*?(?:-->|$)/g,
    (match) => (match.startsWith('<!--') ? match.replace(/[^\n]/g, '') : match),
  );
}

const HEADING = /^ {0,3}(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/;

/** The one heading of the first level, which names the file and says nothing of what stands below. */
function soleTitle(lines: readonly Line[]): string | undefined {
  const found = lines.flatMap(({ text, code }) => {
    const [, marks, heading] = (!code && HEADING.exec(text)) || [];
    return marks?.length === 1 ? [heading!] : [];
  });
  return found.length === 1 ? found[0] : undefined;
}

function sections(lines: readonly Line[]): Section[] {
  const path: string[] = [];
  const all: Section[] = [{ headings: [], lines: [] }];
  for (const line of lines) {
    const [, marks, heading] = (!line.code && HEADING.exec(line.text)) || [];
    if (!marks) {
      all.at(-1)!.lines.push(line);
      continue;
    }
    path.length = Math.min(path.length, marks.length - 1);
    while (path.length < marks.length - 1) path.push('');
    path.push(heading!.trim());
    all.push({ headings: path.filter((it) => it !== ''), lines: [] });
  }
  return all.filter(({ lines: own }) => own.some(({ text }) => /[\p{L}\p{N}]/u.test(text)));
}

const ITEM = /^(\s{0,3})[-*+][ \t]+(?=\S)/;
const STEP = /^\s{0,3}\d{1,3}[.)][ \t]+(?=\S)/;
/** A section of more characters is cut though it is no list alone: it would be too long to be sent for one of its sentences. */
const LONG = 1_200;

/** Lines of a section that belong together: an unnumbered list of two items and more, or what stands between lists. */
interface Block {
  isList: boolean;
  lines: Line[];
}

/**
 * A section that is nothing but a list, with or without a line that leads to it, is cut into its items; a long one into its lists'
 * items and what stands between them; any other stays whole.
 */
function cut({ headings, lines }: Section): Piece[] {
  const blocks = blocksOf(lines);
  const isLead = (n: number) => blocks[n + 1]?.isList === true && leads(blocks[n]!);
  const lists = blocks.filter(({ isList }) => isList).length;
  const isListAlone = lists === 1 && (blocks.length === 1 || (blocks.length === 2 && isLead(0)));
  const length = lines.reduce((sum, { text }) => sum + text.length + 1, 0);
  if (!isListAlone && (lists === 0 || length <= LONG)) return whole(headings, lines);
  return blocks.flatMap((block, n) => {
    if (block.isList) return itemsOf(headings, block.lines);
    return isLead(n) ? [] : whole(headings, block.lines);
  });
}

function blocksOf(lines: readonly Line[]): Block[] {
  const blocks: Block[] = [];
  let before = '';
  for (const line of lines) {
    const last = blocks.at(-1);
    const isItem = !line.code && ITEM.test(line.text);
    // What is indented belongs to the item above it, and so does a line right below one.
    const goesOn =
      line.code || line.text.trim() === '' || /^[ \t]/.test(line.text) || (before !== '' && !STEP.test(line.text));
    if (last && (last.isList ? isItem || goesOn : !isItem)) last.lines.push(line);
    else blocks.push({ isList: isItem, lines: [line] });
    before = line.text.trim();
  }
  return merged(blocks.map((block) => (items(block.lines).length < 2 ? { ...block, isList: false } : block)));
}

/** Texts that follow each other are one; blank ones are none. */
function merged(blocks: readonly Block[]): Block[] {
  const result: Block[] = [];
  for (const block of blocks.filter(({ lines }) => lines.some(({ text }) => text.trim() !== ''))) {
    const last = result.at(-1);
    if (last && !last.isList && !block.isList) last.lines.push(...block.lines);
    else result.push({ ...block, lines: [...block.lines] });
  }
  return result;
}

/** One line that ends in a colon. */
function leads({ lines }: Block): boolean {
  const said = lines.filter(({ text }) => text.trim() !== '');
  return said.length === 1 && !said[0]!.code && /[:：]\s*(?:\*\*|__)?\s*$/.test(said[0]!.text);
}

function items(lines: readonly Line[]): Line[][] {
  const found: Line[][] = [];
  for (const line of lines) {
    if (!line.code && ITEM.test(line.text)) found.push([line]);
    else found.at(-1)?.push(line);
  }
  return found;
}

/** Each with the heading that it stands below, so that it can be understood alone. */
function itemsOf(headings: string[], lines: readonly Line[]): Piece[] {
  const above = headings.at(-1)?.replace(/[:：]\s*$/, '');
  return items(lines).map((item) => {
    const text = dedented(item);
    return { headings, text: above ? `${above}: ${text}` : text, line: item[0]!.line };
  });
}

function whole(headings: string[], lines: readonly Line[]): Piece[] {
  const first = lines.find(({ text }) => text.trim() !== '')!;
  const body = lines
    .map(({ text }) => text)
    .join('\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd();
  const above = headings.at(-1);
  return [{ headings, text: above ? `## ${above}\n\n${body}` : body, line: first.line }];
}

function dedented(item: readonly Line[]): string {
  const [first, ...rest] = item.map(({ text }) => text);
  const indent = ITEM.exec(first!)![0].length;
  const more = rest.map((line) => line.replace(new RegExp(`^[ \\t]{0,${indent}}`), ''));
  return [first!.replace(ITEM, ''), ...more].join('\n').trimEnd();
}
