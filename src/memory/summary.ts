// The one line that stands for a memory where its author gave none.

/** UTF-16 code units that a summary may have. */
export const SUMMARY_LIMIT = 200;

/** How much of a body is searched for its first words. */
const LOOKED_AT = 16_384;

/** The first heading or the first sentence of a Markdown text, whichever comes first; '' where there is neither. */
export function summarize(body: string): string {
  const lines = body
    .slice(0, LOOKED_AT)
    .replace(/<!--[\s\S]*?(?:-->|$)/g, '')
    .split(/\r\n|\r|\n/);
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]!;
    const fence = /^ {0,3}(`{3,}|~{3,})/.exec(line);
    if (fence) {
      const close = lines.findIndex((later, at) => at > i && later.trim().startsWith(fence[1]!));
      if (close < 0) break;
      i = close;
      continue;
    }
    const heading = /^ {0,3}#{1,6}(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/.exec(line);
    if (heading) {
      const text = oneLine(plain(heading[1] ?? ''));
      if (text) return text;
      continue;
    }
    if (/^ {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*$/.test(line) || !/[\p{L}\p{N}]/u.test(line)) continue;
    if (/^ {0,3}(?:=+|-+)[ \t]*$/.test(lines[i + 1] ?? '')) return oneLine(plain(line));
    const paragraph: string[] = [];
    for (let j = i; j < lines.length && lines[j]!.trim() !== ''; j++) {
      if (j > i && /^\s*(?:[-*+>#]|\d+[.)])\s|^ {0,3}(?:`{3}|~{3})/.test(lines[j]!)) break;
      paragraph.push(lines[j]!);
    }
    const text = plain(paragraph.join(' '));
    return oneLine(firstSentence(text));
  }
  return '';
}

/** Blanks and control characters as one blank, at most 200 code units, cut at a word with an ellipsis. */
export function oneLine(text: string): string {
  const line = text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim();
  if (line.length <= SUMMARY_LIMIT) return line;
  let end = SUMMARY_LIMIT - 1;
  if (/[\uD800-\uDBFF]/.test(line[end - 1]!)) end--;
  const blank = line.lastIndexOf(' ', end);
  return `${line.slice(0, blank > SUMMARY_LIMIT / 2 ? blank : end).trimEnd()}…`;
}

/** Markdown's signs taken off: list and quote marks in front, emphasis, code, links, images. */
function plain(markdown: string): string {
  return markdown
    .replace(/^\s*(?:>\s*|[-*+]\s+(?:\[[ xX]\]\s+)?|\d+[.)]\s+)+/, '')
    .replace(/!?\[([^\]]*)\]\((?:[^()]|\([^()]*\))*\)/g, '$1')
    .replace(/(\*\*|__)(?=\S)(.+?)(?<=\S)\1/g, '$2')
    .replace(/(?<![\w*])\*(?=\S)([^*]+?)(?<=\S)\*(?![\w*])/g, '$1')
    .replace(/`+([^`]*)`+/g, '$1');
}

const ABBREVIATION =
  /(?:^|[\s(])(?:\p{L}|e\.g|i\.e|etc|vs|cf|approx|no|nr|z\.B|d\.h|bzw|ca|usw|Dr|Mr|Mrs|St|т\.е|т\.д|т\.п|см|др)\.$/iu;

function firstSentence(text: string): string {
  const ends = /[。！？]|[.!?…؟]+["'”’»)\]]*(?=\s|$)/gu;
  for (const match of text.matchAll(ends)) {
    const sentence = text.slice(0, match.index + match[0].length);
    if (!ABBREVIATION.test(sentence)) return sentence;
  }
  return text;
}
