// `engram capture`, `engram worker` and `engram queue` as people run them.
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { workerLock } from '../../src/capture/running.ts';
import { append, spoolFolder } from '../../src/capture/spool.ts';
import { openStore } from '../../src/store/open.ts';
import { type Lab, makeLab, NOW } from './lab.ts';

let lab: Lab;
beforeEach(() => {
  lab = makeLab();
});
afterEach(() => lab.remove());

const settings = (file: string) =>
  JSON.parse(lab.read(file)) as {
    hooks: Record<string, { hooks: { command: string; async?: true }[]; matcher?: string }[]>;
  };
const events = (file: string) => Object.keys(settings(file).hooks);
const OFF = ['SessionStart', 'UserPromptSubmit', 'PreCompact', 'InstructionsLoaded', 'SubagentStart'];
const ON = ['Stop', 'SessionEnd', 'PostCompact', 'PostToolUse', 'PostToolUseFailure'];

/** A turn in the spool, as hooks leave it. */
function captured(session: string, prompt: string, at = NOW.getTime()) {
  const key = { host: 'claude', root: lab.project, session };
  const spool = spoolFolder({ home: lab.engram });
  append(spool, key, { id: `${session}.1`, at, is: 'prompt', text: prompt, turn: 't' });
  append(spool, key, { id: `${session}.2`, at, is: 'answer', text: 'done', turn: 't', mark: 't' });
}

describe('engram capture on', () => {
  it('P-21: is off, and no Stop entry is linked, until it is said', async () => {
    await lab.run('link claude codex');
    expect(events('.claude/settings.json')).toEqual(OFF);
    expect(events('.codex/hooks.json')).toEqual([
      'SessionStart',
      'UserPromptSubmit',
      'PreCompact',
      'PreToolUse',
      'SubagentStart',
    ]);
    expect((await lab.json<{ capture: boolean }>('capture status --json')).capture).toBe(false);
  });

  it('P-02: with capture on Stop is linked, without a wait, and no entry that stood there has another command or place', async () => {
    await lab.run('link claude codex gemini');
    const before = [settings('.claude/settings.json'), settings('.codex/hooks.json')];
    const { code, out } = await lab.run('capture on --yes');
    expect(code).toBe(0);
    // Codex trusts the hooks that were reviewed, and these are more.
    expect(out.match(/^Left for you: .*$/gm)).toEqual([
      expect.stringMatching(/: Codex runs a hook only after you have/),
    ]);
    const after = [settings('.claude/settings.json'), settings('.codex/hooks.json')];
    for (const [n, { hooks }] of before.entries())
      for (const [event, groups] of Object.entries(hooks))
        expect([event, after[n]!.hooks[event]]).toEqual([event, groups]);
    expect(
      events('.claude/settings.json')
        .filter((event) => !OFF.includes(event))
        .sort(),
    ).toEqual([...ON].sort());
    expect(settings('.claude/settings.json').hooks.Stop).toEqual([
      { hooks: [expect.objectContaining({ async: true, timeout: 10 })] },
    ]);
    expect(settings('.claude/settings.json').hooks.PostToolUse![0]!.matcher).toBe('Bash');
    // Codex trusts by position: each of ours is the first of its event.
    expect(events('.codex/hooks.json').slice(-4)).toEqual(['Stop', 'SessionEnd', 'PostCompact', 'PostToolUse']);
    expect(settings('.gemini/settings.json').hooks.AfterTool![0]!.matcher).toBe(
      'read_file|write_file|replace|run_shell_command',
    );
  });

  it('P-21: names what is to be linked again where nobody is asked, and changes no settings', async () => {
    await lab.run('link claude');
    const before = lab.read('.claude/settings.json');
    const { code, out } = await lab.run('capture on');
    expect([code, out]).toEqual([
      0,
      'Capture is on, but no turn is kept here yet: Claude Code is not linked for it\n' +
        `Claude Code: ${lab.project}/.claude/settings.json is as it was; run engram link claude\n`,
    ]);
    expect(lab.read('.claude/settings.json')).toBe(before);
    const status = await lab.json<{ capture: boolean; hosts: { host: string; tells: string }[] }>(
      'capture status --json',
    );
    expect([status.capture, status.hosts.map(({ host, tells }) => [host, tells])]).toEqual([
      true,
      [['claude', 'not linked']],
    ]);
    await lab.run('link claude');
    expect((await lab.json<{ hosts: { tells: string }[] }>('capture status --json')).hosts[0]?.tells).toBe('turns');
    const kept = 'Capture is on: turns are kept, redacted, until memories have been proposed from them';
    expect((await lab.run('capture on')).out).toBe(`${kept}\n`);
    await lab.run('capture off');
    await lab.run('link codex');
    await lab.run('capture on');
    await lab.run('link codex');
    expect((await lab.run('capture on')).out.split('\n')[0]).toBe(
      `${kept}; none of Claude Code yet, which is not linked for it`,
    );
    await lab.run('unlink claude codex');
    expect((await lab.run('capture on')).out.split('\n')[0]).toBe('Capture is on, but no turn is kept here yet');
  });

  it('finds the links of other projects too', async () => {
    const other = path.join(lab.dir, 'other');
    fs.mkdirSync(path.join(other, '.git'), { recursive: true });
    await lab.run('link claude', { cwd: other });
    await lab.run('link --global claude');
    const { out } = await lab.run('capture on');
    expect(out).toContain(`run cd ${other} && engram link claude`);
    expect(out).toContain('run engram link --global claude');
    await lab.run('capture on --yes');
    for (const file of [path.join(other, '.claude/settings.json'), path.join(lab.home, '.claude/settings.json')])
      expect([file, Object.keys(JSON.parse(fs.readFileSync(file, 'utf8')).hooks)]).toEqual([file, [...OFF, ...ON]]);
  });

  it('says of hosts that tell of no turns that nothing is captured there', async () => {
    await lab.run('link pi');
    expect((await lab.run('capture on')).out).toContain(
      'pi (project): tells of no turns, so that nothing is captured there\n',
    );
  });

  it('a project cannot turn it on', async () => {
    lab.write('.engram/config.yaml', 'capture:\n  enabled: true\n');
    expect((await lab.json<{ capture: boolean }>('capture status --json')).capture).toBe(false);
    expect(await lab.run('config set capture.enabled true --project')).toMatchObject({ code: 64 });
  });
});

