// `engram uninstall`: takes back all that link and the hooks have made, wherever engram knows of it.
import fs from 'node:fs';
import type { Command } from 'commander';
import type { Host, Scope } from '../../hosts/host.ts';
import { hosts } from '../../hosts/index.ts';
import { SettingsFault } from '../../hosts/settings-file.ts';
import { loadConfig } from '../config/load.ts';
import { confirm } from './ask.ts';
import { CommandError, type Context, EXIT } from './context.ts';
import { launcherFile } from './launcher.ts';
import { rememberedLinks } from './linked.ts';
import { linksOf, SCOPES, settingsFiles, widestScope } from './links.ts';
import { asClauses, count, note, printJson, wrap } from './output.ts';
import { removeEngram } from './purge.ts';
import { findGround, type Ground, shortPath } from './targets.ts';
import { type UnlinkReport, unlinkFiles } from './unlink.ts';

interface Options {
  purge?: boolean;
  yes?: boolean;
  dryRun?: boolean;
  json?: boolean;
}

/** As `--json` prints it. */
interface UninstallReport {
  /** The settings files that held something of ours. */
  links: UnlinkReport[];
  /** Rule files and standing files that are gone, and the parts of engram's own folder; absolute. */
  removed: string[];
  /** What is still there, with the reason; the exit code is not 0 then. */
  left: string[];
  /** Of the user's own vault: gone with `--purge`, else untouched. */
  memories: number;
  purged: boolean;
}

export function register(program: Command, context: Context): void {
  program
    .command('uninstall')
    .description('take engram out of every host and off this machine; memories stay without --purge')
    .option('--purge', "remove engram's own folder too: your own memories, settings, history")
    .option('--yes', 'do not ask before a purge')
    .option('--dry-run', 'print what would be removed and remove nothing')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nUnlinks the hosts of your user settings and of each project that you have linked engram in; removes the launcher, rule files, plugins and caches. The memories of projects are never touched.\n\nExample:\n  engram uninstall && npm uninstall -g engram-hooks\n',
    )
    .action((options: Options) => uninstall(options, context));
}

async function uninstall(options: Options, context: Context): Promise<void> {
  const ground = findGround(context);
  const { home, places } = ground;
  const dryRun = options.dryRun === true;
  const { listVault } = await import('../memory/vault.ts');
  const memories = listVault({ folder: places.memories }).files.length;
  if (options.purge && !dryRun) await ask(memories, ground, options.yes === true, context);

  const report: UninstallReport = { links: [], removed: [], left: [], memories, purged: false };
  const trees = new Map<Host, Set<string>>();
  const { mine, others } = targets(ground);
  for (const { host, scope, files, tree } of mine) {
    try {
      const done = unlinkFiles(host, scope, files, ground, dryRun);
      if (done.state !== 'not-linked') report.links.push(done);
      report.left.push(...(done.stray ?? []));
      trees.set(host, (trees.get(host) ?? new Set()).add(tree));
    } catch (error) {
      if (!(error instanceof SettingsFault)) throw error;
      report.left.push(asClauses(error.message));
    }
  }
  sayOthers(others, ground, context);
  const isClean = report.left.length === 0;
  if (!dryRun) await clearFiles(trees, ground, report);
  // A settings file that still names the launcher would have its host fail at each event without it.
  if (isClean) {
    const { removed, left } = removeEngram({ home, engram: places.home, purge: options.purge === true, dryRun });
    report.removed.push(...removed);
    report.left.push(...left);
    report.purged = options.purge === true && !dryRun && left.length === 0;
  } else {
    report.left.push(`${launcherFile(home)} stays, because a settings file may still name it`);
    if (options.purge) report.left.push(`${places.home} stays until that is mended; run the command again then`);
  }
  if (options.json) printJson(context, report);
  else print(report, options, ground, context);
  if (report.left.length > 0) throw new CommandError(report.left.join('\n'), EXIT.cannotCreate);
}

/** @throws CommandError where the answer is no, and 64 where nobody can be asked and `--yes` is not given */
async function ask(memories: number, { home, places }: Ground, yes: boolean, context: Context): Promise<void> {
  const folder = shortPath(places.home, home);
  const what = `${folder} with ${memories === 0 ? 'no memories' : `your own ${count(memories, 'memory', 'memories')}`} in it`;
  if (!yes && !context.interactive) {
    throw new CommandError(`--purge removes ${what} for good; say --purge --yes if you mean it`, EXIT.usage);
  }
  await confirm(`Take engram out of every host and remove ${what} for good?`, context, {
    yes,
    left: 'nothing was removed',
  });
}

