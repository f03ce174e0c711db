// Vaults: folders of memory files, as they are read. What is written into them: vault-write.ts.
import fs from 'node:fs';
import path from 'node:path';
import type { Places, Project } from '../index/places.ts';
import { key64 } from '../text/hash.ts';
import { decodeMemory, expiryProblem, MemoryFileError, parseMemory } from './file.ts';
import { slugId } from './id.ts';
import { idleKeys } from './idle-keys.ts';
import type { Memory } from './memory.ts';
import { nearKeys } from './near-keys.ts';
import { leadsOut } from './outside.ts';

export interface Vault {
  folder: string;
  /** A project's is committed and keeps the default modes; the user's is private: 0700 and 0600. */
  owner: 'project' | 'user';
  /** The work tree that a project's vault must not lead out of; absent: it may lie behind links to anywhere. */
  within?: string;
}

/** A memory and where it stands. */
export interface StoredMemory {
  memory: Memory;
  vault: Vault;
  /** Absolute. */
  file: string;
}

/** Something in a file that a person should look at. */
export interface FileProblem {
  file: string;
  /** 1-based; 0 where it is the file or folder as a whole. */
  line: number;
  message: string;
}

export interface VaultListing {
  /** Absolute paths of the memory files, sorted by path. */
  files: string[];
  /** Absolute paths of the folders that were read, the vault's own first. */
  folders: string[];
  /** Folders that could not be read. */
  unread: string[];
  problems: FileProblem[];
}

/** Bytes above which a file is no memory: nobody wrote it by hand, and every rebuild would read it. */
export const FILE_LIMIT = 4 * 1024 * 1024;

/** The vaults of a project, the nearest first, the user's last. */
export function vaultsOf(project: Project, places: Places): Vault[] {
  return project.vaults.map((folder) =>
    folder === places.memories
      ? { folder, owner: 'user' }
      : { folder, owner: 'project', within: checkoutOf(folder, project) },
  );
}

/** The work tree that a vault of the project lies in: this one, or the main checkout. */
function checkoutOf(folder: string, { tree, main }: Project): string {
  return main !== undefined && !isBelow(folder, tree) ? main : tree;
}

/**
 * The memory files of a vault: every `.md` in it and below, but nothing in folders that begin with a dot, nor in `archive/` or a
 * `README.md` at its top. Symlinks to folders are not followed, symlinks to files only inside the vault, and a project's vault that
 * leads out of its work tree is not read at all: a repository must not have files of its reader's sent. A missing vault is empty.
 */
export function listVault({ folder, within }: Pick<Vault, 'folder' | 'within'>): VaultListing {
  const listing: VaultListing = { files: [], folders: [], unread: [], problems: [] };
  if (!fs.existsSync(folder)) return listing;
  const out = within === undefined ? undefined : leadsOut(folder, within);
  if (out !== undefined) {
    const message = `leads out of the project, to ${out}, and is not followed; move the memories here, or import them`;
    listing.problems.push({ file: folder, line: 0, message });
    return listing;
  }
  const top = fs.realpathSync.native(folder);
  const read = (dir: string) => {
    let entries: fs.Dirent[];
    try {
      entries = fs.readdirSync(dir, { withFileTypes: true });
    } catch (error) {
      listing.problems.push({ file: dir, line: 0, message: `cannot be read: ${reason(error)}` });
      listing.unread.push(dir);
      return;
    }
    listing.folders.push(dir);
    for (const entry of entries) {
      if (entry.name.startsWith('.')) continue;
      const file = path.join(dir, entry.name);
      const atTop = dir === folder;
      if (entry.isDirectory()) {
        if (!(atTop && entry.name === 'archive')) read(file);
      } else if (/\.md$/i.test(entry.name) && !(atTop && /^readme\.md$/i.test(entry.name))) {
        if (entry.isFile()) listing.files.push(file);
        else if (entry.isSymbolicLink()) {
          const problem = linkProblem(file, top);
          if (problem) listing.problems.push({ file, line: 0, message: problem });
          else listing.files.push(file);
        }
      } else if (entry.isSymbolicLink() && isFolder(file)) {
        listing.problems.push({ file, line: 0, message: TO_FOLDER });
      }
    }
  };
  read(folder);
  listing.files.sort(byText);
  return listing;
}

const TO_FOLDER = 'is a link to a folder and is not followed; copy the files here';

function isFolder(file: string): boolean {
  try {
    return fs.statSync(file).isDirectory();
  } catch {
    return false;
  }
}

function linkProblem(link: string, top: string): string | undefined {
  let target: string;
  try {
    target = fs.realpathSync.native(link);
  } catch (error) {
    return `is a link that leads nowhere: ${reason(error)}`;
  }
  if (!isBelow(target, top)) return 'is a link to a file outside the vault and is not followed; copy the file here';
  return fs.statSync(target).isFile() ? undefined : TO_FOLDER;
}

function isBelow(file: string, folder: string): boolean {
  return file.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep);
}

/** Reads and parses one memory file. Throws MemoryFileError, also where the file cannot be read. */
export function readMemory(file: string): Memory {
  return parseMemory(readMemoryText(file), nameOf(file));
}

/** The file's text. Throws MemoryFileError. */
export function readMemoryText(file: string): string {
  return decodeMemory(readMemoryBytes(file));
}

