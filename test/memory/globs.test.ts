import fs from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CompiledPattern, matches, projectPath } from '../../src/index/paths.ts';
import { type GlobOptions, MAX_ALTERNATIVES, MAX_PATTERN } from '../../src/memory/glob-syntax.ts';
import { compileGlobs, rulePaths } from '../../src/memory/globs.ts';
import { claudeLoads } from '../fixtures/globs/claude-rule.ts';

interface Pairs {
  files: string[];
  patterns: { pattern: string; claude: string; agree: string }[];
}

const { files, patterns }: Pairs = JSON.parse(
  fs.readFileSync(new URL('../fixtures/globs/pairs.json', import.meta.url), 'utf8'),
);
const pairs = patterns.flatMap(({ pattern, claude, agree }) =>
  files.map((file, i) => ({ pattern, file, claude: claude[i] === '1', agree: agree[i] === '1' })),
);

function finds(list: string | string[], file: string, options: GlobOptions = {}): boolean {
  const { compiled } = compileGlobs([list].flat(), options);
  return matches(compiled, file, options.caseInsensitive);
}

const shown = ({ pattern, file }: { pattern: string; file: string }) => `${pattern} · ${file}`;

/** Pairs on which the hosts agree and engram does not, by the departure that says so. */
const DEPARTURES = [
  ...files.filter((file) => file.startsWith('src/') && !file.includes('/deep/')).map((file) => `src\\** · ${file}`),
  'src\\** · src/deep/er/b.ts',
  // The pattern and the file are in different forms.
  'café/** · café/x.ts',
].map((it) => it.replace('café/**', patterns.find((p) => p.pattern.startsWith('caf'))!.pattern));

describe('pairs on which all hosts agree', () => {
  const firm = pairs.filter(({ agree }) => agree);

  it('are 1,688, and engram says the same of all but 10', () => {
    expect(firm).toHaveLength(1688);
    const other = firm.filter(({ pattern, file, claude }) => finds(pattern, file) !== claude);
    expect(other.map((pair) => shown(pair).normalize('NFC')).sort()).toEqual(
      DEPARTURES.map((it) => it.normalize('NFC')).sort(),
    );
  });

  it('are said alike where case is ignored', () => {
    const other = firm.filter((it) => finds(it.pattern, it.file, { caseInsensitive: true }) !== it.claude);
    const nested = 'src/{a,{c,z}}.* · src/A.TS';
    expect(other.map((pair) => shown(pair).normalize('NFC')).sort()).toEqual(
      [...DEPARTURES, nested].map((it) => it.normalize('NFC')).sort(),
    );
  });
});

describe('pairs of the client alone, where case is ignored as it does', () => {
  it('differ where a departure says so', () => {
    const other = pairs.filter((it) => finds(it.pattern, it.file, { caseInsensitive: true }) !== it.claude);
    const counts: Record<string, number> = {};
    for (const { pattern } of other) {
      const name = pattern.normalize('NFC');
      counts[name] = (counts[name] ?? 0) + 1;
    }
    expect(counts).toEqual({
      'src/**': 1, // rooted
      ' src/** ': 1,
      'SRC/**': 1,
      './src/**': 9, // normalised
      'src\\**': 9,
      'src/a{b}.ts': 1, // finds itself
      'docs/[draft].md': 1,
      'app/[slug]/**': 1,
      'café/**': 1, // NFC
      'src/{a,{c,z}}.*': 3, // nested braces
      'app/[!s]*/**': 2, // `!` negates
      '**': 1, // nothing outside the project
      '': 28, // empty is nothing
    });
  });
});

