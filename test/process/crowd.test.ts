// Many hooks of one session at once: every body once, the record whole, one sync.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { bodiesIn } from '../hook/lab.ts';
import { amiss, context, newProcessLab, type ProcessLab, pause, payloads, type Ran, removeLabs } from './lab.ts';

afterEach(removeLabs);

const CROWD = 32;

/** So many memories, each about a service of its own and all about deploying. */
function memories(count: number): Record<string, string> {
  const named = (n: number) =>
    [`service-${n}`, `Deploy the ${name(n)} service with its own script, number ${n}.`] as const;
  return Object.fromEntries(Array.from({ length: count }, (_, n) => named(n)));
}

/** A word of letters for a number. */
function name(n: number): string {
  return `svc${n.toString(26).replace(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 26)))}q`;
}

/** Counts the syncs, in a file of its own; what sync.cjs does for the code cache alone is none. */
function countSyncs(lab: ProcessLab): () => number {
  const file = path.join(lab.base, 'syncs');
  const sync = path.join(lab.dist, 'sync.cjs');
  const text = fs.readFileSync(sync, 'utf8');
  fs.writeFileSync(
    sync,
    `if (process.argv[2] !== '--warm') require('node:fs').appendFileSync(${JSON.stringify(file)}, 'x');\n${text}`,
  );
  return () => (fs.existsSync(file) ? fs.statSync(file).size : 0);
}

async function crowd(lab: ProcessLab, prompts: readonly string[]): Promise<Ran[]> {
  const payload = payloads(lab, 'claude').UserPromptSubmit!;
  const all = prompts.map((prompt, n) => lab.start('claude', { ...payload, prompt, prompt_id: `turn-${n}` }));
  const ran = await Promise.all(all);
  expect(ran.flatMap(amiss)).toEqual([]);
  expect(lab.log()).toEqual([]);
  return ran;
}

