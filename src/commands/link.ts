// `engram link`: writes engram's entries into the settings of hosts.

import fs from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { asConfigured } from '../../hosts/events.ts';
import type { Host, Scope } from '../../hosts/host.ts';
import { type FileEdit, missingFolders } from '../../hosts/settings-file.ts';
import { inScope, linkSettings, unlinkSettings } from '../../hosts/settings-link.ts';
import type { Config } from '../config/keys.ts';
import { loadConfig } from '../config/load.ts';
import { readTrust } from '../memory/trust.ts';
import { CommandError, type Context, EXIT } from './context.ts';
import { askForHosts } from './found.ts';
import { installedCommand, type LauncherReport, thisInstallation, writeLauncher } from './launcher.ts';
import { rememberLink } from './linked.ts';
import { linksOf, settingsFile, settingsFiles, widestScope } from './links.ts';
import { forgetMissing, rememberMade, removeMadeFolders } from './made.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { asClauses, colors, note, printJson, wrap } from './output.ts';
import {
  chooseScope,
  diffOf,
  findGround,
  forEachHost,
  type Ground,
  hostsWith,
  type LinkOptions,
  printDiff,
  shortPath,
  takesHosts,
} from './targets.ts';
import { isProject, noteWaiting, trustBy, waitingHere } from './trusting.ts';

/** One host's file after `link`, as `--json` prints it. */
export interface LinkReport {
  host: string;
  scope: Scope;
  file: string;
  /** `created`: there was no file. `unchanged`: it already held what it shall hold. */
  state: 'created' | 'changed' | 'unchanged';
  command: string;
  added: string[];
  updated: string[];
  removed: string[];
  warnings: string[];
  /** Of `removed`, the events of which one entry stays; absent where there are none. */
  copies?: string[];
  /** Only of a dry run. */
  diff?: string;
}

export function register(program: Command, context: Context): void {
  takesHosts(program.command('link'), '[host...]')
    .option('--yes', 'without a host: link all that are found on this machine, and do not ask')
    .description('give hosts their hooks: write engram into their settings files')
    .addHelpText(
      'after',
      '\nWithout a host: looks which are on this machine, and asks.\n\nExamples:\n  engram link                     # finds them and asks\n  engram link claude codex        # the hooks of this project, for its team\n  engram link --global all        # every host, in all your projects\n',
    )
    .action((names: string[], options: LinkOptions & { yes?: boolean }) => link(names, options, context));
}

async function link(
  named: readonly string[],
  options: LinkOptions & { yes?: boolean },
  context: Context,
): Promise<void> {
  const ground = findGround(context);
  const { names, scope } =
    named.length > 0 ? { names: named, scope: chooseScope(options) } : await askForHosts(options, ground, context);
  const chosen = hostsWith(scope, names, ground, context);
  refuseNoProject(chosen, scope, ground);
  // First the launcher: an entry never points at nothing.
  const launcher = bringLauncher(ground, context, options.dryRun);
  const reports: LinkReport[] = [];
  const todo: [title: string, sentences: string[]][] = [];
  const edit = () =>
    forEachHost(chosen, (host) => {
      const report = linkHost(host, scope, ground, options.dryRun);
      if (!report) return;
      reports.push(report);
      if (!options.json) print(host, report, ground, context);
      // Who has been linked before has read it.
      if (!options.dryRun && report.added.length > 0) todo.push([host.title, todoOf(host, scope)]);
    });
  const fault = options.dryRun ? edit() : oneAtATime(ground.places, edit);
  const isHere = isProject(ground.project);
  // Who links every project has not looked at this one.
  const given =
    isHere && scope !== 'user' && !options.dryRun && reports.length > 0 ? trustBy([], context, ground) : undefined;
  const trusted = isHere && readTrust(ground.project, ground.places) !== undefined;
  if (options.json) printJson(context, { launcher, links: reports, trusted });
  else if (launcher.changed && reports.length > 0) {
    const start = options.dryRun ? 'would start' : 'start';
    context.out(`The hooks ${start} through ${shortPath(launcher.file, ground.home)}\n`);
  }
  if (given !== undefined && !options.json) {
    context.out('The memories of this project may be sent now; engram trust --revoke takes that back\n');
  }
  if (isHere && scope === 'user' && !options.dryRun) noteWaiting(waitingHere(ground).length, context);
  if (!options.json) printTodo(todo, context);
  if (!options.dryRun) {
    await warmHooks(context);
    await bringRuleFiles(ground, context);
  }
  if (fault) throw fault;
}

