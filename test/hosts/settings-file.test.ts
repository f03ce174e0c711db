// Settings files on a real disk: links, modes, owners, hard links, what cannot be written, and two programs at once.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buildSync } from 'esbuild';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { claude as everyEvent } from '../../hosts/claude.ts';
import { withPathRules } from '../../hosts/events.ts';
import {
  linkFile,
  linkText,
  readSettings,
  SettingsFault,
  unlinkFile,
  writeSettings,
} from '../../hosts/settings-file.ts';

/** As it is linked unless the config says otherwise. */
const claude = withPathRules(everyEvent, 'native');
const COMMAND = '/h/.engram/bin/engram-hook claude';
const BEFORE = '{\n  "model": "opus"\n}\n';
const LINKED = linkText(BEFORE, claude, COMMAND, 'f').text;
const asRoot = process.getuid?.() === 0;

const base = fs.mkdtempSync(path.join(os.tmpdir(), 'engram settings '));
afterAll(() => fs.rmSync(base, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }));

let dir: string;
let file: string;
beforeEach(() => {
  dir = fs.mkdtempSync(path.join(base, 'dir-'));
  file = path.join(dir, 'settings.json');
});
const read = (at = file) => fs.readFileSync(at, 'utf8');
const faultOf = (run: () => unknown) => {
  try {
    run();
  } catch (error) {
    if (error instanceof SettingsFault) return `${error.kind}: ${error.message}`;
    throw error;
  }
  return 'no fault';
};

test('a file that was not there is made, with its folders, and goes again', () => {
  const deep = path.join(dir, 'a', '.claude', 'settings.json');
  const linked = linkFile(deep, claude, COMMAND);
  expect(linked.madeFolders).toEqual([path.join(dir, 'a'), path.join(dir, 'a', '.claude')]);
  expect(linked).toMatchObject({ before: undefined, after: read(deep) });
  expect(fs.readdirSync(path.dirname(deep))).toEqual(['settings.json']);
  expect(unlinkFile(deep, claude)).toMatchObject({
    after: undefined,
    removed: ['SessionStart', 'UserPromptSubmit', 'PreCompact', 'InstructionsLoaded', 'SubagentStart'],
  });
  expect(fs.readdirSync(path.dirname(deep))).toEqual([]);
  expect(unlinkFile(deep, claude)).toMatchObject({ before: undefined, after: undefined, removed: [] });
});

test('a dry run writes nothing', () => {
  expect(linkFile(file, claude, COMMAND, true).after).toBe(linkText(undefined, claude, COMMAND, 'f').text);
  expect(fs.readdirSync(dir)).toEqual([]);
  fs.writeFileSync(file, LINKED);
  expect(unlinkFile(file, claude, true).after).toBe(BEFORE);
  expect(read()).toBe(LINKED);
});

test('a second link does not touch the file', () => {
  fs.writeFileSync(file, BEFORE);
  linkFile(file, claude, COMMAND);
  const { ino, mtimeNs } = fs.statSync(file, { bigint: true });
  linkFile(file, claude, COMMAND);
  expect(fs.statSync(file, { bigint: true })).toMatchObject({ ino, mtimeNs });
});

test.each([0o600, 0o640, 0o664, 0o755])('mode %o is kept', (mode) => {
  fs.writeFileSync(file, BEFORE);
  fs.chmodSync(file, mode);
  linkFile(file, claude, COMMAND);
  expect(fs.statSync(file).mode & 0o7777).toBe(mode);
  unlinkFile(file, claude);
  expect(fs.statSync(file).mode & 0o7777).toBe(mode);
  expect(read()).toBe(BEFORE);
});

test.runIf(asRoot)('the owner is kept', () => {
  fs.writeFileSync(file, BEFORE);
  fs.chownSync(file, 12345, 54321);
  linkFile(file, claude, COMMAND);
  expect(fs.statSync(file)).toMatchObject({ uid: 12345, gid: 54321 });
  expect(read()).toBe(LINKED);
});

test('both names of a hard link see the edit', () => {
  const twin = path.join(dir, 'twin.json');
  fs.writeFileSync(file, BEFORE);
  fs.linkSync(file, twin);
  linkFile(file, claude, COMMAND);
  expect(read(twin)).toBe(LINKED);
  expect(fs.statSync(file).nlink).toBe(2);
  unlinkFile(twin, claude);
  expect(read()).toBe(BEFORE);
});

