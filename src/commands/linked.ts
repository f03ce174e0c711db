// Which hosts are linked here, by their own settings files.
import path from 'node:path';
import type { Env, Host, Scope } from '../../hosts/host.ts';
import { hosts } from '../../hosts/index.ts';
import { parseSettings, SettingsFault } from '../../hosts/settings-document.ts';
import { linkedEvents, readSettings } from '../../hosts/settings-file.ts';
import { settingsWarnings } from '../../hosts/settings-warnings.ts';
import { userHome } from '../index/places.ts';

export interface HostFile {
  host: Host;
  scope: Scope;
  file: string;
  /** Events with an entry of ours; none where the file could not be read. */
  events: string[];
  /** Sentences about what keeps the host from running our hooks. */
  faults: string[];
}

/** The settings files of all hosts that hold our entries, or that cannot be read. */
export function linkedFiles(root: string, env: Env): HostFile[] {
  const home = userHome(env);
  const found = new Map<string, HostFile>();
  for (const host of hosts) {
    for (const [scope, locate] of Object.entries(host.settings.path) as [Scope, (base: string, env: Env) => string][]) {
      const base = scope === 'user' ? home : root;
      if (base === undefined) continue;
      const file = path.resolve(locate(base, env));
      const known = `${host.name}\0${file}`;
      if (!found.has(known)) {
        const read = readLinks(host, scope, file);
        if (read) found.set(known, read);
      }
    }
  }
  return [...found.values()];
}

function readLinks(host: Host, scope: Scope, file: string): HostFile | undefined {
  try {
    const { text } = readSettings(file);
    if (text === undefined) return undefined;
    const linked = linkedEvents(text, host, file);
    if (linked.size === 0) return undefined;
    const faults = settingsWarnings(parseSettings(text, file), host);
    const missing = host.events.map(({ event }) => event).filter((event) => !linked.has(event));
    if (missing.length)
      faults.push(
        `${file}: ${host.title} is linked without ${missing.join(', ')}; engram link ${host.name} completes it`,
      );
    for (const [event, count] of linked)
      if (count > 1) faults.push(`${file}: ${event} is linked ${count} times; engram link ${host.name} mends it`);
    return { host, scope, file, events: [...linked.keys()], faults };
  } catch (error) {
    if (!(error instanceof SettingsFault)) throw error;
    // Its words speak of a write that nobody asked for here.
    return { host, scope, file, events: [], faults: [error.message.replace(/ Nothing was written;.*$/s, '')] };
  }
}
