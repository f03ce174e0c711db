// Leaks as they happen on an ordinary day, and what developers say all day that is none.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { redact } from '../../src/text/secrets.ts';
import { readingOf } from '../../src/text/secrets-readings.ts';
import { BASE64, chance, DIGITS, LOWER, leftOf, UPPER } from './secrets-lab.ts';

interface Sample {
  id: string;
  label: 'pos' | 'neg';
  /** `seen`: the rules were written with these in view; `apart`: looked at only as a sum. */
  source: 'seen' | 'apart';
  enc: string;
  secrets: string[];
}

/** Each byte XOR 0x5A, in base64: bench/redact.ts. */
const plain = (masked: string) => Buffer.from(Buffer.from(masked, 'base64').map((byte) => byte ^ 0x5a)).toString();
const samples = fs
  .readFileSync(path.join(import.meta.dirname, '../fixtures/redaction/everyday.jsonl'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Sample);

const left = ({ enc, secrets }: Sample) => {
  const { text } = redact(plain(enc));
  return secrets.some((secret) => leftOf(plain(secret), text));
};

describe('P-13, O26: everyday texts', () => {
  it.each([
    ['seen', 61, ['leak/compose/4']],
    ['apart', 61, undefined],
  ] as const)('leaks: %s', (source, count, known) => {
    const leaks = samples.filter((it) => it.label === 'pos' && it.source === source);
    expect(leaks.length).toBe(count);
    const missed = leaks.filter(left).map(({ id }) => id);
    if (known) expect(missed).toEqual(known);
    expect(missed.length).toBeLessThanOrEqual(3);
  });

  it('leaves all 128 that hold none as they are', () => {
    const clean = samples.filter(({ label }) => label === 'neg').map(({ enc }) => plain(enc));
    expect(clean.length).toBe(128);
    expect(clean.filter((text) => redact(text).text !== text)).toEqual([]);
  });

  it('is itself when done again', () => {
    for (const { enc } of samples) {
      const once = redact(plain(enc)).text;
      expect(redact(once).text).toBe(once);
    }
  });
});

const make = chance(11);
const id = `AK${'IA'}${make(16, `${UPPER}234567`)}`;
const secret = make(40, BASE64);

describe('P-13: the secret of an AWS access key, which has no prefix', () => {
  it.each([
    [`${id}\n${secret}`, '[redacted:aws-access-key]\n[redacted:aws-secret-key]'],
    [`${secret} / ${id}`, '[redacted:aws-secret-key] / [redacted:aws-access-key]'],
    [`new Keys("${id}", "${secret}")`, 'new Keys("[redacted:aws-access-key]", "[redacted:aws-secret-key]")'],
    [`try ${secret}, please`, 'try [redacted:aws-secret-key], please'],
  ])('%#', (text, expected) => expect(redact(text).text).toBe(expected));

  const block = Array.from({ length: 3 }, () => make(64, BASE64)).join('\n');
  it.each([
    'a40bc30ea1a1ce1ff9a6a4b71ba1b9f3c1dd9a2f',
    'src/components/userProfile/EditDialog2Xy',
    `https://a.example/x/${secret}`,
    `https://a.example/?id=${secret}`,
    `${block}\n${secret}`,
    `@${secret}`,
    `${secret}=`,
    `${make(20, BASE64)}${secret}`,
    'a/B1/c2D/E3f/g4H/i5J/k6L/m7N/o8P/q9R/s0T',
  ])('%#: no key of its own', (text) => expect(redact(text).found).toEqual([]));
});

describe('P-13: what a reader does not see, or sees resolved', () => {
  const token = `gh${'p_'}${make(36)}`;
  it.each(['\u00ad', '\u200b', '\u200c', '\u200d', '\u2060', '\ufeff'])('a token with %j in it', (sign) => {
    const parted = token.slice(0, 9) + sign + token.slice(9, 20) + sign + sign + token.slice(20);
    expect(redact(`it is ${parted}, ok?`)).toEqual({
      text: 'it is [redacted:github-token], ok?',
      found: [{ kind: 'github-token', start: 6, end: 6 + parted.length }],
    });
  });

  it.each([
    ['password=&quot;otter&amp;33&quot;', 'password=&quot;[redacted:password]&quot;'],
    ['password=&#39;Otter33&#39;', 'password=&#39;[redacted:password]&#39;'],
    ['password=&#x22;Otter33&#x22;', 'password=&#x22;[redacted:password]&#x22;'],
    ['&lt;password&gt;otter-33&lt;/password&gt;', '&lt;password&gt;[redacted:password]&lt;/password&gt;'],
  ])('%j', (text, expected) => expect(redact(text).text).toBe(expected));

  it('has no other reading where nothing is hidden', () => {
    for (const text of ['plain', 'AT&T', '&nbsp;', 'a \u200b b', '\ufeffpassword', '👩\u200d💻', 'ثبت\u200cنام'])
      expect(readingOf(text)?.text).toBe(undefined);
  });

  it('leads back to the very letters', () => {
    const reading = readingOf('a&quot;b\u200bc&lt;')!;
    expect(reading.text).toBe('a"bc<');
    expect(reading.back(0, 5)).toEqual({ start: 0, end: 14 });
    expect(reading.back(1, 2)).toEqual({ start: 1, end: 7 });
    expect(reading.back(2, 3)).toEqual({ start: 7, end: 8 });
    expect(reading.back(3, 4)).toEqual({ start: 9, end: 10 });
  });
});

describe('P-13: passwords as people choose them, where nothing else can stand', () => {
  it.each([
    ['password: hunter2', 'password: [redacted:password]'],
    ['Password = hunter2', 'Password = [redacted:password]'],
    ['the password is otter-3.', 'the password is [redacted:password].'],
    ['log in with the password otter33 then', 'log in with the password [redacted:password] then'],
    ['ssh-keygen -t ed25519 -N otter -f key', 'ssh-keygen -t ed25519 -N [redacted:password] -f key'],
    ['net user jo Otter33 /add', 'net user jo [redacted:password] /add'],
    ['net use z: \\\\nas\\a Otter33', 'net use z: \\\\nas\\a [redacted:password]'],
    ['rabbitmqctl add_user jo otter33', 'rabbitmqctl add_user jo [redacted:password]'],
    ['mosquitto_pub -u jo -P otter33 -t a', 'mosquitto_pub -u jo -P [redacted:password] -t a'],
    ['sudo useradd -p otter33 jo', 'sudo useradd -p [redacted:password] jo'],
    [
      'aws ssm put-parameter --name /a --type SecureString --value otter33',
      'aws ssm put-parameter --name /a --type SecureString --value [redacted:password]',
    ],
    ['az keyvault secret set --name a --value otter33', 'az keyvault secret set --name a --value [redacted:password]'],
    ['gh secret set DB_PASS --body otter33', 'gh secret set DB_PASS --body [redacted:password]'],
    ['#define WIFI_PASSWORD "otter33"', '#define WIFI_PASSWORD "[redacted:password]"'],
    ['username jo password 0 otter33', 'username jo password 0 [redacted:password]'],
    ['gpg --passphrase otter33 -d a.gpg', 'gpg --passphrase [redacted:password] -d a.gpg'],
    ['builder.setPassword("otter33")', 'builder.setPassword("[redacted:password]")'],
    ['new NetworkCredential("jo", "otter33")', 'new NetworkCredential("jo", "[redacted:password]")'],
    ['define("DB_PASSWORD", "otter-33");', 'define("DB_PASSWORD", "[redacted:password]");'],
    [
      'variable "db_password" {\n  type = string\n  default = "otter-33"\n}',
      'variable "db_password" {\n  type = string\n  default = "[redacted:password]"\n}',
    ],
    ['PIN: 4711', 'PIN: [redacted:password]'],
    ['login on staging: jo / Otter!33', 'login on staging: jo / [redacted:password]'],
    ['psk="otter33xy"', 'psk="[redacted:password]"'],
    ['비밀번호는 otter33 입니다', '비밀번호는 [redacted:password] 입니다'],
    ['a senha do banco é otter33', 'a senha do banco é [redacted:password]'],
    ['la password è otter33', 'la password è [redacted:password]'],
    ['wachtwoord: otter33', 'wachtwoord: [redacted:password]'],
    ['пароль от админки otter2024', 'пароль от админки [redacted:password]'],
  ])('%j', (text, expected) => expect(redact(text).text).toBe(expected));

  it.each([
    'password: bcrypt12',
    'password: step2',
    'pass: suite2',
    'password manager: bitwarden2',
    'PWD=/home/jo/src2',
    'OLDPWD=/home/jo',
    'gh pr create --body otter33',
    'aws ssm put-parameter --name /a --type String --value otter33',
    'twine upload [-u|--username] username [-p|--password] password dist/*',
    'adduser jo docker',
    'const user = { password: input1, name };',
    'password = user_input2',
    'the password is oauth2 only',
    'the password for the db is in group3',
    'the pin is 13',
    'net user count is 12',
    'the net use of memory2 grows',
    'net user jo /delete',
    'net use z: \\\\nas\\a /persistent:yes',
    'ssh-keygen -R host4',
    'ssh-keygen -N "$PASS" -f key',
    'variable "db_password" {\n  type = string\n  default = var.x\n}',
    'login page: src/login2.ts / src/auth3.ts',
    'пароль от сервера web01',
    '비밀번호는 8자 이상',
    'a senha é bcrypt12',
    'form.setPassword(input1)',
    'getPassword("vault1")',
  ])('%j is none', (text) => expect(redact(text)).toEqual({ text, found: [] }));
});

describe('P-13: tables and runs of any length', () => {
  it('reads a column to its end', () => {
    const rows = Array.from({ length: 300 }, (_, n) => `${n},jo${n},${make(5, LOWER)}${make(3, DIGITS)}`);
    const { text, found } = redact(`id,name,password\n${rows.join('\n')}\n`);
    expect(found.length).toBe(300);
    expect(text.split('\n')[300]).toBe('299,jo299,[redacted:password]');
  });

  it('finds a token behind many beginnings of one', () => {
    const jwt = `ey${'J'}${make(30)}.ey${'J'}${make(40)}.${make(43)}`;
    expect(redact(`${'eyJ-'.repeat(2_000)} ${jwt}`).text.slice(-19)).toBe('eyJ- [redacted:jwt]');
    const long = `ey${'J'}${make(900)}.ey${'J'}${make(40)}.${make(43)}`;
    expect(redact(`it is ${long}`).text).toBe('it is [redacted:jwt]');
  });
});
