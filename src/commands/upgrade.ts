// `engram upgrade`: brings engram's own parts up to this version and, when asked, the entries in hosts already linked.
import fs from 'node:fs';
import type { Command } from 'commander';
import { hosts } from '../../hosts/index.ts';
import { indexFile } from '../index/places.ts';
import type { Context } from './context.ts';
import type { LauncherReport } from './launcher.ts';
import { launcherFile } from './launcher.ts';
import { bringLauncher, bringRuleFiles, changes, type LinkReport, linkHost, printWarnings, warmHooks } from './link.ts';
import { linksOf } from './links.ts';
import { count, printJson, wrap } from './output.ts';
import { findGround, forEachHost, type Ground, printDiff, shortPath } from './targets.ts';

interface Options {
  latest?: boolean;
  dryRun?: boolean;
  json?: boolean;
}

export function register(program: Command, context: Context): void {
  program
    .command('upgrade')
    .description("bring engram's own files up to this version; with --latest the linked hosts' entries too")
    .option('--latest', 'refresh the entries of every host that is linked here or in your user settings; adds no host')
    .option('--dry-run', 'print what would change and write nothing')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  git pull && npm ci && npm run build && engram upgrade --latest\n')
    .action((options: Options) => upgrade(options, context));
}

async function upgrade(options: Options, context: Context): Promise<void> {
  const ground = findGround(context);
  const links = linksOf(ground);
  const isLinked = links.some(({ events }) => events.length > 0);
  const wanted = isLinked || fs.existsSync(launcherFile(ground.home));
  const launcher = wanted ? bringLauncher(ground, context, options.dryRun) : undefined;
  const index = options.dryRun ? undefined : await bringIndex(ground, context);
  if (launcher && !options.dryRun) await warmHooks(context);

  const reports: LinkReport[] = [];
  const fault = forEachHost(options.latest ? hosts : [], (host) => {
    for (const link of links.filter((one) => one.host === host)) {
      // A file that cannot be read is tried too: its fault must be told.
      const report = linkHost(host, link.scope, ground, options.dryRun);
      if (report) reports.push(report);
    }
  });
  if (options.json) printJson(context, { launcher: launcher ?? null, index: index ?? null, links: reports });
  else {
    print(launcher, index, options.dryRun === true, ground, context);
    for (const report of reports) printLink(report, ground, context);
    if (options.latest && reports.length === 0 && !fault)
      context.out('No host is linked here; engram link <host> does that\n');
  }
  if (options.latest && !options.dryRun) await bringRuleFiles(ground, context);
  if (fault) throw fault;
}

/** The project's compiled index in this version's format; undefined where it has none yet. */
async function bringIndex(
  { project, places }: Ground,
  { env, now }: Context,
): Promise<{ file: string; memories: number } | undefined> {
  if (!fs.existsSync(indexFile(project, places))) return undefined;
  // Loaded here only: it brings YAML and SQLite along.
  const [{ syncProject }] = await Promise.all([import('../memory/sync.ts'), import('../text/stem-all.ts')]);
  const { indexFile: file, memories } = syncProject({ project, places, env, now });
  return { file, memories };
}

function print(
  launcher: LauncherReport | undefined,
  index: { memories: number } | undefined,
  dryRun: boolean,
  { home }: Ground,
  { out }: Context,
): void {
  if (!launcher) out('No launcher: no host is linked\n');
  else {
    const brought = dryRun ? 'would be brought up to date' : 'brought up to date';
    out(`Launcher ${shortPath(launcher.file, home)}: ${launcher.changed ? brought : 'up to date'}\n`);
  }
  if (index) out(`Index of this project: up to date, ${count(index.memories, 'memory', 'memories')}\n`);
}

function printLink(report: LinkReport, { home }: Ground, context: Context): void {
  const title = hosts.find(({ name }) => name === report.host)!.title;
  const file = shortPath(report.file, home);
  printWarnings(report.warnings, context);
  if (report.diff !== undefined) printDiff(title, file, report.diff, context);
  else if (report.state === 'unchanged') context.out(`${title}: up to date in ${file}\n`);
  else context.out(`${wrap(`${title}: refreshed in ${file} (${changes(report)})`, 2, context.columns)}\n`);
}
