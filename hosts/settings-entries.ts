// The entries that engram manages in a settings file: how they look, and how they are known again.
import type { EntriesFormat, Host, HostEvent } from './host.ts';
import type { Child, Layout, SettingsDocument, Value } from './settings-document.ts';
import { member, parseSettings } from './settings-document.ts';

/** One managed entry: a hook, in a group of its own where the host has groups. */
export interface Entry {
  event: string;
  /** The group's; a hook without a group has its matcher among its keys. */
  matcher?: string;
  /** The keys of the hook, in the order in which they are written. */
  handler: Record<string, string | number | boolean>;
}

/** How this host's entries stand in its file. @throws for a host that has no such file */
export function entriesFormat({ title, settings: { format } }: Host): EntriesFormat {
  if (format.kind !== 'entries') throw new TypeError(`${title} has no file of entries`);
  return format;
}

/** Reads a host's settings file, as deep as it is of interest for that host. @throws SettingsFault */
export function parseFor(host: Host, text: string, file: string): SettingsDocument {
  const { under } = entriesFormat(host);
  const { offSwitch } = host.settings;
  return parseSettings(text, file, under === null ? null : [under, ...(offSwitch?.at.slice(0, 1) ?? [])]);
}

/** The member that holds the lists of events; undefined where it is missing, and for hosts that have them at the top. */
export function eventsMember(doc: SettingsDocument, host: Host): Child | undefined {
  const { under } = entriesFormat(host);
  return under === null ? undefined : member(doc.root, under);
}

/** What holds the lists of events, whatever it is. */
export function eventsOf(doc: SettingsDocument, host: Host): Value | undefined {
  return entriesFormat(host).under === null ? doc.root : eventsMember(doc, host)?.value;
}

/** The command that an event's hook runs; a text for all of them alike. */
export type CommandOf = string | ((event: HostEvent) => string);

export function commandFor(command: CommandOf, event: HostEvent): string {
  return typeof command === 'string' ? command : command(event);
}

/** What a host's file shall hold, in the order of the host's events. */
export function wantedEntries(host: Host, command: CommandOf): Entry[] {
  const { hook, shape } = entriesFormat(host);
  return host.events.map((event) => {
    const matcher = event.matcher === undefined ? {} : { matcher: event.matcher };
    const handler = hook(event, commandFor(command, event));
    return shape === 'flat'
      ? { event: event.event, handler: { ...handler, ...matcher } }
      : { event: event.event, ...matcher, handler: { ...handler } };
  });
}

/** What stands in the event's list, as it is written. */
export function itemOf({ matcher, handler }: Entry, { shape }: EntriesFormat): unknown {
  return shape === 'flat' ? handler : { ...(matcher === undefined ? {} : { matcher }), hooks: [handler] };
}

/** What may stand around the start of engram: a test whether it is there, and the way out. */
const GUARD = /^(?:test|\[|exit|true|:|command -v)(?: |$)/;

/**
 * Whether a shell command is one that engram wrote for this host, from whatever place and in whatever version: the
 * launcher (`…/engram-hook claude`) or the program (`engram hook claude`), bare or behind a guard or a shell's name, with the
 * event's name or without, and nothing else.
 */
export function isManagedCommand(command: string, host: Host): boolean {
  const commands = shellCommands(command);
  if (!commands) return false;
  const others = commands.filter((words) => !startsEngram(words, host));
  return others.length < commands.length && others.every((words) => GUARD.test(words.join(' ')));
}

function startsEngram(words: string[], host: Host): boolean {
  let rest = words;
  while (/^(?:exec|[A-Za-z_]\w*=.*)$/s.test(rest[0] ?? '')) rest = rest.slice(1);
  // The launcher is a script: a person may have named its shell.
  if (/^(?:ba|da|k|z)?sh$/.test(baseName(rest[0]))) rest = rest.slice(1);
  if (/^node(?:\.exe)?$/i.test(baseName(rest[0]))) rest = rest.slice(1);
  const program = baseName(rest[0]).replace(/\.(?:cmd|exe|ps1|js)$/i, '');
  const args = rest.slice(1);
  if (program === 'engram') {
    if (args.shift() !== 'hook') return false;
  } else if (program !== 'engram-hook') return false;
  const [name = '', event, ...others] = args;
  if (name !== host.name && !host.aliases.includes(name)) return false;
  // An event may be one of an older version's.
  return others.length === 0 && (event === undefined || (host.settings.namesEvent === true && /^\w+$/.test(event)));
}

/** Whether a command starts engram in whatever way, be it one that engram never writes. */
export function namesEngram(command: string): boolean {
  return /(?:^|[\s/\\'"=(;|&`])engram(?:-hook(?:\.cmd)?| hook)(?=$|[\s'";|&)`])/.test(command);
}

function baseName(word = ''): string {
  return word.slice(Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\')) + 1);
}

/**
 * The simple commands of a command line, as words without quotes and redirections. Undefined where it holds what engram
 * never writes: pipes, background jobs, substitutions, groups, comments, open quotes.
 */
function shellCommands(line: string): string[][] | undefined {
  // A drive letter: there a backslash is part of a path, not an escape.
  const windows = /(?:^|["'\s])[A-Za-z]:\\/.test(line);
  const commands: string[][] = [[]];
  let word: string | undefined;
  const finish = () => {
    if (word !== undefined) commands.at(-1)?.push(word);
    word = undefined;
  };
  const token =
    /(?<quoted>'[^']*')|(?<double>"(?:[^"\\]|\\[\s\S])*")|(?<escape>\\[\s\S])|(?<redirect>\d*(?:>>?|<)(?:&\d|\s*[^\s;&|<>()'"`$]+))|(?<next>&&|\|\||[;\n])|(?<space>[ \t\r]+)|(?<plain>[^\s;&|<>()'"`\\])/y;
  while (token.lastIndex < line.length) {
    const part = token.exec(line)?.groups;
    if (!part) return undefined;
    if (part.quoted !== undefined) word = (word ?? '') + part.quoted.slice(1, -1);
    else if (part.double !== undefined) {
      const inner = part.double.slice(1, -1);
      word = (word ?? '') + (windows ? inner : inner.replace(/\\(["\\$`])/g, '$1'));
    } else if (part.escape !== undefined) word = (word ?? '') + (windows ? part.escape : part.escape.slice(1));
    else if (part.next !== undefined) {
      finish();
      commands.push([]);
    } else if (part.space !== undefined || part.redirect !== undefined) finish();
    else if (word === undefined && part.plain === '#') return undefined;
    else word = (word ?? '') + part.plain;
  }
  finish();
  return commands.filter((words) => words.length > 0);
}

/** JSON over several lines; the first is not indented, the others hang under `indent`. */
export function printLines(value: unknown, { eol, unit }: Layout, indent: string): string {
  return JSON.stringify(value, null, '\t').replace(
    /\n(\t*)/g,
    (_, tabs: string) => eol + indent + unit.repeat(tabs.length),
  );
}

/** JSON in one line, with a space after colons and commas. */
export function printInline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(printInline).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, item]) => `${JSON.stringify(key)}: ${printInline(item)}`)
    .join(', ')}}`;
}
