// Which commands are ours, and how entries of ours are refreshed, thinned out and told from a person's.
import { describe, expect, test } from 'vitest';
import { claude as everyEvent } from '../../hosts/claude.ts';
import { codex } from '../../hosts/codex.ts';
import { withPathRules } from '../../hosts/events.ts';
import type { Host } from '../../hosts/host.ts';
import { isManagedCommand } from '../../hosts/settings-entries.ts';
import { linkedEvents, linkText, unlinkText } from '../../hosts/settings-file.ts';

/** As it is linked unless the config says otherwise. */
const claude = withPathRules(everyEvent, 'native');

describe('a command of ours', () => {
  test.each([
    '/home/me/.engram/bin/engram-hook claude',
    "'/home/o'\\''neil/.engram/bin/engram-hook' claude",
    '"/home/my name/.engram/bin/engram-hook" claude',
    '/home/my\\ name/.engram/bin/engram-hook claude',
    '~/.engram/bin/engram-hook claude-code',
    '"$HOME/.engram/bin/engram-hook" claude',
    'engram-hook claude',
    'bash ~/.engram/bin/engram-hook claude 2>/dev/null',
    '/bin/sh ~/.engram/bin/engram-hook claude >>/tmp/log 2>&1',
    'engram hook claude',
    '/usr/local/bin/engram hook claude',
    'exec engram hook claude',
    'node /opt/engram/bin/engram.js hook claude',
    'test -x ~/.engram/bin/engram-hook || exit 0; exec ~/.engram/bin/engram-hook claude 2>/dev/null',
    'command -v engram >/dev/null 2>&1 || exit 0; exec engram hook claude',
    '[ -x ~/.engram/bin/engram-hook ] && ~/.engram/bin/engram-hook claude || true',
    'ENGRAM_HOME=/srv/engram /opt/engram-hook claude',
    '"C:\\Users\\Me\\.engram\\bin\\engram-hook.cmd" claude',
    'C:\\Users\\Me\\.engram\\bin\\engram-hook.cmd claude',
  ])('%s', (command) => {
    expect(isManagedCommand(command, claude)).toBe(true);
  });

  test.each([
    '',
    'echo engram-hook-disabled',
    'echo engram-hook claude',
    'echo "engram hook claude"',
    '# engram-hook claude',
    'engram-hook',
    'engram-hook codex',
    'engram-hook claude extra',
    'engram hook',
    'engram sync',
    'engram hooks claude',
    'my-engram-hook claude',
    'engram-hook-old claude',
    '/opt/engram-hook/run claude',
    'engram-hook claude | tee log',
    'engram-hook claude && rm -rf cache',
    'engram-hook claude & lint',
    'lint; engram-hook claude',
    'command rm x; engram-hook claude',
    'echo $(engram-hook claude)',
    '(engram-hook claude)',
    "'engram-hook claude",
    "sh -c 'engram-hook claude'",
  ])('not: %s', (command) => {
    expect(isManagedCommand(command, claude)).toBe(false);
  });
});

const OURS: Record<string, string> = {
  claude: '/h/.engram/bin/engram-hook claude',
  codex: '/h/.engram/bin/engram-hook codex',
};
const command = (host: Host) => OURS[host.name] ?? '';
const group = (run: string, more: object = {}) => ({
  hooks: [{ type: 'command', command: run, timeout: 10, ...more }],
});
const file = (hooks: object) => `${JSON.stringify({ hooks }, null, 2)}\n`;
const hooksOf = (text: string) => JSON.parse(text).hooks;
const one = (host: Host, ...events: string[]): Host => ({
  ...host,
  events: host.events.filter(({ event }) => events.includes(event)),
});
const prompt = (host: Host) => one(host, 'UserPromptSubmit');
const named = { statusMessage: 'engram memory' };

