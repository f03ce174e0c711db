import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { latestSession, recordedSessions } from '../../src/commands/sessions.ts';
import { findPlaces } from '../../src/index/places.ts';
import { openSession } from '../../src/session/log.ts';
import { key64 } from '../../src/text/hash.ts';
import { type Lab, makeLab } from './lab.ts';

let lab: Lab;
let user: string;
let project: string;
beforeEach(() => {
  lab = makeLab();
  user = path.join(lab.engram, 'config.yaml');
  project = path.join(lab.project, '.engram/config.yaml');
});
afterEach(() => lab.remove());

const sha = (file: string) => createHash('sha256').update(fs.readFileSync(file)).digest('hex');

describe('config', () => {
  it('E-09: path rules are native, hook, and nothing else', async () => {
    expect((await lab.run('config get hooks.path_rules')).out).toBe('native\n');
    expect((await lab.run('config set hooks.path_rules hook')).out).toBe(`hooks.path_rules is hook in ${user}\n`);
    expect((await lab.run('config get hooks.path_rules')).out).toBe('hook\n');
    const before = sha(user);
    expect(await lab.run('config set hooks.path_rules both')).toEqual({
      code: 64,
      out: '',
      err: 'engram: hooks.path_rules must be native | hook, not "both"\n',
    });
    expect(sha(user)).toBe(before);
  });

  it('compiles what was set before it returns', async () => {
    await lab.run('config set load.limit 3');
    expect((await lab.json<{ limit: number }>('route x --json')).limit).toBe(3);
    expect((await lab.json<{ parsed: number; written: string }>('sync --json')).written).toBe('stamps');
  });

  it('tells values and their origins', async () => {
    await lab.run('config set load.limit 3 --project');
    await lab.run('set-proof compact');
    expect(fs.readFileSync(project, 'utf8')).toBe('load:\n  limit: 3\n');
    expect(fs.readFileSync(user, 'utf8')).toBe('proof: compact\n');
    const list = await lab.json<{ key: string; value: unknown; origin: string }[]>('config list --json');
    expect(list.map(({ key, value, origin }) => [key, value, origin])).toEqual([
      ['read', 'auto', 'default'],
      ['proof', 'compact', 'user'],
      ['hooks.path_rules', 'native', 'default'],
      ['sessions.machine', 'inject', 'default'],
      ['project.worktrees', 'share', 'default'],
      ['namespaces.read', 'all', 'default'],
      ['load.limit', 3, 'project'],
      ['load.max_tokens', 1600, 'default'],
      ['start.max_tokens', 800, 'default'],
      ['start.recency_bias', 0.7, 'default'],
      ['rehydrate.enabled', true, 'default'],
      ['rehydrate.window_hours', 6, 'default'],
      ['entities.enabled', true, 'default'],
      ['entities.min_score', 0.8, 'default'],
      ['entities.max_chars', 500, 'default'],
      ['entities.disabled', '', 'default'],
      ['capture.enabled', false, 'default'],
      ['trust.mode', 'once', 'default'],
      ['staging.enabled', true, 'default'],
      ['staging.dream_markers', true, 'default'],
      ['extract.command', '', 'default'],
      ['extract.endpoint', '', 'default'],
      ['extract.model', '', 'default'],
      ['extract.max_calls', 50, 'default'],
    ]);
    expect(await lab.json('config get load.limit --json')).toEqual({ key: 'load.limit', value: 3, origin: 'project' });
    expect((await lab.run('config list')).out.split('\n').find((line) => line.startsWith('load.limit'))).toBe(
      'load.limit\t3\tproject\t1–50\tMost memories that a prompt routes: those that it is sent, and those that the session has already.',
    );
  });

  it('A-20: takes true and false, and nothing else, for what is on or off', async () => {
    expect(await lab.run('config set rehydrate.enabled false')).toMatchObject({ code: 0 });
    expect(await lab.json('config get rehydrate.enabled --json')).toMatchObject({ value: false, origin: 'user' });
    expect(await lab.run('config set rehydrate.enabled no')).toMatchObject({ code: 64 });
    expect(await lab.run('config set rehydrate.enabled true')).toMatchObject({ code: 0 });
    expect(await lab.json('config get rehydrate.enabled --json')).toMatchObject({ value: true });
  });

  it('says on a terminal in full what each key does', async () => {
    const { out } = await lab.run('config list', { tty: true, columns: 40 });
    expect(out).toMatch(/^read /);
    const lines = out.split('\n');
    const at = lines.indexOf('proof                   off     default  off | compact');
    expect(lines.slice(at + 1, at + 5)).toEqual([
      '  A line on each prompt that says how',
      '  many memories were sent and how many',
      '  were there already.',
      expect.stringMatching(/^hooks\.path_rules /),
    ]);
  });

  it('says when another file has the last word', async () => {
    await lab.run('set-read always --project');
    expect((await lab.run('set-read auto')).err).toBe(`engram: here read stays always: ${project} says so\n`);
    expect((await lab.run('set-read off')).err).toBe('');
    const refused = await lab.run('config get read');
    expect(refused).toEqual({
      code: 0,
      out: 'off\n',
      err: `engram: ${project}:1: read: your own config says off, and a project cannot turn on more than that\n`,
    });
  });

  it('names faults by file and line and ends with 78', async () => {
    lab.write(user, 'proof: compact\nload:\n  limit: none\n');
    lab.write(project, 'reda: off\n');
    expect(await lab.run('config get load.limit')).toEqual({
      code: 78,
      out: '8\n',
      err: `engram: ${user}:3: load.limit must be 1–50, not "none"\nengram: ${project}:1: reda is no key of engram's (did you mean read?)\n`,
    });
    lab.write(user, 'read: "auto\n');
    expect(await lab.run('config set read off')).toEqual({
      code: 78,
      out: '',
      err: `engram: ${user}:1: not valid YAML: missing closing "quote; the file is left as it is\n`,
    });
    expect(fs.readFileSync(user, 'utf8')).toBe('read: "auto\n');
    // Other commands go on with what they understand.
    expect((await lab.run('list')).code).toBe(0);
  });

  it.each([
    ['config get load.limt', "load.limt is no key of engram's (did you mean load.limit?)"],
    ['config set load.limit', "missing required argument 'value'; see engram config set --help"],
    ['config frob', "unknown command 'frob'; see engram config --help"],
    ['set-read sometimes', 'read must be startup | auto | always | manual | off, not "sometimes"'],
    ['set-proof loud', 'proof must be off | compact, not "loud"'],
  ])('%s', async (line, message) => {
    expect(await lab.run(line)).toEqual({ code: 64, out: '', err: `engram: ${message}\n` });
    expect(fs.existsSync(user)).toBe(false);
  });

  it('E-14: switches modes and touches no host’s file', async () => {
    await lab.run('link claude codex');
    const settings = ['.claude/settings.json', '.codex/hooks.json'].map((name) => path.join(lab.project, name));
    const before = settings.map(sha);
    for (const mode of ['startup', 'auto', 'always', 'manual', 'off']) {
      expect((await lab.run(`set-read ${mode}`)).out).toBe(`read is ${mode} in ${user}\n`);
      expect((await lab.json<{ read: string }>('route x --json')).read).toBe(mode);
    }
    expect(settings.map(sha)).toEqual(before);
  });
});

