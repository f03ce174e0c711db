import { describe, expect, it } from 'vitest';
import { type Piece, piecesOf } from '../../src/import/pieces.ts';
import { isEverything, patternsIn, RuleFileError, readRuleFile } from '../../src/import/rule-file.ts';

const texts = (markdown: string) => piecesOf(markdown).map(({ text }) => text);

describe('a file of instructions', () => {
  it('is cut into sections, and lists into their items, each with its heading and line', () => {
    const pieces = piecesOf(`# Checkout service

Payments of the web shop.

## Commands

- \`npm run dev\`: starts it on port 4321
- \`npm test\` runs vitest

## Architecture

Orders go through the outbox.
The relay is in \`src/relay\`.

### Events:

All of these hold:

* An event is never changed.
  A new version gets a new name.
* Names are in the past tense.
`);
    expect(pieces).toEqual<Piece[]>([
      { headings: [], text: 'Payments of the web shop.', line: 3 },
      { headings: ['Commands'], text: 'Commands: `npm run dev`: starts it on port 4321', line: 7 },
      { headings: ['Commands'], text: 'Commands: `npm test` runs vitest', line: 8 },
      {
        headings: ['Architecture'],
        text: '## Architecture\n\nOrders go through the outbox.\nThe relay is in `src/relay`.',
        line: 12,
      },
      {
        headings: ['Architecture', 'Events:'],
        text: 'Events: An event is never changed.\nA new version gets a new name.',
        line: 19,
      },
      { headings: ['Architecture', 'Events:'], text: 'Events: Names are in the past tense.', line: 21 },
    ]);
  });

  it.each<[string, string, string[]]>([
    [
      'steps belong together',
      '## Release\n1. Tag it.\n2. Push the tag.\n',
      ['## Release\n\n1. Tag it.\n2. Push the tag.'],
    ],
    [
      'a list with prose around it stays whole',
      '## A\nFirst.\n\n- one\n- two\n\nLast.\n',
      ['## A\n\nFirst.\n\n- one\n- two\n\nLast.'],
    ],
    ['a list of one is a text', '## A\n- one\n', ['## A\n\n- one']],
    ['headings in code are none', '## A\n```sh\n# comment\n```\n', ['## A\n\n```sh\n# comment\n```']],
    ['code in an item stays with it', '- one:\n  ```sh\n- no\n  ```\n- two\n', ['one:\n```sh\n- no\n```', 'two']],
    ['comments are left out, not in code', 'Text.<!-- no\n## no -->\n`<!-- yes -->`\n', ['Text.\n\n`<!-- yes -->`']],
    ['what holds no word is nothing', '# Title\n\n---\n\n## Empty\n\n***\n', []],
    ['CRLF', '## A\r\n- one\r\n- two\r\n', ['A: one', 'A: two']],
    ['two titles are headings', '# A\nx\n# B\ny\n', ['## A\n\nx', '## B\n\ny']],
  ])('%s', (_, markdown, expected) => {
    expect(texts(markdown)).toEqual(expected);
  });
});

it('a long section is cut at its lists though it is no list alone; numbered steps stay with what leads to them', () => {
  const long = 'x'.repeat(1_200);
  expect(
    piecesOf(`## Fragments

- First rule.
  More of it.
- Second rule,
on two lines.

Run it, then:

1. Test.
2. Push.

${long}
- Alone.
`).map(({ text, line }) => [line, text.replace(long, '…')]),
  ).toEqual([
    [3, 'Fragments: First rule.\nMore of it.'],
    [5, 'Fragments: Second rule,\non two lines.'],
    [8, '## Fragments\n\nRun it, then:\n\n1. Test.\n2. Push.\n\n…\n- Alone.'],
  ]);
});

describe('a rule file', () => {
  it('may have a second front matter', () => {
    const text =
      '---\ndescription:\nglobs: **/*.md\n---\n---\ndescription: "What \\"it\\" is"\npriority: 2\n---\n\nText.\n';
    expect(readRuleFile(text)).toEqual({
      front: { description: 'What "it" is', priority: '2', globs: '**/*.md' },
      body: '\nText.\n',
      bodyLine: 9,
    });
  });

  it('is read though its front matter is no YAML', () => {
    expect(
      readRuleFile('---\ndescription: API: how\nglobs: *.ts,src/**/*.{ts,tsx}\nalwaysApply: false\n---\nText.\n'),
    ).toEqual({
      front: { description: 'API: how', globs: '*.ts,src/**/*.{ts,tsx}', alwaysApply: 'false' },
      body: 'Text.\n',
      bodyLine: 6,
    });
    expect(patternsIn('*.ts,src/**/*.{ts,tsx}')).toEqual(['*.ts', 'src/**/*.{ts,tsx}']);
  });

  it.each<[string, string | string[] | undefined, string[]]>([
    ['a list below', ['a/**', '"b.ts"'], ['a/**', '"b.ts"']],
    ['brackets', '["a/**", \'b\']', ['a/**', 'b']],
    ['nothing', undefined, []],
    ['blank', '', []],
  ])('%s', (_, value, expected) => {
    expect(patternsIn(value).map((it) => it)).toEqual(expected.map((it) => it.replace(/^"(.*)"$/, '$1')));
  });

  it('knows a pattern of everything', () => {
    expect(['**', '**/*', '*', '*.ts', 'src/**'].map(isEverything)).toEqual([true, true, true, false, false]);
  });

  it('names the line of what is wrong', () => {
    const fault = (text: string) => {
      try {
        readRuleFile(text);
      } catch (error) {
        if (error instanceof RuleFileError) return [error.line, error.message];
        throw error;
      }
      return undefined;
    };
    expect(fault('---\ndescription: x\n')).toEqual([
      1,
      'the front matter that opens here is never closed by a line ---',
    ]);
    expect(fault('---\ndescription: x\n%%%\n---\n')?.[0]).toBe(3);
  });
});
