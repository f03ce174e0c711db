// After a compaction the host attaches some of the rule files again that it had loaded, and tells of none: its transcript says
// which. What is not there is undelivered again.
import fs from 'node:fs';
import type { Host } from '../../hosts/host.ts';
import type { Moment } from '../moment.ts';
import type { SessionLog, SessionState } from '../session/log.ts';
import { ruleId } from './rule-loaded.ts';
import type { Turn } from './turn.ts';

/** Bytes of a transcript that a host is shown. The first prompt behind a compaction finds it some 35 KB before the end. */
const TAIL = 2 << 20;
/** So long before the session starts again a host may have recorded the compaction, where no other event told of it, milliseconds. */
const EARLIER = 10_000;

type Prompt = Turn<Moment & { kind: 'prompt' }> & { host: Pick<Host, 'restored'> };

/**
 * Records which of the bodies that the host had loaded before the compaction are gone. Once for each compaction; where the
 * transcript does not tell of it (yet), the next prompt looks again.
 * @param state as `log.begin` gave it
 * @returns the state without what is gone
 */
export function forgetLost(turn: Prompt, log: SessionLog, state: SessionState): SessionState {
  const { host, moment } = turn;
  // A subagent's prompt names the transcript of its parent.
  if (!state.doubtful || !host.restored || !moment.transcript || moment.agent) return state;
  const restored = host.restored(tailOf(moment.transcript));
  // Of an earlier compaction: this one has not been written yet, or was broken off.
  if (!restored || !(restored.at >= state.compactedAt - EARLIER)) return state;
  const there = new Set(restored.files.map((file) => ruleId(turn, file)));
  log.forget(state.doubtful.filter((key) => !there.has(idOf(key))));
  return log.state();
}

/** `b:<hash>:<id>` */
function idOf(key: string): string | undefined {
  return key.split(':')[2];
}

/** The last bytes of a file as text; '' where there is none that can be read. */
function tailOf(file: string): string {
  let fd: number | undefined;
  try {
    // A pipe of that name must not keep us waiting.
    fd = fs.openSync(file, fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0));
    const { size } = fs.fstatSync(fd);
    const bytes = Buffer.alloc(Math.min(size, TAIL));
    return bytes.toString('utf8', 0, fs.readSync(fd, bytes, 0, bytes.length, size - bytes.length));
  } catch {
    return '';
  } finally {
    if (fd !== undefined) fs.closeSync(fd);
  }
}
