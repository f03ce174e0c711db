// Which projects this user trusts: a repository's memories are sent to agents only after its reader has said so, as direnv does it.
// Remembered outside of the repository, one file for each project, by the project's root.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { Config } from '../config/keys.ts';
import { makeFolder, type Places, type Project } from '../index/places.ts';
import { key64 } from '../text/hash.ts';
import { listVault, readMemoryBytes, reason, vaultsOf } from './vault.ts';

export interface Trust {
  /** The project's root. A file that names another was not written for this one. */
  root: string;
  /** ISO. */
  at: string;
  /** By their paths relative to the root, the SHA-256 of the files as they were trusted, so that `strict` can be turned on later. */
  files: Record<string, string>;
}

/** The hash of a memory file's bytes. */
export function fileHash(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Where a project's trust is remembered. */
export function trustFile({ root }: Pick<Project, 'root'>, places: Pick<Places, 'home'>): string {
  return path.join(folderOf(places), key64(root));
}

function folderOf({ home }: Pick<Places, 'home'>): string {
  return path.join(home, 'trust');
}

/** The trust given to a project; undefined where there is none, or none that can be understood. */
export function readTrust(project: Pick<Project, 'root'>, places: Pick<Places, 'home'>): Trust | undefined {
  const found = lookUp(trustFile(project, places));
  return found && 'trust' in found && found.trust.root === project.root ? found.trust : undefined;
}

/** Why a project's trust does not count although there is a file; for people. */
export function trustFault(project: Pick<Project, 'root'>, places: Pick<Places, 'home'>): string | undefined {
  const found = lookUp(trustFile(project, places));
  if (!found) return undefined;
  if ('fault' in found) return found.fault;
  return found.trust.root === project.root ? undefined : 'is of another project';
}

function lookUp(file: string): { trust: Trust } | { fault: string } | undefined {
  let text: string;
  try {
    const stat = fs.statSync(file, { throwIfNoEntry: false });
    if (!stat) return undefined;
    if (!stat.isFile()) return { fault: 'is no file' };
    text = fs.readFileSync(file, 'utf8');
  } catch (error) {
    return { fault: `cannot be read: ${reason(error)}` };
  }
  try {
    const trust = JSON.parse(text) as unknown;
    return isTrust(trust) ? { trust } : { fault: 'does not hold what engram writes' };
  } catch {
    return { fault: 'is no JSON' };
  }
}

function isTrust(value: unknown): value is Trust {
  const { root, at, files } = (value ?? {}) as Partial<Record<keyof Trust, unknown>>;
  return (
    typeof root === 'string' &&
    typeof at === 'string' &&
    typeof files === 'object' &&
    files !== null &&
    Object.values(files).every((hash) => typeof hash === 'string')
  );
}

/** What lets a memory file of a project through: everything, nothing, or the bytes that were trusted. */
export type Gate = 'open' | 'closed' | ReadonlySet<string>;

/** A renamed file was trusted by its bytes, and so was the same file in another worktree. */
export function gateOf(mode: Config['trust.mode'], trust: Trust | undefined): Gate {
  if (mode === 'always') return 'open';
  if (!trust) return 'closed';
  return mode === 'strict' ? new Set(Object.values(trust.files)) : 'open';
}

/** A memory file that is not sent before its reader has agreed. */
export interface Waiting {
  /** Absolute. */
  file: string;
  /** `changed`: it was trusted with other bytes. */
  state: 'new' | 'changed';
  /** Of the bytes that wait; undefined where they cannot be read. */
  hash: string | undefined;
}

/** What waits of a project's own vaults, sorted by path in each, the nearest vault first. Reads every file. */
export function waiting(project: Project, places: Places, mode: Config['trust.mode']): Waiting[] {
  const trust = readTrust(project, places);
  const gate = gateOf(mode, trust);
  if (gate === 'open') return [];
  return projectFiles(project, places).flatMap((file): Waiting[] => {
    const hash = hashOf(file);
    // What cannot be read is no memory yet.
    if (gate !== 'closed' && (hash === undefined || gate.has(hash))) return [];
    const known = trust && Object.hasOwn(trust.files, nameIn(project, file));
    return [{ file, state: known ? 'changed' : 'new', hash }];
  });
}

/** The memory files of a project's own vaults. */
export function projectFiles(project: Project, places: Places): string[] {
  const own = vaultsOf(project, places).filter(({ owner }) => owner === 'project');
  return own.flatMap((vault) => listVault(vault).files);
}

/** Undefined where the file cannot be read as a memory's. */
export function hashOf(file: string): string | undefined {
  try {
    return fileHash(readMemoryBytes(file));
  } catch {
    return undefined;
  }
}

/**
 * Trusts a project with these files as they were seen. What was trusted before stays, but for files that are gone.
 * @param seen the hashes of files by their absolute paths
 * @throws node's errors of the file system
 */
export function giveTrust(
  project: Project,
  places: Places,
  now: Date,
  seen: ReadonlyMap<string, string | undefined>,
): Trust {
  const before = readTrust(project, places)?.files ?? {};
  const kept = Object.entries(before).filter(([name]) => fs.existsSync(path.resolve(project.root, name)));
  const given = [...seen].flatMap(([file, hash]) => (hash === undefined ? [] : [[nameIn(project, file), hash]]));
  const trust: Trust = { root: project.root, at: now.toISOString(), files: Object.fromEntries([...kept, ...given]) };
  write(trustFile(project, places), `${JSON.stringify(trust, null, 2)}\n`);
  return trust;
}

/** All memory files of a project as they are now, for giveTrust. */
export function seenNow(project: Project, places: Places): Map<string, string | undefined> {
  return new Map(projectFiles(project, places).map((file) => [file, hashOf(file)]));
}

function nameIn({ root }: Pick<Project, 'root'>, file: string): string {
  return path.relative(root, file);
}

/** Whole or not at all, 0600 whatever the umask. */
function write(file: string, text: string): void {
  makeFolder(path.dirname(file));
  const temporary = `${file}.${process.pid}.tmp`;
  fs.rmSync(temporary, { force: true });
  try {
    const handle = fs.openSync(temporary, 'wx', 0o600);
    try {
      fs.fchmodSync(handle, 0o600);
      fs.writeFileSync(handle, text);
    } finally {
      fs.closeSync(handle);
    }
    fs.renameSync(temporary, file);
  } catch (error) {
    fs.rmSync(temporary, { force: true });
    throw error;
  }
}

/**
 * @returns false where there was none
 * @throws node's errors of the file system
 */
export function revokeTrust(project: Pick<Project, 'root'>, places: Places): boolean {
  const file = trustFile(project, places);
  if (!fs.existsSync(file)) return false;
  fs.rmSync(file);
  return true;
}

/** Every project that is trusted, by its root. */
export function trustedProjects(places: Pick<Places, 'home'>): Trust[] {
  const folder = folderOf(places);
  let names: string[];
  try {
    names = fs.readdirSync(folder);
  } catch {
    return [];
  }
  return names
    .flatMap((name) => {
      const found = lookUp(path.join(folder, name));
      return found && 'trust' in found && key64(found.trust.root) === name ? [found.trust] : [];
    })
    .sort((a, b) => (a.root < b.root ? -1 : 1));
}

/** The line by which an agent's user learns that something waits. It must not move the agent to trust in its user's place. */
export function waitingNotice(count: number): string {
  return count === 1
    ? 'engram: 1 memory of this project waits for its user, who alone may allow it: engram trust'
    : `engram: ${count} memories of this project wait for their user, who alone may allow them: engram trust`;
}