/** The file's bytes. Throws MemoryFileError. */
export function readMemoryBytes(file: string): Buffer {
  try {
    const size = fs.statSync(file).size;
    if (size > FILE_LIMIT)
      throw new MemoryFileError(`is larger than ${FILE_LIMIT / 1024 / 1024} MiB; a memory is a short text`, 0);
    return fs.readFileSync(file);
  } catch (error) {
    if (error instanceof MemoryFileError) throw error;
    throw new MemoryFileError(`cannot be read: ${reason(error)}`, 0, true);
  }
}

/** A memory file's name without its extension: where its id comes from. */
export function nameOf(file: string): string {
  return path.basename(file).replace(/\.md$/i, '');
}

export interface LoadedVaults {
  /** One for each id, sorted by id: the nearest vault's, there the first by path. */
  memories: StoredMemory[];
  /** Those that a nearer vault's memory of the same id hides. */
  shadowed: StoredMemory[];
  /** Those whose id another file of the same vault has. */
  collisions: { hidden: StoredMemory; by: StoredMemory }[];
  /** Files and folders that could not be read, one entry each. */
  problems: FileProblem[];
  /** Readable memories with a key that nearly means something, or does nothing. */
  notes: FileProblem[];
  /** Readable memories with an `expires` that is no date. */
  undated: FileProblem[];
}

/** Reads every memory of these vaults, the nearest first. */
export function loadVaults(vaults: readonly Vault[]): LoadedVaults {
  const loaded: LoadedVaults = { memories: [], shadowed: [], collisions: [], problems: [], notes: [], undated: [] };
  const byId = new Map<string, StoredMemory>();
  for (const vault of vaults) {
    const { files, problems } = listVault(vault);
    loaded.problems.push(...problems);
    for (const file of files) {
      try {
        const text = readMemoryText(file);
        const stored: StoredMemory = { memory: parseMemory(text, nameOf(file)), vault, file };
        const idle = [...nearKeys(text), ...idleKeys(text, stored.memory)];
        loaded.notes.push(...idle.map((note) => ({ file, ...note })));
        const expiry = expiryProblem(text);
        if (expiry) loaded.undated.push({ file, ...expiry });
        const by = byId.get(stored.memory.id);
        if (!by) byId.set(stored.memory.id, stored);
        else if (by.vault === vault) loaded.collisions.push({ hidden: stored, by });
        else loaded.shadowed.push(stored);
      } catch (error) {
        if (!(error instanceof MemoryFileError)) throw error;
        loaded.problems.push({ file, line: error.line, message: error.message });
      }
    }
  }
  loaded.memories = [...byId.values()].sort((a, b) => byText(a.memory.id, b.memory.id));
  return loaded;
}

/** The memory that an id means in these vaults, the nearest first. */
export function findMemory(id: string, vaults: readonly Vault[]): StoredMemory | undefined {
  for (const vault of vaults) {
    for (const file of listVault(vault).files) {
      try {
        const text = readMemoryText(file);
        // Most files can be told apart by their name; one that gives itself an id must be parsed.
        if (slugId(nameOf(file)) !== id && !/^[\s{?]*["']?id["']?\s*:/m.test(text)) continue;
        const memory = parseMemory(text, nameOf(file));
        if (memory.id === id) return { memory, vault, file };
      } catch (error) {
        if (!(error instanceof MemoryFileError)) throw error;
      }
    }
  }
  return undefined;
}

/** The file of a vault that bears this id as its name but is no memory until it is mended. */
export function findBroken(id: string, vaults: readonly Vault[]): { file: string; vault: Vault } | undefined {
  for (const vault of vaults) {
    for (const file of listVault(vault).files) {
      if (slugId(nameOf(file)) !== id) continue;
      try {
        readMemory(file);
      } catch (error) {
        if (!(error instanceof MemoryFileError)) throw error;
        return { file, vault };
      }
    }
  }
  return undefined;
}

/** What a vault holds already, for whoever puts something into it. */
export interface Holdings {
  /** The ids of its files, of those that do not parse by their names. */
  ids: Set<string>;
  /** By the hash of a body (bodyHash), the first by path. */
  bodies: Map<string, { id: string; file: string }>;
}

/** @param each is told every memory with its file's text */
export function holdings(vault: Vault, each?: (stored: StoredMemory, text: string) => void): Holdings {
  const held: Holdings = { ids: new Set(), bodies: new Map() };
  for (const file of listVault(vault).files) {
    held.ids.add(slugId(nameOf(file)));
    try {
      const text = readMemoryText(file);
      const memory = parseMemory(text, nameOf(file));
      held.ids.add(memory.id);
      const hash = bodyHash(memory.body);
      if (!held.bodies.has(hash)) held.bodies.set(hash, { id: memory.id, file });
      each?.({ memory, vault, file }, text);
    } catch (error) {
      if (!(error instanceof MemoryFileError)) throw error;
    }
  }
  return held;
}

/** The same for the same words, whatever the line ends and the blanks around them. */
export function bodyHash(body: string): string {
  return key64(body.replace(/\r\n?/g, '\n').trim());
}

function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The system's word for a fault, without the path that stands beside it. */
export function reason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const words: Record<string, string> = {
    EACCES: 'permission denied',
    EPERM: 'not permitted',
    ENOENT: 'no such file or folder',
    ENOTDIR: 'part of its path is not a folder',
    EISDIR: 'it is a folder',
    EROFS: 'the file system is read-only',
    ENOSPC: 'no space left on the disk',
    ELOOP: 'its links lead in a circle',
    EIO: 'the disk reports an error',
    EOUTSIDE: 'a link there leads out of the project',
  };
  return (code && words[code]) || code || message;
}
