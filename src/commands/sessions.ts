// The sessions that hooks have recorded, as commands see them.
import fs from 'node:fs';
import path from 'node:path';
import type { Places } from '../index/places.ts';
import type { SessionKey } from '../session/log.ts';
import { key64 } from '../text/hash.ts';
import { CommandError, EXIT } from './context.ts';

export interface RecordedSession extends SessionKey {
  /** When it was last written to, milliseconds since 1970. */
  at: number;
  bypassed: boolean;
}

/** Bytes of a log that its first line, the key, fits in. */
const HEAD = 16_384;

/** The recorded sessions, the newest first, subagents among them. A log that does not say whose it is is left out. */
export function recordedSessions(places: Places): RecordedSession[] {
  let names: string[];
  try {
    names = fs.readdirSync(places.sessions).filter((name) => name.endsWith('.log'));
  } catch {
    return [];
  }
  const sessions: RecordedSession[] = [];
  for (const name of names) {
    const file = path.join(places.sessions, name);
    const key = readKey(file);
    const stat = fs.statSync(file, { throwIfNoEntry: false });
    if (key && stat)
      sessions.push({ ...key, at: stat.mtimeMs, bypassed: fs.existsSync(bypassFile(places, key.session)) });
  }
  return sessions.sort((a, b) => b.at - a.at || (a.session < b.session ? -1 : 1));
}

/** A session that goes without engram and that no hook has recorded: it was told so before its first event. */
export interface UnseenSession extends Omit<RecordedSession, 'host'> {
  host: null;
}

/** Those that were told so in a project; `at`: when. */
export function unseenSessions(places: Places, root: string): UnseenSession[] {
  let names: string[];
  try {
    names = fs.readdirSync(places.bypass);
  } catch {
    return [];
  }
  const seen = new Set(recordedSessions(places).map(({ session }) => session));
  return names.flatMap((name) => {
    const file = path.join(places.bypass, name);
    try {
      const { mtimeMs: at } = fs.statSync(file);
      const [session = '', of] = fs.readFileSync(file, 'utf8').split('\n');
      if (of !== root || key64(session) !== name || seen.has(session)) return [];
      return [{ host: null, root, session, at, bypassed: true }];
    } catch {
      // Gone meanwhile, or not to be read.
      return [];
    }
  });
}

/** The newest session of a project. */
export function latestSession(places: Places, root: string): RecordedSession | undefined {
  return recordedSessions(places).find((session) => session.root === root);
}

/** A session of a project by the host's id of it. @throws CommandError where none is recorded */
export function sessionNamed(id: string, root: string, places: Places, host?: string): RecordedSession {
  const known = recordedSessions(places).find(
    (it) => it.session === id && it.root === root && !it.agent && (!host || it.host === host),
  );
  if (known) return known;
  throw new CommandError(
    `no session ${id} of ${root} is recorded; engram status lists the last, with their ids`,
    EXIT.noInput,
  );
}

/** The marker that makes every hook of a session answer nothing. */
export function bypassFile(places: Places, session: string): string {
  return path.join(places.bypass, key64(session));
}

function readKey(file: string): SessionKey | undefined {
  let fd: number | undefined;
  try {
    fd = fs.openSync(file, fs.constants.O_NONBLOCK);
    const bytes = Buffer.alloc(HEAD);
    const text = bytes.toString('utf8', 0, fs.readSync(fd, bytes, 0, HEAD, 0));
    const line = /^@ (\{.*\})$/m.exec(text)?.[1];
    const { host, root, session, agent } = JSON.parse(line ?? '') as Partial<SessionKey>;
    if (typeof host !== 'string' || typeof root !== 'string' || typeof session !== 'string') return undefined;
    return { host, root, session, ...(typeof agent === 'string' ? { agent } : {}) };
  } catch {
    return undefined;
  } finally {
    if (fd !== undefined) fs.closeSync(fd);
  }
}
