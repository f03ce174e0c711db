import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { type Claim, openSession, type Process } from '../../src/session/log.ts';
import { markLoaded } from '../../src/session/marks.ts';
import { prune } from '../../src/session/prune.ts';
import { compactions } from '../../src/store/compactions.ts';
import { foldSessions, readHistory, usage } from '../../src/store/history.ts';
import { openStore, type Store } from '../../src/store/open.ts';
import { newFolder, removeFolders } from '../index/lab.ts';

afterAll(removeFolders);

const T = Date.UTC(2026, 10, 30);
const OWN = '@ {"host":"claude","root":"/p","session":"s"}';
const body = (id: string, hash = 'aa'): Claim => ({ kind: 'b', id, hash });
const card = (id: string, hash = 'aa'): Claim => ({ kind: 'k', id, hash });

/** A store and a folder of logs, and a process that answers one event. */
function world() {
  const base = newFolder();
  const sessions = path.join(base, 'sessions');
  const { store } = openStore(path.join(base, 'engram.db'));
  let now = T;
  let processes = 0;
  const turn = (
    claims: Claim[],
    more: { host?: string; session?: string; agent?: string; dies?: true; resets?: string } = {},
  ) => {
    const { host = 'claude', session = 's', agent, dies, resets } = more;
    now += 1000;
    const self: Process = { name: `p${++processes}`, started: now, now: () => now };
    const log = openSession(sessions, { host, root: '/p', session, ...(agent ? { agent } : {}) }, self);
    log.begin(`prompt:${processes}`);
    if (resets) log.reset(resets);
    const ours = log.claim(
      claims,
      claims.map(({ id }) => id),
    );
    if (!dies) log.sent();
    else now += 5_000;
    return ours;
  };
  const fold = () => foldSessions(store, sessions, 'dev', now);
  const deliveries = () =>
    store
      .prepare(
        'SELECT host, session, agent, id, hash, whole, at FROM delivery JOIN session USING (log) ORDER BY at, delivery.rowid',
      )
      .raw()
      .all();
  return { base, sessions, store, turn, fold, deliveries, clock: () => now };
}

const rows = (store: Store, table: string) => store.prepare(`SELECT count(*) FROM ${table}`).pluck().get();

