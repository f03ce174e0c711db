// What the name of a field, a variable or a flag says about its value.

import { listed } from './secrets-values.ts';

/** `password`: chosen by a person, any form. `secret`: made by a machine. `weak`: only what looks like chance counts. */
export type Strength = 'password' | 'secret' | 'weak';

export interface Named {
  strength: Strength;
  kind: string;
}

const PASSWORD: Named = { strength: 'password', kind: 'password' };
const SECRET: Named = { strength: 'secret', kind: 'secret' };
const TOKEN: Named = { strength: 'secret', kind: 'token' };
const KEY: Named = { strength: 'secret', kind: 'api-key' };
const AUTH: Named = { strength: 'secret', kind: 'authorization' };
const WEAK: Named = { strength: 'weak', kind: 'secret' };

/** Words that end a name and say nothing about what it holds. */
const TRAILING = listed(
  'value val prod production dev development test testing staging stage live local old new current primary secondary base64 b64 raw plain text string str default main admin root user here base',
);

/** Before `key`: whose key is a secret. */
const KEYS = listed(
  'api access secret private privat signing sign encryption encrypt encrypted decryption master account shared auth service app application admin license licence deploy storage consumer client webhook jwt hmac cookie crypto aes rsa subscription write ingest integration live sas root apikey ssh server publish management seed account integrity',
);

/** Before `key`: no secret, or another meaning. */
const NO_KEYS = listed(
  'public pub primary foreign partition sort cache idempotency index unique composite range hash map object row column group routing lookup dictionary translation i18n message locale query object_ json yaml arrow hot modifier press sequence short registry s3 bucket react list item recv receive fingerprint gpg pgp',
);

const PASS_WORD =
  /(?:pass(?:word|wd|wort|phrase|code)|passw|kennwort|^pwd|pwd|contrase(?:ñ|n)a|senha|пароль|motdepasse|密码|密碼|口令|パスワード|wachtwoord|hasło|şifre|lösenord|비밀번호|암호|패스워드)s?$/;

/** Prefixes of one run with `pass` or `key`, without a boundary: `dbpass`, `apikey`. */
const RUN_TOGETHER =
  /^(?:db|user|my|root|admin|mysql|pg|redis|ftp|smtp|mail|ldap|ssh|http|proxy|vnc|wifi|sudo|key|store|trust)(?:pass|pw)$/;

const known = new Map<string, Named | undefined>();

/**
 * What a whole name says; undefined where it names no secret.
 * @param name as it is written: any case, any separators
 */
export function classify(name: string): Named | undefined {
  if (name.length > 96) return undefined;
  if (known.has(name)) return known.get(name);
  const found = judge(segments(name));
  if (known.size > 2_000) known.clear();
  known.set(name, found);
  return found;
}

function segments(name: string): string[] {
  return name
    .replace(/([a-zа-яё0-9])([A-ZА-ЯЁ])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^A-Za-z\u00c0-\u1fff\u2c00-\u2fef\u3040-\ud7ff\d]+/)
    .filter(Boolean);
}

function judge(all: string[]): Named | undefined {
  const words = [...all];
  if (words.length === 0) return undefined;
  const whole = all.join('');
  if (whole.endsWith('privatekeyid')) return KEY;
  if (whole.endsWith('contribsyscom')) return SECRET;
  if (whole.endsWith('securestring') || whole === 'identified') return PASSWORD;
  while (words.length > 1 && (TRAILING(words.at(-1)!) || /^v?\d+$/.test(words.at(-1)!))) words.pop();
  const last = words.at(-1)!.replace(/\d{1,2}$/, '');
  const before = words.at(-2) ?? '';
  if (before === 'csrf' || before === 'xsrf' || before === 'no' || before === 'public') return undefined;
  if (
    PASS_WORD.test(last) ||
    last === 'pass' ||
    last === 'pw' ||
    last === 'psw' ||
    last === 'psk' ||
    last === 'mdp' ||
    last === 'clave' ||
    RUN_TOGETHER.test(last)
  )
    return PASSWORD;
  if (last === 'requirepass' || last === 'masterauth') return PASSWORD;
  if (last === 'passe' && before === 'de') return PASSWORD;
  if (last === 'pin' || last === 'otp')
    return words.length === 1 || before === 'sim' || before === 'card' ? PASSWORD : undefined;
  if (/^(?:client|app|shared|webhook)?secrets?$/.test(last)) return last === 'secrets' ? WEAK : SECRET;
  if (/(?:auth|access|api|refresh|session|bearer|bot|id)?token$/.test(last) && last.endsWith('token')) return TOKEN;
  if (last === 'tokens') return WEAK;
  if (/(?:api|access|secret|private|auth|account|signing|encryption|master|shared)keys?$/.test(last)) return KEY;
  if (last === 'key' || last === 'keys') return keyAfter(before, words.length);
  if (last === 'schlüssel' || last === 'ключ' || last === 'clé') return KEY;
  if (last === 'токен' || last === '令牌' || last === 'トークン' || last === '토큰') return TOKEN;
  if (last === '密钥' || last === '密鑰' || last === 'キー' || last === 'секрет') return KEY;
  if (last === 'auth' || last === 'authorization' || last === 'apiauth') return AUTH;
  if (
    /^(?:credentials?|creds?|cookie|session|sessionid|sid|jwt|bearer|sig|signature|dsn|license|salt|pepper)$/.test(last)
  )
    return WEAK;
  if (last === 'login' && before === 'sonar') return WEAK;
  return undefined;
}

function keyAfter(before: string, length: number): Named | undefined {
  if (KEYS(before)) return KEY;
  return length === 1 || NO_KEYS(before) ? undefined : WEAK;
}
