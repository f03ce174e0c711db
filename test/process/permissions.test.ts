// Who may read what engram writes, whatever the umask: each command and each hook of each host once, as processes. And where: nothing
// but what a person asked for comes into the work tree.
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import {
  amiss,
  everyEvent,
  expectCode,
  git,
  linkAll,
  makeWorld,
  many,
  removeWorlds,
  scopeOf,
  treeOf,
  type World,
} from '../complaints/lab.ts';
import { SHARED } from '../complaints/settings.ts';

const own = process.umask();
afterEach(() => {
  process.umask(own);
  removeWorlds();
});

const MEMORY =
  '---\ntype: rule\nimportance: 0.9\napplies_to: ["src/**"]\n---\nDeploy the payments service on Monday.\n';
/** A program for EDITOR. */
const EDITOR = { EDITOR: 'touch' };

/** Each command, as a person would: in their project, with a home of their own. Hosts are linked in every scope before the hooks. */
async function live(world: World): Promise<void> {
  const engram = (line: string | readonly string[], env = {}) => expectCode(world.engram(line, { env }));
  engram('init');
  fs.writeFileSync(path.join(world.project, 'notes.md'), MEMORY);
  engram('import notes.md');
  fs.mkdirSync(path.join(world.project, 'src'));
  engram(['remember', 'Roll the payments service back by hand.', '--id', 'rollback']);
  engram(['remember', '--global', 'Prefer tabs.', '--id', 'tabs']);
  engram('edit rollback', EDITOR);
  engram('edit tabs', EDITOR);
  engram('config set load.limit 5');
  engram('config set --project load.max_tokens 900');
  engram('trust');
  expect(linkAll(world)).toEqual([0, 0, 0]);
  engram('upgrade --latest');
  await hooks(world, 'first');
  engram('bypass on --session gone');
  world.remember('rollback', 'Roll the payments service back by script.');
  await hooks(world, 'second');
  for (const line of ['forget rollback', 'forget tabs', 'sync', 'status', 'usage', 'doctor', 'list', 'hosts']) {
    world.engram(line);
  }
  engram('context deploy_payments');
  world.idle();
}

async function hooks(world: World, name: string): Promise<void> {
  const ends = await many(everyEvent(), ({ host, event }, n) =>
    world.hook(host, event, { session: `${name}-${n}`, scope: scopeOf(host) }),
  );
  expect(ends.flatMap(amiss)).toEqual([]);
  // One that is no JSON: its line in the log.
  const claude = everyEvent()[0]!;
  expect(amiss(await world.hook(claude.host, claude.event, { stdin: '[' }))).toEqual([]);
  world.idle();
}

describe.each([0o000, 0o077])('under the umask %o', { timeout: 240_000 }, (mask) => {
  it('what is below $ENGRAM_HOME is its owner’s alone; what is the person’s to commit follows their umask', async () => {
    process.umask(mask);
    const world = makeWorld({ deploy: MEMORY });
    const tmp = path.join(world.base, 'tmp');
    fs.mkdirSync(tmp, { mode: 0o700 });
    world.env.TMPDIR = tmp;
    await live(world);

    const home = path.join(world.home, '.engram');
    const all = fs.readdirSync(home, { recursive: true, encoding: 'utf8' });
    const modes = Object.fromEntries(all.map((name) => [name, fs.lstatSync(path.join(home, name))]));
    const odd = Object.entries(modes)
      .filter(([, stat]) => (stat.mode & 0o7777) !== (stat.isDirectory() ? 0o700 : 0o600))
      .map(([name, stat]) => `${name} ${(stat.mode & 0o7777).toString(8)}`);
    // A program that settings files name; it holds nothing but paths.
    expect(odd).toEqual(['bin/engram-hook 755']);
    expect(fs.statSync(home).mode & 0o7777).toBe(0o700);
    // All of it was there.
    const parts = new Set(all.map((name) => name.split('/')[0]));
    for (const part of ['archive', 'bin', 'bypass', 'cache', 'config.yaml', 'engram.db', 'engram.log', 'index'])
      expect([part, parts.has(part)]).toEqual([part, true]);
    for (const part of ['linked', 'made', 'memories', 'rules', 'sessions', 'trust'])
      expect([part, parts.has(part)]).toEqual([part, true]);
    expect(fs.readdirSync(tmp)).toEqual([]);

    const modeOf = (file: string) => fs.statSync(path.join(world.project, file)).mode & 0o7777;
    const open = 0o666 & ~mask;
    for (const file of ['memories/rollback.md', 'memories/notes.md', 'archive/rollback.md', 'config.yaml', 'README.md'])
      if (fs.existsSync(path.join(world.project, '.engram', file)))
        expect([file, modeOf(`.engram/${file}`)]).toEqual([file, open]);
    expect([modeOf('.engram/memories'), modeOf('.engram/archive')]).toEqual([0o777 & ~mask, 0o777 & ~mask]);
    // A settings file that link made is read by no other program than the host.
    for (const { host, scope } of SHARED.filter(({ scope }) => scope !== 'user'))
      expect([host.name, fs.statSync(world.settings(host, scope)).mode & 0o7777]).toEqual([host.name, open]);
  });
});

describe('the work tree', { timeout: 240_000 }, () => {
  it('holds nothing but memories, config and what link wrote: no state, wherever ENGRAM_HOME is', async () => {
    const world = makeWorld({ deploy: MEMORY });
    world.env.ENGRAM_HOME = path.join(world.base, 'state');
    await live(world);
    git(world.project, 'add', '-A');
    // Nothing that git ignores either, but the rule files.
    const ignored = git(world.project, 'status', '--porcelain', '--ignored').split('\n');
    const names = Object.keys(treeOf(world.project, /^\.git(\/|$)/));
    const known = /^(?:\.engram(?:\/(?:memories|archive|README\.md|config\.yaml).*)?|notes\.md|src)$/;
    const linked = /^\.(?:claude|codex|gemini|cursor|windsurf|devin|github|qwen|cline|clinerules|factory|pi)(?:\/|$)/;
    expect(names.filter((name) => !known.test(name) && !linked.test(name))).toEqual([]);
    expect(ignored.filter((line) => line.startsWith('!!'))).toEqual(['!! .claude/rules/']);
    expect(names.filter((name) => /\.(?:log|db|idx|lock|tmp)$|-(?:wal|shm)$/.test(name))).toEqual([]);
    // Beside the launcher, which has one place, nothing is in the default folder.
    expect(fs.readdirSync(path.join(world.home, '.engram'))).toEqual(['bin']);
  });
});