describe('what a log tells', () => {
  const tell = (...lines: string[]) => readHistory([OWN, ...lines].join('\n'))!;
  const told: [string, string[], unknown[]][] = [
    [
      'an answered claim',
      ['c p 5 b:aa:x k:bb:y', 's p 6'],
      [
        ['x', 'aa', true, 5],
        ['y', 'bb', false, 5],
      ],
    ],
    ['a claim without an answer', ['c p 5 b:aa:x'], []],
    [
      'a claim that another process had lost',
      ['c p 5 b:aa:x', 'c q 6 b:aa:x', 's q 7', 's p 8'],
      [['x', 'aa', true, 5]],
    ],
    ['a claim after one that lapsed', ['c p 5 b:aa:x', 'c q 6 b:aa:x', 's q 7'], [['x', 'aa', true, 6]]],
    [
      'a claim made twice by one process',
      ['c p 5 b:aa:x b:aa:y', 'c p 5 b:aa:y', 's p 6'],
      [
        ['x', 'aa', true, 5],
        ['y', 'aa', true, 5],
      ],
    ],
    [
      'the same after a reset',
      ['c p 5 b:aa:x', 's p 6', 'r 7 compact', 'c q 8 b:aa:x', 's q 9'],
      [
        ['x', 'aa', true, 5],
        ['x', 'aa', true, 8],
      ],
    ],
    [
      'another content',
      ['c p 5 b:aa:x', 's p 6', 'c q 8 b:bb:x', 's q 9'],
      [
        ['x', 'aa', true, 5],
        ['x', 'bb', true, 8],
      ],
    ],
    [
      'torn and foreign lines',
      [
        'c p 5 b:aa:x b:a',
        '',
        'c p',
        'c',
        'r',
        's',
        'z p 5 b:aa:q',
        'c p NaN b:aa:r',
        'c p 5 b:aa:x:y b::z b:aa:',
        's p 6',
        's',
      ],
      [['x', 'aa', true, 5]],
    ],
  ];
  it.each(told)('%s', (_, lines, deliveries) => {
    expect(tell(...lines).deliveries.map(({ id, hash, whole, at }) => [id, hash, whole, at])).toEqual(deliveries);
  });

  it('resets, and when the last thing happened', () => {
    expect(tell('e p 1 start:startup', 'r 2 startup', 'r 3 compact', 'u 9 a b', 's p 4')).toMatchObject({
      key: { host: 'claude', root: '/p', session: 's' },
      resets: [
        { why: 'startup', at: 2 },
        { why: 'compact', at: 3 },
      ],
      last: 9,
    });
  });

  it('nothing where it does not say whose it is, or not rightly', () => {
    for (const own of ['', '@ {', '@ null', '@ []', '@ {"host":1,"root":"/p","session":"s"}', '@ {"host":"h"}']) {
      expect([own, readHistory(`${own}\nc p 5 b:aa:x\ns p 6`)]).toEqual([own, undefined]);
    }
    expect(readHistory(`@ {"host":"torn\n${OWN}`)?.key.session).toBe('s');
  });

  it('never throws, whatever stands in it', () => {
    const word = fc.constantFrom(
      '@',
      'e',
      'r',
      'c',
      'u',
      's',
      'p',
      '5',
      'b:aa:x',
      'k:bb:y',
      '{}',
      'NaN',
      '-1',
      '\0',
      '\ufffd',
      '',
    );
    fc.assert(
      fc.property(fc.array(fc.array(fc.oneof(word, fc.string()), { maxLength: 6 }), { maxLength: 30 }), (lines) => {
        const history = readHistory(`${OWN}\n${lines.map((line) => line.join(' ')).join('\n')}`)!;
        for (const { id, hash, at } of history.deliveries)
          expect(`${typeof id} ${typeof hash} ${Number.isFinite(at)}`).toBe('string string true');
      }),
      { numRuns: 300, seed: 3 },
    );
  });
});

