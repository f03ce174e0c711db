import { describe, expect, it } from 'vitest';
import '../../src/text/stem-all.ts';
import { memoryLexicon, memoryOf } from '../../bench/memory-lexicon.ts';
import { explained } from '../../src/route/explain.ts';
import { rank } from '../../src/route/rank.ts';
import { filler } from './filler.ts';

const SIZES = [2, 10, 200];
const vault = new Map(SIZES.map((size) => [size, filler(size - 1)]));

/** Natural prompts and the one memory of the vault that answers them. */
const PROMPTS: [prompt: string, memory: string][] = [
  [
    'deploy the payments service to production',
    'Deploys to production only Monday to Thursday, through the blue/green script.',
  ],
  ['how do I run the tests?', 'Run tests with `npm run check`, never bare vitest.'],
  [
    'what package manager do we use',
    'Use pnpm, not npm: the package manager of this repository is pinned in package.json.',
  ],
  [
    'add a migration for the users table',
    'Database migrations live in db/migrations and are created with `make migration`.',
  ],
  [
    'write a commit message for these changes',
    'Commit messages follow Conventional Commits, in the imperative, at most 72 characters.',
  ],
  [
    'why does ERR_MODULE_NOT_FOUND happen',
    'ERR_MODULE_NOT_FOUND in dist means that the build was run without `--external`.',
  ],
  ['refactor getUserById to async', 'get_user_by_id is called from the legacy job too; keep it synchronous.'],
  [
    'Wie deployen wir nach Produktion?',
    'Deployments in die Produktion nur von Montag bis Donnerstag, mit dem Blue/Green-Skript.',
  ],
  ['Wie lasse ich die Tests laufen?', 'Tests laufen mit `npm run check`, nie direkt mit vitest.'],
  [
    'Comment déployer en production ?',
    'Déploiements en production du lundi au jeudi seulement, par le script blue/green.',
  ],
  ['¿Cómo desplegamos a producción?', 'Los despliegues a producción solo de lunes a jueves, con el script blue/green.'],
  ['как запустить тесты?', 'Тесты запускаются через `npm run check`, никогда напрямую vitest.'],
  [
    'как выкатить сервис платежей в продакшен?',
    'Выкатка в продакшен только с понедельника по четверг; сервис платежей последним.',
  ],
  ['如何运行测试？', '用 `npm run check` 运行测试，不要直接运行 vitest。'],
  ['怎么把支付服务部署到生产环境？', '只在周一到周四部署到生产环境，使用蓝绿脚本。'],
  ['重跑gen-itgc后再看日志', 'gen-itgc 重跑之前先清空 out/ 目录'],
  ['テストの実行方法を教えて', 'テストは `npm run check` で実行する。vitest を直接実行しない。'],
  [
    '本番環境にデプロイするにはどうすればいいですか？',
    '本番環境へのデプロイは月曜から木曜のみ、blue/greenスクリプトで行う。',
  ],
  ['프로덕션에 어떻게 배포하나요?', '프로덕션 배포는 월요일부터 목요일까지만, 블루/그린 스크립트로 한다.'],
];

/** Prompts that share a single word with their memory: in a few hundred that is enough, among thousands it is chance. */
const ONE_WORD = ['add a migration for the users table'];

