import { describe, expect, it } from 'vitest';
import { paragraphs } from '../../../src/capture/extract/paragraphs.ts';
import { texts } from './lab.ts';

const found = (text: string) => paragraphs(text, () => false).map(({ text }) => text);

describe('items of lists', () => {
  it.each([
    ['- one, unless the\n  replica is down\n- two', ['one, unless the replica is down', 'two']],
    ['1. one\n   more.\n   And more.\n2. two', ['one more. And more.', 'two']],
    ['- one, unless the\nreplica is down', ['one, unless the replica is down']],
    ['- one,\nTwo', ['one, Two']],
    ['- one\n    wide\n\ttab', ['one wide tab']],
    // Another sentence at the margin is no more of the item.
    ['- one\nTwo', ['one', 'Two']],
    ['- one.\ntwo', ['one.', 'two']],
    ['- one\n\n  two', ['one', 'two']],
    ['- one\n  - two\n    three', ['one', 'two three']],
    ['- one\n  ```\n  code\n  ```\n- two', ['one', 'two']],
    ['- one\n  > said\n- two', ['one', 'two']],
    ['- one\n  at f (a.js:1:2)\n- two', ['one', 'two']],
    ['- one\nDREAM: rule: two', ['one', 'DREAM: rule: two']],
  ])('of %j', (text, items) => {
    expect(found(text)).toEqual(items);
  });

  it('are taken whole: what is cut off can turn them round', () => {
    expect(texts('From now on:\n- never use the staging database, unless the\n  replica is down')).toEqual([
      'Never use the staging database, unless the replica is down.',
    ]);
    expect(
      texts('From now on:\n- never use the staging database, unless the\nreplica is down\n- always use pnpm'),
    ).toEqual(['Never use the staging database, unless the replica is down.', 'Always use pnpm.']);
  });
});

describe('an underlined heading begins a document', () => {
  it.each([
    ['Look.\n\nRules\n=====\n\nAlways open an issue.', ['Look.']],
    ['Look.\nRules of it\n===\nAlways open an issue.', ['Look.']],
    ['Look.\n\nRules\n-----\n- Always open an issue.', ['Look.']],
    ['- Look.\nRules\n=====\nAlways open an issue.', ['Look.']],
    // A line between two texts.
    ['Always use pnpm here.\n---\nGo on.', ['Always use pnpm here.', '--- Go on.']],
  ])('%j', (text, items) => {
    expect(found(text)).toEqual(items);
  });
});
