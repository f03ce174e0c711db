// A host's link as a whole, whatever its form: entries in a file, a file of engram's own, or a folder of scripts.
import fs from 'node:fs';
import path from 'node:path';
import { parse } from 'jsonc-parser';
import type { Host, HostEvent, OwnFormat, Scope, ScriptsFormat } from './host.ts';
import { BOM } from './settings-document.ts';
import { type CommandOf, commandFor, parseFor } from './settings-entries.ts';
import {
  editFile,
  type FileEdit,
  linkedEvents,
  linkFile,
  linkObjection,
  readSettings,
  unlinkFile,
} from './settings-file.ts';
import { isOwn, linkOwn, type OwnFile, strayFile, unlinkOwn } from './settings-own.ts';
import { strayEntries } from './settings-stray.ts';
import { settingsWarnings } from './settings-warnings.ts';

const FILE_MODE = 0o644;
const SCRIPT_MODE = 0o755;

/** The host with the form that its settings have in this scope. */
export function inScope(host: Host, scope: Scope): Host {
  const format = host.settings.formats?.[scope];
  return format ? { ...host, settings: { ...host.settings, format } } : host;
}

/** The files of a host that has files of engram's own, as they shall be. */
function ownFiles(place: string, host: Host, format: OwnFormat | ScriptsFormat, command: CommandOf): OwnFile[] {
  if (format.kind === 'own') {
    const text = format.write((event: HostEvent) => commandFor(command, event), host.events);
    return [{ file: place, text, events: host.events.map(({ event }) => event) }];
  }
  return host.events.map((event) => ({
    file: path.join(place, event.event),
    text: format.write(event, commandFor(command, event)),
    events: [event.event],
  }));
}

/**
 * Brings a host's link up to date; an edit for each file that has to do with it. With `dryRun` nothing is written.
 * @param place the settings file, or the folder of scripts
 * @throws SettingsFault before anything is written
 */
export function linkSettings(place: string, host: Host, command: CommandOf, dryRun = false): FileEdit[] {
  const { format } = host.settings;
  if (format.kind === 'entries') {
    const edit = linkFile(place, host, command, dryRun);
    return [withStray(edit, strayEntries(edit.after ?? '', host, place))];
  }
  const files = ownFiles(place, host, format, command);
  const isScript = format.kind === 'scripts';
  const edit = (dry: boolean) =>
    files.map((own) => editFile(own.file, dry, (text) => linkOwn(text, own, host), isScript ? SCRIPT_MODE : FILE_MODE));
  const planned = edit(true);
  const gone = isScript ? strayScripts(place, host, files) : [];
  const edits = dryRun ? planned : edit(false);
  if (isScript) for (const one of edits) makeExecutable(one, dryRun);
  return [...edits, ...gone.map((file) => removeOwn(file, host, [path.basename(file)], dryRun))];
}

/** Takes a host's link away again; files that are not ours stay. */
export function unlinkSettings(place: string, host: Host, dryRun = false): FileEdit[] {
  const { format } = host.settings;
  const events = host.events.map(({ event }) => event);
  if (format.kind === 'entries') {
    const edit = unlinkFile(place, host, dryRun);
    return [withStray(edit, strayEntries(edit.after ?? '', host, place))];
  }
  if (format.kind === 'own') return [removeOwn(place, host, events, dryRun)];
  // A person's script is passed over, and named where it starts engram.
  const theirs = events.map((event) => path.join(place, event)).filter((file) => isFile(file) && !isScript(file, host));
  return [...strayScripts(place, host, []), ...theirs].map((file) =>
    removeOwn(file, host, [path.basename(file)], dryRun),
  );
}

/** What starts engram and is not as engram writes it is a person's: it is left, and told. */
function withStray(edit: FileEdit, stray: readonly string[]): FileEdit {
  if (stray.length === 0) return edit;
  return { ...edit, stray, warnings: [...edit.warnings, ...stray.map((sentence) => `${sentence}.`)] };
}

function removeOwn(file: string, host: Host, events: readonly string[], dryRun: boolean): FileEdit {
  const edit = editFile(file, dryRun, (text) => unlinkOwn(text, file, events, host));
  const stray = edit.after === undefined ? undefined : strayFile(edit.after, file, host);
  return withStray(edit, stray ? [`${stray}; it is left as it is`] : []);
}

