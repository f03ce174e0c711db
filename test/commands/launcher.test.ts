// The launcher and the installed command, run by real shells with a stand-in for dist/hook.cjs.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { claude } from '../../hosts/claude.ts';
import { codex } from '../../hosts/codex.ts';
import type { Host, HostSettings } from '../../hosts/host.ts';
import { isManagedCommand } from '../../hosts/settings-entries.ts';
import { CommandError } from '../../src/commands/context.ts';
import {
  installedCommand,
  launcherBatch,
  launcherFile,
  launcherScript,
  thisInstallation,
  writeLauncher,
} from '../../src/commands/launcher.ts';

const base = fs.mkdtempSync(path.join(os.tmpdir(), 'engram-launcher-'));
afterAll(() => fs.rmSync(base, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }));
let dir: string;
beforeEach(() => {
  dir = fs.mkdtempSync(path.join(base, 'd'));
});

/** Prints what it was started with and how long its stdin was. */
const STAND_IN = `console.log(JSON.stringify({
  args: process.argv.slice(2), home: process.env.ENGRAM_HOME ?? null, stdin: require('fs').readFileSync(0, 'utf8'),
  ca: process.env.NODE_EXTRA_CA_CERTS ?? null, options: process.env.NODE_OPTIONS ?? null }))`;

function install(home: string, folder: string, engramHome = path.join(home, '.engram')) {
  const hook = path.join(folder, 'dist', 'hook.cjs');
  fs.mkdirSync(path.dirname(hook), { recursive: true });
  fs.mkdirSync(home, { recursive: true });
  fs.writeFileSync(hook, STAND_IN);
  // A node of its own, so that it can be taken away.
  const node = path.join(folder, 'node');
  fs.symlinkSync(process.execPath, node);
  return { hook, node, report: writeLauncher(home, engramHome, { node, hook }) };
}

const run = (shell: string, command: string, env: Record<string, string>) =>
  spawnSync(shell, ['-c', command], { env: { PATH: '/usr/bin:/bin', ...env }, input: '{"x":1}', encoding: 'utf8' });

const shells = ['/bin/sh', '/bin/bash'].filter((shell) => fs.existsSync(shell));

describe.each(shells)('%s', (shell) => {
  test.each([
    'plain',
    'my name',
    "o'neil",
    'say "hi"',
    '$(touch pwned)',
    '`id`',
    'a&b',
    '(1)',
    'é',
    '日本',
    '-rf',
    'a\\b',
    'a\nb',
    '%PATH%',
    '~',
    '*?',
    '!x#',
  ])('O17: home and package in a folder called %j', (name) => {
    const home = path.join(dir, name);
    install(home, path.join(dir, 'pkg', name), path.join(dir, 'data', name));
    for (const scope of ['project', 'user', 'local'] as const) {
      const done = run(shell, installedCommand(codex, scope, home, undefined, 'linux'), { HOME: home });
      expect(done.stderr).toBe('');
      expect(JSON.parse(done.stdout)).toEqual({
        args: ['codex'],
        home: path.join(dir, 'data', name),
        stdin: '{"x":1}',
        ca: null,
        options: null,
      });
      expect(done.status).toBe(0);
    }
    expect(isManagedCommand(installedCommand(codex, 'user', home, undefined, 'linux'), codex)).toBe(true);
    // Nothing in a name was run.
    expect(fs.readdirSync(dir).sort()).toEqual([name, 'pkg'].sort());
  });

  test('node, the package or the launcher gone: silent, exit 0', () => {
    const { hook, node } = install(dir, path.join(dir, 'pkg'));
    const commands = (['project', 'user'] as const).map((scope) =>
      installedCommand(claude, scope, dir, undefined, 'linux'),
    );
    const silent = (command: string | undefined) => {
      const { status, stdout, stderr } = run(shell, command ?? '', { HOME: dir });
      expect([status, stdout, stderr]).toEqual([0, '', '']);
    };
    fs.renameSync(node, `${node}.away`);
    commands.forEach(silent);
    fs.renameSync(`${node}.away`, node);
    fs.rmSync(hook);
    commands.forEach(silent);
    fs.rmSync(path.join(dir, '.engram'), { recursive: true });
    silent(commands[0]);
  });

  test("certificates and NODE_OPTIONS are dropped; the environment's ENGRAM_HOME wins", () => {
    install(dir, path.join(dir, 'pkg'), '/srv/engram');
    const command = installedCommand(claude, 'user', dir, undefined, 'linux');
    const env = { HOME: dir, NODE_EXTRA_CA_CERTS: '/nowhere.pem', NODE_OPTIONS: '--no-such-option' };
    expect(JSON.parse(run(shell, command, env).stdout)).toMatchObject({ ca: null, options: null, home: '/srv/engram' });
    expect(JSON.parse(run(shell, command, { ...env, ENGRAM_HOME: '/other' }).stdout)).toMatchObject({ home: '/other' });
    // A relative one is none: it would be another in each folder.
    for (const none of ['', 'data', './data', '~/data'])
      expect(JSON.parse(run(shell, command, { ...env, ENGRAM_HOME: none }).stdout)).toMatchObject({
        home: '/srv/engram',
      });
    install(dir, path.join(dir, 'second'));
    expect(JSON.parse(run(shell, command, env).stdout)).toMatchObject({ home: null });
  });
});

