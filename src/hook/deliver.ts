// The last step of every answer: fit memories into the budget, claim what is to be sent, and leave to other processes of the
// session what they are sending at this moment.
import type { Index, IndexedMemory } from '../index/read.ts';
import type { FrameOptions } from '../plan/frame.ts';
import { type Aside, type Budget, type Item, type Plan, plan } from '../plan/plan.ts';
import { type Claim, claimKey, REHYDRATED, type SessionLog, type SessionState } from '../session/log.ts';

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

/** The session has been sent this body. */
export function holds(state: SessionState, memory: IndexedMemory): boolean {
  return state.holders.has(claimKey(bodyClaim(memory)));
}

/** Whether what a compaction took is to be brought back now. */
export function isDue(compactedAt: number, { config }: Index['head'], now: number): boolean {
  const hours = config['rehydrate.window_hours'];
  return config['rehydrate.enabled'] && compactedAt > 0 && Math.abs(now - compactedAt) < hours * 3_600_000;
}

/** `rehydrate` counts unless another process says it. */
export interface DeliverOptions extends FrameOptions {
  /** What is said beside it that no memory stands for. */
  marks?: readonly Claim[];
  /** Ids of what the turn routed, best first, to be kept for its subagents. */
  routed?: readonly string[];
  /** What is said beside these bodies within the frame. */
  aside?: ((bodies: readonly IndexedMemory[]) => Aside<Claim> | undefined) | undefined;
  /** What stands after the frame, given what another process is sending. */
  tail?: (taken: readonly IndexedMemory[]) => string;
  /** Sent whatever the session has or another process is sending. */
  always?: boolean;
  /** The first plan, where it has been made already. */
  planned?: Plan<IndexedMemory>;
}

export interface Delivery {
  sending: Plan<IndexedMemory>;
  /** Bodies that another process of the session is sending. */
  taken: IndexedMemory[];
}

/** @throws where a claim cannot be recorded: nothing may be sent then */
export function deliver(
  log: SessionLog,
  items: readonly Item<IndexedMemory>[],
  room: Budget,
  { marks = [], routed = [], tail = () => '', always = false, planned, ...framing }: DeliverOptions,
): Delivery {
  const taken: IndexedMemory[] = [];
  let rest = items;
  let { rehydrate = false } = framing;
  let sending = planned ?? plan(rest, room, { ...framing, tail: tail(taken) });
  for (;;) {
    const claims = [...sending.bodies.map(bodyClaim), ...sending.cards.map(cardClaim)];
    const says = rehydrate && claims.length > 0;
    if (says) claims.push(REHYDRATED);
    claims.push(...marks, ...((sending.aside?.claims ?? []) as Claim[]));
    const ours = new Set(log.claim(claims, routed).map(claimKey));
    const lost = always ? [] : sending.bodies.filter((memory) => !ours.has(claimKey(bodyClaim(memory))));
    const said = says && !ours.has(claimKey(REHYDRATED));
    if (!said && lost.length === 0) return { sending, taken };
    if (said) rehydrate = false;
    taken.push(...lost);
    // What the lost ones leave free is not given to another body: it might take the place of one of ours, which would then
    // count as sent without having been.
    const whole = new Set(sending.bodies);
    rest = rest
      .filter(({ memory }) => !lost.includes(memory))
      .map(({ body, ...card }) => (body && whole.has(card.memory) ? { ...card, body } : card));
    sending = plan(rest, room, { ...framing, rehydrate, tail: tail(taken) });
  }
}
