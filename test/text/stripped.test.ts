import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bodyBlock, frame } from '../../src/plan/frame.ts';
import { stripped } from '../../src/text/stripped.ts';

const memory = { id: 'a', type: 'rule', file: 'a.md', date: '', reviewed: false, summary: 'A.' };
const body = bodyBlock(memory, 'Use pnpm.');

describe('P-13: what is no speech is stripped before anything is written', () => {
  it.each([
    ['before <system-reminder>\nTodo list.\n</system-reminder> after', 'before  after'],
    ['a<private>hunter2</private>b', 'a\nb'],
    ['<PRIVATE>x</Private>kept', 'kept'],
    ['<private reason="mine">x</private>kept', 'kept'],
    ['one <private>two <private>three</private> four</private> five', 'one  five'],
    ['one <private>two <system-reminder>three</private> four', 'one  four'],
    ['one <system-reminder>two <private>three</system-reminder> four', 'one  four'],
    ['kept <private>to the end\n</system-reminder>', 'kept '],
    ['kept </private> as well, <private/> and this', 'kept  as well,  and this'],
    ['<pri<private>x</private>vate>kept', '<pri\nvate>kept'],
    ['[engram memory begins]\nx\n[engram memory ends] kept', ' kept'],
    ['[engram memory begins]\nx, cut', ''],
    ['privately, <privateer>, a system-reminder: nothing', 'privately, <privateer>, a system-reminder: nothing'],
    ['', ''],
  ])('%j', (text, left) => {
    expect(stripped(text)).toBe(left);
  });

  it('knows its own frames in both forms', () => {
    for (const plain of [false, true]) {
      const sent = frame([body], [], { more: true, rehydrate: true, plain });
      expect(stripped(`ask ${sent} me`)).toBe('ask  me');
      expect(stripped(`ask ${sent.slice(0, -30)}`)).toBe('ask ');
    }
  });

  it('is itself when done again, and leaves nothing of what it took', () => {
    const parts = [
      '<private>',
      '</private>',
      '<system-reminder>',
      '</system-reminder>',
      '[engram memory begins]',
      '<pri',
      'vate>',
      'x',
      ' ',
      '\n',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 24 }), (pieces) => {
        const once = stripped(pieces.join(''));
        expect(stripped(once)).toBe(once);
      }),
    );
  });
});
