// A prompt: the memories it needs and the session lacks.
import { edited, openFresh } from '../index/fresh.ts';
import type { Index, IndexedMemory } from '../index/read.ts';
import type { Moment } from '../moment.ts';
import { loadedLine } from '../plan/frame.ts';
import { type Item, plan } from '../plan/plan.ts';
import { proofLine, skippedLine } from '../plan/proof.ts';
import { rank } from '../route/rank.ts';
import { type Claim, claimKey, type SessionState } from '../session/log.ts';
import { key64 } from '../text/hash.ts';
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
  // Once claimed: which of the bodies are ours. What they leave free is not given to another body, for it might take the
  // place of one of ours, which then counts as sent without having been.
  let whole: Set<IndexedMemory> | undefined;
  let present = always ? [] : routed.filter((memory) => state.holders.has(claimKey(bodyClaim(memory))));
  for (;;) {
    const tail = present.length > 0 ? loadedLine(present.map((memory) => memory.id)) : '';
    const missing = routed.filter((memory) => !present.includes(memory));
    const room = budget(turn.host, config['load.max_tokens']);
    const sending = plan(
      missing.map((memory) => {
        const { body, ...card } = item(index, memory, always ? undefined : state);
        return body && (whole === undefined || whole.has(memory)) ? { ...card, body } : card;
      }),
      room,
      { more: false, tail },
    );
    const claims = [...sending.bodies.map(bodyClaim), ...sending.cards.map(cardClaim)];
    const ours = new Set(
      log
        .claim(
          claims,
          routed.map((memory) => memory.id),
        )
        .map(claimKey),
    );
    const lost = sending.bodies.filter((memory) => !ours.has(claimKey(bodyClaim(memory))));
    if (always || lost.length === 0) {
      const shown = proof
        ? proofLine({
            routed: routed.map((memory) => memory.id),
            loaded: sending.bodies.length,
            present: present.length,
          })
        : '';
      return { context: lines(sending.text, tail, shown), log };
    }
    // Another process of this session is sending these very bodies.
    whole = new Set(sending.bodies.filter((memory) => !lost.includes(memory)));
    present = [...present, ...lost];
  }
}

/** The read modes in which a prompt brings memories. */
function loads(index: Index): boolean {
  return index.head.config.read === 'auto' || index.head.config.read === 'always';
}

function route(index: Index, prompt: string): IndexedMemory[] {
  return rank(index, prompt, { limit: index.head.config['load.limit'] }).hits.map((hit) => index.memory(hit.doc));
}

/** @param state leaves out the cards that were shown; undefined: none was */
export function item(index: Index, memory: IndexedMemory, state: SessionState | undefined): Item<IndexedMemory> {
  return {
    memory,
    body: { bytes: memory.bodyLength, read: () => index.body(memory) },
    cardShown: state?.holders.has(claimKey(cardClaim(memory))) ?? false,
  };
}

export function bodyClaim(memory: IndexedMemory): Claim {
  return { kind: 'b', id: memory.id, hash: memory.hash };
}

export function cardClaim(memory: IndexedMemory): Claim {
  return { kind: 'k', id: memory.id, hash: memory.hash };
}
