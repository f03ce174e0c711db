// A prompt: the memories it needs and the session lacks.
import { edited, openFresh } from '../index/fresh.ts';
import type { Index, IndexedMemory } from '../index/read.ts';
import type { Moment } from '../moment.ts';
import { loadedLine } from '../plan/frame.ts';
import { proofLine, skippedLine } from '../plan/proof.ts';
import { rank } from '../route/rank.ts';
import { compacted, type SessionState } from '../session/log.ts';
import { key64 } from '../text/hash.ts';
import { deliver, holds, isDue, item } from './deliver.ts';
import { anchors } from './session-start.ts';
import { type Answer, budget, freshness, lines, session, sessionLogFile, type Turn } from './turn.ts';

/** How long a prompt may wait for a changed index, milliseconds. */
const WAIT = 300;
/** So much of a prompt tells it from another; a pasted file need not be hashed whole. */
const HASHED = 4_096;

export function answerPrompt(turn: Turn<Moment & { kind: 'prompt' }>): Answer {
  const { moment } = turn;
  if (moment.prompt.trim() === '') return {};
  const before = compacted(sessionLogFile(turn), turn.self.now());
  const opened = openFresh(turn.compile(WAIT), freshness(turn, false), (index) => {
    const rehydrate = before !== undefined && isDue(before.compactedAt, index.head, turn.self.now());
    const routed = loads(index) ? route(index, moment.prompt, rehydrate ? before : undefined) : [];
    return { chosen: { routed, rehydrate }, shown: routed };
  });
  if (!opened) return {};
  const { index, late, chosen } = opened;
  const { config } = index.head;
  const proof = config.proof === 'compact';
  const routed = late ? chosen.routed.filter((memory) => !edited(memory)) : chosen.routed;
  if (config.read === 'off' || (routed.length === 0 && !proof)) return {};

  const log = session(turn);
  const state = log.begin(
    `prompt:${key64(`${moment.turn ?? ''}\0${moment.prompt.length}\0${moment.prompt.slice(0, HASHED)}`)}`,
  );
  if (!state) return {};
  if (!loads(index)) return { context: skippedLine(config.read), log };

  const always = config.read === 'always';
  const present = always ? [] : routed.filter((memory) => holds(state, memory));
  const ids = routed.map((memory) => memory.id);
  const tail = (taken: readonly IndexedMemory[]) => {
    const loaded = [...present, ...taken].map((memory) => memory.id);
    return loaded.length > 0 ? loadedLine(loaded) : '';
  };
  const { sending, taken } = deliver(
    log,
    routed
      .filter((memory) => !present.includes(memory))
      .map((memory) => item(index, memory, always ? undefined : state)),
    budget(turn.host, config['load.max_tokens']),
    { more: false, rehydrate: chosen.rehydrate, routed: ids, tail, always },
  );
  const counts = { routed: ids, loaded: sending.bodies.length, present: present.length + taken.length };
  return { context: lines(sending.text, tail(taken), proof ? proofLine(counts) : ''), log };
}

/** The read modes in which a prompt brings memories. */
function loads(index: Index): boolean {
  return index.head.config.read === 'auto' || index.head.config.read === 'always';
}

/** @param before what the session was about before a compaction that nothing has followed yet */
function route(index: Index, prompt: string, before: SessionState | undefined): IndexedMemory[] {
  const limit = index.head.config['load.limit'];
  const asked = rank(index, prompt, { limit }).hits.map((hit) => index.memory(hit.doc));
  if (!before) return asked;
  const ids = new Set(asked.map(({ id }) => id));
  return [...asked, ...anchors(index, before).filter(({ id }) => !ids.has(id))].slice(0, limit);
}
