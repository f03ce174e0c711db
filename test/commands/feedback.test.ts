import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Lab, makeLab } from './lab.ts';

let lab: Lab;
beforeEach(() => {
  lab = makeLab();
});
afterEach(() => lab.remove());

const asRoot = process.getuid?.() === 0;
const FILE = '.engram/memories/deploy.md';

describe('A-25: feedback', () => {
  it('25 times useful takes 0.5 to 1.0, and the report counts 25', async () => {
    lab.write(FILE, 'Deploys only Monday to Thursday.\n');
    const steps: number[] = [];
    for (let n = 0; n < 25; n++)
      steps.push((await lab.json<{ importance: number }>('feedback deploy useful --json')).importance);
    expect(steps.slice(0, 11)).toEqual([0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 1, 1]);
    expect(steps.at(-1)).toBe(1);
    expect(await lab.json('feedback --report --json')).toEqual([
      { id: 'deploy', useful: 25, noise: 0, last: '2026-11-30T12:00:00.000Z', importance: 1 },
    ]);
    expect(await lab.json('usage --json')).toEqual([
      { id: 'deploy', deliveries: 0, last: expect.any(String), hosts: [], useful: 25, noise: 0 },
    ]);
    expect((await lab.json<{ importance: number }[]>('list --json'))[0]!.importance).toBe(1);
  });

  it('noise takes it down to 0.05 and no further; the other word takes one back', async () => {
    lab.write(FILE, '---\nimportance: 0.12\n---\nDeploys only Monday to Thursday.\n');
    expect((await lab.run('feedback deploy noise')).out).toBe(
      `deploy: importance 0.12 → 0.07 in ${FILE} (useful 0, noise 1)\n`,
    );
    await lab.run('feedback deploy noise');
    expect((await lab.run('feedback deploy noise')).out).toBe(
      `deploy: importance stays at 0.05 in ${FILE} (useful 0, noise 3)\n`,
    );
    expect((await lab.run('feedback deploy useful')).out).toBe(
      `deploy: importance 0.05 → 0.1 in ${FILE} (useful 1, noise 3)\n`,
    );
    expect((await lab.run('feedback --report')).out).toBe('deploy\t1\t3\t2026-11-30T12:00:00.000Z\t0.1\n');
    expect((await lab.run('usage')).out).toContain('useful 1, noise 3\n');
  });

  it('one that somebody wrote below 0.05 is not raised by noise', async () => {
    lab.write(FILE, '---\nimportance: 0.01\n---\nText.\n');
    expect((await lab.json<{ importance: number }>('feedback deploy noise --json')).importance).toBe(0.01);
    expect((await lab.json<{ importance: number }>('feedback deploy useful --json')).importance).toBe(0.06);
  });

  it('every other byte of the file stays', async () => {
    const before =
      '\uFEFF---\r\n# why: see #12\r\nowner: "team A"\r\nimportance:   0.5   # half\r\nexpires: someday\r\ntags: [ a,b ]\r\n---\r\n\r\n  Body \r\n\r\n';
    lab.write(FILE, before);
    await lab.run('feedback deploy useful');
    expect(lab.read(FILE)).toBe(before.replace('0.5 ', '0.55 '));
  });

  it('a memory of the user’s own vault too', async () => {
    await lab.run(['remember', '--global', '--id', 'mine', 'Mine is short.']);
    await lab.run('feedback mine useful');
    expect(fs.readFileSync(path.join(lab.engram, 'memories/mine.md'), 'utf8')).toContain('importance: 0.55');
  });

  it('a trusted file stays trusted where each change is asked about', async () => {
    lab.write(FILE, 'Deploys only Monday to Thursday.\n');
    await lab.run('config set trust.mode strict');
    await lab.run('trust --yes');
    await lab.run('feedback deploy useful');
    expect((await lab.json<{ waiting: boolean }[]>('list --json'))[0]!.waiting).toBe(false);
  });

  it.skipIf(asRoot)('a file that is not this person’s to write is left, and nothing is counted', async () => {
    const file = lab.write(FILE, 'Deploys only Monday to Thursday.\n');
    fs.chmodSync(file, 0o444);
    const { code, err } = await lab.run('feedback deploy useful');
    expect([code, err]).toEqual([
      73,
      `engram: ${FILE} cannot be written: permission denied; nothing was counted. Ask whoever keeps it, or let a memory of your own take its place: engram remember --global --id deploy\n`,
    ]);
    expect(await lab.json('feedback --report --json')).toEqual([]);
  });

  it.each([
    ['feedback', 64, 'say of which memory, and useful or noise, as in engram feedback deploy-window useful'],
    ['feedback deploy', 64, 'say of which memory, and useful or noise, as in engram feedback deploy-window useful'],
    ['feedback deploy useful --report', 64, '--report stands alone: it tells of all memories'],
    ['feedback gone useful', 66, 'there is no memory gone; engram list names them all'],
  ])('%s', async (line, code, message) => {
    expect(await lab.run(line)).toEqual({ code, out: '', err: `engram: ${message}\n` });
  });
});