test('the commands, byte for byte: hosts hash them', () => {
  const project = 'test -x ~/.engram/bin/engram-hook || exit 0; exec ~/.engram/bin/engram-hook claude 2>/dev/null';
  expect(installedCommand(claude, 'project', '/any', undefined, 'linux')).toBe(project);
  expect(installedCommand(claude, 'project', 'C:\\Users\\me', undefined, 'win32')).toBe(project);
  const plain = '/home/me/.engram/bin/engram-hook';
  expect(installedCommand(codex, 'user', '/home/me', undefined, 'linux')).toBe(
    `test -x ${plain} || exit 0; exec ${plain} codex`,
  );
  expect(installedCommand(claude, 'local', "/home/o'neil", undefined, 'linux')).toBe(
    "test -x '/home/o'\\''neil/.engram/bin/engram-hook' || exit 0; exec '/home/o'\\''neil/.engram/bin/engram-hook' claude",
  );
  expect(installedCommand(claude, 'user', '/h', undefined, 'win32')).toBe('"/h/.engram/bin/engram-hook.cmd" claude');
});

test('a host that takes no shell operators gets the launcher alone; one whose payloads do not say gets the event', () => {
  const at = (settings: Partial<HostSettings>): Host => ({ ...codex, settings: { ...codex.settings, ...settings } });
  const plain = at({ command: 'plain' });
  expect(installedCommand(plain, 'project', '/any', 'Stop', 'linux')).toBe('~/.engram/bin/engram-hook codex');
  expect(installedCommand(plain, 'user', '/home/my name', 'Stop', 'linux')).toBe(
    "'/home/my name/.engram/bin/engram-hook' codex",
  );
  const naming = at({ command: 'plain', namesEvent: true });
  expect(installedCommand(naming, 'project', '/any', 'promptSent', 'linux')).toBe(
    '~/.engram/bin/engram-hook codex promptSent',
  );
  expect(installedCommand(naming, 'user', 'C:\\me', 'promptSent', 'win32')).toMatch(
    /^"C:\\me.*engram-hook\.cmd" codex promptSent$/,
  );
  const guarded = at({ namesEvent: true });
  expect(installedCommand(guarded, 'user', '/h', 'promptSent', 'linux')).toBe(
    'test -x /h/.engram/bin/engram-hook || exit 0; exec /h/.engram/bin/engram-hook codex promptSent',
  );
  expect(installedCommand(guarded, 'project', '/h', 'promptSent', 'linux')).toBe(
    'test -x ~/.engram/bin/engram-hook || exit 0; exec ~/.engram/bin/engram-hook codex promptSent 2>/dev/null',
  );
});

test('O17: a host that replaces $NAME even in quotes never sees one', () => {
  const expanding: Host = { ...codex, settings: { ...codex.settings, expands: true } };
  expect(installedCommand(expanding, 'user', '/home/me', undefined, 'linux')).toBe(
    installedCommand(codex, 'user', '/home/me', undefined, 'linux'),
  );
  for (const name of ['a$HOME', '$(touch pwned)', '$PATH', 'cash $']) {
    const home = path.join(dir, name);
    install(home, path.join(dir, 'pkg', name));
    const command = installedCommand(expanding, 'user', home, undefined, 'linux');
    expect(command).toBe('test -x ~/.engram/bin/engram-hook || exit 0; exec ~/.engram/bin/engram-hook codex');
    for (const shell of shells) {
      expect(JSON.parse(run(shell, command, { HOME: home }).stdout)).toMatchObject({ args: ['codex'] });
    }
  }
});

