// Settings files as people may have them, for property tests: any JSON or JSONC, with hooks of others on the host's events.
import fc from 'fast-check';
import type { EntriesFormat, Host } from '../../hosts/host.ts';
import { entriesFormat } from '../../hosts/settings-entries.ts';

/** A file as tokens: strings to be printed, and gaps (`undefined`) where white space and comments may stand. */
type Tokens = (string | undefined)[];

const key = fc.oneof(
  fc.constantFrom('model', 'env', 'permissions', 'description', '$schema', 'é', '日本', '__proto__', 'a"b'),
  fc.string({ maxLength: 6 }),
);
const scalar = fc.constantFrom(
  '1.0',
  '1e5',
  'true',
  'null',
  '"engram-hook"',
  '"\\u00e9\\/"',
  '"// no comment"',
  '"[{,}]"',
);

function list(open: string, close: string, items: Tokens[], trailing: boolean): Tokens {
  const inner = items.flatMap((item, index) => [...(index > 0 ? [undefined, ','] : []), undefined, ...item]);
  return [open, ...inner, ...(trailing && items.length > 0 ? [undefined, ','] : []), undefined, close];
}

const property = (name: string, value: Tokens): Tokens => [JSON.stringify(name), undefined, ':', undefined, ...value];

/** Now and then in so many containers that no editor shows it. */
const any = (trailing: boolean): fc.Arbitrary<Tokens> => {
  const shallow = anyShallow(trailing);
  const levels = fc.array(fc.boolean(), { minLength: 20, maxLength: 200 });
  const deep = fc.tuple(shallow, levels).map(([tokens, lists]) => {
    const opened = lists.flatMap((it): Tokens => (it ? ['[', undefined] : ['{', ...property('k', [])]));
    const closed = lists.map((it) => (it ? ']' : '}')).reverse();
    return [...opened, ...tokens, ...closed.flatMap((it): Tokens => [undefined, it])];
  });
  return fc.oneof({ weight: 15, arbitrary: shallow }, { weight: 1, arbitrary: deep });
};

const anyShallow = (trailing: boolean): fc.Arbitrary<Tokens> =>
  fc.letrec<{ value: Tokens }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      scalar.map((text): Tokens => [text]),
      fc.array(tie('value'), { maxLength: 3 }).map((items) => list('[', ']', items, trailing)),
      // A key may stand there twice.
      fc.array(fc.tuple(key, tie('value')), { maxLength: 3 }).map((pairs) =>
        list(
          '{',
          '}',
          pairs.map(([name, value]) => property(name, value)),
          trailing,
        ),
      ),
    ),
  })).value;

const foreignCommand = fc.constantFrom(
  'lint --fix',
  'echo engram-hook-disabled',
  'echo engram-hook claude',
  'engram-hook other',
  'engram hook-stats claude',
  'engram-hook flat prompt',
  'my-engram-hook claude',
  'cat x | engram-hook claude',
);

const foreignHook = (command: string, matcher: string | null, trailing: boolean): Tokens =>
  list(
    '{',
    '}',
    [
      property('type', ['"command"']),
      property('command', [JSON.stringify(command)]),
      ...(matcher ? [property('matcher', [JSON.stringify(matcher)])] : []),
    ],
    trailing,
  );

/** What stands in an event's list and is not ours: a group, or a hook. */
const item = (trailing: boolean, { shape }: EntriesFormat): fc.Arbitrary<Tokens> => {
  const matchers = fc.option(fc.constantFrom('Read|Edit', '*'));
  if (shape === 'flat')
    return fc.tuple(matchers, foreignCommand).map(([matcher, command]) => foreignHook(command, matcher, trailing));
  return fc.tuple(matchers, fc.array(foreignCommand, { maxLength: 2 })).map(([matcher, commands]) =>
    list(
      '{',
      '}',
      [
        ...(matcher ? [property('matcher', [JSON.stringify(matcher)])] : []),
        property(
          'hooks',
          list(
            '[',
            ']',
            commands.map((command) => foreignHook(command, null, trailing)),
            trailing,
          ),
        ),
      ],
      trailing,
    ),
  );
};

