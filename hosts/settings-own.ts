// Files that are engram's alone: a plugin, a JSON file of hooks, a script. Written whole, and taken away only where they are ours.
import path from 'node:path';
import { parse } from 'jsonc-parser';
import { type Host, OWN_MARK } from './host.ts';
import { BOM, lineOf, SettingsFault } from './settings-document.ts';
import type { Edit } from './settings-edit.ts';
import { isManagedCommand, namesEngram } from './settings-entries.ts';

/** The keys under which hosts have a hook's command, for one shell or another. */
const COMMANDS = ['command', 'bash', 'powershell', 'windows', 'linux', 'osx', 'exec'];

/** What is to stand in a file of ours. */
export interface OwnFile {
  file: string;
  text: string;
  /** The events that it serves. */
  events: readonly string[];
}

/** Whether engram wrote this file, in whatever version. */
export function isOwn(text: string, file: string, host: Host): boolean {
  // A file of our name that was emptied holds nothing of anybody's.
  if (/^engram\.\w+$/.test(path.basename(file)) && text.trim() === '') return true;
  if (!file.endsWith('.json')) return text.includes(OWN_MARK);
  const commands = jsonCommands(text);
  return commands.length > 0 && commands.every((command) => isManagedCommand(command, host));
}

function jsonCommands(text: string): string[] {
  return commandsOf(parse(text.replace(BOM, ''), [], { allowTrailingComma: true }));
}

/** That a file which is not ours any more starts engram all the same; a sentence with its line, without its end. */
export function strayFile(text: string, file: string, host: Host): string | undefined {
  const commands = file.endsWith('.json') ? jsonCommands(text) : text.split('\n');
  const engram = commands.find(namesEngram);
  if (engram === undefined) return undefined;
  const theirs = file.endsWith('.json') && commands.find((command) => !isManagedCommand(command, host));
  const line = lineOf(text, Math.max(0, text.indexOf(theirs ? JSON.stringify(theirs) : engram)));
  const what = theirs
    ? "a hook that engram did not write stands beside engram's"
    : 'it starts engram, and engram did not write it so';
  return `${file}:${line}: ${what}; move the hook to a file of its own, or this file away`;
}

function commandsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(commandsOf);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) =>
    typeof one === 'string' && COMMANDS.includes(key) ? [one] : commandsOf(one),
  );
}

/**
 * The file as it shall be.
 * @param text undefined where there is none
 * @throws SettingsFault (`data`) where a file of somebody else stands there
 */
export function linkOwn(text: string | undefined, { file, text: wanted, events }: OwnFile, host: Host): Edit {
  if (text !== undefined && !isOwn(text, file, host)) {
    const stray = strayFile(text, file, host);
    throw new SettingsFault(
      stray
        ? `${stray}. Nothing was written; do that and run the command again.`
        : `${file}:1: this file was not written by engram. Nothing was written; move it away or give it another name, and run the command again.`,
      'data',
    );
  }
  const isNew = text === undefined;
  return {
    text: wanted,
    changed: text !== wanted,
    gone: false,
    added: isNew ? [...events] : [],
    updated: isNew || text === wanted ? [] : [...events],
    removed: [],
    warnings: [],
  };
}

/** The file is to go where it is ours. */
export function unlinkOwn(text: string | undefined, file: string, events: readonly string[], host: Host): Edit {
  const gone = text === undefined || isOwn(text, file, host);
  const removed = text !== undefined && gone ? [...events] : [];
  return { text: text ?? '', changed: removed.length > 0, gone, added: [], updated: [], removed, warnings: [] };
}
