// Everything that engram stands on, broken: the turn goes on, the fault is in the log, and nothing is lost.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { spoolFolder } from '../../src/capture/spool.ts';
import { CACHED, halves } from '../../src/hook/code-cache.ts';
import { lockFile } from '../../src/index/compile.ts';
import { findPlaces } from '../../src/index/places.ts';
import {
  amiss,
  CANARY,
  context,
  DEPLOY,
  type Env,
  EVENTS,
  HOSTS,
  later,
  makeReadOnly,
  makeSmall,
  newProcessLab,
  type ProcessLab,
  payloads,
  ROLLBACK,
  removeLabs,
  snapshot,
  TWO,
  trustProject,
  untilIdle,
} from './lab.ts';

afterEach(removeLabs);

/** Bytes of no meaning, the same in each run. */
function noise(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let n = 0, seed = 1; n < length; n++) {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[n] = seed >>> 24;
  }
  return bytes;
}

const vault = (lab: ProcessLab) => snapshot(path.join(lab.project, '.engram'));
/** The lines of the log without their time. */
const lines = (lab: ProcessLab) => lab.log().map((line) => line.replace(/^\S+ /, ''));

/** Every registered event of both hosts, each in its own session; all must end well. What each was sent. */
function everyEvent(
  lab: ProcessLab,
  name: string,
  options: Parameters<ProcessLab['run']>[2] = {},
): Record<string, string> {
  const before = vault(lab);
  const sent: Record<string, string> = {};
  for (const host of HOSTS) {
    for (const event of EVENTS) {
      const ran = lab.run(host, payloads(lab, host, `${name}-${event}`)[event]!, options);
      expect([host, event, amiss(ran)]).toEqual([host, event, []]);
      sent[`${host} ${event}`] = context(ran);
    }
  }
  expect(vault(lab)).toEqual(before);
  expect(lab.log().filter((line) => line.includes(CANARY) || line.includes('payments'))).toEqual([]);
  return sent;
}

const prompt = (lab: ProcessLab, session: string, options: Parameters<ProcessLab['run']>[2] = {}) =>
  lab.run('claude', payloads(lab, 'claude', session).UserPromptSubmit!, options);

/** Edits a memory and lets a hook find it out; what a later session is sent. */
function edit(lab: ProcessLab): string {
  lab.remember('rollback', `${ROLLBACK} Ask first.`);
  expect(amiss(prompt(lab, 'finds-out'))).toEqual([]);
  lab.quiet();
  return context(prompt(lab, 'later'));
}

const NEW = `${ROLLBACK} Ask first.`;

