import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { append, spoolFolder } from '../../src/capture/spool.ts';
import { episodes } from '../../src/store/episodes.ts';
import { openStore } from '../../src/store/open.ts';
import { type Lab, makeLab, NOW } from './lab.ts';

let lab: Lab;
beforeEach(async () => {
  lab = makeLab();
  await lab.run('init');
});
afterEach(() => lab.remove());

/** Proposes as an agent does. */
const propose = (...args: string[]) => lab.run(['remember', '--propose', ...args]);
const files = () => fs.readdirSync(lab.vault).sort();

/** Makes every proposal older. */
function age(milliseconds: number): void {
  const { store } = openStore(path.join(lab.engram, 'engram.db'));
  store.prepare('UPDATE proposal SET created = created - ?').run(milliseconds);
  store.close();
}

interface Row {
  what: string;
  proposal: number;
  who: string;
  hash: string;
}
const log = async () => (await lab.json<Row[]>('proposals log --json')).map((it) => `${it.what} ${it.proposal}`);

describe('remember --propose', () => {
  it('A-11: writes nothing and says what a person can say; remember writes at once', async () => {
    const said = await propose('Deploys only Monday to Thursday.', '--type', 'rule');
    expect(said).toEqual({
      code: 0,
      out: 'Proposed deploys-only-monday-to-thursday as 1; it is written once its user says engram proposals approve 1\n',
      err: '',
    });
    expect(files()).toEqual([]);
    await lab.run(['remember', 'Use pnpm here.']);
    expect(files()).toEqual(['use-pnpm-here.md']);
    expect((await lab.run('proposals')).out).toBe(
      '1\tcreate\t2026-11-30T12:00:00.000Z\tproject\tDeploys only Monday to Thursday.\n',
    );
  });

  it('prints JSON, keeps what front matter says, and is not made twice', async () => {
    const text =
      '---\nid: window\ntags: [deploy]\nowner: ada # keep\nsource: tool\n---\nDeploys only Monday to Thursday.\n';
    const first = JSON.parse((await lab.run(['remember', '--propose', '--json'], { stdin: text })).out);
    expect(first).toMatchObject({ proposal: 1, memory: 'window', status: 'pending', origin: 'tool', written: false });
    expect(JSON.parse((await lab.run(['remember', '--propose', '--json'], { stdin: text })).out).proposal).toBe(1);
    await lab.run('proposals approve 1');
    expect(fs.readFileSync(path.join(lab.vault, 'window.md'), 'utf8')).toBe(
      text.replace('---\nDeploys', 'created: 2026-11-30\n---\nDeploys'),
    );
    expect((await propose('Deploys only Monday to Thursday.')).out).toBe(
      'This is there already as window in .engram/memories/window.md; nothing was written\n',
    );
  });

  it('A-15: writes at once where staging is off', async () => {
    await lab.run('config set staging.enabled false');
    const text = '---\nsource: user\n---\nUse pnpm here.\n';
    expect((await lab.run('remember --propose', { stdin: text })).out).toBe(
      'Remembered use-pnpm-here in .engram/memories/use-pnpm-here.md\n',
    );
    expect((await propose('The assistant’s own word.')).out).toMatch(/^Proposed /);
    expect(await log()).toEqual(['written 1', 'proposed 2']);
  });
});

