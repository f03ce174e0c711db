import fs from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { hosts } from '../../hosts/index.ts';
import { redact } from '../../src/text/secrets.ts';
import { bodiesIn } from '../hook/lab.ts';
import { filesHolding } from '../process/lab.ts';
import {
  ASK,
  amiss,
  DEPLOY,
  eventOf,
  everyEvent,
  expectCode,
  makeLinkedWorld,
  many,
  PROMPTED,
  removeWorlds,
  said,
  TWO,
  treeOf,
} from './lab.ts';
import { SECRETS } from './secrets.ts';

afterEach(removeWorlds);

const claude = hosts.find(({ name }) => name === 'claude')!;

describe('O23: its own headless sessions trigger its own hooks', { timeout: 120_000 }, () => {
  it('under the variables by which engram marks what it starts, no hook of any host does or writes anything', async () => {
    const world = makeLinkedWorld(TWO);
    const before = treeOf(world.base);
    for (const variable of ['ENGRAM_BYPASS', 'ENGRAM_NO_HOOKS']) {
      const ends = await many(everyEvent(), ({ host, event }) => world.hook(host, event, { env: { [variable]: '1' } }));
      expect(ends.map(({ code, stdout, stderr }) => `${code}${stdout}${stderr}`)).toEqual(ends.map(() => '0'));
    }
    expect(treeOf(world.base)).toEqual(before);
  });

  it('a session of a program is known as one: memories as configured, nothing of it kept', async () => {
    const world = makeLinkedWorld(TWO);
    const ask = async (session: string, more: Parameters<typeof world.hook>[2] = {}) => {
      const start = await world.hook(claude, 'SessionStart', { session, ...more });
      const ran = await world.hook(claude, 'UserPromptSubmit', { session, ...more });
      expect([...amiss(start), ...amiss(ran)]).toEqual([]);
      return [said(start) !== '', said(ran).includes(DEPLOY)];
    };
    const cli = { env: { CLAUDE_CODE_ENTRYPOINT: 'sdk-cli' } };
    const told = (session: string) => ({
      stdin: JSON.stringify({ ...world.payload(claude, 'UserPromptSubmit', { session }), entrypoint: 'sdk' }),
    });
    const sdk = async (session: string) =>
      said(await world.hook(claude, 'UserPromptSubmit', told(session))).includes(DEPLOY);
    // A person's `claude -p` is such a session too, and wants its memories.
    expect([await ask('a', cli), await sdk('b')]).toEqual([[true, true], true]);
    expectCode(world.engram('config set sessions.machine skip'));
    expect([await ask('c', cli), await sdk('d')]).toEqual([[false, false], false]);
    expect(await ask('e', { env: { CLAUDE_CODE_ENTRYPOINT: 'cli' } })).toEqual([true, true]);
    expectCode(world.engram('config set sessions.machine inject'));
    expect(await ask('f', cli)).toEqual([true, true]);
    expect(filesHolding(path.join(world.home, '.engram'), ASK)).toEqual([]);
  });
});

const TOPICS = ['payments', 'gateway', 'ledger', 'search', 'mailer', 'billing', 'login', 'upload', 'reports', 'quota'];
const UNRELATED =
  `what is the capital of Mongolia?|write a haiku about autumn rain|how tall is the Eiffel tower?|translate good morning into Finnish|who painted the Night Watch?
explain photosynthesis to a child|what is seven times eight?|recommend a novel by Tolstoy|how do I boil an egg?|what does the word petrichor mean?
when did the Berlin wall fall?|how many moons has Saturn?|tell me a joke about penguins|what is a good name for a cat?|how do bees make honey?
what is the boiling point of water?|who wrote Don Quixote?|how do I tie a bow tie?|what year was Mozart born?|name three rivers in Brazil
why is the sky blue?|how long is a marathon?|what is sourdough?|who was Ada Lovelace?|how do I fold a paper crane?
what is the plural of octopus?|how deep is the Pacific ocean?|suggest a birthday present for my aunt|what is the speed of light?|how do volcanoes erupt?
which planet is the largest?|how do I remove a wine stain?|what is a sonnet?|who invented the telephone?|how old is the universe?
what do pandas eat?|how do I grow tomatoes?|what is the Fibonacci sequence?|who won the 1998 world cup?|how is glass made?
what is the currency of Japan?|describe the taste of saffron|how do I whistle loudly?|what is a leap year?|why do cats purr?
how heavy is an elephant?|what is an acute angle?|who discovered penicillin?|how do magnets work?|what is the tallest mountain?`.split(
    /[|\n]/,
  );

