// What holds of link, unlink and upgrade for every host that has entries in a settings file.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withPathRules } from '../../hosts/events.ts';
import type { Host, Scope } from '../../hosts/host.ts';
import { hosts } from '../../hosts/index.ts';
import { isManagedCommand } from '../../hosts/settings-entries.ts';
import { linkText } from '../../hosts/settings-file.ts';
import { inScope } from '../../hosts/settings-link.ts';
import { FLAG } from '../../src/commands/links.ts';
import { type Lab, makeLab } from './lab.ts';

let lab: Lab;
beforeEach(() => {
  lab = makeLab();
});
afterEach(() => lab.remove());

/** Every file and folder of the lab but engram's own, with its text. */
function tree(): Record<string, string> {
  const found: Record<string, string> = {};
  for (const entry of fs.readdirSync(lab.dir, { recursive: true, withFileTypes: true })) {
    const at = path.join(entry.parentPath, entry.name);
    const name = path.relative(lab.dir, at);
    if (/\/\.(?:engram|git)(?:\/|$)/.test(name)) continue;
    found[name] = entry.isFile() ? fs.readFileSync(at, 'utf8') : '';
  }
  return found;
}

const every = hosts.flatMap((host) =>
  (Object.keys(host.settings.path) as Scope[]).map((scope) => ({ host, scope, name: host.name })),
);
/** Those whose commands stand in JSON, be the file a person's or ours alone. */
const inJson = every.filter(({ host, scope }) => host.settings.path[scope]!('/', {}).endsWith('.json'));
const rows = every.filter(({ host, scope }) => inScope(host, scope).settings.format.kind === 'entries');
const fileOf = (host: Host, scope: Scope, env = {}) =>
  host.settings.path[scope]!(scope === 'user' ? lab.home : lab.project, env);

/** The commands of ours in a JSON value. */
function commandsIn(value: unknown, host: Host): string[] {
  if (typeof value === 'string') return isManagedCommand(value, host) ? [value] : [];
  return typeof value === 'object' && value !== null
    ? Object.values(value).flatMap((one) => commandsIn(one, host))
    : [];
}
const commandsOf = (host: Host, scope: Scope) =>
  commandsIn(JSON.parse(fs.readFileSync(fileOf(host, scope), 'utf8')), host);

describe.each(rows)('$name, $scope', ({ host, scope, name }) => {
  const native = withPathRules(inScope(host, scope), 'native');
  const events = native.events.map(({ event }) => event);

  it('link, link, unlink: all events once, then everything as before', async () => {
    const before = tree();
    const { code } = await lab.run(`link${FLAG[scope]} ${name}`);
    expect(code).toBe(0);
    expect(commandsOf(host, scope)).toHaveLength(events.length);
    const linked = tree();
    expect((await lab.run(`link${FLAG[scope]} ${name}`)).out).toContain(`${host.title}: already linked in`);
    expect(tree()).toEqual(linked);
    expect((await lab.run('doctor')).out).toContain(
      `${host.title} (${scope}): ${events.join(', ')} in ${fileOf(host, scope)}`,
    );
    await lab.run(`unlink${FLAG[scope]} ${name}`);
    expect(tree()).toEqual(before);
  });

  it('a file of the person is given back byte for byte', async () => {
    const file = fileOf(host, scope);
    const { format } = native.settings;
    const top = format.kind === 'entries' && format.top ? '"version" : 1,' : '';
    const text = `{\r\n\t${top}\r\n\t"hooks"  : { }\r\n}`;
    lab.write(file, text);
    await lab.run(`link${FLAG[scope]} ${name}`);
    expect(commandsOf(host, scope)).toHaveLength(events.length);
    await lab.run(`unlink${FLAG[scope]} ${name}`);
    expect(fs.readFileSync(file, 'utf8')).toBe(text);
  });

  it('E-05 E-06 E-07: an older install is completed by link and by upgrade --latest, not by upgrade; no host is added', async () => {
    const file = fileOf(host, scope);
    const older = linkText(
      undefined,
      { ...native, events: native.events.slice(0, 1) },
      `engram hook ${name}`,
      file,
    ).text;
    for (const command of [`link${FLAG[scope]} ${name}`, 'upgrade --latest']) {
      lab.write(file, older);
      await lab.run('upgrade');
      expect(fs.readFileSync(file, 'utf8')).toBe(older);
      const before = Object.keys(tree());
      await lab.run(command);
      const commands = commandsOf(host, scope);
      expect(commands).toHaveLength(events.length);
      expect(commands.filter((one) => !one.includes('.engram/bin/engram-hook'))).toEqual([]);
      const after = tree();
      if (command.startsWith('upgrade'))
        expect(Object.keys(after).filter((one) => one.endsWith('.json'))).toEqual(
          before.filter((one) => one.endsWith('.json')),
        );
      await lab.run(command);
      expect(tree()).toEqual(after);
    }
  });

  it('--dry-run prints the change and makes none; --json says what was done', async () => {
    const before = tree();
    const { out } = await lab.run(`link --dry-run${FLAG[scope]} ${name}`);
    expect(out).toContain(`+++ ${fileOf(host, scope)}\n`);
    expect(tree()).toEqual(before);
    const { links } = await lab.json<{ links: Record<string, unknown>[] }>(`link --json${FLAG[scope]} ${name}`);
    expect(links.find((one) => one.host === name)).toMatchObject({
      scope,
      file: fileOf(host, scope),
      state: 'created',
      added: events,
      updated: [],
      removed: [],
    });
    const dry = await lab.run(`unlink --dry-run${FLAG[scope]} ${name}`);
    expect(dry.out).toContain(`--- ${fileOf(host, scope)}\n`);
    expect(commandsOf(host, scope)).toHaveLength(events.length);
  });

  it('what does not parse is refused with file and line', async () => {
    const file = lab.write(fileOf(host, scope), '{\n"hooks": {\n');
    const { code, err } = await lab.run(`link${FLAG[scope]} ${name}`);
    expect([code, err]).toEqual([65, expect.stringContaining(`engram: ${file}:3: not valid JSON`)]);
    expect(fs.readFileSync(file, 'utf8')).toBe('{\n"hooks": {\n');
  });
});

