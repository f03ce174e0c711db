import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { abandoned, compiler as compilerOf, lockFile } from '../../src/index/compile.ts';
import { dayOf, openFresh, requestCheck, staleness, stamp } from '../../src/index/fresh.ts';
import type { Head, Stamp } from '../../src/index/layout.ts';
import { type Index, type IndexedMemory, openIndex } from '../../src/index/read.ts';
import { writeIndex } from '../../src/index/write.ts';
import { entry, head, newFolder, removeFolders } from './lab.ts';

afterAll(removeFolders);

/** A vault with files, a config and a git index, compiled as they are. */
function world(count = 3) {
  const base = newFolder();
  const at = (name: string) => path.join(base, name);
  fs.mkdirSync(at('memories/sub'), { recursive: true });
  fs.mkdirSync(at('.git'));
  const names = Array.from({ length: count }, (_, n) => at(`memories/m${n}.md`));
  for (const file of [...names, at('config.yaml'), at('.git/index'), at('.git/HEAD')])
    fs.writeFileSync(file, 'as it was');
  for (const file of fs.readdirSync(base, { recursive: true, encoding: 'utf8' })) fs.utimesSync(at(file), 1_000, 1_000);
  const indexFile = at('index/x.idx');
  const now = Date.UTC(2026, 10, 30, 12);
  const compile = (more: Partial<Head> = {}) => {
    const files = names.filter((file) => fs.existsSync(file)).map(stamp);
    const entries = files.map(([file, mtimeMs, size], n) => {
      const it = entry(`m${n}`, 'as it was');
      return { ...it, meta: { ...it.meta, path: file }, mtimeMs, size };
    });
    const it = head({
      configs: [at('config.yaml'), at('absent.yaml')].map(stamp),
      folders: [at('memories'), at('memories/sub'), at('absent')].map(stamp),
      git: [at('.git/index'), at('.git/HEAD')].map(stamp),
      files: files.length,
      day: dayOf(now),
      ...more,
    });
    writeIndex(indexFile, it, entries, files);
    fs.utimesSync(indexFile, now / 1000, now / 1000);
  };
  compile();
  const state = (thorough: boolean, later = 0) => {
    const index = openIndex(indexFile)!;
    const found = staleness(index, { thorough, now: now + later });
    index.close();
    return found;
  };
  return { at, names, indexFile, now, compile, state };
}

describe('staleness', () => {
  type World = ReturnType<typeof world>;
  const few: [what: string, change: (it: World) => void, prompt: string, start: string][] = [
    ['nothing', () => {}, 'verified', 'verified'],
    ['a memory edited in place', ({ names }) => fs.writeFileSync(names[1]!, 'as it is!'), 'stale', 'stale'],
    ['a memory touched', ({ names }) => fs.utimesSync(names[1]!, 2_000, 2_000), 'stale', 'stale'],
    ['a memory added', ({ at }) => fs.writeFileSync(at('memories/new.md'), ''), 'stale', 'stale'],
    ['a memory added in a sub-folder', ({ at }) => fs.writeFileSync(at('memories/sub/new.md'), ''), 'stale', 'stale'],
    ['a memory deleted', ({ names }) => fs.rmSync(names[1]!), 'stale', 'stale'],
    [
      'a memory replaced by a rename',
      ({ at, names }) => fs.renameSync(names[0]!, at('memories/m1.md')),
      'stale',
      'stale',
    ],
    ['a vault made', ({ at }) => fs.mkdirSync(at('absent')), 'stale', 'stale'],
    ['a vault removed', ({ at }) => fs.rmSync(at('memories'), { recursive: true }), 'stale', 'stale'],
    ['the config edited', ({ at }) => fs.writeFileSync(at('config.yaml'), 'read: off'), 'config', 'config'],
    ['the config deleted', ({ at }) => fs.rmSync(at('config.yaml')), 'config', 'config'],
    ['a config made', ({ at }) => fs.writeFileSync(at('absent.yaml'), ''), 'config', 'config'],
    [
      'config and memory',
      ({ at, names }) => [at('config.yaml'), names[0]!].forEach((file) => void fs.rmSync(file)),
      'config',
      'config',
    ],
    // All files were looked at: git can have changed nothing else.
    ['a checkout that moved no memory', ({ at }) => fs.writeFileSync(at('.git/HEAD'), 'other'), 'verified', 'verified'],
  ];
  it.each(few)('few files: %s', (_, change, prompt, start) => {
    const it = world();
    change(it);
    expect([it.state(false), it.state(true)]).toEqual([prompt, start]);
  });

  const many: typeof few = [
    ['nothing', () => {}, 'fresh', 'fresh'],
    // What a prompt would show is looked at by openFresh.
    ['a memory edited in place', ({ names }) => fs.writeFileSync(names[1]!, 'as it is!'), 'fresh', 'fresh'],
    ['a memory added', ({ at }) => fs.writeFileSync(at('memories/new.md'), ''), 'stale', 'stale'],
    ['a checkout', ({ at }) => fs.writeFileSync(at('.git/index'), 'other'), 'unsure', 'unsure'],
    ['a first commit', ({ at }) => fs.rmSync(at('.git/HEAD')), 'unsure', 'unsure'],
    ['the config edited', ({ at }) => fs.writeFileSync(at('config.yaml'), 'read: off'), 'config', 'config'],
  ];
  it.each(many)('many files: %s', (_, change, prompt, start) => {
    const it = world(101);
    change(it);
    expect([it.state(false), it.state(true)]).toEqual([prompt, start]);
  });

  it('at the limit of a hundred files each is still looked at', () => {
    const it = world(100);
    fs.writeFileSync(it.names[99]!, 'as it is!');
    expect(it.state(false)).toBe('stale');
  });

  it('a new day is seen by a session-start only, and many files are checked again after a minute', () => {
    const few = world();
    expect([few.state(false, 86_400_000), few.state(true, 86_400_000)]).toEqual(['verified', 'stale']);
    const many = world(101);
    expect([many.state(true, 59_000), many.state(true, 61_000), many.state(false, 61_000)]).toEqual([
      'fresh',
      'unsure',
      'fresh',
    ]);
    expect(many.state(true, -61_000)).toBe('unsure');
  });
});

