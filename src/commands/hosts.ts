// `engram hosts`: which hosts engram knows, what they can do, and where they are linked.
import type { Command } from 'commander';
import pc from 'picocolors';
import { withPathRules } from '../../hosts/events.ts';
import { hosts } from '../../hosts/index.ts';
import { loadConfig } from '../config/load.ts';
import type { Unit } from '../text/units.ts';
import type { Context } from './context.ts';
import { linksOf } from './links.ts';
import { count, printJson } from './output.ts';
import { findGround, shortPath } from './targets.ts';

const UNITS: Record<Unit, string> = { utf16: 'UTF-16 units', bytes: 'UTF-8 bytes' };

export function register(program: Command, context: Context): void {
  program
    .command('hosts')
    .description('list the hosts that engram knows, what each can do and where it is linked')
    .option('--json', 'print the list as JSON')
    .addHelpText('after', '\nExample:\n  engram hosts --json\n')
    .action((options: { json?: boolean }) => list(options, context));
}

function list(options: { json?: boolean }, context: Context): void {
  const ground = findGround(context);
  const { config } = loadConfig(ground.project.configs);
  const rows = hosts.map((host) => ({
    name: host.name,
    aliases: host.aliases,
    title: host.title,
    events: withPathRules(host, config['hooks.path_rules']).events.map(({ event, moment }) => ({ event, moment })),
    injects: host.injects,
    ...(host.standing ? { standing: host.standing.files } : {}),
    ...(host.companions ? { companions: host.companions } : {}),
    cap: host.cap,
    scopes: Object.keys(host.settings.path),
    links: linksOf(ground, [host]).map(({ scope, file, events, copies, faults, unreadable }) => ({
      scope,
      file,
      events,
      copies,
      ...(unreadable ? { fault: faults[0] } : {}),
    })),
    limits: host.limits,
  }));
  if (options.json) {
    printJson(context, { hosts: rows });
    return;
  }
  const { bold, dim } = pc.createColors(context.color);
  for (const row of rows) {
    const aliases = row.aliases.length > 0 ? dim(` (also ${row.aliases.join(', ')})`) : '';
    const lines = [
      ['events', row.events.map(({ event }) => event).join(', ')],
      ...(row.injects.length > 0
        ? [
            ['context at', row.injects.join(', ')],
            ['cap', `${row.cap.limit} ${UNITS[row.cap.unit]} an answer`],
          ]
        : [['context at', 'no moment: its hooks are not listened to']]),
      ...(row.standing ? [['always', `a file of the project that it reads: ${row.standing.join(' or ')}`]] : []),
      ...(row.companions ? [['together', `linked and unlinked with ${row.companions.join(', ')}`]] : []),
      ...row.links.map(({ scope, file, events, copies, fault }) => [
        'linked',
        fault ??
          `${scope}: ${shortPath(file, ground.home)} (${events.join(', ')}${copies > 0 ? `; ${count(copies, 'copy', 'copies')} too many, which engram link removes` : ''})`,
      ]),
      ...(row.links.length > 0 ? [] : [['linked', 'nowhere']]),
      ...row.limits.map((limit) => ['note', limit]),
    ];
    context.out(`${bold(row.name)}  ${row.title}${aliases}\n`);
    for (const [label = '', text] of lines) context.out(`  ${dim(label.padEnd(10))}  ${text}\n`);
  }
}
