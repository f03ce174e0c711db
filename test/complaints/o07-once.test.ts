import { afterEach, describe, expect, it } from 'vitest';
import { amiss, DEPLOY, eventOf, makeLinkedWorld, PROMPTED, ROLLBACK, removeWorlds, said, TWO } from './lab.ts';

afterEach(removeWorlds);

// Of a host with a slot the next answer replaces the last one, so that each is whole.
const once = PROMPTED.filter(({ slot }) => !slot);

describe('O7: the same memories injected on every prompt', { timeout: 120_000 }, () => {
  it.each(once)(
    '$name: once a session, then no more than the line that names them; an edited one alone comes again',
    async (host) => {
      const world = makeLinkedWorld(TWO);
      const event = eventOf(host, 'prompt')!;
      const ask = async () => {
        const ran = await world.hook(host, event, { session: 'one' });
        expect(amiss(ran)).toEqual([]);
        return said(ran);
      };
      const first = await ask();
      expect([first.includes(DEPLOY), first.includes(ROLLBACK)]).toEqual([true, true]);
      for (let n = 2; n <= 10; n++) expect(await ask()).toBe('already loaded: deploy-window, rollback');
      world.remember('rollback', `${ROLLBACK} Ask first.`);
      world.engram('sync');
      const next = await ask();
      expect([next.includes(`${ROLLBACK} Ask first.`), next.includes(DEPLOY)]).toEqual([true, false]);
    },
  );
});
