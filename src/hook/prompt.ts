// A prompt: the memories it needs and the session lacks.
import fs from 'node:fs';
import type { Host } from '../../hosts/host.ts';
import { edited, openFresh } from '../index/fresh.ts';
import type { Index, IndexedMemory } from '../index/read.ts';
import type { Moment } from '../moment.ts';
import { loadedLine } from '../plan/frame.ts';
import { proofLine, skippedLine } from '../plan/proof.ts';
import { beginsName } from '../route/alike.ts';
import { mayFollow } from '../route/may-follow.ts';
import { rank } from '../route/rank.ts';
import {
  claimKey,
  compacted,
  isRehydrated,
  NOTHING_SENT,
  recorded,
  type SessionState,
  STARTED,
} from '../session/log.ts';
import { key64 } from '../text/hash.ts';
import { deliver, holds, isDue, item } from './deliver.ts';
import { entityAside, type NamedAspect, namedAspects } from './entities.ts';
import { followed } from './follow-up.ts';
import { later, named as namedPart } from './lazy.ts';
import { mayName } from './may-name.ts';
import { applyingTo } from './path.ts';
import { again, type Candidate, noticeOf, offered, startTokens, startup } from './session-start.ts';
import { type Answer, budget, framed, freshness, lines, session, sessionLogFile, type Turn } from './turn.ts';

/** How long a prompt may wait for a changed index, milliseconds. */
const WAIT = 300;
/** So much of a prompt tells it from another; a pasted file need not be hashed whole. */
const HASHED = 4_096;

type Prompt = Turn<Moment & { kind: 'prompt' }>;

/** What the index has for a prompt. */
interface Found {
  /** What it asks for, best first. */
  routed: IndexedMemory[];
  /** What applies to the files that it names, in startup order. */
  scoped: IndexedMemory[];
  /** What is known of the entities that it names, best first. */
  aspects: NamedAspect[];
  /** The session's start block, where it comes with this prompt. */
  opening: Candidate[];
  /** What the start of a session says beside it. */
  notice: string | false | undefined;
}