describe('a pattern finds', () => {
  const root = '/home/dev/project';
  it.each<[string | string[], string, boolean, GlobOptions?]>([
    // A bare name at any depth, and what is in a folder of that name.
    ['README.md', 'README.md', true],
    ['README.md', 'pkg/README.md', true],
    ['src', 'src/a.ts', true],
    ['src', 'lib/src/d.ts', true],
    ['src/', 'lib/src/d.ts', true],
    ['build/', 'build', false],
    ['*.ts', 'src/deep/b.ts', true],
    ['*.ts', 'src/b.tsx', false],
    ['/a.ts', 'src/a.ts', false],
    ['/a.ts', 'a.ts', true],
    // With a slash inside it starts at the root.
    ['src/*.ts', 'src/a.ts', true],
    ['src/*.ts', 'lib/src/a.ts', false],
    ['src/*.ts', 'src/deep/a.ts', false],
    ['src/*', 'src/deep/a.ts', true],
    ['a/**/b', 'a/b', true],
    ['a/**/b', 'a/x/y/b/c.ts', true],
    ['a/**/b', 'x/a/b', false],
    ['**/a/**/b/**/c', 'x/a/b/a/y/b/z/c', true],
    ['**/a/**/b/**/c', 'x/a/y/c/b', false],
    ['**/a/b/**', 'x/a/b/c', true],
    ['**/a/b/**', 'x/a/c/b', false],
    ['**/', 'a.ts', false],
    ['**/', 'src/a.ts', true],
    // (a) rooted
    ['src/**', 'src/a.ts', true],
    ['src/**', 'lib/src/d.ts', false],
    ['src/**', 'srcfoo/z.ts', false],
    ['src/**/', 'lib/src/d.ts', false],
    ['src/**/', 'src/d.ts', true],
    ['{src,lib}/**', 'test/lib/d.ts', false],
    ['**/src/**', 'lib/src/d.ts', true],
    // (b) normalised
    ['./src/**', 'src/a.ts', true],
    ['./README.md', 'README.md', true],
    ['./README.md', 'pkg/README.md', false],
    ['src/./a.ts', 'src/a.ts', true],
    ['src\\**', 'src/deep/b.ts', true],
    ['src\\*.ts', 'src/a.ts', true],
    ['src\\\\lib\\\\*.ts', 'src/lib/a.ts', true],
    ['src\\', 'src/a.ts', true],
    ['.\\src\\**', 'src/a.ts', true],
    ['app\\[slug]\\page.tsx', 'app/[slug]/page.tsx', true],
    ['src\\{a,b}\\*.ts', 'src/b/x.ts', true],
    ['src\\*.ts, lib\\{a,b}\\*.ts', 'lib/b/x.ts', true],
    ['app\\(group)\\**', 'app/(group)/x.ts', true],
    [`${root}/src/**`, 'src/a.ts', true, { root }],
    [`${root}/src/**`, 'src/a.ts', true, { root: `${root}/` }],
    [`${root}/a.ts`, 'src/a.ts', false, { root }],
    [`${root}/src/**`, 'src/a.ts', false],
    ['/home/dev/project2/src/**', 'src/a.ts', false, { root }],
    ['C:\\work\\p\\src\\**', 'src/a.ts', true, { root: 'C:\\work\\p' }],
    ['c:/Work/p/src/**', 'src/a.ts', true, { root: 'C:\\work\\p', caseInsensitive: true }],
    // (c) itself
    ['app/[slug]/page.tsx', 'app/[slug]/page.tsx', true],
    ['app/[slug]/page.tsx', 'app/s/page.tsx', true],
    ['app/[slug]/**', 'app/[slug]/deep/page.tsx', true],
    ['app/[[...slug]]/page.tsx', 'app/[[...slug]]/page.tsx', true],
    ['{app,web}/[id]/*.tsx', 'web/[id]/a.tsx', true],
    ['{{cookiecutter.slug}}/setup.py', '{{cookiecutter.slug}}/setup.py', true],
    ['src/a{b}.ts', 'src/a{b}.ts', true],
    ['src/a{b}.ts', 'src/ab.ts', true],
    ['docs/a,b.md', 'docs/a,b.md', true],
    ['docs/a,b.md', 'x/b.md', true],
    ['test/@(a|b)+.ts', 'test/@(a|b)+.ts', true],
    // (d) NFC on both sides
    ['cafe\u0301/**', 'caf\u00e9/x.ts', true],
    ['caf\u00e9/**', 'cafe\u0301/x.ts', true],
    ['данные/**', 'данные/файл.ts', true],
    ['文档/*.md', '文档/说明.md', true],
    // (e) braces
    ['src/{a,{c,z}}.*', 'src/a.ts', true],
    ['src/{a,{c,z}}.*', 'src/z.ts', true],
    ['src/{a,{c,z}}.*', 'src/b.ts', false],
    ['*.{ts, tsx}', 'src/a.tsx', true],
    ['src/{,lib/}*.ts', 'src/a.ts', true],
    ['src/{,lib/}*.ts', 'src/lib/a.ts', true],
    ['{src/{a,b},lib}/**/*.{js,{m,c}ts}', 'src/b/x/y.cts', true],
    // Lists
    ['**/*.ts, **/*.tsx', 'src/a.tsx', true],
    ['**/*.js,*.{ts,tsx}', 'src/a.tsx', true],
    ['a.ts, , b.ts', 'b.ts', true],
    // Taken back
    [['src/*.ts', '!src/a.ts'], 'src/a.ts', false],
    [['src/*.ts', '!src/a.ts'], 'src/b.ts', true],
    ['src/*.ts, !src/a.ts', 'src/a.ts', false],
    [['!src/a.ts', 'src/*.ts'], 'src/a.ts', true],
    [['src/**', '!src/a.ts'], 'src/a.ts', true],
    [['*.ts', '!*.test.ts', 'a.test.ts'], 'src/a.test.ts', true],
    [['*.ts', '!*.test.ts', 'a.test.ts'], 'src/b.test.ts', false],
    [['!src/**'], 'lib/a.ts', false],
    [['/*', '!src'], 'src/a.ts', false],
    [['/*', '!src'], 'lib/a.ts', true],
    // Escapes
    ['docs/\\[draft\\].md', 'docs/[draft].md', true],
    ['docs/\\[draft\\].md', 'docs/d.md', false],
    ['\\[draft\\].md', 'docs/[draft].md', true],
    ['\\!neg.ts', 'src/!neg.ts', true],
    ['\\#notes.md', '#notes.md', true],
    ['src/\\{a,b\\}.ts', 'src/{a,b}.ts', false],
    ['src/\\{a\\,b\\}.ts', 'src/{a,b}.ts', true],
    ['src/\\{a\\,b\\}.ts', 'src/a.ts', false],
    ['src/a\\*.ts', 'src/a*.ts', true],
    ['src/a\\*.ts', 'src/ab.ts', false],
    ['docs/read\\ me.md', 'docs/read me.md', true],
    // Classes, `?`, stars
    ['src/?.ts', 'src/a.ts', true],
    ['src/?.ts', 'src/ab.ts', false],
    ['src/?.ts', 'src//.ts', false],
    ['src/[a-c].ts', 'src/b.ts', true],
    ['src/[a-c].ts', 'src/d.ts', false],
    ['src/[!a-c].ts', 'src/d.ts', true],
    ['src/[^a-c].ts', 'src/b.ts', false],
    ['src[!a]a.ts', 'src/a.ts', false],
    ['src/[ab,].ts', 'src/,.ts', true],
    ['src/[a\\]].ts', 'src/].ts', true],
    ['src/[a-].ts', 'src/-.ts', true],
    ['lib/**d.ts', 'lib/xd.ts', true],
    ['lib/**d.ts', 'lib/x/d.ts', false],
    ['src/*a*b*.ts', 'src/xayybz.ts', true],
    ['src/*a*b*.ts', 'src/xbya.ts', false],
    ['src/*aab*aab.ts', 'src/aaabaab.ts', true],
    ['src/*aab*aab.ts', 'src/aaab.ts', false],
    // Dot files, spaces, what RegExps read otherwise
    ['*', '.github/workflows/ci.yml', true],
    ['.*', '.github/workflows/ci.yml', true],
    ['*.ts', '.env.ts', true],
    ['docs/*.md', 'docs/read me.md', true],
    ['test/foo+bar.ts', 'test/foo+bar.ts', true],
    ['test/foo+bar.ts', 'test/fooobar.ts', false],
    ['a.ts', 'axts', false],
    ['test/(group)/**', 'test/(group)/g.ts', true],
    ['a$^|.ts', 'a$^|.ts', true],
    // Case
    ['SRC/**', 'src/a.ts', false],
    ['SRC/**', 'src/a.ts', true, { caseInsensitive: true }],
    ['src/README.md', 'SRC/readme.MD', true, { caseInsensitive: true }],
    ['Данные/*.TS', 'данные/файл.ts', true, { caseInsensitive: true }],
    ['данные/*.ts', 'Данные/файл.ts', false],
  ])('%j in %j: %s', (list, file, expected, options) => {
    expect(finds(list, file, options)).toBe(expected);
  });
});

