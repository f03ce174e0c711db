// A compaction: what the session was sent is about to be summarised away, so that it is undelivered again. Each is recorded, also
// where it is the first thing that is heard of a session.

import type { Moment } from '../moment.ts';
import { markCompacted } from '../session/marks.ts';
import { type Answer, session, type Turn } from './turn.ts';

export function answerPreCompact(turn: Turn<Moment & { kind: 'pre-compact' }>): Answer {
  const log = session(turn);
  // Each counts as one: a host that stamps it may have several of our hooks tell of it, one after another.
  if (turn.moment.stamp && !log.begin('compact')) return {};
  log.reset(`compact ${turn.moment.trigger}`);
  return { log, keeps: true };
}

/** No reset: what was sent since PreCompact the session still has. */
export function answerPostCompact(turn: Turn<Moment & { kind: 'post-compact' }>): Answer {
  const log = session(turn);
  markCompacted(log, turn.moment.trigger);
  return { log, keeps: true };
}
