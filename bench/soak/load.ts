// Many hooks at once, for a while, over a few sessions: no error, nothing lost, nothing twice, and what that costs beside one hook
// alone. Then more sessions than are kept.
import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { memoriesIn } from '../corpus.ts';
import { type BenchHome, type BenchProject, openHome, openProject } from '../project.ts';
import { quartiles } from '../statistics.ts';
import { run } from '../timing.ts';
import type { Random } from './random.ts';

export interface LoadReport {
  seed: number;
  memories: number;
  seconds: number;
  hooks: number;
  /** Bodies that were sent, and those of them that came only when all prompts were asked once more, one by one. */
  bodies: number;
  late: number;
  /** One hook alone, milliseconds: median. */
  alone: number;
  /** Of the hooks at once, as ratios to it. */
  p50: number;
  p99: number;
  sessions: { begun: number; kept: number; folded: number };
  faults: string[];
}

export interface LoadOptions {
  seconds: number;
  memories: number;
  /** Hooks at once. */
  crowd?: number;
  /** Sessions that take turns. */
  sessions?: number;
  /** Different prompts that are asked. */
  prompts?: number;
  /** Sessions that are begun afterwards, of which some are older than is kept. */
  many?: number;
}

const ALONE = 40;
/** DECISIONS, E-24. */
const KEPT = { sessions: 200, days: 7 };

export async function load(options: LoadOptions, random: Random): Promise<LoadReport> {
  const { seconds, memories, crowd = 32, sessions = 8, prompts: count = 120, many = 230 } = options;
  const home = openHome();
  const faults: string[] = [];
  try {
    const project = openProject(home, memories, false);
    const prompts = memoriesIn('en', count, memories).map(({ prompt }) => prompt);
    const ask = async (session: string, prompt: string, turn: string) => {
      const began = performance.now();
      const ran = await run(project.hook('UserPromptSubmit', { session_id: session, prompt_id: turn, prompt }));
      const took = performance.now() - began;
      if (ran.code !== 0 || ran.stderr !== '')
        faults.push(`${session} ${turn}: exit ${ran.code} ${ran.stderr.slice(0, 200)}`);
      return { took, marks: marksIn(ran.stdout, (fault) => faults.push(`${session} ${turn}: ${fault}`)) };
    };

    // What each prompt brings where nothing has been sent; and what a hook takes with the machine to itself.
    const wanted: string[][] = [];
    const alone: number[] = [];
    for (const [n, prompt] of prompts.entries()) {
      const { took, marks } = await ask(`alone-${n}`, prompt, 't');
      wanted.push(marks);
      if (n < ALONE) alone.push(took);
    }

    const sent = new Map<string, Map<string, number>>();
    const asked = new Map<string, Set<number>>();
    const times: number[] = [];
    const end = performance.now() + seconds * 1000;
    let hooks = 0;
    const one = async (session: string, n: number) => {
      const { took, marks } = await ask(session, prompts[n]!, `turn-${hooks++}`);
      const counts = sent.get(session) ?? new Map<string, number>();
      sent.set(session, counts);
      for (const mark of marks) counts.set(mark, (counts.get(mark) ?? 0) + 1);
      const numbers = asked.get(session) ?? new Set();
      asked.set(session, numbers.add(n));
      return took;
    };
    const worker = async (n: number) => {
      // Each hook is its own prompt; those of one session ask in no order.
      while (performance.now() < end) times.push(await one(`load-${n % sessions}`, random.below(prompts.length)));
    };
    await Promise.all(Array.from({ length: crowd }, (_, n) => worker(n)));
    const atOnce = hooks;
    // A body that did not fit, because one that ranks before it did, comes when its prompt is asked again.
    let late = 0;
    for (const [session, numbers] of asked) {
      const before = sent.get(session)!.size;
      for (const n of numbers) await one(session, n);
      const counts = sent.get(session)!;
      late += counts.size - before;
      for (const [mark, times] of counts) if (times > 1) faults.push(`${session}: ${mark} was sent ${times} times`);
      for (const n of numbers)
        for (const mark of wanted[n]!) if (!counts.has(mark)) faults.push(`${session}: ${mark} is lost`);
    }
    const bodies = [...sent.values()].reduce((sum, counts) => sum + [...counts.values()].reduce((a, b) => a + b, 0), 0);

    const kept = await manySessions(home, project, many, prompts[0]!, faults);
    const log = path.join(home.env.HOME!, '.engram', 'engram.log');
    if (fs.existsSync(log)) faults.push(`in the log: ${fs.readFileSync(log, 'utf8').slice(0, 500)}`);
    const median = quartiles(alone).median;
    const sorted = times.sort((a, b) => a - b);
    return {
      seed: random.seed,
      memories,
      seconds,
      hooks: atOnce,
      bodies,
      late,
      alone: median,
      p50: sorted[sorted.length >> 1]! / median,
      p99: sorted[Math.floor(sorted.length * 0.99)]! / median,
      sessions: kept,
      faults,
    };
  } finally {
    home.close();
  }
}

