// What in a settings file is engram's: which hooks and groups, and which containers link made.
import type { Host } from './host.ts';
import { hasCommentOutside } from './settings-cut.ts';
import type { Child, SettingsDocument, Span, Value } from './settings-document.ts';
import { member } from './settings-document.ts';
import { entriesFormat, eventsMember, eventsOf, isManagedCommand } from './settings-entries.ts';
import { leadingTop, markedTop } from './settings-top.ts';

/** Which parts of what stands in an event's list are engram's. */
export interface Ownership {
  /** The hooks in it that are ours; the item itself where the host has no groups. */
  handlers: Child[];
  /**
   * `whole`: nothing else is in it. `part`: a person put our hook among theirs. `astray`: ours in the other shape, which the
   * host drops.
   */
  kind: 'none' | 'part' | 'whole' | 'astray';
}

/** @param item a group, or a hook where the host has no groups */
export function ownershipOf(item: Value, host: Host): Ownership {
  const flat = entriesFormat(host).shape === 'flat';
  if (isManagedHandler(item, host)) {
    const { start, end } = item;
    return flat ? { handlers: [{ start, end, value: item }], kind: 'whole' } : { handlers: [], kind: 'astray' };
  }
  const all = member(item, 'hooks')?.value;
  if (all?.type !== 'array') return { handlers: [], kind: 'none' };
  const handlers = all.children.filter((child) => isManagedHandler(child.value, host));
  if (handlers.length === 0) return { handlers, kind: 'none' };
  const isWhole = handlers.length === all.children.length;
  if (flat) return { handlers: [], kind: isWhole ? 'astray' : 'none' };
  return { handlers, kind: isWhole ? 'whole' : 'part' };
}

function isManagedHandler(value: Value, host: Host): boolean {
  const command = member(value, 'command')?.value.literal;
  return typeof command === 'string' && isManagedCommand(command, host);
}

/** The indices of the items of a list that are ours altogether. */
export function ownGroups(list: Value, host: Host): number[] {
  if (list.type !== 'array') return [];
  return list.children.flatMap(({ value }, index) => {
    const { kind } = ownershipOf(value, host);
    return kind === 'whole' || kind === 'astray' ? [index] : [];
  });
}

/** Whether link made this container and nothing but these children of ours is in it, nor a comment in `span`, its member. */
export function isMade(
  doc: SettingsDocument,
  container: Value,
  own: readonly number[],
  span: Span = container,
): boolean {
  const { children, start } = container;
  if (children.length === 0 || own.length < children.length || hasCommentOutside(doc, span, children)) return false;
  const first = children[0]!;
  // Text that a minifier or formatter wrote anew tells nothing; then an empty container is taken for ours.
  const asWritten = /":\s/.test(doc.text.slice(first.start, first.end));
  return first.start > start + 1 || !asWritten;
}

/** Members at the top beside the hooks that link wrote: marked in a person's object, or in a file that is all ours. */
export function ownTop(doc: SettingsDocument, host: Host): Child[] {
  const leading = leadingTop(doc, host);
  return leading.length > 0 && isOwnFile(doc, host) ? leading : markedTop(doc, host);
}

/** Link made the file and nothing else has come to it. */
function isOwnFile(doc: SettingsDocument, host: Host): boolean {
  const { root } = doc;
  const events = eventsOf(doc, host);
  if (root?.type !== 'object' || events?.type !== 'object') return false;
  const own = events.children.flatMap((child, index) =>
    child.value.type === 'array' && isMade(doc, child.value, ownGroups(child.value, host), child) ? [index] : [],
  );
  return isMade(doc, events, own, eventsMember(doc, host)) && isMade(doc, root, [...root.children.keys()]);
}