/** Prompts that ask for nothing that a vault could know. */
const NOTHING = [
  ...[
    'ok',
    'OK!',
    'yes',
    'no',
    'y',
    '1',
    '123',
    'continue',
    'please continue',
    'yes do it',
    'do it',
    'go on',
    'keep going',
    'sure, go ahead',
    'next',
  ],
  ...[
    'thanks',
    'thank you so much',
    'great, thanks!',
    'looks good',
    'sounds good to me',
    'lgtm',
    'perfect',
    'that works, thanks',
    '👍',
    '...',
    '',
  ],
  ...[
    'weiter',
    'danke',
    'mach weiter',
    'ja, bitte',
    'oui',
    'merci beaucoup',
    "d'accord",
    'vas-y',
    'sí, continúa',
    'gracias',
    'grazie, va bene',
  ],
  ...[
    'sim, pode continuar',
    'obrigado',
    'bedankt',
    'ga door',
    'evet',
    'devam et',
    'да',
    'продолжай',
    'спасибо',
    'хорошо, давай',
    'نعم',
    'شكرا',
  ],
  ...[
    '继续',
    '好的',
    '谢谢',
    '好的，请继续',
    'はい',
    '続けて',
    'ありがとうございます',
    'お願いします',
    '네',
    '계속',
    '감사합니다',
  ],
  ...[
    'qqqq zzzz',
    'asdf jkl; qwer',
    'What is the capital of France?',
    'who won the world cup in 1998',
    'how tall is mount everest',
    'tell me a joke',
  ],
];

describe.each(SIZES)('in a vault of %d memories', (size) => {
  const others = vault.get(size)!;

  it.each(PROMPTS)('%s', (prompt, body) => {
    const memories = [...others, memoryOf({ body })];
    expect(rank(memoryLexicon(memories), prompt, { limit: 8 }).hits[0]?.doc).toBe(memories.length - 1);
  });

  it('nothing is routed for acknowledgements, gibberish and other subjects', () => {
    const deploy = memoryLexicon([...others, memoryOf({ body: PROMPTS[0]![1] })]);
    expect(NOTHING.filter((prompt) => rank(deploy, prompt, { limit: 8 }).hits.length > 0)).toEqual([]);
  });
});

describe.each([0, 10_000])('in a vault of all those memories and %d others', (size) => {
  const lexicon = memoryLexicon([...PROMPTS.map(([, body]) => memoryOf({ body })), ...filler(size)]);

  it('each prompt finds its own first', () => {
    const silent = size > 1000 ? ONE_WORD : [];
    for (const [i, [prompt]] of PROMPTS.entries())
      expect([prompt, rank(lexicon, prompt, { limit: 8 }).hits[0]?.doc]).toEqual([
        prompt,
        silent.includes(prompt) ? undefined : i,
      ]);
  });

  it('nothing is routed for acknowledgements, gibberish and other subjects', () => {
    expect(NOTHING.filter((prompt) => rank(lexicon, prompt, { limit: 8 }).hits.length > 0)).toEqual([]);
  });
});

describe('the gate', () => {
  const lexicon = memoryLexicon([...vault.get(200)!, memoryOf({ body: PROMPTS[0]![1] })]);

  it('says by how much a memory passed or failed', () => {
    const passed = rank(lexicon, 'deploy the payments service to production', { limit: 8, explain: explained });
    expect(passed.hits[0]!.gate).toBeGreaterThan(0);
    expect(passed.hits[0]!.matched!.map(({ term }) => term)).toEqual(['product', 'deploy', '=production']);
    expect(passed.hits.every(({ gate }) => gate >= passed.threshold)).toBe(true);
    const failed = rank(lexicon, 'plan the holiday with the family in the mountains on Monday', {
      limit: 8,
      explain: explained,
    });
    expect(failed.hits).toEqual([]);
    expect(failed.threshold).toBe(0);
    expect(failed.nearMisses[0]!.gate).toBeLessThan(0);
    expect(failed.nearMisses[0]!.matched!.map(({ term }) => term)).toEqual(['monday', '=monday']);
  });

  it('finds a memory by the request at either end of a pasted log', () => {
    const log = Array.from({ length: 400 }, (_, i) => `2026-11-30 09:${i % 60} worker-${i} heartbeat ok`).join('\n');
    for (const prompt of [`deploy to production\n${log}`, `${log}\ndeploy to production`])
      expect(
        rank(lexicon, prompt, { limit: 8, gated: false })
          .hits.slice(0, 8)
          .map(({ doc }) => doc),
      ).toContain(lexicon.count - 1);
  });
});
