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

/** The first request of a conversation that holds this prompt. */
export function requestFor<R extends { kind: string; texts: SentText[] }>(requests: readonly R[], prompt: string): R {
  const found = requests.find(
    ({ kind, texts }) => kind === 'turn' && texts.some(({ role, text }) => role === 'user' && text.includes(prompt)),
  );
  if (!found) throw new Error(`the model was never sent ${JSON.stringify(prompt)}`);
  return found;
}

/** The lines that say, since this prompt, which memories the session has. */
export function alreadyLoaded(texts: readonly SentText[], prompt: string): string[] {
  return since(texts, prompt).flatMap(({ text }) => text.match(/already loaded: [^<\n]*/g) ?? []);
}
