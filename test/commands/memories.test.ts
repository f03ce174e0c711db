import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Lab, makeLab } from './lab.ts';

let lab: Lab;
beforeEach(() => {
  lab = makeLab();
});
afterEach(() => lab.remove());

const files = (folder: string): string[] =>
  fs.existsSync(folder) ? (fs.readdirSync(folder, { recursive: true }) as string[]).sort() : [];

describe('init', () => {
  it('E-04: makes the vault and its README, and no host’s file', async () => {
    const { code, out, err } = await lab.run('inject');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toBe(
      `Prepared ${lab.project} for engram:\n  .engram/memories\n  .engram/README.md\nNext:\n  engram remember "Deploys only Monday to Thursday." --type rule\n  engram link     # finds your agents and asks; engram hosts names all\n`,
    );
    expect(files(lab.project)).toEqual(['.engram', '.engram/README.md', '.engram/memories', '.git']);
    expect(files(lab.home).filter((name) => !name.startsWith('.engram'))).toEqual([]);
  });

  it('changes nothing the second time', async () => {
    await lab.run('init');
    lab.write('.engram/README.md', 'Ours.\n');
    expect(await lab.json('init --json')).toEqual({ root: lab.project, vault: lab.vault, created: [], memories: 0 });
    expect(lab.read('.engram/README.md')).toBe('Ours.\n');
  });

  it('prepares the repository, not the folder one stands in', async () => {
    fs.mkdirSync(path.join(lab.project, 'deep/er'), { recursive: true });
    await lab.run('init', { cwd: path.join(lab.project, 'deep/er') });
    expect(files(path.join(lab.project, 'deep'))).toEqual(['er']);
    expect(fs.existsSync(lab.vault)).toBe(true);
  });

  it('takes no home folder for a project', async () => {
    const { code, err } = await lab.run('init', { cwd: lab.home });
    expect(code).toBe(64);
    expect(err).toBe(
      `engram: ${lab.engram} is your own engram folder, not a project's; run this inside a project, or remember with --global\n`,
    );
  });
});

