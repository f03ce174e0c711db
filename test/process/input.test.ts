// What a host may hand over on stdin, at each registered event.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ASK,
  amiss,
  CANARY,
  context,
  DEPLOY,
  document,
  EVENTS,
  filesHolding,
  HOSTS,
  newProcessLab,
  type ProcessLab,
  payloads,
  removeLabs,
  snapshot,
  TWO,
} from './lab.ts';

let lab: ProcessLab;
beforeAll(() => {
  lab = newProcessLab(TWO);
});
afterAll(removeLabs);

/** Runs one input; the lines that the log got. */
function feed(host: string, stdin: string | Buffer | object, args: { env?: Record<string, string> } = {}) {
  fs.rmSync(lab.places.log, { force: true });
  const before = snapshot(`${lab.project}/.engram`);
  const ran = lab.run(host, stdin, args);
  expect(amiss(ran)).toEqual([]);
  expect(snapshot(`${lab.project}/.engram`)).toEqual(before);
  const log = lab.log();
  expect(log.filter((line) => line.includes(CANARY))).toEqual([]);
  return { ran, log: log.map((line) => line.replace(/^\d{4}-\d\d-\d\dT[\d:.]+Z /, '')) };
}

const NO_JSON = 'stdin holds no JSON object';
const NO_MOMENT = 'the payload is of an unknown event, or lacks session_id or cwd';

/** What each input is made of, from a valid payload, and the one line that the log gets. */
const BAD: [name: string, make: (payload: Record<string, unknown>) => string | Buffer, line: string][] = [
  ['empty stdin', () => '', NO_JSON],
  ['blanks', () => ' \n\t', NO_JSON],
  ['an array', () => '[]', NO_JSON],
  ['null', () => 'null', NO_JSON],
  ['a number', () => '7', NO_JSON],
  ['a string', (payload) => JSON.stringify(JSON.stringify(payload)), NO_JSON],
  ['truncated JSON', (payload) => JSON.stringify(payload).slice(0, -9), NO_JSON],
  ['two documents', (payload) => JSON.stringify(payload).repeat(2), NO_JSON],
  ['bytes that are no UTF-8', () => Buffer.from([0xff, 0xfe, 0x7b, 0x00, 0x7d]), NO_JSON],
  ['an unknown event', (payload) => JSON.stringify({ ...payload, hook_event_name: 'NoSuchEvent' }), NO_MOMENT],
  ['no event', ({ hook_event_name: _, ...payload }) => JSON.stringify(payload), NO_MOMENT],
  ['no session_id', ({ session_id: _, ...payload }) => JSON.stringify(payload), NO_MOMENT],
  ['a session_id of the wrong type', (payload) => JSON.stringify({ ...payload, session_id: [7] }), NO_MOMENT],
  ['a cwd of the wrong type', (payload) => JSON.stringify({ ...payload, cwd: { a: 1 } }), NO_MOMENT],
];

describe.each(HOSTS)('%s: P-01: the five events', (host) => {
  it.each(['SessionStart', 'UserPromptSubmit', 'Stop', 'PreCompact', 'SessionEnd'])(
    '%s is taken for what it is',
    (event) => {
      const { SessionStart, UserPromptSubmit } = payloads(lab, host, `five-${event}`);
      const { source: _, ...common } = SessionStart!;
      const payload = event === 'UserPromptSubmit' ? UserPromptSubmit! : { ...common, hook_event_name: event };
      const { ran, log } = feed(host, payload);
      expect(log).toEqual([]);
      expect(document(ran)?.hookSpecificOutput.hookEventName).toBe(
        event === 'SessionStart' || event === 'UserPromptSubmit' ? event : undefined,
      );
    },
  );
});

describe.each(HOSTS)('%s: bad input', (host) => {
  it.each(BAD)('P-01 P-08: %s: exit 0, nothing printed, one line in the log', (_, make, line) => {
    for (const event of EVENTS) {
      const { ran, log } = feed(host, make(payloads(lab, host)[event]!));
      expect([event, ran.stdout, log]).toEqual([event, '', [`${host}: ${line}`]]);
    }
  });

  it('is not counted as a delivery', () => {
    const payload = payloads(lab, host, `after-${host}`).UserPromptSubmit!;
    feed(host, JSON.stringify(payload).slice(0, -1));
    expect(context(feed(host, payload).ran)).toContain(DEPLOY);
  });
});

