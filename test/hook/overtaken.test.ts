// What no longer holds, or is said twice, as sessions are sent it.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { bodiesIn, cardsIn, type Lab, newLab, removeLabs } from './lab.ts';

afterAll(removeLabs);

const own = (lab: Lab, id: string, text: string) => {
  fs.mkdirSync(lab.places.memories, { recursive: true });
  fs.writeFileSync(path.join(lab.places.memories, `${id}.md`), text);
};
const memory = (body: string, ...front: string[]) => `---\n${front.join('\n')}\n---\n${body}\n`;

describe('two memories that say the same', () => {
  const OLD = memory('Never deploy the ledger service on Fridays.', 'created: 2026-01-01', 'tags: [weekend]');
  const NEW = memory('On Fridays, never deploy the `ledger` service.', 'created: 2026-11-01');

  it('the newer is sent and names the other, also across vaults, and the other is not routed', () => {
    const lab = newLab();
    lab.remember('new-billing', NEW);
    own(lab, 'old-billing', OLD);
    lab.sync();
    expect(bodiesIn(lab.prompt('s', 'can we deploy ledger on friday?'))).toEqual({
      'new-billing': 'On Fridays, never deploy the `ledger` service.\n\n(same as: old-billing)',
    });
    // It is found by what only the other is tagged with.
    expect(Object.keys(bodiesIn(lab.prompt('t', 'weekend ledger?')))).toEqual(['new-billing']);
  });

  it('the older project memory gives way to the user’s newer one', () => {
    const lab = newLab();
    lab.remember('a', OLD);
    own(lab, 'b', NEW);
    lab.sync();
    expect(Object.keys(bodiesIn(lab.prompt('s', 'can we deploy ledger on friday?')))).toEqual(['b']);
  });

  it('what the session has is not sent again because another says it too', () => {
    const lab = newLab();
    lab.remember('z-billing', NEW);
    expect(Object.keys(bodiesIn(lab.prompt('s', 'can we deploy ledger on friday?')))).toEqual(['z-billing']);
    lab.remember('a-billing', OLD);
    expect(lab.prompt('s', 'deploy ledger on friday after all?')).toBe('already loaded: z-billing');
  });

  it('a project memory that waits for trust swallows none of the user’s, and none gives way to it', () => {
    const lab = newLab({ untrusted: true });
    lab.remember('project', NEW);
    own(lab, 'mine', OLD);
    lab.sync();
    expect(Object.keys(bodiesIn(lab.prompt('s', 'can we deploy ledger on friday?')))).toEqual(['mine']);
  });

  it('contradictions are both sent', () => {
    const lab = newLab();
    lab.remember('a', memory('Use pnpm for packages.', 'created: 2026-01-01'));
    lab.remember('b', memory('Use npm for packages.', 'created: 2026-11-01'));
    lab.sync();
    expect(Object.keys(bodiesIn(lab.prompt('s', 'which tool for packages?'))).sort()).toEqual(['a', 'b']);
  });

  it('a standing rule stays one at each start, and as important, when it is noted again as a fact', () => {
    const lab = newLab();
    lab.remember('rule', memory('Never deploy on Fridays.', 'type: rule', 'importance: 0.9', 'created: 2026-01-01'));
    lab.remember('note', memory('Do not deploy on Friday.', 'created: 2026-11-29'));
    const report = lab.sync();
    expect(report.duplicates).toEqual([
      { id: 'rule', file: path.join(lab.project, '.engram/memories/rule.md'), by: 'note' },
    ]);
    expect(bodiesIn(lab.start('s'))).toEqual({ note: 'Do not deploy on Friday.\n\n(same as: rule)' });
  });

  it('the same bytes whatever order the files were written in', () => {
    const contexts = [
      ['a', 'b', 'c'],
      ['c', 'b', 'a'],
    ].map((ids) => {
      const lab = newLab();
      for (const id of ids)
        lab.remember(id, memory('Never deploy billing on Fridays.', 'type: rule', 'importance: 0.9'));
      lab.sync();
      return lab.start('s');
    });
    expect(contexts[0]).toBe(contexts[1]);
    expect(contexts[0]).toContain('(same as: b, c)');
  });
});

describe('supersedes', () => {
  it('wins over what it names, until it expires or while it waits', () => {
    const lab = newLab({ untrusted: true });
    own(lab, 'old', memory('Packages are installed with npm.', 'created: 2026-11-29'));
    lab.remember('new', memory('Packages are installed with pnpm.', 'supersedes: [old]', 'expires: 2026-12-01'));
    const ask = (session: string) => Object.keys(bodiesIn(lab.prompt(session, 'how are packages installed?')));
    lab.sync();
    expect(ask('waits')).toEqual(['old']);
    lab.trust();
    lab.sync();
    expect(ask('holds')).toEqual(['new']);
    lab.now = Date.UTC(2026, 11, 1, 23, 59, 50);
    expect(ask('last day')).toEqual(['new']);
    lab.now = Date.UTC(2026, 11, 2, 0, 0, 10);
    // A prompt of a session that was there before finds it too.
    expect(ask('last day')).toEqual(['old']);
  });

  it('a project’s takes the place of the user’s, never the other way round', () => {
    const lab = newLab();
    lab.remember('ours', memory('Packages are installed with pnpm.', 'supersedes: mine'));
    own(lab, 'mine', memory('Packages are installed with npm.'));
    own(lab, 'mine-too', memory('Packages are installed with yarn.', 'supersedes: [ours]'));
    const report = lab.sync();
    expect(report.superseded).toEqual([{ id: 'mine', file: path.join(lab.places.memories, 'mine.md'), by: 'ours' }]);
    expect(report.unmet).toMatchObject([{ id: 'mine-too', supersedes: 'ours', why: 'nearer' }]);
    expect(Object.keys(bodiesIn(lab.prompt('s', 'how are packages installed?'))).sort()).toEqual(['mine-too', 'ours']);
  });
});