describe('engram proposals', () => {
  it('A-12: one call decides: approve writes what remember would have written, and it is sent', async () => {
    await propose('Deploys only Monday to Thursday.', '--type', 'rule', '--tag', 'deploy');
    expect(await lab.run('proposals approve 1')).toEqual({
      code: 0,
      out: 'Approved 1: deploys-only-monday-to-thursday stands in .engram/memories/deploys-only-monday-to-thursday.md\n',
      err: '',
    });
    const approved = fs.readFileSync(path.join(lab.vault, files()[0]!), 'utf8');
    const other = makeLab();
    await other.run('init');
    const text = ['remember', 'Deploys only Monday to Thursday.', '--type', 'rule', '--tag', 'deploy'];
    await other.run(text);
    const direct = fs.readFileSync(path.join(other.vault, files()[0]!), 'utf8');
    other.remove();
    // Whose word it is differs.
    expect(approved).toBe(direct.replace('source: user', 'source: assistant'));
    expect((await lab.run(['route', 'when do we deploy?'])).out).toContain('deploys-only-monday-to-thursday');
    expect(await lab.json('proposals --json')).toEqual([]);
  });

  it('A-13: shows what would be written as a diff, coloured on a terminal', async () => {
    await propose('Use pnpm here.');
    const { out } = await lab.run('proposals show 1');
    expect(
      out,
    ).toBe(`Proposal 1 waits for your yes: create use-pnpm-here, the project’s vault; from assistant, 2026-11-30T12:00:00.000Z; engram remember --propose
--- /dev/null
+++ .engram/memories/use-pnpm-here.md
@@ -0,0 +1,7 @@
+---
+id: use-pnpm-here
+type: fact
+created: 2026-11-30
+source: assistant
+---
+Use pnpm here.
`);
    const coloured = (await lab.run('proposals show 1', { tty: true, color: true })).out;
    expect(coloured).toContain('\u001b[32m+Use pnpm here.\u001b[39m\n');
    expect(await lab.json('proposals show 1 --json')).toMatchObject({
      id: 1,
      before: null,
      diff: out.slice(out.indexOf('---')),
    });
  });

  it('A-13: a terminal does not obey what was proposed', async () => {
    await propose('Evil\u001b[2J\u202e text.');
    for (const line of ['proposals', 'proposals show 1']) {
      const { out } = await lab.run(line, { tty: true, columns: 100 });
      expect(out).not.toMatch(/[\u001b\u202e]/);
      expect(out).toContain('[2J\\u202e text.');
    }
  });

  it('A-13: rejects, and reverts what was approved', async () => {
    await propose('Use pnpm here.');
    await propose('Use yarn there instead of bower.');
    expect((await lab.run('proposals reject 2')).out).toBe('Rejected 2: use-yarn-there-instead-of-bower is dropped\n');
    await lab.run('proposals approve 1');
    expect((await lab.run('proposals revert 1')).out).toBe(
      'Reverted 1: .engram/memories/use-pnpm-here.md is gone again\n',
    );
    expect(files()).toEqual([]);
    expect((await propose('Use yarn there instead of bower.')).out).toBe(
      'This was rejected as proposal 2; nothing was proposed\n',
    );
    expect(await log()).toEqual(['proposed 1', 'proposed 2', 'rejected 2', 'approved 1', 'reverted 1']);
    const said = (await lab.run('proposals log')).out;
    expect(said).not.toMatch(/pnpm|yarn/);
  });

  it('A-13: reverts nothing that was changed since, and shows the change', async () => {
    await propose('Use pnpm here.');
    await lab.run('proposals approve 1');
    const file = path.join(lab.vault, 'use-pnpm-here.md');
    fs.appendFileSync(file, 'Version 9.\n');
    const { code, err } = await lab.run('proposals revert 1');
    expect(code).toBe(65);
    expect(err).toBe(`--- ${file}
+++ ${file}
@@ -5,3 +5,4 @@
 source: assistant
 ---
 Use pnpm here.
+Version 9.
engram: ${file} was changed after proposal 1 was approved and stays as it is; change it back by hand, or engram forget use-pnpm-here
`);
    expect(fs.readFileSync(file, 'utf8')).toMatch(/Version 9\.\n$/);
  });

  it('A-14: a proposal that has waited 7 days and a second is gone from the list, with a row in the log', async () => {
    await propose('Use pnpm here.');
    age(7 * 86_400_000);
    expect(await lab.json<unknown[]>('proposals --json')).toHaveLength(1);
    age(1_000);
    expect(await lab.run('proposals')).toEqual({ code: 0, out: '', err: 'engram: no proposal waits here\n' });
    expect(await log()).toEqual(['proposed 1', 'expired 1']);
    expect((await lab.run('proposals approve 1')).err).toBe('engram: proposal 1 has expired already\n');
  });

  it('opens the editor; what is no memory is refused, with its line, and kept', async () => {
    await propose('Use pnpm here.');
    const slip = lab.editor(`sed -i 's/^type: fact/type: thing/' "$1"`);
    const { code, err } = await lab.run('proposals edit 1', { env: slip });
    expect(code).toBe(65);
    const [, kept] =
      /^engram: (\S+):3: type must be one of .*; your text is kept there, and proposal 1 is as it was\n$/.exec(err)!;
    expect(fs.readFileSync(kept!, 'utf8')).toContain('type: thing');
    fs.rmSync(path.dirname(kept!), { recursive: true });
    const good = lab.editor(`sed -i 's/Use pnpm/Use pnpm 9/' "$1"`);
    expect((await lab.run('proposals edit 1', { env: good })).out).toBe('Changed proposal 1, Use pnpm 9 here.\n');
    expect((await lab.run('proposals edit 1', { env: lab.editor('true') })).out).toBe(
      'Left as it was: proposal 1, Use pnpm 9 here.\n',
    );
    await lab.run('proposals approve 1');
    expect(lab.read('.engram/memories/use-pnpm-here.md')).toContain('\nUse pnpm 9 here.\n');
    expect(await log()).toEqual(['proposed 1', 'edited 1', 'approved 1']);
  });

  it('decides what it can, and names what it cannot', async () => {
    await propose('Use pnpm here.');
    expect(await lab.run('proposals approve 1 7')).toEqual({
      code: 66,
      out: 'Approved 1: use-pnpm-here stands in .engram/memories/use-pnpm-here.md\n',
      err: 'engram: there is no proposal 7; engram proposals lists them\nengram: 1 proposal could not be approved\n',
    });
    for (const line of ['proposals show 9', 'proposals edit 9', 'proposals reject 9', 'proposals revert 9']) {
      expect((await lab.run(line)).code).toBe(66);
    }
    expect((await lab.run('proposals approve one')).code).toBe(64);
  });

  it('lists this project’s, and all with --all; a number decides from anywhere', async () => {
    await propose('Use pnpm here.');
    const other = path.join(lab.dir, 'other');
    fs.mkdirSync(path.join(other, '.git'), { recursive: true });
    expect(await lab.run('proposals', { cwd: other })).toEqual({
      code: 0,
      out: '',
      err: 'engram: no proposal waits here\nengram: 1 proposal waits in other projects; --all lists them\n',
    });
    expect((await lab.run('proposals list --all', { cwd: other })).out).toContain(`\t${lab.project}\tUse pnpm here.`);
    await lab.run('proposals approve 1', { cwd: other });
    expect(files()).toEqual(['use-pnpm-here.md']);
    expect((await lab.run(['route', 'pnpm'])).out).toContain('use-pnpm-here');
  });

  it('trusts what was approved where each file is trusted by itself', async () => {
    await lab.run('config set trust.mode strict');
    await propose('Use pnpm here.');
    await lab.run('proposals approve 1');
    expect(await lab.json('trust --show --json')).toMatchObject({ trusted: true, waiting: [] });
  });

  it('says why there is no list where the database cannot be used', async () => {
    fs.rmSync(path.join(lab.engram, 'engram.db'), { recursive: true });
    fs.mkdirSync(path.join(lab.engram, 'engram.db'));
    const { code, err } = await lab.run('proposals');
    expect(code).toBe(69);
    expect(err).toMatch(/^engram: proposals are kept in the database: .*engram\.db cannot be used: /);
  });
});

