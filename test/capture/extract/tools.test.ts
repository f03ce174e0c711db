import { describe, expect, it } from 'vitest';
import { callOf } from '../../../src/capture/extract/command-line.ts';
import { shown } from '../../../src/capture/extract/shown.ts';
import { tried } from '../../../src/capture/extract/tried.ts';
import type { ToolResult } from '../../../src/capture/turn.ts';
import { ran } from './lab.ts';

const EDIT: ToolResult = { tool: 'Edit', input: 'src/a.ts', output: '', ok: true };
const procedures = (...tools: ToolResult[]) => tried(tools).map(({ text }) => text);

describe('a command that worked after it had failed is a procedure', () => {
  it.each<[string, ToolResult[], string]>([
    [
      'with another flag',
      [
        ran('npm ci', 'npm error ERESOLVE could not resolve', false),
        ran('npm ci --legacy-peer-deps', 'added 1 package'),
      ],
      'Run `npm ci --legacy-peer-deps`; `npm ci` fails: ERESOLVE could not resolve.',
    ],
    [
      'with a variable',
      [
        ran('npm test', 'SyntaxError: Cannot use import statement outside a module', false),
        ran('NODE_OPTIONS=--experimental-vm-modules npm test', 'ok'),
      ],
      'Run `NODE_OPTIONS=--experimental-vm-modules npm test`; `npm test` fails: SyntaxError: Cannot use import statement outside a module.',
    ],
    [
      'by another name',
      [ran('python manage.py check', 'bash: python: command not found', false), ran('python3 manage.py check', 'ok')],
      'Run `python3 manage.py check`; `python manage.py check` fails: python: command not found.',
    ],
    [
      'from its folder',
      [ran('phpunit', 'bash: phpunit: command not found', false), ran('vendor/bin/phpunit', 'OK (4 tests)')],
      'Run `vendor/bin/phpunit`; `phpunit` fails: phpunit: command not found.',
    ],
    [
      'in a folder',
      [ran('cd web && npm ci', 'npm error ERESOLVE', false), ran('cd web && npm ci --force', 'ok')],
      'Run `cd web && npm ci --force`; `cd web && npm ci` fails: ERESOLVE.',
    ],
    [
      'after edits, where the failure was the call’s',
      [ran('cargo build', 'error: unknown option `--fast`', false), EDIT, ran('cargo build --release', 'Finished')],
      "Run `cargo build --release`; `cargo build` fails: unknown option '--fast'.",
    ],
    [
      'the last way of several',
      [
        ran('npm ci', 'npm error ERESOLVE', false),
        ran('npm ci --force', 'npm error EACCES: permission denied', false),
        ran('npm ci --legacy-peer-deps', 'ok'),
      ],
      'Run `npm ci --legacy-peer-deps`; `npm ci --force` fails: EACCES: permission denied.',
    ],
  ])('%s', (_, tools, text) => {
    expect(procedures(...tools)).toEqual([text]);
  });

  it.each<[string, ToolResult[]]>([
    ['the code was mended', [ran('npm test', '1 failed', false), EDIT, ran('npm test', 'ok')]],
    [
      'the code was mended and a flag added',
      [ran('npm test', '1 failed', false), EDIT, ran('npm test -- --bail', 'ok')],
    ],
    ['nothing was changed', [ran('./sync.sh', 'timeout', false), ran('./sync.sh', 'ok')]],
    ['another file was run', [ran('vitest run a.test.ts', 'FAIL', false), ran('vitest run b.test.ts', 'ok')]],
    ['another sub-command was run', [ran('git push', 'rejected', false), ran('git pull --rebase', 'ok')]],
    ['it only looked', [ran('ls config', 'No such file', false), ran('ls -a conf', 'app.toml')]],
    ['it only searched', [ran('grep -r timeout .', '', false), ran('grep -ri timeout .', 'a: timeout')]],
    ['it is another program', [ran('make', 'command not found', false), ran('cargo build', 'ok')]],
    ['a pipe failed', [ran('cat a | tool', 'unknown option', false), ran('cat a | tool -x', 'ok')]],
    ['nobody says whether it worked', [{ tool: 'Bash', input: 'npm ci', output: 'ERESOLVE' }, ran('npm ci -f', 'ok')]],
    ['it holds a secret', [ran('deploy', 'unknown option', false), ran('deploy --token=[redacted:token]', 'ok')]],
    [
      'no command ran',
      [
        { ...EDIT, ok: false },
        { ...EDIT, input: 'src/b.ts' },
      ],
    ],
    [
      'it was long ago',
      [
        ran('npm ci', 'ERESOLVE', false),
        ...Array.from({ length: 6 }, (_, i) => ran(`ls ${i}`, '')),
        ran('npm ci --force', 'ok'),
      ],
    ],
  ])('but not where %s', (_, tools) => {
    expect(procedures(...tools)).toEqual([]);
  });
});

