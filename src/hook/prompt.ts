// A prompt: the memories it needs and the session lacks.
import { edited, openFresh } from '../index/fresh.ts';
import type { Index, IndexedMemory } from '../index/read.ts';
import type { Moment } from '../moment.ts';
import { loadedLine } from '../plan/frame.ts';
import { proofLine, skippedLine } from '../plan/proof.ts';
import { rank } from '../route/rank.ts';
import { key64 } from '../text/hash.ts';
import { deliver, holds, item } from './deliver.ts';
import { type Answer, budget, freshness, lines, session, type Turn } from './turn.ts';

/** How long a prompt may wait for a changed index, milliseconds. */
const WAIT = 300;
/** So much of a prompt tells it from another; a pasted file need not be hashed whole. */
const HASHED = 4_096;

export function answerPrompt(turn: Turn<Moment & { kind: 'prompt' }>): Answer {
  const { moment } = turn;
  if (moment.prompt.trim() === '') return {};
  const opened = openFresh(turn.compile(WAIT), freshness(turn, false), (index) => {
    const routed = loads(index) ? route(index, moment.prompt) : [];
    return { chosen: routed, shown: routed };
  });
  if (!opened) return {};
  const { index, late } = opened;
  const { config } = index.head;
  const proof = config.proof === 'compact';
  const routed = late ? opened.chosen.filter((memory) => !edited(memory)) : opened.chosen;
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
    { more: false, routed: ids, tail, always },
  );
  const counts = { routed: ids, loaded: sending.bodies.length, present: present.length + taken.length };
  return { context: lines(sending.text, tail(taken), proof ? proofLine(counts) : ''), log };
}

/** The read modes in which a prompt brings memories. */
function loads(index: Index): boolean {
  return index.head.config.read === 'auto' || index.head.config.read === 'always';
}

function route(index: Index, prompt: string): IndexedMemory[] {
  return rank(index, prompt, { limit: index.head.config['load.limit'] }).hits.map((hit) => index.memory(hit.doc));
}
