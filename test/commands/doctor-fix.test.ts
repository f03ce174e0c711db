// `engram doctor --fix`: what it mends, what it only tells, and what it leaves alone.
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { hosts } from '../../hosts/index.ts';
import { snapshot } from '../process/lab.ts';
import { type Lab, makeLab } from './lab.ts';

interface Outcome {
  repairs: { what: string; done: boolean; message: string }[];
  findings: { what: string; ok: boolean; message: string }[];
}

let lab: Lab;
beforeEach(() => {
  lab = makeLab();
});
afterEach(() => lab.remove());

const settings = () => path.join(lab.project, '.claude/settings.json');
const launcher = () => path.join(lab.engram, 'bin/engram-hook');
const fix = async (args = '') => {
  const { repairs, findings } = await lab.json<Outcome>(`doctor --fix --json ${args}`);
  return {
    repairs: repairs.map(({ what, done, message }) => [what, done, message]),
    left: findings.filter(({ ok }) => !ok).map(({ what, message }) => [what, message]),
  };
};
const modeOf = (file: string) => fs.statSync(file).mode & 0o777;

/** All that can be broken, broken. */
async function breakAll() {
  lab.write('.engram/memories/a.md', '---\napplies_to: src/**\n---\nA.\n');
  await lab.run('link claude codex');
  fs.writeFileSync(launcher(), "#!/bin/sh\nexec '/gone/node' '/gone/dist/hook.cjs' \"$@\"\n");
  const json = JSON.parse(fs.readFileSync(settings(), 'utf8'));
  delete json.hooks.PreCompact;
  json.hooks.SessionStart.push(json.hooks.SessionStart[0]);
  json.hooks.UserPromptSubmit[0].hooks[0].command = '/old/.engram/bin/engram-hook claude';
  json.model = 'mine';
  fs.writeFileSync(settings(), JSON.stringify(json, null, 2));
  const index = path.join(lab.engram, 'index');
  const file = path.join(index, fs.readdirSync(index).find((name) => name.endsWith('.idx'))!);
  fs.writeFileSync(file, 'damaged');
  fs.writeFileSync(`${file}.lock`, '999999999', { mode: 0o600 });
  fs.rmSync(path.join(lab.project, '.claude/rules'), { recursive: true });
  fs.chmodSync(index, 0o755);
  fs.chmodSync(file, 0o644);
  fs.chmodSync(lab.engram, 0o755);
  return file;
}

it('mends all that engram made, and tells each thing', async () => {
  const index = await breakAll();
  fs.writeFileSync(path.join(lab.engram, 'config.yaml'), 'proof: off\n', { mode: 0o644 });
  fs.mkdirSync(path.join(lab.engram, 'memories'), { mode: 0o755 });
  expect(await fix()).toEqual({
    repairs: [
      ['home', true, `${lab.engram} and 2 of what is in it: for you alone`],
      ['launcher', true, `${launcher()}: written anew`],
      ['index', true, `${index}.lock: left by a sync that is gone, taken away`],
      [
        'link',
        true,
        `Claude Code: added PreCompact; refreshed UserPromptSubmit; removed a copy of SessionStart in ${settings()}`,
      ],
      ['index', true, `${index}: made anew`],
      ['index', true, `${path.join(lab.project, '.claude/rules/engram/a.md')}: written`],
    ],
    left: [],
  });
  expect([lab.engram, path.dirname(index), index].map(modeOf)).toEqual([0o700, 0o700, 0o600]);
  expect(modeOf(launcher())).toBe(0o755);
  // What is the user's stays as it was.
  expect(['config.yaml', 'memories'].map((name) => modeOf(path.join(lab.engram, name)))).toEqual([0o644, 0o755]);
  expect(JSON.parse(fs.readFileSync(settings(), 'utf8')).model).toBe('mine');
  expect(await lab.run('doctor')).toMatchObject({ code: 0, err: '' });
  expect(await fix()).toEqual({ repairs: [], left: [] });
});

it('says on the terminal what was mended, then what was found', async () => {
  await breakAll();
  const { code, out, err } = await lab.run('doctor --fix');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out.split('\n').map((line) => line.split(/ {2,}/).slice(0, 2).join(' '))).toEqual([
    ...['home', 'launcher', 'index', 'link', 'index', 'index'].map((what) => `done ${what}`),
    ...['node', 'home', 'database', 'launcher', 'config', 'memories', 'index', 'link', 'link'].map(
      (what) => `ok ${what}`,
    ),
    'ok hook',
    'ok hook',
    'note trust',
    'note trust',
    '',
  ]);
});

