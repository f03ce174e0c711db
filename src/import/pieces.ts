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

const ITEM = /^(\s{0,3})(?:[-*+]|\d{1,3}[.)])[ \t]+(?=\S)/;

/** A list's items each by itself, where the section is nothing but that list, with or without a line that leads to it. */
function cut({ headings, lines }: Section): Piece[] {
  const first = lines.findIndex(({ text, code }) => !code && ITEM.test(text));
  const lead = first < 0 ? [] : lines.slice(0, first).filter(({ text }) => text.trim() !== '');
  const list = first < 0 ? [] : lines.slice(first);
  const isList =
    first >= 0 &&
    lead.length <= 1 &&
    lead.every(({ text, code }) => !code && /[:：]\s*(?:\*\*|__)?\s*$/.test(text)) &&
    // An unnumbered list: steps belong together.
    !/^\s*\d/.test(list[0]!.text) &&
    list.every(({ text, code }) => code || text.trim() === '' || ITEM.test(text) || /^[ \t]/.test(text));
  if (!isList) return whole(headings, lines);
  const items: Line[][] = [];
  for (const line of list) {
    if (!line.code && ITEM.test(line.text)) items.push([line]);
    else items.at(-1)!.push(line);
  }
  if (items.length < 2) return whole(headings, lines);
  const above = headings.at(-1);
  return items.map((item) => {
    const text = dedented(item);
    return { headings, text: above ? `${above.replace(/[:：]\s*$/, '')}: ${text}` : text, line: item[0]!.line };
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