describe('a problem', () => {
  it.each([
    ['', 'is empty; write `**` for every file'],
    [', ,', 'is empty; write `**` for every file'],
    ['!', 'is empty; write `**` for every file'],
    ['# comment', 'starts with `#`, which is a comment; write `\\#`'],
    ['src/[a.ts', 'has a `[` that is never closed; write `\\[` where a name contains it'],
    ['src/{a,b.ts', 'has a `{` that is never closed; write `\\{` where a name contains it'],
    ['src/[].ts', 'has empty brackets; write `\\[\\]` where a name contains them'],
    ['src/[z-a].ts', 'has a range that ends before it starts; write [a-z]'],
    ['[[:alpha:]].ts', 'has a named class, which is not known; write its letters: [a-zA-Z]'],
    ['{1..3}.ts', 'has a range in braces, which is not expanded; write its members: {1,2,3}'],
    ['src//a.ts', 'has an empty part (`//`); write one `/`'],
    ['../outside/**', 'contains `..`; patterns are relative to the root of the project'],
    ['/\\../a.ts', 'contains `..`; patterns are relative to the root of the project'],
    ['src/../a.ts', 'contains `..`; patterns are relative to the root of the project'],
    ['~/x/**', 'starts in the home folder; patterns are relative to the root of the project'],
    ['D:\\x\\**', 'lies outside the project; patterns are relative to its root'],
    ['/', 'names the root; write `**` for every file'],
    ['.', 'names the root; write `**` for every file'],
    ['a\0b', 'contains a control character'],
    ['{a,b}'.repeat(9), 'expands to more than 256 patterns; write fewer alternatives in braces'],
  ])('%j', (pattern, message) => {
    expect(compileGlobs([pattern])).toEqual({ compiled: [], problems: [{ pattern, message }] });
    expect(rulePaths([pattern])).toEqual([]);
  });

  it('leaves the other patterns of the list', () => {
    const { compiled, problems } = compileGlobs(['src/[a.ts', 'lib/*.ts']);
    expect(problems.map(({ pattern }) => pattern)).toEqual(['src/[a.ts']);
    expect(matches(compiled, 'lib/a.ts')).toBe(true);
  });

  it('is named in a comma list by its own piece', () => {
    expect(compileGlobs(['*.ts, src/[a.ts']).problems).toEqual([
      { pattern: 'src/[a.ts', message: 'has a `[` that is never closed; write `\\[` where a name contains it' },
    ]);
  });

  it('is a pattern that is too long, shown short', () => {
    expect(compileGlobs(['a'.repeat(MAX_PATTERN)]).problems).toEqual([]);
    expect(compileGlobs(['a'.repeat(MAX_PATTERN + 1)]).problems).toEqual([
      { pattern: 'a'.repeat(1001), message: 'is longer than 1,000 characters; write several patterns' },
    ]);
  });

  it('begins above 256 alternatives', () => {
    const { compiled, problems } = compileGlobs(['{a,b}'.repeat(8)]);
    expect(problems).toEqual([]);
    expect(compiled).toHaveLength(MAX_ALTERNATIVES);
  });
});

