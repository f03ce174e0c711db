// Managed entries in and out of a settings file, as functions of its text. Every edit is a splice: what is not ours keeps
// its bytes, its order and, where the host trusts hooks by position, its place.
//
// A container that link makes opens with white space (`"hooks": {\n`). In an empty container of the person's our text
// begins right at the bracket (`"hooks": {"SessionStart": …`). That difference is how unlink knows, without any record,
// which empty containers to take away and which to leave.
import type { Host } from './host.ts';
import { cutChildren } from './settings-cut.ts';
import type { Child, SettingsDocument, Splice, Value } from './settings-document.ts';
import {
  indentAt,
  layoutOf,
  lineOf,
  member,
  refuseTwice,
  SettingsFault,
  splice,
  startsLine,
} from './settings-document.ts';
import type { CommandOf, Entry } from './settings-entries.ts';
import { entriesFormat, eventsOf, parseFor, wantedEntries } from './settings-entries.ts';
import { insertions, wholeFile } from './settings-insert.ts';
import { ownershipOf } from './settings-ownership.ts';
import { staleEntries } from './settings-stale.ts';
import { verify } from './settings-verify.ts';
import { asleep, awakened, refuseUntaken, settingsWarnings } from './settings-warnings.ts';

/** An edited settings file. */
export interface Edit {
  text: string;
  /** The text is another than before, or the file is to be made or removed. */
  changed: boolean;
  /** Nothing is left of a file that link made: it is to be removed. */
  gone: boolean;
  /** Events whose entries were written, refreshed or taken out. */
  added: string[];
  updated: string[];
  removed: string[];
  /** Sentences with file and line. */
  warnings: string[];
}

/**
 * The file with exactly the entries that this host shall have. `text` is undefined where there is no file yet.
 * @throws SettingsFault (`data`) where the file is none that can be edited without loss.
 */
export function linkText(text: string | undefined, host: Host, command: CommandOf, file: string): Edit {
  const wanted = wantedEntries(host, command);
  const start = parseFor(host, text ?? '', file);
  refuseShape(start, host);
  if (text !== undefined) refuseUntaken(start, host);

  const update = updateEntries(start, host, wanted);
  let doc = reparse(start, host, update.splices);
  const added = wanted.filter(({ event }) => !findEntry(doc, host, event)).map(({ event }) => event);
  const missing = wanted.filter(({ event }) => added.includes(event));
  doc = doc.root
    ? reparse(doc, host, insertions(doc, host, missing))
    : parseFor(host, wholeFile(doc, host, missing, text === undefined), file);
  const stale = staleEntries(doc, host, new Set(wanted.map(({ event }) => event)));
  doc = reparse(doc, host, stale.splices);

  verify(start, doc, host);
  return {
    text: doc.text,
    changed: doc.text !== text,
    gone: false,
    added,
    updated: update.events,
    removed: stale.events,
    warnings: [...awakened(start, host), ...stale.warnings, ...settingsWarnings(doc, host)],
  };
}

/**
 * The file without our entries and without the containers that link made.
 * @throws SettingsFault (`data`) where the file does not parse.
 */
export function unlinkText(text: string, host: Host, file: string): Edit {
  const doc = parseFor(host, text, file);
  const stale = staleEntries(doc, host, new Set());
  const after = reparse(doc, host, stale.splices);
  verify(doc, after, host);
  return {
    text: after.text,
    changed: after.text !== text,
    gone: doc.root !== undefined && after.root === undefined && doc.root.start === 0 && after.text === '\n',
    added: [],
    updated: [],
    removed: stale.events,
    warnings: [...stale.warnings, ...asleep(doc, after, host)],
  };
}

/** The events that a file holds entries of ours for, with how many each; a sound link has one. */
export function linkedEvents(text: string, host: Host, file: string): Map<string, number> {
  const doc = parseFor(host, text, file);
  const found = new Map<string, number>();
  for (const { key = '', value } of eventLists(doc, host)) {
    const own = value.children.map((group) => ownershipOf(group.value, host));
    const count = own.reduce((sum, { kind, handlers }) => sum + (kind === 'astray' ? 1 : handlers.length), 0);
    if (count > 0) found.set(key, (found.get(key) ?? 0) + count);
  }
  return found;
}

