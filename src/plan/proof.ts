// The proof line: what engram did for this turn, on demand. It never changes what is injected.
import { signature } from '../text/hash.ts';

export interface Proof {
  /** Ids of everything routed for the turn, in any order. */
  routed: readonly string[];
  /** Bodies sent now. */
  loaded: number;
  /** Routed bodies that the session already had. */
  present: number;
}

/** One line. `sig` tells two routed sets apart; it depends on neither prompt nor date nor order. */
export function proofLine({ routed, loaded, present }: Proof): string {
  const parts = [loaded > 0 ? `loaded ${loaded}` : '', present > 0 ? `already there ${present}` : ''].filter(Boolean);
  const sig = signature([...routed].sort().join('\n'));
  return `Engram proof: ${loaded > 0 ? parts.join(', ') : 'nothing new'} · sig ${sig}`;
}

/** @param why the read mode that kept memory out of this turn */
export function skippedLine(why: string): string {
  return `Engram proof: skipped (${why})`;
}
