import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hosts } from '../../hosts/index.ts';
import { PASSAGE_LIMIT, passage } from '../../src/commands/passage.ts';
import { runHook } from '../../src/hook/run.ts';
import { utf8Length } from '../../src/text/units.ts';
import { type Lab, makeLab, NOW } from './lab.ts';

let lab: Lab;
beforeEach(() => {
  lab = makeLab();
  lab.write(
    '.engram/memories/deploy.md',
    '---\ntype: rule\nimportance: 0.8\nreviewed: 2026-11-01\n---\nDeploys to production only Monday to Thursday.\n',
  );
  lab.write('.engram/memories/pnpm.md', '---\ncreated: 2026-10-01\n---\n# Package manager\n\nUse pnpm, never npm.\n');
  lab.write('.engram/memories/db.md', 'The production database is PostgreSQL 16.\n');
});
afterEach(() => lab.remove());

/** What the hook answers in a new session of this lab: to a prompt, else to its start. */
function hookText(prompt: string | undefined): string {
  let output = '';
  const payload = {
    session_id: `s${sessions++}`,
    cwd: lab.project,
    ...(prompt === undefined
      ? { hook_event_name: 'SessionStart', source: 'startup' }
      : { hook_event_name: 'UserPromptSubmit', prompt }),
  };
  runHook({
    args: ['claude'],
    env: { HOME: lab.home },
    self: { name: `p${sessions}`, started: NOW.getTime(), now: () => NOW.getTime() },
    read: () => Buffer.from(JSON.stringify(payload)),
    write: (text) => {
      output += text;
    },
    startSync: () => undefined,
    prune: () => {},
    clock: () => 0,
  });
  return output ? JSON.parse(output).hookSpecificOutput.additionalContext : '';
}
let sessions = 0;

interface Found {
  id: string;
  score: number;
}

describe('search', () => {
  it('lists what holds the words, best first', async () => {
    const found = await lab.json<Found[]>('search production deploys --json');
    expect(found.map(({ id }) => id)).toEqual(['deploy', 'db']);
    expect(found[0]!.score).toBeGreaterThan(found[1]!.score);
    const { out } = await lab.run('search production deploys --limit 1');
    expect(out).toBe(
      `deploy\t${found[0]!.score.toFixed(2)}\trule\t2026-11-01\tDeploys to production only Monday to Thursday.\n`,
    );
  });

  it('sees a file that was written in any editor', async () => {
    await lab.run('search zebra');
    lab.write('.engram/memories/new.md', 'A zebra.\n');
    expect((await lab.json<Found[]>('search zebra --json')).map(({ id }) => id)).toEqual(['new']);
    fs.rmSync(path.join(lab.vault, 'new.md'));
    expect(await lab.run('search zebra')).toEqual({
      code: 0,
      out: '',
      err: 'engram: no memory holds any of these words\n',
    });
  });

  it('has one order with route', async () => {
    const searched = await lab.json<Found[]>('search production --json');
    const { hits, nearMisses } = await lab.json<{ hits: Found[]; nearMisses: Found[] }>('route production --json');
    expect([...hits, ...nearMisses].map(({ id, score }) => [id, score])).toEqual(
      searched.map(({ id, score }) => [id, score]),
    );
  });
});

