// link, unlink, upgrade, doctor and hosts where a host has other than entries in a file, companions, or a file that it always reads.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Chosen, Offer } from '../../src/commands/ask.ts';
import type { Context } from '../../src/commands/context.ts';
import { desk, deskLocal, ownJson, plugin, scripts, versioned } from '../hosts/shapes.ts';
import { type Lab, makeLab } from './lab.ts';

vi.mock('../../hosts/index.ts', async (original) => {
  const registry = await original<typeof import('../../hosts/index.ts')>();
  const forms = await import('../hosts/shapes.ts');
  const hosts = [
    ...registry.hosts,
    forms.versioned,
    forms.plugin,
    forms.ownJson,
    forms.scripts,
    forms.desk,
    forms.deskLocal,
  ];
  const findHost = (name: string) => hosts.find((host) => host.name === name || host.aliases.includes(name));
  return { ...registry, hosts, findHost };
});

/** What a person at a terminal was asked, and answers. */
const person = vi.hoisted(() => ({ asked: [] as unknown[], answer: undefined as unknown }));
vi.mock('../../src/commands/ask.ts', () => ({
  askHosts: async (found: readonly Offer[], context: Context, scope?: string): Promise<Chosen | undefined> => {
    if (!context.interactive) throw new Error('nobody is there');
    person.asked.push([found, scope]);
    return person.answer as Chosen | undefined;
  },
}));

let lab: Lab;
beforeEach(() => {
  lab = makeLab();
});
afterEach(() => lab.remove());

/** Every file and folder below one, but for engram's own, with its text. */
function tree(root: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const entry of fs.readdirSync(root, { recursive: true, withFileTypes: true })) {
    const at = path.join(entry.parentPath, entry.name);
    const name = path.relative(root, at);
    if (/^\.(?:engram|git(?:\/|$))/.test(name)) continue;
    found[name] = entry.isFile() ? fs.readFileSync(at, 'utf8') : '';
  }
  return found;
}
const project = () => tree(lab.project);
const home = () => tree(lab.home);
const modeOf = (file: string) => fs.statSync(path.join(lab.project, file)).mode & 0o777;

