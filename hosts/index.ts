// The registry: the only place that lists hosts.
import { claude } from './claude.ts';
import { codex } from './codex.ts';
import type { Env, Host } from './host.ts';

export const hosts: readonly Host[] = [claude, codex];

/** By name or alias, case ignored. */
export function findHost(name: string): Host | undefined {
  const wanted = name.toLowerCase();
  return hosts.find((host) => host.name === wanted || host.aliases.includes(wanted));
}

/** The host of a payload that came without a name: told by what only that host sends or sets. */
export function tellHost(json: unknown, env: Env): Host | undefined {
  return hosts.find((host) => host.sent(json, env));
}
