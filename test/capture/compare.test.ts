import { describe, expect, it } from 'vitest';
import { compare, type Known } from '../../src/capture/compare.ts';
import { summarize } from '../../src/memory/summary.ts';
import '../../src/text/stem-all.ts';

function known(id: string, body: string): Known {
  return { id, body, summary: summarize(body), type: 'fact' };
}

const MEMORIES: Known[] = [
  known('deploy', 'Deploys to production only Monday to Thursday, through the blue/green script.'),
  known('pm', '# Package manager\n\nUse npm.'),
  known('retention', 'Logs are retained for 90 days.'),
  known('port', 'The API runs on port 8080.'),
  known('money', 'Amounts are integer cents, never floats, since rounding cost us a day.'),
  known('waehrung', 'Geldbeträge werden nie als float gespeichert.'),
  known('db', '测试库每周日晚上会被清空。'),
  known(
    'guide',
    'We write tests first. Tests never touch the network. Fixtures live in test/cassettes. Names say behaviour. Run them with `npm test`.',
  ),
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
    ['We retain the logs for 90 days.', 'supersede retention'],
    ['Logs are retianed for 90 days.', 'confirm retention'],
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
    expect(compare({ text }, [known('m', body)])).toEqual({ kind: 'new' });
  });

  it.each([
    ['Tests must not touch the network.', 'Tests must touch the network.'],
    ['Never deploy on Friday.', 'Deploy on Friday.'],
    ['Secrets may not always be logged.', 'Secrets may not be logged.'],
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
    expect(compare({ text }, [known('m', body)]).kind).not.toBe('confirm');
    expect(compare({ text: body }, [known('m', text)]).kind).not.toBe('confirm');
  });

  it('of two that fit equally well the first counts', () => {
    const twice = [known('a', 'Logs are retained for 90 days.'), known('b', 'Logs are retained for 60 days.')];
    expect(compare({ text: 'Logs are retained for 30 days.' }, twice)).toEqual({ kind: 'supersede', id: 'a' });
    expect(compare({ text: 'Logs are retained for 60 days.' }, twice)).toEqual({ kind: 'confirm', id: 'b' });
  });
});
