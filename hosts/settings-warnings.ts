// What a host will hold against a settings file that engram can edit.
import type { Host } from './host.ts';
import type { SettingsDocument, Value } from './settings-document.ts';
import { BOM, lineOf, member } from './settings-document.ts';

/** Sentences with file and line about what makes this host ignore the file, though it can be edited. */
export function settingsWarnings(doc: SettingsDocument, host: Host): string[] {
  const warnings: string[] = [];
  const { intolerant, members, fragileEvents = [], offSwitch } = host.settings;
  const ignores = `${host.title} ignores the whole file, engram's hooks with it`;
  const warn = (offset: number, sentence: string) =>
    warnings.push(`${doc.file}:${lineOf(doc.text, offset)}: ${sentence}`);

  const loose = [...doc.comments.map(({ start }) => start), ...doc.trailingCommas].sort((a, b) => a - b)[0];
  if (intolerant.includes('comment') && loose !== undefined) {
    const what = doc.text[loose] === ',' ? 'a comma before a closing bracket' : 'a comment';
    warn(loose, `${what}: ${ignores}, until it is strict JSON.`);
  }
  if (intolerant.includes('bom') && doc.text.startsWith(BOM)) {
    warn(0, `the file begins with a byte order mark: ${ignores}, until it is saved without.`);
  }
  for (const { key = '', start, value } of members ? (doc.root?.children ?? []) : []) {
    if (members?.includes(key) && (key !== 'description' || typeof value.literal === 'string')) continue;
    warn(start, `only "description" (a string) and "hooks" may stand here: ${ignores}, until "${key}" is gone.`);
  }
  const off = offSwitch && valueAt(doc, offSwitch.at);
  if (off && off.literal === offSwitch.value) {
    warn(off.start, `"${offSwitch.at.join('.')}" is ${offSwitch.value}: ${host.title} runs no hook, engram's neither.`);
  }
  const hooks = member(doc.root, 'hooks')?.value;
  for (const event of fragileEvents) {
    const list = member(hooks, event)?.value;
    const bad = list && badGroup(list);
    if (bad) warn(bad.start, `not a valid "${event}" hook: ${ignores}, until it is corrected.`);
  }
  return warnings;
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
