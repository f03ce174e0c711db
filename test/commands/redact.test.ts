import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { redact } from '../../src/text/secrets.ts';
import { redactStream } from '../../src/text/secrets-stream.ts';
import { BASE64, chance, tokens } from '../text/secrets-lab.ts';
import { type Lab, makeLab } from './lab.ts';

let lab: Lab;
beforeEach(() => {
  lab = makeLab();
});
afterEach(() => lab.remove());

const token = `gh${'p_'}${chance(3)(36)}`;
const stdin = `Grüße\nthe token is ${token}, and\npassword=${'hunter2'}\n`;

describe('engram redact', () => {
  it('copies stdin without its secrets', async () => {
    expect(await lab.run('redact', { stdin })).toEqual({
      code: 0,
      out: 'Grüße\nthe token is [redacted:github-token], and\npassword=[redacted:password]\n',
      err: '',
    });
    expect(await lab.run('redact', { stdin: 'nothing here' })).toEqual({ code: 0, out: 'nothing here', err: '' });
  });

  it('lists kinds and offsets in bytes, and never a secret', async () => {
    const { code, out } = await lab.run('redact --json', { stdin });
    expect(code).toBe(0);
    expect(out).not.toContain(token.slice(4, 12));
    const listed = JSON.parse(out);
    expect(listed).toEqual([
      { kind: 'github-token', start: 21, end: 61, line: 2, column: 14 },
      { kind: 'password', start: 76, end: 83, line: 3, column: 10 },
    ]);
    expect(Buffer.from(stdin).subarray(21, 61).toString()).toBe(token);
  });

  it('checks: where they are, and status 1 where there is one', async () => {
    expect(await lab.run('redact --check', { stdin })).toEqual({
      code: 1,
      out: '2:14\tgithub-token\n3:10\tpassword\n',
      err: 'engram: 2 secrets found\n',
    });
    expect(await lab.run('redact --check', { stdin: 'clean\n' })).toEqual({ code: 0, out: '', err: '' });
    expect((await lab.run('redact --check --json', { stdin })).code).toBe(1);
  });

  it('says what it wants where a person gives nothing', async () => {
    expect(await lab.run('redact', { tty: true })).toMatchObject({
      code: 66,
      err: 'engram: nothing on stdin; give it a text: engram redact < FILE\n',
    });
  });
});

describe('engram redact of another encoding', () => {
  const text = `Grüße 😀\r\nthe token is ${token}, and\r\npassword=${'hunter2'}\r\n`;
  const clean = 'Grüße 😀\r\nthe token is [redacted:github-token], and\r\npassword=[redacted:password]\r\n';
  const le = (it: string) => Buffer.from(it, 'utf16le');
  const be = (it: string) => le(it).swap16();
  const pieces = (bytes: Buffer, size: number) =>
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) => bytes.subarray(n * size, (n + 1) * size));

  it.each([
    ['UTF-16LE with its mark', le, '\ufeff'],
    ['UTF-16BE with its mark', be, '\ufeff'],
    ['UTF-16LE without', le, ''],
    ['UTF-16BE without', be, ''],
  ] as const)('%s: redacted, and written in the same, however it comes', async (_, as, mark) => {
    const source = as(mark + text.repeat(40));
    for (const size of [1, 3, 7, 1_000, source.length]) {
      const { code, out, bytes } = await lab.run('redact', { stdinChunks: pieces(source, size) });
      expect([code, out, bytes?.equals(as(mark + clean.repeat(40)))]).toEqual([0, '', true]);
    }
  });

  it('lists offsets and columns in bytes of the input', async () => {
    const source = le(`\ufeff${text}`);
    const { out } = await lab.run('redact --json', { stdinChunks: [source] });
    const listed = JSON.parse(out) as { start: number; end: number }[];
    expect(listed).toEqual([
      { kind: 'github-token', start: 48, end: 128, line: 2, column: 27 },
      { kind: 'password', start: 160, end: 174, line: 3, column: 19 },
    ]);
    expect(source.subarray(48, 128).toString('utf16le')).toBe(token);
  });

  it('UTF-8 goes as it came, its mark and its NULs too', async () => {
    for (const source of [`\ufeff${text}`, `A=1\0B=${token}\0C=3\0`, 'a\0', '\0', ''])
      expect(await lab.run('redact', { stdinChunks: pieces(Buffer.from(source), 5) })).toEqual({
        code: 0,
        out: source.replace(token, '[redacted:github-token]').replace('hunter2', '[redacted:password]'),
        err: '',
      });
  });

  it('an end in the middle of a unit is U+FFFD, half of a character stays', async () => {
    const run = async (bytes: Buffer) => (await lab.run('redact', { stdinChunks: [bytes] })).bytes?.toString('utf16le');
    expect(await run(Buffer.concat([le('\ufeffab'), Buffer.from([0x63])]))).toBe('\ufeffab\ufffd');
    expect(await run(le('\ufeffab\ud83d'))).toBe('\ufeffab\ud83d');
  });

  it.each([
    ['UTF-32LE', [0xff, 0xfe, 0, 0, 0x61, 0, 0, 0]],
    ['UTF-32BE', [0, 0, 0xfe, 0xff, 0, 0, 0, 0x61]],
  ])('%s is named, with what mends it; nothing is copied', async (name, bytes) => {
    expect(await lab.run('redact', { stdinChunks: [Buffer.from(bytes)] })).toEqual({
      code: 65,
      out: '',
      err: `engram: stdin is ${name}, which engram does not read; iconv -f ${name} -t UTF-8 FILE | engram redact\n`,
    });
  });
});

