// Takes entries of ours out of a settings file, and with them the containers that link made.
import type { Host } from './host.ts';
import { cutChildren } from './settings-cut.ts';
import type { Child, SettingsDocument, Splice, Value } from './settings-document.ts';
import { lineOf, member } from './settings-document.ts';
import { entriesFormat, eventsMember, eventsOf } from './settings-entries.ts';
import { isMade, ownershipOf, ownGroups } from './settings-ownership.ts';
import { leadingTop, markedTop } from './settings-top.ts';

/** What stands in the place of a group that was taken out of the middle where trust is by position. */
export const PLACEHOLDER = '{"hooks":[]}';

/**
 * The cuts that leave one entry for each event to keep and none elsewhere, and the containers that go with them. Where none is
 * to be kept, what link wrote beside the hooks goes too.
 */
export function staleEntries(doc: SettingsDocument, host: Host, keep: ReadonlySet<string>) {
  const result = { splices: [] as Splice[], events: [] as string[], warnings: [] as string[] };
  const root = doc.root;
  if (root?.type !== 'object') return result;
  const marked = keep.size > 0 ? [] : indicesOf(root, markedTop(doc, host));
  const hooks = eventsOf(doc, host);
  if (hooks?.type !== 'object') {
    result.splices = cutChildren(doc, root, marked);
    return result;
  }

  const wholeEvents: number[] = [];
  for (const [index, child] of hooks.children.entries()) {
    const { key = '', value: list } = child;
    if (list.type !== 'array') continue;
    const cuts = staleGroups(doc, host, list, keep.has(key));
    if (!cuts) continue;
    if (!result.events.includes(key)) result.events.push(key);
    result.warnings.push(...cuts.warnings);
    if (isMade(doc, list, cuts.gone, child)) wholeEvents.push(index);
    else result.splices.push(...cuts.splices);
  }

  const hooksMember = eventsMember(doc, host);
  if (!isMade(doc, hooks, wholeEvents, hooksMember)) {
    result.splices.push(...cutChildren(doc, hooks, wholeEvents), ...keepMark(doc, host, hooks, wholeEvents));
    if (hooksMember) result.splices.push(...cutChildren(doc, root, marked));
    return result;
  }
  const only = hooksMember ? indicesOf(root, [...leadingTop(doc, host), hooksMember]) : wholeEvents;
  if (isMade(doc, root, only)) result.splices = [{ start: root.start, end: root.end, text: '' }];
  else result.splices = cutChildren(doc, root, [...marked, ...indicesOf(root, hooksMember ? [hooksMember] : [])]);
  return result;
}

function indicesOf({ children }: Value, some: readonly Child[]): number[] {
  return children.flatMap((child, index) => (some.includes(child) ? [index] : []));
}

/** Our first event goes and our next stays: it moves right to the bracket, which says whose the container is. */
function keepMark(doc: SettingsDocument, host: Host, hooks: Value, gone: readonly number[]): Splice[] {
  const next = hooks.children.findIndex((_, index) => !gone.includes(index));
  const [first, comma, heir] = [hooks.children[0], hooks.commas[next - 1], hooks.children[next]];
  if (next < 1 || comma === undefined || !first || !heir || first.start > hooks.start + 1) return [];
  if (!isMade(doc, heir.value, ownGroups(heir.value, host), heir) || /\S/.test(doc.text.slice(comma + 1, heir.start)))
    return [];
  return [{ start: comma + 1, end: heir.start, text: '' }];
}

/** Undefined where the list holds nothing to take out. */
function staleGroups(doc: SettingsDocument, host: Host, list: Value, keepFirst: boolean) {
  const byPosition = entriesFormat(host).byPosition === true;
  let kept = !keepFirst;
  const gone: number[] = [];
  const splices: Splice[] = [];
  const warnings: string[] = [];
  let found = false;
  for (const [index, { value: group }] of list.children.entries()) {
    const { kind, handlers } = ownershipOf(group, host);
    if (kind === 'none') continue;
    const stale = kept ? handlers : handlers.slice(1);
    if (kind === 'astray' || (kind === 'whole' && kept)) gone.push(index);
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
    if (kind !== 'astray') kept = true;
    found ||= kind === 'astray' || stale.length > 0;
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
