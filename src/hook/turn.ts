// What an answer is given and what it gives back.
import type { Host } from '../../hosts/host.ts';
import type { Compile, Freshness } from '../index/fresh.ts';
import type { Places, Project } from '../index/places.ts';
import type { Moment } from '../moment.ts';
import { openSession, type Process, type SessionLog, sessionFile } from '../session/log.ts';

/** One event, from the answer's point of view. It knows nothing of the host but what the host declares. */
export interface Turn<M extends Moment = Moment> {
  moment: M;
  host: Pick<
    Host,
    'cap' | 'escapesTags' | 'injects' | 'keepsOnResume' | 'pathCap' | 'rules' | 'slot' | 'startsAtPrompt'
  >;
  places: Places;
  project: Project;
  self: Process;
  /** The user's home folder. */
  home: string | undefined;
  /** @param wait how long the moment may wait for an index to be compiled, milliseconds */
  compile(wait: number): Compile;
}

export interface Answer {
  context?: string;
  /** Where the event was recorded. Once the context is written, `sent` makes final what was claimed. */
  log?: SessionLog;
  /** Something for capture, which is to find out whether it is on. */
  keeps?: boolean;
}

export function freshness(turn: Turn, thorough: boolean): Freshness {
  return { thorough, now: turn.self.now(), machine: turn.moment.machine };
}

export function session(turn: Turn): SessionLog {
  return openSession(turn.places.sessions, sessionKey(turn), turn.self, turn.moment.stamp);
}

export function sessionLogFile(turn: Turn): string {
  return sessionFile(turn.places.sessions, sessionKey(turn));
}

function sessionKey({ moment, project }: Turn) {
  const { host, session: id, agent } = moment;
  return { host, root: project.root, session: id, ...(agent ? { agent } : {}) };
}

/**
 * Room kept for the proof line whether it is shown or not, so that it never changes what is injected: the bytes of
 * `\nEngram proof: loaded 999, already there 999 · sig 00000000`.
 */
export const PROOF_ROOM = 60;

/** The smaller of the configured tokens (4 bytes each) and the host's cap, less the room for the proof line. */
export function budget({ cap }: Pick<Host, 'cap'>, tokens: number) {
  const { limit, unit } = cap;
  return { bytes: tokens * 4 - PROOF_ROOM, cap: { limit: limit - PROOF_ROOM, unit } };
}

/** How the frame is made for a host. */
export function framed({ escapesTags }: Pick<Host, 'escapesTags'>, more = false) {
  return { more, plain: escapesTags === true };
}

/** The non-empty parts, one below the other. */
export function lines(...parts: readonly (string | false | undefined)[]): string {
  return parts.filter(Boolean).join('\n');
}
