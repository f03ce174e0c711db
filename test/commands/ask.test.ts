// The questions, asked and answered in a pseudo-terminal by the built program.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { buildSync } from 'esbuild';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { askHosts } from '../../src/commands/ask.ts';
import { type Lab, makeLab, NOW } from './lab.ts';
import { CTRL_C, CTRL_D, DOWN, ENTER, ESCAPE, has, inTerminal, needs, plain, SPACE, type Step } from './terminal.ts';

const root = path.join(import.meta.dirname, '../..');
const engram = [process.execPath, path.join(root, 'bin/engram.js')];

let lab: Lab;
beforeEach(() => {
  lab = makeLab();
});
afterEach(() => lab.remove());

/** A command line in a terminal, in the project. */
function typed(args: readonly string[], steps: readonly Step[], env: Record<string, string> = {}) {
  return inTerminal([...engram, ...args], steps, {
    env: { HOME: lab.home, PATH: process.env.PATH, ...env },
    cwd: lab.project,
  });
}

/** How a terminal is told to show and to hide the cursor. */
const SHOWN = '\u001b[?25h';
const HIDDEN = '\u001b[?25l';

/** Memories `m1` … as files. @returns their ids */
function memories(n: number): string[] {
  const ids = Array.from({ length: n }, (_, i) => `m${i + 1}`);
  for (const id of ids) lab.write(`.engram/memories/${id}.md`, `Memory ${id}.\n`);
  return ids;
}

const left = (folder = lab.vault) => (fs.existsSync(folder) ? fs.readdirSync(folder).sort() : []);

