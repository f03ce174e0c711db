// Which command lines a linked host runs.
import fs from 'node:fs';
import path from 'node:path';
import type { Host } from '../../hosts/host.ts';
import { type StandingCommand, standingCommands } from '../../hosts/settings-commands.ts';
import { installedCommand, shellQuote } from './launcher.ts';
import type { Link } from './links.ts';

/** What the host would run, as it stands on disk. */
export function commandsOf({ host, scope, file, events }: Link, home: string): StandingCommand[] {
  if (host.settings.format.kind === 'scripts') {
    return events.map((event) => ({ events: [event], command: shellQuote(path.join(file, event)) }));
  }
  // A plugin starts the launcher by itself, as the command that `link` would write does.
  if (!file.endsWith('.json')) {
    const event = host.events.find(({ moment }) => moment === 'prompt')?.event ?? events[0]!;
    return [{ events, command: installedCommand(host, scope, home, event) }];
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
    const stem = one.events.reduce((text, event) => text.replace(` ${event}`, ''), one.command);
    if (!found.has(stem)) found.set(stem, one);
  }
  return [...found.values()];
}
