// Lines of a session's log that few events write.
import { type Claim, claimKey, type SessionLog, type SessionState } from './log.ts';

/** A compaction is over. */
export function markCompacted(log: SessionLog, trigger: string): void {
  log.mark('p', [trigger]);
}

/** What another was sent is there already: it counts as sent, and as no delivery. */
export function markInherited(log: SessionLog, { holders }: Pick<SessionState, 'holders'>): void {
  if (holders.size > 0) log.mark('i', [...holders.keys()]);
}

/** The host itself has loaded this body, and may again after a compaction. */
export function markLoaded(log: SessionLog, claim: Claim): void {
  log.mark('l', [claimKey(claim)]);
}

/** Of what the host loaded before a compaction, these (by `claimKey`) are gone and the others are there. */
export function markForgotten(log: SessionLog, keys: readonly string[]): void {
  log.mark('f', keys);
}
