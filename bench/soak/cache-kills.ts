// Builds of the lane's code cache that are killed: a cache is whole or not there, hooks go on, and the next build tidies up.
import fs from 'node:fs';
import path from 'node:path';
import { CACHED, halves } from '../../src/hook/code-cache.ts';
import { NODE_FLAGS } from '../../src/hook/node-flags.ts';
import { WARM } from '../../src/memory/warm.ts';
import { bringing, FIRST, said, scenario } from './command-kills.ts';
import type { Scenario } from './kills.ts';
import { type Job, openLab, product } from './lab.ts';

export async function openCache(): Promise<Scenario> {
  const lab = await openLab(FIRST);
  const cache = path.join(lab.places.home, 'cache');
  // A folder of its own for what may be made elsewhere.
  const scratch = path.join(lab.base, 'scratch');
  fs.mkdirSync(scratch);
  const job: Job = {
    argv: [process.execPath, ...NODE_FLAGS, path.join(product, 'dist', 'sync.cjs'), WARM],
    env: { TMPDIR: scratch },
  };
  const caches = () => fs.readdirSync(cache).filter((name) => /^lane-.*(?<!\.tmp)$/.test(name));
  return scenario('cache', lab, (n) => {
    for (const name of caches()) fs.rmSync(path.join(cache, name));
    return {
      job,
      async check() {
        const wrong = caches()
          .filter((name) => halves(fs.readFileSync(path.join(cache, name))) === undefined)
          .map((name) => `${name} is not whole`);
        wrong.push(...(await bringing(lab, 'may I deploy the payments service?', 'Monday to Thursday', `cache-${n}`)));
        await lab.quiet();
        for (const name of caches()) fs.rmSync(path.join(cache, name));
        const again = await lab.run(job);
        if (again.code !== 0) wrong.push(`again: ${said(again)}`);
        const left = fs.readdirSync(cache);
        // The lane's, and that of each part that has one.
        const all = 1 + CACHED.length;
        if (left.length !== all || caches().length !== all) wrong.push(`after the next build: ${left.join(', ')}`);
        if (fs.readdirSync(scratch).length > 0) wrong.push(`elsewhere: ${fs.readdirSync(scratch).join(', ')}`);
        return wrong;
      },
    };
  });
}
