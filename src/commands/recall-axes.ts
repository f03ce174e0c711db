// Recall by five axes, one behind the other: what always holds, what the session is about, what answers the question, what is near to
// that, and what is new today.
import type { Index, IndexedMemory } from '../index/read.ts';
import { rank } from '../route/rank.ts';
import { queryTerms } from '../text/terms.ts';
import { utf8Length } from '../text/units.ts';
import { passage } from './passage.ts';

export const AXES = ['markers', 'session', 'semantic', 'expand', 'day'] as const;
export type Axis = (typeof AXES)[number];

/** A passage, and the axis that brought it. */
export interface Block {
  axis: Axis;
  memory: IndexedMemory;
  text: string;
  whole: boolean;
}

/** What a DREAM: marker gives a memory, and hardly a person does to one that is not to be kept in mind. */
const MARKED = 0.95;
/** Tokens of four UTF-8 bytes that all blocks together may have. */
const TOKENS = 2_000;
/** How deep answers are looked at for what the session was sent. */
const DEEP = 200;
/** Memories in startup order that are looked at for marks and dates. */
const LOOKED_AT = 20_000;

export interface Question {
  query: string;
  /** Most blocks of an axis. */
  limit: number;
  /** Ids that the project's last session was sent. */
  session: readonly string[];
  /** `YYYY-MM-DD` (UTC). */
  today: string;
}

/**
 * The blocks in the order of the axes; a memory stands under the first that brings it. Without a question there are two: what is marked
 * (standing rules and preferences, and whatever matters 0.95 or more) and what was created or reviewed today.
 */
export function recallAxes(index: Index, { query, limit, session, today }: Question): Block[] {
  const asked = query.trim() !== '';
  const first = index.first(LOOKED_AT);
  const pinned = index.head.pinned.map((ordinal) => first[ordinal] ?? index.memory(ordinal));
  const marked = first.filter(({ importance }) => importance >= MARKED);
  const found = asked ? ranked(index, query, DEEP) : [];
  const best = found.filter(({ id }) => !session.includes(id)).slice(0, limit);
  const axes: Record<Axis, () => readonly IndexedMemory[]> = {
    markers: () => [...pinned, ...marked],
    session: () => found.filter(({ id }) => session.includes(id)),
    semantic: () => best,
    // What is near to the answers, in their words.
    expand: () => (best.length > 0 ? ranked(index, best.map(({ summary }) => summary).join('\n'), DEEP) : []),
    day: () => first.filter(({ date }) => date === today),
  };
  const terms = new Set(queryTerms(query).map(({ term }) => term));
  const taken = new Set<string>();
  const blocks: Block[] = [];
  let room = TOKENS * 4;
  for (const axis of AXES) {
    let left = limit;
    for (const memory of axes[axis]()) {
      if (left === 0) break;
      if (taken.has(memory.id)) continue;
      const block = { axis, memory, ...passage(index.body(memory), terms) };
      if (utf8Length(block.text) > room) continue;
      room -= utf8Length(block.text);
      taken.add(memory.id);
      blocks.push(block);
      left--;
    }
  }
  return blocks;
}

function ranked(index: Index, query: string, limit: number): IndexedMemory[] {
  return rank(index, query, { limit, gated: false }).hits.map(({ doc }) => index.memory(doc));
}
