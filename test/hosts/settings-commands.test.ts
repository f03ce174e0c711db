import { expect, it } from 'vitest';
import { claude } from '../../hosts/claude.ts';
import { standingCommands } from '../../hosts/settings-commands.ts';

const ours = '~/.engram/bin/engram-hook claude';
const found = (settings: unknown, platform?: NodeJS.Platform) =>
  standingCommands(typeof settings === 'string' ? settings : JSON.stringify(settings), claude, platform);

it('takes our commands out of groups, each once, with its events and the shortest patience', () => {
  const group = (command: string, timeout?: number) => ({
    matcher: 'x',
    hooks: [{ command: 'theirs' }, { command, timeout }],
  });
  expect(
    found({
      hooks: {
        A: [group(ours, 10), group(ours, 5)],
        B: [{ hooks: [] }, group(`exec ${ours}`), null, 'x', { hooks: [1] }],
        C: [group(ours)],
        D: [group('engram-hook codex')],
        E: {},
      },
      others: { A: [group('engram hook claude')] },
    }),
  ).toEqual([
    { events: ['A', 'C'], command: ours, timeout: 5 },
    { events: ['B'], command: `exec ${ours}` },
  ]);
});

it('takes them where there are no groups, and where events stand at the top', () => {
  expect(found({ version: 1, hooks: { a: [{ command: ours }] } })).toEqual([{ events: ['a'], command: ours }]);
  expect(found({ a: [{ command: ours }], version: 1 })).toEqual([{ events: ['a'], command: ours }]);
});

it('takes the command of this system’s shell', () => {
  const settings = { hooks: { a: [{ bash: ours, powershell: `& "C:\\x\\engram-hook.cmd" claude`, timeoutSec: 30 }] } };
  expect(found(settings, 'linux')).toEqual([{ events: ['a'], command: ours, timeout: 30 }]);
  expect(found({ hooks: { a: [{ bash: 'theirs', windows: '"C:\\x\\engram-hook.cmd" claude' }] } }, 'win32')).toEqual([
    { events: ['a'], command: '"C:\\x\\engram-hook.cmd" claude' },
  ]);
});

it('reads past comments and a byte order mark, and finds nothing in what is no JSON', () => {
  expect(found(`\uFEFF{"hooks": {/* mine */ "a": [{"command": "${ours}"},]}}`)).toEqual([
    { events: ['a'], command: ours },
  ]);
  for (const text of ['', '[]', 'null', '{"hooks":', '{"hooks": 1}']) expect(found(text)).toEqual([]);
});