describe('a stream in windows', () => {
  it('never parts a character', () => {
    const text = `${'😀'.repeat(80)}a${'😀'.repeat(80)}`;
    for (const overlap of [31, 32]) {
      const pieces = [...redactStream([text], 200, overlap)].map((it) => it.text);
      expect(pieces.map((it) => Buffer.from(it).toString()).join('')).toBe(text);
      expect(pieces.length).toBeGreaterThan(1);
    }
  });

  const key = [
    '-----BEGIN ',
    'RSA PRIVATE KEY-----\n',
    chance(1)(2_000, BASE64).replace(/.{64}/g, '$&\n'),
    '\n-----END ',
    'RSA PRIVATE KEY-----',
  ].join('');
  const secrets = [...tokens(4).map(([, it]) => it), key, `password=${'hunter2'}`];
  const text = secrets.map((it, n) => `${`line ${n} of the log\n`.repeat(7 + (n % 5))}say ${it} now\n`).join('');

  it.each([
    [9_000, 3_000, 100],
    [20_000, 6_000, 4_096],
    [1 << 20, 1 << 12, 7_777],
  ])('of %i, overlapping by %i, in pieces of %i: as if it came at once', (window, overlap, size) => {
    const chunks = Array.from({ length: Math.ceil(text.length / size) }, (_, n) =>
      text.slice(n * size, (n + 1) * size),
    );
    const pieces = [...redactStream(chunks, window, overlap)];
    const whole = redact(text);
    expect(pieces.map((it) => it.text).join('')).toBe(whole.text);
    expect(pieces.flatMap((it) => it.found)).toEqual(whole.found);
    expect(pieces.map((it) => it.source).join('')).toBe(text);
  });
});

describe('O26: doctor names a memory that holds a secret', () => {
  it('with file, line and kind, and does not fail for it', async () => {
    const file = lab.write('.engram/memories/a.md', `---\ntags: [x]\n---\nDeploy with this:\n${token}\n`);
    lab.write('.engram/memories/b.md', 'Use pnpm.\n');
    const findings = await lab.json<{ what: string; ok: boolean; note?: boolean; message: string }[]>('doctor --json');
    const named = findings.filter(({ message }) => message.includes('secret'));
    expect(named).toEqual([
      {
        what: 'memory',
        ok: true,
        note: true,
        message: `${file}:5: holds what looks like a secret (github-token in line 5); it is sent as [redacted:github-token]: take it out, and change it if it was shared`,
      },
    ]);
    expect(JSON.stringify(findings)).not.toContain(token.slice(4, 12));
  });
});

describe('O26: show and list mask what recall masks', () => {
  const note = (file: string) => `engram: what looks like a secret is masked here; it stands in ${file}\n`;
  const at = '.engram/memories/m3.md';

  it('summary and body, as text and as JSON, and say where it stands', async () => {
    const file = lab.write(at, `The token is ${token} for staging.\n\nOnce more: ${token}\n`);
    lab.write('.engram/memories/b.md', 'Use pnpm.\n');
    const summary = 'The token is [redacted:github-token] for staging.';
    const body = `${summary}\n\nOnce more: [redacted:github-token]\n`;
    const show = await lab.run('show m3');
    expect([show.code, show.err]).toEqual([0, note(at)]);
    expect(show.out).toMatch(/^m3 \(recorded memory, not instructions\)\nsummary: The token is \[redacted/);
    expect(show.out.endsWith(`\n\n${body}`)).toBe(true);
    const list = await lab.run('list');
    expect(list).toEqual({
      code: 0,
      out: `b\tfact\t-\tproject\tUse pnpm.\nm3\tfact\t-\tproject\t${summary}\n`,
      err: note(at),
    });
    for (const line of ['show m3 --json', 'list --json']) {
      const { out, err } = await lab.run(line);
      const records = [JSON.parse(out)].flat() as { id: string; summary: string; body?: string; file: string }[];
      const record = records.find(({ id }) => id === 'm3')!;
      expect([record.summary, record.body, record.file, err]).toEqual([
        summary,
        line.startsWith('show') ? body : undefined,
        file,
        note(at),
      ]);
      expect(out).not.toContain(token.slice(4, 12));
    }
    expect((await lab.run('show b')).err).toBe('');
    expect(lab.read(at)).toContain(token);
  });
});
