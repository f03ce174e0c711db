// A subagent starts: what its parent's last prompt had routed and it lacks. It has a record of its own; the parent's is only
// read. Some hosts' subagents begin with the history of another: what was sent there they have already.

import fs from 'node:fs';
import { transcripts } from '../../hosts/transcripts.ts';
import { edited, openFresh } from '../index/fresh.ts';
import type { Index, IndexedMemory } from '../index/read.ts';
import type { Moment } from '../moment.ts';
import { plan } from '../plan/plan.ts';
import { recorded, type SessionState, sessionFile } from '../session/log.ts';
import { markInherited } from '../session/marks.ts';
import { deliver, holds, item } from './deliver.ts';
import { type Answer, budget, framed, freshness, session, type Turn } from './turn.ts';

/** How long a subagent's start may wait for a changed index, milliseconds. */
const WAIT = 300;
/** Bytes of a transcript that a host is shown. */
const HEAD = 4_096;

type SubagentStart = Turn<Moment & { kind: 'subagent-start' }>;

export function answerSubagentStart(turn: SubagentStart): Answer {
  const parent = recordOf(turn);
  const inherited = inheritedState(turn, parent);
  const needed = parent && parent.routed.length > 0 ? route(turn, parent.routed) : undefined;
  const inherits = inherited !== undefined && inherited.holders.size > 0;
  if (!needed && !inherits) return {};
  const room = needed && budget(turn.host, needed.index.head.config['load.max_tokens']);
  // Without an id there is no telling one subagent from another: what each is sent is not recorded.
  if (!turn.moment.agent) {
    return needed && room
      ? { context: plan(offer(needed, inherited), room, { ...framed(turn.host), tail: '' }).text }
      : {};
  }
  const log = session(turn);
  let state = log.begin('subagent');
  if (!state) return {};
  if (inherits) {
    markInherited(log, inherited);
    state = log.state();
  }
  if (!needed || !room) return { log };
  const routed = needed.routed.map((memory) => memory.id);
  return { context: deliver(log, offer(needed, state), room, { ...framed(turn.host), routed }).sending.text, log };
}

/** Memories to be sent, best first. */
interface Needed {
  index: Index;
  routed: readonly IndexedMemory[];
}

/** What is left of `ids` as memory is configured now; undefined where that is nothing. */
function route(turn: SubagentStart, ids: readonly string[]): Needed | undefined {
  const opened = openFresh(turn.compile(WAIT), freshness(turn, false), (index) => {
    const { read } = index.head.config;
    const routed = read === 'auto' || read === 'always' ? ids.flatMap((id) => index.find(id) ?? []) : [];
    return { chosen: routed, shown: routed };
  });
  if (!opened) return undefined;
  const routed = opened.late ? opened.chosen.filter((memory) => !edited(memory)) : opened.chosen;
  return routed.length > 0 ? { index: opened.index, routed } : undefined;
}

/** Those that a record lacks. */
function offer({ index, routed }: Needed, state: SessionState | undefined) {
  return routed.filter((memory) => !state || !holds(state, memory)).map((memory) => item(index, memory, state));
}

/** The record of the one whose history the subagent begins with; undefined where it begins with none. */
function inheritedState(turn: SubagentStart, parent: SessionState | undefined): SessionState | undefined {
  const { moment } = turn;
  const historyOf = transcripts[moment.host]?.historyOf;
  if (!historyOf || moment.transcript === undefined) return undefined;
  const from = historyOf(headOf(moment.transcript));
  if (from === undefined) return undefined;
  return from === moment.session ? parent : recordOf(turn, from);
}

/** The first bytes of a file as text; '' where there is none that can be read. */
function headOf(file: string): string {
  let fd: number | undefined;
  try {
    // A pipe of that name must not keep us waiting.
    fd = fs.openSync(file, fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0));
    const bytes = Buffer.alloc(HEAD);
    return bytes.toString('utf8', 0, fs.readSync(fd, bytes, 0, HEAD, 0));
  } catch {
    return '';
  } finally {
    if (fd !== undefined) fs.closeSync(fd);
  }
}

/** The record of the session that started the subagent, or of another subagent of it; undefined where it has none. */
function recordOf({ moment, places, project, self }: Turn, agent?: string): SessionState | undefined {
  const key = { host: moment.host, root: project.root, session: moment.session, ...(agent ? { agent } : {}) };
  return recorded(sessionFile(places.sessions, key), self.now());
}
