// Prompts as fingers type them: one slip in one of the longer words, the same in every run.

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
/** Words of a prompt that one is taken of: the longest. */
const LONGEST = 3;

/**
 * A letter left out, put in or changed, or two changed round, behind the first letter of a word of five letters or more.
 * @param seed the prompt's number
 * @returns undefined where there is no such word
 */
export function withSlip(prompt: string, seed: number): string | undefined {
  const random = numbers(seed + 1);
  random();
  const words = prompt.split(' ');
  const long = [...words.keys()].filter((i) => /^\p{L}{5,}[?.]?$/u.test(words[i]!));
  if (long.length === 0) return undefined;
  long.sort((a, b) => words[b]!.length - words[a]!.length);
  const which = long[Math.floor(random() * Math.min(LONGEST, long.length))]!;
  const word = words[which]!;
  const at = 1 + Math.floor(random() * (word.length - 3));
  const kind = Math.floor(random() * 4);
  const letter = LETTERS[Math.floor(random() * LETTERS.length)]!;
  const [before, after] = [word.slice(0, at), word.slice(at + 1)];
  words[which] = [
    before + after,
    before + letter + word.slice(at),
    before + letter + after,
    before + word[at + 1] + word[at] + word.slice(at + 2),
  ][kind]!;
  const slipped = words.join(' ');
  return slipped === prompt ? undefined : slipped;
}

/** Xorshift, 0–1. */
function numbers(seed: number): () => number {
  let x = Math.imul(seed, 2654435761) >>> 0;
  return () => {
    x ^= x << 13;
    x >>>= 0;
    x ^= x >>> 17;
    x ^= x << 5;
    x >>>= 0;
    return x / 2 ** 32;
  };
}
