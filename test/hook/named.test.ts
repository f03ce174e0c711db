import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { mayName } from '../../src/hook/may-name.ts';
import { namedFiles } from '../../src/hook/named.ts';

const bases: string[] = [];
afterAll(() => {
  for (const base of bases) fs.rmSync(base, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
});
afterEach(() => {
  vi.restoreAllMocks();
});

const FILES = [
  'a.ts',
  'Makefile',
  'LICENSE',
  '.env.example',
  'C#/x.cs',
  '@scope/pkg/index.js',
  '$lib/x.js',
  'src/a.ts',
  'src/a b.ts',
  'src/my dir/c d.ts',
  'src/b.ts',
  'src/a.py',
  'src/it’s.md',
  'src/foo@2x.png',
  'src/a,b.ts',
  'src/[id]/page.tsx',
  'src/[...slug]/page.tsx',
  'src/(group)/x.tsx',
  'src/.hidden/.env',
  'src/api/a.ts',
  'docs/описание.md',
  'docs/说明.md',
  'docs/café.md',
  '文档/说明.md',
  'packages/web/main.ts',
  'packages/web/src/web.ts',
  'packages/web/deep/only-web.ts',
].map((file) => file.normalize('NFC'));

interface Project {
  base: string;
  tree: string;
}

function newProject(files: readonly string[], folders: readonly string[] = []): Project {
  const base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'engram-named-')));
  bases.push(base);
  const tree = path.join(base, 'project');
  fs.mkdirSync(tree);
  for (const folder of folders) fs.mkdirSync(path.join(tree, folder), { recursive: true });
  for (const file of files) {
    fs.mkdirSync(path.join(tree, path.dirname(file)), { recursive: true });
    fs.writeFileSync(path.join(tree, file), '');
  }
  return { base, tree };
}

const git = (tree: string, ...args: string[]) => execFileSync('git', args, { cwd: tree, stdio: 'pipe' });
const indexOf = (tree: string) => path.join(tree, '.git', 'index');

function newRepository(files: readonly string[], ...config: [string, string][]): Project {
  const project = newProject(files);
  git(project.tree, 'init', '-q');
  for (const [key, value] of config) git(project.tree, 'config', key, value);
  git(project.tree, 'add', '.');
  return project;
}

const full = newProject(FILES);
/** The folders are there, the files are not. */
const hollow = newProject(
  [],
  FILES.map((file) => path.dirname(file)),
);
const bare = newProject([]);

const fill = (text: string, { base, tree }: Project) =>
  text.replaceAll('{tree}', tree).replaceAll('{url}', pathToFileURL(tree).href).replaceAll('{base}', base);
/** From `packages/web`, unless told otherwise. */
const named = (text: string, project: Project, cwd = 'packages/web') =>
  namedFiles(fill(text, project), { cwd: path.join(project.tree, cwd), tree: project.tree, home: project.base });