/** A compile that runs at once, counted, with a clock that moves on by what is waited for. */
function compiler(indexFile: string, run: () => unknown, wait = 50) {
  const seen = { started: 0, damaged: 0, unwritable: 0 };
  const compile = compilerOf({
    indexFile,
    start() {
      seen.started++;
      const end = run();
      if (end === 'fails') return undefined;
      if (end !== 'never') fs.rmSync(lockFile(indexFile));
      return process.pid;
    },
    unwritable: () => {
      seen.unwritable++;
    },
    damaged: () => {
      seen.damaged++;
    },
    clock: () => performance.now(),
    patience: wait,
  });
  return { seen, compile };
}

const thorough = { thorough: false, now: Date.UTC(2026, 10, 30, 12) };
const all = (index: Index): { chosen: string[]; shown: IndexedMemory[] } => {
  const shown = index.first(200);
  return { chosen: shown.map(({ id }) => id), shown };
};

describe('openFresh', () => {
  it('takes a fresh index as it is', () => {
    const { indexFile, compile: write } = world();
    const { seen, compile } = compiler(indexFile, write);
    expect(openFresh(compile, thorough, all)).toMatchObject({ chosen: ['m0', 'm1', 'm2'], late: false });
    expect(seen).toEqual({ started: 0, damaged: 0, unwritable: 0 });
  });

  it('has a stale or missing one compiled and takes the new one', () => {
    for (const change of [
      (it: ReturnType<typeof world>) => fs.rmSync(it.indexFile),
      (it: ReturnType<typeof world>) => fs.rmSync(it.names[2]!),
    ]) {
      const it = world();
      change(it);
      const { seen, compile } = compiler(it.indexFile, it.compile);
      const opened = openFresh(compile, thorough, all)!;
      expect([opened.late, seen]).toEqual([false, { started: 1, damaged: 0, unwritable: 0 }]);
      expect(fs.existsSync(lockFile(it.indexFile))).toBe(false);
    }
  });

  it('looks at what would be shown, however many files there are', () => {
    const it = world(101);
    fs.writeFileSync(it.names[7]!, 'as it is!');
    const { seen, compile } = compiler(it.indexFile, it.compile);
    expect(openFresh(compile, thorough, all)?.late).toBe(false);
    expect(seen.started).toBe(1);
    fs.writeFileSync(it.names[7]!, 'as it is again');
    const other = compiler(it.indexFile, it.compile);
    openFresh(other.compile, thorough, (index) => ({ chosen: 0, shown: [index.memory(3)] }));
    expect(other.seen.started).toBe(0);
  });

  it('goes on with the old one past the deadline, and with none where the config has changed', () => {
    const it = world();
    fs.rmSync(it.names[2]!);
    const first = compiler(it.indexFile, () => 'never');
    expect(openFresh(first.compile, thorough, all)).toMatchObject({ chosen: ['m0', 'm1', 'm2'], late: true });
    // The lock is that sync's: nobody starts another.
    const second = compiler(it.indexFile, it.compile);
    expect(openFresh(second.compile, thorough, all)?.late).toBe(true);
    expect([first.seen.started, second.seen.started]).toEqual([1, 0]);
    fs.writeFileSync(it.at('config.yaml'), 'read: off');
    expect(openFresh(compiler(it.indexFile, it.compile).compile, thorough, all)).toBeUndefined();
  });

  it('does not wait where no sync can be started, or ends without an index', () => {
    const it = world();
    fs.rmSync(it.indexFile);
    const began = performance.now();
    const none = compiler(it.indexFile, () => 'fails', 5_000);
    expect(openFresh(none.compile, thorough, all)).toBeUndefined();
    const idle = compiler(it.indexFile, () => {}, 5_000);
    expect(openFresh(idle.compile, thorough, all)).toBeUndefined();
    expect([none.seen.started, idle.seen.started]).toEqual([1, 2]);
    expect(performance.now() - began).toBeLessThan(2_000);
    expect(fs.existsSync(lockFile(it.indexFile))).toBe(false);
  });

  it('asks for no second sync where one has ended while it looked', () => {
    const it = world();
    fs.rmSync(it.names[2]!);
    const { seen, compile } = compiler(it.indexFile, it.compile);
    let looks = 0;
    const opened = openFresh(compile, thorough, (index) => {
      if (looks++ === 0) it.compile();
      return all(index);
    });
    expect([opened?.chosen, opened?.late, seen.started]).toEqual([['m0', 'm1'], false, 0]);
    expect(fs.existsSync(lockFile(it.indexFile))).toBe(false);
  });

  it('has one that cannot be read compiled, and says so once', () => {
    for (const spoil of [
      (bytes: Buffer) => bytes.subarray(0, 700),
      (bytes: Buffer) => Buffer.alloc(bytes.length, 7),
      (bytes: Buffer) => bytes.fill(0, 1600),
      (bytes: Buffer) => bytes.fill('{', 64, 66),
    ]) {
      const it = world();
      fs.writeFileSync(it.indexFile, spoil(fs.readFileSync(it.indexFile)));
      const { seen, compile } = compiler(it.indexFile, it.compile);
      expect(openFresh(compile, thorough, all)).toMatchObject({ chosen: ['m0', 'm1', 'm2'], late: false });
      expect(seen).toEqual({ started: 1, damaged: 1, unwritable: 0 });
    }
  });
});

