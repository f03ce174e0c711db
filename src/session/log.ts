// What a session has been sent, and by which process: an append-only file of short lines, no lock, no prompt text.
//
//   @ {"host":…,"root":…,"session":…,"agent":…}       once, at the top
//   e <process> <ms> <event>                            a process answers this event
//   r <ms> <why>                                        the session forgets what it was sent
//   c <process> <ms> <b|k>:<hash>:<id> …                it is about to send these bodies (b) and cards (k)
//   u <ms> <id> …                                       what the turn routed, best first
//   s <process> <ms>                                    it has written its answer
//
// Exactly once without a lock: append the claim, read again, the first live claim of a body wins. A claim that is not
// followed by its `s` within LAPSE belongs to a process that was killed; it counts for nothing.
import fs from 'node:fs';
import path from 'node:path';
import { key64 } from '../text/hash.ts';

/** How long a claim holds without its `s`, milliseconds. */
const LAPSE = 2_000;

/** Whose record it is. A subagent has its own, so that the parent's is never touched. */
export interface SessionKey {
  host: string;
  root: string;
  session: string;
  agent?: string;
}

/** `b`: the body; `k`: the card. */
export interface Claim {
  kind: 'b' | 'k';
  id: string;
  /** Of the content as sent. */
  hash: string;
}

/** A session's record as it stands now. */
export interface SessionState {
  /** Live claims since the last reset, by `claimKey`, with the process that holds each. */
  holders: Map<string, string>;
  /** What the last turn routed, best first. */
  routed: string[];
  /** When, milliseconds since 1970; 0 where nothing was. */
  routedAt: number;
  resets: number;
}

export interface SessionLog {
  /**
   * Says that this process answers an event.
   * @param event tells this event from the session's others; two processes of one event give the same
   * @returns undefined where another process, running at the same time, has the event already
   */
  begin(event: string): SessionState | undefined;
  reset(why: string): void;
  /**
   * Claims what is about to be sent.
   * @returns the claims that are ours; another process is sending the others
   */
  claim(claims: readonly Claim[], routed: readonly string[]): Claim[];
  /** Makes the claims final. Call it after the write to stdout. */
  sent(): void;
  /** As it stands now. */
  state(): SessionState;
}

export function claimKey(claim: Claim): string {
  return `${claim.kind}:${claim.hash}:${claim.id}`;
}

export function sessionFile(sessions: string, key: SessionKey): string {
  const name = key64([key.host, key.root, key.session, key.agent ?? ''].join('\0'));
  return path.join(sessions, `${name}${key.agent ? '.sub' : ''}.log`);
}

/** This process, as far as the log must know it. */
export interface Process {
  /** Unique among the processes that may write to one log. */
  name: string;
  /** When it was started, milliseconds since 1970. */
  started: number;
  now(): number;
}

/**
 * Opens a session's log, made where it is missing (0600 in a folder 0700).
 * @throws where it cannot be opened or written: nothing may be sent then
 */
export function openSession(sessions: string, key: SessionKey, self: Process): SessionLog & { isNew: boolean } {
  const file = sessionFile(sessions, key);
  let fd: number;
  try {
    fd = fs.openSync(file, 'a+', 0o600);
  } catch {
    fs.mkdirSync(sessions, { recursive: true, mode: 0o700 });
    fd = fs.openSync(file, 'a+', 0o600);
  }
  const isNew = fs.fstatSync(fd).size === 0;
  // Each write begins a line of its own: one that a full disk cut short spoils itself alone.
  const append = (lines: readonly string[]) => {
    const bytes = Buffer.from(`\n${lines.join('\n')}\n`);
    if (fs.writeSync(fd, bytes) !== bytes.length) throw new Error('the session log could not be written');
  };
  const read = () => parse(readAll(fd), self.now());
  let claimed = false;
  return {
    isNew,
    begin(event) {
      const lines = [`e ${self.name} ${self.now()} ${event}`];
      if (isNew) lines.unshift(`@ ${JSON.stringify(key)}`);
      append(lines);
      const log = read();
      claimed = true;
      return overtaken(log, event, self) ? undefined : log.state;
    },
    reset(why) {
      append([`r ${self.now()} ${why}`]);
    },
    claim(claims, routed) {
      const lines: string[] = [];
      if (claims.length > 0) lines.push(`c ${self.name} ${self.now()} ${claims.map(claimKey).join(' ')}`);
      if (routed.length > 0) lines.push(`u ${self.now()} ${routed.join(' ')}`);
      if (lines.length > 0) append(lines);
      if (claims.length === 0) return [];
      const { holders } = read().state;
      return claims.filter((claim) => holders.get(claimKey(claim)) === self.name);
    },
    sent() {
      if (claimed) append([`s ${self.name} ${self.now()}`]);
    },
    state: () => read().state,
  };
}

interface Log {
  events: { process: string; at: number; event: string }[];
  sent: Map<string, number>;
  state: SessionState;
}

/** @param now claims without an answer are judged by it */
export function parse(text: string, now: number): Log {
  const lines = text.split('\n').map((line) => line.split(' '));
  const sent = new Map<string, number>();
  for (const [kind, process, at] of lines) if (kind === 's' && process) sent.set(process, Number(at));
  const live = (process: string, at: number) => sent.has(process) || Math.abs(now - at) < LAPSE;

  const log: Log = { events: [], sent, state: { holders: new Map(), routed: [], routedAt: 0, resets: 0 } };
  const { state } = log;
  for (const [kind, ...rest] of lines) {
    if (kind === 'e') {
      const [process = '', at, event = ''] = rest;
      log.events.push({ process, at: Number(at), event });
    } else if (kind === 'r') {
      state.holders.clear();
      state.resets++;
    } else if (kind === 'c') {
      const [process = '', at, ...keys] = rest;
      if (!live(process, Number(at))) continue;
      for (const key of keys) if (!state.holders.has(key)) state.holders.set(key, process);
    } else if (kind === 'u') {
      state.routed = rest.slice(1);
      state.routedAt = Number(rest[0]);
    }
  }
  return log;
}

/**
 * Another process has taken the same event before us and was still at it when we began: the host is linked twice.
 * One that ended before we began served an earlier event of the same shape.
 */
function overtaken(log: Log, event: string, self: Process): boolean {
  for (const other of log.events) {
    if (other.process === self.name) return false;
    if (other.event !== event) continue;
    const answered = log.sent.get(other.process);
    if (answered === undefined ? Math.abs(self.now() - other.at) < LAPSE : answered >= self.started) return true;
  }
  return false;
}

function readAll(fd: number): string {
  const size = fs.fstatSync(fd).size;
  const bytes = Buffer.allocUnsafe(size);
  let done = 0;
  while (done < size) {
    const n = fs.readSync(fd, bytes, done, size - done, done);
    if (n === 0) break;
    done += n;
  }
  return bytes.toString('utf8', 0, done);
}