describe('E-47: a file that a prompt names', () => {
  it.each<[text: string, ...files: string[]]>([
    // Where from.
    ['fix src/api/a.ts', 'src/api/a.ts'],
    ['fix src/web.ts', 'packages/web/src/web.ts'],
    ['fix main.ts please', 'packages/web/main.ts'],
    ['fix ./main.ts', 'packages/web/main.ts'],
    ['fix ../../src/a.ts', 'src/a.ts'],
    ['fix ./deep/../main.ts', 'packages/web/main.ts'],
    ['fix {tree}/src/a.ts', 'src/a.ts'],
    ['fix ~/project/src/a.ts', 'src/a.ts'],
    ['fix {url}/src/a.ts', 'src/a.ts'],
    ['fix {url}/src/a%20b.ts#L3', 'src/a b.ts'],
    ['fix FILE://localhost{tree}/src/a.ts', 'src/a.ts'],
    ['at f ({url}/src/a.ts:12:5)', 'src/a.ts'],
    // Positions.
    ['src/a.ts:12', 'src/a.ts'],
    ['src/a.ts:12:5', 'src/a.ts'],
    ['src/a.ts:12-20', 'src/a.ts'],
    ['src/a.ts:12:5-14:2', 'src/a.ts'],
    ['src/a.ts#L12', 'src/a.ts'],
    ['src/a.ts#L12-L20', 'src/a.ts'],
    ['src/a.ts#L12C3-L20C1', 'src/a.ts'],
    ['src/a.ts#parse', 'src/a.ts'],
    ['src/a.ts(12,5): error TS2304', 'src/a.ts'],
    ['src/a.ts(12): error', 'src/a.ts'],
    ['src/a.py::test_x failed', 'src/a.py'],
    ['  File "src/a.py", line 12, in f', 'src/a.py'],
    ['    at f (src/a.ts:12:5)\n    at async Object.<anonymous> (src/b.ts:1:1)', 'src/a.ts', 'src/b.ts'],
    ['    at src/a.ts:12:5', 'src/a.ts'],
    ['f(src/[id]/page.tsx:12:5)', 'src/[id]/page.tsx'],
    ['"src/a b.ts:12"', 'src/a b.ts'],
    // Prose around it.
    ...[...'.,?!:;…)。，；：！？）」'].map((mark): [string, string] => [`look at src/a.ts${mark} Then`, 'src/a.ts']),
    ['look at src/a.ts...', 'src/a.ts'],
    ['look at src/a.ts).', 'src/a.ts'],
    ['(see src/a.ts)', 'src/a.ts'],
    ['(src/a.ts)', 'src/a.ts'],
    ['(a.ts)', 'a.ts'],
    ['[src/a.ts]', 'src/a.ts'],
    ['src/a.ts[0]', 'src/a.ts'],
    ["src/a.ts's first line", 'src/a.ts'],
    ['src/a.ts’s first line', 'src/a.ts'],
    ['die src/a.ts-Datei', 'src/a.ts'],
    ['src/a.ts:ssä', 'src/a.ts'],
    ['src/a.ts,src/b.ts;src/a.py', 'src/a.ts', 'src/b.ts', 'src/a.py'],
    ['src/a.ts→src/b.ts', 'src/a.ts', 'src/b.ts'],
    ['src/a.ts->src/b.ts', 'src/a.ts', 'src/b.ts'],
    ['src/a.ts—no', 'src/a.ts'],
    ['tsc --project=src/a.ts', 'src/a.ts'],
    ['cat src/a.ts|wc', 'src/a.ts'],
    ['git show HEAD~1:src/a.ts', 'src/a.ts'],
    ['**src/a.ts** and _src/b.ts_', 'src/a.ts', 'src/b.ts'],
    ['- [ ] src/a.ts', 'src/a.ts'],
    // Quotes.
    ['`src/a.ts`', 'src/a.ts'],
    ['```ts src/a.ts\nx\n```', 'src/a.ts'],
    ['"src/a.ts"', 'src/a.ts'],
    ["'src/a.ts'", 'src/a.ts'],
    ['<src/a.ts>', 'src/a.ts'],
    ...['``', '""', "''", '“”', '„“', '””', '‘’', '‚‘', '«»', '»«', '‹›', '「」', '『』', '<>'].map(
      ([open, close]): [string, string] => [
        `don't touch ${open}src/my dir/c d.ts${close}, it's fine`,
        'src/my dir/c d.ts',
      ],
    ),
    ['the 5" disk: "src/a b.ts" and "src/b.ts"', 'src/a b.ts', 'src/b.ts'],
    ['"Please fix src/a.ts and src/b.ts"', 'src/a.ts', 'src/b.ts'],
    ['`src/it’s.md`', 'src/it’s.md'],
    ['src/a\\ b.ts', 'src/a b.ts'],
    ['src/my\\ dir/c\\ d.ts:3', 'src/my dir/c d.ts'],
    ['{"path":"src/a.ts","line":3}', 'src/a.ts'],
    ['{\\"path\\":\\"src/a.ts\\"}', 'src/a.ts'],
    ['"src/a.ts\\nsrc"', 'src/a.ts'],
    ['import x from "../../src/a.ts";', 'src/a.ts'],
    // Mentions of assistants and Markdown.
    ['@src/a.ts', 'src/a.ts'],
    ['see @src/a.ts, @src/b.ts', 'src/a.ts', 'src/b.ts'],
    ['@"src/a b.ts"', 'src/a b.ts'],
    ['@src/a.ts#L1-20', 'src/a.ts'],
    ['@./main.ts', 'packages/web/main.ts'],
    ['@a.ts', 'a.ts'],
    ['@LICENSE', 'LICENSE'],
    ['[x](src/a.ts)', 'src/a.ts'],
    ['[x](src/a.ts "title"), [y](src/b.ts#L3)', 'src/a.ts', 'src/b.ts'],
    ['[x](<src/a b.ts>)', 'src/a b.ts'],
    ['[x](src/a b.ts)', 'src/a b.ts'],
    ['[x](src/a%20b.ts)', 'src/a b.ts'],
    ['[x](src/(group)/x.tsx)', 'src/(group)/x.tsx'],
    ['[src/a.ts](https://example.com/src/b.ts)', 'src/a.ts'],
    // Git.
    ['diff --git a/src/a.ts b/src/a.ts', 'src/a.ts'],
    ['--- a/src/a.ts\n+++ b/src/b.ts', 'src/a.ts', 'src/b.ts'],
    [
      '+++ "b/docs/\\320\\276\\320\\277\\320\\270\\321\\201\\320\\260\\320\\275\\320\\270\\320\\265.md"',
      'docs/описание.md',
    ],
    ['rename to a/Makefile', 'Makefile'],
    [' M src/a.ts\n?? src/b.ts', 'src/a.ts', 'src/b.ts'],
    // Names.
    ['src\\api\\a.ts', 'src/api/a.ts'],
    ['.\\main.ts:3', 'packages/web/main.ts'],
    ['"src\\\\api\\\\a.ts"', 'src/api/a.ts'],
    ['"src\\my dir\\c d.ts"', 'src/my dir/c d.ts'],
    ['src/[id]/page.tsx', 'src/[id]/page.tsx'],
    ['src/[...slug]/page.tsx', 'src/[...slug]/page.tsx'],
    ['(src/[id]/page.tsx)', 'src/[id]/page.tsx'],
    ['src/\\[id\\]/page.tsx', 'src/[id]/page.tsx'],
    ['src/(group)/x.tsx', 'src/(group)/x.tsx'],
    ['$lib/x.js', '$lib/x.js'],
    ['@scope/pkg/index.js', '@scope/pkg/index.js'],
    ['src/foo@2x.png', 'src/foo@2x.png'],
    ['src/a,b.ts', 'src/a,b.ts'],
    ['C#/x.cs', 'C#/x.cs'],
    ['src/.hidden/.env', 'src/.hidden/.env'],
    // Other scripts.
    ['修复src/a.ts中的错误', 'src/a.ts'],
    ['把src/a.ts改成src/b.ts吧', 'src/a.ts', 'src/b.ts'],
    ['请看@src/a.ts。', 'src/a.ts'],
    ['修复a.ts中的错误', 'a.ts'],
    ['看Makefile吧', 'Makefile'],
    ['修复`src/a.ts`中的错误', 'src/a.ts'],
    ['修复「src/a b.ts」的错误', 'src/a b.ts'],
    ['src/a.tsの関数を直して', 'src/a.ts'],
    ['src/a.ts를 고쳐줘', 'src/a.ts'],
    ['src/a.ts(12행)', 'src/a.ts'],
    ['แก้src/a.tsให้หน่อย', 'src/a.ts'],
    ['תקן את ב-src/a.ts', 'src/a.ts'],
    ['исправь docs/описание.md, пожалуйста', 'docs/описание.md'],
    ['docs/описание.md'.normalize('NFD'), 'docs/описание.md'],
    ['docs/café.md'.normalize('NFD'), 'docs/café.md'],
    ['修复docs/说明.md中的错误', 'docs/说明.md'],
    ['文档/说明.md', '文档/说明.md'],
    ['文档/说明.md中的错误', '文档/说明.md'],
    // Without a folder.
    ['fix a.ts', 'a.ts'],
    ['fix a.ts:12:5.', 'a.ts'],
    ['the Makefile is wrong', 'Makefile'],
    ['copy .env.example', '.env.example'],
    ["`LICENSE` and 'Makefile'", 'LICENSE', 'Makefile'],
  ])('%j', (text, ...files) => {
    expect(named(text, full)).toEqual(files);
    expect(named(text, hollow)).toEqual([]);
    expect(mayName(text)).toBe(true);
  });

  it.each<[text: string, ...folders: string[]]>([
    ['all of src/api/', 'src/api/'],
    ['all of src/api', 'src/api/'],
    ['all of src/.', 'packages/web/src/'],
    ['all of src/...', 'packages/web/src/'],
    ['all of @src/api/, and `docs/`', 'src/api/', 'docs/'],
    ['all of ./deep', 'packages/web/deep/'],
    ['all of src\\api\\ is wrong', 'src/api/'],
    ['all of "src/my dir"', 'src/my dir/'],
    ['检查src/api/中的文件', 'src/api/'],
    ['src/api和docs/', 'src/api/', 'docs/'],
    ['src/api를 고쳐줘', 'src/api/'],
    ['src/**/*.ts', 'packages/web/src/'],
  ])('a folder where a slash is written: %j', (text, ...folders) => {
    expect(named(text, full)).toEqual(folders);
    expect(named(text, bare)).toEqual([]);
    expect(mayName(text)).toBe(true);
  });

  it('no folder of a plain word, quoted or marked or not', () => {
    for (const text of ['test the src and docs', '`src`', '"docs"', '@src', 'src.', 'src: docs', 'src, docs'])
      expect(named(text, full)).toEqual([]);
  });

  it('is looked for from the working directory first', () => {
    const project = newProject(['a.ts', 'src/x.ts', 'packages/web/a.ts', 'packages/web/src/x.ts']);
    expect(named('a.ts src/x.ts', project)).toEqual(['packages/web/a.ts', 'packages/web/src/x.ts']);
    expect(named('a.ts src/x.ts', project, '.')).toEqual(['a.ts', 'src/x.ts']);
    expect(namedFiles('a.ts', { cwd: project.base, tree: project.tree })).toEqual(['a.ts']);
    expect(namedFiles('~/a.ts', { cwd: project.tree, tree: project.tree })).toEqual([]);
  });

  it('comes once, in the order of mention, at most 16', () => {
    expect(named('src/b.ts a.ts ./../../src/b.ts {tree}/a.ts src/a.ts', full)).toEqual([
      'src/b.ts',
      'a.ts',
      'src/a.ts',
    ]);
    const many = Array.from({ length: 40 }, (_, n) => `m/${n}.ts`);
    expect(named(many.join(' '), newProject(many))).toEqual(many.slice(0, 16));
  });

  it('is found under a name that the disk holds decomposed', () => {
    const project = newProject(['docs/описание.md'.normalize('NFD')]);
    for (const form of ['NFC', 'NFD'])
      expect(named('docs/описание.md'.normalize(form), project)).toEqual(['docs/описание.md']);
  });

  it.each([
    'https://example.com/src/a.ts',
    'http://x/?q=src/a.ts&b=src/b.ts',
    'https:\\/\\/x\\/src\\/a.ts',
    'https://x/*/src/a.ts',
    '"https://x/src/a.ts"',
    'vscode://file/src/a.ts',
    'file://host/src/a.ts',
    'file://host{tree}/src/a.ts',
    '//host{tree}/src/a.ts',
    '\\\\host\\src\\a.ts',
    'joe@a.ts wrote to <joe@src.de>',
    'Node 20.20, v1.2.3, example.com, e.g. and/or',
    '../../../outside.ts ../outside.ts {base}/outside.ts ~/outside.ts',
    '../../link.ts link.ts links/outside.ts {tree}/link.ts',
    'src/a.ts\0 src/\0a.ts src/a%00.ts',
    `${'src/../'.repeat(600)}src/a.ts`,
    `src/${'x'.repeat(300)}/a.ts`,
    'pipe/fifo loop/a.ts loop',
    '/ // \\ . .. ./ ../ ../.. / . . @ @/ ~ ~/ "" `` \'\' () []',
    '{tree} {tree}/ ../..',
  ])('nothing of %j', (text) => {
    const project = newProject(['src/a', 'src/b.ts', 'packages/web/x']);
    fs.writeFileSync(path.join(project.base, 'outside.ts'), '');
    fs.symlinkSync(path.join(project.base, 'outside.ts'), path.join(project.tree, 'link.ts'));
    fs.symlinkSync(project.base, path.join(project.tree, 'links'));
    fs.symlinkSync('loop', path.join(project.tree, 'loop'));
    fs.mkdirSync(path.join(project.tree, 'pipe'));
    if (process.platform !== 'win32') execFileSync('mkfifo', [path.join(project.tree, 'pipe/fifo')]);
    expect(named(text, project)).toEqual([]);
  });

  it('is named by its real path where a link leads to it', () => {
    const project = newProject(['src/a.ts', 'packages/web/x']);
    fs.symlinkSync('src', path.join(project.tree, 'lib'));
    expect(named('lib/a.ts src/a.ts lib/', project)).toEqual(['src/a.ts', 'src/']);
  });

  it.runIf(process.getuid?.() !== 0)('nothing in a folder that cannot be read', () => {
    const project = newProject(['shut/a.ts', 'b.ts']);
    fs.chmodSync(path.join(project.tree, 'shut'), 0);
    expect(named('shut/a.ts b.ts', project, '.')).toEqual(['b.ts']);
    fs.chmodSync(path.join(project.tree, 'shut'), 0o755);
  });
});

