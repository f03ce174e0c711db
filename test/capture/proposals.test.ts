import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { buildSync } from 'esbuild';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ProposalError } from '../../src/capture/apply.ts';
import { approve, edit, expire, reject, revert, undo } from '../../src/capture/decide.ts';
import { type Duplicate, propose } from '../../src/capture/proposals.ts';
import { fileHash } from '../../src/memory/trust.ts';
import { auditRows, getProposal, type Proposal, proposalsWith, waitingProposals } from '../../src/store/proposals.ts';
import { type CaptureLab, candidate, captureLab, DAY, NOW, removeCaptureLabs } from './lab.ts';

let lab: CaptureLab;
beforeEach(() => {
  lab = captureLab();
});
afterEach(removeCaptureLabs);

const TURN = { session: { host: 'claude', root: '/r', session: 's1' }, sequence: 3 };
const DEPLOY = `---
id: deploy-on-mondays-never-on-fridays
summary: Deploy on Mondays, never on Fridays.
type: rule
importance: 0.9
created: 2026-11-30
source: user
---
Deploy on Mondays, never on Fridays.
`;

/** Proposed for sure. */
function proposed(over: Parameters<typeof candidate>[0] = {}, turn?: typeof TURN, from = lab): Proposal {
  const result = propose(from.store, candidate(over), from.world(), turn);
  if ('duplicateOf' in result) throw new Error(`a duplicate of ${result.duplicateOf}`);
  return result;
}

const events = () => auditRows(lab.store).map(({ what, proposal }) => `${what} ${proposal}`);
const files = () => fs.readdirSync(lab.vault).sort();
/** The fault of what is refused. */
function refusal(work: () => unknown): ProposalError {
  try {
    work();
  } catch (error) {
    if (error instanceof ProposalError) return error;
    throw error;
  }
  throw new Error('it was not refused');
}

describe('a proposal', () => {
  it('A-11: leaves the vault as it is until somebody says yes', () => {
    const before = lab.tree();
    const proposal = proposed();
    expect(lab.tree()).toBe(before);
    expect(files()).toEqual([]);
    expect(proposal).toEqual({
      id: 1,
      created: NOW,
      status: 'pending',
      action: 'create',
      memory: 'deploy-on-mondays-never-on-fridays',
      file: path.join(lab.vault, 'deploy-on-mondays-never-on-fridays.md'),
      vault: 'project',
      folder: lab.vault,
      within: lab.project,
      root: lab.project,
      text: DEPLOY.replace('summary: Deploy on Mondays, never on Fridays.\n', ''),
      importance: 0.9,
      origin: 'user',
      why: ['standing instruction'],
      dream: false,
      hash: proposal.hash,
    });
    expect(proposalsWith(lab.store, 'pending')).toEqual([proposal]);
    expect(auditRows(lab.store)).toEqual([
      {
        ...{ id: 1, at: NOW, who: 'ada', what: 'proposed', proposal: 1, action: 'create', root: lab.project },
        dream: false,
        hash: fileHash(Buffer.from(proposal.text)),
      },
    ]);
  });

  it('is made once for a turn, however often it is asked for, whatever became of it', () => {
    const first = proposed({}, TURN);
    expect(proposed({}, TURN)).toEqual(first);
    approve(lab.store, first.id, lab.world());
    expect(proposed({}, TURN)).toMatchObject({ id: first.id, status: 'approved' });
    fs.rmSync(path.join(lab.vault, `${first.memory}.md`));
    expect(proposed({}, TURN).id).toBe(first.id);
    expect(events()).toEqual(['proposed 1', 'approved 1']);
  });

  it('is the one that waits where another turn, or somebody by hand, says the same', () => {
    const first = proposed({}, TURN);
    expect(proposed({}, { ...TURN, sequence: 4 })).toEqual(first);
    expect(proposed({ text: '\n  \nDeploy on Mondays, never on Fridays. \n' }).id).toBe(first.id);
    expect(proposed({ text: 'Deploy on Mondays.' }).id).not.toBe(first.id);
  });

  it('is not made again once it was rejected', () => {
    reject(lab.store, proposed({}, TURN).id, lab.world());
    const again: Duplicate = { duplicateOf: 'proposal 1', rejected: 1 };
    expect(propose(lab.store, candidate(), lab.world(), { ...TURN, sequence: 9 })).toEqual(again);
    expect(propose(lab.store, candidate(), lab.world())).toEqual(again);
  });

  it('goes to the project’s vault only where that is trusted, else to the user’s', () => {
    expect(proposed().vault).toBe('project');
    expect(proposed({ scope: 'user', text: 'I like tabs.' }).folder).toBe(lab.places.memories);
    for (const other of [captureLab({ untrusted: true }), captureLab({ noVault: true })]) {
      expect(proposed({}, undefined, other)).toMatchObject({ vault: 'user', folder: other.places.memories });
    }
  });

  it('holds no secret', () => {
    const { text, id, memory } = proposed({
      text: 'Sign in with password=Tr0ub4dor-3.',
      summary: 'password=Tr0ub4dor-3',
    });
    expect(text).not.toContain('Tr0ub4dor');
    expect(memory).toBe('password-redacted-password');
    approve(lab.store, id, lab.world());
    lab.store.pragma('wal_checkpoint(TRUNCATE)');
    expect(/tr0ub4dor/i.test(fs.readFileSync(lab.places.db, 'latin1'))).toBe(false);
  });
});