/** @throws CommandError 64 where a project's file would be written and there is no project, or one that the host would not read */
function refuseNoProject(chosen: readonly Host[], scope: Scope, ground: Ground): void {
  const { tree, git } = ground.project;
  if (scope === 'user') return;
  if (!git && path.dirname(tree) === tree)
    throw new CommandError(
      `${tree} is the root of the file system and no project; change to a project, or say --global`,
      EXIT.usage,
    );
  const [host] = chosen.filter((one) => widestScope(one, 'project', ground) === 'user');
  if (host)
    throw new CommandError(
      `in the home folder ${host.title} does not read ${settingsFile(host, scope, ground)}; say --global`,
      EXIT.usage,
    );
}

/** The rule files that the links now ask for, or ask for no longer. Where no host is linked nothing is compiled for them. */
export async function bringRuleFiles(ground: Ground, context: Context): Promise<void> {
  const { project, places } = ground;
  // Loaded here only: they bring YAML and SQLite along.
  const [{ syncProject }, { refreshRules }] = await Promise.all([
    import('../memory/sync.ts'),
    import('./world.ts'),
    import('../text/stem-all.ts'),
  ]);
  if (!linksOf(ground).some(({ events }) => events.length > 0)) {
    refreshRules(context, project, { scoped: [], config: loadConfig(project.configs).config });
    return;
  }
  try {
    refreshRules(context, project, syncProject({ project, places, env: context.env, now: context.now }));
  } catch (error) {
    note(context, `the index could not be compiled: ${(error as Error).message}`);
  }
}

/** Makes V8's code cache of the hook now rather than in the background of the first session. What fails here costs nothing but time. */
export async function warmHooks(context: Context): Promise<void> {
  const dist = path.dirname(thisInstallation().hook);
  if (!fs.existsSync(path.join(dist, 'lane.js'))) return;
  // Loaded here only: it brings YAML and SQLite along.
  const { warmInChild } = await import('../memory/warm.ts');
  warmInChild(context.env, dist);
}

/** Writes the launcher and says what would keep it from working. */
export function bringLauncher(ground: Ground, context: Context, dryRun = false): LauncherReport {
  const installation = thisInstallation();
  if (!fs.existsSync(installation.hook)) {
    note(context, `${installation.hook} does not exist, so the hooks do nothing; run npm run build in the package`);
  } else if (/[\\/]_npx[\\/]/.test(installation.hook)) {
    note(context, 'engram runs from the cache of npx, which npm may empty; install it with npm install -g');
  }
  const report = writeLauncher(ground.home, ground.places.home, installation, { dryRun });
  if (report.keptBefore !== undefined)
    note(
      context,
      `the hooks ${dryRun ? 'would keep' : 'keep'} everything in ${ground.places.home} from now on, no more in ${report.keptBefore}; the same command with ENGRAM_HOME=${report.keptBefore} turns that back`,
    );
  return report;
}

/** Links one host in one scope; undefined where the host lacks the scope. */
export function linkHost(
  host: Host,
  scope: Scope,
  ground: Ground,
  dryRun = false,
  config: Config = loadConfig(ground.project.configs).config,
): LinkReport | undefined {
  const [file, ...unread] = settingsFiles(host, scope, ground);
  if (!file) return undefined;
  const wanted = asConfigured(inScope(host, scope), config);
  const command = ({ event }: { event: string }) => installedCommand(host, scope, ground.home, event);
  // Before they are made: a link that is killed in between leaves none that unlink does not know.
  const planned = dryRun ? [] : linkSettings(file, wanted, command, true);
  const folders = planned.flatMap(({ target }) => missingFolders(target));
  rememberMade(folders, ground.places.home);
  let edits: FileEdit[];
  try {
    edits = linkSettings(file, wanted, command, dryRun);
  } finally {
    forgetMissing(folders, ground.places.home);
  }
  if (!dryRun) rememberLink({ host, scope, file, tree: ground.project.tree }, ground.places.home);
  const moved = unread.flatMap((one) => unlinkSettings(one, wanted, dryRun));
  if (!dryRun)
    for (const { before, after, target } of moved) if (before && !after) removeMadeFolders(target, ground.places.home);
  return {
    host: host.name,
    scope,
    file,
    state: stateOf(edits),
    command: installedCommand(host, scope, ground.home),
    ...changesOf([...edits, ...moved]),
    ...copiesIn(edits, wanted),
    ...(dryRun ? { diff: [...edits, ...moved].map(diffOf).join('') } : {}),
  };
}

