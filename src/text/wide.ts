// What few prompts need: the word tables of scripts other than Latin, and what makes long prompts short. Loaded with the first: the hook reads them from
// dist/wide-words.cjs, commands and tests have them by static import (stem-all.ts).

import { CLAUSES, type Clause, PROMPT_HEAD } from './clauses.ts';
import { RARE, type Usage } from './common.ts';
import type { Script } from './scripts.ts';
import type { Words } from './words.ts';

/** Each table is one string, searched: words between blanks. In runs of CJK any two neighbours are a pair. */
export interface WideWords {
  /** For code units from U+0300 on (scripts.ts). */
  scriptOf(c: number): Script;
  /** Function words. */
  russian: string;
  arabic: string;
  cjk: string;
  /** A prompt longer than is read (long-prompts.ts) … */
  ends(prompt: string): string;
  /** … and more clauses than are told apart. */
  shortened(clauses: readonly Clause[]): Clause[];
  /** Stems with the digit of their share (common.ts). */
  russianShares: string;
  /** How common a term from U+0E00 on is; `reply` where it is a word of acknowledgement. */
  usageOf(term: string, reply: boolean): Usage;
  /** Cuts the run of a script that starts at a place; gives where it ends (wide-cut.ts). */
  cut(s: string, start: number, script: Script, out: Words, longest: number): number;
  /** Words of acknowledgement. */
  russianReplies: string;
  arabicReplies: string;
  replyPairs: string;
  replyCharacters: string;
}

let load: (() => WideWords) | undefined;
let loaded: WideWords | undefined;

/** Says where the tables come from. Forgets those loaded before. */
export function setWideLoader(loader: (() => WideWords) | undefined): void {
  load = loader;
  loaded = undefined;
}

const NONE: WideWords = {
  scriptOf: () => 0,
  russian: '',
  arabic: '',
  cjk: '',
  ends: (prompt) => prompt.slice(0, PROMPT_HEAD),
  shortened: (clauses) => clauses.slice(0, CLAUSES),
  russianShares: '',
  usageOf: () => ({ share: RARE, everyday: false }),
  cut: (_, start) => start + 1,
  russianReplies: '',
  arabicReplies: '',
  replyPairs: '',
  replyCharacters: '',
};

/** The tables. Without a loader, or where loading fails, they are empty: there are no words in such a script. */
export function wideWords(): WideWords {
  if (loaded === undefined) {
    loaded = NONE;
    try {
      loaded = load?.() ?? NONE;
    } catch {
      // A damaged or missing file must not break a turn.
    }
  }
  return loaded;
}