test('E-10: each entry has its timeout, and Codex a name', () => {
  expect(hooksOf(linkText(undefined, claude, command(claude), 'f').text)).toEqual({
    SessionStart: [group(command(claude))],
    UserPromptSubmit: [group(command(claude))],
    PreCompact: [group(command(claude))],
    // E-36: for rule files that a path has loaded; nobody waits for it.
    InstructionsLoaded: [{ matcher: 'path_glob_match', ...group(command(claude), { async: true }) }],
    // E-48: for every type of agent.
    SubagentStart: [{ matcher: '*', ...group(command(claude)) }],
  });
  const hook = hooksOf(linkText(undefined, withPathRules(everyEvent, 'hook'), command(claude), 'f').text);
  expect(Object.keys(hook)).toEqual(['SessionStart', 'UserPromptSubmit', 'PreCompact', 'PreToolUse', 'SubagentStart']);
  expect(hook.PreToolUse).toEqual([{ matcher: 'Read|Edit|Write|MultiEdit|NotebookEdit', ...group(command(claude)) }]);
  const patches = one(codex, 'PreToolUse');
  expect(hooksOf(linkText(undefined, patches, command(codex), 'f').text)).toEqual({
    PreToolUse: [{ matcher: 'apply_patch', ...group(command(codex), named) }],
  });
  expect(hooksOf(linkText(undefined, prompt(codex), command(codex), 'f').text)).toEqual({
    UserPromptSubmit: [group(command(codex), named)],
  });
});

test('matcher and async are written, changed in place and taken away', () => {
  const host: Host = {
    ...claude,
    events: [{ event: 'PostToolUse', moment: 'path', matcher: 'Edit', async: true, timeout: 10 }],
  };
  const first = linkText(undefined, host, command(claude), 'f').text;
  expect(hooksOf(first)).toEqual({ PostToolUse: [{ matcher: 'Edit', ...group(command(claude), { async: true }) }] });
  const changed: Host = { ...host, events: [{ ...host.events[0]!, matcher: 'Edit|Write', timeout: 5 }] };
  const second = linkText(first, changed, command(claude), 'f');
  expect(second).toMatchObject({ added: [], updated: ['PostToolUse'], removed: [] });
  expect(second.text).toBe(first.replace('"Edit"', '"Edit|Write"').replace('"timeout": 10', '"timeout": 5'));
  const plain: Host = { ...host, events: [{ event: 'PostToolUse', moment: 'path', timeout: 10 }] };
  const third = linkText(second.text, plain, command(claude), 'f').text;
  expect(third).toBe(linkText(undefined, plain, command(claude), 'f').text);
  const back = linkText(third, host, command(claude), 'f').text;
  expect(hooksOf(back)).toEqual(hooksOf(first));
  expect(unlinkText(back, host, 'f').gone).toBe(true);
});

test('keys of ours that a person added stay at a refresh', () => {
  const before = file({ UserPromptSubmit: [group('/old/engram-hook codex', { ...named, additionalContextLimit: 0 })] });
  expect(linkText(before, prompt(codex), command(codex), 'f').text).toBe(
    before.replace('/old/engram-hook', '/h/.engram/bin/engram-hook'),
  );
});

test('O16: stacked copies become one, foreign hooks keep their order', () => {
  const before = file({
    UserPromptSubmit: [
      group('lint'),
      group('/a/engram-hook claude'),
      group('tidy'),
      group('/b/engram-hook claude'),
      group('/c/engram-hook claude'),
    ],
  });
  const linked = linkText(before, prompt(claude), command(claude), 'f');
  expect(linked).toMatchObject({ added: [], updated: ['UserPromptSubmit'], removed: ['UserPromptSubmit'] });
  expect(linked.text).toBe(file({ UserPromptSubmit: [group('lint'), group(command(claude)), group('tidy')] }));
  expect(linkedEvents(before, claude, 'f')).toEqual(new Map([['UserPromptSubmit', 3]]));
});

