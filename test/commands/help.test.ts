import type { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { width } from '../../src/commands/output.ts';
import { buildProgram, verbs } from '../../src/commands/program.ts';
import { type Lab, makeLab } from './lab.ts';
import { plain } from './terminal.ts';

let lab: Lab;
beforeAll(() => {
  lab = makeLab();
});
afterAll(() => lab.remove());

/** The command lines of all help. */
async function lines(): Promise<string[]> {
  const found = ['--help'];
  const quiet = {
    env: {},
    cwd: '/',
    now: new Date(0),
    out: () => {},
    err: () => {},
    stdin: () => '',
    color: false,
    tty: false,
    interactive: false,
  };
  for (const name of verbs().map(({ verb }) => verb.names[0])) {
    const walk = (command: Command, at: string): string[] => [
      `${at} --help`,
      ...command.commands.flatMap((inner) => walk(inner as Command, `${at} ${inner.name()}`)),
    ];
    for (const command of (await buildProgram([name], quiet)).commands) found.push(...walk(command as Command, name));
  }
  return found;
}

/** An example, which is to be copied, is never broken. */
const isExample = (line: string) => /^ {2}(?=.*(?:engram|git))(?! +\S+ {2,})/.test(line);

/** The command lines of engram in the examples of a help text, as words. */
function examplesOf(help: string): string[][] {
  return help
    .split(/^Examples?:\n/m)
    .slice(1)
    .flatMap((part) => part.split('\n\n')[0]!.split('\n'))
    .flatMap((line) => line.replace(/ +# .*/, '').split(/ && | \| /))
    .map((line) => line.replace(/ [<>] \S+/g, '').replace(/^ *(?:EDITOR=\S+ |eval "\$\()?/, ''))
    .filter((line) => line.startsWith('engram '))
    .map((line) =>
      (line.match(/'[^']*'|"[^"]*"|[^\s")]+/g) ?? []).slice(1).map((word) => word.replace(/^(['"])(.*)\1$/, '$2')),
    );
}

describe('help', () => {
  it('gives an example for every command, and none that is a wrong command line', async () => {
    const own = makeLab();
    own.write('README.md', 'Use pnpm here.\n');
    await own.run('init');
    await own.run('link claude');
    try {
      for (const line of (await lines()).filter((it) => it !== '--help')) {
        const examples = examplesOf((await lab.run(line)).out);
        expect([line, examples.length]).not.toEqual([line, 0]);
        for (const words of examples) {
          // What asks, what another test runs, and what finds no agent on this machine.
          if (['demo', 'uninstall', 'upgrade'].includes(words[0]!) || words.join(' ') === 'link') continue;
          const { code, err } = await own.run(words, { env: own.editor('echo Words. >> "$1"'), stdin: 'Use pnpm.' });
          expect([words, [64, 70].includes(code) ? err : '']).toEqual([words, '']);
        }
      }
    } finally {
      own.remove();
    }
  });

  it.each([40, 52, 64, 80, 100, 200])('keeps within %i columns', async (columns) => {
    const all = await lines();
    expect(all).toContain('config set --help');
    for (const line of all) {
      const { out } = await lab.run(line, { tty: true, columns });
      const long = out.split('\n').filter((it) => width(it) > Math.min(columns, 100) && !isExample(it));
      expect([line, long]).toEqual([line, []]);
    }
  });

  it('wraps in the column of what it explains', async () => {
    expect((await lab.run('set-read --help', { tty: true, columns: 60 })).out).toContain(
      `
  startup   at the start of a session only
  auto      at the start, and with each prompt what it needs
            and the session lacks (the default)
  always    the same, and again with each prompt
  manual    never by itself; engram recall, search and show
            go on working
  off       not at all

Example:
  engram set-read manual
`,
    );
    expect((await lab.run('completion --help', { tty: true, columns: 40 })).out).toContain(
      '\nExamples:\n  eval "$(engram completion bash)"\n      # in ~/.bashrc\n',
    );
  });

  it('is the same in a pipe as in 80 columns', async () => {
    for (const line of ['--help', 'import --help', 'set-read --help'])
      expect((await lab.run(line)).out).toBe((await lab.run(line, { tty: true, columns: 80 })).out);
  });

  it('is coloured where that is welcome, and the same without', async () => {
    for (const line of ['--help', 'list --help', 'config --help']) {
      const { out } = await lab.run(line, { tty: true, color: true, columns: 60 });
      expect(out).toContain('\u001b[1mUsage:\u001b[22m');
      expect(out).toMatch(/\u001b\[1mExamples?:\u001b\[22m\n/);
      expect(out).toMatch(/\u001b\[36m-h, --help\u001b\[39m/);
      expect(plain(out)).toBe((await lab.run(line, { tty: true, columns: 60 })).out);
    }
  });
});
