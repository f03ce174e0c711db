// The spool: what hooks have kept of a session and no worker has taken in yet. One append-only file a session, 0600 in 0700; a line
// is JSON, and every text in it is redacted already.
//
//   @ {"host":…,"root":…,"session":…}             whose it is; at the top, and again where two hooks have made the file at once
//   {"id":…,"at":…,"is":"prompt"|"tool"|"answer"|"compact"|"end"|"summary", …}
//
// The order of the lines is the order of the turns: the kernel appends one line after another, whoever writes. Each line has an id of
// its own, by which a worker knows one that it has taken in already.
//
// A worker takes a file by renaming it (`….<n>.old`), reads it, writes what it found into the database in one transaction, and
// removes it. Killed anywhere between, the next one reads it again, and the ids keep it from counting twice. A hook that had the file
// open while it was renamed sees that the name leads to another file now, and writes its line again: better twice than never.
import fs from 'node:fs';
import path from 'node:path';
import { makeFolder } from '../index/places.ts';
import { type SessionKey, sessionFile } from '../session/log.ts';
import type { ToolResult } from './turn.ts';

/** What a line tells. */
export type Kept =
  | { is: 'prompt'; text: string; turn?: string }
  | ({ is: 'tool'; turn?: string } & ToolResult)
  /** A turn has ended. `mark`: what the host tells all hooks of this event alike, so that one that comes again is known. */
  | { is: 'answer'; text?: string; turn?: string; mark?: string }
  | { is: 'compact'; trigger: string }
  /**
   * `bypassed`: the session went without engram; nothing is made of what it had begun. `turn`, `text`: its last turn, which has ended,
   * and what that was answered, for where nobody has told of that end.
   */
  | { is: 'end'; reason: string; boundary?: string; bypassed?: true; turn?: string; text?: string }
  | { is: 'summary'; of: 'compaction' | 'session'; text: string };

export type Line = Kept & {
  id: string;
  /** Milliseconds since 1970. */
  at: number;
};

/** The file by whose time the last worker is known, and the one that says that it has left something to be tried again. */
export const RAN = 'ran';
export const LEFT = 'left';

/** One session's share of the spool: so much waits at the most, twice; then the older half is given up. Bytes. */
const MOST = 2 << 20;
/** Another than the logs of sessions have: their names are the same. */
const EXTENSION = '.spool';
/** Where the older half is put. */
const ASIDE = '.0.old';
/** Counts the bytes that were given up of a session. */
const LOST = '.lost';
const TAKEN = /^[0-9a-f]{16}\.(\d+)\.old$/;
/** A session's (session/log.ts): a file of another name is somebody else's, whatever folder the spool is a link to. */
const OURS = /^[0-9a-f]{16}\.(?:spool|lost|\d+\.old)$/;

/** The folder, in engram's own. */
export function spoolFolder({ home }: { home: string }): string {
  return path.join(home, 'spool');
}

export function spoolFile(spool: string, key: SessionKey): string {
  return sessionFile(spool, key).slice(0, -'.log'.length) + EXTENSION;
}

/**
 * Appends to a session's spool.
 * @param id unique among all lines
 * @throws where it cannot be written: then nothing was kept
 */
export function append(spool: string, key: SessionKey, line: Line): void {
  const file = spoolFile(spool, key);
  // A worker may be taking the file at this moment, and another its successor.
  for (let attempt = 0; attempt < 5; attempt++) {
    if (appendTo(open(spool, file), file, key, line)) return;
  }
  throw new Error('the spool was taken away under each line');
}

const { O_APPEND, O_CREAT, O_WRONLY, O_NONBLOCK = 0 } = fs.constants;
/** As 'a', but a pipe of that name is an error instead of a wait. */
const APPENDS = O_APPEND | O_CREAT | O_WRONLY | O_NONBLOCK;

function open(spool: string, file: string): number {
  try {
    return fs.openSync(file, APPENDS, 0o600);
  } catch {
    makeFolder(spool);
    return fs.openSync(file, APPENDS, 0o600);
  }
}

/** @returns false where a worker has taken the file meanwhile, and may have read it before */
function appendTo(fd: number, file: string, key: SessionKey, line: Line): boolean {
  try {
    const { size, ino } = fs.fstatSync(fd);
    if (size > MOST) {
      giveUp(file, size);
      return false;
    }
    const whose = `@ ${JSON.stringify(key)}`;
    // Of one that was made when the disk was full the first line may be torn: then it says nothing.
    const head = size < 2 * whose.length ? [whose] : [];
    // A line of its own, whatever a full disk has left of the one before.
    const bytes = Buffer.from(`\n${[...head, JSON.stringify(line)].join('\n')}\n`);
    if (fs.writeSync(fd, bytes) !== bytes.length) throw new Error('the spool could not be written');
    return fs.statSync(file, { throwIfNoEntry: false })?.ino === ino;
  } finally {
    fs.closeSync(fd);
  }
}

/** Puts the file aside in the place of the one that was put aside before, which goes. What goes is counted by its bytes. */
function giveUp(file: string, size: number): void {
  const aside = `${stemOf(file)}${ASIDE}`;
  const before = fs.statSync(aside, { throwIfNoEntry: false })?.size ?? 0;
  try {
    if (before > 0) countLost(file, before);
    if (fs.statSync(file).size >= size) fs.renameSync(file, aside);
  } catch {
    // Another hook was quicker.
  }
}

