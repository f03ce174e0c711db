// `engram capture`: whether turns are kept, and what that needs of the hosts that are linked.
import type { Command } from 'commander';
import { asConfigured } from '../../hosts/events.ts';
import { findHost } from '../../hosts/index.ts';
import { SettingsFault } from '../../hosts/settings-document.ts';
import { spoolFault } from '../capture/in-the-way.ts';
import { queueState } from '../capture/queue.ts';
import { workerRuns } from '../capture/running.ts';
import { spoolFolder, waiting } from '../capture/spool.ts';
import { loadConfig } from '../config/load.ts';
import { ConfigError, setConfig } from '../config/set.ts';
import { makeFolder, type Places } from '../index/places.ts';
import { askStore, StoreError } from '../store/open.ts';
import { confirm } from './ask.ts';
import { discardRest, discardSpool, faultOf, useRest } from './capture-rest.ts';
import { CommandError, type Context, EXIT } from './context.ts';
import { changes } from './link.ts';
import { type Link, linksOf } from './links.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { asClauses, count, note, printJson, wrap } from './output.ts';
import { commandFor, type OldLink, oldLinks, relink } from './relink.ts';
import { findGround, type Ground, shortPath } from './targets.ts';
import { onDisk, openWorld, refresh } from './world.ts';

interface Options {
  yes?: true;
  discard?: true;
  json?: true;
}

export function register(program: Command, context: Context): void {
  const capture = program
    .command('capture')
    .description('whether turns are kept, redacted, until memories have been proposed from them')
    .addHelpText(
      'after',
      '\nOff unless you turn it on. What is kept, where and for how long: docs/CAPTURE.md.\n\nExamples:\n  engram capture on\n  engram capture status\n',
    );
  capture
    .command('on')
    .description('keep turns from now on; link what that needs, in the hosts that are linked already')
    .option('--yes', 'change the settings of linked hosts without asking')
    .option('--json', 'print what was done as JSON')
    .addHelpText('after', '\nExample:\n  engram capture on --yes\n')
    .action((options: Options) => turnOn(options, context));
  capture
    .command('off')
    .description('keep no turns any more; take out of the hosts what was linked for it')
    .option('--discard', 'delete what waits, instead of proposing memories from it first')
    .option('--json', 'print what was done as JSON')
    .addHelpText('after', '\nExample:\n  engram capture off --discard\n')
    .action((options: Options) => turnOff(options, context));
  capture
    .command('status')
    .description('whether it is on, which hosts tell of turns, and what waits')
    .option('--json', 'print it as JSON')
    .addHelpText('after', '\nExample:\n  engram capture status\n')
    .action((options: Options) => status(options, context));
}

/** Where it is, hooks know that turns may have to be kept before an index has told them. */
function makeSpool(places: Places): void {
  tried(places, () => makeFolder(spoolFolder(places)));
}

/** What fails here is said by what comes after it. */
function tried(places: Places, step: () => void): void {
  try {
    step();
  } catch (error) {
    if (faultOf(error, places) === undefined) throw error;
  }
}

interface Relinked {
  host: string;
  scope: string;
  file: string;
  state: 'relinked' | 'left';
  /** What was changed in the file, or would have been. */
  changes: string;
  /** What does it by hand; only where it was left. */
  command?: string;
}

async function turnOn({ yes, json }: Options, context: Context): Promise<void> {
  const ground = findGround(context);
  const old = oldLinks(context, true);
  if (old.length > 0) await ask(old, yes === true, ground, context);
  set(true, context);
  makeSpool(ground.places);
  const fault = spoolFault(ground.places);
  // Who says it in a script wants it on; settings that others may share are changed for who said yes.
  const agreed = yes === true || context.interactive;
  const links = agreed ? bring(old, ground) : old.map((link) => left(link, ground));
  if (fault !== undefined) note(context, fault);
  if (json) return printJson(context, { capture: true, links });
  const linked = linksOf(ground).filter(({ events }) => events.length > 0);
  const still = old.filter((_, at) => links[at]!.state === 'left');
  context.out(`${wrap(isOn(linked, still), 2, context.columns)}\n`);
  for (const link of links) say(link, ground, context);
  const changed = old.filter((_, at) => links[at]!.state === 'relinked').map(({ host }) => host);
  const todo = new Set(changed.flatMap(({ settings }) => settings.todo ?? []).filter(({ again }) => again));
  for (const { say } of todo) context.out(`${wrap(`Left for you: ${say}`, 2, context.columns)}\n`);
  for (const { host, scope } of linked.filter((one) => one.host.capture === undefined))
    context.out(`${host.title} (${scope}): tells of no turns, so that nothing is captured there\n`);
  if (linked.length === 0) context.out('No host is linked here; engram link <host> links it with what capture needs\n');
}