describe('folding', () => {
  it('takes what was sent, by whom and when', () => {
    const { turn, fold, deliveries, store } = world();
    turn([body('a'), card('b')]);
    turn([body('a')], { host: 'codex' });
    turn([body('a')], { agent: 'sub' });
    turn([body('z')], { dies: true });
    expect(fold()).toEqual({ live: 3, spent: 0 });
    expect(deliveries()).toEqual([
      ['claude', 's', null, 'a', 'aa', 1, T + 1000],
      ['claude', 's', null, 'b', 'aa', 0, T + 1000],
      ['codex', 's', null, 'a', 'aa', 1, T + 2000],
      ['claude', 's', 'sub', 'a', 'aa', 1, T + 3000],
    ]);
    expect(store.prepare('SELECT last FROM session ORDER BY last').pluck().all()).toEqual([
      T + 2000,
      T + 3000,
      T + 4000,
    ]);
  });

  it('twice is once, and a log that has grown is read whole again', () => {
    const { turn, fold, store } = world();
    turn([body('a')], { resets: 'startup' });
    expect([fold(), fold()]).toEqual([
      { live: 1, spent: 0 },
      { live: 0, spent: 0 },
    ]);
    turn([body('b')], { resets: 'compact' });
    expect(fold()).toEqual({ live: 1, spent: 0 });
    expect([rows(store, 'session'), rows(store, 'delivery'), rows(store, 'reset')]).toEqual([1, 2, 2]);
    expect(store.prepare('SELECT why FROM reset ORDER BY at').pluck().all()).toEqual(['startup', 'compact']);
  });

  it('deletes spent logs once they are folded, and counts none twice', () => {
    const { turn, fold, deliveries, sessions, clock, store } = world();
    turn([body('a')], { session: 'old' });
    fold();
    turn([body('b')], { session: 'old' });
    const [name] = fs.readdirSync(sessions).filter((it) => it.endsWith('.log'));
    fs.utimesSync(path.join(sessions, name!), 1, 1);
    prune(sessions, clock());
    expect(fs.readdirSync(path.join(sessions, 'spent'))).toEqual([`1000-${name}`]);
    // The session goes on, in a new log of the old name.
    turn([body('c')], { session: 'old' });
    expect(fold()).toEqual({ live: 1, spent: 1 });
    expect(fs.readdirSync(path.join(sessions, 'spent'))).toEqual([]);
    expect(deliveries().map((row) => (row as string[])[3])).toEqual(['a', 'b', 'c']);
    expect(store.prepare('SELECT log FROM session ORDER BY log').pluck().all()).toEqual([`1000-${name}`, name]);
    fold();
    expect(deliveries()).toHaveLength(3);
  });

  it('folds a spent log again that could not be deleted, to the same', () => {
    const { turn, fold, deliveries, sessions, clock } = world();
    turn([body('a')]);
    const [name] = fs.readdirSync(sessions).filter((it) => it.endsWith('.log'));
    const text = fs.readFileSync(path.join(sessions, name!));
    fs.utimesSync(path.join(sessions, name!), 1, 1);
    prune(sessions, clock());
    fold();
    fs.writeFileSync(path.join(sessions, 'spent', `1000-${name}`), text);
    expect(fold()).toEqual({ live: 0, spent: 1 });
    expect(deliveries()).toHaveLength(1);
  });

  it('passes over what is no log, and over a folder that is not there', () => {
    const { store, sessions, fold, base } = world();
    expect(foldSessions(store, path.join(base, 'nothing'), 'dev', T)).toEqual({ live: 0, spent: 0 });
    fs.mkdirSync(path.join(sessions, 'spent', 'folder.log'), { recursive: true });
    fs.mkdirSync(path.join(sessions, 'other.log'));
    fs.writeFileSync(path.join(sessions, 'garbage.log'), Buffer.from([0, 255, 10, 99, 32, 10]));
    fs.writeFileSync(path.join(sessions, '.pruned'), '');
    fs.writeFileSync(path.join(sessions, 'spent', '5-garbage.log'), 'c p 5 b:aa:x\ns p 6\n');
    expect(fold()).toEqual({ live: 0, spent: 1 });
    expect(rows(store, 'session')).toBe(0);
    expect(fs.readdirSync(path.join(sessions, 'spent'))).toEqual(['folder.log']);
  });

  it('keeps names of any script', () => {
    const { store, sessions, fold } = world();
    fs.mkdirSync(sessions);
    fs.writeFileSync(path.join(sessions, 'x.log'), '@ {"host":"claude","root":"/häuser/数据","session":"s"}\n');
    fold();
    expect(store.prepare('SELECT root, last, size FROM session').raw().all()).toEqual([['/häuser/数据', T, 59]]);
    expect(fs.statSync(path.join(sessions, 'x.log')).size).toBe(59);
  });

  it('is whole or not at all', () => {
    const { turn, fold, store, base, deliveries } = world();
    turn([body('a')]);
    fold();
    turn([body('b')]);
    const other = new Database(path.join(base, 'engram.db'));
    other.exec('BEGIN IMMEDIATE');
    store.pragma('busy_timeout = 20');
    expect(fold).toThrow('database is locked');
    expect(deliveries()).toHaveLength(1);
    other.exec('ROLLBACK');
    other.close();
    fold();
    expect(deliveries()).toHaveLength(2);
  });
});