test('the script, byte for byte', () => {
  expect(launcherScript({ node: '/usr/bin/node', hook: '/pkg/dist/hook.cjs' })).toBe(`#!/bin/sh
# Starts the hooks of engram; written by \`engram link\`. Without node or the package it does nothing.
[ -x '/usr/bin/node' ] && [ -r '/pkg/dist/hook.cjs' ] || exit 0
# Both slow down every start of node, the first by three times.
unset NODE_EXTRA_CA_CERTS NODE_OPTIONS
'/usr/bin/node' --no-rehash-snapshot --no-sparkplug --no-opt --v8-pool-size=1 --min-semi-space-size=2 --regexp-tier-up-ticks=50 --preserve-symlinks-main --no-global-search-paths '/pkg/dist/hook.cjs' "$@" 2>/dev/null
# 9: a node that does not know a flag; it has read nothing yet. Whatever else happened, the turn goes on.
[ $? -eq 9 ] || exit 0
exec '/usr/bin/node' '/pkg/dist/hook.cjs' "$@"
`);
  expect(launcherBatch({ node: 'C:\\100%\\node.exe', hook: 'C:\\p\\hook.cjs' }, 'D:\\é').split('\r\n')).toEqual([
    '@echo off',
    'setlocal',
    'chcp 65001 >nul',
    'if not exist "C:\\100%%\\node.exe" exit /b 0',
    'if not exist "C:\\p\\hook.cjs" exit /b 0',
    'set NODE_EXTRA_CA_CERTS=',
    'set NODE_OPTIONS=',
    'if not defined ENGRAM_HOME set "ENGRAM_HOME=D:\\é"',
    '"C:\\100%%\\node.exe" --no-rehash-snapshot --no-sparkplug --no-opt --v8-pool-size=1 --min-semi-space-size=2 --regexp-tier-up-ticks=50 --preserve-symlinks-main --no-global-search-paths "C:\\p\\hook.cjs" %* 2>nul',
    'if not %errorlevel% equ 9 exit /b 0',
    '"C:\\100%%\\node.exe" "C:\\p\\hook.cjs" %*',
    '',
  ]);
});

describe('writing it', () => {
  const installation = { node: '/usr/bin/node', hook: '/pkg/dist/hook.cjs' };
  const modeOf = (file: string) => fs.statSync(file).mode & 0o777;

  test('0755 in folders of 0700; a second time it stays as it is', () => {
    const file = launcherFile(dir);
    expect(writeLauncher(dir, path.join(dir, '.engram'), installation, { dryRun: true })).toEqual({
      file,
      changed: true,
    });
    expect(fs.existsSync(file)).toBe(false);
    expect(writeLauncher(dir, path.join(dir, '.engram'), installation)).toEqual({ file, changed: true });
    expect([modeOf(file), modeOf(path.dirname(file)), modeOf(path.join(dir, '.engram'))]).toEqual([
      0o755, 0o700, 0o700,
    ]);
    const { ino } = fs.statSync(file);
    expect(writeLauncher(dir, path.join(dir, '.engram'), installation)).toEqual({ file, changed: false });
    expect(fs.statSync(file).ino).toBe(ino);
    fs.chmodSync(file, 0o644);
    expect(writeLauncher(dir, path.join(dir, '.engram'), installation).changed).toBe(true);
    expect(modeOf(file)).toBe(0o755);
    expect(fs.readdirSync(path.dirname(file))).toEqual(['engram-hook']);
  });

  test('on Windows a batch file stands beside it', () => {
    writeLauncher(dir, path.join(dir, '.engram'), installation, { platform: 'win32' });
    expect(fs.readdirSync(path.join(dir, '.engram', 'bin'))).toEqual(['engram-hook', 'engram-hook.cmd']);
  });

  test('where it cannot be written: exit 73', () => {
    fs.writeFileSync(path.join(dir, '.engram'), '');
    const write = () => writeLauncher(dir, path.join(dir, '.engram'), installation);
    expect(write).toThrow(CommandError);
    expect(write).toThrow(/^the launcher .* cannot be written: .*; make the folder writable/);
  });

  test('this installation is this package', () => {
    expect(thisInstallation()).toEqual({
      node: process.execPath,
      hook: path.resolve(import.meta.dirname, '../../dist/hook.cjs'),
    });
  });
});

test('a node that does not know the flags, or that crashes: the hook still answers, or is silent with 0', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'engram-flags-'));
  const file = (name: string, text: string) => {
    const at = path.join(folder, name);
    fs.writeFileSync(at, text, { mode: 0o755 });
    return at;
  };
  const hook = file('hook.cjs', 'process.stdout.write(require("node:fs").readFileSync(0, "utf8"))');
  const run = (node: string) => {
    const launcher = file('launcher', launcherScript({ node, hook }));
    const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', `exec ${launcher} claude`], {
      input: '{}',
      encoding: 'utf8',
    });
    return { status, stdout, stderr };
  };
  try {
    const strict = file(
      'strict',
      `#!/bin/sh\ncase "$*" in *--no-opt*) echo bad option >&2; exit 9;; esac\nexec ${process.execPath} "$@"\n`,
    );
    expect(run(strict)).toEqual({ status: 0, stdout: '{}', stderr: '' });
    expect(run(process.execPath)).toEqual({ status: 0, stdout: '{}', stderr: '' });
    expect(run(file('crash', '#!/bin/sh\nkill -SEGV $$\n')).status).toBe(0);
    expect(run(file('two', '#!/bin/sh\nexit 2\n')).status).toBe(0);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
});
