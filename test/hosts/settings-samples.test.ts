// The sample files of test/fixtures/settings: link and give the bytes back, or refuse.
import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { claude } from '../../hosts/claude.ts';
import { codex } from '../../hosts/codex.ts';
import { withPathRules } from '../../hosts/events.ts';
import type { Host } from '../../hosts/host.ts';
import { entriesFormat } from '../../hosts/settings-entries.ts';
import { linkedEvents, linkText, SettingsFault, unlinkText } from '../../hosts/settings-file.ts';
import { SHAPES } from './shapes.ts';

interface Sample {
  id: string;
  file: string;
  want: 'link' | 'refuse';
  /** Comments or trailing commas are in it from the start. */
  jsonc: boolean;
}

const folder = new URL('../fixtures/settings/', import.meta.url);
const samples = fs
  .readFileSync(new URL('index.jsonl', folder), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Sample);

const read = (sample: Sample) => fs.readFileSync(new URL(sample.file, folder), 'utf8');
const commands: [string, Host, string][] = [
  ['claude, native', withPathRules(claude, 'native'), '/home/me/.engram/bin/engram-hook claude'],
  ['claude, hook', withPathRules(claude, 'hook'), '/home/me/.engram/bin/engram-hook claude'],
  ['codex', codex, '/home/me/.engram/bin/engram-hook codex'],
  ...SHAPES.map((host): [string, Host, string] => [host.name, host, `~/.engram/bin/engram-hook ${host.name}`]),
];

describe.each(commands)('%s', (_, host, command) => {
  test.each(samples.filter(({ want }) => want === 'link'))('$id: link, link, unlink', (sample) => {
    const before = read(sample);
    const linked = linkText(before, host, command, sample.file);
    expect(linked.added).toEqual(host.events.map(({ event }) => event));
    expect([...linkedEvents(linked.text, host, sample.file)]).toEqual(
      expect.arrayContaining(host.events.map(({ event }) => [event, 1])),
    );
    if (!sample.jsonc) JSON.parse(linked.text.replace(/^\uFEFF/, ''));
    expect(linkText(linked.text, host, command, sample.file)).toMatchObject({
      text: linked.text,
      changed: false,
      added: [],
      updated: [],
      removed: [],
    });
    const unlinked = unlinkText(linked.text, host, sample.file);
    expect(unlinked.text).toBe(before);
    expect(unlinked.gone).toBe(false);
  });

  // Where the lists of events stand at the top, `hooks` is a member like any other.
  const isRefused = ({ id, want }: Sample) =>
    want === 'refuse' && !(entriesFormat(host).under === null && id.startsWith('hooks-'));

  test.each(samples.filter(isRefused))('$id: refused with file and line', (sample) => {
    const link = () => linkText(read(sample), host, command, sample.file);
    expect(link).toThrow(SettingsFault);
    expect(link).toThrow(new RegExp(`^${sample.file}:[1-9]\\d*: .*Nothing was written`));
  });

  test('no file: made, and gone again', () => {
    const linked = linkText(undefined, host, command, 'f');
    expect(linked.text).toBe(`${JSON.stringify(JSON.parse(linked.text), null, 2)}\n`);
    expect(unlinkText(linked.text, host, 'f')).toMatchObject({ text: '\n', gone: true, removed: linked.added });
  });
});
