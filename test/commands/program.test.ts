import fs from 'node:fs';
import path from 'node:path';
import { Command } from 'commander';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildProgram, verbs } from '../../src/commands/program.ts';
import { type Lab, makeLab, NOW } from './lab.ts';

let lab: Lab;
beforeEach(() => {
  lab = makeLab();
});
afterEach(() => {
  vi.doUnmock('../../src/commands/list.ts');
  lab.remove();
});

const context = () => ({
  env: {},
  cwd: '/',
  now: NOW,
  out: () => {},
  err: () => {},
  stdin: () => '',
  color: false,
  tty: false,
  interactive: false,
});

/** Every command with its sub-commands. */
async function commandsOf(verb: ReturnType<typeof verbs>[number]['verb']): Promise<Command[]> {
  const program = new Command('engram');
  (await verb.load()).register(program, context());
  const walk = (command: Command): Command[] => [command, ...command.commands.flatMap((it) => walk(it as Command))];
  return program.commands.flatMap((it) => walk(it as Command));
}

it('the README has every command in its table', () => {
  const readme = fs.readFileSync(path.join(import.meta.dirname, '../../README.md'), 'utf8');
  const table = readme.slice(readme.indexOf('\n## Commands\n'), readme.indexOf('\nEach has `--help`'));
  const named = [...table.matchAll(/^\| (`.*?`) \|/gm)].flatMap(([, cell]) => cell!.split(', '));
  expect(named.sort()).toEqual(
    verbs()
      .map(({ verb }) => `\`${verb.names[0]}\``)
      .sort(),
  );
});

describe.each(verbs().map(({ verb }) => [verb.names[0], verb] as const))('engram %s', (name, verb) => {
  it('is listed as its file describes it', async () => {
    const [command] = await commandsOf(verb);
    expect([command!.name(), ...command!.aliases()]).toEqual(verb.names);
    expect(command!.description()).toBe(verb.summary);
  });

  it('has help with an example', async () => {
    for (const words of (await commandsOf(verb)).map((command) => pathOf(command))) {
      const { code, out, err } = await lab.run([...words, '--help']);
      expect({ code, err }).toEqual({ code: 0, err: '' });
      expect(out, words.join(' ')).toMatch(
        new RegExp(`Examples?:\\n(?:.*\\n)*.*engram ${name === 'init' ? '' : words.join(' ')}`),
      );
    }
  });

  it('prints JSON where it is asked to', async () => {
    for (const command of await commandsOf(verb)) {
      if (command.commands.length > 0) continue;
      expect(
        command.options.map(({ long }) => long),
        pathOf(command).join(' '),
      ).toContain('--json');
    }
  });
});

function pathOf(command: Command): string[] {
  const parent = command.parent as Command | null;
  return parent?.parent ? [...pathOf(parent), command.name()] : [command.name()];
}

