// What doctor says of engram's own folder.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { Env } from '../../hosts/host.ts';
import { makeFolder, type Places } from '../index/places.ts';
import { gitEntry, realpath } from '../index/repository.ts';
import { reason } from '../memory/vault.ts';
import { type Finding, harmless, well, wrong } from './findings.ts';

export function checkHome({ home }: Pick<Places, 'home'>, env: Env): Finding {
  try {
    makeFolder(home);
    fs.accessSync(home, fs.constants.W_OK);
  } catch (error) {
    return wrong(
      'home',
      `${home} cannot be written: ${reason(error)}; make it yours, or set ENGRAM_HOME to another folder`,
    );
  }
  const open = fs.statSync(home).mode & 0o077;
  if (open && process.platform !== 'win32')
    return wrong('home', `others on this machine can look into ${home}; chmod 700 ${home}`);
  const tree = workTreeAround(home);
  if (tree === undefined || isIgnored(home, tree, env)) return well('home', home);
  const inside = path
    .relative(tree, realpath(home) ?? home)
    .split(path.sep)
    .join('/');
  return harmless(
    'home',
    `${home} lies in the git repository ${tree}, so that the history of sessions could be committed; a line /${inside}/ in ${path.join(tree, '.git', 'info', 'exclude')} keeps it out`,
  );
}

/** The work tree of a repository that holds a folder, as where a home folder is one. */
function workTreeAround(folder: string): string | undefined {
  for (let at = realpath(folder) ?? folder; ; at = path.dirname(at)) {
    if (gitEntry(path.join(at, '.git'))) return at;
    if (at === path.dirname(at)) return undefined;
  }
}

/** Whether git says so; without git nothing is known to be. */
function isIgnored(folder: string, tree: string, { PATH, HOME }: Env): boolean {
  const git = spawnSync('git', ['-C', tree, 'check-ignore', '-q', folder], { env: { PATH, HOME }, stdio: 'ignore' });
  return git.status === 0;
}