describe('the database (P-08)', () => {
  it('corrupt: hooks do not notice, a sync puts it aside and says so once', () => {
    const lab = newProcessLab(TWO);
    const bytes = noise(65_536);
    fs.writeFileSync(lab.places.db, bytes);
    expect(everyEvent(lab, 'x')['claude UserPromptSubmit']).toContain(DEPLOY);
    expect(lines(lab)).toEqual([]);
    expect(edit(lab)).toContain(NEW);
    expect(lines(lab)).toEqual(['sync: the database was corrupt and is made anew; the old one lies beside it']);
    expect(fs.readFileSync(`${lab.places.db}.corrupt-1`).equals(bytes)).toBe(true);
    everyEvent(lab, 'y');
    expect(lines(lab)).toHaveLength(1);
  });

  it('corrupt behind its first page: the same', () => {
    const lab = newProcessLab(TWO);
    const bytes = fs.readFileSync(lab.places.db);
    fs.rmSync(`${lab.places.db}-wal`, { force: true });
    noise(bytes.length - 4096).copy(bytes, 4096);
    fs.writeFileSync(lab.places.db, bytes);
    expect(edit(lab)).toContain(NEW);
    expect(lines(lab)).toEqual(['sync: the database was corrupt and is made anew; the old one lies beside it']);
    expect(fs.readFileSync(`${lab.places.db}.corrupt-1`).equals(bytes)).toBe(true);
  });

  it('of a newer version: is left as it is', () => {
    const lab = newProcessLab(TWO);
    fs.rmSync(lab.places.db);
    const newer = new Database(lab.places.db);
    newer.exec('CREATE TABLE future (x); PRAGMA user_version = 99');
    newer.close();
    const bytes = fs.readFileSync(lab.places.db);
    everyEvent(lab, 'x');
    expect(edit(lab)).toContain(NEW);
    expect(lines(lab)).toEqual(['sync: the database was not used; engram doctor says why']);
    expect(fs.readFileSync(lab.places.db).equals(bytes)).toBe(true);
  });

  it('O1: locked by another process: no hook waits for it, and what was edited is there all the same', () => {
    const lab = newProcessLab(TWO);
    const other = new Database(lab.places.db);
    later(() => other.close());
    other.exec('BEGIN EXCLUSIVE');
    lab.remember('rollback', NEW);
    const took = Array.from({ length: 5 }, (_, n) => {
      const ran = prompt(lab, `locked-${n}`);
      expect(amiss(ran)).toEqual([]);
      return ran.took;
    });
    expect(took.filter((ms) => ms > 2_500)).toEqual([]);
    everyEvent(lab, 'locked');
    // The sync still waits for the database; its index is in place.
    expect(fs.existsSync(lockFile(lab.indexFile))).toBe(true);
    expect(context(prompt(lab, 'sees-it'))).toContain(NEW);
    other.exec('ROLLBACK');
    lab.quiet();
    expect(lines(lab)).toEqual([]);
  });

  it('a folder in its place: is done without', () => {
    const lab = newProcessLab(TWO);
    fs.rmSync(lab.places.db);
    fs.mkdirSync(lab.places.db);
    expect(edit(lab)).toContain(NEW);
    expect(lines(lab)).toEqual(['sync: the database was not used; engram doctor says why']);
  });
});

describe('better-sqlite3', () => {
  const broken: [string, (lab: ProcessLab) => void][] = [
    ['not installed', () => {}],
    [
      'of another Node',
      (lab) =>
        module(
          lab,
          'module.exports = class { constructor() { throw new Error("was compiled against a different Node.js version"); } };',
        ),
    ],
    ['that throws when it is loaded', (lab) => module(lab, 'throw new Error("no binding");')],
    ['that is no module', (lab) => module(lab, '\u0000\u0001')],
  ];
  function module(lab: ProcessLab, text: string) {
    const folder = path.join(lab.dist, '..', 'node_modules', 'better-sqlite3');
    fs.mkdirSync(folder);
    fs.writeFileSync(path.join(folder, 'index.js'), text);
  }
  it.each(broken)('%s: hooks and sync work without it', (_, put) => {
    const lab = newProcessLab(TWO, { cold: true });
    fs.rmSync(path.join(lab.dist, '..', 'node_modules', 'better-sqlite3'));
    put(lab);
    prompt(lab, 'compiles');
    lab.quiet();
    const sent = everyEvent(lab, 'x');
    expect(sent['claude UserPromptSubmit']).toContain(DEPLOY);
    expect(sent['codex SessionStart']).toContain('deploy-window');
    expect(edit(lab)).toContain(NEW);
    expect(lines(lab)).toEqual(Array(2).fill('sync: the database was not used; engram doctor says why'));
    expect(fs.existsSync(lab.places.db)).toBe(false);
  });
});