/**
 * Claims that turns are kept of those hosts alone that tell of their end.
 * @param linked as they stand here
 * @param still those of any project that stand as they were
 */
function isOn(linked: readonly Link[], still: readonly OldLink[]): string {
  const heard = new Set(linked.filter(tellsOfTurns).map(({ host }) => host));
  const unheard = [...linked.filter(({ host }) => !heard.has(host)), ...still]
    .filter((link) => link.host.capture !== undefined && !tellsOfTurns(link))
    .map(({ host }) => host.title);
  const titles = [...new Set(unheard)];
  const are = `${titles.length === 1 ? 'is' : 'are'} not linked for it`;
  if (heard.size === 0)
    return `Capture is on, but no turn is kept here yet${titles.length > 0 ? `: ${titles.join(', ')} ${are}` : ''}`;
  const kept = 'Capture is on: turns are kept, redacted, until memories have been proposed from them';
  return titles.length > 0 ? `${kept}; none of ${titles.join(', ')} yet, which ${are}` : kept;
}

function tellsOfTurns({ host, events }: Pick<OldLink, 'host' | 'events'>): boolean {
  return host.capture?.events.some(({ event, moment }) => moment === 'turn-end' && events.includes(event)) ?? false;
}

async function turnOff({ discard, json }: Options, context: Context): Promise<void> {
  const ground = findGround(context);
  // The room that it takes may be what the config lacks.
  if (discard) tried(ground.places, () => discardSpool(ground.places));
  set(false, context);
  const links = bring(oldLinks(context), ground);
  const done = discard ? discardRest(ground.places) : await useRest(ground.places, context);
  if (json) return printJson(context, { capture: false, links, ...done });
  context.out('Capture is off: no turn is kept any more\n');
  for (const link of links) say(link, ground, context);
  if (done.discarded > 0)
    context.out(`${count(done.discarded, 'turn')} that waited ${done.discarded === 1 ? 'is' : 'are'} deleted\n`);
  if (done.waiting > 0)
    context.out(
      `${count(done.waiting, 'turn')} still ${done.waiting === 1 ? 'waits' : 'wait'}: engram queue says why, engram capture off --discard deletes\n`,
    );
}

function status({ json }: Options, context: Context): void {
  const ground = findGround(context);
  const { config, origins } = loadConfig(ground.project.configs);
  const on = config['capture.enabled'];
  const hosts = linksOf(ground)
    .filter(({ events }) => events.length > 0)
    .map(({ host, scope, file, events }) => {
      const wanted = asConfigured(host, { ...config, 'capture.enabled': true }).events.map(({ event }) => event);
      const needed = wanted.filter(
        (event) => !asConfigured(host, { ...config, 'capture.enabled': false }).events.some((it) => it.event === event),
      );
      const linked = needed.filter((event) => events.includes(event));
      const tells =
        host.capture === undefined
          ? 'nothing'
          : linked.length === needed.length
            ? 'turns'
            : linked.length > 0
              ? 'part'
              : 'not linked';
      return { host: host.name, title: host.title, scope, file, tells, events: linked };
    });
  const queue = queueOf(ground.places, context.now);
  const inTheWay = spoolFault(ground.places);
  if (inTheWay !== undefined) note(context, inTheWay);
  if (queue.fault !== undefined) note(context, `what waits in it cannot be told: ${queue.fault}`);
  if (json) {
    printJson(context, { capture: on, origin: origins['capture.enabled'] ?? null, hosts, queue });
    return;
  }
  context.out(`Capture is ${on ? 'on' : 'off'}\n`);
  for (const { title, scope, file, tells, events } of hosts) {
    const said = {
      nothing: 'tells of no turns: nothing is captured there',
      turns: `tells of turns by ${events.join(', ')}`,
      part: `tells of turns in part (${events.join(', ')}); engram link renews it`,
      'not linked': on ? 'is linked without what capture needs; engram link renews it' : 'is linked without it',
    }[tells];
    context.out(`${wrap(`${title} (${scope}): ${said} (${shortPath(file, ground.home)})`, 2, context.columns)}\n`);
  }
  if (queue.spooled > 0)
    context.out(`${count(queue.spooled, 'session has', 'sessions have')} something that no worker has taken in yet\n`);
  if (queue.waiting > 0)
    context.out(
      `${count(queue.waiting, 'turn waits', 'turns wait')}, of which ${queue.failed} failed; engram queue tells more\n`,
    );
}

