import { describe, expect, it } from 'vitest';
import { isOnlySecret } from '../../src/import/only-secret.ts';

describe('O26: a piece of which nothing is left', () => {
  it.each([
    '[redacted:github-token]',
    '## Tokens\n\n[redacted:github-token]\n',
    'Staging: API key: `[redacted:api-key]`.',
    'The password is [redacted:password]',
    '- [redacted:npm-token]\n- [redacted:npm-token]',
    'TOKEN=[redacted:token]',
    'пароль: [redacted:password]',
  ])('%j', (text) => expect(isOnlySecret(text)).toBe(true));

  it.each([
    'No secret at all.',
    '## Tokens only\n',
    'user: admin\npassword: [redacted:password]',
    '[redacted:github-token] is for the mirror',
    'Never commit [redacted:github-token] again',
    'The database is postgres://app:[redacted:url-credential]@db/app, shared by all.',
    'The key is [redacted:api-key]. Ask Jo for a new one.',
  ])('%j says more', (text) => expect(isOnlySecret(text)).toBe(false));
});
