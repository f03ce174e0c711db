// `engram queue`: what was captured and waits, what failed, and what was lost. Never a word of it.
import type { Command } from 'commander';
import { spoolFault } from '../capture/in-the-way.ts';
import { type QueuedTurn, type QueueState, queued, queueState, retryNow } from '../capture/queue.ts';
import { workerRuns } from '../capture/running.ts';
import { spoolFolder, waiting } from '../capture/spool.ts';
import type { Places } from '../index/places.ts';
import { askStore, type Store, StoreError } from '../store/open.ts';
import { CommandError, type Context } from './context.ts';
import { count, note, printJson, printRows, when } from './output.ts';
import { exitOf } from './store-faults.ts';
import { openWorld } from './world.ts';

export function register(program: Command, context: Context): void {
  const queue = program
    .command('queue')
    .description('what was captured and waits, what failed, what was lost; never a word of it')
    .helpCommand(true)
    .option('--json', 'print it as JSON')
    .addHelpText('after', '\nExamples:\n  engram queue\n  engram queue retry\n')
    .action((options: { json?: true }) => list(options, context));
  queue
    .command('status')
    .description('in numbers; exit code 1 where something failed or was lost')
    .option('--json', 'print it as JSON')
    .addHelpText('after', '\nExample:\n  engram queue status\n')
    .action((options: { json?: true }, command: Command) =>
      status({ ...command.optsWithGlobals(), ...options }, context),
    );
  queue
    .command('retry')
    .description('have what failed tried again by the next worker, without its pause')
    .option('--json', 'print how many as JSON')
    .addHelpText('after', '\nExample:\n  engram queue retry && engram worker\n')
    .action((options: { json?: true }, command: Command) => {
      const { places } = openWorld(context);
      const n = withQueue(places, 0, retryNow);
      if ({ ...command.optsWithGlobals<{ json?: true }>(), ...options }.json) printJson(context, { due: n });
      else if (n === 0) context.out('No turn has failed, so that none is due again\n');
      else context.out(`${count(n, 'turn is', 'turns are')} due again; engram worker tries them now\n`);
    });
}

/** As `--json` prints it. */
export interface QueueReport extends QueueState {
  /** Files of the spool that no worker has taken in yet. */
  spooled: number;
  /** Why no turn can be kept, and what mends it; null where nothing is in the way. */
  fault: string | null;
}

const NOTHING: QueueState = {
  waiting: 0,
  failed: 0,
  pieces: 0,
  interrupted: 0,
  brokenOff: [],
  done: 0,
  lost: [],
  oldest: null,
};

/** How it stands; without a database the spool alone. @throws CommandError where there is one that cannot be used */
export function queueReport(places: Places, now: Date): QueueReport {
  return {
    ...withQueue(places, NOTHING, (store) => queueState(store, now.getTime(), workerRuns(places))),
    spooled: waiting(spoolFolder(places)).length,
    fault: spoolFault(places) ?? null,
  };
}

function withQueue<T>({ db }: Places, none: T, ask: (store: Store) => T): T {
  try {
    return askStore(db, none, ask);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    throw new CommandError(error.message, exitOf(error));
  }
}

function list({ json }: { json?: true }, context: Context): void {
  const { places } = openWorld(context);
  const turns = withQueue<QueuedTurn[]>(places, [], (store) => queued(store, workerRuns(places)));
  const report = queueReport(places, context.now);
  if (json) {
    printJson(context, { ...report, turns });
    return;
  }
  if (turns.length > 0)
    printRows(
      context,
      ['session', 'turn', 'ended', 'bytes', 'tries', 'fault'],
      turns.map((turn) => [
        `${turn.host} ${turn.session}`,
        String(turn.sequence),
        when(turn.at, context),
        String(turn.size),
        String(turn.tries),
        turn.fault ?? '',
      ]),
    );
  if (report.spooled > 0) {
    const sessions = count(report.spooled, 'session has', 'sessions have');
    const said = `${sessions} turns that were not taken in yet; engram worker takes them in now`;
    if (turns.length > 0) note(context, said);
    else context.out(`${said}\n`);
  }
  for (const line of sentences(report, context)) note(context, line);
  if (turns.length === 0 && report.spooled === 0) context.out('Nothing waits\n');
}

function status({ json }: { json?: true }, context: Context): void {
  const { places } = openWorld(context);
  const report = queueReport(places, context.now);
  if (json) printJson(context, report);
  else {
    const { waiting: turns, failed, interrupted, done, pieces, spooled } = report;
    const lost = report.lost.reduce((sum, one) => sum + one.count, 0);
    const rows = { spooled, pieces, waiting: turns, failed, interrupted, lost, done };
    printRows(
      context,
      ['what', 'how many'],
      Object.entries(rows).map(([what, many]) => [what, String(many)]),
    );
  }
  const [first, ...others] = sentences(report, context);
  for (const other of others) note(context, other);
  // A missing capture is told, and not claimed as saved (P-26).
  if (first) throw new CommandError(first, 1);
}

/** What a person should know: what is in the way, what failed, what was broken off, what is gone. */
export function sentences({ fault, failed, brokenOff, lost }: QueueReport, context: Context): string[] {
  const why: Record<string, string> = {
    old: 'had waited for 7 days',
    full: 'were too many',
    spool: 'were never taken in',
  };
  return [
    ...(fault === null ? [] : [fault]),
    ...(failed > 0
      ? [
          `${count(failed, 'captured turn has', 'captured turns have')} failed and will be tried again; engram queue says which`,
        ]
      : []),
    ...(brokenOff.length > 0 ? [ofBroken(brokenOff, context)] : []),
    ...lost.map(
      (one) => `lost, because they ${why[one.why] ?? one.why}: ${count(one.count, 'record')} of ${one.bytes} bytes`,
    ),
  ];
}

/** Turns that are named, of those that were broken off. */
const NAMED = 3;

function ofBroken(all: QueueReport['brokenOff'], context: Context): string {
  const named = all.slice(0, NAMED).map(({ host, session, at }) => `${host} ${session}, ${when(at, context)}`);
  const more = all.length > NAMED ? ` and ${all.length - NAMED} more` : '';
  const what = `${count(all.length, 'turn was', 'turns were')} broken off: kept without an answer`;
  return `${what} (${named.join('; ')}${more}); there is nothing to do, and after 7 days it is told no more`;
}
