// How much a text deserves to be kept, by eight signals and without a model.
import type { Origin } from './candidate.ts';

/**
 * What each signal adds. Chosen so that one strong signal in a person's own words is an episode, and becomes a proposal where it names
 * something concrete or gives a reason, or is to hold for good (tierOf); no number of weak signals makes a proposal.
 */
const WEIGHTS = {
  /** Somebody asks to remember it. */
  explicit: 0.6,
  /** It is to hold from now on, for every case: always, never, all, our convention, X instead of Y. */
  standing: 0.5,
  /** It is settled: a decision, or a cause that was found. */
  conclusion: 0.5,
  /** It sets right what was said or done, or is what worked after something else had failed. */
  correction: 0.5,
  /** It says what somebody likes. */
  preference: 0.4,
  /** It says why. */
  reason: 0.2,
  /** It names something: a path, a command, an identifier, a number. */
  specific: 0.1,
  /** A person said it or a tool showed it. */
  witnessed: 0.1,
} as const;

export type Signal = keyof typeof WEIGHTS;

export const SIGNALS = Object.keys(WEIGHTS) as readonly Signal[];

/** Every text starts here … */
const BASE = 0.1;
/** … and loses this where one has to guess what it speaks of. */
const DANGLING = 0.3;
/** What only an assistant claims is never durable by its score. */
const MOST_OF_A_CLAIM = 0.7;

/** 0–1, in steps of 0.05. */
export function importanceOf(signals: readonly Signal[], origin: Origin, dangling = false): number {
  let sum = BASE - (dangling ? DANGLING : 0);
  for (const signal of new Set(signals)) sum += WEIGHTS[signal];
  const most = origin === 'assistant' ? MOST_OF_A_CLAIM : 1;
  return Math.round(Math.max(0, Math.min(most, sum)) * 20) / 20;
}

/** A code span, a path, a flag, an identifier, a version or a number: something that one could look for. */
const SPECIFIC =
  /`[^`\n]+`|(?:^|[\s(])(?:\.{0,2}\/)?[\w@.-]+\/[\w./*-]+|(?:^|\s)--?[a-z][\w-]+|[a-z]\w*_\w+|\b[a-z]+[A-Z]\w*|\b\w+\.[a-z]{2,4}\b|\b(?!OK\b)[A-Z]{2,8}\b|\d/u;

export function isSpecific(text: string): boolean {
  return SPECIFIC.test(text);
}
