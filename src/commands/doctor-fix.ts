// `engram doctor --fix`: mends what engram itself made. What is a person's is touched no further than `link` touches it.
import fs from 'node:fs';
import path from 'node:path';
import { abandoned } from '../index/compile.ts';
import { indexFile, type Places } from '../index/places.ts';
import { openIndex } from '../index/read.ts';
import { type SyncReport, syncProject } from '../memory/sync.ts';
import { reason } from '../memory/vault.ts';
import { openStore, StoreError } from '../store/open.ts';
import type { Context } from './context.ts';
import { launcherFile, thisInstallation, writeLauncher } from './launcher.ts';
import { changes, linkHost } from './link.ts';
import { type Link, linksOf } from './links.ts';
import { asClauses } from './output.ts';
import { bringRules } from './rules.ts';
import { findGround, type Ground } from './targets.ts';

/** What was mended, or with a dry run would be. */
export interface Repair {
  what: string;
  /** False where it could not be done: `message` says why. */
  done: boolean;
  message: string;
}

/** Each repair that was needed, in the order of the findings that it answers. Nothing is thrown for one that fails. */
export function mend(context: Context, dryRun = false): Repair[] {
  const ground = findGround(context);
  const links = linksOf(ground);
  const repairs: Repair[] = [];
  /** @param mending what was done in words, none where nothing was to do */
  const attempt = (what: string, mending: () => string[]) => {
    try {
      repairs.push(...mending().map((message) => ({ what, done: true, message })));
    } catch (error) {
      repairs.push({ what, done: false, message: asClauses(reason(error)).replace(/\.$/, '') });
    }
  };
  attempt('home', () => closePermissions(ground.places, dryRun));
  if (!dryRun) attempt('database', () => openDatabase(ground.places));
  attempt('launcher', () => renewLauncher(ground, links, dryRun));
  attempt('index', () => removeLocks(ground.places, dryRun));
  // Of one that cannot be read the findings tell.
  for (const link of links.filter(({ events }) => events.length > 0))
    attempt('link', () => renewLink(link, ground, dryRun));
  if (!dryRun) attempt('index', () => renewIndex(ground, context));
  return repairs;
}

/** What engram keeps in its home, beside the memories and the config, which are the user's, and the launcher, which others may start. */
const OWN = /^(?:index|sessions|cache|made|linked|trust|rules|bypass|bin|spent|engram\.(?:db|log).*)$/;

/** Nobody else may look into engram's home: 0700, and 0600 for what engram keeps in it. */
function closePermissions({ home }: Places, dryRun: boolean): string[] {
  if (process.platform === 'win32' || !fs.existsSync(home)) return [];
  const names = fs.readdirSync(home).filter((name) => OWN.test(name));
  const open = [home, ...names.flatMap((name) => withContents(path.join(home, name)))].filter(isOpen);
  if (!dryRun) for (const file of open) fs.chmodSync(file, fs.statSync(file).mode & 0o700);
  const [first] = open;
  if (!first) return [];
  const more = open.length > 1 ? ` and ${open.length - 1} of what is in it` : '';
  return [`${first}${first === home ? more : open.length > 1 ? ` and ${open.length - 1} more` : ''}: for you alone`];
}

function withContents(file: string): string[] {
  const stat = fs.lstatSync(file);
  if (!stat.isDirectory()) return stat.isFile() ? [file] : [];
  return [file, ...fs.readdirSync(file).flatMap((name) => withContents(path.join(file, name)))];
}

/** Others may do something with it; the launcher they may. */
function isOpen(file: string): boolean {
  return !/^engram-hook(?:\.cmd)?$/.test(path.basename(file)) && (fs.statSync(file).mode & 0o077) !== 0;
}

/** A corrupt one is put aside by being opened. What else keeps it from opening is for the findings to say. */
function openDatabase({ db }: Places): string[] {
  try {
    const { store, movedAside } = openStore(db);
    store.close();
    return movedAside ? [`${db}: made anew from the memory files; the corrupt one is ${movedAside} now`] : [];
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return [];
  }
}

function renewLauncher({ home, places }: Ground, links: readonly Link[], dryRun: boolean): string[] {
  const isWanted = links.some(({ events }) => events.length > 0) || fs.existsSync(launcherFile(home));
  if (!isWanted) return [];
  const { file, changed, keptBefore } = writeLauncher(home, places.home, thisInstallation(), { dryRun });
  const moved =
    keptBefore === undefined ? '' : `; the hooks keep everything in ${places.home} now, no more in ${keptBefore}`;
  return changed ? [`${file}: written anew${moved}`] : [];
}

/** Locks of syncs that are gone. */
function removeLocks({ index }: Places, dryRun: boolean): string[] {
  if (!fs.existsSync(index)) return [];
  const stale = fs
    .readdirSync(index)
    .filter((name) => name.endsWith('.lock'))
    .map((name) => path.join(index, name))
    .filter(abandoned);
  if (!dryRun) for (const lock of stale) fs.rmSync(lock, { force: true });
  return stale.map((lock) => `${lock}: left by a sync that is gone, taken away`);
}

function renewLink({ host, scope, file }: Link, ground: Ground, dryRun: boolean): string[] {
  const report = linkHost(host, scope, ground, dryRun);
  if (!report) return [];
  const what = changes(report);
  const { format } = host.settings;
  const again =
    format.kind === 'entries' && format.byPosition ? `; ${host.title} may ask to review its hooks again` : '';
  return what ? [`${host.title}: ${what} in ${file}${again}`] : [];
}

/** The index and the rule files as the memories say. */
function renewIndex({ project, places, env, home, cwd }: Ground, { now }: Context): string[] {
  const file = indexFile(project, places);
  const there = openIndex(file);
  there?.close();
  const isDamaged = !there && fs.existsSync(file);
  const report: SyncReport = syncProject({ project, places, env, now });
  const { written, removed } = bringRules(report, { home, project, env, cwd, engram: places.home });
  return [
    ...(isDamaged ? [`${file}: made anew`] : []),
    ...written.map((rule) => `${rule}: written`),
    ...removed.map((rule) => `${rule}: taken away`),
  ];
}
