import { describe, expect, it } from 'vitest';
import { type Known, newMemory } from '../../src/memory/new.ts';

const known: Known = {
  type: 'fact',
  tags: [],
  appliesTo: [],
  entities: [],
  importance: 0.5,
  source: 'test',
};
const token = `gh${'p_'}a8Kd0Qm2Xv7Lr4Tz9Wb1Nc6Yh3Jf5Gs0PqRt`;

describe('O26: what a memory is called', () => {
  it.each([
    ['The mirror needs a token.', undefined, 'the-mirror-needs-a-token'],
    [`Use ${token} there.`, undefined, 'use-redacted-github-token-there'],
    ['The mirror.', `${token} is for the mirror`, 'redacted-github-token-is-for-the-mirror'],
  ])('holds no secret: %#', (text, summary, id) => {
    expect(newMemory(text, { ...known, ...(summary ? { summary } : {}) })).toMatchObject({ id, body: `${text}\n` });
  });
});
