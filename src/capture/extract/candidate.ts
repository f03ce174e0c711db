// What a turn may leave behind, before anybody has said yes to it.
import type { MemoryType } from '../../memory/memory.ts';

/** Whose word it is. An assistant's is an inference, never evidence. */
export type Origin = 'user' | 'tool' | 'assistant';

export interface Candidate {
  type: MemoryType;
  /** The memory's body: a sentence or a few that can be understood alone. */
  text: string;
  /** One line. */
  summary: string;
  /** 0–1, in steps of 0.05: importance.ts. */
  importance: number;
  origin: Origin;
  /** The vault that fits: `user` for what holds wherever this person works. */
  scope: 'project' | 'user';
  /** What spoke for it: names of signals (importance.ts), of a tool's report (shown.ts), or of a marker. */
  signals: string[];
  /** Marked by `DREAM:` (dream.ts). */
  dream?: true;
}

/** From here on a candidate is kept as an episode … */
export const EPISODE = 0.5;
/** … and from here on it is proposed as a memory; … */
export const DURABLE = 0.8;
/** … what a person has laid down for good, already from here on: nobody would see it again otherwise. */
const LAID_DOWN = 0.7;

/** `proposal`: waits for a person's yes. */
export type Tier = 'none' | 'episode' | 'proposal';

/**
 * What becomes of a candidate. What only an assistant claims waits for a yes whatever its score, also where staging is off: see
 * `needsYes`.
 */
export function tierOf({ importance, origin, signals }: Pick<Candidate, 'importance' | 'origin' | 'signals'>): Tier {
  if (importance < EPISODE) return 'none';
  const isLaidDown = origin === 'user' && importance >= LAID_DOWN && signals.includes('standing');
  return importance >= DURABLE || origin === 'assistant' || isLaidDown ? 'proposal' : 'episode';
}

/** Whether a candidate may not be written without a person's yes even where `staging.enabled` is false. */
export function needsYes({ origin }: Pick<Candidate, 'origin'>): boolean {
  return origin === 'assistant';
}
