import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Claim, openSession, type Process, parse, sessionFile } from '../../src/session/log.ts';
import { markCompacted, markForgotten, markLoaded } from '../../src/session/marks.ts';
import { isDue, prune } from '../../src/session/prune.ts';

let dir: string;
beforeEach(() => {
  dir = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'engram-log-')), 'sessions');
});
afterEach(() => fs.rmSync(path.dirname(dir), { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }));

const key = { host: 'claude', root: '/p', session: 's' };
const body = (id: string, hash = 'h'): Claim => ({ kind: 'b', id, hash });
let clock = Date.UTC(2026, 10, 30);
const self = (name: string, started = clock): Process => ({ name, started, now: () => clock });

describe('claims', () => {
  it('the first of two processes has a body, once it has sent it', () => {
    const one = openSession(dir, key, self('one'));
    const two = openSession(dir, key, self('two'));
    expect(one.begin('prompt:1')).toBeDefined();
    expect(two.begin('prompt:2')).toBeDefined();
    expect(one.claim([body('a'), body('b')], ['a', 'b'])).toEqual([body('a'), body('b')]);
    expect(two.claim([body('b'), body('c')], ['b', 'c'])).toEqual([body('c')]);
    one.sent();
    clock += 60_000;
    const { holders, routed } = openSession(dir, key, self('three')).state();
    // The second never said that it had sent anything.
    expect([...holders]).toEqual([
      ['b:h:a', 'one'],
      ['b:h:b', 'one'],
    ]);
    expect(routed).toEqual(['b', 'c']);
  });

  it('a claim without an answer lapses after two seconds', () => {
    const one = openSession(dir, key, self('one'));
    one.begin('prompt:1');
    one.claim([body('a')], []);
    clock += 1_999;
    expect(openSession(dir, key, self('two')).state().holders.size).toBe(1);
    clock += 1;
    expect(openSession(dir, key, self('two')).state().holders.size).toBe(0);
  });

  it('a machine that stood still for longer than that leaves a claim to its process, unless another has it by then', () => {
    const slow: Process = { name: 'slow', started: clock, now: () => (clock += 2_500) };
    const one = openSession(dir, key, slow);
    one.begin('prompt:1');
    expect(one.claim([body('a')], [])).toEqual([body('a')]);
    const two = openSession(dir, key, self('two'));
    two.begin('prompt:2');
    two.claim([body('b')], []);
    two.sent();
    expect(one.claim([body('a'), body('b')], [])).toEqual([body('a')]);
  });

  it('of two that both stood still for longer than that the first to claim has it', () => {
    const slow = (name: string): Process => ({ name, started: clock, now: () => (clock += 2_500) });
    const first = openSession(dir, key, slow('one'));
    const two = openSession(dir, key, slow('two'));
    first.begin('prompt:1');
    two.begin('prompt:2');
    // The first stands still between its claim and its look at the others, for as long as the second takes for both.
    let second: Claim[] = [];
    const { readSync } = fs;
    fs.readSync = ((...args: Parameters<typeof readSync>) => {
      fs.readSync = readSync;
      second = two.claim([body('a'), body('b')], []);
      clock += 2_500;
      return readSync(...args);
    }) as typeof readSync;
    try {
      expect(first.claim([body('a')], [])).toEqual([body('a')]);
    } finally {
      fs.readSync = readSync;
    }
    expect(second).toEqual([body('b')]);
  });

  it('a claim that a reset came behind is its process’s still', () => {
    const slow: Process = { name: 'slow', started: clock, now: () => (clock += 2_500) };
    const one = openSession(dir, key, slow);
    one.begin('prompt:1');
    const { readSync } = fs;
    fs.readSync = ((...args: Parameters<typeof readSync>) => {
      fs.readSync = readSync;
      openSession(dir, key, self('two')).reset('clear');
      return readSync(...args);
    }) as typeof readSync;
    try {
      expect(one.claim([body('a')], [])).toEqual([body('a')]);
    } finally {
      fs.readSync = readSync;
    }
  });

  it('a clock that jumped back does not keep a dead claim alive', () => {
    const one = openSession(dir, key, self('one'));
    one.begin('prompt:1');
    one.claim([body('a')], []);
    clock -= 10_000;
    expect(openSession(dir, key, self('two')).state().holders.size).toBe(0);
    clock += 10_000;
  });

  it('a reset forgets what was sent before it, and nothing after', () => {
    const one = openSession(dir, key, self('one'));
    one.begin('start');
    one.claim([body('a')], []);
    one.sent();
    one.reset('compact');
    one.claim([body('b')], []);
    expect([...one.state().holders.keys()]).toEqual(['b:h:b']);
  });

  it('a restart forgets what starts were sent before it, and nothing of prompts', () => {
    const begun = openSession(dir, key, self('begun'));
    begun.begin('start:startup');
    begun.claim([body('a'), body('b')], []);
    begun.sent();
    const asked = openSession(dir, key, self('asked'));
    asked.begin('prompt:1');
    asked.claim([body('c')], ['c']);
    const again = openSession(dir, key, self('again'));
    again.begin('start:resume');
    again.mark('n', []);
    expect([...again.state().holders]).toEqual([['b:h:c', 'asked']]);
    expect(again.claim([body('a'), body('c')], [])).toEqual([body('a')]);
    again.sent();
    asked.sent();
    clock += 60_000;
    const { holders, routed } = again.state();
    expect([...holders]).toEqual([
      ['b:h:c', 'asked'],
      ['b:h:a', 'again'],
    ]);
    expect(routed).toEqual(['c']);
  });

  it('A-17: a compaction is a reset whatever else is said of it; its end is none', () => {
    const one = openSession(dir, key, self('one'));
    one.begin('start');
    markLoaded(openSession(dir, key, self('two')), body('l'));
    one.claim([body('a')], []);
    one.sent();
    one.reset('compact auto');
    one.claim([body('b')], []);
    one.sent();
    markCompacted(one, 'auto');
    expect([...one.state().holders.keys()]).toEqual(['b:h:l', 'b:h:b']);
    const lines = fs.readFileSync(sessionFile(dir, key), 'utf8').split('\n');
    expect(lines.filter((line) => /^[rp]/.test(line))).toEqual([`r ${clock} compact auto`, `p ${clock} auto`]);
  });

  it('A-17: whose it is stands at its top once, whatever is recorded first', () => {
    const firsts: ((log: ReturnType<typeof openSession>) => unknown)[] = [
      (log) => log.begin('start'),
      (log) => log.reset('compact auto'),
      (log) => markCompacted(log, 'manual'),
      (log) => markLoaded(log, body('a')),
    ];
    for (const [n, first] of firsts.entries()) {
      const own = { ...key, session: `s${n}` };
      const log = openSession(dir, own, self('one'));
      first(log);
      log.reset('clear');
      openSession(dir, own, self('two')).reset('clear');
      const lines = fs.readFileSync(sessionFile(dir, own), 'utf8').split('\n').filter(Boolean);
      expect([lines[0], lines.filter((line) => line.startsWith('@')).length]).toEqual([`@ ${JSON.stringify(own)}`, 1]);
    }
  });

  it('what the host loads while an event is answered is not claimed, and stays over a compaction alone', () => {
    const one = openSession(dir, key, self('one'));
    one.begin('prompt:1');
    markLoaded(openSession(dir, key, self('two')), body('a'));
    expect(one.claim([body('a'), body('b')], [])).toEqual([body('b')]);
    one.sent();
    one.reset('compact');
    expect([...one.state().holders]).toEqual([['b:h:a', '']]);
    expect(one.claim([body('a')], [])).toEqual([]);
    one.reset('clear');
    expect(one.claim([body('a')], [])).toEqual([body('a')]);
  });

  it('another content under the same id is another claim', () => {
    const one = openSession(dir, key, self('one'));
    one.begin('prompt:1');
    one.claim([body('a', 'old')], []);
    expect(one.claim([body('a', 'new')], [])).toEqual([body('a', 'new')]);
  });
});