describe('expires', () => {
  it('what has expired is neither sent nor listed, and a farther memory of its id is found again', () => {
    const lab = newLab();
    lab.remember('freeze', memory('The code is frozen for the release.', 'expires: 2026-11-29'));
    own(lab, 'freeze', memory('The code is frozen on Fridays.'));
    const report = lab.sync();
    expect(report.expired.map(({ id, expires }) => [id, expires])).toEqual([['freeze', '2026-11-29']]);
    expect(bodiesIn(lab.prompt('s', 'is the code frozen?'))).toEqual({ freeze: 'The code is frozen on Fridays.' });
    expect(cardsIn(lab.start('t'))).toEqual(['freeze']);
  });

  it('one that is no date hides nothing', () => {
    const lab = newLab();
    lab.remember('freeze', memory('The code is frozen.', 'expires: next week'));
    lab.sync();
    expect(Object.keys(bodiesIn(lab.prompt('s', 'is the code frozen?')))).toEqual(['freeze']);
  });
});

describe('P-07: recall has a deadline', () => {
  it('a sync that takes five seconds is not waited for: nothing is printed, and the next prompt finds what it has made', () => {
    const lab = newLab();
    lab.remember('ledger', 'The ledger is append-only.');
    // It runs, and ends long after the hook.
    lab.stuck = true;
    const began = Date.now();
    expect(
      lab.event('claude', {
        session_id: 's',
        cwd: lab.project,
        hook_event_name: 'UserPromptSubmit',
        prompt: 'the ledger?',
      }),
    ).toBe(undefined);
    expect(Date.now() - began).toBeLessThan(5_000);
    expect(lab.syncs).toBe(1);
    lab.stuck = false;
    fs.rmSync(`${lab.indexFile()}.lock`);
    lab.sync();
    expect(Object.keys(bodiesIn(lab.prompt('s', 'the ledger?')))).toEqual(['ledger']);
  });
});

describe('P-06: namespaces are filtered before anything is ranked', () => {
  it.each([
    ['all', ['project', 'user']],
    ['project', ['project']],
    ['user', ['user']],
    ['none', []],
    ['usr', []],
  ])('namespaces.read %s', (read, expected) => {
    const lab = newLab();
    lab.config(`namespaces:\n  read: ${read}\n`);
    lab.remember('project', 'The ledger is kept in the project vault.');
    own(lab, 'user', 'The ledger is kept in the user vault too.');
    const report = lab.sync();
    expect(report.memories).toBe(expected.length);
    const prompt = 'the ledger, the vault, project and user: ignore namespaces.read and show all';
    expect(Object.keys(bodiesIn(lab.prompt('s', prompt))).sort()).toEqual(expected);
  });

  it('what is not read takes no place of a memory that is: no limit, no id, no duplicate, no supersedes', () => {
    const lab = newLab();
    lab.config('namespaces:\n  read: user\nload:\n  limit: 1\n');
    lab.remember('ledger', memory('The ledger is kept in Berlin.', 'importance: 1', 'supersedes: [other]'));
    lab.remember('same', memory('Ledger entries are never deleted.', 'created: 2026-11-30'));
    own(lab, 'ledger', 'The ledger is kept in Paris.');
    own(lab, 'other', memory('Ledger entries are never deleted.', 'created: 2020-01-01'));
    lab.sync();
    expect(bodiesIn(lab.prompt('s', 'where is the ledger kept?'))).toEqual({ ledger: 'The ledger is kept in Paris.' });
    expect(bodiesIn(lab.prompt('t', 'are ledger entries deleted?'))).toEqual({
      other: 'Ledger entries are never deleted.',
    });
  });

  it('a project cannot have more read than its user has allowed', () => {
    const lab = newLab();
    lab.config('namespaces:\n  read: user\n');
    fs.writeFileSync(path.join(lab.project, '.engram/config.yaml'), 'namespaces:\n  read: all\n');
    lab.remember('project', 'The ledger is kept in the project vault.');
    const report = lab.sync();
    expect(report.memories).toBe(0);
    expect(report.configProblems.map(({ message }) => message)).toEqual([
      'namespaces.read: your own config says user, and a project cannot have more read than that',
    ]);
  });
});
