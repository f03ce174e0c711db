// A memory of somebody's words, as it is made whoever says them: `engram remember`, a proposal, an import.
import { signature } from '../text/hash.ts';
import { redact } from '../text/secrets.ts';
import { idFromSummary } from './id.ts';
import type { Memory } from './memory.ts';
import { oneLine, summarize } from './summary.ts';

/** What is known of it beside its text; the summary and the id come from the text where they are not given. */
export type Known = Omit<Memory, 'id' | 'summary' | 'body'> & Partial<Pick<Memory, 'id' | 'summary'>>;

/** @param text its body, with the blank lines before it and the blanks behind it that a person leaves */
export function newMemory(text: string, known: Known): Memory {
  const body = text.trim() === '' ? '' : `${text.replace(/^(?:[ \t]*\r?\n)+/, '').trimEnd()}\n`;
  const summary = oneLine(known.summary ?? '') || summarize(body);
  // Signs alone give no words: then their hash is the name.
  const id =
    known.id ?? (summary ? idFromSummary(nameOf(known.summary, summary, body)) : body && `m-${signature(body)}`);
  return { ...known, id, summary, body };
}

/** The day of a memory that is made now, `YYYY-MM-DD`. */
export function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10);
}

/** What an id is made of: of a secret's letters never, for a file's name is seen by everybody. */
function nameOf(given: string | undefined, summary: string, body: string): string {
  const { text, found } = redact(oneLine(given ?? '') ? summary : body);
  if (found.length === 0) return summary;
  return oneLine(given ?? '') ? text : summarize(text);
}
