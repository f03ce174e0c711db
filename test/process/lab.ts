// The installed hook as hosts run it: real processes from a copy of dist/, through a launcher, by the command that `link`
// writes, with a home of their own.
import { type ChildProcess, type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Scope } from '../../hosts/host.ts';
import { findHost } from '../../hosts/index.ts';
import { installedCommand, writeLauncher } from '../../src/commands/launcher.ts';
import { lockFile } from '../../src/index/compile.ts';
import { findPlaces, findProject, indexFile, type Places } from '../../src/index/places.ts';
import { giveTrust } from '../../src/memory/trust.ts';
import { parse, type SessionState, sessionFile } from '../../src/session/log.ts';

const REPOSITORY = path.join(import.meta.dirname, '..', '..');

/** What a hook process came to. */
export interface Ran {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
  /** Milliseconds. */
  took: number;
}

export type Env = Record<string, string | undefined>;

export interface RunOptions {
  env?: Env;
  /** Which of the installed commands; `project` unless said. */
  scope?: Scope;
  /** The user that the hook runs as, where the tests run as root. */
  uid?: number;
}

export interface ProcessLab {
  base: string;
  home: string;
  project: string;
  dist: string;
  places: Places;
  env: Env;
  indexFile: string;
  remember(id: string, text: string): string;
  /** Compiles as a detached sync does, but waits for it. */
  sync(): SpawnSyncReturns<Buffer>;
  command(host: string, scope?: Scope): string;
  run(host: string, stdin: string | Buffer | object, options?: RunOptions): Ran;
  start(host: string, stdin: string | Buffer | object, options?: RunOptions): Promise<Ran> & { child: ChildProcess };
  log(): string[];
  /** Until no detached sync is at work. */
  quiet(): void;
  session(host: string, session: string): SessionState;
  sessionFile(host: string, session: string): string;
}

const labs: string[] = [];
const undo: (() => void)[] = [];

/**
 * @param memories id → text; compiled already unless `cold`
 */
export function newProcessLab(memories: Record<string, string> = {}, options: { cold?: true } = {}): ProcessLab {
  const base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'engram-process-')));
  labs.push(base);
  const home = path.join(base, 'home');
  const project = path.join(base, 'project');
  const dist = path.join(base, 'package', 'dist');
  const vault = path.join(project, '.engram', 'memories');
  for (const folder of [home, vault, path.join(project, '.git')]) fs.mkdirSync(folder, { recursive: true });
  copyPackage(dist);
  const env: Env = { HOME: home, PATH: process.env.PATH };
  const places = findPlaces(env)!;
  writeLauncher(home, places.home, { node: process.execPath, hook: path.join(dist, 'hook.cjs') });
  trustProject(project, places);
  const index = indexFile(findProject(project, places, env), places);
  const command = (host: string, scope: Scope = 'project') => installedCommand(findHost(host)!, scope, home);
  const sessionKey = (host: string, session: string) => ({ host, root: project, session });

  const lab: ProcessLab = {
    base,
    home,
    project,
    dist,
    places,
    env,
    indexFile: index,
    remember(id, text) {
      const file = path.join(vault, `${id}.md`);
      fs.writeFileSync(file, text);
      return file;
    },
    sync: () => spawnSync(process.execPath, [path.join(dist, 'sync.cjs'), project, index], { env, timeout: 60_000 }),
    command,
    run(host, stdin, { env: more = {}, scope, uid } = {}) {
      const began = performance.now();
      const { status, signal, stdout, stderr } = spawnSync('/bin/sh', ['-c', command(host, scope)], {
        ...(uid === undefined ? {} : { uid, gid: uid }),
        cwd: project,
        env: { ...env, ...more },
        input: input(stdin),
        timeout: 30_000,
        maxBuffer: 64 << 20,
      });
      return {
        code: status,
        signal,
        stdout: stdout.toString(),
        stderr: stderr.toString(),
        took: performance.now() - began,
      };
    },
    start(host, stdin, { env: more = {}, scope } = {}) {
      const began = performance.now();
      const child = spawn('/bin/sh', ['-c', command(host, scope)], { cwd: project, env: { ...env, ...more } });
      const out: Buffer[] = [];
      const err: Buffer[] = [];
      child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
      child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
      child.stdin.on('error', () => {});
      child.stdin.end(input(stdin));
      const ended = new Promise<Ran>((resolve) => {
        child.on('close', (code, signal) => {
          const [stdout, stderr] = [Buffer.concat(out).toString(), Buffer.concat(err).toString()];
          resolve({ code, signal, stdout, stderr, took: performance.now() - began });
        });
      });
      return Object.assign(ended, { child });
    },
    log: () => (fs.existsSync(places.log) ? fs.readFileSync(places.log, 'utf8').split('\n').slice(0, -1) : []),
    quiet() {
      for (let n = 0; n < 1000 && fs.existsSync(lockFile(index)); n++) pause(10);
    },
    session(host, session) {
      return parse(fs.readFileSync(lab.sessionFile(host, session), 'utf8'), Date.now());
    },
    sessionFile: (host, session) => sessionFile(places.sessions, sessionKey(host, session)),
  };
  for (const [id, text] of Object.entries(memories)) lab.remember(id, text);
  if (!options.cold) lab.sync();
  return lab;
}

/** As `engram trust` does, for a home. */
export function trustProject(folder: string, places: Places): void {
  giveTrust(findProject(folder, places, {}), places, new Date(0), new Map());
}

