// `npm run bench:recall` on labelled sets of somebody else's.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '..');
let folder: string;

beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'engram-recall-'));
  const write = (file: string, rows: readonly object[]) => {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    fs.writeFileSync(path.join(folder, file), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  };
  write('corpora/ops.jsonl', [
    { id: 'deploy', text: 'Deploys to production only from Monday to Thursday.' },
    { id: 'tests', text: 'Run the tests with npm run check.' },
    { id: 'zh', text: '数据库备份保存三十天。' },
  ]);
  write('sets/ops/queries.jsonl', [
    { id: 'q1', text: 'when may we deploy?', relevant: ['deploy'] },
    { id: 'q2', text: 'how do I run the tests', relevant: ['tests'] },
    { id: 'q3', text: '备份保存多久', relevant: ['zh'] },
  ]);
  fs.writeFileSync(path.join(folder, 'sets/ops/INFO.json'), '{"corpus": "../../corpora/ops.jsonl"}');
  write('sets/talk/corpus.jsonl', [
    { id: 'a/1', scope: 'a', text: 'Ada went to Oslo in May.' },
    { id: 'b/1', scope: 'b', text: 'Bob moved to Oslo.' },
  ]);
  write('sets/talk/queries.jsonl', [{ id: 'q1', scope: 'b', text: 'Who went to Oslo?', relevant: ['b/1'] }]);
  fs.writeFileSync(path.join(folder, 'sets/talk/INFO.json'), '{}');
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }));

function bench(...args: string[]): string {
  const ran = spawnSync(process.execPath, [path.join(root, 'bench', 'run.mjs'), 'recall', ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: folder },
  });
  expect([ran.status, ran.stderr]).toEqual([0, '']);
  return ran.stdout;
}

describe('the bench of recall', () => {
  it('ranks each corpus where INFO.json says it is, beside FTS5, and writes the runs, the same each time', () => {
    const out = (name: string) => path.join(folder, name);
    const [first, second] = ['one', 'two'].map((name) =>
      // The last column is a time.
      bench('--data', path.join(folder, 'sets'), '--out', out(name)).replace(/ +\S+$/gm, ''),
    );
    expect(first).toBe(second);
    const rows = first!.split('\n').map((line) => line.split(/ {2,}/));
    expect(rows.find(([name]) => name === 'set')).toEqual(
      'set|queries memories|R@1|R@5|R@10|MRR@10 nDCG@10|FTS5 R@1|R@5|nDCG@10|gated R@5|lost'.split('|'),
    );
    expect(rows.find(([name]) => name === 'ops')).toEqual(
      'ops|3|3|100.0|100.0|100.0|100.0|100.0|33.3|33.3|33.3|100.0|0.0'.split('|'),
    );
    expect(fs.readFileSync(path.join(out('one'), 'ops.tsv'), 'utf8')).toBe('q1\t1\tdeploy\nq2\t1\ttests\nq3\t1\tzh\n');
    expect(fs.readFileSync(path.join(out('one'), 'talk.tsv'), 'utf8')).toBe('q1\t1\tb/1\n');
    for (const name of ['ops.tsv', 'talk.tsv'])
      expect(fs.readFileSync(path.join(out('two'), name))).toEqual(fs.readFileSync(path.join(out('one'), name)));
  }, 60_000);

  it('takes the sets that are asked for alone', () => {
    const text = bench('--data', path.join(folder, 'sets'), '--sets', 'talk');
    expect(text).toMatch(/^talk /m);
    expect(text).not.toMatch(/^ops /m);
  }, 60_000);

  it('says what it misses and ends well where there are no sets', () => {
    const data = path.join(folder, 'none');
    expect(bench('--data', data)).toBe(
      `bench:recall skipped: no labelled sets at ${data}. Name their folder with --data DIR or ENGRAM_RECALL_DATA.\n`,
    );
  }, 60_000);
});