describe('a plugin of our own', () => {
  const file = () => path.join(lab.home, '.config/plugin/plugins/engram.js');
  const wanted = () => {
    const command = `'${lab.home}/.engram/bin/engram-hook' plugin`;
    return `// written by \`engram link\` plugin\nexport const run = ${JSON.stringify([command, command, command])};\n`;
  };

  it('E-13: is written whole, once, in folders that go again with it', async () => {
    const before = home();
    const { code, out } = await lab.run('link --global plugin');
    expect(code).toBe(0);
    expect(out).toContain(
      'Plugin: linked in ~/.config/plugin/plugins/engram.js (added sessionStart, beforePrompt, afterTool)\n',
    );
    expect(fs.readFileSync(file(), 'utf8')).toBe(wanted());
    expect(fs.statSync(file()).mode & 0o777).toBe(0o644);
    expect((await lab.run('link --global plugin')).out).toContain(
      'already linked in ~/.config/plugin/plugins/engram.js, nothing changed\n',
    );
    expect((await lab.run('unlink --global plugin')).out).toContain('held nothing else and is removed');
    expect(home()).toEqual(before);
  });

  it('E-13: a file of that name that is not ours survives link and unlink', async () => {
    fs.mkdirSync(path.dirname(file()), { recursive: true });
    for (const text of ['export default () => {};\n', '//\n']) {
      fs.writeFileSync(file(), text);
      const { code, err } = await lab.run('link --global plugin');
      expect([code, err]).toEqual([
        65,
        expect.stringContaining(
          `${file()}:1: this file was not written by engram; nothing was written; move it away or give it another name, and run the command again\n`,
        ),
      ]);
      const { code: done, out } = await lab.run('unlink --global plugin');
      expect([done, out]).toEqual([0, expect.stringContaining('not linked in ~/.config/plugin/plugins/engram.js')]);
      expect(fs.readFileSync(file(), 'utf8')).toBe(text);
    }
  });

  it('E-05 E-06 E-07: an older one is refreshed by link and upgrade --latest, not by upgrade, and is taken away too', async () => {
    await lab.run('link --global plugin');
    const old = '// written by `engram link` plugin\nexport const run = [];\n';
    fs.writeFileSync(file(), old);
    const { out: said } = await lab.run('doctor');
    expect(said).toContain(`${file()} is not as this version writes it; engram link --global plugin renews it`);
    await lab.run('upgrade');
    expect(fs.readFileSync(file(), 'utf8')).toBe(old);
    const { out } = await lab.run('upgrade --latest');
    expect(out).toContain(
      'Plugin: refreshed in ~/.config/plugin/plugins/engram.js (refreshed sessionStart, beforePrompt, afterTool)\n',
    );
    expect(fs.readFileSync(file(), 'utf8')).toBe(wanted());
    fs.writeFileSync(file(), old);
    await lab.run('link --global plugin');
    expect(fs.readFileSync(file(), 'utf8')).toBe(wanted());
    fs.writeFileSync(file(), old);
    await lab.run('unlink --global plugin');
    expect(fs.existsSync(file())).toBe(false);
  });

  it('O14: goes where the environment has moved the folder', async () => {
    const env = { PLUGIN_HOME: path.join(lab.home, 'moved here') };
    await lab.run('link --global plugin', { env });
    expect(Object.keys(home())).toContain('moved here/plugins/engram.js');
    expect(Object.keys(home())).not.toContain('.config');
    await lab.run('unlink --global plugin', { env });
    expect(Object.keys(home())).not.toContain('moved here');
  });

  it('a dry run shows it and writes nothing; --json says what was done', async () => {
    const before = home();
    const { out } = await lab.run('link --global --dry-run plugin');
    expect(out).toContain('+++ ');
    expect(out).toContain('+// written by `engram link` plugin\n');
    expect(home()).toEqual(before);
    const { links } = await lab.json<{ links: unknown[] }>('link --global --json plugin');
    expect(links).toEqual([
      {
        host: 'plugin',
        scope: 'user',
        file: file(),
        state: 'created',
        command: `'${lab.home}/.engram/bin/engram-hook' plugin`,
        added: ['sessionStart', 'beforePrompt', 'afterTool'],
        updated: [],
        removed: [],
        warnings: [],
      },
    ]);
    const gone = await lab.json<{ links: unknown[] }>('unlink --global --json plugin');
    expect(gone.links).toEqual([
      {
        host: 'plugin',
        scope: 'user',
        file: file(),
        state: 'removed',
        removed: ['sessionStart', 'beforePrompt', 'afterTool'],
        warnings: [],
      },
    ]);
  });

  it('has no project file: said with exit 64', async () => {
    const { code, err } = await lab.run('link plugin');
    expect([code, err]).toEqual([64, 'engram: Plugin has no project settings file; use --global\n']);
  });
});