/** What waits, as far as the database can be asked. */
function queueOf(places: Places, now: Date): { spooled: number; waiting: number; failed: number; fault?: string } {
  const { db } = places;
  const spooled = waiting(spoolFolder(places)).length;
  try {
    const none = { waiting: 0, failed: 0 };
    const { waiting, failed } = askStore<typeof none>(db, none, (store) =>
      queueState(store, now.getTime(), workerRuns(places)),
    );
    return { spooled, waiting, failed };
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return { spooled, waiting: 0, failed: 0, fault: error.message };
  }
}

/** @throws CommandError where the config cannot be written; it says what holds then */
function set(on: boolean, context: Context): void {
  const world = openWorld(context);
  const { configs } = world.project;
  let changed: boolean;
  try {
    ({ changed } = onDisk('the config could not be written', () =>
      setConfig(configs, 'user', 'capture.enabled', String(on)),
    ));
  } catch (error) {
    if (!(error instanceof CommandError || error instanceof ConfigError)) throw error;
    const holds = loadConfig(configs).config['capture.enabled'] ? 'on' : 'off';
    throw new CommandError(
      `${error.message}; capture is still ${holds}`,
      error instanceof CommandError ? error.exit : EXIT[error.kind],
    );
  }
  if (changed) refresh(context, world);
}

/** @throws CommandError where the answer is no, or none; nothing has been written then */
async function ask(old: readonly OldLink[], yes: boolean, ground: Ground, context: Context): Promise<void> {
  const files = old.map(({ would }) => shortPath(would.file, ground.home)).join(', ');
  const on = loadConfig(ground.project.configs).config['capture.enabled'];
  const question = on
    ? `Write what capture needs into ${files}?`
    : `Turn capture on, and write what it needs into ${files}?`;
  await confirm(question, context, { yes, left: `nothing was changed; capture is still ${on ? 'on' : 'off'}` });
}

function bring(old: readonly OldLink[], ground: Ground): Relinked[] {
  return oneAtATime(ground.places, () =>
    old.map((link) => {
      try {
        const report = relink(link) ?? link.would;
        return { ...named(link), state: 'relinked', changes: changes(report) };
      } catch (error) {
        if (!(error instanceof SettingsFault)) throw error;
        return { ...left(link, ground), changes: asClauses(error.message) };
      }
    }),
  );
}

function named({ host, scope, would }: OldLink): Pick<Relinked, 'host' | 'scope' | 'file'> {
  return { host: host.name, scope, file: would.file };
}

function left(link: OldLink, ground: Ground): Relinked {
  return {
    ...named(link),
    state: 'left',
    changes: changes(link.would),
    command: commandFor(link, ground.project.tree),
  };
}

function say({ host, file, state, changes: what, command }: Relinked, { home }: Ground, context: Context): void {
  const where = shortPath(file, home);
  const { title } = findHost(host)!;
  const line =
    state === 'relinked'
      ? `${title}: linked anew in ${where} (${what})`
      : `${title}: ${where} is as it was; run ${command}`;
  context.out(`${wrap(line, 2, context.columns)}\n`);
}
