// `engram hosts`: which hosts engram knows, what they can do, and where they are linked.
import type { Command } from 'commander';
import { asConfigured } from '../../hosts/events.ts';
import type { Host } from '../../hosts/host.ts';
import { hosts } from '../../hosts/index.ts';
import { loadConfig } from '../config/load.ts';
import type { Unit } from '../text/units.ts';
import type { Context } from './context.ts';
import { abilitiesOf, capOf, printHosts } from './host-table.ts';
import { linksOf } from './links.ts';
import { colors, count, note, printJson, wrap } from './output.ts';
import { findGround, type Ground, hostNamed, shortPath } from './targets.ts';

const UNITS: Record<Unit, string> = { utf16: 'UTF-16 units', bytes: 'UTF-8 bytes' };

export function register(program: Command, context: Context): void {
  program
    .command('hosts')
    .description('list the hosts that engram knows, what each can do and where it is linked')
    .argument('[host...]', 'only these, with all that is to be said of them')
    .option('--json', 'print them as JSON')
    .addHelpText(
      'after',
      '\nOn a terminal a table. In a pipe one host a line, with tabs between: name; start, prompt, path, subagent, compaction (yes, no, or by what else); cap, its unit; where it is linked.\n\nExamples:\n  engram hosts\n  engram hosts claude\n  engram hosts --json\n',
    )
    .action((names: string[], options: { json?: boolean }) => {
      const ground = findGround(context);
      const named = names.map(hostNamed);
      const asked = hosts.filter((host) => named.length === 0 || named.includes(host));
      const rows = asked.map((host) => describe(host, ground));
      if (options.json) printJson(context, { hosts: rows });
      else if (named.length > 0) for (const row of rows) printDetails(row, ground, context);
      else {
        printHosts(
          rows.map((row) => ({
            ...row,
            cap: capOf(asked.find(({ name }) => name === row.name)!),
            links: row.links.map(({ scope, fault }) => ({ scope, unreadable: fault !== undefined })),
          })),
          context,
        );
        for (const { fault } of rows.flatMap(({ links }) => links)) if (fault) note(context, fault);
      }
    });
}

/** A host as `--json` prints it. */
function describe(host: Host, ground: Ground) {
  const { config } = loadConfig(ground.project.configs);
  const pathRules = config['hooks.path_rules'];
  return {
    name: host.name,
    aliases: host.aliases,
    title: host.title,
    can: abilitiesOf(host, pathRules),
    events: asConfigured(host, config).events.map(({ event, moment }) => ({ event, moment })),
    injects: host.injects,
    startsAtPrompt: host.startsAtPrompt === true,
    slot: host.slot === true,
    rules: host.rules?.folder ?? null,
    standing: host.standing ? { files: host.standing.files, cap: host.standing.cap } : null,
    companions: host.companions ?? [],
    cap: host.cap,
    scopes: Object.keys(host.settings.path),
    links: linksOf(ground, [host]).map(({ scope, file, events, copies, faults, unreadable, stray }) => ({
      scope,
      file,
      events,
      copies,
      ...(unreadable || stray ? { fault: faults[0] } : {}),
    })),
    todo: (host.settings.todo ?? []).map(({ say }) => say),
    limits: host.limits,
  };
}

function printDetails(row: ReturnType<typeof describe>, { home }: Ground, context: Context): void {
  const { bold, dim } = colors(context);
  const aliases = row.aliases.length > 0 ? dim(` (also ${row.aliases.join(', ')})`) : '';
  const cap = ({ limit, unit }: { limit: number; unit: Unit }) => `${limit} ${UNITS[unit]}`;
  const lines: [string, string][] = [
    ['events', row.events.map(({ event }) => event).join(', ')],
    ['context at', row.injects.join(', ') || 'no moment: what its hooks answer does not reach the model'],
  ];
  if (row.startsAtPrompt) lines.push(['start', 'the first prompt brings what a start of the session would']);
  if (row.slot) lines.push(['answers', 'each replaces the one before it, and is whole']);
  if (row.injects.length > 0) lines.push(['cap', `${cap(row.cap)} an answer`]);
  if (row.standing) lines.push(['file', `${row.standing.files.join(' or ')}, at most ${cap(row.standing.cap)}`]);
  if (row.rules)
    lines.push(['rules', row.can.path === 'rules' ? row.rules : `${row.rules}, if hooks.path_rules is native`]);
  if (row.companions.length > 0) lines.push(['together', `linked and unlinked with ${row.companions.join(', ')}`]);
  for (const { scope, file, events, copies, fault } of row.links) {
    const more = copies > 0 ? `; ${count(copies, 'copy', 'copies')} too many, which engram link removes` : '';
    lines.push(['linked', fault ?? `${scope}: ${shortPath(file, home)} (${events.join(', ')}${more})`]);
  }
  if (row.links.length === 0) lines.push(['linked', 'nowhere']);
  for (const say of row.todo) lines.push(['to do', say]);
  for (const limit of row.limits) lines.push(['note', limit]);

  context.out(`${bold(row.name)}  ${row.title}${aliases}\n`);
  for (const [label, text] of lines) {
    const [first, ...others] = wrap(`  ${label.padEnd(10)}  ${text}`, 14, context.columns).split('\n');
    context.out(`  ${dim(first!.slice(2, 12))}${first!.slice(12)}\n${others.map((line) => `${line}\n`).join('')}`);
  }
}