describe('a JSON file of our own', () => {
  const FILE = '.own/hooks/engram.json';
  const commands = () =>
    Object.entries(JSON.parse(lab.read(FILE)).hooks as Record<string, { bash: string }[]>).map(
      ([, [one]]) => one?.bash,
    );

  it('its commands name their event, without a shell operator', async () => {
    lab.write('.own/theirs.yml', 'on: push\n');
    const before = project();
    await lab.run('link ownjson');
    expect(commands()).toEqual(
      ['sessionStart', 'beforePrompt', 'afterTool'].map((event) => `~/.engram/bin/engram-hook ownjson ${event}`),
    );
    const { links } = (
      await lab.json<{ hosts: { name: string; links: { events: string[] }[] }[] }>('hosts --json')
    ).hosts.find(({ name }) => name === 'ownjson')!;
    expect(links.map(({ events }) => events)).toEqual([['sessionStart', 'beforePrompt', 'afterTool']]);
    await lab.run('unlink ownjson');
    expect(project()).toEqual(before);
  });

  it('with a command of somebody else in it is left alone', async () => {
    await lab.run('link ownjson');
    const theirs = JSON.parse(lab.read(FILE));
    theirs.hooks.afterTool.push({ bash: 'lint' });
    lab.write(FILE, JSON.stringify(theirs));
    const { code, err } = await lab.run('link ownjson');
    expect([code, err]).toEqual([
      65,
      expect.stringContaining(`${FILE}:1: a hook that engram did not write stands beside engram's`),
    ]);
    await lab.run('unlink ownjson');
    expect(JSON.parse(lab.read(FILE))).toEqual(theirs);
    for (const text of ['{}', '{"hooks": {}}', 'no json', '[]']) {
      lab.write(FILE, text);
      expect((await lab.run('link ownjson')).code).toBe(65);
      expect(lab.read(FILE)).toBe(text);
    }
  });

  it('in which all hooks were switched off: doctor says it, and link writes the file anew', async () => {
    await lab.run('link ownjson');
    lab.write(FILE, JSON.stringify({ disableAllHooks: true, ...JSON.parse(lab.read(FILE)) }));
    const { out } = await lab.run('doctor');
    expect(out).toContain(`${FILE}: "disableAllHooks" is true: Ownjson runs no hook, engram's neither`);
    await lab.run('link ownjson');
    expect(lab.read(FILE)).not.toContain('disableAllHooks');
  });

  it('of an older version, with other events, is ours', async () => {
    lab.write(FILE, '{"version":1,"hooks":{"promptSent":[{"bash":"engram hook ownjson promptSent"}]}}');
    await lab.run('upgrade --latest');
    expect(commands()).toHaveLength(3);
  });
});

describe('a folder of scripts', () => {
  const FOLDER = '.rules/hooks';

  it('holds one executable file an event, and goes again', async () => {
    const before = project();
    const { out } = await lab.run('link scripts');
    expect(out).toContain('Scripts: linked in');
    expect(Object.keys(project())).toEqual([
      '.rules',
      FOLDER,
      `${FOLDER}/afterTool`,
      `${FOLDER}/beforePrompt`,
      `${FOLDER}/sessionStart`,
    ]);
    expect(lab.read(`${FOLDER}/afterTool`)).toBe(
      '#!/bin/sh\n# written by `engram link` scripts\ntest -x ~/.engram/bin/engram-hook || exit 0; exec ~/.engram/bin/engram-hook scripts 2>/dev/null\n',
    );
    expect(modeOf(`${FOLDER}/afterTool`)).toBe(0o755);
    expect((await lab.run('link scripts')).out).toContain('already linked');
    fs.chmodSync(path.join(lab.project, FOLDER, 'afterTool'), 0o644);
    expect((await lab.run('doctor')).out).toContain(
      `${FOLDER}/afterTool is not executable, so that Scripts does not run it`,
    );
    expect((await lab.run('link scripts')).out).toContain('(refreshed afterTool)');
    expect(modeOf(`${FOLDER}/afterTool`)).toBe(0o755);
    await lab.run('unlink scripts');
    expect(project()).toEqual(before);
  });

  it('is for its owner alone where the umask says so', async () => {
    const umask = process.umask(0o077);
    try {
      await lab.run('link scripts');
      expect(modeOf(`${FOLDER}/afterTool`)).toBe(0o700);
      expect((await lab.run('link scripts')).out).toContain('already linked');
    } finally {
      process.umask(umask);
    }
  });

  it('with a file of somebody else where one of ours would stand gets none of them', async () => {
    lab.write(`${FOLDER}/beforePrompt`, '#!/bin/sh\nlint\n');
    const before = project();
    const { code, err } = await lab.run('link scripts');
    expect([code, err]).toEqual([
      65,
      expect.stringContaining(`${FOLDER}/beforePrompt:1: this file was not written by engram`),
    ]);
    expect(project()).toEqual(before);
  });

  it('keeps the files of others; a script of ours for an event that is no more goes', async () => {
    lab.write(`${FOLDER}/Other`, '#!/bin/sh\nlint\n');
    lab.write(`${FOLDER}/OldEvent`, '#!/bin/sh\n# written by `engram link` scripts\n');
    const { out } = await lab.run('link scripts');
    expect(out).toContain('removed OldEvent');
    await lab.run('unlink scripts');
    expect(project()).toEqual({ '.rules': '', [FOLDER]: '', [`${FOLDER}/Other`]: '#!/bin/sh\nlint\n' });
  });

  it('E-06: upgrade --latest adds the event that an older install lacks', async () => {
    await lab.run('link scripts');
    fs.rmSync(path.join(lab.project, FOLDER, 'afterTool'));
    expect((await lab.run('doctor')).out).toContain(
      'Scripts is linked without afterTool; engram link scripts completes it',
    );
    expect((await lab.run('upgrade --latest')).out).toContain('(added afterTool)');
    expect(modeOf(`${FOLDER}/afterTool`)).toBe(0o755);
  });
});

