import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { withPathRules } from '../../hosts/events.ts';
import type { Host } from '../../hosts/host.ts';
import { hosts } from '../../hosts/index.ts';
import { CONFIG_KEYS } from '../../src/config/keys.ts';

const readme = fs.readFileSync(path.join(import.meta.dirname, '../../README.md'), 'utf8');

it('A-32: the README names every key with its values and default, and no other', () => {
  const table = readme.split('<!-- config:')[1]!.split('\n\n')[1]!;
  const rows = table
    .split('\n')
    .slice(2)
    .map((line) => line.replaceAll('\\|', '¦').split('|').slice(1, 4))
    .map((cells) => cells.map((cell) => cell.trim().replaceAll('¦', '|').replace(/^`|`$/g, '')));
  expect(rows).toEqual(CONFIG_KEYS.map((it) => [it.key, it.values, String(it.default)]));
});

it('the README names every host with its events in both path modes and its cap, and no other', () => {
  const table = readme.slice(readme.indexOf('\n| host |') + 1).split('\n\n')[0]!;
  const rows = table
    .split('\n')
    .slice(2)
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map((cells) => [1, 2, 6, 7].map((column) => cells[column]));
  const units = { utf16: 'UTF-16 units', bytes: 'bytes' };
  expect(rows).toEqual(
    hosts.map((host) => {
      const hook = withPathRules(host, 'hook').events.filter(({ pathRules }) => pathRules);
      const instead = hook.map(({ event }) => ` (${event} where \`hooks.path_rules\` is \`hook\`)`).join('');
      const events = withPathRules(host, 'native').events.map(({ event, pathRules }) =>
        pathRules ? `${event}${instead}` : event,
      );
      const size = ({ limit, unit }: Host['cap']) => `${limit.toLocaleString('en')} ${units[unit]}`;
      const cap = host.injects.length > 0 ? size(host.cap) : `none; a rules file of ${size(host.standing!.cap)}`;
      return [host.title, `\`${host.name}\``, events.join(', '), cap];
    }),
  );
});