function reparse(doc: SettingsDocument, host: Host, splices: readonly Splice[]): SettingsDocument {
  return splices.length > 0 ? parseFor(host, splice(doc.text, splices), doc.file) : doc;
}

/** The lists of events; an event of another shape is not ours to understand. */
function eventLists(doc: SettingsDocument, host: Host): Child[] {
  const hooks = eventsOf(doc, host);
  return hooks?.type === 'object' ? hooks.children.filter(({ value }) => value.type === 'array') : [];
}

function refuseShape(doc: SettingsDocument, host: Host): void {
  const refuse = (value: Value, what: string) => {
    throw new SettingsFault(
      `${doc.file}:${lineOf(doc.text, value.start)}: ${what}. Nothing was written; correct it by hand and run the command again.`,
      'data',
    );
  };
  if (!doc.root) return;
  if (doc.root.type !== 'object') refuse(doc.root, 'the file holds no JSON object');
  const { under } = entriesFormat(host);
  const hooks = eventsOf(doc, host);
  if (!hooks) return;
  if (hooks.type !== 'object') refuse(hooks, `"${under}" is not an object`);
  for (const { event } of host.events) {
    refuseTwice(doc, hooks, event);
    const list = member(hooks, event)?.value;
    if (list && list.type !== 'array') refuse(list, `"${under === null ? '' : `${under}.`}${event}" is not a list`);
  }
}

/** The first entry of ours for an event; the others are copies. A flat one does not count: hosts drop it. */
function findEntry(doc: SettingsDocument, host: Host, event: string) {
  const list = member(eventsOf(doc, host), event)?.value;
  for (const group of list?.children ?? []) {
    const { kind, handlers } = ownershipOf(group.value, host);
    if (handlers[0]) return { group: group.value, handler: handlers[0].value, whole: kind === 'whole' };
  }
  return undefined;
}

function updateEntries(doc: SettingsDocument, host: Host, wanted: readonly Entry[]) {
  const splices: Splice[] = [];
  const events: string[] = [];
  // What an older entry of ours may hold and a newer one not.
  const bare = entriesFormat(host).shape === 'flat';
  const keys = ['async', ...(bare ? ['matcher'] : []), ...wanted.flatMap(({ handler }) => Object.keys(handler))];
  const unset = Object.fromEntries(keys.map((key) => [key, undefined]));
  for (const entry of wanted) {
    const found = findEntry(doc, host, entry.event);
    if (!found) continue;
    const edits = setMembers(doc, found.handler, { ...unset, ...entry.handler });
    // A group that a person shares with us keeps its matcher: it filters their hooks too.
    if (found.whole && !bare) {
      const matcher = member(found.group, 'matcher')?.value.literal;
      // Absent, "" and "*" say the same, and a change would cost the host's trust.
      const same = entry.matcher === undefined && (matcher === '' || matcher === '*');
      if (!same) edits.push(...setMembers(doc, found.group, { matcher: entry.matcher }));
    }
    if (edits.length > 0) events.push(entry.event);
    splices.push(...edits);
  }
  return { splices, events };
}

/** Sets members of an object to these literals, undefined taking them away; others stay. */
function setMembers(doc: SettingsDocument, object: Value, wanted: Record<string, unknown>): Splice[] {
  const splices: Splice[] = [];
  const gone: number[] = [];
  for (const [key, value] of Object.entries(wanted)) {
    const at = object.children.findIndex((child) => child.key === key);
    const found = object.children[at]?.value;
    if (found && value === undefined) gone.push(at);
    else if (found && (found.type !== 'literal' || found.literal !== value)) {
      splices.push({ start: found.start, end: found.end, text: JSON.stringify(value) });
    } else if (!found && value !== undefined) {
      const last = object.children.at(-1)!;
      const space = startsLine(doc.text, last.start) ? layoutOf(doc).eol + indentAt(doc.text, last.start) : ' ';
      const text = `,${space}${JSON.stringify(key)}: ${JSON.stringify(value)}`;
      splices.push({ start: last.end, end: last.end, text });
    }
  }
  gone.sort((a, b) => a - b);
  return [...splices, ...cutChildren(doc, object, gone)];
}
