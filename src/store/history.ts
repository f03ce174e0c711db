// What sessions were sent, folded from their logs (src/session/log.ts) into the store. Cold.
import fs from 'node:fs';
import path from 'node:path';
import type { SessionKey } from '../session/log.ts';
import { type Compaction, compactionsOf, isDate, resetSign, type Sign, triggerOf } from './compactions.ts';
import type { Store } from './open.ts';

/** What came of a folding. */
export interface Folded {
  /** Live logs that were read because they had changed, and spent ones that were read and deleted. */
  live: number;
  spent: number;
}

/** Once sent, by one process, since the session's last reset. */
interface Delivery {
  id: string;
  hash: string;
  /** A body; else a card, which is no delivery (DECISIONS) but tells what was shown. */
  whole: boolean;
  /** Milliseconds since 1970. */
  at: number;
}

/** A session's log as the store keeps it. */
export interface History {
  key: SessionKey;
  deliveries: Delivery[];
  resets: { why: string; at: number }[];
  compactions: Compaction[];
  /** The time of its last line; 0 where no line has one. */
  last: number;
}

/**
 * What a log's text tells; undefined where it does not say whose it is. A line that is torn or of another form counts for
 * nothing. Only claims of processes that wrote their answer are deliveries, and of those the first since a reset: another
 * process that claimed the same stood back. What the host itself has loaded is one too. In the read mode `always`, which sends a body each turn, it counts once too.
 */
export function readHistory(text: string): History | undefined {
  const lines = text.split('\n');
  const key = ownKey(lines);
  if (!key) return undefined;
  const history: History = { key, deliveries: [], resets: [], compactions: [], last: 0 };
  const signs: Sign[] = [];
  let event = '';
  const answered = new Set<string>();
  for (const line of lines) if (line.startsWith('s ')) answered.add(line.split(' ')[1]!);
  let sent = new Set<string>();
  for (const line of lines) {
    const [kind, ...rest] = line.split(' ');
    const timed = /^[rupl]$/.test(kind!) ? rest : rest.slice(1);
    const at = moment(timed[0]);
    if (at === undefined || !/^[ercuspl]$/.test(kind!)) continue;
    history.last = Math.max(history.last, at);
    if (kind === 'r') {
      sent = new Set();
      history.resets.push({ why: timed[1] ?? '', at });
      signs.push(resetSign(timed.slice(1), event, at));
    } else if (kind === 'p') {
      signs.push({ kind: 'after', ...triggerOf(timed[1]), at });
    } else if (kind === 'l' || (kind === 'c' && answered.has(rest[0]!))) {
      for (const claim of timed.slice(1)) {
        const [, form, hash, id] = CLAIM_FORM.exec(claim) ?? [];
        if (id === undefined || sent.has(claim)) continue;
        sent.add(claim);
        history.deliveries.push({ id, hash: hash!, whole: form === 'b', at });
      }
    }
    event = kind === 'e' ? (timed[1] ?? '') : '';
  }
  history.compactions = compactionsOf(signs);
  return history;
}

/** As `claimKey` writes it; a claim that a full disk cut short is told by its id alone if at all. */
export const CLAIM_FORM = /^([bk]):([0-9a-z]+):([a-z0-9][a-z0-9._-]{0,79})$/;

function ownKey(lines: readonly string[]): SessionKey | undefined {
  for (const line of lines) {
    if (!line.startsWith('@ ')) continue;
    try {
      const { host, root, session, agent } = JSON.parse(line.slice(2)) as Partial<Record<keyof SessionKey, unknown>>;
      if (typeof host !== 'string' || typeof root !== 'string' || typeof session !== 'string') continue;
      return { host, root, session, ...(typeof agent === 'string' ? { agent } : {}) };
    } catch {
      // Torn.
    }
  }
  return undefined;
}

/** A time that a clock may have given. */
function moment(field: string | undefined): number | undefined {
  return field !== undefined && /^\d{1,15}(\.\d+)?$/.test(field) ? Number(field) : undefined;
}

/**
 * Folds the logs of a folder: those that hooks still write to are read whole where their size has changed; those in
 * `spent/` are read and then deleted. Doing it twice changes nothing.
 * @param sessions the folder of the logs; need not exist
 * @param user the name of the system's user, whose logs they are
 * @param now milliseconds since 1970: the time of a session whose log has none
 * @throws an SQLite error where the store refuses; the logs are still there then
 */
