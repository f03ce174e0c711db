// The product as a person has it: the command line as a process, what it wrote into settings files, and those command strings run
// by a shell with the hosts' recorded payloads; a home and a git repository of their own.
import { type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parse } from 'jsonc-parser';
import type { Host, Scope } from '../../hosts/host.ts';
import { hosts } from '../../hosts/index.ts';
import { isManagedCommand } from '../../hosts/settings-entries.ts';
import { inScope } from '../../hosts/settings-link.ts';
import { installedCommand } from '../../src/commands/launcher.ts';
import { FLAG } from '../../src/commands/links.ts';
import { recorded } from '../hosts/contract.ts';
import { untilIdle } from '../process/lab.ts';

export const REPOSITORY = path.join(import.meta.dirname, '..', '..');

export type Env = Record<string, string | undefined>;

/** The program as npm lays it out, in another folder. */
export function copyPackage(to: string): string {
  for (const name of ['bin', 'dist', 'package.json'])
    fs.cpSync(path.join(REPOSITORY, name), path.join(to, name), { recursive: true });
  fs.symlinkSync(fs.realpathSync(path.join(REPOSITORY, 'node_modules')), path.join(to, 'node_modules'));
  return to;
}

/** A node of its own in a folder. */
export function copyNode(folder: string): string {
  fs.mkdirSync(folder, { recursive: true });
  const node = path.join(folder, 'node');
  try {
    fs.linkSync(process.execPath, node);
  } catch {
    // Another disk.
    fs.copyFileSync(process.execPath, node);
  }
  return node;
}

/** What a process came to. */
export interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
  /** Milliseconds. */
  took: number;
}

export interface Installed {
  event: string;
  command: string;
}

/** What differs from the usual in a payload. */
export interface Said {
  session?: string;
  prompt?: string;
  cwd?: string;
  /** Tells this event from others of its session. */
  n?: number;
}

export interface World {
  base: string;
  home: string;
  project: string;
  vault: string;
  env: Env;
  remember(id: string, text: string): string;
  /** `engram …`, as a process. */
  engram(args: string | readonly string[], options?: CommandOptions): SpawnSyncReturns<string>;
  settings(host: Host, scope: Scope, env?: Env): string;
  /** What stands in the host's settings file, one for each event. */
  installed(host: Host, scope: Scope, env?: Env): Installed[];
  payload(host: Host, event: string, said?: Said): Record<string, unknown>;
  /** The installed command of an event, with the host's payload of it. */
  hook(host: Host, event: string, options?: HookOptions): Promise<Ran>;
  log(): string[];
  /** Until no process of this world is at work. */
  idle(): void;
}

export interface CommandOptions {
  env?: Env;
  cwd?: string;
  input?: string;
  /** The program's folder and the node that runs it; this checkout, and the node of the tests. */
  package?: string;
  node?: string;
}

export interface HookOptions extends Said {
  scope?: Scope;
  env?: Env;
  stdin?: string | Buffer;
  shell?: readonly string[];
}

const worlds: string[] = [];
const undo: (() => void)[] = [];

export function makeWorld(
  memories: Record<string, string> = {},
  names: { home?: string; project?: string } = {},
): World {
  const base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'engram-complaint-')));
  worlds.push(base);
  const home = path.join(base, names.home ?? 'home');
  const project = path.join(base, names.project ?? 'project');
  const vault = path.join(project, '.engram', 'memories');
  for (const folder of [home, vault]) fs.mkdirSync(folder, { recursive: true });
  git(project, 'init', '-q', '-b', 'main');
  const env: Env = { HOME: home, PATH: process.env.PATH };
  let count = 0;
  const world: World = {
    base,
    home,
    project,
    vault,
    env,
    remember(id, text) {
      const file = path.join(vault, `${id}.md`);
      fs.writeFileSync(file, text);
      return file;
    },
    engram: (
      args,
      { env: more = {}, cwd = project, input = '', package: from = REPOSITORY, node = process.execPath } = {},
    ) =>
      spawnSync(node, [path.join(from, 'bin', 'engram.js'), ...(typeof args === 'string' ? args.split(' ') : args)], {
        cwd,
        env: { ...env, ...more },
        input,
        encoding: 'utf8',
        maxBuffer: 64 << 20,
        timeout: 120_000,
      }),
    settings: (host, scope, more = {}) =>
      host.settings.path[scope]!(scope === 'user' ? home : project, { ...env, ...more }),
    installed(host, scope, more) {
      const place = world.settings(host, scope, more);
      const { format } = inScope(host, scope).settings;
      if (format.kind === 'scripts')
        return host.events.map(({ event }) => ({ event, command: quoted(path.join(place, event)) }));
      const text = fs.readFileSync(place, 'utf8');
      if (place.endsWith('.json'))
        return commandsIn(parse(text.replace(/^\uFEFF/, ''), [], { allowTrailingComma: true }), host);
      // A plugin starts the launcher itself.
      if (!text.includes('engram-hook')) return [];
      return host.events.map(({ event }) => ({ event, command: installedCommand(host, scope, home, event) }));
    },
    payload: (host, event, said = {}) => payload(host, event, { cwd: project, n: ++count, ...said }),
    hook(host, event, { scope = scopeOf(host), env: more = {}, stdin, shell = ['/bin/sh', '-c'], ...said } = {}) {
      const { command } = world.installed(host, scope).find((one) => one.event === event)!;
      const text = stdin ?? JSON.stringify(world.payload(host, event, said));
      const cwd = said.cwd ?? project;
      return start([...shell, command], text, { cwd, env: { ...env, ...hostEnv(host, cwd), ...more } });
    },
    log() {
      const file = path.join(home, '.engram', 'engram.log');
      return fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
    },
    idle: () => untilIdle(home),
  };
  for (const [id, text] of Object.entries(memories)) world.remember(id, text);
  return world;
}

