// Hooks that capture and workers that take in, killed: what a hook has acknowledged is there once, whatever was killed when.
import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { hosts } from '../../hosts/index.ts';
import { spoolFolder, waiting } from '../../src/capture/spool.ts';
import { FIRST, said } from './command-kills.ts';
import type { Opener, Scenario } from './kills.ts';
import { type Job, leftovers, openLab, product, type SoakLab } from './lab.ts';

export function captureScenarios(): Opener[] {
  return [
    { name: 'capture hook', open: openHook },
    { name: 'worker', open: openWorker },
  ];
}

/** Turns that wait for each worker that is killed. */
const TURNS = 6;

async function openCapturing(): Promise<SoakLab> {
  const lab = await openLab(FIRST);
  const on = await lab.run(lab.engram('config', 'set', 'capture.enabled', 'true'));
  if (on.code !== 0) throw new Error(said(on));
  return lab;
}

function event(lab: SoakLab, name: string, turn: string, more: object): Job {
  const payload = { session_id: 'soak', cwd: lab.project, prompt_id: turn, hook_event_name: name, ...more };
  return lab.hook(hosts[0]!, name, payload);
}

const ask = (lab: SoakLab, turn: string) => event(lab, 'UserPromptSubmit', turn, { prompt: `question ${turn}` });
const stop = (lab: SoakLab, turn: string) => event(lab, 'Stop', turn, { last_assistant_message: `answer ${turn}` });

function worker(): Job {
  return { argv: [process.execPath, path.join(product, 'dist', 'worker.cjs')] };
}

interface Row {
  sequence: number;
  state: string;
  body: string | null;
}

/** What is wrong with the turns of the database, of which there should be so many, each with its answer. */
function wrongTurns(lab: SoakLab, turns: number): string[] {
  const db = new Database(lab.places.db, { readonly: true });
  try {
    const wrong: string[] = [];
    const fine = db.pragma('integrity_check', { simple: true });
    if (fine !== 'ok') wrong.push(`the database: ${fine}`);
    const rows = db
      .prepare<[], Row>('SELECT sequence, state, body FROM capture_turn WHERE interrupted = 0 ORDER BY sequence')
      .all();
    if (rows.length !== turns) wrong.push(`${rows.length} turns of ${turns}`);
    const boundaries = db.prepare<[], number>('SELECT sequence FROM capture_boundary').pluck().all();
    const broken = db.prepare<[], number>('SELECT sequence FROM capture_turn WHERE interrupted = 1').pluck().all();
    const all = [...rows.map(({ sequence }) => sequence), ...boundaries, ...broken].sort((a, b) => a - b);
    if (all.some((sequence, n) => sequence !== n + 1)) wrong.push(`the sequence has a gap: ${all.join()}`);
    for (const { sequence, state, body } of rows)
      if (state !== 'done' || body !== null)
        wrong.push(`turn ${sequence} is ${state}, its text ${body ? 'there' : 'gone'}`);
    return wrong;
  } finally {
    db.close();
  }
}

async function taken(lab: SoakLab): Promise<string[]> {
  await lab.quiet();
  const ended = await lab.run(worker());
  const wrong = ended.code === 0 ? [] : [`the next worker: ${said(ended)}`];
  const left = waiting(spoolFolder(lab.places));
  return left.length > 0 ? [...wrong, `${left.length} files are left in the spool`] : wrong;
}

async function aftermath(lab: SoakLab): Promise<string[]> {
  await lab.quiet();
  // A killed worker's lock stops nobody.
  const ended = await lab.run(lab.engram('worker'));
  return [
    ...(ended.code === 0 && !ended.stdout.startsWith('Another') ? [] : [`then engram worker: ${said(ended)}`]),
    ...leftovers(lab.home, lab.project).map((file) => `left for good: ${path.relative(lab.base, file)}`),
    ...lab.log().map((line) => `in the log: ${line}`),
  ];
}

/** A host tries a killed hook again, or not: either way the turn is there at most once, and once where the hook has ended. */
async function openHook(): Promise<Scenario> {
  const lab = await openCapturing();
  let turns = 0;
  return {
    name: 'capture hook',
    settle: 0,
    run: (job, killAfter) => lab.run(job, killAfter),
    trial(n) {
      const turn = `t${n}`;
      const job = stop(lab, turn);
      return {
        job,
        async check() {
          // Again, and once more behind a worker.
          const again = await lab.run(job);
          const wrong = again.code === 0 && again.stdout === '' ? [] : [`again: ${said(again)}`];
          turns++;
          wrong.push(...(await taken(lab)), ...wrongTurns(lab, turns));
          await lab.run(job);
          wrong.push(...(await taken(lab)), ...wrongTurns(lab, turns));
          return wrong;
        },
      };
    },
    aftermath: () => aftermath(lab),
    close: () => lab.close(),
  };
}

async function openWorker(): Promise<Scenario> {
  const lab = await openCapturing();
  let turns = 0;
  return {
    name: 'worker',
    settle: 0,
    async run(job, killAfter) {
      await lab.quiet();
      for (let n = 0; n < TURNS; n++, turns++) {
        for (const hook of [ask(lab, `t${turns}`), stop(lab, `t${turns}`)]) {
          const ended = await lab.run(hook);
          if (ended.code !== 0) throw new Error(said(ended));
          // The worker that the first of them starts would leave nothing to do.
          fs.writeFileSync(path.join(spoolFolder(lab.places), 'ran'), '');
        }
      }
      await lab.quiet();
      return lab.run(job, killAfter);
    },
    trial: () => ({
      job: worker(),
      check: async () => [...(await taken(lab)), ...wrongTurns(lab, turns)],
    }),
    aftermath: () => aftermath(lab),
    close: () => lab.close(),
  };
}
