// Rule files: memories that apply to paths, as files that the host itself loads when such a path is touched. Generated, in a
// folder that is ours and that git ignores; the memories are the truth.
import fs from 'node:fs';
import path from 'node:path';
import type { Host } from '../../hosts/host.ts';
import { hosts } from '../../hosts/index.ts';
import { missingFolders } from '../../hosts/settings-file.ts';
import { makeFolder as makePrivate } from '../index/places.ts';
import { rulePaths } from '../memory/globs.ts';
import { leadsOut } from '../memory/outside.ts';
import type { ScopedMemory, SyncReport } from '../memory/sync.ts';
import { key64 } from '../text/hash.ts';
import { linksOf, type Standpoint, widestScope } from './links.ts';
import { forgetMade, forgetMissing, isMade, rememberMade, removeMadeFolders } from './made.ts';
import { bringStanding, isAbandoned, isTheirs, read, replaceWhole } from './standing.ts';

/** In each file of ours, and in no other. */
const MARK = '<!-- engram: written from the memory ';
const IGNORE = '*\n';

/** What was written and removed, absolute. */
export interface RulesReport {
  written: string[];
  removed: string[];
  /** Files of somebody else that stand where one of ours would. */
  kept: string[];
  /** The same of standing files. */
  keptStanding: string[];
  /** Folders and files behind links that lead out of the project: nothing of ours is written or removed there. */
  outside: string[];
}

const nothingDone = (): RulesReport => ({ written: [], removed: [], kept: [], keptStanding: [], outside: [] });

/** What rule files are made of; without an index no standing file is written. */
export type Compiled = Pick<SyncReport, 'scoped' | 'config'> & Partial<Pick<SyncReport, 'indexFile'>>;

/**
 * Brings the rule files and the standing file of every host that is linked here up to what the memories say; removes them where
 * they are not wanted.
 * @param dryRun only tell
 * @throws node's errors of the file system
 */
export function bringRules({ scoped, config, indexFile }: Compiled, from: Standpoint, dryRun = false): RulesReport {
  const report = nothingDone();
  const automatic = config.read === 'auto' || config.read === 'always';
  for (const host of hosts) {
    const { standing } = host;
    if (standing) {
      // Linked for all projects the host would get a file in each of them that nobody asked for.
      const isLinkedHere = linksOf(from, [host]).some(({ scope, events }) => scope !== 'user' && events.length > 0);
      const isWanted = isLinkedHere && config.read !== 'off' && config.read !== 'manual';
      const { written, removed, outside } = report;
      const kept = report.keptStanding;
      const index = isWanted ? indexFile : undefined;
      const place = { root: from.project.tree, engram: from.engram };
      bringStanding({ ...host, standing }, index, place, { written, removed, kept, outside }, dryRun);
    }
    if (!host.rules) continue;
    // In the home folder the host would load them in every project, beside that project's own.
    const own = widestScope(host, 'project', from) === 'project';
    const folder = rulesFolder(host.rules, from.project.tree);
    const wanted = own && automatic && config['hooks.path_rules'] === 'native' && isWanted(host, folder, from);
    bringFolder(host, wanted ? scoped : [], folder, from, report, dryRun);
    if (!dryRun && from.engram !== undefined) remember(folder, from.engram);
  }
  return report;
}

/**
 * Takes the rule files out of the projects that have no link any more, wherever they are: a host that is linked for all projects has
 * some in each in which it was used.
 * @param engram where their folders are remembered
 */
export function clearRules(from: Omit<Standpoint, 'project'> & { engram: string }): RulesReport {
  const report = nothingDone();
  for (const mark of list(path.join(from.engram, FOLDERS))) {
    const folder = read(path.join(from.engram, FOLDERS, mark))?.trimEnd();
    for (const host of folder === undefined ? [] : hosts) {
      const below = host.rules && `${path.sep}${host.rules.folder.replaceAll('/', path.sep)}`;
      if (!below || !folder!.endsWith(below)) continue;
      const tree = folder!.slice(0, -below.length);
      if (isLinked(host, { ...from, project: { tree, configs: [] } })) continue;
      bringFolder(host, [], folder!, { engram: from.engram, project: { tree } }, report);
      remember(folder!, from.engram);
    }
  }
  return report;
}

