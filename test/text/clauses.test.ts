import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import '../../src/text/stem-all.ts';
import { CLAUSES, clausesOf, PROMPT_HEAD, PROMPT_TAIL } from '../../src/text/clauses.ts';

/** Clauses as texts, pasted ones in brackets. */
const told = (prompt: string) =>
  clausesOf(prompt).map(({ text, pasted }) => (pasted ? `[${text.trim()}]` : text.trim()));

describe('clauses', () => {
  it.each<[prompt: string, clauses: string[]]>([
    ['fix the login bug', ['fix the login bug']],
    ['Looks good, thanks! Now deploy it.', ['Looks good, thanks', 'Now deploy it.']],
    ['I changed a.ts; can we ship v1.2.3? ok', ['I changed a.ts', 'can we ship v1.2.3', 'ok']],
    ['测试通过了。现在部署吧', ['测试通过了', '现在部署吧']],
    ['', []],
    ['\n \n', []],
    [
      'why?\n    at Object.handler0 (/srv/app/layer.js:95:5)\n    at run (x.js:1:2)\nthanks',
      ['why?', '[at Object.handler0 (/srv/app/layer.js:95:5)\nat run (x.js:1:2)]', 'thanks'],
    ],
    [
      'see\n```ts\nconst plain = words\n```\nfix it',
      ['see', '[```ts\nconst plain = words\n```]'.replace('\n```]', ']').replace('```ts\n', ''), 'fix it'],
    ],
    ['2026-11-30 09:12:01 worker-3 heartbeat ok', ['2026-11-30 09:12:01 worker-3 heartbeat ok']],
    ['2026-11-30 09:12:01 worker-3 heartbeat ok\nwhy?', ['[2026-11-30 09:12:01 worker-3 heartbeat ok]', 'why?']],
    ['@@ -1,2 +1,2 @@\ndiff --git a b', ['[@@ -1,2 +1,2 @@\ndiff --git a b]']],
    ['TypeError: Cannot read properties of undefined', ['TypeError: Cannot read properties of undefined']],
    ['same\nsame\nsame', ['same']],
  ])('%j', (prompt, clauses) => {
    expect(told(prompt)).toEqual(clauses);
  });

  it('cuts a long prompt between words and between lines', () => {
    const words = `${'lorem ipsum '.repeat(2000)}`;
    expect(new Set(told(words).join(' ').split(/\s+/))).toEqual(new Set(['lorem', 'ipsum']));
    const lines = Array.from({ length: 2000 }, (_, i) => `line ${'i'.repeat(i % 30)} of many`).join('\n');
    expect(told(lines).every((clause) => clause.split('\n').every((line) => /^line i* of many$/.test(line)))).toBe(
      true,
    );
    expect(told('x'.repeat(20_000)).join('').length).toBe(PROMPT_HEAD + PROMPT_TAIL);
  });

  it('are at most a mask full, the first and the last apart', () => {
    const clauses = told(Array.from({ length: 90 }, (_, i) => `sentence ${'i'.repeat(i + 1)}`).join('\n'));
    expect(clauses).toHaveLength(CLAUSES);
    expect([clauses[0], clauses.at(-1)]).toEqual(['sentence i', `sentence ${'i'.repeat(90)}`]);
    expect(clauses.join('\n').split('\n')).toHaveLength(90);
  });

  it('lose no word', () => {
    const letters = (text: string) => text.replace(/[^\p{L}]/gu, '');
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary-ascii' }), { maxLength: 5 }), (parts) => {
        const lines = parts.map((part) => part.replaceAll('`', '').replaceAll('\n', ' '));
        const whole = letters([...new Set(lines.map((line) => line.trim()))].join('\n'));
        expect(letters(told(lines.join('\n')).join('\n'))).toBe(whole);
      }),
    );
  });
});
