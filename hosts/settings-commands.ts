// The commands of ours as they stand in a settings file, whatever its form: for looking at what a host would run.
import { parse } from 'jsonc-parser';
import type { Host } from './host.ts';
import { BOM } from './settings-document.ts';
import { isManagedCommand } from './settings-entries.ts';

/** One command of a settings file. */
export interface StandingCommand {
  /** The host's events that run it, each once. */
  events: string[];
  command: string;
  /** The least that any of its entries gives it, in the host's unit; undefined where none says. */
  timeout?: number;
}

/** The keys under which hosts have a command for a POSIX shell; other keys hold those of other systems. */
const COMMANDS = ['command', 'bash'];
const WINDOWS = ['command', 'powershell', 'windows'];
const TIMEOUTS = ['timeout', 'timeoutSec', 'timeoutMs'];

type Json = Readonly<Record<string, unknown>>;

/**
 * Our commands in a JSON file of hooks, in the order in which they stand there.
 * @returns none where the text is no JSON of such a form
 */
export function standingCommands(
  text: string,
  host: Host,
  platform: NodeJS.Platform = process.platform,
): StandingCommand[] {
  const root: unknown = parse(text.replace(BOM, ''), [], { allowTrailingComma: true });
  if (!isObject(root)) return [];
  const found = new Map<string, StandingCommand>();
  for (const [event, list] of Object.entries(isObject(root.hooks) ? root.hooks : root)) {
    for (const handler of handlersOf(list)) {
      const keys = platform === 'win32' ? WINDOWS : COMMANDS;
      const command = keys.map((key) => handler[key]).findLast((it) => typeof it === 'string');
      if (typeof command !== 'string' || !isManagedCommand(command, host)) continue;
      const one = found.get(command) ?? { events: [], command };
      found.set(command, one);
      if (!one.events.includes(event)) one.events.push(event);
      const timeout = TIMEOUTS.map((key) => handler[key]).find((it) => typeof it === 'number');
      if (typeof timeout === 'number') one.timeout = Math.min(one.timeout ?? timeout, timeout);
    }
  }
  return [...found.values()];
}

/** The hooks of an event's list: in groups, or by themselves. */
function handlersOf(list: unknown): Json[] {
  if (!Array.isArray(list)) return [];
  return list.filter(isObject).flatMap((one) => (Array.isArray(one.hooks) ? one.hooks.filter(isObject) : [one]));
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