describe('Codex trusts by position', () => {
  test('a new group stands last, an old one where it was', () => {
    const before = file({ UserPromptSubmit: [group('lint'), group('tidy')] });
    const linked = linkText(before, prompt(codex), command(codex), 'f').text;
    expect(hooksOf(linked).UserPromptSubmit).toEqual([group('lint'), group('tidy'), group(command(codex), named)]);
    const moved = file({ UserPromptSubmit: [group('/old/engram-hook codex', named), group('lint')] });
    const refreshed = linkText(moved, prompt(codex), command(codex), 'f').text;
    expect(hooksOf(refreshed).UserPromptSubmit).toEqual([group(command(codex), named), group('lint')]);
  });

  test('unlink leaves an empty group where others follow, and link takes that place again', () => {
    const before = file({ UserPromptSubmit: [group('lint'), group(command(codex), named), group('tidy')] });
    const unlinked = unlinkText(before, codex, 'f').text;
    expect(hooksOf(unlinked).UserPromptSubmit).toEqual([group('lint'), { hooks: [] }, group('tidy')]);
    expect(unlinked).toContain('{"hooks":[]}');
    const again = linkText(unlinked, prompt(codex), command(codex), 'f').text;
    expect(again).toBe(before);
    expect(unlinkText(again, codex, 'f').text).toBe(unlinked);
  });

  test('a copy in the middle leaves its place, one at the end goes', () => {
    const ours = group(command(codex), named);
    const before = file({ UserPromptSubmit: [ours, ours, group('lint'), ours] });
    const linked = linkText(before, prompt(codex), command(codex), 'f').text;
    expect(hooksOf(linked).UserPromptSubmit).toEqual([ours, { hooks: [] }, group('lint')]);
  });

  test('a hook of ours in a group of theirs: theirs stays, and the shift is told', () => {
    const shared = { matcher: 'x', hooks: [...group(command(codex), named).hooks, ...group('lint').hooks] };
    const before = file({ UserPromptSubmit: [shared] });
    expect(linkText(before, prompt(codex), command(codex), 'f').text).toBe(before);
    const unlinked = unlinkText(before, codex, 'f');
    expect(hooksOf(unlinked.text)).toEqual({ UserPromptSubmit: [{ matcher: 'x', ...group('lint') }] });
    expect(unlinked.warnings).toEqual([
      'f:4: other hooks of this group moved up; Codex will ask to review them again.',
    ]);
  });
});

describe('what a person did since stays', () => {
  const linked = linkText('{\n  "model": "opus"\n}\n', claude, command(claude), 'f').text;

  test('a hook in a list that link made', () => {
    const edited = JSON.parse(linked);
    edited.hooks.PreCompact.unshift(group('mine'));
    const text = `${JSON.stringify(edited, null, 2)}\n`;
    expect(unlinkText(text, claude, 'f').text).toBe(
      `${JSON.stringify({ hooks: { PreCompact: [group('mine')] }, model: 'opus' }, null, 2)}\n`,
    );
  });

  test('comments before, between and after our entries', () => {
    const text = linked
      .replace('"hooks": {', '"hooks": { // mine 1')
      .replace('    "UserPromptSubmit"', '    /* mine 2 */\n    "UserPromptSubmit"')
      .replace('    "PreCompact"', '    // mine 3\n    "PreCompact"');
    const unlinked = unlinkText(text, claude, 'f');
    expect(unlinked.text.match(/mine \d/g)).toEqual(['mine 1', 'mine 2', 'mine 3']);
    expect(linkedEvents(unlinked.text, claude, 'f').size).toBe(0);
    expect(linkText(unlinked.text, claude, command(claude), 'f').added).toHaveLength(claude.events.length);
  });

  test('a file that another program wrote anew in its own layout: no empty container is left', () => {
    for (const text of [JSON.stringify(JSON.parse(linked)), JSON.stringify(JSON.parse(linked), null, 4)]) {
      expect(JSON.parse(unlinkText(text, claude, 'f').text)).toEqual({ model: 'opus' });
    }
  });

  test('a key in a file that link made: the file stays', () => {
    const made = linkText(undefined, claude, command(claude), 'f').text;
    const unlinked = unlinkText(made.replace(/\n}\n$/, ',\n  "model": "opus"\n}\n'), claude, 'f');
    expect(unlinked).toMatchObject({ text: '{\n  "model": "opus"\n}\n', gone: false });
  });
});

describe('empty containers', () => {
  test.each([
    '{}',
    '{}\n',
    '{\n}\n',
    '{ }',
    '{"hooks":{}}',
    '{"hooks": {}}\n',
    '{\n  "hooks": {}\n}\n',
    '{\n  "hooks": {\n  }\n}\n',
    '{"hooks":{"SessionStart":[]}}',
    '{\n  "hooks": {\n    "SessionStart": [\n    ],\n    "PreCompact": []\n  },\n  "model": "x"\n}',
    '{"hooks":{ },"z":1}',
    '{"hooks":{}, // c\n}',
    '{/* c */}',
    '',
    '\n',
    '\uFEFF',
    '// c',
    '// c\n',
  ])('%j of the person survives', (text) => {
    for (const host of [claude, codex]) {
      const linked = linkText(text, host, command(host), 'f').text;
      expect(unlinkText(linked, host, 'f')).toMatchObject({ text, gone: false });
    }
  });
});

