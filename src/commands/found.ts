// Which hosts are on this machine: by the folders they keep and the programs they are. For `engram link` without a host.
import fs from 'node:fs';
import path from 'node:path';
import type { Env, Host, Scope } from '../../hosts/host.ts';
import { hosts } from '../../hosts/index.ts';
import { askHosts, type Offer } from './ask.ts';
import { CommandError, type Context, EXIT } from './context.ts';
import { FLAG, SCOPES } from './links.ts';
import { align, note, printJson } from './output.ts';
import { chooseScope, type Ground, type LinkOptions, shortPath } from './targets.ts';

/** A host that is here, and by what it was found: programs with their path, and folders. */
export interface Found {
  host: Host;
  by: string[];
}

/** In the order of the registry. */
export function foundHosts({ home, project, env }: Pick<Ground, 'home' | 'project' | 'env'>): Found[] {
  return hosts.flatMap((host) => {
    const { programs = [], folders = [] } = host.settings.found ?? {};
    const own = [home, project.tree].flatMap((base) => folders.map((folder) => path.join(base, ...folder.split('/'))));
    const by = [
      ...programs.flatMap((program) => onPath(program, env) ?? []),
      ...[...new Set([...own, ...movedFolder(host, home, env)])].filter(isFolder),
    ];
    return by.length > 0 ? [{ host, by }] : [];
  });
}

/** The folder of the user's settings where the environment has moved it. */
function movedFolder(host: Host, home: string, env: Env): string[] {
  const file = host.settings.path.user?.(home, env);
  return file === undefined || file === host.settings.path.user?.(home, {}) ? [] : [path.dirname(file)];
}

function isFolder(file: string): boolean {
  return fs.statSync(file, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** The file that the shell would start. */
function onPath(program: string, { PATH = '', PATHEXT = '' }: Env): string | undefined {
  const endings = process.platform === 'win32' ? PATHEXT.split(';').map((ending) => ending.toLowerCase()) : [''];
  return PATH.split(path.delimiter)
    .filter((folder) => path.isAbsolute(folder))
    .flatMap((folder) => endings.map((ending) => path.join(folder, program + ending)))
    .find(isProgram);
}

function isProgram(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}

/** The hosts to link, and where. */
export interface Wanted {
  names: readonly string[];
  scope: Scope;
}

/**
 * The hosts to link where none was named: those that the person chooses of the found ones, or with `--yes` all of them.
 * @throws CommandError 64 where there is none to link, or nobody to ask; 130 or 1 where the person wants none
 */
export async function askForHosts(
  options: LinkOptions & { yes?: boolean },
  ground: Ground,
  context: Context,
): Promise<Wanted> {
  const scope = chooseScope(options);
  const isSettled = scope !== 'project' || options.yes === true || !context.interactive;
  const found = foundHosts(ground);
  const offered = found.filter(({ host }) => (isSettled ? host.settings.path[scope] : true));
  if (isSettled) sayWithout(found, scope, context);
  if (offered.length === 0) {
    throw new CommandError(
      'no host was found on this machine that could be linked here; engram hosts names those that engram knows, engram link <host> links one',
      EXIT.usage,
    );
  }
  const offers = offered.map(({ host, by }): Offer => {
    const why = by.map((one) => shortPath(one, ground.home));
    return { name: host.name, title: host.title, why };
  });
  if (!options.yes && context.interactive) {
    const chosen = await askHosts(offers, context, isSettled ? scope : undefined);
    if (!chosen) throw new CommandError('nothing was linked', EXIT.interrupted);
    // What was offered before it was known where may have no settings there.
    const wanted = offered.filter(({ host }) => chosen.hosts.includes(host.name));
    const where = isSettled ? scope : chosen.scope;
    sayWithout(wanted, where, context);
    const names = wanted.filter(({ host }) => host.settings.path[where]).map(({ host }) => host.name);
    if (names.length === 0) throw new CommandError('nothing was linked', 1);
    return { names, scope: where };
  }
  if (!options.yes && options.json) printJson(context, { found: offers });
  else if (!options.json) {
    const rows = offers.map(({ name, title, why }) => [name, title, why.join(', ')]);
    context.out(
      `Found on this machine:\n${align(rows)
        .map((line) => `  ${line}\n`)
        .join('')}`,
    );
  }
  if (options.yes) return { names: offers.map(({ name }) => name), scope };
  throw new CommandError(
    'nothing was linked, because nobody can be asked here; name the hosts, or say --yes for all that were found',
    EXIT.usage,
  );
}

/** Names the hosts that are here and have no settings of this scope. */
function sayWithout(found: readonly Found[], scope: Scope, context: Context): void {
  for (const { host } of found) {
    if (host.settings.path[scope]) continue;
    const flag = SCOPES.filter((one) => host.settings.path[one]).map((one) => FLAG[one])[0] ?? '';
    note(
      context,
      `${host.title} is here too, but has no ${scope} settings file; engram link${flag} ${host.name} links it`,
    );
  }
}