describe('a memory file', () => {
  it('broken: is named once and hides no other', () => {
    const lab = newProcessLab(
      { ...TWO, broken: '---\ntags: [never closed\n---\nDeploy the payments service.\n' },
      { cold: true },
    );
    lab.sync();
    const sent = everyEvent(lab, 'x');
    expect(sent['codex UserPromptSubmit']).toContain(DEPLOY);
    expect(edit(lab)).toContain(NEW);
    expect(lines(lab)).toEqual(['sync: a memory file cannot be read; engram doctor names it']);
  });

  it('gone with its whole vault: nothing is sent, nothing is wrong', () => {
    const lab = newProcessLab(TWO);
    fs.renameSync(path.join(lab.project, '.engram'), path.join(lab.project, '.gone'));
    fs.mkdirSync(path.join(lab.project, '.engram'));
    prompt(lab, 'finds-out');
    lab.quiet();
    expect(new Set(Object.values(everyEvent(lab, 'x')))).toEqual(new Set(['']));
    expect(lines(lab)).toEqual([]);
  });
});

describe('what may not be read (O2)', () => {
  const OTHER = 65_534;
  const asRoot = process.getuid?.() === 0;
  const modes: [what: string, at: (lab: ProcessLab) => string, closed: number, open: number][] = [
    ['a vault', (lab) => path.join(lab.project, '.engram', 'memories'), 0, 0o755],
    ['a vault that may be listed only', (lab) => path.join(lab.project, '.engram', 'memories'), 0o444, 0o755],
    ['a folder in it', (lab) => path.join(lab.project, '.engram', 'memories', 'sub'), 0, 0o755],
    ['a memory', (lab) => path.join(lab.project, '.engram', 'memories', 'sub', 'deploy.md'), 0, 0o644],
  ];
  it.each(modes)('%s: is found again as soon as it may', (_, at, closed, open) => {
    const lab = newProcessLab({});
    const sub = path.join(lab.project, '.engram', 'memories', 'sub');
    fs.mkdirSync(sub);
    fs.writeFileSync(path.join(sub, 'deploy.md'), DEPLOY);
    lab.sync();
    if (asRoot) spawnSync('chown', ['-R', `${OTHER}:${OTHER}`, lab.base]);
    const ask = (session: string) => {
      const ran = prompt(lab, session, asRoot ? { uid: OTHER } : {});
      expect(amiss(ran)).toEqual([]);
      lab.quiet();
      return context(ran);
    };
    expect(ask('before')).toContain(DEPLOY);
    fs.chmodSync(at(lab), closed);
    // A file that is only closed is in the index as it was.
    fs.utimesSync(path.join(sub, 'deploy.md'), 1e9, 1e9);
    ask('finds out');
    expect(ask('closed')).toBe('');
    fs.chmodSync(at(lab), open);
    // The first to see it waits for the sync only so long; on a busy machine that is too short.
    ask('opened');
    expect(ask('again')).toContain(DEPLOY);
  });
});

describe('a config file', () => {
  it('that does not parse: the other memories, the other keys, one line', () => {
    const lab = newProcessLab(TWO);
    fs.writeFileSync(lab.places.config, 'proof: [never closed\n');
    prompt(lab, 'finds-out');
    lab.quiet();
    expect(everyEvent(lab, 'x')['claude UserPromptSubmit']).toContain(DEPLOY);
    expect(lines(lab)).toEqual(['sync: a config file has a fault; engram doctor names it']);
  });

  it.each(['read: off\nproof: [\n', 'read: of\n'])('that keeps memories back still does: %j', (text) => {
    const lab = newProcessLab(TWO);
    fs.writeFileSync(lab.places.config, text);
    prompt(lab, 'finds-out');
    lab.quiet();
    expect(new Set(Object.values(everyEvent(lab, 'x')))).toEqual(new Set(['']));
    expect(lines(lab)).toEqual(['sync: a config file has a fault; engram doctor names it']);
  });
});

