import fs from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { bodiesIn, cardsIn, newLab, removeLabs } from './lab.ts';

afterAll(removeLabs);

const RULE = 'Never push to main directly; open a pull request.';

describe('session-start', () => {
  it('P-04: sends standing rules whole and the rest as cards in startup order, with how to read more', () => {
    const lab = newLab();
    lab.remember('no-push', `---\ntype: rule\nimportance: 0.9\nreviewed: 2026-01-01\n---\n${RULE}\n`);
    lab.remember('minor-rule', '---\ntype: rule\nimportance: 0.6\n---\nPrefer tabs in Makefiles.\n');
    lab.remember('taste', '---\ntype: preference\nimportance: 0.7\n---\nAnswers in British English.\n');
    lab.remember(
      'fresh',
      '---\nimportance: 0.9\nreviewed: 2026-11-30\n---\nThe staging database moved to db7 today.\n',
    );
    lab.sync();
    const context = lab.start('s');
    expect(bodiesIn(context)).toEqual({ 'no-push': RULE, taste: 'Answers in British English.' });
    expect(cardsIn(context)).toEqual(['fresh', 'minor-rule']);
    expect(context).toContain('engram show ID');
  });

  it('prints nothing where there is nothing', () => {
    const lab = newLab();
    lab.sync();
    expect(lab.start('s')).toBe('');
  });

  it('E-15: what the start delivered, a prompt does not send again', () => {
    const lab = newLab();
    lab.remember('no-push', `---\ntype: rule\nimportance: 0.9\n---\n${RULE}\n`);
    lab.sync();
    lab.start('s');
    expect(lab.prompt('s', 'push to main directly')).toBe('already loaded: no-push');
  });

  it('a card of the start becomes a body at the prompt that needs it', () => {
    const lab = newLab();
    lab.remember('staging', 'The staging database is db7.');
    lab.sync();
    expect(cardsIn(lab.start('s'))).toEqual(['staging']);
    expect(bodiesIn(lab.prompt('s', 'where is the staging database?'))).toEqual({
      staging: 'The staging database is db7.',
    });
  });

  it('resume: says nothing that the host replays, and what is new', () => {
    const lab = newLab();
    lab.remember('no-push', `---\ntype: rule\nimportance: 0.9\n---\n${RULE}\n`);
    lab.sync();
    lab.start('s');
    expect(lab.start('s', 'resume')).toBe('');
    lab.remember('second', '---\ntype: rule\nimportance: 0.8\n---\nKeep commits small.\n');
    expect(bodiesIn(lab.start('s', 'resume'))).toEqual({ second: 'Keep commits small.' });
  });

  it('O8: stays within its budget and the same size however large the store', () => {
    const sizes = [10, 200, 2000].map((count) => {
      const lab = newLab();
      for (let n = 0; n < count; n++) {
        lab.remember(
          `m${String(n).padStart(5, '0')}`,
          `---\nimportance: 0.5\ntype: ${n % 3 ? 'fact' : 'rule'}\n---\nMemory about subject number ${String(n).padStart(5, '0')} and its many consequences for the build.\n`,
        );
      }
      lab.sync();
      return Buffer.byteLength(lab.start('s'));
    });
    expect(Math.max(...sizes)).toBeLessThanOrEqual(3200);
    expect(Math.abs(sizes[2]! - sizes[1]!) / sizes[1]!).toBeLessThan(0.1);
  });

  it('P-05: never lets many large rules past the budget', () => {
    const lab = newLab();
    for (let n = 0; n < 40; n++)
      lab.remember(`rule-${n}`, `---\ntype: rule\nimportance: 0.9\n---\nRule ${n}. ${'words '.repeat(100)}\n`);
    lab.sync();
    const context = lab.start('s');
    expect(Buffer.byteLength(context)).toBeLessThanOrEqual(3200);
    expect(Object.keys(bodiesIn(context)).length).toBeGreaterThan(1);
    expect(cardsIn(context).length).toBeGreaterThan(2);
  });
});

