// O18, O19, O21: whose memories a folder is sent, with real git around the hook.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Context } from '../../src/commands/context.ts';
import { runCommand } from '../../src/commands/program.ts';
import { bodiesIn, newLab, removeLabs as removeHookLabs } from '../hook/lab.ts';
import { git, repository } from '../index/git.ts';
import { amiss, context, newProcessLab, pause, payloads, removeLabs } from './lab.ts';

afterAll(() => {
  removeHookLabs();
  removeLabs();
});

const DEPLOY = 'Deploy the payments service only Monday to Thursday, through the blue/green script.';
const ASK = 'how do I deploy the payments service?';
const CERTIFICATE = 'Renew the gateway certificate with scripts/renew.sh on the first of the month.';
const RENEW = 'renew the gateway certificate please';

/** A home, and folders in which prompts are asked and commands run. */
function world() {
  const lab = newLab();
  const at = (name: string) => path.join(lab.base, name);
  let sessions = 0;
  /** id → body of what a prompt in this folder is sent, in a session of its own unless one is named. */
  const asked = (folder: string, prompt = ASK, session = `s${++sessions}`) =>
    bodiesIn(lab.prompt(session, prompt, { cwd: at(folder) }));
  const run = async (folder: string, ...args: string[]) => {
    const outcome = { code: 0, out: '', err: '' };
    const context: Context = {
      env: { ...lab.env, PATH: process.env.PATH },
      cwd: at(folder),
      now: new Date(lab.now),
      out: (text) => {
        outcome.out += text;
      },
      err: (text) => {
        outcome.err += text;
      },
      stdin: () => '',
      color: false,
      tty: false,
      interactive: false,
    };
    outcome.code = await runCommand(args, context);
    return outcome;
  };
  const memory = (folder: string, id: string, text: string) => {
    fs.mkdirSync(at(`${folder}/.engram/memories`), { recursive: true });
    fs.writeFileSync(at(`${folder}/.engram/memories/${id}.md`), text);
    lab.trust(at(folder));
  };
  return { lab, at, asked, run, memory };
}

/** A repository `app` with a memory that is not committed, and two worktrees. */
function worktrees() {
  const it = world();
  repository(it.at('app'), { 'src/a.ts': '' });
  git(it.at('app'), 'worktree', 'add', '-q', it.at('one'));
  git(it.at('app'), 'worktree', 'add', '-q', it.at('two'));
  it.memory('app', 'deploy-window', DEPLOY);
  return it;
}