describe('E-47: a file system that refuses', () => {
  it.each(['EACCES', 'ELOOP', 'EIO'])('%s: goes on to what is next', (code) => {
    const stat = fs.statSync;
    vi.spyOn(fs, 'statSync').mockImplementation(((file: string, options: fs.StatSyncOptions) => {
      if (file.includes('api')) throw Object.assign(new Error(code), { code });
      return stat(file, options);
    }) as typeof fs.statSync);
    expect(named('src/api/a.ts src/b.ts', full)).toEqual(['src/b.ts']);
  });
});

describe('E-47: a name without a folder', () => {
  const files = [
    'root.ts',
    'src/one.ts',
    'src/x/Dockerfile',
    'src/two.ts',
    'lib/two.ts',
    'lib/.env.local',
    'lib/an e.md',
    'docs/описание.md',
  ];
  const inRepository = (text: string, { tree }: Project, gitIndex = indexOf(tree)) =>
    namedFiles(text, { cwd: tree, tree, gitIndex });
  const ALL = 'one.ts:3, the Dockerfile, .env.local, “an e.md”, описание.md, @root.ts';
  const ALL_FILES = ['src/one.ts', 'src/x/Dockerfile', 'lib/.env.local', 'lib/an e.md', 'docs/описание.md', 'root.ts'];

  it.each([2, 3, 4])('is the only one of that name in a git index of version %i', (version) => {
    const project = newRepository(files, ['index.version', String(version)]);
    if (version === 3) git(project.tree, 'update-index', '--skip-worktree', 'src/two.ts');
    expect(fs.readFileSync(indexOf(project.tree)).readUInt32BE(4)).toBe(version);
    expect(inRepository(ALL, project)).toEqual(ALL_FILES);
    expect(inRepository(ALL, project, undefined)).toEqual(ALL_FILES);
    expect(namedFiles(ALL, { cwd: project.tree, tree: project.tree })).toEqual(['root.ts']);
    expect(inRepository('two.ts, ne.ts, ile, x, src, one', project)).toEqual([]);
    expect(inRepository('修复one.ts中的错误', project)).toEqual(['src/one.ts']);
    fs.rmSync(path.join(project.tree, 'src/one.ts'));
    expect(inRepository('one.ts', project)).toEqual([]);
  });

  it('of a repository with SHA-256, and of one with paths beyond 4,095 bytes of length field', () => {
    const project = newProject(files);
    git(project.tree, 'init', '-q', '--object-format=sha256');
    git(project.tree, 'add', '.');
    expect(inRepository(ALL, project)).toEqual(ALL_FILES);

    const long = newRepository(files);
    const blob = execFileSync('git', ['hash-object', '-w', 'root.ts'], { cwd: long.tree }).toString().trim();
    const far = `${'d'.repeat(100)}/`.repeat(45);
    execFileSync('git', ['update-index', '--index-info'], { cwd: long.tree, input: `100644 ${blob}\t${far}one.ts\n` });
    expect(inRepository(ALL, long)).toEqual(ALL_FILES.slice(1));
  });

  it('counts a path in conflict once', () => {
    const { tree, ...rest } = newRepository(files);
    const blob = execFileSync('git', ['hash-object', '-w', 'root.ts'], { cwd: tree }).toString().trim();
    const sides = [1, 2, 3].map((side) => `100644 ${blob} ${side}\tsrc/one.ts\n`).join('');
    execFileSync('git', ['update-index', '--index-info'], {
      cwd: tree,
      input: `0 ${'0'.repeat(40)}\tsrc/one.ts\n${sides}`,
    });
    expect(git(tree, 'ls-files', '-u').toString().split('\n')).toHaveLength(4);
    expect(inRepository('one.ts', { tree, ...rest })).toEqual(['src/one.ts']);
  });

  it('nothing where git split its index', () => {
    const project = newRepository(files);
    git(project.tree, 'update-index', '--split-index');
    expect(inRepository(ALL, project)).toEqual(['root.ts']);
  });

  it.each([2, 4])('nothing of an index of version %i that is torn anywhere', (version) => {
    const project = newRepository(files, ['index.version', String(version)]);
    const bytes = fs.readFileSync(indexOf(project.tree));
    const torn = path.join(project.base, 'torn');
    for (let length = 0; length < bytes.length; length++) {
      fs.writeFileSync(torn, bytes.subarray(0, length));
      expect(inRepository('one.ts', project, torn)).toEqual([]);
    }
  });

  it('nothing of an index that is none: a folder, a FIFO, absent, too large, of a version to come', () => {
    const project = newRepository(files);
    const at = (name: string) => path.join(project.base, name);
    const bytes = fs.readFileSync(indexOf(project.tree));
    if (process.platform !== 'win32') execFileSync('mkfifo', [at('fifo')]);
    fs.writeFileSync(at('large'), bytes);
    fs.truncateSync(at('large'), 16 * 1024 * 1024 + 1);
    const later = Buffer.from(bytes);
    later.writeUInt32BE(5, 4);
    fs.writeFileSync(at('later'), later);
    for (const file of [project.tree, at('fifo'), at('absent'), at('large'), at('later'), '', '\0'])
      expect(inRepository(ALL, project, file)).toEqual(['root.ts']);
  });

  it('never throws, and leads nowhere but into the tree, whatever the index says', () => {
    const project = newRepository(files, ['index.version', '4']);
    const whole = fs.readFileSync(indexOf(project.tree));
    const broken = path.join(project.base, 'broken');
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 }),
        fc.constantFrom(...[2, 3, 4]),
        (changes, version) => {
          const bytes = Buffer.from(whole);
          bytes.writeUInt32BE(version, 4);
          for (const [at, byte] of changes) bytes[at] = byte;
          fs.writeFileSync(broken, bytes);
          for (const file of inRepository(ALL, project, broken)) expect(files).toContain(file);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('E-47: prompts of any kind', () => {
  const pieces = fc.constantFrom(
    ...FILES,
    ...FILES.map((file) => ` ${file.normalize('NFD')} `),
    ...[
      ' ',
      '\n',
      '/',
      '\\',
      '\\ ',
      '@',
      '`',
      '"',
      "'",
      '“',
      '”',
      '<',
      '>',
      '(',
      ')',
      '[',
      ']',
      '](',
      ':12',
      '#L1',
      '.',
      '..',
      '../',
    ],
    ...[
      '~/',
      '~/project/',
      'file://',
      'https://',
      'a/',
      '中',
      '。',
      'описание',
      '%20',
      '%',
      '\0',
      '\u{1f600}',
      '\ud800',
      '_',
      '-',
    ],
    ...[full.tree, full.base, 'src', 'docs/', 'Makefile', 'x.y'],
  );

  it('never throws; what comes out is there, inside the tree, once; and mayName foresaw it', () => {
    const where = {
      cwd: path.join(full.tree, 'packages/web'),
      tree: full.tree,
      home: full.base,
      gitIndex: indexOf(full.tree),
    };
    const prompts = fc.oneof(
      fc
        .array(fc.oneof(pieces, fc.string({ unit: 'binary', maxLength: 4 })), { maxLength: 30 })
        .map((all) => all.join('')),
      fc.string({ unit: 'binary' }),
    );
    let hits = 0;
    fc.assert(
      fc.property(prompts, (prompt) => {
        const found = namedFiles(prompt, where);
        expect(new Set(found).size).toBe(found.length);
        expect(found.length).toBeLessThanOrEqual(16);
        for (const file of found) {
          expect(file).toBe(file.normalize('NFC'));
          expect(path.posix.normalize(file)).toBe(file);
          expect(file).not.toMatch(/^\.\.(?:\/|$)|^\//);
          expect(fs.statSync(path.join(full.tree, file)).isDirectory()).toBe(file.endsWith('/'));
        }
        hits += found.length;
        if (found.length > 0) expect(mayName(prompt)).toBe(true);
      }),
      { numRuns: 1_000 },
    );
    expect(hits).toBeGreaterThan(100);
  });

  it.each([
    ...[
      '/',
      '\\',
      '`',
      '"',
      "'",
      '“',
      '”',
      '<',
      '(',
      '[',
      '[(',
      '](',
      ')',
      '](x',
      '@',
      ':',
      '://',
      'file://',
      '.',
      '-',
      '_',
      '中',
      'A',
      'a',
    ],
    ...[
      'a.b ',
      'a.b',
      'a/b ',
      '/a',
      'a\\b',
      'a\\ ',
      '\\ ',
      '`a`',
      '"a/b" ',
      "it's ",
      '.a-',
      '.a中',
      '中a',
      '中/',
      'a/中',
      '%20',
      '~/',
      '\n',
      ':1',
      '#L1',
      '(1',
      'e\u0301',
      '\\320',
    ],
  ])('5 MB of %j take a bounded number of questions and little time', (unit) => {
    const prompt = unit.repeat(Math.ceil((5 * 1024 * 1024) / unit.length));
    const numbered = Array.from({ length: 40_000 }, (_, n) => `${unit}${n}`).join('');
    const stat = vi.spyOn(fs, 'statSync');
    const real = vi.spyOn(fs.realpathSync, 'native');
    const started = performance.now();
    for (const text of [prompt, numbered, prompt.slice(0, 70_000)]) {
      stat.mockClear();
      real.mockClear();
      expect(namedFiles(text, { cwd: hollow.tree, tree: full.tree, home: full.base }).length).toBeLessThanOrEqual(16);
      mayName(text);
      expect(stat.mock.calls.length).toBeLessThanOrEqual(256);
      expect(real.mock.calls.length).toBeLessThanOrEqual(256 * 16);
    }
    // Quadratic work on 80,000 characters takes minutes.
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  it('asks for paths before bare names, and for both ends of a long prompt', () => {
    const noise = Array.from({ length: 20_000 }, (_, n) => `noise${n}.x`).join(' ');
    const paths = Array.from({ length: 5_000 }, (_, n) => `n/${n}`).join(' ');
    expect(named(`${noise} src/a.ts`, full)).toEqual(['src/a.ts']);
    expect(named(`src/b.ts ${paths} src/a.ts`, full)).toEqual(['src/b.ts', 'src/a.ts']);
    expect(named(`src/b.ts ${'x'.repeat(5_000_000)} src/a.ts`, full)).toEqual(['src/b.ts', 'src/a.ts']);
    expect(named(`${noise} src/b.ts ${noise}${noise}`, full)).toEqual([]);
    // A name that the cut goes through is not read as another.
    expect(named(`${'x '.repeat(32_762)}src/a.ts.map/${' y'.repeat(50_000)}`, full)).toEqual([]);
  });
});

describe('E-47: mayName', () => {
  it.each([
    'Please run the tests again and say what fails',
    "don't, it's fine. Really? Yes! (Thanks)",
    'weißt du, was é bedeutet: ja; nein, vielleicht...',
    '修复中的错误。谢谢',
    '',
    'profile and Files',
  ])('is false for %j', (text) => {
    expect(mayName(text)).toBe(false);
  });
});
