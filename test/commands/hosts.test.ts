// The table of the hosts: on the hosts that there are, and on doubles of a dozen.
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { claude } from '../../hosts/claude.ts';
import { codex } from '../../hosts/codex.ts';
import type { Host } from '../../hosts/host.ts';
import { hosts } from '../../hosts/index.ts';
import type { Context } from '../../src/commands/context.ts';
import { abilitiesOf, capOf, type HostRow, printHosts } from '../../src/commands/host-table.ts';
import { width } from '../../src/commands/output.ts';
import { type Lab, makeLab, NOW } from './lab.ts';
import { plain } from './terminal.ts';

let lab: Lab;
beforeEach(() => {
  lab = makeLab();
});
afterEach(() => lab.remove());

const EVENTS = ['SessionStart', 'UserPromptSubmit', 'PreCompact', 'InstructionsLoaded', 'SubagentStart'];

/** A host that differs from Codex in this. */
const double = (name: string, other: Partial<Host>): Host => ({ ...codex, name, ...other });

const DOZEN: Host[] = [
  claude,
  codex,
  double('late', { injects: ['prompt', 'path'], startsAtPrompt: true, cap: { limit: 64_000, unit: 'bytes' } }),
  double('standing', {
    injects: [],
    standing: { files: ['.rules/engram.md'], cap: { limit: 12_000, unit: 'utf16' }, write: (text) => text },
    cap: { limit: 64_000, unit: 'bytes' },
  }),
  double('slot', { injects: ['session-start', 'prompt'], startsAtPrompt: true, slot: true, events: [] }),
  double('forgetful', { injects: ['prompt'], events: [{ event: 'Prompt', moment: 'prompt', timeout: 10 }] }),
  double('restarts', { events: [{ event: 'SessionStart', moment: 'session-start', timeout: 10 }] }),
  ...['eight', 'nine', 'ten', 'eleven', 'twelve-hosts'].map((name) => double(name, {})),
];

const LINKS: Record<string, HostRow['links']> = {
  claude: [
    { scope: 'project', unreadable: false },
    { scope: 'local', unreadable: false },
    { scope: 'user', unreadable: false },
  ],
  codex: [{ scope: 'project', unreadable: true }],
};

const rows = (pathRules: 'native' | 'hook' = 'native'): HostRow[] =>
  DOZEN.map((host) => ({
    name: host.name,
    title: host.title,
    can: abilitiesOf(host, pathRules),
    cap: capOf(host),
    links: LINKS[host.name] ?? [],
  }));

/** What is printed on a terminal, or in a pipe. */
function printed(from: readonly HostRow[], options: Partial<Context>): string {
  let out = '';
  const context: Context = {
    env: {},
    cwd: '/',
    now: NOW,
    out: (text) => {
      out += text;
    },
    err: () => {},
    stdin: () => '',
    color: false,
    tty: true,
    interactive: false,
    ...options,
  };
  printHosts(from, context);
  return out;
}

describe('what a host can', () => {
  const can = (name: string, pathRules: 'native' | 'hook' = 'native') =>
    Object.values(abilitiesOf(DOZEN.find((host) => host.name === name)!, pathRules));

  it.each<[string, (string | null)[]]>([
    ['claude', ['yes', 'yes', 'rules', 'yes', 'yes']],
    ['codex', ['yes', 'yes', 'yes', 'yes', 'yes']],
    ['late', ['prompt', 'yes', 'yes', null, 'yes']],
    ['standing', ['file', null, null, null, null]],
    ['slot', ['yes', 'yes', null, null, 'yes']],
    ['forgetful', [null, 'yes', null, null, null]],
    ['restarts', ['yes', 'yes', 'yes', 'yes', 'yes']],
  ])('%s: start, prompt, path, subagent, compaction %j', (name, abilities) => {
    expect(can(name)).toEqual(abilities);
  });

  it('follows hooks.path_rules', () => {
    expect([can('claude', 'hook')[2], can('codex', 'hook')[2]]).toEqual(['yes', 'yes']);
  });

  it('is an answer of so much, or a file', () => {
    expect(
      rows()
        .slice(0, 4)
        .map(({ cap }) => cap),
    ).toEqual([
      { limit: 9500, unit: 'utf16' },
      { limit: 9600, unit: 'bytes' },
      { limit: 64_000, unit: 'bytes' },
      { limit: 12_000, unit: 'utf16' },
    ]);
  });
});

