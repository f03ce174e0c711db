import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseMemory } from '../../src/memory/file.ts';
import { type Lab, makeLab } from './lab.ts';

let lab: Lab;
beforeEach(async () => {
  lab = makeLab();
  await lab.run('init');
});
afterEach(() => lab.remove());

const userVault = () => path.join(lab.engram, 'memories');
const files = (folder = lab.vault) => (fs.existsSync(folder) ? fs.readdirSync(folder).sort() : []);
const memory = (id: string, folder = lab.vault) =>
  parseMemory(fs.readFileSync(path.join(folder, `${id}.md`), 'utf8'), id);

/** A file below the home folder. */
function home(file: string, text: string): string {
  const at = path.join(lab.home, file);
  fs.mkdirSync(path.dirname(at), { recursive: true });
  fs.writeFileSync(at, text);
  return at;
}

interface Taken {
  outcome: string;
  id?: string;
}
const from = (source: string, ...more: string[]) => lab.run(['import', '--from', source, ...more]);
const outcomes = async (source: string, ...more: string[]) =>
  (JSON.parse((await from(source, '--json', ...more)).out) as Taken[]).map(({ outcome, id }) => `${outcome} ${id}`);

/** Importing again does nothing, and what was edited since stays. */
async function isIdempotent(source: string): Promise<void> {
  const before = [lab.vault, userVault()].map((folder) =>
    files(folder).map((name) => fs.readFileSync(path.join(folder, name), 'utf8')),
  );
  expect((await outcomes(source)).every((it) => it.startsWith('unchanged '))).toBe(true);
  expect(
    [lab.vault, userVault()].map((folder) =>
      files(folder).map((name) => fs.readFileSync(path.join(folder, name), 'utf8')),
    ),
  ).toEqual(before);
}

