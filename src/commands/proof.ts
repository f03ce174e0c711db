// Runs a linked hook as its host does, but on a memory, a project and a home of engram's that are made for it and thrown away:
// nothing of the user's is read or written but the program itself.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Asked, Env, Host, Probe } from '../../hosts/host.ts';
import { lockFile } from '../index/compile.ts';
import { findPlaces, findProject, indexFile } from '../index/places.ts';
import { syncProject } from '../memory/sync.ts';
import { giveTrust } from '../memory/trust.ts';

/** What a command came to. */
export interface Ran {
  /** Null where a signal ended it. */
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
  /** It had not ended, or something that it started still held its output, when the host's patience was over. */
  late: boolean;
  /** The shell could not be started. */
  fault?: string;
}

/** A home of engram's and a project with one memory. */
export interface Scratch {
  home: string;
  project: string;
  /** Stands in the memory and nowhere else. */
  secret: string;
  prompt: string;
  remove(): void;
}

/** More than any answer holds. */
const MOST = 1 << 20;

/**
 * @param cache the folder of V8's code caches, copied so that the hook need not ask for one
 * @throws node's errors where nothing can be made in the system's folder of temporary files
 */
export function makeScratch(cache: string): Scratch {
  const base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'engram-doctor-')));
  const remove = () => fs.rmSync(base, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  try {
    const [home, project] = [path.join(base, 'home'), path.join(base, 'project')];
    const vault = path.join(project, '.engram', 'memories');
    for (const folder of [home, vault, path.join(project, '.git')])
      fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    const secret = `lantern-${randomBytes(8).toString('hex')}`;
    // A rule of weight: the start of a session sends it whole too.
    const memory = `---\ntype: rule\nimportance: 0.9\n---\nThe lighthouse keeper opens the northern gate with the word ${secret}.\n`;
    fs.writeFileSync(path.join(vault, 'lighthouse-gate.md'), memory);
    copyCache(cache, path.join(home, 'cache'));
    const env = { HOME: base, ENGRAM_HOME: home };
    const places = findPlaces(env)!;
    const found = findProject(project, places, env);
    giveTrust(found, places, new Date(0), new Map());
    syncProject({ project: found, places, env, now: new Date() });
    // A hook that wants another index starts a sync, which would outlive this. Our own lock keeps it from that.
    fs.writeFileSync(lockFile(indexFile(found, places)), String(process.pid));
    return { home, project, secret, prompt: 'How does the lighthouse keeper open the northern gate?', remove };
  } catch (error) {
    remove();
    throw error;
  }
}

function copyCache(from: string, to: string): void {
  const names = fs.existsSync(from) ? fs.readdirSync(from).filter((name) => name.startsWith('lane-')) : [];
  if (names.length > 0) fs.mkdirSync(to);
  for (const name of names) fs.copyFileSync(path.join(from, name), path.join(to, name));
}

/** The shell that a host starts its commands by, with its arguments, before the command. */
export function shellOf(host: Host, env: Env, platform: NodeJS.Platform = process.platform): string[] {
  if (platform === 'win32') return [env.ComSpec || 'cmd.exe', '/d', '/s', '/c'];
  switch (host.settings.shell) {
    case 'bash':
      return ['bash', '-c'];
    case 'login':
      return [env.SHELL || '/bin/sh', '-lc'];
    case 'account':
      return [accountShell(), '-c'];
    default:
      return ['/bin/sh', '-c'];
  }
}

/** The shell of the account, where it is one that hosts know. */
function accountShell(): string {
  try {
    const { shell } = os.userInfo();
    return shell && /[\\/](?:ba|z)?sh$/.test(shell) ? shell : '/bin/sh';
  } catch {
    // A container's bare uid has no account.
    return '/bin/sh';
  }
}

/** What a hook may count on: the poorest environment that a host was seen to be started in, and what the host itself sets. */
export function hookEnv(env: Env, scratch: Pick<Scratch, 'home'>, probe: Probe): Record<string, string> {
  const kept = process.platform === 'win32' ? ['USERPROFILE', 'PATH', 'SystemRoot', 'TEMP'] : ['HOME', 'SHELL', 'USER'];
  return {
    ...Object.fromEntries(kept.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]))),
    ...(process.platform === 'win32' ? {} : { PATH: '/usr/bin:/bin' }),
    ...probe.env,
    ENGRAM_HOME: scratch.home,
  };
}

/** A prompt of this host's. */
export function probeOf(host: Host, { project, prompt }: Pick<Scratch, 'project' | 'prompt'>): Probe {
  const asked: Asked = { session: randomUUID(), cwd: project, prompt };
  if (host.settings.probe) return host.settings.probe(asked);
  const moments = ['prompt', 'session-start'];
  const event = host.events.find(({ moment }) => moments.includes(moment))?.event ?? host.events[0]!.event;
  return {
    event,
    payload: { session_id: asked.session, cwd: project, hook_event_name: event, prompt },
    ...(host.variable ? { env: { [host.variable]: project } } : {}),
  };
}

/**
 * Runs a command line. Whatever comes of it: when this ends, nothing that it started in its own process group runs on.
 * @param options patience in milliseconds
 */
export function runCommandLine(
  shell: readonly string[],
  command: string,
  options: { cwd: string; env: Record<string, string>; input: string; patience: number; stop: AbortSignal },
): Promise<Ran> {
  const { cwd, env, input, patience, stop } = options;
  return new Promise((resolve) => {
    const ran: Ran = { code: null, signal: null, stdout: '', stderr: '', late: false };
    const windows = process.platform === 'win32';
    const child = spawn(shell[0]!, [...shell.slice(1), windows ? `"${command}"` : command], {
      cwd,
      env,
      stdio: 'pipe',
      // A group of its own, so that all of it can be ended.
      detached: !windows,
      windowsHide: true,
      windowsVerbatimArguments: windows,
    });
    const read = (name: 'stdout' | 'stderr') => {
      child[name].setEncoding('utf8');
      child[name].on('data', (text: string) => {
        if (ran[name].length < MOST) ran[name] += text;
      });
    };
    read('stdout');
    read('stderr');
    // Who does not read what it is told has ended.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    let ended = false;
    const finish = () => {
      if (ended) return;
      ended = true;
      clearTimeout(timer);
      stop.removeEventListener('abort', finish);
      endGroup(child);
      resolve(ran);
    };
    stop.addEventListener('abort', finish);
    const timer = setTimeout(() => {
      ran.late = true;
      for (const stream of [child.stdout, child.stderr]) stream.destroy();
      finish();
    }, patience);
    child.on('error', (error) => {
      ran.fault = error.message;
      finish();
    });
    child.on('close', (code, signal) => {
      Object.assign(ran, { code, signal });
      finish();
    });
  });
}

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // Nothing of it is left.
  }
}
