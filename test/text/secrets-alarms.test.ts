// What looks like a secret and is none, and what redaction may cost.
import { describe, expect, it } from 'vitest';
import { redact } from '../../src/text/secrets.ts';
import { BASE64, chance } from './secrets-lab.ts';

const line = (seed: number, length = 64) => chance(seed)(length, BASE64);
const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('P-13: false alarms', () => {
  it.each([
    ['a number in C', '#define CKA_TOKEN 0x00000001UL\n#define CKA_SECRET 0x1fLL\n'],
    [
      'another name in C',
      '#define x_set_key nettle_y_set_key\n#define a_set_key nettle_a128_set_key\n#define b_key nettle_b2_ctx_key\n#define c_set_key nettle_gosthash94cp_set_key\n#define d_private_key nettle_ed25519_sha512_set_private_key\n',
    ],
    ['base64 of a text', `greeting ${base64('Hello World, IT is 9 PM Day 71')} end`],
    ['a name of many words', "ref: 'K8sIoApimachineryPkgApisMetaV1ObjectMeta'"],
    ['a certificate', `${line(1)}\nAQEFAAOC${line(2, 56)}\n${line(3)}\nAQEB${line(4, 60)}\n${line(5)}\n`],
    ['a public key that begins in its middle', `AQEFAAOC${line(6, 56)}\n${line(7)}\n`],
  ])('%s', (_, text) => {
    expect(redact(text)).toEqual({ text, found: [] });
  });

  it('leaves what is one beside them', () => {
    const key = `AQEyhmfx${line(8, 90)}`;
    expect(redact(`key is ${key} now`).text).toBe('key is [redacted:adyen-key] now');
    const secret = chance(9)(40);
    expect(redact(`upload with ${secret} then`).text).toBe('upload with [redacted:aws-secret-key] then');
    expect(redact('#define DB_PASSWORD hunter22x\n').text).toBe('#define DB_PASSWORD [redacted:password]\n');
  });
});

describe('P-13: a name within a value', () => {
  it.each([
    ['token=token=Zq8dK29dk2Lw', 'token=token=[redacted:token]'],
    ['?token=?token=Zq8dK29dk2Lw', '?token=?token=[redacted:token]'],
    ['token:secret:Zq8dK29dk2Lw', 'token:secret:[redacted:secret]'],
    ['password=token=hunter22', 'password=[redacted:password]'],
    ['password=password=hunter22', 'password=password=[redacted:password]'],
  ])('%s', (text, masked) => {
    expect(redact(text).text).toBe(masked);
  });

  it.each(['?token=', 'token=', 'token:'])('many of %s cost less than a second a megabyte', (unit) => {
    const text = unit.repeat(250_000 / unit.length);
    const cost = () => {
      const before = process.cpuUsage();
      expect(redact(text).found).toEqual([]);
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    // Microseconds of a quarter of it; the first time compiles.
    expect(Math.min(cost(), cost(), cost())).toBeLessThan(250_000);
  });
});
