import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeReadOnly, removeLabs } from '../process/lab.ts';
import { type Lab, makeLab } from './lab.ts';

let lab: Lab;
beforeEach(() => {
  lab = makeLab();
  lab.write(
    '.engram/memories/api.md',
    '---\napplies_to: ["src/api/**", "*.proto"]\n---\nHandlers return problem+json.\n',
  );
  lab.write('.engram/memories/ts.md', '---\napplies_to: "**/*.ts"\n---\nTypeScript is strict.\n');
  lab.write('.engram/memories/plain.md', 'Plants are watered on Fridays.\n');
});
afterEach(() => lab.remove());

const FOLDER = '.claude/rules/engram';
const rules = () => {
  try {
    return fs.readdirSync(path.join(lab.project, FOLDER)).sort();
  } catch {
    return undefined;
  }
};
const events = () => Object.keys(JSON.parse(lab.read('.claude/settings.json')).hooks);

describe('rule files', () => {
  it('E-37: one for each memory that applies to paths, with its body, in a folder that git ignores', async () => {
    await lab.run('link claude');
    expect(rules()).toEqual(['.gitignore', 'api.md', 'ts.md']);
    expect(lab.read(`${FOLDER}/.gitignore`)).toBe('*\n');
    expect(lab.read(`${FOLDER}/ts.md`)).toBe(
      '---\npaths: ["**/*.ts"]\n---\n<!-- engram: written from the memory ts; edit that one -->\nTypeScript is strict.\n',
    );
    expect(lab.read(`${FOLDER}/api.md`)).toContain('Handlers return problem+json.\n');
    await lab.run('unlink claude');
    expect(rules()).toBeUndefined();
    expect(fs.existsSync(path.join(lab.project, '.claude'))).toBe(false);
  });

  it('follow the memories: written anew, removed, added', async () => {
    await lab.run('link claude');
    lab.write('.engram/memories/ts.md', '---\napplies_to: "**/*.ts"\n---\nTypeScript is very strict.\n');
    await lab.run('sync');
    expect(lab.read(`${FOLDER}/ts.md`)).toContain('very strict');
    await lab.run('forget ts');
    await lab.run(['remember', 'CSS is modular.', '--id', 'css', '--applies-to', '*.css']);
    expect(rules()).toEqual(['.gitignore', 'api.md', 'css.md']);
  });

  it('E-18: exist in auto and always only, and with hooks.path_rules native', async () => {
    await lab.run('link claude');
    for (const mode of ['off', 'manual', 'startup']) {
      await lab.run(`set-read ${mode}`);
      expect([mode, rules()]).toEqual([mode, undefined]);
    }
    await lab.run('set-read always');
    expect(rules()).toEqual(['.gitignore', 'api.md', 'ts.md']);
    await lab.run('config set hooks.path_rules hook');
    expect(rules()).toBeUndefined();
  });

  it('are not written where no host is linked', async () => {
    await lab.run('sync');
    expect(fs.existsSync(path.join(lab.project, '.claude'))).toBe(false);
  });

  it('are not written in the home folder, where the host would load them in every project', async () => {
    lab.write(path.join(lab.home, '.engram/memories/go.md'), '---\napplies_to: "*.go"\n---\nGo is formatted.\n');
    await lab.run('link --global claude', { cwd: lab.home });
    await lab.run('sync', { cwd: lab.home });
    expect(fs.existsSync(path.join(lab.home, '.claude/settings.json'))).toBe(true);
    expect(fs.existsSync(path.join(lab.home, '.claude/rules'))).toBe(false);
    await lab.run('sync');
    expect(rules()).toEqual(['.gitignore', 'api.md', 'go.md', 'ts.md']);
  });

  it('are not written into a folder that is no project because a command runs there', async () => {
    lab.write(path.join(lab.engram, 'memories', 'go.md'), '---\napplies_to: "*.go"\n---\nUse tabs.\n');
    await lab.run('link --global claude');
    const plain = path.join(lab.dir, 'plain');
    fs.mkdirSync(plain);
    for (const command of ['sync', 'list', 'doctor']) await lab.run(command, { cwd: plain });
    expect(fs.readdirSync(plain)).toEqual([]);
    // A link of its own is another matter.
    await lab.run('link claude', { cwd: plain });
    expect(fs.readdirSync(path.join(plain, FOLDER)).sort()).toEqual(['.gitignore', 'go.md']);
  });

  it('go from every project when the link for all projects goes, but for those that have a link of their own', async () => {
    await lab.run('link --global claude');
    const other = path.join(lab.dir, 'other');
    const third = path.join(lab.dir, 'third');
    for (const folder of [other, third]) {
      fs.mkdirSync(path.join(folder, '.git'), { recursive: true });
      lab.write(path.join(folder, '.engram/memories/ts.md'), '---\napplies_to: "*.ts"\n---\nStrict.\n');
      await lab.run('sync', { cwd: folder });
    }
    await lab.run('link claude', { cwd: third });
    lab.write(path.join(other, FOLDER, 'mine.md'), 'Mine.\n');
    await lab.run('unlink --global claude');
    expect(rules()).toBeUndefined();
    expect(fs.readdirSync(path.join(other, FOLDER))).toEqual(['mine.md']);
    expect(fs.readdirSync(path.join(third, FOLDER)).sort()).toEqual(['.gitignore', 'ts.md']);
  });

  it('go when the last link goes, and nothing is compiled for that', async () => {
    await lab.run('link claude');
    fs.rmSync(path.join(lab.project, '.claude/settings.json'));
    fs.rmSync(path.join(lab.engram, 'index'), { recursive: true });
    await lab.run('upgrade --latest');
    expect(rules()).toBeUndefined();
    expect(fs.existsSync(path.join(lab.engram, 'index'))).toBe(false);
  });

  it('never take the place of somebody else’s file, nor remove one', async () => {
    lab.write(`${FOLDER}/ts.md`, 'Mine.\n');
    lab.write(`${FOLDER}/other.md`, 'Mine too.\n');
    const { err } = await lab.run('link claude');
    expect(err).toContain(`${FOLDER}/ts.md was not written by engram and is left alone`);
    await lab.run('unlink claude');
    expect(rules()).toEqual(['other.md', 'ts.md']);
    expect(lab.read(`${FOLDER}/ts.md`)).toBe('Mine.\n');
  });

  it('a folder that is a file is said, and breaks nothing', async () => {
    lab.write('.claude/rules', 'a file');
    const { code, err } = await lab.run('link claude');
    expect(code).toBe(0);
    expect(err).toContain('the rule files could not be written');
    expect(err).toContain('.claude/rules/engram)');
    expect(lab.read('.claude/rules')).toBe('a file');
    const doctor = await lab.run('doctor');
    expect(doctor.code).toBe(1);
    expect(doctor.out).toMatch(
      /FAIL +rules +no rule file can be written: \S.*\/\.claude\/rules is a file where a folder is needed; mend that and run engram sync/,
    );
  });

  it('a folder that is read-only is said, and breaks nothing', async (test) => {
    await lab.run('link claude');
    const before = lab.read(`${FOLDER}/ts.md`);
    if (!makeReadOnly(path.join(lab.project, '.claude/rules'))) return test.skip('no file system can be mounted here');
    const { code, err } = await lab.run(['remember', 'Use tabs.', '--id', 'tabs', '--applies-to', '**/*.go']);
    expect([code, err]).toEqual([0, expect.stringContaining('the rule files could not be written')]);
    expect(lab.read(`${FOLDER}/ts.md`)).toBe(before);
    expect((await lab.run('doctor')).out).toMatch(/FAIL +rules +no rule file can be written: .*read-only/);
    expect((await lab.run('unlink claude')).code).toBe(0);
    removeLabs();
    await lab.run('sync');
    expect(fs.existsSync(path.join(lab.project, FOLDER))).toBe(false);
  });

  it('E-08 E-57: a refresh moves an install from PreToolUse to InstructionsLoaded and back', async () => {
    await lab.run('config set hooks.path_rules hook');
    await lab.run('link claude');
    expect(events().sort()).toEqual(['PreCompact', 'PreToolUse', 'SessionStart', 'SubagentStart', 'UserPromptSubmit']);
    await lab.run('upgrade --latest');
    expect(events()).toContain('PreToolUse');
    await lab.run('config set hooks.path_rules native');
    expect(events()).toContain('PreToolUse');
    await lab.run('upgrade --latest');
    expect(events().sort()).toEqual([
      'InstructionsLoaded',
      'PreCompact',
      'SessionStart',
      'SubagentStart',
      'UserPromptSubmit',
    ]);
    const [entry] = JSON.parse(lab.read('.claude/settings.json')).hooks.InstructionsLoaded;
    expect([entry.matcher, entry.hooks[0].async]).toEqual(['path_glob_match', true]);
    expect(rules()).toEqual(['.gitignore', 'api.md', 'ts.md']);
  });
});

it('doctor names a pattern that means nothing, with its file and line', async () => {
  const long = `src/${'y'.repeat(300)}/[abc`;
  lab.write(
    '.engram/memories/bad.md',
    `---\nsummary: Bad.\napplies_to: ["src/**", "${'{a,b}'.repeat(12)}"]\n---\nText.\n`,
  );
  lab.write('.engram/memories/long.md', `---\nsummary: Long.\ntype: fact\napplies_to: ["${long}"]\n---\nText.\n`);
  const { code, out } = await lab.run('doctor');
  expect(code).toBe(1);
  expect(out).toMatch(
    /memory.*\.engram\/memories\/bad\.md:3: applies_to `\{a,b\}.*` expands to more than 256 patterns/,
  );
  expect(out).toMatch(/long\.md:4: applies_to `src\/y+…` has a `\[` that is never closed/);
});

it('a long pattern is not cut', async () => {
  const folder = 'y'.repeat(300);
  lab.write('.engram/memories/deep.md', `---\napplies_to: ["src/${folder}/**"]\n---\nDeep.\n`);
  await lab.run('link claude');
  expect(lab.read(`${FOLDER}/deep.md`)).toContain(`src/${folder}/**`);
});