describe('remember', () => {
  it('says that what it wrote holds a secret, where, and how it is taken out; so do edit and approve', async () => {
    await lab.run('init');
    const token = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
    const file = path.join(lab.vault, 'ci-token.md');
    const said = (line: number) =>
      `engram: ${file}:${line}: holds what looks like a secret (github-token in line ${line}); it is sent as [redacted:github-token]: take it out, and change it if it was shared; engram edit ci-token opens it\n`;
    const { code, out, err } = await lab.run(['remember', `The token is ${token}.`, '--id', 'ci-token']);
    expect([code, out, err]).toEqual([0, 'Remembered ci-token in .engram/memories/ci-token.md\n', said(7)]);
    expect(fs.readFileSync(file, 'utf8')).toContain(token);
    const edited = await lab.run('edit ci-token', { env: lab.editor(`echo more >> "$1"`) });
    expect([edited.code, edited.err]).toEqual([0, said(7)]);
    const gone = await lab.run('edit ci-token', {
      env: lab.editor(`sed -i 's/ghp_[A-Za-z0-9]*/kept elsewhere/' "$1"`),
    });
    expect([gone.code, gone.err]).toEqual([0, '']);
    fs.rmSync(file);
    await lab.run(['remember', '--propose', `The key is ${token}.`, '--id', 'ci-token']);
    const approved = await lab.run('proposals approve 1');
    expect([approved.code, approved.err, fs.readFileSync(file, 'utf8').split('\n')[6]]).toEqual([
      0,
      '',
      'The key is [redacted:github-token].',
    ]);
    fs.rmSync(file);
    await lab.run(['remember', '--propose', 'The key is in the vault.', '--id', 'ci-token']);
    await lab.run('proposals edit 2', { env: lab.editor(`sed -i 's/in the vault/${token}/' "$1"`) });
    const changed = await lab.run('proposals approve 2');
    expect([changed.code, changed.err]).toEqual([0, said(7)]);
    expect((await lab.run(['remember', 'Deploys on Monday.', '--id', 'plain'])).err).toBe('');
  });

  it('writes the words into the project’s vault', async () => {
    await lab.run('init');
    const { code, out, err } = await lab.run([
      'remember',
      'Deploys only Monday to Thursday.',
      '--type',
      'rule',
      '--tag',
      'deploy,release',
      '--tag',
      '#ops',
      '--applies-to',
      'infra/**',
      '--entity',
      'payments',
      '--importance',
      '0.8',
    ]);
    expect({ code, out, err }).toEqual({
      code: 0,
      out: 'Remembered deploys-only-monday-to-thursday in .engram/memories/deploys-only-monday-to-thursday.md\n',
      err: '',
    });
    expect(lab.read('.engram/memories/deploys-only-monday-to-thursday.md')).toBe(
      '---\nid: deploys-only-monday-to-thursday\ntype: rule\ntags: [deploy, release, ops]\napplies_to: [infra/**]\nentities: [payments]\nimportance: 0.8\ncreated: 2026-11-30\nsource: user\n---\nDeploys only Monday to Thursday.\n',
    );
    const index = await lab.json<{ parsed: number; memories: number }>('sync --json');
    expect([index.memories, index.parsed]).toEqual([1, 0]);
  });

  it('S-15: takes other names of what it is about, which prompts are heard by', async () => {
    await lab.run('init');
    const { code, err } = await lab.run([
      ...['remember', 'The checkout listens on port 8443.', '--id', 'port'],
      ...['--entity', 'Checkout Service', '--alias', 'payments', '--alias', 'till'],
    ]);
    expect([code, err]).toEqual([0, '']);
    expect(lab.read('.engram/memories/port.md')).toBe(
      '---\nid: port\ntype: fact\nentities: [Checkout Service]\naliases: [payments, till]\ncreated: 2026-11-30\nsource: user\n---\nThe checkout listens on port 8443.\n',
    );
    expect(await lab.json('entities --json')).toMatchObject([
      { name: 'Checkout Service', aliases: ['payments', 'till'] },
    ]);
    expect(await lab.run(['remember', 'Nameless.', '--alias', 'x'])).toEqual({
      code: 64,
      out: '',
      err: 'engram: --alias is another name of what --entity names; give that too\n',
    });
    const stdin = '---\nentities: [Ledger]\naliases: {Ledger: [books]}\nid: ledger\n---\nClosed in May.\n';
    await lab.run('remember --importance 0.9', { stdin });
    expect(lab.read('.engram/memories/ledger.md')).toContain('entities: [Ledger]\naliases: {Ledger: [books]}\n');
  });

  it('takes several words, stdin, and a dash', async () => {
    await lab.run('init');
    await lab.run('remember use pnpm here');
    await lab.run('remember --id piped', { stdin: '\n\n  Piped text.\r\nMore.\n\n' });
    await lab.run('remember - --id dash', { stdin: 'Dash.' });
    expect(lab.read('.engram/memories/use-pnpm-here.md')).toMatch(/---\nuse pnpm here\n$/);
    expect(lab.read('.engram/memories/piped.md')).toMatch(/---\n {2}Piped text.\r\nMore.\n$/);
    expect(lab.read('.engram/memories/dash.md')).toMatch(/---\nDash.\n$/);
  });

  it('takes a whole memory file from stdin, with its unknown keys, and the command line over it', async () => {
    await lab.run('init');
    const stdin = '---\ntype: decision # final\nowner: core\n---\nUse SQLite.\n';
    expect(await lab.json('remember --json --importance 0.9', { stdin })).toEqual({
      id: 'use-sqlite',
      vault: 'project',
      file: path.join(lab.vault, 'use-sqlite.md'),
      summary: 'Use SQLite.',
      type: 'decision',
      renamed: false,
      written: true,
    });
    expect(lab.read('.engram/memories/use-sqlite.md')).toBe(
      '---\ntype: decision # final\nowner: core\nid: use-sqlite\nimportance: 0.9\ncreated: 2026-11-30\nsource: user\n---\nUse SQLite.\n',
    );
    const bad = await lab.run('remember', { stdin: '---\ntype: rules\n---\nX\n' });
    expect(bad.code).toBe(65);
    expect(bad.err).toBe(
      'engram: the text:2: type must be one of rule, fact, preference, decision, procedure, skill, not "rules"\n',
    );
  });

  it('gives a memory another id where its own is taken, and says so', async () => {
    await lab.run('init');
    await lab.run(['remember', 'Same words. One.']);
    const second = await lab.run(['remember', 'Same words. Two.']);
    expect(second.err).toBe('engram: the id same-words is taken in this vault, so this one is same-words-2\n');
    expect(second.out).toBe('Remembered same-words-2 in .engram/memories/same-words-2.md\n');
    expect(lab.read('.engram/memories/same-words.md')).toMatch(/One\.\n$/);
  });

  it.each([
    ['by --id', 'remember Two. --id same', ''],
    ['by the front matter', 'remember', '---\nid: same\n---\nTwo.\n'],
  ])('refuses an id that was chosen %s and is taken', async (_, line, stdin) => {
    await lab.run('init');
    await lab.run('remember One. --id same');
    expect(await lab.run(line, { stdin })).toEqual({
      code: 73,
      out: '',
      err: 'engram: the id same is taken in this vault; engram edit same changes that memory, another --id keeps both\n',
    });
    expect(files(lab.vault)).toEqual(['same.md']);
  });

  it('does not write the same words a second time', async () => {
    await lab.run('init');
    await lab.run('remember One. --id same');
    const before = lab.read('.engram/memories/same.md');
    for (const again of [
      ['remember', 'One.'],
      ['remember', ' One. ', '--id', 'same'],
      ['remember', 'One.', '--id', 'new'],
    ]) {
      expect(await lab.run(again)).toEqual({
        code: 0,
        out: 'This is there already as same in .engram/memories/same.md; nothing was written\n',
        err: '',
      });
    }
    expect(await lab.json(['remember', 'One.', '--json'])).toEqual({
      id: 'same',
      file: path.join(lab.vault, 'same.md'),
      vault: 'project',
      written: false,
    });
    expect(files(lab.vault)).toEqual(['same.md']);
    expect(lab.read('.engram/memories/same.md')).toBe(before);
  });

  it('says where an id is only a hash', async () => {
    await lab.run('init');
    const { err } = await lab.run('remember 部署只在周一到周四');
    expect(err).toMatch(/^engram: the id m-[0-9a-f]{8} tells nobody what it is; --id gives a speaking one\n$/);
    expect((await lab.run('remember 周五不部署 --id no-friday')).err).toBe('');
    expect((await lab.run('remember Правила.')).err).toBe('');
  });

  it.each([
    ['remember', 'remember One.'],
    ['import', 'import notes.md'],
    ['a dry import', 'import notes.md --dry-run'],
  ])('%s puts nothing of a repository into the user’s vault unasked', async (_, line) => {
    lab.write('notes.md', 'Notes.\n');
    fs.mkdirSync(path.join(lab.project, 'deep'));
    fs.copyFileSync(path.join(lab.project, 'notes.md'), path.join(lab.project, 'deep/notes.md'));
    for (const cwd of [lab.project, path.join(lab.project, 'deep')]) {
      expect(await lab.run(line, { cwd })).toEqual({
        code: 64,
        out: '',
        err: `engram: ${lab.project} has no vault yet: run engram init here, or say --global for your own vault, which every project reads\n`,
      });
    }
    expect(fs.existsSync(lab.engram)).toBe(false);
    expect((await lab.run(`${line} --global`)).code).toBe(0);
  });

  it('hints at init only where it would work', async () => {
    for (const git of [false, true]) {
      if (git) fs.mkdirSync(path.join(lab.home, '.git'));
      const { code, err } = await lab.run(`remember ${git}.`, { cwd: lab.home });
      expect({ code, err }).toEqual({
        code: 0,
        err: `engram: ${lab.home} can have no vault of its own, so your own was taken, for every project\n`,
      });
    }
  });

  it('falls back to the user’s vault outside of repositories and says so; --global means it', async () => {
    fs.rmdirSync(path.join(lab.project, '.git'));
    const fallen = await lab.run('remember One.');
    expect(fallen.err).toBe(
      'engram: this folder has no vault (engram init makes one), so your own was taken, for every project\n',
    );
    expect(fallen.out).toBe('Remembered one in ~/.engram/memories/one.md\n');
    await lab.run('init');
    const meant = await lab.run('remember Two. --global');
    expect(meant).toEqual({ code: 0, out: 'Remembered two in ~/.engram/memories/two.md\n', err: '' });
    expect(files(lab.vault)).toEqual([]);
    expect(fs.statSync(path.join(lab.engram, 'memories/two.md')).mode & 0o777).toBe(0o600);
  });

  it('A-04: keeps two homes apart', async () => {
    for (const name of ['a', 'b']) {
      await lab.run(`remember ${name} --global`, { env: { ENGRAM_HOME: path.join(lab.dir, name) } });
    }
    const list = (name: string) => lab.run('list', { env: { ENGRAM_HOME: path.join(lab.dir, name) } });
    expect((await list('a')).out).toBe('a\tfact\t2026-11-30\tuser\ta\n');
    expect((await list('b')).out).toBe('b\tfact\t2026-11-30\tuser\tb\n');
    expect(fs.existsSync(lab.engram)).toBe(false);
  });

  it('opens the editor on a draft and takes what it is left with', async () => {
    await lab.run('init');
    const env = lab.editor(`cp "$1" '${lab.dir}/draft'; printf 'Written by hand.\\n' >> "$1"`);
    const { code, out } = await lab.run('remember --edit --type rule --tag x', { env });
    expect({ code, out }).toEqual({
      code: 0,
      out: 'Remembered written-by-hand in .engram/memories/written-by-hand.md\n',
    });
    expect(fs.readFileSync(path.join(lab.dir, 'draft'), 'utf8')).toBe(
      `---
type: rule
tags: [x]
created: 2026-11-30
source: user
# type is one of rule, fact, preference, decision, procedure, skill
# summary: one line; without it the first heading or sentence
# applies_to: ["infra/**"]  # paths that it is about, relative to the project
# importance: 0.5  # 0–1; rules and preferences from 0.7 on are sent in full at each start
# expires: 2026-12-31  # the last day on which it holds
---

`,
    );
    expect(lab.read('.engram/memories/written-by-hand.md')).toBe(
      '---\ntype: rule\ntags: [x]\ncreated: 2026-11-30\nsource: user\nid: written-by-hand\n---\n\nWritten by hand.\n',
    );
  });

  it('keeps the person’s comments, and none of the template’s', async () => {
    await lab.run('init');
    const env = lab.editor('sed -i "s/^# tags.*/tags: [a]  # mine/" "$1"; echo Body. >> "$1"');
    await lab.run('remember --edit --id x', { env });
    expect(lab.read('.engram/memories/x.md')).toBe(
      '---\nid: x\ntype: fact\ncreated: 2026-11-30\nsource: user\ntags: [a]  # mine\n---\n\nBody.\n',
    );
  });

  it.each([
    ['---\\ntype: decision\\n---\\nReplaced.\\n', 'type: decision\nid: replaced\ncreated: 2026-11-30\nsource: user'],
    [
      '---\\nsource: tool\\ncreated: 2025-01-01\\n---\\nReplaced.\\n',
      'source: tool\ncreated: 2025-01-01\nid: replaced',
    ],
    ['Replaced.\\n', 'id: replaced\ntype: rule\ncreated: 2026-11-30\nsource: user'],
  ])('dates a template that was replaced by %j', async (text, front) => {
    await lab.run('init');
    await lab.run('remember --edit --type rule', { env: lab.editor(`printf -- '${text}' > "$1"`) });
    expect(lab.read('.engram/memories/replaced.md')).toBe(`---\n${front}\n---\nReplaced.\n`);
  });

  describe('drafts', () => {
    const drafts = () => fs.readdirSync(os.tmpdir()).filter((name) => /^engram-[A-Za-z0-9]{6}$/.test(name));
    const script = (then: string) => lab.editor(`printf '%s' "$1" > '${lab.dir}/name'; ${then}`);
    const name = () => fs.readFileSync(path.join(lab.dir, 'name'), 'utf8');
    beforeEach(() => lab.run('init'));

    it.each([
      ['the editor fails', 'exit 1', 69],
      ['nothing was written', 'exit 0', 64],
      ['the person removed it', 'rm "$1"; exit 1', 69],
      ['it was stored', 'echo Words. >> "$1"', 0],
    ])('are gone when %s', async (_, then, code) => {
      expect((await lab.run('remember --edit', { env: script(then) })).code).toBe(code);
      expect(fs.existsSync(path.dirname(name()))).toBe(false);
    });

    it('are not left by an editor that is missing', async () => {
      const before = drafts();
      expect((await lab.run('remember --edit', { env: { EDITOR: 'nonexistent-editor' } })).code).toBe(69);
      expect(drafts().filter((it) => !before.includes(it))).toEqual([]);
    });

    it.each([
      ['the editor fails after saving', 'echo Words. >> "$1"; exit 1', 69],
      ['the id is taken', 'printf -- "---\\nid: taken\\n---\\nWords.\\n" > "$1"', 73],
      ['it is not UTF-8', 'printf "\\377" >> "$1"', 65],
      ['its front matter is never closed', 'printf -- "---\\nWords.\\n" > "$1"', 65],
      ['the disk refuses', `mv .engram/memories .engram/gone; touch .engram/memories; echo Words. >> "$1"`, 73],
    ])('are kept and named when %s', async (_, then, code) => {
      await lab.run('remember Taken. --id taken');
      const outcome = await lab.run('remember --edit', { env: script(`cd '${lab.project}'; ${then}`) });
      expect(outcome.code).toBe(code);
      expect(outcome.err).toContain(`; your text is kept in ${name()}: engram remember < it takes it from there\n`);
      expect(fs.existsSync(name())).toBe(true);
      fs.rmSync(path.dirname(name()), { recursive: true });
    });
  });

  it('keeps a draft that is no memory', async () => {
    await lab.run('init');
    const { code, err } = await lab.run('remember --edit', {
      env: lab.editor('printf -- \'---\\nimportance: 9\\n---\\nKept.\\n\' > "$1"'),
    });
    expect(code).toBe(65);
    const kept =
      /^engram: (.*):2: importance must be a number from 0 to 1, not 9; your text is kept in (.*): engram remember < it takes it from there\n$/.exec(
        err,
      )?.[2];
    expect(fs.readFileSync(kept!, 'utf8')).toBe('---\nimportance: 9\n---\nKept.\n');
    fs.rmSync(path.dirname(kept!), { recursive: true });
    expect(files(lab.vault)).toEqual([]);
  });

  it('names a text of nothing but signs by its hash', async () => {
    await lab.run('init');
    expect((await lab.run('remember 🙂')).code).toBe(0);
    expect((await lab.run('remember !?')).code).toBe(0);
    const names = fs.readdirSync(lab.vault);
    expect(names).toHaveLength(2);
    for (const name of names) expect(name).toMatch(/^m-[0-9a-f]{8}\.md$/);
  });

  it.each([
    [
      'nothing at all',
      'remember',
      'nothing to remember; give the text, as in engram remember "Use pnpm here.", pipe it in, or use --edit',
    ],
    [
      'an empty editor',
      'remember --edit',
      'nothing to remember; give the text, as in engram remember "Use pnpm here.", pipe it in, or use --edit',
    ],
    [
      'a bad type',
      'remember x --type rules',
      "option '--type <type>' argument 'rules' is invalid; allowed choices are rule, fact, preference, decision, procedure, skill; see engram remember --help",
    ],
    [
      'a bad importance',
      'remember x --importance much',
      "option '--importance <0-1>' argument 'much' is invalid; it is a number from 0 to 1, as in 0.8; see engram remember --help",
    ],
    [
      'a bad id',
      'remember x --id X_Y',
      "option '--id <id>' argument 'X_Y' is invalid; an id is a-z, 0-9, dot, dash and underscore, as in x_y; see engram remember --help",
    ],
  ])('refuses %s', async (_, line, message) => {
    await lab.run('init');
    expect(await lab.run(line, { env: { EDITOR: 'true' } })).toEqual({
      code: 64,
      out: '',
      err: `engram: ${message}\n`,
    });
    expect(files(lab.vault)).toEqual([]);
  });

  it('says that a key is nearly one of ours', async () => {
    await lab.run('init');
    const { code, err } = await lab.run('remember', { stdin: '---\nImportance: 0.9\n---\nX.\n' });
    expect({ code, err }).toEqual({
      code: 0,
      err: 'engram: Importance means nothing to engram (did you mean importance?)\n',
    });
    expect((await lab.run('edit x', { env: { EDITOR: 'true' } })).err).toBe(
      `engram: ${lab.vault}/x.md:2: Importance means nothing to engram (did you mean importance?)\n`,
    );
  });

  it('says what the disk refuses', async () => {
    lab.write('.engram/memories', 'a file');
    const { code, err } = await lab.run('remember x');
    expect(code).toBe(73);
    expect(err).toMatch(/^engram: the memory could not be written: .*\n$/);
  });
});

