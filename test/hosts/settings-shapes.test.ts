// The forms of settings files that Claude Code and Codex do not have, and what hosts hold against a file.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { Host, HostSettings } from '../../hosts/host.ts';
import { isManagedCommand } from '../../hosts/settings-entries.ts';
import { linkedEvents, linkFile, linkText, SettingsFault, unlinkText } from '../../hosts/settings-file.ts';
import { bare, bareFlat, flat, grouped, shaped, versioned } from './shapes.ts';

const COMMAND = '~/.engram/bin/engram-hook';
const link = (host: Host, text?: string) => linkText(text, host, `${COMMAND} ${host.name}`, 'f');

describe('a file that was not there', () => {
  const ours = (name: string) => ({ command: `${COMMAND} ${name}`, timeout: 10 });
  const three = <T>(of: (matcher?: string) => T) => ({
    sessionStart: [of()],
    beforePrompt: [of()],
    afterTool: [of('Read|Edit')],
  });
  const group = (name: string) => three((matcher) => ({ ...(matcher ? { matcher } : {}), hooks: [ours(name)] }));
  const hook = (name: string) => three((matcher) => ({ ...ours(name), ...(matcher ? { matcher } : {}) }));

  test.each<[Host, unknown]>([
    [flat, { hooks: hook('flat') }],
    [versioned, { version: 1, hooks: hook('versioned') }],
    [grouped, { version: 1, hooks: group('grouped') }],
    [bare, group('bare')],
    [bareFlat, hook('bareflat')],
  ])('$name: holds ours and what the host wants, in order', (host, value) => {
    const linked = link(host);
    expect(linked.text).toBe(`${JSON.stringify(value, null, 2)}\n`);
    expect(linked.warnings).toEqual([]);
    expect(unlinkText(linked.text, host, 'f')).toMatchObject({ text: '\n', gone: true, removed: linked.added });
  });
});

describe('"version" beside the hooks', () => {
  const theirs = '{\n  "hooks": {\n    "stop": [{"command": "lint"}]\n  }\n}\n';

  test('is put into a file that lacks it, once, and taken out again; the hooks that wake and sleep are told of', () => {
    const linked = link(versioned, theirs);
    expect(linked.text).toContain('{\n  "version": 1 \t,\n  "hooks": {\n    "sessionStart": [');
    expect(linked.warnings).toEqual([
      'f:1: "version": 1 was missing, so that Versioned took none of this file; it is there now, and the other hooks of this file run too.',
    ]);
    expect(link(versioned, linked.text)).toMatchObject({ text: linked.text, changed: false, warnings: [] });
    expect(unlinkText(linked.text, versioned, 'f')).toMatchObject({
      text: theirs,
      warnings: [
        'f:1: "version": 1 came from engram and is gone again; without it Versioned takes none of this file, the hooks that are left in it neither.',
      ],
    });
  });

  test('of a person stays, wherever it stands', () => {
    for (const text of [
      '{\n  "version": 1\n}\n',
      '{"version": 1}',
      '{"version":1,"hooks":{}}',
      '{\n  "version": 1,\n  "hooks": {}\n}\n',
      '{\n  "hooks": {\n  },\n  "version": 1\n}\n',
      '{ "version": 1, "hooks": { "stop": [] } }',
      '{"version": 2}',
    ]) {
      const linked = link(versioned, text);
      expect(linked.warnings).toEqual([]);
      expect(linked.text).not.toContain('\t');
      expect(unlinkText(linked.text, versioned, 'f').text).toBe(text);
    }
  });

  test('stays in a file of ours that a person has put hooks into since', () => {
    const linked = link(versioned).text.replace('"sessionStart"', '"stop": [{"command": "lint"}],\n    "sessionStart"');
    const unlinked = unlinkText(linked, versioned, 'f');
    expect(JSON.parse(unlinked.text)).toEqual({ version: 1, hooks: { stop: [{ command: 'lint' }] } });
    expect(unlinked.warnings).toEqual([]);
  });

  test('is missing again: the next link puts it back', () => {
    const linked = link(versioned).text.replace('  "version": 1,\n', '');
    const again = link(versioned, linked);
    expect(JSON.parse(again.text).version).toBe(1);
    expect(again).toMatchObject({ added: [], updated: [], changed: true, warnings: [] });
  });
});