/** Linked, and the index compiled. */
export function makeLinkedWorld(memories: Record<string, string>, names: Parameters<typeof makeWorld>[1] = {}): World {
  const world = makeWorld(memories, names);
  // The hosts that are for the user only.
  for (const scope of ['project', 'user'] as const) {
    const some = hosts.filter((host) => scopeOf(host) === scope);
    if (some.length > 0) expectCode(world.engram(['link', ...flag(scope), ...some.map(({ name }) => name)]));
  }
  expectCode(world.engram('sync'));
  return world;
}

export function flag(scope: Scope): string[] {
  return FLAG[scope] ? [FLAG[scope].trim()] : [];
}

/** The scope in which a host is linked here unless the test says otherwise. */
export function scopeOf(host: Host): Scope {
  return host.settings.path.project ? 'project' : 'user';
}

export function expectCode(ran: SpawnSyncReturns<string>, code = 0): SpawnSyncReturns<string> {
  if (ran.status !== code) throw new Error(`exit ${ran.status}, not ${code}: ${ran.stderr}${ran.stdout}`);
  return ran;
}

/** Undone by `removeWorlds`, the last first. */
export function later(action: () => void): void {
  undo.push(action);
}

export function removeWorlds(): void {
  for (const action of undo.splice(0).reverse()) action();
  for (const base of worlds.splice(0)) {
    untilIdle(base);
    fs.rmSync(base, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

export function git(cwd: string, ...args: string[]): string {
  const { stdout, stderr, status } = spawnSync(
    'git',
    ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'protocol.file.allow=always', ...args],
    { cwd, encoding: 'utf8', env: { PATH: process.env.PATH, HOME: cwd, GIT_CONFIG_NOSYSTEM: '1' } },
  );
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
  return stdout;
}

/** Every host with each of its registered events. */
export function everyEvent(of: readonly Host[] = hosts): { host: Host; event: string }[] {
  return of.flatMap((host) =>
    host.events.filter(({ pathRules }) => pathRules !== 'hook').map(({ event }) => ({ host, event })),
  );
}

/** `link all` in each scope: project, local, user. @param said gets what each said on stderr @returns their exit codes */
export function linkAll(world: World, said: string[] = []): (number | null)[] {
  return inEachScope(world, 'link', said);
}

export function unlinkAll(world: World, said: string[] = []): (number | null)[] {
  return inEachScope(world, 'unlink', said);
}

function inEachScope(world: World, verb: string, said: string[]): (number | null)[] {
  return (['project', 'local', 'user'] as const).map((scope) => {
    const ran = world.engram([verb, ...flag(scope), 'all']);
    said.push(ran.stderr);
    return ran.status;
  });
}

/** The host's event of a moment. */
export function eventOf(host: Host, moment: 'prompt' | 'session-start' | 'pre-compact'): string | undefined {
  return host.events.find((one) => one.moment === moment)?.event;
}

/** Hosts whose prompts bring memories. */
export const PROMPTED = hosts.filter((host) => host.injects.includes('prompt') && eventOf(host, 'prompt'));

/** What the host sets for its hooks. */
export function hostEnv(host: Host, project: string): Env {
  return {
    ...(host.variable ? { [host.variable]: '1' } : {}),
    ...(host.name === 'devin' ? { DEVIN_PROJECT_DIR: project } : {}),
  };
}

/** A recorded payload of the event, of another session, folder, prompt and time. */
export function payload(
  host: Host,
  event: string,
  { session = 's', prompt = ASK, cwd = '/', n = 0 }: Said,
): Record<string, unknown> {
  const env = hostEnv(host, cwd);
  const moment = host.events.find((one) => one.event === event)?.moment;
  const all = recorded(host.name).filter((one) => one.event === event);
  const fixture =
    all.find(({ payload }) => !('agent_id' in payload) && host.parse(payload, env)?.kind === moment) ?? all[0];
  if (!fixture) return { hook_event_name: event, session_id: session, cwd, prompt };
  const { payload } = fixture;
  const text = fs.readFileSync(path.join(import.meta.dirname, '..', 'fixtures', host.name, fixture.name), 'utf8');
  const named = JSON.parse(text) as Record<string, unknown>;
  return replaced(named.hook_event_name === undefined ? named : payload, { session, prompt, cwd, n }) as Record<
    string,
    unknown
  >;
}

function replaced(value: unknown, said: Required<Said>, key = ''): unknown {
  if (/^(?:session_?id|sessionId|conversation_id|trajectory_id|taskId|chatId)$/i.test(key)) return said.session;
  if (/^(?:cwd|directory|worktree)$/.test(key)) return said.cwd;
  if (key === 'workspace_roots' || key === 'workspaceRoots') return [said.cwd];
  if (/^(?:prompt|user_prompt|submitted_prompt)$/.test(key) && typeof value === 'string') return said.prompt;
  if (/^(?:turn_id|prompt_id|generation_id|execution_id|tool_use_id)$/.test(key)) return `id-${said.n}`;
  if (key === 'timestamp' && typeof value === 'number') return value + said.n * 1000;
  if (key === 'timestamp' && typeof value === 'string' && !Number.isNaN(Date.parse(value)))
    return new Date(Date.parse(value) + said.n * 1000).toISOString();
  if (Array.isArray(value)) return value.map((one) => replaced(one, said));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, replaced(one, said, name)]));
}

