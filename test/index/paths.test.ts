import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CompiledPattern, MAX_PATH, matches, pathKeys, projectPath } from '../../src/index/paths.ts';
import { compileGlobs } from '../../src/memory/globs.ts';

describe('a path of the project (E-46)', () => {
  it.each([
    ['src/a.ts', 'src/a.ts'],
    ['src/', 'src/'],
    ['..a/b..', '..a/b..'],
    ['...', '...'],
    ['cafe\u0301/x', 'caf\u00e9/x'],
    ['a:b.ts', 'a:b.ts'],
    ['', undefined],
    ['/etc/passwd', undefined],
    ['D:/x', undefined],
    ['../x', undefined],
    ['..', undefined],
    ['.', undefined],
    ['./x', undefined],
    ['a/../x', undefined],
    ['a/./x', undefined],
    ['a//x', undefined],
    ['a\0b', undefined],
    ['a'.repeat(MAX_PATH), 'a'.repeat(MAX_PATH)],
    ['a'.repeat(MAX_PATH + 1), undefined],
    ['a/'.repeat(10_000), undefined],
  ])('%.20j', (path, expected) => {
    expect(projectPath(path)).toBe(expected);
  });

  it('is nothing that any pattern finds where it is none', () => {
    const { compiled } = compileGlobs(['**']);
    const found = ['a.ts', '../x', '/x', '', 'a\0b', 'a/../b', 'x'.repeat(10_240)].map((it) => matches(compiled, it));
    expect(found).toEqual([true, false, false, false, false, false, false]);
  });
});

describe('keys', () => {
  it('are the folders, the path itself, the names and their extensions', () => {
    expect(pathKeys('src/x.d/a.test.ts')).toEqual({
      prefixes: ['src/', 'src/x.d/', 'src/x.d/a.test.ts/'],
      tails: ['src', 'x.d', '.d', 'a.test.ts', '.ts'],
    });
    expect(pathKeys('.env')).toEqual({ prefixes: ['.env/'], tails: ['.env'] });
  });

  it('are in upper case where case is ignored', () => {
    expect(pathKeys('src/a.ts', true)).toEqual({ prefixes: ['SRC/', 'SRC/A.TS/'], tails: ['SRC', 'A.TS', '.TS'] });
  });

  it('lead to every pattern that finds the path', () => {
    const letters = [
      'a',
      'b',
      'src',
      '.ts',
      '.',
      '*',
      '**',
      '?',
      '[ab]',
      '{a,b.ts}',
      '/',
      '/',
      '/**',
      '**/',
      'ß',
      'ς',
      'σ',
      'Σ',
    ];
    const pattern = fc.array(fc.constantFrom(...letters), { minLength: 1, maxLength: 6 }).map((it) => it.join(''));
    const part = fc.constantFrom('a', 'b', 'src', 'a.ts', '.ts', 'A.TS', 'a.b', 'ß', 'ς', 'Σ', 'ab');
    const path = fc.array(part, { minLength: 1, maxLength: 4 }).map((it) => it.join('/'));
    fc.assert(
      fc.property(pattern, fc.array(path, { minLength: 5 }), fc.boolean(), (written, paths, caseInsensitive) => {
        const { compiled } = compileGlobs([written], { caseInsensitive });
        for (const file of paths) {
          const { prefixes, tails } = pathKeys(file, caseInsensitive);
          for (const it of compiled) {
            if (!matches([it], file, caseInsensitive)) continue;
            if (it.prefix) expect(prefixes).toContain(it.prefix);
            else if (it.tail !== undefined) expect(tails).toContain(it.tail);
          }
        }
      }),
      { numRuns: 2000 },
    );
  });
});

describe('a list', () => {
  const ts: CompiledPattern = { source: '(?:^|/)[^/]*\\.ts(?:/|$)', negated: false, prefix: '', tail: '.ts' };
  const src: CompiledPattern = { source: '^src(?:/|$)', negated: false, literal: 'src', prefix: 'src/' };
  const notA: CompiledPattern = { source: '(?:^|/)a\\.ts(?:/|$)', negated: true, prefix: '', tail: 'a.ts' };

  it('finds nothing where it is empty or only takes back', () => {
    expect(matches([], 'a.ts')).toBe(false);
    expect(matches([notA], 'a.ts')).toBe(false);
    expect(matches([notA], 'b.ts')).toBe(false);
  });

  it('is decided by its last pattern, and by the highest folder that it finds', () => {
    expect(matches([ts, notA], 'src/a.ts')).toBe(false);
    expect(matches([ts, notA], 'src/b.ts')).toBe(true);
    expect(matches([notA, ts], 'src/a.ts')).toBe(true);
    expect(matches([src, notA], 'src/a.ts')).toBe(true);
    expect(matches([src, { ...src, negated: true }], 'src/a.ts')).toBe(false);
    // Whoever takes a folder back does not take back what is in it.
    expect(matches([ts, { ...src, negated: true }], 'src/a.ts')).toBe(true);
  });

  it('compares a literal pattern by name', () => {
    const found = ['src', 'src/', 'src/a', 'srcs', 'SRC/a', 'x/src'].map((it) => matches([src], it));
    expect(found).toEqual([true, true, true, false, false, false]);
    expect(matches([src], 'SRC/a', true)).toBe(true);
  });

  it('asks 256 folders where it takes back, and any number where it does not', () => {
    const deep = `${'x/'.repeat(1000)}b.ts`;
    expect(matches([ts], deep)).toBe(true);
    expect(matches([ts, { ...notA, source: '^x(?:/|$)' }], deep)).toBe(false);
    expect(matches([ts, { ...notA, source: '^x(?:/|$)' }], `${'x/'.repeat(255)}b.ts`)).toBe(true);
  });
});
