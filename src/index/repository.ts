// Whether a `.git` is a folder, or a file that leads to one elsewhere, as in linked worktrees and submodules (worktrees.ts). Hot.
// GIT_DIR and GIT_WORK_TREE are not looked at: they are one command's, not the folder's.
import fs from 'node:fs';
import { named } from './worktrees.ts';

/** One stat, as cheap as to ask whether it is there. Undefined where there is nothing to be seen. */
export function gitEntry(name: string): 'folder' | 'file' | undefined {
  try {
    const stat = fs.statSync(name, { throwIfNoEntry: false });
    return stat && (stat.isFile() ? 'file' : 'folder');
  } catch {
    return undefined;
  }
}

/** The folder that a `.git` leads to: itself, or what the file names; undefined where that cannot be told. */
export function gitFolder(git: string): string | undefined {
  return gitEntry(git) === 'file' ? named(git) : git;
}

/** Undefined where it cannot be resolved. */
export function realpath(file: string): string | undefined {
  try {
    return fs.realpathSync.native(file);
  } catch {
    return undefined;
  }
}