describe('symbolic links', () => {
  test('stay links; the target is written, its mode kept', () => {
    const store = path.join(dir, 'dotfiles');
    fs.mkdirSync(store);
    fs.writeFileSync(path.join(store, 'claude.json'), BEFORE, { mode: 0o640 });
    fs.symlinkSync('dotfiles/claude.json', path.join(dir, 'middle'));
    fs.symlinkSync('middle', file);
    linkFile(file, claude, COMMAND);
    expect(fs.readlinkSync(file)).toBe('middle');
    expect(read(path.join(store, 'claude.json'))).toBe(LINKED);
    expect(fs.statSync(file).mode & 0o777).toBe(0o640);
    expect(fs.readdirSync(store)).toEqual(['claude.json']);
    unlinkFile(file, claude);
    expect(read()).toBe(BEFORE);
  });

  test.each(['store/x.json', 'gone/x.json'])('O13: a link to %s, which does not exist, is refused', (target) => {
    fs.mkdirSync(path.join(dir, 'store'));
    fs.symlinkSync(target, file);
    const before = fs.readdirSync(dir, { recursive: true }).sort();
    for (const dryRun of [false, true])
      expect(faultOf(() => linkFile(file, claude, COMMAND, dryRun))).toBe(
        `denied: ${file} is a link to ${path.join(dir, target)}, which does not exist. Nothing was written; make that file or remove the link, and run the command again.`,
      );
    // Nothing is linked there, so that there is nothing to take back.
    expect(unlinkFile(file, claude)).toMatchObject({ before: undefined, after: undefined, removed: [] });
    expect(fs.readdirSync(dir, { recursive: true }).sort()).toEqual(before);
    expect(fs.readlinkSync(file)).toBe(target);
  });

  test('links that point at each other are refused', () => {
    fs.symlinkSync('settings.json', path.join(dir, 'other'));
    fs.symlinkSync('other', file);
    expect(faultOf(() => linkFile(file, claude, COMMAND))).toContain('leads back to itself');
    expect(fs.readdirSync(dir).sort()).toEqual(['other', 'settings.json']);
  });

  test('a link to a device or folder is refused', () => {
    fs.symlinkSync('/dev/null', file);
    expect(faultOf(() => linkFile(file, claude, COMMAND))).toBe(
      `denied: ${file} (a link to /dev/null) is not a regular file. Nothing was written; move it away and run the command again.`,
    );
    expect(faultOf(() => linkFile(dir, claude, COMMAND))).toContain('is not a regular file');
  });
});

describe('what cannot be written or read', () => {
  test('a read-only file, for root too', () => {
    fs.writeFileSync(file, BEFORE, { mode: 0o444 });
    expect(faultOf(() => linkFile(file, claude, COMMAND))).toMatch(
      /^denied: .*settings.json cannot be written: permission denied\. Nothing was changed/,
    );
    expect(read()).toBe(BEFORE);
    expect(fs.readdirSync(dir)).toEqual(['settings.json']);
  });

  test.each([
    ['UTF-16', Buffer.from('\uFEFF{"a":1}', 'utf16le'), ':1: not UTF-8 text (it looks like UTF-16)'],
    ['Latin-1', Buffer.from('{"a":"\xe9"}', 'latin1'), ':1: not UTF-8 text.'],
    ['NUL bytes', Buffer.alloc(64), ':1: not valid JSON'],
  ])('%s is refused, bytes untouched', (_, bytes, message) => {
    fs.writeFileSync(file, bytes);
    expect(faultOf(() => linkFile(file, claude, COMMAND))).toContain(`data: ${file}${message}`);
    expect(fs.readFileSync(file).equals(bytes)).toBe(true);
  });

  test('a part of the path that is a file', () => {
    fs.writeFileSync(path.join(dir, '.claude'), '');
    expect(faultOf(() => linkFile(path.join(dir, '.claude', 'settings.json'), claude, COMMAND))).toContain(
      `${path.join(dir, '.claude')} is a file. Nothing was changed; make it a folder or move it away, and run the command again.`,
    );
  });

  test('a folder of the path that is a link to nowhere', () => {
    fs.symlinkSync('/nowhere', path.join(dir, '.claude'));
    expect(faultOf(() => linkFile(path.join(dir, '.claude', 'settings.json'), claude, COMMAND))).toContain(
      `${path.join(dir, '.claude')} is a link to /nowhere, which is no folder. Nothing was changed; make that folder or remove the link, and run the command again.`,
    );
  });
});