describe('the index', () => {
  const DAMAGED = 'claude prompt: the index is damaged or of another version';
  const spoilt: [string, (whole: Buffer) => Buffer][] = [
    ['half-written', (whole) => whole.subarray(0, whole.length >> 1)],
    ['empty', () => Buffer.alloc(0)],
    ['garbage of the same length', (whole) => noise(whole.length)],
    ['without its last byte', (whole) => whole.subarray(0, -1)],
    ['with a block of zeros inside', (whole) => whole.fill(0, 1_200, 2_400)],
    ['of another version', (whole) => whole.fill(1, 4, 5)],
  ];
  it.each(spoilt)('%s: is compiled anew', (_, spoil) => {
    const lab = newProcessLab(TWO);
    fs.writeFileSync(lab.indexFile, spoil(fs.readFileSync(lab.indexFile)));
    expect(amiss(prompt(lab, 'finds-out'))).toEqual([]);
    lab.quiet();
    expect(lines(lab)).toEqual([DAMAGED]);
    expect(everyEvent(lab, 'x')['claude UserPromptSubmit']).toContain(DEPLOY);
    expect(lines(lab)).toEqual([DAMAGED]);
  });

  it('with zeros in a body: sends nothing rather than that, and is compiled anew', () => {
    const lab = newProcessLab(TWO);
    const bytes = fs.readFileSync(lab.indexFile);
    const at = bytes.lastIndexOf(DEPLOY);
    bytes.fill(0, at, at + 10);
    fs.writeFileSync(lab.indexFile, bytes);
    const ran = prompt(lab, 'finds-out');
    expect([amiss(ran), ran.stdout]).toEqual([[], '']);
    lab.quiet();
    expect(lines(lab)).toHaveLength(1);
    expect(lines(lab)[0]).toMatch(/^claude prompt: DamagedIndex at lane\.js:\d+:\d+$/);
    expect(context(prompt(lab, 'later'))).toContain(DEPLOY);
    expect(lines(lab)).toHaveLength(1);
  });

  it('a folder in its place: nothing is sent, and it is said', () => {
    const lab = newProcessLab(TWO);
    fs.rmSync(lab.indexFile);
    fs.mkdirSync(lab.indexFile);
    expect(new Set(Object.values(everyEvent(lab, 'x')))).toEqual(new Set(['']));
    lab.quiet();
    expect(lines(lab)).toContain('claude prompt: the index is damaged or of another version');
  });

  it('a file in the place of its folder: nothing is sent, and it is said', () => {
    const lab = newProcessLab(TWO);
    fs.rmSync(lab.places.index, { recursive: true });
    fs.writeFileSync(lab.places.index, '');
    expect(new Set(Object.values(everyEvent(lab, 'x')))).toEqual(new Set(['']));
    expect(lines(lab)).toContain('claude prompt: the index cannot be written');
  });
});

describe('the lock of a sync', () => {
  const dead = () => String(spawnSync('true').pid);
  const stale: [string, () => string, number][] = [
    ['of a process that is gone', dead, 0],
    ['of a process that hangs', () => String(process.pid), 700],
    ['never handed over', () => '', 10],
    ['of garbage', () => noise(50).toString('latin1'), 10],
    ['of a clock that was set back', dead, -100_000],
  ];
  it.each(stale)('%s: is taken over', (_, content, ago) => {
    const lab = newProcessLab(TWO);
    const lock = lockFile(lab.indexFile);
    fs.writeFileSync(lock, content());
    const at = Date.now() / 1000 - ago;
    fs.utimesSync(lock, at, at);
    expect(edit(lab)).toContain(NEW);
    expect(fs.existsSync(lock)).toBe(false);
    expect(lines(lab)).toEqual([]);
  });
});