describe('approving', () => {
  it('A-13: writes the bytes that are written where staging is off', () => {
    const waits = proposed({ summary: 'When to deploy.' });
    const { proposal } = approve(lab.store, waits.id, lab.world(NOW + 3 * DAY));
    expect(proposal.status).toBe('approved');
    expect(files()).toEqual(['when-to-deploy.md']);
    const off = captureLab();
    off.config('staging:\n  enabled: false\n');
    const direct = proposed({ summary: 'When to deploy.' }, undefined, off);
    expect(direct.status).toBe('approved');
    expect(off.read('when-to-deploy')).toBe(lab.read('when-to-deploy'));
    expect(lab.read('when-to-deploy')).toBe(waits.text);
    expect(off.tree()).toBe(lab.tree());
  });

  it('A-15: is not needed where staging is off: a 0.9 is written at once', () => {
    lab.config('staging:\n  enabled: false\n');
    const direct = proposed({}, TURN);
    expect(direct).toMatchObject({ status: 'approved', importance: 0.9 });
    expect(files()).toEqual(['deploy-on-mondays-never-on-fridays.md']);
    expect(proposalsWith(lab.store, 'pending')).toEqual([]);
    expect(events()).toEqual(['written 1']);
    expect(proposed({}, TURN).id).toBe(1);
    expect(events()).toEqual(['written 1']);
    revert(lab.store, 1, lab.world());
    expect(files()).toEqual([]);
  });

  it('A-15: what only an assistant says waits for a yes all the same', () => {
    lab.config('staging:\n  enabled: false\n');
    expect(proposed({ origin: 'assistant' }).status).toBe('pending');
    expect(files()).toEqual([]);
  });

  it('A-15: a project cannot turn staging off', () => {
    fs.writeFileSync(path.join(lab.project, '.engram/config.yaml'), 'staging:\n  enabled: false\n');
    expect(proposed().status).toBe('pending');
  });

  it('takes the next free id, and never writes over a file', () => {
    const { id, memory } = proposed();
    lab.write(memory, 'Something else that came to stand here.\n');
    const { proposal } = approve(lab.store, id, lab.world());
    expect(proposal.memory).toBe(`${memory}-2`);
    expect(lab.read(`${memory}-2`)).toContain(`id: ${memory}-2\n`);
    expect(lab.read(memory)).toBe('Something else that came to stand here.\n');
  });

  it('writes nothing where the vault says the same by then', () => {
    const { id } = proposed();
    lab.write('mine', 'Deploy on Mondays, never on Fridays.\n');
    const { there, proposal } = approve(lab.store, id, lab.world());
    expect(there).toEqual({ id: 'mine', file: path.join(lab.vault, 'mine.md') });
    expect(proposal.wrote).toBeUndefined();
    expect(files()).toEqual(['mine.md']);
    expect(refusal(() => revert(lab.store, id, lab.world())).message).toBe(
      'proposal 1 wrote nothing: what it says was there already',
    );
  });

  it('happens once, of two processes that approve at the same moment', async () => {
    const { id } = proposed();
    const entry = path.join(lab.base, 'approve.cjs');
    buildSync({
      stdin: {
        contents: `
          import { approve } from './src/capture/decide.ts';
          import { openStore } from './src/store/open.ts';
          const { store } = openStore(process.argv[2]);
          try {
            const { proposal } = approve(store, ${id}, { now: new Date(${NOW}), who: 'p' + process.argv[3] });
            console.log('wrote ' + proposal.memory);
          } catch (error) { console.log(error.message); }`,
        resolveDir: path.join(import.meta.dirname, '../..'),
        loader: 'ts',
      },
      outfile: entry,
      bundle: true,
      platform: 'node',
      external: ['better-sqlite3'],
      mainFields: ['module', 'main'],
    });
    const run = (n: number) =>
      new Promise<string>((done) => {
        let said = '';
        const child = spawn(process.execPath, [entry, lab.places.db, String(n)], {
          env: { ...process.env, NODE_PATH: path.join(import.meta.dirname, '../../node_modules') },
        });
        child.stdout.on('data', (part) => {
          said += part;
        });
        child.on('close', () => done(said.trim()));
      });
    const said = (await Promise.all([1, 2, 3, 4].map(run))).sort();
    expect(said).toEqual([
      ...Array(3).fill('proposal 1 is approved already'),
      'wrote deploy-on-mondays-never-on-fridays',
    ]);
    expect(files()).toEqual(['deploy-on-mondays-never-on-fridays.md']);
    expect(events()).toEqual(['proposed 1', 'approved 1']);
  });

  it('goes on where a process was killed between the write and its record', () => {
    const { id, file, text } = proposed();
    fs.writeFileSync(file, text);
    const { proposal, there } = approve(lab.store, id, lab.world());
    expect(there).toBeUndefined();
    expect(proposal.wrote).toEqual({ file, hash: fileHash(Buffer.from(text)), madeFolder: false });
    revert(lab.store, id, lab.world());
    expect(files()).toEqual([]);
  });

  it('does not make a project again that is gone', () => {
    const { id } = proposed();
    fs.rmSync(lab.project, { recursive: true });
    expect(refusal(() => approve(lab.store, id, lab.world())).message).toBe(
      `${path.join(lab.project, '.engram')}, where proposal 1 belongs, is gone; engram proposals reject 1 drops it`,
    );
    expect(fs.existsSync(lab.project)).toBe(false);
    expect(getProposal(lab.store, id)?.status).toBe('pending');
  });

  it('decides nothing where the disk refuses', () => {
    const { id } = proposed();
    fs.rmSync(lab.vault, { recursive: true });
    fs.writeFileSync(lab.vault, 'in the way');
    expect(() => approve(lab.store, id, lab.world())).toThrow(/EEXIST|ENOTDIR/);
    expect(getProposal(lab.store, id)?.status).toBe('pending');
    expect(events()).toEqual(['proposed 1']);
  });
});

