// Medians and quartiles.

export interface Quartiles {
  low: number;
  median: number;
  high: number;
}

/** By linear interpolation between the two nearest values; NaN for no values. */
export function quartiles(values: readonly number[]): Quartiles {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number): number => {
    const place = share * (sorted.length - 1);
    const below = sorted[Math.floor(place)] ?? Number.NaN;
    const above = sorted[Math.ceil(place)] ?? Number.NaN;
    return below + (above - below) * (place - Math.floor(place));
  };
  return { low: at(0.25), median: at(0.5), high: at(0.75) };
}

/** The value that this share of them does not exceed; NaN for no values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** A permutation, every one equally likely. */
export function shuffled<T>(list: readonly T[]): T[] {
  const result = [...list];
  for (let i = result.length - 1; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1));
    [result[i], result[j]] = [result[j]!, result[i]!];
  }
  return result;
}
