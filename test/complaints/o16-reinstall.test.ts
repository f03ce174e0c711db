import fs from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { hosts } from '../../hosts/index.ts';
import { amiss, copyPackage, DEPLOY, linkAll, makeWorld, removeWorlds, said, TWO } from './lab.ts';
import { PLACES, SHARED } from './settings.ts';

afterEach(removeWorlds);

describe('O16: installing again stacks duplicates', { timeout: 120_000 }, () => {
  it('from another folder, a version-named one, three times: one entry an event, and the hook runs from there', async () => {
    const world = makeWorld(TWO);
    const a = copyPackage(path.join(world.base, 'a', 'engram'));
    const b = copyPackage(path.join(world.base, 'b', 'engram-1.2.3'));
    const link = (from: string) => {
      for (const scope of ['', '--global', '--local'])
        expect(world.engram(['link', ...(scope ? [scope] : []), 'all'], { package: from }).status).toBe(0);
    };
    const entries = () => PLACES.map(({ host, scope }) => world.installed(host, scope).map(({ event }) => event));
    link(a);
    const first = entries();
    for (const [n, events] of first.entries())
      expect([PLACES[n]!.name, new Set(events).size]).toEqual([PLACES[n]!.name, events.length]);
    for (let n = 0; n < 3; n++) link(b);
    expect(entries()).toEqual(first);
    const launcher = fs.readFileSync(path.join(world.home, '.engram', 'bin', 'engram-hook'), 'utf8');
    expect([launcher.includes(`'${b}/dist/hook.cjs'`), launcher.includes(a)]).toEqual([true, false]);
    fs.rmSync(a, { recursive: true });
    world.engram('sync', { package: b });
    const claude = hosts.find(({ name }) => name === 'claude')!;
    const ran = await world.hook(claude, 'UserPromptSubmit');
    expect([amiss(ran), said(ran).includes(DEPLOY)]).toEqual([[], true]);
  });

  it('old entries are adopted and copies counted by doctor; link mends them', () => {
    const world = makeWorld();
    expect(linkAll(world)).toEqual([0, 0, 0]);
    const place = SHARED.find(({ name }) => name === 'claude, project')!;
    const file = world.settings(place.host, place.scope);
    const linked = fs.readFileSync(file, 'utf8');
    const settings = JSON.parse(linked);
    // Two older installs, each from its own place.
    for (const command of ["'/opt/engram 0.1/bin/engram-hook' claude", 'engram hook claude'])
      settings.hooks.UserPromptSubmit.push({ hooks: [{ type: 'command', command, timeout: 60 }] });
    fs.writeFileSync(file, JSON.stringify(settings, null, 2));
    const { stdout, stderr } = world.engram('doctor');
    expect(`${stdout}${stderr}`).toContain('UserPromptSubmit is linked 3 times');
    expect(world.engram('link claude').status).toBe(0);
    const now = world.installed(place.host, place.scope).filter(({ event }) => event === 'UserPromptSubmit');
    expect(now).toHaveLength(1);
    expect(fs.readFileSync(file, 'utf8')).not.toContain('/opt/engram');
  });
});
