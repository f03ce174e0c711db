// The sample files of test/fixtures/settings: link and give the bytes back, or refuse. There is none in TOML: no host is linked in
// such a file, and Codex's own, which says what it trusts, is only read (settings-trust.test.ts).
import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { claude } from '../../hosts/claude.ts';
import { withCapture, withPathRules } from '../../hosts/events.ts';
import type { Host, Scope } from '../../hosts/host.ts';
import { hosts } from '../../hosts/index.ts';
import { entriesFormat } from '../../hosts/settings-entries.ts';
import { linkedEvents, linkText, SettingsFault, unlinkText } from '../../hosts/settings-file.ts';
import { inScope } from '../../hosts/settings-link.ts';
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
/** Samples that a host does not take, and is not given. Cursor knows none of the events in three of them. */
const REFUSED: Record<string, readonly string[]> = {
  gemini: ['bom', 'bom-crlf-tabs', 'trailing-comma', 'hooks-same-event-comment', 'empty-file', 'blank-file'],
  qwen: ['trailing-comma', 'hooks-same-event-comment', 'empty-file', 'blank-file'],
  cursor: ['bom', 'bom-crlf-tabs', 'trailing-comma', 'hooks-same-event-comment', 'event-empty-list', 'event-minified'],
};

const formsOf = (host: Host): [string, Host][] =>
  (Object.keys(host.settings.path) as Scope[])
    .flatMap((scope): [string, Host][] => [
      [`${host.name}, ${scope}`, withPathRules(inScope(host, scope), 'native')],
      [`${host.name}, ${scope}, capture on`, withPathRules(withCapture(inScope(host, scope)), 'native')],
    ])
    .filter(([, { settings }]) => settings.format.kind === 'entries');
const forms: [string, Host][] = [
  ...SHAPES.map((host): [string, Host] => [host.name, host]),
  ...hosts.flatMap(formsOf),
  ['claude, paths by hooks', withPathRules(claude, 'hook')],
];

describe.each(forms)('%s', (_, host) => {
  const command = `~/.engram/bin/engram-hook ${host.name}`;
  // Where the lists of events stand at the top, `hooks` is a member like any other.
  const isMember = ({ id }: Sample) => entriesFormat(host).under === null && id.startsWith('hooks-');
  const isRefused = (sample: Sample) =>
    REFUSED[host.name]?.includes(sample.id) || (sample.want === 'refuse' && !isMember(sample));

  test.each(samples.filter((sample) => !isRefused(sample)))('$id: link, link, unlink', (sample) => {
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
