import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { CONFIG_KEYS } from '../../src/config/keys.ts';

it('A-32: the README names every key with its values and default, and no other', () => {
  const readme = fs.readFileSync(path.join(import.meta.dirname, '../../README.md'), 'utf8');
  const table = readme.split('<!-- config:')[1]!.split('\n\n')[1]!;
  const rows = table
    .split('\n')
    .slice(2)
    .map((line) => line.replaceAll('\\|', '¦').split('|').slice(1, 4))
    .map((cells) => cells.map((cell) => cell.trim().replaceAll('¦', '|').replace(/^`|`$/g, '')));
  expect(rows).toEqual(CONFIG_KEYS.map((it) => [it.key, it.values, String(it.default)]));
});
