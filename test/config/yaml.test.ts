import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deleteYaml, readYaml, setYaml, YamlError, type YamlValue } from '../../src/config/yaml.ts';

describe('setYaml', () => {
  const cases: [title: string, text: string, path: [string] | [string, string], value: YamlValue, after: string][] = [
    ['an empty text', '', ['read'], 'off', 'read: off\n'],
    ['an empty text, two levels', '', ['load', 'limit'], 5, 'load:\n  limit: 5\n'],
    ['a null', 'null\n', ['read'], 'off', 'read: off\n'],
    ['only comments', '# mine\n', ['read'], 'off', '# mine\nread: off\n'],
    ['no final newline', 'a: 1', ['b'], 2, 'a: 1\nb: 2\n'],
    ['a value with a comment', 'read:  auto # why\nproof: off\n', ['read'], 'off', 'read:  off # why\nproof: off\n'],
    ['a quoted value', "read: 'auto' # why\n", ['read'], 'off', 'read: off # why\n'],
    ['no value', 'read: # why\nproof: off\n', ['read'], 'off', 'read: off # why\nproof: off\n'],
    [
      'a key in a section',
      'load:\n    # most\n    limit: 8 # eight\nread: auto\n',
      ['load', 'limit'],
      5,
      'load:\n    # most\n    limit: 5 # eight\nread: auto\n',
    ],
    [
      'a new key in a section',
      'load:\n    limit: 8 # eight\n\nread: auto\n',
      ['load', 'max_tokens'],
      900,
      'load:\n    limit: 8 # eight\n    max_tokens: 900\n\nread: auto\n',
    ],
    [
      'a section without keys',
      'load: # later\nread: auto\n',
      ['load', 'limit'],
      5,
      'load: # later\n  limit: 5\nread: auto\n',
    ],
    ['a section as a flow mapping', 'load: {limit: 8}\n', ['load', 'limit'], 5, 'load: {limit: 5}\n'],
    [
      'a new key in a flow mapping',
      'load: {limit: 8} # c\nread: auto\n',
      ['load', 'max_tokens'],
      900,
      'load: {limit: 8, max_tokens: 900} # c\nread: auto\n',
    ],
    ['Windows line ends', 'a: 1\r\n', ['b', 'c'], true, 'a: 1\r\nb:\r\n  c: true\r\n'],
    ['a byte order mark', '\uFEFFa: 1\n', ['a'], 2, '\uFEFFa: 2\n'],
    ['a literal block', 'a: |\n  x\n  y\nb: 1\n', ['a'], 'z', 'a: z\nb: 1\n'],
    ['a value of two lines', 'a: 1\n', ['a'], 'x\ny', 'a: "x\\ny"\n'],
    ['a value that looks like another', 'a: 1\n', ['a'], 'true', 'a: "true"\n'],
    ['an indented document', '  a: 1\n', ['b'], 2, '  a: 1\n  b: 2\n'],
  ];
  it.each(cases)('%s', (_, text, path, value, after) => {
    expect(setYaml(text, path, value)).toBe(after);
  });

  it.each([
    ['a list', '- a\n', ['a'], 1],
    ['a section that is a value', 'a: 1\nload: 5\n', ['load', 'limit'], 2],
    ['what is not YAML', 'a: 1\nb: "x\n', ['a'], 2],
    ['a list that holds itself', 'a: 1\nb: &b [1, *b]\n', ['a'], 2],
  ] as const)('refuses %s', (_, text, path, line) => {
    const error = (() => {
      try {
        return setYaml(text, path as readonly [string], 1);
      } catch (thrown) {
        return thrown;
      }
    })();
    expect(error).toBeInstanceOf(YamlError);
    expect((error as YamlError).line).toBe(line);
  });

  it('changes the one value and nothing else, whatever it is', () => {
    const text =
      '# head\nfirst: {a:   1} # one\nkey: old # two\nsection:\n   x: 1\n   # three\n   y:   2\nlast: [1,2]\n';
    const value = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string(),
      fc.integer(),
      fc.boolean(),
      fc.array(fc.string(), { maxLength: 3 }),
    );
    fc.assert(
      fc.property(
        value,
        fc.constantFrom(['key'] as const, ['section', 'y'] as const, ['section', 'new'] as const, ['new'] as const),
        (to, path) => {
          const after = setYaml(text, path, to);
          const expected: Record<string, unknown> = {
            first: { a: 1 },
            key: 'old',
            section: { x: 1, y: 2 },
            last: [1, 2],
          };
          if (path.length === 1) expected[path[0]] = to;
          else (expected[path[0]] as Record<string, unknown>)[path[1]] = to;
          expect(readYaml(after).value).toEqual(expected);
          const kept = text
            .split('\n')
            .filter((line) => !line.startsWith(path[0] === 'key' ? 'key' : '   y') || path.at(-1) === 'new');
          for (const line of kept) expect(after.split('\n')).toContain(line);
        },
      ),
      { numRuns: 1000 },
    );
  });
});

it('takes a key away with its line', () => {
  expect(deleteYaml('a: 1\nb: [1] # c\n# d\nc: 2\n', 'b')).toBe('a: 1\n# d\nc: 2\n');
  expect(deleteYaml('a: 1\nb:\n  - 1\n  - 2\nc: 2\n', 'b')).toBe('a: 1\nc: 2\n');
  expect(deleteYaml('a: 1\n', 'b')).toBe('a: 1\n');
  expect(deleteYaml('', 'b')).toBe('');
  expect(deleteYaml('# only a comment\n', 'b')).toBe('# only a comment\n');
});