describe('engram capture off', () => {
  it('leaves nothing of a turn that has begun: nobody would tell its end', async () => {
    await lab.run('capture on');
    const spool = spoolFolder({ home: lab.engram });
    const key = { host: 'claude', root: lab.project, session: 's' };
    append(spool, key, { id: 'b.1', at: NOW.getTime(), is: 'prompt', text: 'begun zebra', turn: 't' });
    expect((await lab.run('capture off')).code).toBe(0);
    expect(await lab.json('queue status --json')).toMatchObject({ pieces: 0, spooled: 0 });
    expect(fs.readFileSync(path.join(lab.engram, 'engram.db')).includes('zebra')).toBe(false);
  });

  it('P-21: gives every settings file its bytes back', async () => {
    const own = '{\n  // mine\n  "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "say done"}]}]}\n}\n';
    lab.write('.claude/settings.json', own);
    await lab.run('link claude codex gemini copilot');
    const files = ['.claude/settings.json', '.codex/hooks.json', '.gemini/settings.json', '.github/hooks/engram.json'];
    const before = files.map(lab.read);
    await lab.run('capture on --yes');
    expect(files.map(lab.read).filter((text, n) => text === before[n])).toEqual([]);
    expect(await lab.run('capture off')).toMatchObject({ code: 0 });
    expect(files.map(lab.read)).toEqual(before);
    await lab.run('unlink claude');
    expect(lab.read('.claude/settings.json')).toBe(own);
  });

  it('makes use of what waits first, or deletes it where that is said', async () => {
    await lab.run('capture on');
    captured('one', 'Please remember that the gateway listens on port 8443.');
    const off = await lab.json<{ waiting: number }>('capture off --json');
    expect(off).toMatchObject({ capture: false, waiting: 0, discarded: 0 });
    expect((await lab.json<{ done: number }>('queue status --json')).done).toBe(1);
    await lab.run('capture on');
    captured('two', 'Please remember that the ledger listens on port 9443.');
    expect((await lab.run('queue --json')).out).toContain('"spooled": 1');
    expect(await lab.run('queue')).toEqual({
      code: 0,
      out: '1 session has turns that were not taken in yet; engram worker takes them in now\n',
      err: '',
    });
    await lab.run('capture off --discard');
    expect(fs.existsSync(spoolFolder({ home: lab.engram }))).toBe(false);
  });
});

