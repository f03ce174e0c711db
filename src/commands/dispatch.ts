// `engram dispatch`: an event by hand, through the hook itself. Unlike the hook it says what is wrong with what it is given.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { type Command, Option } from 'commander';
import { knownEvents } from '../../hosts/events.ts';
import type { Host } from '../../hosts/host.ts';
import { findHost, hosts } from '../../hosts/index.ts';
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
  event?: string;
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
    .option('--event <name>', 'the host’s name of the event; it must be given')
    .allowExcessArguments(true)
    .option('--payload <json>', 'what the host says of it: a JSON object, @file, or - for stdin')
    .option('--json', 'print what it was taken for and the answer as JSON')
    .addHelpText(
      'after',
      '\nIt is recorded as an event of the payload’s session_id (default: dispatch), in its cwd (default: this folder).\n\nExamples:\n  engram dispatch --event UserPromptSubmit --payload \'{"prompt":"deploy today?"}\'\n  echo \'{"source":"startup"}\' | engram dispatch --event SessionStart --payload -\n',
    )
    .action((options: Options, { args }: Command) => {
      const { host, event } = options;
      const name = args.length > 0 && findHost(args[0]!)?.name;
      const say = `engram dispatch --host ${name || host.name} --event ${event ?? (args.find((it) => it !== args[0] || !name) || '<name>')}`;
      if (args.length > 0)
        throw new CommandError(`${args.join(' ')}: dispatch takes options alone; say ${say}`, EXIT.usage);
      if (event === undefined)
        throw new CommandError(`--event is missing; say ${say}, one of ${knownEvents(host).join(', ')}`, EXIT.usage);
      dispatch({ ...options, event }, context);
    });
}

function dispatch({ host, event, payload: given, json }: Options & { event: string }, context: Context): void {
  // For what is wrong with engram's home; the hook would end without a word.
  openWorld(context);
  const known = knownEvents(host);
  if (!known.includes(event)) {
    throw new CommandError(`${host.title} has no event ${event}; known are ${known.join(', ')}`, EXIT.usage);
  }
  const form = formOf(host, event, context.cwd);
  const payload: Payload = { session_id: 'dispatch', cwd: context.cwd, ...form.payload, ...parsed(given, context) };
  const named = payload.hook_event_name ?? event;
  if (named !== event) {
    throw new CommandError(
      `the payload is of the event ${JSON.stringify(named)}, not of ${event}; known are ${known.join(', ')}`,
      EXIT.data,
    );
  }
  const full = { ...payload, hook_event_name: event };
  const moment = host.parse(full, envOf(context));
  const missing = lacking(full, event, moment, form.prompt);
  if (!moment || missing.length > 0) {
    throw new CommandError(
      missing.length > 0
        ? `the payload of ${event} must have ${missing.join(' and ')}, as text that is not empty`
        : `the payload of ${event} does not say all that ${host.title} says of it; a prompt of it looks like ${JSON.stringify(form.example)}`,
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

/** A session and a prompt that no payload holds by chance. */
const [SESSION, PROMPT] = ['dispatch', 'what the person wrote'];

/**
 * How the host says what every payload must say.
 * @returns `payload`: what is taken where the command line says nothing; `prompt`: the member that holds the prompt, with dots
 */
function formOf(host: Host, event: string, cwd: string) {
  const probe = (prompt: string) => host.settings.probe?.({ session: SESSION, cwd, prompt });
  const own = probe('');
  const example: Payload = probe(PROMPT)?.payload ?? { session_id: SESSION, cwd, prompt: PROMPT };
  // Where the words are the shared ones, nothing else is said unasked.
  const payload: Payload = own?.event === event && !('session_id' in own.payload) ? own.payload : {};
  return { payload, example, prompt: memberWith(PROMPT, example) ?? 'prompt' };
}

/** The path of a text in an object, with dots. */
function memberWith(wanted: string, value: Payload): string | undefined {
  for (const [key, one] of Object.entries(value)) {
    if (one === wanted) return key;
    const object = asPayload(one);
    const below = object && memberWith(wanted, object);
    if (below) return `${key}.${below}`;
  }
  return undefined;
}

/** What the payload does not say, in the words that hosts share. */
function lacking(payload: Payload, event: string, moment: Moment | undefined, prompt: string): string[] {
  const without = (...keys: string[]) => keys.filter((key) => text(payload, key) === undefined);
  if (moment?.kind === 'prompt') return moment.prompt === '' ? [prompt] : [];
  if (moment?.kind === 'path') return moment.tool === '' ? without('tool_name') : [];
  if (moment) return [];
  return without('session_id', 'cwd', ...(event === 'InstructionsLoaded' ? ['file_path'] : []));
}

/** As a shell that has gone to this folder would hand it on. */
function envOf({ env, cwd }: Context): Record<string, string | undefined> {
  return { ...env, PWD: cwd };
}

/** What `engram hook` prints, from a process like the host's. */
function runHook(host: Host, payload: Payload, context: Context): string {
  const { node, hook } = thisInstallation();
  const ran = spawnSync(node, [hook, host.name], {
    cwd: context.cwd,
    env: envOf(context),
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
