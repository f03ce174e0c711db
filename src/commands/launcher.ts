// The launcher: the small program that settings files name, which knows where node and this package are.
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { Host, Scope } from '../../hosts/host.ts';
import { NODE_FLAGS } from '../hook/node-flags.ts';
import { CommandError, EXIT } from './context.ts';

/** What a launcher starts; absolute paths. */
export interface Installation {
  node: string;
  /** `dist/hook.cjs` of the package. */
  hook: string;
}

/** The node and the package that run now. */
export function thisInstallation(): Installation {
  // From dist/ in the bundle, from src/commands/ in the tests.
  for (let folder = __dirname; ; folder = path.dirname(folder)) {
    if (fs.existsSync(path.join(folder, 'package.json'))) {
      return { node: process.execPath, hook: path.join(folder, 'dist', 'hook.cjs') };
    }
    if (folder === path.dirname(folder)) return { node: process.execPath, hook: path.join(__dirname, 'hook.cjs') };
  }
}

/** Always under the user's home, whatever `ENGRAM_HOME` says: project files name it as `~/.engram/bin/engram-hook`. */
export function launcherFile(home: string): string {
  return path.join(home, '.engram', 'bin', 'engram-hook');
}

/** The launcher from the home folder: no `$`, no PATH, and `~` needs no quotes whatever the home is called. */
const FROM_HOME = '~/.engram/bin/engram-hook';

/**
 * The command that a settings file holds. Stable over versions: hosts hash it for their trust.
 * @param event the host's name of it, for hosts whose payloads do not say
 */
export function installedCommand(
  host: Host,
  scope: Scope,
  home: string,
  event?: string,
  platform: NodeJS.Platform = process.platform,
): string {
  const { command, namesEvent, expands } = host.settings;
  const args = namesEvent && event !== undefined ? `${host.name} ${event}` : host.name;
  if (scope !== 'project' && platform === 'win32') return `"${launcherFile(home)}.cmd" ${args}`;
  const file = launcherFile(home);
  // Such a host would take a part of the home's name for a variable, in quotes too. What `~` becomes it never sees.
  const named = scope === 'project' || (expands && file.includes('$'));
  const launcher = named ? FROM_HOME : /^[\w/.,:@%+-]+$/.test(file) ? file : shellQuote(file);
  if (command === 'plain') return `${launcher} ${args}`;
  // Silent where engram is gone, or a teammate has none. Without `exec` dash starts the launcher as a child and waits for it.
  const guarded = `test -x ${launcher} || exit 0; exec ${launcher} ${args}`;
  return scope === 'project' ? `${guarded} 2>/dev/null` : guarded;
}

/** For POSIX shells; nothing inside single quotes means anything. */
export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/**
 * The launcher for POSIX shells. Builtins only: a hook pays for each process.
 * @param engramHome where `ENGRAM_HOME` was moved to; the environment's own wins
 */
export function launcherScript({ node, hook }: Installation, engramHome?: string): string {
  const lines = [
    '#!/bin/sh',
    '# Starts the hooks of engram; written by `engram link`. Without node or the package it does nothing.',
    `[ -x ${shellQuote(node)} ] && [ -r ${shellQuote(hook)} ] || exit 0`,
    '# Both slow down every start of node, the first by three times.',
    'unset NODE_EXTRA_CA_CERTS NODE_OPTIONS',
  ];
  if (engramHome !== undefined) {
    // A relative one counts as none, as in findPlaces.
    lines.push(`case "$ENGRAM_HOME" in /*) ;; *) ENGRAM_HOME=${shellQuote(engramHome)} ;; esac`, 'export ENGRAM_HOME');
  }
  const start = (flags: string) => `${shellQuote(node)} ${flags}${shellQuote(hook)} "$@"`;
  lines.push(
    `${start(`${NODE_FLAGS.join(' ')} `)} 2>/dev/null`,
    '# 9: a node that does not know a flag; it has read nothing yet. Whatever else happened, the turn goes on.',
    '[ $? -eq 9 ] || exit 0',
    `exec ${start('')}`,
  );
  return `${lines.join('\n')}\n`;
}

