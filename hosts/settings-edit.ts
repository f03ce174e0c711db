// Managed entries in and out of a settings file, as functions of its text. Every edit is a splice: what is not ours keeps
// its bytes, its order and, where the host trusts hooks by position, its place.
//
// A container that link makes opens with white space (`"hooks": {\n`). In an empty container of the person's our text
// begins right at the bracket (`"hooks": {"SessionStart": …`). That difference is how unlink knows, without any record,
// which empty containers to take away and which to leave.
import type { Host } from './host.ts';
import { cutChildren, hasCommentOutside } from './settings-cut.ts';
import type { Child, Layout, SettingsDocument, Splice, Value } from './settings-document.ts';
import {
  BOM,
  indentAt,
  layoutOf,
  lineOf,
  member,
  parseSettings,
  refuseTwice,
  SettingsFault,
  splice,
  startsLine,
} from './settings-document.ts';
import type { Entry } from './settings-entries.ts';
import { groupOf, ownershipOf, printInline, printLines, wantedEntries } from './settings-entries.ts';
import { settingsWarnings } from './settings-warnings.ts';

/** An edited settings file. */
export interface Edit {
  text: string;
  /** Nothing is left of a file that link made: it is to be removed. */
  gone: boolean;
  /** Events whose entries were written, refreshed or taken out. */
  added: string[];
  updated: string[];
  removed: string[];
  /** Sentences with file and line. */
  warnings: string[];
}

/** What stands in the place of a group that was taken out of the middle where trust is by position. */
const PLACEHOLDER = '{"hooks":[]}';

/**
 * The file with exactly the entries that this host shall have. `text` is undefined where there is no file yet.
 * @throws SettingsFault (`data`) where the file is none that can be edited without loss.
 */
export function linkText(text: string | undefined, host: Host, command: string, file: string): Edit {
  const wanted = wantedEntries(host, command);
  const start = parseSettings(text ?? '', file);
  refuseShape(start, host);

  const update = updateEntries(start, host, wanted);
  let doc = reparse(start, update.splices);
  const added = wanted.filter(({ event }) => !findEntry(doc, host, event)).map(({ event }) => event);
  const missing = wanted.filter(({ event }) => added.includes(event));
  doc = doc.root
    ? reparse(doc, insertions(doc, host, missing))
    : parseSettings(wholeFile(doc, missing, text === undefined), file);
  const stale = staleEntries(doc, host, new Set(wanted.map(({ event }) => event)));
  doc = reparse(doc, stale.splices);

  verify(start, doc, host);
  return {
    text: doc.text,
    gone: false,
    added,
    updated: update.events,
    removed: stale.events,
    warnings: [...stale.warnings, ...settingsWarnings(doc, host)],
  };
}

/**
 * The file without our entries and without the containers that link made.
 * @throws SettingsFault (`data`) where the file does not parse.
 */
export function unlinkText(text: string, host: Host, file: string): Edit {
  const doc = parseSettings(text, file);
  const stale = staleEntries(doc, host, new Set());
  const after = reparse(doc, stale.splices);
  verify(doc, after, host);
  return {
    text: after.text,
    gone: doc.root !== undefined && after.root === undefined && doc.root.start === 0 && after.text === '\n',
    added: [],
    updated: [],
    removed: stale.events,
    warnings: stale.warnings,
  };
}

/** The events that a file holds entries of ours for, with how many each; a sound link has one. */
export function linkedEvents(text: string, host: Host, file: string): Map<string, number> {
  const doc = parseSettings(text, file);
  const found = new Map<string, number>();
  for (const { key = '', value } of eventLists(doc)) {
    const own = value.children.map((group) => ownershipOf(group.value, host));
    const count = own.reduce((sum, { kind, handlers }) => sum + (kind === 'flat' ? 1 : handlers.length), 0);
    if (count > 0) found.set(key, (found.get(key) ?? 0) + count);
  }
  return found;
}

function reparse(doc: SettingsDocument, splices: readonly Splice[]): SettingsDocument {
  return splices.length > 0 ? parseSettings(splice(doc.text, splices), doc.file) : doc;
}

