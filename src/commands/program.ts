// The command line: which commands there are, how they are found, and how every way out of them ends.
import { Command, CommanderError } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import { describe, logFault } from '../hook/log.ts';
import { findPlaces } from '../index/places.ts';
import { CommandError, type Context, EXIT } from './context.ts';
import { fitHelp, helpStyle, helpWidth } from './help.ts';
import { complaint } from './output.ts';

type Register = (program: Command, context: Context) => void;

interface Verb {
  /** The name and its aliases. */
  names: readonly [string, ...string[]];
  /** As its own file describes it (a test compares them); here too, so that `engram --help` need not load every command. */
  summary: string;
  load(): Promise<{ register: Register }>;
}

const GROUPS: readonly { title: string; verbs: readonly Verb[] }[] = [
  {
    title: 'Memories:',
    verbs: [
      {
        names: ['init', 'inject'],
        summary: 'prepare this project: a vault for its memories, no agent touched',
        load: () => import('./init.ts'),
      },
      {
        names: ['remember'],
        summary: 'write a memory: from the words given, from stdin, or in your editor',
        load: () => import('./remember.ts'),
      },
      { names: ['list', 'ls'], summary: 'list the memories that this project reads', load: () => import('./list.ts') },
      { names: ['show'], summary: 'print memories in full', load: () => import('./show.ts') },
      {
        names: ['recall'],
        summary: 'the passages that answer a question, with source and date',
        load: () => import('./recall.ts'),
      },
      {
        names: ['search'],
        summary: 'the memories that hold these words, best first',
        load: () => import('./search.ts'),
      },
      {
        names: ['entities'],
        summary: 'list what the memories call by a name, with its aliases',
        load: () => import('./entities.ts'),
      },
      {
        names: ['edit'],
        summary: 'open a memory in $VISUAL or $EDITOR and check it afterwards',
        load: () => import('./edit.ts'),
      },
      {
        names: ['forget'],
        summary: 'take memories out: their files move to the archive beside the vault',
        load: () => import('./forget.ts'),
      },
      {
        names: ['import'],
        summary: 'copy Markdown files and folders, or what other tools remember, into the vault as memories',
        load: () => import('./import.ts'),
      },
      {
        names: ['feedback'],
        summary: 'say that a memory was useful or noise: it then matters more or less',
        load: () => import('./feedback.ts'),
      },
      {
        names: ['export'],
        summary: 'all memories of this project and your own, to be kept or taken elsewhere',
        load: () => import('./export.ts'),
      },
      {
        names: ['proposals'],
        summary: 'memories that wait for your yes: list, show, approve, edit, reject, revert',
        load: () => import('./proposals.ts'),
      },
      {
        names: ['review'],
        summary: 'walk through the memories that wait for your yes, one key each',
        load: () => import('./review.ts'),
      },
      { names: ['sync'], summary: 'bring the index up to date with the files', load: () => import('./sync.ts') },
      {
        names: ['trust'],
        summary: 'let the memories of this project be sent to your agents; shows what waits for that',
        load: () => import('./trust.ts'),
      },
    ],
  },
  {
    title: 'Agents:',
    verbs: [
      {
        names: ['link'],
        summary: 'give hosts their hooks: write engram into their settings files',
        load: () => import('./link.ts'),
      },
      {
        names: ['unlink'],
        summary: 'take the hooks back: remove engram from the settings files of hosts',
        load: () => import('./unlink.ts'),
      },
      {
        names: ['uninstall'],
        summary: 'take engram out of every host and off this machine; memories stay without --purge',
        load: () => import('./uninstall.ts'),
      },
      {
        names: ['hosts'],
        summary: 'list the hosts that engram knows, what each can do and where it is linked',
        load: () => import('./hosts.ts'),
      },
      {
        names: ['upgrade'],
        summary: "bring engram's own files up to this version; with --latest the linked hosts' entries too",
        load: () => import('./upgrade.ts'),
      },
    ],
  },
  {
    title: 'Settings:',
    verbs: [
      { names: ['config'], summary: 'read and set what engram does', load: () => import('./config.ts') },
      {
        names: ['set-read'],
        summary: 'when memories are sent: startup, auto, always, manual or off',
        load: () => import('./set-read.ts'),
      },
      {
        names: ['set-proof'],
        summary: 'whether prompts carry a line that says what engram sent',
        load: () => import('./set-proof.ts'),
      },
      {
        names: ['bypass'],
        summary: 'let a session go without engram, or with it again',
        load: () => import('./bypass.ts'),
      },
      {
        names: ['capture'],
        summary: 'whether turns are kept, redacted, until memories have been proposed from them',
        load: () => import('./capture.ts'),
      },
      {
        names: ['completion'],
        summary: 'print the script that lets a shell complete engram at TAB',
        load: () => import('./completion.ts'),
      },
    ],
  },
  {
    title: 'Looking in:',
    verbs: [
      {
        names: ['status'],
        summary: 'what holds here: modes, vaults, linked agents, sessions',
        load: () => import('./status.ts'),
      },
      {
        names: ['doctor'],
        summary: 'look for what is wrong and say how to mend it',
        load: () => import('./doctor.ts'),
      },
      {
        names: ['route'],
        summary: 'what a prompt, or the start of a session, would be sent, and why',
        load: () => import('./route.ts'),
      },
      {
        names: ['why'],
        summary: 'what sessions were sent, when and for what, and how to correct it',
        load: () => import('./why.ts'),
      },
      {
        names: ['context'],
        summary: 'what a session would be sent next, as the agent would get it',
        load: () => import('./moment-context.ts'),
      },
      {
        names: ['dispatch'],
        summary: 'hand an event to the hook, as a host does, and print its answer',
        load: () => import('./dispatch.ts'),
      },
      {
        names: ['redact'],
        summary: 'copy stdin to stdout with each secret replaced by [redacted:kind]',
        load: () => import('./redact.ts'),
      },
      {
        names: ['usage'],
        summary: 'how often each memory was delivered, by which host, last when',
        load: () => import('./usage.ts'),
      },
      {
        names: ['queue'],
        summary: 'what was captured and waits, what failed, what was lost; never a word of it',
        load: () => import('./queue.ts'),
      },
      {
        names: ['transcript'],
        summary: 'what captured sessions said, as far as it is still kept; no agent is ever sent it',
        load: () => import('./transcript.ts'),
      },
      {
        names: ['worker'],
        summary: 'take in what was captured and propose memories from it, as hooks have it done by themselves',
        load: () => import('./worker.ts'),
      },
      {
        names: ['report'],
        summary: 'what a period gave: decisions about proposals, what was kept, what is missing',
        load: () => import('./report.ts'),
      },
      {
        names: ['demo'],
        summary: 'show engram at work on a sample project, in a scratch folder',
        load: () => import('./demo.ts'),
      },
    ],
  },
];

