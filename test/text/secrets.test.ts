import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redact } from '../../src/text/secrets.ts';
import { FORMATS } from '../../src/text/secrets-formats.ts';
import { BASIC, HEX_KEYS, KEYS, PASSWORDS, UUIDS } from './secrets-contexts.ts';
import { BASE64, chance, DIGITS, HEX, LOWER, leftOf, password, tokens, UPPER, uuid } from './secrets-lab.ts';

const SEEDS = [1, 2, 3, 4, 5];
const marked = (kind: string) => `[redacted:${kind}]`;

describe('P-13: tokens by the formats of their providers', () => {
  it('knows more than ninety', () => {
    const kinds = new Set(
      FORMATS.trim()
        .split('\n')
        .map((row) => row.split(' | ')[0]),
    );
    expect(kinds.size).toBeGreaterThan(120);
    expect(new Set(tokens(1).map(([kind]) => kind)).size).toBeGreaterThan(110);
  });

  it.each(tokens(7).map(([kind, token]) => [kind, token.slice(0, 4), token] as const))('%s (%s…)', (kind) => {
    for (const seed of SEEDS) {
      for (const [, token] of tokens(seed).filter((it) => it[0] === kind)) {
        expect(redact(token)).toEqual({ text: marked(kind), found: [{ kind, start: 0, end: token.length }] });
        for (const put of [
          (it: string) => `My token is ${it}, please remember it.`,
          (it: string) => `{"x": "${it}", "n": 3}`,
          (it: string) => `{\\"x\\": \\"${it}\\"}`,
          (it: string) => `the run failed with \`${it}\`, then it worked`,
          (it: string) => `запомни: ${it} — он лежит в секретах`,
          (it: string) => `one\\n${it}\\ntwo`,
          (it: string) => `\u001b[32m${it}\u001b[0m`,
          (it: string) => `https://example.test/?a=1&q=${it}&b=2`,
        ]) {
          expect([put(token), leftOf(token, redact(put(token)).text)]).toEqual([put(token), false]);
        }
      }
    }
  });

  it('leaves the address of a webhook and takes what makes it one', () => {
    const make = chance(3);
    const path = `T${make(8, UPPER + DIGITS)}/B${make(10, UPPER + DIGITS)}/${make(24)}`;
    expect(redact(`post to https://hooks.slack.com/services/${path} now`).text).toBe(
      'post to https://hooks.slack.com/services/[redacted:slack-webhook] now',
    );
    const id = make(18, '123456789');
    expect(redact(`https://discord.com/api/webhooks/${id}/${make(68)}`).text).toBe(
      'https://discord.com/api/webhooks/[redacted:discord-webhook]',
    );
    const teams = `contoso.webhook.office.com/webhookb2/${uuid(make)}@${uuid(make)}/IncomingWebhook/${make(32, HEX)}/${uuid(make)}`;
    expect(redact(`https://${teams}`).text).toBe('https://[redacted:teams-webhook]');
  });
});