describe('P-05: a budget in bytes', () => {
  const TEXTS = [
    'The nightly export runs at four and mails its report to the finance team.',
    'Der nächtliche Export läuft um vier Uhr und schickt der Buchhaltung seinen Bericht – täglich außer sonntags.',
    'Ночная выгрузка запускается в четыре часа и отправляет отчёт финансовому отделу.',
    '夜间导出在四点运行，并把报告发送给财务团队。',
    '夜間のエクスポートは四時に実行され、報告書を経理に送ります🚀🚀🚀。',
  ];
  it.each([200, 300, 500, 800, 1600])('of %d tokens: whole lines, the most important first', (tokens) => {
    const lab = newLab();
    lab.config(`start:\n  max_tokens: ${tokens}\n`);
    const ids = Array.from({ length: 60 }, (_, n) => `m${String(n).padStart(2, '0')}`);
    // The sixtieth matters most.
    ids.forEach((id, n) => {
      lab.remember(id, `---\nimportance: ${n / 100}\n---\n${id}: ${TEXTS[n % TEXTS.length]}\n`);
    });
    lab.sync();
    const context = lab.start('s');
    expect(Buffer.byteLength(context)).toBeLessThanOrEqual(tokens * 4);
    const cards = cardsIn(context);
    expect(cards.length).toBeGreaterThan(0);
    expect(cards).toEqual([...ids].reverse().slice(0, cards.length));
    // No card, heading or frame is cut.
    expect(context.match(/^- \[memory m\d\d \| [^|\]]+ \| [^|\]]+\] .*[.。]$/gm)).toHaveLength(cards.length);
    expect(context).toMatch(/^<engram-memory>\n[\s\S]*\n<\/engram-memory>$/);
  });
});

describe('freshness', () => {
  it('sees a memory that was added, edited in place, or deleted', () => {
    const lab = newLab();
    const file = lab.remember('staging', 'The staging database is db7.');
    lab.sync();
    const ask = 'where is the staging database?';
    fs.writeFileSync(file, 'The staging database is db8, since today.');
    expect(bodiesIn(lab.prompt('a', ask))).toEqual({ staging: 'The staging database is db8, since today.' });
    lab.remember('replica', 'The staging database has a replica, db9.');
    expect(Object.keys(bodiesIn(lab.prompt('b', ask))).sort()).toEqual(['replica', 'staging']);
    fs.rmSync(file);
    expect(Object.keys(bodiesIn(lab.prompt('c', ask)))).toEqual(['replica']);
  });

  it('asks for one sync a change, and none without', () => {
    const lab = newLab();
    lab.remember('staging', 'The staging database is db7.');
    lab.prompt('a', 'staging database');
    lab.prompt('b', 'staging database');
    lab.start('c');
    expect(lab.syncs).toBe(1);
  });

  it('leaves out what has changed when the sync is late, and sends nothing when the config has changed', () => {
    const lab = newLab();
    const file = lab.remember('staging', 'The staging database is db7.');
    lab.remember('replica', 'The staging database has a replica, db9.');
    lab.sync();
    lab.stuck = true;
    fs.writeFileSync(file, 'The staging database is gone.');
    expect(Object.keys(bodiesIn(lab.prompt('a', 'staging database replica')))).toEqual(['replica']);
    lab.config('read: always\n');
    expect(lab.prompt('b', 'staging database replica')).toBe('');
  });

  it('a torn, foreign or missing index is compiled anew', () => {
    const lab = newLab();
    lab.remember('staging', 'The staging database is db7.');
    lab.sync();
    const whole = fs.readFileSync(lab.indexFile());
    for (const bytes of [
      whole.subarray(0, whole.length / 2),
      Buffer.alloc(0),
      Buffer.alloc(whole.length, 7),
      Buffer.from('x'),
    ]) {
      fs.writeFileSync(lab.indexFile(), bytes);
      expect(Object.keys(bodiesIn(lab.prompt(`s${bytes.length}`, 'staging database')))).toEqual(['staging']);
    }
    fs.rmSync(lab.indexFile());
    expect(Object.keys(bodiesIn(lab.prompt('last', 'staging database')))).toEqual(['staging']);
  });
});

