// From the spool into the database: lines become turns, boundaries, events and summaries, in one transaction a file. What was taken in
// already counts for nothing, so that a file may be read twice. Cold.
import type { SessionKey } from '../session/log.ts';
import { addEpisode } from '../store/episodes.ts';
import type { Store } from '../store/open.ts';
import { key64 } from '../text/hash.ts';
import type { Batch, Line } from './spool.ts';
import type { ToolResult } from './turn.ts';

/** Turns that may wait; above it the oldest go (P-15). */
export const QUEUE = 500;
/** Of one turn: the last so many commands, and prompts that came while it ran. */
const TOOLS = 40;
const PROMPTS = 20;
/** Two hooks of one compaction are no further apart, milliseconds: the host is linked twice. */
const TWICE = 2_000;

/** A turn's body as it stands in the database. */
export interface Body {
  prompt?: string;
  answer?: string;
  tools: ToolResult[];
}

interface Session {
  sequence: number;
  segment: number;
  ended: number | null;
}

interface Piece {
  n: number;
  turn: string | null;
  body: string;
  at: number;
}

type Of<Is extends Line['is']> = Line & { is: Is };

/** Whose a turn is, as rows know it. */
export function sessionHash({ host, root, session }: SessionKey): string {
  return key64([host, root, session].join('\0'));
}

/**
 * Takes a file of the spool in.
 * @returns how many lines were new
 * @throws an SQLite error: nothing of it was taken in then
 */
