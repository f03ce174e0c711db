import { expect, it } from 'vitest';
import { everyMoment } from '../../bench/soak/recorded.ts';
import { hosts } from '../../hosts/index.ts';

it('each host of the registry has recorded payloads, a prompt among them', () => {
  const found = everyMoment();
  const prompts = found.filter(({ moment }) => moment.kind === 'prompt').map(({ host }) => host.name);
  expect(prompts).toEqual(hosts.map(({ name }) => name));
});
