import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { append, spoolFolder } from '../../src/capture/spool.ts';
import { addEpisode } from '../../src/store/episodes.ts';
import { openStore } from '../../src/store/open.ts';
import { type Lab, makeLab, NOW } from './lab.ts';

let lab: Lab;
beforeEach(async () => {
  lab = makeLab();
  await lab.run('init');
  await lab.run('capture on');
});
afterEach(() => lab.remove());

const AT = NOW.getTime();
const keep = (line: Parameters<typeof append>[2], root = lab.project) =>
  append(spoolFolder({ home: lab.engram }), { host: 'claude', root, session: 's1' }, line);
const UNIQUE = 'The zanzibar bucket holds the staging uploads.';

describe('engram transcript search', () => {
  it('S-18: finds what a session said, before a worker has been by', async () => {
    keep({ id: 'a.1', at: AT - 60_000, is: 'prompt', text: UNIQUE });
    keep({ id: 'a.2', at: AT, is: 'tool', tool: 'Bash', input: 'ls zanzibar', output: 'uploads/\u001b[31m' });
    expect(await lab.run('transcript search zanzibar uploads')).toEqual({
      code: 0,
      err: '',
      out: `[captured tool | claude s1 | 2026-11-30T12:00:00.000Z]\nls zanzibar\nuploads/\\x1b[31m\n\n[captured prompt | claude s1 | 2026-11-30T11:59:00.000Z]\n${UNIQUE}\n\n`,
    });
    expect(await lab.json('transcript search --json --limit 1 bucket')).toEqual([
      {
        at: '2026-11-30T11:59:00.000Z',
        host: 'claude',
        root: lab.project,
        session: 's1',
        what: 'prompt',
        text: UNIQUE,
      },
    ]);
    // Of memories it is none.
    expect((await lab.run('recall zanzibar')).out).toBe('');
  });

  it('finds what waits in the database, and what was kept for good', async () => {
    const { store } = openStore(path.join(lab.engram, 'engram.db'));
    store
      .prepare(
        "INSERT INTO capture_session (key, host, root, session, sequence, segment, last) VALUES ('k', 'codex', ?, 's2', 1, 1, 0)",
      )
      .run(lab.project);
    store
      .prepare(
        "INSERT INTO capture_turn (key, sequence, segment, mark, at, interrupted, state, body, size) VALUES ('k', 1, 1, 'm', ?, 0, 'waiting', ?, 9)",
      )
      .run(AT, JSON.stringify({ prompt: 'Where is zanzibar?', answer: 'In the north.', tools: [] }));
    store
      .prepare('INSERT INTO capture_piece (key, turn, body, at) VALUES (?, NULL, ?, ?)')
      .run('k', JSON.stringify({ is: 'prompt', text: 'And zanzibar again' }), AT - 1);
    const of = { host: 'codex', session: 's2', importance: 0.5 };
    addEpisode(store, { ...of, kind: 'session_summary', root: lab.project, text: 'We moved zanzibar.', at: AT - 2 });
    addEpisode(store, { ...of, kind: 'session_summary', root: '/elsewhere', text: 'zanzibar elsewhere', at: AT - 3 });
    store.close();
    const whats = async (more: string) =>
      (await lab.json<{ what: string }[]>(`transcript search zanzibar --json ${more}`)).map(({ what }) => what);
    expect(await whats('')).toEqual(['prompt', 'prompt', 'session_summary']);
    expect(await whats('--all')).toEqual(['prompt', 'prompt', 'session_summary', 'session_summary']);
  });

  it('says that nothing holds the words, and what to do about a database that cannot be read', async () => {
    expect(await lab.run('transcript search nowhere')).toEqual({
      code: 0,
      out: '',
      err: 'engram: nothing that is kept of sessions here holds these words; engram recall searches the memories\n',
    });
    fs.writeFileSync(path.join(lab.engram, 'engram.db'), 'no database');
    expect((await lab.run('transcript search nowhere')).code).toBe(65);
    expect((await lab.run('transcript search')).code).toBe(64);
  });
});
