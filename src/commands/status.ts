import fs from 'node:fs';
import type { Command } from 'commander';
import type { Config } from '../config/keys.ts';
import { loadConfig } from '../config/load.ts';
import { type Places, userHome } from '../index/places.ts';
import { readTrust, trustFault } from '../memory/trust.ts';
import { loadVaults } from '../memory/vault.ts';
import { type ModelCalls, modelCallsOf } from '../store/model-calls.ts';
import { askStore, type Store, StoreError } from '../store/open.ts';
import { waitingProposals } from '../store/proposals.ts';
import { CommandError, type Context } from './context.ts';
import { heldBack } from './held.ts';
import { linksOf } from './links.ts';
import { align, colors, count, printJson, shown, when, wrap } from './output.ts';
import { type QueueReport, queueReport } from './queue.ts';
import { type RecordedSession, recordedSessions, type UnseenSession, unseenSessions } from './sessions.ts';
import { waitingHere } from './trusting.ts';
import { display, openWorld, type World } from './world.ts';

const SESSIONS = 5;
const LOG_LINES = 3;
/** How far back the log is news, milliseconds. */
const LOG_AGE = 24 * 3_600_000;

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
  const held = heldBack(loadVaults(world.vaults), world.vaults, waitingHere(world), context.now);
  return {
    home: world.places.home,
    project: world.project.base,
    read: config.read,
    proof: config.proof,
    trust: {
      mode: config['trust.mode'],
      since: readTrust(world.project, world.places)?.at ?? null,
      waiting: waitingHere(world).length,
      fault: trustFault(world.project, world.places) ?? null,
    },
    bypass: context.env.ENGRAM_BYPASS === '1',
    capture: { on: config['capture.enabled'], queue: queueOf(world.places, context.now) },
    proposals: proposalsOf(world, context.now.getTime()),
    // Null where none is configured.
    model: modelOf(world, config, context.now),
    vaults: world.vaults.map((vault) => {
      const { memories, collisions, problems, undated } = loadVaults([vault]);
      return {
        owner: vault.owner,
        folder: vault.folder,
        shown: display(vault.folder, context, world),
        exists: fs.existsSync(vault.folder),
        memories: memories.length,
        broken: problems.length,
        collisions: collisions.length,
        undated: undated.length,
        expired: memories.filter(held.isExpired).length,
        superseded: memories.filter((stored) => held.supersededBy(stored)).length,
      };
    }),
    linked: linksOf({
      home: userHome(context.env),
      project: world.project,
      env: context.env,
      cwd: context.cwd,
    }).map(({ host, scope, file, events, faults, stray }) => ({
      host: host.name,
      title: host.title,
      scope,
      file,
      events,
      faults,
      ...(stray ? { stray } : {}),
    })),
    // This project's, the newest first.
    sessions: sessionsOf(world)
      .slice(0, SESSIONS)
      .map(({ at, ...session }) => ({ ...session, last: new Date(at).toISOString() })),
    configProblems: configProblems.filter(({ refused }) => !refused).length,
    unclear: configProblems
      .filter(({ refused, message }) => !refused && message.startsWith('read '))
      .map(({ file, line }) => `${file}:${line}`),
    log: { file: world.places.log, ...recentLines(world.places.log, context.now) },
  };
}

/** Of a bypassed session that no hook has recorded the host is not known. */
function sessionsOf({ places, project }: World): (RecordedSession | UnseenSession)[] {
  const recorded = recordedSessions(places).filter(({ root }) => root === project.root);
  return [...recorded, ...unseenSessions(places, project.root)].sort((a, b) => b.at - a.at);
}

function print(status: ReturnType<typeof gather>, context: Context): void {
  const { bold, yellow } = colors(context);
  const section = (title: string, rows: string[][]) =>
    context.out(
      `${bold(title)}\n${align(rows.map((row) => row.map(shown)))
        .map((line) => `${wrap(`  ${line}`, 4, context.columns)}\n`)
        .join('')}`,
    );
  const { log } = status;
  section('engram', [
    ['home', status.home],
    ['project', status.project],
    [
      'read',
      `${status.read}${status.unclear.map((where) => ` (${where} says what cannot be understood)`).join('')}${status.bypass ? ' (ENGRAM_BYPASS is set: nothing is sent)' : ''}`,
    ],
    ['proof', status.proof],
    ['trust', trusted(status.trust)],
    ['capture', captured(status.capture)],
    ['review', proposed(status.proposals)],
    ...(status.model ? [['model', asked(status.model)]] : []),
    ['log', `${log.file} (${log.count ? count(log.count, 'line') : 'nothing'} in the last 24 hours)`],
  ]);
  section(
    'vaults',
    status.vaults.map(({ owner, shown: folder, exists, memories, ...how }) => {
      const { broken, collisions, undated, expired, superseded } = how;
      const faults = [
        broken ? `${broken} cannot be read` : '',
        collisions ? `${count(collisions, 'id')} taken twice` : '',
        undated ? `${undated} with an expires that is no date` : '',
        expired ? `${expired} expired` : '',
        superseded ? `${superseded} superseded` : '',
      ].filter(Boolean);
      const held = exists ? count(memories, 'memory', 'memories') : 'not made yet';
      return [owner, folder, `${held}${faults.length ? ` (${faults.join(', ')})` : ''}`];
    }),
  );
  section(
    'linked',
    status.linked.length
      ? status.linked.map(({ title, scope, file, events, faults, stray }) => [
          `${title} (${scope})`,
          file,
          events.length > 0
            ? `${events.join(', ')}${faults.length ? ` (${count(faults.length, 'problem')})` : ''}`
            : stray
              ? 'not as engram writes it'
              : reasonOf(faults[0] ?? '', file),
        ])
      : [['no agent yet; engram link <agent> does it, engram hosts names them']],
  );
  section(
    'sessions',
    status.sessions.length
      ? status.sessions.map(({ host, session, agent, last, bypassed }) => [
          when(Date.parse(last), context),
          host ?? '-',
          `${session}${agent ? `/${agent}` : ''}`,
          bypassed ? 'bypassed' : '',
        ])
      : [['none recorded in this project']],
  );
  if (log.count)
    section(
      log.count > LOG_LINES ? `log (the last ${LOG_LINES} of ${log.count} lines)` : 'log',
      log.lines.map((line) => [line]),
    );
  const faulty =
    status.configProblems > 0 ||
    status.linked.some(({ faults }) => faults.length > 0) ||
    status.vaults.some(({ broken, collisions, undated }) => broken + collisions + undated > 0);
  if (faulty) context.out(`${yellow('engram doctor says what is wrong and how to mend it')}\n`);
}