describe('engram worker', () => {
  it('A-08 A-13: makes proposals of what people said, and says what it did', async () => {
    await lab.run('init');
    await lab.run('capture on');
    captured('s', 'Remember that we always use pnpm in this repository.');
    const { code, out } = await lab.run('worker');
    expect([code, out]).toEqual([0, '1 turn made use of\n']);
    const proposals = await lab.json<{ status: string; text: string }[]>('proposals --json');
    expect(proposals).toHaveLength(1);
    expect(JSON.stringify(proposals[0])).toContain('pnpm');
    const { store } = openStore(path.join(lab.engram, 'engram.db'));
    expect(store.prepare('SELECT count(*) FROM episode').pluck().get()).toBe(1);
    store.close();
    // Once more changes nothing.
    captured('s', 'Remember that we always use pnpm in this repository.');
    expect((await lab.run('worker')).out).toBe('0 turns made use of\n');
    expect(await lab.json<unknown[]>('proposals --json')).toHaveLength(1);
  });
});

describe('what is in the way of the spool', () => {
  const spool = () => spoolFolder({ home: lab.engram });
  const inTheWay: [string, () => string][] = [
    [
      'a file',
      () => {
        fs.writeFileSync(spool(), 'mine');
        return `${spool()} is no folder, so that no turn can be kept in it; move it away, and the next turn makes the folder`;
      },
    ],
    [
      'a link to nothing',
      () => {
        fs.symlinkSync(path.join(lab.dir, 'nowhere'), spool());
        return `${spool()} is a link to nothing, where captured turns belong; remove it`;
      },
    ],
    [
      'a folder where the lock belongs',
      () => {
        fs.mkdirSync(workerLock({ home: lab.engram }), { recursive: true });
        return `${workerLock({ home: lab.engram })} is no file, so that no worker can start; remove it`;
      },
    ],
  ];

  it.each(inTheWay)('P-19: %s is named, with what mends it, and no worker is said to run', async (_, put) => {
    await lab.run('link claude');
    await lab.run('capture on --yes');
    fs.rmdirSync(spool());
    const said = put();
    const line = `engram: ${said}\n`;
    expect(await lab.run('worker')).toEqual({ code: 73, out: '', err: line });
    expect(await lab.run('queue status')).toMatchObject({ code: 1, err: line });
    expect(await lab.run('queue')).toMatchObject({ code: 0, err: line });
    expect(await lab.run('capture status')).toMatchObject({ code: 0, err: line });
    expect(await lab.run('capture on')).toMatchObject({ code: 0, err: line });
    expect((await lab.run('status')).out).toContain(said);
    const found = await lab.json<{ what: string; ok: boolean; message: string }[]>('doctor --json');
    expect(found.filter(({ what }) => what === 'capture')).toEqual([{ what: 'capture', ok: false, message: said }]);
    const off = await lab.run('capture off');
    expect([off.code, off.out.split('\n')[0], off.err]).toEqual([
      0,
      'Capture is off: no turn is kept any more',
      // In what a link to nothing leads to nothing can wait.
      fs.existsSync(spool()) ? `engram: ${said}; what waits stays where it is, and goes after 7 days\n` : '',
    ]);
    // Off, nothing is wrong with it.
    expect((await lab.json<typeof found>('doctor --json')).filter(({ what }) => what === 'capture')).toEqual([]);
  });

  it('a file of that name is nobody’s turn: discarding leaves it', async () => {
    await lab.run('capture on');
    fs.rmdirSync(spool());
    fs.writeFileSync(spool(), 'mine');
    expect((await lab.run('capture off --discard')).code).toBe(0);
    expect(fs.readFileSync(spool(), 'utf8')).toBe('mine');
  });
});

