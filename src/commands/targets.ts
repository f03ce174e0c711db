// Which hosts and which of their files a command line means, and how an edit of them is shown.
import path from 'node:path';
import type { Command } from 'commander';
import { createTwoFilesPatch } from 'diff';
import pc from 'picocolors';
import type { Host, Scope } from '../../hosts/host.ts';
import { findHost, hosts } from '../../hosts/index.ts';
import { type FileEdit, SettingsFault } from '../../hosts/settings-file.ts';
import { editDistance } from '../config/load.ts';
import { type Places, type Project, userHome } from '../index/places.ts';
import { openProject } from '../memory/project.ts';
import { CommandError, type Context, EXIT } from './context.ts';
import { FLAG, SCOPES, type Standpoint, settingsFile, widestScope } from './links.ts';
import { asClauses, note } from './output.ts';
import { placesFor } from './places.ts';

/** Where a command works. */
export interface Ground extends Standpoint {
  home: string;
  places: Places;
  project: Project;
}

/** @throws CommandError 78 without a home folder, or with a relative one of engram's */
export function findGround(context: Context): Ground {
  const { env, cwd } = context;
  const home = userHome(env);
  const places = placesFor(context);
  if (!home || !places) {
    throw new CommandError('there is no home folder: HOME is not set; set it and run the command again', EXIT.config);
  }
  return { home: path.resolve(home), places, project: openProject(cwd, places, env), env, cwd };
}

/**
 * The hosts of a command line and those that go with them, each once, in the order of the registry.
 * @throws CommandError 64 for a name that no host has
 */
export function chooseHosts(names: readonly string[]): Host[] {
  const chosen = new Set<Host>();
  // `a,b` and `a, b` are two as well.
  for (const name of names.flatMap((it) => it.split(',')).filter(Boolean)) {
    const host = findHost(name);
    if (host) for (const one of family(host)) chosen.add(one);
    else if (name === 'all') for (const one of hosts) chosen.add(one);
    else throw unknownHost(name, ['all']);
  }
  return hosts.filter((host) => chosen.has(host));
}

/** A host and its companions. */
export function family(host: Host): Host[] {
  return [host, ...(host.companions ?? []).flatMap((name) => findHost(name) ?? [])];
}

/** The host of an option's value. @throws CommandError that names the hosts */
export function hostNamed(name: string): Host {
  const host = findHost(name);
  if (!host) throw unknownHost(name);
  return host;
}

/**
 * For a name that no host has, with what may have been meant.
 * @param others what may be said instead of a host
 */
