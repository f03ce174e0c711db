// What a session has been sent, and by which process: an append-only file of short lines, no lock, no prompt text.
//
//   @ {"host":…,"root":…,"session":…,"agent":…}       once, at the top
//   e <process> <ms> <event>                            a process answers this event
//   r <ms> <why> …                                      the session forgets what it was sent; a compaction also says how it is
//                                                       known: by its trigger, or by the `start` of the session behind it
//   n <ms>                                              it goes on without what its starts were sent: the host has kept the rest
//   p <ms> manual|auto                                  a compaction is over; nothing is forgotten
//   i <ms> <b|k>:<hash>:<id> …                          it begins with a history in which these were sent: no deliveries of its own
//   c <process> <ms> <b|k|h>:<hash>:<id> …              it is about to send these bodies (b) and cards (k), and what is said (h)
//                                                       beside them
//   u <ms> <id> …                                       what the turn routed, best first
//   l <ms> b:<hash>:<id>                                the host has loaded the body by a rule file
//   f <ms> b:<hash>:<id> …                              it has been looked up what the host attached again after a compaction:
//                                                       all that was loaded before but these
//   s <process> <ms>                                    it has written its answer
//
// Exactly once without a lock: append the claim, read again, the first live claim of a body wins. A claim that is not
// followed by its `s` within LAPSE belongs to a process that was killed; it counts for nothing.
import fs from 'node:fs';
import path from 'node:path';
import { makeFolder } from '../index/places.ts';
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

/** `b`: the body; `k`: the card; `h`: no memory, but what was said beside. */
export interface Claim {
  kind: 'b' | 'k' | 'h';
  id: string;
  /** Of the content as sent. */
  hash: string;
}

/** What a compaction took has been brought back. Said once for each. */
export const REHYDRATED: Claim = { kind: 'h', id: 'rehydrate', hash: '0' };
/** The session's start block has been sent, with a prompt. */
export const STARTED: Claim = { kind: 'h', id: 'start', hash: '0' };

/** A session's record as it stands now. */
export interface SessionState {
  /** Live claims since the last reset, by `claimKey`, with the process that holds each. */
  holders: Map<string, string>;
  /** What the last turn routed, best first. */
  routed: string[];
  /** When the compaction began that took what was sent before, milliseconds since 1970; 0 where none has since the session started. */
  compactedAt: number;
  /** What the host had loaded before it, by `claimKey`; absent where there is nothing, or it has been looked up what became of it. */
  doubtful?: string[];
}

/** Nothing has been sent. */
export const NOTHING_SENT: Readonly<SessionState> = { holders: new Map(), routed: [], compactedAt: 0 };

