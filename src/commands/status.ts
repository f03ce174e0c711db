import fs from 'node:fs';
import type { Command } from 'commander';
import { loadConfig } from '../config/load.ts';
import { loadVaults } from '../memory/vault.ts';
import type { Context } from './context.ts';
import { linkedFiles } from './linked.ts';
import { colors, count, printJson, shown } from './output.ts';
import { recordedSessions } from './sessions.ts';
import { display, openWorld } from './world.ts';

const SESSIONS = 5;
const LOG_LINES = 3;

export function register(program: Command, context: Context): void {
  program
    .command('status')
    .description('what holds here: modes, vaults, linked agents, sessions')
    .option('--json', 'print it as JSON')
    .addHelpText('after', '\nExample:\n  engram status\n')
    .action((options: { json?: true }) => {
      const status = gather(context);
      if (options.json) printJson(context, status);
      else print(status, context);
    });
}

function gather(context: Context) {
  const world = openWorld(context);
  const { config, problems: configProblems } = loadConfig(world.project.configs);
  return {
    home: world.places.home,
    project: world.project.root,
    read: config.read,
    proof: config.proof,
    bypass: context.env.ENGRAM_BYPASS === '1',
    vaults: world.vaults.map((vault) => {
      const { memories, collisions, problems } = loadVaults([vault]);
      return {
        owner: vault.owner,
        folder: vault.folder,
        shown: display(vault.folder, context, world),
        exists: fs.existsSync(vault.folder),
        memories: memories.length,
        broken: problems.length,
        collisions: collisions.length,
      };
    }),
    linked: linkedFiles(world.project.root, context.env).map(({ host, scope, file, events, faults }) => ({
      host: host.name,
      title: host.title,
      scope,
      file,
      events,
      faults,
    })),
    sessions: recordedSessions(world.places)
      .slice(0, SESSIONS)
      .map(({ at, ...session }) => ({ ...session, last: new Date(at).toISOString() })),
    configProblems: configProblems.filter(({ refused }) => !refused).length,
    log: lastLines(world.places.log),
  };
}

function print(status: ReturnType<typeof gather>, context: Context): void {
  const { bold, yellow } = colors(context);
  const section = (title: string, lines: string[]) =>
    context.out(`${bold(title)}\n${lines.map((line) => `  ${shown(line)}\n`).join('')}`);
  section('engram', [
    `home     ${status.home}`,
    `project  ${status.project}`,
    `read     ${status.read}${status.bypass ? ' (ENGRAM_BYPASS is set: nothing is sent)' : ''}`,
    `proof    ${status.proof}`,
  ]);
  section(
    'vaults',
    status.vaults.map(({ owner, shown: folder, exists, memories, broken, collisions }) => {
      const faults = [
        broken ? `${broken} cannot be read` : '',
        collisions ? `${count(collisions, 'id')} taken twice` : '',
      ].filter(Boolean);
      return `${owner}  ${folder}  ${exists ? count(memories, 'memory', 'memories') : 'not made yet'}${faults.length ? ` (${faults.join(', ')})` : ''}`;
    }),
  );
  section(
    'linked',
    status.linked.length
      ? status.linked.map(
          ({ title, scope, file, events, faults }) =>
            `${title} (${scope})  ${file}  ${events.join(', ') || 'cannot be read'}${faults.length ? `  ${count(faults.length, 'problem')}` : ''}`,
        )
      : ['no agent yet; engram link <agent> does it, engram hosts names them'],
  );
  section(
    'sessions',
    status.sessions.length
      ? status.sessions.map(
          ({ host, session, agent, root, last, bypassed }) =>
            `${last}  ${host}  ${session}${agent ? `/${agent}` : ''}  ${root}${bypassed ? '  bypassed' : ''}`,
        )
      : ['none recorded'],
  );
  if (status.log.length) section('log', status.log);
  const faulty =
    status.configProblems > 0 ||
    status.linked.some(({ faults }) => faults.length > 0) ||
    status.vaults.some(({ broken, collisions }) => broken + collisions > 0);
  if (faulty) context.out(`${yellow('engram doctor says what is wrong and how to mend it')}\n`);
}

function lastLines(file: string): string[] {
  try {
    return fs.readFileSync(file, 'utf8').trimEnd().split('\n').filter(Boolean).slice(-LOG_LINES);
  } catch {
    return [];
  }
}
