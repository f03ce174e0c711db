// expires, supersedes and duplicates, as people see them.
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Lab, makeLab } from './lab.ts';

let lab: Lab;
beforeEach(() => {
  lab = makeLab();
});
afterEach(() => lab.remove());

const file = (id: string) => `.engram/memories/${id}.md`;
const findings = async () =>
  (await lab.json<{ what: string; ok: boolean; note?: true; message: string }[]>('doctor --json'))
    .filter(({ what, ok, note }) => what === 'memory' && (!ok || note))
    .map(({ ok, message }) => `${ok ? 'note' : 'FAIL'} ${message.replaceAll(lab.project, '.')}`);

describe('expires', () => {
  beforeEach(() => {
    lab.write(file('freeze'), '---\nexpires: 2026-11-29\n---\nThe code is frozen.\n');
    lab.write(file('lasts'), '---\nexpires: 2026-11-30\n---\nThe office is closed.\n');
    lab.write(file('typo'), '---\ntype: rule\nexpires: 31.12.2026\n---\nThe API is frozen too.\n');
  });

  it('list marks and finds them, show and status say it', async () => {
    expect((await lab.run('list')).out).toBe(
      [
        'freeze\tfact\t-\tproject (expired)\tThe code is frozen.',
        'lasts\tfact\t-\tproject\tThe office is closed.',
        'typo\trule\t-\tproject\tThe API is frozen too.\n',
      ].join('\n'),
    );
    expect((await lab.run('list --expired')).out).toBe('freeze\tfact\t-\tproject (expired)\tThe code is frozen.\n');
    expect(await lab.json('list --json')).toMatchObject([
      { id: 'freeze', expires: '2026-11-29', expired: true },
      { id: 'lasts', expires: '2026-11-30', expired: false },
      { id: 'typo', expires: null, expired: false },
    ]);
    const shown = await lab.run('show freeze');
    expect(shown.err).toBe('engram: freeze expired after 2026-11-29, so no agent is sent it\n');
    expect(shown.out).toContain('expires: after 2026-11-29\n');
    expect((await lab.run('status')).out).toContain('3 memories (1 with an expires that is no date, 1 expired)');
  });

  it('doctor names the file and line of one that is no date, and the memory is sent all the same', async () => {
    expect(await findings()).toEqual([
      'FAIL ./.engram/memories/typo.md:3: expires must be a date that exists, as in 2026-11-30, not "31.12.2026"; until it is mended the memory does not expire',
      'note .engram/memories/freeze.md: expired after 2026-11-29, so that no agent is sent it',
    ]);
    expect((await lab.json<{ id: string }[]>('search frozen --json')).map(({ id }) => id)).toEqual(['typo']);
  });

  it('remember writes it, and refuses what is no date', async () => {
    await lab.run('init');
    const told = await lab.run(['remember', 'The build is slow.', '--id', 'slow', '--expires', '2026-12-31']);
    expect(told.code).toBe(0);
    expect([told.err, lab.read(file('slow'))]).toEqual(['', expect.stringContaining('\nexpires: 2026-12-31\n')]);
    expect((await lab.run(['remember', 'It was slow.', '--expires', '2025-12-31'])).err).toBe(
      'engram: its last day was 2025-12-31, so that no agent is sent it\n',
    );
    expect(await lab.run(['remember', 'x', '--expires', 'soon'])).toMatchObject({
      code: 64,
      err: expect.stringContaining('it is a date that exists, as in 2026-12-31'),
    });
  });
});

describe('supersedes', () => {
  it('remember writes it; list, show, status, route and doctor tell it', async () => {
    lab.write(file('npm'), 'Packages are installed with npm.\n');
    expect(
      (await lab.run(['remember', 'Packages are installed with pnpm.', '--id', 'pnpm', '--supersedes', 'npm,gone']))
        .err,
    ).toBe('engram: there is no memory gone that it could supersede\n');
    expect(lab.read(file('pnpm'))).toMatch(/^supersedes:\n {2}- npm\n {2}- gone$|^supersedes: \[npm, gone\]$/m);
    expect((await lab.run('list')).out).toContain('project (superseded by pnpm)\tPackages are installed with npm.');
    expect(await lab.json('show npm --json')).toMatchObject({ superseded_by: 'pnpm', expired: false });
    expect((await lab.run('show npm')).err).toBe('engram: npm is superseded by pnpm, so no agent is sent it\n');
    expect((await lab.run('show pnpm')).out).toContain('supersedes: npm, gone\n');
    expect((await lab.run('status')).out).toContain('2 memories (1 superseded)');
    const routed = await lab.json<{ hits: { id: string }[]; notSent: unknown[] }>(
      'route how are packages installed --json',
    );
    expect(routed.hits.map(({ id }) => id)).toEqual(['pnpm']);
    expect(routed.notSent).toEqual([{ id: 'npm', why: 'superseded by pnpm' }]);
    expect(await findings()).toEqual([
      'note .engram/memories/pnpm.md:5: supersedes gone: there is no such memory',
      'note .engram/memories/npm.md: superseded by pnpm, so that no agent is sent it',
    ]);
  });
});

describe('keys that do nothing', () => {
  it('are named by doctor with file and line, and counted by list', async () => {
    lab.write(file('loop'), '---\ntype: fact\nsupersedes: [old, loop]\n---\nThe crane lifts five tons.\n');
    lab.write(file('nameless'), '---\naliases: [payments]\n---\nThe ledger is closed in May.\n');
    lab.write(
      file('other'),
      '---\nentities: [Ledger]\ntags: [x]\naliases: {ledger: [books], Quay: [pier]}\n---\nShips moor at six.\n',
    );
    expect(await findings()).toEqual([
      'note ./.engram/memories/loop.md:3: supersedes loop, which is this memory itself: that does nothing',
      'note ./.engram/memories/nameless.md:2: aliases are other names of its first entity, and it has none: name it in entities',
      'note ./.engram/memories/other.md:4: aliases of Quay do nothing: name it in entities',
      'note .engram/memories/loop.md:3: supersedes old: there is no such memory',
    ]);
    expect((await lab.run('list')).err).toBe('engram: 3 keys mean nothing; engram doctor says where and why\n');
  });

  it('are named by remember and edit too', async () => {
    await lab.run('init');
    const { err } = await lab.run(['remember', 'Ships moor at six.', '--id', 'ships', '--supersedes', 'ships']);
    expect(err).toBe('engram: supersedes ships, which is this memory itself: that does nothing\n');
    const env = lab.editor('sed -i \'s/^type:.*/aliases: [boats]/\' "$1"');
    expect((await lab.run('edit ships', { env })).err).toContain(
      `${file('ships')}:3: aliases are other names of its first entity, and it has none: name it in entities\n`,
    );
  });
});

describe('duplicates', () => {
  it('doctor names both of a pair, route --explain says why the older is not sent', async () => {
    lab.write(file('old'), '---\ncreated: 2026-01-01\n---\nNever deploy the ledger on Fridays.\n');
    lab.write(file('new'), '---\ncreated: 2026-11-01\n---\nOn Fridays, never deploy the ledger.\n');
    expect(await findings()).toEqual([
      'note .engram/memories/old.md: says the same as new, which is newer and sent in its place; engram forget old takes it out',
    ]);
    const { out } = await lab.run(['route', 'deploy the ledger on friday?', '--explain']);
    expect(out).toMatch(/not sent\n {2}old\s+says the same as new\n/);
    expect(out).toContain('(same as: old)');
    expect(path.basename(file('old'))).toBe('old.md');
  });
});
