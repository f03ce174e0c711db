// A throw-away home and a project in it that is a real git repository with memories.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findPlaces, findProject } from '../../src/index/places.ts';
import { giveTrust } from '../../src/memory/trust.ts';

export interface Lab {
  root: string;
  home: string;
  project: string;
  /** All that clients and commands are given of the environment. */
  env: Record<string, string>;
  close(): void;
}

export interface LabMemory {
  id: string;
  summary: string;
  type?: string;
  importance?: number;
  /** Path patterns. */
  appliesTo?: readonly string[];
  body: string;
}

/** @param files more of the project's files, by their paths in it */
export function openLab(memories: readonly LabMemory[], files: Readonly<Record<string, string>> = {}): Lab {
  const root = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'tea-shop-')));
  const lab: Lab = {
    root,
    home: path.join(root, 'home'),
    project: path.join(root, 'project'),
    env: {
      HOME: path.join(root, 'home'),
      TMPDIR: path.join(root, 'tmp'),
      PATH: [path.dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(path.delimiter),
      LANG: 'C.UTF-8',
      TERM: 'dumb',
    },
    // A detached sync may still be writing below home.
    close: () => rmSync(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }),
  };
  for (const folder of [lab.home, lab.env.TMPDIR!, lab.project]) mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(lab.project, 'README.md'), '# Shop\n\nA shop that sells tea.\n');
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(lab.project, name)), { recursive: true });
    writeFileSync(path.join(lab.project, name), content);
  }
  for (const memory of memories) writeMemory(lab, memory);
  const places = findPlaces(lab.env)!;
  git(lab, 'init', '-q');
  giveTrust(findProject(lab.project, places, lab.env), places, new Date(), new Map());
  git(lab, 'add', '-A');
  git(lab, '-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', 'commit', '-qm', 'Start');
  return lab;
}

/** Writes `.engram/memories/<id>.md` as a person's editor would. */
export function writeMemory(lab: Lab, memory: LabMemory): void {
  const { id, summary, type = 'fact', importance = 0.5, appliesTo, body } = memory;
  const folder = path.join(lab.project, '.engram', 'memories');
  mkdirSync(folder, { recursive: true });
  const front = [
    `summary: ${JSON.stringify(summary)}`,
    `type: ${type}`,
    `importance: ${importance}`,
    ...(appliesTo ? [`applies_to: ${JSON.stringify(appliesTo)}`] : []),
    'reviewed: 2026-11-02',
    'source: user',
  ];
  writeFileSync(path.join(folder, `${id}.md`), `---\n${front.join('\n')}\n---\n${body}\n`);
}

/** The records of what sessions were sent, by file name; a subagent's ends in `.sub.log`. */
export function records(lab: Lab): { sessions: Record<string, string>; subagents: Record<string, string> } {
  const folder = path.join(lab.home, '.engram', 'sessions');
  const logs = readdirSync(folder)
    .filter((name) => name.endsWith('.log'))
    .map((name) => [name, readFileSync(path.join(folder, name), 'utf8')] as const);
  const isSubagent = ([name]: readonly [string, string]) => name.endsWith('.sub.log');
  return {
    sessions: Object.fromEntries(logs.filter((log) => !isSubagent(log))),
    subagents: Object.fromEntries(logs.filter(isSubagent)),
  };
}

/** Runs git in the project; what it printed. */
export function git(lab: Lab, ...args: string[]): string {
  return execFileSync('git', args, {
    cwd: lab.project,
    env: lab.env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}