describe('compactions', () => {
  const told = (...lines: string[]) => readHistory([OWN, ...lines].join('\n'))!.compactions;
  const cases: [string, string[], ReturnType<typeof told>][] = [
    ['begin, start, end', ['r 10 compact auto', 'r 20 compact start', 'p 30 auto'], [{ at: 10, trigger: 'auto' }]],
    [
      'begin, end, start',
      ['r 10 compact manual', 'p 20 manual', 'r 30 compact start'],
      [{ at: 10, trigger: 'manual' }],
    ],
    ['a beginning alone', ['r 10 compact auto', 'e p 20 prompt:1', 's p 21'], [{ at: 10, trigger: 'auto' }]],
    [
      'two, with a prompt between',
      [
        'r 10 compact auto',
        'r 11 compact start',
        'p 12 auto',
        'e p 13 prompt:1',
        'r 14 compact manual',
        'r 15 compact start',
        'p 16 manual',
      ],
      [
        { at: 10, trigger: 'auto' },
        { at: 14, trigger: 'manual' },
      ],
    ],
    [
      'one that came to nothing, and the next',
      ['r 10000 compact auto', 'r 20000 compact auto', 'r 20001 compact start'],
      [
        { at: 10000, trigger: 'auto' },
        { at: 20000, trigger: 'auto' },
      ],
    ],
    [
      'a second start and a second end, each at most once',
      ['r 10000 compact auto', 'r 20000 compact start', 'p 21000 auto', 'p 30000 manual', 'r 30001 compact start'],
      [
        { at: 10000, trigger: 'auto' },
        { at: 30000, trigger: 'manual' },
      ],
    ],
    [
      'starts of a host that says no more',
      ['r 10000 compact start', 'r 20000 compact start'],
      [{ at: 10000 }, { at: 20000 }],
    ],
    ['a start and its end', ['r 10 compact start', 'p 20 manual'], [{ at: 10, trigger: 'manual' }]],
    ['an end alone', ['p 10 auto'], [{ at: 10, trigger: 'auto' }]],
    [
      'two processes of one event each',
      ['r 10 compact auto', 'r 12 compact auto', 'r 20 compact start', 'p 30 auto', 'p 2029 auto'],
      [{ at: 10, trigger: 'auto' }],
    ],
    [
      'two of two seconds apart',
      ['r 10 compact auto', 'r 2010 compact auto'],
      [
        { at: 10, trigger: 'auto' },
        { at: 2010, trigger: 'auto' },
      ],
    ],
    [
      'a conversation that begins anew in between',
      ['r 10 compact auto', 'r 20 clear', 'r 30 compact start'],
      [{ at: 10, trigger: 'auto' }, { at: 30 }],
    ],
    [
      'logs of old, which say compact alone of both',
      ['r 10 compact', 'e p 4000 start:compact', 'r 4001 compact', 's p 4002', 'e q 5000 prompt:1', 'r 9000 compact'],
      [{ at: 10 }, { at: 9000 }],
    ],
    ['an old beginning, whose end says why', ['r 10 compact', 'p 20 manual'], [{ at: 10, trigger: 'manual' }]],
    ['words that no host says', ['r 10 compact <b>', 'p 20 $(id)'], [{ at: 10 }]],
    ['torn and foreign lines', ['r', 'r compact', 'p', 'p auto', 'p x auto', 'pp 5 auto', 'r 5 startup'], []],
  ];
  it.each(cases)('A-17: one for each: %s', (_, lines, expected) => {
    expect(told(...lines)).toEqual(expected);
  });

  it('A-17: counts as a reset by its first word, and an end as none', () => {
    const history = readHistory(
      [
        OWN,
        'c p 5 b:aa:x',
        's p 6',
        'r 7 compact auto',
        'c q 8 b:aa:x',
        's q 9',
        'p 10 auto',
        'c t 11 b:aa:x',
        's t 12',
      ].join('\n'),
    )!;
    expect(history.resets).toEqual([{ why: 'compact', at: 7 }]);
    expect(history.deliveries.map(({ at }) => at)).toEqual([5, 8]);
    expect(readHistory(`${OWN}\np 99 auto`)!.last).toBe(99);
  });

  it('A-17: one row each, with user, sessions and reason and no summary; folding twice changes nothing', () => {
    const { sessions, store, fold } = world();
    const write = (name: string, key: object, ...lines: string[]) => {
      fs.mkdirSync(sessions, { recursive: true });
      fs.writeFileSync(path.join(sessions, name), `@ ${JSON.stringify(key)}\n${lines.join('\n')}\n`);
    };
    const own = { host: 'claude', root: '/p', session: 's' };
    write('a.log', own, 'r 10 compact auto', 'r 20 compact start', 'p 30 auto');
    write('b.sub.log', { ...own, agent: 'sub' }, 'r 15 compact start');
    write('c.log', { host: 'codex', root: '/q', session: 't' }, 'r 5 startup');
    const expected = [
      { at: 15, host: 'claude', agent: 'sub', root: '/p', user: 'dev', reason: null },
      { at: 10, host: 'claude', agent: null, root: '/p', user: 'dev', reason: 'auto' },
    ].map((row) => ({ ...row, oldSession: 's', newSession: 's', summary: null }));
    for (let n = 0; n < 2; n++) {
      fold();
      expect(compactions(store)).toEqual(expected);
    }
    // Grown, and then spent: read whole again each time.
    fs.appendFileSync(path.join(sessions, 'a.log'), 'r 40 compact manual\n');
    fold();
    expect(compactions(store).map(({ at, reason }) => [at, reason])).toEqual([
      [40, 'manual'],
      [15, null],
      [10, 'auto'],
    ]);
    fs.mkdirSync(path.join(sessions, 'spent'));
    fs.renameSync(path.join(sessions, 'a.log'), path.join(sessions, 'spent', '7-a.log'));
    fold();
    expect(rows(store, 'compaction_events')).toBe(3);
    // The rows go with their session.
    store.exec("DELETE FROM session WHERE log = '7-a.log'");
    expect(rows(store, 'compaction_events')).toBe(1);
  });
});