describe('the command line', () => {
  it('prints its help', async () => {
    const { code, out, err } = await lab.run([]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^Usage: engram \[options\] \[command\]\n/);
    for (const { verb } of verbs()) expect(out).toMatch(new RegExp(`^  ${verb.names.join('\\|')} `, 'm'));
    for (const line of ['--help', '-h', 'help']) expect((await lab.run(line)).out).toBe(out);
    expect((await lab.run('help list')).out).toBe((await lab.run('list --help')).out);
  });

  it('prints its version', async () => {
    const { version } = JSON.parse(fs.readFileSync('package.json', 'utf8'));
    for (const line of ['--version', '-V', '-v'])
      expect(await lab.run(line)).toEqual({ code: 0, out: `${version}\n`, err: '' });
  });

  it('loads the one command that is asked for', async () => {
    expect((await buildProgram(['list'], context())).commands.map((command) => command.name())).toEqual(['list']);
    expect((await buildProgram(['ls', '--json'], context())).commands.map((command) => command.name())).toEqual([
      'list',
    ]);
  });

  it.each([
    ['lst', "unknown command 'lst'; did you mean one of list, ls? see engram --help"],
    ['frobnicate', "unknown command 'frobnicate'; see engram --help"],
    ['--frob', "unknown option '--frob'; see engram --help"],
    ['list --jsn', "unknown option '--jsn'; did you mean --json? see engram list --help"],
    ['list extra', "too many arguments for 'list'; expected 0 arguments but got 1; see engram list --help"],
    ['list --type', "option '--type <type>' argument missing; see engram list --help"],
    [
      'list --type thing',
      "option '--type <type>' argument 'thing' is invalid; allowed choices are rule, fact, preference, decision, procedure, skill; see engram list --help",
    ],
    ['show', "missing required argument 'id'; see engram show --help"],
    ['proposals show', "missing required argument 'n'; see engram proposals show --help"],
    ['proposals nope', "unknown command 'nope'; see engram proposals --help"],
    ['queue nope', "unknown command 'nope'; see engram queue --help"],
    [
      'queue status nope',
      "too many arguments for 'status'; expected 0 arguments but got 1; see engram queue status --help",
    ],
    [
      'feedback a good',
      "value 'good' is invalid for argument 'verdict'; allowed choices are useful, noise; see engram feedback --help",
    ],
    ['frobnicate --help', "unknown command 'frobnicate'; see engram --help"],
    ['help frobnicate', "unknown command 'frobnicate'; see engram --help"],
  ])('ends %j with 64 and a sentence', async (line, message) => {
    expect(await lab.run(line)).toEqual({ code: 64, out: '', err: `engram: ${message}\n` });
  });

  it('says where it would keep things', async () => {
    const { code, err } = await lab.run('list', { env: { HOME: undefined } });
    expect(code).toBe(78);
    expect(err).toBe(
      'engram: neither ENGRAM_HOME nor HOME is set, so there is no place for memories; set one of them\n',
    );
  });

  it.each(['data', './data', '../data', '~/data'])(
    'refuses ENGRAM_HOME=%s, which each folder reads differently',
    async (set) => {
      const whole = set.startsWith('~') ? path.join(lab.home, 'data') : path.resolve(lab.project, set);
      for (const line of ['list', 'remember Mine.', 'link claude', 'doctor', 'status', 'uninstall --purge --yes']) {
        const { code, err } = await lab.run(line, { env: { ENGRAM_HOME: set } });
        expect([line, code, err]).toEqual([
          line,
          78,
          `engram: ENGRAM_HOME is ${set}, which is another folder wherever it is read; set it to a whole path (ENGRAM_HOME=${whole}), or unset it for ~/.engram\n`,
        ]);
      }
      expect([fs.readdirSync(lab.home), fs.readdirSync(lab.project), fs.readdirSync(lab.dir).sort()]).toEqual([
        [],
        ['.git'],
        ['home', 'project'],
      ]);
    },
  );

  it('turns what nobody foresaw into one line and a log entry without its words', async () => {
    vi.doMock('../../src/commands/list.ts', () => ({
      register: (program: Command) => {
        program.command('list').action(() => {
          throw new TypeError('canary words\nmore');
        });
      },
    }));
    const { code, out, err } = await lab.run('list');
    expect({ code, out }).toEqual({ code: 70, out: '' });
    const log = path.join(lab.engram, 'engram.log');
    expect(err).toBe(
      `engram: this should not have happened: canary words (ENGRAM_DEBUG=1 shows where; also in ${log})\n`,
    );
    const logged = fs.readFileSync(log, 'utf8');
    expect(logged).toMatch(/^2026-11-30T12:00:00\.000Z command: TypeError at program\.test\.ts:\d+:\d+\n$/);
    expect((await lab.run('list', { env: { ENGRAM_DEBUG: '1' } })).err).toMatch(
      /^TypeError: canary words\nmore\n {4}at /,
    );
  });
});
