// What is left of a piece whose secrets are masked: sometimes nothing that could be remembered.

const MARK = /\[redacted:[a-z0-9-]{1,40}\]/g;
/** What leads to a value and says nothing without it: a label with its sign, signs, or nothing. */
const LABEL = /^(?:[^.!?\n]{0,80}(?:[:=：]|\s(?:is|are|ist|lautet|es|est|è|é|это))[\s"'`*_<([]*|[^\p{L}\p{N}]*)$/u;

/**
 * Whether nothing but secrets stood in a text: each of its lines is a heading, or a mark with a label before it at most.
 * @param text Markdown, redacted
 */
export function isOnlySecret(text: string): boolean {
  const lines = text
    .split(/\r\n|\r|\n/)
    .filter((line) => /[\p{L}\p{N}]/u.test(line) && !/^ {0,3}#{1,6}[ \t]/.test(line));
  return lines.some((line) => line.search(MARK) >= 0) && lines.every(isMarkAlone);
}

function isMarkAlone(line: string): boolean {
  const parts = line.split(MARK);
  return (
    parts.length > 1 && parts.slice(0, -1).every((part) => LABEL.test(part)) && !/[\p{L}\p{N}]/u.test(parts.at(-1)!)
  );
}
