// `engram capture off` where it is hard: on a full disk, beside a worker, with turns left. Off is off, and nothing of it lies about.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, describe, expect, it } from 'vitest';
import { workerLock } from '../../src/capture/running.ts';
import { append, spoolFolder, waiting } from '../../src/capture/spool.ts';
import { findPlaces } from '../../src/index/places.ts';
import { engram } from '../acceptance/lab.ts';
import {
  amiss,
  filesHolding,
  makeReadOnly,
  makeSmall,
  newProcessLab,
  type ProcessLab,
  removeLabs,
  trustProject,
} from './lab.ts';

afterEach(removeLabs);

const DAY = 86_400_000;
const prompt = (lab: ProcessLab, turn: string, text: string) => ({
  ...{ session_id: 's', cwd: lab.project, prompt_id: turn, hook_event_name: 'UserPromptSubmit', prompt: text },
});

/** Fills a file system but for so many bytes. */
function fill(file: string, free: number): void {
  const fd = fs.openSync(file, 'w');
  try {
    for (;;) fs.writeSync(fd, Buffer.alloc(4_096));
  } catch {
    // Full.
  }
  fs.ftruncateSync(fd, Math.max(0, fs.fstatSync(fd).size - free));
  fs.closeSync(fd);
}

const cases = [0, 4_096, 12_288, 40_960].flatMap((free) => [[free, []] as const, [free, ['--discard']] as const]);

describe('on a full disk', { timeout: 120_000 }, () => {
  it.for(cases)(
    'P-21: with %i bytes free, %j: it is off and no prompt is kept, or it says that it is on',
    ([free, more], test) => {
      const lab = newProcessLab({});
      const ENGRAM_HOME = path.join(lab.base, 'small');
      if (!makeSmall(ENGRAM_HOME, '5m')) return test.skip('no file system can be mounted here');
      const small = { project: lab.project, env: { ...lab.env, ENGRAM_HOME } };
      const places = findPlaces(small.env)!;
      trustProject(lab.project, places);
      expect(engram(small, ['capture', 'on']).code).toBe(0);
      const ask = (turn: string) =>
        expect(
          amiss(lab.run('claude', prompt(lab, turn, `remember the zebra-${turn}`), { env: { ENGRAM_HOME } })),
        ).toEqual([]);
      const holding = (turn: string) => filesHolding(ENGRAM_HOME, `zebra-${turn}`).length > 0;
      ask('before');
      expect(holding('before')).toBe(true);
      const filler = path.join(ENGRAM_HOME, 'filler');
      fill(filler, free);
      const off = engram(small, ['capture', 'off', ...more]);
      const isOn = () =>
        (JSON.parse(engram(small, ['capture', 'status', '--json']).out) as { capture: boolean }).capture;
      if (off.code === 73) {
        expect(off.err).toBe(
          'engram: the config could not be written: no space left on the disk; capture is still on\n',
        );
        expect([isOn(), free, more]).toEqual([true, 0, []]);
        fs.rmSync(filler);
        expect(engram(small, ['capture', 'off']).code).toBe(0);
      } else {
        expect([off.code, isOn(), off.err.includes('should not have happened')]).toEqual([
          off.err.includes('capture is off; ') ? 65 : 0,
          false,
          false,
        ]);
        if (off.code === 0) expect(off.out.split('\n')[0]).toBe('Capture is off: no turn is kept any more');
        ask('full');
        expect(holding('full')).toBe(false);
        if (more.length > 0) expect(holding('before')).toBe(false);
        fs.rmSync(filler);
      }
      ask('after');
      expect(holding('after')).toBe(false);
      expect(isOn()).toBe(false);
    },
  );
});

