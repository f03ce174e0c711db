import { describe, expect, it } from 'vitest';
import type { Memory } from '../../src/memory/memory.ts';
import { isExpired, supersededOf } from '../../src/memory/overtaken.ts';

type Ground = [id: string, supersedes: string[], more?: { rank?: number; created?: string }];

const items = (ground: Ground[]) =>
  ground.map(([id, supersedes, { rank = 0, created } = {}]) => ({
    rank,
    memory: { id, supersedes, ...(created ? { created } : {}) } as Memory,
  }));
const told = (...ground: Ground[]) => {
  const { superseded, unmet } = supersededOf(items(ground));
  return [
    ...superseded.map(({ of, by }) => `${by.memory.id} > ${of.memory.id}`),
    ...unmet.map(({ by, id, why }) => `${by.memory.id} ≯ ${id}: ${why}`),
  ];
};

describe('supersedes', () => {
  it.each<[string, Ground[], string[]]>([
    [
      'one',
      [
        ['new', ['old']],
        ['old', []],
      ],
      ['new > old'],
    ],
    [
      'several',
      [
        ['new', ['a', 'b']],
        ['a', []],
        ['b', []],
      ],
      ['new > a', 'new > b'],
    ],
    ['itself', [['a', ['a']]], []],
    [
      'a chain: the last one stays',
      [
        ['a', []],
        ['b', ['a']],
        ['c', ['b']],
      ],
      ['b > a', 'c > b'],
    ],
    ['what is not there', [['a', ['gone']]], ['a ≯ gone: absent']],
    [
      'the project’s over the user’s',
      [
        ['p', ['u']],
        ['u', [], { rank: 1 }],
      ],
      ['p > u'],
    ],
    [
      'never the user’s over the project’s',
      [
        ['u', ['p'], { rank: 1 }],
        ['p', []],
      ],
      ['u ≯ p: nearer'],
    ],
    [
      'a circle: the newer',
      [
        ['a', ['b'], { created: '2026-01-01' }],
        ['b', ['a'], { created: '2026-02-01' }],
      ],
      ['b > a', 'a ≯ b: newer'],
    ],
    [
      'a circle of one day: the first by id',
      [
        ['b', ['a']],
        ['a', ['b']],
      ],
      ['a > b', 'b ≯ a: newer'],
    ],
    [
      'a circle of three: each older one',
      [
        ['a', ['b'], { created: '2026-03-01' }],
        ['b', ['c'], { created: '2026-02-01' }],
        ['c', ['a'], { created: '2026-01-01' }],
      ],
      ['a > b', 'b > c', 'c ≯ a: newer'],
    ],
    [
      'no circle: an older one too',
      [
        ['a', ['b'], { created: '2020-01-01' }],
        ['b', [], { created: '2026-01-01' }],
      ],
      ['a > b'],
    ],
  ])('%s', (_, ground, expected) => {
    expect(told(...ground)).toEqual(expected);
  });

  it('a chain of a thousand takes no time to speak of', () => {
    const chain = Array.from({ length: 1_000 }, (_, n): Ground => [`m${n}`, [`m${(n + 1) % 1_000}`]]);
    // The circle is broken where an older one follows.
    expect(told(...chain).filter((line) => line.includes('≯')).length).toBeGreaterThan(0);
  });
});

describe('expires', () => {
  it.each([
    ['2026-11-30', '2026-11-30T23:59:59.999Z', false],
    ['2026-11-30', '2026-12-01T00:00:00.000Z', true],
    ['2026-11-30', '2026-11-30T23:30:00-10:00', true],
    [undefined, '2026-12-01T00:00:00Z', false],
  ])('%s at %s: %s', (expires, now, expected) => {
    expect(isExpired(expires ? { expires } : {}, new Date(now))).toBe(expected);
  });
});
