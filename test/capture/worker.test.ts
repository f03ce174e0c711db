// The worker: bounded, patient, and without traces.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { QUEUE, takeIn } from '../../src/capture/drain.ts';
import { queued, queueState, RETENTION, takeTurn } from '../../src/capture/queue.ts';
import { waiting } from '../../src/capture/spool.ts';
import { drain } from '../../src/capture/worker.ts';
import { openStore } from '../../src/store/open.ts';
import { removeLabs } from '../hook/lab.ts';
import { filesHolding } from '../process/lab.ts';
import { newCaptureLab } from './capture-lab.ts';

afterAll(removeLabs);

const KEY = { host: 'claude', root: '/p', session: 's' };
const MINUTE = 60_000;

const fails = () => {
  throw Object.assign(new Error('no words of a turn'), { code: 'EFAULT' });
};

describe('the queue', () => {
  it('P-15: is bounded: the oldest go, and are counted', () => {
    const lab = newCaptureLab();
    const { store } = openStore(lab.places.db);
    const lines = Array.from({ length: QUEUE + 3 }, (_, n) => ({
      ...{ id: `l.${n}`, at: 1_000 + n, is: 'answer' as const, text: `answer ${n}`, mark: String(n) },
    }));
    takeIn(store, { file: '', key: KEY, lines }, 10_000);
    const { waiting, lost } = queueState(store, 10_000);
    expect([waiting, lost]).toEqual([QUEUE, [{ why: 'full', count: 3, bytes: expect.any(Number) }]]);
    expect(takeTurn(store, 10_000)?.turn.answer).toBe('answer 3');
    store.close();
  });

  it('P-15: a turn’s end starts a worker, not more than one in 30 seconds; a session’s end always', async () => {
    const lab = newCaptureLab();
    lab.ask('s', 'one');
    expect(lab.workers).toBe(0);
    lab.stop('s', 'first');
    expect(lab.workers).toBe(1);
    await lab.worker();
    lab.stop('s', 'second', 't2');
    expect(lab.workers).toBe(1);
    lab.now += 31_000;
    lab.stop('s', 'third', 't3');
    expect(lab.workers).toBe(2);
    await lab.worker();
    lab.end('s', 'other');
    expect(lab.workers).toBe(3);
  });

  it('P-19: what failed is tried again, later each time, and told without a word of it', async () => {
    const lab = newCaptureLab();
    lab.ask('s', 'zebra');
    lab.stop('s', 'first');
    expect(await lab.worker(fails)).toMatchObject({ used: 0, failed: 1, waiting: 1 });
    const waits: number[] = [];
    for (let n = 0; n < 6; n++) {
      const { store } = openStore(lab.places.db);
      const [turn] = queued(store);
      expect([turn?.tries, turn?.fault]).toEqual([n + 1, expect.stringMatching(/^Error EFAULT at /)]);
      store.close();
      waits.push(Math.round((turn!.due - lab.now) / MINUTE));
      // Not before it is due.
      expect(await lab.worker(fails)).toMatchObject({ failed: 0 });
      lab.now = turn!.due;
      expect(await lab.worker(fails)).toMatchObject({ failed: 1 });
    }
    expect(waits).toEqual([1, 4, 16, 64, 256, 360]);
    // The next start has it tried again.
    const before = lab.workers;
    lab.start('next');
    expect(lab.workers).toBe(before + 1);
  });

  it('P-19: what a killed worker was at has failed, and the next one tries it', async () => {
    const lab = newCaptureLab();
    lab.ask('s', 'one');
    lab.stop('s', 'first');
    await lab.worker(fails);
    const { store } = openStore(lab.places.db);
    lab.now += MINUTE;
    expect(takeTurn(store, lab.now)?.turn.prompt).toBe('one');
    expect(queueState(store, lab.now)).toMatchObject({ waiting: 1, failed: 1 });
    store.close();
    expect(await lab.worker()).toMatchObject({ used: 1, waiting: 0 });
    expect(lab.used.map(({ prompt }) => prompt)).toEqual(['one']);
  });

  it('P-19: the next start has done what a worker had taken out of the spool when it was killed', async () => {
    const lab = newCaptureLab();
    lab.ask('s', 'one');
    lab.stop('s', 'first');
    const { store } = openStore(lab.places.db);
    const killed = { spool: lab.spool, now: () => lab.now, deadline: lab.now + MINUTE, pause: () => Promise.resolve() };
    expect(await drain(store, killed)).toEqual({ lines: 2, files: 1 });
    expect([waiting(lab.spool), takeTurn(store, lab.now)?.turn.prompt]).toEqual([[], 'one']);
    store.close();
    fs.rmSync(path.join(lab.spool, 'worker.lock'), { force: true });
    const before = lab.workers;
    lab.start('next');
    expect(lab.workers).toBe(before + 1);
    lab.now += MINUTE;
    expect(await lab.worker()).toMatchObject({ used: 1, waiting: 0 });
    lab.start('later');
    expect(lab.workers).toBe(before + 1);
  });

  it('P-20: what nothing was made of for 7 days is deleted; that it was there is kept, and no word of it', async () => {
    const lab = newCaptureLab();
    lab.ask('s', 'wombat said so');
    lab.stop('s', 'wombat answered');
    await lab.worker(fails);
    lab.ask('s2', 'wombat is still being asked');
    await lab.worker(fails);
    const at = lab.rows<{ at: number }>('SELECT at FROM capture_turn')[0]!.at;
    lab.now += RETENTION + 1_000;
    expect(await lab.worker(fails)).toMatchObject({ expired: 2, failed: 0, waiting: 0 });
    const rows = lab.rows<{ id: string; why: string; age: number; size: number }>(
      "SELECT * FROM capture_loss ORDER BY id LIKE 'piece%'",
    );
    expect(rows).toHaveLength(2);
    expect(rows[0]).toEqual({
      id: expect.any(String),
      why: 'old',
      at: lab.now,
      age: lab.now - at,
      size: expect.any(Number),
    });
    expect(rows.every(({ size }) => size > 20)).toBe(true);
    expect(filesHolding(lab.places.home, 'wombat')).toEqual([]);
    expect(queueState(openStore(lab.places.db).store, lab.now).lost).toEqual([
      { why: 'old', count: 2, bytes: rows.reduce((sum, { size }) => sum + size, 0) },
    ]);
  });

  it('P-26: what a session had begun that is silent for a day is made use of, as broken off', async () => {
    const lab = newCaptureLab();
    lab.ask('killed', 'Remember the lynx.');
    lab.event('claude', lab.recorded('claude', 'PostToolUse.Bash.json', { session_id: 'killed' }));
    lab.ask('alive', 'Remember the heron.');
    await lab.worker();
    lab.now += 86_400_000;
    lab.event('claude', lab.recorded('claude', 'PostToolUse.Bash.json', { session_id: 'alive' }));
    lab.now += 10_000;
    await lab.worker();
    await lab.worker();
    expect(lab.used.map(({ key, prompt, tools }) => [key.session, prompt, tools.length])).toEqual([
      ['killed', 'Remember the lynx.', 1],
    ]);
    expect(lab.rows('SELECT interrupted FROM capture_turn')).toEqual([{ interrupted: 1 }]);
    expect(lab.rows('SELECT kind, reason FROM event')).toEqual([{ kind: 'session.turn', reason: 'session.idle' }]);
    // It goes on all the same.
    lab.ask('killed', 'And the owl.', 't2');
    lab.stop('killed', 'Noted.', 't2');
    await lab.worker();
    expect(lab.used.slice(1).map(({ prompt, answer }) => [prompt, answer])).toEqual([['And the owl.', 'Noted.']]);
  });

  it('P-21: once something was made of it, no raw text is on disk: not in the spool, the database, its log or its free pages', async () => {
    const lab = newCaptureLab();
    for (let n = 0; n < 20; n++) {
      lab.ask('s', `quokka ${n} ${'with much to say '.repeat(200)}`, `t${n}`);
      lab.event(
        'claude',
        lab.recorded('claude', 'PostToolUse.Bash.json', { tool_input: { command: 'echo quokka' }, prompt_id: `t${n}` }),
      );
      lab.stop('s', `the quokka ${n} has answered`, `t${n}`);
    }
    expect(filesHolding(lab.places.home, 'quokka')).toHaveLength(1);
    await lab.worker();
    expect(lab.used).toHaveLength(20);
    expect(filesHolding(lab.places.home, 'quokka')).toEqual([]);
    expect(fs.statSync(`${lab.places.db}-wal`, { throwIfNoEntry: false })?.size ?? 0).toBe(0);
  });

  it('A-10: turns that a session lost are one diff_gap when it has ended', async () => {
    const lab = newCaptureLab();
    lab.ask('s', 'one');
    lab.stop('s', 'first');
    await lab.worker(fails);
    expect(lab.rows("SELECT * FROM episode WHERE kind = 'diff_gap'")).toEqual([]);
    lab.end('s', 'other');
    await lab.worker(fails);
    await lab.worker(fails);
    expect(lab.rows('SELECT kind, root, session, text FROM episode')).toEqual([
      {
        ...{ kind: 'diff_gap', root: lab.project, session: 's' },
        text: 'Of the session that ended on 2026-11-30, captured turns are missing from what was learnt: 1 not yet made use of.',
      },
    ]);
    // The next start tells of it, and later ones do not for ever.
    lab.sync();
    expect(lab.start('next')).toContain(
      'engram: Of the session that ended on 2026-11-30, captured turns are missing from what was learnt: 1 not yet made use of. `engram queue` says more.',
    );
    lab.now += 8 * 86_400_000;
    lab.sync();
    expect(lab.start('later')).not.toContain('captured turns');
  });

  it('O20: a database that somebody holds is waited for; the spool stays whole until then', async () => {
    const lab = newCaptureLab();
    openStore(lab.places.db).store.close();
    lab.ask('s', 'one');
    lab.stop('s', 'first');
    const lock = openStore(lab.places.db).store;
    lock.exec('BEGIN IMMEDIATE');
    // Longer than SQLite itself waits.
    setTimeout(() => lock.exec('COMMIT'), 7_000);
    const [file] = fs.readdirSync(lab.spool);
    const done = import('../../src/capture/worker.ts').then(({ work }) =>
      work({
        db: lab.places.db,
        spool: lab.spool,
        now: Date.now,
        deadline: Date.now() + 30_000,
        use: (_, turn) => {
          lab.used.push(turn);
        },
        pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
        describe: String,
      }),
    );
    expect(file).toMatch(/\.spool$/);
    await done;
    lock.close();
    expect(lab.used.map(({ prompt }) => prompt)).toEqual(['one']);
    expect(fs.readdirSync(lab.spool).filter((name) => name.includes('.spool') || name.endsWith('.old'))).toEqual([]);
  }, 40_000);

  it('O20: at its deadline it gives up, and nothing is lost', async () => {
    const lab = newCaptureLab();
    openStore(lab.places.db).store.close();
    lab.ask('s', 'one');
    lab.stop('s', 'first');
    const lock = openStore(lab.places.db).store;
    lock.exec('BEGIN IMMEDIATE');
    const { work } = await import('../../src/capture/worker.ts');
    await expect(
      work({
        ...{ db: lab.places.db, spool: lab.spool, now: Date.now, deadline: Date.now() + 100, describe: String },
        use: () => {},
        pause: () => Promise.resolve(),
      }),
    ).rejects.toThrow(/locked/);
    lock.exec('COMMIT');
    lock.close();
    await lab.worker();
    expect(lab.used.map(({ prompt, answer }) => [prompt, answer])).toEqual([['one', 'first']]);
  }, 40_000);
});

it('the folder of the spool is named once', () => {
  expect(path.basename(newCaptureLab().spool)).toBe('spool');
});