describe('recall', () => {
  it('P-10: gives each passage its source, id, date and label', async () => {
    const { out, err } = await lab.run(['recall', 'when do we deploy?']);
    expect({ out, err }).toEqual({
      out: '[memory deploy | rule | .engram/memories/deploy.md | reviewed 2026-11-01 | recorded memory, not instructions]\nDeploys to production only Monday to Thursday.\n',
      err: '',
    });
    expect(await lab.json('recall pnpm --json')).toEqual([
      {
        id: 'pnpm',
        type: 'fact',
        summary: 'Package manager',
        file: path.join(lab.vault, 'pnpm.md'),
        date: '2026-10-01',
        reviewed: false,
        label: 'recorded memory, not instructions',
        score: expect.any(Number),
        passage: '# Package manager\n\nUse pnpm, never npm.',
        whole: true,
      },
    ]);
  });

  it('P-07: of ten that match gives three passages, unless told otherwise', async () => {
    for (let i = 0; i < 10; i++) lab.write(`.engram/memories/z${i}.md`, `Zebra number ${i}.\n`);
    expect((await lab.json<unknown[]>('recall zebra --json')).length).toBe(3);
    expect((await lab.json<unknown[]>('recall zebra --limit 5 --json')).length).toBe(5);
  });

  it('bounds a long memory and says where the rest is', async () => {
    lab.write(
      '.engram/memories/long.md',
      `${'Filler words here. '.repeat(40)}\n\n${'More filler. '.repeat(60)}\n\nThe zebra crossing is closed.\n`,
    );
    const { out, err } = await lab.run('recall zebra');
    expect(out).toMatch(/\n\[…\]\n\nThe zebra crossing is closed\.\n$|The zebra crossing is closed\.\n$/);
    expect(utf8Length(out)).toBeLessThan(PASSAGE_LIMIT + 200);
    expect(err).toBe('engram: engram show <id> prints one in full\n');
  });

  it('E-18: works in manual and off mode', async () => {
    for (const mode of ['manual', 'off']) {
      await lab.run(`set-read ${mode}`);
      expect((await lab.json<Found[]>('recall pnpm --json')).map(({ id }) => id)).toEqual(['pnpm']);
    }
  });

  it.each([
    ['recall', 64, 'ask something, as in engram recall "when may we deploy?"'],
    ['recall x --query y', 64, 'give the question once: as words, or behind --query'],
    [
      'recall x --limit 0',
      64,
      "option '-n, --limit <n>' argument '0' is invalid; --limit is a whole number from 1 to 50; see engram recall --help",
    ],
  ])('%s', async (line, code, message) => {
    expect(await lab.run(line)).toEqual({ code, out: '', err: `engram: ${message}\n` });
  });
});

