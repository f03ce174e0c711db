// What a model was sent, flattened: every text in order, whichever API it came through.

export interface SentText {
  role: string;
  text: string;
}

/** How often a text occurs in all that the model was sent; overlaps do not count. */
export function occurrences(texts: readonly SentText[], needle: string): number {
  return texts.reduce((sum, { text }) => sum + text.split(needle).length - 1, 0);
}

/** The texts from the last user text that holds `prompt` on: what this turn added after the prompt. */
export function since(texts: readonly SentText[], prompt: string): SentText[] {
  const at = texts.findLastIndex(({ role, text }) => role === 'user' && text.includes(prompt));
  if (at < 0) throw new Error(`no user text holds ${JSON.stringify(prompt)}`);
  return texts.slice(at);
}
