// A settings file on disk: read through links, written through a temporary file and a rename on the link's target.
// The edits themselves are in settings-edit.ts. Imported by commands only, never by the hook.
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { Host } from './host.ts';
import { SettingsFault } from './settings-document.ts';
import type { Edit } from './settings-edit.ts';
import { linkText, unlinkText } from './settings-edit.ts';
import type { CommandOf } from './settings-entries.ts';
import { verdict } from './settings-warnings.ts';

export { SettingsFault } from './settings-document.ts';
export { type Edit, linkedEvents, linkText, unlinkText } from './settings-edit.ts';

/** What stands on disk now. */
export interface SettingsState {
  /** The path as the host knows it. */
  file: string;
  /** Where the bytes are or will be: the end of a chain of links. */
  target: string;
  /** Undefined where there is no file. */
  bytes?: Buffer;
  text?: string;
}

/** What an edit did, or would do, to a file. */
export interface FileEdit extends Edit {
  file: string;
  /** Where its bytes are, or were: the end of a chain of links. */
  target: string;
  before: string | undefined;
  /** The text afterwards; undefined where there is no file then. */
  after: string | undefined;
  /** Folders that were made for it, the outermost first. */
  madeFolders: string[];
  /** Sentences about what starts engram in it and was left, because a person changed it; they are among the warnings. */
  stray?: readonly string[];
}

/** Tries when another program writes the file between our reading and our renaming. */
const TRIES = 8;

/**
 * Reads a settings file.
 * @throws SettingsFault for links that lead back to themselves, what is no regular file, and bytes that are no UTF-8.
 */
export function readSettings(file: string): SettingsState {
  const target = linkTarget(file);
  let bytes: Buffer;
  try {
    const stat = fs.statSync(target, { throwIfNoEntry: false });
    if (!stat) return { file, target };
    if (!stat.isFile()) {
      throw new SettingsFault(
        `${named(file, target)} is not a regular file. Nothing was written; move it away and run the command again.`,
        'denied',
      );
    }
    bytes = fs.readFileSync(target);
  } catch (error) {
    throw denied(error, 'read', file, target);
  }
  try {
    // ignoreBOM keeps the mark in the text, where the edit can see it.
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return { file, target, bytes, text };
  } catch {
    throw new SettingsFault(
      `${file}:1: not UTF-8 text${bytes[0] === 0xff || bytes[0] === 0xfe ? ' (it looks like UTF-16)' : ''}. Nothing was written; save it as UTF-8 and run the command again.`,
      'data',
    );
  }
}

/** Brings the entries of a host in a file up to date. With `dryRun` nothing is written. */
export function linkFile(file: string, host: Host, command: CommandOf, dryRun = false): FileEdit {
  return editFile(file, dryRun, (text, state) => {
    const fault = linkObjection(state, host);
    if (fault && host.settings.refuses) {
      throw new SettingsFault(
        `${fault}. Nothing was written; put the file itself there and run the command again.`,
        'data',
      );
    }
    const edit = linkText(text, host, command, file);
    return fault ? { ...edit, warnings: [`${fault}, engram's hooks with it.`, ...edit.warnings] } : edit;
  });
}

/** That the settings file is a symbolic link, which some hosts do not follow; a sentence without its end. */
export function linkObjection({ file, target }: SettingsState, host: Host): string | undefined {
  if (file === target || !host.settings.intolerant.includes('link')) return undefined;
  return `${named(file, target)}: ${host.title} ${verdict(host.settings)} where it is a link`;
}

/** Takes the entries of a host out of a file, and the file too where link made it and nothing else is in it. */
export function unlinkFile(file: string, host: Host, dryRun = false): FileEdit {
  const nothing: Edit = { text: '', changed: false, gone: true, added: [], updated: [], removed: [], warnings: [] };
  return editFile(file, dryRun, (text) => (text === undefined ? nothing : unlinkText(text, host, file)));
}

/**
 * Reads a file, edits its text and writes it, again where somebody else wrote it meanwhile.
 * @param mode of a file that was not there
 */