describe('companions', () => {
  it('E-12: are linked and unlinked together, by whatever name, and both are said', async () => {
    const before = project();
    const trees: Record<string, string>[] = [];
    for (const name of ['desk', 'bureau', 'desklocal']) {
      const { code, out } = await lab.run(`link ${name}`);
      expect(code).toBe(0);
      expect(out).toContain('Desk: linked in');
      expect(out).toContain('Desklocal: linked in');
      trees.push(project());
      const gone = await lab.run(`unlink ${name}`);
      expect(gone.out.match(/: unlinked;/g)).toHaveLength(2);
      expect(project()).toEqual(before);
    }
    expect(trees[1]).toEqual(trees[0]);
    expect(trees[2]).toEqual(trees[0]);
    expect(Object.keys(trees[0]!)).toEqual(expect.arrayContaining(['.desk/hooks.json', '.newdesk/hooks.v1.json']));
  });

  it('one that lacks the scope is left out with a sentence', async () => {
    const { code, out, err } = await lab.run('link --local desk');
    expect([code, err]).toEqual([
      0,
      expect.stringContaining('engram: skipped: Desk has no local settings file; use no flag or --global\n'),
    ]);
    expect(out).toContain('Desklocal: linked in');
    // Where this scope's file is made otherwise.
    expect(Object.keys(JSON.parse(lab.read('.newdesk/config.local.json')))).toEqual(['hooks']);
    await lab.run('unlink --local desklocal');
    expect(Object.keys(project())).toEqual([]);
  });
});

describe('a file that the host reads in place of another', () => {
  const theirs = '{"hooks": {"stop": [{"command": "lint"}]}}';

  it('is the one that is linked', async () => {
    lab.write('.newdesk/hooks.json', theirs);
    await lab.run('link desk');
    expect(Object.keys(JSON.parse(lab.read('.newdesk/hooks.json')).hooks)).toContain('beforePrompt');
    expect(fs.existsSync(path.join(lab.project, '.desk'))).toBe(false);
    await lab.run('unlink desk');
    expect(lab.read('.newdesk/hooks.json')).toBe(theirs);
  });

  it('that comes later: doctor says it, and link moves the hooks', async () => {
    await lab.run('link desk');
    lab.write('.newdesk/hooks.json', theirs);
    const [dead, read] = ['.desk/hooks.json', '.newdesk/hooks.json'].map((file) => path.join(lab.project, file));
    expect((await lab.run('doctor')).out).toContain(
      `${dead}: Desk reads ${read} instead; engram link desk moves the hooks there`,
    );
    const { out } = await lab.run('link desk');
    expect(out).toContain('removed sessionStart');
    expect(fs.existsSync(dead!)).toBe(false);
    expect(JSON.parse(fs.readFileSync(read!, 'utf8')).hooks.sessionStart).toHaveLength(1);
  });

  it('unlink takes them out of either', async () => {
    await lab.run('link desk');
    lab.write('.newdesk/hooks.json', theirs);
    await lab.run('unlink desk');
    expect(project()).toEqual({ '.newdesk': '', '.newdesk/hooks.json': theirs });
  });

  it('is none where it holds no hooks', async () => {
    for (const text of ['{}', '{"hooks": {}}', '{', '[]']) {
      lab.write('.newdesk/hooks.json', text);
      await lab.run('link desk');
      expect(fs.existsSync(path.join(lab.project, '.desk/hooks.json'))).toBe(true);
      await lab.run('unlink desk');
      expect(lab.read('.newdesk/hooks.json')).toBe(text);
    }
  });
});