describe('refresh', () => {
  test('flat: another command, a matcher that is wanted no more, a copy, and ours in a group', () => {
    const text = JSON.stringify({
      hooks: {
        sessionStart: [
          { command: "'/old/engram-hook' flat", timeout: 5, matcher: 'x', theirs: true },
          { command: 'lint' },
        ],
        beforePrompt: [{ command: 'engram-hook flat' }, { command: 'engram-hook flat' }],
        afterTool: [{ matcher: 'a', hooks: [{ command: 'engram-hook flat' }] }, { hooks: [{ command: 'lint' }] }],
      },
    });
    expect([...linkedEvents(text, flat, 'f')]).toEqual([
      ['sessionStart', 1],
      ['beforePrompt', 2],
      ['afterTool', 1],
    ]);
    const linked = link(flat, text);
    const command = `${COMMAND} flat`;
    expect(JSON.parse(linked.text).hooks).toEqual({
      sessionStart: [{ command, timeout: 10, theirs: true }, { command: 'lint' }],
      beforePrompt: [{ command, timeout: 10 }],
      afterTool: [{ command, timeout: 10, matcher: 'Read|Edit' }, { hooks: [{ command: 'lint' }] }],
    });
    expect(linked).toMatchObject({ added: ['afterTool'], updated: ['sessionStart', 'beforePrompt'] });
    expect(linked.removed).toEqual(['beforePrompt', 'afterTool']);
  });

  test('bare: a list that is none is refused by its own name', () => {
    expect(() => link(bare, '{\n"afterTool": {}}')).toThrow(
      'f:2: "afterTool" is not a list. Nothing was written; correct it by hand and run the command again.',
    );
  });
});

describe('commands that name their event', () => {
  const naming = shaped('naming', { ...flat.settings, namesEvent: true });

  test('are told from others', () => {
    expect(isManagedCommand('engram-hook naming', naming)).toBe(true);
    expect(isManagedCommand('~/.engram/bin/engram-hook naming beforePrompt', naming)).toBe(true);
    // Of an older version's.
    expect(isManagedCommand('engram hook naming promptSent', naming)).toBe(true);
    expect(isManagedCommand('engram-hook naming beforePrompt more', naming)).toBe(false);
    expect(isManagedCommand('engram-hook naming --flag', naming)).toBe(false);
    expect(isManagedCommand('engram-hook flat beforePrompt', flat)).toBe(false);
  });

  test('stand in the file with it', () => {
    const { text } = linkText(undefined, naming, ({ event }) => `${COMMAND} naming ${event}`, 'f');
    const { hooks } = JSON.parse(text);
    expect(hooks.beforePrompt).toEqual([{ command: `${COMMAND} naming beforePrompt`, timeout: 10 }]);
    expect(unlinkText(text, naming, 'f').gone).toBe(true);
  });
});