/**
 * Runs one command line (without node and script) and gives its exit code. Faults that a person can act on end in one line on stderr;
 * what nobody foresaw is logged too, and shown with its stack only under ENGRAM_DEBUG.
 */
export async function runCommand(argv: readonly string[], context: Context): Promise<number> {
  try {
    const program = await buildProgram(argv, context);
    if (argv.length === 0) {
      program.outputHelp();
      return 0;
    }
    await program.parseAsync(normalise(argv), { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0 || error.code === 'commander.help') return 0;
      return EXIT.usage;
    }
    const fault = error instanceof CommandError ? error : (await import('./store-faults.ts')).busyFault(error, context);
    if (fault) {
      context.err(complaint(fault.message));
      return fault.exit;
    }
    const places = findPlaces(context.env);
    if (places) logFault(places.log, context.now, 'command', describe(error));
    const message = error instanceof Error ? error.message.split('\n')[0] : String(error);
    context.err(
      context.env.ENGRAM_DEBUG && error instanceof Error
        ? `${error.stack}\n`
        : `engram: this should not have happened: ${message} (ENGRAM_DEBUG=1 shows where; ${places ? `also in ${places.log}` : 'not logged'})\n`,
    );
    return EXIT.software;
  }
}

/** The program with the one command that this line asks for; with short entries for all where it asks for none of them. */
export async function buildProgram(argv: readonly string[], context: Context): Promise<Command> {
  const program = new Command('engram')
    .description('One long-term memory for every coding agent on this machine.')
    .version(manifest.version, '-V, --version', 'print the version (also -v)')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'print the help of a command')
    .addHelpText(
      'after',
      '\nExample:\n  engram init && engram remember "Use pnpm here." && engram recall pnpm\n\nengram <command> --help tells more.\n',
    )
    .configureOutput({
      writeOut: (text) => context.out(fitHelp(text, context)),
      getOutHelpWidth: () => helpWidth(context),
      writeErr: (text) => context.err(text),
      getOutHasColors: () => context.color,
      getErrHasColors: () => context.color,
      outputError: (text, write) => write(complaint(misuse(text, program, argv))),
    })
    .configureHelp(helpStyle(context))
    .exitOverride()
    .showSuggestionAfterError();

  const asked = verbOf(normalise(argv).find((word) => !word.startsWith('-')) ?? '');
  for (const { verb, title } of asked ? [asked] : verbs()) {
    if (asked) (await verb.load()).register(program, context);
    else {
      const [name, ...aliases] = verb.names;
      program.command(name).aliases(aliases).description(verb.summary).helpGroup(title);
    }
  }
  return program;
}