describe('rejecting', () => {
  it('A-13: drops it, and keeps nothing of what it said', () => {
    const { id } = proposed({ text: 'The canary sings at dawn.', summary: '' });
    const before = lab.tree();
    reject(lab.store, id, lab.world());
    expect(lab.tree()).toBe(before);
    expect(getProposal(lab.store, id)).toMatchObject({ status: 'rejected', memory: '', file: '', text: '', why: [] });
    expect(refusal(() => approve(lab.store, id, lab.world())).message).toBe('proposal 1 was rejected already');
    expect(events()).toEqual(['proposed 1', 'rejected 1']);
    lab.store.pragma('wal_checkpoint(TRUNCATE)');
    expect(fs.readFileSync(lab.places.db).includes('canary')).toBe(false);
  });
});

describe('reverting', () => {
  it('A-13: restores the tree of the vault’s folder', () => {
    lab.write('old', 'Builds need Node 20.\n');
    const before = lab.tree();
    const { id } = proposed();
    approve(lab.store, id, lab.world());
    expect(lab.tree()).not.toBe(before);
    revert(lab.store, id, lab.world());
    expect(lab.tree()).toBe(before);
    expect(getProposal(lab.store, id)?.status).toBe('reverted');
    expect(events()).toEqual(['proposed 1', 'approved 1', 'reverted 1']);
    expect(refusal(() => revert(lab.store, id, lab.world())).message).toBe(
      'proposal 1 was reverted; only an approved one can be reverted',
    );
  });

  it('A-13: takes the folder with it that was made for it', () => {
    const { id } = proposed({ scope: 'user' });
    expect(fs.existsSync(lab.places.memories)).toBe(false);
    approve(lab.store, id, lab.world());
    expect(fs.statSync(lab.places.memories).mode & 0o777).toBe(0o700);
    revert(lab.store, id, lab.world());
    expect(fs.existsSync(lab.places.memories)).toBe(false);
  });

  it('A-13: leaves alone what somebody has changed since, and shows how', () => {
    const { id, memory, text } = proposed();
    approve(lab.store, id, lab.world());
    const mine = `${text}And tell the team.\n`;
    lab.write(memory, mine);
    const fault = refusal(() => revert(lab.store, id, lab.world()));
    expect(fault.message).toBe(
      `${path.join(lab.vault, `${memory}.md`)} was changed after proposal 1 was approved and stays as it is; change it back by hand, or engram forget ${memory}`,
    );
    expect(fault.change).toEqual({ file: path.join(lab.vault, `${memory}.md`), expected: text, found: mine });
    expect(lab.read(memory)).toBe(mine);
    expect(getProposal(lab.store, id)?.status).toBe('approved');
    fs.rmSync(path.join(lab.vault, `${memory}.md`));
    expect(refusal(() => revert(lab.store, id, lab.world())).kind).toBe('gone');
  });
});