describe('what is compiled', () => {
  const keys = (pattern: string, options?: GlobOptions) =>
    compileGlobs([pattern], options).compiled.map(({ source: _, ...rest }: CompiledPattern) => rest);

  it.each<[string, Partial<CompiledPattern>[]]>([
    ['src/api/**', [{ negated: false, literal: 'src/api', prefix: 'src/api/' }]],
    ['src/api/*.ts', [{ negated: false, prefix: 'src/api/' }]],
    ['src/a.ts', [{ negated: false, literal: 'src/a.ts', prefix: 'src/a.ts/' }]],
    ['src/api/', [{ negated: false, prefix: 'src/api/' }]],
    ['src/**/a.ts', [{ negated: false, prefix: 'src/' }]],
    ['**/*.ts', [{ negated: false, prefix: '', tail: '.ts' }]],
    ['*.test.ts', [{ negated: false, prefix: '', tail: '.ts' }]],
    ['README.md', [{ negated: false, prefix: '', tail: 'README.md' }]],
    ['**/src/*', [{ negated: false, prefix: '', tail: 'src' }]],
    ['*/b/?.t?', [{ negated: false, prefix: '', tail: 'b' }]],
    ['*', [{ negated: false, prefix: '' }]],
    ['*.t?', [{ negated: false, prefix: '' }]],
    ['!src/a.ts', [{ negated: true, literal: 'src/a.ts', prefix: 'src/a.ts/' }]],
    [
      '*.{ts,tsx}',
      [
        { negated: false, prefix: '', tail: '.ts' },
        { negated: false, prefix: '', tail: '.tsx' },
      ],
    ],
    [
      'app/[id]/x.ts',
      [
        { negated: false, prefix: 'app/' },
        { negated: false, literal: 'app/[id]/x.ts', prefix: 'app/[id]/x.ts/' },
      ],
    ],
  ])('%s', (pattern, expected) => {
    expect(keys(pattern)).toEqual(expected);
  });

  it('has its keys in upper case where case is ignored', () => {
    expect(keys('src/*.ts', { caseInsensitive: true })).toEqual([{ negated: false, prefix: 'SRC/' }]);
    expect(keys('*.ts', { caseInsensitive: true })).toEqual([{ negated: false, prefix: '', tail: '.TS' }]);
  });

  it('is a short RegExp for a plain pattern', () => {
    expect(compileGlobs(['**/*.ts', 'src/**/*.ts']).compiled.map(({ source }) => source)).toEqual([
      '(?:^|/)[^/]*\\.ts(?:/|$)',
      '^src/(?:[^/]*/)*?[^/]*\\.ts(?:/|$)',
    ]);
  });

  it('says a repeated pattern once, unless something is taken back', () => {
    expect(compileGlobs(['*.ts', '**/*.js', '*.ts']).compiled).toHaveLength(2);
    expect(compileGlobs(['*.ts', '!a.ts', '*.ts']).compiled).toHaveLength(3);
    // Two that are written alike for the client.
    expect(compileGlobs(['x/a\\*b', 'x/a?b']).compiled).toHaveLength(2);
    expect(rulePaths(['x/a\\*b', 'x/a?b'])).toEqual(['x/a?b']);
  });
});

