// What ranking needs to know of the compiled index; index/read.ts serves it from a file, tests from memory.

/** The memories that hold a term. */
export interface Postings {
  /** How many memories hold the term. */
  df: number;
  /** How many are listed: fewer where long lists are cut. */
  listed: number;
  /** The best of them by impact, `n` at the most. */
  first(n: number): Listed;
  /** Where the key is one of words (layout.ts): the text under it. */
  text(): string;
  /** Where it is that of sketches (sketches.ts): bytes of them. */
  part(from: number, length: number): Uint8Array;
}

export interface Listed {
  /** Ordinals of memories. */
  docs: Uint32Array;
  /** Per memory the term's weighted, length-normalised frequency, 0…65535 for 0…IMPACT_MAX (index/impact.ts). Without idf. */
  impacts: Uint16Array;
}

export interface Lexicon {
  /** Number of memories. */
  readonly count: number;
  /** Terms of a memory, weighted, on average. */
  readonly averageLength?: number;
  lookup(term: string): Postings | undefined;
}
