import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  dateIn,
  decodeMemory,
  frontMatter,
  MemoryFileError,
  parseMemory,
  withoutKeys,
  writeMemory,
} from '../../src/memory/file.ts';
import { idleKeys } from '../../src/memory/idle-keys.ts';
import { MEMORY_TYPES, type Memory } from '../../src/memory/memory.ts';
import { nearKeys } from '../../src/memory/near-keys.ts';

const FULL = `---
id: deploy-window
summary: Deploys to production only Monday to Thursday.
type: rule            # rule | fact
tags: [deploy, release]
applies_to: ["infra/**", "scripts/deploy.sh"]
entities: [payments]
importance: 0.7       # 0–1, default 0.5
created: 2026-11-30
reviewed: 2026-12-01
source: user
---
Body, any *Markdown*.
`;

const PARSED: Memory = {
  id: 'deploy-window',
  summary: 'Deploys to production only Monday to Thursday.',
  type: 'rule',
  tags: ['deploy', 'release'],
  appliesTo: ['infra/**', 'scripts/deploy.sh'],
  entities: ['payments'],
  importance: 0.7,
  created: '2026-11-30',
  reviewed: '2026-12-01',
  source: 'user',
  body: 'Body, any *Markdown*.\n',
};

const plain = (body: string, over: Partial<Memory> = {}): Memory => ({
  id: 'note',
  summary: body.trim(),
  type: 'fact',
  tags: [],
  appliesTo: [],
  entities: [],
  importance: 0.5,
  source: 'user',
  body,
  ...over,
});