export function answerPrompt(turn: Prompt): Answer {
  const { moment, host } = turn;
  if (moment.prompt.trim() === '') return {};
  const now = turn.self.now();
  const before = host.startsAtPrompt ? recorded(sessionLogFile(turn), now) : undefined;
  let files: string[] | undefined;
  const named = () => (files ??= namedPart().namedIn(turn));
  const opened = openFresh(turn.compile(WAIT), freshness(turn, opens(host, before)), (index) => {
    const chosen = find(turn, index, before, named);
    const { routed, scoped, aspects, opening } = chosen;
    return { chosen, shown: [...routed, ...scoped, ...[...aspects, ...opening].map(({ memory }) => memory)] };
  });
  if (!opened) return {};
  const { index, late } = opened;
  const { notice, ...found } = opened.chosen;
  const { config } = index.head;
  const proof = config.proof === 'compact';
  const usable = (memory: IndexedMemory) => !late || !edited(memory);
  const asked = found.routed.filter(usable);
  const scoped = found.scoped.filter(usable);
  const aspects = found.aspects.filter(({ memory }) => usable(memory));
  const opening = found.opening.filter(({ memory }) => usable(memory));
  const starts = opening.length > 0 || !!notice;
  const none = asked.length + scoped.length + aspects.length === 0 && !starts;
  // Where a compaction took what the session is about, that comes with any prompt.
  const lost = none && !proof && loads(index) ? compacted(sessionLogFile(turn), now) : undefined;
  if (config.read === 'off' || (none && !proof && !isDue(lost?.compactedAt ?? 0, index.head, now))) return {};

  const log = session(turn);
  const begun = log.begin(
    `prompt:${key64(`${moment.turn ?? ''}\0${moment.prompt.length}\0${moment.prompt.slice(0, HASHED)}`)}`,
  );
  if (!begun) return {};
  const { state, back } = begun.doubtful ? later().forgetLost(turn, log, begun) : { state: begun, back: [] };
  if (!loads(index) && !starts) return { context: proof ? skippedLine(config.read) : '', log };

  const always = config.read === 'always' || host.slot === true;
  const lacks = (memory: IndexedMemory) => always || !holds(state, memory);
  const rehydrate = !host.slot && !isRehydrated(state) && isDue(state.compactedAt, index.head, now);
  const brought = again(index, rehydrate ? state.routed : back, asked).filter((memory) => !edited(memory));
  const wanted = [...asked, ...brought].slice(0, Math.max(asked.length, config['load.limit']));
  const routed = scoped.length > 0 ? namedPart().together(wanted, scoped, lacks, config['load.limit']) : wanted;
  const attached = scoped.length > 0 ? namedPart().attachedTo(turn, index) : undefined;
  const present = always ? [] : routed.filter((memory) => holds(state, memory) || attached?.has(memory.id));
  const ids = routed.map((memory) => memory.id);
  const tail = (taken: readonly IndexedMemory[]) => {
    const loaded = [...present, ...taken].map((memory) => memory.id);
    return lines(loaded.length > 0 ? loadedLine(loaded) : '', notice);
  };
  const missing = routed
    .filter((memory) => !present.includes(memory))
    .map((memory) => item(index, memory, always ? undefined : state));
  const aside = (bodies: readonly IndexedMemory[]) => {
    const isThere = (memory: IndexedMemory) =>
      bodies.some(({ id }) => id === memory.id) || present.includes(memory) || !lacks(memory);
    return entityAside(aspects, config['entities.max_chars'], isThere, state.holders);
  };
  const others = opening.filter(({ memory }) => !ids.includes(memory.id));
  const start = offered(index, others, host.slot ? NOTHING_SENT : state);
  const tokens = config['load.max_tokens'] + (starts ? startTokens(index) : 0);
  const { sending, taken } = deliver(
    log,
    // Standing rules first: they are the same with the next prompt.
    [...start.filter(({ body }) => body), ...missing, ...start.filter(({ body }) => !body)],
    budget(host, tokens),
    {
      ...framed(host, starts),
      rehydrate,
      marks: starts ? [STARTED] : [],
      routed: ids,
      tail,
      always,
      aside: aspects.length > 0 ? aside : undefined,
    },
  );
  const counts = { routed: ids, loaded: sending.bodies.length, present: present.length + taken.length };
  return { context: lines(sending.text, tail(taken), proof ? proofLine(counts) : ''), log };
}

/** The session's start block comes with this prompt. */
function opens({ startsAtPrompt, slot }: Pick<Host, 'startsAtPrompt' | 'slot'>, before?: SessionState): boolean {
  return startsAtPrompt === true && (slot === true || !before?.holders.has(claimKey(STARTED)));
}

/** @param files what the prompt names of its project */
function find(turn: Prompt, index: Index, before: SessionState | undefined, files: () => string[]): Found {
  const { moment, host } = turn;
  const { read, 'load.limit': limit } = index.head.config;
  const starts = opens(host, before) && read !== 'off' && read !== 'manual';
  const { hits, asked } = loads(index) ? rank(index, moment.prompt, { limit }) : { hits: [], asked: [] };
  const record = sessionLogFile(turn);
  const goesOn = mayFollow(moment.prompt, asked, hits.length > 0) && fs.existsSync(record);
  return {
    routed: (goesOn ? followed(record, index, moment.prompt, asked, hits) : hits).map((hit) => index.memory(hit.doc)),
    aspects: index.head.named && beginsName(index, asked) ? namedAspects(index, moment.prompt, asked) : [],
    scoped: loads(index) && index.head.scoped > 0 && mayName(moment.prompt) ? applyingTo(index, files()) : [],
    opening: starts ? startup(index) : [],
    notice: starts && noticeOf(index, turn.self.now()),
  };
}

/** The read modes in which a prompt brings memories. */
function loads(index: Index): boolean {
  return index.head.config.read === 'auto' || index.head.config.read === 'always';
}