describe('refused with file and line', () => {
  test.each([
    ['{\n  "hooks": {},\n  "a": 1,\n  "hooks": {}\n}', 'f:4: "hooks" stands here a second time (first in line 2)'],
    [
      '{"hooks": {\n"SessionStart": [],\n"SessionStart": []}}',
      'f:3: "SessionStart" stands here a second time (first in line 2)',
    ],
    ['{\n<<<<<<< HEAD\n "a": 1\n=======\n "a": 2\n>>>>>>> b\n}', 'f:2: this line is a merge conflict marker'],
    ['{"a": 1\n"b": 2}', 'f:2: not valid JSON (comma expected)'],
    ['{"hooks": {\n"SessionStart": {}}}', 'f:2: "hooks.SessionStart" is not a list'],
    ['{\n"hooks": "x"}', 'f:2: "hooks" is not an object'],
    ['\0\0\0\0', 'f:1: not valid JSON (invalid symbol)'],
    ['['.repeat(100_000), 'f: nested too deeply'],
    ['{"a": 1}\n{"b": 2}', 'f:2: not valid JSON'],
  ])('%j', (text, message) => {
    expect(() => linkText(text, claude, command(claude), 'f')).toThrow(message);
    expect(() => linkText(text, claude, command(claude), 'f')).toThrow('Nothing was written');
  });

  test('unlink reads a file without a place for hooks as not linked', () => {
    for (const text of ['[1]', '{"hooks": null}', '"x"'])
      expect(unlinkText(text, claude, 'f')).toMatchObject({ text, removed: [] });
  });
});

describe('what the host will hold against the file', () => {
  test.each<[Host, string, string[]]>([
    [claude, '{"a":1}', []],
    [claude, '\uFEFF{"a":1}', []],
    [claude, '{ // c\n"a":1\n}', ['a comment: Claude Code ignores the whole file']],
    [claude, '{\n"a":[1,],\n}', ['a comma before a closing bracket: Claude Code ignores the whole file']],
    [claude, '{"disableAllHooks": true}', ['"disableAllHooks" is true']],
    [claude, '{"hooks":{"PreToolUse":[{"matcher":3,"hooks":[]}]}}', ['not a valid "PreToolUse" hook']],
    [claude, '{"hooks":{"Stop":[{"matcher":3,"hooks":[]}]}}', []],
    [codex, '{"description":"d"}', []],
    [codex, '\uFEFF{"description":"d"}', ['byte order mark']],
    [codex, '{"$schema":"s","description":1}', ['until "$schema" is gone', 'until "description" is gone']],
    [
      codex,
      '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"x","timeout":"10"}]}]}}',
      ['not a valid "Stop" hook'],
    ],
  ])('$0.name %j', (host, text, expected) => {
    const { warnings } = linkText(text, host, command(host), 'f');
    expect(warnings).toHaveLength(expected.length);
    for (const [index, part] of expected.entries()) expect(warnings[index]).toContain(part);
    for (const warning of warnings) expect(warning).toMatch(/^f:[1-9]\d*: /);
  });
});

test('an edit that would add what is not known as ours is stopped', () => {
  expect(() => linkText('{}', claude, 'lint', 'f')).toThrow("more than engram's own entries");
});

test('20 MB of JSON take time in proportion (about 0.8 s where nothing else runs)', () => {
  const text = `{"a":[${Array.from({ length: 1_400_000 }, () => '{"x":1234567}').join(',')}]}`;
  const start = performance.now();
  const linked = linkText(text, claude, command(claude), 'f').text;
  expect(performance.now() - start).toBeLessThan(15_000);
  expect(linked.endsWith(text.slice(1))).toBe(true);
  expect(unlinkText(linked, claude, 'f').text === text).toBe(true);
});