describe('a file that the host always reads', () => {
  const FILE = '.desk/rules/engram.md';
  const NEW = '.newdesk/rules/engram.md';
  beforeEach(() => {
    lab.write('.engram/memories/pnpm.md', '---\ntype: rule\nimportance: 0.9\n---\nUse pnpm here.\n');
    lab.write('.engram/memories/plants.md', 'Plants are watered on Fridays.\n');
  });
  const has = (file: string) => fs.existsSync(path.join(lab.project, file));

  it('holds what a session would start with, and follows the memories', async () => {
    const { out } = await lab.run('link desk');
    expect(out).toContain(
      `\nLeft for you\n  Desk: Memories of your own vault are written into a file of this project too (${NEW} or ${FILE}): list it in .gitignore unless all who have the project may read them.\n`,
    );
    expect((await lab.run('link --global desk')).out).not.toContain('.gitignore');
    await lab.run('unlink --global desk');
    const text = lab.read(NEW);
    expect(text).toMatch(/^---\ntrigger: always_on\n---\n<!-- written by `engram link` desk -->\n<engram-memory>\n/);
    expect(text.indexOf('Use pnpm here.')).toBeGreaterThan(0);
    expect(text.indexOf('Plants are watered on Fridays.')).toBeGreaterThan(text.indexOf('Use pnpm here.'));
    await lab.run(['remember', 'Tea is green.', '--id', 'tea']);
    expect(lab.read(NEW)).toContain('Tea is green.');
    await lab.run('forget pnpm');
    expect(lab.read(NEW)).not.toContain('pnpm here');
    lab.write('.engram/memories/plants.md', 'Plants are watered on Mondays.\n');
    await lab.run('sync');
    expect(lab.read(NEW)).toContain('on Mondays');
    await lab.run('unlink desk');
    expect(Object.keys(project()).filter((name) => name.includes('desk'))).toEqual([]);
  });

  it('stays within its cap, the most important whole', async () => {
    for (let n = 0; n < 12; n++) lab.write(`.engram/memories/n${n}.md`, `${'long '.repeat(60)}${n}\n`);
    await lab.run('link desk');
    const text = lab.read(NEW);
    expect(text.length).toBeLessThanOrEqual(2000);
    expect(text.length).toBeGreaterThan(1500);
    expect(text).toContain('Use pnpm here.');
    expect(text.trimEnd().endsWith('</engram-memory>')).toBe(true);
  });

  it('is taken away where memories are not to be sent', async () => {
    await lab.run('link desk');
    for (const mode of ['off', 'manual']) {
      await lab.run(`set-read ${mode}`);
      expect([mode, has(NEW)]).toEqual([mode, false]);
      await lab.run('set-read startup');
      expect(has(NEW)).toBe(true);
    }
  });

  it('is not written where nothing is linked, nor by a link for all projects', async () => {
    await lab.run('sync');
    await lab.run('link --global desk');
    expect([has(NEW), has(FILE)]).toEqual([false, false]);
  });

  it('stands in the folder that is there, and never twice', async () => {
    lab.write('.desk/rules/mine.md', 'Mine.\n');
    await lab.run('link desk');
    expect([has(NEW), has(FILE)]).toEqual([false, true]);
    lab.write('.newdesk/rules/theirs.md', 'Theirs.\n');
    await lab.run('sync');
    expect([has(NEW), has(FILE)]).toEqual([true, false]);
    await lab.run('unlink desk');
    expect(Object.keys(project()).filter((name) => name.endsWith('.md') && !name.startsWith('.engram'))).toEqual([
      '.desk/rules/mine.md',
      '.newdesk/rules/theirs.md',
    ]);
    // No list of files that git is to pass over: the folder is not ours.
    expect(Object.keys(project()).filter((name) => name.endsWith('.gitignore'))).toEqual([]);
  });

  it('of somebody else is left alone', async () => {
    lab.write(NEW, 'Mine.\n');
    const { err } = await lab.run('link desk');
    expect(err).toContain(
      `${NEW} was not written by engram and is left alone; move it away, and engram sync writes the memories there`,
    );
    await lab.run('unlink desk');
    expect(lab.read(NEW)).toBe('Mine.\n');
  });

  it('is not there where there are no memories', async () => {
    await lab.run('link desk');
    await lab.run('forget pnpm plants');
    expect(has(NEW)).toBe(false);
  });
});