describe('import --from claude-md', () => {
  beforeEach(() => {
    lab.write(
      'CLAUDE.md',
      `# Checkout

Payments of the web shop. See @docs/style.md and @README.md.

## Commands

- \`npm run dev\` starts it on port 4321.
- \`npm test\` runs vitest.

## More

@docs/events.md
Mail \`@someone\` or ops@example.org.
`,
    );
    lab.write('docs/events.md', '# Events\n\nAn event is never changed.\n\n@../../outside.md @deeper.md\n');
    lab.write('docs/deeper.md', 'Deep thoughts on events.\n');
    lab.write('docs/style.md', 'Two blanks of indentation.\n');
    lab.write('CLAUDE.local.md', 'My sandbox is sandbox-7.\n');
    lab.write('web/CLAUDE.md', 'Components are functions.\n');
    lab.write('node_modules/x/CLAUDE.md', 'Not this.\n');
    lab.write(
      '.claude/rules/api.md',
      '---\npaths: ["src/api/**", "*.proto"]\n---\n# API\n\nErrors are problem+json.\n',
    );
    lab.write('.claude/rules/engram/x.md', '<!-- engram: written from the memory x -->\nNot this.\n');
    lab.write('../outside.md', 'Not this either.\n');
    home('.claude/CLAUDE.md', 'Answer briefly.\n\n@~/notes.md @extra.md\n');
    home('.claude/extra.md', 'Prefer rg to grep.\n');
    home('notes.md', 'Nor this.\n');
    home('.claude/rules/git.md', '- Rebase, never merge.\n- Sign commits.\n');
  });

  it('says with --dry-run what would be made, and makes nothing', async () => {
    const { code, out, err } = await from('claude-md', '--dry-run');
    expect(code).toBe(0);
    expect(out).toContain('.claude/rules/api.md:4: would be imported as api\n');
    expect(out).toContain('CLAUDE.md:8: would be imported as commands-npm-test-runs-vitest\n');
    expect(err).toContain(`docs/events.md:5: @../../outside.md leads out of ${lab.project} and was not followed`);
    expect(err).toContain(`CLAUDE.md:3: @~/notes.md leads out of ${lab.home}/.claude and was not followed`);
    expect([files(), files(userVault())]).toEqual([[], []]);
  });

  it('makes memories of sections and items, of imports inside the project, of scoped rules', async () => {
    const { code, out } = await from('claude-md');
    expect(code).toBe(0);
    expect(out).not.toMatch(/Not this|outside/);
    expect(files()).toEqual([
      'an-event-is-never-changed.md',
      'api.md',
      'commands-npm-run-dev-starts-it-on-port-4321.md',
      'commands-npm-test-runs-vitest.md',
      'components-are-functions.md',
      'deep-thoughts-on-events.md',
      'more.md',
      'payments-of-the-web-shop.md',
      'two-blanks-of-indentation.md',
    ]);
    expect(files(userVault())).toEqual([
      'answer-briefly.md',
      'my-sandbox-is-sandbox-7.md',
      'prefer-rg-to-grep.md',
      'rebase-never-merge.md',
      'sign-commits.md',
    ]);
    expect(memory('api')).toMatchObject({
      ...{ type: 'rule', appliesTo: ['src/api/**', '*.proto'], source: 'import:.claude/rules/api.md' },
      body: '# API\n\nErrors are problem+json.\n',
    });
    expect(memory('components-are-functions')).toMatchObject({
      ...{ appliesTo: ['web/**'], source: 'import:web/CLAUDE.md#components-are-functions' },
    });
    expect(memory('answer-briefly', userVault()).appliesTo).toEqual([]);
    expect(fs.statSync(path.join(userVault(), 'answer-briefly.md')).mode & 0o777).toBe(0o600);
    await isIdempotent('claude-md');
  });

  it('says which imports are not there or lead round in a ring, and takes the rest', async () => {
    fs.symlinkSync('loop.md', path.join(lab.project, 'loop.md'));
    fs.symlinkSync('ring.md', path.join(lab.project, '.claude/rules/ring.md'));
    lab.write(
      'CLAUDE.md',
      'Payments.\n\n@loop.md\n@docs/gone.md and @docs/style.md, ask @anna of @types/node.\n@./docs\n',
    );
    const { code, err } = await from('claude-md');
    expect([code, err.match(/CLAUDE\.md:\d.*/g)]).toEqual([
      0,
      [
        'CLAUDE.md:3: @loop.md cannot be read (its links lead in a circle) and was not followed',
        'CLAUDE.md:4: @docs/gone.md is not there and was not followed',
        'CLAUDE.md:5: @./docs is no file and was not followed',
        'CLAUDE.md:3: @~/notes.md leads out of HOME/.claude and was not followed',
      ].map((line) => line.replace('HOME', lab.home)),
    ]);
    expect(files()).toContain('two-blanks-of-indentation.md');
  });

  it('takes over what has changed, but not over what was edited since', async () => {
    await from('claude-md');
    lab.write('docs/style.md', 'Two blanks of indentation. No tabs.\n');
    lab.write('docs/deeper.md', 'Deep thoughts on events. And more.\n');
    const edited = path.join(lab.vault, 'deep-thoughts-on-events.md');
    fs.appendFileSync(edited, 'Mine.\n');
    const { code, out, err } = await from('claude-md');
    expect(code).toBe(65);
    expect(out).toContain('docs/style.md:1: updated in two-blanks-of-indentation\n');
    expect(err).toContain('docs/deeper.md:1: both it and its copy deep-thoughts-on-events have changed');
    expect(err).not.toContain('no longer there');
    expect(memory('two-blanks-of-indentation').body).toBe('Two blanks of indentation. No tabs.\n');
    expect(fs.readFileSync(edited, 'utf8')).toMatch(/events\.\nMine\.\n$/);
  });

  it('names what is no longer in the file', async () => {
    await from('claude-md');
    lab.write('docs/style.md', 'Something else altogether.\n');
    expect((await from('claude-md')).err).toContain(
      'engram: two-blanks-of-indentation came from docs/style.md and is no longer there; engram forget two-blanks-of-indentation takes it out\n',
    );
  });

  it('proposes with --propose: a yes makes what would have been made', async () => {
    const direct = makeLab();
    await direct.run('init');
    direct.write('CLAUDE.md', 'Use pnpm here.\n');
    await direct.run('import --from claude-md');
    fs.rmSync(path.join(lab.home, '.claude'), { recursive: true });
    for (const name of ['docs', 'web', '.claude', 'CLAUDE.local.md']) {
      fs.rmSync(path.join(lab.project, name), { recursive: true });
    }
    lab.write('CLAUDE.md', 'Use pnpm here.\n');
    expect((await from('claude-md', '--propose')).out).toBe('CLAUDE.md:1: proposed as 1, use-pnpm-here\n');
    expect(files()).toEqual([]);
    expect((await from('claude-md', '--propose')).out).toBe('CLAUDE.md:1: proposed as 1, use-pnpm-here\n');
    await lab.run('proposals approve 1');
    expect(lab.read('.engram/memories/use-pnpm-here.md')).toBe(direct.read('.engram/memories/use-pnpm-here.md'));
    lab.write('CLAUDE.md', 'Use pnpm here. Version 9.\n');
    await from('claude-md', '--propose');
    expect((await lab.run('proposals show 2')).out).toContain('-Use pnpm here.\n+Use pnpm here. Version 9.\n');
    await lab.run('proposals approve 2');
    expect((await from('claude-md')).out).toBe('CLAUDE.md:1: there already as use-pnpm-here\n');
    await lab.run('proposals revert 2');
    expect(memory('use-pnpm-here').body).toBe('Use pnpm here.\n');
    direct.remove();
  });

  it('O26: masks secrets, and says so', async () => {
    lab.write('CLAUDE.md', 'The staging database: postgres://app:Tr0ub4dor3x@db.internal/app is shared.\n');
    const { err } = await from('claude-md');
    expect(err).toContain('engram: 1 secret was masked; the originals still hold it\n');
    for (const name of files()) expect(fs.readFileSync(path.join(lab.vault, name), 'utf8')).not.toContain('Tr0ub4dor');
    await isIdempotent('claude-md');
  });

  it('O26: leaves out what is nothing but a secret, and says so', async () => {
    const token = `gh${'p_'}a8Kd0Qm2Xv7Lr4Tz9Wb1Nc6Yh3Jf5Gs0PqRt`;
    lab.write(
      'CLAUDE.md',
      `# Shop\n\n## Tokens\n\n- ${token}\n- The password is Tr0ub4dor!3\n- ${token} is for the mirror\n`,
    );
    const { code, out, err } = await from('claude-md');
    expect(code).toBe(0);
    expect(out).toContain('CLAUDE.md:7: imported as tokens-redacted-github-token-is-for-the\n');
    expect(out).not.toMatch(/CLAUDE\.md:[56]/);
    expect(err).toContain('engram: CLAUDE.md:5: nothing but a secret stands there; left out\n');
    expect(err).toContain('engram: CLAUDE.md:6: nothing but a secret stands there; left out\n');
    // Neither in a file's name nor in what says where it came from.
    for (const name of files())
      expect(`${name} ${fs.readFileSync(path.join(lab.vault, name), 'utf8')}`.toLowerCase()).not.toContain('a8kd0qm2');
    lab.write('notes.md', `${token}\n`);
    const file = await lab.run('import notes.md --json');
    expect(JSON.parse(file.out)).toEqual([
      {
        from: `${lab.project}/notes.md`,
        outcome: 'skipped',
        message: 'nothing but a secret stands there; left out',
      },
    ]);
    expect(file.code).toBe(0);
  });

  it('names a file that cannot be read, with its line, and takes the others', async () => {
    lab.write('.claude/rules/broken.md', '---\npaths: src/**\nNever closed.\n');
    fs.writeFileSync(path.join(lab.project, 'web/CLAUDE.md'), Buffer.from([0x41, 0x0a, 0xff, 0xfe, 0x0a]));
    const { code, out, err } = await from('claude-md');
    expect(code).toBe(65);
    expect(err).toContain(
      `${lab.project}/.claude/rules/broken.md:1: the front matter that opens here is never closed by a line ---\n`,
    );
    expect(err).toContain(`${lab.project}/web/CLAUDE.md:2: this line is not UTF-8; save the file as UTF-8\n`);
    expect(out).toContain('.claude/rules/api.md:4: imported as api\n');
  });
});

