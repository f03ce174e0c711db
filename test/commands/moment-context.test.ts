// `engram context` against what the hook then sends.
import fs from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { runCommand } from '../../src/commands/program.ts';
import { bodiesIn, type Lab, newLab, removeLabs } from '../hook/lab.ts';

afterAll(removeLabs);

async function run(lab: Lab, ...args: string[]) {
  const outcome = { code: 0, out: '', err: '' };
  outcome.code = await runCommand(['context', ...args], {
    env: lab.env,
    cwd: lab.project,
    now: new Date(lab.now),
    out: (text) => {
      outcome.out += text;
    },
    err: (text) => {
      outcome.err += text;
    },
    stdin: () => '',
    color: false,
    tty: false,
    interactive: false,
  });
  return outcome;
}

const ASKS = 'where is the staging database?';

function begun(): Lab {
  const lab = newLab();
  lab.remember('staging', 'The staging database is db7.');
  lab.remember('rule', '---\ntype: rule\nimportance: 0.9\n---\nNever push to main.\n');
  lab.sync();
  return lab;
}

/** Every byte that hooks have recorded. */
function records(lab: Lab): string[] {
  return fs
    .readdirSync(lab.places.sessions)
    .sort()
    .map((name) => `${name}\n${fs.readFileSync(`${lab.places.sessions}/${name}`, 'utf8')}`);
}

describe('engram context', () => {
  it('prints what the hook then sends, and records nothing', async () => {
    const lab = begun();
    const start = await run(lab);
    expect(start.out).toBe(`${lab.start('s')}\n`);
    const asked = await run(lab, ...ASKS.split(' '));
    const before = records(lab);
    expect((await run(lab, ASKS)).out).toBe(asked.out);
    expect(records(lab)).toEqual(before);
    expect(asked.out).toBe(`${lab.prompt('s', ASKS)}\n`);
    expect((await run(lab, ASKS)).out).toBe('already loaded: staging\n');
    expect(bodiesIn((await run(lab, '--host', 'codex', ASKS)).out)).toEqual({
      staging: 'The staging database is db7.',
    });
  });

  it('A-20: prints the rehydrate block alone', async () => {
    const lab = begun();
    lab.prompt('s', ASKS);
    expect(await run(lab, '--blocks', 'rehydrate')).toEqual({
      code: 0,
      out: '',
      err: 'engram: nothing would be sent; engram route says why\n',
    });
    lab.compact('s');
    const alone = (await run(lab, '--blocks', 'rehydrate')).out;
    expect(alone.match(/\[engram rehydrate\]/g)).toHaveLength(1);
    expect(bodiesIn(alone)).toEqual({ staging: 'The staging database is db7.' });
    expect(alone).not.toContain('Never push');
    const both = (await run(lab, '--source', 'compact')).out;
    expect(both).toContain('Never push');
    const memories = (await run(lab, '--source', 'compact', '--blocks', 'memories')).out;
    expect(memories).not.toContain('[engram rehydrate]');
    expect(bodiesIn(memories)).toEqual(bodiesIn(both));
    expect(both).toBe(`${lab.start('s', 'compact')}\n`);
    // It has been said; a person may look at it as long as it would be.
    expect((await run(lab, '--blocks', 'rehydrate')).out).toBe(alone);
    lab.now += 6 * 3_600_000;
    expect((await run(lab, '--blocks', 'rehydrate')).out).toBe('');
  });

  it('says what is wrong with its options', async () => {
    const lab = begun();
    expect(await run(lab, '--blocks', 'notes')).toMatchObject({
      code: 64,
      err: 'engram: there is no block notes; the kinds are memories, rehydrate\n',
    });
    expect(await run(lab, '--session', 'nope')).toMatchObject({
      code: 66,
      err: `engram: no session nope of ${lab.project} is recorded; engram status lists the last, with their ids\n`,
    });
    expect((await run(lab, '--host', 'nope')).code).toBe(64);
    expect(JSON.parse((await run(lab, '--json')).out)).toMatchObject({ host: 'claude', session: null });
  });
});
