// Ratios of samples, their table, and the bounds they are held to.
import { type Quartiles, quartiles } from './statistics.ts';
import type { Sample } from './timing.ts';

/** What everything is compared with: a Node process that does nothing. */
export const FLOOR = 'node -e 0';

/** By case, one a round, in the order of the rounds. */
export type Samples = ReadonlyMap<string, Sample[]>;

/** `own`: wall time less the time spent waiting for a CPU that others had. */
export type Figure = 'wall' | 'own' | 'cpu' | 'rss';

/** Bounds on medians of ratios: of this case against another of the same round. */
export interface Bound {
  of: string;
  against: string;
  figures: Partial<Record<Figure, number>>;
  /** What we would like wall and CPU to be. */
  aim?: number;
}

/** Where the floor itself waits for a CPU more than this share of its time, wall times cannot be judged. */
const BUSY = 0.1;

function value(sample: Sample, figure: Figure): number {
  if (figure === 'own') return sample.wall - (sample.waited ?? Number.NaN);
  return sample[figure] ?? Number.NaN;
}

/** The ratios of two cases, round by round; undefined where the figure was not measured. */
export function ratio(samples: Samples, of: string, against: string, figure: Figure): Quartiles | undefined {
  const base = samples.get(against)!;
  const ratios = samples.get(of)!.map((sample, round) => value(sample, figure) / value(base[round]!, figure));
  return ratios.some(Number.isNaN) ? undefined : quartiles(ratios);
}

export interface Row {
  case: string;
  against: string;
  /** Median, milliseconds. */
  wallMs: number;
  ratios: Record<Figure, Quartiles | undefined>;
}

/** Every case against the floor, then those that are bound against another case. */
export function table(samples: Samples, bounds: readonly Bound[]): { rows: Row[]; lines: string[] } {
  const pairs = [
    ...[...samples.keys()].filter((name) => name !== FLOOR).map((of) => ({ of, against: FLOOR })),
    ...bounds.filter(({ against }) => against !== FLOOR),
  ];
  const rows = pairs.map(({ of, against }) => ({
    case: against === FLOOR ? of : `${of} / ${against}`,
    against,
    wallMs: quartiles(samples.get(of)!.map(({ wall }) => wall)).median,
    ratios: {
      wall: ratio(samples, of, against, 'wall'),
      own: ratio(samples, of, against, 'own'),
      cpu: ratio(samples, of, against, 'cpu'),
      rss: ratio(samples, of, against, 'rss'),
    },
  }));
  const floor = quartiles(samples.get(FLOOR)!.map(({ wall }) => wall));
  return {
    rows,
    lines: [
      `${FLOOR}: ${floor.median.toFixed(1)} ms [${floor.low.toFixed(1)}–${floor.high.toFixed(1)}], ${samples.get(FLOOR)!.length} rounds.`,
      'Ratios to it: median [quartiles]. "own" is the wall time less the waiting for a CPU that others had.',
      ...(busy(samples)
        ? [
            `This machine was busy: ${FLOOR} waited for a CPU ${Math.round(busyShare(samples) * 100)} % of its time. Judge by "own" and CPU, or run again in peace.`,
          ]
        : []),
      '',
      `${'case'.padEnd(62)}${'ms'.padStart(6)}  ${['wall', 'own', 'CPU'].map((name) => name.padEnd(18)).join(' ')} memory`,
      ...rows.map(({ case: name, wallMs, ratios: { wall, own, cpu, rss } }) =>
        [
          name.padEnd(62) + wallMs.toFixed(1).padStart(6),
          '',
          ...[wall, own, cpu].map((ratio) => shown(ratio).padEnd(18)),
          rss?.median.toFixed(2) ?? '–',
        ].join(' '),
      ),
    ],
  };
}

/** A sentence for every bound that is missed or could not be judged. */
export function missedBounds(samples: Samples, bounds: readonly Bound[]): string[] {
  return bounds.flatMap(({ of, against, figures }) =>
    Object.entries(figures).flatMap(([figure, most]) => {
      const value = ratio(samples, of, against, figure as Figure);
      if (!value) return [`${of}: ${figure} was not measured here`];
      return value.median <= most ? [] : [`${of}: ${figure} ${value.median.toFixed(3)} of ${against}, bound ${most}`];
    }),
  );
}

/** The samples without what the processes wrote. */
export function bare(samples: Samples): Record<string, object[]> {
  const list = ([name, all]: [string, Sample[]]) =>
    [name, all.map(({ wall, waited, cpu, rss, detached }) => ({ wall, waited, cpu, rss, detached }))] as const;
  return Object.fromEntries([...samples].map(list));
}

function busy(samples: Samples): boolean {
  return busyShare(samples) > BUSY;
}

/** Median share of the floor's wall time in which it waited for a CPU; 0 where that was not measured. */
function busyShare(samples: Samples): number {
  return quartiles(samples.get(FLOOR)!.map(({ wall, waited }) => (waited ?? 0) / wall)).median;
}

function shown(value: Quartiles | undefined): string {
  return value ? `${value.median.toFixed(3)} [${value.low.toFixed(2)}–${value.high.toFixed(2)}]` : '–';
}