/** Scripts of ours in a folder that are none of these. */
function strayScripts(folder: string, host: Host, wanted: readonly OwnFile[]): string[] {
  return list(folder)
    .map((name) => path.join(folder, name))
    .filter((file) => !wanted.some((own) => own.file === file) && isScript(file, host));
}

function isScript(file: string, host: Host): boolean {
  try {
    return fs.lstatSync(file).isFile() && isOwn(fs.readFileSync(file, 'utf8'), file, host);
  } catch {
    return false;
  }
}

function isFile(file: string): boolean {
  return fs.statSync(file, { throwIfNoEntry: false })?.isFile() === true;
}

function list(folder: string): string[] {
  try {
    return fs.readdirSync(folder).sort();
  } catch {
    return [];
  }
}

/** A script of ours that lost its mode, as in an archive, is given it back. */
function makeExecutable(edit: FileEdit, dryRun: boolean): void {
  if (process.platform === 'win32' || (dryRun && edit.before === undefined)) return;
  const { mode } = fs.statSync(edit.file);
  if ((mode & 0o100) !== 0) return;
  // Who may read it may run it.
  if (!dryRun) fs.chmodSync(edit.file, (mode & 0o7777) | ((mode & 0o444) >> 2));
  if (edit.updated.length + edit.added.length === 0) edit.updated.push(path.basename(edit.file));
}

/** What a host's settings say of our link. */
export interface LinkState {
  /** The events that are linked, and how often each. */
  linked: Map<string, number>;
  /** Sentences, without a full stop, about what keeps the host from running our hooks. */
  faults: string[];
  /** Files of engram's own that are not as this version writes them. */
  outdated: string[];
  /** Sentences about what starts engram and is not as engram writes it, so that it is left alone. */
  stray: string[];
}

/**
 * Undefined where there is no file.
 * @throws SettingsFault where it cannot be read
 */
export function linkState(place: string, host: Host, command: CommandOf): LinkState | undefined {
  const { format } = host.settings;
  if (format.kind !== 'entries') return ownState(place, host, format, command);
  const state = readSettings(place);
  if (state.text === undefined) return undefined;
  const objection = linkObjection(state, host);
  return {
    linked: linkedEvents(state.text, host, place),
    faults: [
      ...(objection ? [objection] : []),
      ...settingsWarnings(parseFor(host, state.text, place), host).map((fault) => fault.replace(/\.$/, '')),
    ],
    outdated: [],
    stray: strayEntries(state.text, host, place),
  };
}

function ownState(
  place: string,
  host: Host,
  format: OwnFormat | ScriptsFormat,
  command: CommandOf,
): LinkState | undefined {
  const linked = new Map<string, number>();
  const faults: string[] = [];
  const outdated: string[] = [];
  const stray: string[] = [];
  for (const { file, text: wanted, events } of ownFiles(place, host, format, command)) {
    const { text } = readSettings(file);
    if (text === undefined || !isOwn(text, file, host)) {
      stray.push(...([text && strayFile(text, file, host)].filter(Boolean) as string[]));
      continue;
    }
    for (const event of events) linked.set(event, 1);
    const { offSwitch } = host.settings;
    if (offSwitch && file.endsWith('.json') && valueIn(parse(text), offSwitch.at) === offSwitch.value)
      faults.push(
        `${file}: "${offSwitch.at.join('.')}" is ${offSwitch.value}: ${host.title} runs no hook, engram's neither`,
      );
    if (text !== wanted) outdated.push(file);
    else if (format.kind === 'scripts' && (fs.statSync(file).mode & 0o100) === 0 && process.platform !== 'win32')
      faults.push(`${file} is not executable, so that ${host.title} does not run it`);
  }
  return linked.size + stray.length > 0 ? { linked, faults, outdated, stray } : undefined;
}

function valueIn(value: unknown, keys: readonly string[]): unknown {
  return keys.reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], value);
}

/** Whether the member of a settings file holds anything; false where there is no file or it cannot be read. */
export function holdsMembers(file: string, name: string): boolean {
  try {
    const value = parse(fs.readFileSync(file, 'utf8').replace(BOM, ''))?.[name];
    return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
  } catch {
    return false;
  }
}
