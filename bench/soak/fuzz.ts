// Everything that engram reads, with something wrong in it: it is used or refused, never a crash, never more than a second.
import { MEMORIES } from './fuzz-checks.ts';
import { Bench, type Kind, SHARES } from './fuzz-inputs.ts';
import { openLab } from './lab.ts';
import type { Random } from './random.ts';

export interface FuzzReport {
  seed: number;
  inputs: number;
  /** By kind. */
  kinds: Record<string, number>;
  /** Inputs of `payload` that were given to real processes too. */
  processes: number;
  /** Bodies that were sent with a bit of the index turned in them: hooks trust a file that is whole (docs/RELIABILITY.md). */
  spoilt: number;
  /** CPU milliseconds, and what they are of a plain input of the kind: in this process, and as a process. */
  slowest: { kind: string; cpu: number; ratio: number };
  slowestProcess?: { cpu: number; ratio: number };
  /** KiB that the largest process had, and what it is of a plain one. */
  largest?: { rss: number; ratio: number };
  faults: string[];
}

/** CPU milliseconds that no input may take. */
const MOST_CPU = 1_000;
/** Bytes of memory that a process may take for each byte of its input, beyond twice what a plain one takes. */
const RSS_PER_BYTE = 48;

/** Bytes of a large payload. */
const LARGE = 2 << 20;

/**
 * @param inputs in this process
 * @param every one payload of so many is given to a real process too
 * @param only the kinds of inputs; none: all of them
 */
export async function fuzz(
  inputs: number,
  random: Random,
  every = 500,
  only: readonly string[] = [],
): Promise<FuzzReport> {
  const lab = await openLab(MEMORIES);
  const report: FuzzReport = {
    seed: random.seed,
    inputs: 0,
    kinds: {},
    processes: 0,
    spoilt: 0,
    slowest: { kind: '', cpu: 0, ratio: 0 },
    faults: [],
  };
  const bench = new Bench(lab, random);
  const plain = new Map<Kind, number>();
  try {
    for (const kind of Object.keys(SHARES) as Kind[]) plain.set(kind, await bench.plain(kind));
    const process = await bench.plainProcess();
    const wanted = (Object.keys(SHARES) as Kind[]).filter((kind) => only.length === 0 || only.includes(kind));
    const kinds = wanted.flatMap((kind) => Array<Kind>(SHARES[kind]).fill(kind));
    for (let n = 0; n < inputs; n++) {
      const kind = random.pick(kinds);
      const state = `${kind} ${n}`;
      const { cpu, faults, payload } = await bench.one(kind);
      report.inputs++;
      report.spoilt += bench.spoilt;
      bench.spoilt = 0;
      report.kinds[kind] = (report.kinds[kind] ?? 0) + 1;
      report.faults.push(...faults.map((fault) => `${state}: ${fault}`));
      if (cpu > MOST_CPU) report.faults.push(`${state}: ${Math.round(cpu)} ms of CPU`);
      if (cpu > report.slowest.cpu) report.slowest = { kind, cpu, ratio: cpu / plain.get(kind)! };
      // The large ones too: what they cost shows in a process only.
      if (payload && (random.below(every) === 0 || payload.bytes.length > LARGE)) {
        report.processes++;
        const ran = await bench.process(payload);
        report.faults.push(...ran.faults.map((fault) => `${state}, as a process: ${fault}`));
        if (process && ran.cpu !== undefined && ran.rss !== undefined) {
          if (ran.cpu > MOST_CPU) report.faults.push(`${state}, as a process: ${Math.round(ran.cpu)} ms of CPU`);
          const bound = 2 * process.rss + (RSS_PER_BYTE * payload.bytes.length) / 1024;
          if (ran.rss > bound)
            report.faults.push(`${state}, as a process: ${ran.rss} KiB for ${payload.bytes.length} bytes`);
          if (ran.cpu > (report.slowestProcess?.cpu ?? 0))
            report.slowestProcess = { cpu: ran.cpu, ratio: ran.cpu / process.cpu };
          if (ran.rss > (report.largest?.rss ?? 0)) report.largest = { rss: ran.rss, ratio: ran.rss / process.rss };
        }
      }
      if (n % 2_000 === 1_999) bench.tidy();
      if (report.faults.length > 50) break;
    }
  } finally {
    await lab.close();
  }
  return report;
}
