import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CONFIG_KEYS, DEFAULTS } from '../../src/config/keys.ts';
import { loadConfig, refusal } from '../../src/config/load.ts';
import { ConfigError, setConfig } from '../../src/config/set.ts';

let dir: string;
let user: string;
let project: string;
beforeEach(() => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), 'engram-config-'));
  user = path.join(dir, 'home', 'config.yaml');
  project = path.join(dir, 'project', '.engram', 'config.yaml');
  fs.mkdirSync(path.dirname(user), { recursive: true });
  fs.mkdirSync(path.dirname(project), { recursive: true });
});
afterEach(() => fs.rmSync(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }));

describe('the table of keys', () => {
  it('has these keys and defaults', () => {
    expect(DEFAULTS).toEqual({
      read: 'auto',
      proof: 'off',
      'hooks.path_rules': 'native',
      'sessions.machine': 'inject',
      'namespaces.read': 'all',
      'project.worktrees': 'share',
      'load.limit': 8,
      'load.max_tokens': 1600,
      'start.max_tokens': 800,
      'start.recency_bias': 0.7,
      'rehydrate.enabled': true,
      'rehydrate.window_hours': 6,
      'entities.enabled': true,
      'entities.min_score': 0.8,
      'entities.max_chars': 500,
      'entities.disabled': '',
      'capture.enabled': false,
      'trust.mode': 'once',
      'staging.enabled': true,
      'staging.dream_markers': true,
      'extract.command': '',
      'extract.endpoint': '',
      'extract.model': '',
      'extract.max_calls': 50,
    });
  });
  it.each(CONFIG_KEYS.map((entry) => [entry.key, entry] as const))(
    '%s: its default passes its own schema and it has its words',
    (_, entry) => {
      expect(entry.schema.parse(entry.default)).toBe(entry.default);
      expect(entry.doc).toMatch(/^[A-Z].*\.$/);
      expect(entry.values).not.toBe('');
    },
  );
});