/** Of what was taken out, what had been there more than once. */
function copiesIn(edits: readonly FileEdit[], { events }: Host): { copies?: string[] } {
  const wanted = events.map(({ event }) => event);
  const copies = edits.flatMap(({ removed }) => removed).filter((event) => wanted.includes(event));
  return copies.length > 0 ? { copies } : {};
}

function stateOf(edits: readonly FileEdit[]): LinkReport['state'] {
  if (edits.every(({ before }) => before === undefined)) return 'created';
  const isSame = edits.every(({ before, after, updated }) => before === after && updated.length === 0);
  return isSame ? 'unchanged' : 'changed';
}

/** The lists of edits, for a report. */
function changesOf(edits: readonly FileEdit[]) {
  const all = (list: 'added' | 'updated' | 'removed' | 'warnings') => [...new Set(edits.flatMap((edit) => edit[list]))];
  return { added: all('added'), updated: all('updated'), removed: all('removed'), warnings: all('warnings') };
}

function print(host: Host, report: LinkReport, { home }: Ground, context: Context): void {
  const file = shortPath(report.file, home);
  printWarnings(report.warnings, context);
  if (report.diff !== undefined) printDiff(host.title, file, report.diff, context);
  else {
    const done = report.state === 'unchanged' ? 'already linked' : 'linked';
    const what = report.state === 'unchanged' ? ', nothing changed' : ` (${changes(report)})`;
    context.out(`${wrap(`${host.title}: ${done} in ${file}${what}`, 2, context.columns)}\n`);
  }
}

/** What a person must still do once a host is linked. */
function todoOf(host: Host, scope: Scope): string[] {
  const todo = (host.settings.todo ?? []).filter(({ scopes }) => scopes?.includes(scope) ?? true).map(({ say }) => say);
  if (!host.standing || scope === 'user') return todo;
  const files = host.standing.files.join(' or ');
  return [
    ...todo,
    `Memories of your own vault are written into a file of this project too (${files}): list it in .gitignore unless all who have the project may read them.`,
  ];
}

/** Apart from what was done: without it the hooks do not run. */
function printTodo(all: readonly [title: string, sentences: string[]][], context: Context): void {
  if (all.length === 0) return;
  const { bold } = colors(context);
  const open = all.filter(([, sentences]) => sentences.length > 0);
  if (open.length > 0) context.out(`\n${bold('Left for you')}\n`);
  for (const [title, sentences] of open)
    for (const sentence of sentences) {
      const named = sentence.startsWith(title.split(' ')[0]!) ? sentence : `${title}: ${sentence}`;
      context.out(`${wrap(`  ${named}`, 4, context.columns)}\n`);
    }
  context.out(
    `${open.length > 0 ? '' : '\n'}${wrap('engram hosts <name> says what each can and cannot do', 0, context.columns)}\n`,
  );
}

export function printWarnings(warnings: readonly string[], context: Context): void {
  for (const warning of warnings) note(context, asClauses(warning));
}

/** For people: `added A, B; refreshed C`. */
export function changes({
  added,
  updated,
  removed,
  copies = [],
}: Pick<LinkReport, 'added' | 'updated' | 'removed' | 'copies'>): string {
  const parts = [
    ['added', added],
    ['refreshed', updated],
    ['removed', removed.filter((event) => !copies.includes(event))],
    ['removed a copy of', copies],
  ] as const;
  return parts.flatMap(([word, events]) => (events.length > 0 ? [`${word} ${events.join(', ')}`] : [])).join('; ');
}