describe('events', () => {
  it('of two processes at one event at the same time the second stands back', () => {
    const one = openSession(dir, key, self('one'));
    const two = openSession(dir, key, self('two'));
    expect(one.begin('prompt:1')).toBeDefined();
    expect(two.begin('prompt:1')).toBeUndefined();
  });

  it('stands back from a stamped event whenever the first has answered it, and from no other stamp', () => {
    const one = openSession(dir, key, self('one'), '1796043214397');
    expect(one.begin('prompt:1')).toBeDefined();
    one.sent();
    clock += 60_000;
    expect(openSession(dir, key, self('two'), '1796043214397').begin('prompt:1')).toBeUndefined();
    expect(openSession(dir, key, self('three'), '1796043214398').begin('prompt:1')).toBeDefined();
    expect(openSession(dir, key, self('four'), '1796043214397').begin('start:resume')).toBeDefined();
  });

  it('takes a stamped event where the first was killed at it', () => {
    const one = openSession(dir, key, self('one'), '1796043214397');
    expect(one.begin('prompt:1')).toBeDefined();
    clock += 2_000;
    expect(openSession(dir, key, self('two'), '1796043214397').begin('prompt:1')).toBeDefined();
  });

  it('stands back also where the first ended after the second began', () => {
    const two = self('two', clock);
    const one = openSession(dir, key, self('one', clock));
    one.begin('prompt:1');
    clock += 100;
    one.sent();
    expect(openSession(dir, key, two).begin('prompt:1')).toBeUndefined();
  });

  it('the same event again, later, is a new one', () => {
    const one = openSession(dir, key, self('one'));
    one.begin('prompt:1');
    one.sent();
    clock += 5;
    expect(openSession(dir, key, self('two')).begin('prompt:1')).toBeDefined();
  });

  it('the same event again, after the clock was set back, is a new one', () => {
    const one = openSession(dir, key, self('one'));
    one.begin('prompt:1');
    one.sent();
    clock -= 86_400_000;
    expect(openSession(dir, key, self('two')).begin('prompt:1')).toBeDefined();
    clock += 86_400_000;
  });
});

