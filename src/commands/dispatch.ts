// `engram dispatch`: an event by hand, through the hook itself. Unlike the hook it says what is wrong with what it is given.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { type Command, Option } from 'commander';
import { knownEvents } from '../../hosts/events.ts';
import type { Host } from '../../hosts/host.ts';
import { hosts } from '../../hosts/index.ts';
import { asPayload, type Payload, text } from '../../hosts/payload.ts';
import { reason } from '../memory/vault.ts';
import type { Moment } from '../moment.ts';
import { CommandError, type Context, EXIT } from './context.ts';
import { thisInstallation } from './launcher.ts';
import { printJson } from './output.ts';
import { hostNamed } from './targets.ts';
import { openWorld } from './world.ts';

interface Options {
  host: Host;
  event: string;
  payload?: string;
  json?: true;
}

export function register(program: Command, context: Context): void {
  program
    .command('dispatch')
    .description('hand an event to the hook, as a host does, and print its answer')
    .addOption(
      new Option('--host <name>', `the host whose event it is: ${hosts.map(({ name }) => name).join(', ')}`)
        .argParser(hostNamed)
        .default(hosts[0]!, hosts[0]!.name),
    )
    .requiredOption('--event <name>', 'the host’s name of the event')
    .option('--payload <json>', 'what the host says of it: a JSON object, @file, or - for stdin')
    .option('--json', 'print what it was taken for and the answer as JSON')
    .addHelpText(
      'after',
      '\nIt is recorded as an event of the payload’s session_id (default: dispatch), in its cwd (default: this folder).\n\nExamples:\n  engram dispatch --event UserPromptSubmit --payload \'{"prompt":"can we deploy on friday?"}\'\n  engram dispatch --host codex --event PreCompact --payload @payload.json\n',
    )
    .action((options: Options) => dispatch(options, context));
}

function dispatch({ host, event, payload: given, json }: Options, context: Context): void {
  // For what is wrong with engram's home; the hook would end without a word.
  openWorld(context);
  const known = knownEvents(host);
  if (!known.includes(event)) {
    throw new CommandError(`${host.title} has no event ${event}; known are ${known.join(', ')}`, EXIT.usage);
  }
  const payload: Payload = { session_id: 'dispatch', cwd: context.cwd, ...parsed(given, context) };
  const named = payload.hook_event_name ?? event;
  if (named !== event) {
    throw new CommandError(
      `the payload is of the event ${JSON.stringify(named)}, not of ${event}; known are ${known.join(', ')}`,
      EXIT.data,
    );
  }
  const full = { ...payload, hook_event_name: event };
  const moment = host.parse(full, context.env);
  const missing = lacking(full, event, moment);
  if (!moment || missing.length > 0) {
    throw new CommandError(
      missing.length > 0
        ? `the payload of ${event} must have ${missing.join(' and ')}, as text that is not empty`
        : `the payload of ${event} lacks the session or the folder, as ${host.title} names them`,
      EXIT.data,
    );
  }
  const printed = runHook(host, full, context);
  if (json) {
    const { kind } = moment;
    printJson(context, { host: host.name, event, moment: kind, answer: printed ? JSON.parse(printed) : null });
  } else context.out(context.tty && printed ? `${printed}\n` : printed);
}

/** What `--payload` means; nothing is an empty object. @throws CommandError 65, 66 where there is no such file */
function parsed(given: string | undefined, context: Context): Payload {
  if (given === undefined) return {};
  const [source, json] =
    given === '-'
      ? ['stdin', context.stdin()]
      : given.startsWith('@')
        ? [given.slice(1), fileText(path.resolve(context.cwd, given.slice(1)))]
        : ['--payload', given];
  let payload: Payload | undefined;
  let fault = '';
  try {
    payload = asPayload(JSON.parse(json.replace(/^\ufeff/, '')));
  } catch (error) {
    fault = ` (${(error as Error).message})`;
  }
  if (!payload) throw new CommandError(`${source} holds no JSON object${fault}`, EXIT.data);
  return payload;
}

function fileText(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${reason(error)}`, EXIT.noInput);
  }
}

/** What the payload does not say, in the words that hosts share. */
function lacking(payload: Payload, event: string, moment: Moment | undefined): string[] {
  const without = (...keys: string[]) => keys.filter((key) => text(payload, key) === undefined);
  if (moment?.kind === 'prompt') return moment.prompt === '' ? without('prompt') : [];
  if (moment?.kind === 'path') return moment.tool === '' ? without('tool_name') : [];
  if (moment) return [];
  return without('session_id', 'cwd', ...(event === 'InstructionsLoaded' ? ['file_path'] : []));
}

/** What `engram hook` prints, from a process like the host's. */
function runHook(host: Host, payload: Payload, context: Context): string {
  const { node, hook } = thisInstallation();
  const ran = spawnSync(node, [hook, host.name], {
    cwd: context.cwd,
    env: { ...context.env },
    input: JSON.stringify(payload),
    encoding: 'utf8',
    maxBuffer: 64 << 20,
    windowsHide: true,
  });
  if (ran.error) throw new CommandError(`the hook ${hook} could not be run: ${reason(ran.error)}`, EXIT.software);
  context.err(ran.stderr);
  if (ran.status !== 0) {
    throw new CommandError(`the hook ${hook} did not end well (${ran.signal ?? `exit ${ran.status}`})`, EXIT.software);
  }
  return ran.stdout;
}
