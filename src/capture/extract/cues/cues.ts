// By which words a language says that something is to be kept, and by which that it is not. A file for each language.
import type { MemoryType } from '../../../memory/memory.ts';
import type { Signal } from '../importance.ts';

export interface Cue {
  signal: Signal;
  type: MemoryType;
  pattern: RegExp;
  /** It counts only where the sentence names something one could look for. */
  named?: true;
}

/**
 * Patterns are tried on a sentence in which quotations and code are blanked. `^` is the sentence's beginning after its leads, `$` its
 * end without the full stop.
 */
export interface Cues {
  language: string;
  /** What sentences begin with that belongs to the talk (`ok so`, `by the way,`). Anchored. */
  leads: RegExp;
  /** Leads that say from when on; what follows stands without them (in some languages it does not: then they are a cue). Anchored. */
  henceforth: RegExp;
  /** A lead that says that something was wrong (`no,`). Anchored. */
  corrects: RegExp;
  /** A whole sentence that says so; the next one sets it right. */
  wrong: RegExp;
  /** A lead that asks to remember what follows. Anchored. */
  remember: RegExp;
  /** A whole sentence that asks to remember the one before. */
  rememberThat: RegExp;
  /** The same behind the matter, in its sentence (`…, keep that in mind`). Anchored at the end. */
  rememberBehind: RegExp;
  cues: readonly Cue[];
  /** Tells somebody to do or not to do something: what is to be remembered then is a rule. Anchored. */
  orders: RegExp;
  reason: RegExp;
  /** A reason proper, not a threat (`otherwise`). */
  because: RegExp;
  /** Behind a word that something was wrong: one thing against another, or a plain statement of how things are with us. */
  contrast: RegExp;
  states: RegExp;
  /** Not meant, or not by this person, or only for now. */
  question: RegExp;
  hypothetical: RegExp;
  hearsay: RegExp;
  passing: RegExp;
  /** About one piece of work, or when the person is away: also where it begins with `from now on`. */
  oneWork: RegExp;
  /** Says what goes wrong, not what shall be. */
  complaint: RegExp;
  /** Says how one thing of the product shall behave: a task, unless it gives a reason. Anchored. */
  product: RegExp;
  /** Asks for a text, a translation, an explanation: what it speaks of is that text's. */
  request: RegExp;
  /** A part of the sentence that says when or where its rule holds, and stays before it. Anchored. */
  context: RegExp;
  /** What stands behind the matter and is talk (`please rename yours`). Anchored at the end. */
  tails: RegExp;
  /** Begins with a word that stands for something said before. Anchored. */
  dangling: RegExp;
  /** Announces a text that somebody else wrote, where it ends with a colon. */
  document: RegExp;
  /** Announces rules, where it ends with a colon. */
  ground: RegExp;
  /** Speaks of this project; of the person. */
  project: RegExp;
  person: RegExp;
}

/** A word ends here; what ends with a space has ended. */
const END = '(?:(?<=\\s)|(?![\\p{L}\\p{N}_]))';

/** Whole words of a script with spaces, in any case. */
export function words(alternatives: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}_])(?:${alternatives})${END}`, 'iu');
}

/** What a text begins with, whole words. */
export function begins(alternatives: string): RegExp {
  return new RegExp(`^(?:${alternatives})${END}`, 'iu');
}

/**
 * What a clause begins with; `at` is where. The clause may be the sentence, or stand behind a comma, a colon or one of `joins`.
 * @param joins words that join clauses, as alternatives
 */
export function clause(alternatives: string, joins: string): RegExp {
  return new RegExp(
    `(?:^|[,;:–—(]\\s*(?:(?:${joins})\\s+)?|\\s(?:${joins})\\s+|\\s[-–—]\\s)(?<at>(?:${alternatives})${END})`,
    'iu',
  );
}

/** Leads, as often as they stand one behind another, with the signs between them. */
export function leads(alternatives: string): RegExp {
  return new RegExp(`^(?:(?:${alternatives})(?![\\p{L}\\p{N}_'’])[\\s,.:;!–—-]*)+`, 'iu');
}

/** Matches nothing: where a language needs no such pattern. */
export const NOTHING = /(?!)/;
