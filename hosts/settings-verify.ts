// The last safety of a person's file: what is not ours is the same before and after an edit.
import type { Host } from './host.ts';
import type { Child, SettingsDocument } from './settings-document.ts';
import { member, SettingsFault } from './settings-document.ts';
import { entriesFormat, eventsMember, eventsOf } from './settings-entries.ts';
import { ownershipOf, ownTop } from './settings-ownership.ts';
import { PLACEHOLDER } from './settings-stale.ts';

/** What an edit may not change: everything that is not ours, byte for byte and in its order. */
function foreignParts(doc: SettingsDocument, host: Host): string {
  const text = ({ start, end }: { start: number; end: number }) => doc.text.slice(start, end);
  const own: Child[] = [];
  const events = eventsOf(doc, host);
  const ours = [...ownTop(doc, host), events?.type === 'object' ? eventsMember(doc, host) : undefined];
  const top = doc.root?.type === 'object' && events !== doc.root ? doc.root.children : [];
  const parts: unknown[] = top.filter((child) => !ours.includes(child)).map(text);
  for (const { key, value } of events?.children ?? []) {
    if (value.type !== 'array') {
      parts.push([key, text(value)]);
      continue;
    }
    const groups = value.children.map((group, index) => {
      const { kind, handlers } = ownershipOf(group.value, host);
      if (kind === 'whole' || kind === 'astray') own.push(group);
      else own.push(...handlers);
      const place = entriesFormat(host).byPosition ? index : 0;
      const all = member(group.value, 'hooks')?.value;
      if (all?.type !== 'array' || entriesFormat(host).shape === 'flat')
        return kind === 'none' ? [place, text(group)] : undefined;
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
export function verify(before: SettingsDocument, after: SettingsDocument, host: Host): void {
  if (before === after || foreignParts(before, host) === foreignParts(after, host)) return;
  throw new SettingsFault(
    `${before.file}: the edit would have changed more than engram's own entries. Nothing was written; this is a fault of engram, please report it.`,
    'data',
  );
}
