// What a host will hold against a settings file that engram can edit.
import type { Host } from './host.ts';
import type { SettingsDocument, Value } from './settings-document.ts';
import { BOM, lineOf, member } from './settings-document.ts';

/** Events in which one bad group makes the host drop the whole file (Claude Code 2.1.332, Codex 0.171.0). */
const DROPS_FILE: Record<Host['settings']['format'], readonly string[]> = {
  claude: ['PreToolUse', 'PermissionRequest'],
  codex: [
    'SessionStart',
    'UserPromptSubmit',
    'PreToolUse',
    'PostToolUse',
    'PermissionRequest',
    'SubagentStart',
    'SubagentStop',
    'Stop',
    'PreCompact',
    'PostCompact',
    'SessionEnd',
    'Interrupt',
  ],
};

/** Sentences with file and line about what makes this host ignore the file, though it can be edited. */
export function settingsWarnings(doc: SettingsDocument, host: Host): string[] {
  const warnings: string[] = [];
  const { format, strict, refusesBom } = host.settings;
  const ignores = `${host.title} ignores the whole file, engram's hooks with it`;
  const warn = (offset: number, sentence: string) =>
    warnings.push(`${doc.file}:${lineOf(doc.text, offset)}: ${sentence}`);

  const loose = [...doc.comments.map(({ start }) => start), ...doc.trailingCommas].sort((a, b) => a - b)[0];
  if (strict && loose !== undefined) {
    const what = doc.text[loose] === ',' ? 'a comma before a closing bracket' : 'a comment';
    warn(loose, `${what}: ${ignores}, until it is strict JSON.`);
  }
  if (refusesBom && doc.text.startsWith(BOM)) {
    warn(0, `the file begins with a byte order mark: ${ignores}, until it is saved without.`);
  }
  if (format === 'codex') {
    for (const { key, start, value } of doc.root?.children ?? []) {
      if (key === 'hooks' || (key === 'description' && typeof value.literal === 'string')) continue;
      warn(start, `only "description" (a string) and "hooks" may stand here: ${ignores}, until "${key}" is gone.`);
    }
  }
  const off = member(doc.root, 'disableAllHooks');
  if (format === 'claude' && off?.value.literal === true) {
    warn(off.start, `"disableAllHooks" is true: ${host.title} runs no hook, engram's neither.`);
  }
  const hooks = member(doc.root, 'hooks')?.value;
  for (const event of DROPS_FILE[format]) {
    const list = member(hooks, event)?.value;
    const bad = list && badGroup(list);
    if (bad) warn(bad.start, `not a valid "${event}" hook: ${ignores}, until it is corrected.`);
  }
  return warnings;
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
