// A throw-away home with projects of the bench's corpus, linked through the command line; and its hooks as a host starts them.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { rootCertificates } from 'node:tls';
import { writeCorpus } from './corpus.ts';
import type { Job } from './timing.ts';

export interface BenchHome {
  root: string;
  /** All that a hook is given of the environment: `PATH` and `HOME`. */
  env: Readonly<Record<string, string>>;
  /** A bundle of certificates, as companies have one. */
  certificates: string;
  close(): void;
}

export interface BenchProject {
  folder: string;
  size: number;
  /** `additionalContext` is asked of this event's installed command. */
  hook(
    event: 'SessionStart' | 'UserPromptSubmit' | 'PreToolUse' | 'Stop' | 'PreCompact' | 'PostCompact' | 'SessionEnd',
    payload: object,
    env?: Readonly<Record<string, string>>,
  ): Job;
}

/** The package under test: bench/run.mjs says where it is. */
const product = path.resolve(process.env.ENGRAM_BENCH_ROOT ?? '.');

export function openHome(): BenchHome {
  const root = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'engram-latency-')));
  const home = path.join(root, 'home');
  mkdirSync(home);
  const certificates = path.join(root, 'certificates.pem');
  writeFileSync(certificates, rootCertificates.join('\n'));
  return {
    root,
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: home },
    certificates,
    close: () => rmSync(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }),
  };
}

/** A git repository with `size` memories, linked for Claude Code and compiled. `committed` puts the memories into its history. */
export function openProject(home: BenchHome, size: number, committed: boolean): BenchProject {
  const folder = path.join(home.root, `project-${size}`);
  return open(home, folder, size, committed, () => writeCorpus(path.join(folder, '.engram', 'memories'), 0, size));
}

/** Has turns kept from now on, in all projects of the home. */
export function captureIn(home: BenchHome): void {
  engram(home, home.root, 'config', 'set', 'capture.enabled', 'true');
}

/** The same with `size` memories that apply to paths each, none of them to `src/app/`, and the path hook. */
export function openScopedProject(home: BenchHome, size: number): BenchProject {
  const folder = path.join(home.root, `scoped-${size}`);
  return open(home, folder, size, false, () => {
    const vault = path.join(folder, '.engram', 'memories');
    mkdirSync(vault, { recursive: true });
    writeFileSync(path.join(folder, '.engram', 'config.yaml'), 'hooks:\n  path_rules: hook\n');
    for (let n = 0; n < size; n++) {
      const pattern = [`src/area${n}/**`, `**/*.e${n}`, `infra/**/svc${n}/*.tf`, `docs/${n}/*.md`][n % 4];
      writeFileSync(path.join(vault, `scoped-${n}.md`), `---\napplies_to: ["${pattern}"]\n---\nNote ${n}.\n`);
    }
  });
}

function open(home: BenchHome, folder: string, size: number, committed: boolean, write: () => void): BenchProject {
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'README.md'), '# Bench\n');
  git(home, folder, 'init', '-q');
  git(home, folder, 'add', 'README.md');
  write();
  if (committed) git(home, folder, 'add', '-A');
  git(home, folder, 'commit', '-q', '-m', 'Start');
  engram(home, folder, 'link', 'claude');
  engram(home, folder, 'sync');
  const commands = installedCommands(path.join(folder, '.claude', 'settings.json'));
  return {
    folder,
    size,
    hook: (event, payload, env = {}) => ({
      argv: ['/bin/sh', '-c', commands(event)],
      env: { ...home.env, ...env },
      cwd: folder,
      stdin: `${JSON.stringify({ transcript_path: path.join(home.root, 'transcript.jsonl'), cwd: folder, permission_mode: 'default', hook_event_name: event, ...payload })}\n`,
    }),
  };
}

/**
 * Has the project pull a commit in which memories `from`…`to` − 1 are rewritten, as a colleague's push would.
 * What is pulled is prepared in a clone beforehand, so that only the pull itself happens between two hooks.
 */
export function preparePull(home: BenchHome, project: BenchProject, from: number, to: number): () => void {
  const clone = path.join(home.root, 'colleague');
  git(home, home.root, 'clone', '-q', project.folder, clone);
  writeCorpus(path.join(clone, '.engram', 'memories'), from, to, 1);
  git(home, clone, 'commit', '-q', '-a', '-m', 'Rewrite');
  git(home, project.folder, 'fetch', '-q', clone, 'HEAD');
  return () => git(home, project.folder, 'merge', '-q', '--ff-only', 'FETCH_HEAD');
}

/** The compiled index files of the home; a sync replaces one. */
export function indexFiles(home: BenchHome): string[] {
  const folder = path.join(home.env.HOME!, '.engram', 'index');
  return readdirSync(folder).map((name) => path.join(folder, name));
}

function engram(home: BenchHome, cwd: string, ...args: string[]): void {
  const ran = spawnSync(process.execPath, [path.join(product, 'bin', 'engram.js'), ...args], {
    cwd,
    env: home.env,
    encoding: 'utf8',
  });
  if (ran.status !== 0) throw new Error(`engram ${args.join(' ')}: exit ${ran.status}\n${ran.stdout}${ran.stderr}`);
}

/** The command that `link` wrote for an event, as the host reads it. */
function installedCommands(settings: string): (event: string) => string {
  interface Settings {
    hooks: Record<string, { hooks: { command: string }[] }[]>;
  }
  const { hooks } = JSON.parse(readFileSync(settings, 'utf8')) as Settings;
  return (event) => {
    const commands = (hooks[event] ?? []).flatMap((group) => group.hooks.map(({ command }) => command));
    if (commands.length !== 1) throw new Error(`${settings} holds ${commands.length} commands for ${event}, not one`);
    return commands[0]!;
  };
}

function git(home: BenchHome, cwd: string, ...args: string[]): void {
  const person = [
    '-c',
    'user.name=Ada',
    '-c',
    'user.email=ada@example.org',
    '-c',
    'gc.auto=0',
    '-c',
    'init.defaultBranch=main',
  ];
  execFileSync('git', [...person, ...args], { cwd, env: home.env, stdio: ['ignore', 'ignore', 'inherit'] });
}