describe('parseMemory', () => {
  const cases: [title: string, text: string, memory: Memory][] = [
    ['every key', FULL, PARSED],
    ['Windows line ends', FULL.replaceAll('\n', '\r\n'), { ...PARSED, body: 'Body, any *Markdown*.\r\n' }],
    ['a byte order mark', `\uFEFF${FULL}`, PARSED],
    ['no final newline', '---\ntype: rule\n---\nShort', plain('Short', { type: 'rule' })],
    ['plain Markdown', '# Title\n\nText.\n', plain('# Title\n\nText.\n', { summary: 'Title' })],
    ['plain Markdown after a byte order mark', '\uFEFFText.', plain('Text.')],
    ['front matter without keys', '---\n---\nText.', plain('Text.')],
    ['front matter of comments', '---\n# nothing yet\n---\nText.', plain('Text.')],
    ['a fence of dots', '---\nid: x\n...\nText.', plain('Text.', { id: 'x' })],
    ['blanks after a fence', '--- \nid: x\n---\t\nText.', plain('Text.', { id: 'x' })],
    [
      'a rule inside the body',
      '---\nid: x\n---\nOne.\n---\nTwo.\n',
      plain('One.\n---\nTwo.\n', { id: 'x', summary: 'One.' }),
    ],
    ['a rule inside plain Markdown', 'One.\n\n---\n\nTwo.\n', plain('One.\n\n---\n\nTwo.\n', { summary: 'One.' })],
    ['more than three dashes are no fence', '----\nText.', plain('----\nText.', { summary: 'Text.' })],
    [
      'lists as a line',
      '---\ntags: "#deploy, release,, deploy"\nentities: payments\n---\nT',
      plain('T', { tags: ['deploy', 'release'], entities: ['payments'] }),
    ],
    [
      'globs as a line',
      '---\napplies_to: "src/*.{ts,tsx}, docs/[a,b].md ,"\n---\nT',
      plain('T', { appliesTo: ['src/*.{ts,tsx}', 'docs/[a,b].md'] }),
    ],
    [
      'globs as a block',
      '---\napplies_to:\n  - src/**\n  - "**/*.ts"\n---\nT',
      plain('T', { appliesTo: ['src/**', '**/*.ts'] }),
    ],
    ['numbers as texts', '---\nid: 42\ntags: [2026, true]\n---\nT', plain('T', { id: '42', tags: ['2026', 'true'] })],
    ['keys without a value', '---\nsummary:\ntags:\ncreated: ~\n---\nT', plain('T')],
    [
      'a time stamp',
      '---\ncreated: 2026-11-30T10:20:30Z\nreviewed: "2026-12-01 08:00"\n---\nT',
      plain('T', { created: '2026-11-30', reviewed: '2026-12-01' }),
    ],
    ['unknown keys', '---\nowner: {team: core}\n---\nT', plain('T')],
    ['an id that is none', '---\nid: Deploy Window!\n---\nT', plain('T', { id: 'deploy-window' })],
    ['a folded summary', '---\nsummary: >\n  One\n  two\n---\nT', plain('T', { summary: 'One two' })],
    ['importance at its ends', '---\nimportance: 0\n---\nT', plain('T', { importance: 0 })],
  ];
  it.each(cases)('%s', (_, text, memory) => {
    expect(parseMemory(text, 'note')).toEqual(memory);
  });

  const faults: [title: string, text: string, line: number, message: string][] = [
    ['empty', '', 1, 'the file is empty: a memory is its body'],
    ['blank', ' \n\n', 1, 'the file is empty: a memory is its body'],
    ['no body', '---\nid: x\n---\n\n', 4, 'no body stands below the front matter'],
    ['never closed', '---\nid: x\nText.\n', 1, 'the front matter that opens here is never closed by a line ---'],
    [
      'unknown type',
      '---\nid: x\ntype: rules\n---\nT',
      3,
      'type must be one of rule, fact, preference, decision, procedure, skill, not "rules"',
    ],
    ['importance too large', '---\n\n\nimportance: 1.5\n---\nT', 4, 'importance must be a number from 0 to 1, not 1.5'],
    ['importance in words', '---\nimportance: high\n---\nT', 2, 'importance must be a number from 0 to 1, not "high"'],
    [
      'importance not a number',
      '---\nimportance: .nan\n---\nT',
      2,
      'importance must be a number from 0 to 1, not null',
    ],
    [
      'a date that does not exist',
      '---\ncreated: 2026-02-30\n---\nT',
      2,
      'created must be a date that exists, as in 2026-11-30',
    ],
    [
      'a date as people write it',
      '---\nid: x\nreviewed: 30.11.2026\n---\nT',
      3,
      'reviewed must be a date that exists, as in 2026-11-30',
    ],
    ['a year', '---\ncreated: 2026\n---\nT', 2, 'created must be a date, as in 2026-11-30'],
    ['tags as a mapping', '---\ntags: {a: 1}\n---\nT', 2, 'tags must be a text or a list of texts'],
    ['a list in a list', '---\nid: x\ntags: [a, [b]]\n---\nT', 3, 'tags must be a list of texts'],
    ['a list', '---\n- a\n---\nT', 2, 'the front matter must be keys and values, as in type: rule'],
    ['a sentence', '---\nhello\n---\nT', 2, 'the front matter must be keys and values, as in type: rule'],
    [
      'a colon in a value',
      '---\nid: x\nsummary: Note: never on Friday\n---\nT',
      3,
      'a value that holds a colon and a blank must stand in quotes',
    ],
    [
      'a bare glob',
      '---\nid: x\napplies_to: **/*.ts\n---\nT',
      3,
      'a value that begins with * must stand in quotes, as in "**/*.ts"',
    ],
    ['a key twice', '---\nid: x\ntype: rule\nid: y\n---\nT', 4, 'this key stands here twice'],
    ['a tab', '---\ntags:\n\t- a\n---\nT', 3, 'indent with blanks, not with tabs'],
    ['an open quote', '---\nid: x\nsummary: "abc\n---\nT', 3, 'not valid YAML: missing closing "quote'],
  ];
  it.each(faults)('names the line: %s', (_, text, line, message) => {
    const error = thrown(() => parseMemory(text, 'note'));
    expect({ line: error.line, message: error.message }).toEqual({ line, message });
    const windows = thrown(() => parseMemory(text.replaceAll('\n', '\r\n'), 'note'));
    expect(windows.line).toBe(line);
  });

  it('names every fault of a front matter, each with its line', () => {
    const text = '---\ncreated: soon\nsummary: fine\nimportance: 7\ntags: [a, [b]]\ntype: rules\n---\nT';
    const error = thrown(() => parseMemory(text, 'note'));
    expect({ line: error.line, message: error.message }).toEqual({
      line: 2,
      message:
        'created must be a date that exists, as in 2026-11-30; line 4: importance must be a number from 0 to 1, not 7; line 5: tags must be a list of texts; line 6: type must be one of rule, fact, preference, decision, procedure, skill, not "rules"',
    });
  });

  it('throws nothing but its own error, and names a line of the file', () => {
    const fragment = fc.constantFrom(
      '---\n',
      'id: ',
      'type: rule\n',
      '- ',
      '*a',
      '&a',
      '"',
      '{',
      '[',
      '\t',
      ': ',
      '\r\n',
      '#',
      'tags: ',
      '\uFEFF',
      'é',
      '<<: ',
    );
    const text = fc
      .array(fc.oneof(fragment, fc.string({ unit: 'binary', maxLength: 5 })), { maxLength: 20 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, fc.boolean(), (body, fenced) => {
        const file = fenced ? `---\n${body}\n---\nText` : body;
        try {
          parseMemory(file, 'note');
        } catch (error) {
          expect(error).toBeInstanceOf(MemoryFileError);
          const { line } = error as MemoryFileError;
          expect(line).toBeGreaterThanOrEqual(1);
          expect(line).toBeLessThanOrEqual(file.split(/\n/).length);
        }
      }),
      { numRuns: 2000 },
    );
  });
});