/** Events with their lists: some that the host registers, some that it does not. */
const lists = (trailing: boolean, host: Host): fc.Arbitrary<[string, Tokens][]> =>
  fc.uniqueArray(
    fc.tuple(
      fc.constantFrom('Stop', 'stop', ...host.events.map(({ event }) => event)),
      fc.array(item(trailing, entriesFormat(host)), { maxLength: 3 }).map((items) => list('[', ']', items, trailing)),
    ),
    { maxLength: 4, selector: ([name]) => name },
  );

const members = (pairs: readonly [string, Tokens][]): Tokens[] => pairs.map(([name, value]) => property(name, value));

const fileTokens = (trailing: boolean, host: Host): fc.Arbitrary<Tokens> => {
  const { under, top } = entriesFormat(host);
  const isOurs = (name: string) => name === under || name === 'version' || host.events.some((it) => it.event === name);
  return fc
    .tuple(
      fc.array(
        fc.tuple(
          key.filter((name) => !isOurs(name)),
          any(trailing),
        ),
        { maxLength: 4 },
      ),
      fc.option(fc.tuple(lists(trailing, host), fc.nat(4)), { freq: 4 }),
      fc.option(fc.tuple(fc.constantFrom('1', '1', '2', '"1"'), fc.nat(5))),
    )
    .map(([pairs, own, version]) => {
      const all = members(pairs);
      if (own) {
        const events = members(own[0].filter(([name]) => under !== null || !pairs.some(([other]) => other === name)));
        all.splice(own[1], 0, ...(under === null ? events : [property(under, list('{', '}', events, trailing))]));
      }
      if (top && version) all.splice(version[1], 0, property('version', [version[0]]));
      return [undefined, ...list('{', '}', all, trailing), undefined];
    });
};

const spaces = ['', '', ' ', '  ', '\t', '\n', '\n  ', '\n    ', '\n\n\t', '\r\n', '\r\n  ', '\r'];
const comments = ['/* c */', ' /* "x": [ */ ', '// c\n', ' // , }\n  ', '/**/', '// c\r\n\t', '//\r'];

/** A file, and whether it is plain JSON. */
export interface Sample {
  text: string;
  strict: boolean;
}

/** Odd layouts, with comments and trailing commas where it is not plain JSON. */
export const sample = (host: Host): fc.Arbitrary<Sample> =>
  fc.boolean().chain((loose) =>
    fc
      .tuple(
        loose ? fc.boolean().chain((trailing) => fileTokens(trailing, host)) : fileTokens(false, host),
        fc.array(fc.constantFrom(...spaces, ...(loose ? comments : [])), { minLength: 1, maxLength: 40 }),
        fc.boolean(),
        fc.boolean(),
      )
      .map(([tokens, gaps, bom, oneGap]) => {
        let at = 0;
        const text = tokens.map((token) => token ?? gaps[oneGap ? 0 : at++ % gaps.length] ?? '').join('');
        return { text: (bom ? '\uFEFF' : '') + text, strict: !loose };
      }),
  );

/** The canonical layouts that editors and hosts write. */
export const tidy = (host: Host): fc.Arbitrary<Sample> =>
  fc
    .tuple(
      fileTokens(false, host),
      fc.constantFrom<string | number>(0, 2, 4, 8, '\t'),
      fc.constantFrom('\n', '\r\n'),
      fc.boolean(),
    )
    .map(([tokens, indent, eol, final]) => {
      const value = JSON.parse(tokens.map((token) => token ?? '').join(''));
      return { text: JSON.stringify(value, null, indent).replaceAll('\n', eol) + (final ? eol : ''), strict: true };
    });
