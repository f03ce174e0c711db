// After a compaction: what the session was about comes back once, with a line that says so.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { bodiesIn, type Lab, newLab, removeLabs } from './lab.ts';

afterAll(removeLabs);

const STAGING = 'The staging database is db7.';
const ASKS = 'where is the staging database?';
const LINE = '[engram rehydrate]';
const HOUR = 3_600_000;
const MINUTE = 60_000;

/** A session that has been sent one of two memories. */
function begun(yaml = ''): Lab {
  const lab = newLab();
  if (yaml) lab.config(yaml);
  lab.remember('staging', STAGING);
  lab.remember('plants', 'The office plants are watered on Fridays.');
  lab.sync();
  lab.prompt('s', ASKS);
  return lab;
}

/** Moves the clock so that the next event is so long after the last one. */
function wait(lab: Lab, ms: number): void {
  lab.now += ms - 1000;
}

const count = (context: string) => context.split(LINE).length - 1;

describe('A-19: one rehydrate block after a compaction', () => {
  it('at the start that follows it, and not at the prompt behind', () => {
    const lab = begun();
    lab.compact('s');
    const start = lab.start('s', 'compact');
    expect(count(start)).toBe(1);
    expect(bodiesIn(start)).toEqual({ staging: STAGING });
    expect(start.indexOf(LINE)).toBeLessThan(start.indexOf('[memory staging'));
    expect(lab.prompt('s', ASKS)).toBe('already loaded: staging');
  });

  it('at the next prompt where no start follows, whatever the prompt asks for, and not at the one behind', () => {
    const lab = begun();
    lab.compact('s');
    const next = lab.prompt('s', 'thanks');
    expect(count(next)).toBe(1);
    expect(bodiesIn(next)).toEqual({ staging: STAGING });
    expect(lab.prompt('s', 'thanks')).toBe('');
    expect(count(lab.prompt('s', 'when are the plants watered?'))).toBe(0);
  });

  it('behind what the prompt itself asks for, each memory once', () => {
    const lab = begun();
    lab.compact('s');
    const next = lab.prompt('s', 'when are the office plants watered?');
    expect(Object.keys(bodiesIn(next))).toEqual(['plants', 'staging']);
    lab.compact('s');
    const same = lab.prompt('s', ASKS);
    expect(count(same)).toBe(1);
    expect(Object.keys(bodiesIn(same))).toEqual(['staging', 'plants']);
  });

  it('again after each compaction', () => {
    const lab = begun();
    for (let n = 0; n < 3; n++) {
      lab.compact('s');
      expect(count(lab.start('s', 'compact'))).toBe(1);
      expect(count(lab.prompt('s', ASKS))).toBe(0);
    }
  });

  it('where the host tells of the compaction by the start alone', () => {
    const lab = begun();
    expect(count(lab.start('s', 'compact'))).toBe(1);
    wait(lab, 7 * HOUR);
    expect(count(lab.start('s', 'compact'))).toBe(1);
  });

  it('not in a session that has not been compacted, nor in another one', () => {
    const lab = begun();
    lab.compact('s');
    expect(count(lab.start('t'))).toBe(0);
    expect(count(lab.prompt('t', ASKS))).toBe(0);
    expect(count(lab.start('s', 'clear'))).toBe(0);
    expect(lab.prompt('s', 'thanks')).toBe('');
  });

  it('counts against the budget, and never stands alone', () => {
    const lab = begun('load:\n  max_tokens: 200\nstart:\n  max_tokens: 200\n');
    lab.remember('large', `The staging database ${'is large and '.repeat(60)}stays.`);
    lab.sync();
    lab.compact('s');
    const next = lab.prompt('s', ASKS);
    expect(Buffer.byteLength(next)).toBeLessThanOrEqual(800);
    fs.rmSync(path.join(lab.project, '.engram', 'memories'), { recursive: true });
    lab.sync();
    lab.compact('s');
    expect(lab.start('s', 'compact')).toBe('');
    expect(lab.prompt('s', 'thanks')).toBe('');
  });
});

describe('A-20: when there is a rehydrate block', () => {
  it('within six hours of the compaction, to the minute, at a start and at a prompt', () => {
    for (const [ms, blocks] of [
      [5 * HOUR + 59 * MINUTE, 1],
      [6 * HOUR + MINUTE, 0],
    ] as const) {
      const started = begun();
      started.compact('s');
      wait(started, ms);
      expect([ms, count(started.start('s', 'compact'))]).toEqual([ms, blocks]);
      const asked = begun();
      asked.compact('s');
      wait(asked, ms);
      expect([ms, count(asked.prompt('s', ASKS))]).toEqual([ms, blocks]);
    }
  });

  it('also where the last turn was long before the compaction', () => {
    const lab = begun();
    wait(lab, 30 * HOUR);
    lab.compact('s');
    expect(bodiesIn(lab.start('s', 'compact'))).toEqual({ staging: STAGING });
  });

  it('as rehydrate.window_hours and rehydrate.enabled say', () => {
    const short = begun('rehydrate:\n  window_hours: 0.5\n');
    short.compact('s');
    wait(short, 31 * MINUTE);
    expect(count(short.prompt('s', ASKS))).toBe(0);
    const off = begun('rehydrate:\n  enabled: false\n');
    off.compact('s');
    const start = off.start('s', 'compact');
    expect([count(start), bodiesIn(start)]).toEqual([0, {}]);
    expect(off.prompt('s', 'thanks')).toBe('');
    expect(bodiesIn(off.prompt('s', ASKS))).toEqual({ staging: STAGING });
  });

  it('not in the read modes that bring nothing by themselves', () => {
    for (const mode of ['manual', 'off']) {
      const lab = begun();
      lab.config(`read: ${mode}\n`);
      lab.sync();
      lab.compact('s');
      expect([mode, lab.start('s', 'compact'), lab.prompt('s', ASKS)]).toEqual([mode, '', '']);
    }
  });
});

describe('a compaction of a session with rules that the host has loaded', () => {
  it('does not count what is there as brought back', () => {
    const lab = begun();
    lab.compact('s');
    const other = lab.context('codex', {
      session_id: 's',
      cwd: lab.project,
      hook_event_name: 'UserPromptSubmit',
      prompt: ASKS,
    });
    // Another host's session of the same id is another session.
    expect(count(other)).toBe(0);
  });
});