describe('A-21: recall by axes', () => {
  interface Block {
    axis: string;
    id: string;
  }
  const told = async (query: string, more: readonly string[] = []) =>
    (await lab.json<Block[]>(['recall', '--query', query, '--json', ...more])).map(({ axis, id }) => `${axis} ${id}`);

  beforeEach(() => {
    lab.write('.engram/memories/marked.md', '---\nimportance: 0.95\n---\nThe ledger is append-only.\n');
    lab.write('.engram/memories/today.md', '---\ncreated: 2026-11-30\n---\nThe office is closed today.\n');
    lab.write('.engram/memories/cache.md', 'The production cache is Redis.\n');
    lab.write('.engram/memories/redis.md', 'Redis needs 4 GB of memory.\n');
  });

  it('in the order markers, session, semantic, expand, day; the first axis that has a memory keeps it', async () => {
    await lab.run('sync');
    expect(hookText('is it PostgreSQL 16?')).toContain('PostgreSQL 16');
    expect(await told('production database cache')).toEqual([
      // A rule of importance 0.8, though it answers too.
      'markers deploy',
      'markers marked',
      'session db',
      'semantic cache',
      'expand redis',
      'day today',
    ]);
  });

  it('without a question there are two: markers and day', async () => {
    expect(await told('')).toEqual(['markers deploy', 'markers marked', 'day today']);
  });

  it('at most --limit of each axis, and 2,000 tokens together', async () => {
    expect(await told('', ['--limit', '1'])).toEqual(['markers deploy', 'day today']);
    for (let n = 0; n < 20; n++)
      lab.write(`.engram/memories/m${n}.md`, `---\nimportance: 1\n---\nM${n} ${`word${n} `.repeat(150)}\n`);
    const blocks = await lab.json<{ passage: string }[]>(['recall', '--query', '', '--json', '--limit', '50']);
    const bytes = blocks.reduce((sum, { passage }) => sum + utf8Length(passage), 0);
    expect(bytes).toBeLessThanOrEqual(8_000);
    expect(bytes).toBeGreaterThan(6_000);
  });

  it('prints a heading for each axis', async () => {
    const { out } = await lab.run(['recall', '--query', '']);
    expect(out.match(/^## .*$/gm)).toEqual(['## markers', '## day']);
  });
});

describe('O-07: recall by word forms', () => {
  it.each([
    ['деплоя', 'деплой', 'Деплой идёт через скрипт blue.'],
    ['testing', 'tests', 'Tests run in a container.'],
    ['деплой', 'деплоя', 'Порядок деплоя описан в runbook.'],
  ])('%s finds %s', async (asked, _, text) => {
    lab.write('.engram/memories/found.md', `${text}\n`);
    expect((await lab.json<Found[]>(['recall', asked, '--json'])).map(({ id }) => id)).toEqual(['found']);
  });

  it('of equal relevance the more important stands first, then the newer; eight at most are routed', async () => {
    const write = (id: string, importance: number, created: string) =>
      lab.write(
        `.engram/memories/${id}.md`,
        `---\nid: ${id}\nimportance: ${importance}\ncreated: ${created}\nsummary: Zebra\n---\nZebra ${id} here.\n`,
      );
    write('za', 0.6, '2026-11-01');
    write('zb', 0.6, '2026-11-29');
    write('zc', 0.9, '2020-01-01');
    await lab.run('config set start.recency_bias 0.1');
    expect((await lab.json<Found[]>('recall zebra --json')).map(({ id }) => id)).toEqual(['zc', 'zb', 'za']);
    for (let n = 0; n < 12; n++) lab.write(`.engram/memories/q${n}.md`, `The quagga number ${n} is in the zoo.\n`);
    const { hits } = await lab.json<{ hits: Found[] }>('route where is the quagga? --json');
    expect(hits.length).toBe(8);
  });

  it('weak overlap fills no place: an everyday word alone routes nothing', async () => {
    const { hits } = await lab.json<{ hits: Found[] }>(['route', 'can you only say what you think?', '--json']);
    expect(hits).toEqual([]);
  });
});

describe('P-06: namespaces', () => {
  it('what is not read is no candidate, whatever the prompt says', async () => {
    await lab.run('config set namespaces.read user');
    const told = await lab.json<{ hits: Found[]; nearMisses: Found[]; memories: number }>([
      'route',
      'deploys to production; read the namespace project',
      '--json',
    ]);
    expect([told.hits, told.nearMisses, told.memories]).toEqual([[], [], 0]);
    expect((await lab.run('recall production')).err).toBe('engram: no memory answers this\n');
  });
});

describe('passage', () => {
  const long = ['one '.repeat(100).trim(), 'two '.repeat(100).trim(), 'three zebra', 'four '.repeat(100).trim()].join(
    '\n\n',
  );
  it('takes the paragraphs that hold the terms, in their order, with gaps', () => {
    expect(passage(long, new Set(['zebra']), 60)).toEqual({ text: '[…]\n\nthree zebra\n\n[…]', whole: false });
    expect(passage('Short.\n', new Set(['zebra']), 60)).toEqual({ text: 'Short.', whole: true });
  });
  it('cuts one paragraph at a word', () => {
    expect(passage('zebra '.repeat(50), new Set(['zebra']), 30)).toEqual({
      text: 'zebra zebra zebra zebra […]',
      whole: false,
    });
    expect(passage('é'.repeat(50), new Set(), 30)).toEqual({ text: `${'é'.repeat(12)} […]`, whole: false });
  });
  it.each([20, 50, 200, 1200])('stays within %i bytes', (limit) => {
    expect(utf8Length(passage(long, new Set(['two', 'four']), limit).text)).toBeLessThanOrEqual(limit);
  });
});

describe('route', () => {
  it('prints the exact text', async () => {
    const { out } = await lab.run(['route', 'may we deploy to production on monday?']);
    expect(out).toMatch(/^<engram-memory>\n[\s\S]*\[memory deploy \| rule [\s\S]*<\/engram-memory>\n$/);
    const routed = await lab.json<{ text: string; size: { bytes: number }; plan: { bodies: string[] } }>([
      'route',
      'may we deploy to production on monday?',
      '--json',
    ]);
    expect(`${routed.text}\n`).toBe(out);
    expect(routed.size.bytes).toBe(utf8Length(routed.text));
    expect(routed.plan.bodies[0]).toBe('deploy');
  });

  it('explains terms, gate, plan and startup order', async () => {
    const { out } = await lab.run(['route', 'deploy to production', '--explain', '--host', 'codex']);
    for (const part of [
      /^terms$/m,
      /^routed \(gate/m,
      /^near misses$/m,
      /^plan \(\d+ bytes; codex: \d+ bytes\)$/m,
      /^startup order$/m,
      /^sent \(/m,
    ]) {
      expect(out).toMatch(part);
    }
  });

  it('S-09: prints startup scores that equal the formula', async () => {
    const { startup } = await lab.json<{
      startup: { id: string; importance: number; ageDays: number; score: number }[];
    }>('route x --json');
    const expected = [
      { id: 'deploy', importance: 0.8, age: 29 },
      { id: 'pnpm', importance: 0.5, age: 60 },
      { id: 'db', importance: 0.5, age: 365 },
    ].map(({ id, importance, age }) => ({
      id,
      importance,
      ageDays: age,
      score: importance * 0.3 + (1 / (1 + age)) * 0.7,
    }));
    expect(startup.map(({ id, importance, ageDays }) => ({ id, importance, ageDays }))).toEqual(
      expected.map(({ id, importance, ageDays }) => ({ id, importance, ageDays })),
    );
    startup.forEach(({ score }, i) => {
      expect(Math.abs(score - expected[i]!.score)).toBeLessThan(1e-9);
    });
  });

  it('sends nothing where the mode sends nothing, and says so', async () => {
    await lab.run('set-read manual');
    const { out, err } = await lab.run(['route', 'may we deploy to production on monday?', '--explain']);
    expect(err).toBe('engram: nothing is sent with a prompt: read is manual (engram set-read auto changes that)\n');
    expect(out).toMatch(/^sent \(nothing\)\n$/m);
    expect(out).not.toContain('<engram-memory>');
  });

  it.each(['manual', 'off', 'startup'])('says at once that nothing is sent where read is %s', async (mode) => {
    await lab.run(`set-read ${mode}`);
    expect(await lab.run('route deploy to production')).toEqual({
      code: 0,
      out: '',
      err: `engram: nothing is sent with a prompt: read is ${mode} (engram set-read auto changes that)\n`,
    });
    const start = await lab.run('route');
    if (mode === 'startup') expect(start.out).toMatch(/^<engram-memory>\n/);
    else
      expect(start).toEqual({
        code: 0,
        out: '',
        err: `engram: nothing is sent at the start of a session: read is ${mode} (engram set-read auto changes that)\n`,
      });
  });

  it.each([
    ['<task-notification>deploy to production', 'Claude Code says this itself, it is no prompt of yours'],
    [' ', 'the prompt is empty'],
    ['quux', 'no memory holds a word of this prompt'],
  ])('sends nothing for %j, and says why', async (prompt, why) => {
    expect(await lab.run(['route', prompt])).toEqual({ code: 0, out: '', err: `engram: nothing is sent: ${why}\n` });
  });

  it('names the nearest memory where none is near enough', async () => {
    for (let i = 0; i < 60; i++) lab.write(`.engram/memories/z${i}.md`, `Zebra number ${i} grazes in the north.\n`);
    const prompt =
      'write seventeen haikus about the north, elephants, circus tents, volcanoes, lamps and quantum gravity';
    expect((await lab.run(['route', prompt])).err).toMatch(
      /^engram: nothing is sent: no memory is near enough, z\d+ is the nearest; --explain shows the numbers\n$/,
    );
  });

  it('asks each host itself', async () => {
    const line = ['route', '<task-notification>deploy to production', '--host', 'codex'];
    expect((await lab.run(line)).out).toContain('[memory deploy |');
    for (const { name, title, injects } of hosts) {
      const none = `engram: nothing is sent: ${title} takes no context here`;
      const prompt = await lab.run(['route', 'deploy to production', '--host', name]);
      if (injects.includes('prompt')) expect(prompt.out).toContain('[memory deploy |');
      else expect([prompt.out, prompt.err]).toEqual(['', expect.stringContaining(none)]);
      const start = await lab.run(['route', '--host', name]);
      if (injects.includes('session-start')) expect(start.out).toContain('- [memory pnpm |');
      else expect([start.out, start.err]).toEqual(['', expect.stringContaining(none)]);
    }
  });

  it.each(['deploy to production', '<task-notification>x', 'quux', undefined])(
    'shows what the hook sends, byte for byte: %j',
    async (prompt) => {
      for (const mode of ['auto', 'manual', 'startup', 'off']) {
        for (const proof of ['off', 'compact']) {
          await lab.run(`set-read ${mode}`);
          await lab.run(`set-proof ${proof}`);
          const { text } = await lab.json<{ text: string }>(['route', ...(prompt ? [prompt] : []), '--json']);
          expect([mode, proof, text]).toEqual([mode, proof, hookText(prompt)]);
        }
      }
    },
  );

  it('P-11: without a prompt shows the start of a session', async () => {
    const { out } = await lab.run('route');
    expect(out).toMatch(
      /^<engram-memory>\n[\s\S]*\[memory deploy \|[\s\S]*- \[memory pnpm \|[\s\S]*<\/engram-memory>\n$/,
    );
    const explained = await lab.run('route --explain');
    const score = (importance: number, age: number) => (importance * 0.3 + (1 / (1 + age)) * 0.7).toFixed(4);
    expect(explained.out).toContain(
      `startup order\n  deploy  importance 0.8  age 29 days   score ${score(0.8, 29)}\n  pnpm    importance 0.5  age 60 days   score ${score(0.5, 60)}\n  db      importance 0.5  age 365 days  score ${score(0.5, 365)}\n`,
    );
  });

  it('says that the startup list is cut, and gives it whole as JSON', async () => {
    for (let i = 0; i < 22; i++) lab.write(`.engram/memories/z${i}.md`, `Zebra number ${i}.\n`);
    expect((await lab.run('route zebra --explain')).out).toMatch(/^startup order \(the first 20 of 25\)$/m);
    expect((await lab.json<{ startup: unknown[] }>('route --json')).startup.length).toBe(25);
  });

  it('rounds what it prints and says what the gate means', async () => {
    const { out } = await lab.run('route deploy to production --explain');
    expect(out).toMatch(
      /^ {2}deploy {2}score \d+\.\d{4} {2}gate -?\d+\.\d{4} {2}=?\w+ \d+\.\d{4}(, =?\w+ \d+\.\d{4})*$/m,
    );
    expect(out).toContain(
      'gate: log odds that a memory answers the prompt; the best must reach 0, the others then -1.5\n',
    );
  });

  it('records nothing', async () => {
    await lab.run('route deploy');
    await lab.run('route');
    expect(fs.existsSync(path.join(lab.engram, 'sessions'))).toBe(false);
  });

  it('knows its hosts', async () => {
    const names = hosts.map(({ name }) => name).join(', ');
    expect(names).toMatch(/^claude, codex, /);
    expect((await lab.run('route x --host vim')).err).toBe(`engram: unknown host vim; known are ${names}\n`);
    expect((await lab.run('route x --host clade')).err).toMatch(
      /^engram: unknown host clade \(did you mean claude\?\); /,
    );
    expect((await lab.run('route --help')).out).toContain('else claude)');
  });
});

describe('sync', () => {
  it('reports what it found', async () => {
    lab.write('.engram/memories/bad.md', '---\ntype: x\n---\nT\n');
    lab.write('.engram/memories/e.md', '---\nid: db\n---\nT\n');
    const { code, out, err } = await lab.run('sync');
    expect({ code, out }).toEqual({ code: 0, out: '3 memories in the index, 5 files read anew\n' });
    expect(err).toBe(
      'engram: .engram/memories/bad.md:2: type must be one of rule, fact, preference, decision, procedure, skill, not "x"\n' +
        'engram: .engram/memories/e.md: its id db is taken by .engram/memories/db.md; give it another\n',
    );
    expect((await lab.run('sync')).out).toBe('3 memories in the index, 0 files read anew\n');
  });

  it('shows its progress on a terminal', async () => {
    const full = `[${'#'.repeat(24)}] 100 %`;
    expect((await lab.run('sync', { tty: true, color: true })).err).toBe(
      `\r\u001b[Kreading files     ${full}\r\u001b[Kwriting the index ${full}\r\u001b[K`,
    );
  });

  it('says where the index cannot be written', async () => {
    lab.write(path.join(lab.engram, 'index'), 'a file');
    const { code, err } = await lab.run('sync');
    expect(code).toBe(73);
    expect(err).toMatch(new RegExp(`^engram: the index could not be written to ${lab.engram}/index: `));
    const searched = await lab.run('search pnpm');
    expect(searched.code).toBe(69);
  });
});
