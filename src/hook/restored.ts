// After a compaction the host attaches some of the rule files again that it had loaded, and tells of none: its transcript says
// which. What is not there is undelivered again.

import fs from 'node:fs';
import { transcripts } from '../../hosts/transcripts.ts';
import type { Moment } from '../moment.ts';
import type { SessionLog, SessionState } from '../session/log.ts';
import { markForgotten } from '../session/marks.ts';
import { ruleId } from './rule-loaded.ts';
import type { Turn } from './turn.ts';

/** Bytes of a transcript that a host is shown. The first prompt behind a compaction finds it some 35 KB before the end. */
const TAIL = 2 << 20;
/** So long before the session starts again a host may have recorded the compaction, where no other event told of it, milliseconds. */
const EARLIER = 10_000;
/** So long after a compaction a host has recorded it, milliseconds. */
const LATE = 60_000;

type Prompt = Turn<Moment & { kind: 'prompt' }>;

/**
 * Records which of the bodies that the host had loaded before the compaction are gone. Once for each compaction; where the
 * transcript does not tell of it (yet), the next prompt looks again.
 * @param state as `log.begin` gave it
 * @returns the state without what is gone, and the ids among that which the last turn had routed, best first
 */
export function forgetLost(
  turn: Prompt,
  log: SessionLog,
  state: SessionState,
): { state: SessionState; back: readonly string[] } {
  const { moment, self } = turn;
  const restored = transcripts[moment.host]?.restored;
  // A subagent's prompt names the transcript of its parent.
  if (!state.doubtful || !restored || !moment.transcript || moment.agent) return { state, back: [] };
  const { text, whole } = tailOf(moment.transcript);
  const found = restored(text);
  // Of an earlier compaction: this one has not been written yet, or was broken off.
  const told = found && found.at >= state.compactedAt - EARLIER;
  // So much has been written since that it cannot be seen any more: better twice than never.
  const beyond = !found && !whole && self.now() - state.compactedAt > LATE;
  if (!told && !beyond) return { state, back: [] };
  const there = new Set(told ? found.files.map((file) => ruleId(turn, file)) : []);
  const gone = state.doubtful.filter((key) => !there.has(idOf(key)));
  markForgotten(log, gone);
  const ids = new Set(gone.map(idOf));
  return { state: log.state(), back: state.routed.filter((id) => ids.has(id)) };
}

/** `b:<hash>:<id>` */
function idOf(key: string): string | undefined {
  return key.split(':')[2];
}

/** The last bytes of a file as text, and whether they are all; '' where there is none that can be read. */
function tailOf(file: string): { text: string; whole: boolean } {
  let fd: number | undefined;
  try {
    // A pipe of that name must not keep us waiting.
    fd = fs.openSync(file, fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0));
    const { size } = fs.fstatSync(fd);
    const bytes = Buffer.alloc(Math.min(size, TAIL));
    const length = fs.readSync(fd, bytes, 0, bytes.length, size - bytes.length);
    return { text: bytes.toString('utf8', 0, length), whole: size <= TAIL };
  } catch {
    return { text: '', whole: true };
  } finally {
    if (fd !== undefined) fs.closeSync(fd);
  }
}
