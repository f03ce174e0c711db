// kill -9 at random moments of a process's life, and what must hold behind it.
import { captureScenarios } from './capture-kills.ts';
import { commandScenarios } from './command-kills.ts';
import { hookScenarios } from './hook-kills.ts';
import type { Ended, Job } from './lab.ts';
import { pause } from './lab.ts';
import type { Random } from './random.ts';

/** One process to be killed. */
export interface Trial {
  job: Job;
  /** What does not hold once it is dead, as sentences. */
  check(ended: Ended): Promise<string[]>;
}

export interface Scenario {
  name: string;
  /** Milliseconds between a kill and its check. */
  settle: number;
  trial(n: number): Trial;
  /** Runs a job to its end, or kills it with its children after so many milliseconds. */
  run(job: Job, killAfter?: number): Promise<Ended>;
  /** What does not hold after the last kill: what no later command has put away. */
  aftermath(): Promise<string[]>;
  close(): Promise<void>;
}

export interface KillReport {
  seed: number;
  kills: number;
  /** By scenario: kills, processes that had ended before their kill, and the median life of one left alone, milliseconds. */
  scenarios: Record<string, { kills: number; tooLate: number; life: number }>;
  /** What did not hold. */
  faults: string[];
}

/** Lives that are measured before the first kill. */
const MEASURED = 3;
/** Scenarios that run at once: while one waits for claims to lapse another works. */
const AT_ONCE = 4;
/** Kills between two waits. */
const BATCH = 12;

/**
 * @param kills at least so many, spread evenly over the scenarios
 * @param only parts of the names of the scenarios to run
 */
export async function soak(kills: number, random: Random, only: readonly string[] = []): Promise<KillReport> {
  const openers = [...hookScenarios(), ...commandScenarios(), ...captureScenarios()].filter(
    ({ name }) => only.length === 0 || only.some((part) => name.includes(part)),
  );
  const report: KillReport = { seed: random.seed, kills: 0, scenarios: {}, faults: [] };
  const each = Math.ceil(kills / openers.length);
  const waiting = [...openers];
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await soakOne(next, each, random, report);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return report;
}

export interface Opener {
  name: string;
  open(): Promise<Scenario>;
}

async function soakOne({ name, open }: Opener, kills: number, random: Random, report: KillReport): Promise<void> {
  const scenario = await open();
  const say = (faults: readonly string[]) => report.faults.push(...faults.map((fault) => `${name}: ${fault}`));
  let n = 0;
  const batch = async (sizes: readonly (number | undefined)[]) => {
    const ended: { trial: Trial; end: Ended }[] = [];
    for (const killAfter of sizes) {
      const trial = scenario.trial(n++);
      ended.push({ trial, end: await scenario.run(trial.job, killAfter) });
    }
    if (scenario.settle > 0) await pause(scenario.settle);
    for (const { trial, end } of ended) say(await trial.check(end));
    return ended.map(({ end }) => end);
  };
  try {
    const lives = (await batch(Array(scenario.settle > 0 ? MEASURED : 1).fill(undefined))).map(({ took }) => took);
    const life = [...lives].sort((a, b) => a - b)[lives.length >> 1]!;
    const counts = { kills: 0, tooLate: 0, life: Math.round(life) };
    report.scenarios[name] = counts;
    // A process that was quicker than its kill is none.
    for (let tries = 0; counts.kills < kills && tries < kills * 8; ) {
      const size = Math.min(scenario.settle > 0 ? BATCH : 1, kills - counts.kills);
      const delays = Array.from({ length: size }, () => random.next() * life * 1.05);
      for (const { signal } of await batch(delays)) counts[signal === 'SIGKILL' ? 'kills' : 'tooLate']++;
      tries += size;
    }
    report.kills += counts.kills;
    if (counts.kills < kills) say([`only ${counts.kills} of ${kills} kills found it alive`]);
    say(await scenario.aftermath());
  } catch (error) {
    say([`the test itself failed: ${(error as Error).stack}`]);
  } finally {
    await scenario.close();
  }
}
