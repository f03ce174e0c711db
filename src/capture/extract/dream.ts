// `DREAM: memory: …`, `DREAM: fact: …`, `DREAM: skill: …`: somebody marks what is to be kept, and no score is asked.
//
// The rule: a marker counts where it begins a line of a prompt or of an answer. It does not count inside a code fence or a code span,
// in a quoted line (`> …`), between quotation marks, in a document that was pasted, in what a tool returned, or in our own frame: there
// it is shown, not said.
import type { MemoryType } from '../../memory/memory.ts';
import { oneLine } from '../../memory/summary.ts';
import type { Candidate } from './candidate.ts';
import { cuesOf } from './cues/languages.ts';
import { proseLines } from './frames.ts';
import { ownParagraphs } from './said.ts';
import { scopeOf } from './scope.ts';
import { isWhole } from './wording.ts';

/** What a marker gives, whatever its text. */
export const DREAM_IMPORTANCE = 0.95;

const MARKER = /^\s*(?:[-*•]\s+)?DREAM:\s*(memory|fact|skill):\s*(.*)$/i;

/** Fewer characters say nothing. */
const SHORTEST = 8;

/** More in one text are a list that somebody shows. */
const MOST = 20;

/** The marked texts of a prompt or an answer. A text ends with its line, or goes on to the next blank one where lines are indented under it. */
export function dreamed(text: string, origin: 'user' | 'assistant'): Candidate[] {
  const out: Candidate[] = [];
  const lines = proseLines(text);
  const own = origin === 'user' ? ownParagraphs(text) : undefined;
  for (let i = 0; i < lines.length && out.length < MOST; i++) {
    const marker = MARKER.exec(lines[i]!);
    if (marker === null) continue;
    if (own !== undefined && !own.some((said) => said.includes(lines[i]!.trim().replace(/^[-*•]\s+/, '')))) continue;
    let body = marker[2]!.trim();
    while (/^(?: {2,}|\t)\S/.test(lines[i + 1] ?? '') && !MARKER.test(lines[i + 1]!)) body += ` ${lines[++i]!.trim()}`;
    if (body.length < SHORTEST || !isWhole(body)) continue;
    const type = typeOf(marker[1]!.toLowerCase(), body);
    out.push({
      type,
      text: body,
      summary: oneLine(body),
      importance: DREAM_IMPORTANCE,
      origin,
      scope: scopeOf(type, body, cuesOf(body)[0]!),
      signals: ['dream'],
      dream: true,
    });
  }
  return out;
}

/** The text without its markers' lines, so that nothing is taken twice. */
export function withoutMarkers(text: string): string {
  return text
    .split('\n')
    .filter((line) => !MARKER.test(line))
    .join('\n');
}

/** A `memory` may be anything: a rule where its words say so. */
function typeOf(kind: string, body: string): MemoryType {
  if (kind === 'skill' || kind === 'fact') return kind;
  return cuesOf(body).some(({ cues }) =>
    cues.some(({ signal, pattern }) => signal === 'standing' && pattern.test(body)),
  )
    ? 'rule'
    : 'fact';
}
