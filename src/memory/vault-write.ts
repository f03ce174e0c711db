// Memory files into, within and out of a vault: whole or not at all, and never over another.
import fs from 'node:fs';
import path from 'node:path';
import { makeFolder } from '../index/places.ts';
import { writeMemory } from './file.ts';
import { freeId } from './id.ts';
import type { Memory } from './memory.ts';
import { refuseOutside } from './outside.ts';
import { keepOwner } from './owner.ts';
import { holdings, type StoredMemory, type Vault } from './vault.ts';

/**
 * Puts a new memory into a vault as `<id>.md` and never over another: where the id is taken the next free one is used (`-2`, `-3`).
 * The file appears whole or not at all. `ids` are the vault's, and the new one is added. Throws node's errors of the file system, and
 * OutsideError.
 */
export function createMemory(
  vault: Vault,
  memory: Memory,
  text: (memory: Memory) => string = (it) => writeMemory(it),
  ids: Set<string> = holdings(vault).ids,
): StoredMemory {
  refuseOutside(vault.folder, vault.within);
  makeVault(vault.folder, vault.owner);
  sweep(vault.folder);
  for (;;) {
    const id = freeId(memory.id, (candidate) => ids.has(candidate));
    ids.add(id);
    const stored = { memory: { ...memory, id }, vault, file: path.join(vault.folder, `${id}.md`) };
    if (writeNew(stored.file, text(stored.memory), vault.owner === 'user' ? 0o600 : 0o666)) return stored;
  }
}

/** Writes a memory's file where it stood, whole or not at all. Throws as createMemory, and where the file is there. */
export function restoreMemory(vault: Vault, file: string, text: string): void {
  const folder = path.dirname(file);
  refuseOutside(folder, vault.within);
  makeVault(folder, vault.owner);
  if (writeNew(file, text, vault.owner === 'user' ? 0o600 : 0o666)) return;
  throw Object.assign(new Error('the file is there'), { code: 'EEXIST', path: file });
}

/** Replaces a memory's file by a new text, whole or not at all; mode and owner stay, a link stays a link. */
export function replaceMemory(file: string, text: string): void {
  const target = fs.realpathSync.native(file);
  const there = fs.statSync(target);
  const temporary = writeTemporary(target, text, there.mode & 0o777, true);
  try {
    keepOwner(temporary, there);
    fs.renameSync(temporary, target);
  } catch (error) {
    fs.rmSync(temporary, { force: true });
    throw error;
  }
}

/** Moves a memory to the `archive/` beside its vault, never over a file that is there. Returns where it went. Throws as createMemory. */
export function archiveMemory({ file, vault }: Pick<StoredMemory, 'file' | 'vault'>): string {
  const archive = path.join(path.dirname(vault.folder), 'archive');
  const inside = path.relative(vault.folder, file);
  const folder = path.dirname(path.join(archive, inside));
  refuseOutside(folder, vault.within);
  makeVault(folder, vault.owner);
  const name = path.basename(inside).replace(/\.md$/i, '');
  for (let n = 1; ; n++) {
    const to = path.join(folder, `${name}${n === 1 ? '' : `-${n}`}.md`);
    if (linkNew(file, to)) {
      fs.unlinkSync(file);
      return to;
    }
  }
}

function makeVault(folder: string, owner: Vault['owner']): void {
  if (owner === 'user') makeFolder(folder);
  else fs.mkdirSync(folder, { recursive: true });
}

/** False where the name is taken. */
function writeNew(file: string, text: string, mode: number): boolean {
  const temporary = writeTemporary(file, text, mode);
  try {
    return linkNew(temporary, file);
  } finally {
    fs.rmSync(temporary, { force: true });
  }
}

/** A dot file beside its target, so that a rename stays in one file system and no vault lists it. */
function writeTemporary(file: string, text: string, mode: number, exact = false): string {
  const temporary = path.join(
    path.dirname(file),
    `.${path.basename(file, '.md').slice(0, 80)}.md.${process.pid}.${unique++}.tmp`,
  );
  const handle = fs.openSync(temporary, 'wx', mode);
  try {
    fs.writeFileSync(handle, text);
    if (exact) fs.fchmodSync(handle, mode);
    fs.fsyncSync(handle);
  } catch (error) {
    fs.rmSync(temporary, { force: true });
    throw error;
  } finally {
    fs.closeSync(handle);
  }
  return temporary;
}
let unique = 0;

const TEMPORARY = /^\..*\.md\.\d+\.\d+\.tmp$/;
/** A temporary file lives for milliseconds; one of this age was left by a process that was killed. */
const ABANDONED = 3_600_000;

/** Takes away what killed processes left, so that no team commits it. */
function sweep(folder: string): void {
  for (const name of fs.readdirSync(folder).filter((it) => TEMPORARY.test(it))) {
    const file = path.join(folder, name);
    const stat = fs.statSync(file, { throwIfNoEntry: false });
    if (stat && Date.now() - stat.mtimeMs > ABANDONED) fs.rmSync(file, { force: true });
  }
}

/** A second name for a file, refused where it is taken (false); a copy for a link or where the file system has no hard links. */
function linkNew(from: string, to: string): boolean {
  try {
    if (!fs.lstatSync(from).isSymbolicLink()) {
      fs.linkSync(from, to);
      return true;
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EXDEV', 'EMLINK'].includes(code ?? '')) throw error;
  }
  try {
    fs.copyFileSync(from, to, fs.constants.COPYFILE_EXCL);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
