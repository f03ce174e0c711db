import fc from 'fast-check';
import { expect, it } from 'vitest';
import { oneLine, SUMMARY_LIMIT, summarize } from '../../src/memory/summary.ts';

it.each([
  ['a heading', '# Deploys #\n\nText.', 'Deploys'],
  ['a heading with Windows line ends', '## Use **pnpm**\r\nText.', 'Use pnpm'],
  ['a sentence before a heading', 'Use pnpm here. Never npm.\n\n## Why', 'Use pnpm here.'],
  ['a sentence over two lines', 'Use pnpm\nhere! Always.', 'Use pnpm here!'],
  ['a paragraph without a full stop', 'Use pnpm here\n\nMore.', 'Use pnpm here'],
  ['an abbreviation', 'Use a tool, e.g. pnpm, here. Always.', 'Use a tool, e.g. pnpm, here.'],
  ['a version', 'Node 20.1 is needed. Yes.', 'Node 20.1 is needed.'],
  ['Chinese', '周五不部署。周一可以。', '周五不部署。'],
  ['an underlined heading', 'Title\n=====\n\nText.', 'Title'],
  ['a list', '- [x] first point\n- second', 'first point'],
  ['a quotation', '> quoted words. more', 'quoted words.'],
  [
    'links, images and code',
    'See [the *docs*](https://x.y/a_(b)) and `npm ci` ![logo](l.png).',
    'See the docs and npm ci logo.',
  ],
  ['snake case and stars', 'Set max_old_space_size to 2 * 3 * 4.', 'Set max_old_space_size to 2 * 3 * 4.'],
  ['a comment first', '<!-- hidden -->\nShown.', 'Shown.'],
  ['a code block first', '```sh\nnpm ci\n```\nRun this.', 'Run this.'],
  ['only a code block', '```sh\nnpm ci\n```', ''],
  ['a rule first', '---\n\n***\n\nText', 'Text'],
  ['an empty heading', '#\n\nText', 'Text'],
  ['blanks', ' \n\t\n', ''],
])('%s', (_, body, summary) => {
  expect(summarize(body)).toBe(summary);
});

it('cuts at a word, with an ellipsis', () => {
  expect(oneLine(`${'word '.repeat(50)}`)).toBe(`${'word '.repeat(40).trimEnd()}…`);
  expect(oneLine('x'.repeat(201))).toBe(`${'x'.repeat(199)}…`);
  expect(oneLine('x'.repeat(200))).toBe('x'.repeat(200));
  expect(oneLine(`${'x'.repeat(198)}😀😀`)).toBe(`${'x'.repeat(198)}…`);
});

it('is one line within the limit, whatever the body', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (body) => {
      for (const summary of [summarize(body), oneLine(body)]) {
        expect(summary.length).toBeLessThanOrEqual(SUMMARY_LIMIT);
        expect(summary).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
      }
    }),
    { numRuns: 2000 },
  );
});
