// Secrets without a digit, and those that begin as something else does.
import { describe, expect, it } from 'vitest';
import { redact } from '../../src/text/secrets.ts';
import { isJumbled, isKeyBytes } from '../../src/text/secrets-values.ts';

const out = (text: string) => redact(text).text;

describe('O26: a password of letters alone', () => {
  it.each([
    ['DB_PASSWORD=KMGfrnGDqsWexBLUcB', 'DB_PASSWORD=[redacted:password]'],
    ['password=KMGfrnGDqsWexBLUcB', 'password=[redacted:password]'],
    ['password: KMGfrnGDqsWexBLUcB', 'password: [redacted:password]'],
    ['PASSWORD=Sommer', 'PASSWORD=[redacted:password]'],
    ['mysql --password=letmein', 'mysql --password=[redacted:password]'],
    ['https://x.example.org/?password=letmein&x=1', 'https://x.example.org/?password=[redacted:password]&x=1'],
    ['the password for the staging db is XpoZfPBlPSCL', 'the password for the staging db is [redacted:password]'],
  ])('%s', (text, masked) => {
    expect(out(text)).toBe(masked);
  });

  it.each([
    'password=password',
    'password=userPassword',
    'connect(user=name, password=secret)',
    'password=getPass',
    'password=Config',
    'mysql --password=PASSWORD',
    'the password for the staging db is GitHub',
    'password: PostgreSQL',
    'DB_PASSWORD=YourPassword',
  ])('none: %s', (text) => {
    expect(out(text)).toBe(text);
  });
});

describe('O26: a key that begins as a path or a sum does', () => {
  const key = 'jP3KsHTq8Zr2LmN5vXw9YbCdEfGhJkL0pQrStUvWxYz1A2B3C4D5E6F7G8H9I0JaKbLcMdNeOfPgQhRiSj==';
  it.each([
    [`AccountKey=+${key}`, 'AccountKey=[redacted:api-key]'],
    [`AccountKey=/${key}`, 'AccountKey=[redacted:api-key]'],
    [`client_secret: /${key}`, 'client_secret: [redacted:secret]'],
  ])('%.20s…', (text, masked) => {
    expect(out(text)).toBe(masked);
  });

  it.each([
    'api_key=/usr/local/share/Foo2/bar',
    'secret: /etc/ssl/private/Host1Key/Intermediate2',
    'api_key = +offset1',
  ])('none: %s', (text) => {
    expect(out(text)).toBe(text);
  });
});

describe('O26: words before a password', () => {
  it.each([
    [
      'Mo logs in with the password for the staging db is 1vsxjzebxFFX',
      'Mo logs in with the password for the staging db is [redacted:password]',
    ],
    [
      'We log in with the db password which is hunter2!9aB',
      'We log in with the db password which is [redacted:password]',
    ],
    ['Mo uses the password 1vsxjzebxFFX', 'Mo uses the password [redacted:password]'],
    ['mot de passe\u00a0: hunter22', 'mot de passe\u00a0: [redacted:password]'],
    ['password: hunter22.', 'password: [redacted:password].'],
    ['password: hunter22   # of the old one', 'password: [redacted:password]   # of the old one'],
    ['DB_PASSWORD=x1y2z3w4\0KEEP=important\0', 'DB_PASSWORD=[redacted:password]\0KEEP=important\0'],
  ])('%s', (text, masked) => {
    expect(out(text)).toBe(masked);
  });
});

it('P-24: a token whose letters happen to look like words', () => {
  const token = ['hf', 'gmmGGyhepmbilsPiQjACQAWCxWgYlUyrXt'].join('_');
  expect(out(`huggingface: ${token}`)).toBe('huggingface: [redacted:huggingface-token]');
});

it('tells chance from names', () => {
  for (const value of ['KMGfrnGDqsWexBLUcB', 'XpoZfPBlPSCL', 'qWzRtPlKmN'])
    expect([value, isJumbled(value)]).toEqual([value, true]);
  for (const value of ['userPassword', 'GitHub', 'PostgreSQL', 'kubernetesSecretName', 'correcthorsebattery', 'README'])
    expect([value, isJumbled(value)]).toEqual([value, false]);
  for (const value of ['/usr/local/share/Foo2/bar/baz', '+12345678901234567890', '/9fjQ2'])
    expect([value, isKeyBytes(value)]).toEqual([value, false]);
});