describe('dateIn', () => {
  it.each([
    ['2026-11-30', '2026-11-30'],
    ['2026-11-30T10:00:00Z', '2026-11-30'],
    [' 2026-11-30 10:00', '2026-11-30'],
    ['2026-02-30', undefined],
    ['[[2026-11-30]]', undefined],
    [2026, undefined],
    [null, undefined],
  ])('%j', (value, expected) => {
    expect(dateIn(value)).toBe(expected);
  });
});

describe('withoutKeys', () => {
  it('takes lines away and leaves every other byte', () => {
    const text = '\uFEFF---\r\n# c\r\ncreated: x # y\r\nowner: me\r\nreviewed:\r\n  - a\r\n---\r\nreviewed: b\r\n';
    expect(withoutKeys(text, ['created', 'reviewed', 'nothing'])).toBe(
      '\uFEFF---\r\n# c\r\nowner: me\r\n---\r\nreviewed: b\r\n',
    );
    expect(withoutKeys('Plain.\n', ['created'])).toBe('Plain.\n');
  });
});

describe('idleKeys', () => {
  it.each([
    ['supersedes: [b, a]', 'supersedes a, which is this memory itself: that does nothing'],
    ['aliases: [x]', 'aliases are other names of its first entity, and it has none: name it in entities'],
    ['aliases: {X: [y]}', 'aliases of X do nothing: name it in entities'],
  ])('names %s with its line', (key, message) => {
    const text = `---\ntype: fact\n${key}\n---\nT\n`;
    expect(idleKeys(text, parseMemory(text, 'a'))).toEqual([{ line: 3, message }]);
  });

  it.each(['supersedes: [b]', 'entities: [X]\naliases: [y]', 'entities: [X]\naliases: {x: [y]}', 'aliases: []', ''])(
    'has nothing to say of %j',
    (front) => {
      const text = `---\n${front}\n---\nT\n`;
      expect(idleKeys(text, parseMemory(text, 'a'))).toEqual([]);
    },
  );
});

describe('nearKeys', () => {
  it.each([
    ['taggs', 'tags'],
    ['tag', 'tags'],
    ['Importance', 'importance'],
    ['improtance', 'importance'],
    ['applies-to', 'applies_to'],
    ['appliesTo', 'applies_to'],
    ['ID', 'id'],
  ])('%s', (key, meant) => {
    expect(nearKeys(`---\nowner: me\n${key}: x\n---\nT\n`)).toEqual([
      { line: 3, message: `${key} means nothing to engram (did you mean ${meant}?)` },
    ]);
  });
  it.each(['title', 'date', 'updated', 'aliases', 'author', 'import_hash', 'cssclass', 'uid', 'status', 'name'])(
    'leaves %s alone',
    (key) => {
      expect(nearKeys(`---\n${key}: x\n---\nT\n`)).toEqual([]);
    },
  );
  it('has nothing to say where the key that was meant is there, or nothing can be read', () => {
    expect(nearKeys('---\ntags: [a]\ntag: b\n---\nT\n')).toEqual([]);
    expect(nearKeys('---\n"tag\n---\nT\n')).toEqual([]);
    expect(nearKeys('Plain.\n')).toEqual([]);
  });
});

