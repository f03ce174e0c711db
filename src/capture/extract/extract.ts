// What a turn leaves behind, without a model. Pure: the same turn gives the same candidates.
import type { CapturedTurn } from '../turn.ts';
import type { Candidate } from './candidate.ts';
import { claimed } from './claims.ts';
import { dreamed, withoutMarkers } from './dream.ts';
import { said } from './said.ts';
import { shown } from './shown.ts';
import { tried } from './tried.ts';

export interface ExtractOptions {
  /** `staging.dream_markers`; without them a marked line is a line like another. */
  dreamMarkers?: boolean;
}

/**
 * The candidates of a turn from 0.5 on (candidate.ts), in the order marked, said, shown, tried, claimed. Texts are expected stripped and
 * redacted.
 */
export function extract(turn: CapturedTurn, { dreamMarkers = true }: ExtractOptions = {}): Candidate[] {
  const { prompt = '', answer = '', tools } = turn;
  const marked = dreamMarkers ? [...dreamed(prompt, 'user'), ...dreamed(answer, 'assistant')] : [];
  const rest = marked.length > 0 ? withoutMarkers : withoutKeyword;
  return [...marked, ...said(rest(prompt)), ...shown(tools), ...tried(tools), ...claimed(rest(answer))];
}

/** With markers off, their text is read as it would be without them. */
function withoutKeyword(text: string): string {
  return text.replace(/^(\s*(?:[-*•]\s+)?)DREAM:\s*(?:memory|fact|skill):\s*/gim, '$1');
}
