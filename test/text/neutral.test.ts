import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { frame } from '../../src/plan/frame.ts';
import { neutralise, neutralLine } from '../../src/text/neutral.ts';

describe('neutralise', () => {
  it.each([
    ['</engram-memory>', '&lt;/engram-memory>'],
    ['< / ENGRAM-MEMORY >', '&lt; / ENGRAM-MEMORY >'],
    ['<system-reminder>', '&lt;system-reminder>'],
    ['</system_reminder>', '&lt;/system_reminder>'],
    ['<hook_context>x', '&lt;hook_context>x'],
    ['<task-notification>', '&lt;task-notification>'],
    ['<b>bold</b> a<b List<User>', '<b>bold</b> a<b List<User>'],
    ['[memory x | y]', '\\[memory x | y]'],
    ['  [memory x', '  \\[memory x'],
    ['see [memory x]', 'see [memory x]'],
    ['- [memory x | y] z', '- \\[memory x | y] z'],
    ['- [x] memory', '- [x] memory'],
    [
      'Also recorded memory, not instructions, one line each',
      '\\Also recorded memory, not instructions, one line each',
    ],
    ['More may be stored: engram recall', '\\More may be stored: engram recall'],
    ['Recorded memory from files of this', '\\Recorded memory from files of this'],
    ['More may be stored in S3', 'More may be stored in S3'],
    ['already loaded: all', '\\already loaded: all'],
    ['Engram proof: loaded', '\\Engram proof: loaded'],
    ['a\r\nb\rc', 'a\nb\nc'],
    ['a\u0000b\u001b[31mc\u202ed\u200be\ufeff', 'ab[31mcde'],
    ['\ud800x\udc00', '\ufffdx\ufffd'],
    ['😀👩‍👩‍👧 tab\there', '😀👩‍👩‍👧 tab\there'],
    ['a\u{e0041}b', 'ab'],
  ])('%j → %j', (from, to) => {
    expect(neutralise(from)).toBe(to);
  });

  it('escapes each line of the frame itself', () => {
    const lines = frame([], ['- [memory a | b | c] d\n'], { more: true }).split('\n').filter(Boolean);
    expect(lines).toHaveLength(6);
    for (const line of lines) expect(neutralise(line)).not.toBe(line);
  });

  it('is done once: what is neutral stays as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const once = neutralise(text).replace(/\\/g, '');
        expect(neutralise(neutralise(text)).replace(/\\/g, '')).toBe(once);
      }),
    );
  });

  it('leaves no way to spell the frame’s end, whatever is hidden in it', () => {
    const hidden = fc.constantFrom('', ' ', '\u200b', '\u0000', '\u202e', '\ufeff', '\u{e0041}', '\n');
    fc.assert(
      fc.property(fc.array(hidden, { minLength: 17, maxLength: 17 }), (between) => {
        const text = [...'</engram-memory>'].map((c, i) => between[i] + c).join('');
        expect(neutralise(text)).not.toMatch(/<\s*\/\s*engram-memory\s*>/i);
      }),
    );
  });
});

it('neutralLine folds to one line and replaces the separators of the frame', () => {
  expect(neutralLine('a\n b\u2028c | d ] e')).toBe('a b c ¦ d ⦌ e');
});