describe('the file', () => {
  it('is private, and holds a subagent apart from its parent', () => {
    openSession(dir, key, self('one')).begin('x');
    openSession(dir, { ...key, agent: 'a1' }, self('two')).begin('x');
    expect(fs.statSync(dir).mode & 0o777).toBe(0o700);
    expect(fs.statSync(sessionFile(dir, key)).mode & 0o777).toBe(0o600);
    expect(sessionFile(dir, { ...key, agent: 'a1' })).toMatch(/\.sub\.log$/);
    expect(fs.readdirSync(dir)).toHaveLength(2);
  });

  it('a line that a full disk cut short spoils itself alone', () => {
    const one = openSession(dir, key, self('one'));
    one.begin('prompt:1');
    one.claim([body('a')], []);
    one.sent();
    fs.appendFileSync(sessionFile(dir, key), `\nc other ${clock} b:h:b b:h`);
    const two = openSession(dir, key, self('two'));
    expect(two.claim([body('c')], [])).toEqual([body('c')]);
    expect([...two.state().holders.keys()].sort()).toEqual(['b:h', 'b:h:a', 'b:h:b', 'b:h:c']);
  });
});

describe('what the host loaded', () => {
  const log = (...lines: string[]) => parse(lines.map((line) => `\n${line}\n`).join(''), clock);
  const held = (...lines: string[]) => [...log(...lines).holders.keys()];

  it('is in doubt behind a compaction, until it has been looked up or is loaded again', () => {
    const loaded = ['r 1 startup', 'l 2 b:h:a', 'l 3 b:h:b'];
    expect(log(...loaded)).not.toHaveProperty('doubtful');
    expect(log(...loaded, 'r 4 compact auto')).toMatchObject({ compactedAt: 4, doubtful: ['b:h:a', 'b:h:b'] });
    expect(log(...loaded, 'r 4 compact auto', 'l 5 b:h:a').doubtful).toEqual(['b:h:b']);
    expect(log(...loaded, 'r 4 compact auto', 'f 5')).not.toHaveProperty('doubtful');
    expect(log(...loaded, 'r 4 clear')).not.toHaveProperty('doubtful');
    expect(log(...loaded, 'r 4 compact auto', 'f 5', 'r 6 compact auto').doubtful).toEqual(['b:h:a', 'b:h:b']);
    expect(log(...loaded, 'r 4 compact auto', 'f 5 b:h:a', 'r 6 compact auto').doubtful).toEqual(['b:h:b']);
  });

  it('is gone once it was looked up, until it is loaded or sent again', () => {
    const gone = ['r 1 startup', 'l 2 b:h:a', 'l 3 b:h:b', 'r 4 compact auto', 'f 5 b:h:a'];
    expect(held(...gone)).toEqual(['b:h:b']);
    expect(held(...gone, 'l 6 b:h:a')).toEqual(['b:h:b', 'b:h:a']);
    expect(held(...gone, 'c p 6 b:h:a', 's p 6')).toEqual(['b:h:b', 'b:h:a']);
    expect(held(...gone, 'c p 6 b:h:a', 's p 6', 'r 7 compact auto')).toEqual(['b:h:b']);
  });

  it('is recorded by a line, also where nothing is gone', () => {
    const one = openSession(dir, key, self('one'));
    markLoaded(one, body('a'));
    one.reset('compact auto');
    markForgotten(one, []);
    expect(one.state()).toMatchObject({ holders: new Map([['b:h:a', '']]) });
    markForgotten(one, ['b:h:a']);
    expect(one.state()).toEqual({ holders: new Map(), routed: [], compactedAt: clock });
    expect(fs.readFileSync(sessionFile(dir, key), 'utf8')).toContain(`\nf ${clock}\n\nf ${clock} b:h:a\n`);
  });
});

