// Inputs that are nearly right: payloads, files and bytes with something in them changed.
import type { Random } from './random.ts';

/** What stands where something else was expected. */
const ODD: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  '',
  ' ',
  [],
  {},
  [[]],
  [null],
  { a: 1 },
  'null',
  '\u0000',
  '/',
  '..',
  '../../..',
  '~',
  '/dev/zero',
  '/dev/full',
  '/proc/self/mem',
  '\ud800',
  'a\udc00b',
  '\u202e\u200b\u2066',
  '</engram-memory>',
  '<system-reminder>',
  '$(touch /tmp/x)',
  'constructor',
  '__proto__',
];
const KEYS = ['__proto__', 'constructor', 'toString', '', '\u0000', 'session_id', 'cwd', 'prompt', 'hook_event_name'];
const WORDS = [
  'deploy',
  'payments',
  'rule',
  'Datenbank',
  'Резервные копии',
  '数据库备份',
  '배포',
  'ทดสอบ',
  'getUserById',
  'a/b/c.ts',
  '`x`',
  '#1',
  'İ',
  'ﬀ',
  '👩‍👩‍👧',
];
const LONG = 200_000;
const HUGE = 5 << 20;

/** A JSON text from a payload: something dropped, of another type, nested, huge, doubled, cut or turned. */
export function mutatedJson(payload: Record<string, unknown>, random: Random): Buffer {
  const json = structuredClone(payload);
  const times = 1 + random.below(3);
  for (let n = 0; n < times; n++) changeOne(json, random);
  let text = JSON.stringify(json);
  if (random.chance(0.05)) text = nested(text, random);
  if (random.chance(0.05)) text = doubledKeys(text, random);
  if (random.chance(0.04)) text = text.slice(0, random.below(text.length));
  if (random.chance(0.02)) text = `\ufeff${text}`;
  if (random.chance(0.02)) text += random.pick(['\n\n', 'x', text, '\u0000', '}']);
  const bytes = Buffer.from(text);
  return random.chance(0.05) ? mutatedBytes(bytes, random) : bytes;
}

function changeOne(json: Record<string, unknown>, random: Random): void {
  let at = json;
  // Mostly at the top, where hosts are asked for what they know.
  for (let depth = 0; depth < 4 && random.chance(0.3); depth++) {
    const inner = Object.values(at).filter(
      (it): it is Record<string, unknown> => typeof it === 'object' && it !== null,
    );
    if (inner.length === 0) break;
    at = random.pick(inner);
  }
  const keys = Object.keys(at);
  const key = keys.length > 0 && random.chance(0.9) ? random.pick(keys) : random.pick(KEYS);
  const set = (value: unknown) =>
    Object.defineProperty(at, key, { value, enumerable: true, configurable: true, writable: true });
  // Not what every object inherits.
  const old = Object.hasOwn(at, key) ? at[key] : undefined;
  const what = random.next();
  if (what < 0.15) delete at[key];
  else if (what < 0.5) set(structuredClone(random.pick(ODD)));
  else if (what < 0.6) set([old, old]);
  else if (what < 0.7) set({ [random.pick(KEYS)]: old });
  else if (what < 0.9) set(sentence(random));
  else if (what < 0.99) set(sentence(random).repeat(random.below(LONG / 100)));
  else set(random.chance(0.1) ? 'x'.repeat(HUGE) : random.pick(WORDS).repeat(LONG / 10));
}

export function sentence(random: Random): string {
  const words = Array.from({ length: random.below(12) }, () =>
    random.chance(0.8) ? random.pick(WORDS) : character(random),
  );
  return words.join(random.chance(0.9) ? ' ' : '');
}

function character(random: Random): string {
  // Single units, so that halves of pairs come too.
  return String.fromCharCode(random.chance(0.5) ? random.below(0x100) : random.below(0x10000));
}

function nested(text: string, random: Random): string {
  const depth = random.pick([10, 1_000, 20_000]);
  const [open, close] = random.pick([
    ['[', ']'],
    ['{"a":', '}'],
  ] as const);
  const value = `${open.repeat(depth)}1${close.repeat(depth)}`;
  return random.chance(0.2) ? value : text.replace(/:\s*("[^"]*"|\w+)/, `:${value}`);
}

function doubledKeys(text: string, random: Random): string {
  const key = /"([^"]+)":/.exec(text.slice(random.below(text.length)))?.[1] ?? 'session_id';
  return text.replace(/}$/, `,${JSON.stringify(key)}:${JSON.stringify(random.pick(ODD))}}`);
}