/** The arrays under `hooks`; an event of another shape is not ours to understand. */
function eventLists(doc: SettingsDocument): Child[] {
  const hooks = member(doc.root, 'hooks')?.value;
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
  const hooks = member(doc.root, 'hooks')?.value;
  if (!hooks) return;
  if (hooks.type !== 'object') refuse(hooks, '"hooks" is not an object');
  for (const { event } of host.events) {
    refuseTwice(doc, hooks, event);
    const list = member(hooks, event)?.value;
    if (list && list.type !== 'array') refuse(list, `"hooks.${event}" is not a list`);
  }
}

/** The first entry of ours for an event; the others are copies. A flat one does not count: hosts drop it. */
function findEntry(doc: SettingsDocument, host: Host, event: string) {
  const list = member(member(doc.root, 'hooks')?.value, event)?.value;
  for (const group of list?.children ?? []) {
    const { kind, handlers } = ownershipOf(group.value, host);
    if (handlers[0]) return { group: group.value, handler: handlers[0].value, whole: kind === 'whole' };
  }
  return undefined;
}

function updateEntries(doc: SettingsDocument, host: Host, wanted: readonly Entry[]) {
  const splices: Splice[] = [];
  const events: string[] = [];
  for (const entry of wanted) {
    const found = findEntry(doc, host, entry.event);
    if (!found) continue;
    const { command, timeout, type, ...optional } = entry.handler;
    const edits = setMembers(doc, found.handler, {
      type,
      command,
      timeout,
      async: undefined,
      ...(host.settings.statusMessage === undefined ? {} : { statusMessage: undefined }),
      ...optional,
    });
    // A group that a person shares with us keeps its matcher: it filters their hooks too.
    if (found.whole) {
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

/** The whole text where the file is missing, empty or holds white space and comments only. */
function wholeFile(doc: SettingsDocument, missing: readonly Entry[], create: boolean): string {
  const layout = { eol: layoutOf(doc).eol, unit: '  ' };
  const object = printLines({ hooks: hooksOf(missing) }, layout, '');
  if (create) return `${object}\n`;
  // At the end, where it never looks like a file of our own (an object and a line break), unless a comment is open.
  if (doc.comments.length === 0 || /[\r\n]\s*$/.test(doc.text)) return doc.text + object;
  return doc.text.startsWith(BOM) ? BOM + object + doc.text.slice(1) : object + doc.text;
}

function hooksOf(entries: readonly Entry[]): Record<string, unknown[]> {
  return Object.fromEntries(entries.map((entry) => [entry.event, [groupOf(entry)]]));
}

function insertions(doc: SettingsDocument, host: Host, missing: readonly Entry[]): Splice[] {
  const root = doc.root;
  if (!root || missing.length === 0) return [];
  const layout = layoutOf(doc);
  const hooks = member(root, 'hooks')?.value;
  if (!hooks) {
    const inline = isInline(doc, root);
    const text = `"hooks": ${print({ ...hooksOf(missing) }, layout, childIndent(doc, root, layout), inline, 2)}`;
    return [insertFirst(doc, root, [text], layout, inline)];
  }

  const splices: Splice[] = [];
  const inlineHooks = isInline(doc, root) || isInline(doc, hooks);
  const indent = childIndent(doc, hooks, layout);
  const properties: string[] = [];
  for (const entry of missing) {
    const list = member(hooks, entry.event)?.value;
    if (list) {
      const inline = inlineHooks || isInline(doc, list);
      const group = print(groupOf(entry), layout, childIndent(doc, list, layout), inline, 0);
      splices.push(insertGroup(doc, host, list, group, layout, inline));
    } else
      properties.push(`${JSON.stringify(entry.event)}: ${print([groupOf(entry)], layout, indent, inlineHooks, 1)}`);
  }
  if (properties.length > 0) {
    const last = hooks.children.findLast(({ value }) => isMade(doc, value, ownGroups(value, host)));
    splices.push(
      last
        ? insertAfter(last, properties, indent, layout, inlineHooks)
        : insertFirst(doc, hooks, properties, layout, inlineHooks),
    );
  }
  return splices;
}

function insertGroup(
  doc: SettingsDocument,
  host: Host,
  list: Value,
  group: string,
  layout: Layout,
  inline: boolean,
): Splice {
  const last = list.children.at(-1);
  if (host.settings.format !== 'codex' || !last) return insertFirst(doc, list, [group], layout, inline);
  // Back into the gap that an unlink left: there the host may still trust it.
  const gap = list.children.find((child) => child !== last && doc.text.slice(child.start, child.end) === PLACEHOLDER);
  if (gap) return { start: gap.start, end: gap.end, text: group };
  return insertAfter(last, [group], childIndent(doc, list, layout), layout, inline);
}

function insertFirst(
  doc: SettingsDocument,
  container: Value,
  texts: readonly string[],
  layout: Layout,
  inline: boolean,
): Splice {
  const at = container.start + 1;
  const space = inline ? '' : layout.eol + childIndent(doc, container, layout);
  const text =
    container.children.length > 0
      ? texts.map((one) => `${space}${one},`).join('')
      : texts.join(inline ? ', ' : `,${space}`);
  return { start: at, end: at, text };
}

function insertAfter(child: Child, texts: readonly string[], indent: string, layout: Layout, inline: boolean): Splice {
  const space = inline ? ' ' : layout.eol + indent;
  return { start: child.end, end: child.end, text: texts.map((one) => `,${space}${one}`).join('') };
}

/** Prints a value; in one line the outer `made` levels of containers get the white space that says who made them. */
function print(value: unknown, layout: Layout, indent: string, inline: boolean, made: number): string {
  if (!inline) return printLines(value, layout, indent);
  if (made === 0) return printInline(value);
  if (Array.isArray(value)) return `[ ${value.map((item) => print(item, layout, indent, true, made - 1)).join(', ')} ]`;
  const members = Object.entries(value as object).map(
    ([key, item]) => `${JSON.stringify(key)}: ${print(item, layout, indent, true, made - 1)}`,
  );
  return `{ ${members.join(', ')} }`;
}

/** A container that its owner wrote in one line. An empty one says nothing about that. */
function isInline(doc: SettingsDocument, { start, end, children }: Value): boolean {
  return children.length > 0 && !/[\r\n]/.test(doc.text.slice(start, end));
}

function childIndent(doc: SettingsDocument, container: Value, { unit }: Layout): string {
  const first = container.children.find((child) => startsLine(doc.text, child.start));
  return first ? indentAt(doc.text, first.start) : indentAt(doc.text, container.start) + unit;
}

/** The indices of the groups of a list that are ours altogether. */
function ownGroups(list: Value, host: Host): number[] {
  if (list.type !== 'array') return [];
  return list.children.flatMap(({ value }, index) => {
    const { kind } = ownershipOf(value, host);
    return kind === 'whole' || kind === 'flat' ? [index] : [];
  });
}

/** Whether link made this container and nothing but these children of ours is in it. */
function isMade(doc: SettingsDocument, container: Value, own: readonly number[]): boolean {
  const { children, start } = container;
  if (children.length === 0 || own.length < children.length || hasCommentOutside(doc, container, children))
    return false;
  const first = children[0]!;
  // Text that a minifier or formatter wrote anew tells nothing; then an empty container is taken for ours.
  const asWritten = /":\s/.test(doc.text.slice(first.start, first.end));
  return first.start > start + 1 || !asWritten;
}

/** The cuts that leave one entry for each event to keep and none elsewhere, and the containers that go with them. */
function staleEntries(doc: SettingsDocument, host: Host, keep: ReadonlySet<string>) {
  const result = { splices: [] as Splice[], events: [] as string[], warnings: [] as string[] };
  const root = doc.root;
  const hooks = member(root, 'hooks')?.value;
  if (!root || hooks?.type !== 'object') return result;

  const wholeEvents: number[] = [];
  for (const [index, { key = '', value: list }] of hooks.children.entries()) {
    if (list.type !== 'array') continue;
    const cuts = staleGroups(doc, host, list, keep.has(key));
    if (!cuts) continue;
    if (!result.events.includes(key)) result.events.push(key);
    result.warnings.push(...cuts.warnings);
    if (isMade(doc, list, cuts.gone)) wholeEvents.push(index);
    else result.splices.push(...cuts.splices);
  }

  if (!isMade(doc, hooks, wholeEvents)) {
    result.splices.push(...cutChildren(doc, hooks, wholeEvents), ...keepMark(doc, host, hooks, wholeEvents));
    return result;
  }
  const only = root.children.map((_, index) => index).filter((index) => root.children[index]?.value === hooks);
  if (isMade(doc, root, only)) result.splices = [{ start: root.start, end: root.end, text: '' }];
  else result.splices = cutChildren(doc, root, only);
  return result;
}

/** Our first event goes and our next stays: it moves right to the bracket, which says whose the container is. */
function keepMark(doc: SettingsDocument, host: Host, hooks: Value, gone: readonly number[]): Splice[] {
  const next = hooks.children.findIndex((_, index) => !gone.includes(index));
  const [first, comma, heir] = [hooks.children[0], hooks.commas[next - 1], hooks.children[next]];
  if (next < 1 || comma === undefined || !first || !heir || first.start > hooks.start + 1) return [];
  if (!isMade(doc, heir.value, ownGroups(heir.value, host)) || /\S/.test(doc.text.slice(comma + 1, heir.start)))
    return [];
  return [{ start: comma + 1, end: heir.start, text: '' }];
}

/** Undefined where the list holds nothing to take out. */
function staleGroups(doc: SettingsDocument, host: Host, list: Value, keepFirst: boolean) {
  const byPosition = host.settings.format === 'codex';
  let kept = !keepFirst;
  const gone: number[] = [];
  const splices: Splice[] = [];
  const warnings: string[] = [];
  let found = false;
  for (const [index, { value: group }] of list.children.entries()) {
    const { kind, handlers } = ownershipOf(group, host);
    if (kind === 'none') continue;
    const stale = kept ? handlers : handlers.slice(1);
    if (kind === 'flat' || (kind === 'whole' && kept)) gone.push(index);
    else if (stale.length > 0) {
      const all = member(group, 'hooks')!.value;
      const indices = stale.map((child) => all.children.indexOf(child));
      splices.push(...cutChildren(doc, all, indices));
      if (byPosition && kind === 'part' && indices[0]! < all.children.length - indices.length) {
        warnings.push(
          `${doc.file}:${lineOf(doc.text, group.start)}: other hooks of this group moved up; ${host.title} will ask to review them again.`,
        );
      }
    }
    if (kind !== 'flat') kept = true;
    found ||= kind === 'flat' || stale.length > 0;
  }
  if (!found) return undefined;

  const survivors = list.children.map((_, index) => index).filter((index) => !gone.includes(index));
  const last = survivors.at(-1) ?? -1;
  const held = byPosition ? gone.filter((index) => index < last) : [];
  for (const index of held) {
    const { start, end } = list.children[index]!;
    splices.push({ start, end, text: PLACEHOLDER });
  }
  splices.push(
    ...cutChildren(
      doc,
      list,
      gone.filter((index) => !held.includes(index)),
    ),
  );
  return { gone, splices, warnings };
}

/** What an edit may not change: everything that is not ours, byte for byte and in its order. */
function foreignParts(doc: SettingsDocument, host: Host): string {
  const text = ({ start, end }: { start: number; end: number }) => doc.text.slice(start, end);
  const own: Child[] = [];
  const top = doc.root?.type === 'object' ? doc.root.children : [];
  const parts: unknown[] = top.filter(({ key, value }) => key !== 'hooks' || value.type !== 'object').map(text);
  for (const { key, value } of member(doc.root, 'hooks')?.value.children ?? []) {
    if (value.type !== 'array') {
      parts.push([key, text(value)]);
      continue;
    }
    const groups = value.children.map((group, index) => {
      const { kind, handlers } = ownershipOf(group.value, host);
      if (kind === 'whole' || kind === 'flat') own.push(group);
      else own.push(...handlers);
      const place = host.settings.format === 'codex' ? index : 0;
      const all = member(group.value, 'hooks')?.value;
      if (all?.type !== 'array') return kind === 'flat' ? undefined : [place, text(group)];
      const rest = group.value.children.filter(({ value: one }) => one !== all).map(text);
      const theirs = all.children.filter((child) => !handlers.includes(child)).map(text);
      return kind === 'whole' || text(group) === PLACEHOLDER ? undefined : [place, rest, theirs];
    });
    const foreign = groups.filter((group) => group !== undefined);
    if (foreign.length > 0) parts.push([key, foreign]);
  }
  const comments = doc.comments.filter(({ start }) => !own.some((child) => start >= child.start && start < child.end));
  return JSON.stringify([parts, comments.map(text)]);
}

/** The last safety of a person's file: no edit leaves this module that lost or moved something of theirs. */
function verify(before: SettingsDocument, after: SettingsDocument, host: Host): void {
  if (before === after || foreignParts(before, host) === foreignParts(after, host)) return;
  throw new SettingsFault(
    `${before.file}: the edit would have changed more than engram's own entries. Nothing was written; this is a fault of engram, please report it.`,
    'data',
  );
}