/** How often each body was sent, over all these answers. */
function sent(ran: readonly Ran[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const id of ran.flatMap((it) => Object.keys(bodiesIn(context(it))))) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

/** The ids of bodies that the record holds. */
function recorded(lab: ProcessLab): string[] {
  return [...lab.session('claude', 's').holders.keys()]
    .filter((key) => key.startsWith('b:'))
    .map((key) => key.split(':')[2]!)
    .sort();
}

describe(`E-27: ${CROWD} hooks of one session at once`, () => {
  it('with one prompt: each body once', async () => {
    const lab = newProcessLab(memories(6));
    const syncs = countSyncs(lab);
    const ran = await crowd(lab, Array(CROWD).fill('deploy a service with its own script'));
    const counts = sent(ran);
    expect([...counts].filter(([, times]) => times !== 1)).toEqual([]);
    expect([...counts.keys()].sort()).toEqual(Object.keys(memories(6)));
    expect(recorded(lab)).toEqual([...counts.keys()].sort());
    expect(syncs()).toBe(0);
  });

  it('with a prompt each: each body once, and the record holds all that was sent', async () => {
    const lab = newProcessLab(memories(40));
    const prompts = Array.from(
      { length: CROWD },
      (_, n) => `deploy the ${name(n)} and ${name(n + 1)} and ${name((n + 7) % 40)} service`,
    );
    const counts = sent(await crowd(lab, prompts));
    expect([...counts].filter(([, times]) => times !== 1)).toEqual([]);
    expect(counts.size).toBeGreaterThan(30);
    expect(recorded(lab)).toEqual([...counts.keys()].sort());
  });

  it('of one event, linked twice: one answers', async () => {
    const lab = newProcessLab(memories(3));
    const payload = { ...payloads(lab, 'claude').UserPromptSubmit, prompt: 'deploy a service', prompt_id: 'one' };
    const ran = await Promise.all(Array.from({ length: 2 }, () => lab.start('claude', payload)));
    expect(ran.flatMap(amiss)).toEqual([]);
    const bodies = sent(ran);
    expect([...bodies.values()]).toEqual([1, 1, 1]);
  });

  it('on the first day, without an index: one sync, and each body once with the next prompt', async () => {
    const lab = newProcessLab(memories(6), { cold: true });
    const syncs = countSyncs(lab);
    const ran = await crowd(lab, Array(CROWD).fill('deploy a service with its own script'));
    lab.quiet();
    const payload = payloads(lab, 'claude').UserPromptSubmit!;
    const last = lab.run('claude', { ...payload, prompt: 'deploy a service with its own script', prompt_id: 'last' });
    const counts = sent([...ran, last]);
    expect([...counts].filter(([, times]) => times !== 1)).toEqual([]);
    expect([...counts.keys()].sort()).toEqual(Object.keys(memories(6)));
    expect(syncs()).toBe(1);
  });

  it('with the lock of a sync that was killed in their way: one sync', async () => {
    const lab = newProcessLab(memories(6), { cold: true });
    const syncs = countSyncs(lab);
    fs.mkdirSync(path.dirname(lab.indexFile), { recursive: true });
    fs.writeFileSync(`${lab.indexFile}.lock`, String(spawnSync('true').pid));
    await crowd(lab, Array(CROWD).fill('deploy a service with its own script'));
    lab.quiet();
    expect(syncs()).toBe(1);
    expect(fs.readdirSync(path.dirname(lab.indexFile))).toEqual([path.basename(lab.indexFile)]);
  });

  it('just after a pull that changed 500 memories: one sync, nothing stale, each body once', async () => {
    const lab = newProcessLab(memories(600));
    const syncs = countSyncs(lab);
    for (const [id, text] of Object.entries(memories(500))) lab.remember(id, text.replace('its own', 'the common'));
    fs.writeFileSync(path.join(lab.project, '.git', 'index'), 'pulled');
    const ran = await crowd(lab, Array(CROWD).fill(`deploy the ${name(3)} and ${name(4)} and ${name(550)} service`));
    lab.quiet();
    const payload = payloads(lab, 'claude').UserPromptSubmit!;
    const last = lab.run('claude', {
      ...payload,
      prompt: `deploy the ${name(3)} and ${name(4)} and ${name(550)} service`,
      prompt_id: 'last',
    });
    const all = [...ran, last];
    const counts = sent(all);
    expect([...counts].filter(([, times]) => times !== 1)).toEqual([]);
    for (const n of [3, 4, 550]) expect(counts.get(`service-${n}`)).toBe(1);
    const stale = all
      .flatMap((it) => Object.values(bodiesIn(context(it))))
      .filter((body) => /its own script, number (\d+)/.test(body));
    expect(stale.filter((body) => Number(/number (\d+)/.exec(body)![1]) < 500)).toEqual([]);
    expect(recorded(lab)).toEqual([...counts.keys()].sort());
    expect(syncs()).toBe(1);
  });
});

describe('a killed hook', () => {
  it('loses nothing: what was not delivered comes with the next prompt, and only a kill between answer and record sends it twice', async () => {
    const lab = newProcessLab(memories(4));
    const payload = (session: string) => ({
      ...payloads(lab, 'claude', session).UserPromptSubmit,
      prompt: 'deploy a service',
    });
    const ids = Object.keys(memories(4));
    // The quickest of three: of moments that come too late too many kill nothing.
    const whole = ['whole', 'whole-2', 'whole-3'].map((session) => lab.run('claude', payload(session)));
    for (const ran of whole) expect(Object.keys(bodiesIn(context(ran))).sort()).toEqual(ids);
    const took = Math.min(...whole.map((ran) => ran.took));
    const killed: Ran[] = [];
    const kills = () => killed.filter(({ signal }) => signal === 'SIGKILL').length;
    // Two at a time, at moments from before its start until after its end; one that was quicker is no kill.
    for (let n = 0; kills() < 60 && n < 400; n += 2) {
      const pair = [n, n + 1].map((it) => {
        const run = lab.start('claude', payload(`killed-${it}`));
        setTimeout(() => run.child.kill('SIGKILL'), ((it * 7) % 60) * (took / 50));
        return run;
      });
      killed.push(...(await Promise.all(pair)));
    }
    expect(kills()).toBeGreaterThanOrEqual(60);
    // A claim without an answer lapses.
    pause(2_100);
    for (const [n, first] of killed.entries()) {
      const got = first.stdout === '' ? [] : Object.keys(bodiesIn(context(first)));
      const next = lab.run('claude', payload(`killed-${n}`));
      expect([n, amiss(next)]).toEqual([n, []]);
      const then = Object.keys(bodiesIn(context(next)));
      // All of it, from the one or the other; from both where the kill fell between the answer and its record.
      expect([n, [...new Set([...got, ...then])].sort()]).toEqual([n, ids]);
      if (n % 10 !== 0) continue;
      const again = lab.run('claude', payload(`killed-${n}`));
      expect([n, amiss(again), Object.keys(bodiesIn(context(again)))]).toEqual([n, [], []]);
    }
    expect(lab.log()).toEqual([]);
  });

  it('leaves no index half-written: a killed sync is followed by a whole one', async () => {
    const lab = newProcessLab(memories(300));
    const payload = (n: number) => ({
      ...payloads(lab, 'claude', `sync-${n}`).UserPromptSubmit,
      prompt: `deploy the ${name(5)} service`,
    });
    const lock = `${lab.indexFile}.lock`;
    for (let n = 0; n < 6; n++) {
      for (let it = 0; it < 300; it++) lab.remember(`service-${it}`, `Deploy the ${name(it)} service, edition ${n}.`);
      const run = lab.start('claude', payload(n));
      let pid = 0;
      for (let tries = 0; tries < 2_000 && pid === 0; tries++) {
        try {
          pid = Number(fs.readFileSync(lock, 'utf8'));
        } catch {
          // Not made yet.
        }
        if (pid === 0) await new Promise((resolve) => setTimeout(resolve, 1));
      }
      await new Promise((resolve) => setTimeout(resolve, n * 16));
      if (pid > 0) {
        try {
          process.kill(pid, 'SIGKILL');
        } catch {
          // It has already ended.
        }
      }
      expect(amiss(await run)).toEqual([]);
      const next = lab.run('claude', payload(n));
      expect(amiss(next)).toEqual([]);
      lab.quiet();
      const last = lab.run('claude', { ...payload(n), session_id: `after-${n}` });
      expect([n, bodiesIn(context(last))['service-5']]).toEqual([n, `Deploy the ${name(5)} service, edition ${n}.`]);
    }
  });
});