export function takeIn(store: Store, batch: Batch, now: number): number {
  const sql = prepare(store);
  const key = sessionHash(batch.key);
  return store
    .transaction(() => {
      const { host, root, session } = batch.key;
      sql.open.run(key, host, root, session, now);
      const fresh = batch.lines.filter(({ id, at }) => sql.line.run(id, at).changes > 0);
      for (const line of fresh) take(line);
      dropOldest(store, now);
      return fresh.length;
    })
    .immediate();

  function take(line: Line): void {
    const state = sql.session.get(key)!;
    if (line.is === 'prompt' || line.is === 'tool') keepPiece(line, state);
    else if (line.is === 'answer') endTurn(line);
    else if (line.is === 'compact') compact(line, state);
    else if (line.is === 'end') endSession(line, state);
    else if (line.is === 'summary')
      addEpisode(store, { ...batch.key, kind: 'session_summary', text: line.text, importance: 0.5, at: line.at });
  }

  function compact({ trigger, at }: Of<'compact'>, { sequence }: Session): void {
    const last = sql.lastBoundary.get(key);
    const again = last?.kind === 'compact' && last.sequence === sequence && at - last.at < TWICE;
    // Where a prompt stands between them, they are two.
    if (!again || promptedSince(last.at)) boundary('compact', trigger, at);
  }

  function promptedSince(time: number): boolean {
    return sql.pieces.all(key).some((one) => one.at > time && (JSON.parse(one.body) as Line).is === 'prompt');
  }

  function keepPiece(line: Of<'prompt' | 'tool'>, { ended }: Session): void {
    const turn = line.turn ?? null;
    const { id: _, at, turn: __, ...body } = line;
    const text = JSON.stringify(body);
    // The host is linked twice.
    if (line.is === 'prompt' && sql.pieces.all(key).some((one) => one.turn === turn && one.body === text)) return;
    // Where the ids of turns are not told, a prompt is the only sign that the one before has ended.
    if (line.is === 'prompt' && turn === null) flush(at);
    if (line.is === 'prompt' && ended !== null) sql.reopen.run(key);
    sql.keep.run(key, turn, text, at);
  }

  function endTurn({ text, turn, mark, at }: Pick<Of<'answer'>, 'text' | 'turn' | 'mark' | 'at'>): void {
    const pieces = sql.pieces.all(key);
    const own = turn === undefined ? pieces : pieces.filter((one) => one.turn === null || one.turn === turn);
    const event = (by: string | number) => key64([turn ?? '', by, text ?? ''].join('\0'));
    // Of a host that says nothing by which it could be known, the same answer without a prompt before it is the same event.
    const again = mark ?? (own.length === 0 ? (sql.lastTurn.get(key) ?? 1) - 1 : undefined);
    if (again !== undefined && sql.marked.get(key, event(again))) return;
    // What was begun before this turn and has not ended was broken off.
    const first = own[0]?.n ?? 0;
    flush(at, (one) => !own.includes(one) && one.n < first);
    addTurn(own, event(mark ?? sql.session.get(key)!.sequence), at, text);
  }

  /** Turns without an end, of these pieces. */
  function flush(at: number, these: (piece: Piece) => boolean = () => true): void {
    const pieces = sql.pieces.all(key).filter(these);
    for (const turn of new Set(pieces.map((one) => one.turn))) {
      const own = pieces.filter((one) => one.turn === turn);
      // Commands alone are no turn.
      const said = own.some(({ body }) => (JSON.parse(body) as Line).is === 'prompt');
      if (said) addTurn(own, key64(['broken off', String(own[0]!.n), String(at)].join('\0')), at, undefined, 1);
      else for (const { n } of own) sql.forget.run(n);
    }
  }

  function addTurn(pieces: readonly Piece[], event: string, at: number, answer?: string, interrupted = 0): void {
    const parts = pieces.map(({ body }) => JSON.parse(body) as { is: string; text: string } & ToolResult);
    const prompts = parts.filter(({ is }) => is === 'prompt').slice(-PROMPTS);
    const tools = parts.filter(({ is }) => is === 'tool').slice(-TOOLS);
    for (const { n } of pieces) sql.forget.run(n);
    const prompt = prompts.map(({ text }) => text).join('\n\n');
    const body: Body = {
      ...(prompt === '' ? {} : { prompt }),
      ...(answer ? { answer } : {}),
      tools: tools.map(({ tool, input, output, ok }) => ({ tool, input, output, ...(ok === undefined ? {} : { ok }) })),
    };
    const { sequence, segment } = sql.next.get(at, key)!;
    const text = JSON.stringify(body);
    sql.turn.run(key, sequence, segment, event, at, interrupted, text, Buffer.byteLength(text));
  }

  function boundary(kind: 'compact' | 'end' | 'turn', reason: string, at: number): void {
    const { sequence, segment } = sql.next.get(at, key)!;
    sql.boundary.run(key, sequence, segment, kind, reason, at);
    // The next turn opens another segment (P-18).
    if (kind !== 'turn') sql.segment.run(key);
  }

  function endSession({ reason, boundary: of, bypassed, turn, text, at }: Of<'end'>, { ended }: Session): void {
    // Its host stops a hook that it does not wait for when it ends itself.
    if (turn !== undefined && text && sql.pieces.all(key).some((one) => one.turn === turn))
      endTurn({ text, turn, mark: turn, at });
    if (bypassed) sql.forgetAll.run(key);
    else flush(at);
    // One for each life of a session; a prompt begins another.
    if (of !== undefined && ended !== null) return;
    boundary(of === undefined ? 'turn' : 'end', of ?? reason, at);
    if (!bypassed) sql.event.run(of === undefined ? 'session.turn' : 'session.end', batch.key.host, of ?? reason, at);
    if (of !== undefined) sql.close.run(at, key);
  }
}

/**
 * Sessions of which nothing was heard since a time, and whose last turn has no end: their host was killed. What was begun is a turn that
 * was broken off then.
 */
export function endIdle(store: Store, since: number, now: number): void {
  interface Idle extends SessionKey {
    last: number;
    at: number;
  }
  const idle = store
    .prepare<[number], Idle>(
      `SELECT host, root, session, max(n) AS last, max(at) AS at
       FROM capture_piece JOIN capture_session USING (key) GROUP BY key HAVING max(at) < ?`,
    )
    .all(since);
  for (const { last, at, ...key } of idle) {
    const line: Line = { id: `idle.${sessionHash(key)}.${last}`, at, is: 'end', reason: 'session.idle' };
    takeIn(store, { file: '', key, lines: [line] }, now);
  }
}

