// Sentences of nothing but words are not searched for names of secrets, which costs a prompt what all else of redaction costs.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { redact } from '../../src/text/secrets.ts';

const NAMES = (
  'password Password PASSWORD pass pwd secret token key API_key auth cred credentials bearer Bearer basic signature session cookie jwt ' +
  'pw PIN pin otp mdp mot_de_passe Kennwort contraseña clave senha login log_in sign_in Zugang wachtwoord user username identified ' +
  '密码 密钥 令牌 口令 账号 登录 パスワード キー トークン ログイン 비밀번호 토큰 Schlüssel clé пароль ключ токен секрет логин hasło şifre lösenord mnemonic seed_phrase'
)
  .split(' ')
  .map((name) => name.replaceAll('_', ' '));
const LEADS = 'uses used is ist was lautet es est è это with mit using by to for_the identified_by from of_the now'
  .split(' ')
  .map((lead) => lead.replaceAll('_', ' '));

const word = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...NAMES) },
  { weight: 3, arbitrary: fc.constantFrom(...LEADS) },
  fc.stringMatching(/^[a-z]{1,14}$/),
  fc.stringMatching(/^[A-Z]{2,14}$/),
  fc.stringMatching(/^[A-Z]{8,40}$/),
  fc.stringMatching(/^[A-Z][a-z]{2,14}$/),
  fc.stringMatching(/^[a-z]{20,44}$/),
  fc.stringMatching(/^[当影响水信系统的时候怎么处理由谁负责はがをのですとはから설정하는]{1,8}$/),
  fc.constantFrom('是', '为', 'は', '는', '이', '的', '是abcdefgh', 'Donaudampfschifffahrtsgesellschaft'),
  fc.stringMatching(/^[a-zà-ÿа-яΑ-Ω]{1,10}$/),
  fc.constantFrom("user's", "don't", 'hunter', 'swordfish', 'deadbeefdeadbeefdeadbeefdeadbeef'),
);
const gap = fc.constantFrom(' ', ' ', ' ', ' ', '. ', ', ', ',', '，', '。', '、', '？', '? ', '! ', '\n', '  ', '');
const sentences = fc.array(fc.tuple(word, gap), { maxLength: 14 }).map((pairs) => pairs.flat().join(''));

it('P-13: what is found in sentences is what is found where a sign beside them has every rule at work', () => {
  fc.assert(
    fc.property(sentences, (text) => {
      expect([text, redact(text).found]).toEqual([text, redact(`${text}\n#`).found]);
    }),
    { numRuns: Number(process.env.ENGRAM_RUNS ?? 5_000) },
  );
});

it('the sign is no secret, and has rules at work that sentences are not searched by', () => {
  expect(redact('password is swordfish!').found).toEqual([{ kind: 'password', start: 12, end: 22 }]);
  expect(
    redact('the seed phrase is lemon basket river anchor mirror window pepper saddle candle meadow violin harbor')
      .found,
  ).toHaveLength(1);
  expect(redact('the user sees the token of the last session').found).toEqual([]);
});
