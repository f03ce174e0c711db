// `engram doctor` asks each linked hook, by the command that stands in the host's file, for a memory made for it.
import fs from 'node:fs';
import path from 'node:path';
import type { Env, Host } from '../../hosts/host.ts';
import type { StandingCommand } from '../../hosts/settings-commands.ts';
import { reason } from '../memory/vault.ts';
import { type Finding, harmless, well, wrong } from './findings.ts';
import { commandsOf } from './hook-commands.ts';
import { answerFault, failure, quietFault, SILENT } from './hook-verdict.ts';
import { installedCommand, launcherFile } from './launcher.ts';
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

/** What came of one command: how it is well, or what is wrong with it and what to do. */
type Verdict = { well: 'answers' | 'runs' } | { fault: string; repair: string };

/** A person who goes leaves nothing behind. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Longest that anything is waited for, milliseconds. */
const MOST_PATIENCE = 60_000;

/** Tries each distinct command of each link. Links that cannot be read are passed over: what is wrong has been said. */
export async function proveHooks(links: readonly Link[], ground: Ground): Promise<Finding[]> {
  const all = links
    .filter(({ events }) => events.length > 0)
    .map((link) => ({ link, commands: commandsOf(link, ground.home) }));
  const total = all.reduce((sum, { commands }) => sum + commands.length, 0);
  if (total === 0) return [];
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
    let done = 0;
    for (const { link, commands } of all) {
      const tried: [StandingCommand, Verdict][] = [];
      for (const command of commands.filter(isForThisSystem)) {
        ground.progress?.(done++, total);
        tried.push([command, await prove(link, command, scratch, ground, stop.signal)]);
      }
      findings.push(...findingsOf(link, tried));
    }
    return findings;
  } finally {
    for (const signal of SIGNALS) process.removeListener(signal, interrupted);
    scratch.remove();
  }
}

/** On Windows a project's command is for a POSIX shell, which may be any of several there. */
function isForThisSystem({ command }: StandingCommand): boolean {
  return process.platform !== 'win32' || command.startsWith('"');
}

/** One finding where all is well, else one for each command. */
function findingsOf({ host, scope, file }: Link, tried: readonly [StandingCommand, Verdict][]): Finding[] {
  const who = `${host.title} (${scope})`;
  if (tried.length === 0) return [harmless('hook', `${who}: nothing in ${file} can be tried on this system`)];
  const ways = tried.map(([, verdict]) => 'well' in verdict && verdict.well);
  if (ways.every(Boolean)) return [well('hook', `${who}: ${ways.includes('answers') ? 'answers' : 'runs'}`)];
  return tried.map(([{ events }, verdict]) => {
    const which = tried.length > 1 ? ` by the command of ${events.join(', ')}` : '';
    return 'well' in verdict
      ? well('hook', `${who}: ${verdict.well}${which}`)
      : wrong('hook', `${who}: the hook in ${file} ${verdict.fault}${which}${verdict.repair}`);
  });
}

async function prove(
  link: Link,
  standing: StandingCommand,
  scratch: Scratch,
  ground: Ground,
  stop: AbortSignal,
): Promise<Verdict> {
  const { host } = link;
  const asked = probeOf(host, scratch);
  // A command that names its event can be asked nothing else.
  const event = host.settings.namesEvent && !standing.events.includes(asked.event) ? standing.events[0]! : asked.event;
  const env = hookEnv(ground.env, scratch, asked);
  const moment = host.parse({ hook_event_name: event, ...asked.payload }, { ...env, PWD: scratch.project });
  const answers = moment !== undefined && host.injects.includes(moment.kind);
  const log = path.join(scratch.home, 'engram.log');
  fs.rmSync(log, { force: true });
  const patience = patienceOf(host, standing, event);
  const run = (input: string) =>
    runCommandLine(shellOf(host, ground.env), standing.command, { cwd: scratch.project, env, input, patience, stop });
  const bad = (fault: string): Verdict => ({ fault, repair: `; ${repair(link, standing, ground.home)}` });

  const ran = await run(JSON.stringify(asked.payload));
  const fault =
    failure(ran, host, patience) ?? (answers ? answerFault(ran, host, moment, scratch.secret) : quietFault(ran, host));
  if (fault) return bad(fault);
  // One that has nothing to say is asked what it must complain of.
  const isSilent = fault === SILENT || (!answers && !(await complains(run, log)));
  if (!isSilent) return { well: answers ? 'answers' : 'runs' };
  const missing = missingLauncher(standing.command, ground.home);
  if (missing) return bad(`starts ${missing}, which is not there`);
  if (ground.launcherBroken) return { fault: 'says nothing', repair: ', because of the launcher' };
  return bad((answers ? 'says nothing to a prompt that it has a memory for' : 'does not run') + lastLine(log));
}

/** How the host's patience ends, milliseconds. */
function patienceOf(host: Host, standing: StandingCommand, event: string): number {
  const wanted = host.events.find((one) => one.event === event)?.timeout ?? 10;
  const unit = host.timeoutUnit === 's' ? 1000 : 1;
  return Math.min(Math.max((standing.timeout ?? wanted) * unit, 1), MOST_PATIENCE);
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
  const wanted = events.map((event) => installedCommand(host, scope, home, event));
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
