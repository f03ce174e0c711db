// A scratch home with a project, in which the built package runs as processes that can be killed with all their children.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Host } from '../../hosts/host.ts';
import { shellQuote, writeLauncher } from '../../src/commands/launcher.ts';
import { findPlaces, findProject, indexFile, type Places } from '../../src/index/places.ts';
import { giveTrust } from '../../src/memory/trust.ts';
import { environment } from './recorded.ts';

/** The package under test: bench/run.mjs says where it is, tests run in its folder. */
export const product = path.resolve(process.env.ENGRAM_BENCH_ROOT ?? '.');

/** A process to start. */
export interface Job {
  argv: readonly string[];
  stdin?: string | Buffer;
  env?: Readonly<Record<string, string>>;
}

/** What a process came to. */
export interface Ended {
  /** Null: a signal ended it. */
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
  /** Milliseconds. */
  took: number;
}

export interface SoakLab {
  base: string;
  home: string;
  project: string;
  vault: string;
  places: Places;
  index: string;
  env: Readonly<Record<string, string>>;
  /** Writes a memory of the project. */
  write(id: string, text: string): string;
  /** The command line. */
  engram(...args: string[]): Job;
  /** The hook as a settings file has it, through the launcher. */
  hook(host: Host, event: string, stdin: string | Buffer | object): Job;
  /** `dist/sync.cjs` on this project, without the lock that a hook makes for it. */
  sync(): Job;
  /** Runs a job to its end, or kills it with its children after so many milliseconds. */
  run(job: Job, killAfter?: number): Promise<Ended>;
  /** Until no detached process of this lab runs; ten seconds at most. */
  quiet(): Promise<void>;
  /** The lines of engram.log without their time. */
  log(): string[];
  close(): Promise<void>;
}

/** @param memories id → text of the project's memories; they are compiled already */
export async function openLab(memories: Readonly<Record<string, string>> = {}, base = scratch()): Promise<SoakLab> {
  const home = path.join(base, 'home');
  const project = path.join(base, 'project');
  const vault = path.join(project, '.engram', 'memories');
  for (const folder of [home, vault, path.join(project, '.git')]) fs.mkdirSync(folder, { recursive: true });
  const env = { HOME: home, PATH: '/usr/local/bin:/usr/bin:/bin' };
  const places = findPlaces(env)!;
  const dist = path.join(product, 'dist');
  const { file: launcher } = writeLauncher(home, places.home, {
    node: process.execPath,
    hook: path.join(dist, 'hook.cjs'),
  });
  const index = indexFile(findProject(project, places, env), places);

  const lab: SoakLab = {
    base,
    home,
    project,
    vault,
    places,
    index,
    env,
    write(id, text) {
      const file = path.join(vault, `${id}.md`);
      fs.writeFileSync(file, text);
      return file;
    },
    engram: (...args) => ({ argv: [process.execPath, path.join(product, 'bin', 'engram.js'), ...args] }),
    hook(host, event, stdin) {
      const named = host.settings.namesEvent ? ` ${event}` : '';
      return {
        env: environment(host, project),
        argv: ['/bin/sh', '-c', `exec ${shellQuote(launcher)} ${host.name}${named}`],
        stdin: typeof stdin === 'string' || Buffer.isBuffer(stdin) ? stdin : JSON.stringify(stdin),
      };
    },
    sync: () => ({ argv: [process.execPath, path.join(dist, 'sync.cjs'), project, index] }),
    run: ({ argv, stdin = '', env: more = {} }, killAfter) =>
      new Promise((done, failed) => {
        const began = performance.now();
        // A group of its own, so that a kill takes shell, launcher and node at once.
        const child = spawn(argv[0]!, argv.slice(1), { cwd: project, env: { ...env, ...more }, detached: true });
        const [out, err]: [Buffer[], Buffer[]] = [[], []];
        child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
        child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
        child.stdin.on('error', () => {}).end(stdin);
        let killed = false;
        const timer = setTimeout(() => {
          try {
            process.kill(-child.pid!, 'SIGKILL');
            killed = true;
          } catch {
            // It has ended.
          }
        }, killAfter ?? 60_000);
        child.once('error', failed);
        child.once('close', (code, signal) => {
          clearTimeout(timer);
          const [stdout, stderr] = [Buffer.concat(out).toString(), Buffer.concat(err).toString()];
          done({
            code,
            signal: killed ? (signal ?? 'SIGKILL') : signal,
            stdout,
            stderr,
            took: performance.now() - began,
          });
        });
      }),
    async quiet() {
      for (let n = 0; n < 500 && isAtWork(base); n++) await pause(20);
    },
    log: () => {
      if (!fs.existsSync(places.log)) return [];
      const lines = fs.readFileSync(places.log, 'utf8').split('\n').slice(0, -1);
      return lines.map((line) => line.replace(/^\S+ /, ''));
    },
    async close() {
      for (let n = 0; n < 500 && isAtWork(base); n++) await pause(20);
      fs.rmSync(base, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
  for (const [id, text] of Object.entries(memories)) lab.write(id, text);
  giveTrust(findProject(project, places, env), places, new Date(), new Map());
  const first = await lab.run(lab.engram('sync'));
  if (first.code !== 0) throw new Error(`engram sync: exit ${first.code}\n${first.stderr}`);
  // The lane's code cache is made now, so that no hook asks for it.
  await lab.run({ argv: [process.execPath, path.join(dist, 'sync.cjs'), project, index] });
  return lab;
}

export function scratch(): string {
  return fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'engram-soak-')));
}

/** Whether a process runs that was started with a file of this folder, or for a project in it. Without /proc none is seen. */
function isAtWork(base: string): boolean {
  if (!fs.existsSync('/proc/self/cmdline')) return false;
  return fs.readdirSync('/proc').some((pid) => {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) return false;
    try {
      return fs.readFileSync(`/proc/${pid}/cmdline`).includes(`${base}/`);
    } catch {
      return false;
    }
  });
}

export function pause(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}

/** Every file below some folders with its bytes, and every folder; links as what they say. */
export function snapshot(...folders: string[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const folder of folders) {
    if (!fs.existsSync(folder)) continue;
    for (const name of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      const file = path.join(folder, name);
      const stat = fs.lstatSync(file, { throwIfNoEntry: false });
      if (stat?.isDirectory()) found.set(file, '/');
      else if (stat?.isSymbolicLink()) found.set(file, `-> ${fs.readlinkSync(file)}`);
      else if (stat) found.set(file, fs.readFileSync(file, 'latin1'));
    }
  }
  return found;
}

/** Files that only a process at work needs: temporary ones and locks. */
export function leftovers(...folders: string[]): string[] {
  return [...snapshot(...folders).keys()].filter((file) => /\.(?:tmp|lock|taking)$/.test(file));
}

/** Sets the times of files back, as if they had lain there so long. */
export function age(files: readonly string[], ms: number): void {
  for (const file of files) {
    const at = (Date.now() - ms) / 1000;
    fs.utimesSync(file, at, at);
  }
}

/** Whether something can be mounted here. */
export function mount(...args: string[]): boolean {
  return spawnSync('mount', args).status === 0;
}