test('a file that changed since it was read is left alone', () => {
  fs.writeFileSync(file, BEFORE);
  const state = readSettings(file);
  fs.writeFileSync(file, '{"a":1}');
  expect(writeSettings(state, LINKED)).toBe(false);
  expect(writeSettings(state, undefined)).toBe(false);
  fs.rmSync(file);
  expect(writeSettings(state, LINKED)).toBe(false);
  expect(fs.readdirSync(dir)).toEqual([]);
  const missing = readSettings(file);
  fs.writeFileSync(file, BEFORE);
  expect(writeSettings(missing, LINKED)).toBe(false);
  expect(read()).toBe(BEFORE);
  expect(fs.readdirSync(dir)).toEqual(['settings.json']);
});

describe('other processes', () => {
  const program = path.join(base, 'edit.cjs');
  beforeAll(() => {
    buildSync({
      stdin: {
        contents: `import { linkFile, unlinkFile } from './hosts/settings-file.ts';
          import { claude as everyEvent } from './hosts/claude.ts';
          import { withPathRules } from './hosts/events.ts';
          const claude = withPathRules(everyEvent, 'native');
          const [, , how, file, times, command] = process.argv;
          try {
            for (let i = 0; i < Number(times); i++) how === 'link' ? linkFile(file, claude, command) : unlinkFile(file, claude);
          } catch (error) { console.log(error.kind + ': ' + error.message); process.exitCode = 1; }`,
        resolveDir: path.join(import.meta.dirname, '../..'),
        loader: 'ts',
      },
      bundle: true,
      platform: 'node',
      mainFields: ['module', 'main'],
      outfile: program,
    });
    fs.chmodSync(base, 0o755);
  });

  const start = (how: string, at: string, times: number, command = COMMAND) =>
    new Promise<string>((resolve) => {
      const child = spawn(process.execPath, [program, how, at, String(times), command]);
      let out = '';
      child.stdout.on('data', (data) => {
        out += data;
      });
      child.stderr.on('data', (data) => {
        out += data;
      });
      child.on('close', () => resolve(out));
    });

  test('eight links at once on a new file: each event once, nothing left over', async () => {
    expect(await Promise.all(Array.from({ length: 8 }, () => start('link', file, 1)))).toEqual(Array(8).fill(''));
    expect(read()).toBe(linkText(undefined, claude, COMMAND, 'f').text);
    expect(fs.readdirSync(dir)).toEqual(['settings.json']);
  });

  test("links and unlinks against each other: always a whole file, the person's bytes come back", async () => {
    fs.writeFileSync(file, BEFORE);
    const outs = await Promise.all([
      start('link', file, 20),
      start('unlink', file, 20),
      start('link', file, 20),
      start('unlink', file, 20),
    ]);
    for (const out of outs) expect(out === '' || out.startsWith('busy: ')).toBe(true);
    expect([BEFORE, LINKED]).toContain(read());
    unlinkFile(file, claude);
    expect(read()).toBe(BEFORE);
    expect(fs.readdirSync(dir)).toEqual(['settings.json']);
  });

  test.runIf(asRoot)('a folder without write permission: refused, nothing left', () => {
    fs.writeFileSync(file, BEFORE);
    fs.chownSync(file, 65534, 65534);
    fs.chmodSync(dir, 0o755);
    const run = (at: string) =>
      spawnSync(process.execPath, [program, 'link', at, '1', COMMAND], { uid: 65534, gid: 65534, encoding: 'utf8' })
        .stdout;
    expect(run(file)).toMatch(/^denied: .* cannot be written: permission denied\. Nothing was changed/);
    expect(run(path.join(dir, '.codex', 'hooks.json'))).toMatch(/^denied: .* cannot be written: permission denied/);
    expect(read()).toBe(BEFORE);
    expect(fs.readdirSync(dir)).toEqual(['settings.json']);
  });

  test.runIf(asRoot)('a file of somebody else that we may write stays theirs', () => {
    fs.writeFileSync(file, BEFORE);
    fs.chmodSync(file, 0o666);
    fs.chownSync(dir, 65534, 65534);
    const { stdout } = spawnSync(process.execPath, [program, 'link', file, '1', COMMAND], {
      uid: 65534,
      gid: 65534,
      encoding: 'utf8',
    });
    expect(stdout).toBe('');
    expect(read()).toBe(LINKED);
    expect(fs.statSync(file)).toMatchObject({ uid: 0, gid: 0 });
    expect(fs.readdirSync(dir)).toEqual(['settings.json']);
  });
});
