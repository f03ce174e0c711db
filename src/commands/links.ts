// Which of a host's settings files is meant, and which of them hold our entries.
import fs from 'node:fs';
import path from 'node:path';
import type { Env, Host, Scope } from '../../hosts/host.ts';
import { hosts } from '../../hosts/index.ts';
import { SettingsFault } from '../../hosts/settings-document.ts';
import { parseFor } from '../../hosts/settings-entries.ts';
import { linkedEvents, linkObjection, readSettings } from '../../hosts/settings-file.ts';
import { settingsWarnings } from '../../hosts/settings-warnings.ts';
import type { Project } from '../index/places.ts';
import { asClauses } from './output.ts';

export const SCOPES: readonly Scope[] = ['project', 'local', 'user'];

/** Which flag chooses a scope. */
export const FLAG: Record<Scope, string> = { project: '', local: ' --local', user: ' --global' };

/** From where settings files are seen. */
export interface Standpoint {
  /** The user's; without it no user settings are known. */
  home: string | undefined;
  project: Pick<Project, 'tree' | 'main'>;
  env: Env;
  cwd: string;
}

/** The host's file for a scope, absolute; undefined where the host has none. */
export function settingsFile(host: Host, scope: Scope, from: Standpoint): string | undefined {
  const { tree, main } = from.project;
  const base = scope === 'user' ? from.home : host.settings.worktree === 'main' ? (main ?? tree) : tree;
  const file = base === undefined ? undefined : host.settings.path[scope]?.(base, from.env);
  return file === undefined ? undefined : path.resolve(from.cwd, file);
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
}

/** Where hosts are linked, each file once. */
export function linksOf(from: Standpoint, of: readonly Host[] = hosts): Link[] {
  return of.flatMap((host) =>
    SCOPES.flatMap((scope) => {
      const file = settingsFile(host, scope, from);
      return file === undefined || widestScope(host, scope, from) !== scope ? [] : (readLink(host, scope, file) ?? []);
    }),
  );
}

function readLink(host: Host, scope: Scope, file: string): Link | undefined {
  try {
    const state = readSettings(file);
    const { text } = state;
    const linked = text === undefined ? new Map<string, number>() : linkedEvents(text, host, file);
    if (text === undefined || linked.size === 0) return undefined;
    const faults = settingsWarnings(parseFor(host, text, file), host).map((fault) => fault.replace(/\.$/, ''));
    faults.unshift(...[linkObjection(state, host) ?? []].flat());
    // Those of the other value of hooks.path_rules are no loss.
    const missing = host.events.flatMap(({ event, pathRules }) => (pathRules || linked.has(event) ? [] : [event]));
    const command = `engram link${FLAG[scope]} ${host.name}`;
    if (missing.length)
      faults.push(`${file}: ${host.title} is linked without ${missing.join(', ')}; ${command} completes it`);
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