describe('import --from claude-auto-memory', () => {
  it('takes the notes of this project, by their kind', async () => {
    const slug = lab.project.replace(/[^A-Za-z0-9]/g, '-');
    const at = `.claude/projects/${slug}/memory`;
    home(
      `${at}/MEMORY.md`,
      '- [Prefers tabs](user_tabs.md) — indentation\n- [Deploys](deploys.md)\n- The CI cache is keyed by lockfile.\n',
    );
    home(
      `${at}/user_tabs.md`,
      '---\nname: user-tabs\ndescription: Prefers tabs over blanks.\nmetadata: \n  node_type: memory\n  type: user\n  modified: 2026-07-30T07:40:18.191Z\n---\n\nPrefers tabs over blanks, in every language.\n',
    );
    home(
      `${at}/deploys.md`,
      '---\nname: Deploy window\ndescription: "When deploys may happen"\ntype: feedback\n---\n\nNever deploy on Fridays.\n**Why:** nobody is there on Saturday.\n',
    );
    home(`${at}/debugging.md`, '# Debugging\n\n## Redis\n\nEviction shows as timeouts.\n');
    home('.claude/projects/-other/memory/x.md', 'Not this.\n');
    expect((await from('claude-auto-memory')).code).toBe(0);
    expect(files()).toEqual(['redis.md', 'the-ci-cache-is-keyed-by-lockfile.md', 'when-deploys-may-happen.md']);
    expect(files(userVault())).toEqual(['user-tabs.md']);
    expect(memory('when-deploys-may-happen')).toMatchObject({ type: 'rule', summary: 'When deploys may happen' });
    expect(memory('user-tabs', userVault())).toMatchObject({
      type: 'preference',
      summary: 'Prefers tabs over blanks.',
      created: '2026-07-30',
    });
    await isIdempotent('claude-auto-memory');
  });
});