/** The launcher for cmd.exe. */
export function launcherBatch({ node, hook }: Installation, engramHome?: string): string {
  const quote = (text: string) => `"${text.replaceAll('%', '%%')}"`;
  const all = `${node}${hook}${engramHome ?? ''}`;
  const lines = [
    '@echo off',
    'setlocal',
    // A batch file is read in the console's code page; the change costs a process, so only where a path needs it.
    ...(/[^\x20-\x7e]/.test(all) ? ['chcp 65001 >nul'] : []),
    `if not exist ${quote(node)} exit /b 0`,
    `if not exist ${quote(hook)} exit /b 0`,
    'set NODE_EXTRA_CA_CERTS=',
    'set NODE_OPTIONS=',
    ...(engramHome === undefined ? [] : [`if not defined ENGRAM_HOME set ${quote(`ENGRAM_HOME=${engramHome}`)}`]),
    `${quote(node)} ${NODE_FLAGS.join(' ')} ${quote(hook)} %* 2>nul`,
    'if not %errorlevel% equ 9 exit /b 0',
    `${quote(node)} ${quote(hook)} %*`,
  ];
  return `${lines.join('\r\n')}\r\n`;
}

/** The home of engram's that a launcher gives where the environment gives none. */
export function keptIn(text: string): string | undefined {
  return /(?:\|\||\*\)) ENGRAM_HOME='((?:[^']|'\\'')*)'|set "ENGRAM_HOME=([^"]*)"/
    .exec(text)
    ?.slice(1)
    .find((it) => it !== undefined)
    ?.replaceAll("'\\''", "'");
}

/** What was written, or would be. */
export interface LauncherReport {
  file: string;
  changed: boolean;
  /** Where the hooks kept everything before, where that is another folder than now. */
  keptBefore?: string;
}

/**
 * Writes the launcher where it is missing or says something else.
 * @param engramHome the folder of `findPlaces`; named in the launcher only where it is not `~/.engram`
 * @throws CommandError 73 where it cannot be written
 */
export function writeLauncher(
  home: string,
  engramHome: string,
  installation: Installation = thisInstallation(),
  options: { platform?: NodeJS.Platform; dryRun?: boolean } = {},
): LauncherReport {
  const file = launcherFile(home);
  const moved = engramHome === path.join(home, '.engram') ? undefined : engramHome;
  const windows = (options.platform ?? process.platform) === 'win32';
  const texts: [string, string][] = [[file, launcherScript(installation, moved)]];
  if (windows) texts.push([`${file}.cmd`, launcherBatch(installation, moved)]);
  try {
    const before = fs.existsSync(file)
      ? (keptIn(fs.readFileSync(file, 'utf8')) ?? path.join(home, '.engram'))
      : engramHome;
    const stale = texts.filter(([at, text]) => !isWritten(at, text, windows));
    if (stale.length > 0 && !options.dryRun) {
      fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
      for (const [at, text] of stale) put(at, text);
    }
    return { file, changed: stale.length > 0, ...(before === engramHome ? {} : { keptBefore: before }) };
  } catch (error) {
    throw new CommandError(
      `the launcher ${file} cannot be written: ${(error as Error).message}; make the folder writable and run the command again`,
      EXIT.cannotCreate,
    );
  }
}

function isWritten(file: string, text: string, windows: boolean): boolean {
  const stat = fs.statSync(file, { throwIfNoEntry: false });
  if (!stat?.isFile() || (!windows && (stat.mode & 0o777) !== 0o755)) return false;
  return fs.readFileSync(file, 'utf8') === text;
}

/** By rename: a hook may be reading the old one. */
function put(file: string, text: string): void {
  sweep(file);
  const temporary = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    fs.writeFileSync(temporary, text, { flag: 'wx', mode: 0o755 });
    fs.chmodSync(temporary, 0o755);
    fs.renameSync(temporary, file);
  } finally {
    fs.rmSync(temporary, { force: true });
  }
}

/** Takes away what processes that were killed at it left a minute ago or longer. */
function sweep(file: string): void {
  const folder = path.dirname(file);
  for (const name of fs.readdirSync(folder)) {
    if (!/^engram-hook(?:\.cmd)?\.[0-9a-f]{12}\.tmp$/.test(name)) continue;
    const temporary = path.join(folder, name);
    const stat = fs.statSync(temporary, { throwIfNoEntry: false });
    if (stat && Date.now() - stat.mtimeMs > 60_000) fs.rmSync(temporary, { force: true });
  }
}