describe('list and show', () => {
  const HIDES = 'engram: a: a memory of the same id in a farther vault is hidden; engram show names it\n';
  beforeEach(() => {
    lab.write(
      '.engram/memories/a.md',
      '---\ntype: rule\ntags: [Deploy, x]\nreviewed: 2026-11-01\ncreated: 2026-01-01\n---\nProject rule.\n',
    );
    lab.write('.engram/memories/sub/b.md', '# Plain\n\nText.\n');
    lab.write(path.join(lab.engram, 'memories/a.md'), 'Hidden by the project.\n');
    lab.write(path.join(lab.engram, 'memories/c.md'), '---\ntags: [deploy]\n---\nMine.\n');
    lab.write('.engram/memories/bad.md', '---\nid: x\n');
  });

  it.each([
    ['list', 'a\trule\t2026-11-01\tproject\tProject rule.\nb\tfact\t-\tproject\tPlain\nc\tfact\t-\tuser\tMine.\n'],
    ['ls --tag deploy', 'a\trule\t2026-11-01\tproject\tProject rule.\nc\tfact\t-\tuser\tMine.\n'],
    ['list --tag deploy --tag X', 'a\trule\t2026-11-01\tproject\tProject rule.\n'],
    ['list --type fact', 'b\tfact\t-\tproject\tPlain\nc\tfact\t-\tuser\tMine.\n'],
  ])('%s', async (line, out) => {
    expect(await lab.run(line)).toEqual({
      code: 0,
      out,
      err: `${out.startsWith('a') ? HIDES : ''}engram: 1 memory file cannot be read; engram doctor says where and why\n`,
    });
  });

  it('aligns columns on a terminal, with colour where it is welcome', async () => {
    fs.rmSync(path.join(lab.vault, 'bad.md'));
    lab.write('.engram/memories/wide.md', '---\nid: wide-id\n---\n部署 \u001b[31mred\n');
    const { out } = await lab.run('list --type fact', { tty: true });
    expect(out).toBe(
      'id       type  date  vault    summary\nb        fact  -     project  Plain\nc        fact  -     user     Mine.\nwide-id  fact  -     project  部署 [31mred\n',
    );
    expect((await lab.run('list --tag x', { tty: true, color: true })).out).toBe(
      '\u001b[2mid  type  date        vault    summary\u001b[22m\n\u001b[1ma\u001b[22m   rule  2026-11-01  project  Project rule.\n',
    );
  });

  it('lists as JSON', async () => {
    const [first] = await lab.json<unknown[]>('list --json');
    expect(first).toEqual({
      id: 'a',
      summary: 'Project rule.',
      type: 'rule',
      tags: ['Deploy', 'x'],
      applies_to: [],
      entities: [],
      importance: 0.5,
      created: '2026-01-01',
      reviewed: '2026-11-01',
      expires: null,
      expired: false,
      supersedes: [],
      superseded_by: null,
      source: 'user',
      vault: 'project',
      file: path.join(lab.vault, 'a.md'),
      hides: [path.join(lab.engram, 'memories/a.md')],
      waiting: false,
    });
  });

  it('says when there is nothing', async () => {
    expect((await lab.run('list --tag none')).err).toMatch(/^engram: no memory fits\n/);
    const empty = await lab.run('list', { env: { ENGRAM_HOME: path.join(lab.dir, 'none') }, cwd: lab.dir });
    expect(empty).toEqual({ code: 0, out: '', err: 'engram: no memories yet; engram remember "…" writes the first\n' });
    expect(await lab.run('list --json --type skill')).toMatchObject({ code: 0, out: '[]\n' });
  });

  it('P-04: shows a record in full', async () => {
    expect((await lab.run('show a')).out).toBe(
      'a (recorded memory, not instructions)\nsummary: Project rule.\ntype: rule, importance 0.5\ntags: Deploy, x\ndate: reviewed 2026-11-01\nsource: user\nfile: .engram/memories/a.md\nhides: ~/.engram/memories/a.md\n\nProject rule.\n',
    );
    expect((await lab.json<{ body: string }>('show b --json')).body).toBe('# Plain\n\nText.\n');
    expect((await lab.json<{ id: string }[]>('show b c --json')).map(({ id }) => id)).toEqual(['b', 'c']);
  });

  it('cuts the last column at the width, and gives a long id a line of its own', async () => {
    const long = 'x'.repeat(60);
    lab.write(`.engram/memories/${long}.md`, 'A summary that is too long.\n');
    const { out } = await lab.run('list --type fact', { tty: true, columns: 40 });
    expect(out).toBe(
      `id  type  date  vault    summary\nb   fact  -     project  Plain\nc   fact  -     user     Mine.\n${long}\n    fact  -     project  A summary that…\n`,
    );
    lab.write('.engram/memories/b.md', 'Ein längerer Satz, der 部署 nicht in die Zeile passt.\n');
    const [, row] = (await lab.run('list --type fact', { tty: true, columns: 50 })).out.split('\n');
    expect(row).toBe('b   fact  -     project  Ein längerer Satz, der…');
  });

  it('shows a terminal no control sequences', async () => {
    lab.write('.engram/memories/esc.md', 'A \u001b[2Jb\u202e\n');
    expect((await lab.run('show esc', { tty: true })).out).toMatch(/\n\nA \\x1b\[2Jb\\u202e\n$/);
    expect((await lab.run('show esc')).out).toMatch(/\n\nA \u001b\[2Jb\u202e\n$/);
  });

  it.each([
    ['show nothing-like-it', 66, 'there is no memory nothing-like-it; engram list names them all'],
    ['show bb', 66, 'there is no memory bb; did you mean b?'],
    [
      'show bad',
      65,
      '<vault>/bad.md:1: the front matter that opens here is never closed by a line ---; engram edit bad opens it, engram forget bad takes it out',
    ],
    ['show', 64, "missing required argument 'id'; see engram show --help"],
  ])('%s', async (line, code, message) => {
    expect(await lab.run(line)).toEqual({ code, out: '', err: `engram: ${message.replace('<vault>', lab.vault)}\n` });
  });
});

describe('edit', () => {
  beforeEach(() => {
    lab.write('.engram/memories/a.md', '---\nid: a\n---\nOld words.\n');
  });

  it('has the index follow', async () => {
    const { code, out } = await lab.run('edit a', { env: lab.editor('sed -i s/Old/Fresh/ "$1"') });
    expect({ code, out }).toEqual({ code: 0, out: 'Changed a in .engram/memories/a.md\n' });
    expect((await lab.json<{ parsed: number }>('sync --json')).parsed).toBe(0);
  });

  it('prefers VISUAL, and says when nothing changed', async () => {
    const { out } = await lab.run('edit a', { env: { VISUAL: 'true', EDITOR: 'false' } });
    expect(out).toBe('Left as it was: a in .engram/memories/a.md\n');
  });

  it('says that the id has changed', async () => {
    const { out, err } = await lab.run('edit a --json', { env: lab.editor('sed -i "s/id: a/id: b/" "$1"') });
    expect(JSON.parse(out)).toEqual({ id: 'b', file: path.join(lab.vault, 'a.md'), changed: true });
    expect(err).toBe('engram: its id is b now\n');
  });

  it('follows an editor that saves and then fails', async () => {
    expect(await lab.run('edit a', { env: lab.editor('sed -i s/Old/Fresh/ "$1"; exit 1') })).toEqual({
      code: 69,
      out: '',
      err: `engram: the editor '${lab.dir}/editor.sh' ended with status 1, but ${lab.vault}/a.md has changed\n`,
    });
    expect((await lab.json<{ parsed: number }>('sync --json')).parsed).toBe(0);
  });

  it('loses nothing of a broken edit, and opens it again', async () => {
    const broken = await lab.run('edit a', { env: lab.editor('sed -i "s/id: a/type: x/" "$1"') });
    expect(broken.code).toBe(65);
    expect(broken.err).toBe(
      `engram: ${lab.vault}/a.md:2: type must be one of rule, fact, preference, decision, procedure, skill, not "x"; your text stands there as you left it, and no agent is sent it until it is mended\n`,
    );
    expect(lab.read('.engram/memories/a.md')).toBe('---\ntype: x\n---\nOld words.\n');
    expect((await lab.json<{ memories: number }>('sync --json')).memories).toBe(0);
    const mended = await lab.run('edit a', { env: lab.editor('sed -i "s/type: x/type: rule/" "$1"') });
    expect(mended.out).toBe('Changed a in .engram/memories/a.md\n');
  });

  it.each([
    ['nonexistent-editor', 69, 'the editor nonexistent-editor was not found; set EDITOR to one that is there'],
    ['false', 69, 'the editor false ended with status 1'],
  ])('EDITOR=%s', async (EDITOR, code, message) => {
    expect(await lab.run('edit a', { env: { EDITOR } })).toEqual({ code, out: '', err: `engram: ${message}\n` });
  });
});

describe('forget', () => {
  it('takes out what cannot be read, from the nearest vault', async () => {
    lab.write('.engram/memories/Bad One.md', '---\ntype: rule\n');
    lab.write(path.join(lab.engram, 'memories/bad-one.md'), 'Mine.\n');
    expect(await lab.run('forget bad-one')).toEqual({
      code: 0,
      out: 'Forgot bad-one; its file is .engram/archive/Bad One.md now\n',
      err: 'engram: the id bad-one means ~/.engram/memories/bad-one.md now\n',
    });
    expect(lab.read('.engram/archive/Bad One.md')).toBe('---\ntype: rule\n');
  });

  it('says which memory its going uncovers', async () => {
    lab.write('.engram/memories/a.md', 'Project.\n');
    lab.write(path.join(lab.engram, 'memories/a.md'), 'Mine.\n');
    expect((await lab.run('forget A')).err).toBe('engram: the id a means ~/.engram/memories/a.md now\n');
  });

  it('moves files to the archive of their vault', async () => {
    lab.write('.engram/memories/sub/a.md', 'A.\n');
    lab.write(path.join(lab.engram, 'memories/b.md'), 'B.\n');
    expect((await lab.run('forget a b')).out).toBe(
      'Forgot a; its file is .engram/archive/sub/a.md now\nForgot b; its file is ~/.engram/archive/b.md now\n',
    );
    expect(lab.read('.engram/archive/sub/a.md')).toBe('A.\n');
    expect((await lab.json<{ memories: number }>('sync --json')).memories).toBe(0);
  });

  it('moves nothing where one id is wrong', async () => {
    lab.write('.engram/memories/a.md', 'A.\n');
    expect(await lab.run('forget a zzz')).toEqual({
      code: 66,
      out: '',
      err: 'engram: there is no memory zzz; engram list names them all\n',
    });
    expect(files(lab.vault)).toEqual(['a.md']);
    expect(await lab.json('forget a a --json')).toEqual([
      { id: 'a', from: path.join(lab.vault, 'a.md'), to: path.join(lab.project, '.engram/archive/a.md') },
    ]);
  });
});
