import fs from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import {
  amiss,
  copyNode,
  DEPLOY,
  eventOf,
  hostEnv,
  linkAll,
  makeWorld,
  many,
  PROMPTED,
  type Ran,
  removeWorlds,
  said,
  scopeOf,
  start,
  TWO,
} from './lab.ts';
import { PLACES } from './settings.ts';

afterEach(removeWorlds);

/** Objects with a command of ours, at any depth. */
function hooksIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = Object.values(value).some((one) => typeof one === 'string' && one.includes('engram-hook'));
  return [
    ...(own && !Array.isArray(value) ? [value as Record<string, unknown>] : []),
    ...Object.values(value).flatMap(hooksIn),
  ];
}

describe('O3: a timeout of 2000 that was seconds', { timeout: 120_000 }, () => {
  it('in every file that link writes: 1 to 30 seconds in the host’s own unit', () => {
    const world = makeWorld();
    expect(linkAll(world)).toEqual([0, 0, 0]);
    let seen = 0;
    for (const { host, scope, name } of PLACES) {
      const file = world.settings(host, scope);
      if (!file.endsWith('.json')) continue;
      const hooks = hooksIn(JSON.parse(fs.readFileSync(file, 'utf8')));
      expect([name, hooks.length > 0]).toEqual([name, true]);
      for (const hook of hooks) {
        const [key, timeout] = Object.entries(hook).find(([key]) => /^timeout/i.test(key)) ?? [];
        // A host without the field has a limit of its own.
        if (key === undefined) {
          expect([name, NO_TIMEOUT.includes(host.name)]).toEqual([name, true]);
          continue;
        }
        const seconds = Number(timeout) / (host.timeoutUnit === 'ms' ? 1000 : 1);
        expect([name, seconds >= 1 && seconds <= 30]).toEqual([name, true]);
        seen++;
      }
    }
    expect(seen).toBeGreaterThan(40);
  });
});
/** docs/hosts.md. */
const NO_TIMEOUT = ['windsurf'];

describe('O6: `node: command not found` under a host with a bare PATH', { timeout: 120_000 }, () => {
  it('node of a version manager in the home folder: works without a PATH; gone: silent, and doctor names it', async () => {
    const world = makeWorld(TWO);
    const bin = path.join(world.home, '.nvm', 'versions', 'node', 'v20', 'bin');
    const node = copyNode(bin);
    for (const scope of ['', ' --global', ' --local'])
      expect(world.engram(`link${scope} all`, { node }).status).toBe(0);
    world.engram('sync', { node });
    const all = PLACES.flatMap(({ host, scope }) =>
      world.installed(host, scope).map((one) => ({ host, scope, ...one })),
    );
    const run = (tag: string) =>
      many(all, ({ host, event, command }, n) =>
        start(['/bin/sh', '-c', command], JSON.stringify(world.payload(host, event, { session: `${tag}${n}` })), {
          cwd: world.project,
          env: { HOME: world.home, PATH: '/usr/bin:/bin', ...hostEnv(host, world.project) },
        }),
      );
    const ran = await run('a');
    expect(ran.flatMap(amiss)).toEqual([]);
    const prompts = all.flatMap(({ host, event }, n) =>
      PROMPTED.includes(host) && event === eventOf(host, 'prompt') ? [said(ran[n]!)] : [],
    );
    expect(prompts.length).toBeGreaterThan(PROMPTED.length);
    expect(prompts.filter((text) => !text.includes(DEPLOY))).toEqual([]);
    world.idle();
    fs.rmSync(node);
    const gone = await run('b');
    expect(gone.map(({ code, stdout, stderr }) => `${code}${stdout}${stderr}`)).toEqual(gone.map(() => '0'));
    const doctor = world.engram('doctor');
    expect(`${doctor.stdout}${doctor.stderr}`).toContain(node);
  });
});

describe('O17: a user name with a space breaks every hook', { timeout: 120_000 }, () => {
  it.each(['my name', "o'neil", 'say "hi"', '$(touch pwned)', 'a&b', '(1)', 'é', '日本', '-rf', 'a$HOME b'])(
    'home, project, data folder and node in %j',
    async (name) => {
      const world = makeWorld(TWO, { home: `h/${name}`, project: `p/${name}` });
      const node = copyNode(path.join(world.base, 'n', name));
      const env = { ENGRAM_HOME: path.join(world.base, 'd', name) };
      for (const scope of ['', ' --global']) expect(world.engram(`link${scope} all`, { env, node }).status).toBe(0);
      expect(world.engram('sync', { env, node }).status).toBe(0);
      const all = PROMPTED.flatMap((host) =>
        [...new Set([scopeOf(host), 'user' as const])].map((scope) => ({ host, scope })),
      );
      // The launcher knows the data folder.
      const ran: Ran[] = await many(all, ({ host, scope }, n) =>
        world.hook(host, eventOf(host, 'prompt')!, { scope, session: `s${n}` }),
      );
      const amiss_ = ran.map((one, n) => [
        `${all[n]!.host.name} ${all[n]!.scope}`,
        ...amiss(one),
        said(one).includes(DEPLOY),
      ]);
      expect(amiss_).toEqual(all.map(({ host, scope }) => [`${host.name} ${scope}`, true]));
      expect(fs.existsSync(path.join(world.project, 'pwned')) || fs.existsSync(path.join(world.base, 'pwned'))).toBe(
        false,
      );
      expect(fs.existsSync(path.join(world.home, '.engram', 'sessions'))).toBe(false);
    },
  );
});