describe.skipIf(!has('python3'))(`a question on a terminal${needs('python3')}`, () => {
  it('forgets many only where it may', () => {
    const ids = memories(6);
    const files = ids.map((id) => `${id}.md`);
    const question = 'Move 6 memories to the archive?';
    const no = typed(['forget', ...ids], [{ wait: question, send: ENTER }]);
    expect(no.code).toBe(1);
    expect(plain(no.said)).toContain('engram: nothing was forgotten\n');
    expect(left()).toEqual(files);
    for (const key of [CTRL_C, ESCAPE, CTRL_D]) {
      const off = typed(['forget', ...ids], [{ wait: question, send: key }]);
      expect(off.code).toBe(130);
      expect(off.said.lastIndexOf(SHOWN)).toBeGreaterThan(off.said.lastIndexOf(HIDDEN));
      expect(plain(off.said)).toContain('engram: nothing was forgotten\n');
      expect(left()).toEqual(files);
    }
    const yes = typed(['forget', ...ids], [{ wait: question, send: 'y' }]);
    expect(yes.code).toBe(0);
    expect(plain(yes.said)).toContain('Forgot m1; its file is .engram/archive/m1.md now\n');
    expect(left()).toEqual([]);
  });

  it('forgets five, and many with --yes, without a question', () => {
    const ids = memories(11);
    for (const args of [ids.slice(0, 5), ['--yes', ...ids.slice(5)]]) {
      const { said, code } = typed(['forget', ...args], []);
      expect(code).toBe(0);
      expect(said).not.toContain('?');
    }
    expect(left()).toEqual([]);
  });

  it('imports many new files only where it may', () => {
    lab.write('.engram/README.md', '');
    for (let i = 1; i <= 21; i++) lab.write(`notes/n${i}.md`, `Note ${i}.\n`);
    const question = 'Import 21 files into .engram/memories?';
    const off = typed(['import', 'notes'], [{ wait: question, send: CTRL_C }]);
    expect(off.code).toBe(130);
    expect(plain(off.said)).toContain('engram: nothing was imported\n');
    expect(left()).toEqual([]);
    expect(typed(['import', 'notes', '--dry-run'], []).said).not.toContain(question);
    expect(typed(['import', 'notes'], [{ wait: question, send: 'y' }]).code).toBe(0);
    expect(left()).toHaveLength(21);
    // What is there already is no question.
    const again = typed(['import', 'notes'], []);
    expect([again.code, again.said.includes(question)]).toEqual([0, false]);
  });

  it.each([
    ['no', 'n', 1],
    ['Enter', ENTER, 1],
    ['Esc', ESCAPE, 130],
    ['Ctrl-C', CTRL_C, 130],
    ['Ctrl-D', CTRL_D, 130],
  ])('turns capture on only where it may: %s writes nothing', async (_, key, exit) => {
    await lab.run('link claude');
    const config = path.join(lab.engram, 'config.yaml');
    const before = [lab.read('.claude/settings.json'), fs.existsSync(config), left(lab.engram)];
    const question = 'Turn capture on, and write what it needs into';
    const { said, code } = typed(['capture', 'on'], [{ wait: question, send: key }]);
    expect(plain(said)).toContain('engram: nothing was changed; capture is still off\n');
    expect(code).toBe(exit);
    expect([lab.read('.claude/settings.json'), fs.existsSync(config), left(lab.engram)]).toEqual(before);
  });

  it('turns capture on, and links what that needs, with a yes', async () => {
    await lab.run('link claude');
    const { code } = typed(['capture', 'on'], [{ wait: 'Turn capture on', send: 'y' }]);
    expect(code).toBe(0);
    expect((await lab.run('config get capture.enabled')).out).toBe('true\n');
    expect(Object.keys(JSON.parse(lab.read('.claude/settings.json')).hooks)).toContain('Stop');
  });

  it('asks without colour where NO_COLOR says so', () => {
    const ids = memories(6);
    const steps = [{ wait: 'archive?', send: ENTER }];
    const colour = /\u001b\[[\d;]*m/;
    expect(typed(['forget', ...ids], steps).said).toMatch(colour);
    expect(typed(['forget', ...ids], steps, { NO_COLOR: '1' }).said).not.toMatch(colour);
  });
});

it('no question is put to a script', () => {
  const ids = memories(6);
  const out = execFileSync(engram[0]!, [engram[1]!, 'forget', ...ids], {
    cwd: lab.project,
    env: { HOME: lab.home, PATH: process.env.PATH },
    encoding: 'utf8',
  });
  expect(out.split('\n').filter((line) => line.startsWith('Forgot'))).toHaveLength(6);
});

describe.skipIf(!has('python3'))(`which hosts to link${needs('python3')}`, () => {
  const FOUND = [
    { name: 'one', title: 'Agent One', why: ['/usr/bin/one', '~/.one'] },
    { name: 'two', title: 'Agent Two', why: ['~/.two'] },
    { name: 'three', title: 'Agent Three', why: [] },
  ];

  /** What askHosts gives after these keys. */
  function asked(steps: readonly Step[], scope?: string): unknown {
    const file = path.join(lab.dir, 'ask.cjs');
    const call = `askHosts(${JSON.stringify(FOUND)}, { interactive: true }, ${JSON.stringify(scope)})`;
    buildSync({
      stdin: {
        contents: `import { askHosts } from './src/commands/ask.ts';
          ${call}.then((answer) => console.log('ANSWER' + JSON.stringify(answer ?? null)));`,
        resolveDir: root,
      },
      bundle: true,
      platform: 'node',
      outfile: file,
    });
    const { said } = inTerminal([process.execPath, file], steps, {
      env: { HOME: lab.home, PATH: process.env.PATH },
      cwd: lab.project,
    });
    return JSON.parse(/ANSWER(.*)/.exec(said)![1]!);
  }

  const which = 'shall have engram?';

  it.each<[string, Step[], unknown, string?]>([
    [
      'all as they stand',
      [
        { wait: which, send: ENTER },
        { wait: 'Where?', send: ENTER },
      ],
      { hosts: ['one', 'two', 'three'], scope: 'project' },
    ],
    [
      'without the first',
      [
        { wait: which, send: SPACE },
        { wait: 'Agent One', send: ENTER },
        { wait: 'Where?', send: ENTER },
      ],
      { hosts: ['two', 'three'], scope: 'project' },
    ],
    [
      'without the second, everywhere',
      [
        { wait: which, send: DOWN },
        { wait: '~/.two', send: SPACE },
        { wait: 'Agent Two', send: ENTER },
        { wait: 'Where?', send: DOWN },
        { wait: 'every project', send: ENTER },
      ],
      { hosts: ['one', 'three'], scope: 'user' },
    ],
    ['the scope settled', [{ wait: which, send: ENTER }], { hosts: ['one', 'two', 'three'], scope: 'user' }, 'user'],
    [
      'none',
      [
        { wait: which, send: 'a' },
        { wait: 'Agent One', send: ENTER },
      ],
      { hosts: [], scope: 'project' },
    ],
    ['broken off with Ctrl-C', [{ wait: which, send: CTRL_C }], null],
    ['broken off with Esc', [{ wait: which, send: ESCAPE }], null],
    ['broken off with Ctrl-D', [{ wait: which, send: CTRL_D }], null],
    [
      'broken off at the second',
      [
        { wait: which, send: ENTER },
        { wait: 'Where?', send: CTRL_C },
      ],
      null,
    ],
  ])('%s', (_, steps, answer, scope) => {
    expect(asked(steps, scope)).toEqual(answer);
  });

  it('is not asked where nobody sits', async () => {
    const context = {
      env: {},
      cwd: '/',
      now: NOW,
      out: () => {},
      err: () => {},
      stdin: () => '',
      color: false,
      tty: true,
      interactive: false,
    };
    expect(await askHosts(FOUND, context)).toBeUndefined();
  });
});
