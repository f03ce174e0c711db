// What TAB offers: by the table that is built from the commands, and in the shells themselves.
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hosts } from '../../hosts/index.ts';
import { type CommandSpec, type Completions, complete, type Found } from '../../src/commands/complete.ts';
import { FREE, readCompletions } from '../../src/commands/completions.ts';
import { verbs } from '../../src/commands/program.ts';
import { CONFIG_KEYS } from '../../src/config/keys.ts';
import { type Lab, makeLab } from './lab.ts';
import { ENTER, inTerminal, needs, TAB } from './terminal.ts';

const root = path.join(import.meta.dirname, '../..');
const names = hosts.map(({ name }) => name);

let lab: Lab;
let bin: string;
let env: Record<string, string | undefined>;
let completions: Completions;
beforeAll(async () => {
  completions = await readCompletions();
  lab = makeLab();
  bin = path.join(lab.dir, 'bin');
  fs.mkdirSync(bin);
  fs.symlinkSync(path.join(root, 'bin/engram.js'), path.join(bin, 'engram'));
  env = { HOME: lab.home, PATH: `${bin}:${process.env.PATH}` };
  lab.write('.engram/memories/deploy-window.md', 'Deploys only\u202e Monday to Thursday.\n');
  lab.write('.engram/memories/deploy-keys.md', 'Keys are in the vault.\n');
  lab.write('.engram/memories/pnpm.md', 'Use pnpm here.\n');
  lab.write('notes.md', 'A note.\n');
  await lab.run('sync');
  for (const session of ['0f3c:9a', '77aa']) {
    const payload = { hook_event_name: 'SessionStart', session_id: session, source: 'startup', cwd: lab.project };
    spawnSync(path.join(bin, 'engram'), ['hook', 'claude'], { env, input: JSON.stringify(payload), cwd: lab.project });
  }
});
afterAll(() => lab.remove());

const found: Found = {
  memories: () => [
    { value: 'deploy-keys', meaning: '' },
    { value: 'deploy-window', meaning: '' },
  ],
  sessions: () => [{ value: '0f3c', meaning: '' }],
};

/** The words offered at the end of a line; `files` for those of the shell. */
function offered(line: string): string[] | 'files' {
  const { candidates, files } = complete(line.split(' ').slice(1), completions, found);
  return files ? 'files' : candidates.map(({ value }) => value);
}

describe('the words at the cursor', () => {
  it('are the commands, first', () => {
    expect(offered('engram ')).toEqual([...verbs().map(({ verb }) => verb.names[0]), 'help']);
  });

  it.each<[string, string[] | 'files']>([
    ['engram unl', ['unlink']],
    ['engram nothing', []],
    ['engram -', ['--version', '--help']],
    ['engram help set-', ['set-read', 'set-proof']],
    ['engram link ', [...names, 'all']],
    ['engram link codex cla', ['claude']],
    ['engram link claude c', names.filter((name) => name.startsWith('c') && name !== 'claude')],
    ['engram unlink --global a', ['all']],
    ['engram hosts cod', ['codex']],
    ['engram link --g', ['--global']],
    ['engram link --global --g', []],
    ['engram config ', ['get', 'set', 'unset', 'list']],
    ['engram config get load', ['load.limit', 'load.max_tokens']],
    ['engram config set read ', ['startup', 'auto', 'always', 'manual', 'off']],
    ['engram config set --project rehydrate.enabled t', ['true']],
    ['engram config set load.limit ', []],
    ['engram set-read m', ['manual']],
    ['engram set-proof ', ['off', 'compact']],
    ['engram bypass o', ['on', 'off']],
    ['engram bypass on --session ', ['0f3c']],
    ['engram context --session=0', ['0f3c']],
    ['engram context --blocks ', ['memories', 'rehydrate']],
    ['engram context --blocks memories,', ['memories,rehydrate']],
    ['engram context --source c', ['clear', 'compact']],
    ['engram route --host cod', ['codex']],
    ['engram dispatch --host codex --event User', ['UserPromptSubmit']],
    ['engram dispatch --host=codex --event Instr', []],
    ['engram dispatch --event Instr', ['InstructionsLoaded']],
    ['engram show d', ['deploy-keys', 'deploy-window']],
    ['engram forget deploy-keys ', ['deploy-window']],
    ['engram edit deploy-keys ', ['--json', '--help']],
    ['engram ls --type=pr', ['preference', 'procedure']],
    ['engram list --type pr', ['preference', 'procedure']],
    ['engram list --tag x --ta', ['--tag']],
    ['engram list ', ['--tag', '--type', '--expired', '--json', '--help']],
    ['engram remember -- --', []],
    ['engram remember --id ', []],
    ['engram import ', 'files'],
    ['engram completion ', ['bash', 'zsh', 'fish']],
  ])('of %j are %j', (line, words) => {
    expect(offered(line)).toEqual(words);
  });

  it('are said of every argument and option that takes one', () => {
    const walk = (spec: CommandSpec): string[] => [
      ...spec.arguments.flatMap(({ name, values }) =>
        values || FREE.includes(`<${name}>`) ? [] : [`${spec.names[0]} <${name}>`],
      ),
      ...spec.options.flatMap(({ flags, takes, values }) =>
        !takes || values || FREE.includes(flags.at(-1)!) ? [] : [`${spec.names[0]} ${flags.at(-1)}`],
      ),
      ...spec.commands.flatMap(walk),
    ];
    expect(walk(completions.program)).toEqual([]);
    expect(Object.keys(completions.keys)).toEqual(CONFIG_KEYS.map(({ key }) => key));
  });
});