export function unknownHost(name: string, others: readonly string[] = []): CommandError {
  const names = [...hosts.flatMap((host) => [host.name, ...host.aliases]), ...others];
  const near = names
    .map((known) => ({ known, distance: editDistance(known, name.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)[0];
  // Of a short name every other is near.
  const meant = near && near.distance <= Math.min(2, near.known.length / 2) ? ` (did you mean ${near.known}?)` : '';
  const known = [...hosts.map((host) => host.name), ...others].join(', ');
  return new CommandError(`unknown host ${name}${meant}; known are ${known}`, EXIT.usage);
}

/** What `link` and `unlink` are asked for. */
export interface LinkOptions {
  local?: boolean;
  global?: boolean;
  dryRun?: boolean;
  json?: boolean;
}

/** The hosts and options of `link` and `unlink`. @param argument `<host...>` where at least one must be named */
export function takesHosts(command: Command, argument: '<host...>' | '[host...]'): Command {
  return command
    .argument(argument, 'hosts (see `engram hosts`), or all')
    .option('--local', 'your own file in this project, which is not committed')
    .option('--global', 'your user settings: every project')
    .option('--dry-run', 'print what would change and write nothing')
    .option('--json', 'print the result as JSON');
}

/** @throws CommandError 64 where both are asked for */
export function chooseScope({ local, global }: Pick<LinkOptions, 'local' | 'global'>): Scope {
  if (local && global) {
    throw new CommandError(
      '--local and --global exclude each other: give one of them, or none for the project file',
      EXIT.usage,
    );
  }
  return local ? 'local' : global ? 'user' : 'project';
}

/**
 * The hosts that have a file for this scope. Of `all`, and of hosts that go together, the others are left out with a sentence.
 * @throws CommandError 64 where a host that was named lacks it, and where the file is that of a wider scope: it would get, or lose,
 * what stands there for all projects
 */
export function hostsWith(scope: Scope, names: readonly string[], ground: Ground, context: Context): Host[] {
  const chosen = chooseHosts(names);
  for (const host of chosen) {
    const widest = widestScope(host, scope, ground);
    if (widest === scope) continue;
    const file = settingsFile(host, scope, ground);
    const whose = widest === 'user' ? 'your user settings, which hold for every project' : "the project's settings";
    const say = FLAG[widest] ? `say${FLAG[widest]}` : `leave out${FLAG[scope]}`;
    throw new CommandError(`${file} is ${host.title}'s file of ${whose}; ${say} if you mean them`, EXIT.usage);
  }
  const isAll = names.includes('all');
  const without = isAll ? chosen.filter((host) => !host.settings.path[scope]).map(({ title }) => title) : [];
  if (without.length > 0) note(context, `skipped, without a ${scope} settings file: ${without.join(', ')}`);
  return chosen.filter((host) => {
    if (host.settings.path[scope]) return true;
    if (isAll) return false;
    const other = SCOPES.filter((one) => host.settings.path[one]).map((one) => FLAG[one].trim() || 'no flag');
    const sentence = `${host.title} has no ${scope} settings file; use ${other.join(' or ')}`;
    const isAlone = !family(host).some((one) => one.settings.path[scope]);
    if (isAlone) throw new CommandError(sentence, EXIT.usage);
    note(context, `skipped: ${sentence}`);
    return false;
  });
}

/**
 * Runs an edit for each host, so that a broken file of one does not keep the others from theirs.
 * @throws CommandError with all faults, after the last host
 */
export function forEachHost(chosen: readonly Host[], run: (host: Host) => void): CommandError | undefined {
  const faults: SettingsFault[] = [];
  for (const host of chosen) {
    try {
      run(host);
    } catch (error) {
      if (!(error instanceof SettingsFault)) throw error;
      faults.push(error);
    }
  }
  const [first] = faults;
  if (!first) return undefined;
  const exit = { data: EXIT.data, denied: EXIT.cannotCreate, busy: EXIT.io }[first.kind];
  return new CommandError(faults.map(({ message }) => asClauses(message)).join('\n'), exit);
}

/** The unified diff of an edit; empty where nothing changes. */
export function diffOf({ file, before, after }: Pick<FileEdit, 'file' | 'before' | 'after'>): string {
  if (before === after) return '';
  const name = (text: string | undefined) => (text === undefined ? '/dev/null' : file);
  const patch = createTwoFilesPatch(name(before), name(after), before ?? '', after ?? '', '', '', { context: 3 });
  return patch.replace(/^=+\n/, '');
}

/** A dry run's diff, or that there is none. */
export function printDiff(title: string, file: string, diff: string, context: Context): void {
  context.out(diff ? paintDiff(diff, context.color) : `${title}: nothing would change in ${file}\n`);
}

/** A unified diff with its signs coloured. */
export function paintDiff(diff: string, color: boolean): string {
  const { bold, cyan, green, red } = pc.createColors(color);
  const paint = (line: string) => {
    if (/^(?:---|\+\+\+) /.test(line)) return bold(line);
    if (line.startsWith('@@')) return cyan(line);
    return line.startsWith('+') ? green(line) : line.startsWith('-') ? red(line) : line;
  };
  return diff.split('\n').map(paint).join('\n');
}

/** For people: the home folder as `~`. */
export function shortPath(file: string, home: string): string {
  return file.startsWith(home + path.sep) ? `~${file.slice(home.length)}` : file;
}
