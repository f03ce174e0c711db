// A subagent starts: what its parent's last prompt had routed. The subagent has a record of its own; the parent's is only read.
import fs from 'node:fs';
import { edited, openFresh } from '../index/fresh.ts';
import type { IndexedMemory } from '../index/read.ts';
import type { Moment } from '../moment.ts';
import { plan } from '../plan/plan.ts';
import { claimKey, parse, type SessionState, sessionFile } from '../session/log.ts';
import { bodyClaim, cardClaim, item } from './prompt.ts';
import { type Answer, budget, freshness, session, type Turn } from './turn.ts';

/** How long a subagent's start may wait for a changed index, milliseconds. */
const WAIT = 300;

export function answerSubagentStart(turn: Turn<Moment & { kind: 'subagent-start' }>): Answer {
  const parent = parentState(turn);
  if (!parent || parent.routed.length === 0) return {};
  const opened = openFresh(turn.compile(WAIT), freshness(turn, false), (index) => {
    const { read } = index.head.config;
    const routed = read === 'auto' || read === 'always' ? parent.routed.flatMap((id) => index.find(id) ?? []) : [];
    return { chosen: routed, shown: routed };
  });
  if (!opened) return {};
  const { index, late } = opened;
  const routed = late ? opened.chosen.filter((memory) => !edited(memory)) : opened.chosen;
  if (routed.length === 0) return {};

  const room = budget(turn.host, index.head.config['load.max_tokens']);
  const offer = (memories: readonly IndexedMemory[], state?: SessionState) =>
    plan(
      memories.map((memory) => item(index, memory, state)),
      room,
      { more: false, tail: '' },
    );
  // Without an id there is no telling one subagent from another: each is sent all.
  if (!turn.moment.agent) return { context: offer(routed).text };

  const log = session(turn);
  const state = log.begin('subagent');
  if (!state) return {};
  let missing = routed.filter((memory) => !state.holders.has(claimKey(bodyClaim(memory))));
  for (;;) {
    const sending = offer(missing, state);
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
    if (lost.length === 0) return { context: sending.text, log };
    missing = missing.filter((memory) => !lost.includes(memory));
  }
}

/** The record of the session that started the subagent; undefined where it has none. */
function parentState({ moment, places, project, self }: Turn): SessionState | undefined {
  const key = { host: moment.host, root: project.root, session: moment.session };
  try {
    return parse(fs.readFileSync(sessionFile(places.sessions, key), 'utf8'), self.now());
  } catch {
    return undefined;
  }
}
