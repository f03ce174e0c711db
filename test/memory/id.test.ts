import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { freeId, ID_PATTERN, idFromSummary, isHashId, slugId } from '../../src/memory/id.ts';

describe('isHashId', () => {
  it.each([
    ['部署', true],
    ['デプロイ', true],
    ['!!!', true],
    ['部署 red', false],
    ['Правила', false],
    ['m-notes', false],
  ])('%s: %s', (name, expected) => {
    expect(isHashId(slugId(name))).toBe(expected);
    expect(isHashId(`${slugId(name)}-2`)).toBe(expected);
  });
});

describe('slugId', () => {
  it.each([
    ['deploy-window', 'deploy-window'],
    ['v1.2_final--x', 'v1.2_final--x'],
    ['Deploy Window', 'deploy-window'],
    ['  (Draft) README!  ', 'draft-readme'],
    ['.hidden', 'hidden'],
    ['_x', 'x'],
    ['Größenänderung', 'grossenanderung'],
    ['Crème brûlée', 'creme-brulee'],
    ['Ærøskøbing łódź', 'aeroskobing-lodz'],
    ['Правила деплоя', 'pravila-deploya'],
    ['Ёжик и щи', 'yozhik-i-shchi'],
    ['Αθήνα', 'athina'],
    ['ﬁle №1', 'file-no1'],
    ['部署 deploy', 'deploy-c0a4de16'],
    ['部署', 'm-a151603f'],
    ['🚀', 'm-7fa78ada'],
    ['', 'm-811c9dc5'],
  ])('%j is %s', (name, id) => {
    expect(slugId(name)).toBe(id);
  });

  it('is the same for decomposed Unicode', () => {
    for (const name of ['Crème brûlée', 'Правила деплоя — ёй', 'デプロイ', '한국어 메모'])
      expect(slugId(name.normalize('NFD'))).toBe(slugId(name));
  });

  it('keeps long names apart', () => {
    const [a, b] = ['x'.repeat(100), `${'x'.repeat(99)}y`].map(slugId);
    expect(a).toMatch(/^x{71}-[0-9a-f]{8}$/);
    expect(a).not.toBe(b);
  });

  it('gives an id for every name, and itself for every id', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.string({ maxLength: 200 }), fc.string({ unit: 'grapheme' })),
        (name) => {
          const id = slugId(name);
          expect(id).toMatch(ID_PATTERN);
          expect(slugId(id)).toBe(id);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

it.each([
  [
    'Deploys to production only Monday to Thursday, through the script.',
    'deploys-to-production-only-monday-to-thursday',
  ],
  ['Use pnpm.', 'use-pnpm'],
  ['a'.repeat(60), 'a'.repeat(60)],
])('idFromSummary(%j)', (summary, id) => {
  expect(idFromSummary(summary)).toBe(id);
});

it('freeId counts on from 2, and stays an id', () => {
  const taken = new Set(['a', 'a-2', 'x'.repeat(80)]);
  expect(freeId('b', (id) => taken.has(id))).toBe('b');
  expect(freeId('a', (id) => taken.has(id))).toBe('a-3');
  expect(freeId('x'.repeat(80), (id) => taken.has(id))).toBe(`${'x'.repeat(78)}-2`);
});
