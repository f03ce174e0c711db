// What a host will hold against a settings file that engram can edit.
import type { Host, HostSettings } from './host.ts';
import type { SettingsDocument, Value } from './settings-document.ts';
import { BOM, lineOf, member, SettingsFault } from './settings-document.ts';
import { entriesFormat, eventsOf } from './settings-entries.ts';
import { ownershipOf } from './settings-ownership.ts';
import { markedTop, missingTop } from './settings-top.ts';

/** Something for which a host does not take a settings file. */
interface Objection {
  /** Where it stands, or begins. */
  offset: number;
  /** What it is, and when it would be well: the parts of a sentence. */
  what: string;
  until: string;
}

/** Sentences with file and line about what makes this host ignore the file, though it can be edited. */
export function settingsWarnings(doc: SettingsDocument, host: Host): string[] {
  const { offSwitch } = host.settings;
  const at = (offset: number) => `${doc.file}:${lineOf(doc.text, offset)}`;
  const sentence = ({ offset, what, until }: Objection) =>
    `${at(offset)}: ${what}: ${host.title} ${verdict(host.settings)}, engram's hooks with it, until ${until}.`;
  const off = offSwitch && valueAt(doc, offSwitch.at);
  const isOff = off !== undefined && off.literal === offSwitch?.value;
  return [
    ...untaken(doc, host).map(sentence),
    ...(isOff
      ? [
          `${at(off.start)}: "${offSwitch?.at.join('.')}" is ${off.literal}: ${host.title} runs no hook, engram's neither.`,
        ]
      : []),
    ...badEvents(doc, host).map(sentence),
  ];
}

/** @throws SettingsFault where the host takes no such file and is not to be given one */
export function refuseUntaken(doc: SettingsDocument, host: Host): void {
  const [first] = host.settings.refuses ? [...untaken(doc, host), ...badEvents(doc, host)] : [];
  if (!first) return;
  throw new SettingsFault(
    `${doc.file}:${lineOf(doc.text, first.offset)}: ${first.what}: ${host.title} ${verdict(host.settings)} until ${first.until}. Nothing was written; correct it and run the command again.`,
    'data',
  );
}

/** What the host does with a file that it does not take. */
export function verdict({ untaken: does = 'ignores the whole file' }: HostSettings): string {
  return does;
}

function untaken(doc: SettingsDocument, host: Host): Objection[] {
  const { intolerant, members, knownEvents } = host.settings;
  const found: Objection[] = [];
  const loose = [
    ...(intolerant.includes('comment') ? doc.comments.map(({ start }) => start) : []),
    ...(intolerant.includes('comma') ? doc.trailingCommas : []),
  ].sort((a, b) => a - b)[0];
  if (loose !== undefined) {
    const what = doc.text[loose] === ',' ? 'a comma before a closing bracket' : 'a comment';
    found.push({ offset: loose, what, until: intolerant.includes('comment') ? 'it is strict JSON' : 'it is gone' });
  }
  if (intolerant.includes('bom') && doc.text.startsWith(BOM))
    found.push({ offset: 0, what: 'the file begins with a byte order mark', until: 'it is saved without' });
  if (intolerant.includes('empty') && !doc.root)
    found.push({ offset: 0, what: 'the file is empty', until: 'it holds an object, {}' });
  const slashes = intolerant.includes('slashes') ? slashesIn(doc.text) : undefined;
  if (slashes !== undefined)
    found.push({ offset: slashes, what: '"//" within a string', until: 'it is written "\\/\\/"' });
  for (const { key = '', start, value } of members ? (doc.root?.children ?? []) : []) {
    if (members?.includes(key) && (key !== 'description' || typeof value.literal === 'string')) continue;
    const allowed = members?.map((name) => (name === 'description' ? `"${name}" (a string)` : `"${name}"`)) ?? [];
    const what = `only ${allowed.join(', ').replace(/, (?=[^,]*$)/, ' and ')} may stand here`;
    found.push({ offset: start, what, until: `"${key}" is gone` });
  }
  for (const { key = '', start } of knownEvents ? (eventsOf(doc, host)?.children ?? []) : []) {
    if (knownEvents?.includes(key)) continue;
    found.push({ offset: start, what: `"${key}" is no event of ${host.title}`, until: 'it is gone' });
  }
  return found;
}

/** Where the first string that holds `//` begins; comments are none. */
function slashesIn(text: string): number | undefined {
  const parts = text.matchAll(/"(?:[^"\\]|\\[\s\S])*"|\/\/[^\r\n]*|\/\*[\s\S]*?\*\//g);
  for (const { 0: part, index } of parts) if (part.startsWith('"') && part.includes('//')) return index;
  return undefined;
}

function badEvents(doc: SettingsDocument, host: Host): Objection[] {
  return (host.settings.fragileEvents ?? []).flatMap((event) => {
    const list = member(eventsOf(doc, host), event)?.value;
    const bad = list && badGroup(list);
    return bad ? [{ offset: bad.start, what: `not a valid "${event}" hook`, until: 'it is corrected' }] : [];
  });
}

function valueAt(doc: SettingsDocument, keys: readonly string[]): Value | undefined {
  return keys.reduce<Value | undefined>((value, key) => member(value, key)?.value, doc.root);
}

/** The first value in an event's list that is no group of hooks. Kinds of hooks that we do not know pass. */
function badGroup(list: Value): Value | undefined {
  if (list.type !== 'array') return list;
  for (const { value: group } of list.children) {
    const handlers = member(group, 'hooks')?.value;
    if (handlers?.type !== 'array') return group;
    const matcher = member(group, 'matcher')?.value;
    if (matcher && typeof matcher.literal !== 'string') return matcher;
    for (const { value: handler } of handlers.children) {
      if (typeof member(handler, 'type')?.value.literal !== 'string') return handler;
      const timeout = member(handler, 'timeout')?.value;
      if (timeout && !(typeof timeout.literal === 'number' && timeout.literal > 0)) return timeout;
    }
  }
  return undefined;
}

/** That hooks of a person's which the host passed over will run, because link adds what the file lacked. */
export function awakened(before: SettingsDocument, host: Host): string[] {
  const added = missingTop(before, host).map(([key, value]) => `"${key}": ${value}`);
  if (added.length === 0 || !hasOthers(before, host)) return [];
  return [
    `${before.file}:1: ${added.join(', ')} was missing, so that ${host.title} took none of this file; it is there now, and the other hooks of this file run too.`,
  ];
}

/** That hooks of a person's will not run any more, because unlink takes away what link had added to their file. */
export function asleep(before: SettingsDocument, after: SettingsDocument, host: Host): string[] {
  const gone = markedTop(before, host).map(({ start, end }) => before.text.slice(start, end));
  if (gone.length === 0 || !hasOthers(after, host)) return [];
  return [
    `${before.file}:1: ${gone.join(', ')} came from engram and is gone again; without it ${host.title} takes none of this file, the hooks that are left in it neither.`,
  ];
}

/** Whether hooks of others are in the file. */
function hasOthers(doc: SettingsDocument, host: Host): boolean {
  const lists = eventsOf(doc, host)?.children ?? [];
  const others = (item: Value) => ['none', 'part'].includes(ownershipOf(item, host).kind);
  return entriesFormat(host).under !== null && lists.some(({ value }) => value.children.some((it) => others(it.value)));
}
