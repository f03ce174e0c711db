// The spool: files that hooks append to while workers take them away.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { takeIn } from '../../src/capture/drain.ts';
import {
  append,
  expireSpool,
  givenUp,
  isWaiting,
  type Line,
  parseSpool,
  remove,
  spoolFile,
  take,
  waiting,
} from '../../src/capture/spool.ts';
import { openStore } from '../../src/store/open.ts';

const KEY = { host: 'claude', root: '/p', session: 's' };
const folders: string[] = [];
let spool: string;
beforeEach(() => {
  folders.push(fs.mkdtempSync(path.join(os.tmpdir(), 'engram-spool-')));
  spool = path.join(folders.at(-1)!, 'spool');
});
afterAll(() => {
  for (const folder of folders) fs.rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
});

const answer = (n: number, text = `answer ${n}`): Line => ({ id: `p.${n}`, at: n, is: 'answer', text, mark: `m${n}` });

describe('the spool', () => {
  it('P-13: is for nobody else: 0600 in 0700', () => {
    append(spool, KEY, answer(1));
    expect(fs.statSync(spool).mode & 0o777).toBe(0o700);
    expect(fs.readdirSync(spool).map((name) => fs.statSync(path.join(spool, name)).mode & 0o777)).toEqual([0o600]);
  });

  it('says whose it is, and has its lines in the order in which they were written', () => {
    for (let n = 1; n <= 3; n++) append(spool, KEY, answer(n));
    append(spool, { ...KEY, session: 'other' }, answer(9));
    const batches = waiting(spool).map((file) => take(file, 100)!);
    const ours = batches.find(({ key }) => key.session === 's')!;
    expect([ours.key, ours.lines]).toEqual([KEY, [answer(1), answer(2), answer(3)]]);
    expect(batches).toHaveLength(2);
  });

  it('a line that a full disk has torn spoils itself alone', () => {
    append(spool, KEY, answer(1));
    fs.appendFileSync(spoolFile(spool, KEY), '\n{"id":"p.2","at":2,"is":"ans');
    append(spool, KEY, answer(3));
    expect(parseSpool(fs.readFileSync(spoolFile(spool, KEY), 'utf8')).lines).toEqual([answer(1), answer(3)]);
  });

  it.each([1, 20, 60])(
    'a first line that a full disk has torn after %i bytes takes nothing along that comes later',
    (torn) => {
      fs.mkdirSync(spool, { recursive: true });
      const whole = `\n@ ${JSON.stringify(KEY)}\n${JSON.stringify(answer(1))}\n`;
      fs.writeFileSync(spoolFile(spool, KEY), whole.slice(0, torn));
      append(spool, KEY, answer(2));
      append(spool, KEY, answer(3));
      const batch = take(waiting(spool)[0]!, 100);
      expect([batch?.key, batch?.lines]).toEqual([KEY, [answer(2), answer(3)]]);
    },
  );

  it('what is written while a worker takes it comes into the next file', () => {
    append(spool, KEY, answer(1));
    const first = take(waiting(spool)[0]!, 100)!;
    append(spool, KEY, answer(2));
    expect(first.lines).toEqual([answer(1)]);
    remove(first.file);
    expect(waiting(spool).map((file) => take(file, 101)!.lines)).toEqual([[answer(2)]]);
  });

  it('takes and counts files of its own form alone, in a folder of somebody else’s too', () => {
    fs.mkdirSync(spool, { recursive: true });
    const theirs = ['a.spool', 'b.0.old', 'abc.7.old', 'c.lost', '0123456789abcdef.txt', '0123456789ABCDEF.spool'];
    for (const name of theirs) fs.writeFileSync(path.join(spool, name), '{"id":"x","at":1,"is":"answer"}\n');
    expect([isWaiting(spool), waiting(spool), givenUp(spool)]).toEqual([false, [], []]);
    expireSpool(spool, Date.now() + 60_000);
    append(spool, KEY, answer(1));
    expect(waiting(spool).map((file) => take(file, 100)!.lines)).toEqual([[answer(1)]]);
    expect(fs.readdirSync(spool).filter((name) => theirs.includes(name))).toEqual([...theirs].sort());
  });

  it('P-19: a file that a killed worker has left is read again, and counts once', () => {
    const { store } = openStore(path.join(path.dirname(spool), 'engram.db'));
    append(spool, KEY, answer(1));
    const killed = take(waiting(spool)[0]!, 100)!;
    expect(takeIn(store, killed, 100)).toBe(1);
    append(spool, KEY, answer(2));
    // The older file before the newer.
    const again = waiting(spool).map((file) => take(file, 101)!);
    expect(again.map(({ lines }) => lines)).toEqual([[answer(1)], [answer(2)]]);
    expect(again.map((batch) => takeIn(store, batch, 101))).toEqual([0, 1]);
    expect(store.prepare('SELECT sequence FROM capture_turn ORDER BY sequence').pluck().all()).toEqual([1, 2]);
    store.close();
  });

  it('never grows without end: the older half is given up, and counted', () => {
    const long = 'x'.repeat(512 * 1024);
    for (let n = 0; n < 20; n++) append(spool, KEY, answer(n, long));
    const files = waiting(spool);
    const bytes = files.reduce((sum, file) => sum + fs.statSync(file).size, 0);
    expect(bytes).toBeLessThan(6 << 20);
    const [lost] = givenUp(spool);
    expect(lost!.bytes + bytes).toBeGreaterThan(20 * long.length);
    const kept = files.map((file) => take(file, 100)!).flatMap(({ lines }) => lines.map(({ at }) => at));
    // The last are there, in order.
    expect(kept).toEqual([...kept].sort((a, b) => a - b));
    expect(kept.at(-1)).toBe(19);
    expect(kept.length).toBeLessThan(20);
  });

  it('P-20: what nobody could take in goes after its time, and is counted by its bytes', () => {
    append(spool, KEY, answer(1));
    const [file] = waiting(spool);
    const { size, mtimeMs } = fs.statSync(file!);
    expireSpool(spool, mtimeMs - 1);
    expect(isWaiting(spool)).toBe(true);
    expireSpool(spool, mtimeMs + 1);
    expect(isWaiting(spool)).toBe(false);
    expect(givenUp(spool).map(({ bytes }) => bytes)).toEqual([size]);
  });

  it.each(['', '@ {"host":"claude","session":"s"}', '@ {"host":5,"root":"/p","session":"s"}', '@ null'])(
    'a file that does not say whose it is goes, and is counted: %j',
    (head) => {
      fs.mkdirSync(spool, { recursive: true });
      fs.writeFileSync(spoolFile(spool, KEY), `\n${head}\n${JSON.stringify(answer(1))}\n`);
      const { size } = fs.statSync(spoolFile(spool, KEY));
      expect(take(waiting(spool)[0]!, 100)).toBeUndefined();
      expect(waiting(spool)).toEqual([]);
      expect(givenUp(spool).map(({ bytes }) => bytes)).toEqual([size]);
    },
  );

  it('a line of another form counts for nothing', () => {
    const others = [
      { id: 'a', at: 1, is: 'prompt', text: { a: 1 } },
      { id: 'b', at: null, is: 'answer' },
      { id: 'c', at: 1, is: 'tool' },
      { id: 'd', at: 1, is: 'summary', of: 'session', text: null },
      { id: 'e', at: 1, is: 'constructor' },
      { id: 'f', at: 1, is: 'end', reason: 'x', boundary: 5 },
      null,
      [],
    ];
    const text = [`@ ${JSON.stringify(KEY)}`, ...[...others, answer(1)].map((line) => JSON.stringify(line))].join('\n');
    expect(parseSpool(text)).toEqual({ key: KEY, lines: [answer(1)] });
  });

  it('what is no file is left alone, and does not wait', () => {
    fs.mkdirSync(path.join(spool, '000000000000000a.spool'), { recursive: true });
    fs.symlinkSync('/etc/hostname', path.join(spool, '000000000000000b.spool'));
    expect([waiting(spool), isWaiting(spool)]).toEqual([[], false]);
  });
});