/** Above the bound the oldest turns that wait go; that they were there is kept. */
function dropOldest(store: Store, now: number): void {
  const waiting = store.prepare("SELECT count(*) FROM capture_turn WHERE state = 'waiting'").pluck().get() as number;
  if (waiting <= QUEUE) return;
  const oldest = store
    .prepare<[number], Lost>(
      "SELECT key, sequence, at, size FROM capture_turn WHERE state = 'waiting' ORDER BY at, key, sequence LIMIT ?",
    )
    .all(waiting - QUEUE);
  for (const turn of oldest) lose(store, turn, 'full', now);
}

/** A turn that nothing was made of. */
export interface Lost {
  key: string;
  sequence: number;
  at: number;
  size: number;
}

/** What went without having been made use of: no word of it. */
export interface Loss {
  id: string;
  /** Too old, one too many, or never taken in. */
  why: 'old' | 'full' | 'spool';
  /** Milliseconds, and bytes. */
  age: number;
  size: number;
}

export function recordLoss(store: Store, { id, why, age, size }: Loss, now: number): void {
  store
    .prepare('INSERT OR IGNORE INTO capture_loss (id, why, at, age, size) VALUES (?, ?, ?, ?, ?)')
    .run(`${id}.${now}`, why, now, age, size);
}

/** Deletes a turn's text, and records that it was there. */
export function lose(store: Store, { key, sequence, at, size }: Lost, why: 'old' | 'full', now: number): void {
  recordLoss(store, { id: `${key}.${sequence}`, why, age: now - at, size }, now);
  store
    .prepare("UPDATE capture_turn SET state = 'lost', body = NULL, begun = NULL WHERE key = ? AND sequence = ?")
    .run(key, sequence);
}

function prepare(store: Store) {
  return {
    open: store.prepare(
      'INSERT OR IGNORE INTO capture_session (key, host, root, session, sequence, segment, last) VALUES (?, ?, ?, ?, 0, 1, ?)',
    ),
    session: store.prepare<[string], Session>('SELECT sequence, segment, ended FROM capture_session WHERE key = ?'),
    next: store.prepare<[number, string], Session>(
      'UPDATE capture_session SET sequence = sequence + 1, last = ? WHERE key = ? RETURNING sequence, segment, ended',
    ),
    segment: store.prepare('UPDATE capture_session SET segment = segment + 1 WHERE key = ?'),
    close: store.prepare('UPDATE capture_session SET ended = ? WHERE key = ?'),
    reopen: store.prepare('UPDATE capture_session SET ended = NULL WHERE key = ?'),
    line: store.prepare('INSERT OR IGNORE INTO capture_line (id, at) VALUES (?, ?)'),
    keep: store.prepare('INSERT INTO capture_piece (key, turn, body, at) VALUES (?, ?, ?, ?)'),
    pieces: store.prepare<[string], Piece>('SELECT n, turn, body, at FROM capture_piece WHERE key = ? ORDER BY n'),
    forget: store.prepare('DELETE FROM capture_piece WHERE n = ?'),
    forgetAll: store.prepare('DELETE FROM capture_piece WHERE key = ?'),
    lastTurn: store.prepare<[string], number | null>('SELECT max(sequence) FROM capture_turn WHERE key = ?').pluck(),
    marked: store.prepare('SELECT 1 FROM capture_turn WHERE key = ? AND mark = ?'),
    turn: store.prepare(
      "INSERT INTO capture_turn (key, sequence, segment, mark, at, interrupted, state, body, size) VALUES (?, ?, ?, ?, ?, ?, 'waiting', ?, ?)",
    ),
    lastBoundary: store.prepare<[string], { kind: string; sequence: number; at: number }>(
      'SELECT kind, sequence, at FROM capture_boundary WHERE key = ? ORDER BY sequence DESC LIMIT 1',
    ),
    boundary: store.prepare(
      'INSERT INTO capture_boundary (key, sequence, segment, kind, reason, at) VALUES (?, ?, ?, ?, ?, ?)',
    ),
    event: store.prepare('INSERT INTO event (kind, host, reason, at) VALUES (?, ?, ?, ?)'),
  };
}