describe('pruning (E-24, E-51)', () => {
  const seed = (name: string, age: number) => {
    fs.mkdirSync(dir, { recursive: true });
    const file = path.join(dir, name);
    fs.writeFileSync(file, '');
    const at = (clock - age) / 1000;
    fs.utimesSync(file, at, at);
  };

  it('keeps 200 sessions and 100 subagents of 7 days, the newest', () => {
    const day = 86_400_000;
    for (let n = 0; n < 250; n++) seed(`s${String(n).padStart(3, '0')}.log`, n * (day / 30));
    for (let n = 0; n < 300; n++) seed(`a${String(n).padStart(3, '0')}.sub.log`, n);
    prune(dir, clock);
    const left = fs.readdirSync(dir).filter((name) => name.endsWith('.log'));
    const sessions = left.filter((name) => name.startsWith('s')).sort();
    expect(sessions).toHaveLength(180);
    expect([sessions[0], sessions.at(-1)]).toEqual(['s000.log', 's179.log']);
    expect(left.filter((name) => name.startsWith('a'))).toHaveLength(80);
    expect(fs.readdirSync(path.join(dir, 'spent'))).toHaveLength(290);
    for (let n = 0; n < 30; n++) seed(`old${n}.log`, 7 * day + 1);
    prune(dir, clock);
    expect(fs.readdirSync(dir).filter((name) => name.startsWith('old'))).toEqual([]);
  });

  it('prunes for a new session only where there are too many, and leaves 200 as they are', () => {
    for (let n = 0; n < 199; n++) seed(`s${n}.log`, 0);
    prune(dir, Date.now());
    expect(fs.readdirSync(dir).filter((name) => name.endsWith('.log'))).toHaveLength(199);
    seed('t.log', 0);
    expect(isDue(dir, Date.now())).toBe(false);
    prune(dir, clock);
    expect(fs.readdirSync(dir).filter((name) => name.endsWith('.log'))).toHaveLength(200);
    seed('u.log', 0);
    expect(isDue(dir, Date.now())).toBe(true);
  });

  it('is due at first and then once an hour', () => {
    fs.mkdirSync(dir, { recursive: true });
    expect(isDue(dir, Date.now())).toBe(true);
    prune(dir, Date.now());
    expect(isDue(dir, Date.now())).toBe(false);
    expect(isDue(dir, Date.now() + 3_700_000)).toBe(true);
  });
});