describe('link without a host', () => {
  const at = (file: string) => path.join(lab.home, file);
  const program = (name: string) => {
    lab.write(path.join(lab.dir, 'bin', name), '#!/bin/sh\n');
    fs.chmodSync(path.join(lab.dir, 'bin', name), 0o755);
    return { PATH: path.join(lab.dir, 'bin') };
  };
  const answers = (answer: Chosen | undefined) => {
    person.asked = [];
    person.answer = answer;
  };

  it('asks on a terminal, with what each was found by, and links what is chosen', async () => {
    fs.mkdirSync(at('.claude'));
    fs.mkdirSync(path.join(lab.project, '.codex'));
    answers({ hosts: ['codex'], scope: 'project' });
    const { code, out } = await lab.run('link', { env: program('desk'), interactive: true });
    expect(person.asked).toEqual([
      [
        [
          { name: 'claude', title: 'Claude Code', why: ['~/.claude'] },
          { name: 'codex', title: 'Codex', why: [path.join(lab.project, '.codex')] },
          { name: 'desk', title: 'Desk', why: [path.join(lab.dir, 'bin/desk')] },
        ],
        undefined,
      ],
    ]);
    expect([code, out]).toEqual([0, expect.stringContaining('Codex: linked in')]);
    expect(out).not.toContain('Claude');
    expect(fs.existsSync(path.join(lab.project, '.claude'))).toBe(false);
  });

  it('links where the person says, and asks not where the flag says', async () => {
    fs.mkdirSync(at('.claude'));
    answers({ hosts: ['claude'], scope: 'user' });
    await lab.run('link', { env: { PATH: '' }, interactive: true });
    expect(fs.existsSync(at('.claude/settings.json'))).toBe(true);
    answers({ hosts: ['claude'], scope: 'project' });
    await lab.run('link --local', { env: { PATH: '' }, interactive: true });
    expect(person.asked).toEqual([[[{ name: 'claude', title: 'Claude Code', why: ['~/.claude'] }], 'local']]);
    expect(Object.keys(project())).toEqual(['.claude', '.claude/settings.local.json']);
  });

  it('a host that was chosen and has nothing there is named, and the others are linked', async () => {
    fs.mkdirSync(at('.claude'));
    fs.mkdirSync(at('moved'));
    answers({ hosts: ['claude', 'plugin'], scope: 'project' });
    const env = { PATH: '', PLUGIN_HOME: at('moved') };
    fs.mkdirSync(at('moved/plugins'));
    const { code, out, err } = await lab.run('link', { env, interactive: true });
    expect([code, out]).toEqual([0, expect.stringContaining('Claude Code: linked in')]);
    expect(err).toContain(
      'Plugin is here too, but has no project settings file; engram link --global plugin links it\n',
    );
  });

  it.each([
    [undefined, 130],
    [{ hosts: [], scope: 'project' as const }, 1],
  ])('an answer of %j links nothing and ends with %i', async (answer, status) => {
    fs.mkdirSync(at('.claude'));
    answers(answer);
    const { code, err } = await lab.run('link', { env: { PATH: '' }, interactive: true });
    expect([code, err]).toEqual([status, 'engram: nothing was linked\n']);
    expect(project()).toEqual({});
  });

  it('without a terminal says what it found and ends with 64; with --yes it links them', async () => {
    fs.mkdirSync(at('.claude'));
    fs.mkdirSync(at('.config/desk'), { recursive: true });
    const env = { PATH: '' };
    const { code, out, err } = await lab.run('link', { env });
    expect([code, out]).toEqual([
      64,
      'Found on this machine:\n  claude  Claude Code  ~/.claude\n  desk    Desk         ~/.config/desk\n',
    ]);
    expect(err).toBe(
      'engram: nothing was linked, because nobody can be asked here; name the hosts, or say --yes for all that were found\n',
    );
    expect(project()).toEqual({});
    const all = await lab.run('link --yes', { env, interactive: true });
    expect(all.code).toBe(0);
    expect(all.out).toContain('Found on this machine:\n');
    for (const title of ['Claude Code', 'Desk', 'Desklocal']) expect(all.out).toContain(`${title}: linked in`);
  });

  it('--json gives what was found, and with --yes what was done', async () => {
    fs.mkdirSync(at('.claude'));
    const env = { PATH: '' };
    const { code, out } = await lab.run('link --json', { env });
    expect([code, JSON.parse(out)]).toEqual([
      64,
      { found: [{ name: 'claude', title: 'Claude Code', why: ['~/.claude'] }] },
    ]);
    const { links } = await lab.json<{ links: { host: string }[] }>('link --json --yes', { env });
    expect(links.map(({ host }) => host)).toEqual(['claude']);
  });

  it('finds a folder that the environment has moved', async () => {
    fs.mkdirSync(at('elsewhere'));
    const { out } = await lab.run('link', { env: { PATH: '', CLAUDE_CONFIG_DIR: at('elsewhere') } });
    expect(out).toBe('Found on this machine:\n  claude  Claude Code  ~/elsewhere\n');
  });

  it('finds nothing: 64, and what to do', async () => {
    const { code, out, err } = await lab.run('link --yes', { env: { PATH: '' } });
    expect([code, out, err]).toEqual([
      64,
      '',
      'engram: no host was found on this machine that could be linked here; engram hosts names those that engram knows, engram link <host> links one\n',
    ]);
  });

  it('--dry-run --yes writes nothing; unlink wants a name', async () => {
    fs.mkdirSync(at('.claude'));
    const before = home();
    const { code, out } = await lab.run('link --dry-run --yes', { env: { PATH: '' } });
    expect([code, out]).toEqual([0, expect.stringContaining('+++ ')]);
    expect([project(), home()]).toEqual([{}, before]);
    expect((await lab.run('unlink')).code).toBe(64);
  });

  it('all: every host that has the scope, the others are named', async () => {
    const { code, out, err } = await lab.run('link all');
    expect(code).toBe(0);
    for (const { title } of [versioned, ownJson, scripts, desk, deskLocal])
      expect(out).toContain(`${title}: linked in`);
    expect(err).toMatch(new RegExp(`^engram: skipped, without a project settings file: .*\\b${plugin.title}\\b.*\n$`));
    await lab.run('unlink all');
    expect(project()).toEqual({});
  });
});

