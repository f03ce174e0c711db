// A database that another process holds: commands say so, and nothing is lost.
import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Lab, makeLab } from './lab.ts';

let lab: Lab;
let holder: ChildProcess | undefined;
beforeEach(async () => {
  lab = makeLab();
  await lab.run('init');
});
afterEach(async () => {
  await release();
  lab.remove();
});

/** Has another process run this and stay. */
async function hold(sql: string): Promise<string> {
  const db = path.join(lab.engram, 'engram.db');
  const script = `const db = new (require('better-sqlite3'))(${JSON.stringify(db)}); db.exec(${JSON.stringify(sql)}); console.log('held'); setInterval(() => {}, 1000);`;
  holder = spawn(process.execPath, ['-e', script], { cwd: import.meta.dirname, stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise((held) => holder!.stdout!.once('data', held));
  const who = fs.existsSync('/proc/locks') ? `process ${holder.pid} (node)` : 'another process';
  return `${db} is held by ${who}, which has not let go of it within 5 seconds; nothing is lost: try again once it is done`;
}

async function release(): Promise<void> {
  if (!holder) return;
  const gone = new Promise((done) => holder!.once('exit', done));
  holder.kill();
  await gone;
  holder = undefined;
}

it('A-11, A-12: a writer elsewhere: what proposes, decides or tries again says who is in the way, exit code 75', async () => {
  await lab.run(['remember', '--propose', 'Deploys only Monday to Thursday.']);
  const said = await hold('BEGIN EXCLUSIVE');
  const busy = { code: 75, out: '', err: `engram: ${said}\n` };
  expect(await lab.run(['remember', '--propose', 'Use pnpm here.'])).toEqual(busy);
  expect(await lab.run('proposals approve 1')).toEqual(busy);
  expect(await lab.run('queue retry')).toEqual(busy);
  expect(fs.readdirSync(lab.vault)).toEqual([]);
  expect(fs.existsSync(path.join(lab.engram, 'engram.log'))).toBe(false);
  await release();
  expect((await lab.json<object[]>('proposals --json')).length).toBe(1);
  expect((await lab.run('proposals approve 1')).code).toBe(0);
}, 60_000);

it('A-11: one that lets nobody read: what asks the database says so too', async () => {
  await lab.run(['remember', '--propose', 'Deploys only Monday to Thursday.']);
  const said = await hold('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT');
  const busy = { code: 75, out: '', err: `engram: ${said}\n` };
  expect(await lab.run('usage')).toEqual(busy);
  expect(await lab.run('queue')).toEqual(busy);
}, 60_000);