describe('engram capture status', () => {
  it('says what it knows where the database cannot be opened', async () => {
    await lab.run('capture on');
    const db = path.join(lab.engram, 'engram.db');
    fs.rmSync(db, { force: true });
    fs.mkdirSync(db);
    const { code, out, err } = await lab.run('capture status');
    expect([code, out.split('\n')[0]]).toEqual([0, 'Capture is on']);
    expect(err).toMatch(/^engram: what waits in it cannot be told: .*engram\.db cannot be used: /);
    const off = await lab.run('capture off --discard');
    expect([off.code, off.err]).toEqual([
      65,
      expect.stringMatching(/what waits in it stays there, and goes after 7 days\n$/),
    ]);
  });
});

describe('engram queue', () => {
  it('P-26: with nothing wrong its exit code is 0', async () => {
    expect(await lab.run('queue status')).toMatchObject({ code: 0, err: '' });
    expect((await lab.run('queue')).out).toBe('Nothing waits\n');
  });

  it('P-19 P-26: tells what failed and what was broken off, with counts, and its exit code is not 0', async () => {
    await lab.run('capture on');
    captured('s', 'something to learn');
    const key = { host: 'claude', root: lab.project, session: 'broken' };
    const spool = spoolFolder({ home: lab.engram });
    append(spool, key, { id: 'b.1', at: NOW.getTime(), is: 'prompt', text: 'begun', turn: 't' });
    append(spool, key, { id: 'b.2', at: NOW.getTime(), is: 'end', reason: 'other', boundary: 'session_shutdown' });
    await lab.run('worker');
    const { store } = openStore(path.join(lab.engram, 'engram.db'));
    store
      .prepare(
        "UPDATE capture_turn SET state = 'waiting', body = '{\"tools\":[]}', fault = 'Error EFAULT', tries = 2, due = 9e15 WHERE interrupted = 0",
      )
      .run();
    store.close();
    const { code, out, err } = await lab.run('queue status');
    expect(code).toBe(1);
    expect(out).toContain('failed\t1\n');
    expect(out).toContain('interrupted\t1\n');
    expect(err).toBe(
      'engram: 1 turn was broken off: kept without an answer (claude broken, 2026-11-30T12:00:00.000Z); there is nothing to do, and after 7 days it is told no more\n' +
        'engram: 1 captured turn has failed and will be tried again; engram queue says which\n',
    );
    expect((await lab.run('queue')).out).toMatch(/^claude s\t1\t.*\tError EFAULT\n$/);
    expect(await lab.json('queue retry --json')).toEqual({ due: 1 });
    expect((await lab.run('status')).out).toContain('1 failed');
    await lab.run('worker');
    expect(await lab.json('queue status --json')).toMatchObject({ failed: 0, waiting: 0 });
    expect(await lab.run('queue retry')).toEqual({
      code: 0,
      out: 'No turn has failed, so that none is due again\n',
      err: '',
    });
    const { store: later } = openStore(path.join(lab.engram, 'engram.db'));
    const week = 7 * 86_400_000;
    later.prepare('UPDATE capture_turn SET at = ? WHERE interrupted = 1').run(NOW.getTime() - week);
    expect(await lab.run('queue status')).toMatchObject({ code: 1 });
    later.prepare('UPDATE capture_turn SET at = ? WHERE interrupted = 1').run(NOW.getTime() - week - 1);
    later.close();
    expect(await lab.run('queue status')).toMatchObject({ code: 0, err: '' });
  });

  it('a turn that a worker is at has not failed; one that a worker was killed at has', async () => {
    await lab.run('capture on');
    captured('s', 'something to learn');
    await lab.run('worker');
    const { store } = openStore(path.join(lab.engram, 'engram.db'));
    store.prepare("UPDATE capture_turn SET state = 'waiting', body = '{}', fault = NULL, begun = 1").run();
    store.close();
    const lock = workerLock({ home: lab.engram });
    fs.writeFileSync(lock, String(process.pid));
    expect(await lab.run('queue status')).toMatchObject({ code: 0, err: '' });
    expect(await lab.run('queue')).toMatchObject({
      out: expect.stringMatching(/\tnone: a worker is at it\n$/),
      err: '',
    });
    fs.rmSync(lock);
    expect(await lab.run('queue status')).toMatchObject({ code: 1 });
    expect((await lab.run('queue')).out).toMatch(/\tthe worker was killed at it\n$/);
  });
});