describe.each(['sh', 'bash'])('O17: the installed command, run by %s', (shell) => {
  it.each(['my name', "o'neil", '$(touch pwned)', 'a&b', '(1)', 'é', '日本', '-rf', 'a$HOME b'])(
    'in a home called %j, for every form',
    async (name) => {
      const user = path.join(lab.dir, name);
      fs.mkdirSync(user);
      const env = { HOME: user };
      await lab.run('link --global versioned plugin ownjson', { env });
      // In the place of the launcher one that says what it was given.
      const launcher = path.join(user, '.engram/bin/engram-hook');
      fs.writeFileSync(launcher, '#!/bin/sh\nprintf "%s|" "$@"; cat\n');
      const read = (file: string) => fs.readFileSync(path.join(user, file), 'utf8');
      const plain = JSON.parse(read('.config/plugin/plugins/engram.js').split('run = ')[1]!.replace(';', ''));
      const commands: [string, string][] = [
        [JSON.parse(read('.versioned/hooks.json')).hooks.beforePrompt[0].command, 'versioned|'],
        [plain[0], 'plugin|'],
        [JSON.parse(read('.ownjson/hooks/engram.json')).hooks.afterTool[0].bash, 'ownjson|afterTool|'],
      ];
      for (const [command, said] of commands) {
        const done = spawnSync(shell, ['-c', command], {
          env: { PATH: '/usr/bin:/bin', ...env },
          input: '{}',
          cwd: lab.dir,
        });
        expect([command, done.stdout.toString(), done.stderr.toString()]).toEqual([command, `${said}{}`, '']);
      }
      expect(fs.existsSync(path.join(lab.dir, 'pwned'))).toBe(false);
    },
  );
});