describe('engram complete', () => {
  const ask = (...words: string[]) =>
    execFileSync(path.join(bin, 'engram'), ['complete', ...words], {
      env: env as NodeJS.ProcessEnv,
      cwd: lab.project,
      encoding: 'utf8',
    });

  it('answers a word a line with its meaning, then whether files go with them', () => {
    expect(ask('--', 'show', 'deploy')).toBe(
      'deploy-keys\tKeys are in the vault.\ndeploy-window\tDeploys only Monday to Thursday.\n:4\n',
    );
    expect(ask('--', 'bypass', 'on', '--session', '0')).toMatch(
      /^0f3c:9a\tclaude, \d{4}-\d\d-\d\d \d\d:\d\d UTC\n:4\n$/,
    );
    expect(ask('--', 'import', 'no')).toBe(':0\n');
  });

  it('has nothing to say where it is asked for nothing, and where nothing is', () => {
    expect(ask()).toBe('');
    expect(ask('claude')).toBe('');
    const bare = { PATH: env.PATH } as NodeJS.ProcessEnv;
    expect(
      execFileSync(path.join(bin, 'engram'), ['complete', '--', 'show', ''], { env: bare, encoding: 'utf8' }),
    ).toBe(':4\n');
  });

  it('loads no package', () => {
    const outputs = JSON.parse(fs.readFileSync(path.join(root, 'dist/meta.json'), 'utf8'));
    const inputs = Object.keys(outputs['dist/complete.cjs'].inputs);
    expect(inputs.filter((file) => file.includes('node_modules'))).toEqual([]);
    expect(
      outputs['dist/complete.cjs'].imports
        .map((it: { path: string }) => it.path)
        .filter((it: string) => !/^node:(fs|path)$/.test(it)),
    ).toEqual([]);
  });

  it('is built of what the commands are now', () => {
    expect(fs.readFileSync(path.join(root, 'dist/complete.cjs'), 'utf8')).toContain(
      'print the script that lets a shell complete engram at TAB',
    );
    expect(
      ask('--', '')
        .split('\n')
        .slice(0, -2)
        .map((line) => line.split('\t')[0]),
    ).toEqual(offered('engram '));
  });
});

describe('the scripts', () => {
  it.each(['bash', 'zsh', 'fish'])('%s: is printed, and says where it belongs', async (shell) => {
    const { out, code } = await lab.run(`completion ${shell}`);
    expect(code).toBe(0);
    expect(out).toContain(`engram completion ${shell}`);
    const json = await lab.json<{ script: string; file: string }>(`completion ${shell} --json`);
    expect([json.script, fs.readFileSync(json.file, 'utf8')]).toEqual([out, out]);
    expect((await lab.run('completion --help')).out).toContain(
      '  eval "$(engram completion zsh)"      # in ~/.zshrc\n',
    );
  });

  it('names the shells where it is asked for another', async () => {
    expect(await lab.run('completion tcsh')).toEqual({
      code: 64,
      out: '',
      err: "engram: value 'tcsh' is invalid for argument 'shell'; allowed choices are bash, zsh, fish; see engram completion --help\n",
    });
  });

  for (const shell of ['bash', 'zsh', 'fish']) {
    it.skipIf(needs(shell))(`${shell}: parses${needs(shell)}`, async () => {
      const { file } = await lab.json<{ file: string }>(`completion ${shell} --json`);
      const { status, stderr } = spawnSync(shell, ['-n', file], { encoding: 'utf8' });
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    });
  }
});