describe('hostile patterns', () => {
  const long = [
    'a'.repeat(4095),
    `${'a/'.repeat(2047)}a`,
    'ab/'.repeat(1365),
    `${'a'.repeat(2000)}/${'a'.repeat(2000)}`,
  ];
  it.each([
    ['*a'.repeat(490)],
    [`${'*a'.repeat(490)}b`],
    [`${'?*'.repeat(490)}b`],
    [`${'a*'.repeat(490)}/b`],
    [`${'**/*a*/'.repeat(140)}b`],
    [`${'**/a/'.repeat(190)}b`],
    [`**/${'*/'.repeat(480)}b`],
    [`**/${'a/'.repeat(400)}b/**/c`],
    [`${'[a-z]*'.repeat(160)}1`],
    [`*${'a'.repeat(490)}*${'a'.repeat(490)}b`],
    ['**/*a*a*a*a*b', '!**/*a', '!*b*c', 'a/**/a'],
  ])('%.20s is found or not within 50 ms', (...list) => {
    const { compiled, problems } = compileGlobs(list);
    expect(problems).toEqual([]);
    for (const file of long) {
      // The best of three: other work on the machine is not the pattern's.
      const times = [1, 2, 3].map(() => {
        const start = process.cpuUsage();
        matches(compiled, file);
        const { user, system } = process.cpuUsage(start);
        return (user + system) / 1000;
      });
      expect(Math.min(...times)).toBeLessThan(50);
    }
  });

  it.each(['{'.repeat(999), '{a,'.repeat(250), '{a,b}'.repeat(200), '['.repeat(1000), '\\'.repeat(1000)])(
    '%.8s… is refused at once',
    (pattern) => {
      expect(compileGlobs([pattern]).problems).toHaveLength(1);
    },
  );
});