describe('linked worktrees', () => {
  it('O19: share the main checkout’s memories; one written in a worktree outlives it', async () => {
    const { at, asked, run } = worktrees();
    for (const folder of ['app', 'one', 'two', 'two/src'])
      expect([folder, asked(folder)]).toEqual([folder, { 'deploy-window': DEPLOY }]);
    const { code } = await run('one', 'remember', CERTIFICATE, '--id', 'renewal');
    expect(code).toBe(0);
    expect(fs.existsSync(at('app/.engram/memories/renewal.md'))).toBe(true);
    expect(git(at('one'), 'status', '--porcelain', '--ignored')).toBe('');
    expect(asked('two', RENEW)).toEqual({ renewal: CERTIFICATE });
    git(at('app'), 'worktree', 'remove', at('one'));
    expect(asked('app', RENEW)).toEqual({ renewal: CERTIFICATE });
    expect(asked('two', RENEW)).toEqual({ renewal: CERTIFICATE });
  });

  it('show what their own branch says of an id, once, and read what it alone has', () => {
    const { at, asked, memory } = worktrees();
    git(at('app'), 'add', '-A');
    git(at('app'), 'commit', '-q', '-m', 'Remember');
    git(at('one'), 'merge', '-q', 'main');
    expect(asked('one')).toEqual({ 'deploy-window': DEPLOY });
    memory('one', 'deploy-window', `${DEPLOY} On this branch also on Friday.`);
    memory('one', 'renewal', CERTIFICATE);
    expect(asked('one')).toEqual({ 'deploy-window': `${DEPLOY} On this branch also on Friday.` });
    expect(asked('app')).toEqual({ 'deploy-window': DEPLOY });
    expect(asked('one', RENEW)).toEqual({ renewal: CERTIFICATE });
    expect(asked('app', RENEW)).toEqual({});
  });

  it('are one project to a session: what it was sent in one place it is not sent in another', () => {
    const { lab, at, asked } = worktrees();
    fs.symlinkSync(at('app/src'), at('link'));
    expect(asked('one', ASK, 'same')).toEqual({ 'deploy-window': DEPLOY });
    for (const folder of ['app', 'app/src', 'link', 'two', 'one/src']) {
      const answer = lab.prompt('same', `${ASK} (${folder})`, { cwd: at(folder) });
      expect([folder, bodiesIn(answer), answer.includes('deploy-window')]).toEqual([folder, {}, true]);
    }
    const logs = fs.readdirSync(lab.places.sessions).filter((name) => name.endsWith('.log'));
    expect(logs).toHaveLength(1);
  });

  it('O19: are projects of their own with project.worktrees isolate, and again one without, at once', async () => {
    const { lab, at, asked, run } = worktrees();
    lab.config('project:\n  worktrees: isolate\n');
    expect(asked('one')).toEqual({});
    expect(asked('app')).toEqual({ 'deploy-window': DEPLOY });
    expect(await run('one', 'remember', CERTIFICATE, '--id', 'renewal')).toEqual({
      code: 64,
      out: '',
      err: expect.stringContaining(`${at('one')} has no vault yet: run engram init here`),
    });
    expect((await run('one', 'init')).out).toContain(`Prepared ${at('one')} for engram`);
    expect((await run('one', 'remember', CERTIFICATE, '--id', 'renewal')).code).toBe(0);
    expect(fs.existsSync(at('one/.engram/memories/renewal.md'))).toBe(true);
    expect(['one', 'app', 'two'].map((folder) => asked(folder, RENEW))).toEqual([{ renewal: CERTIFICATE }, {}, {}]);
    const status = JSON.parse((await run('one', 'status', '--json')).out);
    expect([status.project, status.vaults.map((vault: { folder: string }) => vault.folder)]).toEqual([
      at('one'),
      [at('one/.engram/memories'), lab.places.memories],
    ]);
    lab.config('');
    expect(asked('one')).toEqual({ 'deploy-window': DEPLOY });
    expect(asked('one', RENEW)).toEqual({ renewal: CERTIFICATE });
  });

  it('are parted by the project’s config too, set in the main checkout', async () => {
    const { at, asked, run } = worktrees();
    expect(asked('one')).toEqual({ 'deploy-window': DEPLOY });
    expect((await run('app', 'config', 'set', 'project.worktrees', 'isolate', '--project')).code).toBe(0);
    expect(fs.readFileSync(at('app/.engram/config.yaml'), 'utf8')).toBe('project:\n  worktrees: isolate\n');
    expect(['one', 'two', 'app'].map((folder) => asked(folder))).toEqual([{}, {}, { 'deploy-window': DEPLOY }]);
    expect((await run('one', 'config', 'get', 'project.worktrees')).out).toBe('isolate\n');
    expect((await run('one', 'list', '--json')).out).toBe('[]\n');
  });

  it('have the main checkout’s config, over which their branch’s counts; neither turns on what the user has turned off', async () => {
    const { lab, at, run, memory } = worktrees();
    memory('one', 'renewal', CERTIFICATE);
    lab.config('read: manual\n');
    fs.writeFileSync(at('app/.engram/config.yaml'), 'read: off\nload:\n  limit: 3\n  max_tokens: 900\n');
    fs.writeFileSync(at('one/.engram/config.yaml'), 'read: auto\nload:\n  limit: 5\n');
    const value = async (folder: string, key: string) => (await run(folder, 'config', 'get', key)).out.trim();
    expect([await value('one', 'load.limit'), await value('one', 'load.max_tokens')]).toEqual(['5', '900']);
    expect(await value('two', 'load.limit')).toBe('3');
    expect(await value('one', 'read')).toBe('off');
    await run('one', 'config', 'set', 'load.limit', '6', '--project');
    await run('two', 'config', 'set', 'load.limit', '4', '--project');
    expect([await value('one', 'load.limit'), await value('app', 'load.limit')]).toEqual(['6', '4']);
  });

  it('are linked where the host looks: Codex in the main checkout, Claude Code in the worktree', async () => {
    const { at, run } = worktrees();
    expect((await run('one', 'link', 'codex', 'claude')).code).toBe(0);
    expect(['app', 'one'].map((folder) => fs.existsSync(at(`${folder}/.codex/hooks.json`)))).toEqual([true, false]);
    expect(['app', 'one'].map((folder) => fs.existsSync(at(`${folder}/.claude/settings.json`)))).toEqual([false, true]);
    expect((await run('one', 'unlink', 'codex', 'claude')).code).toBe(0);
    expect(fs.existsSync(at('app/.codex'))).toBe(false);
  });
});

