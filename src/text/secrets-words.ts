// Where words stand that may name a secret, or lead to one. In a short text by searching for one after the other: to compile one
// expression of all of them costs a process that reads one prompt as much as everything else that is done to it.

/** In lower case. Of two that begin at one place the first counts. */
const WORDS = [
  ...[
    'pass',
    'pwd',
    'psw',
    'secret',
    'token',
    'key',
    'auth',
    'cred',
    'bearer',
    'basic ',
    'basic\t',
    'sig=',
    'signature',
  ],
  ...['mnemonic', 'seed', 'recovery', 'session', 'cookie', 'jwt', 'pw', 'psk', 'pin', 'otp', 'mdp', 'mot de passe'],
  ...[
    'mots de passe',
    'kennwort',
    'contrase',
    'clave',
    'senha',
    'login',
    'log in',
    'signin',
    'sign in',
    'zugang',
    'wachtwoord',
    'user',
  ],
  ...['identified', 'securestring', 'sonar', 'contribsys'],
];
/** Those of other letters. */
const OTHERS = [
  ...[
    'schlüssel',
    'clé',
    'пароль',
    'пароля',
    'парол',
    'ключ',
    'токен',
    'секрет',
    '密码',
    '密碼',
    '口令',
    '密钥',
    '令牌',
  ],
  ...[
    'パスワード',
    'キー',
    'トークン',
    'логин',
    'учёт',
    '登录',
    '账号',
    'ログイン',
    'アカウント',
    '비밀번호',
    '암호',
    '패스워드',
    '토큰',
    'hasło',
    'şifre',
    'lösenord',
  ],
];
/** Those that are also parts of ordinary words: they count where a word begins, and the short ones where it ends too. */
const BEGINS = ' clave clé pw psk pin otp mdp ';
const WHOLE = ' pw psk pin otp mdp ';

/** A word where it stands: UTF-16 units, the end exclusive. */
export interface Word {
  start: number;
  end: number;
  word: string;
}

/** Of longer texts an expression is compiled after all, UTF-16 units. */
const SHORT = 2_048;

/**
 * The words of a text, from front to back.
 * @returns the first that begins at a place or behind it; places must not go back
 */
export function wordsOf(text: string): (from: number) => Word | undefined {
  // As long as the text: İ alone would become two letters.
  const low = text.replaceAll('İ', 'i').toLowerCase();
  const isAscii = Buffer.byteLength(text) === text.length;
  const words = isAscii ? WORDS : [...WORDS, ...OTHERS];
  return text.length > SHORT ? byExpression(text, low, words) : byPlaces(text, low, words);
}

function byPlaces(text: string, low: string, words: readonly string[]): (from: number) => Word | undefined {
  let left = words.map((word) => ({ word, at: placeOf(text, low, word, 0) }));
  return (from) => {
    for (const it of left) if (it.at >= 0 && it.at < from) it.at = placeOf(text, low, it.word, from);
    left = left.filter(({ at }) => at >= 0);
    let first = left[0];
    for (const it of left) if (it.at < first!.at) first = it;
    return first && asWord(first.at, first.word);
  };
}

function byExpression(text: string, low: string, words: readonly string[]): (from: number) => Word | undefined {
  const expression = new RegExp(words.join('|'), 'g');
  return (from) => {
    expression.lastIndex = from;
    for (let match = expression.exec(low); match; match = expression.exec(low)) {
      if (counts(text, match[0], match.index)) return asWord(match.index, match[0]);
      expression.lastIndex = match.index + 1;
    }
    return undefined;
  };
}

function asWord(start: number, found: string): Word {
  // What follows `sig` only tells that it is meant.
  const word = found === 'sig=' || found === 'signature' ? 'sig' : found;
  return { start, end: start + word.length, word };
}

function placeOf(text: string, low: string, word: string, from: number): number {
  let at = low.indexOf(word, from);
  while (at >= 0 && !counts(text, word, at)) at = low.indexOf(word, at + 1);
  return at;
}

function counts(text: string, word: string, at: number): boolean {
  if (BEGINS.includes(` ${word} `) && isWordLetter(text, at - 1)) return false;
  return !WHOLE.includes(` ${word} `) || !isWordLetter(text, at + word.length);
}

/** As `\w` has it. */
function isWordLetter(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 95;
}