/** Of any file of a session, without what tells it from the others. */
function stemOf(file: string): string {
  const name = path.basename(file);
  return path.join(path.dirname(file), name.slice(0, name.indexOf('.')));
}

function countLost(file: string, bytes: number): void {
  const lost = `${stemOf(file)}${LOST}`;
  fs.writeFileSync(lost, String(bytes + lostIn(lost)), { mode: 0o600 });
}

function lostIn(file: string): number {
  try {
    return Number(fs.readFileSync(file, 'utf8')) || 0;
  } catch {
    return 0;
  }
}

/** A file of the spool with what stands in it. */
export interface Batch {
  /** To be removed once it is taken in. */
  file: string;
  key: SessionKey;
  lines: Line[];
}

/** Whether anything waits. */
export function isWaiting(spool: string): boolean {
  return names(spool).some((name) => name.endsWith(EXTENSION) || TAKEN.test(name));
}

/** The files that wait, the older of a session before the newer. */
export function waiting(spool: string): string[] {
  const stamped = (name: string) => Number(TAKEN.exec(name)?.[1] ?? Number.POSITIVE_INFINITY);
  return names(spool)
    .filter((name) => name.endsWith(EXTENSION) || TAKEN.test(name))
    .sort((a, b) =>
      a.split('.')[0]! < b.split('.')[0]! ? -1 : a.split('.')[0]! > b.split('.')[0]! ? 1 : stamped(a) - stamped(b),
    )
    .map((name) => path.join(spool, name));
}

/**
 * Takes a file out of the hooks' reach and reads it.
 * @param now milliseconds since 1970
 * @returns undefined where it is gone, or does not say whose it is: that one is removed, and counted as lost
 */
export function take(file: string, now: number): Batch | undefined {
  let taken = file;
  if (file.endsWith(EXTENSION) || file.endsWith(ASIDE)) {
    const stem = stemOf(file);
    // Never over another: two takings within a millisecond are two files.
    let n = now;
    while (fs.existsSync(`${stem}.${n}.old`)) n++;
    taken = `${stem}.${n}.old`;
    try {
      fs.renameSync(file, taken);
    } catch {
      return undefined;
    }
  }
  let text: string;
  try {
    text = fs.readFileSync(taken, 'utf8');
  } catch {
    return undefined;
  }
  const { key, lines } = parseSpool(text);
  if (!key) {
    if (lines.length > 0) countLost(taken, text.length);
    fs.rmSync(taken, { force: true });
    return undefined;
  }
  return { file: taken, key, lines };
}

/** A file has been taken in. */
export function remove(file: string): void {
  fs.rmSync(file, { force: true });
}

/** What was given up of sessions, by the files that count it. */
export function givenUp(spool: string): { file: string; bytes: number }[] {
  return names(spool)
    .filter((name) => name.endsWith(LOST))
    .map((name) => path.join(spool, name))
    .map((file) => ({ file, bytes: lostIn(file) }));
}

/** Gives up what was last written before a time. */
export function expireSpool(spool: string, before: number): void {
  for (const file of waiting(spool)) {
    const stat = fs.statSync(file, { throwIfNoEntry: false });
    if (!stat || stat.mtimeMs >= before) continue;
    countLost(file, stat.size);
    fs.rmSync(file, { force: true });
  }
}

/** What a file's text tells. A line that is torn or of another form counts for nothing. */
export function parseSpool(text: string): { key?: SessionKey; lines: Line[] } {
  const lines: Line[] = [];
  let key: SessionKey | undefined;
  for (const one of text.split('\n')) {
    if (one === '') continue;
    try {
      if (one.startsWith('@ ')) key ??= JSON.parse(one.slice(2)) as SessionKey;
      else {
        const line = JSON.parse(one) as Line;
        if (isLine(line)) lines.push(line);
      }
    } catch {
      // Torn.
    }
  }
  return { ...(isKey(key) ? { key } : {}), lines };
}

/** What a text must be in, by what a line tells. */
const TEXTS: Record<Kept['is'], readonly string[]> = {
  prompt: ['text'],
  tool: ['tool', 'input', 'output'],
  answer: [],
  compact: ['trigger'],
  end: ['reason'],
  summary: ['of', 'text'],
};
const MAY_BE: readonly string[] = ['text', 'turn', 'mark', 'boundary'];

function isLine(line: Line): boolean {
  const { id, at, is, ...rest } = line as unknown as Record<string, unknown>;
  const needed = typeof is === 'string' && Object.hasOwn(TEXTS, is) ? TEXTS[is as Kept['is']] : undefined;
  const isText = (name: string) => typeof rest[name] === 'string';
  return (
    typeof id === 'string' &&
    Number.isFinite(at) &&
    needed?.every(isText) === true &&
    MAY_BE.every((name) => rest[name] === undefined || isText(name))
  );
}

function isKey(key: SessionKey | undefined): key is SessionKey {
  return [key?.host, key?.root, key?.session].every((part) => typeof part === 'string');
}

/** Of files alone: a folder or a pipe of such a name can be neither read nor taken away. */
function names(spool: string): string[] {
  try {
    return fs
      .readdirSync(spool, { withFileTypes: true })
      .filter((entry) => entry.isFile() && OURS.test(entry.name))
      .map(({ name }) => name);
  } catch {
    return [];
  }
}