describe('import --from agents-md', () => {
  it('takes each for its folder, and Codex’s of the user', async () => {
    lab.write('AGENTS.md', '# Guide\n\n## Style\n\n- Tabs.\n- No semicolons.\n');
    lab.write('packages/api [v2]/AGENTS.md', 'Handlers return a Result.\n');
    home('.codex/AGENTS.md', 'Explain before editing.\n');
    await from('agents-md');
    expect(files()).toEqual(['handlers-return-a-result.md', 'style-no-semicolons.md', 'style-tabs.md']);
    expect(memory('handlers-return-a-result').appliesTo).toEqual(['packages/api \\[v2\\]/**']);
    expect(memory('style-tabs')).toMatchObject({ appliesTo: [], body: 'Style: Tabs.\n' });
    expect(files(userVault())).toEqual(['explain-before-editing.md']);
    await isIdempotent('agents-md');
  });
});

describe('import --from cursor-rules', () => {
  it('takes rules with what they apply to', async () => {
    lab.write(
      '.cursor/rules/react.mdc',
      '---\ndescription: How components are written\nglobs: *.tsx,src/ui/**\nalwaysApply: false\n---\n\n- Functions only.\n- Props are readonly.\n',
    );
    lab.write('.cursor/rules/base.mdc', '---\ndescription:\nglobs:\nalwaysApply: true\n---\nAnswer in English.\n');
    lab.write('web/.cursor/rules/css.mdc', '---\nglobs: ["*.css", "styles/**"]\n---\nNo ids in selectors.\n');
    lab.write('.cursor/rules/empty.mdc', '---\nalwaysApply: true\n---\n');
    lab.write('.cursorrules', 'You are careful.\n');
    await from('cursor-rules');
    expect(files()).toEqual([
      'answer-in-english.md',
      'how-components-are-written.md',
      'no-ids-in-selectors.md',
      'you-are-careful.md',
    ]);
    expect(memory('how-components-are-written')).toMatchObject({
      ...{ summary: 'How components are written', appliesTo: ['*.tsx', 'src/ui/**'], importance: 0.5, type: 'rule' },
      body: '- Functions only.\n- Props are readonly.\n',
    });
    expect(memory('answer-in-english')).toMatchObject({ appliesTo: [], importance: 0.8 });
    expect(memory('no-ids-in-selectors').appliesTo).toEqual(['web/**/*.css', 'web/styles/**']);
    await isIdempotent('cursor-rules');
  });
});

