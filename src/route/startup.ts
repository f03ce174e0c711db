// The order in which a session-start offers memories (S-09).

const DAY = 86_400_000;

/** The age of a memory without a date, in days. */
export const UNDATED_AGE = 365;
/** recencyBias unless the config says otherwise. */
export const RECENCY_BIAS = 0.7;

/** Whole UTC days since a `YYYY-MM-DD` date; a date to come counts 0, none (or one that is no date) 365. */
export function ageDays(date: string | undefined, now: Date): number {
  const then = date === undefined ? Number.NaN : Date.parse(`${date.slice(0, 10)}T00:00:00Z`);
  if (Number.isNaN(then)) return UNDATED_AGE;
  return Math.max(0, Math.floor(now.getTime() / DAY) - then / DAY);
}

/** importance × (1 − bias) + recency × bias, recency = 1 / (1 + age in days). */
export function startupScore(importance: number, ageDays: number, bias: number): number {
  return importance * (1 - bias) + (1 / (1 + ageDays)) * bias;
}

export interface Startable {
  id: string;
  /** 0–1. */
  importance: number;
  reviewed?: string;
  created?: string;
}

/** Best first by score at that day; equals by id. The date of a memory is `reviewed`, else `created`. */
export function startupOrder<T extends Startable>(items: readonly T[], now: Date, bias: number = RECENCY_BIAS): T[] {
  return items
    .map((item) => ({ item, score: startupScore(item.importance, ageDays(item.reviewed ?? item.created, now), bias) }))
    .sort((a, b) => b.score - a.score || (a.item.id < b.item.id ? -1 : a.item.id > b.item.id ? 1 : 0))
    .map(({ item }) => item);
}
