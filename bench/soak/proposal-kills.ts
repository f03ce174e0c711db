// An approval that is killed: the memory is written once or not at all, and the same approval again ends well.
import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { readMemory } from '../../src/memory/vault.ts';
import { FIRST, said, scenario } from './command-kills.ts';
import type { Scenario } from './kills.ts';
import { openLab, type SoakLab, snapshot } from './lab.ts';

export async function openApprove(): Promise<Scenario> {
  const lab = await openLab(FIRST);
  const known = snapshot(lab.vault);
  // Each waits before its trial, so that only the approval is killed.
  const waiting: number[] = [];
  for (let n = 0; n < TRIALS; n++) waiting.push(await propose(lab, textOf(n)));
  return scenario('approve', lab, (n) => {
    const id = waiting[n % TRIALS]!;
    const text = textOf(n % TRIALS);
    const job = lab.engram('proposals', 'approve', String(id));
    return {
      job,
      async check(ended) {
        const wrong: string[] = [];
        for (const [at, bytes] of known) {
          if (!fs.existsSync(at)) wrong.push(`${at} is lost`);
          else if (bytes !== '/' && fs.readFileSync(at, 'latin1') !== bytes) wrong.push(`${at} is another`);
        }
        if (ended.code === 0 && decided(lab, id) !== 1) wrong.push(`exit 0 and ${id} is not approved once`);
        const again = await lab.run(job);
        // 65: it is approved already.
        if (again.code !== 0 && again.code !== 65) wrong.push(`again: ${said(again)}`);
        if (decided(lab, id) !== 1) wrong.push(`${id} was approved ${decided(lab, id)} times`);
        const files = fs
          .readdirSync(lab.vault)
          .filter((name) => name.endsWith('.md') && !name.startsWith('.'))
          .map((name) => path.join(lab.vault, name))
          .filter((file) => readMemory(file).body.trim() === text);
        if (files.length !== 1) wrong.push(`the memory of ${id} is there ${files.length} times`);
        for (const file of files) known.set(file, fs.readFileSync(file, 'latin1'));
        return wrong;
      },
    };
  });
}

/** So many are proposed; a long run approves them in turn, the decided ones again. */
const TRIALS = 40;

function textOf(n: number): string {
  return `The crane number ${n} of the quay lifts ${n + 7} tons.`;
}

async function propose(lab: SoakLab, text: string): Promise<number> {
  const ended = await lab.run(lab.engram('remember', '--propose', '--json', text));
  if (ended.code !== 0) throw new Error(said(ended));
  return (JSON.parse(ended.stdout) as { proposal: number }).proposal;
}

/** How often the record says that it was approved. */
function decided(lab: SoakLab, id: number): number {
  const db = new Database(lab.places.db, { readonly: true });
  try {
    return db.prepare("SELECT count(*) FROM audit WHERE what = 'approved' AND proposal = ?").pluck().get(id) as number;
  } finally {
    db.close();
  }
}
