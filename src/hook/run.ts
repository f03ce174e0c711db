// One event from stdin to stdout. Whatever goes wrong: exit code 0, the host's empty answer, one line in the log.
import fs from 'node:fs';
import path from 'node:path';
import type { Env, Host } from '../../hosts/host.ts';
import { known } from '../../hosts/index.ts';
import { hostOf } from '../../hosts/known.ts';
import { type Compile, requestCheck } from '../index/fresh.ts';
import { findPlaces, findProject, indexFile, type Places, userHome } from '../index/places.ts';
import { DamagedIndex } from '../index/read.ts';
import type { Moment } from '../moment.ts';
import type { Process } from '../session/log.ts';
import { isDue } from '../session/prune.ts';
import { key64 } from '../text/hash.ts';
import { answer } from './answer.ts';
import { keep } from './capture.ts';
import { later } from './lazy.ts';
import type { Fault } from './log.ts';
import type { Answer, Turn } from './turn.ts';

/** The process as the hook sees it. */
export interface World {
  /** After `hook`: the host's name, and the event where the payload does not name it. */
  args: readonly string[];
  env: Env;
  self: Process;
  read(): Buffer;
  write(text: string): void;
  /** Starts `engram sync` for a project, detached; returns its pid. */
  startSync(start: string, lock: string): number | undefined;
  /** Starts `engram worker`, detached; returns its pid. */
  startWorker?(): number | undefined;
  /** Puts session logs that are too old or too many aside. */
  prune(sessions: string, now: number): void;
  /** The lane runs without V8's code cache: a sync is wanted that makes it. */
  uncached?: boolean;
  /** Milliseconds, never going backwards. */
  clock(): number;
}

/** PATH_MAX where it is largest: nothing real is longer, and each folder on the way up is looked at. */
const LONGEST_PATH = 4096;

export function runHook(world: World): void {
  const { env } = world;
  // Before anything is read or written.
  if (env.ENGRAM_BYPASS === '1' || env.ENGRAM_NO_HOOKS === '1') return;
  const places = findPlaces(env);
  if (!places) return;
  let where = 'hook';
  const fault = (what: Fault) => later().logHookFault(places.log, world.self.now(), where, what);
  try {
    const json = payload(world.read(), world.args[1]);
    const host = hostOf(known, world.args[0], json, env);
    if (!host) {
      fault('host');
      return;
    }
    where = host.name;
    const moment = json === undefined ? undefined : host.parse(json, env);
    if (moment) {
      where = `${host.name} ${moment.kind}`;
      if (moment.root.length > LONGEST_PATH) fault('long');
      // The end of a bypassed session closes its record.
      else if (moment.kind === 'session-end' || !isBypassed(places, moment))
        serve(world, host, places, moment, fault, json);
      else print(world, host.nothing);
    } else if (json === undefined) fault('object');
    else fault('moment');
  } catch (error) {
    later().logThrown(places.log, world.self.now(), where, error);
  }
}

function serve(
  world: World,
  host: Host,
  places: Places,
  moment: Moment,
  fault: (what: Fault) => void,
  json: unknown,
): void {
  let opener: Compile | undefined;
  const project = findProject(moment.root, places, world.env);
  const index = indexFile(project, places);
  const turn: Turn = {
    moment,
    host,
    places,
    project,
    self: world.self,
    home: userHome(world.env),
    compile: (patience) => {
      // Few hooks need it.
      let compiler: Compile | undefined;
      const compile = () => {
        compiler ??= later().compiler({
          indexFile: index,
          start: () => {
            const pid = startSync(world, moment.root, index);
            if (pid === undefined) fault('sync');
            return pid;
          },
          unwritable: () => fault('write'),
          damaged: () => fault('damaged'),
          clock: world.clock,
          patience,
        });
        return compiler;
      };
      opener = {
        indexFile: index,
        damaged: () => compile().damaged(),
        request: (known) => compile().request(known),
        wait: (known) => compile().wait(known),
      };
      return opener;
    },
  };
  const { context, log, keeps } = answered(turn);
  const said = context && host.injects.includes(moment.kind) ? host.format({ context }, moment) : undefined;
  print(world, said ?? host.nothing);
  log?.sent();
  // No index could say in time: where there is a spool it may be on.
  if (keeps || (opener && (opener.keeps ?? fs.existsSync(`${places.home}/spool`))))
    keep(turn, json, world.startWorker, opener?.keeps);
  if (world.uncached) requestCheck(turn.compile(0), world.self.now());
  if (log?.isNew && isDue(places.sessions, world.self.now())) world.prune(places.sessions, world.self.now());
}

function print(world: World, output: unknown): void {
  if (output !== undefined) world.write(JSON.stringify(output));
}

function startSync(world: World, start: string, index: string): number | undefined {
  try {
    return world.startSync(start, index);
  } catch {
    // Too many processes, too little memory, a name that no program can be given.
    return undefined;
  }
}

function answered(turn: Turn): Answer {
  try {
    return answer(turn);
  } catch (error) {
    // A body was not what the index says it is. Nothing has been sent; what was claimed lapses.
    if (error instanceof DamagedIndex) requestCheck(turn.compile(0), Number.POSITIVE_INFINITY);
    throw error;
  }
}

/** The object on stdin, with the event's name added where the command line gives it and the payload does not. */
function payload(bytes: Buffer, event: string | undefined): unknown {
  const text = bytes.toString('utf8');
  let json: unknown;
  try {
    json = JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch {
    return undefined;
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return undefined;
  return event && !('hook_event_name' in json) ? { ...json, hook_event_name: event } : json;
}

/** `engram bypass on`: a marker file, named by the session. */
function isBypassed(places: Places, moment: Moment): boolean {
  return fs.existsSync(places.bypass) && fs.existsSync(`${places.bypass}${path.sep}${key64(moment.session)}`);
}