describe('the table', () => {
  it('has a row for each host, and scopes on lines of their own where the width asks for it', () => {
    expect(printed(rows().slice(0, 6), { columns: 80 })).toBe(
      `host       start   prompt  path   subagent  compact     cap  unit    linked
claude     ✓       ✓       rules  ✓         ✓         9,500  UTF-16  project
                                                                     local
                                                                     global
codex      ✓       ✓       ✓      ✓         ✓         9,600  bytes   project!
late       prompt  ✓       ✓      –         ✓        64,000  bytes   –
standing   file    –       –      –         –        12,000  UTF-16  –
slot       ✓       ✓       –      –         ✓         9,600  bytes   –
forgetful  –       ✓       –      –         –         9,600  bytes   –

prompt: with the first prompt; file: by a file that it always reads; rules: by
its own rule files; engram hosts <name> tells more
`,
    );
    expect(printed(rows(), { columns: 120 })).toContain('9,500  UTF-16  project, local, global\n');
  });

  it('is a paragraph for each host where it is too narrow', () => {
    expect(printed(rows().slice(0, 2), { columns: 40 })).toBe(
      `claude  Claude Code
  start ✓  prompt ✓  path rules
  subagent ✓  compaction ✓
  cap 9,500 UTF-16
  linked project, local, global
codex  Codex
  start ✓  prompt ✓  path ✓  subagent ✓
  compaction ✓  cap 9,600 bytes
  linked project!

rules: by its own rule files; engram
hosts <name> tells more
`,
    );
  });

  it.each([40, 50, 60, 70, 79, 80, 81, 100, 120, 200])('keeps within %i columns with a dozen hosts', (columns) => {
    const out = printed(rows(), { columns });
    expect(out.split('\n').filter((line) => width(line) > columns)).toEqual([]);
    for (const { name } of DOZEN) expect(out).toMatch(new RegExp(`^${name}\\b`, 'm'));
  });

  it('is coloured where that is welcome, and the same without', () => {
    for (const columns of [40, 80, 200]) {
      const painted = printed(rows(), { columns, color: true });
      expect(painted).toContain('\u001b[32m✓\u001b[39m');
      expect(plain(painted)).toBe(printed(rows(), { columns }));
    }
  });

  it('is plain rows in a pipe', () => {
    expect(printed(rows().slice(0, 4), { tty: false })).toBe(
      'claude\tyes\tyes\trules\tyes\tyes\t9500\tutf16\tproject,local,global\n' +
        'codex\tyes\tyes\tyes\tyes\tyes\t9600\tbytes\tproject!\n' +
        'late\tprompt\tyes\tyes\tno\tyes\t64000\tbytes\t-\n' +
        'standing\tfile\tno\tno\tno\tno\t12000\tutf16\t-\n',
    );
  });
});

describe('engram hosts', () => {
  const linked = { hooks: [{ type: 'command', command: 'engram hook claude' }] };

  it('says where each is linked, and counts copies', async () => {
    lab.write('.claude/settings.json', JSON.stringify({ hooks: { SessionStart: [linked, linked] } }));
    await lab.run('link --global claude');
    const { hosts: all } = await lab.json<{ hosts: Record<string, unknown>[] }>('hosts --json');
    expect(all.map(({ name }) => name)).toEqual(hosts.map(({ name }) => name));
    expect(all.find(({ name }) => name === 'claude')).toMatchObject({
      links: [
        {
          scope: 'project',
          file: path.join(lab.project, '.claude/settings.json'),
          events: ['SessionStart'],
          copies: 1,
        },
        { scope: 'user', file: path.join(lab.home, '.claude/settings.json'), events: EVENTS, copies: 0 },
      ],
      can: { start: 'yes', prompt: 'yes', path: 'rules', subagent: 'yes', compaction: 'yes' },
      cap: { limit: 9500, unit: 'utf16' },
      rules: '.claude/rules/engram',
      standing: null,
      companions: [],
      startsAtPrompt: false,
      slot: false,
    });
    expect(all.find(({ name }) => name === 'codex')).toMatchObject({ links: [], rules: null });
    const { out } = await lab.run('hosts');
    expect(out).toContain('claude\tyes\tyes\trules\tyes\tyes\t9500\tutf16\tproject,global\ncodex\tyes\t');
    expect(out.split('\n')).toHaveLength(hosts.length + 1);
  });

  it('tells all of those that are named', async () => {
    lab.write('.claude/settings.json', JSON.stringify({ hooks: { SessionStart: [linked, linked] } }));
    const { out } = await lab.run('hosts claude-code');
    expect(out).toContain(
      `claude  Claude Code (also claude-code)
  events      SessionStart, UserPromptSubmit, PreCompact, InstructionsLoaded, SubagentStart
  context at  session-start, prompt, path, subagent-start
  cap         9500 UTF-16 units an answer
  rules       .claude/rules/engram
  linked      project: ${path.join(lab.project, '.claude/settings.json')} (SessionStart; 1 copy too many, which engram link removes)
  to do       ${claude.settings.todo![0]!.say}
  note        ${claude.limits[0]}
`,
    );
    expect(out).not.toContain('codex');
    const narrow = await lab.run('hosts codex', { tty: true, columns: 60 });
    expect(narrow.out.split('\n').filter((line) => width(line) > 60)).toEqual([]);
    expect(narrow.out).toContain('  linked      nowhere\n');
    expect(narrow.out.replace(/\n {14}/g, ' ')).toContain(`  to do       ${codex.settings.todo![0]!.say}\n`);
    const { hosts: one } = await lab.json<{ hosts: { name: string }[] }>('hosts codex --json');
    expect(one.map(({ name }) => name)).toEqual(['codex']);
  });

  it('says that a host has no such name', async () => {
    const { code, err } = await lab.run('hosts cladue');
    expect(code).toBe(64);
    expect(err).toMatch(/^engram: unknown host cladue \(did you mean claude\?\); known are claude, codex, /);
  });

  it('a file that cannot be read is named', async () => {
    lab.write('.codex/hooks.json', '{');
    const { out, err, code } = await lab.run('hosts');
    expect(code).toBe(0);
    expect(out).toMatch(/^codex\t.*\tproject!$/m);
    expect(err).toBe(
      `engram: ${path.join(lab.project, '.codex/hooks.json')}:1: not valid JSON (close brace expected)\n`,
    );
    expect((await lab.run('hosts codex')).out).toContain('.codex/hooks.json:1: not valid JSON');
  });
});
