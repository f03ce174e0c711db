// `engram unlink`: takes engram's entries out of the settings of hosts and gives the bytes back.
import path from 'node:path';
import type { Command } from 'commander';
import type { Host, Scope } from '../../hosts/host.ts';
import { inScope, unlinkSettings } from '../../hosts/settings-link.ts';
import { CommandError, type Context, EXIT } from './context.ts';
import { bringRuleFiles, printWarnings } from './link.ts';
import { forgetLink } from './linked.ts';
import { FLAG, linksOf, SCOPES, settingsFiles } from './links.ts';
import { removeMadeFolders } from './made.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { note, printJson, wrap } from './output.ts';
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

/** One host's file after `unlink`, as `--json` prints it. */
export interface UnlinkReport {
  host: string;
  scope: Scope;
  file: string;
  /** `removed`: the file was engram's own and held nothing else. `not-linked`: nothing of ours was in it. */
  state: 'changed' | 'removed' | 'not-linked';
  removed: string[];
  warnings: string[];
  /** Those of the warnings that tell of what still starts engram; absent where nothing does. */
  stray?: string[];
  /** Only of a dry run. */
  diff?: string;
}

export function register(program: Command, context: Context): void {
  takesHosts(program.command('unlink'), '[host...]')
    .description('take the hooks back: remove engram from the settings files of hosts')
    .addHelpText(
      'after',
      "\nMemories and engram's own folder stay.\n\nExamples:\n  engram unlink claude\n  engram unlink --global all\n",
    )
    .action((names: string[], options: LinkOptions) => unlink(names, options, context));
}

async function unlink(names: readonly string[], options: LinkOptions, context: Context): Promise<void> {
  const ground = findGround(context);
  const scope = chooseScope(options);
  if (names.length === 0) throw unnamed(ground);
  const reports: UnlinkReport[] = [];
  const chosen = hostsWith(scope, names, ground, context);
  const untouched: string[] = [];
  const edit = () =>
    forEachHost(chosen, (host) => {
      const report = unlinkHost(host, scope, ground, options.dryRun);
      if (!report) return;
      reports.push(report);
      if (options.json) return;
      // Of those that nobody named one line is enough.
      const isNews = report.state !== 'not-linked' || report.warnings.length > 0 || !names.includes('all');
      if (isNews) print(host, report, ground, context);
      else untouched.push(host.title);
    });
  const fault = options.dryRun ? edit() : oneAtATime(ground.places, edit);
  if (options.json) printJson(context, { links: reports });
  else if (untouched.length > 0)
    context.out(`${wrap(`Not linked, nothing changed: ${untouched.join(', ')}`, 0, context.columns)}\n`);
  if (!options.dryRun) {
    await bringRuleFiles(ground, context);
    if (scope === 'user') await clearRuleFiles(ground, context);
  }
  if (fault) throw fault;
}

/** Nothing is taken back that nobody named. */
function unnamed(ground: Ground): CommandError {
  const linked = linksOf(ground).filter(({ events }) => events.length > 0);
  const commands = SCOPES.flatMap((scope) => {
    const names = linked.filter((link) => link.scope === scope).map(({ host }) => host.name);
    return names.length > 0 ? [`engram unlink${FLAG[scope]} ${names.join(' ')}`] : [];
  });
  const which =
    commands.length > 0
      ? `linked here are those of ${commands.join(' and ')}; all instead of names takes every host`
      : 'none is linked here; engram hosts says which hosts there are';
  return new CommandError(`no host was named; ${which}`, EXIT.usage);
}

/** In other projects, what the link for all of them had written there. */
async function clearRuleFiles({ home, env, cwd, places }: Ground, context: Context): Promise<void> {
  const { clearRules } = await import('./rules.ts');
  try {
    clearRules({ home, env, cwd, engram: places.home });
  } catch (error) {
    note(context, `the rule files of other projects could not be removed: ${(error as Error).message}`);
  }
}

function unlinkHost(host: Host, scope: Scope, ground: Ground, dryRun = false): UnlinkReport | undefined {
  const files = settingsFiles(host, scope, ground);
  return files.length > 0 ? unlinkFiles(host, scope, files, ground, dryRun) : undefined;
}

/**
 * Takes a host's link out of files, each wherever it is.
 * @param files absolute, the one that the host reads first
 * @throws SettingsFault
 */
export function unlinkFiles(
  host: Host,
  scope: Scope,
  files: readonly string[],
  ground: Pick<Ground, 'places'>,
  dryRun = false,
): UnlinkReport {
  const file = files[0]!;
  const edits = files.flatMap((one) => unlinkSettings(one, inScope(host, scope), dryRun));
  const changed = edits.filter(({ before, after }) => before !== after);
  const stray = edits.flatMap((edit) => edit.stray ?? []);
  const isRemoved = changed.every(({ after }) => after === undefined);
  if (!dryRun) {
    // Also those that an unlink was killed before it came to.
    const gone = edits.flatMap(({ after, target }) => (after === undefined ? [target] : []));
    const isFolder = inScope(host, scope).settings.format.kind === 'scripts';
    if (isFolder) gone.push(...files.map((folder) => path.join(folder, 'any')));
    for (const one of gone) removeMadeFolders(one, ground.places.home);
    for (const one of files) forgetLink({ host, scope, file: one }, ground.places.home);
  }
  return {
    host: host.name,
    scope,
    file: changed.length === 1 && host.settings.format.kind !== 'scripts' ? changed[0]!.file : file,
    state: changed.length === 0 ? 'not-linked' : isRemoved ? 'removed' : 'changed',
    removed: [...new Set(edits.flatMap(({ removed }) => removed))],
    warnings: edits.flatMap(({ warnings }) => warnings),
    ...(stray.length > 0 ? { stray } : {}),
    ...(dryRun ? { diff: edits.map(diffOf).join('') } : {}),
  };
}

function print(host: Host, report: UnlinkReport, ground: Ground, context: Context): void {
  const file = shortPath(report.file, ground.home);
  printWarnings(report.warnings, context);
  if (report.state === 'not-linked') {
    context.out(
      `${host.title}: not linked in ${file}, nothing ${report.diff === undefined ? 'changed' : 'would change'}\n`,
    );
    for (const link of linksOf(ground, [host])) {
      if (link.scope === report.scope || link.events.length === 0) continue;
      const command = `engram unlink${FLAG[link.scope]} ${host.name}`;
      context.out(`  It is linked in ${shortPath(link.file, ground.home)}; ${command} removes that\n`);
    }
  } else if (report.diff !== undefined) printDiff(host.title, file, report.diff, context);
  else if (report.state === 'removed')
    context.out(`${wrap(`${host.title}: unlinked; ${file} held nothing else and is removed`, 2, context.columns)}\n`);
  else
    context.out(
      `${wrap(`${host.title}: unlinked from ${file} (removed ${report.removed.join(', ')})`, 2, context.columns)}\n`,
    );
}
