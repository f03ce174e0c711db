import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Lab, makeLab } from './lab.ts';

let lab: Lab;
beforeAll(() => {
  lab = makeLab();
  const long = `\n## Log\n${'Trains and planes were looked at on many days. '.repeat(200)}\n`;
  lab.write(
    '.engram/memories/checkout.md',
    `---\nentities: [Checkout]\naliases: [payments, till]\n---\n## Owners\nTeam Orion owns it.\n## Limits\nUploads end at 5 MB.\n${long}`,
  );
  lab.write(
    '.engram/memories/ledger.md',
    `---\nentities: [Ledger]\naliases: [Payments]\n---\nTeam Vega owns it.\n${long}`,
  );
});
afterAll(() => lab.remove());

describe('engram entities', () => {
  it('S-15: lists names with their aliases, and which bring nothing', async () => {
    expect(await lab.run('entities')).toEqual({
      code: 0,
      err: '',
      out:
        'Checkout\tpayments, till\t1\tambiguous: payments (also Ledger)\n' +
        'Ledger\tPayments\t1\tambiguous: Payments (also Checkout)\n',
    });
    await lab.run('config set entities.disabled till');
    expect(await lab.json('entities TILL --json')).toEqual([
      {
        name: 'Checkout',
        aliases: ['payments', 'till'],
        shared: [{ name: 'payments', others: ['Ledger'] }],
        silent: ['till'],
        memories: ['checkout'],
      },
    ]);
    await lab.run('config unset entities.disabled');
    const none = await lab.run('entities umbrella');
    expect([none.code, none.err]).toEqual([
      66,
      'engram: no memory names an entity umbrella; engram entities lists those that are\n',
    ]);
  });

  it('S-17: doctor names an alias that two entities share', async () => {
    const findings = await lab.json<{ what: string; message: string }[]>('doctor --json');
    expect(findings.filter(({ what }) => what === 'entities').map(({ message }) => message)).toEqual([
      'payments means Checkout (in checkout) and Ledger, so that prompts get nothing of either by it; give one another name, or name it in entities.disabled',
      'Payments means Ledger (in ledger) and Checkout, so that prompts get nothing of either by it; give one another name, or name it in entities.disabled',
    ]);
  });

  it('S-16: route says what passed, and shows the block', async () => {
    const { out } = await lab.run(['route', 'where do till uploads of umbrellas end?', '--explain']);
    expect(out).toMatch(/^entities .*\n {2}Checkout {2}Limits {2}score 0\.\d{4} {2}too low\n/m);
    const passed = await lab.json<{ entities: unknown[]; text: string; sends: boolean }>([
      'route',
      'where do till uploads end?',
      '--json',
    ]);
    expect(passed.entities).toEqual([
      { entity: 'Checkout', aspect: 'Limits', memory: 'checkout', score: 1, passes: true },
    ]);
    expect(passed.sends).toBe(true);
    expect(passed.text).toContain(
      '\n## Relevant Entity Context\nCheckout, Limits [memory checkout | .engram/memories/checkout.md | unreviewed]\n- Uploads end at 5 MB.\n</engram-memory>',
    );
  });
});
