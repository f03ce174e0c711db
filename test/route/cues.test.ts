import { describe, expect, it } from 'vitest';
import { whyFollows } from '../../src/route/cues.ts';

describe('O-22: why a prompt may go on with what was before', () => {
  it.each([
    ['what about postgraduates?', 'cue'],
    ['And, for the staging environment of ours?', 'cue'],
    ['on Windows?', 'cue'],
    ['qu’en est-il des factures ?', 'cue'],
    ["qu'en est-il des factures ?", 'cue'],
    ['¿y en pruebas?', 'cue'],
    ['那预发呢？', 'cue'],
    ['請求書は？', 'cue'],
    ['그럼 스테이징은요?', 'cue'],
    ['do all of our partners have them too?', 'pronoun'],
    ['staging?', 'short'],
    ['Which documents do the students of the north wing need?', undefined],
    ['Anderson wrote the parser for the exporter', undefined],
    ['and now?', undefined],
    ['und jetzt?', undefined],
    ['how do students pay fees', undefined],
    ['订单数据库什么时候会被自动备份到异地？', undefined],
    ['?!', undefined],
  ] as const)('%s: %s', (prompt, why) => {
    expect(whyFollows(prompt)).toBe(why);
  });

  it('counts 24 characters, a wide one for two', () => {
    expect(whyFollows('x'.repeat(23))).toBe('short');
    expect(whyFollows('x'.repeat(24))).toBeUndefined();
    expect(whyFollows('数'.repeat(11))).toBe('short');
    expect(whyFollows('数'.repeat(12))).toBeUndefined();
  });
});