it('with --dry-run tells the same and changes nothing', async () => {
  await lab.run('doctor');
  await breakAll();
  const before = [snapshot(path.join(lab.home, '.engram/bin')), snapshot(lab.project), modeOf(lab.engram)];
  const { repairs, left } = await fix('--dry-run');
  expect(repairs.map(([what, done]) => [what, done])).toEqual([
    ['home', true],
    ['launcher', true],
    ['index', true],
    ['link', true],
  ]);
  expect(left.map(([what]) => what)).toEqual(['home', 'launcher', 'link', 'link', 'hook', 'hook', 'hook']);
  const after = [snapshot(path.join(lab.home, '.engram/bin')), snapshot(lab.project), modeOf(lab.engram)];
  expect(after).toEqual(before);
  const { code, out } = await lab.run('doctor --fix --dry-run');
  expect(code).toBe(1);
  expect(out).toMatch(/^todo {2}home {6}/);
  expect(await lab.run('doctor --dry-run')).toMatchObject({
    code: 64,
    err: 'engram: --dry-run goes with --fix: engram doctor alone mends nothing\n',
  });
});

it('O16: the package moved and linked again: one entry an event, and the launcher starts the new place', async () => {
  for (const host of hosts) await lab.run(`link --global ${host.name}`);
  const old = fs.readFileSync(launcher(), 'utf8');
  fs.writeFileSync(launcher(), old.replaceAll(process.execPath, '/versions/v18/bin/node'));
  const { repairs, left } = await fix();
  expect({ repairs, left }).toEqual({ repairs: [['launcher', true, `${launcher()}: written anew`]], left: [] });
  expect(fs.readFileSync(launcher(), 'utf8')).toBe(old);
});

it('tells what it cannot mend, and mends the rest', async () => {
  await lab.run('link claude codex');
  fs.writeFileSync(settings(), '{ "hooks": ');
  lab.write('.engram/memories/c.md', '---\nimportance: 2\n---\nC.\n');
  const codex = path.join(lab.project, '.codex/hooks.json');
  fs.writeFileSync(codex, fs.readFileSync(codex, 'utf8').replace('"PreCompact"', '"Other"'));
  fs.chmodSync(codex, 0o444);
  fs.rmSync(launcher());
  const { repairs, left } = await fix();
  expect(repairs).toEqual([
    ['launcher', true, `${launcher()}: written anew`],
    [
      'link',
      false,
      `${codex} cannot be written: permission denied; nothing was changed; make it writable and run the command again`,
    ],
  ]);
  expect(left).toEqual([
    ['memory', `${lab.vault}/c.md:2: importance must be a number from 0 to 1, not 2`],
    ['link', expect.stringMatching(new RegExp(`^${settings()}:1: not valid JSON`))],
    ['link', `${codex}: Codex is linked without PreCompact; engram link codex completes it`],
  ]);
  const { code, out, err } = await lab.run('doctor --fix');
  expect([code, err]).toEqual([1, 'engram: 3 things to mend\n']);
  expect(out).toMatch(/^FAIL {2}link {6}/);
});

it('S-29: an entry with the timeout of another version works, is told of, and is brought up to date', async () => {
  await lab.run('link claude');
  const text = fs.readFileSync(settings(), 'utf8');
  fs.writeFileSync(settings(), text.replace('"timeout": 10', '"timeout": 5'));
  const { code, out } = await lab.run('doctor');
  expect(code).toBe(0);
  expect(out).toContain(
    `note  link      ${settings()}: not as engram would write it now; engram link claude brings it up to date (refreshed SessionStart)\n`,
  );
  expect(await fix()).toEqual({
    repairs: [['link', true, `Claude Code: refreshed SessionStart in ${settings()}`]],
    left: [],
  });
  expect(fs.readFileSync(settings(), 'utf8')).toBe(text);
});

it('links nothing that was not linked, and makes nothing where nothing is wrong', async () => {
  await lab.run('doctor');
  const [home, project] = [snapshot(lab.home), snapshot(lab.project)];
  expect(await fix()).toEqual({ repairs: [], left: [] });
  expect([snapshot(lab.home), snapshot(lab.project)]).toEqual([home, project]);
  fs.symlinkSync('/etc/passwd', path.join(lab.engram, 'index', 'x'));
  const { mode } = fs.statSync('/etc/passwd');
  await fix();
  expect(fs.statSync('/etc/passwd').mode).toBe(mode);
});

it('makes a corrupt database anew', async () => {
  await lab.run('sync');
  const db = path.join(lab.engram, 'engram.db');
  for (const part of ['-wal', '-shm']) fs.rmSync(`${db}${part}`, { force: true });
  fs.writeFileSync(db, 'this is no database, but it is long enough to be taken for one'.repeat(20));
  expect(await fix()).toEqual({
    repairs: [['database', true, `${db}: made anew from the memory files; the corrupt one is ${db}.corrupt-1 now`]],
    left: [],
  });
});
