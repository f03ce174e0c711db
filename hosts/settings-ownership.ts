// What in a settings file is engram's: which hooks and groups, and which containers link made.
import type { Host } from './host.ts';
import { hasCommentOutside } from './settings-cut.ts';
import type { Child, SettingsDocument, Span, Value } from './settings-document.ts';
import { member } from './settings-document.ts';
import { isManagedCommand } from './settings-entries.ts';

/** Which parts of a group are engram's. */
export interface Ownership {
  /** The handlers of the group that are ours. */
  handlers: Child[];
  /** `whole`: nothing else is in it. `part`: a person put our hook among theirs. `flat`: a bare hook without a group, which hosts drop. */
  kind: 'none' | 'part' | 'whole' | 'flat';
}

export function ownershipOf(group: Value, host: Host): Ownership {
  if (isManagedHandler(group, host)) return { handlers: [], kind: 'flat' };
  const all = member(group, 'hooks')?.value;
  if (all?.type !== 'array') return { handlers: [], kind: 'none' };
  const handlers = all.children.filter((child) => isManagedHandler(child.value, host));
  if (handlers.length === 0) return { handlers, kind: 'none' };
  return { handlers, kind: handlers.length === all.children.length ? 'whole' : 'part' };
}

function isManagedHandler(value: Value, host: Host): boolean {
  const command = member(value, 'command')?.value.literal;
  return typeof command === 'string' && isManagedCommand(command, host);
}

/** The indices of the groups of a list that are ours altogether. */
export function ownGroups(list: Value, host: Host): number[] {
  if (list.type !== 'array') return [];
  return list.children.flatMap(({ value }, index) => {
    const { kind } = ownershipOf(value, host);
    return kind === 'whole' || kind === 'flat' ? [index] : [];
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