/** What is wrong with a file that stands beside it, without its name and without what to do. */
function reasonOf(fault: string, file: string): string {
  return fault
    .replace(file, '')
    .replace(/^[: ]+/, '')
    .split(';')[0]!;
}

/** Null where the database cannot be asked: doctor says why. */
function queueOf(places: Places, now: Date): QueueReport | null {
  try {
    return queueReport(places, now);
  } catch (error) {
    if (error instanceof CommandError) return null;
    throw error;
  }
}

/** How many wait for a yes here, and elsewhere; null where the database cannot be asked. */
function proposalsOf({ places, project }: World, now: number): { here: number; elsewhere: number } | null {
  return stored(places, { here: 0, elsewhere: 0 }, (store) => {
    const here = waitingProposals(store, project.root, now).length;
    return { here, elsewhere: waitingProposals(store, undefined, now).length - here };
  });
}

/** Today's calls of what reads captured turns, in UTC; null where no model is configured or the database cannot be asked. */
function modelOf({ places }: World, config: Config, now: Date): (ModelCalls & { most: number }) | null {
  if (!config['extract.command'] && !config['extract.endpoint']) return null;
  const today = now.toISOString().slice(0, 10);
  const calls = stored(places, { calls: 0, failed: 0 }, (store) => modelCallsOf(store, today));
  return calls && { ...calls, most: config['extract.max_calls'] };
}

/** @param none what there is without a database; null where it cannot be asked */
function stored<T>({ db }: Places, none: T, ask: (store: Store) => T): T | null {
  try {
    return askStore(db, none, ask);
  } catch (error) {
    if (error instanceof StoreError) return null;
    throw error;
  }
}

function asked({ calls, failed, most }: ModelCalls & { most: number }): string {
  return `${calls} of ${count(most, 'call')} today${failed > 0 ? `; ${failed} failed: the log says why` : ''}`;
}

function proposed(proposals: ReturnType<typeof gather>['proposals']): string {
  if (!proposals) return 'the database cannot be asked what waits';
  const { here, elsewhere } = proposals;
  const more = elsewhere > 0 ? `; ${elsewhere} in other projects` : '';
  if (here === 0) return `none waits here${more}`;
  return `${count(here, 'memory waits', 'memories wait')} for your yes: engram review${more}`;
}

function captured({ on, queue }: ReturnType<typeof gather>['capture']): string {
  if (queue === null) return `${on ? 'on' : 'off'}; the database cannot be asked what waits`;
  const lost = queue.lost.reduce((sum, one) => sum + one.count, 0);
  const said = [
    on && queue.fault !== null ? queue.fault : '',
    queue.waiting > 0 ? `${count(queue.waiting, 'turn waits', 'turns wait')}` : '',
    queue.failed > 0 ? `${queue.failed} failed: engram queue says why` : '',
    lost > 0 ? `${lost} lost` : '',
    queue.spooled > 0 ? `${count(queue.spooled, 'session has', 'sessions have')} more to be taken in` : '',
  ];
  return [on ? 'on' : 'off', ...said.filter(Boolean)].join('; ');
}

function trusted({ mode, since, waiting, fault }: ReturnType<typeof gather>['trust']): string {
  const waits = waiting > 0 ? `${count(waiting, 'memory waits', 'memories wait')}: engram trust shows and allows` : '';
  const given = since ? `given on ${since.slice(0, 10)}` : fault ? `what was kept of it ${fault}` : 'not given';
  return [mode, mode === 'always' ? '' : given, waits].filter(Boolean).join('; ');
}

/** The lines of the last 24 hours: how many, and the last of them. */
function recentLines(file: string, now: Date): { count: number; lines: string[] } {
  let text: string;
  try {
    text = fs.readFileSync(file, 'utf8');
  } catch {
    return { count: 0, lines: [] };
  }
  const recent = text.split('\n').filter((line) => Date.parse(line.split(' ', 1)[0]!) > now.getTime() - LOG_AGE);
  return { count: recent.length, lines: recent.slice(-LOG_LINES) };
}