describe('bypass', () => {
  const marker = (session: string) => path.join(lab.engram, 'bypass', key64(session));

  it('S-05: marks one session and takes the mark away', async () => {
    expect(await lab.run('bypass on --session s1')).toEqual({
      code: 0,
      out: 'Session s1 goes without engram\n',
      err: 'engram: no session s1 has been seen yet; engram status lists the last, with their ids\n',
    });
    expect(fs.readFileSync(marker('s1'), 'utf8')).toBe(`s1\n${lab.project}\n`);
    // It is tracked before its first event.
    const { sessions } = await lab.json<{ sessions: object[] }>('status --json');
    expect(sessions).toEqual([
      { host: null, root: lab.project, session: 's1', bypassed: true, last: expect.any(String) },
    ]);
    expect((await lab.run('status')).out).toMatch(/^ {2}\S+ {2}- {2}s1 {2}bypassed$/m);
    expect((await lab.json<{ sessions: object[] }>('status --json', { cwd: lab.dir })).sessions).toEqual([]);
    expect(fs.statSync(marker('s1')).mode & 0o777).toBe(0o600);
    expect(fs.existsSync(marker('s2'))).toBe(false);
    expect(await lab.json('bypass off --session s1 --json')).toEqual({ session: 's1', bypassed: false, seen: false });
    expect(fs.existsSync(marker('s1'))).toBe(false);
    expect((await lab.run('bypass off --session s1')).code).toBe(0);
  });

  it('takes the newest session of this project', async () => {
    const places = findPlaces({ HOME: lab.home })!;
    const session = (id: string, root: string, at: number) => {
      const self = { name: id, started: 0, now: () => at };
      openSession(places.sessions, { host: 'claude', root, session: id }, self).begin('x');
    };
    expect((await lab.run('bypass on')).err).toBe(
      `engram: no session of ${lab.project} is recorded yet; name one with --session\n`,
    );
    session('old', lab.project, 1);
    session('new', lab.project, 2);
    session('elsewhere', lab.dir, 3);
    const log = (id: string) =>
      fs
        .readdirSync(places.sessions)
        .find((name) => fs.readFileSync(path.join(places.sessions, name), 'utf8').includes(`"${id}"`))!;
    ['old', 'new', 'elsewhere'].forEach((id, i) => {
      fs.utimesSync(path.join(places.sessions, log(id)), 1000 + i, 1000 + i);
    });
    fs.writeFileSync(path.join(places.sessions, 'torn.log'), '\n@ {"host":');
    expect(recordedSessions(places).map((it) => it.session)).toEqual(['elsewhere', 'new', 'old']);
    expect(latestSession(places, lab.project)?.session).toBe('new');
    expect(await lab.run('bypass on')).toEqual({ code: 0, out: 'Session new goes without engram\n', err: '' });
    expect((await lab.run('bypass on --session elsewhere')).err).toBe('');
    await lab.run('bypass off --session elsewhere');
    expect(recordedSessions(places).map((it) => it.bypassed)).toEqual([false, true, false]);
    expect((await lab.run('status')).out).toMatch(/^ {2}\S+ {2}claude {2}new {2}bypassed$/m);
  });

  it('refuses other states', async () => {
    expect((await lab.run('bypass maybe --session s')).err).toBe(
      "engram: value 'maybe' is invalid for argument 'state'; allowed choices are on, off; see engram bypass --help\n",
    );
  });
});