describe('the code cache', () => {
  /** The lane's, and those of its parts. */
  const caches = (lab: ProcessLab) => {
    const folder = path.join(lab.places.home, 'cache');
    const names = fs.readdirSync(folder).sort();
    expect(names).toEqual([
      expect.stringMatching(/^lane-[\w.-]+$/),
      ...CACHED.map((part) => `${names[0]}-${part}`).sort(),
    ]);
    return names.map((name) => path.join(folder, name));
  };
  const spoilt: [string, (whole: Buffer) => Buffer][] = [
    ['empty', () => Buffer.alloc(0)],
    ['half-written', (whole) => whole.subarray(0, whole.length >> 1)],
    ['cut', (whole) => whole.subarray(0, -1_001)],
    ['of garbage', () => noise(40_000)],
    ['of garbage, twice', () => Buffer.concat([noise(40_000), noise(40_000)])],
    [
      'with one bit turned',
      (whole) => {
        const at = Math.floor(whole.length / 5);
        return whole.fill(whole[at]! ^ 1, at, at + 1);
      },
    ],
    [
      'of another V8',
      (whole) =>
        Buffer.concat(
          [0, whole.length >> 1].map((at) => Buffer.from(whole.subarray(at, at + (whole.length >> 1))).fill(0, 4, 8)),
        ),
    ],
  ];
  it.each(spoilt)('%s: is not used', (_, spoil) => {
    const lab = newProcessLab(TWO);
    fs.writeFileSync(lab.places.config, 'capture:\n  enabled: true\n');
    lab.sync();
    const files = caches(lab);
    for (const file of files) fs.writeFileSync(file, spoil(fs.readFileSync(file)));
    const sent = everyEvent(lab, 'x');
    expect(sent['claude UserPromptSubmit']).toContain(DEPLOY);
    expect(sent['codex UserPromptSubmit']).toContain(DEPLOY);
    for (const text of ['Wann darf ich das Passwort: geändert, wieder ausliefern?', '我们什么时候可以部署支付服务?'])
      expect(amiss(lab.run('claude', { ...payloads(lab, 'claude').UserPromptSubmit!, prompt: text }))).toEqual([]);
    // A worker may have emptied it already.
    expect(fs.existsSync(spoolFolder(lab.places))).toBe(true);
    expect(lines(lab)).toEqual([]);
    lab.sync();
    for (const file of files) expect(halves(fs.readFileSync(file))).toBeDefined();
  });
});

describe('the session log', () => {
  it.each([
    ['10 MB of random bytes', () => noise(10 << 20)],
    ['10 MB of one line', () => Buffer.alloc(10 << 20, 'c ')],
    ['10 MB of empty lines', () => Buffer.alloc(10 << 20, '\n')],
    [
      'lines that look like its own',
      () => Buffer.from('r\nc\nc x\ns\ne\nu\n@ {\ns x NaN\nc x 1e999 b: b:: :\nu 1 ../.. %00\n'),
    ],
  ])('%s: the session is one without a record, and has one from then on', (_, bytes) => {
    const lab = newProcessLab(TWO);
    for (const host of HOSTS) {
      const payload = payloads(lab, host).UserPromptSubmit!;
      expect(context(lab.run(host, payload))).toContain(DEPLOY);
      fs.writeFileSync(lab.sessionFile(host, 's'), bytes());
      const ran = lab.run(host, payload);
      expect([amiss(ran), ran.took < 5_000, context(ran).includes(DEPLOY)]).toEqual([[], true, true]);
      expect(context(lab.run(host, payload))).toBe('already loaded: deploy-window, rollback');
    }
    expect(lines(lab)).toEqual([]);
  });

  it('a folder in its place: nothing is sent, one line', () => {
    const lab = newProcessLab(TWO);
    fs.mkdirSync(lab.sessionFile('claude', 's'), { recursive: true });
    const ran = prompt(lab, 's');
    expect([amiss(ran), ran.stdout]).toEqual([[], '']);
    expect(lines(lab)).toHaveLength(1);
    expect(lines(lab)[0]).toMatch(/^claude prompt: Error EISDIR at lane\.js:\d+:\d+$/);
  });
});

