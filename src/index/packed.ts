// The terms of many memories in little room: a sync of a hundred thousand holds some fifteen million of them at once. Cold.

/** Terms by number, for one sync. */
export interface Vocabulary {
  terms: string[];
  numbers: Map<string, number>;
}

/** A memory's terms: the number of each, and beside it its weighted frequency. */
export interface PackedTerms {
  of: Vocabulary;
  numbers: Uint32Array;
  weights: Float32Array | Float64Array;
}

export function newVocabulary(): Vocabulary {
  return { terms: [], numbers: new Map() };
}

export function pack(terms: readonly (readonly [term: string, weight: number])[], of: Vocabulary): PackedTerms {
  const numbers = new Uint32Array(terms.length);
  const weights = new Float32Array(terms.length);
  let exact = true;
  terms.forEach(([term, weight], i) => {
    let number = of.numbers.get(term);
    if (number === undefined) {
      number = of.terms.push(term) - 1;
      of.numbers.set(term, number);
    }
    numbers[i] = number;
    weights[i] = weight;
    exact &&= weights[i] === weight;
  });
  // Field weights are quarters and halves, which a float holds as they are.
  return { of, numbers, weights: exact ? weights : Float64Array.from(terms, ([, weight]) => weight) };
}

export function unpack({ of, numbers, weights }: PackedTerms): [term: string, weight: number][] {
  return Array.from(numbers, (number, i) => [of.terms[number]!, weights[i]!]);
}
