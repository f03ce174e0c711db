// A prompt that names an entity: what of its memories it is sent beside whole memories.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { bodiesIn, type Lab, newLab, removeLabs } from './lab.ts';

afterAll(removeLabs);

/** Too long to be sent whole, so that prompts get its card and its lines. */
const FILLER = `\n## Log\n${'Trains and planes were looked at on many days. '.repeat(200)}\n`;

const CHECKOUT = `---
entities: [Checkout Service]
aliases: [payments, pay-gw, 支付网关, Платежи, Zahlungsdienst]
---
# Notes on the service

## Deployment
- Goes out Monday to Thursday with the blue/green script.

## Retries
- A declined charge is retried at most five times, with backoff.
- 重试最多五次。
- Повторные попытки: не больше пяти.
- Abgelehnte Buchungen werden fünfmal wiederholt.

## Owners
- Team Orion owns it; ask in #orion.

## Refunds
- Refunds over 500 EUR need a second approval.
${FILLER}`;

function lab(memories: Record<string, string> = { checkout: CHECKOUT }, config = ''): Lab {
  const made = newLab();
  if (config) made.config(config);
  for (const [id, text] of Object.entries(memories)) made.remember(id, text);
  made.remember('gardens', 'Tulips in the gardens are watered at noon.');
  made.sync();
  return made;
}

/** The block of a context, without its heading; '' where there is none. */
function block(context: string): string {
  return /\n## Relevant Entity Context\n([\s\S]*?)<\/engram-memory>/.exec(context)?.[1] ?? '';
}

let sessions = 0;
const asked = (of: Lab, prompt: string) => block(of.prompt(`entities${++sessions}`, prompt));
const HEAD = (aspect: string) =>
  `Checkout Service, ${aspect} [memory checkout | .engram/memories/checkout.md | unreviewed]\n`;