export function foldSessions(store: Store, sessions: string, user: string, now: number): Folded {
  const tables = prepare(store, user);
  const folded: Folded = { live: 0, spent: 0 };
  // The spent first: a log that is pruned meanwhile is still found, at its old place or at the next folding.
  for (const name of logsIn(path.join(sessions, 'spent'))) {
    const file = path.join(sessions, 'spent', name);
    const bytes = readBytes(file);
    if (!bytes) continue;
    // `<ms>-<name>`: what was folded while it was live stands under its own name.
    const history = readHistory(bytes.toString('utf8'));
    if (history) tables.put(name, history, bytes.length, now, name.replace(/^\d+-/, ''));
    fs.rmSync(file, { force: true });
    folded.spent++;
  }
  for (const name of logsIn(sessions)) {
    const file = path.join(sessions, name);
    const size = fs.statSync(file, { throwIfNoEntry: false })?.size;
    if (size === undefined || tables.size(name) === size) continue;
    const bytes = readBytes(file);
    const history = bytes && readHistory(bytes.toString('utf8'));
    if (!history) continue;
    tables.put(name, history, bytes.length, now);
    folded.live++;
  }
  return folded;
}

function prepare(store: Store, user: string) {
  const size = store.prepare<[string], number>('SELECT size FROM session WHERE log = ?').pluck();
  // Their deliveries, resets and compactions go with them: the foreign keys cascade.
  const remove = store.prepare('DELETE FROM session WHERE log = ?');
  const session = store.prepare(
    'INSERT INTO session (log, host, root, session, agent, size, last) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const delivery = store.prepare('INSERT INTO delivery (log, id, hash, whole, at) VALUES (?, ?, ?, ?, ?)');
  const reset = store.prepare('INSERT INTO reset (log, why, at) VALUES (?, ?, ?)');
  // No summary: capture, which alone may keep texts of a conversation, does not exist yet. And no host that we know changes the
  // session's id in a compaction.
  const compaction = store.prepare(
    'INSERT INTO compaction_events (log, user, old_session, new_session, reason, at) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const put = store.transaction((log: string, history: History, bytes: number, now: number, before?: string) => {
    const { host, root, session: id, agent } = history.key;
    remove.run(log);
    if (before !== undefined) remove.run(before);
    session.run(log, host, root, id, agent ?? null, bytes, history.last || now);
    for (const { id, hash, whole, at } of history.deliveries) delivery.run(log, id, hash, whole ? 1 : 0, at);
    for (const { why, at } of history.resets) reset.run(log, why, at);
    for (const { trigger, at } of history.compactions) compaction.run(log, user, id, id, trigger ?? null, at);
  });
  return { size: (log: string) => size.get(log), put: put.immediate };
}

function logsIn(folder: string): string[] {
  try {
    return fs
      .readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.log'))
      .map(({ name }) => name)
      .sort();
  } catch {
    return [];
  }
}

/** Undefined where it is gone, or cannot be read: it is left to the next folding. */
function readBytes(file: string): Buffer | undefined {
  try {
    return fs.readFileSync(file);
  } catch {
    return undefined;
  }
}

/** How often a memory's body was delivered by a host, over all folded sessions. */
export interface Usage {
  id: string;
  host: string;
  deliveries: number;
  /** The last time, milliseconds since 1970. */
  last: number;
}

/** The most delivered first, then by id and host. */
export function usage(store: Store): Usage[] {
  return store
    .prepare<[], Usage>(
      `SELECT id, host, count(*) AS deliveries, max(at) AS last
       FROM delivery JOIN session USING (log)
       WHERE whole = 1 AND typeof(id) = 'text' AND typeof(host) = 'text' AND ${isDate('at')}
       GROUP BY id, host ORDER BY deliveries DESC, id, host`,
    )
    .all();
}

/** A delivery of a session, a card too. */
export interface SpentDelivery {
  host: string;
  root: string;
  session: string;
  agent: string | null;
  id: string;
  whole: boolean;
  /** Milliseconds since 1970. */
  at: number;
}

/** Of all folded sessions, the oldest first. */
export function spentDeliveries(store: Store): SpentDelivery[] {
  return store
    .prepare<[], Omit<SpentDelivery, 'whole'> & { whole: number }>(
      `SELECT host, root, session, agent, id, whole, at FROM delivery JOIN session USING (log)
       WHERE typeof(id) = 'text' AND typeof(host) = 'text' AND typeof(root) = 'text' AND typeof(session) = 'text' AND ${isDate('at')}
       ORDER BY at, delivery.rowid`,
    )
    .all()
    .map((row) => ({ ...row, whole: row.whole === 1 }));
}