describe('on a read-only disk', { timeout: 60_000 }, () => {
  it('P-08 P-21: says that it is on; hooks are silent, and no command is at a loss', (test) => {
    const lab = newProcessLab({});
    expect(engram(lab, ['capture', 'on']).code).toBe(0);
    lab.run('claude', prompt(lab, 't1', 'a zebra'));
    if (!makeReadOnly(lab.home)) return test.skip('no file system can be mounted here');
    for (const turn of ['t1', 't2']) expect(amiss(lab.run('claude', prompt(lab, turn, 'another zebra')))).toEqual([]);
    const still = `engram: the config could not be written: the file system is read-only (${lab.places.home}); capture is still on\n`;
    for (const more of [[], ['--discard']])
      expect(engram(lab, ['capture', 'off', ...more])).toMatchObject({ code: 73, out: '', err: still });
    const { code, err } = engram(lab, ['worker']);
    const spool = spoolFolder(lab.places);
    expect([code, err]).toEqual([
      73,
      `engram: ${spool} cannot be written: the file system is read-only; set ENGRAM_HOME to a folder on another\n`,
    ]);
    expect(filesHolding(lab.home, 'zebra')).toHaveLength(1);
  });
});

describe('beside a worker', { timeout: 60_000 }, () => {
  it('P-21: waits for it, and what had only begun is gone then', async () => {
    const lab = newProcessLab({});
    expect(engram(lab, ['capture', 'on']).code).toBe(0);
    lab.run('claude', prompt(lab, 't1', 'a zebra that had only begun'));
    const sleeper = spawn('sleep', ['1'], { stdio: 'ignore' });
    fs.writeFileSync(workerLock(lab.places), String(sleeper.pid), { mode: 0o600 });
    const ended = new Promise((done) =>
      sleeper.on('exit', () => done(fs.rmSync(workerLock(lab.places), { force: true }))),
    );
    const off = spawn(
      process.execPath,
      [path.join(import.meta.dirname, '..', '..', 'dist', 'cli.cjs'), 'capture', 'off'],
      {
        ...{ cwd: lab.project, env: lab.env as NodeJS.ProcessEnv, stdio: 'ignore' },
      },
    );
    const [code] = await Promise.all([new Promise((done) => off.on('exit', done)), ended]);
    expect([code, filesHolding(lab.home, 'zebra')]).toEqual([0, []]);
  });
});

describe('what it leaves', () => {
  it('P-20: with capture off what is too old goes all the same, from spool and database, and is counted', () => {
    const lab = newProcessLab({});
    expect(engram(lab, ['capture', 'on']).code).toBe(0);
    const spool = spoolFolder(lab.places);
    const key = { host: 'claude', root: lab.project, session: 'old' };
    const at = Date.now() - 8 * DAY;
    append(spool, key, { id: 'a.1', at, is: 'prompt', text: 'an old zebra', turn: 't' });
    expect(engram(lab, ['worker']).code).toBe(0);
    append(spool, key, { id: 'a.2', at, is: 'prompt', text: 'a spooled zebra', turn: 't2' });
    const [file] = waiting(spool);
    fs.utimesSync(file!, at / 1000, at / 1000);
    append(
      spool,
      { ...key, session: 'new' },
      { id: 'b.1', at: Date.now(), is: 'prompt', text: 'a new lynx', turn: 't' },
    );
    fs.writeFileSync(lab.places.config, 'capture:\n  enabled: false\n');
    // As if a disk had kept it there.
    const db = new Database(lab.places.db);
    db.prepare(
      "INSERT INTO capture_piece (key, turn, body, at) SELECT key, 't', 'a begun zebra', ? FROM capture_session",
    ).run(at);
    db.close();
    expect(filesHolding(lab.home, 'zebra').length).toBeGreaterThan(0);
    expect(lab.sync().status).toBe(0);
    expect(filesHolding(lab.home, 'zebra')).toEqual([]);
    expect(filesHolding(lab.home, 'lynx')).toHaveLength(1);
    const after = new Database(lab.places.db, { readonly: true });
    const lost = after.prepare('SELECT why FROM capture_loss ORDER BY why').pluck().all();
    after.close();
    expect([lost, fs.readdirSync(spool).filter((name) => name.endsWith('.lost'))]).toEqual([
      ['old', 'old'],
      [expect.any(String)],
    ]);
  });
});
