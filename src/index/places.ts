// Where things are: engram's own folder, the project of a moment, its vaults. Used by hook and commands alike.
import fs from 'node:fs';
import path from 'node:path';
import { key64 } from '../text/hash.ts';
import { gitEntry, realpath } from './repository.ts';
import { linked, repositoryOf } from './worktrees.ts';

export type Env = Readonly<Record<string, string | undefined>>;

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

/**
 * Undefined where neither `ENGRAM_HOME` nor `HOME` (`USERPROFILE`) says where to keep anything. One that is relative is another folder
 * in every process, and would be made in the user's repository: it counts as not set.
 */
export function findPlaces(env: Env): Places | undefined {
  const set = absolute(env.ENGRAM_HOME);
  const home = set ? path.resolve(set) : defaultHome(env);
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
  return absolute(env.HOME || env.USERPROFILE);
}

function absolute(folder: string | undefined): string | undefined {
  return folder && path.isAbsolute(folder) ? folder : undefined;
}

/** A project and what it reads from. */
export interface Project {
  /**
   * What it is known by, and its sessions with it: the repository's root, in a linked worktree that of the main checkout (of a bare
   * repository the git folder), else the folder that holds `.engram/`, else the start; a real path where it exists.
   */
  root: string;
  /** The root of the work tree around the start, from which paths are named: another than `root` in a linked worktree. */
  tree: string;
  /** In a linked worktree the main checkout, where there is one. */
  main?: string;
  /** The folder whose `.engram/` is the project's: the root's, but of a worktree that shares nothing its own. */
  base: string;
  /** Folders of memories, the nearest to the start first, the user's last. They need not exist. */
  vaults: string[];
  /** Those of the project in the order in which they are asked to take a new memory: the first that has been made does. */
  writes: string[];
  /** Config files, the user's first. They need not exist. */
  configs: string[];
  /** `.git` of the work tree, where there is one. */
  git?: string;
  /** In an isolated worktree: the project that it would share. */
  shared?: Project;
}

/**
 * Finds the project around a folder. Nested `.engram/` folders on the way up to the repository's root all count, in a linked
 * worktree also those of the main checkout in the same places, just behind its own. `~/.engram` is the user's and never a
 * project's.
 */
export function findProject(start: string, places: Places, env: Env): Project {
  const from = realpath(start) ?? path.resolve(start);
  const found: string[] = [];
  let git: string | undefined;
  let repository: ReturnType<typeof repositoryOf>;
  let tree = from;
  for (let dir = from; ; ) {
    const at = dir.endsWith(sep) ? dir : dir + sep;
    const engram = `${at}.engram`;
    if (fs.existsSync(engram) && !isUsers(engram, places, env)) found.push(dir);
    const entry = gitEntry(`${at}.git`);
    if (entry) {
      git = `${at}.git`;
      tree = dir;
      if (entry === 'file') repository = repositoryOf(git);
      break;
    }
    const up = path.dirname(dir);
    if (up === dir) break;
    dir = up;
  }
  if (!git) {
    tree = found[0] ?? from;
    found.length = Math.min(found.length, 1);
  }
  const { common, main } = repository ?? {};
  if (main && canHold(main, places, env)) return linked(from, { tree, main, git: git! }, found, places, env);
  if (!found.includes(tree) && canHold(tree, places, env)) found.push(tree);
  const writes = found.map(vaultOf);
  return {
    root: main ?? common ?? tree,
    tree,
    ...(main ? { main } : {}),
    base: tree,
    vaults: [...writes, places.memories],
    writes,
    configs: found.includes(tree) ? [places.config, configOf(tree)] : [places.config],
    ...(git ? { git } : {}),
  };
}

/** A linked worktree as a project of its own: nothing of the main checkout's but its config, over which the worktree's counts. */
export function isolated(project: Project, places: Places, env: Env): Project {
  const { tree, main } = project;
  if (!main || project.shared) return project;
  const own = vaultOf(tree);
  const writes = project.writes.filter((folder) => folder.startsWith(tree.endsWith(sep) ? tree : tree + sep));
  if (!writes.includes(own) && canHold(tree, places, env)) writes.push(own);
  return { ...project, base: tree, writes, vaults: [...writes, places.memories], shared: project };
}

export function engramOf(dir: string): string {
  return `${dir}${dir.endsWith(sep) ? '' : sep}.engram`;
}

export function vaultOf(dir: string): string {
  return `${engramOf(dir)}${sep}memories`;
}

export function configOf(dir: string): string {
  return `${engramOf(dir)}${sep}config.yaml`;
}

/** A folder's `.engram/` is a project's or can become one. */
function canHold(dir: string, places: Places, env: Env): boolean {
  const engram = engramOf(dir);
  return fs.existsSync(engram) ? !isUsers(engram, places, env) : engram !== places.home && engram !== defaultHome(env);
}

/** engram's own folder, here or where it would be by default. For a folder that is there. */
export function isUsers(engram: string, places: Places, env: Env): boolean {
  const usual = defaultHome(env);
  if (engram === places.home || engram === usual) return true;
  if (engram === realpath(places.home)) return true;
  return usual !== undefined && usual !== places.home && engram === realpath(usual);
}

/** The compiled index of a project: one per work tree and set of vaults, the same whether a worktree shares or not. */
export function indexFile(project: Project, places: Places): string {
  const { root, tree, vaults } = project.shared ?? project;
  const around = tree === root ? root : `${root}\0${tree}`;
  return `${places.index}${sep}${key64(`${around}\0${vaults.join('\0')}`)}.idx`;
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
