// What the command line can be completed with, taken from the commands themselves. build.mjs runs this once and puts the answer into
// dist/complete.cjs: a TAB loads no command.
import { type Argument, Command, type Option } from 'commander';
import { knownEvents } from '../../hosts/events.ts';
import type { Host } from '../../hosts/host.ts';
import { hosts } from '../../hosts/index.ts';
import { CONFIG_KEYS } from '../config/keys.ts';
import type { Candidate, CommandSpec, Completions, Values } from './complete.ts';
import type { Context } from './context.ts';
import { BLOCKS } from './moment-context.ts';
import { buildProgram, verbs } from './program.ts';

const plain = (values: readonly string[]): Candidate[] => values.map((value) => ({ value, meaning: '' }));

const HOSTS: Candidate[] = hosts.map(({ name, title }) => ({ value: name, meaning: title }));
const ALL: Candidate = { value: 'all', meaning: 'every host' };

/** What the words in the angle brackets of arguments, and the options, take; free are those that are in neither list. */
const VALUES: Readonly<Record<string, Values>> = {
  'link <host>': [...HOSTS, ALL],
  'unlink <host>': [...HOSTS, ALL],
  '<host>': HOSTS,
  '--host': HOSTS,
  '<id>': 'memories',
  '--supersedes': 'memories',
  '--session': 'sessions',
  '<key>': CONFIG_KEYS.map(({ key, doc }) => ({ value: key, meaning: doc })),
  '<value>': 'value-of-key',
  'set-read <mode>': valuesOf('read'),
  'set-proof <mode>': valuesOf('proof'),
  '<path>': 'files',
  '--applies-to': 'files',
  '--out': 'files',
  '--blocks': { commas: plain(BLOCKS) },
  '--event': 'events',
  'help <command>': 'commands',
};

/** What only the person knows: a test wants every other name to have its values. */
export const FREE: readonly string[] = [
  ...['<text>', '<query>', '<prompt>', '<name>', '<n>'],
  ...[
    '--id',
    '--tag',
    '--entity',
    '--alias',
    '--importance',
    '--summary',
    '--expires',
    '--query',
    '--limit',
    '--payload',
    '--hours',
    '--last',
    '--explain',
  ],
];

/** The words that a key may be; none where it is a number. */
function valuesOf(key: string): Candidate[] {
  const values = CONFIG_KEYS.find((entry) => entry.key === key)?.values ?? '';
  return plain(values.includes('|') ? values.split('|').map((word) => word.trim()) : []);
}

/** Where one is looked for: `bypass --session`, then `--session`. */
function valuesFor(command: string, name: string, choices: readonly string[] | undefined): Values | undefined {
  return choices ? plain(choices) : (VALUES[`${command} ${name}`] ?? VALUES[name]);
}

/** Every command with its options and what they take. */
export async function readCompletions(): Promise<Completions> {
  const quiet: Context = {
    env: {},
    cwd: '/',
    now: new Date(0),
    out: () => {},
    err: () => {},
    stdin: () => '',
    color: false,
    tty: false,
    interactive: false,
  };
  const root = describe(await buildProgram([], quiet), '');
  const commands: CommandSpec[] = [];
  for (const { verb } of verbs()) {
    const program = new Command('engram').helpOption('-h, --help', 'print help').helpCommand(false);
    (await verb.load()).register(program, quiet);
    commands.push(...program.commands.map((command) => describe(command, command.name())));
  }
  const help = {
    names: ['help'],
    meaning: 'print the help of a command',
    options: [],
    arguments: [{ name: 'command', values: VALUES['help <command>']!, variadic: false }],
    commands: [],
  };
  return {
    program: { ...root, commands: [...commands, help] },
    keys: Object.fromEntries(CONFIG_KEYS.map(({ key }) => [key, valuesOf(key)])),
    events: Object.fromEntries(hosts.flatMap((host) => namesOf(host).map((name) => [name, knownEvents(host)]))),
  };
}

function namesOf({ name, aliases }: Host): string[] {
  return [name, ...aliases];
}

function describe(command: Command, path: string): CommandSpec {
  const shownOptions = command.createHelp().visibleOptions(command) as Option[];
  return {
    names: [command.name(), ...command.aliases()],
    meaning: command.description(),
    options: shownOptions.map((option) => {
      const { short, long, required, optional, description, parseArg } = option;
      const takes = required || optional;
      const values = takes ? valuesFor(path, long ?? short ?? '', option.argChoices) : undefined;
      return {
        flags: [short, long].filter((flag) => flag !== undefined),
        meaning: description,
        takes,
        ...(values ? { values } : {}),
        ...(takes && parseArg ? { repeats: true as const } : {}),
      };
    }),
    arguments: (command.registeredArguments as Argument[]).map((argument) => {
      const values = valuesFor(path, `<${argument.name()}>`, argument.argChoices);
      return { name: argument.name(), ...(values ? { values } : {}), variadic: argument.variadic };
    }),
    commands: (command.commands as Command[]).map((inner) => describe(inner, `${path} ${inner.name()}`)),
  };
}