describe.each(hosts.filter(({ settings }) => settings.path.user))('O14 $name: moved by the environment', (host) => {
  // A variable moves the user's file where its value turns up in the path.
  const variables = [
    'CLAUDE_CONFIG_DIR',
    'CODEX_HOME',
    'GEMINI_CLI_HOME',
    'QWEN_HOME',
    'COPILOT_HOME',
    'XDG_CONFIG_HOME',
    'PI_CODING_AGENT_DIR',
  ];
  const moving = variables.filter((one) => host.settings.path.user!('/h', { [one]: '/moved' }).startsWith('/moved'));

  it.each(moving)('%s', async (variable) => {
    const env = { [variable]: path.join(lab.home, 'moved here') };
    const before = tree();
    await lab.run(`link --global ${host.name}`, { env });
    const file = fileOf(host, 'user', env);
    expect(file.startsWith(path.join(lab.home, 'moved here'))).toBe(true);
    expect(fs.readFileSync(file, 'utf8')).toContain('engram-hook');
    expect(fs.existsSync(fileOf(host, 'user'))).toBe(false);
    await lab.run(`unlink --global ${host.name}`, { env });
    expect(tree()).toEqual(before);
  });

  it('is moved by the variables that it has', () => {
    const has: Record<string, string[]> = {
      claude: ['CLAUDE_CONFIG_DIR'],
      codex: ['CODEX_HOME'],
      gemini: ['GEMINI_CLI_HOME'],
      qwen: ['QWEN_HOME'],
      copilot: ['COPILOT_HOME'],
      opencode: ['XDG_CONFIG_HOME'],
      pi: ['PI_CODING_AGENT_DIR'],
    };
    expect(moving).toEqual(has[host.name] ?? []);
  });
});

describe.each(['sh', 'bash'])('O17: the installed commands, run by %s', (shell) => {
  it.each(['my name', "o'neil", 'say "hi"', '$(touch pwned)', 'a$HOME b', 'a&b', '(1)', 'é', '日本', '-rf'])(
    'in a home called %j, of every host and scope',
    async (name) => {
      const home = path.join(lab.dir, name);
      fs.mkdirSync(home);
      const env = { HOME: home };
      for (const scope of ['project', 'local', 'user'] as const) await lab.run(`link${FLAG[scope]} all`, { env });
      // In the place of the launcher one that says what it was given.
      fs.writeFileSync(path.join(home, '.engram/bin/engram-hook'), '#!/bin/sh\nprintf "%s|" "$@"; cat\n');
      const ran: string[] = [];
      for (const { host, scope } of inJson) {
        const file = host.settings.path[scope]!(scope === 'user' ? home : lab.project, {});
        const commands = [...new Set(commandsIn(JSON.parse(fs.readFileSync(file, 'utf8')), host))];
        for (const command of commands) {
          if (host.settings.expands) expect(command).not.toContain('$');
          const { stdout, stderr, status } = spawnSync(shell, ['-c', command], {
            env: { PATH: '/usr/bin:/bin', ...env },
            input: '{}',
            cwd: lab.dir,
            encoding: 'utf8',
          });
          expect([command, stdout.split('|')[0], stdout.endsWith('|{}'), stderr, status]).toEqual([
            command,
            host.name,
            true,
            '',
            0,
          ]);
        }
        ran.push(`${host.name} ${scope}`);
      }
      expect(ran).toHaveLength(inJson.length);
      expect(fs.existsSync(path.join(lab.dir, 'pwned'))).toBe(false);
    },
  );
});
