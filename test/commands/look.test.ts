import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSession, type SessionLog } from '../../src/session/log.ts';
import { markCompacted } from '../../src/session/marks.ts';
import { failModelCall, takeModelCall } from '../../src/store/model-calls.ts';
import { openStore } from '../../src/store/open.ts';
import { type Lab, makeLab } from './lab.ts';

let lab: Lab;
beforeEach(() => {
  lab = makeLab();
});
afterEach(() => lab.remove());

interface Finding {
  what: string;
  ok: boolean;
  message: string;
}
const wrong = async (): Promise<[string, string][]> =>
  (await lab.json<Finding[]>('doctor --json')).filter(({ ok }) => !ok).map(({ what, message }) => [what, message]);

describe('status', () => {
  it('says what holds in a bare project', async () => {
    expect(await lab.run('status')).toEqual({
      code: 0,
      err: '',
      out: `engram
  home     ${lab.engram}
  project  ${lab.project}
  read     auto
  proof    off
  trust    once; not given
  capture  off
  review   none waits here
  log      ${lab.engram}/engram.log (nothing in the last 24 hours)
vaults
  project  .engram/memories    not made yet
  user     ~/.engram/memories  not made yet
linked
  no agent yet; engram link <agent> does it, engram hosts names them
sessions
  none recorded in this project
`,
    });
    // Looking writes nothing.
    expect(fs.existsSync(lab.engram)).toBe(false);
  });

  it('counts memories and faults, and shows the log', async () => {
    lab.write('.engram/memories/a.md', 'A.\n');
    lab.write('.engram/memories/b.md', '---\nid: a\n---\nB.\n');
    lab.write('.engram/memories/c.md', '---\n');
    const log = lab.write(
      path.join(lab.engram, 'engram.log'),
      ['29T11:59', '29T12:01', '30T01:00', '30T02:00', '30T03:00'].map((at) => `2026-11-${at}:00.000Z x: y\n`).join(''),
    );
    await lab.run('link claude');
    const status = await lab.json<{ vaults: unknown[]; linked: unknown[]; log: unknown }>('status --json');
    expect(status.vaults[0]).toEqual({
      owner: 'project',
      folder: lab.vault,
      shown: '.engram/memories',
      exists: true,
      memories: 1,
      broken: 1,
      collisions: 1,
      undated: 0,
      expired: 0,
      superseded: 0,
    });
    expect(status.linked).toEqual([
      {
        host: 'claude',
        title: 'Claude Code',
        scope: 'project',
        file: path.join(lab.project, '.claude/settings.json'),
        events: ['SessionStart', 'UserPromptSubmit', 'PreCompact', 'InstructionsLoaded', 'SubagentStart'],
        faults: [],
      },
    ]);
    expect(status.log).toEqual({
      file: log,
      count: 4,
      lines: ['30T01:00', '30T02:00', '30T03:00'].map((at) => `2026-11-${at}:00.000Z x: y`),
    });
    const { out } = await lab.run('status', { env: { ENGRAM_BYPASS: '1' } });
    expect(out).toMatch(/^ {2}read {5}auto \(ENGRAM_BYPASS is set: nothing is sent\)$/m);
    expect(out).toMatch(/^ {2}project {2}\.engram\/memories {4}1 memory \(1 cannot be read, 1 id taken twice\)$/m);
    expect(out).toMatch(/^log \(the last 3 of 4 lines\)\n {2}2026-11-30T01/m);
    expect(out).toMatch(/\nengram doctor says what is wrong and how to mend it\n$/);
  });
});

describe('status and a model', () => {
  it('counts today’s calls of the one that is configured', async () => {
    expect(await lab.json('status --json')).toMatchObject({ model: null });
    await lab.run(['config', 'set', 'extract.command', 'false']);
    expect(await lab.json('status --json')).toMatchObject({ model: { calls: 0, failed: 0, most: 50 } });
    const { store } = openStore(path.join(lab.engram, 'engram.db'));
    for (let n = 0; n < 3; n++) takeModelCall(store, '2026-11-30', 50);
    takeModelCall(store, '2026-11-29', 50);
    failModelCall(store, '2026-11-30');
    store.close();
    expect((await lab.run('status')).out).toMatch(/^ {2}model {4}3 of 50 calls today; 1 failed: the log says why$/m);
  });
});

