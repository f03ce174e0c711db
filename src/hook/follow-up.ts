// Where a short prompt goes on with what its session talked of. In a script of its own (build.mjs).
import type { Index } from '../index/read.ts';
import { type FollowUp, followUp } from '../route/follow-up.ts';
import type { Asked, Hit } from '../route/rank.ts';
import { textOf } from '../session/log.ts';

/**
 * What a prompt routes in this session.
 * @param record the session's (session/log.ts), which is there
 */
export function followed(record: string, index: Index, prompt: string, asked: readonly Asked[], hits: Hit[]): Hit[] {
  try {
    return followUpIn(record, index, prompt, asked, hits)?.hits ?? hits;
  } catch {
    // What a prompt asks by itself it gets, whatever is wrong with what was before.
    return hits;
  }
}

export function followUpIn(
  record: string,
  index: Index,
  prompt: string,
  asked: readonly Asked[],
  hits: readonly Hit[],
): FollowUp | undefined {
  const found = followUp(index, prompt, asked, hits, () => lastRouted(textOf(record) ?? ''));
  return found && { ...found, hits: found.hits.slice(0, index.head.config['load.limit']) };
}

/** The ids that the last turns of this conversation routed, the newest first. */
function lastRouted(log: string): string[][] {
  // A compaction goes on with the same.
  const begun = Math.max(0, ...[...log.matchAll(/\nr \d+ (?:startup|clear)\b/g)].map(({ index }) => index));
  const lines = [...log.slice(begun).matchAll(/\nu \d+ (.+)/g)];
  return lines.reverse().map(([, ids]) => ids!.split(' '));
}
