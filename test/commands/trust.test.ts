import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Lab, makeLab } from './lab.ts';

let lab: Lab;
beforeEach(() => {
  lab = makeLab({ untrusted: true });
});
afterEach(() => lab.remove());

const WAITS = 'engram: 1 memory of this project waits for your trust; engram trust shows and allows it\n';
const ids = async () => (await lab.json<{ id: string }[]>('search deploy --json')).map(({ id }) => id);

describe('engram trust', () => {
  it('shows what waits, allows it and takes that back', async () => {
    const file = lab.write('.engram/memories/deploy.md', 'Deploy on Monday.\n');
    const row = 'deploy\tnew\t.engram/memories/deploy.md\tDeploy on Monday.\n';
    expect(await lab.run('trust --show')).toEqual({ code: 0, out: row, err: '' });
    expect(await lab.json('trust --show --json')).toEqual({
      root: lab.project,
      mode: 'once',
      trusted: false,
      at: null,
      waiting: [{ file, id: 'deploy', summary: 'Deploy on Monday.', state: 'new' }],
    });
    expect(await ids()).toEqual([]);
    expect(await lab.run('trust')).toEqual({
      code: 0,
      out: `${row}${lab.project} is trusted; 1 memory may be sent to your agents now\n`,
      err: '',
    });
    expect(await ids()).toEqual(['deploy']);
    expect((await lab.run('trust --list')).out).toBe(`${lab.project}\t2026-11-30\t1\n`);
    expect((await lab.run('trust --revoke')).out).toBe(`${lab.project} is trusted no longer; its memories wait\n`);
    expect(await ids()).toEqual([]);
    expect((await lab.run('trust --revoke')).out).toBe(`${lab.project} was not trusted\n`);
  });

  it('takes one of its flags at a time', async () => {
    expect(await lab.run('trust --show --list')).toEqual({
      code: 64,
      out: '',
      err: 'engram: --show and --list do not go together\n',
    });
  });

  it.each([
    ['init', 'init'],
    ['remember', 'remember Rollback.'],
    ['import', 'import notes.md'],
    ['edit', 'edit deploy'],
    ['link', 'link claude'],
  ])('is given by %s', async (_, line) => {
    lab.write('.engram/memories/deploy.md', 'Deploy on Monday.\n');
    lab.write('notes.md', 'Notes.\n');
    expect((await lab.run(line, { env: lab.editor('true') })).code).toBe(0);
    expect(await ids()).toEqual(['deploy']);
  });

  it.each([
    ['list'],
    ['sync'],
    ['doctor'],
    ['status'],
    ['show deploy'],
    ['remember --global Mine.'],
    ['link --dry-run claude'],
  ])('is not given by %s', async (line) => {
    lab.write('.engram/memories/deploy.md', 'Deploy on Monday.\n');
    await lab.run(line);
    expect(await ids()).toEqual([]);
  });

  it('is named by what reads memories', async () => {
    lab.write('.engram/memories/deploy.md', 'Deploy on Monday.\n');
    for (const line of ['list', 'search deploy', 'recall deploy', 'route deploy', 'sync']) {
      expect([line, (await lab.run(line)).err]).toEqual([line, expect.stringContaining(WAITS)]);
    }
    expect((await lab.run('list')).out).toBe('deploy\tfact\t-\tproject (waits)\tDeploy on Monday.\n');
    expect((await lab.run('show deploy')).err).toBe(
      'engram: deploy waits for your trust, so no agent is sent it; engram trust allows it\n',
    );
    expect((await lab.run('status')).out).toContain(
      'trust    once; not given; 1 memory waits: engram trust shows and allows\n',
    );
    const findings = await lab.json<{ what: string; ok: boolean; note?: true }[]>('doctor --json');
    expect(findings.filter(({ what }) => what === 'trust')).toEqual([
      {
        what: 'trust',
        ok: true,
        note: true,
        message:
          '1 memory of this project waits for your trust and reaches no agent; engram trust shows and allows what waits',
      },
    ]);
  });

  it('under strict: what is remembered is trusted, what others have changed still waits', async () => {
    await lab.run('config set trust.mode strict');
    lab.write('.engram/memories/deploy.md', 'Deploy on Monday.\n');
    await lab.run('trust');
    lab.write('.engram/memories/deploy.md', 'Deploy on Friday.\n');
    await lab.run('remember Deploy rollback.');
    expect(await ids()).toEqual(['deploy-rollback']);
    await lab.run('link claude');
    expect(await ids()).toEqual(['deploy-rollback']);
    expect((await lab.run('trust --show')).out).toContain('deploy\tchanged\t');
  });
});

