// The registry: the only place that lists hosts.
import { claude } from './claude.ts';
import { codex } from './codex.ts';
import { gemini } from './gemini.ts';
import type { Env, Host } from './host.ts';
import { qwen } from './qwen.ts';

export const hosts: readonly Host[] = [claude, codex, gemini, qwen];

/** By name or alias, case ignored. */
export function findHost(name: string): Host | undefined {
  const wanted = name.toLowerCase();
  return hosts.find((host) => host.name === wanted || host.aliases.includes(wanted));
}

/** The host of a payload that came without a name: told by what only that host sets or sends. */
export function tellHost(json: unknown, env: Env): Host | undefined {
  return hosts.find(({ variable }) => variable && env[variable]) ?? hosts.find((host) => host.sent(json, env));
}
