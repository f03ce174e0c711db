// A vault of twenty one-sentence memories, as a new one looks, and what people type at it.
import { describe, expect, it } from 'vitest';
import '../../src/text/stem-all.ts';
import { memoryLexicon, memoryOf } from '../../bench/memory-lexicon.ts';
import { rank } from '../../src/route/rank.ts';

const VAULT: [id: string, body: string, tags?: string[]][] = [
  ['pnpm', 'Use pnpm, never npm or yarn.'],
  ['node22', 'Node 22 is required for the build.'],
  ['deploy', 'Deploys to production only Monday to Thursday.', ['deploy', 'release']],
  ['migrations', 'Every migration needs a down step; run them with make migrate before the release.'],
  ['int-tests', 'Integration tests need Docker: start it with make up, then pnpm test:int.'],
  ['pii', 'Never log customer emails; the auditors check.'],
  ['stripe', 'Stripe webhooks: check the signature and the created timestamp; events arrive out of order.'],
  ['money', 'Money is stored as integer cents.'],
  ['argon2', 'Passwords are hashed with argon2id.'],
  ['ui', 'For each new component write a Storybook story.'],
  ['flags', 'Use the flag service, not environment variables, for feature switches.'],
  ['ratelimit', 'The public API answers 429 after 100 requests a minute; retry with backoff.'],
  ['zh-errors', '错误码集中定义在 errors.ts 中。'],
  ['abrechnung', 'Die Abrechnung startet nachts um zwei; davor keine Deploys.'],
  ['ru-release', 'Релизы выкатываем только по вторникам.'],
  ['commit', 'Commits are small and in the imperative.'],
];
const memories = VAULT.map(([id, body, tags]) => memoryOf({ id, body, tags: tags ?? [] }));
const lexicon = memoryLexicon(memories);
const routed = (prompt: string) => rank(lexicon, prompt, { limit: 8 }).hits.map(({ doc }) => memories[doc]!.id);

const FRAME = 'at Object.handler0 (/srv/app/node_modules/express/lib/router/layer.js:95:5)';
const LOG = Array.from({ length: 60 }, (_, i) => `2026-11-30 09:${10 + (i % 50)}:07 worker-${i} heartbeat ok`).join(
  '\n',
);
const CODE = '```ts\nexport const total = (lines: Line[]) => lines.reduce((sum, line) => sum + line.price, 0);\n```';

describe('what is said beside a question does not hide its answer', () => {
  it.each([
    ['can we deploy this today?'],
    ['can we deploy this today? I get this:'],
    [`can we deploy this today? I get this:\n${FRAME}`],
    [`${FRAME}\ncan we deploy this today?`],
    [`can we deploy this today?\n\n${LOG}`],
    [`${LOG}\n\ncan we deploy this today?`],
    [`can we deploy this?\n${CODE}`],
    [
      'can we deploy this today? The build number is 4711 and the reviewers Tom, Mary and Ivan have approved the merge request.',
    ],
    ['I changed the button colours, the header, the footer and the sidebar; can we deploy?'],
    ['looks good, thanks, deploy it'],
    ['ok thanks! now deploy'],
  ])('%s', (prompt) => {
    expect(routed(prompt)).toContain('deploy');
  });

  it.each([
    [`How are passwords hashed?\n${FRAME}`, ['argon2']],
    [`${FRAME}\n${FRAME.replace('95', '96')}\nwhich integer type holds the money?`, ['money']],
    [`please look at the stripe webhook handler\n${CODE}`, ['stripe']],
  ])('%s', (prompt, ids) => {
    expect(routed(prompt)).toEqual(ids);
  });
});

describe('everyday words ask for nothing', () => {
  it.each([
    'write it',
    'check it',
    'create it',
    'start',
    'start it',
    'use it',
    'run it again',
    'what do you need?',
    'is it required?',
    'the',
    'How are you?',
    'what is this?',
    'please check again',
    'please make it work with all of them',
    'why does this not work?',
    'start the server',
    'explain what this does',
    'not only that',
    'wo ist das?',
    'mach das bitte neu',
    'что это?',
    'сделай это',
    '帮我修改一下',
    '追加してください',
    `what is this?\n${FRAME}`,
    'tell me a joke',
    'What is the capital of France?',
    'plan my holiday in the mountains with the family',
  ])('%s', (prompt) => {
    expect(routed(prompt)).toEqual([]);
  });
});

describe('what a prompt is about decides', () => {
  it.each([
    ['write a migration', ['migrations']],
    ['create a Button component', ['ui']],
    ['please write tests for this', ['int-tests']],
    ['please check the tests again', ['int-tests']],
    ['which node version do we use', ['node22']],
    ['add a log line with the customer email', ['pii']],
    ['which package manager: npm or yarn?', ['pnpm']],
    ['add a feature switch for the new header', ['flags']],
    ['why do I get 429 from the API?', ['ratelimit']],
    ['write a commit message', ['commit']],
    ['push this to prod', ['deploy']],
    ['is a friday release ok', ['migrations', 'deploy', 'ru-release']],
    ['Wann startet die Abrechnung?', ['abrechnung']],
    ['когда выкатываем релиз?', ['ru-release']],
    ['在哪里定义错误码？', ['zh-errors']],
  ])('%s', (prompt, ids) => {
    expect(routed(prompt)).toEqual(ids);
  });
});

describe('a long prompt', () => {
  it('of one line over and over is that line', () => {
    const line = 'at foo.bar (x.js:1:2) deploy node test error';
    expect(routed(`${line}\n`.repeat(200))).toEqual(routed(line));
    expect(routed(`please deploy\n${`${line}\n`.repeat(400)}`)[0]).toBe('deploy');
  });
});