describe('any pattern', () => {
  const letters = fc.constantFrom(
    ...[
      'a',
      'b',
      'B',
      '.ts',
      '.',
      '..',
      '*',
      '**',
      '?',
      '[',
      ']',
      '[ab]',
      '[!a]',
      '{',
      '}',
      '{a,b}',
      ',',
      '/',
      '\\',
      '!',
      '#',
    ],
    ...['(', ')', '+', '@', '|', '^', '$', '-', ' ', '~', 'é', 'e\u0301', 'ß', 'İ', '\ud800', '😀', '\0'],
  );
  const text = fc.array(letters, { maxLength: 12 }).map((it) => it.join(''));

  it('never throws, and its RegExps are RegExps', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 4 }), text, text, fc.boolean(), (list, root, file, caseInsensitive) => {
        const { compiled } = compileGlobs(list, { root, caseInsensitive });
        matches(compiled, file, caseInsensitive);
        for (const { source } of compiled) new RegExp(source);
        rulePaths(list, { root });
      }),
      { numRuns: 2000 },
    );
  });

  it('means the same when what is written for the client is read again', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 3 }), (list) => {
        const once = rulePaths(list);
        fc.pre(!once.some((it) => /\[|\\|^!?~\//.test(it))); // brackets have two readings, a folder named ~ too
        expect(rulePaths(once)).toEqual(once);
      }),
      { numRuns: 2000 },
    );
  });

  it('that is a path finds it', () => {
    const name = fc
      .array(
        fc.constantFrom(
          'a',
          'B',
          '.',
          'ts',
          '[slug]',
          '(',
          ')',
          '{b}',
          '{{c}}',
          '+',
          '@',
          '|',
          '^',
          '$',
          '-',
          ' b',
          ',a',
          'é',
          '文',
        ),
        { minLength: 1, maxLength: 5 },
      )
      .map((it) => it.join(''));
    const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((it) => it.join('/'));
    fc.assert(
      fc.property(path, fc.boolean(), (file, caseInsensitive) => {
        // A comma beside braces or brackets makes a list.
        fc.pre(projectPath(file) !== undefined && file === file.trim() && !/^[^,]*[{[].*,|,.*[{[]/.test(file));
        expect(finds(file, file, { caseInsensitive })).toBe(true);
        expect(finds(`/home/dev/p/${file}`, file, { root: '/home/dev/p', caseInsensitive })).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('paths for the client (E-37)', () => {
  it('its rule, written anew for these tests, is what was measured', () => {
    const other = pairs.filter(({ pattern, file, claude }) => claudeLoads([pattern], file) !== claude);
    expect(other).toEqual([]);
    expect(pairs).toHaveLength(2072);
  });

  it.each<[string | string[], string[], GlobOptions?]>([
    ['src/**', ['/src/**']],
    ['src/api/**', ['src/api/**']],
    ['**/*.ts', ['**/*.ts']],
    ['*.ts', ['*.ts']],
    ['README.md', ['README.md']],
    ['./README.md', ['/README.md']],
    ['./src/*.ts', ['src/*.ts']],
    ['src\\**', ['/src/**']],
    ['/home/dev/p/src/**', ['/src/**'], { root: '/home/dev/p' }],
    ['**', ['*']],
    ['**/*.ts, **/*.tsx', ['**/*.ts', '**/*.tsx']],
    ['src/{a,{c,z}}.*', ['src/a.*', 'src/c.*', 'src/z.*']],
    ['app/[slug]/page.tsx', ['app/[slug]/page.tsx', 'app/\\[slug\\]/page.tsx']],
    ['docs/\\[draft\\].md', ['docs/\\[draft\\].md']],
    ['src/[!t]*.ts', ['src/?*.ts', 'src/\\[!t\\]*.ts']],
    ['src/a{b}.ts', ['src/ab.ts', 'src/a?b}.ts']],
    ['\\!neg.ts', ['\\!neg.ts']],
    ['/!neg.ts', ['/!neg.ts']],
    ['/ a', ['/ a']],
    ['!a\\ /**', ['!/a?/**']],
    ['caf\u00e9/**', ['/caf\u00e9/**', '/cafe\u0301/**']],
    [
      ['src/**', '!src/a.ts'],
      ['/src/**', '!src/a.ts'],
    ],
    [['src/[', 'a.ts'], ['a.ts']],
  ])('%j → %j', (list, expected, options) => {
    expect(rulePaths([list].flat(), options)).toEqual(expected);
  });

  it('load what engram finds, of all pairs but one', () => {
    const other = pairs.filter(({ pattern, file }) => {
      const paths = rulePaths([pattern]);
      const loads = paths.length > 0 && claudeLoads(paths, file);
      return loads !== finds(pattern, file, { caseInsensitive: true });
    });
    // `?*` stands for `[!s]*`.
    expect(other.map(shown)).toEqual(['app/[!s]*/** · app/s/page.tsx']);
  });

  it('load what engram finds, of any list', () => {
    const atom = fc.constantFrom(
      ...['a', 'b', 'src', '.ts', '.', '*', '**', '?', '[ab]', '[a-c]', '[x]', '{a,b}', '{a,{b,c}}', '(', ')'],
      ...['/', '/', '/', '**/', '/**', '+', '@', '-', 'é', ']', '$', '|'],
    );
    const pattern = fc
      .tuple(fc.constantFrom('', '', '', '!', '/', './'), fc.array(atom, { minLength: 1, maxLength: 6 }))
      .map(([start, it]) => start + it.join(''));
    const part = fc.constantFrom(
      'a',
      'b',
      'c',
      'src',
      'a.ts',
      '.ts',
      '[ab]',
      '[x]',
      'ab',
      '(',
      'é',
      'src.ts',
      'b]',
      'a-b',
    );
    const file = fc.array(part, { minLength: 1, maxLength: 4 }).map((it) => it.join('/'));
    fc.assert(
      fc.property(
        fc.array(pattern, { minLength: 1, maxLength: 3 }),
        fc.array(file, { minLength: 5 }),
        (list, paths) => {
          const written = rulePaths(list);
          fc.pre(written.length > 0);
          for (const it of paths)
            expect([it, claudeLoads(written, it)]).toEqual([it, finds(list, it, { caseInsensitive: true })]);
        },
      ),
      { numRuns: 2000 },
    );
  });
});