describe('status and time', () => {
  it('lists this project’s sessions and no others, by local time on a terminal', async () => {
    const sessions = path.join(lab.engram, 'sessions');
    const session = (id: string, root: string, at: string) => {
      const self = { name: id, started: 0, now: () => 0 };
      openSession(sessions, { host: 'claude', root, session: id }, self).begin('x');
      const file = fs.readdirSync(sessions).find((name) => lab.read(path.join(sessions, name)).includes(`"${id}"`))!;
      fs.utimesSync(path.join(sessions, file), new Date(at), new Date(at));
    };
    session('ours', lab.project, '2026-11-28T10:00:00Z');
    session('newer', lab.project, '2026-11-29T10:00:00Z');
    for (let i = 0; i < 5; i++) session(`else${i}`, lab.dir, `2026-11-30T0${i}:00:00Z`);
    const status = await lab.json<{ sessions: { session: string; last: string }[] }>('status --json');
    expect(status.sessions.map(({ session, last }) => [session, last])).toEqual([
      ['newer', '2026-11-29T10:00:00.000Z'],
      ['ours', '2026-11-28T10:00:00.000Z'],
    ]);
    const local = new Date('2026-11-29T10:00:00Z');
    const two = (n: number) => String(n).padStart(2, '0');
    const day = `${local.getFullYear()}-${two(local.getMonth() + 1)}-${two(local.getDate())}`;
    expect((await lab.run('status', { tty: true })).out).toContain(
      `\n  ${day} ${two(local.getHours())}:${two(local.getMinutes())}  claude  newer\n`,
    );
  });
});

describe('usage', () => {
  const deliver = (session: string, host: string, ids: string[], at: string) => {
    const now = Date.parse(at);
    const self = { name: `${session}.${host}`, started: now, now: () => now };
    const log = openSession(path.join(lab.engram, 'sessions'), { host, root: lab.project, session }, self);
    log.begin(`prompt:${at}`);
    log.claim(
      ids.map((id) => ({ kind: 'b' as const, id, hash: 'abc' })),
      ids,
    );
    log.sent();
  };

  it('counts deliveries by memory and host', async () => {
    expect(await lab.run('usage')).toEqual({
      code: 0,
      out: '',
      err: 'engram: no memory has been delivered yet\n',
    });
    lab.write('.engram/memories/a.md', 'A.\n');
    lab.write('.engram/memories/b.md', 'B.\n');
    await lab.run('sync');
    deliver('s1', 'claude', ['a', 'b'], '2026-11-28T10:00:00Z');
    deliver('s2', 'claude', ['b'], '2026-11-29T10:00:00Z');
    deliver('s3', 'codex', ['b'], '2026-11-27T10:00:00Z');
    expect(await lab.json('usage --json')).toEqual([
      {
        id: 'b',
        deliveries: 3,
        last: '2026-11-29T10:00:00.000Z',
        hosts: [
          { host: 'claude', deliveries: 2, last: '2026-11-29T10:00:00.000Z' },
          { host: 'codex', deliveries: 1, last: '2026-11-27T10:00:00.000Z' },
        ],
      },
      {
        id: 'a',
        deliveries: 1,
        last: '2026-11-28T10:00:00.000Z',
        hosts: [{ host: 'claude', deliveries: 1, last: '2026-11-28T10:00:00.000Z' }],
      },
    ]);
    expect((await lab.run('usage')).out).toBe(
      'b\t3\t2026-11-29T10:00:00.000Z\tclaude 2, codex 1\na\t1\t2026-11-28T10:00:00.000Z\tclaude 1\n',
    );
    fs.rmSync(path.join(lab.vault, 'a.md'));
    expect((await lab.run('usage')).out).toContain('claude 1; no file of it is known\n');
    expect((await lab.run('usage', { tty: true })).out).toMatch(
      /^id {2}times {2}last {14}by\nb {3}3 {6}\S+ \d\d:\d\d {2}claude 2, codex 1\n/,
    );
  });

  it('A-17: lists compactions, the newest first', async () => {
    expect(await lab.run('usage --compactions')).toEqual({
      code: 0,
      out: '',
      err: 'engram: no session has been compacted yet\n',
    });
    const compact = (session: string, host: string, at: string, record: (log: SessionLog) => void, agent?: string) => {
      const now = Date.parse(at);
      const self = { name: session, started: now, now: () => now };
      const key = { host, root: lab.project, session, ...(agent ? { agent } : {}) };
      record(openSession(path.join(lab.engram, 'sessions'), key, self));
    };
    compact('s1', 'claude', '2026-11-28T10:00:00Z', (log) => log.reset('compact manual'));
    compact('s1', 'claude', '2026-11-28T10:00:09Z', (log) => markCompacted(log, 'manual'));
    compact('s2', 'codex', '2026-11-29T10:00:00Z', (log) => log.reset('compact start'), 'sub');
    const user = os.userInfo().username;
    const [ours, theirs] = [
      { host: 'codex', agent: 'sub', root: lab.project, user, oldSession: 's2', newSession: 's2', reason: null },
      { host: 'claude', agent: null, root: lab.project, user, oldSession: 's1', newSession: 's1', reason: 'manual' },
    ];
    expect(await lab.json('usage --compactions --json')).toEqual([
      { at: '2026-11-29T10:00:00.000Z', ...ours, summary: null },
      { at: '2026-11-28T10:00:00.000Z', ...theirs, summary: null },
    ]);
    expect((await lab.run('usage --compactions')).out).toBe(
      `2026-11-29T10:00:00.000Z\tnot said\tcodex\ts2/sub\t${lab.project}\n2026-11-28T10:00:00.000Z\tmanual\tclaude\ts1\t${lab.project}\n`,
    );
    expect((await lab.run('usage --compactions', { tty: true })).out).toMatch(/^at +why +host +session +project\n/);
  });

  it('says where the database cannot be used', async () => {
    fs.mkdirSync(path.join(lab.engram, 'engram.db'), { recursive: true });
    const { code, err } = await lab.run('usage');
    expect(code).toBe(69);
    expect(err).toMatch(/^engram: usage is counted in the database: .*engram\.db cannot be used: /);
  });
});

