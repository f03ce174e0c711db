// The plugins that `link` writes for real hosts: the files of hosts/plugins, as they are.
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Lab, makeLab } from './lab.ts';

let lab: Lab;
beforeEach(() => {
  lab = makeLab();
});
afterEach(() => lab.remove());

const source = (name: string) => fs.readFileSync(path.join(import.meta.dirname, '../../hosts/plugins', name), 'utf8');
const HUMAN = 'export const Mine = async () => ({});\n';

it.each([
  ['--global opencode', 'home', '.config/opencode/plugins/engram.js', 'opencode.js'],
  ['--global cline', 'home', '.cline/plugins/engram.js', 'cline.js'],
  ['cline', 'project', '.cline/plugins/engram.js', 'cline.js'],
  ['--global pi', 'home', '.pi/agent/extensions/engram.ts', 'pi.js'],
  ['pi', 'project', '.pi/extensions/engram.ts', 'pi.js'],
] as const)(
  'E-13: link %s writes the plugin, unlink takes it away, and neither touches a file of a person',
  async (words, base, name, plugin) => {
    const file = path.join(lab[base], name);
    const folders = () => fs.readdirSync(lab[base]).sort();
    const before = folders();
    expect((await lab.run(`link ${words}`)).code).toBe(0);
    expect(fs.readFileSync(file, 'utf8')).toBe(source(plugin));
    expect((await lab.run(`link ${words}`)).code).toBe(0);
    expect(fs.readFileSync(file, 'utf8')).toBe(source(plugin));

    // Of an older version.
    fs.writeFileSync(file, source(plugin).split('\n').slice(0, 3).join('\n'));
    expect((await lab.run(`link ${words}`)).code).toBe(0);
    expect(fs.readFileSync(file, 'utf8')).toBe(source(plugin));
    expect((await lab.run(`unlink ${words}`)).code).toBe(0);
    expect(fs.existsSync(file)).toBe(false);
    expect(folders().filter((folder) => folder !== '.engram')).toEqual(before.filter((folder) => folder !== '.engram'));

    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, HUMAN);
    const { code, err } = await lab.run(`link ${words}`);
    expect([code, err.includes(file)]).toEqual([65, true]);
    expect((await lab.run(`unlink ${words}`)).code).toBe(0);
    expect(fs.readFileSync(file, 'utf8')).toBe(HUMAN);
  },
);

it('E-02: OpenCode is linked with --global alone', async () => {
  const { code, err } = await lab.run('link opencode');
  expect([code, err]).toEqual([64, 'engram: OpenCode has no project settings file; use --global\n']);
  expect(fs.readdirSync(lab.project)).toEqual(['.git']);
});

it("Cline's extension for VS Code is linked and unlinked along with its command line", async () => {
  const folder = path.join(lab.project, '.clinerules', 'hooks');
  await lab.run('link cline');
  const modes = fs.readdirSync(folder).map((name) => [name, fs.statSync(path.join(folder, name)).mode & 0o777]);
  expect(modes).toEqual([
    ['PreToolUse', 0o755],
    ['UserPromptSubmit', 0o755],
  ]);
  await lab.run('unlink cline');
  expect(fs.existsSync(path.join(lab.project, '.clinerules'))).toBe(false);
});
