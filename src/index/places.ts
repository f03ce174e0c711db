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

/** Put between names by hand: a cold path.join costs a hook more than all its stats. */
const { sep } = path;

/** Undefined where neither `ENGRAM_HOME` nor `HOME` (`USERPROFILE`) says where to keep anything. */
export function findPlaces(env: Env): Places | undefined {
  const home = env.ENGRAM_HOME ? path.resolve(env.ENGRAM_HOME) : defaultHome(env);
  if (!home) return undefined;
  const at = home + sep;
  return {
    home,
    memories: `${at}memories`,
    index: `${at}index`,
    sessions: `${at}sessions`,
    bypass: `${at}bypass`,
    config: `${at}config.yaml`,
    log: `${at}engram.log`,
    db: `${at}engram.db`,
  };
}

function defaultHome(env: Env): string | undefined {
  const user = userHome(env);
  if (!user) return undefined;
  return user.endsWith(sep) ? `${user}.engram` : `${user}${sep}.engram`;
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
  const from = realpath(start) ?? path.resolve(start);
  const found: string[] = [];
  let git: string | undefined;
  let root = from;
  for (let dir = from; ; ) {
    const at = dir.endsWith(sep) ? dir : dir + sep;
    const engram = `${at}.engram`;
    if (fs.existsSync(engram) && !isUsers(engram, places, env)) found.push(dir);
    if (fs.existsSync(`${at}.git`)) {
      git = `${at}.git`;
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
  const engram = `${root}${root.endsWith(sep) ? '' : sep}.engram`;
  const known = found.includes(root);
  // What is there and was not found is the user's.
  const own = !known && (engram === places.home || engram === defaultHome(env) || fs.existsSync(engram));
  if (!known && !own) found.push(root);
  return {
    root,
    vaults: [...found.map((dir) => `${dir === root ? engram : `${dir}${sep}.engram`}${sep}memories`), places.memories],
    configs: own ? [places.config] : [places.config, `${engram}${sep}config.yaml`],
    ...(git ? { git } : {}),
  };
}

/** engram's own folder, here or where it would be by default. For a folder that is there. */
function isUsers(engram: string, places: Places, env: Env): boolean {
  const usual = defaultHome(env);
  if (engram === places.home || engram === usual) return true;
  if (engram === realpath(places.home)) return true;
  return usual !== undefined && usual !== places.home && engram === realpath(usual);
}

/** The compiled index of a project: one per set of vaults. */
export function indexFile(project: Project, places: Places): string {
  return `${places.index}${sep}${key64(`${project.root}\0${project.vaults.join('\0')}`)}.idx`;
}

/** Undefined where it cannot be resolved. */
function realpath(file: string): string | undefined {
  try {
    return fs.realpathSync.native(file);
  } catch {
    return undefined;
  }
}

/**
 * Makes a folder, private, and those above it. Without node's `recursive`, which never returns where a folder takes no
 * entries (/proc, an automounter's).
 * @throws where it cannot be made; a file in its place is left for its user to stumble over
 */
export function makeFolder(folder: string): void {
  try {
    fs.mkdirSync(folder, 0o700);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    const above = path.dirname(folder);
    if (code !== 'ENOENT' || fs.existsSync(above)) throw error;
    makeFolder(above);
    makeFolder(folder);
  }
}
