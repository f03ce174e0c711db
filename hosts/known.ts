// Which host an event is from. Told by little, so that the hook loads one host and not all.
import type { Env, Host } from './host.ts';

/** A host as far as it is known before it is loaded. */
export interface Known extends Pick<Host, 'name' | 'aliases' | 'variable'> {
  load(): Host;
}

/** By name or alias, case ignored. */
export function findKnown(known: readonly Known[], name: string): Known | undefined {
  const wanted = name.toLowerCase();
  return known.find((host) => host.name === wanted || host.aliases.includes(wanted));
}

/** The host of a payload that came without a name: told by what only that host sends or sets. */
export function tellKnown(known: readonly Known[], json: unknown, env: Env): Host | undefined {
  return known.map((host) => host.load()).find((host) => host.sent(json, env));
}

/**
 * The host that runs this hook. Some read the settings of others and run what was linked there: such a one has set its variable, and
 * sent a payload of its own.
 * @param name as the command line has it; undefined where it names none
 */
export function hostOf(known: readonly Known[], name: string | undefined, json: unknown, env: Env): Host | undefined {
  const named = name === undefined ? undefined : findKnown(known, name);
  if (name !== undefined && !named) return undefined;
  for (const host of known) {
    if (host === named || !host.variable || !env[host.variable]) continue;
    const running = host.load();
    if (running.sent(json, env)) return running;
  }
  return named ? named.load() : tellKnown(known, json, env);
}