describe('entities', () => {
  it.each([
    ['an alias', 'who owns payments?', `${HEAD('Owners')}- Team Orion owns it; ask in #orion.\n`],
    [
      'its own name in another case',
      'who owns the CHECKOUT service?',
      `${HEAD('Owners')}- Team Orion owns it; ask in #orion.\n`,
    ],
    ['a hyphenated name apart', 'who owns the pay gw?', `${HEAD('Owners')}- Team Orion owns it; ask in #orion.\n`],
    ['a hyphenated name', 'who owns pay-gw?', `${HEAD('Owners')}- Team Orion owns it; ask in #orion.\n`],
    ['Chinese', '支付网关重试几次?', `${HEAD('Retries')}- 重试最多五次。\n`],
    [
      'Russian, declined',
      'сколько повторных попыток у платежей?',
      `${HEAD('Retries')}- Повторные попытки: не больше пяти.\n`,
    ],
    [
      'German',
      'Wie oft wiederholt der Zahlungsdienst abgelehnte Buchungen?',
      `${HEAD('Retries')}- Abgelehnte Buchungen werden fünfmal wiederholt.\n`,
    ],
  ])('S-15: %s brings the block', (_, prompt, expected) => {
    expect(asked(lab(), prompt)).toBe(expected);
  });

  it('S-15: no name, no block; nor by a name that is switched off, nor with entities switched off', () => {
    expect(asked(lab(), 'who owns the deployment of trains?')).toBe('');
    expect(asked(lab(undefined, 'entities:\n  disabled: [Payments]\n'), 'who owns payments?')).toBe('');
    expect(asked(lab(undefined, 'entities:\n  disabled: payments, pay-gw\n'), 'who owns the pay gw?')).toBe('');
    expect(asked(lab(undefined, 'entities:\n  disabled: payments\n'), 'who owns the checkout service?')).not.toBe('');
    expect(asked(lab(undefined, 'entities:\n  enabled: false\n'), 'who owns payments?')).toBe('');
    for (const mode of ['manual', 'off', 'startup'])
      expect([mode, asked(lab(undefined, `read: ${mode}\n`), 'who owns payments?')]).toEqual([mode, '']);
  });

  it('S-16: of four aspects only the lines of the one that is asked for, also where each is a memory', () => {
    expect(asked(lab(), 'how often is a declined charge retried by payments?')).toBe(
      `${HEAD('Retries')}- A declined charge is retried at most five times, with backoff.\n`,
    );
    const apart = lab(
      Object.fromEntries(
        [
          ['deploys', 'Goes out Monday to Thursday.'],
          ['retries', 'A declined charge is retried five times.'],
          ['owners', 'Team Orion owns it.'],
          ['refunds', 'Refunds over 500 EUR need a second approval.'],
        ].map(([id, text]) => [id!, `---\nentities: [Checkout]\nsummary: About ${id}.\n---\n${text}\n${FILLER}`]),
      ),
    );
    expect(asked(apart, 'which refunds of the checkout need approval?')).toBe(
      'Checkout [memory refunds | .engram/memories/refunds.md | unreviewed]\n- Refunds over 500 EUR need a second approval.\n',
    );
  });

  it('S-16: min_score 1 lets nothing pass, a lower one more', () => {
    const question = 'do payments refunds over 500 need an umbrella?';
    expect(asked(lab(), question)).toBe('');
    expect(asked(lab(undefined, 'entities:\n  min_score: 0.5\n'), question)).toBe(
      `${HEAD('Refunds')}- Refunds over 500 EUR need a second approval.\n`,
    );
    expect(asked(lab(undefined, 'entities:\n  min_score: 1\n'), 'who owns payments?')).toBe('');
  });

  it('S-16: at most two entities, three aspects of each, eight lines, 500 characters, no line cut', () => {
    const sections = [1, 2, 3, 4, 5]
      .map((n) => `## Limits ${n}\n- Limit ${n} of uploads.\n- Uploads limit b${n}.\n`)
      .join('\n');
    const many = lab(
      Object.fromEntries(
        ['Alphaville', 'Betatown', 'Gammacity'].map((name) => [
          name.toLowerCase(),
          `---\nentities: [${name}]\n---\n${sections}${FILLER}`,
        ]),
      ),
      'entities:\n  max_chars: 4000\n',
    );
    const found = asked(many, 'limit of uploads in Gammacity, Alphaville and Betatown?');
    const heads = found.split('\n').filter((line) => !line.startsWith('- ') && line);
    expect(heads.map((line) => line.split(' [')[0])).toEqual([
      'Gammacity, Limits 1',
      'Gammacity, Limits 2',
      'Gammacity, Limits 3',
      'Alphaville, Limits 1',
    ]);
    expect(found.split('\n').filter((line) => line.startsWith('- '))).toHaveLength(8);

    const long = `- Uploads limit ${'x'.repeat(170)}`;
    const small = lab({
      alphaville: `---\nentities: [Alphaville]\n---\n${[1, 2, 3, 4].map((n) => `${long}${n}`).join('\n')}\n${FILLER}`,
    });
    const context = small.prompt('long', 'limit of uploads in Alphaville?');
    const whole = `\n## Relevant Entity Context\n${block(context)}`;
    expect(whole.length).toBeLessThanOrEqual(500);
    expect(
      block(context)
        .split('\n')
        .filter((line) => line.startsWith('- ')),
    ).toEqual([`${long}1`, `${long}2`]);
  });

  it.each([
    'ok',
    'thanks',
    'payments',
    'continue with payments',
    'what about deployment',
    'who owns umbrellas?',
    'payments, please continue',
  ])('S-17: %j brings no block', (prompt) => {
    expect(asked(lab(), prompt)).toBe('');
  });

  it('S-17: a name that two entities have brings nothing, their others do', () => {
    const text = (entity: string, alias: string) =>
      `---\nentities: [${entity}]\naliases: [${alias}]\n---\n- Team ${entity} owns it.\n${FILLER}`;
    const two = lab({ a: text('Checkout', 'payments'), b: text('Ledger', 'Payments') });
    expect(asked(two, 'who owns payments?')).toBe('');
    expect(asked(two, 'which team owns the ledger?')).toBe(
      'Ledger [memory b | .engram/memories/b.md | unreviewed]\n- Team Ledger owns it.\n',
    );
  });

  it('S-17: the longest of the names counts', () => {
    const text = (entity: string) => `---\nentities: [${entity}]\n---\n- Team ${entity} owns it.\n${FILLER}`;
    const two = lab({ a: text('Search'), b: text('Search Index') });
    expect(asked(two, 'which team owns the search index?')).toContain('Team Search Index');
    expect(asked(two, 'which team owns the search index?')).not.toContain('Team Search owns');
  });

  it('S-18: what a transcript says is in no answer', () => {
    const made = lab();
    const transcript = path.join(made.base, 'transcript.jsonl');
    fs.writeFileSync(
      transcript,
      `${JSON.stringify({ type: 'user', message: { role: 'user', content: 'zebra7741 owns payments refunds' } })}\n`,
    );
    const more = { transcript_path: transcript };
    const said = [
      made.start('seeded', 'startup', more),
      made.prompt('seeded', 'who owns payments refunds zebra7741?', more),
      made.start('seeded', 'compact', more),
      made.prompt('seeded', 'who owns payments?', more),
    ];
    expect(said.join('')).toContain('Team Orion');
    expect(said.join('').replaceAll('who owns', '')).not.toContain('zebra7741');
  });

  it('says a block once in a session, and again after a compaction', () => {
    const made = lab();
    expect(block(made.prompt('once', 'who owns payments?'))).toContain('Orion');
    expect(made.prompt('once', 'and who owns payments really?')).not.toContain('Relevant Entity');
    expect(block(made.prompt('once', 'which payments refunds need approval?'))).toContain('500 EUR');
    made.compact('once');
    expect(block(made.prompt('once', 'who owns payments?'))).toContain('Orion');
  });

  it('leaves out of the block what is sent whole or was, and never names it as loaded', () => {
    const made = lab({ owners: '---\nentities: [Checkout]\n---\nTeam Orion owns the checkout.\n' });
    const first = made.prompt('whole', 'which team owns the checkout?');
    expect(bodiesIn(first)).toEqual({ owners: 'Team Orion owns the checkout.' });
    expect(block(first)).toBe('');
    expect(made.prompt('whole', 'so which team owns the checkout?')).toBe('already loaded: owners');
    const named = lab();
    named.prompt('card', 'who owns payments?');
    expect(named.prompt('card', 'who owns payments?')).not.toContain('already loaded');
  });

  it('follows a changed file at once', () => {
    const made = lab();
    made.remember('checkout', CHECKOUT.replace('Team Orion', 'Team Pegasus'));
    expect(asked(made, 'who owns payments?')).toContain('Team Pegasus');
  });
});