describe('import --from windsurf-memories', () => {
  it('takes rules, and says what cannot be read', async () => {
    lab.write('.windsurf/rules/go.md', '---\ntrigger: glob\nglobs: **/*.go\n---\nErrors are wrapped.\n');
    lab.write('.devin/rules/base.md', '---\ntrigger: always_on\n---\nSmall commits.\n');
    lab.write(
      '.windsurf/rules/engram.md',
      '---\ntrigger: always_on\n---\n<!-- written by `engram link` -->\nNot this.\n',
    );
    home('.codeium/windsurf/memories/global_rules.md', '- Be brief.\n- Ask when unsure.\n');
    home('.codeium/windsurf/memories/0f3c.pb', '\u0001\u0002');
    const { code, err } = await from('windsurf-memories');
    expect(code).toBe(0);
    expect(err).toContain(
      `engram: a memory that Cascade made by itself is left out: its files in ${lab.home}/.codeium/windsurf/memories are encrypted; Customizations in Windsurf shows them, to be copied by hand\n`,
    );
    expect(files()).toEqual(['errors-are-wrapped.md', 'small-commits.md']);
    expect(memory('errors-are-wrapped').appliesTo).toEqual(['**/*.go']);
    expect(files(userVault())).toEqual(['ask-when-unsure.md', 'be-brief.md']);
    await isIdempotent('windsurf-memories');
  });
});