describe('repositories', () => {
  it('O18: of one name never share', () => {
    const { at, asked, memory } = world();
    repository(at('a/app'));
    repository(at('b/app'));
    memory('a/app', 'deploy-window', DEPLOY);
    memory('b/app', 'renewal', CERTIFICATE);
    expect([asked('a/app'), asked('a/app', RENEW)]).toEqual([{ 'deploy-window': DEPLOY }, {}]);
    expect([asked('b/app'), asked('b/app', RENEW)]).toEqual([{}, { renewal: CERTIFICATE }]);
  });

  it('O18: are one from the root, a package and a symlinked path', () => {
    const { at, asked, memory } = world();
    repository(at('app'), { 'packages/web/index.ts': '' });
    memory('app', 'deploy-window', DEPLOY);
    fs.symlinkSync(at('app'), at('elsewhere'));
    for (const folder of ['app', 'app/packages/web', 'elsewhere', 'elsewhere/packages/web'])
      expect([folder, asked(folder)]).toEqual([folder, { 'deploy-window': DEPLOY }]);
  });

  it('read all nested vaults on the way up; the nearest wins an id', () => {
    const { at, asked, memory } = world();
    repository(at('app'), { 'packages/web/src/index.ts': '', 'packages/api/index.ts': '' });
    memory('app', 'deploy-window', DEPLOY);
    memory('app', 'renewal', CERTIFICATE);
    memory('app/packages/web', 'deploy-window', `${DEPLOY} The web package also on Friday.`);
    expect(asked('app/packages/web/src')).toEqual({ 'deploy-window': `${DEPLOY} The web package also on Friday.` });
    expect(asked('app/packages/web/src', RENEW)).toEqual({ renewal: CERTIFICATE });
    expect(asked('app/packages/api')).toEqual({ 'deploy-window': DEPLOY });
  });

  it('inside another, as submodules, are not it', () => {
    const { at, asked, memory } = world();
    repository(at('lib'));
    repository(at('app'));
    git(at('app'), 'submodule', 'add', '-q', at('lib'), 'lib');
    memory('app', 'deploy-window', DEPLOY);
    memory('app/lib', 'renewal', CERTIFICATE);
    expect([asked('app/lib'), asked('app/lib', RENEW)]).toEqual([{}, { renewal: CERTIFICATE }]);
    expect([asked('app'), asked('app', RENEW)]).toEqual([{ 'deploy-window': DEPLOY }, {}]);
  });

  it('that are bare have a vault in each worktree', async () => {
    const { at, asked, memory, run } = world();
    git(at(''), 'init', '-q', '--bare', '-b', 'main', 'app.git');
    repository(at('seed'));
    git(at('seed'), 'push', '-q', at('app.git'), 'main');
    git(at('app.git'), 'worktree', 'add', '-q', at('one'), 'main');
    git(at('app.git'), 'worktree', 'add', '-q', at('two'));
    memory('one', 'deploy-window', DEPLOY);
    expect([asked('one'), asked('two')]).toEqual([{ 'deploy-window': DEPLOY }, {}]);
    expect((await run('two', 'init')).out).toContain(`Prepared ${at('two')} for engram`);
  });

  it('are not needed: a folder with .engram is a project', () => {
    const { at, asked, memory } = world();
    fs.mkdirSync(at('plain/deep'), { recursive: true });
    memory('plain', 'deploy-window', DEPLOY);
    expect([asked('plain'), asked('plain/deep')]).toEqual([{ 'deploy-window': DEPLOY }, { 'deploy-window': DEPLOY }]);
  });
});

