// What is left of a text before it is written down.
import { describe, expect, it } from 'vitest';
import { ANSWER, clean, LOOKED_AT, OUTPUT, PROMPT } from '../../src/capture/clean.ts';
import { SECRETS } from '../complaints/secrets.ts';

/** Less than is looked at otherwise: where the cut is does not change how it is made. */
const LOOKED = 65_536;
const WORDS = 'we talk about the weather and about nothing else ';
const filler = (length: number) => WORDS.repeat(Math.ceil(length / WORDS.length)).slice(0, length);

describe('a text', () => {
  it('P-13: is without reminders, engram’s own frames and what is private, before it is cut', () => {
    const text = `Fix it.<system-reminder>zebra</system-reminder> <engram-memory>\nzebra\n</engram-memory><private>zebra ${filler(200_000)} zebra</private> Now.`;
    expect(clean(text, PROMPT)).toMatch(/^Fix it\.\s+Now\.$/);
  });

  it('that fits is left as it is; a longer one keeps its beginning and its end', () => {
    expect(clean('Use pnpm here.', PROMPT)).toBe('Use pnpm here.');
    const long = `first ${filler(40_000)} last`;
    const kept = clean(long, PROMPT);
    expect(kept.length).toBeLessThanOrEqual(PROMPT.head + PROMPT.tail + 10);
    expect([kept.slice(0, 6), kept.includes('\n[…]\n'), kept.slice(-5)]).toEqual(['first ', true, ' last']);
  });

  it('is never cut within a character', () => {
    const kept = clean('😀'.repeat(20_000), ANSWER);
    expect(kept).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/);
  });

  const rows = (from: number, to: number) =>
    Array.from(
      { length: to - from },
      (_, n) => `user${from + n},user${from + n}@example.org,Kater-mikesch-${from + n}\n`,
    );

  it('O26: the rows of a long table are read below its heading, to the last', () => {
    const kept = clean(`name,mail,password\n${rows(0, 4_000).join('')}`, PROMPT);
    expect(kept).toContain('\n[…]\n');
    expect(kept.endsWith('user3999,user3999@example.org,[redacted:password]')).toBe(true);
    expect(kept).not.toContain('mikesch');
  });

  it('O26: of a text too long to be read whole the end goes, whose heading nobody has read', () => {
    const lines = rows(0, Math.ceil(LOOKED_AT / 40));
    const text = `name,mail,password\n${lines.join('')}`;
    expect(text.length).toBeGreaterThan(LOOKED_AT);
    const kept = clean(text, PROMPT);
    expect(kept).toMatch(/^name,mail,password\nuser0,user0@example\.org,\[redacted:password\]\n/);
    expect(kept.endsWith('\n[…]\n')).toBe(true);
    expect(kept).not.toContain('mikesch');
  });

  it.each(SECRETS)('O26: %s is found wherever the text is cut', (what, before, secret) => {
    const said = `${before}${secret}${what === 'URL' ? '@db.example.org' : ''}`;
    // Of one that is cut, not even a part that would be one.
    const parts = [
      secret,
      secret.slice(0, Math.max(16, secret.length - 8)),
      secret.slice(Math.min(8, secret.length - 16)),
    ];
    for (const { head, tail } of [PROMPT, OUTPUT]) {
      for (const at of [head, LOOKED]) {
        for (const inside of [1, Math.floor(said.length / 2)]) {
          const text = `${filler(at - inside - 1)} ${said}\n${filler(2 * LOOKED - at)}`;
          const ending = `${filler(LOOKED - 2 * tail)} ${said}\n${filler(Math.max(0, tail - inside))}`;
          for (const kept of [clean(text, { head, tail }, LOOKED), clean(ending, { head, tail }, LOOKED)]) {
            expect(parts.filter((part) => kept.includes(part))).toEqual([]);
          }
        }
      }
    }
  });
});