describe('usage', () => {
  it('counts bodies by memory and host, the most first', () => {
    const { turn, fold, store } = world();
    turn([body('a'), body('b'), card('c')]);
    turn([body('a')], { session: 't' });
    turn([body('a')], { host: 'codex' });
    turn([body('b')], { resets: 'compact' });
    turn([body('b', 'bb')]);
    fold();
    expect(usage(store)).toEqual([
      { id: 'b', host: 'claude', deliveries: 3, last: T + 5000 },
      { id: 'a', host: 'claude', deliveries: 2, last: T + 2000 },
      { id: 'a', host: 'codex', deliveries: 1, last: T + 3000 },
    ]);
  });

  it('E-36: counts what the host has loaded by a rule file, once for each time', () => {
    const { store, sessions, turn, fold, clock } = world();
    turn([body('a')]);
    const log = openSession(
      sessions,
      { host: 'claude', root: '/p', session: 's' },
      { name: 'r', started: clock(), now: clock },
    );
    markLoaded(log, body('rule'));
    markLoaded(log, body('a'));
    fold();
    expect(usage(store).map(({ id, deliveries }) => [id, deliveries])).toEqual([
      ['a', 1],
      ['rule', 1],
    ]);
  });

  it('is empty where nothing was folded', () => {
    expect(usage(world().store)).toEqual([]);
  });

  it('passes over rows that are damaged: SQLite checks neither sums nor types', () => {
    const { turn, fold, store } = world();
    for (const id of ['a', 'b', 'c', 'd', 'e']) turn([body(id)], { resets: 'compact' });
    fold();
    for (const [id, column, value] of [
      ['a', 'at', '1e300'],
      ['b', 'at', "'soon'"],
      ['c', 'at', '-5'],
      ['d', 'id', "x'00ff'"],
    ])
      store.exec(`UPDATE delivery SET ${column} = ${value} WHERE id = '${id}'`);
    store.exec('UPDATE compaction_events SET at = 1e300 WHERE rowid = (SELECT min(rowid) FROM compaction_events)');
    expect(usage(store).map(({ id }) => id)).toEqual(['e']);
    expect(compactions(store)).toHaveLength(Number(rows(store, 'compaction_events')) - 1);
  });
});
