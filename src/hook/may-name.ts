// Whether a prompt is worth loading named.ts for. In the lane of every prompt: keep it small.

/** Longer ones are not read through: something in them is sure to look like a path. */
const LONG = 65_536;
/**
 * A separator, `@`, an opening quotation mark, `name.ext` or `Makefile`. Escaped, because one character beyond Latin-1
 * would double what the lane takes in memory: “ ” „ « » ‹ › 「 『 ‘ ‚
 */
const HINT =
  /[/\\@`"\u201c-\u201e\xab\xbb\u2039\u203a\u300c\u300e\u2018\u201a]|\.[\w\x80-\uffff]|(?:^|\W)'\w|\b[A-Z]\w{0,30}file\b/;

/** False for a prompt that surely names no path. */
export function mayName(text: string): boolean {
  return text.length > LONG || HINT.test(text);
}
