// Puts missing entries into a settings file, in the file's own layout.
import type { Host } from './host.ts';
import type { Child, Layout, SettingsDocument, Splice, Value } from './settings-document.ts';
import { BOM, indentAt, layoutOf, member, startsLine } from './settings-document.ts';
import type { Entry } from './settings-entries.ts';
import { entriesFormat, eventsOf, itemOf, printInline, printLines } from './settings-entries.ts';
import { isMade, ownGroups } from './settings-ownership.ts';
import { PLACEHOLDER } from './settings-stale.ts';
import { missingTop, topText } from './settings-top.ts';

/** The whole text where the file is missing, empty or holds white space and comments only. */
export function wholeFile(doc: SettingsDocument, host: Host, missing: readonly Entry[], create: boolean): string {
  const layout = { eol: layoutOf(doc).eol, unit: '  ' };
  const { top, under } = entriesFormat(host);
  const lists = listsOf(missing, host);
  const object = printLines(under === null ? lists : { ...top, [under]: lists }, layout, '');
  if (create) return `${object}\n`;
  // At the end, where it never looks like a file of our own (an object and a line break), unless a comment is open.
  if (doc.comments.length === 0 || /[\r\n]\s*$/.test(doc.text)) return doc.text + object;
  return doc.text.startsWith(BOM) ? BOM + object + doc.text.slice(1) : object + doc.text;
}

function listsOf(entries: readonly Entry[], host: Host): Record<string, unknown[]> {
  return Object.fromEntries(entries.map((entry) => [entry.event, [itemOf(entry, entriesFormat(host))]]));
}

/** The splices that put these entries, and what the host wants beside them, in; the file has an object at its top. */
export function insertions(doc: SettingsDocument, host: Host, missing: readonly Entry[]): Splice[] {
  const root = doc.root;
  if (!root) return [];
  const layout = layoutOf(doc);
  const { under } = entriesFormat(host);
  const hooks = eventsOf(doc, host);
  const beside = missingTop(doc, host).map(([key, value]) => topText(key, value));
  if (!hooks && under !== null && missing.length > 0) {
    const inline = isInline(doc, root);
    const lists = print(listsOf(missing, host), layout, childIndent(doc, root, layout), inline, 2);
    return [insertFirst(doc, root, [...beside, `${JSON.stringify(under)}: ${lists}`], layout, inline)];
  }

  const splices: Splice[] = [];
  if (beside.length > 0) splices.push(insertFirst(doc, root, beside, layout, isInline(doc, root)));
  if (!hooks || missing.length === 0) return splices;
  const inlineHooks = isInline(doc, root) || isInline(doc, hooks);
  const indent = childIndent(doc, hooks, layout);
  const properties: string[] = [];
  for (const entry of missing) {
    const list = member(hooks, entry.event)?.value;
    if (list) {
      const inline = inlineHooks || isInline(doc, list);
      const group = print(itemOf(entry, entriesFormat(host)), layout, childIndent(doc, list, layout), inline, 0);
      splices.push(insertGroup(doc, host, list, group, layout, inline));
    } else {
      const text = print([itemOf(entry, entriesFormat(host))], layout, indent, inlineHooks, 1);
      properties.push(`${JSON.stringify(entry.event)}: ${text}`);
    }
  }
  if (properties.length > 0) {
    const last = hooks.children.findLast((child) => isMade(doc, child.value, ownGroups(child.value, host), child));
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
  if (!entriesFormat(host).byPosition || !last) return insertFirst(doc, list, [group], layout, inline);
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
