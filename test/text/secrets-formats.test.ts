import { expect, it } from 'vitest';
import { BEGINNINGS, FORMATS } from '../../src/text/secrets-formats.ts';

it('each prefix of a token begins with letters that are looked for', () => {
  const rows = FORMATS.trim().split('\n');
  const prefixes = rows.flatMap((row) => row.split(' | ')[1]!.split(' '));
  expect(prefixes.length).toBeGreaterThan(250);
  expect([...new Set(prefixes.map((prefix) => prefix.slice(0, 2)))].sort()).toEqual(BEGINNINGS.split(' ').sort());
});
