// `engram upgrade`: brings engram's own parts up to this version and, when asked, the entries in hosts already linked.
import fs from 'node:fs';
import type { Command } from 'commander';
import { hosts } from '../../hosts/index.ts';
import { indexFile } from '../index/places.ts';
import type { Context } from './context.ts';
import type { LauncherReport } from './launcher.ts';
import { launcherFile } from './launcher.ts';
import { bringLauncher, changes, type LinkReport, linkHost, warmHooks } from './link.ts';
import { findGround, forEachHost, type Ground, linksOf, paintDiff, shortPath } from './targets.ts';

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
    .addHelpText('after', '\nExample:\n  npm install -g engram-hooks@latest && engram upgrade --latest\n')
    .action((options: Options) => upgrade(options, context));
}

async function upgrade(options: Options, context: Context): Promise<void> {
  const ground = findGround(context);
  const linked = hosts.map((host) => ({ host, links: linksOf(host, ground, context) }));
  const isLinked = linked.some(({ links }) => links.some(({ events }) => events.length > 0));
  const wanted = isLinked || fs.existsSync(launcherFile(ground.home));
  const launcher = wanted ? bringLauncher(ground, context, options.dryRun) : undefined;
  const index = options.dryRun ? undefined : await bringIndex(ground, context);
  if (launcher && !options.dryRun) await warmHooks(context);

  const reports: LinkReport[] = [];
  const fault = forEachHost(options.latest ? hosts : [], (host) => {
    for (const link of linked.find((one) => one.host === host)?.links ?? []) {
      // A file that cannot be read is tried too: its fault must be told.
      const report = linkHost(host, link.scope, ground, context, options.dryRun);
      if (report) reports.push(report);
    }
  });
  if (options.json)
    context.out(`${JSON.stringify({ launcher: launcher ?? null, index: index ?? null, links: reports }, null, 2)}\n`);
  else {
    print(launcher, index, ground, context);
    for (const report of reports) printLink(report, ground, context);
    if (options.latest && reports.length === 0 && !fault)
      context.out('No host is linked here: `engram link <host>` does that.\n');
  }
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
  { home }: Ground,
  { out }: Context,
): void {
  if (!launcher) out('No launcher: no host is linked.\n');
  else out(`Launcher ${shortPath(launcher.file, home)}: ${launcher.changed ? 'brought up to date' : 'up to date'}.\n`);
  if (index)
    out(`Index of this project: up to date, ${index.memories} ${index.memories === 1 ? 'memory' : 'memories'}.\n`);
}

function printLink(report: LinkReport, { home }: Ground, context: Context): void {
  const title = hosts.find(({ name }) => name === report.host)?.title;
  const file = shortPath(report.file, home);
  for (const warning of report.warnings) context.err(`warning: ${warning}\n`);
  if (report.diff) context.out(paintDiff(report.diff, context.color));
  else if (report.state === 'unchanged' || report.diff === '') context.out(`${title}: up to date in ${file}.\n`);
  else context.out(`${title}: refreshed in ${file} (${changes(report)}).\n`);
}
