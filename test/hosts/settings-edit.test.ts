// Property tests of the edits: any JSON or JSONC file, foreign hooks on the same events, odd layout.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { createScanner, type ParseError, parse } from 'jsonc-parser';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { withCapture, withPathRules } from '../../hosts/events.ts';
import type { Host, Scope } from '../../hosts/host.ts';
import { hosts } from '../../hosts/index.ts';
import { entriesFormat } from '../../hosts/settings-entries.ts';
import { linkedEvents, linkFile, linkText, SettingsFault, unlinkFile, unlinkText } from '../../hosts/settings-file.ts';
import { inScope } from '../../hosts/settings-link.ts';
import { type Sample, sample, tidy } from './generated.ts';
import { SHAPES } from './shapes.ts';

/** The files of one form are three times as many: 2,000 and more of all forms together, in the long run (`ENGRAM_LONG=1`) of each. */
const RUNS = process.env.ENGRAM_LONG === '1' ? 700 : 100;
const FILES = 3 * RUNS;
/** `ENGRAM_SEED` repeats a run. */
const SEED = Number(process.env.ENGRAM_SEED) || Date.now() % 2 ** 31;
console.info(`settings-edit: ENGRAM_SEED=${SEED}`);
const commandOf = (host: Host) => `/home/me/.engram/bin/engram-hook ${host.name}`;

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'engram-settings-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }));

type Item = { command?: string; hooks?: { command: string }[] };

/** The lists of a file's events, by event. */
function listsOf(value: Record<string, unknown>, host: Host): Record<string, Item[]> {
  const { under } = entriesFormat(host);
  const events = (under === null ? value : (value[under] ?? {})) as Record<string, Item[]>;
  return Object.fromEntries(Object.entries(events).filter(([, list]) => Array.isArray(list)));
}

/** Foreign items per event, by place where the host trusts by place. Empty groups may be filled: no hook is in them. */
function foreign(text: string, host: Host): unknown {
  const isOurs = ({ command, hooks = [] }: Item) =>
    [command, ...hooks.map((one) => one?.command)].includes(commandOf(host));
  return Object.entries(listsOf(JSON.parse(text.replace(/^\uFEFF/, '')), host))
    .map(([event, items]) => [
      event,
      items
        .map((one, index) => [entriesFormat(host).byPosition ? index : 0, one] as const)
        .filter(([, one]) => JSON.stringify(one) !== '{"hooks":[]}')
        .filter(([, one]) => !one || !isOurs(one)),
    ])
    .filter(([, items]) => (items as unknown[]).length > 0)
    .sort();
}

/** Puts comments in front of tokens, by the token's number. */
function annotate(text: string, marks: ReadonlyMap<number, string>): string {
  const bom = text.startsWith('\uFEFF') ? 1 : 0;
  const END = 17;
  const scanner = createScanner(text.slice(bom), true);
  let out = '';
  let at = 0;
  for (let number = 0; scanner.scan() !== END; number++) {
    const start = scanner.getTokenOffset() + bom;
    out += text.slice(at, start) + (marks.get(number) ?? '');
    at = start;
  }
  return out + text.slice(at);
}

/** The value of a file, without the lists and what holds them where nothing is in them, and without a version. */
function withoutEmpty(text: string, host: Host): unknown {
  const { under } = entriesFormat(host);
  const value = (parse(text.replace(/^\uFEFF/, ''), [], { allowTrailingComma: true }) ?? {}) as Record<string, unknown>;
  const events = (under === null ? value : (value[under] ?? {})) as Record<string, unknown>;
  for (const [event, list] of Object.entries(events))
    if (Array.isArray(list) && list.length === 0) delete events[event];
  if (under !== null && Object.keys(events).length === 0) delete value[under];
  if (entriesFormat(host).top) delete value.version;
  return value;
}

/** The forms that hosts have, each once for the scopes that share it, and those that none has. */
const forms = [
  ...SHAPES.map((host) => ({ title: host.name, everyEvent: host })),
  ...hosts.flatMap((host) => {
    const found = (Object.keys(host.settings.path) as Scope[]).map((scope) => ({
      title: `${host.name}, ${scope}`,
      everyEvent: inScope(host, scope),
    }));
    return found.filter(
      ({ everyEvent: { settings } }, n) =>
        settings.format.kind === 'entries' &&
        found.findIndex((one) => one.everyEvent.settings.format === settings.format) === n,
    );
  }),
];

