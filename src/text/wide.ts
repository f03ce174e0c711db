// The word tables of scripts other than Latin, loaded with the first word in one of them: the hook reads them from
// dist/wide-words.cjs, commands and tests have them by static import (stem-all.ts).

import type { Script } from './scripts.ts';

/** Each table is one string, searched: words between blanks. In runs of CJK any two neighbours are a pair. */
export interface WideWords {
  /** For code units from U+0300 on (scripts.ts). */
  scriptOf(c: number): Script;
  /** Function words. */
  russian: string;
  arabic: string;
  cjk: string;
  /** Stems with the digit of their share (common.ts). */
  russianShares: string;
  /** Pairs that developers' texts are full of: what things are, and what is done with them. */
  subjects: string;
  requests: string;
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
  russianShares: '',
  subjects: '',
  requests: '',
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
