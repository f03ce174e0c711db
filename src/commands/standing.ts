// The one file that a host always has in context, for a host that takes no answers: what a session's start would hold. It stands
// beside files of the person's, so that nothing but this file is ours there; the memories are the truth.
import fs from 'node:fs';
import path from 'node:path';
import { type Host, OWN_MARK, type StandingFile } from '../../hosts/host.ts';
import { missingFolders } from '../../hosts/settings-file.ts';
import { item } from '../hook/deliver.ts';
import { startup } from '../hook/session-start.ts';
import { lines } from '../hook/turn.ts';
import { type Index, openIndex } from '../index/read.ts';
import { leadsOut } from '../memory/outside.ts';
import { plan } from '../plan/plan.ts';
import { measure } from '../text/units.ts';
import { rememberMade, removeMadeFolders } from './made.ts';

/** So many of the first memories are offered whole; more never fit. */
const WHOLE = 24;
/** UTF-8 bytes that a unit of a cap is at most. */
const WIDEST = 3;

/** What was written and removed, and what of somebody else's stands where ours would, or is behind links that lead out of the project; absolute. */
export interface StandingReport {
  written: string[];
  removed: string[];
  kept: string[];
  outside: string[];
}

/**
 * Writes the host's standing file, or takes it away where there is nothing to stand in it.
 * @param index the compiled index; undefined: the file is not wanted
 * @param root the work tree
 * @param engram `$ENGRAM_HOME`, where it is remembered which folders were made
 * @param dryRun only tell
 */
export function bringStanding(
  host: Host & { standing: StandingFile },
  index: string | undefined,
  { root, engram }: { root: string; engram: string | undefined },
  report: StandingReport,
  dryRun = false,
): void {
  const places = host.standing.files.map((file) => path.join(root, ...file.split('/')));
  const place = places.find((file) => fs.existsSync(path.dirname(file))) ?? places[0];
  const opened = index === undefined ? undefined : openIndex(index);
  const text = opened && standingText(host.standing, opened);
  opened?.close();
  for (const file of places) {
    const wanted = file === place ? text : undefined;
    if (leadsOut(path.dirname(file), root) !== undefined) {
      if (wanted !== undefined) report.outside.push(file);
      continue;
    }
    sweep(file);
    if (isTheirs(file, OWN_MARK)) {
      if (wanted !== undefined) report.kept.push(file);
      continue;
    }
    if (read(file) === wanted) {
      // Gone, but a process was killed before it came to the folders.
      if (wanted === undefined && !dryRun && engram !== undefined) removeMadeFolders(file, engram);
    } else if (wanted === undefined) {
      if (!dryRun) {
        fs.rmSync(file);
        if (engram !== undefined) removeMadeFolders(file, engram);
      }
      report.removed.push(file);
    } else {
      if (!dryRun) {
        if (engram !== undefined) rememberMade(missingFolders(file), engram);
        fs.mkdirSync(path.dirname(file), { recursive: true });
        replaceWhole(file, wanted);
      }
      report.written.push(file);
    }
  }
}

/**
 * What a session's start would hold, as much of it whole as the file takes: nothing comes later. Undefined where there is nothing
 * to say.
 */
export function standingText({ cap, write }: StandingFile, index: Index): string | undefined {
  const { pinned } = index.head;
  const first = index.first(WHOLE);
  const most = [...pinned.map((ordinal) => first[ordinal] ?? index.memory(ordinal)), ...first];
  const items = startup(index, most).map(({ memory }) => item(index, memory, undefined));
  const limit = cap.limit - measure(write(''), cap.unit);
  const { notice = '' } = index.head;
  const { text } = plan(items, { bytes: limit * WIDEST, cap: { ...cap, limit } }, { more: true, tail: notice });
  return text || notice ? write(lines(text, notice)) : undefined;
}

/** Takes away what processes that were killed left beside a file. */
function sweep(file: string): void {
  const folder = path.dirname(file);
  if (!fs.existsSync(folder)) return;
  for (const name of fs.readdirSync(folder)) {
    const other = path.join(folder, name);
    if (name.startsWith(`${path.basename(file)}.`) && isAbandoned(other)) fs.rmSync(other, { force: true });
  }
}

/**
 * Whether something of somebody else stands where a file of ours would: a file without our mark, or what is no file at all. A link
 * is its maker's, wherever it leads.
 */
export function isTheirs(file: string, mark: string): boolean {
  let stat: fs.Stats | undefined;
  try {
    stat = fs.lstatSync(file, { throwIfNoEntry: false });
  } catch {
    // What is above it is no folder.
    return false;
  }
  if (!stat) return false;
  return !stat.isFile() || read(file)?.includes(mark) !== true;
}

export function read(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** Whole or not at all: a host may read it at any moment. */
export function replaceWhole(file: string, text: string): void {
  const temporary = `${file}.${process.pid}.tmp`;
  // Never through a link that somebody has put there.
  fs.rmSync(temporary, { force: true });
  fs.writeFileSync(temporary, text, { flag: 'wx' });
  fs.renameSync(temporary, file);
}

/** Whether a file is one of `replaceWhole` that a process was killed at a minute ago or longer. */
export function isAbandoned(file: string): boolean {
  if (!/\.md\.\d+\.tmp$/.test(file)) return false;
  const stat = fs.statSync(file, { throwIfNoEntry: false });
  return stat !== undefined && Date.now() - stat.mtimeMs > 60_000;
}