export interface SessionLog {
  /** This process has made the file. */
  readonly isNew: boolean;
  /**
   * Says that this process answers an event.
   * @param event tells this event from the session's others; two processes of one event give the same
   * @returns undefined where another process has the event already: one that runs at the same time, or any where the event is stamped
   */
  begin(event: string): SessionState | undefined;
  reset(why: string): void;
  /**
   * Claims what is about to be sent.
   * @returns the claims that are ours; another process is sending the others
   */
  claim(claims: readonly Claim[], routed: readonly string[]): Claim[];
  /** Appends a line of another kind: its letter, the time, these words (marks.ts). */
  mark(kind: string, words: readonly string[]): void;
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
  return `${sessions}${path.sep}${name}${key.agent ? '.sub' : ''}.log`;
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
 * @param stamp of the event that it is opened for, where its host gives one
 * @throws where it cannot be opened or written: nothing may be sent then
 */
export function openSession(sessions: string, key: SessionKey, self: Process, stamp?: string): SessionLog {
  const file = sessionFile(sessions, key);
  let fd: number;
  try {
    fd = fs.openSync(file, 'a+', 0o600);
  } catch {
    makeFolder(sessions);
    fd = fs.openSync(file, 'a+', 0o600);
  }
  const isNew = fs.fstatSync(fd).size === 0;
  // Before the first line, whichever it is.
  const own = isNew ? [`@ ${JSON.stringify(key)}`] : [];
  // Each write begins a line of its own: one that a full disk cut short spoils itself alone.
  const append = (lines: readonly string[]) => {
    const bytes = Buffer.from(`\n${[...own.splice(0), ...lines].join('\n')}\n`);
    if (fs.writeSync(fd, bytes) !== bytes.length) throw new Error('the session log could not be written');
  };
  const read = () => readAll(fd);
  let claimed = false;
  return {
    isNew,
    begin(event) {
      const name = stamp ? `${event}@${stamp}` : event;
      append([`e ${self.name} ${self.now()} ${name}`]);
      claimed = true;
      const text = read();
      return overtaken(text, name, self, stamp) ? undefined : parse(text, self.now());
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
      const text = read();
      const { holders } = parse(text, self.now());
      // Nobody's: ours has lapsed on a machine that stood still, and no one has taken it. Of several such the first has it.
      const holder = (key: string) => holders.get(key) ?? parse(text, 0, true).holders.get(key) ?? self.name;
      return claims.filter((claim) => holder(claimKey(claim)) === self.name);
    },
    mark(kind, words) {
      append([[kind, self.now(), ...words].join(' ')]);
    },
    sent() {
      if (claimed) append([`s ${self.name} ${self.now()}`]);
    },
    state: () => parse(read(), self.now()),
  };
}

/**
 * The state that a log's text tells, by searches: a long session's log has thousands of lines, of which few matter.
 * @param now claims without an answer are judged by it
 * @param lapsed those that have lapsed count too
 */
export function parse(text: string, now: number, lapsed?: boolean): SessionState {
  const holders: SessionState['holders'] = new Map();
  const state: SessionState = { holders, routed: [], compactedAt: 0 };
  // What was claimed before the last reset counts no more.
  const reset = Math.max(0, text.lastIndexOf('\nr '));
  const inherited = text.indexOf('\ni ', reset);
  if (inherited >= 0) for (const key of fields(text, inherited).slice(1)) holders.set(key, 'inherited');
  // A compaction may leave what the host loaded by rule files; other resets begin a conversation that has none of it.
  let from = 0;
  let begun = false;
  for (let at = text.indexOf('\nr '); at >= 0; at = text.indexOf('\nr ', at + 1)) {
    const [ms, why, how] = fields(text, at);
    if (why !== 'compact') {
      from = at;
      state.compactedAt = 0;
    } else if (how !== 'start' || !begun) state.compactedAt = Number(ms);
    // The start behind a compaction that has said so already is no other one.
    begun = why === 'compact' && how !== 'start';
  }
  const doubtful = new Set<string>();
  for (const { 1: kind, index } of text.slice(from).matchAll(/\n([lf]) /g)) {
    const at = from + index;
    if (kind === 'f' && at > reset) doubtful.clear();
    for (const key of fields(text, at).slice(1)) {
      doubtful.delete(key);
      if (kind === 'f') holders.delete(key);
      else {
        if (!holders.has(key)) holders.set(key, '');
        if (at < reset) doubtful.add(key);
      }
    }
  }
  if (doubtful.size > 0) state.doubtful = [...doubtful];
  const restart = text.lastIndexOf('\nn ');
  for (let at = text.indexOf('\nc ', reset); at >= 0; at = text.indexOf('\nc ', at + 1)) {
    const [process = '', ms, ...keys] = fields(text, at);
    if (at < restart && fields(text, text.indexOf(`\ne ${process} `))[2]?.startsWith('start:')) continue;
    if (!lapsed && answeredAt(text, process, at) === undefined && !isRecent(Number(ms), now)) continue;
    for (const key of keys) if (!holders.has(key)) holders.set(key, process);
  }
  const routed = text.lastIndexOf('\nu ');
  if (routed >= 0) state.routed = fields(text, routed).slice(1);
  return state;
}

/** The state that a log file tells; undefined where there is none. */
export function recorded(file: string, now: number): SessionState | undefined {
  const text = textOf(file);
  return text === undefined ? undefined : parse(text, now);
}

/** The state of a session whose last reset was a compaction, as long as nobody has said so to it; undefined for others. */
export function compacted(file: string, now: number): SessionState | undefined {
  const text = textOf(file);
  const reset = text?.lastIndexOf('\nr ') ?? -1;
  if (text === undefined || reset < 0 || fields(text, reset)[1] !== 'compact') return undefined;
  const state = parse(text, now);
  return isRehydrated(state) ? undefined : state;
}

export function isRehydrated(state: SessionState): boolean {
  return state.holders.has(claimKey(REHYDRATED));
}

/** A log's text; undefined where there is no such file, or none that can be read. */
export function textOf(file: string): string | undefined {
  // What is thrown for a file that is not there costs a hook more than to ask.
  if (!fs.existsSync(file)) return undefined;
  let fd: number | undefined;
  try {
    fd = fs.openSync(file, fs.constants.O_NONBLOCK);
    return readAll(fd);
  } catch {
    return undefined;
  } finally {
    if (fd !== undefined) fs.closeSync(fd);
  }
}

/** The words of the line that begins behind `at`, without its kind. */
function fields(text: string, at: number): string[] {
  const end = text.indexOf('\n', at + 1);
  return text.slice(at + 3, end < 0 ? undefined : end).split(' ');
}

/** When a process wrote its answer, behind `from`; undefined while it has not. */
function answeredAt(text: string, process: string, from: number): number | undefined {
  const at = text.indexOf(`\ns ${process} `, from);
  return at < 0 ? undefined : Number(fields(text, at)[1]);
}

/** Not lapsed; also for a clock that has jumped back. */
function isRecent(at: number, now: number): boolean {
  return Math.abs(now - at) < LAPSE;
}

/**
 * Another process has taken the same event before us and was still at it when we began: the host is linked twice.
 * One that ended before we began served an earlier event of the same shape, unless the event is stamped.
 */
function overtaken(text: string, event: string, self: Process, stamp: string | undefined): boolean {
  const line = ` ${event}\n`;
  for (let end = text.indexOf(line); end >= 0; end = text.indexOf(line, end + 1)) {
    const at = text.lastIndexOf('\n', end);
    const [process = '', ms] = fields(text, at);
    if (!text.startsWith('\ne ', at)) continue;
    if (process === self.name) return false;
    const answered = answeredAt(text, process, at);
    const now = self.now();
    // An answer of the far future was written before the clock was set back.
    const overlaps = answered !== undefined && answered >= self.started && answered - now < LAPSE;
    if (answered === undefined ? isRecent(Number(ms), now) : stamp || overlaps) return true;
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
