// What may stand at the cursor of a command line. The shell asks at each TAB, so that only node:fs and node:path may come along;
// the commands themselves were asked when this was built (completions.ts).

/** A word that may stand there, and what it means. */
export interface Candidate {
  value: string;
  meaning: string;
}

/** What an option or an argument takes: these words, or what is only known here and now. Absent where it is free. */
export type Values =
  | readonly Candidate[]
  | { commas: readonly Candidate[] }
  /** What the key that stands before it may be. */
  | 'value-of-key'
  /** The events of the host that the line names. */
  | 'events'
  | 'commands'
  | 'files'
  | keyof Found;

/** What is looked up where the line is typed. */
export interface Found {
  memories(): Candidate[];
  sessions(): Candidate[];
}

export interface OptionSpec {
  /** `-g`, `--global`. */
  flags: string[];
  meaning: string;
  /** Whether a value follows. */
  takes: boolean;
  values?: Values;
  /** May stand there more than once. */
  repeats?: true;
}

export interface ArgumentSpec {
  name: string;
  values?: Values;
  variadic: boolean;
}

export interface CommandSpec {
  /** The name and its aliases. */
  names: string[];
  meaning: string;
  options: OptionSpec[];
  arguments: ArgumentSpec[];
  commands: CommandSpec[];
}

/** All that the command line knows of itself. */
export interface Completions {
  program: CommandSpec;
  /** What each key of the config may be. */
  keys: Record<string, Candidate[]>;
  /** The events of each host, by its name and aliases; the first is the default. */
  events: Record<string, string[]>;
}

/** What the shell is told: the words, and whether its own files go with them. */
export interface Completion {
  candidates: Candidate[];
  files: boolean;
}

const NOTHING: Completion = { candidates: [], files: false };

/**
 * @param words those behind the program's name up to the cursor; the last is the one being typed, empty after a blank
 * @returns the words that begin as it does; behind `--option=` those that begin as the value does
 */
export function complete(words: readonly string[], { program, keys, events }: Completions, found: Found): Completion {
  const current = words.at(-1) ?? '';
  const line = readLine(program, words.slice(0, -1));
  const { command, given, waiting } = line;

  if (waiting) return offer(waiting.values, current, []);
  if (line.optionsEnd || !current.startsWith('-')) {
    const at = given.length;
    const argument = command.arguments[at] ?? command.arguments.findLast(({ variadic }) => variadic);
    const commands = at === 0 && command.commands.length > 0;
    const answer = commands ? offer('commands', current, []) : offer(argument?.values, current, given);
    // Where nothing else can be told a person may want to know the options.
    const silent = current === '' && !line.optionsEnd && !commands && argument?.values === undefined;
    return silent ? { candidates: options(), files: false } : answer;
  }
  const [flag, value] = cut(current);
  if (value === undefined) return { candidates: options().filter((it) => it.value.startsWith(current)), files: false };
  return offer(command.options.find(({ flags }) => flags.includes(flag))?.values, value, []);

  function options(): Candidate[] {
    return command.options
      .filter((option) => option.repeats || !line.used.has(option))
      .map(({ flags, meaning }) => ({ value: flags.at(-1)!, meaning }));
  }

  function offer(values: Values | undefined, start: string, without: readonly string[]): Completion {
    if (values === undefined) return NOTHING;
    if (values === 'files') return { candidates: [], files: true };
    if (typeof values === 'object' && 'commas' in values) {
      const before = start.slice(0, start.lastIndexOf(',') + 1);
      const taken = before.split(',');
      const left = values.commas.filter(({ value }) => !taken.includes(value));
      return begun(
        left.map(({ value, meaning }) => ({ value: before + value, meaning })),
        start,
      );
    }
    const all = Array.isArray(values) ? (values as readonly Candidate[]) : now(values as Exclude<Values, object>);
    return begun(
      all.filter(({ value }) => !without.includes(value)),
      start,
    );
  }

  function now(kind: Exclude<Values, object>): readonly Candidate[] {
    switch (kind) {
      case 'value-of-key':
        return keys[given.at(-1) ?? ''] ?? [];
      case 'events':
        return (events[line.host ?? ''] ?? Object.values(events)[0] ?? []).map((value) => ({ value, meaning: '' }));
      case 'commands':
        return (command.commands.length > 0 ? command : program).commands.map(({ names, meaning }) => ({
          value: names[0]!,
          meaning,
        }));
      case 'files':
        return [];
      default:
        return found[kind]();
    }
  }
}

function begun(candidates: readonly Candidate[], start: string): Completion {
  return { candidates: candidates.filter(({ value }) => value.startsWith(start)), files: false };
}

interface Line {
  command: CommandSpec;
  /** The arguments of the command. */
  given: string[];
  used: Set<OptionSpec>;
  /** The option whose value is being typed. */
  waiting?: OptionSpec;
  /** `--` stood there: nothing behind it is an option. */
  optionsEnd: boolean;
  /** What `--host` says. */
  host?: string;
}

/** What stands before the word at the cursor. */
function readLine(program: CommandSpec, words: readonly string[]): Line {
  const line: Line = { command: program, given: [], used: new Set(), optionsEnd: false };
  for (const word of words) {
    if (line.waiting) {
      if (line.waiting.flags.includes('--host')) line.host = word;
      delete line.waiting;
    } else if (word === '--' && !line.optionsEnd) line.optionsEnd = true;
    else if (word.startsWith('-') && word !== '-' && !line.optionsEnd) {
      const [flag, value] = cut(word);
      const option = line.command.options.find(({ flags }) => flags.includes(flag));
      if (!option) continue;
      line.used.add(option);
      if (option.takes && value === undefined) line.waiting = option;
      else if (flag === '--host' && value) line.host = value;
    } else {
      const inner = line.given.length === 0 && line.command.commands.find(({ names }) => names.includes(word));
      if (inner) line.command = inner;
      else line.given.push(word);
    }
  }
  return line;
}

function cut(word: string): [flag: string, value?: string] {
  const at = word.startsWith('--') ? word.indexOf('=') : -1;
  return at < 0 ? [word] : [word.slice(0, at), word.slice(at + 1)];
}
