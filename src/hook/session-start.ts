// A session starts: a small, constant block. Standing rules and preferences whole, the rest as cards, best first.
import fs from 'node:fs';
import { edited, openFresh, requestCheck } from '../index/fresh.ts';
import type { Index, IndexedMemory } from '../index/read.ts';
import type { Moment } from '../moment.ts';
import { type Item, plan } from '../plan/plan.ts';
import { proofLine, skippedLine } from '../plan/proof.ts';
import { claimKey, isRehydrated, NOTHING_SENT, type SessionState } from '../session/log.ts';
import { cardClaim, deliver, holds, isDue, item } from './deliver.ts';
import { type Answer, budget, framed, freshness, lines, session, type Turn } from './turn.ts';

/** How long a session's start may wait for a changed index, milliseconds. */
const WAIT = 2_000;
/** More cards than any budget holds need not be read. */
const CARDS = 24;

type SessionStart = Moment & { kind: 'session-start' };

export function answerSessionStart(turn: Turn<SessionStart>): Answer {
  const { moment, host } = turn;
  const { source } = moment;
  const isCompaction = source === 'compact';
  const isResume = source === 'resume';
  const log = session(turn);
  const before = log.begin(`start:${source}`);
  if (!before) return {};
  const part = host.keepsOnResume === 'prompts' && source !== 'clear' && !isCompaction;
  const replayed = host.keepsOnResume === true && (isResume || source === 'fork');
  if (part) log.mark('n', []);
  else if (!replayed) log.reset(isCompaction ? 'compact start' : source);
  if (!host.injects.includes('session-start')) return { log };

  // What the host loaded by rule files it may attach again after a compaction; the next prompt can tell (restored.ts).
  const state = replayed ? before : part || isCompaction ? log.state() : NOTHING_SENT;
  const opened = openFresh(turn.compile(WAIT), freshness(turn, true), (index) => {
    const { read } = index.head.config;
    const start = read === 'off' || read === 'manual' ? EMPTY : offer(turn, index, before, state);
    const notice = isCompaction || isResume ? '' : noticeOf(index, turn.self.now());
    const planned = plan(start.items, start.room, { ...framed(host, true), tail: notice, rehydrate: start.rehydrate });
    return { chosen: { ...start, planned, notice }, shown: [...planned.bodies, ...planned.cards] };
  });
  if (!opened) return { log };
  const { config, scoped } = opened.index.head;
  // The link to the host may have come by a pull, which changes no memory.
  const rules = scoped > 0 && config['hooks.path_rules'] === 'native' && host.rules;
  if (rules && !fs.existsSync(`${turn.project.tree}/${rules.folder}`)) requestCheck(turn.compile(0), turn.self.now());
  if (config.read === 'off') return { log };
  const proof = config.proof === 'compact';
  if (config.read === 'manual') return proof ? { context: skippedLine('manual'), log } : { log };

  const { items, room, rehydrate, planned, notice } = opened.chosen;
  const options = { ...framed(host, true), rehydrate, tail: () => notice };
  const { sending } = opened.late
    ? deliver(
        log,
        items.filter(({ memory }) => !edited(memory)),
        room,
        options,
      )
    : deliver(log, items, room, { ...options, planned });
  const routed = [...sending.bodies, ...sending.cards].map((memory) => memory.id);
  const shown = proof ? proofLine({ routed, loaded: sending.bodies.length, present: 0 }) : '';
  return { context: lines(sending.text, notice, shown), log };
}

/** What a session's start says beside its memories. */
export function noticeOf({ head: { notice, proposed, until } }: Index, now: number): string {
  return lines(notice, now <= (until as number) && proposed);
}

/** What is offered at this start, and the budget it has. */
interface Offer {
  items: Item<IndexedMemory>[];
  room: ReturnType<typeof budget>;
  /** It says that the conversation was compacted. */
  rehydrate: boolean;
}

const EMPTY: Offer = { items: [], room: { bytes: 0, cap: { limit: 0, unit: 'bytes' } }, rehydrate: false };

/** @param state what the session still has */
function offer(turn: Turn<SessionStart>, index: Index, before: SessionState, state: SessionState): Offer {
  const now = turn.self.now();
  // A compaction that nobody told us of begins now.
  const pending = before.compactedAt > 0 && !isRehydrated(before) ? before.compactedAt : now;
  const rehydrate = turn.moment.source === 'compact' && isDue(pending, index.head, now);
  const anchored = rehydrate ? anchors(index, before) : [];
  const items = offered(index, startup(index, anchored), state);
  return { items, room: budget(turn.host, startTokens(index, anchored.length > 0)), rehydrate };
}

/** A memory that a session's start offers: whole, or as a card. */
export interface Candidate {
  memory: IndexedMemory;
  whole: boolean;
}

/** Those that a session still lacks. */
export function offered(index: Index, candidates: readonly Candidate[], state: SessionState): Item<IndexedMemory>[] {
  return candidates
    .filter(({ memory, whole }) => !has(state, memory, whole))
    .map(({ memory, whole }) => {
      const { body, ...card } = item(index, memory, state);
      return whole && body ? { ...card, body } : card;
    });
}

/**
 * What the last turn before a compaction had routed: its bodies were just summarised away, and a host may compact between a
 * prompt and its request, where no other prompt brings them back.
 */
export function anchors(index: Index, { routed }: Pick<SessionState, 'routed'>): IndexedMemory[] {
  const { read } = index.head.config;
  return read === 'auto' || read === 'always' ? again(index, routed) : [];
}

/** Memories by their ids, but for those that are offered anyway. */
export function again(index: Index, ids: readonly string[], offered: readonly IndexedMemory[] = []): IndexedMemory[] {
  return ids.flatMap((id) => (offered.some((memory) => memory.id === id) ? [] : (index.find(id) ?? [])));
}

/**
 * Anchors and pinned memories first, then the startup order. In `startup` mode nothing comes later, so that the first
 * `load.limit` are offered whole too.
 */
export function startup(index: Index, anchors: readonly IndexedMemory[] = []): Candidate[] {
  const { config, pinned } = index.head;
  const limit = config['load.limit'];
  const first = index.first(config.read === 'startup' ? Math.max(CARDS, limit) : CARDS);
  const whole = new Map<number, IndexedMemory>();
  const add = (memory: IndexedMemory) => whole.has(memory.ordinal) || whole.set(memory.ordinal, memory);
  anchors.forEach(add);
  for (const ordinal of pinned) add(first[ordinal] ?? index.memory(ordinal));
  if (config.read === 'startup') first.slice(0, limit).forEach(add);
  return [
    ...[...whole.values()].map((memory) => ({ memory, whole: true })),
    ...first.filter((memory) => !whole.has(memory.ordinal)).map((memory) => ({ memory, whole: false })),
  ];
}

/** @param anchored there are memories of the last turn to bring back, for which a turn's budget is allowed */
export function startTokens(index: Index, anchored = false): number {
  const { config } = index.head;
  const start = config['start.max_tokens'];
  return config.read === 'startup' || anchored ? Math.max(config['load.max_tokens'], start) : start;
}

function has(state: SessionState, memory: IndexedMemory, whole: boolean): boolean {
  return holds(state, memory) || (!whole && state.holders.has(claimKey(cardClaim(memory))));
}