describe('import --from claude-mem', () => {
  /** A database as claude-mem makes it, of the columns that matter. */
  function database(): string {
    const file = home('.claude-mem/claude-mem.db', '');
    fs.rmSync(file);
    const db = new Database(file);
    db.pragma('journal_mode = WAL');
    db.exec(`
      CREATE TABLE observations (id INTEGER PRIMARY KEY AUTOINCREMENT, memory_session_id TEXT NOT NULL, project TEXT NOT NULL, text TEXT,
        type TEXT NOT NULL, title TEXT, subtitle TEXT, facts TEXT, narrative TEXT, concepts TEXT, files_read TEXT, files_modified TEXT,
        merged_into_project TEXT, created_at TEXT NOT NULL, created_at_epoch INTEGER NOT NULL);
      CREATE TABLE directives (id INTEGER PRIMARY KEY AUTOINCREMENT, scope TEXT NOT NULL DEFAULT 'global', project TEXT, content TEXT NOT NULL,
        status TEXT NOT NULL DEFAULT 'active', source TEXT, created_at TEXT NOT NULL, created_at_epoch INTEGER NOT NULL, updated_at_epoch INTEGER NOT NULL);`);
    const add = db.prepare(
      "INSERT INTO observations (memory_session_id, project, type, title, facts, narrative, concepts, created_at, created_at_epoch) VALUES ('s', ?, ?, ?, ?, ?, ?, '2026-08-01T10:00:00.000Z', 1785578400000)",
    );
    add.run(
      'project',
      'decision',
      'Outbox instead of two-phase commit',
      '["Orders are written with their event", "The relay polls every second"]',
      'Orders are written with their event in one transaction.',
      '["trade-off","pattern"]',
    );
    add.run('project', 'discovery', 'Redis evicts silently', '[]', 'Timeouts were evictions.', null);
    add.run('project', 'change', 'Renamed a variable', '[]', 'Renamed x to y.', '[]');
    add.run('elsewhere', 'decision', 'Not here', '[]', 'Not here.', '[]');
    add.run('project', 'decision', 'Broken', '{not json', 'Broken.', '[]');
    db.prepare(
      "INSERT INTO directives (scope, project, content, created_at, created_at_epoch, updated_at_epoch) VALUES (?, ?, ?, '2026-08-01', 1785578400, 0)",
    ).run('global', null, 'Never push to main.');
    db.prepare(
      "INSERT INTO directives (scope, project, content, status, created_at, created_at_epoch, updated_at_epoch) VALUES ('global', NULL, 'Retired.', 'archived', '2026-08-01', 1785578400, 0)",
    ).run();
    db.close();
    return file;
  }

  it('takes what is knowledge of this project, reads only, and names a row that it cannot read', async () => {
    const db = database();
    const bytes = fs.readFileSync(db);
    const { code, err } = await from('claude-mem');
    expect(code).toBe(65);
    expect(err).toContain(`engram: ${db}: observation 5: `);
    expect(err).toContain(
      'engram: 1 of other projects left out\nengram: 1 that only log what was done left out; --all takes them too\n',
    );
    expect(files()).toEqual(['outbox-instead-of-two-phase-commit.md', 'redis-evicts-silently.md']);
    expect(memory('outbox-instead-of-two-phase-commit')).toMatchObject({
      ...{ type: 'decision', tags: ['trade-off', 'pattern'], importance: 0.6, created: '2026-08-01' },
      source: 'import:claude-mem#observation-1',
      body: 'Orders are written with their event in one transaction.\n\n- The relay polls every second\n',
    });
    expect(files(userVault())).toEqual(['never-push-to-main.md']);
    expect(memory('never-push-to-main', userVault())).toMatchObject({ type: 'rule', importance: 0.8 });
    expect(fs.readFileSync(db)).toEqual(bytes);
    expect(await outcomes('claude-mem')).toEqual([
      'unchanged outbox-instead-of-two-phase-commit',
      'unchanged redis-evicts-silently',
      'unchanged never-push-to-main',
      'failed undefined',
    ]);
    expect((await from('claude-mem', '--all', '--dry-run')).out).toContain('would be imported as renamed-a-variable');
  });

  it('says what it cannot open, and that nothing is there', async () => {
    const file = home(
      '.claude-mem/claude-mem.db',
      'this is no database, but it is long enough to be taken for one'.repeat(20),
    );
    expect(await from('claude-mem')).toMatchObject({
      code: 65,
      out: '',
      err: expect.stringContaining(`engram: ${file}: cannot be read: file is not a database\n`),
    });
    fs.rmSync(file);
    expect(await from('claude-mem')).toEqual({
      code: 0,
      out: '',
      err: 'engram: nothing is there: ~/.claude-mem/claude-mem.db (CLAUDE_MEM_DATA_DIR); nothing was imported\n',
    });
  });
});