describe('decodeMemory', () => {
  it.each([
    ['UTF-8', [0x61, 0xc3, 0xa9], 'aé'],
    ['a replacement character that is meant', [0xef, 0xbf, 0xbd], '\uFFFD'],
  ])('%s', (_, bytes, text) => {
    expect(decodeMemory(Uint8Array.from(bytes))).toBe(text);
  });
  it.each([
    ['Latin-1', [0x61, 0x0a, 0xe9, 0x0a], 2, 'this line is not UTF-8; save the file as UTF-8'],
    ['UTF-16', [0xff, 0xfe, 0x61, 0x00], 1, 'this file is UTF-16; save it as UTF-8'],
    ['a NUL', [0x61, 0x0a, 0x0a, 0x00], 3, 'this is not text: it holds a NUL'],
  ])('refuses %s', (_, bytes, line, message) => {
    const error = thrown(() => decodeMemory(Uint8Array.from(bytes)));
    expect({ line: error.line, message: error.message }).toEqual({ line, message });
  });
});

describe('writeMemory', () => {
  it('writes a new file', () => {
    expect(writeMemory(PARSED)).toBe(`---
id: deploy-window
summary: Deploys to production only Monday to Thursday.
type: rule
tags: [deploy, release]
applies_to: [infra/**, scripts/deploy.sh]
entities: [payments]
importance: 0.7
created: 2026-11-30
reviewed: 2026-12-01
source: user
---
Body, any *Markdown*.
`);
  });

  it('leaves out what the body or a default says', () => {
    expect(writeMemory(plain('Use tabs.\n', { type: 'preference' }))).toBe(
      '---\nid: note\ntype: preference\nsource: user\n---\nUse tabs.\n',
    );
  });

  const previous = `---
# who decides: ops
type:   rule            # rule | fact
owner: {team: core,   since: 2020}   # kept

tags: [ 'deploy' , release]
importance: 0.5 # default
notes: |
  one
    two
---

Body.  
`;
  const edits: [title: string, change: Partial<Memory>, replace: [string, string][]][] = [
    ['nothing', {}, []],
    ['a scalar', { type: 'fact' }, [['type:   rule  ', 'type:   fact  ']]],
    ['a number', { importance: 0.85 }, [['importance: 0.5 #', 'importance: 0.85 #']]],
    ['a flow list', { tags: ['deploy', 'a, b'] }, [["[ 'deploy' , release]", '[deploy, "a, b"]']]],
    ['the body', { body: 'Other.\n' }, [['\nBody.  \n', 'Other.\n']]],
    [
      'a new key',
      { reviewed: '2026-12-01', appliesTo: ['**/*.ts'] },
      [['    two\n', '    two\napplies_to: ["**/*.ts"]\nreviewed: 2026-12-01\n']],
    ],
  ];
  it.each(edits)('changes %s and nothing else', (_, change, replace) => {
    for (const eol of ['\n', '\r\n']) {
      const lines = (text: string) => text.replaceAll('\n', eol);
      const text = lines(previous);
      const memory = { ...parseMemory(text, 'note'), ...change, ...(change.body ? { body: lines(change.body) } : {}) };
      const expected = replace.reduce((file, [from, to]) => file.replace(from, to), previous);
      expect(writeMemory(memory, { text, name: 'note' })).toBe(lines(expected));
    }
  });

  it('takes a key away', () => {
    const text = '---\ntype: rule\ncreated: 2026-11-30 # when\nowner: me\n---\nT\n';
    const { created: _, ...memory } = parseMemory(text, 'note');
    expect(writeMemory(memory, { text, name: 'note' })).toBe('---\ntype: rule\nowner: me\n---\nT\n');
  });

  it('puts front matter on plain Markdown', () => {
    const mixed = '---\ntype: rule\r\nowner: me\n---\nText.\n';
    expect(writeMemory(parseMemory(mixed, 'note'), { text: mixed, name: 'note' })).toBe(mixed);
    const text = '\uFEFF# Title\r\n\r\nText.\r\n';
    const memory = { ...parseMemory(text, 'note'), source: 'import:notes.md' };
    expect(writeMemory(memory, { text, name: 'note' }, { import_hash: '0a' })).toBe(
      '\uFEFF---\r\nsource: import:notes.md\r\nimport_hash: 0a\r\n---\r\n# Title\r\n\r\nText.\r\n',
    );
  });

  it('replaces a block list and rewrites a flow mapping', () => {
    const block = '---\ntags:\n  - a # first\n  - b\nowner: me\n---\nT\n';
    expect(writeMemory({ ...parseMemory(block, 'n'), tags: ['c'] }, { text: block, name: 'n' })).toBe(
      '---\ntags: [c]\nowner: me\n---\nT\n',
    );
    const flow = '---\n{type: rule, owner: me}\n---\nT\n';
    const written = writeMemory({ ...parseMemory(flow, 'n'), importance: 1 }, { text: flow, name: 'n' });
    expect(frontMatter(written)).toEqual({ type: 'rule', owner: 'me', importance: 1 });
  });

  const line = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
    .map((s) => s.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim())
    .filter((s) => s !== '' && !/[\uD800-\uDFFF]/u.test(s));
  const word = line.filter((s) => !/[,#]/.test(s));
  const words = fc.uniqueArray(word, { maxLength: 4 });
  const day = fc
    .date({ min: new Date('1970-01-01'), max: new Date('2999-12-31'), noInvalidDate: true })
    .map((d) => d.toISOString().slice(0, 10));
  const memories: fc.Arbitrary<Memory> = fc
    .record({
      id: fc.stringMatching(/^[a-z0-9][a-z0-9._-]{0,79}$/),
      summary: line,
      type: fc.constantFrom(...MEMORY_TYPES),
      tags: words,
      appliesTo: words,
      entities: words,
      importance: fc.double({ min: 0, max: 1, noNaN: true }).map((n) => (n === 0 ? 0 : n)),
      source: line,
      body: fc.string({ minLength: 1 }).filter((s) => s.trim() !== ''),
      created: fc.option(day, { nil: undefined }),
      reviewed: fc.option(day, { nil: undefined }),
    })
    .map(({ created, reviewed, ...rest }) => ({
      ...rest,
      ...(created ? { created } : {}),
      ...(reviewed ? { reviewed } : {}),
    }));

  it('gives back what was written', () => {
    fc.assert(
      fc.property(memories, (memory) => {
        expect(parseMemory(writeMemory(memory), 'other')).toEqual(memory);
      }),
      { numRuns: 1000 },
    );
  });

  it('keeps unknown keys, comments, order and the rest of the bytes, whatever changes', () => {
    const before = `---\n# head\nowner: {team: core}   # c1\ntype: rule # c2\n\nzeta: [1,  2]\nalpha: |\n  kept\n# tail\n---\n`;
    fc.assert(
      fc.property(memories, ({ created: _c, reviewed: _r, ...memory }) => {
        const text = `${before}old\n`;
        const written = writeMemory(memory, { text, name: 'note' });
        expect(parseMemory(written, 'note')).toEqual(memory);
        for (const kept of [
          '# head\nowner: {team: core}   # c1\n',
          ' # c2\n\nzeta: [1,  2]\nalpha: |\n  kept\n# tail\n',
        ])
          expect(written).toContain(kept);
        expect(written.endsWith(`---\n${memory.body}`)).toBe(true);
        expect(writeMemory(memory, { text: written, name: 'note' })).toBe(written);
      }),
      { numRuns: 500 },
    );
  });
});

function thrown(run: () => unknown): MemoryFileError {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(MemoryFileError);
    return error as MemoryFileError;
  }
  throw new Error('nothing was thrown');
}
