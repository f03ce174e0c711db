import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readPlainYaml } from '../../src/config/plain-yaml.ts';
import { readYaml } from '../../src/config/yaml.ts';

it('reads what nearly every front matter holds', () => {
  const text = `# head
id: deploy-window
summary: Deploys to production, "only" Monday to Thursday; see docs/x.md#y.
type: rule            # rule | fact

tags: [deploy, release 2, 'a: b']
applies_to: ["infra/**", "src/{a}/[b].ts"]
entities:
  - payments   # one
  - "**/*"
importance: 0.7
count: 12
created: 2026-11-30
reviewed:
empty: []
Правила: x
`.replace('Правила: x\n', '');
  const expected = {
    id: 'deploy-window',
    summary: 'Deploys to production, "only" Monday to Thursday; see docs/x.md#y.',
    type: 'rule',
    tags: ['deploy', 'release 2', 'a: b'],
    applies_to: ['infra/**', 'src/{a}/[b].ts'],
    entities: ['payments', '**/*'],
    importance: 0.7,
    count: 12,
    created: '2026-11-30',
    reviewed: null,
    empty: [],
  };
  expect(readPlainYaml(text)).toEqual(expected);
  expect(readPlainYaml(text.replaceAll('\n', '\r\n'))).toEqual(expected);
  expect(readYaml(text).value).toEqual(expected);
});

it.each([
  'a: b: c',
  'a: *x',
  'a: - b',
  'a:b',
  'a: |\n  x',
  'a: x\n  y',
  'a: "x\\n"',
  'a: 1\na: 2',
  'a: true',
  'a: 0x1f',
  'a: 1e3',
  'a: [b, [c]]',
  'a: [b',
  'a: {b: c}',
  'a:\n  b: c',
  'a:\n  - b\n   - c',
  'a:\n- b: c',
  ' a: 1',
  '- a',
  'a: x\ty',
  'null: 1',
  '__proto__: 1',
  'a: "x # y"',
])('leaves %j to the parser', (text) => {
  expect(readPlainYaml(text)).toBe(undefined);
});

it('agrees with the parser wherever it answers', () => {
  const fragment = fc.constantFrom(
    ...[
      'a',
      'b',
      'key',
      ':',
      ': ',
      ' ',
      '  ',
      '\n',
      '\n',
      '\n- ',
      '\n  - ',
      '- ',
      '[',
      ']',
      ', ',
      ',',
      '"',
      "'",
      ' #',
      '#',
      '\\',
      '{',
      '}',
      '&',
      '*',
      '!',
      '|',
      '>',
      '?',
      '%',
      '@',
      '`',
      '~',
      '.',
      '/',
      '-',
      '_',
    ],
    ...[
      '0',
      '1',
      '12',
      '0.5',
      '007',
      '1_0',
      '2026-11-30',
      'true',
      'No',
      'null',
      'é',
      '部',
      '😀',
      '\r\n',
      '\r',
      '\t',
      '\u0085',
      '\u2028',
      '\ufeff',
      '---\n',
      '...',
      '<<',
      'a: b\n',
      'tags: [x, y]\n',
      'k:\n  - v\n',
    ],
  );
  const line = fc
    .tuple(
      fc.constantFrom('a: ', 'b: ', 'c-d: ', 'a:', 'e_:\n  - ', 'f: [', 'g: "', '# '),
      fc.array(fragment, { maxLength: 6 }),
      fc.constantFrom('\n', ']\n', '"\n', '\r\n', ''),
    )
    .map(([key, parts, end]) => key + parts.join('') + end);
  const text = fc
    .oneof(fc.array(line, { maxLength: 5 }), fc.array(fragment, { maxLength: 14 }))
    .map((parts) => parts.join(''));
  let answered = 0;
  fc.assert(
    fc.property(text, (yaml) => {
      const plain = readPlainYaml(yaml);
      if (plain === undefined) return;
      answered++;
      expect(plain).toEqual(readYaml(yaml).value ?? {});
    }),
    { numRuns: 5000 },
  );
  expect(answered).toBeGreaterThan(200);
});