describe('the package', () => {
  it('without sync.cjs: what is compiled is sent, what was edited is not, one line', () => {
    const lab = newProcessLab(TWO);
    fs.rmSync(path.join(lab.dist, 'sync.cjs'));
    lab.remember('rollback', NEW);
    const ran = prompt(lab, 's');
    expect([amiss(ran), ran.took < 2_500]).toEqual([[], true]);
    expect(context(ran)).toContain(DEPLOY);
    expect(context(ran)).not.toContain(ROLLBACK);
    expect(lines(lab)).toEqual(['claude prompt: engram sync cannot be started']);
    expect(fs.existsSync(lockFile(lab.indexFile))).toBe(false);
    everyEvent(lab, 'x');
  });

  it.each([
    ['lane.js', undefined],
    ['lane.js', '(function(exports'],
    ['lane.js', '\u0000\u0001'],
    ['lane.js', '(function(lane,requires,__dirname){throw 1})'],
    ['hook.cjs', undefined],
  ])('with %s missing or spoilt: nothing happens', (name, text) => {
    const lab = newProcessLab(TWO);
    const file = path.join(lab.dist, name);
    if (text === undefined) fs.rmSync(file);
    else fs.writeFileSync(file, text);
    expect(new Set(Object.values(everyEvent(lab, 'x')))).toEqual(new Set(['']));
  });

  it('with a stemmer missing or spoilt: words of that language stay as they are', () => {
    const lab = newProcessLab({ backup: 'Datenbank Sicherung nachts um drei Uhr.' });
    fs.rmSync(path.join(lab.dist, 'stem-de.cjs'));
    fs.writeFileSync(path.join(lab.dist, 'stem-ru.cjs'), 'throw 1');
    for (const text of ['Wann ist die Datenbank Sicherung nachts?', 'Когда делается резервная копия базы?']) {
      expect(amiss(lab.run('claude', { ...payloads(lab, 'claude').UserPromptSubmit, prompt: text }))).toEqual([]);
    }
    expect(lines(lab)).toEqual([]);
  });
});