describe('loadConfig', () => {
  it('takes defaults where there are no files', () => {
    expect(loadConfig([user, project])).toEqual({ config: DEFAULTS, origins: {}, problems: [] });
  });

  it('puts the project over the user', () => {
    fs.writeFileSync(user, 'read: always\nload:\n  limit: 5\n  max_tokens: 900\n');
    fs.writeFileSync(project, '# ours\nload:\n  limit: 3\nstart: {recency_bias: 0}\n');
    expect(loadConfig([user, project])).toEqual({
      config: { ...DEFAULTS, read: 'always', 'load.limit': 3, 'load.max_tokens': 900, 'start.recency_bias': 0 },
      origins: { read: user, 'load.limit': project, 'load.max_tokens': user, 'start.recency_bias': project },
      problems: [],
    });
  });

  const modes: [user: string, project: string, read: string, refused: boolean][] = [
    ['off', 'auto', 'off', true],
    ['off', 'manual', 'off', true],
    ['manual', 'always', 'manual', true],
    ['manual', 'off', 'off', false],
    ['auto', 'always', 'always', false],
    ['startup', 'auto', 'auto', false],
  ];
  it.each(modes)('user %s, project %s: %s', (mine, theirs, read, refused) => {
    fs.writeFileSync(user, `read: ${mine}\n`);
    fs.writeFileSync(project, `# c\nread: ${theirs}\n`);
    const { config, problems } = loadConfig([user, project]);
    expect(config.read).toBe(read);
    expect(problems).toEqual(
      refused
        ? [
            {
              file: project,
              line: 2,
              message: `read: your own config says ${mine}, and a project cannot turn on more than that`,
              refused: true,
            },
          ]
        : [],
    );
  });

  it('lets a project set what the user did not', () => {
    fs.writeFileSync(project, 'read: always\n');
    expect(loadConfig([user, project]).config.read).toBe('always');
  });

  it('refuses a key that is the user’s alone', () => {
    const entry = { ...CONFIG_KEYS[0]!, scopes: ['user'] as const };
    expect(refusal(entry, 'project', 'auto', undefined)).toBe(
      'only your own config.yaml may set this, not a project’s'.replace('’', "'"),
    );
    expect(refusal(entry, 'user', 'auto', undefined)).toBe(undefined);
  });

  const faults: [title: string, text: string, line: number, message: string][] = [
    [
      'an unknown value',
      'proof: compact\nread: sometimes\n',
      2,
      'read must be startup | auto | always | manual | off, not "sometimes"; until it is, "off" holds',
    ],
    ['a number out of range', 'load:\n  limit: 0\n', 2, 'load.limit must be 1–50, not 0'],
    ['half a memory', 'load:\n  limit: 1.5\n', 2, 'load.limit must be 1–50, not 1.5'],
    ['a number in quotes', 'load:\n  limit: "8"\n', 2, 'load.limit must be 1–50, not "8"'],
    ['an unknown key', '# c\nreda: auto\n', 2, "reda is no key of engram's (did you mean read?)"],
    ['a key of a section at the top', 'limit: 4\n', 1, "limit is no key of engram's (did you mean load.limit?)"],
    ['a key with its dot', 'load.limit: 4\n', 1, 'write load.limit as two levels: load:, and below it limit: 4'],
    ['a value for a section', 'load: 4\n', 1, "load is no key of engram's; its keys are load.limit, load.max_tokens"],
    ['a short stranger', 'foo: 1\n', 1, "foo is no key of engram's; engram config list names them all"],
    ['a stranger', 'telemetry: true\n', 1, "telemetry is no key of engram's; engram config list names them all"],
    ['a list', '- read\n', 1, 'a config file holds keys and values, as in read: auto'],
    ['what is not YAML', 'read: auto\nproof: "off\n', 2, 'not valid YAML: missing closing "quote'],
    ['a tab', 'load:\n\tlimit: 3\n', 2, 'indent with blanks, not with tabs'],
  ];
  it.each(faults)('goes on with the defaults and names the line: %s', (_, text, line, message) => {
    fs.writeFileSync(user, text);
    const { config, problems } = loadConfig([user, project]);
    expect(problems).toEqual([{ file: user, line, message }]);
    expect(config).toEqual({
      ...DEFAULTS,
      ...(text.startsWith('proof: compact') ? { proof: 'compact', read: 'off' } : {}),
    });
  });

  it.each([
    ['a fault below', 'read: off\nproof: [\n', 'off'],
    ['a fault above', 'proof: "off\nread: off\n', 'auto'],
    ['a list left open above', 'proof: [\nread: off\n', 'off'],
    ['a tab', 'read: manual\nload:\n\tlimit: 3\n', 'manual'],
    ['a key twice', 'read: off\nproof: off\nproof: off\n', 'off'],
    ['a slip', 'read: of\n', 'off'],
    ['a no', 'read: no\n', 'off'],
    ['a false', 'read: false\n', 'off'],
    ['a slip and a fault', 'read: of\nproof: [\n', 'off'],
    ['a fault alone', 'load:\n  limit: [\n', 'auto'],
    ['an alias to nothing', 'read: off\nproof: *x\n', 'auto'],
  ])('does not turn on by a fault what was turned off: %s', (_, text, read) => {
    fs.writeFileSync(user, text);
    fs.writeFileSync(project, 'read: always\n');
    const { config, problems } = loadConfig([user, project]);
    expect(problems.filter(({ file }) => file === user)).not.toEqual([]);
    expect(config).toEqual({ ...DEFAULTS, read: read === 'auto' ? 'always' : read });
  });

  it('takes keys without a value, and empty files, for nothing', () => {
    fs.writeFileSync(user, 'read:\nload:\n  limit: ~\nstart:\n');
    fs.writeFileSync(project, '');
    expect(loadConfig([user, project])).toEqual({ config: DEFAULTS, origins: {}, problems: [] });
  });

  it('names a folder in the place of the file', () => {
    fs.mkdirSync(user);
    expect(loadConfig([user]).problems.map(({ file, line }) => ({ file, line }))).toEqual([{ file: user, line: 0 }]);
  });

  it('never throws and always gives every key', () => {
    const part = fc.constantFrom(
      'read: ',
      'auto',
      '\n',
      'load:',
      '  limit: ',
      '8',
      '- ',
      '*a',
      '&a ',
      '{',
      '"',
      '\t',
      '__proto__: ',
      '<<: ',
      '? ',
      '%YAML 9\n---\n',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(part, fc.string({ unit: 'binary', maxLength: 4 })), { maxLength: 12 }), (parts) => {
        fs.writeFileSync(user, parts.join(''));
        const { config } = loadConfig([user]);
        for (const { key, schema } of CONFIG_KEYS) expect(schema.safeParse(config[key]).success).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

describe('setConfig', () => {
  it('makes the user’s file for the user alone', () => {
    expect(setConfig([user, project], 'user', 'load.limit', '5')).toEqual({
      file: user,
      key: 'load.limit',
      value: 5,
      changed: true,
    });
    expect(fs.readFileSync(user, 'utf8')).toBe('load:\n  limit: 5\n');
    expect(fs.statSync(user).mode & 0o777).toBe(0o600);
    expect(setConfig([user, project], 'user', 'load.limit', '5').changed).toBe(false);
  });

  it('keeps comments, order, mode and a link', () => {
    const real = path.join(dir, 'dotfiles.yaml');
    fs.writeFileSync(real, '# mine\nproof: off   # quiet\n\nread: auto\n', { mode: 0o640 });
    fs.chmodSync(real, 0o640);
    fs.symlinkSync(real, user);
    setConfig([user, project], 'user', 'proof', 'compact');
    expect(fs.readFileSync(real, 'utf8')).toBe('# mine\nproof: compact   # quiet\n\nread: auto\n');
    expect(fs.lstatSync(user).isSymbolicLink()).toBe(true);
    expect(fs.statSync(real).mode & 0o777).toBe(0o640);
  });

  it.skipIf(process.getuid?.() !== 0)('keeps the owner where root sets', () => {
    fs.mkdirSync(path.dirname(user), { recursive: true });
    fs.writeFileSync(user, 'read: auto\n');
    fs.chownSync(user, 12345, 54321);
    setConfig([user], 'user', 'proof', 'compact');
    const { uid, gid } = fs.statSync(user);
    expect([fs.readFileSync(user, 'utf8'), uid, gid]).toEqual(['read: auto\nproof: compact\n', 12345, 54321]);
  });

  const bad: [key: string, value: string, scope: 'user' | 'project', kind: string, message: string][] = [
    ['hooks.path_rules', 'both', 'user', 'usage', 'hooks.path_rules must be native | hook, not "both"'],
    ['load.limit', 'many', 'user', 'usage', 'load.limit must be 1–50, not "many"'],
    ['load.limit', '', 'user', 'usage', 'load.limit must be 1–50, not ""'],
    ['load.limt', '5', 'user', 'usage', "load.limt is no key of engram's (did you mean load.limit?)"],
    ['load', '5', 'user', 'usage', "load is no key of engram's; its keys are load.limit, load.max_tokens"],
    ['read', 'auto', 'project', 'usage', 'read: your own config says off, and a project cannot turn on more than that'],
  ];
  it.each(bad)('leaves the file as it is: %s %j (%s)', (key, value, scope, kind, message) => {
    fs.writeFileSync(user, 'read: off # mine\n');
    fs.writeFileSync(project, '');
    const error = caught(() => setConfig([user, project], scope, key, value));
    expect({ kind: error.kind, message: error.message }).toEqual({ kind, message });
    expect(fs.readFileSync(user, 'utf8')).toBe('read: off # mine\n');
    expect(fs.readFileSync(project, 'utf8')).toBe('');
  });

  it('leaves a file that does not parse alone', () => {
    fs.writeFileSync(user, 'read: auto\nproof: "off\n');
    const error = caught(() => setConfig([user], 'user', 'read', 'off'));
    expect(error.kind).toBe('config');
    expect(error.message).toBe(`${user}:2: not valid YAML: missing closing "quote; the file is left as it is`);
    expect(fs.readFileSync(user, 'utf8')).toBe('read: auto\nproof: "off\n');
  });

  it('has no project to set where there is none', () => {
    expect(caught(() => setConfig([user], 'project', 'read', 'off')).kind).toBe('usage');
  });

  it('repairs a value that is wrong', () => {
    fs.writeFileSync(user, 'read: sometimes # ?\n');
    setConfig([user], 'user', 'read', 'off');
    expect(fs.readFileSync(user, 'utf8')).toBe('read: off # ?\n');
  });
});

function caught(run: () => unknown): ConfigError {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return error as ConfigError;
  }
  throw new Error('nothing was thrown');
}
