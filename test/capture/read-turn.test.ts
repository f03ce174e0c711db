import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readTurn } from '../../src/capture/read-turn.ts';
import { DEFAULTS } from '../../src/config/keys.ts';
import { failModelCall, modelCallsOf, takeModelCall } from '../../src/store/model-calls.ts';
import { openStore } from '../../src/store/open.ts';
import { newFolder, removeFolders } from '../index/lab.ts';
import { turn } from './extract/lab.ts';

afterAll(removeFolders);

const DAY = '2026-05-02';
const now = new Date(`${DAY}T12:00:00Z`);
const folder = newFolder();
const env = { PATH: process.env.PATH ?? '' };
const empty = `"${process.execPath}" -e "process.stdin.resume().on('end',()=>process.stdout.write(JSON.stringify({memories:[]})))"`;
const newStore = () => openStore(path.join(newFolder(), 'engram.db')).store;

describe('O22: calls of a model are counted, and end with the day’s most', () => {
  it('a day has its most, the next begins anew', () => {
    const store = newStore();
    expect([1, 2, 3].map(() => takeModelCall(store, DAY, 2))).toEqual([true, true, false]);
    expect(takeModelCall(store, '2026-05-03', 2)).toBe(true);
    expect(modelCallsOf(store, DAY)).toEqual({ calls: 2, failed: 0 });
    expect(takeModelCall(store, '2026-05-04', 0)).toBe(false);
    expect(modelCallsOf(store, '2026-05-04')).toEqual({ calls: 0, failed: 0 });
    store.close();
  });

  it('no more fail than are made', () => {
    const store = newStore();
    failModelCall(store, DAY);
    takeModelCall(store, DAY, 5);
    failModelCall(store, DAY);
    failModelCall(store, DAY);
    expect(modelCallsOf(store, DAY)).toEqual({ calls: 1, failed: 1 });
    store.close();
  });
});

describe('a turn is read as it is configured', () => {
  const said = turn({ prompt: 'Remember that staging is wiped every Sunday.\nDREAM: fact: The queue holds ten jobs.' });
  const read = async (config: Partial<typeof DEFAULTS>) => {
    const store = newStore();
    const lines: string[] = [];
    const log = (line: string) => void lines.push(line);
    const found = await readTurn(store, said, { config: { ...DEFAULTS, ...config }, folder, env, now, log });
    const calls = modelCallsOf(store, DAY);
    store.close();
    return { texts: found.map(({ text }) => text), calls, lines };
  };

  it('by the rules, where nothing is configured', async () => {
    expect(await read({})).toEqual({
      texts: ['The queue holds ten jobs.', 'Staging is wiped every Sunday.'],
      calls: { calls: 0, failed: 0 },
      lines: [],
    });
  });

  it('A-16: without markers, where they are off', async () => {
    expect((await read({ 'staging.dream_markers': false })).texts).toEqual(['Staging is wiped every Sunday.']);
  });

  it('by the model, which is counted', async () => {
    expect(await read({ 'extract.command': empty })).toEqual({
      texts: ['The queue holds ten jobs.'],
      calls: { calls: 1, failed: 0 },
      lines: [],
    });
  });

  it('by the rules where the model fails, which is counted and logged without the turn’s words', async () => {
    expect(await read({ 'extract.command': 'exit 3' })).toEqual({
      texts: ['The queue holds ten jobs.', 'Staging is wiped every Sunday.'],
      calls: { calls: 1, failed: 1 },
      lines: ['extract.command ended with 3'],
    });
  });

  it('by the rules where the day has had its calls', async () => {
    expect(await read({ 'extract.command': empty, 'extract.max_calls': 0 })).toMatchObject({
      texts: ['The queue holds ten jobs.', 'Staging is wiped every Sunday.'],
      calls: { calls: 0 },
    });
  });
});
