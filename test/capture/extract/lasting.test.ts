// Plain wishes, as people type them: that they are for good may stand first, last, or in the middle.
import { expect, it } from 'vitest';
import { extract } from '../../../src/capture/extract/extract.ts';
import '../../../src/text/stem-all.ts';

const KEY = { host: 'claude', root: '/p', session: 's' };
const taken = (prompt: string) =>
  extract({ key: KEY, sequence: 1, at: 0, prompt, answer: 'Done.', tools: [] }).map(({ text }) => text);

it.each([
  ['Please always use pnpm here.', 'Always use pnpm here.'],
  ['From now on write commit messages in English.', 'Write commit messages in English.'],
  ['Write commit messages in English, always.', 'Write commit messages in English, always.'],
  ['From now on, write tests first, always.', 'Write tests first, always.'],
  ['Always use tabs, because the linter wants them.', 'Always use tabs, because the linter wants them.'],
  ['Bitte benutze hier immer pnpm.', 'Benutze hier immer pnpm.'],
  ['Verwende immer Tabs, weil der Linter sie will.', 'Verwende immer Tabs, weil der Linter sie will.'],
  ['Nunca hagas push a main.', 'Nunca hagas push a main.'],
  ['Dans ce projet, utilise toujours pnpm.', 'Dans ce projet, utilise toujours pnpm.'],
  ['Всегда пиши тесты сначала.', 'Всегда пиши тесты сначала.'],
  ['请始终使用 pnpm。', '始终使用 pnpm。'],
  ['항상 pnpm을 사용해.', '항상 pnpm을 사용해.'],
  ['이제부터 pnpm을 사용해.', '이제부터 pnpm을 사용해.'],
  ['규칙에 추가해: 절대 비밀을 커밋하지 마세요.', '규칙에 추가해: 절대 비밀을 커밋하지 마세요.'],
  ['Impiega sempre pnpm.', 'Impiega sempre pnpm.'],
  ['Va sempre eseguito il lint prima del push.', 'Va sempre eseguito il lint prima del push.'],
])('%s is kept', (prompt, text) => {
  expect(taken(prompt)).toEqual([text]);
});

it.each([
  'Use pnpm here.',
  'Write a function that always returns 1.',
  'Write commit messages in English.',
  'The linter always wants tabs here.',
  'Use tabs, because the linter says so.',
])('%s is for now', (prompt) => {
  expect(taken(prompt)).toEqual([]);
});