describe('expiry', () => {
  it('after a month the text of what was approved is kept no longer, and its file is the person’s', () => {
    const { id, memory } = proposed({ text: 'The canary sings at dawn.', summary: '' });
    approve(lab.store, id, lab.world());
    expire(lab.store, lab.world(NOW + 37 * DAY));
    expect(getProposal(lab.store, id)?.text).not.toBe('');
    expire(lab.store, lab.world(NOW + 37 * DAY + 1));
    expect(getProposal(lab.store, id)).toMatchObject({ status: 'approved', text: '', memory: '', file: '' });
    expect(refusal(() => revert(lab.store, id, lab.world())).message).toBe(
      'proposal 1 was approved more than 30 days ago; what it wrote is yours to change',
    );
    expect(files()).toEqual([`${memory}.md`]);
    lab.store.pragma('wal_checkpoint(TRUNCATE)');
    expect(fs.readFileSync(lab.places.db).includes('canary')).toBe(false);
    expect(events()).toEqual(['proposed 1', 'approved 1']);
  });

  it('A-14: after 7 days and a second a proposal is gone, with a row in the record', () => {
    proposed();
    proposed({ text: 'Use pnpm here.', summary: '' });
    expect(expire(lab.store, lab.world(NOW + 7 * DAY))).toBe(0);
    expect(waitingProposals(lab.store, lab.project, NOW + 7 * DAY)).toHaveLength(2);
    expect(waitingProposals(lab.store, lab.project, NOW + 7 * DAY + 1000)).toEqual([]);
    expect(refusal(() => approve(lab.store, 1, lab.world(NOW + 7 * DAY + 1000))).message).toBe(
      'proposal 1 has expired',
    );
    expect(expire(lab.store, lab.world(NOW + 7 * DAY + 1000))).toBe(2);
    expect(proposalsWith(lab.store, 'pending')).toEqual([]);
    expect(getProposal(lab.store, 1)).toMatchObject({ status: 'expired', text: '' });
    expect(events()).toEqual(['proposed 1', 'proposed 2', 'expired 1', 'expired 2']);
    expect(expire(lab.store, lab.world(NOW + 9 * DAY))).toBe(0);
    // It may come again.
    expect(proposed().id).toBe(3);
  });
});

