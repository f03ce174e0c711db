// `engram doctor` asks each linked hook, by the command that stands in the host's file, for a memory made for it.
import fs from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Env, Host, Scope } from '../../hosts/host.ts';
import { type StandingCommand, standingCommands } from '../../hosts/settings-commands.ts';
import { reason } from '../memory/vault.ts';
import type { Moment } from '../moment.ts';
import { type Finding, harmless, well, wrong } from './findings.ts';
import { installedCommand, launcherFile, shellQuote } from './launcher.ts';
import { FLAG, type Link } from './links.ts';
import { hookEnv, makeScratch, probeOf, type Ran, runCommandLine, type Scratch, shellOf } from './proof.ts';

/** What the proofs need of the world. */
export interface Ground {
  /** The user's. */
  home: string;
  /** engram's folder of V8's code caches. */
  cache: string;
  env: Env;
  /** The launcher or what it starts is known to be missing: then a hook is silent because of that. */
  launcherBroken: boolean;
  progress?(done: number, total: number): void;
}

/** One thing to run: all commands of a link that differ by no more than the event which they name. */
interface Proof {
  link: Link;
  standing: StandingCommand;
  /** It is one of several in this file. */
  among: boolean;
}

/** A person who goes leaves nothing behind. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Longest that anything is waited for, milliseconds. */
const MOST_PATIENCE = 60_000;

/** A finding for each distinct command of each link. Links that cannot be read are passed over: what is wrong has been said. */
export async function proveHooks(links: readonly Link[], ground: Ground): Promise<Finding[]> {
  const proofs = links.flatMap((link) => proofsOf(link, ground.home));
  if (proofs.length === 0) return [];
  let scratch: Scratch;
  try {
    scratch = makeScratch(ground.cache);
  } catch (error) {
    return [harmless('hook', `no hook could be tried: ${reason(error)}; a folder for temporary files is needed`)];
  }
  const stop = new AbortController();
  const interrupted = (signal: NodeJS.Signals) => {
    stop.abort();
    scratch.remove();
    process.kill(process.pid, signal);
  };
  for (const signal of SIGNALS) process.once(signal, interrupted);
  try {
    const findings: Finding[] = [];
    for (const [n, proof] of proofs.entries()) {
      ground.progress?.(n, proofs.length);
      findings.push(await prove(proof, scratch, ground, stop.signal));
    }
    return findings;
  } finally {
    for (const signal of SIGNALS) process.removeListener(signal, interrupted);
    scratch.remove();
  }
}

function proofsOf(link: Link, home: string): Proof[] {
  const commands = link.unreadable ? [] : commandsOf(link, home);
  return commands.map((standing) => ({ link, standing, among: commands.length > 1 }));
}

/** What the host would run, as it stands on disk. */
function commandsOf({ host, scope, file, events }: Link, home: string): StandingCommand[] {
  if (host.settings.format.kind === 'scripts') {
    return events.map((event) => ({ events: [event], command: shellQuote(path.join(file, event)) }));
  }
  // A plugin starts the launcher by itself, as the command that `link` would write does.
  if (!file.endsWith('.json')) {
    const event = host.events.find(({ moment }) => moment === 'prompt')?.event ?? events[0]!;
    return [{ events, command: wantedCommand(host, scope, home, event) }];
  }
  return withoutEvents(standingCommands(fs.readFileSync(file, 'utf8'), host), host);
}

/** Of commands that differ by no more than the event which they name, the one of the event that can be asked most of. */
function withoutEvents(commands: readonly StandingCommand[], host: Host): StandingCommand[] {
  if (!host.settings.namesEvent) return [...commands];
  const rank = ({ events }: StandingCommand) =>
    host.events.findIndex(({ event, moment }) => events.includes(event) && moment === 'prompt') < 0 ? 1 : 0;
  const found = new Map<string, StandingCommand>();
  for (const one of [...commands].sort((a, b) => rank(a) - rank(b))) {
    const stem = one.events.reduce((text, event) => text.replace(new RegExp(`\\b${event}\\b`), '·'), one.command);
    if (!found.has(stem)) found.set(stem, one);
  }
  return [...found.values()];
}

/** The command that `link` would write. */
function wantedCommand(host: Host, scope: Scope, home: string, event: string): string {
  const name = host.settings.namesEvent ? `${host.name} ${event}` : host.name;
  return installedCommand({ ...host, name }, scope, home);
}