describe('doctor', () => {
  it('finds nothing wrong in a bare project', async () => {
    const { code, out, err } = await lab.run('doctor');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out.split('\n').map((line) => line.split(/ {2,}/).slice(0, 2).join(' '))).toEqual([
      'ok node',
      'ok home',
      'ok database',
      'ok config',
      'ok memories',
      'ok index',
      'ok links',
      '',
    ]);
  });

  it('names every fault by file and line, and ends with 1', async () => {
    lab.write('.engram/memories/a.md', 'A.\n');
    lab.write('.engram/memories/b.md', '---\nid: a\n---\nB.\n');
    lab.write('.engram/memories/c.md', '---\ntype: rule\nimportance: 2\n---\nC.\n');
    lab.write('.engram/config.yaml', '# c\nlod:\n  limit: 3\n');
    fs.chmodSync(lab.write(path.join(lab.engram, 'x'), ''), 0o600);
    fs.chmodSync(lab.engram, 0o755);
    expect(await wrong()).toEqual([
      ['home', `others on this machine can look into ${lab.engram}; chmod 700 ${lab.engram}`],
      ['config', `${lab.project}/.engram/config.yaml:2: lod is no key of engram's; engram config list names them all`],
      ['memory', `${lab.vault}/c.md:3: importance must be a number from 0 to 1, not 2`],
      ['memory', `${lab.vault}/b.md: its id a is taken by ${lab.vault}/a.md; give it another`],
    ]);
    const { code, err } = await lab.run('doctor');
    expect({ code, err }).toEqual({ code: 1, err: 'engram: 4 things to mend\n' });
  });

  it('says that a repository around engram’s folder could take its state along, unless git ignores it', async () => {
    await lab.run('init');
    const told = async () =>
      (await lab.json<{ what: string; ok: boolean }[]>('doctor --json')).filter(({ what }) => what === 'home');
    const fine = [{ what: 'home', ok: true, message: lab.engram }];
    expect(await told()).toEqual(fine);
    spawnSync('git', ['init', '-q', lab.home]);
    const exclude = path.join(lab.home, '.git/info/exclude');
    expect(await told()).toEqual([
      {
        what: 'home',
        ok: true,
        note: true,
        message: `${lab.engram} lies in the git repository ${lab.home}, so that the history of sessions could be committed; a line /.engram/ in ${exclude} keeps it out`,
      },
    ]);
    fs.appendFileSync(exclude, '/.engram/\n');
    expect(await told()).toEqual(fine);
  });

  it('says which linked file its host will ignore', async () => {
    await lab.run('link claude');
    const file = path.join(lab.project, '.claude/settings.json');
    fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace('{\n', '{\n  // mine\n'));
    expect((await wrong()).filter(([what]) => what === 'link')).toEqual([
      [
        'link',
        `${file}:2: a comment: Claude Code ignores the whole file, engram's hooks with it, until it is strict JSON`,
      ],
    ]);
    fs.writeFileSync(file, '{ "hooks": ');
    const [[, message] = []] = (await wrong()).filter(([what]) => what === 'link');
    expect(message).toMatch(new RegExp(`^${file}:1: `));
    expect(message).not.toContain('Nothing was written');
  });

  it('says that a hook is missing or there twice', async () => {
    await lab.run('link claude');
    const file = path.join(lab.project, '.claude/settings.json');
    const settings = JSON.parse(fs.readFileSync(file, 'utf8'));
    delete settings.hooks.PreCompact;
    settings.hooks.SessionStart.push(settings.hooks.SessionStart[0]);
    fs.writeFileSync(file, JSON.stringify(settings));
    expect((await wrong()).filter(([what]) => what === 'link')).toEqual([
      ['link', `${file}: Claude Code is linked without PreCompact; engram link claude completes it`],
      ['link', `${file}: SessionStart is linked 2 times; engram link claude mends it`],
    ]);
  });

  it('says when the launcher is gone or starts what is gone', async () => {
    await lab.run('link claude');
    const launcher = path.join(lab.home, '.engram/bin/engram-hook');
    const found = async () => (await wrong()).filter(([what]) => what === 'launcher');
    fs.writeFileSync(launcher, "#!/bin/sh\nexec '/gone/bin/node' '/gone/dist/hook.cjs' \"$@\"\n");
    expect(await found()).toEqual([
      [
        'launcher',
        `${launcher} starts /gone/bin/node and /gone/dist/hook.cjs, which is gone; engram doctor --fix writes it anew`,
      ],
    ]);
    fs.chmodSync(launcher, 0o644);
    // Root may execute nothing that no one may execute.
    expect(await found()).toEqual([['launcher', `${launcher}: permission denied; engram doctor --fix writes it anew`]]);
    fs.rmSync(launcher);
    expect(await found()).toEqual([
      ['launcher', `${launcher}: no such file or folder; engram doctor --fix writes it anew`],
    ]);
  });

  it('says that the lane is missing beside the hook', async () => {
    await lab.run('link claude');
    const launcher = path.join(lab.home, '.engram/bin/engram-hook');
    const hook = lab.write(path.join(lab.dir, 'package/dist/hook.cjs'), '');
    fs.writeFileSync(launcher, `#!/bin/sh\nexec '${process.execPath}' '${hook}' "$@"\n`);
    const found = async () => (await wrong()).filter(([what]) => what === 'launcher');
    const lane = path.join(lab.dir, 'package/dist/lane.js');
    expect(await found()).toEqual([['launcher', `${lane} is missing; install engram again`]]);
    lab.write(path.join(lab.dir, 'package/build.mjs'), '');
    expect(await found()).toEqual([
      ['launcher', `${lane} is missing; run npm run build in ${path.join(lab.dir, 'package')}`],
    ]);
    lab.write(lane, '');
    expect(await found()).toEqual([]);
    fs.renameSync(path.join(lab.dir, 'package'), path.join(lab.dir, 'moved'));
    expect(await found()).toEqual([
      ['launcher', `${launcher} starts ${hook}, which is gone; engram doctor --fix writes it anew`],
    ]);
    await lab.run('upgrade');
    expect((await found()).filter(([, message]) => message.includes('is gone'))).toEqual([]);
  });

  it('names all faults of a file, and says the same as list', async () => {
    lab.write('.engram/memories/a.md', 'A.\n');
    lab.write('.engram/memories/b.md', '---\nid: a\ntaggs: [x]\n---\nB.\n');
    lab.write('.engram/memories/c.md', '---\ntype: rules\nimportance: 2\ncreated: x\n---\nC.\n');
    const findings = (await lab.json<Finding[]>('doctor --json')).filter(({ what }) => what === 'memory');
    expect(findings).toEqual([
      {
        what: 'memory',
        ok: false,
        message: `${lab.vault}/c.md:2: type must be one of rule, fact, preference, decision, procedure, skill, not "rules"; line 3: importance must be a number from 0 to 1, not 2; line 4: created must be a date that exists, as in 2026-11-30`,
      },
      {
        what: 'memory',
        ok: false,
        message: `${lab.vault}/b.md: its id a is taken by ${lab.vault}/a.md; give it another`,
      },
      {
        what: 'memory',
        ok: true,
        note: true,
        message: `${lab.vault}/b.md:3: taggs means nothing to engram (did you mean tags?)`,
      },
    ]);
    expect((await lab.run('list')).err).toBe(
      'engram: 1 memory file cannot be read, 1 memory file has an id that is taken, 1 key means nothing; engram doctor says where and why\n',
    );
    expect((await lab.run('doctor')).out).toMatch(/^note {2}memory {4}.*taggs/m);
  });

  it('says which files link a host several times, and that it is harmless', async () => {
    await lab.run('link claude');
    await lab.run('link --global claude');
    const { code, out } = await lab.run('doctor');
    expect(out).toContain(
      `note  link      linked more than once: Claude Code (project, global); that is harmless, one of the hooks answers (engram hosts <name> says where, engram unlink takes one away)\n`,
    );
    expect(code).toBe(0);
  });

  it('names a corrupt database and leaves it where it is', async () => {
    await lab.run('sync');
    lab.write(
      path.join(lab.engram, 'engram.db'),
      'this is no database, but it is long enough to be taken for one'.repeat(20),
    );
    for (const part of ['-wal', '-shm']) fs.rmSync(path.join(lab.engram, `engram.db${part}`), { force: true });
    const found = [
      [
        'database',
        `${lab.engram}/engram.db is corrupt: file is not a database; engram doctor --fix puts it aside and makes a new one from the memory files`,
      ],
    ];
    expect([await wrong(), await wrong()]).toEqual([found, found]);
    expect(fs.existsSync(`${lab.engram}/engram.db.corrupt-1`)).toBe(false);
    await lab.run('doctor --fix');
    expect(await wrong()).toEqual([]);
  });

  it('says what is in the way where engram’s home can be nowhere', async () => {
    lab.write(path.join(lab.dir, 'file'), '');
    const found = await lab.json<Finding[]>('doctor --json', { env: { ENGRAM_HOME: path.join(lab.dir, 'file/home') } });
    expect(found.filter(({ what }) => ['home', 'database', 'index'].includes(what))).toEqual([
      {
        what: 'home',
        ok: false,
        message: `${lab.dir}/file/home cannot be written: part of its path is not a folder; make it yours, or set ENGRAM_HOME to another folder`,
      },
      { what: 'database', ok: true, note: true, message: `${lab.dir}/file/home/engram.db: not made yet; see home` },
      {
        what: 'index',
        ok: false,
        message: `it cannot be written to ${lab.dir}/file/home/index: part of its path is not a folder; see home`,
      },
    ]);
  });

  it('knows a launcher that starts nothing, also where no host is linked', async () => {
    const launcher = path.join(lab.home, '.engram/bin/engram-hook');
    lab.write(launcher, 'exit 2\n');
    fs.chmodSync(launcher, 0o755);
    fs.chmodSync(lab.engram, 0o700);
    expect(await wrong()).toEqual([['launcher', `${launcher} starts no hook; engram doctor --fix writes it anew`]]);
    await lab.run('doctor --fix');
    expect(await wrong()).toEqual([]);
    fs.appendFileSync(launcher, 'echo more\n');
    expect((await lab.run('doctor')).out).toContain(
      `note  launcher  ${launcher} is not as this version writes it; engram upgrade changes that\n`,
    );
  });
});