test('2,000 files and more a run', () => {
  console.info(`settings-edit: ${forms.length * FILES} files of ${forms.length} forms`);
  expect(forms.length * FILES).toBeGreaterThanOrEqual(2000);
});

// No time limit that a busy machine would pass.
describe.each(forms)('$title', { timeout: 600_000 }, ({ everyEvent }) => {
  const runs = RUNS;
  const host = withPathRules(everyEvent, 'native');
  let taken = 0;
  let refused = 0;
  /** Undefined where the host would drop such a file, so that link refuses to write it. */
  const link = (text: string) => {
    try {
      const linked = linkText(text, host, commandOf(host), 'f');
      taken++;
      return linked;
    } catch (error) {
      if (!(error instanceof SettingsFault) || !host.settings.refuses) throw error;
      expect(error.message).toMatch(/^f:[1-9]\d*: .*Nothing was written/s);
      refused++;
      return undefined;
    }
  };
  afterEach(() => {
    if (taken + refused > 0) expect(taken).toBeGreaterThan((taken + refused) / 20);
  });
  const check = ({ text, strict }: Sample) => {
    const command = commandOf(host);
    const linked = link(text);
    if (!linked) return;
    for (const { event } of host.events) expect(linkedEvents(linked.text, host, 'f').get(event)).toBe(1);
    expect(linkText(linked.text, host, command, 'f').text).toBe(linked.text);
    if (strict) expect(foreign(linked.text, host)).toEqual(foreign(text, host));
    expect(unlinkText(linked.text, host, 'f')).toMatchObject({ text, gone: false });

    // An older install: fewer events, another command; the refresh must not cost the way back.
    const old = { ...host, events: host.events.slice(0, 2) };
    const before = linkText(text, old, `'/old place/engram-hook' ${host.name}`, 'f').text;
    const refreshed = linkText(before, host, command, 'f');
    expect(refreshed.added).toEqual(host.events.slice(2).map(({ event }) => event));
    expect(refreshed.updated).toEqual(host.events.slice(0, 2).map(({ event }) => event));
    expect(linkText(refreshed.text, host, command, 'f').text).toBe(refreshed.text);
    expect(unlinkText(refreshed.text, host, 'f').text).toBe(text);

    // And a newer engram that wants one event less.
    const fewer = { ...host, events: host.events.slice(1) };
    const dropped = linkText(linked.text, fewer, command, 'f');
    expect(dropped.removed).toEqual([host.events[0]?.event]);
    expect(unlinkText(dropped.text, host, 'f').text).toBe(text);

    // E-08: paths the other way, and back.
    const hook = withPathRules(everyEvent, 'hook');
    const moved = linkText(linked.text, hook, command, 'f');
    for (const { event } of hook.events) expect(linkedEvents(moved.text, hook, 'f').get(event)).toBe(1);
    const moving = (from: Host, to: Host) =>
      from.events.flatMap(({ event }) => (to.events.some((it) => it.event === event) ? [] : [event]));
    expect(moved).toMatchObject({ added: moving(hook, host), updated: [], removed: moving(host, hook) });
    expect(unlinkText(moved.text, everyEvent, 'f').text).toBe(text);
    const back = linkText(moved.text, host, command, 'f');
    expect(back).toMatchObject({ added: moving(host, hook), updated: [], removed: moving(hook, host) });
    expect(unlinkText(back.text, everyEvent, 'f').text).toBe(text);

    // P-21: capture on, and off again.
    const capturing = withPathRules(withCapture(everyEvent), 'native');
    const on = linkText(linked.text, capturing, command, 'f');
    for (const { event } of capturing.events) expect(linkedEvents(on.text, capturing, 'f').get(event)).toBe(1);
    expect(on).toMatchObject({
      added: everyEvent.capture?.events.map(({ event }) => event) ?? [],
      updated: Object.keys(everyEvent.capture?.matchers ?? {}),
      removed: [],
    });
    expect(linkText(on.text, capturing, command, 'f').text).toBe(on.text);
    expect(unlinkText(on.text, capturing, 'f').text).toBe(text);
    const off = linkText(on.text, host, command, 'f');
    expect(off.removed.sort()).toEqual(moving(capturing, host).sort());
    if (entriesFormat(host).byPosition !== true) expect(off.text).toBe(linked.text);
    expect(unlinkText(off.text, host, 'f').text).toBe(text);
  };

  test('any layout: link, link, refresh, unlink', () => {
    fc.assert(fc.property(sample(host), check), { numRuns: runs, seed: SEED });
  });

  test('comments that a person wrote since, anywhere outside our entries: they and all else stay', () => {
    const notes = fc.array(fc.tuple(fc.nat(150), fc.constantFrom('/* n */', ' // n\n', '\n// n\r\n')), {
      maxLength: 6,
    });
    const annotated = ({ text }: Sample, marks: [number, string][]) => {
      const linked = link(text)?.text;
      if (linked === undefined || (host.settings.refuses && host.settings.intolerant.includes('comment'))) return;
      const commented = annotate(linked, new Map(marks));
      const refreshed = linkText(commented, host, commandOf(host), 'f');
      expect(refreshed.text).toBe(commented);
      const unlinked = unlinkText(commented, host, 'f').text;
      expect(linkedEvents(unlinked, host, 'f').size).toBe(0);
      // Containers of ours stay where a comment is in them.
      expect(withoutEmpty(unlinked, host)).toEqual(withoutEmpty(text, host));
      const again = linkText(unlinked, host, commandOf(host), 'f').text;
      expect(unlinkText(again, host, 'f').text).toBe(unlinked);
    };
    fc.assert(fc.property(sample(host), notes, annotated), { numRuns: runs / 2, seed: SEED });
    fc.assert(fc.property(tidy(host), notes, annotated), { numRuns: runs / 2, seed: SEED });
  });

  test('a file that was spoilt: given back byte for byte, or refused and not written', () => {
    const file = path.join(folder, `${host.name}.json`);
    const spoilt = (text: string, at: number, what: string) => {
      const place = at % (text.length + 1);
      return what === ''
        ? text.slice(0, place) + text.slice(place + 1)
        : text.slice(0, place) + what + text.slice(place);
    };
    const pieces = fc.constantFrom(
      '',
      '',
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      "'",
      '\\',
      '\0',
      '\uFEFF',
      'x',
      '/',
      '/*',
      '\n',
    );
    const verdict = (source: Sample, at: number, what: string) => {
      const text = spoilt(source.text, at, what);
      fs.writeFileSync(file, text);
      const errors: ParseError[] = [];
      // One that holds nothing but comments is as good as an empty one.
      parse(text.replace(/^\uFEFF/, ''), errors, { allowTrailingComma: true, allowEmptyContent: true });
      try {
        linkFile(file, host, commandOf(host));
      } catch (error) {
        if (!(error instanceof SettingsFault)) throw error;
        expect(fs.readFileSync(file, 'utf8')).toBe(text);
        return;
      }
      expect(errors).toEqual([]);
      unlinkFile(file, host);
      expect(fs.readFileSync(file, 'utf8')).toBe(text);
    };
    fc.assert(fc.property(sample(host), fc.nat(), pieces, verdict), { numRuns: runs / 2, seed: SEED });
  });

  test('what we write into stands there twice: refused with its line, whatever else is in the file', () => {
    const { under } = entriesFormat(host);
    const twice = under ?? host.events[0]!.event;
    const value = under === null ? '[]' : '{}';
    const refused = ({ text }: Sample, places: [number, number]) => {
      const bom = text.startsWith('\uFEFF') ? '\uFEFF' : '';
      const rest = JSON.stringify(parse(text.slice(bom.length), [], { allowTrailingComma: true }) ?? {}, null, 1);
      const members = Object.entries(JSON.parse(rest) as object).filter(([name]) => name !== twice);
      const all = members.map(([name, one]) => `${JSON.stringify(name)}: ${JSON.stringify(one)}`);
      for (const at of places) all.splice(at % (all.length + 1), 0, `${JSON.stringify(twice)}: ${value}`);
      const doubled = `${bom}{\n${all.join(',\n')}\n}`;
      expect(() => linkText(doubled, host, commandOf(host), 'f')).toThrow(SettingsFault);
      expect(() => linkText(doubled, host, commandOf(host), 'f')).toThrow(/^f:[1-9]\d*: .*Nothing was written/s);
    };
    const places = fc.tuple(fc.nat(6), fc.nat(6));
    fc.assert(fc.property(tidy(host), places, refused), { numRuns: runs / 10, seed: SEED });
  });

  test('tidy layouts: link, link, refresh, unlink', () => {
    fc.assert(fc.property(tidy(host), check), { numRuns: runs / 2, seed: SEED });
  });
});