describe('a session of 200 events', () => {
  it('O21: leaves the work tree, the worktree and git’s own folder as they were', () => {
    const { lab, at } = worktrees();
    git(at('app'), 'add', '-A');
    git(at('app'), 'commit', '-q', '-m', 'Remember');
    fs.writeFileSync(at('app/.gitignore'), '*.log\n');
    fs.writeFileSync(at('app/build.log'), '');
    const seen = () => [
      ...['app', 'one', 'two'].map((folder) => git(at(folder), 'status', '--porcelain', '--ignored')),
      fs.readdirSync(at('app/.git'), { recursive: true, encoding: 'utf8' }).sort().join('\n'),
    ];
    const before = seen();
    expect(before.slice(0, 3)).toEqual(['?? .gitignore\n!! build.log\n', '', '']);
    const cwds = ['app', 'app/src', 'one', 'one/src', 'two'].map(at);
    let sent = 0;
    for (let n = 0; n < 200; n++) {
      const cwd = cwds[n % cwds.length];
      const session = `s${n % 7}`;
      const event = ['UserPromptSubmit', 'UserPromptSubmit', 'UserPromptSubmit', 'PreCompact', 'SessionStart'][
        (n >> 3) % 5
      ];
      const payload = {
        session_id: session,
        cwd,
        hook_event_name: event,
        ...(event === 'UserPromptSubmit' ? { prompt: `${n % 2 ? ASK : RENEW} ${n}` } : {}),
        ...(event === 'PreCompact' ? { trigger: 'auto' } : {}),
        ...(event === 'SessionStart' ? { source: 'compact' } : {}),
      };
      const codex = n % 3 === 0 ? { model: 'm', permission_mode: 'default', turn_id: `t${n}` } : {};
      if (lab.event(n % 3 === 0 ? 'codex' : 'claude', { ...payload, ...codex })) sent++;
    }
    expect(sent).toBeGreaterThan(50);
    expect(lab.log()).toBe('');
    expect(seen()).toEqual(before);
  });
});

describe('the installed hook', () => {
  it('O19: sends in main what a command wrote in a worktree that is gone, and heeds no GIT_DIR', () => {
    const lab = newProcessLab({ 'deploy-window': DEPLOY });
    git(lab.project, 'init', '-q', '-b', 'main');
    git(lab.project, 'commit', '-q', '--allow-empty', '-m', 'Begin');
    const worktree = path.join(lab.base, 'worktree');
    git(lab.project, 'worktree', 'add', '-q', worktree);
    const other = repository(path.join(lab.base, 'other'));
    const env = { GIT_DIR: path.join(other, '.git'), GIT_WORK_TREE: other };
    const prompt = (cwd: string, session: string, text: string) => {
      const ran = lab.run(
        'claude',
        { ...payloads(lab, 'claude', session).UserPromptSubmit, cwd, prompt: text },
        { env },
      );
      expect(amiss(ran)).toEqual([]);
      return bodiesIn(context(ran));
    };
    // The first prompt of a work tree waits for its index, on a busy machine in vain.
    const until = (ask: (n: number) => Record<string, string>) => {
      for (let n = 0; n < 50; n++, pause(100)) {
        const bodies = ask(n);
        if (Object.keys(bodies).length > 0) return bodies;
      }
      return {};
    };
    expect(until((n) => prompt(worktree, `w${n}`, ASK))).toEqual({ 'deploy-window': DEPLOY });
    const engram = path.join(import.meta.dirname, '..', '..', 'bin', 'engram.js');
    const remembered = spawnSync(process.execPath, [engram, 'remember', CERTIFICATE, '--id', 'renewal'], {
      cwd: worktree,
      env: { ...lab.env, ...env },
    });
    expect([remembered.status, remembered.stderr.toString()]).toEqual([0, '']);
    git(lab.project, 'worktree', 'remove', worktree);
    expect(until((n) => prompt(lab.project, `m${n}`, RENEW))).toEqual({ renewal: CERTIFICATE });
    expect(lab.log()).toEqual([]);
  });

  it('ends well around a broken .git file', () => {
    const lab = newProcessLab({ 'deploy-window': DEPLOY });
    fs.rmSync(path.join(lab.project, '.git'), { recursive: true });
    for (const text of ['', 'gitdir: ', 'gitdir: /no/such/.git/worktrees/x\n', `gitdir: ${'x'.repeat(9000)}`]) {
      fs.writeFileSync(path.join(lab.project, '.git'), text);
      const ran = lab.run('codex', payloads(lab, 'codex', `s${text.length}`).UserPromptSubmit!);
      expect(amiss(ran)).toEqual([]);
      expect(bodiesIn(context(ran))).toEqual({ 'deploy-window': DEPLOY });
    }
  });
});