describe('the home folder (P-08)', () => {
  const asLocal = (env: Env) => ({ env, scope: 'local' as const });
  it('not said, missing, a file, or where nothing can be made: nothing is sent', () => {
    const lab = newProcessLab(TWO);
    fs.writeFileSync(path.join(lab.base, 'file'), '');
    const homes: Env[] = [
      { HOME: undefined },
      { HOME: '' },
      { HOME: 'relative' },
      { HOME: '/proc/self/no-such-folder' },
      { HOME: path.join(lab.base, 'file') },
      { ENGRAM_HOME: path.join(lab.base, 'file') },
      { ENGRAM_HOME: '/proc' },
      { ENGRAM_HOME: '/dev/null' },
    ];
    for (const env of homes) {
      expect([env, ...new Set(Object.values(everyEvent(lab, 'x', asLocal(env))))]).toEqual([env, '']);
    }
    expect(fs.existsSync(path.join(lab.project, 'relative'))).toBe(false);
    // By the project's own command no launcher is found.
    expect(new Set(Object.values(everyEvent(lab, 'x', { env: { HOME: '/nowhere' } })))).toEqual(new Set(['']));
    expect(context(prompt(lab, 'afterwards'))).toContain(DEPLOY);
  });

  it('ENGRAM_HOME that is relative, as if it were not set: everything in the one folder, none where the hook runs', () => {
    const lab = newProcessLab(TWO);
    const ENGRAM_HOME = 'state';
    expect(context(prompt(lab, 'relative', { env: { ENGRAM_HOME } }))).toContain(DEPLOY);
    everyEvent(lab, 'x', { env: { ENGRAM_HOME } });
    lab.remember('rollback', 'Roll back the payments deploy by hand.');
    prompt(lab, 'compiles', { env: { ENGRAM_HOME } });
    lab.quiet();
    expect(context(prompt(lab, 'afterwards', { env: { ENGRAM_HOME } }))).toContain('by hand');
    expect(fs.readdirSync(lab.project).sort()).toEqual(['.engram', '.git']);
    expect(lab.session('claude', 'relative').holders.size).toBeGreaterThan(0);
    expect(lines(lab)).toEqual([]);
  });

  it('missing but possible: is made', () => {
    const lab = newProcessLab(TWO);
    const ENGRAM_HOME = path.join(lab.base, 'new', 'home');
    everyEvent(lab, 'x', { env: { ENGRAM_HOME } });
    trustProject(lab.project, findPlaces({ ENGRAM_HOME })!);
    prompt(lab, 'compiles', { env: { ENGRAM_HOME } });
    expect(fs.statSync(ENGRAM_HOME).mode & 0o777).toBe(0o700);
    // The sync makes the code cache last, in the same folder.
    untilIdle(lab.base);
    expect(context(prompt(lab, 'afterwards', { env: { ENGRAM_HOME } }))).toContain(DEPLOY);
  });

  it('with a file where one of its folders should be: nothing is sent', () => {
    for (const name of ['sessions', 'index', 'cache', 'bypass'] as const) {
      const lab = newProcessLab(TWO);
      const at = path.join(lab.places.home, name);
      fs.rmSync(at, { recursive: true, force: true });
      fs.writeFileSync(at, '');
      const sent = everyEvent(lab, 'x')['claude UserPromptSubmit'];
      expect([name, sent !== '']).toEqual([name, name === 'cache' || name === 'bypass']);
      fs.rmSync(at);
      prompt(lab, 'compiles');
      lab.quiet();
      expect([name, context(prompt(lab, 'afterwards')).includes(DEPLOY)]).toEqual([name, true]);
    }
  });

  it('read-only: nothing is sent and nothing changes', (test) => {
    const lab = newProcessLab(TWO);
    const delivered = context(prompt(lab, 'before'));
    lab.remember('rollback', NEW);
    const state = snapshot(lab.places.home);
    if (!makeReadOnly(lab.home)) return test.skip('no file system can be mounted here');
    expect(() => fs.writeFileSync(path.join(lab.home, 'x'), '')).toThrow();
    expect(new Set(Object.values(everyEvent(lab, 'x')))).toEqual(new Set(['']));
    expect(snapshot(lab.places.home)).toEqual(state);
    expect(delivered).toContain(DEPLOY);
  });

  it('on a full disk: nothing is sent that cannot be recorded, and all of it once there is room', (test) => {
    const lab = newProcessLab(TWO);
    const ENGRAM_HOME = path.join(lab.base, 'small');
    if (!makeSmall(ENGRAM_HOME, '4m')) return test.skip('no file system can be mounted here');
    const env = { ENGRAM_HOME };
    const small = { env };
    trustProject(lab.project, findPlaces(env)!);
    prompt(lab, 'compiles', small);
    // The sync makes the code cache last, in the same folder.
    untilIdle(lab.base);
    expect(context(prompt(lab, 'before', small))).toContain(DEPLOY);
    const filler = path.join(ENGRAM_HOME, 'filler');
    const fd = fs.openSync(filler, 'w');
    expect(() => {
      for (;;) fs.writeSync(fd, Buffer.alloc(1024));
    }).toThrow(/ENOSPC/);
    fs.closeSync(fd);
    // Before its record, each answer is nothing; SessionStart and the prompt of a session share no record here.
    const sent = everyEvent(lab, 'full', small);
    expect(new Set(Object.values(sent))).toEqual(new Set(['']));
    lab.remember('rollback', NEW);
    everyEvent(lab, 'full-and-stale', small);
    fs.rmSync(filler);
    expect(context(prompt(lab, 'before', small))).toMatch(/already loaded: deploy-window/);
    expect(context(prompt(lab, 'full-UserPromptSubmit', small))).toContain(DEPLOY);
    expect(context(prompt(lab, 'full-UserPromptSubmit', small))).toMatch(/already loaded: deploy-window/);
  });
});

afterAll(removeLabs);