describe('import --from memorix', () => {
  it('takes active observations and skills of this project from its database', async () => {
    const file = home('.memorix/data/memorix.db', '');
    fs.rmSync(file);
    const db = new Database(file);
    db.exec(`
      CREATE TABLE observations (id INTEGER PRIMARY KEY, entityName TEXT NOT NULL, type TEXT NOT NULL, title TEXT NOT NULL, narrative TEXT NOT NULL DEFAULT '',
        facts TEXT NOT NULL DEFAULT '[]', concepts TEXT NOT NULL DEFAULT '[]', createdAt TEXT NOT NULL, projectId TEXT NOT NULL, status TEXT NOT NULL DEFAULT 'active');
      CREATE TABLE mini_skills (id INTEGER PRIMARY KEY, title TEXT NOT NULL, instruction TEXT NOT NULL DEFAULT '', trigger_desc TEXT NOT NULL DEFAULT '',
        facts TEXT NOT NULL DEFAULT '[]', projectId TEXT NOT NULL, createdAt TEXT NOT NULL, tags TEXT NOT NULL DEFAULT '[]');
      INSERT INTO observations VALUES (7, 'relay', 'gotcha', 'Relay drops events above 1 MB', 'The broker refuses them.', '["Compress first"]', '["relay"]', '2026-09-01T08:00:00Z', 'acme/checkout', 'active'),
        (8, 'relay', 'gotcha', 'Old', 'Old.', '[]', '[]', '2026-09-01T08:00:00Z', 'acme/checkout', 'archived'),
        (9, 'x', 'what-changed', 'Log', 'Log.', '[]', '[]', '2026-09-01T08:00:00Z', 'acme/checkout', 'active'),
        (10, 'x', 'gotcha', 'Other', 'Other.', '[]', '[]', '2026-09-01T08:00:00Z', 'acme/other', 'active');
      INSERT INTO mini_skills VALUES (3, 'Replay the outbox', 'Run npm run replay.', 'events are missing', '[]', 'acme/checkout', '2026-09-02T08:00:00Z', '["ops"]');`);
    db.close();
    fs.writeFileSync(
      path.join(lab.project, '.git/config'),
      '[remote "origin"]\n\turl = git@github.com:acme/checkout.git\n',
    );
    const { code, err } = await from('memorix');
    expect(code).toBe(0);
    expect(err).toContain('engram: 1 of other projects left out\n');
    expect(files()).toEqual(['relay-drops-events-above-1-mb.md', 'replay-the-outbox.md']);
    expect(memory('relay-drops-events-above-1-mb')).toMatchObject({
      ...{ entities: ['relay'], tags: ['relay'], created: '2026-09-01' },
      body: 'The broker refuses them.\n\n- Compress first\n',
    });
    expect(memory('replay-the-outbox')).toMatchObject({
      type: 'skill',
      body: 'When: events are missing\n\nRun npm run replay.\n',
    });
    await isIdempotent('memorix');
  });

  it('takes them from its older file, and names the line where that is broken', async () => {
    const file = home(
      '.memorix/data/observations.json',
      JSON.stringify([
        {
          id: 1,
          entityName: 'ci',
          type: 'decision',
          title: 'CI on arm',
          narrative: 'CI runs on arm.',
          facts: [],
          concepts: [],
          createdAt: '2026-09-01',
          projectId: 'local/project',
        },
      ]),
    );
    await from('memorix');
    expect(files()).toEqual(['ci-on-arm.md']);
    await isIdempotent('memorix');
    fs.writeFileSync(file, '[\n{"id": 1,\n oops}]');
    const { code, err } = await from('memorix');
    expect(code).toBe(65);
    expect(err).toContain(`engram: ${file}:3: is not as Memorix writes it: `);
  });
});

describe('import --from', () => {
  it.each([
    ['import', 'name files or folders, or a tool: engram import --from claude-md'],
    ['import x.md --from claude-md', '--from claude-md knows where to look; leave out x.md'],
    ['import --from engram-export', 'name the file that engram export has written'],
    ['import --from engram-export x.json --propose', '--propose and --from engram-export do not go together'],
  ])('%s is a slip', async (line, message) => {
    expect(await lab.run(line)).toEqual({ code: 64, out: '', err: `engram: ${message}\n` });
  });

  it('looks below a folder only where that is a project', async () => {
    const loose = path.join(lab.dir, 'loose');
    fs.mkdirSync(path.join(loose, 'deep'), { recursive: true });
    fs.writeFileSync(path.join(loose, 'AGENTS.md'), 'Above.\n');
    fs.writeFileSync(path.join(loose, 'deep/AGENTS.md'), 'Below.\n');
    const { out } = await lab.run('import --from agents-md --dry-run', { cwd: loose });
    expect(out).toBe('AGENTS.md:1: would be imported as above\n');
  });

  it('keeps what a project has in a repository’s vault, or in the user’s with --global', async () => {
    fs.rmSync(path.join(lab.project, '.engram'), { recursive: true });
    lab.write('AGENTS.md', 'Use pnpm here.\n');
    expect((await from('agents-md')).code).toBe(64);
    await from('agents-md', '--global');
    expect(files(userVault())).toEqual(['use-pnpm-here.md']);
  });
});