describe('O25: something is always injected', { timeout: 240_000 }, () => {
  it('200 memories: not a byte for acknowledgements and nonsense, at most one in twenty for what has nothing to do with them', async () => {
    const memories = Object.fromEntries(
      Array.from({ length: 200 }, (_, n) => {
        const topic = TOPICS[n % TOPICS.length]!;
        return [
          `${topic}-${n}`,
          `The ${topic} service, part ${n}: restart it with scripts/${topic}.sh --part ${n} and check its dashboard.`,
        ];
      }),
    );
    const world = makeLinkedWorld(memories);
    const idle = ['ok', 'continue', 'yes do it', 'thanks', 'qqqq zzzz'];
    const acks = await many(
      PROMPTED.flatMap((host) => idle.map((prompt) => ({ host, prompt }))),
      ({ host, prompt }, n) =>
        world.hook(host, eventOf(host, 'prompt')!, { prompt, session: `ack-${host.startsAtPrompt ? host.name : n}` }),
      1,
    );
    // The first prompt of a session carries its start where the host has no better moment for it; with a slot each prompt does.
    for (const [n, ran] of acks.entries()) {
      const { name, startsAtPrompt, slot } = PROMPTED[Math.floor(n / idle.length)]!;
      const carriesStart = startsAtPrompt && (slot || n % idle.length === 0);
      expect([name, amiss(ran), bodiesIn(said(ran)), carriesStart ? '' : said(ran)]).toEqual([name, [], {}, '']);
    }
    expect(UNRELATED).toHaveLength(50);
    const ends = await many(UNRELATED, (prompt, n) =>
      world.hook(claude, 'UserPromptSubmit', { prompt, session: `u${n}` }),
    );
    expect(ends.flatMap(amiss)).toEqual([]);
    const sent = UNRELATED.filter((_, n) => said(ends[n]!) !== '');
    expect(sent.length, sent.join()).toBeLessThanOrEqual(2);
    const asked = await world.hook(claude, 'UserPromptSubmit', {
      prompt: 'how do I restart the ledger service part 42?',
    });
    expect(said(asked)).toContain('ledger-42');
  });
});

describe('O26: a secret is stored and recalled verbatim', { timeout: 240_000 }, () => {
  it('in prompt, assistant text, tool input, tool result, path and across a long text: in no byte that is written', async () => {
    const world = makeLinkedWorld(TWO);
    const all = SECRETS.map(([, before, secret]) => before + secret).join('\n');
    const long = `${'x'.repeat(65_536 - 20)}${all}`;
    const ends = await many([...everyEvent(), ...everyEvent()], ({ host, event }, n) => {
      const text = n % 2 ? long : all;
      const payload = {
        ...world.payload(host, event, { session: `s${n % 5}`, prompt: `${ASK} ${text}` }),
        last_assistant_message: text,
        tool_input: { file_path: `src/${SECRETS[0]![2]}.ts`, content: text },
        tool_response: { content: text },
      };
      return world.hook(host, event, { stdin: JSON.stringify(payload) });
    });
    expect(ends.flatMap(amiss)).toEqual([]);
    world.idle();
    for (const [what, , secret] of SECRETS)
      expect([what, filesHolding(path.join(world.home), secret)]).toEqual([what, []]);
  });

  it('in a memory somebody wrote: masked in what is injected and recalled, the file as it is', async () => {
    const memories = Object.fromEntries(
      SECRETS.map(([what, before, secret], n) => [
        `secret-${n}`,
        `Deploy the payments service with the ${what} credential: ${before}${secret}${what === 'URL' ? '@db.example.org/app' : ''}`,
      ]),
    );
    const world = makeLinkedWorld(memories);
    for (const [name, value] of [
      ['load.max_tokens', '16000'],
      ['load.limit', '50'],
    ])
      expectCode(world.engram(['config', 'set', name!, value!]));
    let seen = 0;
    for (const [n, [what, before, secret]] of SECRETS.entries()) {
      const ran = await world.hook(claude, 'UserPromptSubmit', {
        prompt: `deploy payments with the ${what} credential, secret-${n}`,
        session: `m${n}`,
      });
      const text = said(ran);
      expect([what, text.includes(secret)]).toEqual([what, false]);
      if (text.includes(`${before}[redacted:`)) seen++;
      expect([what, redact(`a ${before}${secret}${what === 'URL' ? '@host' : ''}`).text.includes(secret)]).toEqual([
        what,
        false,
      ]);
    }
    expect(seen).toBe(SECRETS.length);
    const starts = await many(
      hosts.filter((host) => eventOf(host, 'session-start')),
      (host) => world.hook(host, eventOf(host, 'session-start')!),
    );
    const recalled = expectCode(world.engram('recall deploy payments credential --limit 50')).stdout;
    const shown = [...starts.map(said), recalled].join('\n');
    for (const [what, , secret] of SECRETS) expect([what, shown.includes(secret)]).toEqual([what, false]);
    expect(fs.readFileSync(path.join(world.vault, 'secret-2.md'), 'utf8')).toContain(SECRETS[2]![2]);
  });

  it('what only looks like one stays', () => {
    for (const text of [
      'password=$DB_PASSWORD and token: <your token> and api_key = process.env.API_KEY',
      'Ask Anna for the password: she keeps it in the vault.',
      'The token: a short string. Its secret: patience.',
      'postgres://app:$PASSWORD@db/app and https://example.org:8080/a@b',
      'Use the sk-learn pipeline; commit 3f2a9c0d1b7e4f5a8c6d3f2a9c0d1b7e4f5a8c6d.',
      'max_tokens: 1600, load.max_tokens = 900',
    ])
      expect(redact(text)).toEqual({ text, found: [] });
  });
});