describe('what was captured', () => {
  /** A turn in the spool, as hooks leave it; then a worker. */
  async function captured(prompt: string, turn = 't'): Promise<void> {
    const key = { host: 'claude', root: lab.project, session: 's' };
    const spool = spoolFolder({ home: lab.engram });
    const at = NOW.getTime();
    append(spool, key, { id: `${turn}.1`, at, is: 'prompt', text: prompt, turn });
    append(spool, key, { id: `${turn}.2`, at, is: 'answer', text: 'done', turn, mark: turn });
    expect((await lab.run('worker')).code).toBe(0);
  }
  const SAID = 'From now on always deploy with scripts/ship.sh, never by hand.';

  it('A-11: waits, and the vault is unchanged', async () => {
    await lab.run('capture on');
    await captured(SAID);
    expect(files()).toEqual([]);
    const [proposal, ...others] = await lab.json<{ summary: string; origin: string }[]>('proposals list --json');
    expect(others).toEqual([]);
    expect(proposal).toMatchObject({ origin: 'user', summary: expect.stringContaining('scripts/ship.sh') });
  });

  it('is gone with its text, wherever that was kept, once it is rejected', async () => {
    await lab.run('capture on');
    await captured(SAID);
    const { store } = openStore(path.join(lab.engram, 'engram.db'));
    const kept = () => episodes(store).map(({ text }) => text);
    expect(kept()).toEqual([expect.stringContaining('ship.sh')]);
    await lab.run('proposals reject 1');
    expect(kept()).toEqual([]);
    await captured(SAID, 'u');
    expect(kept()).toEqual([]);
    store.close();
  });

  it('A-14: expires with the next run of the worker too', async () => {
    await lab.run('capture on');
    await captured(SAID);
    const { store } = openStore(path.join(lab.engram, 'engram.db'));
    store.prepare('UPDATE proposal SET created = ?').run(Date.now() - 7 * 86_400_000 - 1_000);
    await lab.run('worker');
    expect(store.prepare('SELECT status, text FROM proposal').get()).toEqual({ status: 'expired', text: '' });
    store.close();
  });

  it('A-15: one flip of the config makes it a direct write, of the bytes that a yes writes', async () => {
    await lab.run('capture on');
    await captured(SAID);
    await lab.run('proposals approve 1');
    const approved = files().map((name) => fs.readFileSync(path.join(lab.vault, name), 'utf8'));
    lab.remove();
    lab = makeLab();
    await lab.run('init');
    await lab.run('capture on');
    await lab.run('config set staging.enabled false');
    await captured(SAID);
    expect(files().map((name) => fs.readFileSync(path.join(lab.vault, name), 'utf8'))).toEqual(approved);
    expect(approved).toHaveLength(1);
    expect(await lab.json('proposals --json')).toEqual([]);
    expect(await log()).toEqual(['written 1']);
  });
});

