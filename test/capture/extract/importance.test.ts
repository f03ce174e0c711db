import { describe, expect, it } from 'vitest';
import { needsYes, tierOf } from '../../../src/capture/extract/candidate.ts';
import { extract } from '../../../src/capture/extract/extract.ts';
import { importanceOf, SIGNALS } from '../../../src/capture/extract/importance.ts';
import { scoreText } from '../../../src/capture/extract/score.ts';
import { said, turn } from './lab.ts';

describe('A-08: a text is scored by eight signals', () => {
  it('which are these', () => {
    expect(SIGNALS).toEqual([
      'explicit',
      'standing',
      'conclusion',
      'correction',
      'preference',
      'reason',
      'specific',
      'witnessed',
    ]);
  });

  it.each([
    ['The build broke because the cache was stale.', 0.4, 'none'],
    ['I prefer short answers.', 0.6, 'episode'],
    ['We decided to use Postgres because orders need transactions.', 0.9, 'proposal'],
  ])('%s → %d: %s', (text, score, tier) => {
    expect(scoreText(text)).toBe(score);
    expect(tierOf({ importance: score, origin: 'user', signals: [] })).toBe(tier);
    expect(said(text).map(({ importance }) => importance)).toEqual(score < 0.5 ? [] : [score]);
  });

  it.each([
    'From now on always use pnpm, never npm, in this project.',
    'Never commit directly to main.',
    'Always answer me in German.',
    'Ab sofort antworte mir immer auf Deutsch.',
  ])('what a person lays down for good is proposed, though nothing else speaks for it: %s', (text) => {
    expect(said(text).map((candidate) => [candidate.importance, tierOf(candidate)])).toEqual([[0.7, 'proposal']]);
  });

  it('each signal once, in steps of 0.05, never over 1', () => {
    expect(importanceOf([], 'user')).toBe(0.1);
    expect(importanceOf(['standing', 'standing'], 'user')).toBe(0.6);
    expect(importanceOf(['reason', 'specific', 'witnessed'], 'user')).toBe(0.5);
    expect(importanceOf([...SIGNALS], 'user')).toBe(1);
    expect(importanceOf(['standing', 'witnessed'], 'user', true)).toBe(0.4);
  });

  it('no sum of weak signals is durable', () => {
    expect(importanceOf(['reason', 'specific', 'witnessed'], 'user')).toBe(0.5);
  });
});

describe('P-14: whose word it is stays with a candidate, and an assistant’s is no evidence', () => {
  const answer = 'Root cause: the pool has 5 connections while there are 10 workers, because of a default.';

  it('a claim that only an assistant makes has the origin assistant, is never durable by its score, and waits for a yes', () => {
    const [claim, ...others] = extract(turn({ prompt: 'why?', answer }));
    expect(others).toEqual([]);
    expect(claim).toMatchObject({
      origin: 'assistant',
      importance: 0.7,
      signals: ['conclusion', 'reason', 'specific'],
    });
    expect(tierOf(claim!)).toBe('proposal');
    expect(needsYes(claim!)).toBe(true);
    expect(importanceOf([...SIGNALS], 'assistant')).toBe(0.7);
  });

  it.each([
    'The tests should pass now.',
    'All tests should pass: I only changed types.',
    'Root cause: probably the cache.',
    'The root cause might be the pool of 5 connections.',
    'La causa era che forse il pool ha 5 connessioni.',
    '원인은 아마 캐시인 것 같습니다.',
    'I always recommend to validate input, and we decided to use zod because it composes.',
    'Remember that you must run the migrations first.',
    'From now on I will use pnpm, not npm.',
  ])('nothing is taken from: %s', (text) => {
    expect(extract(turn({ prompt: 'is it done?', answer: text }))).toEqual([]);
  });

  it.each([
    'La causa era che il pool ha 5 connessioni.',
    'A causa raiz é que o pool tem 5 conexões.',
    '근본 원인은 풀에 연결이 5개뿐이라는 점입니다.',
  ])('a cause is one in other languages too: %s', (text) => {
    expect(extract(turn({ prompt: 'why?', answer: text })).map((it) => [it.origin, it.type, it.text])).toEqual([
      ['assistant', 'fact', text],
    ]);
  });

  it('the same words by the person have the origin user, by a tool none', () => {
    const text = 'Remember that deploys to eu-west need the VPN.';
    expect(extract(turn({ prompt: text }))).toMatchObject([{ origin: 'user', type: 'fact', importance: 0.9 }]);
    expect(tierOf({ importance: 0.8, origin: 'user', signals: [] })).toBe('proposal');
    expect(needsYes({ origin: 'user' })).toBe(false);
    expect(extract(turn({ tools: [{ tool: 'Bash', input: './notes.sh', output: text, ok: true }] }))).toEqual([]);
  });

  it('what a tool showed has the origin tool', () => {
    const tools = [
      { tool: 'Bash', input: 'npm ci', output: 'npm error ERESOLVE could not resolve', ok: false },
      { tool: 'Bash', input: 'npm ci --legacy-peer-deps', output: 'added 12 packages', ok: true },
    ];
    expect(extract(turn({ prompt: 'install', tools }))).toMatchObject([
      { origin: 'tool', type: 'procedure', importance: 0.8 },
    ]);
  });
});