describe('the lock', () => {
  const lock = () => path.join(newFolder(), 'x.idx.lock');
  const seconds = (ago: number) => Date.now() / 1000 - ago;
  const dead = spawnSync(process.execPath, ['-e', '']).pid;

  const locks: [what: string, content: () => string, secondsAgo: number, gone: boolean][] = [
    ['of a living process', () => String(process.pid), 1, false],
    ['of a living process that hangs', () => String(process.pid), 601, true],
    ['of a dead process', () => String(dead), 1, true],
    ['just made', () => '', 1, false],
    ['never handed over', () => '', 6, true],
    ['of garbage', () => 'x\0y', 6, true],
    ['of a negative process', () => '-1', 6, true],
    ['of another clock', () => '', -3_600, true],
  ];
  it.each(locks)('%s', (_, content, ago, gone) => {
    const file = lock();
    fs.writeFileSync(file, content());
    fs.utimesSync(file, seconds(ago), seconds(ago));
    expect(abandoned(file)).toBe(gone);
  });

  it('of a process that has ended unasked for is given up', () => {
    const file = lock();
    fs.writeFileSync(file, '');
    // sh starts it and becomes a process that never asks how it ended.
    const zombie = spawn('/bin/sh', ['-c', 'true & echo $! > "$0"; exec sleep 60', file]);
    for (let n = 0; n < 2_000 && !abandoned(file); n++)
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    expect(abandoned(file)).toBe(true);
    zombie.kill();
  });

  it('that is gone is not abandoned', () => {
    expect(abandoned(lock())).toBe(false);
  });

  it('is taken over where it is abandoned', () => {
    const it = world();
    fs.rmSync(it.names[2]!);
    fs.writeFileSync(lockFile(it.indexFile), String(dead));
    const { seen, compile } = compiler(it.indexFile, it.compile);
    expect(openFresh(compile, thorough, all)?.late).toBe(false);
    expect(seen.started).toBe(1);
  });

  it('that cannot be made asks for nothing', () => {
    const it = world();
    fs.rmSync(it.at('index'), { recursive: true });
    fs.writeFileSync(it.at('index'), 'a file in its place');
    const { seen, compile } = compiler(it.indexFile, it.compile, 5_000);
    expect(openFresh(compile, thorough, all)).toBeUndefined();
    expect(seen.started).toBe(0);
  });

  it('is asked for by a check once a minute at the most', () => {
    const it = world();
    const { seen, compile } = compiler(it.indexFile, () => {});
    const checks: [number, number][] = [
      [59_000, 0],
      [61_000, 1],
      [-61_000, 2],
      [Number.POSITIVE_INFINITY, 3],
    ];
    for (const [later, started] of checks) {
      requestCheck(compile, it.now + later);
      expect([later, seen.started]).toEqual([later, started]);
    }
  });
});

describe('a stamp', () => {
  it('is −1 for what is absent or cannot be reached, and has no size for folders', () => {
    const it = world();
    const absent: Stamp = [it.at('nothing'), -1, -1];
    expect(stamp(it.at('nothing'))).toEqual(absent);
    expect(stamp(it.at('config.yaml/below'))).toEqual([it.at('config.yaml/below'), -1, -1]);
    expect(stamp('/a\0b')).toEqual(['/a\0b', -1, -1]);
    expect(stamp(it.at('memories'))).toEqual([it.at('memories'), 1_000_000, 0]);
    expect(stamp(it.names[0]!)).toEqual([it.names[0], 1_000_000, 9]);
  });
});
