import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ageDays, startupOrder, startupScore } from '../../src/route/startup.ts';

const now = new Date('2026-11-30T09:30:00Z');

describe('startup order (S-09)', () => {
  it.each([
    [0.5, 0, 0.7, 0.5 * 0.3 + 0.7],
    [1, 9, 0.7, 0.3 + 0.07],
    [0.8, 365, 0.7, 0.8 * 0.3 + 0.7 / 366],
    [0.8, 365, 0, 0.8],
    [0.8, 1, 1, 0.5],
  ])('score of importance %d, age %d, bias %d', (importance, age, bias, score) => {
    expect(Math.abs(startupScore(importance, age, bias) - score)).toBeLessThan(1e-9);
  });

  it.each([
    ['2026-11-30', 0],
    ['2026-11-29', 1],
    ['2025-11-30', 365],
    ['2026-12-24', 0],
    ['2026-11-29T23:59:59+14:00', 1],
    [undefined, 365],
    ['yesterday', 365],
    ['2026-13-45', 365],
  ])('age of %s', (date, days) => {
    expect(ageDays(date, now)).toBe(days);
  });

  it('counts whole UTC days whatever the time of day', () => {
    expect(ageDays('2026-11-29', new Date('2026-11-30T00:00:00Z'))).toBe(1);
    expect(ageDays('2026-11-29', new Date('2026-11-30T23:59:59.999Z'))).toBe(1);
  });

  it('prefers reviewed to created and breaks ties by id', () => {
    const items = [
      { id: 'c', importance: 0.5, created: '2020-01-01' },
      { id: 'b', importance: 0.5, created: '2020-01-01' },
      { id: 'old', importance: 0.9 },
      { id: 'new', importance: 0.1, created: '2020-01-01', reviewed: '2026-11-30' },
    ];
    expect(startupOrder(items, now).map(({ id }) => id)).toEqual(['new', 'old', 'b', 'c']);
    expect(startupOrder(items, now, 0).map(({ id }) => id)).toEqual(['old', 'b', 'c', 'new']);
  });

  it('does not depend on the order of its input', () => {
    const item = fc.record({
      id: fc.string({ minLength: 1, maxLength: 4 }),
      importance: fc.constantFrom(0, 0.5, 1),
      created: fc.constantFrom('2026-11-30', '2026-01-01', '2020-02-02'),
    });
    fc.assert(
      fc.property(fc.uniqueArray(item, { selector: ({ id }) => id, maxLength: 20 }), (items) => {
        expect(startupOrder([...items].reverse(), now)).toEqual(startupOrder(items, now));
      }),
    );
  });
});