describe('a command line is read as far as two can be compared', () => {
  it.each([
    [
      'A=1 npm test -- --bail a.ts',
      { program: 'npm', path: '', variables: ['A=1'], flags: ['--', '--bail'], operands: ['test', 'a.ts'] },
    ],
    ['cd web && ./gradlew build', { program: 'gradlew', path: './', variables: [], flags: [], operands: ['build'] }],
    ['sudo docker compose up -d 2>&1', { program: 'docker', operands: ['compose', 'up'], flags: ['-d'] }],
    ['npm test > /dev/null 2>&1', { program: 'npm', operands: ['test'], flags: [] }],
    ['git commit -m "feat: a b"', { program: 'git', operands: ['commit', 'feat: a b'], flags: ['-m'] }],
  ])('%s', (line, call) => {
    expect(callOf(line)).toMatchObject(call);
  });

  it.each([
    'a | b',
    'a; b',
    'a || b',
    'a && b',
    'x=$(y) z',
    'a > file',
    'for i in 1 2\ndo x\ndone',
    '',
    '"quoted',
    'npm test 2>&1 | tail -20',
    'npm test; echo $?',
  ])('not: %j', (line) => {
    expect(callOf(line)).toBeUndefined();
  });
});

describe('what tools report of a project is a fact in our words', () => {
  it.each([
    [
      'yarn add lodash',
      'error This project\'s package.json defines "packageManager": "pnpm@9.4.0". However the current global version of Yarn is 1.22.22.',
      "This project's package manager is pnpm@9.4.0 (package.json): use pnpm.",
    ],
    [
      'pnpm install',
      ' ERR_PNPM_OTHER_PM_EXPECTED  This project is configured to use yarn',
      "This project's package manager is yarn (package.json): use yarn.",
    ],
    [
      'npm ci',
      'npm error notsup Required: {"node":">=20.10"}\nnpm error notsup Actual:   {"npm":"9.8.1","node":"v18.17.0"}',
      'This project requires node >=20.10 (package.json, engines).',
    ],
    [
      'yarn install',
      'error shop@1.0.0: The engine "node" is incompatible with this module. Expected version "^20 || >=22". Got "18.0.0"',
      'This project requires node ^20 || >=22 (package.json, engines).',
    ],
    [
      'pip install -e .',
      "ERROR: Package 'shop' requires a different Python: 3.9.2 not in '>=3.11'",
      'This project requires Python >=3.11.',
    ],
    [
      'poetry install',
      'Current Python version (3.9.2) is not allowed by the project (>=3.11,<4.0).',
      'This project requires Python >=3.11,<4.0.',
    ],
    [
      'git push origin main',
      'remote: error: GH006: Protected branch update failed for refs/heads/main.\nremote: error: Changes must be made through a pull request.',
      'The branch main is protected: changes go through a pull request, pushes to it are refused.',
    ],
    [
      'git push',
      'remote: GitLab: You are not allowed to push code to protected branches on this project.',
      'Pushes to protected branches are refused: changes go through a merge request.',
    ],
    [
      'git commit -m "x"',
      '✖   type must be one of [build, chore, docs, feat, fix] [type-enum]',
      'Commit messages begin with a type, one of build, chore, docs, feat, fix (commitlint checks it), as in `feat: …`.',
    ],
    [
      'git commit -m "feat: x"',
      '✖   header must not be longer than 72 characters, current length is 90 [header-max-length]',
      "A commit's header has at most 72 characters (commitlint checks it).",
    ],
    [
      'npx jest --coverage',
      'Jest: "global" coverage threshold for branches (80%) not met: 71%',
      'Test coverage of branches must be at least 80 %, or the run fails.',
    ],
    [
      'pytest',
      'FAIL Required test coverage of 85% not reached. Total coverage: 80.1%',
      'Test coverage must be at least 85 %, or the run fails.',
    ],
    [
      'git push',
      'remote: error: GH006: Commits must have verified signatures.',
      'Commits must be signed: the server refuses pushes of unsigned ones.',
    ],
    ['git remote show origin', '* remote origin\n  HEAD branch: develop\n', 'The default branch is develop.'],
    ['git symbolic-ref refs/remotes/origin/HEAD', 'refs/remotes/origin/trunk', 'The default branch is trunk.'],
  ])('%s', (input, output, text) => {
    expect(shown([ran(input, output, false)])).toMatchObject([
      { text, origin: 'tool', importance: 0.8, scope: 'project' },
    ]);
  });

  it.each([
    ['cat notes.txt', '"packageManager": "pnpm@9.4.0"'],
    ['git log', 'type must be one of [build, chore]'],
    ['curl https://example.com', 'Protected branch update failed for refs/heads/main.'],
    ['git remote show origin', '  HEAD branch: main'],
    ['npm ls', 'coverage threshold'],
  ])('not from: %s', (input, output) => {
    expect(shown([ran(input, output)])).toEqual([]);
  });

  it('each once a turn', () => {
    const output = 'remote: error: GH006: Protected branch update failed for refs/heads/main.';
    expect(shown([ran('git push', output, false), ran('git push -f', output, false)])).toHaveLength(1);
  });
});
