// What is refused before anything is written, and what a person is told to do instead.
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { snapshot } from '../process/lab.ts';
import { type Lab, makeLab } from './lab.ts';

let lab: Lab;
beforeEach(() => {
  lab = makeLab();
});
afterEach(() => lab.remove());

describe('paths that mean nothing', () => {
  it.each([
    ['[', 'has a `[` that is never closed; write `\\[` where a name contains it'],
    ['../x', 'contains `..`; patterns are relative to the root of the project'],
  ])('remember --applies-to %s', async (pattern, message) => {
    await lab.run('init');
    expect(await lab.run(['remember', 'Bad.', '--applies-to', pattern])).toEqual({
      code: 64,
      out: '',
      err: `engram: --applies-to ${message}; docs/PATHS.md says what can be written\n`,
    });
    const { code, err } = await lab.run('remember', { stdin: `---\napplies_to: ["${pattern}"]\n---\nBad.\n` });
    expect([code, err]).toEqual([65, `engram: applies_to ${message}; docs/PATHS.md says what can be written\n`]);
    expect(fs.readdirSync(lab.vault)).toEqual([]);
  });
});

describe('where there is no project', () => {
  it('at the root of the file system nothing is made', async () => {
    const said = 'engram: / is the root of the file system and no project; ';
    expect(await lab.run('link gemini --dry-run', { cwd: '/' })).toEqual({
      code: 64,
      out: '',
      err: `${said}change to a project, or say --global\n`,
    });
    expect(await lab.run('init', { cwd: '/' })).toEqual({
      code: 64,
      out: '',
      err: `${said}run this inside a project, or remember with --global\n`,
    });
    expect((await lab.run('status', { cwd: '/' })).out).toContain('  ~/.engram/memories');
  });

  it('in the home folder a local link would not be read', async () => {
    expect(await lab.run('link --local claude', { cwd: lab.home })).toEqual({
      code: 64,
      out: '',
      err: `engram: in the home folder Claude Code does not read ${lab.home}/.claude/settings.local.json; say --global\n`,
    });
    expect((await lab.run('remember One.', { cwd: lab.home })).out).toBe(
      'Remembered one in ~/.engram/memories/one.md\n',
    );
  });
});

describe('link', () => {
  it('takes commas between hosts', async () => {
    expect((await lab.run('link claude,codex --json')).code).toBe(0);
    expect(fs.readdirSync(lab.project).sort()).toEqual(['.claude', '.codex', '.git']);
  });

  it('says nothing of the launcher where no host could be linked', async () => {
    lab.write('.gemini', '');
    const { code, out, err } = await lab.run('link gemini');
    expect([code, out]).toEqual([73, '']);
    expect(err).toBe(
      `engram: ${lab.project}/.gemini/settings.json cannot be read: ${lab.project}/.gemini is a file; nothing was changed; make it a folder or move it away, and run the command again\n`,
    );
  });

  it('tells last, and once, what is left for the person', async () => {
    const first = (await lab.run('link codex', { tty: true, columns: 60 })).out;
    expect(first.split('\n').filter((line) => line.startsWith('  ') && line.length > 60)).toEqual([]);
    expect(first.replace(/\n {4}/g, ' ')).toMatch(
      /\n\nLeft for you\n {2}Codex runs a hook only after you have reviewed it: [^\n]*\n {2}Codex: A project link also needs [^\n]*\nengram hosts <name> says what each can and cannot do\n$/,
    );
    expect((await lab.run('link codex')).out).not.toContain('Left for you');
    expect((await lab.run('link --global codex')).out).not.toContain('A project link');
  });
});

