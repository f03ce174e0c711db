// link, unlink, upgrade and hosts on scratch homes and projects.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Command } from 'commander';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { hosts } from '../../hosts/index.ts';
import { CommandError, type Context } from '../../src/commands/context.ts';
import { register as registerHosts } from '../../src/commands/hosts.ts';
import { register as registerLink } from '../../src/commands/link.ts';
import { register as registerUnlink } from '../../src/commands/unlink.ts';
import { register as registerUpgrade } from '../../src/commands/upgrade.ts';

const base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'engram link ')));
afterAll(() => fs.rmSync(base, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }));

let home: string;
let work: string;
beforeEach(() => {
  const dir = fs.mkdtempSync(path.join(base, 'd'));
  home = path.join(dir, 'home');
  work = path.join(dir, 'work');
  fs.mkdirSync(home);
  fs.mkdirSync(path.join(work, '.git'), { recursive: true });
});

/** Runs a command line; `exit` is 0 or the CommandError's. */
async function engram(line: string, env: Record<string, string> = {}, cwd = work) {
  const done = { out: '', err: '', exit: 0, message: '' };
  const context: Context = {
    env: { HOME: home, ...env },
    cwd,
    now: new Date('2026-11-30T12:00:00Z'),
    out: (text) => {
      done.out += text;
    },
    err: (text) => {
      if (!text.includes('hook.cjs does not exist')) done.err += text;
    },
    stdin: () => '',
    color: false,
    tty: false,
    interactive: false,
  };
  const program = new Command('engram').exitOverride();
  for (const register of [registerLink, registerUnlink, registerUpgrade, registerHosts]) register(program, context);
  try {
    await program.parseAsync(line.split(' '), { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    done.exit = error.exit;
    done.message = error.message;
  }
  return done;
}

const read = (...parts: string[]) => fs.readFileSync(path.join(...parts), 'utf8');
const write = (text: string, ...parts: string[]) => {
  fs.mkdirSync(path.dirname(path.join(...parts)), { recursive: true });
  fs.writeFileSync(path.join(...parts), text);
};
/** Every file below a folder with a hash of its bytes, and every empty folder. */
function tree(root: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const entry of fs.readdirSync(root, { recursive: true, withFileTypes: true })) {
    const at = path.join(entry.parentPath, entry.name);
    if (entry.isFile()) found[path.relative(root, at)] = createHash('sha256').update(fs.readFileSync(at)).digest('hex');
    else if (fs.readdirSync(at).length === 0) found[path.relative(root, at)] = 'empty';
  }
  return found;
}
const withoutOurs = (all: Record<string, string>) =>
  Object.fromEntries(Object.entries(all).filter(([name]) => !name.startsWith('.engram')));
const eventsOf = (text: string) => Object.keys(JSON.parse(text).hooks);

/** Claude's, where `hooks.path_rules` is `native`. */
const EVENTS = ['SessionStart', 'UserPromptSubmit', 'PreCompact', 'InstructionsLoaded', 'SubagentStart'];
const CODEX_EVENTS = ['SessionStart', 'UserPromptSubmit', 'PreCompact', 'PreToolUse', 'SubagentStart'];
const PROJECT = 'test -x ~/.engram/bin/engram-hook || exit 0; exec ~/.engram/bin/engram-hook';

describe('link', () => {
  test('E-01: the project file of a host holds engram only', async () => {
    const { exit, out } = await engram('link claude codex');
    expect(exit).toBe(0);
    expect(Object.keys(tree(work)).sort()).toEqual(['.claude/settings.json', '.codex/hooks.json', '.git']);
    expect(Object.keys(tree(home))).toEqual(expect.arrayContaining(['.engram/bin/engram-hook']));
    const claude = JSON.parse(read(work, '.claude/settings.json'));
    expect(Object.keys(claude)).toEqual(['hooks']);
    expect(claude.hooks.SessionStart).toEqual([
      { hooks: [{ type: 'command', command: `${PROJECT} claude 2>/dev/null`, timeout: 10 }] },
    ]);
    expect(eventsOf(read(work, '.claude/settings.json'))).toEqual(EVENTS);
    expect(eventsOf(read(work, '.codex/hooks.json'))).toEqual(CODEX_EVENTS);
    expect(out).toContain('Claude Code: linked in');
    expect(out).toContain('(added SessionStart, UserPromptSubmit, PreCompact, InstructionsLoaded, SubagentStart)\n');
    expect(out).toContain('(added SessionStart, UserPromptSubmit, PreCompact, PreToolUse, SubagentStart)\n');
    // Codex skips an unreviewed hook without a word: the person must hear how to review it.
    expect(out).toContain('/hooks');
  });

  test('E-02: --global changes the user file only', async () => {
    await engram('link --global claude');
    expect(Object.keys(tree(work))).toEqual(['.git']);
    expect(Object.keys(withoutOurs(tree(home)))).toEqual(['.claude/settings.json']);
    expect(JSON.parse(read(home, '.claude/settings.json')).hooks.PreCompact[0].hooks[0].command).toBe(
      `test -x '${home}/.engram/bin/engram-hook' || exit 0; exec '${home}/.engram/bin/engram-hook' claude`,
    );
  });

  test("--local writes the person's own file", async () => {
    await engram('link --local claude');
    expect(Object.keys(tree(work)).sort()).toEqual(['.claude/settings.local.json', '.git']);
  });

  test('O14: a moved host folder is honoured', async () => {
    const env = {
      CLAUDE_CONFIG_DIR: path.join(home, 'claude elsewhere'),
      CODEX_HOME: path.join(home, 'codex elsewhere'),
    };
    fs.mkdirSync(env.CODEX_HOME);
    const before = withoutOurs(tree(home));
    await engram('link --global claude codex', env);
    expect(Object.keys(withoutOurs(tree(home))).sort()).toEqual([
      'claude elsewhere/settings.json',
      'codex elsewhere/hooks.json',
    ]);
    await engram('unlink --global claude codex', env);
    // The folder that was there stays, the one that link made goes.
    expect(withoutOurs(tree(home))).toEqual(before);
  });

  test("from a sub-folder the repository's root is linked", async () => {
    fs.mkdirSync(path.join(work, 'src/deep'), { recursive: true });
    await engram('link claude', {}, path.join(work, 'src/deep'));
    expect(fs.existsSync(path.join(work, '.claude/settings.json'))).toBe(true);
  });

  test('a moved ENGRAM_HOME: the launcher stays under the home folder and passes it on', async () => {
    const moved = path.join(home, 'data');
    await engram('link claude', { ENGRAM_HOME: moved });
    expect(read(home, '.engram/bin/engram-hook')).toContain(`ENGRAM_HOME='${moved}'`);
  });

  test('E-05: an old install gains the missing events once', async () => {
    const entry = { hooks: [{ type: 'command', command: '/old/bin/engram-hook claude', timeout: 60 }] };
    write(
      JSON.stringify({ hooks: { SessionStart: [entry], UserPromptSubmit: [entry] }, model: 'opus' }, null, 2),
      work,
      '.claude/settings.json',
    );
    const second = await engram('link claude');
    expect(second.out).toContain(
      '(added PreCompact, InstructionsLoaded, SubagentStart; refreshed SessionStart, UserPromptSubmit)',
    );
    const after = read(work, '.claude/settings.json');
    expect(eventsOf(after)).toEqual(EVENTS);
    expect(after).not.toContain('/old/');
    const third = await engram('link claude');
    expect(third.out).toContain('already linked');
    expect(read(work, '.claude/settings.json')).toBe(after);
  });

  test('--dry-run prints the diff and writes nothing', async () => {
    write('{\n  "model": "opus"\n}\n', work, '.claude/settings.json');
    const before = [tree(work), tree(home)];
    const { out } = await engram('link --dry-run claude codex');
    expect([tree(work), tree(home)]).toEqual(before);
    expect(out).toContain(
      `--- ${path.join(work, '.claude/settings.json')}\n+++ ${path.join(work, '.claude/settings.json')}\n@@ -1,3 +1,`,
    );
    expect(out).toContain('\n+  "hooks": {\n+    "SessionStart": [\n');
    expect(out).toContain(`--- /dev/null\n+++ ${path.join(work, '.codex/hooks.json')}\n`);
  });

  test('--json says what was done', async () => {
    const file = path.join(work, '.claude/settings.json');
    const { out } = await engram('link --json claude');
    expect(JSON.parse(out)).toEqual({
      launcher: { file: path.join(home, '.engram/bin/engram-hook'), changed: true },
      links: [
        {
          host: 'claude',
          scope: 'project',
          file,
          state: 'created',
          command: `${PROJECT} claude 2>/dev/null`,
          added: EVENTS,
          updated: [],
          removed: [],
          warnings: [],
        },
      ],
      trusted: true,
    });
    expect(JSON.parse((await engram('link --json claude')).out)).toMatchObject({
      launcher: { changed: false },
      links: [{ state: 'unchanged', added: [] }],
    });
  });

  test('a file that the host will ignore is linked, with a warning', async () => {
    write('{\n  // mine\n  "model": "opus"\n}\n', work, '.claude/settings.json');
    const { err, exit } = await engram('link claude');
    expect(exit).toBe(0);
    expect(err).toMatch(/^engram: .*settings\.json:\d+: a comment: Claude Code ignores the whole file.*[^.]\n$/);
  });

  test('a broken file is left alone: exit 65 with its line, and the other host is linked', async () => {
    write('{\n  "model": "opus"\n  "env": {}\n}\n', work, '.claude/settings.json');
    const { exit, message, out } = await engram('link all');
    expect(exit).toBe(65);
    expect(message).toBe(
      `${path.join(work, '.claude/settings.json')}:3: not valid JSON (comma expected); nothing was written; repair this line and run the command again.`,
    );
    expect(out).toContain('Codex: linked in');
  });

  test('a read-only file: exit 73', async () => {
    write('{}', work, '.claude/settings.json');
    fs.chmodSync(path.join(work, '.claude/settings.json'), 0o444);
    expect(await engram('link claude')).toMatchObject({
      exit: 73,
      message: expect.stringContaining('permission denied'),
    });
  });

  test.each([
    ['link nosuch', 'unknown host nosuch; known are claude, codex, '],
    ['link --local --global claude', '--local and --global exclude each other'],
    ['link --local codex', 'Codex has no local settings file; use no flag or --global'],
    ['unlink nosuch', 'unknown host nosuch; known are '],
    ['link Cluade', 'unknown host Cluade (did you mean claude?); known are '],
  ])('%s: exit 64', async (line, message) => {
    const before = [tree(work), tree(home)];
    expect(await engram(line)).toMatchObject({ exit: 64, message: expect.stringContaining(message) });
    expect([tree(work), tree(home)]).toEqual(before);
  });

  describe('a file that is the user’s as well', () => {
    const both = async (line: string, env: Record<string, string> = {}, cwd = home) => {
      const before = tree(home);
      const outcome = await engram(line, env, cwd);
      expect(tree(home)).toEqual(before);
      expect(outcome.exit).toBe(64);
      return outcome.message;
    };
    const sentence = (file: string, host = 'Claude Code') =>
      `${file} is ${host}'s file of your user settings, which hold for every project; say --global if you mean them`;

    test('in the home folder, for every host, linked or not', async () => {
      expect(await both('link claude')).toBe(sentence(path.join(home, '.claude/settings.json')));
      await engram('link --global all', {}, home);
      expect(await both('link claude')).toBe(sentence(path.join(home, '.claude/settings.json')));
      expect(await both('link codex')).toBe(sentence(path.join(home, '.codex/hooks.json'), 'Codex'));
      expect(await both('link all --dry-run')).toBe(sentence(path.join(home, '.claude/settings.json')));
      expect(await both('unlink all')).toBe(sentence(path.join(home, '.claude/settings.json')));
    });

    test('through a moved host folder and through links', async () => {
      const env = { CLAUDE_CONFIG_DIR: path.join(work, '.claude') };
      expect(await both('link claude', env, work)).toBe(sentence(path.join(work, '.claude/settings.json')));
      write('{}', work, '.claude/settings.json');
      fs.symlinkSync(path.join(work, '.claude'), path.join(home, '.claude'));
      expect(await both('link claude', {}, work)).toBe(sentence(path.join(work, '.claude/settings.json')));
      fs.symlinkSync('settings.json', path.join(work, '.claude/settings.local.json'));
      expect(await both('link --local claude', {}, work)).toContain('say --global');
    });

    test('the person’s own file that is the team’s', async () => {
      write('{}', work, '.claude/settings.json');
      fs.symlinkSync('settings.json', path.join(work, '.claude/settings.local.json'));
      expect(await both('link --local claude', {}, work)).toBe(
        `${work}/.claude/settings.local.json is Claude Code's file of the project's settings; leave out --local if you mean them`,
      );
    });

    test('counts once, and upgrade leaves it the user’s', async () => {
      await engram('link --global claude', {}, home);
      const before = read(home, '.claude/settings.json');
      const { links } = JSON.parse((await engram('upgrade --latest --json', {}, home)).out);
      expect(links.map(({ scope, state }: { scope: string; state: string }) => [scope, state])).toEqual([
        ['user', 'unchanged'],
      ]);
      expect(read(home, '.claude/settings.json')).toBe(before);
      const { hosts } = JSON.parse((await engram('hosts --json', {}, home)).out);
      expect(hosts[0].links.map(({ scope }: { scope: string }) => scope)).toEqual(['user']);
    });
  });

  test('tells what the host wants of a person once', async () => {
    expect((await engram('link --dry-run codex')).out).not.toContain('/hooks)');
    expect((await engram('link codex')).out).toContain('/hooks');
    expect((await engram('link codex')).out).toBe(
      `Codex: already linked in ${path.join(work, '.codex/hooks.json')}, nothing changed\n`,
    );
  });

  test('a dry run says of every verb in the same words that nothing would change', async () => {
    await engram('link claude');
    const same = `Claude Code: nothing would change in ${path.join(work, '.claude/settings.json')}\n`;
    expect((await engram('link --dry-run claude')).out).toBe(same);
    expect((await engram('upgrade --latest --dry-run')).out).toBe(
      `Launcher ~/.engram/bin/engram-hook: up to date\n${same}`,
    );
    fs.rmSync(path.join(home, '.engram/bin/engram-hook'));
    expect((await engram('upgrade --dry-run')).out).toBe(
      'Launcher ~/.engram/bin/engram-hook: would be brought up to date\n',
    );
  });

  test('a file is named in full whatever the environment says', async () => {
    await engram('link --global codex', { CODEX_HOME: 'here' });
    const { hosts } = JSON.parse((await engram('hosts --json', { CODEX_HOME: 'here' })).out);
    expect(hosts[1].links[0].file).toBe(path.join(work, 'here/hooks.json'));
  });

  test('all leaves out a host without that file', async () => {
    const { exit, err } = await engram('link --local all');
    expect(exit).toBe(0);
    expect(err).toMatch(/^engram: skipped, without a local settings file: Codex, [^\n]*\n$/);
    const local = hosts.flatMap(({ settings }) => settings.path.local?.('', {}) ?? []);
    expect(local).toContain('.claude/settings.local.json');
    expect(Object.keys(tree(work)).sort()).toEqual([...local, '.git'].sort());
  });

  test('without HOME: exit 78', async () => {
    expect(await engram('link claude', { HOME: '' })).toMatchObject({ exit: 78 });
  });
});

describe('unlink', () => {
  test('O15: link, use, unlink leaves both trees as they were', async () => {
    const own =
      '{\n  // safety first\n  "hooks": {\n    "UserPromptSubmit": [\n      { "hooks": [{ "type": "command", "command": "lint" }] }\n    ]\n  }\n}';
    write(own, work, '.claude/settings.json');
    write('{"hooks":{}}', home, '.codex/hooks.json');
    const before = [tree(work), tree(home)];
    for (const scope of ['', '--global ', '--local ']) {
      await engram(`link ${scope}all`);
      await engram(`link ${scope}all`);
      await engram(`unlink ${scope}all`);
    }
    expect([tree(work), withoutOurs(tree(home))]).toEqual(before);
    expect(fs.readdirSync(path.join(home, '.engram', 'made'))).toEqual([]);
  });

  test('works without any record', async () => {
    await engram('link claude');
    fs.rmSync(path.join(home, '.engram'), { recursive: true });
    expect((await engram('unlink claude')).out).toContain('held nothing else and is removed');
    expect(tree(work)).toEqual({ '.claude': 'empty', '.git': 'empty' });
  });

  test('a folder that holds something else stays', async () => {
    await engram('link claude');
    write('x', work, '.claude/CLAUDE.md');
    await engram('unlink claude');
    expect(Object.keys(tree(work)).sort()).toEqual(['.claude/CLAUDE.md', '.git']);
  });

  test('what is not linked: exit 0, and where it is linked instead', async () => {
    await engram('link --global claude');
    const { exit, out } = await engram('unlink claude');
    expect(exit).toBe(0);
    expect(out).toContain('Claude Code: not linked in');
    expect(out).toContain('It is linked in ~/.claude/settings.json; engram unlink --global claude removes that\n');
  });

  test('with nothing linked it writes nothing', async () => {
    for (const line of ['unlink all', 'unlink --global all', 'unlink --local --json claude']) await engram(line);
    expect([tree(work), tree(home)]).toEqual([{ '.git': 'empty' }, {}]);
  });

  test('--dry-run and --json', async () => {
    await engram('link claude');
    const before = tree(work);
    const { links } = JSON.parse((await engram('unlink --dry-run --json claude')).out);
    expect(links).toEqual([
      {
        host: 'claude',
        scope: 'project',
        file: path.join(work, '.claude/settings.json'),
        state: 'removed',
        removed: EVENTS,
        warnings: [],
        diff: expect.stringContaining('+++ /dev/null'),
      },
    ]);
    expect(tree(work)).toEqual(before);
  });
});

describe('upgrade', () => {
  const old = (host: string) => {
    const entry = { hooks: [{ type: 'command', command: `/old/engram-hook ${host}`, timeout: 60 }] };
    return `${JSON.stringify({ hooks: { SessionStart: [entry], UserPromptSubmit: [entry] } }, null, 2)}\n`;
  };

  test('E-07: plain, it brings the launcher up to date and touches no host', async () => {
    write(old('claude'), work, '.claude/settings.json');
    write(old('codex'), home, '.codex/hooks.json');
    const before = [tree(work), tree(home)];
    const { out } = await engram('upgrade');
    expect([tree(work), withoutOurs(tree(home))]).toEqual(before);
    expect(out).toBe('Launcher ~/.engram/bin/engram-hook: brought up to date\n');
    expect((await engram('upgrade')).out).toBe('Launcher ~/.engram/bin/engram-hook: up to date\n');
  });

  test('E-06: --latest refreshes what is linked, in every scope, and adds no host', async () => {
    write(old('claude'), work, '.claude/settings.json');
    write(old('claude'), work, '.claude/settings.local.json');
    write(old('codex'), home, '.codex/hooks.json');
    const { exit } = await engram('upgrade --latest');
    expect(exit).toBe(0);
    expect(Object.keys({ ...tree(work), ...withoutOurs(tree(home)) }).sort()).toEqual([
      '.claude/settings.json',
      '.claude/settings.local.json',
      '.codex/hooks.json',
      '.git',
    ]);
    for (const [text, events] of [
      [read(work, '.claude/settings.json'), EVENTS],
      [read(work, '.claude/settings.local.json'), EVENTS],
      [read(home, '.codex/hooks.json'), CODEX_EVENTS],
    ] as const) {
      expect(eventsOf(text)).toEqual(events);
      expect(text).not.toContain('/old/');
    }
    const again = JSON.parse((await engram('upgrade --latest --json')).out);
    expect(again.links.map(({ state }: { state: string }) => state)).toEqual(['unchanged', 'unchanged', 'unchanged']);
  });

  test('with nothing linked it writes nothing', async () => {
    const { out } = await engram('upgrade --latest');
    expect(out).toBe('No launcher: no host is linked\nNo host is linked here; engram link <host> does that\n');
    expect([tree(work), tree(home)]).toEqual([{ '.git': 'empty' }, {}]);
    expect((await engram('upgrade')).out).toBe('No launcher: no host is linked\n');
    expect([tree(work), tree(home)]).toEqual([{ '.git': 'empty' }, {}]);
  });
});