describe.each(HOSTS)('%s: odd input', (host) => {
  const ask = (session: string, more: object = {}) => ({ ...payloads(lab, host, session).UserPromptSubmit, ...more });

  it('a prompt of 20 MB is answered in time', () => {
    for (const [n, filler] of ['x', 'deploy payments ', '数据', '{"a":"\u0000'].entries()) {
      const prompt = `${ASK} ${filler.repeat(Math.ceil((20 << 20) / Buffer.byteLength(filler)))}`;
      const { ran, log } = feed(host, ask(`long-${n}`, { prompt }));
      expect(log).toEqual([]);
      expect(ran.took).toBeLessThan(8_000);
      if (n === 1) expect(context(ran)).toContain(DEPLOY);
    }
    expect(filesHolding(lab.places.home, 'xxxxxxxxxxxxxxxx')).toEqual([]);
  });

  it('bytes that are no UTF-8 inside the prompt spoil only themselves', () => {
    const [before, after] = JSON.stringify(ask('latin1', { prompt: `${ASK} @` })).split('@');
    const { ran, log } = feed(
      host,
      Buffer.concat([Buffer.from(before!), Buffer.from([0xe9, 0xff, 0xc0, 0x80]), Buffer.from(after!)]),
    );
    expect(context(ran)).toContain(DEPLOY);
    expect(log).toEqual([]);
  });

  it('lone surrogates, as escapes, in prompt, session and folder', () => {
    const bytes = JSON.stringify(ask('\ud800', { prompt: `${ASK} \udfff`, agent_id: '\ud83d' }));
    expect(bytes).toContain('\\ud800');
    const { ran, log } = feed(host, bytes);
    expect(context(ran)).toContain(DEPLOY);
    expect(log).toEqual([]);
    expect(feed(host, ask('s', { cwd: '/no/\udc00' })).log).toEqual([]);
  });

  it('a byte order mark, blanks around, deep nesting, keys of prototypes', () => {
    expect(context(feed(host, `\ufeff${JSON.stringify(ask('bom'))}`).ran)).toContain(DEPLOY);
    expect(context(feed(host, `\r\n ${JSON.stringify(ask('blank'))} \n\n`).ran)).toContain(DEPLOY);
    const deep = `${JSON.stringify(ask('deep')).slice(0, -1)},"x":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
    expect(feed(host, deep).log.length).toBeLessThanOrEqual(1);
    const proto = `${JSON.stringify(ask('proto')).slice(0, -1)},"__proto__":{"cwd":"/x"},"constructor":1}`;
    expect(context(feed(host, proto).ran)).toContain(DEPLOY);
  });

  it('folders that do not exist, hold NULs or are far too long', () => {
    const cwds = [
      '/no/such/folder',
      `${lab.project}\0x`,
      '\0',
      'relative/folder',
      '.',
      '~',
      `/${'a/'.repeat(500_000)}`,
      `/${'b'.repeat(1_000_000)}`,
    ];
    for (const [n, cwd] of cwds.entries()) {
      const { ran, log } = feed(host, ask(`cwd-${n}`, { cwd }));
      expect([cwd.slice(0, 30), ran.took < 5_000, log.length <= 1]).toEqual([cwd.slice(0, 30), true, true]);
    }
  });

  it('from a folder that has been deleted under it', () => {
    const gone = `mkdir -p "$GONE" && cd "$GONE" && rmdir "$GONE" && ${lab.command(host)}`;
    const env = { ...lab.env, GONE: `${lab.base}/gone` };
    const ran = spawnSync('/bin/sh', ['-c', gone], { env, input: JSON.stringify(ask('gone')) });
    expect([ran.status, ran.stderr.toString(), ran.stdout.includes(DEPLOY)]).toEqual([0, '', true]);
  });

  it('a session id of any shape is one session', () => {
    for (const id of ['../../../etc/passwd', 'a\nb c:d', ' ', 'é'.repeat(10_000), `r ${Date.now()} clear`]) {
      const first = context(feed(host, ask(id)).ran);
      expect([id.slice(0, 20), first.includes(DEPLOY)]).toEqual([id.slice(0, 20), true]);
      expect(context(feed(host, ask(id)).ran)).toBe('already loaded: deploy-window, rollback');
    }
    expect(
      fs.readdirSync(lab.places.sessions).filter((name) => !/^([0-9a-f]{16}(\.sub)?\.log|\.pruned)$/.test(name)),
    ).toEqual([]);
  });
});

describe('E-19: nothing of a prompt is kept', () => {
  it('in the state folder', () => {
    expect(filesHolding(lab.places.home, CANARY)).toEqual([]);
  });
});

describe('O5: one document whatever the environment', () => {
  const odd = {
    NODE_OPTIONS: '--trace-deprecation --trace-warnings',
    DEBUG: '*',
    CI: '1',
    CLAUDECODE: '1',
    AI_AGENT: '1',
    FORCE_COLOR: '1',
  };
  it.each(HOSTS)('%s', (host) => {
    for (const event of EVENTS) {
      const plain = feed(host, payloads(lab, host, `plain-${event}`)[event]!);
      const { ran, log } = feed(host, payloads(lab, host, `odd-${event}`)[event]!, {
        env: { ...odd, NODE_DEBUG: 'fs,module' },
      });
      expect([event, ran.stdout, log]).toEqual([event, plain.ran.stdout, []]);
      expect(document(ran) === undefined).toBe(event === 'PreCompact');
    }
    // Where settings name the hook without its launcher.
    const bare = feed(host, payloads(lab, host, 'first-run').SessionStart!, {
      env: { ...odd, ENGRAM_HOME: `${lab.base}/fresh-${host}` },
    });
    expect(document(bare.ran)?.hookSpecificOutput.hookEventName).toBe('SessionStart');
  });
});