export function verbs(): { verb: Verb; title: string }[] {
  return GROUPS.flatMap(({ title, verbs }) => verbs.map((verb) => ({ verb, title })));
}

/** `help list` as `list --help`, so that only that command is loaded; an unknown command alone, so that its `--help` is no help. */
function normalise(argv: readonly string[]): string[] {
  const words = argv[0] === 'help' && argv[1] && !argv[1].startsWith('-') ? [...argv.slice(1), '--help'] : [...argv];
  if (words[0] === '-v') words[0] = '-V';
  const unknown = words.find((word) => !word.startsWith('-'));
  return unknown === undefined || unknown === 'help' || verbOf(unknown) ? words : [unknown];
}

function verbOf(name: string) {
  return verbs().find(({ verb }) => verb.names.includes(name));
}

/** commander's words as one of our lines: what was wrong, what may have been meant, where help is. */
function misuse(text: string, program: Command, argv: readonly string[]): string {
  const said = text
    .replace(/^error: /, '')
    .trim()
    .replace(/\s*\n\s*\(?(Did you mean [^)]*)\)?$/, '; $1')
    .replace('; Did', '; did')
    .replace(/\. ([A-Z-])/g, (_, letter: string) => `; ${letter.toLowerCase()}`)
    .replace(/^command-argument value/, 'value');
  const { path, rest, group } = asked(program, argv);
  // A command with commands of its own takes no words: what it was given was to be one of them.
  const what =
    group && rest !== undefined ? said.replace(/^too many arguments for .*/s, `unknown command '${rest}'`) : said;
  return `${what.replace(/\.$/, '')}${what.endsWith('?') ? ' ' : '; '}see ${['engram', ...path].join(' ')} --help`;
}

/** The command that a line asks for, by its names, and the first word that names none. */
function asked(
  program: Command,
  argv: readonly string[],
): { path: string[]; rest: string | undefined; group: boolean } {
  const path: string[] = [];
  let at: Command = program;
  const words = argv.filter((word) => !word.startsWith('-'));
  for (const word of words) {
    const inner = at.commands.find((command) => [command.name(), ...command.aliases()].includes(word));
    if (!inner) break;
    path.push(inner.name());
    at = inner as Command;
  }
  return { path, rest: words[path.length], group: path.length > 0 && at.commands.length > 0 };
}