interface Target {
  host: Host;
  scope: Scope;
  files: string[];
  tree: string;
}

/**
 * @returns `mine`: the user's files, and those of this project and of others that link has written, each once; `others`: those of this
 * project that came with it, which a team may share
 */
function targets(ground: Ground): { mine: Target[]; others: Target[] } {
  const { tree } = ground.project;
  const here = hosts.flatMap((host) =>
    SCOPES.filter((scope) => widestScope(host, scope, ground) === scope)
      .map((scope) => ({ host, scope, files: settingsFiles(host, scope, ground), tree }))
      .filter(({ files }) => files.length > 0),
  );
  const remembered = rememberedLinks(ground.places.home);
  const written = new Set(remembered.map(({ host, scope, file }) => keyOf(host, scope, file)));
  const isMine = ({ host, scope, files }: Target) =>
    scope !== 'project' || files.some((file) => written.has(keyOf(host, scope, file)));
  const known = new Set(here.flatMap(({ host, scope, files }) => files.map((file) => keyOf(host, scope, file))));
  const elsewhere = remembered.filter(({ host, scope, file }) => !known.has(keyOf(host, scope, file)));
  return {
    mine: [...here.filter(isMine), ...elsewhere.map(({ file, ...link }) => ({ ...link, files: [file] }))],
    others: here.filter((target) => !isMine(target)),
  };
}

function keyOf(host: Host, scope: Scope, file: string): string {
  return `${host.name}\0${scope}\0${file}`;
}

/** Hooks that somebody else has put into this project start nothing where engram is not. */
function sayOthers(others: readonly Target[], ground: Ground, context: Context): void {
  const hostsHere = new Set(others.map(({ host }) => host));
  for (const { host, scope, file, events } of linksOf(ground, [...hostsHere])) {
    if (scope !== 'project' || events.length === 0) continue;
    if (!others.some((one) => one.host === host && one.files.includes(file))) continue;
    note(
      context,
      `${shortPath(file, ground.home)} stays as it is: its hooks came with the project, and you have not linked ${host.title} here`,
    );
  }
}

/** Rule files and standing files, here and in the other projects. */
async function clearFiles(trees: Map<Host, Set<string>>, ground: Ground, report: UninstallReport): Promise<void> {
  // Loaded here only: it brings YAML along.
  const [{ bringRules, clearRules }, { bringStanding }] = await Promise.all([
    import('./rules.ts'),
    import('./standing.ts'),
  ]);
  const { home, project, env, cwd, places } = ground;
  const engram = places.home;
  try {
    const { config } = loadConfig(project.configs);
    const mine = bringRules({ scoped: [], config }, { home, project, env, cwd, engram });
    const others = clearRules({ home, env, cwd, engram });
    report.removed.push(...mine.removed, ...others.removed);
    for (const [host, folders] of trees) {
      const { standing } = host;
      if (!standing) continue;
      for (const tree of folders)
        bringStanding(
          { ...host, standing },
          undefined,
          { root: tree, engram },
          {
            written: [],
            removed: report.removed,
            kept: [],
            outside: [],
          },
        );
    }
  } catch (error) {
    report.left.push(`not all rule files could be removed: ${(error as Error).message}`);
  }
}

function print(
  { links, removed, memories, purged }: UninstallReport,
  options: Options,
  ground: Ground,
  context: Context,
) {
  const { home, places } = ground;
  const would = options.dryRun ? 'would be ' : '';
  for (const { host, file, state } of links) {
    const title = hosts.find(({ name }) => name === host)!.title;
    const what = state === 'removed' ? 'held nothing else and is removed' : 'is as it was before';
    const later = options.dryRun ? '' : `; it ${what}`;
    context.out(`${title}: ${would}unlinked from ${shortPath(file, home)}${later}\n`);
  }
  for (const file of removed) context.out(`${shortPath(file, home)}: ${would}removed\n`);
  if (links.length + removed.length === 0) context.out('Nothing of engram was found in any settings file\n');
  const went = memories > 0 ? `, your own ${count(memories, 'memory', 'memories')} with it` : '';
  const folder = shortPath(places.home, home);
  const stays = memories > 0 ? `${count(memories, 'memory', 'memories')}, ` : '';
  const last = purged
    ? `${folder} is gone${went}; the memories of projects are untouched`
    : !fs.existsSync(places.home)
      ? ''
      : options.purge
        ? options.dryRun && `${folder} would be gone${went}; the memories of projects would be untouched`
        : `Your ${stays}settings and history stay in ${folder}; engram uninstall --purge removes them`;
  if (last) context.out(`${wrap(last, 2, context.columns)}\n`);
}
