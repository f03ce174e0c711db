// The entry of dist/complete.cjs: `engram complete -- <words>`, which the scripts of `engram completion` ask. One word a line with its
// meaning behind a tab, then `:` and what to do beside: 4, no files; 0, files. @bomb.sh/tab and Cobra speak the same, so that
// what completes for a package manager can ask too. Whatever goes wrong, the shell has nothing to complete.
import { writeAll } from '../hook/stdio.ts';
import { findPlaces, findProject, indexFile, type Places, type Project } from '../index/places.ts';
import { openIndex } from '../index/read.ts';
import { type Candidate, type Completions, complete, type Found } from './complete.ts';
import { recordedSessions } from './sessions.ts';

/** Put here by build.mjs. */
declare const COMPLETIONS: Completions;

/** A word that no shell needs quotes for. */
const PLAIN = /^[\w.:@+%/-]+$/;
/** A meaning is one line of a menu. */
const MEANING = 80;
/** Sessions that are offered: an older one is hardly meant. */
const MENU = 20;

try {
  const [dashes, ...words] = process.argv.slice(3);
  if (dashes === '--') writeAll(1, answer(words));
} catch {
  // A shell in the middle of a line is no place for a complaint.
}

function answer(words: readonly string[]): string {
  const { candidates, files } = complete(words, COMPLETIONS, lookUp());
  const lines = candidates
    .filter(({ value }) => PLAIN.test(value.replaceAll(',', '')))
    .map(({ value, meaning }) => `${value}\t${short(meaning)}\n`);
  return `${lines.join('')}:${files ? 0 : 4}\n`;
}

/** Without control characters: others write the summaries. */
function short(meaning: string): string {
  const line = meaning.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  const letters = [...line];
  return letters.length <= MEANING ? line : `${letters.slice(0, MEANING - 1).join('')}…`;
}

function lookUp(): Found {
  const { env } = process;
  const places = findPlaces(env);
  if (!places) return { memories: () => [], sessions: () => [] };
  const project = findProject(process.cwd(), places, env);
  return { memories: () => memories(project, places), sessions: () => sessions(project, places) };
}

/** As they were last compiled: nothing is read anew for a TAB. */
function memories(project: Project, places: Places): Candidate[] {
  const index = openIndex(indexFile(project, places));
  if (!index) return [];
  const all = index.first(index.count).map(({ id, summary }) => ({ value: id, meaning: summary }));
  index.close();
  return all.sort((a, b) => (a.value < b.value ? -1 : 1));
}

/** Of this project, the newest first. */
function sessions({ root }: Project, places: Places): Candidate[] {
  const known = new Map<string, string>();
  for (const { session, host, at, root: of } of recordedSessions(places)) {
    if (of === root && !known.has(session))
      known.set(session, `${host}, ${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`);
  }
  return [...known].slice(0, MENU).map(([value, meaning]) => ({ value, meaning }));
}