describe('unlink', () => {
  it('takes away what link made, also where the file is gone already', async () => {
    await lab.run('link claude cline-vscode');
    fs.rmSync(path.join(lab.project, '.claude/settings.json'));
    fs.rmSync(path.join(lab.project, '.clinerules/hooks'), { recursive: true });
    await lab.run('unlink all');
    expect(fs.readdirSync(lab.project)).toEqual(['.git']);
    expect(fs.readdirSync(path.join(lab.engram, 'made'))).toEqual([]);
  });

  it('waits for another that is at work, and not for one that is gone', async () => {
    await lab.run('link claude');
    const lock = path.join(lab.engram, 'link.lock');
    fs.writeFileSync(lock, '999999999');
    await lab.run('unlink claude');
    expect([fs.existsSync(lock), fs.readdirSync(lab.project)]).toEqual([false, ['.git']]);
  });

  it('of all says in one line which were not linked', async () => {
    await lab.run('link claude');
    const { out } = await lab.run('unlink all');
    expect(out.split('\n')).toEqual([
      `Claude Code: unlinked; ${lab.project}/.claude/settings.json held nothing else and is removed`,
      expect.stringMatching(/^Not linked, nothing changed: Codex, .*, pi$/),
      '',
    ]);
  });
});

it('a launcher that keeps things elsewhere is not moved back without a word', async () => {
  const elsewhere = path.join(lab.dir, 'elsewhere');
  await lab.run('link claude', { env: { ENGRAM_HOME: elsewhere } });
  expect((await lab.run('upgrade --dry-run')).err).toBe(
    `engram: the hooks would keep everything in ${lab.engram} from now on, no more in ${elsewhere}; the same command with ENGRAM_HOME=${elsewhere} turns that back\n`,
  );
  expect((await lab.run('upgrade')).err).toContain(`no more in ${elsewhere}; `);
  expect((await lab.run('upgrade')).err).toBe('');
});

it('edit without a terminal and without an editor starts none', async () => {
  lab.write('.engram/memories/a.md', 'A.\n');
  expect(await lab.run('edit a')).toEqual({
    code: 69,
    out: '',
    err: `engram: there is no terminal to edit on; change ${lab.vault}/a.md itself, or set EDITOR to a program that edits\n`,
  });
});

it('doctor alone writes no rule file, and says that one is missing', async () => {
  lab.write('.engram/memories/a.md', '---\napplies_to: src/**\n---\nA.\n');
  await lab.run('link claude');
  const rule = path.join(lab.project, '.claude/rules/engram/a.md');
  fs.appendFileSync(rule, 'mine\n');
  const before = snapshot(lab.project);
  const { code, out } = await lab.run('doctor');
  expect([code, snapshot(lab.project)]).toEqual([0, before]);
  expect(out).toContain(
    `note  rules     ${rule}: not as the memories say; the next session or engram sync writes it anew\n`,
  );
  expect((await lab.run('doctor --fix')).out).toContain(`done  index     ${rule}: written\n`);
});

describe('config unset', () => {
  const file = () => path.join(lab.engram, 'config.yaml');

  it('takes a key out and leaves what is around it', async () => {
    lab.write(file(), '# mine\nread: manual\nload:\n  limit: 5 # few\n  max_tokens: 2000\n');
    expect((await lab.run('config unset load.limit')).out).toBe(
      `load.limit is set no more in ${file()}; here it is 8 (its default)\n`,
    );
    expect(lab.read(file())).toBe('# mine\nread: manual\nload:\n  max_tokens: 2000\n');
    await lab.run('config unset load.max_tokens');
    expect(lab.read(file())).toBe('# mine\nread: manual\n');
    expect(await lab.json('config unset read --json')).toEqual({
      file: file(),
      key: 'read',
      changed: true,
      effective: 'auto',
    });
    expect((await lab.run('config unset read')).out).toContain('read is not set in ');
    expect((await lab.run('config unset raed')).code).toBe(64);
  });

  it('leaves a file that cannot be read as it is', async () => {
    lab.write(file(), 'read: [\n');
    expect((await lab.run('config unset read')).code).toBe(78);
    expect(lab.read(file())).toBe('read: [\n');
  });

  it('status names the line of a mode that cannot be understood', async () => {
    const project = lab.write('.engram/config.yaml', 'read: sometimes\n');
    expect((await lab.run('status')).out).toContain(`  read     off (${project}:1 says what cannot be understood)\n`);
  });
});
