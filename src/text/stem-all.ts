// Every stemmer, and the word tables of other scripts, by static import, for commands, sync and tests. Importing this module
// registers them.
import { stemmer as nl } from '@orama/stemmers/dutch';
import { stemmer as fr } from '@orama/stemmers/french';
import { stemmer as de } from '@orama/stemmers/german';
import { stemmer as it } from '@orama/stemmers/italian';
import { stemmer as pt } from '@orama/stemmers/portuguese';

import { stemmer as es } from '@orama/stemmers/spanish';
import { stemmer as tr } from '@orama/stemmers/turkish';
import { type StemLanguage, type Stemmer, setStemLoader } from './stem.ts';
import { stemmer as ar } from './stem-arabic.ts';
import { stemmer as ru } from './stem-russian.ts';
import { setWideLoader } from './wide.ts';
import { wideWords } from './wide-words.ts';

const all: Partial<Record<StemLanguage, Stemmer>> = { ru, de, fr, es, it, pt, nl, tr, ar };

/** Registers the bundled stemmers (again, after a test has set another loader). */
export function useAllStemmers(): void {
  setStemLoader((language) => all[language]!);
}

useAllStemmers();
setWideLoader(() => wideWords);