/** dist/ as a package has it, with the native module where node looks for it. */
function copyPackage(dist: string): void {
  fs.mkdirSync(dist, { recursive: true });
  const from = path.join(REPOSITORY, 'dist');
  for (const name of fs.readdirSync(from)) {
    if (/^(?!cli|complete).*\.c?js$/.test(name)) fs.copyFileSync(path.join(from, name), path.join(dist, name));
  }
  const modules = path.join(dist, '..', 'node_modules');
  fs.mkdirSync(modules);
  fs.symlinkSync(path.join(REPOSITORY, 'node_modules', 'better-sqlite3'), path.join(modules, 'better-sqlite3'));
}

function input(stdin: string | Buffer | object): string | Buffer {
  return typeof stdin === 'string' || Buffer.isBuffer(stdin) ? stdin : JSON.stringify(stdin);
}

export function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** Undone by `removeLabs`, the last first. */
export function later(action: () => void): void {
  undo.push(action);
}

export function removeLabs(): void {
  for (const action of undo.splice(0).reverse()) action();
  for (const base of labs.splice(0)) {
    // A detached sync may still be at the code cache, and would make its folder again.
    untilIdle(base);
    fs.rmSync(base, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

/** Until no process runs that was started with a file of this folder; five seconds at most. */
export function untilIdle(base: string): void {
  for (let n = 0; n < 500 && isAtWork(base); n++) pause(10);
}

/** Whether a process runs that was started with a file of this folder. Without /proc none is seen. */
function isAtWork(base: string): boolean {
  if (!fs.existsSync('/proc/self/cmdline')) return false;
  return fs.readdirSync('/proc').some((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return fs.readFileSync(`/proc/${pid}/cmdline`).includes(`${base}/`);
    } catch {
      return false;
    }
  });
}

/** Payloads of the registered events, as the host sends them. */
export function payloads(
  lab: Pick<ProcessLab, 'project'>,
  host: string,
  session = 's',
): Record<string, Record<string, unknown>> {
  const common: Record<string, unknown> = { session_id: session, cwd: lab.project };
  if (host === 'codex') Object.assign(common, { model: 'm', permission_mode: 'default' });
  return {
    SessionStart: { ...common, hook_event_name: 'SessionStart', source: 'startup' },
    UserPromptSubmit: { ...common, hook_event_name: 'UserPromptSubmit', prompt: ASK },
    PreCompact: { ...common, hook_event_name: 'PreCompact', trigger: 'auto' },
  };
}

export const HOSTS = ['claude', 'codex'] as const;
export const EVENTS = ['SessionStart', 'UserPromptSubmit', 'PreCompact'] as const;

/** Stands in every prompt of these tests; never to be found in anything that engram writes. */
export const CANARY = 'qzXW7canaryK93v0';
export const DEPLOY = 'Deploy the payments service only Monday to Thursday, through the blue/green script.';
export const ROLLBACK = 'Roll the payments service back with scripts/rollback.sh when a deploy fails.';
export const ASK = `how do I deploy the payments service? ${CANARY}`;
export const TWO = { 'deploy-window': DEPLOY, rollback: ROLLBACK };

/** The one document a hook printed, or undefined for nothing. Throws for anything else. */
export function document(
  ran: Ran,
): { hookSpecificOutput: { hookEventName: string; additionalContext: string } } | undefined {
  return ran.stdout === '' ? undefined : JSON.parse(ran.stdout);
}

export function context(ran: Ran): string {
  return document(ran)?.hookSpecificOutput.additionalContext ?? '';
}

/** What is amiss with how a hook ended; empty for exit 0, silent stderr and nothing or one valid document. */
export function amiss(ran: Ran): string[] {
  const found: string[] = [];
  if (ran.code !== 0 || ran.signal) found.push(`exit ${ran.code ?? ran.signal}`);
  if (ran.stderr !== '') found.push(`stderr: ${ran.stderr.slice(0, 200)}`);
  if (ran.stdout !== '') {
    try {
      const json = JSON.parse(ran.stdout) as Record<string, Record<string, unknown>>;
      const keys = [...Object.keys(json), ...Object.keys(json.hookSpecificOutput ?? {}).sort()];
      if (keys.join() !== 'hookSpecificOutput,additionalContext,hookEventName') found.push(`keys: ${keys.join()}`);
    } catch {
      found.push(`stdout is not one document: ${ran.stdout.slice(0, 200)}`);
    }
  }
  return found;
}

/** Every file below a folder whose bytes hold a text. */
export function filesHolding(folder: string, text: string): string[] {
  return fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((file) => fs.statSync(file, { throwIfNoEntry: false })?.isFile() && fs.readFileSync(file).includes(text));
}

/** Every file below a folder with its bytes. */
export function snapshot(folder: string): Record<string, string> {
  const files: Record<string, string> = {};
  for (const name of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const file = path.join(folder, name);
    if (fs.lstatSync(file).isFile()) files[name] = fs.readFileSync(file, 'latin1');
  }
  return files;
}

/** Makes a folder read-only, for root too, until `removeLabs`. @returns false where that cannot be done here */
export function makeReadOnly(folder: string): boolean {
  if (process.getuid?.() !== 0) {
    spawnSync('chmod', ['-R', 'a-w', folder]);
    later(() => spawnSync('chmod', ['-R', 'u+w', folder]));
    return true;
  }
  if (!mount(['--bind', folder, folder])) return false;
  later(() => spawnSync('umount', ['-l', folder]));
  return mount(['-o', 'remount,bind,ro', folder]);
}

/** Puts a small file system over a folder until `removeLabs`. @returns false where that cannot be done here */
export function makeSmall(folder: string, size: string): boolean {
  fs.mkdirSync(folder, { recursive: true });
  if (!mount(['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder])) return false;
  later(() => spawnSync('umount', ['-l', folder]));
  return true;
}

function mount(args: string[]): boolean {
  return spawnSync('mount', args).status === 0;
}
