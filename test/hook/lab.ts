// A scratch home and project, and the hook run in this process, with a sync that runs at once instead of detached.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import '../../src/hook/later-all.ts';
import '../../src/text/stem-all.ts';
import { runHook } from '../../src/hook/run.ts';
import { lockFile } from '../../src/index/compile.ts';
import { findPlaces, findProject, indexFile, type Places } from '../../src/index/places.ts';
import { syncProject } from '../../src/memory/sync.ts';
import { giveTrust, seenNow } from '../../src/memory/trust.ts';
import { prune } from '../../src/session/prune.ts';

export interface Lab {
  base: string;
  home: string;
  project: string;
  places: Places;
  env: Record<string, string | undefined>;
  /** Milliseconds since 1970 as the hook sees them; each event moves it on by a second. */
  now: number;
  /** How often a hook had the index compiled. */
  syncs: number;
  /** How often a hook started a worker. */
  workers: number;
  /** While true a sync that a hook asks for does not run. */
  stuck: boolean;
  /** Writes a project memory. */
  remember(id: string, text: string): string;
  config(yaml: string): void;
  /** Trusts the project around a folder. */
  trust(folder?: string): void;
  sync(): ReturnType<typeof syncProject>;
  /** One event; what the hook printed, parsed, or undefined for nothing. */
  event(host: string, payload: Record<string, unknown> | string | Buffer, args?: string[]): unknown;
  /** The context of one event, '' for none. */
  context(host: string, payload: Record<string, unknown>): string;
  prompt(session: string, prompt: string, more?: Record<string, unknown>): string;
  start(session: string, source?: string, more?: Record<string, unknown>): string;
  compact(session: string): void;
  log(): string;
  indexFile(): string;
}

const labs: string[] = [];

/** @param options `untrusted`: the project's memories wait until they are trusted */
export function newLab(options: { untrusted?: true } = {}): Lab {
  const base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'engram-lab-')));
  labs.push(base);
  const home = path.join(base, 'home');
  const project = path.join(base, 'project');
  for (const dir of [home, path.join(project, '.git'), path.join(project, '.engram', 'memories')]) {
    fs.mkdirSync(dir, { recursive: true });
  }
  const env: Record<string, string | undefined> = { HOME: home };
  const places = findPlaces(env)!;
  let processes = 0;
  const lab: Lab = {
    base,
    home,
    project,
    places,
    env,
    now: Date.UTC(2026, 10, 30, 12),
    syncs: 0,
    workers: 0,
    stuck: false,
    remember(id, text) {
      const file = path.join(project, '.engram', 'memories', `${id}.md`);
      fs.writeFileSync(file, text);
      return file;
    },
    config(yaml) {
      fs.mkdirSync(places.home, { recursive: true });
      fs.writeFileSync(places.config, yaml);
    },
    trust: (folder = project) => {
      const here = findProject(folder, places, env);
      giveTrust(here, places, new Date(lab.now), seenNow(here, places));
    },
    sync: () => syncProject({ project: findProject(project, places, env), places, env, now: new Date(lab.now) }),
    event(host, payload, args = []) {
      lab.now += 1000;
      let out: string | undefined;
      const started = lab.now - 1;
      runHook({
        args: [host, ...args].filter(Boolean),
        env: lab.env,
        self: { name: `p${++processes}`, started, now: () => lab.now },
        read: () =>
          Buffer.isBuffer(payload)
            ? payload
            : Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload)),
        write: (text) => {
          out = (out ?? '') + text;
        },
        prune,
        // It has ended at once.
        startWorker: () => {
          lab.workers++;
          return undefined;
        },
        startSync: (start, index) => {
          lab.syncs++;
          if (lab.stuck) return process.pid;
          syncProject({ project: findProject(start, places, lab.env), places, env: lab.env, now: new Date(lab.now) });
          fs.rmSync(lockFile(index), { force: true });
          return process.pid;
        },
        clock: () => performance.now(),
      });
      return out === undefined ? undefined : JSON.parse(out);
    },
    context(host, payload) {
      const out = lab.event(host, payload) as { hookSpecificOutput: { additionalContext: string } } | undefined;
      return out?.hookSpecificOutput.additionalContext ?? '';
    },
    prompt: (session, prompt, more = {}) =>
      lab.context('claude', {
        session_id: session,
        cwd: project,
        hook_event_name: 'UserPromptSubmit',
        prompt,
        ...more,
      }),
    start: (session, source = 'startup', more = {}) =>
      lab.context('claude', { session_id: session, cwd: project, hook_event_name: 'SessionStart', source, ...more }),
    compact(session) {
      lab.event('claude', { session_id: session, cwd: project, hook_event_name: 'PreCompact', trigger: 'auto' });
    },
    log: () => (fs.existsSync(places.log) ? fs.readFileSync(places.log, 'utf8') : ''),
    indexFile: () => indexFile(findProject(project, places, env), places),
  };
  if (!options.untrusted) lab.trust();
  return lab;
}

export function removeLabs(): void {
  for (const base of labs.splice(0)) fs.rmSync(base, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}

/** The bodies that a context holds: id → text. */
export function bodiesIn(context: string): Record<string, string> {
  const bodies: Record<string, string> = {};
  // With tags, or without for hosts that show them as entities.
  const frame =
    /(?:<engram-memory>|\[engram memory begins\])\n([\s\S]*?)(?:<\/engram-memory>|\[engram memory ends\])/.exec(
      context,
    )?.[1];
  const parts = (frame ?? '').split(/^\[memory (\S+) \|[^\n]*\]\n/m);
  for (let i = 1; i < parts.length; i += 2) {
    bodies[parts[i]!] = parts[i + 1]!.split(/\n(?:Also recorded|More may be stored)/)[0]!.trimEnd();
  }
  return bodies;
}

/** The ids of the cards that a context holds, in order. */
export function cardsIn(context: string): string[] {
  return [...context.matchAll(/^- \[memory (\S+) \|/gm)].map((match) => match[1]!);
}
