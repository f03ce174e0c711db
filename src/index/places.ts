// Where things are: engram's own folder, the project of a moment, its vaults. Used by hook and commands alike.
import fs from 'node:fs';
import path from 'node:path';
import { key64 } from '../text/hash.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** The parts of `$ENGRAM_HOME`. */
export interface Places {
  home: string;
  /** The user's vault. */
  memories: string;
  index: string;
  sessions: string;
  bypass: string;
  config: string;
  log: string;
  db: string;
}

/** Undefined where neither `ENGRAM_HOME` nor `HOME` (`USERPROFILE`) says where to keep anything. */
export function findPlaces(env: Env): Places | undefined {
  const user = userHome(env);
  const home = env.ENGRAM_HOME ? path.resolve(env.ENGRAM_HOME) : user && path.join(user, '.engram');
  if (!home) return undefined;
  const at = (name: string) => path.join(home, name);
  return {
    home,
    memories: at('memories'),
    index: at('index'),
    sessions: at('sessions'),
    bypass: at('bypass'),
    config: at('config.yaml'),
    log: at('engram.log'),
    db: at('engram.db'),
  };
}

export function userHome(env: Env): string | undefined {
  return env.HOME || env.USERPROFILE || undefined;
}

/** A project and what it reads from. */
export interface Project {
  /** The repository's root, else the folder that holds `.engram/`, else the start; a real path where it exists. */
  root: string;
  /** Folders of memories, the nearest to the start first, the user's last. They need not exist. */
  vaults: string[];
  /** Config files, the user's first. They need not exist. */
  configs: string[];
  /** `.git` of the root, where there is one. */
  git?: string;
}

/**
 * Finds the project around a folder. Nested `.engram/` folders on the way up to the repository's root all count.
 * `~/.engram` is the user's and never a project's.
 */
export function findProject(start: string, places: Places, env: Env): Project {
  const from = realpath(path.resolve(start));
  const isProjects = (engram: string) => exists(engram) && !isUsers(engram, places, env);
  const found: string[] = [];
  let git: string | undefined;
  let root = from;
  for (let dir = from; ; ) {
    if (isProjects(path.join(dir, '.engram'))) found.push(dir);
    if (exists(path.join(dir, '.git'))) {
      git = path.join(dir, '.git');
      root = dir;
      break;
    }
    const up = path.dirname(dir);
    if (up === dir) break;
    dir = up;
  }
  if (!git) {
    root = found[0] ?? from;
    found.length = Math.min(found.length, 1);
  }
  const engram = path.join(root, '.engram');
  const own = !found.includes(root) && isUsers(engram, places, env);
  if (!own && !found.includes(root)) found.push(root);
  return {
    root,
    vaults: [...found.map((dir) => path.join(dir, '.engram', 'memories')), places.memories],
    configs: own ? [places.config] : [places.config, path.join(engram, 'config.yaml')],
    ...(git ? { git } : {}),
  };
}

/** engram's own folder, here or where it would be by default. */
function isUsers(engram: string, places: Places, env: Env): boolean {
  const user = userHome(env);
  if (engram === places.home || (user !== undefined && engram === path.join(user, '.engram'))) return true;
  if (!exists(engram)) return false;
  return engram === realpath(places.home) || (user !== undefined && engram === path.join(realpath(user), '.engram'));
}

/** The compiled index of a project: one per set of vaults. */
export function indexFile(project: Project, places: Places): string {
  return path.join(places.index, `${key64([project.root, ...project.vaults].join('\0'))}.idx`);
}

/** False also for what cannot be reached. */
function exists(file: string): boolean {
  return fs.existsSync(file);
}

/** The real path, or the path itself where it cannot be resolved. */
export function realpath(file: string): string {
  try {
    return fs.realpathSync.native(file);
  } catch {
    return file;
  }
}
