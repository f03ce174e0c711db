// A-17 from the host's payloads to the row that a command folds.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, describe, expect, it } from 'vitest';
import { amiss, filesHolding, HOSTS, newProcessLab, type ProcessLab, removeLabs, TWO } from './lab.ts';

afterAll(removeLabs);

const CLI = path.join(import.meta.dirname, '..', '..', 'dist', 'cli.cjs');
const SUMMARY = 'qzXW7summaryK93v0';

/** A recorded payload, as if it had been sent in the lab's project. */
function fixture(lab: ProcessLab, host: string, name: string): Record<string, unknown> {
  const file = path.join(import.meta.dirname, '..', 'fixtures', host, `${name}.json`);
  return { ...JSON.parse(fs.readFileSync(file, 'utf8')), session_id: 's', cwd: lab.project };
}

/** What a command prints as JSON. */
function engram(lab: ProcessLab, ...args: string[]): unknown {
  const ran = spawnSync(process.execPath, [CLI, ...args], { cwd: lab.project, env: lab.env, encoding: 'utf8' });
  expect([ran.status, ran.stderr]).toEqual([0, '']);
  return JSON.parse(ran.stdout);
}

function rows(lab: ProcessLab): unknown[] {
  const store = new Database(lab.places.db, { readonly: true });
  try {
    return store.prepare('SELECT user, old_session, new_session, reason, summary FROM compaction_events').all();
  } finally {
    store.close();
  }
}

describe.each(HOSTS)('%s', (host) => {
  it.each([
    ['manual', ['PreCompact', 'SessionStart', 'PostCompact']],
    ['auto', ['PreCompact', 'PostCompact', 'SessionStart']],
    ['auto', ['PreCompact', 'PostCompact']],
    ['manual', ['PostCompact', 'SessionStart']],
  ] as const)('A-17: a compaction (%s: %j) is one row, and its summary nowhere', (trigger, events) => {
    const lab = newProcessLab(TWO);
    for (const event of events) {
      const name = `${event}.${event === 'SessionStart' ? 'compact' : trigger}`;
      const payload = fixture(lab, host, name);
      if (event === 'PostCompact') payload.compact_summary = `<summary>${SUMMARY}</summary>`;
      const ran = lab.run(host, payload);
      expect([event, amiss(ran)]).toEqual([event, []]);
      if (event !== 'SessionStart') expect([event, ran.stdout]).toEqual([event, '']);
    }
    lab.quiet();
    const user = os.userInfo().username;
    expect(engram(lab, 'usage', '--compactions', '--json')).toMatchObject([
      { host, root: lab.project, user, oldSession: 's', newSession: 's', reason: trigger, summary: null },
    ]);
    const row = { user, old_session: 's', new_session: 's', reason: trigger, summary: null };
    expect(rows(lab)).toEqual([row]);
    // A sync folds too, to the same.
    lab.sync();
    expect(rows(lab)).toEqual([row]);
    expect(filesHolding(lab.base, SUMMARY)).toEqual([]);
    expect(filesHolding(lab.places.home, lab.project).length).toBeGreaterThan(0);
    expect(lab.log()).toEqual([]);
  });

  it('A-17: of a host that is linked twice too', async () => {
    const lab = newProcessLab(TWO);
    for (const name of ['PreCompact.auto', 'SessionStart.compact', 'PostCompact.auto']) {
      const both = [1, 2].map(() => lab.start(host, fixture(lab, host, name)));
      for (const ran of await Promise.all(both)) expect(amiss(ran)).toEqual([]);
    }
    lab.quiet();
    expect(engram(lab, 'usage', '--compactions', '--json')).toMatchObject([{ host, reason: 'auto' }]);
    expect(rows(lab)).toHaveLength(1);
  });
});