it('status says how many wait, here and elsewhere', async () => {
  expect((await lab.run('status')).out).toMatch(/\breview +none waits here\n/);
  await propose('Use pnpm here.');
  expect((await lab.run('status')).out).toMatch(/\breview +1 memory waits for your yes: engram review\n/);
  expect(await lab.json('status --json')).toMatchObject({ proposals: { here: 1, elsewhere: 0 } });
  const other = path.join(lab.dir, 'other');
  fs.mkdirSync(path.join(other, '.git'), { recursive: true });
  expect((await lab.run('status', { cwd: other })).out).toMatch(/review +none waits here; 1 in other projects\n/);
});

it('says so where the database was damaged, and with it what waited', async () => {
  await propose('Use pnpm here.');
  const db = path.join(lab.engram, 'engram.db');
  fs.writeFileSync(db, 'no database any more, '.repeat(200));
  for (const part of ['-wal', '-shm']) fs.rmSync(db + part, { force: true });
  expect((await lab.run('proposals')).err).toBe(
    `engram: the database was damaged and is made anew; what waited in it is in ${db}.corrupt-1, if it can be read at all\nengram: no proposal waits here\n`,
  );
});

describe('engram review', () => {
  it('says what to do where there is no terminal', async () => {
    await propose('Use pnpm here.');
    expect(await lab.run('review')).toEqual({
      code: 69,
      out: '',
      err: 'engram: review asks at a terminal, and this is none; engram proposals lists what waits, approve and reject decide\n',
    });
  });

  it('says so where nothing waits', async () => {
    expect((await lab.run('review', { interactive: true, tty: true })).err).toBe('engram: no proposal waits here\n');
  });
});

it('the lab is of the day that these tests speak of', () => {
  expect(NOW.toISOString()).toBe('2026-11-30T12:00:00.000Z');
});