async function prove(
  { link, standing, among }: Proof,
  scratch: Scratch,
  ground: Ground,
  stop: AbortSignal,
): Promise<Finding> {
  const { host, scope, file } = link;
  if (process.platform === 'win32' && !standing.command.startsWith('"')) {
    return harmless('hook', `${host.title} (${scope}): a command for a POSIX shell, which is not tried on Windows`);
  }
  const asked = probeOf(host, scratch);
  // A command that names its event can be asked nothing else.
  const event = host.settings.namesEvent && !standing.events.includes(asked.event) ? standing.events[0]! : asked.event;
  const probe = { ...asked, event };
  const env = hookEnv(ground.env, scratch, probe);
  const moment = host.parse({ hook_event_name: event, ...probe.payload }, { ...env, PWD: scratch.project });
  const answers = moment !== undefined && host.injects.includes(moment.kind);
  const log = path.join(scratch.home, 'engram.log');
  fs.rmSync(log, { force: true });
  const patience = patienceOf(host, standing, event);
  const run = (input: string) =>
    runCommandLine(shellOf(host, ground.env), standing.command, { cwd: scratch.project, env, input, patience, stop });

  const ran = await run(JSON.stringify(probe.payload));
  const who = `${host.title} (${scope})`;
  const which = among ? ` by the command of ${standing.events.join(', ')}` : '';
  const again = repair(link, standing, ground.home);
  const bad = (what: string) => wrong('hook', `${who}: the hook in ${file} ${what}${which}; ${again}`);
  const failed = failure(ran, host, patience);
  if (failed) return bad(failed);
  const said = answers ? answerFault(ran, host, moment, scratch.secret) : quietFault(ran, host);
  if (said !== undefined && said !== '') return bad(said);
  // One that has nothing to say is asked what it must complain of.
  const silent = said === '' || (!answers && !(await complains(run, log)));
  if (!silent) return well('hook', `${who}: ${answers ? 'answers' : 'runs'}${which}`);
  const missing = missingLauncher(standing.command, ground.home);
  if (missing) return bad(`starts ${missing}, which is not there`);
  if (ground.launcherBroken) {
    return wrong('hook', `${who}: the hook in ${file} says nothing${which}, because of the launcher`);
  }
  const logged = lastLine(log);
  return bad(answers ? `says nothing to a prompt that it has a memory for${logged}` : `does not run${logged}`);
}

/** How the host's patience ends, milliseconds. */
function patienceOf(host: Host, standing: StandingCommand, event: string): number {
  const wanted = host.events.find((one) => one.event === event)?.timeout ?? 10;
  const unit = host.timeoutUnit === 's' ? 1000 : 1;
  return Math.min(Math.max((standing.timeout ?? wanted) * unit, 1), MOST_PATIENCE);
}

/** What is wrong with how a command ended; undefined where it ended well. */
function failure({ code, signal, stderr, late, fault }: Ran, host: Host, patience: number): string | undefined {
  if (fault !== undefined) return `cannot be started (${fault})`;
  if (late) return `has not ended after ${patience / 1000} s, when ${host.title} gives up`;
  if (signal) return `was ended by ${signal}`;
  if (code === 0) return undefined;
  const why =
    code === 126
      ? ', which means that it may not be executed'
      : code === 127
        ? ', which means that a program is missing'
        : '';
  const line = firstLine(stderr);
  return `ends with ${code}${why}${line ? ` (${line})` : ''}`;
}

/** What is wrong with an answer; `''` where there is none, undefined where it is the memory in the host's form. */
function answerFault({ stdout }: Ran, host: Host, moment: Moment, secret: string): string | undefined {
  if (stdout.trim() === '') return '';
  const answer = json(stdout);
  if (answer === undefined) return `prints what is not one JSON document: ${firstLine(stdout)}`;
  const context = strings(answer).find((text) => text.includes(secret));
  if (context !== undefined) {
    return isDeepStrictEqual(answer, JSON.parse(JSON.stringify(host.format({ context }, moment))))
      ? undefined
      : `answers in a form that ${host.title} does not take: ${firstLine(stdout)}`;
  }
  return isDeepStrictEqual(answer, host.nothing)
    ? ''
    : `answers without the memory that it was asked for: ${firstLine(stdout)}`;
}

/** What is wrong with the output of a hook that is to say nothing. */
function quietFault({ stdout }: Ran, host: Host): string | undefined {
  if (stdout.trim() === '' || (host.nothing && isDeepStrictEqual(json(stdout), host.nothing))) return undefined;
  return `prints what ${host.title} does not expect: ${firstLine(stdout)}`;
}

/** Whether the hook is there at all: it writes a line into its log about a payload that tells it nothing. */
async function complains(run: (input: string) => Promise<Ran>, log: string): Promise<boolean> {
  await run('{}');
  return fs.existsSync(log);
}

/** The launcher that a command names, where that is not the one that is looked at elsewhere and is not there. */
function missingLauncher(command: string, home: string): string | undefined {
  const named =
    /'((?:[^']|'\\'')*engram-hook(?:\.cmd)?)'|"([^"]*engram-hook(?:\.cmd)?)"|(\S*engram-hook(?:\.cmd)?)/.exec(command);
  const text = (named?.[1]?.replaceAll("'\\''", "'") ?? named?.[2] ?? named?.[3] ?? '').replace(/^~(?=\/)/, () => home);
  return path.isAbsolute(text) && text !== launcherFile(home) && !fs.existsSync(text) ? text : undefined;
}

/** What writes anew what is not as it should be: the entry, else the launcher. */
function repair({ host, scope }: Link, { events, command }: StandingCommand, home: string): string {
  const wanted = events.map((event) => wantedCommand(host, scope, home, event));
  return host.settings.format.kind === 'entries' && !wanted.includes(command)
    ? `engram link${FLAG[scope]} ${host.name} writes it anew`
    : 'engram doctor --fix writes it and the launcher anew';
}

function lastLine(log: string): string {
  try {
    const line = fs.readFileSync(log, 'utf8').trimEnd().split('\n').at(-1) ?? '';
    return `; it complains: ${line.replace(/^\S+ /, '')}`;
  } catch {
    return '';
  }
}

/** Of what others print, so much as tells what it is. */
function firstLine(text: string): string {
  const line = text.trim().split('\n')[0] ?? '';
  return line.length > 100 ? `${line.slice(0, 100)}…` : line;
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** All strings in a JSON value. */
function strings(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(strings) : [];
}
