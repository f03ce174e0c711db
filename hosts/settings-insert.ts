// Puts missing entries into a settings file, in the file's own layout.
import type { Host } from './host.ts';
import type { Child, Layout, SettingsDocument, Splice, Value } from './settings-document.ts';
import { BOM, indentAt, layoutOf, member, startsLine } from './settings-document.ts';
import type { Entry } from './settings-entries.ts';
import { entriesFormat, groupOf, printInline, printLines } from './settings-entries.ts';
import { isMade, ownGroups } from './settings-ownership.ts';
import { PLACEHOLDER } from './settings-stale.ts';

/** The whole text where the file is missing, empty or holds white space and comments only. */
export function wholeFile(doc: SettingsDocument, missing: readonly Entry[], create: boolean): string {
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

/** The splices that put these entries in; the file has an object at its top. */
export function insertions(doc: SettingsDocument, host: Host, missing: readonly Entry[]): Splice[] {
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
