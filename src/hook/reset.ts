// A compaction begins: what the session was sent is about to be summarised away, so that it is undelivered again.
import fs from 'node:fs';
import type { Moment } from '../moment.ts';
import { type Answer, session, sessionLogFile, type Turn } from './turn.ts';

export function answerPreCompact(turn: Turn<Moment & { kind: 'pre-compact' }>): Answer {
  if (!fs.existsSync(sessionLogFile(turn))) return {};
  session(turn).reset(`compact ${turn.moment.trigger}`);
  return {};
}