describe('P-13: secrets by where they stand', () => {
  const table = (name: string, puts: typeof KEYS, make: (seed: number) => string) =>
    it.each(puts.map((put) => [put('…')] as const))(`${name}: %j`, (shape) => {
      const put = puts.find((it) => it('…') === shape)!;
      for (const seed of SEEDS) {
        const secret = make(seed);
        const text = put(secret);
        // Some contexts write it otherwise: then what stands there is looked for.
        const there = [secret, secret.replace(/[#?/]/g, '!'), secret.replace(/[&#%]/g, 'x')].filter((it) =>
          text.includes(it),
        );
        const { text: out, found } = redact(text);
        expect([text, there.map((it) => leftOf(it, out))]).toEqual([text, there.map(() => false)]);
        expect(found.length).toBeGreaterThan(0);
        expect(redact(out)).toEqual({ text: out, found: [] });
      }
    });
  table('password', PASSWORDS, (seed) => password(seed + 100).replace(/[$&]/g, '!'));
  table('key', KEYS, (seed) => chance(seed)(40));
  table('basic', BASIC, (seed) => Buffer.from(`bob:${password(seed)}`).toString('base64'));
  table('hex', HEX_KEYS, (seed) => chance(seed)(32, HEX));
  table('uuid', UUIDS, (seed) => uuid(chance(seed)));

  it('knows a password that ends as the names of secrets do', () => {
    for (const word of ['monkey1', 'Donkey7'])
      expect(redact(`DB_PASSWORD=${word}`).text).toBe('DB_PASSWORD=[redacted:password]');
    expect(redact('DB_PASSWORD=mykey1').found).toEqual([]);
  });

  it('takes the words of a wallet', () => {
    const words = 'make jealous crunch defense claim media van true garbage echo army carry';
    expect(redact(`seed phrase: ${words}`).text).toBe('seed phrase: [redacted:seed-phrase]');
    expect(redact(`The seed phrase: ${words.split(' ').slice(0, 5).join(' ')}`).found).toEqual([]);
  });

  it("takes all values of a Kubernetes Secret, and none of another kind's", () => {
    const data = `data:\n  anything: ${chance(1)(16)}\n  other: ${chance(2)(16)}\n`;
    const at = (kind: string) => redact(`apiVersion: v1\nkind: ${kind}\nmetadata:\n  name: app-name\n${data}`).text;
    expect(at('Secret')).toBe(
      'apiVersion: v1\nkind: Secret\nmetadata:\n  name: app-name\ndata:\n  anything: [redacted:kubernetes-secret]\n  other: [redacted:kubernetes-secret]\n',
    );
    expect(at('ConfigMap')).toContain(data);
    // Blank lines, comments, blocks.
    const blocks = `kind: Secret\nstringData:\n\n  # a note\n  file: |\n    ${chance(3)(20)}\nmetadata: {}\n`;
    expect(redact(blocks).text).toBe(
      'kind: Secret\nstringData:\n\n  # a note\n  file: |\n    [redacted:kubernetes-secret]\nmetadata: {}\n',
    );
  });
});

const begin = (name: string) => `-----BEGIN ${name}PRIVATE ${'KEY'}-----`;
const end = (name: string) => `-----END ${name}PRIVATE ${'KEY'}-----`;
const lines = [1, 2, 3, 4, 5, 6].map((seed) => chance(seed)(seed === 6 ? 40 : 64, BASE64));

describe('P-13: private keys', () => {
  it.each(['', 'RSA ', 'EC ', 'DSA ', 'OPENSSH ', 'ENCRYPTED '])('%sPRIVATE KEY', (name) => {
    const whole = [begin(name), ...lines, end(name)];
    const forms: Record<string, string> = {
      plain: whole.join('\n'),
      CRLF: whole.join('\r\n'),
      indented: whole.map((line) => `      ${line}`).join('\n'),
      quoted: whole.map((line) => `> ${line}`).join('\n'),
      comment: whole.map((line) => `# ${line}`).join('\n'),
      JSON: JSON.stringify({ key: whole.join('\n') }),
      'JSON in JSON': JSON.stringify(JSON.stringify({ key: whole.join('\n') })),
      'one line': whole.join(' '),
      strings: whole.map((line) => `"${line}\\n" +`).join('\n'),
      headers: [begin(name), 'Proc-Type: 4,ENCRYPTED', 'DEK-Info: AES-128-CBC,00FF', '', ...lines, end(name)].join(
        '\n',
      ),
      'without its end': whole.slice(0, -1).join('\n'),
      'cut in its first line': `${begin(name)}\n${lines[0]!.slice(0, 20)}`,
      'without its beginning': [...lines, end(name)].join('\n'),
      'cut, and a text behind it': [...whole.slice(0, 4), '', 'and so the deploy failed.'].join('\n'),
    };
    for (const [form, text] of Object.entries(forms)) {
      const out = redact(`here is the key:\n${text}`).text;
      expect([form, lines.some((line) => leftOf(line, out))]).toEqual([form, false]);
      expect([form, redact(out).text]).toEqual([form, out]);
    }
    expect(redact(forms.plain!).text).toBe('[redacted:private-key]');
    expect(redact(forms['cut, and a text behind it']!).text).toContain('and so the deploy failed.');
  });

  it('of PGP and PuTTY', () => {
    const pgp = [
      `-----BEGIN PGP PRIVATE ${'KEY'} BLOCK-----`,
      '',
      ...lines,
      '=aB3d',
      `-----END PGP PRIVATE ${'KEY'} BLOCK-----`,
    ];
    expect(redact(pgp.join('\n')).text).toBe('[redacted:private-key]');
    const putty = `PuTTY-User-Key-File-3: ssh-rsa\nPrivate-Lines: 6\n${lines.join('\n')}\nPrivate-MAC: ${chance(9)(64, HEX)}\n`;
    expect(redact(putty).text).toBe('PuTTY-User-Key-File-3: ssh-rsa\nPrivate-Lines: 6\n[redacted:private-key]\n');
  });

  it('are no certificate, no public key, and no sentence', () => {
    for (const text of [
      ...['CERTIFICATE', 'PUBLIC KEY', 'RSA PUBLIC KEY', 'CERTIFICATE REQUEST'].map(
        (it) => `-----BEGIN ${it}-----\n${lines.join('\n')}\n-----END ${it}-----`,
      ),
      `A key begins with ${begin('')} and ends with ${end('')} as you know.`,
      'BEGIN PRIVATE KEY is how the PEM header reads',
      `${begin('OPENSSH ')}${end('OPENSSH ')}`,
    ])
      expect(redact(text)).toEqual({ text, found: [] });
  });
});

const CLEAN = `The password field must be at least 12 characters. | Secret Santa list is in the wiki | const { password } = req.body;
if (password !== confirmPassword) throw new Error("mismatch"); | password: string; | interface Auth { token: string; secret?: string } | secret_length = 32
max_tokens: 1600, load.max_tokens = 900 | credentialsId: deploy-bot | keyword: "Befaehigung_P2" | access_token expires after 3600 seconds | refreshToken() must be idempotent
we use JWT with RS256, kid rotates weekly | vault kv get secret/data/app | /run/secrets/db_password | docker login -u bot --password-stdin | kubectl create secret generic app --from-env-file=.env
commit e449f5ac0817e3279809285de7040034d4a13a15 on main | sha256:71fe2588df9c646b39bee3e5c13a3b58e8e54e6ce2bb6df4e442265366d2ef7a | request id 14a087c8-14b9-4e6a-a2ad-c1f0aca750f5 failed | ETag: W/"1f32e301e1aa53aa2716ede92a86b9b0"
"integrity": "sha512-0Y8xd/ce8T4XbgMRMvT+XpiaLErQKtMJBvrVAW7pDHnOpVLrwpMeoQYaw2a7NoyirPL94gDWQjTLOkIRhuRAmX==" | contract 0x4ab929cc90204e1e2e949be375d377c70963bcda on sepolia
ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI4JOIaRkOZvCik9faT2R7uLXM3chtu4zt+T+B9o+1X1I bob@laptop | ![dot](data:image/png;base64,iVBORw0KGgock74++4Wlx8zhFLF44lko6MGC5hkFRmbjWev+lCuycWGjGVb3XwxRkskp67tJ29IFhix0UpdjC58Cb7TX8e9e2u20TeEt1J6j)
Use the sk-learn pipeline | ghp is the prefix of GitHub tokens | eyJ is how a JWT starts | npm_config_registry and pypi-server are set | https://example.test:8080/a@b | s3://acme-logs/2026/01/02/part-0000.parquet
ключ партиции — user_id | 密码长度至少 12 位 | das Passwort muss zwölf Zeichen haben | la contraseña es obligatoria | le mot de passe est requis | パスワードは12文字以上です | пароль должен быть длинным
Ask Anna for the password: she keeps it in the vault. | The token: a short string. Its secret: patience. | the key is user_id | the token is base64 | password is sha256 hashed | scrypt('password', 'salt', 64)
mysql -u root -p | curl -u bot https://h.test | ssh -p 2222 host | docker run -p 8080:80 nginx | redis-cli -h cache ping | docker compose -p proj1 up | const UNION_KEYS = ["oneOf", "anyOf"]
cookie name is \`sid\`, SameSite=Lax | author: Jane Doe <jane@example.test> | src/auth/token/refreshTokenHandler.ts:120 | identified by \`name\` | const at = useRealPaths ? resolvedPath : path$1 + separator | pass session to DEBUG_HTTP2 | postgres://db.internal:5432/main`;

const PLACEHOLDERS = `password: example | token: <your-token> | api_key = "YOUR_API_KEY" | password=\${DB_PASSWORD} | DB_PASSWORD=\${DB_PASSWORD:-} | token: \${{ secrets.GITHUB_TOKEN }} | export T_TOKEN=$(gh auth token)
password: process.env.DB_PASSWORD | password = os.environ["X"] | password: {{ .Values.db.password }} | password: !vault | | password: "********" | token=xxxxxxxxxxxxxxxxxxxx | SECRET_KEY=replace-me-in-production
curl -H "Authorization: Bearer \${TOKEN}" h | curl -u "$USER:$PASS" h | postgres://$DB_USER:$DB_PASS@db/main | https://{{user}}:{{pass}}@h.test | mysql -p$MYSQL_PWD | password: "" | token: null | secret: ''
password=$DB_PASSWORD and api_key = process.env.API_KEY | PASSWORD=changeme | --token <token> | api_key: xxxx-xxxx-xxxx | password: op://vault/item/password`;

describe('P-13: what is none', () => {
  const rows = (text: string) => text.split(/\n| \| /).map((it) => [it]);
  it.each(rows(CLEAN))('%j', (text) => expect(redact(text)).toEqual({ text, found: [] }));
  it.each(rows(PLACEHOLDERS))('placeholder %j', (text) => expect(redact(text)).toEqual({ text, found: [] }));

  it('leaves random text without names as it is', () => {
    const word = fc.string({ unit: fc.constantFrom(...LOWER, 'ä', 'ж', '中', '-', '_'), minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(fc.array(word, { maxLength: 60 }), fc.constantFrom(' ', '\n', ', ', '. '), (words, by) => {
        const text = words.filter((it) => !/pass|pwd|key|pin|otp|pw|mdp|auth|sid|jwt|sig/.test(it)).join(by);
        expect(redact(text).text).toBe(text);
      }),
    );
  });
});

/** What is known by its middle or end, or by an exact length behind a prefix of two letters, is not seen before that comes. */
const BY_ITS_END =
  /^(?:azure|mailchimp|mailgun|terraform|asana|facebook|telegram|discord|deepl|rapidapi|new-relic|salesforce|password-hash|airtable|sendgrid|nuget|crates|notion|resin|resend|klaviyo|onepassword-key|gocardless|google-refresh|octopus|alibaba|tencent|plaid|launchdarkly|axiom|private-key)/;

describe('O26: cookies', () => {
  it.each([
    ['Cookie: sessionid=bciSPOcSeVce2LQdYG; a=b', 'Cookie: sessionid=[redacted:cookie]; a=b'],
    ['set-cookie: sid=QJVukDCSXqLoivDP4SpG; Path=/; HttpOnly', 'set-cookie: sid=[redacted:cookie]; Path=/; HttpOnly'],
    ['Cookie: theme=dark; connect.sid=s%3AqOSg5ApYzTTOkq2B.abc', 'Cookie: theme=dark; connect.sid=[redacted:cookie]'],
    [`curl -H 'Cookie: PHPSESSID=${'k3jq9d0v'}2m1s' x`, "curl -H 'Cookie: PHPSESSID=[redacted:cookie]' x"],
    ['Cookie: theme=dark; lang=en-US; sid=<your-sid>', 'Cookie: theme=dark; lang=en-US; sid=<your-sid>'],
    ['Set-Cookie: a=b; Expires=Wed, 21 Oct 2026 07:28:00 GMT; Domain=example.test; SameSite=Lax', undefined],
  ])('%s', (text, expected = text) => {
    expect(redact(text).text).toBe(expected);
  });
});

describe('O26: secrets that are wrapped or cut', () => {
  const filler = 'a line of the build log, and nothing in it\n'.repeat(40);

  it('a token of a known length that its line breaks', () => {
    const token = `gh${'p_'}${chance(5)(36)}`;
    for (const by of ['\n', '\r\n', '\\\n', '\n    ']) {
      const text = `log: ${token.slice(0, 20)}${by}${token.slice(20)} done`;
      expect(redact(text).text).toBe('log: [redacted:github-token] done');
    }
  });

  it('the second line of a long one', () => {
    const make = chance(6);
    const token = `ey${'J'}${make(80)}.eyJ${make(200)}.${make(43)}`;
    const wrapped = token.match(/.{1,76}/g)!.join('\n');
    expect(leftOf(token, redact(`token:\n${wrapped}\n`).text.replace(/\n/g, ''))).toBe(false);
    const value = make(150);
    expect(redact(`API_SECRET=${value.slice(0, 70)}\\\n${value.slice(70)}`).text).toBe('API_SECRET=[redacted:secret]');
  });

  it('one on the line below another, whichever they are', () => {
    const all = tokens(23).filter(([, token]) => !token.includes('\n'));
    const others = tokens(29).filter(([, token]) => !token.includes('\n'));
    const left: string[] = [];
    for (const [kind, token] of all) {
      for (const [below, other] of others) {
        const { text } = redact(`${token}\n${other}\n`);
        if (leftOf(token, text) || leftOf(other, text)) left.push(`${kind} above ${below}`);
      }
    }
    expect(left).toEqual([]);
  });

  it('a token whose end was cut away, wherever it was cut', () => {
    for (const [kind, token] of tokens(11)) {
      if (BY_ITS_END.test(kind)) continue;
      for (let keep = Math.ceil(token.length / 2); keep <= token.length; keep += 3) {
        const text = `${filler}${token.slice(0, keep)}`;
        expect([kind, keep, leftOf(token, redact(text).text)]).toEqual([kind, keep, false]);
        expect([kind, keep, leftOf(token, redact(`${token.slice(0, keep)}…`).text)]).toEqual([kind, keep, false]);
      }
    }
  });

  it('an address, a password and a key that were cut', () => {
    expect(redact(`${filler}postgres://app:${'hunter2!'}x`).text).toBe(
      `${filler}postgres://app:[redacted:url-credential]`,
    );
    expect(redact(`${filler}see http://localhost:8080`).text).toBe(`${filler}see http://localhost:8080`);
    expect(redact(`${filler}password=${'hun'}`).text).toBe(`${filler}password=[redacted:password]`);
    expect(redact(`${filler}${begin('RSA ')}\nMII${'E'}`).text).toBe(`${filler}[redacted:private-key]`);
    expect(redact(`${filler}install npm_config`).text).toBe(`${filler}install npm_config`);
  });
});

describe('P-24, O26: thirty shapes in prompts, answers and results of tools, also across a cut', () => {
  const make = chance(21);
  const SHAPES: [before: string, secret: string, after: string, kind?: string][] = [
    ...tokens(21)
      .filter((_, n) => n % 5 === 0)
      .map(([kind, token]) => ['', token, '', kind] as [string, string, string, string]),
    ['', [begin('RSA '), ...lines, end('RSA ')].join('\n'), ''],
    ['postgres://app:', password(3), '@db.internal/app'],
    ['password=', password(4).replace(/[$&]/g, '!'), ''],
    ['Authorization: Bearer ', make(40), ''],
    ['aws_secret_access_key = ', make(40), ''],
    ['AccountKey=', `${make(86)}==`, ';'],
  ];
  const texts: ((it: string) => string)[] = [
    (it) => `please deploy with ${it} and tell me`,
    (it) => `I ran the command and the output was:\n\`\`\`\n${it}\n\`\`\`\nIt worked.`,
    (it) => JSON.stringify({ stdout: `line\n${it}\nline`, ok: true }),
    (it) => `echo ${it} > file.txt`,
    (it) => `+ ${it}\n- nothing`,
  ];

  it('none is left', () => {
    expect(SHAPES.length).toBeGreaterThanOrEqual(30);
    for (const [before, secret, after] of SHAPES) {
      for (const put of texts) {
        const out = redact(put(before + secret + after)).text;
        expect([secret.slice(0, 8), leftOf(secret, out)]).toEqual([secret.slice(0, 8), false]);
      }
    }
  });

  it('none is left of what was cut to a length', () => {
    const filler = 'nothing in this line of the log\n'.repeat(30);
    for (const [before, secret, after, kind = ''] of SHAPES) {
      if (BY_ITS_END.test(kind)) continue;
      const text = `${filler}${before}${secret}${after}\n${filler}`;
      const from = filler.length + before.length;
      for (const part of [0.55, 0.7, 0.9, 1]) {
        const out = redact(text.slice(0, from + Math.ceil(secret.length * part))).text;
        expect([secret.slice(0, 8), part, leftOf(secret, out)]).toEqual([secret.slice(0, 8), part, false]);
      }
    }
  });
});

describe('redact', () => {
  const pieces = [
    ...[
      'password',
      'token: ',
      '=',
      ': ',
      '"',
      "'",
      '`',
      ' is ',
      '\n',
      '\\n',
      '|',
      '|---|',
      ',',
      'user',
      ' / ',
      '@',
      '://',
      'https://a:',
      '(',
      ')',
      '[redacted:x]',
      '[redacted:',
      ']',
    ],
    ...[
      'ghp_',
      'sk-',
      'eyJ',
      '.',
      '-',
      'Bearer ',
      begin(''),
      end(''),
      'kind: Secret\n',
      'data:\n',
      '  a: ',
      'curl -u ',
      'mysql -p',
      'пароль ',
      '密码',
      'аб',
      'a1B2c3D4',
      'Abc123!x',
      'abcdefghijklmnopqrstuvwx12',
    ],
  ];

  it('is itself when done again, and finds what it says', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 40 }), (parts) => {
        const text = parts.join('');
        const { text: out, found } = redact(text);
        expect(redact(out)).toEqual({ text: out, found: [] });
        let rebuilt = '';
        let at = 0;
        for (const { kind, start, end } of found) {
          expect(start).toBeGreaterThanOrEqual(at);
          rebuilt += text.slice(at, start) + marked(kind);
          at = end;
        }
        expect(rebuilt + text.slice(at)).toBe(out);
      }),
      { numRuns: 2_000 },
    );
  });

  it('takes four times as long for four times as much, whatever stands in it', () => {
    const cpu = (text: string) => {
      const before = process.cpuUsage().user;
      redact(text);
      return process.cpuUsage().user - before;
    };
    const units = [
      'password ',
      'password=',
      'token: ',
      '://',
      'a://b:c@',
      'sk-ant-',
      'ghp_xxxx',
      `${begin('')}\nabcd\n`,
      `abcd\n${end('')}\n`,
    ];
    units.push(
      'eyJ.',
      'eyJ-',
      'name\tpassword\ttoken\n',
      '&amp;',
      'a\u200b',
      'net user a ',
      'eyJabcdefgh.',
      '|password|\n|---|\n',
      'password,token\n',
      'login with admin / ',
      'curl -u ',
      'kind: Secret\ndata:\n',
      '+',
      '-us1',
      '.abcdef',
      'пароль ',
      '密码',
      '?sig=',
      '\\"password\\": \\"',
    );
    for (const unit of units) {
      const least = (repeats: number) => Math.min(cpu(unit.repeat(repeats)), cpu(unit.repeat(repeats)));
      const small = least(Math.ceil(10_000 / unit.length));
      const large = least(Math.ceil(40_000 / unit.length));
      // Quadratic is sixteen; the machine may be busy, and short times are noise.
      expect([unit, large > 12 * Math.max(small, 2_000)]).toEqual([unit, false]);
    }
  }, 120_000);
});
