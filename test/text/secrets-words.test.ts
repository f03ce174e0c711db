import { describe, expect, it } from 'vitest';
import { wordsOf } from '../../src/text/secrets-words.ts';

/** What is looked for, as one expression. */
const EXPRESSION =
  /pass|pwd|psw|secret|token|key|auth|cred|bearer|basic[ \t]|sig(?==|nature)|mnemonic|seed|recovery|session|cookie|jwt|\bpw\b|\bpsk\b|\bpin\b|\botp\b|\bmdp\b|mots? de passe|kennwort|schlüssel|contrase|\bclave|\bclé|senha|пароль|пароля|парол|ключ|токен|секрет|密码|密碼|口令|密钥|令牌|パスワード|キー|トークン|log ?in|sign ?in|zugang|логин|учёт|登录|账号|ログイン|アカウント|비밀번호|암호|패스워드|토큰|wachtwoord|hasło|şifre|lösenord|user|identified|securestring|sonar|contribsys/gi;
const PIECES =
  'pass|PWD|psw|Secret|token|KEY|auth|cred|bearer|basic |Basic\t|basic|sig=|signature|Sig|mnemonic|seed|recovery|session|cookie|JWT|pw|psk|PIN|otp|mdp|mot de passe|mots de passe|kennwort|Schlüssel|SCHLÜSSEL|contrase|clave|CLÉ|clé|senha|Пароль|пароля|ПАРОЛ|ключ|токен|секрет|密码|密碼|口令|密钥|令牌|パスワード|キー|トークン|login|Log in|signin|sign in|zugang|логин|учёт|登录|账号|ログイン|アカウント|비밀번호|암호|패스워드|토큰|Wachtwoord|hasło|HASŁO|şifre|ŞIFRE|Lösenord|user|identified|SecureString|sonar|contribsys| | |_|.|-|=|x|n|é|ß|9|\n|的|İ|𝒳'.split(
    '|',
  );

/** A generator of numbers below `n`, always the same. */
function numbers(seed: number): (n: number) => number {
  let state = seed;
  return (n) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

describe('words that lead to secrets', () => {
  // A long text is searched otherwise.
  it.each([0, 2_049])('are found where one expression finds them, %i letters further on', (length) => {
    const before = 'x'.repeat(length);
    const below = numbers(7);
    let words = 0;
    for (let n = 0; n < 2_000; n++) {
      const text = before + Array.from({ length: 1 + below(14) }, () => PIECES[below(PIECES.length)]).join('');
      const next = wordsOf(text);
      const found: [number, number, string][] = [];
      for (let it = next(0); it; it = next(it.end)) found.push([it.start, it.end, it.word]);
      const expected = [...text.matchAll(EXPRESSION)].map((match): [number, number, string] => [
        match.index,
        match.index + match[0].length,
        match[0].toLowerCase(),
      ]);
      expect([text, found]).toEqual([text, expected]);
      words += found.length;
    }
    expect(words).toBeGreaterThan(8_000);
  });

  it('are found from a place on, which may lie within one', () => {
    const next = wordsOf('secret token, secret key');
    expect([next(1), next(8), next(14), next(21), next(24)]).toEqual([
      { start: 7, end: 12, word: 'token' },
      { start: 14, end: 20, word: 'secret' },
      { start: 14, end: 20, word: 'secret' },
      { start: 21, end: 24, word: 'key' },
      undefined,
    ]);
  });
});