/** Sessions of ten days, begun by hooks; then what is kept, and that all of them are in the database. */
async function manySessions(
  home: BenchHome,
  project: BenchProject,
  many: number,
  prompt: string,
  faults: string[],
): Promise<LoadReport['sessions']> {
  const folder = path.join(home.env.HOME!, '.engram', 'sessions');
  const logs = () => fs.readdirSync(folder).filter((name) => name.endsWith('.log'));
  const begin = (n: number) =>
    run(project.hook('UserPromptSubmit', { session_id: `many-${n}`, prompt_id: `many-${n}`, prompt }));
  const waiting = Array.from({ length: many }, (_, n) => n);
  const worker = async () => {
    for (let n = waiting.shift(); n !== undefined; n = waiting.shift()) await begin(n);
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  // A third of them is older than is kept.
  const names = logs();
  const old = Date.now() / 1000 - (KEPT.days + 1) * 86_400;
  for (const name of names.slice(0, names.length / 3)) fs.utimesSync(path.join(folder, name), old, old);
  // The next new session prunes, where the last pruning was not within the hour or there are too many.
  fs.rmSync(path.join(folder, '.pruned'), { force: true });
  await begin(many);
  const left = logs();
  if (left.length > KEPT.sessions) faults.push(`${left.length} session logs are kept`);
  for (const name of left)
    if (Date.now() - fs.statSync(path.join(folder, name)).mtimeMs > KEPT.days * 86_400_000)
      faults.push(`${name} is too old`);
  // A command folds what was put aside.
  const sync = path.join(path.resolve(process.env.ENGRAM_BENCH_ROOT ?? '.'), 'dist', 'sync.cjs');
  const index = fs.readdirSync(path.join(home.env.HOME!, '.engram', 'index')).find((name) => name.endsWith('.idx'))!;
  await run({
    argv: [process.execPath, sync, project.folder, path.join(home.env.HOME!, '.engram', 'index', index)],
    env: home.env,
    cwd: project.folder,
    stdin: '',
  });
  const db = new Database(path.join(home.env.HOME!, '.engram', 'engram.db'), { readonly: true });
  const folded = db
    .prepare<[], number>(
      "SELECT count(DISTINCT session) FROM session JOIN delivery USING (log) WHERE session LIKE 'many-%'",
    )
    .pluck()
    .get()!;
  db.close();
  if (folded !== many + 1) faults.push(`${folded} of ${many + 1} sessions are in the database`);
  return { begun: many + 1, kept: left.length, folded };
}

/** The marks of the bodies in an answer. */
function marksIn(stdout: string, fault: (what: string) => void): string[] {
  if (stdout === '') return [];
  try {
    const { hookSpecificOutput } = JSON.parse(stdout) as { hookSpecificOutput: { additionalContext: string } };
    return hookSpecificOutput.additionalContext.match(/\(OPS-\d+\)/g) ?? [];
  } catch {
    fault(`stdout is no answer: ${JSON.stringify(stdout.slice(0, 200))}`);
    return [];
  }
}
