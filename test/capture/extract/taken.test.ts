import { describe, expect, it } from 'vitest';
import { said, texts } from './lab.ts';

describe('what a person says is taken, in the words of a sentence that stands alone', () => {
  it.each([
    // English
    ['ok so, no, use pnpm, not npm. thanks!', 'rule', 'project', 'Use pnpm, not npm.'],
    ['From now on please answer in British English.', 'preference', 'user', 'Answer in British English.'],
    ['remember that staging is wiped every Sunday', 'fact', 'project', 'Staging is wiped every Sunday.'],
    [
      'It works, but never edit files in src/gen by hand, fix the template',
      'rule',
      'project',
      'Never edit files in src/gen by hand.',
    ],
    ["that's wrong, we use Vault for secrets. fix it", 'fact', 'project', 'We use Vault for secrets.'],
    [
      'We agreed to drop Python 3.8, since numpy has no wheels for it.',
      'decision',
      'project',
      'We agreed to drop Python 3.8, since numpy has no wheels for it.',
    ],
    ['I prefer tabs.\n\nnow rename the file', 'preference', 'user', 'I prefer tabs.'],
    ['For money we never use floats.', 'rule', 'project', 'For money we never use floats.'],
    // Where no word but those for how long tells the language
    ['Ab jetzt immer pnpm verwenden, nie npm.', 'rule', 'project', 'Ab jetzt immer pnpm verwenden, nie npm.'],
    ['A partir de ahora usa siempre pnpm', 'rule', 'project', 'A partir de ahora usa siempre pnpm.'],
    [
      'À partir de maintenant, toujours utiliser pnpm, jamais npm.',
      'rule',
      'project',
      'À partir de maintenant, toujours utiliser pnpm, jamais npm.',
    ],
    // Portuguese
    ['Não, usa pnpm, não npm. Obrigado!', 'rule', 'project', 'Usa pnpm, não npm.'],
    [
      'De agora em diante responde sempre em português.',
      'preference',
      'user',
      'De agora em diante responde sempre em português.',
    ],
    [
      'Lembra-te que a base de dados de staging é reposta todas as noites.',
      'fact',
      'project',
      'A base de dados de staging é reposta todas as noites.',
    ],
    [
      'Decidimos usar Postgres porque precisamos de JSONB.',
      'decision',
      'project',
      'Decidimos usar Postgres porque precisamos de JSONB.',
    ],
    // Italian
    ['No, usa pnpm, non npm.', 'rule', 'project', 'Usa pnpm, non npm.'],
    ['Preferisco risposte brevi.', 'preference', 'user', 'Preferisco risposte brevi.'],
    ['Non modificare mai i file in src/gen a mano.', 'rule', 'project', 'Non modificare mai i file in src/gen a mano.'],
    ['Ricordati che il server si riavvia ogni notte.', 'fact', 'project', 'Il server si riavvia ogni notte.'],
    // Korean
    ['아니요, npm 말고 pnpm을 사용해 주세요.', 'rule', 'project', 'npm 말고 pnpm을 사용해 주세요.'],
    ['앞으로 답변은 항상 한국어로 해 주세요.', 'preference', 'user', '앞으로 답변은 항상 한국어로 해 주세요.'],
    [
      '트랜잭션이 필요해서 Postgres를 쓰기로 했습니다.',
      'decision',
      'project',
      '트랜잭션이 필요해서 Postgres를 쓰기로 했습니다.',
    ],
    ['기억해 둬: 배포는 화요일에만 한다.', 'fact', 'project', '배포는 화요일에만 한다.'],
    // German
    ['Nein, wir nutzen pnpm, nicht npm.', 'rule', 'project', 'Wir nutzen pnpm, nicht npm.'],
    ['Ab sofort antworte mir immer auf Deutsch.', 'preference', 'user', 'Ab sofort antworte mir immer auf Deutsch.'],
    ['Merk dir: die Testdatenbank wird nachts geleert.', 'fact', 'project', 'Die Testdatenbank wird nachts geleert.'],
    [
      'Wir haben uns für Kafka entschieden, weil das Team es kennt.',
      'decision',
      'project',
      'Wir haben uns für Kafka entschieden, weil das Team es kennt.',
    ],
    // Spanish
    ['No, usa pnpm, no npm.', 'rule', 'project', 'Usa pnpm, no npm.'],
    ['Recuerda que el servidor se reinicia los lunes.', 'fact', 'project', 'El servidor se reinicia los lunes.'],
    [
      'Hemos decidido usar Kafka porque el equipo lo conoce.',
      'decision',
      'project',
      'Hemos decidido usar Kafka porque el equipo lo conoce.',
    ],
    // French
    ['Non, utilise pnpm, pas npm.', 'rule', 'project', 'Utilise pnpm, pas npm.'],
    ['Souviens-toi que la préprod est éteinte le week-end.', 'fact', 'project', 'La préprod est éteinte le week-end.'],
    [
      'On a décidé de garder Symfony parce que tout le monde le connaît.',
      'decision',
      'project',
      'On a décidé de garder Symfony parce que tout le monde le connaît.',
    ],
    // Russian
    ['Нет, используй pnpm, а не npm.', 'rule', 'project', 'Используй pnpm, а не npm.'],
    ['Запомни: стенд пересоздаётся каждую ночь.', 'fact', 'project', 'Стенд пересоздаётся каждую ночь.'],
    [
      'Мы решили взять Kafka, потому что команда её знает.',
      'decision',
      'project',
      'Мы решили взять Kafka, потому что команда её знает.',
    ],
    // Chinese
    ['不对，我们用的是 pnpm，不是 npm。', 'rule', 'project', '我们用的是 pnpm，不是 npm。'],
    ['记住：测试库每周日会被清空。', 'fact', 'project', '测试库每周日会被清空。'],
    ['我们决定用 Kafka，因为团队熟悉。', 'decision', 'project', '我们决定用 Kafka，因为团队熟悉。'],
    // Japanese
    ['今後は必ず日本語で答えてください。', 'preference', 'user', '今後は必ず日本語で答えてください。'],
    ['覚えておいて：検証環境は日曜にリセットされます。', 'fact', 'project', '検証環境は日曜にリセットされます。'],
    [
      'チームが慣れているので、Kafka を使うことに決めました。',
      'decision',
      'project',
      'チームが慣れているので、Kafka を使うことに決めました。',
    ],
  ])('%s', (prompt, type, scope, text) => {
    expect(said(prompt)).toMatchObject([{ type, scope, text, origin: 'user' }]);
  });

  it('rules that are announced and listed are each one', () => {
    expect(texts('From now on:\n- tabs, not spaces\n- no default exports\n\nnow refactor the cart')).toEqual([
      'Tabs, not spaces.',
      'No default exports.',
    ]);
  });

  it('a pronoun takes the sentence before it along, where that says what it stands for', () => {
    expect(texts('The index lives in infra/search. It must never be rebuilt by hand.')).toEqual([
      'The index lives in infra/search. It must never be rebuilt by hand.',
    ]);
    expect(texts('It must never be rebuilt by hand.')).toEqual([]);
    expect(texts('never do that again')).toEqual([]);
  });

  it('a sentence in another language than those around it is read too', () => {
    expect(texts('Запусти линтер. From now on, new modules go under packages/, not src/.')).toEqual([
      'New modules go under packages/, not src/.',
    ]);
  });

  it('the person’s words around a pasted log are theirs', () => {
    const prompt = `the log:

2026-05-02T10:11:02Z ERROR you must always retry
2026-05-02T10:11:03Z ERROR rollout aborted

Never retry migrations automatically, they are not idempotent.`;
    expect(texts(prompt)).toEqual(['Never retry migrations automatically, they are not idempotent.']);
  });
});