describe('bypass (S-04)', () => {
  it('does nothing at all for ENGRAM_BYPASS=1', () => {
    const lab = newLab();
    lab.remember('staging', 'The staging database is db7.');
    lab.env = { ...lab.env, ENGRAM_BYPASS: '1' };
    expect(lab.start('s')).toBe('');
    expect(fs.readdirSync(lab.places.home)).toEqual(['trust']);
  });
});

describe('payloads that are no events', () => {
  it.each([
    ['empty', ''],
    ['an array', '[]'],
    ['null', 'null'],
    ['torn JSON', '{"session_id":"s"'],
    ['no session', '{"hook_event_name":"UserPromptSubmit","cwd":"/","prompt":"x"}'],
    ['an unknown event', '{"session_id":"s","cwd":"/","hook_event_name":"Nope"}'],
    ['wrong types', '{"session_id":7,"cwd":[],"hook_event_name":{}}'],
    ['two objects', '{} {}'],
  ])('%s: no answer, one line in the log, nothing of the payload in it', (_, text) => {
    const lab = newLab();
    for (const host of ['claude', 'codex']) {
      expect(lab.event(host, text)).toBeUndefined();
    }
    const lines = lab.log().trim().split('\n');
    expect(lines).toHaveLength(2);
    expect(lab.log()).not.toMatch(/Nope|"s"|prompt/);
  });

  it('a byte order mark, invalid UTF-8 and a large prompt are read', () => {
    const lab = newLab();
    lab.remember('staging', 'The staging database is db7.');
    lab.sync();
    const payload = (prompt: string) =>
      JSON.stringify({ session_id: prompt.slice(0, 9), cwd: lab.project, hook_event_name: 'UserPromptSubmit', prompt });
    expect(lab.event('claude', `\ufeff${payload('one staging database')}`)).toBeDefined();
    const broken = Buffer.from(payload('two staging database #'));
    broken[broken.indexOf('#')] = 0xff;
    expect(lab.event('claude', broken)).toBeDefined();
    expect(lab.event('claude', payload(`staging database ${'x'.repeat(20_000_000)}`))).toBeDefined();
  });

  it('tells the host where the command line does not', () => {
    const lab = newLab();
    lab.remember('staging', 'The staging database is db7.');
    lab.sync();
    const codex = {
      session_id: 'c',
      turn_id: 't',
      cwd: lab.project,
      model: 'm',
      permission_mode: 'default',
      hook_event_name: 'UserPromptSubmit',
      prompt: 'staging database',
    };
    expect(lab.event('', codex)).toBeDefined();
    expect(
      fs
        .readdirSync(lab.places.sessions)
        .some((name) => fs.readFileSync(`${lab.places.sessions}/${name}`, 'utf8').includes('"codex"')),
    ).toBe(true);
  });
});

describe('privacy (E-19)', () => {
  it('50 prompts leave no word of theirs on the disk', () => {
    const lab = newLab();
    lab.remember('staging', 'The staging database is db7.');
    lab.sync();
    for (let n = 0; n < 50; n++) lab.prompt(`s${n % 7}`, `staging database canary${String(n).padStart(10, '0')}`);
    const files = fs
      .readdirSync(lab.places.home, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile());
    expect(files.length).toBeGreaterThan(5);
    for (const file of files) {
      expect(fs.readFileSync(`${file.parentPath}/${file.name}`).includes('canary00000')).toBe(false);
      expect(fs.statSync(`${file.parentPath}/${file.name}`).mode & 0o077).toBe(0);
    }
  });
});