export function editFile(
  file: string,
  dryRun: boolean,
  edit: (text: string | undefined, state: SettingsState) => Edit,
  mode = 0o666,
): FileEdit {
  for (let tries = 0; tries < TRIES; tries++) {
    const state = readSettings(file);
    if (!dryRun) sweep(state.target);
    const done = edit(state.text, state);
    const after = done.gone ? undefined : done.text;
    if (state.bytes === undefined && after !== undefined) refuseDangling(state);
    const result = { ...done, file, target: state.target, before: state.text, after, madeFolders: [] as string[] };
    if (dryRun || after === state.text) return result;
    result.madeFolders = missingFolders(state.target);
    if (writeSettings(state, after, mode)) return result;
  }
  throw new SettingsFault(
    `${file}: another program keeps writing this file. Nothing was written; run the command again.`,
    'busy',
  );
}

/**
 * A link to nothing: what it should lead to is on a disk that is not there now, or has been moved. A file made in its place would
 * be in the way of the real one, or hidden by it.
 */
function refuseDangling({ file, target }: SettingsState): void {
  if (file === target) return;
  throw new SettingsFault(
    `${file} is a link to ${target}, which does not exist. Nothing was written; make that file or remove the link, and run the command again.`,
    'denied',
  );
}

/**
 * Replaces what was read by this text, or removes the file. Mode and owner stay. A file with several names (hard links),
 * or of an owner whom we cannot give it back to, is written in place, because a rename would make another file of it. False where the file is no longer what was read.
 * @throws SettingsFault (`denied`) where the file cannot be written.
 */
export function writeSettings(state: SettingsState, text: string | undefined, mode = 0o666): boolean {
  const { file, target, bytes } = state;
  const next = text === undefined ? undefined : Buffer.from(text, 'utf8');
  try {
    if (!bytes) return next ? create(target, next, mode) : true;
    const stat = fs.statSync(target, { throwIfNoEntry: false });
    if (!stat) return false;
    // A rename asks nothing of the file itself, and root may write anything: the mode says what its owner wants.
    if ((stat.mode & 0o222) === 0) throw Object.assign(new Error('its mode is read-only'), { code: 'EACCES' });
    fs.accessSync(target, fs.constants.W_OK);
    if (!next) {
      if (!isStill(target, bytes)) return false;
      fs.unlinkSync(target);
      return true;
    }
    return stat.nlink > 1 ? writeInPlace(target, bytes, next) : replace(target, bytes, next, stat);
  } catch (error) {
    throw denied(error, 'written', file, target);
  }
}

function create(target: string, next: Buffer, mode: number): boolean {
  fs.mkdirSync(path.dirname(target), { recursive: true });
  return viaTemporary(target, next, mode, undefined, (temporary) => {
    try {
      // Unlike a rename a link never covers a file that came up meanwhile.
      fs.linkSync(temporary, target);
      return true;
    } catch (error) {
      if (code(error) === 'EEXIST') return false;
      if (fs.existsSync(target)) return false;
      fs.renameSync(temporary, target);
      return true;
    }
  });
}

function replace(target: string, bytes: Buffer, next: Buffer, stat: fs.Stats): boolean {
  try {
    return viaTemporary(target, next, 0o600, stat, (temporary) => {
      if (!isStill(target, bytes)) return false;
      fs.renameSync(temporary, target);
      return true;
    });
  } catch (error) {
    // Somebody else's file that we may write: only in place it stays theirs.
    if ((error as NodeJS.ErrnoException).syscall !== 'fchown') throw error;
    return writeInPlace(target, bytes, next);
  }
}

