// Chance that can be had again: every run prints its seed.

export interface Random {
  readonly seed: number;
  /** From 0 up to 1, without 1. */
  next(): number;
  /** A whole number from 0 up to `n`, without `n`. */
  below(n: number): number;
  chance(share: number): boolean;
  pick<T>(list: readonly T[]): T;
}

/** mulberry32, by Tommy Ettinger: 32 bits of state, the same on every machine. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (n: number) => Math.floor(next() * n);
  return { seed, next, below, chance: (share) => next() < share, pick: (list) => list[below(list.length)]! };
}
