// What the `.git` file of a linked worktree or a submodule leads to. The hook has it from a script of its own (build.mjs): most
// projects have a folder there.
import fs from 'node:fs';
import path from 'node:path';
import { configOf, type Env, engramOf, isUsers, type Places, type Project, vaultOf } from './places.ts';
import { gitEntry, realpath } from './repository.ts';

const { sep } = path;

/** PATH_MAX where it is largest, with git's words around it. */
const LONGEST = 4_200;
/** A git config in which one key is looked for. */
const CONFIG = 65_536;

/** The repository of a linked worktree: `commonFolder` and its `mainCheckout`. */
export function repositoryOf(git: string): { common: string; main: string | undefined } | undefined {
  const common = commonFolder(git);
  return common === undefined ? undefined : { common, main: mainCheckout(common) };
}

/**
 * The repository that a linked worktree belongs to: the git folder that all its worktrees share, a real path.
 * Undefined for a submodule, for a broken file, and where the repository does not know this worktree: whoever makes a `.git`
 * file must not be shown the memories of a repository that it names.
 * @param git a `.git` that is a file, in a folder that is a real path
 */
export function commonFolder(git: string): string | undefined {
  const admin = named(git);
  if (admin === undefined) return undefined;
  const worktrees = path.dirname(admin);
  if (path.basename(worktrees) !== 'worktrees') return undefined;
  const back = line(`${admin}${sep}gitdir`);
  if (!back) return undefined;
  const registered = path.resolve(admin, back);
  if (registered !== git && realpath(registered) !== realpath(git)) return undefined;
  return realpath(path.dirname(worktrees));
}

/**
 * The main checkout of a repository whose worktrees share this folder; undefined where it is bare.
 * One that keeps its git folder elsewhere by `--separate-git-dir` is named nowhere in it and counts as bare.
 */
function mainCheckout(common: string): string | undefined {
  if (path.basename(common) === '.git') return path.dirname(common);
  // A submodule's folder in `.git/modules`.
  const worktree = coreWorktree(`${common}${sep}config`);
  if (!worktree) return undefined;
  const main = realpath(path.resolve(common, worktree));
  if (main === undefined) return undefined;
  const git = `${main}${sep}.git`;
  const leads = gitEntry(git) === 'file' ? named(git) : undefined;
  return leads !== undefined && realpath(leads) === common ? main : undefined;
}

/** A linked worktree of a main checkout that can hold a vault. New memories go to the main checkout's: they outlive the worktree there. */
export function linked(
  from: string,
  { tree, main, git }: { tree: string; main: string; git: string },
  found: readonly string[],
  places: Places,
  env: Env,
): Project {
  const read: string[] = [];
  const lasting: string[] = [];
  for (let dir = from; ; dir = path.dirname(dir)) {
    if (found.includes(dir)) read.push(dir);
    const there = dir === tree ? main : `${main}${sep}${dir.slice(tree.endsWith(sep) ? tree.length : tree.length + 1)}`;
    const engram = engramOf(there);
    if (dir === tree || (fs.existsSync(engram) && !isUsers(engram, places, env))) {
      read.push(there);
      lasting.push(there);
    }
    if (dir === tree) break;
  }
  return {
    root: main,
    tree,
    main,
    base: main,
    vaults: [...read.map(vaultOf), places.memories],
    writes: [...lasting, ...found].map(vaultOf),
    configs: [places.config, configOf(main), ...(found.includes(tree) ? [configOf(tree)] : [])],
    git,
  };
}

/** What a `.git` file names, absolute. */
export function named(git: string): string | undefined {
  const text = line(git);
  return text?.startsWith('gitdir: ') ? path.resolve(path.dirname(git), text.slice('gitdir: '.length)) : undefined;
}

/** `worktree` of the section `core`. */
function coreWorktree(config: string): string | undefined {
  let inside = false;
  let value: string | undefined;
  for (const raw of (read(config, CONFIG) ?? '').split('\n')) {
    const text = raw.trim();
    if (text.startsWith('[')) inside = text.toLowerCase() === '[core]';
    else if (inside) {
      const at = text.indexOf('=');
      if (text.slice(0, at).trim().toLowerCase() === 'worktree') value = text.slice(at + 1).trim();
    }
  }
  return value?.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value;
}

/** The one line of a small file, without its end. */
function line(file: string): string | undefined {
  const text = read(file, LONGEST);
  if (text === undefined) return undefined;
  let end = text.length;
  while (end > 0 && (text[end - 1] === '\n' || text[end - 1] === '\r')) end--;
  return text.slice(0, end);
}

/** Undefined where it cannot be read or is not shorter than the limit. Never waits, not for a pipe either. */
function read(file: string, limit: number): string | undefined {
  let fd: number | undefined;
  try {
    fd = fs.openSync(file, fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0));
    const bytes = Buffer.allocUnsafe(limit);
    const length = fs.readSync(fd, bytes, 0, limit, 0);
    return length < limit ? bytes.toString('utf8', 0, length) : undefined;
  } catch {
    return undefined;
  } finally {
    if (fd !== undefined) fs.closeSync(fd);
  }
}
