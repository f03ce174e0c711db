// Which of a host's settings files is meant, and which of them hold our entries.
import fs from 'node:fs';
import path from 'node:path';
import { asConfigured, withCapture } from '../../hosts/events.ts';
import type { Env, Host, Scope } from '../../hosts/host.ts';
import { hosts } from '../../hosts/index.ts';
import { SettingsFault } from '../../hosts/settings-document.ts';
import { holdsMembers, inScope, linkState } from '../../hosts/settings-link.ts';
import { loadConfig } from '../config/load.ts';
import type { Project } from '../index/places.ts';
import { installedCommand } from './launcher.ts';
import { asClauses } from './output.ts';

export const SCOPES: readonly Scope[] = ['project', 'local', 'user'];

/** Which flag chooses a scope. */
export const FLAG: Record<Scope, string> = { project: '', local: ' --local', user: ' --global' };

/** From where settings files are seen. */
export interface Standpoint {
  /** The user's; without it no user settings are known. */
  home: string | undefined;
  project: Pick<Project, 'tree' | 'main' | 'configs'> & Partial<Pick<Project, 'git'>>;
  env: Env;
  cwd: string;
  /** A session of a host is at work here. */
  inSession?: true;
  /** Where to remember which folders hold rule files (Places.home). */
  engram?: string;
}

/** The host's file (or folder of scripts) for a scope, absolute: the one that it reads. Undefined where the host has none. */
export function settingsFile(host: Host, scope: Scope, from: Standpoint): string | undefined {
  return settingsFiles(host, scope, from)[0];
}

/** The one that the host reads, then the one that it does not read because of that, in which we may still be linked. */
export function settingsFiles(host: Host, scope: Scope, from: Standpoint): string[] {
  const { tree, main } = from.project;
  const { worktree, path: paths, instead } = host.settings;
  const base = scope === 'user' ? from.home : worktree === 'main' ? (main ?? tree) : tree;
  const named = base === undefined ? undefined : paths[scope]?.(base, from.env);
  if (base === undefined || named === undefined) return [];
  const file = path.resolve(from.cwd, named);
  if (scope !== 'project' || !instead) return [file];
  const other = path.join(base, ...instead.file.split('/'));
  return holdsMembers(other, instead.holding) ? [other, file] : [file];
}

/** The widest scope whose file is the very file of this scope: in the home folder the project's file is the user's. */
export function widestScope(host: Host, scope: Scope, from: Standpoint): Scope {
  const file = settingsFile(host, scope, from);
  if (file === undefined) return scope;
  const same = (['user', 'project'] as const).find((wider) => {
    const other = settingsFile(host, wider, from);
    return other !== undefined && realFile(other) === realFile(file);
  });
  return same ?? scope;
}

/** The file behind all links, also where it is not there yet. */
function realFile(file: string): string {
  try {
    return fs.realpathSync.native(file);
  } catch {
    const folder = path.dirname(file);
    return folder === file ? file : path.join(realFile(folder), path.basename(file));
  }
}

/** A settings file that holds our entries, or that cannot be read. */
export interface Link {
  host: Host;
  scope: Scope;
  file: string;
  /** The events that have an entry of ours. */
  events: string[];
  /** Entries above one for each event. */
  copies: number;
  /** Sentences about what keeps the host from running our hooks. */
  faults: string[];
  /** The file could not be read: `faults` says why. */
  unreadable?: true;
  /** No entry is ours, and some start engram: `faults` names them. */
  stray?: true;
}

/** Where hosts are linked, each file once. */
export function linksOf(from: Standpoint, of: readonly Host[] = hosts): Link[] {
  return of.flatMap((host) =>
    SCOPES.flatMap((scope) => {
      const files = widestScope(host, scope, from) === scope ? settingsFiles(host, scope, from) : [];
      return files.flatMap((file) => readLink(host, scope, file, files[0]!, from) ?? []);
    }),
  );
}

/** @param read the file that the host reads */
function readLink(host: Host, scope: Scope, file: string, read: string, from: Standpoint): Link | undefined {
  const command = `engram link${FLAG[scope]} ${host.name}`;
  try {
    const { config } = loadConfig(from.project.configs);
    const wanted = asConfigured(inScope(host, scope), config);
    const state = linkState(file, wanted, ({ event }) => installedCommand(host, scope, from.home ?? '', event));
    if (!state || state.linked.size + state.stray.length === 0) return undefined;
    if (state.linked.size === 0) return { host, scope, file, events: [], copies: 0, faults: state.stray, stray: true };
    state.faults.push(...state.stray);
    const { linked, faults } = state;
    for (const old of state.outdated) faults.push(`${old} is not as this version writes it; ${command} renews it`);
    if (file !== read) faults.push(`${file}: ${host.title} reads ${read} instead; ${command} moves the hooks there`);
    const captures = config['capture.enabled'];
    const { events } = captures ? withCapture(host) : host;
    // Those of the other value of hooks.path_rules are no loss.
    const missing = events.flatMap(({ event, pathRules }) => (pathRules || linked.has(event) ? [] : [event]));
    if (missing.length)
      faults.push(`${file}: ${host.title} is linked without ${missing.join(', ')}; ${command} completes it`);
    const idle = captures
      ? []
      : (host.capture?.events ?? []).flatMap(({ event }) => (linked.has(event) ? [event] : []));
    if (idle.length)
      faults.push(
        `${file}: ${host.title} is linked with ${idle.join(', ')}, and capture is off; ${command} takes that out`,
      );
    for (const [event, count] of linked)
      if (count > 1) faults.push(`${file}: ${event} is linked ${count} times; ${command} mends it`);
    const copies = [...linked.values()].reduce((sum, count) => sum + count - 1, 0);
    return { host, scope, file, events: [...linked.keys()], copies, faults };
  } catch (error) {
    if (!(error instanceof SettingsFault)) throw error;
    // Its words speak of a write that nobody asked for here.
    const fault = asClauses(error.message).replace(/; nothing was (?:written|changed);.*$/s, '');
    return { host, scope, file, events: [], copies: 0, faults: [fault], unreadable: true };
  }
}
