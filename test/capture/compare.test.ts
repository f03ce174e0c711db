import { describe, expect, it } from 'vitest';
import { compare } from '../../src/capture/compare.ts';
import '../../src/text/stem-all.ts';

const MEMORIES = [
  { id: 'deploy', body: 'Deploys to production only Monday to Thursday, through the blue/green script.' },
  { id: 'pm', body: '# Package manager\n\nUse npm.' },
  { id: 'retention', body: 'Logs are retained for 90 days.' },
  { id: 'port', body: 'The API runs on port 8080.' },
  { id: 'money', body: 'Amounts are integer cents, never floats, since rounding cost us a day.' },
  { id: 'waehrung', body: 'Geldbeträge werden nie als float gespeichert.' },
  { id: 'db', body: '测试库每周日晚上会被清空。' },
  {
    id: 'guide',
    body: 'We write tests first. Tests never touch the network. Fixtures live in test/cassettes. Names say behaviour. Run them with `npm test`.',
  },
];
const compared = (text: string) => {
  const found = compare({ text }, MEMORIES);
  return found.kind === 'new' ? 'new' : `${found.kind} ${found.id}`;
};

describe('a candidate and the memories that are there', () => {
  it.each([
    // the same again, whole or in part
    ['Deploys to production only Monday to Thursday, through the blue/green script.', 'confirm deploy'],
    ['Amounts are integer cents, never floats.', 'confirm money'],
    ['Tests never touch the network.', 'confirm guide'],
    ['测试库每周日晚上会被清空。', 'confirm db'],
    // another word on the same matter
    ['Use pnpm, not npm.', 'supersede pm'],
    ['Logs are retained for 30 days.', 'supersede retention'],
    ['The API runs on port 8081, not 8080.', 'supersede port'],
    ['Geldbeträge werden als float gespeichert.', 'supersede waehrung'],
    ['Deploys to production on every day, through the blue/green script.', 'supersede deploy'],
    // something else
    ['Never edit files in src/gen by hand.', 'new'],
    ['The admin console runs on 9000.', 'new'],
    ['Tests may touch the network from now on.', 'new'],
    ['Ports below 1024 need root.', 'new'],
    ['.', 'new'],
  ])('%s → %s', (text, expected) => {
    expect(compared(text)).toBe(expected);
  });

  it.each([
    ['Restart search with scripts/search.sh.', 'Restart mailer with scripts/mailer.sh.'],
    ['The adapter for Stripe is in src/stripe.', 'The adapter for Adyen is in src/adyen.'],
    ['Fix flaky tests first.', 'Delete flaky tests first.'],
  ])('two things of one form are two: %s', (body, text) => {
    expect(compare({ text }, [{ id: 'm', body }])).toEqual({ kind: 'new' });
  });

  it.each([
    ['Tests must not touch the network.', 'Tests must touch the network.'],
    ['Never deploy on Friday.', 'Deploy on Friday.'],
    ['Prefer tabs over spaces.', 'Prefer spaces over tabs.'],
    ['The answer is yes.', 'The answer is no.'],
    ['The job may run twice.', 'The job must run twice.'],
    ['Run the migrations before the deploy.', 'Run the migrations after the deploy.'],
    ['We require TypeScript >=5.0.', 'We require TypeScript <=5.0.'],
    ['Ne jamais déployer le vendredi.', 'Déployer le vendredi.'],
    ['Не нужно запускать тесты.', 'Нужно запускать тесты.'],
    ['金曜日にデプロイしない。', '金曜日にデプロイする。'],
    ['不要在周五部署。', '在周五部署。'],
  ])('what says the contrary confirms nothing: %s', (body, text) => {
    expect(compare({ text }, [{ id: 'm', body }]).kind).not.toBe('confirm');
    expect(compare({ text: body }, [{ id: 'm', body: text }]).kind).not.toBe('confirm');
  });

  it('of two that fit equally well the first counts', () => {
    const twice = [
      { id: 'a', body: 'Logs are retained for 90 days.' },
      { id: 'b', body: 'Logs are retained for 60 days.' },
    ];
    expect(compare({ text: 'Logs are retained for 30 days.' }, twice)).toEqual({ kind: 'supersede', id: 'a' });
    expect(compare({ text: 'Logs are retained for 60 days.' }, twice)).toEqual({ kind: 'confirm', id: 'b' });
  });
});
