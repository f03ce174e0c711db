// Memories apply to what a tool touches: those that the session lacks, a few at a time. Most tools touch nothing of the kind, so the hook has
// it from a script of its own (build.mjs).
import type { Index, IndexedMemory } from '../index/read.ts';
import type { Moment } from '../moment.ts';
import { key64 } from '../text/hash.ts';
import { deliver, holds, item } from './deliver.ts';
import { MOST } from './together.ts';
import { type Answer, budget, framed, session, type Turn } from './turn.ts';

/**
 * @param touched the files, as the project names them
 * @param applying to them, in startup order
 */
export function deliverApplying(
  turn: Turn<Moment & { kind: 'path' }>,
  touched: readonly string[],
  index: Index,
  applying: readonly IndexedMemory[],
): Answer {
  const log = session(turn);
  const state = log.begin(`path:${key64(`${turn.moment.call}\0${touched.join('\0')}`)}`);
  if (!state) return {};
  const always = index.head.config.read === 'always';
  const missing = applying.filter((memory) => always || !holds(state, memory)).slice(0, MOST);
  const { sending } = deliver(
    log,
    missing.map((memory) => item(index, memory, always ? undefined : state)),
    budget({ cap: turn.host.pathCap ?? turn.host.cap }, index.head.config['load.max_tokens']),
    { ...framed(turn.host), always },
  );
  return { context: sending.text, log };
}