function viaTemporary(
  target: string,
  next: Buffer,
  mode: number,
  like: fs.Stats | undefined,
  put: (temporary: string) => boolean,
): boolean {
  const temporary = path.join(path.dirname(target), `.${path.basename(target)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    const fd = fs.openSync(temporary, 'wx', mode);
    try {
      fs.writeFileSync(fd, next);
      if (like) {
        const own = fs.fstatSync(fd);
        // Before the mode: a change of owner clears its special bits.
        if (own.uid !== like.uid || own.gid !== like.gid) fs.fchownSync(fd, like.uid, like.gid);
        fs.fchmodSync(fd, like.mode & 0o7777);
      }
      fs.fsyncSync(fd);
    } finally {
      fs.closeSync(fd);
    }
    return put(temporary);
  } finally {
    fs.rmSync(temporary, { force: true });
  }
}

/** A temporary file lives for milliseconds; one of this age was left by a process that was killed. */
const ABANDONED = 60_000;

/** Takes away what killed processes left beside a settings file. What cannot be removed is no reason not to edit it. */
function sweep(target: string): void {
  const folder = path.dirname(target);
  const [before, after] = [`.${path.basename(target)}.`, '.tmp'];
  try {
    for (const name of fs.readdirSync(folder)) {
      const between = name.startsWith(before) && name.endsWith(after) ? name.slice(before.length, -after.length) : '';
      if (!/^[0-9a-f]{12}$/.test(between)) continue;
      const temporary = path.join(folder, name);
      if (Date.now() - fs.statSync(temporary).mtimeMs > ABANDONED) fs.rmSync(temporary, { force: true });
    }
  } catch {
    // No folder yet, or none that may be listed.
  }
}

function writeInPlace(target: string, bytes: Buffer, next: Buffer): boolean {
  const fd = fs.openSync(target, 'r+');
  try {
    if (!isStill(target, bytes)) return false;
    fs.writeSync(fd, next, 0, next.length, 0);
    fs.ftruncateSync(fd, next.length);
    fs.fsyncSync(fd);
    return true;
  } finally {
    fs.closeSync(fd);
  }
}

function isStill(target: string, bytes: Buffer): boolean {
  try {
    return fs.readFileSync(target).equals(bytes);
  } catch (error) {
    if (code(error) === 'ENOENT') return false;
    throw error;
  }
}

/** Follows links by hand: the last of them may point at a file that is not there. */
function linkTarget(file: string): string {
  let at = file;
  for (let hops = 0; hops < 40; hops++) {
    let stat: fs.Stats | undefined;
    try {
      stat = fs.lstatSync(at, { throwIfNoEntry: false });
    } catch (error) {
      throw denied(error, 'read', file, at);
    }
    if (stat?.isSymbolicLink()) {
      at = path.resolve(realFolder(at), fs.readlinkSync(at));
      continue;
    }
    return at;
  }
  throw new SettingsFault(
    `${file} is a link that leads back to itself. Nothing was written; remove the link.`,
    'denied',
  );
}

function realFolder(file: string): string {
  return fs.realpathSync(path.dirname(file));
}

/** The folders above a file that do not exist yet, the outermost first. */
export function missingFolders(file: string): string[] {
  const missing: string[] = [];
  for (let folder = path.dirname(file); !fs.existsSync(folder); folder = path.dirname(folder)) missing.unshift(folder);
  return missing;
}

function denied(error: unknown, verb: 'read' | 'written', file: string, target: string): Error {
  if (error instanceof SettingsFault || !(error instanceof Error) || !code(error)) return error as Error;
  const why: Record<string, string> = {
    EACCES: 'permission denied',
    EPERM: 'permission denied',
    EROFS: 'the file system is read-only',
    ENOSPC: 'the disk is full',
    EDQUOT: 'the disk quota is used up',
    ENOTDIR: 'a part of its path is no folder',
    ELOOP: 'a link on its path leads back to itself',
  };
  const blocked = obstacle(path.dirname(target));
  if (blocked) return new SettingsFault(`${file} cannot be ${verb}: ${blocked}`, 'denied');
  const reason = why[code(error) ?? ''] ?? error.message;
  return new SettingsFault(
    `${named(file, target)} cannot be ${verb}: ${reason}. Nothing was changed; make it writable and run the command again.`,
    'denied',
  );
}

/** What stands in the way of a folder, and what to do: a file, or a link that leads nowhere. */
function obstacle(folder: string): string | undefined {
  for (let at = folder; at !== path.dirname(at); at = path.dirname(at)) {
    const stat = fs.lstatSync(at, { throwIfNoEntry: false });
    if (!stat || fs.statSync(at, { throwIfNoEntry: false })?.isDirectory()) continue;
    const what = stat.isSymbolicLink()
      ? `${at} is a link to ${fs.readlinkSync(at)}, which is no folder. Nothing was changed; make that folder or remove the link`
      : `${at} is a file. Nothing was changed; make it a folder or move it away`;
    return `${what}, and run the command again.`;
  }
  return undefined;
}

function named(file: string, target: string): string {
  return file === target ? file : `${file} (a link to ${target})`;
}

function code(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