/** What is typed, and the arguments that the line has when it is sent off. */
const TYPED: [string, string[]][] = [
  [`engram lin${TAB}cla${TAB}cod${TAB}`, ['link', 'claude', 'codex']],
  [`engram list --ty${TAB}pref${TAB}`, ['list', '--type', 'preference']],
  [`engram list --type=pref${TAB}`, ['list', '--type=preference']],
  [`engram config set load.m${TAB}5`, ['config', 'set', 'load.max_tokens', '5']],
  [`engram show deploy-w${TAB}pn${TAB}`, ['show', 'deploy-window', 'pnpm']],
  [`engram bypass on --session 0f3c:${TAB}`, ['bypass', 'on', '--session', '0f3c:9a']],
  [`engram bypass on --session=0f3c:${TAB}`, ['bypass', 'on', '--session=0f3c:9a']],
  [`engram context --blocks memories,${TAB}`, ['context', '--blocks', 'memories,rehydrate']],
  [`engram import not${TAB}`, ['import', 'notes.md']],
  [`engram show "deploy-w${TAB}`, ['show', 'deploy-window']],
  [`engram show '$(touch gone)' deploy-w${TAB}`, ['show', '$(touch gone)', 'deploy-window']],
];

describe.each([
  ['bash', ['--norc', '-i']],
  ['zsh', ['-f', '-i']],
])('%s', (shell, flags) => {
  const missing = needs(shell) || needs('python3');

  it.skipIf(missing).each(TYPED)(`completes %j${missing}`, (typed, words) => {
    const setup = path.join(lab.dir, `setup.${shell}`);
    // What is sent off is shown and not done.
    const show = `engram() { if [ "$1" = complete ]; then command engram "$@"; else printf 'ARGUMENT<%s>' "$@"; echo; fi; }`;
    fs.writeFileSync(setup, `eval "$(engram completion ${shell})"\n${show}\necho READY\n`);
    const { said } = inTerminal(
      [shell, ...flags],
      [
        { wait: '', send: `. '${setup}'${ENTER}` },
        { wait: 'READY', send: typed + ENTER },
        { wait: 'ARGUMENT', send: `exit 0${ENTER}` },
      ],
      { env, cwd: lab.project },
    );
    expect([...said.matchAll(/ARGUMENT<([^>\n]*)>/g)].map((match) => match[1])).toEqual(words);
    expect(fs.existsSync(path.join(lab.project, 'gone'))).toBe(false);
  });
});

describe('zsh', () => {
  const missing = needs('zsh') || needs('python3');

  it.skipIf(missing)(`completes by the file _engram in a folder of $fpath${missing}`, () => {
    const setup = path.join(lab.dir, 'setup.fpath');
    fs.writeFileSync(
      setup,
      `fpath=('${path.join(root, 'shell')}' $fpath); autoload -Uz compinit; compinit -D -i
engram() { if [[ $1 == complete ]]; then command engram "$@"; else echo "ARGUMENTS<$*>"; fi }
echo READY\n`,
    );
    const { said } = inTerminal(
      ['zsh', '-f', '-i'],
      [
        { wait: '', send: `. '${setup}'${ENTER}` },
        { wait: 'READY', send: `engram unl${TAB}cod${TAB}${ENTER}` },
        { wait: 'ARGUMENTS', send: `engram show deploy-k${TAB}${ENTER}` },
        { wait: 'ARGUMENTS', send: `exit 0${ENTER}` },
      ],
      { env, cwd: lab.project },
    );
    // The first TAB loads the function, the second finds it.
    expect([...said.matchAll(/ARGUMENTS<(.*?)>/g)].map((match) => match[1])).toEqual([
      'unlink codex',
      'show deploy-keys',
    ]);
  });
});

describe('fish', () => {
  const missing = needs('fish');

  it.skipIf(missing).each<[string, string[]]>([
    ['engram unl', ['unlink\ttake the hooks back: remove engram from the settings files of hosts']],
    ['engram link claude cod', ['codex\tCodex']],
    ['engram list --type=pref', ['--type=preference']],
    ['engram show deploy', ['deploy-keys\tKeys are in the vault.', 'deploy-window\tDeploys only Monday to Thursday.']],
    [
      'engram show ',
      [
        'deploy-keys\tKeys are in the vault.',
        'deploy-window\tDeploys only Monday to Thursday.',
        'pnpm\tUse pnpm here.',
      ],
    ],
    ['engram import not', ['notes.md']],
    ["engram show '$(touch gone)' pn", ['pnpm\tUse pnpm here.']],
  ])(`completes %j${missing}`, (line, lines) => {
    const script = `engram completion fish | source; complete -C ${`'${line.replaceAll("'", "\\'")}'`}`;
    const { stdout, stderr } = spawnSync('fish', ['--no-config', '-c', script], {
      env,
      cwd: lab.project,
      encoding: 'utf8',
    });
    expect({
      lines: stdout
        .split('\n')
        .filter(Boolean)
        .map((it) => it.trim()),
      stderr,
    }).toEqual({ lines, stderr: '' });
    expect(fs.existsSync(path.join(lab.project, 'gone'))).toBe(false);
  });
});
