// Members that a host wants at the top of its settings file beside the hooks (`"version": 1`), and whose they are.
//
// In a file that link makes they stand before the hooks. In a person's file one of ours has a blank and a tab before its
// comma, as nobody writes it: unlink takes that one away and leaves the person's.
import type { Host } from './host.ts';
import type { Child, SettingsDocument } from './settings-document.ts';
import { hasComment, member } from './settings-document.ts';
import { entriesFormat, eventsOf } from './settings-entries.ts';

/** What stands between the value of ours and the comma. */
const MARK = ' \t';

/** A member as link writes it into a person's object, without the comma. */
export function topText(key: string, value: number): string {
  return `${JSON.stringify(key)}: ${value}${MARK}`;
}

/** The members that the file lacks, in order; none where it holds no object. */
export function missingTop(doc: SettingsDocument, host: Host): [string, number][] {
  return Object.entries(entriesFormat(host).top ?? {}).filter(([key]) => !member(doc.root, key));
}

/** Those of our members that link put into a person's object, by their layout. */
export function markedTop(doc: SettingsDocument, host: Host): Child[] {
  const { top = {} } = entriesFormat(host);
  const { root } = doc;
  if (root?.type !== 'object') return [];
  return root.children.filter(({ key = '', start }, index) => {
    const value = top[key];
    return value !== undefined && doc.text.slice(start, root.commas[index] ?? start) === topText(key, value);
  });
}

/** The members as they stand in a file that link made: before the hooks, and nothing else is there. Else none. */
export function leadingTop(doc: SettingsDocument, host: Host): Child[] {
  const { top = {} } = entriesFormat(host);
  const wanted = Object.entries(top);
  const children = doc.root?.type === 'object' ? doc.root.children : [];
  const leads = wanted.every(([key, value], n) => {
    const child = children[n];
    return child?.key === key && child.value.literal === value && !hasComment(doc, child.start, child.end);
  });
  const isAll = children.length === wanted.length + 1 && children.at(-1)?.value === eventsOf(doc, host);
  return leads && isAll ? children.slice(0, wanted.length) : [];
}