describe('what a host does not take', () => {
  const picky = (settings: Partial<HostSettings>) => shaped('picky', { ...versioned.settings, ...settings });
  const cases: [string, Partial<HostSettings>, string, string][] = [
    [
      'a comma',
      { intolerant: ['comma'] },
      '{"version": 1,\n"a": [1,],}',
      'f:2: a comma before a closing bracket: Picky IGNORES until it is gone',
    ],
    [
      'a comment',
      { intolerant: ['comment'] },
      '{"version": 1,\n\n// c\n"a": 1}',
      'f:3: a comment: Picky IGNORES until it is strict JSON',
    ],
    [
      'a byte order mark',
      { intolerant: ['bom'] },
      '\uFEFF{"version": 1}',
      'f:1: the file begins with a byte order mark: Picky IGNORES until it is saved without',
    ],
    [
      'an empty file',
      { intolerant: ['empty'] },
      '\n',
      'f:1: the file is empty: Picky IGNORES until it holds an object, {}',
    ],
    [
      'slashes',
      { intolerant: ['slashes'] },
      '{"version": 1, // "//"\n"x": {"$schema": "https://a"}}',
      'f:2: "//" within a string: Picky IGNORES until it is written "\\/\\/"',
    ],
    [
      'an unknown event',
      { knownEvents: ['stop', 'sessionStart', 'beforePrompt', 'afterTool'] },
      '{"version": 1, "hooks": {"stop": [],\n"Stop": []}}',
      'f:2: "Stop" is no event of Picky: Picky IGNORES until it is gone',
    ],
    [
      'an unknown member',
      { members: ['version', 'hooks'] },
      '{"version": 1,\n"model": 1}',
      'f:2: only "version" and "hooks" may stand here: Picky IGNORES until "model" is gone',
    ],
  ];

  test.each(cases)('%s: refused, or written with a warning', (_, settings, text, said) => {
    const refuses = picky({ ...settings, refuses: true, untaken: 'does not even start' });
    const sentence = said.replace('IGNORES', 'does not even start');
    expect(() => link(refuses, text)).toThrow(
      new SettingsFault(`${sentence}. Nothing was written; correct it and run the command again.`, 'data'),
    );
    // Taking ours out makes nothing worse.
    expect(unlinkText(text, refuses, 'f').text).toBe(text);
    const warns = picky(settings);
    const linked = link(warns, text);
    // Its line is that of the file as it is now.
    const warning = said
      .replace(/^f:\d+/, 'f:N')
      .replace('IGNORES until', "ignores the whole file, engram's hooks with it, until");
    // An empty file is none any more when it has been linked.
    expect(linked.warnings.map((one) => one.replace(/^f:\d+/, 'f:N'))).toEqual(
      settings.intolerant?.includes('empty') ? [] : [`${warning}.`],
    );
    expect(unlinkText(linked.text, warns, 'f').text).toBe(text);
  });

  test('strings with an escaped slash and comments pass', () => {
    const host = picky({ intolerant: ['slashes', 'comma'], refuses: true });
    const text = '{"version": 1, /* "//" */ "a": "https:\\/\\/x", // "\n"b": "\\"/"}';
    expect(unlinkText(link(host, text).text, host, 'f').text).toBe(text);
  });

  test('an off switch that lies deeper is found, and never refused', () => {
    const host = picky({ offSwitch: { at: ['config', 'enabled'], value: false }, refuses: true });
    expect(link(host, '{"version": 1,\n"hooks": {},\n"config": {"a": [{}], "enabled": false}}').warnings).toEqual([
      'f:21: "config.enabled" is false: Picky runs no hook, engram\'s neither.',
    ]);
    expect(link(host, '{"version": 1, "config": {"enabled": true}}').warnings).toEqual([]);
  });

  describe('a symbolic link', () => {
    const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'engram-shapes-'));
    afterEach(() => fs.rmSync(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }));

    test('is refused, or warned of', () => {
      const [file, target] = [path.join(dir, 'hooks.json'), path.join(dir, 'real.json')];
      fs.writeFileSync(target, '{"version": 1}');
      fs.symlinkSync(target, file);
      const said = `${file} (a link to ${target}): Picky ignores the whole file where it is a link`;
      const run = (settings: Partial<HostSettings>) => linkFile(file, picky(settings), 'engram-hook picky');
      expect(() => run({ intolerant: ['link'], refuses: true })).toThrow(
        `${said}. Nothing was written; put the file itself there and run the command again.`,
      );
      expect(fs.readFileSync(target, 'utf8')).toBe('{"version": 1}');
      expect(run({ intolerant: ['link'] }).warnings).toEqual([`${said}, engram's hooks with it.`]);
      expect(run({}).warnings).toEqual([]);
    });
  });
});