describe('what is said again', () => {
  const SAID = '---\ncreated: 2026-09-01\n---\nDeploy on Mondays, never on Fridays.\n';

  it('asks whether the memory still holds, and a yes renews `reviewed`', () => {
    lab.write('when', SAID);
    const before = lab.tree();
    const waits = proposed();
    expect(waits).toMatchObject({ action: 'confirm', memory: 'when', before: SAID });
    approve(lab.store, waits.id, lab.world(NOW + 2 * DAY));
    expect(lab.read('when')).toBe(SAID.replace('---\nDeploy', 'reviewed: 2026-12-02\n---\nDeploy'));
    revert(lab.store, waits.id, lab.world());
    expect(lab.tree()).toBe(before);
  });

  it('asks it of the memory as it stands by then', () => {
    lab.write('when', SAID);
    const { id } = proposed();
    lab.write('when', `${SAID}Ask Ada first.\n`);
    approve(lab.store, id, lab.world());
    expect(lab.read('when')).toBe(
      `${SAID.replace('---\nDeploy', 'reviewed: 2026-11-30\n---\nDeploy')}Ask Ada first.\n`,
    );
  });

  it('asks nothing of what was reviewed within a month, nor because an assistant says so', () => {
    lab.write('when', SAID.replace('2026-09-01', '2026-11-20'));
    expect(propose(lab.store, candidate(), lab.world())).toEqual({ duplicateOf: 'when' });
    lab.write('when', SAID);
    expect(propose(lab.store, candidate({ origin: 'assistant' }), lab.world())).toEqual({ duplicateOf: 'when' });
  });

  it('with another word becomes a memory that supersedes the first', () => {
    lab.write('staging', '---\ncreated: 2026-09-01\n---\nThe staging database is called violet and runs on db-3.\n');
    const waits = proposed({ text: 'The staging database is called violet and runs on db-4.', summary: '' });
    expect(waits.action).toBe('supersede');
    approve(lab.store, waits.id, lab.world());
    expect(lab.read(waits.memory)).toContain('supersedes: [staging]\n');
    expect(files()).toHaveLength(2);
    revert(lab.store, waits.id, lab.world());
    expect(files()).toEqual(['staging.md']);
  });

  it.each([
    ['Deploy on Mondays at 10.', 'Deploy on Mondays at 14.', 'supersede'],
    ['Run the migrations before the deploy.', 'Never run the migrations before the deploy.', 'supersede'],
    ['Run the migrations before the deploy.', 'Run the migrations before the deploy!', 'confirm'],
    ['The staging database is called violet.', 'Releases are tagged by the release manager.', 'create'],
  ])('%j and then %j: %s', (first, then, action) => {
    lab.write('first', `---\ncreated: 2026-01-01\n---\n${first}\n`);
    expect(proposed({ text: then, summary: '' }).action).toBe(action);
  });
});

describe('editing', () => {
  it('changes what will be written, and it goes on waiting', () => {
    const { id, text } = proposed({}, TURN);
    const changed = edit(
      lab.store,
      id,
      text.replace('Mondays', 'Tuesdays').replace(/^id: .*\n/m, 'id: deploys\n'),
      undefined,
      lab.world(),
    );
    expect(changed).toMatchObject({ status: 'pending', memory: 'deploys', file: path.join(lab.vault, 'deploys.md') });
    approve(lab.store, id, lab.world());
    expect(lab.read('deploys')).toContain('Deploy on Tuesdays');
    expect(events()).toEqual(['proposed 1', 'edited 1', 'approved 1']);
    // The turn does not propose again what was edited.
    expect(proposed({}, TURN).id).toBe(id);
  });

  it('refuses what is no memory, and leaves it as it was', () => {
    const { id, text } = proposed();
    expect(() => edit(lab.store, id, '---\ntype: thing\n---\nx\n', undefined, lab.world())).toThrow(
      /type must be one of/,
    );
    expect(getProposal(lab.store, id)?.text).toBe(text);
  });
});

describe('undoing', () => {
  it('takes an approval and a rejection back: both wait as they did', () => {
    const was = proposed();
    const before = lab.tree();
    approve(lab.store, was.id, lab.world());
    undo(lab.store, was, lab.world());
    expect(lab.tree()).toBe(before);
    expect(getProposal(lab.store, was.id)).toEqual(was);
    reject(lab.store, was.id, lab.world());
    undo(lab.store, was, lab.world());
    expect(getProposal(lab.store, was.id)).toEqual(was);
    expect(events()).toEqual(['proposed 1', 'approved 1', 'undone 1', 'rejected 1', 'undone 1']);
  });
});
