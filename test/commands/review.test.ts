// The review, by its keys, in a pseudo-terminal with the built program.
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Lab, makeLab } from './lab.ts';
import { CTRL_C, CTRL_D, has, inTerminal, needs, plain, type Step } from './terminal.ts';

const engram = [process.execPath, path.join(import.meta.dirname, '../../bin/engram.js')];

let lab: Lab;
beforeEach(async () => {
  lab = makeLab();
  await lab.run('init');
});
afterEach(() => lab.remove());

/** Proposed by the built program: it waits for the day on which this runs. */
function propose(...texts: string[]): void {
  for (const text of texts) typed(['remember', '--propose', text], []);
}

function typed(args: readonly string[], steps: readonly Step[], env: Record<string, string> = {}) {
  return inTerminal([...engram, ...args], steps, {
    env: { HOME: lab.home, PATH: process.env.PATH, ...env },
    cwd: lab.project,
  });
}

/** Presses a key at each question in turn: what is shown of one that is answered does not end with its last key. */
const keys = (pressed: string): Step[] => [...pressed].map((send) => ({ wait: 'quit', send }));
const files = () => fs.readdirSync(lab.vault).sort();
const log = async () =>
  (await lab.json<{ what: string; proposal: number }[]>('proposals log --json')).map(
    (it) => `${it.what} ${it.proposal}`,
  );

describe.skipIf(!has('python3'))(`engram review${needs('python3')}`, () => {
  it('A-12: takes one key each: approve, skip, reject', async () => {
    propose('Use pnpm here.', 'Tabs, not spaces.', 'The office cat is grey.');
    const { said, code } = typed(['review'], keys('asrq'));
    expect(code).toBe(0);
    expect(plain(said)).toMatch(/Proposal 1 \(1 of 3\): create, for .*\n(?:.*\n)*\+Use pnpm here\.\n/);
    expect(plain(said)).toContain('Approved 1: use-pnpm-here stands in .engram/memories/use-pnpm-here.md\n');
    expect(plain(said)).toContain('1 approved, 1 rejected, 1 proposal waits\n');
    expect(files()).toEqual(['use-pnpm-here.md']);
    expect((await lab.json<{ id: number }[]>('proposals --json')).map(({ id }) => id)).toEqual([2]);
    expect((await log()).slice(3)).toEqual(['approved 1', 'rejected 3']);
  });

  it('undoes the last decisions, one after the other', async () => {
    propose('Use pnpm here.', 'Tabs, not spaces.');
    const { said } = typed(['review'], keys('aauuq'));
    expect(plain(said)).toContain('0 approved, 0 rejected, 2 proposals wait\n');
    expect(files()).toEqual([]);
    expect((await log()).slice(2)).toEqual(['approved 1', 'approved 2', 'undone 2', 'undone 1']);
    expect((await lab.run('proposals show 1')).out).toContain('+Use pnpm here.');
  });

  it('undoes a rejection with its text', async () => {
    propose('Use pnpm here.', 'Tabs, not spaces.');
    typed(['review'], keys('ruaq'));
    expect(files()).toEqual(['use-pnpm-here.md']);
  });

  it('edits one, shows it again, and approves it', () => {
    propose('Use pnpm here.');
    const { said } = typed(['review'], keys('eaq'), lab.editor(`sed -i 's/Use pnpm/Use pnpm 9/' "$1"`));
    expect(plain(said)).toContain('+Use pnpm 9 here.\n');
    expect(lab.read('.engram/memories/use-pnpm-here.md')).toContain('\nUse pnpm 9 here.\n');
  });

  it('uses no colour where NO_COLOR says so', () => {
    propose('Use pnpm here.');
    expect(typed(['review'], keys('q')).said).toMatch(/\u001b\[[\d;]*m/);
    const { said, code } = typed(['review'], keys('aq'), { NO_COLOR: '1' });
    expect(said).not.toMatch(/\u001b\[[\d;]*m/);
    expect(code).toBe(0);
  });

  it.each([
    ['Ctrl-C', CTRL_C],
    ['Ctrl-D', CTRL_D],
  ])('keeps what was decided where it is broken off by %s', (_, key) => {
    propose('Use pnpm here.', 'Tabs, not spaces.');
    const { said, code } = typed(['review'], keys(`a${key}`));
    expect(code).toBe(130);
    expect(said.lastIndexOf('\u001b[?25h')).toBeGreaterThan(said.lastIndexOf('\u001b[?25l'));
    expect(plain(said)).toContain('1 approved, 0 rejected, 1 proposal waits\n');
    expect(plain(said)).toContain('engram: broken off; what was decided stays\n');
    expect(files()).toEqual(['use-pnpm-here.md']);
    const again = typed(['route', 'pnpm'], []);
    expect(plain(again.said)).toContain('use-pnpm-here');
  });

  it('goes on where a decision was made elsewhere meanwhile', async () => {
    propose('Use pnpm here.', 'Tabs, not spaces.');
    const elsewhere = `${engram.map((word) => `'${word}'`).join(' ')} proposals reject 1; sed -i 's/pnpm/npm/' "$1"`;
    const { said } = typed(['review'], keys('eaaq'), lab.editor(elsewhere));
    expect(plain(said)).toContain('engram: proposal 1 was rejected already');
    expect(files()).toEqual(['tabs-not-spaces.md']);
  });
});