/** Our commands in a settings file, each with the event that it stands under. */
function commandsIn(value: unknown, host: Host, event = ''): Installed[] {
  if (typeof value === 'string') return isManagedCommand(value, host) ? [{ event, command: value }] : [];
  if (Array.isArray(value)) return value.flatMap((one) => commandsIn(one, host, event));
  if (typeof value !== 'object' || value === null) return [];
  const found = Object.entries(value).flatMap(([key, one]) =>
    commandsIn(one, host, host.events.some((it) => it.event === key) ? key : event),
  );
  // One hook may name its command for several shells.
  return found.filter((one, n) => found.findIndex((it) => it.event === one.event && it.command === one.command) === n);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

export function start(
  argv: readonly string[],
  stdin: string | Buffer,
  options: { cwd: string; env: Env },
): Promise<Ran> {
  const began = performance.now();
  return new Promise((resolve) => {
    const child = spawn(argv[0]!, argv.slice(1), options);
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
    child.stdin.on('error', () => {});
    child.stdin.end(stdin);
    child.on('close', (code) => {
      const [stdout, stderr] = [Buffer.concat(out).toString(), Buffer.concat(err).toString()];
      resolve({ code, stdout, stderr, took: performance.now() - began });
    });
  });
}

/** Runs tasks, so many at once; their results in order. */
export async function many<T, R>(
  items: readonly T[],
  run: (item: T, n: number) => Promise<R>,
  atOnce = 4,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async () => {
    for (let n = next++; n < items.length; n = next++) results[n] = await run(items[n]!, n);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}

/** What is amiss with how a hook ended; empty for exit 0, silent stderr and nothing or one JSON object. */
export function amiss({ code, stdout, stderr }: Ran): string[] {
  const found: string[] = [];
  if (code !== 0) found.push(`exit ${code}`);
  if (stderr !== '') found.push(`stderr: ${stderr.slice(0, 300)}`);
  if (stdout === '') return found;
  try {
    const json: unknown = JSON.parse(stdout);
    if (typeof json !== 'object' || json === null || Array.isArray(json))
      found.push(`no object: ${stdout.slice(0, 200)}`);
  } catch {
    found.push(`not one document: ${stdout.slice(0, 300)}`);
  }
  return found;
}

/** The context that a hook printed, whatever the host calls it; '' for none. */
export function said({ stdout }: Ran): string {
  return stdout === '' ? '' : [...new Set(textsIn(JSON.parse(stdout)))].join('\n');
}

function textsIn(value: unknown, key = ''): string[] {
  if (typeof value === 'string') return /event/i.test(key) ? [] : [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => textsIn(one, name));
}

/** Every entry of a tree: kind, mode, bytes or where a link leads; of files also the time of the last change, nanoseconds. */
export function treeOf(folder: string, leaveOut: RegExp = /^$/): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (leaveOut.test(name)) continue;
    const at = path.join(folder, name);
    const stat = fs.lstatSync(at, { bigint: true });
    const mode = (stat.mode & 0o7777n).toString(8);
    if (stat.isSymbolicLink()) found[name] = `link to ${fs.readlinkSync(at)}`;
    else if (stat.isDirectory()) found[name] = `folder ${mode}`;
    else found[name] = `${mode} ${stat.uid}:${stat.gid} ${fs.readFileSync(at, 'latin1')}`;
  }
  return found;
}

export const DEPLOY = 'Deploy the payments service only Monday to Thursday, through the blue/green script.';
export const ROLLBACK = 'Roll the payments service back with scripts/rollback.sh when a deploy fails.';
export const ASK = 'how do I deploy the payments service?';
export const TWO = { 'deploy-window': DEPLOY, rollback: ROLLBACK };
