// The registry: the only place that lists hosts. build.mjs makes another of it for the hook, which loads the host that it needs.
import { claude } from './claude.ts';
import { cline } from './cline.ts';
import { clineVscode } from './cline-vscode.ts';
import { codex } from './codex.ts';
import { copilot } from './copilot.ts';
import { cursor } from './cursor.ts';
import { devin } from './devin.ts';
import { droid } from './droid.ts';
import { gemini } from './gemini.ts';
import type { Env, Host } from './host.ts';
import { findKnown, hostOf, type Known } from './known.ts';
import { opencode } from './opencode.ts';
import { pi } from './pi.ts';
import { qwen } from './qwen.ts';
import { windsurf } from './windsurf.ts';

export const hosts: readonly Host[] = [
  claude,
  codex,
  gemini,
  cursor,
  windsurf,
  devin,
  opencode,
  copilot,
  qwen,
  cline,
  clineVscode,
  droid,
  pi,
];

export const known: readonly Known[] = hosts.map((host) => ({
  name: host.name,
  aliases: host.aliases,
  ...(host.variable ? { variable: host.variable } : {}),
  load: () => host,
}));

/** By name or alias, case ignored. */
export function findHost(name: string): Host | undefined {
  return findKnown(known, name)?.load();
}

/** The host of a payload that came without a name: told by what only that host sets or sends. */
export function tellHost(json: unknown, env: Env): Host | undefined {
  return hostOf(known, undefined, json, env);
}
