import fs from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { hosts } from '../../hosts/index.ts';
import { makeWorld, removeWorlds, treeOf } from './lab.ts';

afterEach(removeWorlds);

const VARIABLES = [
  'CLAUDE_CONFIG_DIR',
  'CODEX_HOME',
  'GEMINI_CLI_HOME',
  'QWEN_HOME',
  'COPILOT_HOME',
  'XDG_CONFIG_HOME',
  'PI_CODING_AGENT_DIR',
  'APPDATA',
];
/** A variable moves a host's file where its value turns up in the path. */
const rows = hosts.flatMap((host) =>
  VARIABLES.filter((one) => host.settings.path.user?.('/h', { [one]: '/moved' }).startsWith('/moved')).map(
    (variable) => ({
      host,
      variable,
      name: `${host.name}: ${variable}`,
    }),
  ),
);

describe('O14: the wrong account’s settings are modified', () => {
  it('covers the variables that the hosts have', () => {
    expect(rows.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['claude: CLAUDE_CONFIG_DIR', 'codex: CODEX_HOME', 'gemini: GEMINI_CLI_HOME']),
    );
  });

  it('only the moved file changes, and back; uninstall finds it without the variable', () => {
    const world = makeWorld();
    const moved = path.join(world.home, 'other account');
    const env = Object.fromEntries(rows.map(({ variable }) => [variable, path.join(moved, variable)]));
    for (const { host } of rows) {
      const usual = world.settings(host, 'user');
      fs.mkdirSync(path.dirname(usual), { recursive: true });
      fs.writeFileSync(usual, '{}');
    }
    const names = rows.map(({ host }) => host.name);
    // Those that go with one of them have no variable.
    const others = hosts
      .filter(({ name }) => !names.includes(name))
      .flatMap(({ settings }) => settings.path.user?.(world.home, {}) ?? []);
    const seen = () => treeOf(world.base, /\.engram(\/|$)/);
    const before = seen();
    const link = () => expect(world.engram(['link', '--global', ...names], { env }).status).toBe(0);
    link();
    const linked = seen();
    const touched = Object.keys(linked)
      .filter((name) => before[name] !== linked[name])
      .map((name) => path.join(world.base, name));
    const outside = touched.filter(
      (file) => !file.startsWith(moved) && !others.some((other) => other.startsWith(file)),
    );
    expect(outside).toEqual([]);
    for (const { host, variable } of rows) {
      const file = world.settings(host, 'user', env);
      expect([
        file.startsWith(path.join(moved, variable)),
        fs.readFileSync(file, 'utf8').includes('engram-hook'),
      ]).toEqual([true, true]);
    }
    expect(world.engram(['unlink', '--global', ...names], { env }).status).toBe(0);
    expect(seen()).toEqual(before);
    link();
    expect(world.engram('uninstall --purge --yes').status).toBe(0);
    expect(seen()).toEqual(before);
    expect(fs.existsSync(path.join(world.home, '.engram'))).toBe(false);
  });
});