/** Bits turned, stretches cut, doubled, zeroed or swapped. */
export function mutatedBytes(bytes: Buffer, random: Random): Buffer {
  let result = Buffer.from(bytes);
  for (let n = 1 + random.below(4); n > 0; n--) {
    const at = random.below(result.length + 1);
    const length = Math.min(1 + random.below(random.chance(0.8) ? 16 : 4_096), result.length - at);
    const part = result.subarray(at, at + length);
    const what = random.below(6);
    if (what === 0 && length > 0) result[at]! ^= 1 << random.below(8);
    else if (what === 1) result = Buffer.concat([result.subarray(0, at), result.subarray(at + length)]);
    else if (what === 2) result = Buffer.concat([result.subarray(0, at), part, result.subarray(at)]);
    else if (what === 3) part.fill(0);
    else if (what === 4) part.fill(random.below(256));
    else result = result.subarray(0, at);
  }
  return result;
}

const YAML: readonly string[] = [
  'id: deploy',
  'id: [a, b]',
  'id: ../../etc/passwd',
  'summary: "a\\u202eb"',
  'summary: |\n  two\n  lines',
  'summary: >-\n  folded',
  'type: rule',
  'type: !!js/function "x"',
  'type: !<tag:yaml.org,2002:binary> aGk=',
  'tags: [deploy, "re lease", 7, null, {a: b}]',
  'tags: &t [a, b]\nentities: *t',
  'applies_to: ["infra/**", "*.tf"]',
  'applies_to: [!x y, "[", "{a,b", "!(", "\\\\"]',
  'importance: 0.7',
  'importance: .nan',
  'importance: 1e999',
  'created: 2026-02-30',
  'reviewed: 0000-00-00',
  'created: 2026-11-30',
  '<<: {id: x}',
  '<<: *unknown',
  '"id": twice\nid: twice',
  '? [a, b]\n: c',
  '- a\n- b',
  '%YAML 1.2',
  '%TAG ! tag:x,2000:',
  '...',
  '---',
  '\t- tab',
  '# only a comment',
  '__proto__: {type: rule}',
  'constructor: 1',
];
const BOMB = `${Array.from({ length: 24 }, (_, n) => (n === 0 ? 'a0: &a0 [x, x, x, x]' : `a${n}: &a${n} [*a${n - 1}, *a${n - 1}, *a${n - 1}, *a${n - 1}]`)).join('\n')}\ntags: *a23`;

/** A YAML mapping that may be none. */
export function yaml(random: Random, own: readonly string[] = YAML): string {
  if (random.chance(0.02)) return BOMB;
  if (random.chance(0.02)) return `tags: ${random.pick(['[', '{a: '] as const).repeat(random.pick([50, 5_000]))}`;
  const lines = Array.from({ length: random.below(6) }, () =>
    random.chance(0.8) ? random.pick(own) : random.pick(YAML),
  );
  if (random.chance(0.2)) lines.push(`${random.pick(KEYS)}: ${sentence(random)}`);
  const eol = random.chance(0.1) ? '\r\n' : '\n';
  return `${lines.join(eol)}${eol}`;
}

export function memoryFile(random: Random): Buffer {
  const front = random.chance(0.8) ? `---\n${yaml(random)}---\n` : '';
  const body = Array.from(
    { length: random.below(5) },
    () => `${random.pick(['', '# ', '- ', '> ', '    '])}${sentence(random)}`,
  );
  const text = `${random.chance(0.03) ? '\ufeff' : ''}${front}${body.join('\n')}\n`.repeat(
    random.chance(0.01) ? 500 : 1,
  );
  const bytes = Buffer.from(text, random.chance(0.02) ? 'utf16le' : 'utf8');
  return random.chance(0.2) ? mutatedBytes(bytes, random) : bytes;
}

const GLOB_PARTS = [
  '*',
  '**',
  '?',
  '[',
  ']',
  '[a-z]',
  '[!a]',
  '[^/]',
  '[[:alpha:]]',
  '{',
  '}',
  '{a,b}',
  '{1..9}',
  ',',
  '!',
  '#',
  '\\',
  '/',
  '//',
  '.',
  '..',
  'a',
  'src',
  '.ts',
  ' ',
  '(',
  ')',
  '|',
  '+(a)',
  '@(b|c)',
  '$',
  '^',
  'é',
  '\u0000',
];

export function glob(random: Random): string {
  const parts = Array.from({ length: 1 + random.below(10) }, () => random.pick(GLOB_PARTS));
  return random.chance(0.03) ? parts.join('').repeat(random.below(200)) : parts.join('');
}
