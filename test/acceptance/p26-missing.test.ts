// P-26: a response that is broken off and a worker that is killed at a turn: what is missing is told, and not claimed as saved.
import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, expect, it } from 'vitest';
import { lockFile } from '../../src/index/compile.ts';
import { pause, removeLabs } from '../process/lab.ts';
import { openCapturing } from './capturing.ts';
import { engram, tell } from './lab.ts';

afterAll(removeLabs);

it('P-26: run 5: a broken-off response and a worker killed in delivery are reported: engram queue status is not 0', () => {
  const lab = openCapturing();
  expect(engram(lab, ['queue', 'status']).code).toBe(0);
  // No answer ever comes.
  lab.ask('s', 't1', 'Remember that releases are cut on Thursdays.');
  lab.end('s');
  lab.idle();
  engram(lab, ['worker']);
  const first = engram(lab, ['queue', 'status']);
  expect([first.code, first.err]).toEqual([
    1,
    expect.stringMatching(
      /^engram: 1 turn was broken off: kept without an answer \(claude s, \S+Z\); there is nothing to do, and after 7 days it is told no more\n$/,
    ),
  ]);

  // A worker is killed while it is at the turn: as the database has it then.
  lab.ask('s', 't2', 'Remember that the ledger is frozen in December.');
  lab.answer('s', 't2', 'Noted.');
  lab.idle();
  engram(lab, ['worker']);
  const db = new Database(lab.places.db);
  db.prepare("UPDATE capture_turn SET state = 'waiting', begun = ?, tries = 1, body = ? WHERE interrupted = 0").run(
    Date.now(),
    JSON.stringify({ prompt: 'Remember that the ledger is frozen in December.', answer: 'Noted.', tools: [] }),
  );
  db.close();
  fs.writeFileSync(lockFile(path.join(lab.spool, 'worker')), '4194303', { mode: 0o600 });
  fs.writeFileSync(path.join(lab.spool, 'left'), '');
  const second = engram(lab, ['queue', 'status']);
  expect(second.code).toBe(1);
  expect(second.err).toContain('1 captured turn has failed and will be tried again');
  const report = JSON.parse(engram(lab, ['queue', 'status', '--json']).out) as {
    failed: number;
    waiting: number;
    done: number;
  };
  expect([report.failed, report.waiting, report.done]).toEqual([1, 1, 1]);
  tell('P-26', { code: second.code, ...report });

  // The next start has it tried again.
  lab.start('next');
  for (
    let n = 0;
    n < 200 && (JSON.parse(engram(lab, ['queue', 'status', '--json']).out) as typeof report).waiting > 0;
    n++
  )
    pause(50);
  expect(JSON.parse(engram(lab, ['queue', 'status', '--json']).out)).toMatchObject({ failed: 0, waiting: 0, done: 2 });
});
