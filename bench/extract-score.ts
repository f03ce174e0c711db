// How an extractor's candidates compare with what a careful person would have kept: test/fixtures/extract/turns.jsonl.
import fs from 'node:fs';
import { type Candidate, tierOf } from '../src/capture/extract/candidate.ts';
import type { CapturedTurn, ToolResult } from '../src/capture/turn.ts';
import type { MemoryType } from '../src/memory/memory.ts';
import { fnv1a } from '../src/text/hash.ts';

/** One thing to remember of a turn. */
export interface Expected {
  /** The kinds that fit, the best first. */
  type: MemoryType[];
  /** Texts that the memory must hold, in any case … */
  has: string[];
  /** … and those that it must not. */
  lacks?: string[];
  origin: Candidate['origin'];
  scope?: Candidate['scope'];
}

export interface LabelledTurn {
  id: string;
  /** The set that it belongs to; of those that have none, a hash of the id says. */
  set?: TurnSet;
  lang: string;
  prompt: string;
  answer?: string;
  tools: ToolResult[];
  expect: Expected[];
}

/**
 * Rules are written against `dev`. `held` is the other half of the first turns, which nobody looked at one by one; `unseen` was written
 * last, when the rules of seven languages stood. `sixth` and `apart` are the halves of a batch with Portuguese, Italian and Korean in it,
 * written before their cues: the first was in view then, the other was looked at only as a sum.
 */
export const TURN_SETS = ['dev', 'held', 'unseen', 'sixth', 'apart'] as const;
export type TurnSet = (typeof TURN_SETS)[number];

export function setOf({ id, set }: Pick<LabelledTurn, 'id' | 'set'>): TurnSet {
  return set ?? (fnv1a(id) % 2 === 0 ? 'dev' : 'held');
}

export function readTurns(file: string): LabelledTurn[] {
  return fs
    .readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as LabelledTurn);
}

export function turnOf({ id, prompt, answer, tools }: LabelledTurn): CapturedTurn {
  const key = { host: 'claude', root: '/project', session: id };
  return { key, sequence: 1, at: 0, prompt, ...(answer === undefined ? {} : { answer }), tools };
}

/** A memory that says more than this beside what was to be kept is no memory of it, characters. */
const LONGEST = 320;

/** Whether a candidate is what was expected, its kind and whose word it is too. */
export function isMatch(candidate: Candidate, { type, has, lacks = [], origin }: Expected): boolean {
  const text = candidate.text.toLowerCase();
  const holds = (part: string) => text.includes(part.toLowerCase());
  return (
    type.includes(candidate.type) &&
    candidate.origin === origin &&
    text.length <= LONGEST &&
    has.every(holds) &&
    !lacks.some(holds)
  );
}

export interface Count {
  /** Candidates, and how many of them were expected. */
  taken: number;
  right: number;
  /** Of these, what a person is asked about (tierOf); the others are episodes. */
  proposed: number;
  proposedRight: number;
  /** Things to remember, and how many of them were found. */
  expected: number;
  found: number;
}

export interface Score {
  turns: number;
  /** Turns with nothing to remember, and how many of them nothing was taken from. */
  empty: number;
  quiet: number;
  /** By the candidate's kind (taken, right) and the label's first (expected, found); `all` is their sum. */
  kinds: Map<MemoryType | 'all', Count>;
  languages: Map<string, Count>;
  /** Of the right candidates whose label names a vault, how many are for it. */
  scoped: number;
  scopeRight: number;
  /** What went wrong, for a person to read. */
  wrong: { id: string; extra: Candidate[]; missed: Expected[] }[];
}

/** Every turn through an extractor. */
export function score(turns: readonly LabelledTurn[], extractOf: (turn: CapturedTurn) => Candidate[]): Score {
  const total: Score = {
    turns: turns.length,
    empty: 0,
    quiet: 0,
    kinds: new Map(),
    languages: new Map(),
    scoped: 0,
    scopeRight: 0,
    wrong: [],
  };
  for (const turn of turns) {
    const open = [...turn.expect];
    const extra: Candidate[] = [];
    const candidates = extractOf(turnOf(turn));
    if (turn.expect.length === 0) {
      total.empty++;
      if (candidates.length === 0) total.quiet++;
    }
    const counted = (kind: MemoryType) => [
      countOf(total.kinds, kind),
      countOf(total.kinds, 'all' as const),
      countOf(total.languages, turn.lang),
    ];
    for (const { type } of turn.expect) for (const count of counted(type[0]!)) count.expected++;
    for (const candidate of candidates) {
      const at = open.findIndex((expected) => isMatch(candidate, expected));
      const asked = tierOf(candidate) === 'proposal' ? 1 : 0;
      for (const count of counted(candidate.type)) {
        count.taken++;
        count.proposed += asked;
      }
      if (at < 0) {
        extra.push(candidate);
        continue;
      }
      const [expected] = open.splice(at, 1);
      for (const count of counted(candidate.type)) {
        count.right++;
        count.proposedRight += asked;
      }
      for (const count of counted(expected!.type[0]!)) count.found++;
      if (expected!.scope === undefined) continue;
      total.scoped++;
      if (expected!.scope === candidate.scope) total.scopeRight++;
    }
    if (extra.length > 0 || open.length > 0) total.wrong.push({ id: turn.id, extra, missed: open });
  }
  return total;
}

function countOf<K>(counts: Map<K, Count>, key: K): Count {
  const count = counts.get(key) ?? { taken: 0, right: 0, proposed: 0, proposedRight: 0, expected: 0, found: 0 };
  counts.set(key, count);
  return count;
}

export const precision = ({ taken, right }: Pick<Count, 'taken' | 'right'>) => (taken === 0 ? 1 : right / taken);
export const recall = ({ expected, found }: Pick<Count, 'expected' | 'found'>) =>
  expected === 0 ? 1 : found / expected;

/** The same of what is proposed alone. */
export function ofProposals({
  proposed,
  proposedRight,
  expected,
}: Count): Record<'taken' | 'right' | 'expected' | 'found', number> {
  return { taken: proposed, right: proposedRight, expected, found: proposedRight };
}