describe('a link that leads out of the project', () => {
  const away = () => {
    const folder = path.join(lab.dir, 'away');
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(path.join(folder, 'secret.md'), 'PRIVATE deploy key.\n');
    return folder;
  };

  it.each([['.engram'], ['.engram/memories']])('as %s: nothing is read or written there', async (name) => {
    const folder = away();
    if (name === '.engram') fs.mkdirSync(path.join(folder, 'memories'));
    if (name === '.engram') fs.renameSync(path.join(folder, 'secret.md'), path.join(folder, 'memories/secret.md'));
    fs.mkdirSync(path.dirname(path.join(lab.project, name)), { recursive: true });
    fs.symlinkSync(folder, path.join(lab.project, name));
    const before = fs.readdirSync(folder, { recursive: true });
    await lab.run('trust');
    expect(await ids()).toEqual([]);
    expect((await lab.run('remember Mine.')).err).toContain('a link there leads out of the project');
    expect((await lab.run('init')).code).toBe(73);
    const findings = await lab.json<{ message: string }[]>('doctor --json');
    expect(findings.some(({ message }) => message.includes('leads out of the project, to '))).toBe(true);
    expect(fs.readdirSync(folder, { recursive: true })).toEqual(before);
  });

  it('as the archive or the folder of rule files: nothing is written there', async () => {
    const folder = away();
    await lab.run('init');
    lab.write('.engram/memories/deploy.md', '---\napplies_to: ["*.ts"]\n---\nDeploy on Monday.\n');
    fs.symlinkSync(folder, path.join(lab.project, '.engram/archive'));
    fs.mkdirSync(path.join(lab.project, '.claude'));
    fs.symlinkSync(folder, path.join(lab.project, '.claude/rules'));
    expect((await lab.run('link claude')).err).toContain(
      `${lab.project}/.claude/rules/engram leads out of the project, so that nothing is written there`,
    );
    expect((await lab.run('forget deploy')).code).toBe(73);
    expect(fs.readdirSync(folder)).toEqual(['secret.md']);
    expect(fs.existsSync(path.join(lab.vault, 'deploy.md'))).toBe(true);
  });

  it('as the config: nothing of the file behind it is changed', async () => {
    const theirs = path.join(lab.dir, 'theirs.yaml');
    fs.writeFileSync(theirs, 'load:\n  limit: 3\n');
    await lab.run('init');
    const config = path.join(lab.project, '.engram/config.yaml');
    fs.symlinkSync(theirs, config);
    for (const line of [
      'config set --project load.limit 5',
      'config set --project proof compact',
      'config unset --project load.limit',
    ]) {
      const { code, err } = await lab.run(line);
      expect([line, code, err]).toEqual([line, 73, expect.stringContaining('a link there leads out of the project')]);
    }
    expect([fs.readFileSync(theirs, 'utf8'), fs.readlinkSync(config)]).toEqual(['load:\n  limit: 3\n', theirs]);
    // Nor is it read, be it one that never ends.
    expect((await lab.run('config get load.limit')).out).not.toContain('3');
    fs.rmSync(config);
    fs.symlinkSync('/dev/stdin', config);
    const findings = await lab.json<{ what: string; message: string }[]>('doctor --json');
    expect(findings.filter(({ message }) => message.startsWith(config)).map(({ message }) => message)).toEqual([
      expect.stringMatching(
        /config\.yaml: leads out of the project, to .+, and is not read; put the file itself there$/,
      ),
    ]);
  });

  it('inside the project is followed', async () => {
    fs.mkdirSync(path.join(lab.project, 'docs'));
    fs.mkdirSync(path.join(lab.project, '.engram'));
    fs.symlinkSync('../docs', path.join(lab.project, '.engram/memories'));
    expect((await lab.run('remember Deploy on Monday.')).code).toBe(0);
    expect(await ids()).toEqual(['deploy-on-monday']);
    expect(fs.readdirSync(path.join(lab.project, 'docs'))).toEqual(['deploy-on-monday.md']);
  });
});

it('what a terminal would obey is shown, in names of files too', async () => {
  lab.write('.engram/memories/\u001b[31mred.md', 'Deploy \u001b[2J\u{e0041}now.\n');
  fs.symlinkSync('/etc/passwd', path.join(lab.vault, '\u001b]0;x.md'));
  for (const line of ['list', 'status', 'trust --show', 'trust', 'sync', 'doctor', 'search deploy']) {
    const { out, err } = await lab.run(line, { tty: true });
    // Progress of sync is ours.
    expect([line, `${out}${err.replaceAll('\r\u001b[K', '')}`.match(/[\u001b\u{e0041}]/u)]).toEqual([line, null]);
  }
  expect((await lab.run('forget red')).out).not.toContain('\u001b');
});

it('engram’s folder is its owner’s alone, whatever the umask', async () => {
  const before = process.umask(0);
  try {
    await lab.run('init');
    await lab.run('remember Deploy on Monday. --global');
    await lab.run('link claude --global');
    await lab.run('config set load.limit 3');
    await lab.run('trust');
    await lab.run('search deploy');
  } finally {
    process.umask(before);
  }
  const open = fs
    .readdirSync(lab.engram, { recursive: true, encoding: 'utf8' })
    .filter((name) => (fs.statSync(path.join(lab.engram, name)).mode & 0o077) !== 0);
  // The launcher is a program that settings files name.
  expect(open).toEqual(['bin/engram-hook']);
  expect(fs.statSync(lab.engram).mode & 0o777).toBe(0o700);
});