function rulesFolder({ folder }: NonNullable<Host['rules']>, tree: string): string {
  return path.join(tree, ...folder.split('/'));
}

/** Folders with rule files, one small file each. Without it they stay when a link for all projects goes. */
const FOLDERS = 'rules';

function markOf(folder: string, engram: string): string {
  return path.join(engram, FOLDERS, key64(folder));
}

/** Keeps in mind that a folder holds rule files, or that it does no more. */
function remember(folder: string, engram: string): void {
  const mark = markOf(folder, engram);
  try {
    if (!fs.existsSync(folder)) fs.rmSync(mark, { force: true });
    else if (!fs.existsSync(mark)) {
      makePrivate(path.dirname(mark));
      fs.writeFileSync(mark, `${folder}\n`, { mode: 0o600 });
    }
  } catch {
    // Not writable: then nothing is remembered.
  }
}

function isLinked(host: Host, from: Standpoint): boolean {
  return linksOf(from, [host]).some(({ events }) => events.length > 0);
}

/**
 * The host is linked here. For all projects it is linked in every folder: in one that is no project it gets its files when it is at
 * work there, not because somebody ran a command.
 */
function isWanted(host: Host, folder: string, from: Standpoint): boolean {
  const links = linksOf(from, [host]).filter(({ events }) => events.length > 0);
  const { git, tree } = from.project;
  const isProject = git !== undefined || fs.existsSync(path.join(tree, '.engram'));
  const here = isProject || from.inSession === true || fs.existsSync(folder);
  return links.some(({ scope }) => here || scope !== 'user');
}

function bringFolder(
  host: Host,
  scoped: readonly ScopedMemory[],
  folder: string,
  { engram, project: { tree: root } }: { engram?: string | undefined; project: { tree: string } },
  report: RulesReport,
  dryRun = false,
): void {
  const files = new Map<string, string>(
    scoped.flatMap(({ id, appliesTo, body }) => {
      const paths = rulePaths(appliesTo, { root });
      return paths.length > 0 ? [[`${id}.md`, host.rules!.write(id, paths, body)] as [string, string]] : [];
    }),
  );
  if (leadsOut(folder, root) !== undefined) {
    if (files.size > 0) report.outside.push(folder);
    return;
  }
  const ignore = path.join(folder, '.gitignore');
  if (files.size > 0 && !dryRun) makeFolder(folder, ignore, engram);
  for (const [name, text] of files) {
    const file = path.join(folder, name);
    if (isTheirs(file, MARK)) report.kept.push(file);
    else if (read(file) !== text) {
      if (!dryRun) replaceWhole(file, text);
      report.written.push(file);
    }
  }
  for (const name of list(folder)) {
    const file = path.join(folder, name);
    if (isAbandoned(file)) fs.rmSync(file, { force: true });
    if (files.has(name) || !name.endsWith('.md') || isTheirs(file, MARK)) continue;
    if (!dryRun) fs.rmSync(file);
    report.removed.push(file);
  }
  if (files.size > 0 || dryRun || engram === undefined) return;
  if (isMade(ignore, engram)) {
    if (read(ignore) === IGNORE) fs.rmSync(ignore);
    forgetMade(ignore, engram);
  }
  removeMadeFolders(ignore, engram);
}

/** With what keeps git from it. What is made is remembered before: one that was there is the person's. */
function makeFolder(folder: string, ignore: string, engram: string | undefined): void {
  // Empty: its writer was killed.
  if (engram !== undefined && isMade(ignore, engram) && read(ignore) === '') fs.rmSync(ignore);
  if (fs.existsSync(ignore)) return;
  const made = [...missingFolders(ignore), ignore];
  if (engram !== undefined) rememberMade(made, engram);
  try {
    fs.mkdirSync(folder, { recursive: true });
    writeIfNew(ignore, IGNORE);
  } finally {
    if (engram !== undefined) forgetMissing(made, engram);
  }
}

/** Nothing where the name is taken, be it by a link that leads nowhere. */
function writeIfNew(file: string, text: string): void {
  try {
    fs.writeFileSync(file, text, { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function list(folder: string): string[] {
  try {
    return fs.readdirSync(folder);
  } catch {
    return [];
  }
}
