// Whether a value is a secret, or only stands where one would: variables, examples, words, versions, hashes.

/** How redact() marks what it took out; the kind follows. */
export const MARK = '[redacted:';

/** A reference to where the value is: shells, templates, code, YAML tags. */
const REFERENCE =
  /^(?:[$<{*&!#^]|%[\w({%]|@[\w{(]|\[(?:redacted:|your|insert|secret|token|key|password|\.)|\\\(|(?:process|os|env|environ|sys|config|cfg|settings?|secrets?|vars?|self|this|args?|argv|opts|options|params?|req|request|ctx|context|props|state|data|locals?|module|each|inputs?|github|steps|needs|matrix|system|deno|import|std|ansible|vault|lookup|getenv|get_env|file|fs|ref\+?|op|arn|aws-?ssm|sops|await|new|function|async|return|typeof|string|str|yield)(?:\.|\[|\(|:|::|->|\?\.|\s))/i;

/** Words that stand for a value, alone or within one. */
const STANDS_IN =
  /example|sample|dummy|placeholder|change[-_ ]?(?:me|this|it)|changeit|replace[-_ ]?(?:me|this|it|with)|\byour[-_ A-Z]|_your_|^your|insert[-_ ]|redacted|\*{3}|\.{3}|…|<[^>]*>|\btodo\b|[-_]here\b|\bput[-_]|not[-_]?a[-_]?real|not[-_]real|\{\{|\$\{|\$\(/i;

/** Whether a word is one of those in a list: without a set, which each process would have to make. @param words with blanks between */
export function listed(words: string): (word: string) => boolean {
  const all = ` ${words} `;
  return (word) => word !== '' && !word.includes(' ') && all.includes(` ${word} `);
}

const EMPTY = listed(
  'null none nil undefined void true false yes no on off n/a tbd unset empty blank default string str text number int integer boolean bool byte bytes any object array list required optional missing invalid valid wrong incorrect expired hidden masked secure encrypted unknown never test testing foo bar baz abc value values input output field prompt stdin file env manual basic bearer digest disabled enabled protected readonly private public self this random generated generate auto ask trust md5 peer ident reject',
);

/** A word that is no value, with a number or a sign behind it at most. */
function isEmpty(value: string): boolean {
  if (value.length > 40) return false;
  const word = value.replace(/[\d!?.:;,]+$/, '').toLowerCase();
  return EMPTY(word) || /^(?:xxx+|yyy+|zzz+)$/.test(word);
}

/** What names a secret names no value of one: `password=password`, `newPassword`, `DB_TOKEN`. In lower case: letters of all scripts
 * without regard to case cost milliseconds when they are first compiled. */
const NAMES_ONE =
  /^[A-Za-z\u00c0-\u1fff\u2c00-\u2fef\u3040-\ud7ff_.-]*(?:pass(?:word|wd|wort|phrase|code)?|pwd?|secret|token|(?<!mon|don|tur|hoc|joc|whis)key|credentials?|cred|auth|kennwort|contraseña|clave|senha|пароль|ключ|密码|密碼|パスワード)s?[A-Za-z\u00c0-\u1fff\u2c00-\u2fef\u3040-\ud7ff_-]{0,12}\d{0,2}$/;

/** The same with numbers in it, as code has them: `nettle_aes128_set_key`. */
const NAMES_ONE_IN_CODE = /^(?:(?:[a-z][a-z\d]*_){2,}(?:key|token|secret)|(?:[A-Z][A-Z\d]*_){2,}(?:KEY|TOKEN|SECRET))$/;

function isNameInCode(value: string): boolean {
  return value.length <= 80 && NAMES_ONE_IN_CODE.test(value);
}

/** What has a form of its own and tells nothing: versions, dates, files, addresses, hashes with their name, algorithms. */
const TELLING =
  /^(?:v?\d+(?:\.\d+)+[-+.\w]*|\d{4}-\d\d(?:-\d\d.*)?|\d+(?:\.\d+)?(?:%|[a-z]{1,6})?|(?:sha|md)\d{1,3}[:=-].*|(?:sha|md|aes|rsa|ed|base|utf|secp|hs|rs|es|ps|hmac|oauth|http|ipv|argon|bcrypt|pbkdf|ecdsa|x|p|tls|ssl|k8s|s3|ec2|h)-?\d[\w-]{0,8}|(?:~|\.{0,2})\/.*|[A-Za-z]:\\.*|[\w+.-]{2,20}:\/\/.*|[^@\s]+@[\w-]+(?:\.[\w-]+)+|[\w./-]+\.(?:ya?ml|json|pem|key|crt|cer|p12|pfx|jks|env|txt|md|ts|tsx|js|mjs|py|go|rs|rb|java|sh|toml|ini|conf|cfg|lock|tfvars|html|css|xml|csv|log|png|jpg|svg|com|org|net|io|dev|local|internal|test)|#[\da-f]{3,8}|0x[\da-f]{1,16}(?:u?l{0,2}|l{1,2}u))$/i;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A value that stands for one: never a secret, whoever names it. */
export function isPlaceholder(value: string): boolean {
  return (
    value.length === 0 ||
    value.includes(MARK) ||
    REFERENCE.test(value) ||
    STANDS_IN.test(value) ||
    FILLED.test(value) ||
    isEmpty(value) ||
    isMonotone(value)
  );
}

/** Filled up: `xxxxxxxx`, also within a token. */
const FILLED = /x{4}|X{4}/;

/** Hardly any different characters: `xxxxxxxx`, `********`, `--------`, `1111`. */
function isMonotone(value: string): boolean {
  if (value.length > 256) return false;
  const different = distinct(value);
  return different === 1 || (value.length >= 8 && different <= 2);
}

export function distinct(value: string): number {
  return new Set(value.slice(0, 256)).size;
}

/** No name that people write is longer, UTF-16 units. */
const LONGEST_WORDS = 128;

/** Made of words, as people write them, with a number behind at most: `deploy-bot`, `refreshTokenHandler`, `K8S_CRED`. */
export function isWords(value: string): boolean {
  // A number between two letters stands in none of them.
  if (value.length > LONGEST_WORDS || /[A-Za-z]\d+[A-Za-z]/.test(value)) return false;
  const parts = value.split(/[^A-Za-z0-9]+/).filter(Boolean);
  return parts.length > 0 && parts.every(isWord);
}

function isWord(part: string): boolean {
  const match = /^(\d{0,3})([A-Za-z]*)(\d{0,4})$/.exec(part);
  if (!match) return /^\d+$/.test(part) && part.length <= 12;
  const letters = match[2]!;
  if (letters.length <= 3) return part.length <= 6;
  // camelCase has long humps, chance has short ones.
  const humps = letters.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? [];
  const vowels = letters.match(/[aeiouyAEIOUY]/g)?.length ?? 0;
  if (letters.length >= 12 && vowels < letters.length * 0.25) return false;
  return (
    letters.length / humps.length >= 3 &&
    (!/[bcdfghjklmnpqrstvwxzBCDFGHJKLMNPQRSTVWXZ]{6}/.test(letters) || letters.length < 8)
  );
}

/** Letters alone, large and small as chance puts them: `KMGfrnGDqsWexBLUcB`; not `userPassword`. */
export function isJumbled(value: string): boolean {
  if (!/^[A-Za-z]{8,64}$/.test(value) || !/[a-z][A-Z]|[A-Z]{2}[a-z]/.test(value) || isWords(value)) return false;
  return (value.match(/[aeiouyAEIOUY]/g)?.length ?? 0) <= value.length * 0.4;
}

/** Base64 that begins as a path or a sum does: `+jP3…==`, `/9fj…`. */
export function isKeyBytes(value: string): boolean {
  return (
    /^[+/][A-Za-z0-9+/]{19,}={0,2}$/.test(value) &&
    /\d/.test(value) &&
    /[a-z]/.test(value) &&
    /[A-Z]/.test(value) &&
    (value.endsWith('=') || value.length >= 40) &&
    !isWords(value)
  );
}

/** Of code rather than of a value: a member, a call, an index. */
export function isExpression(value: string): boolean {
  return (
    /[()]/.test(value.slice(1)) ||
    /^[A-Za-z_$][\w$]*(?:(?:\?\.|\.|::|->)[A-Za-z_$][\w$]*|\[[^\]]{0,40}\])+;?$/.test(value) ||
    /^(?:&&|\|\||[=!<>+])/.test(value)
  );
}

/** Letters and digits as chance puts them; a UUID counts where its name says that it is one. */
export function isRandom(value: string, least = 8): boolean {
  if (value.length < least) return false;
  if (UUID.test(value)) return true;
  if (TELLING.test(value) || isWords(value) || isNameInCode(value)) return false;
  const different = distinct(value);
  if (different < Math.min(6, value.length / 2)) return false;
  if (/\d/.test(value) && /[A-Za-z]/.test(value)) return true;
  return value.length >= 16 && (/^\d+$/.test(value) || (/[a-z]/.test(value) && /[A-Z]/.test(value)));
}

/** As people choose passwords: letters with a digit or a sign among them, and no form that says something else. */
export function isMixed(value: string, least = 6): boolean {
  if (value.length < least || TELLING.test(value) || UUID.test(value)) return false;
  const letter = /[A-Za-z\u00c0-\u1fff\u2c00-\u2fef\u3040-\ud7ff]/.test(value);
  const digit = /\d/.test(value);
  const sign = /[!@#$%^&*+=~?§€£]/.test(value.slice(0, -1)) || /[!#$%^&*+=~§€£]$/.test(value);
  if (letter && digit) return sign || !isShortName(value);
  return sign && (letter || digit) && !/^[\w.]+[=+?]/.test(value);
}

/** `vault2`, `user_id2`, `step-3`: a name with a number. Longer ones may be somebody's password. */
function isShortName(value: string): boolean {
  return /^[a-z]+(?:[-_][a-z]+)*[-_]?\d{1,2}$/.test(value) || /^[A-Z][A-Z_]*_?\d{0,2}$/.test(value);
}

/** Technical words that end in a number. */
const NUMBERED = listed(
  'argon bcrypt scrypt pbkdf base blake chacha salsa poly oauth auth openid python node http https socks log version level step stage phase part option field column line row item table page input output user group role client server host worker shard replica region zone cluster env team test sample value level chapter section version release rev round attempt case issue ticket task sprint week quarter year port slot vault store backend policy type class kind scheme format mode tier variant method algorithm valor value grade layer suite chunk batch sha utf ascii windows ubuntu debian',
);

/**
 * A word with a number, as people choose passwords: `hunter2`, `kater-mikesch-7`. Only where nothing but a password can stand: names of
 * things look the same.
 */
export function isChosen(value: string): boolean {
  const match = /^([a-z\u00df-\u04ff]+(?:[-_][a-z\u00df-\u04ff]+)*)[-_]?\d{1,2}$/.exec(value);
  return match !== null && match[1]!.length >= 5 && !NUMBERED(match[1]!.split(/[-_]/).at(-1)!);
}

/** Value of a name that says password. */
export function isNameOrPlaceholder(value: string): boolean {
  return isPlaceholder(value) || NAMES_ONE.test(value.toLowerCase()) || isNameInCode(value);
}

export function isTelling(value: string): boolean {
  return TELLING.test(value);
}
