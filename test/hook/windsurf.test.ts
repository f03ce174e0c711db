// Cascade's one moment: it can be sent nothing, and keeps the index current.
import fs from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { openIndex } from '../../src/index/read.ts';
import { newLab, removeLabs } from './lab.ts';

afterAll(removeLabs);

it('E-60: a prompt in Cascade prints nothing, records nothing as sent, and has the index checked now and then', () => {
  const lab = newLab();
  // The index is as old as its file.
  lab.now = Date.now();
  lab.env.PWD = lab.project;
  lab.remember('staging', 'The staging database is db7.');
  lab.sync();
  const ask = (turn: string) =>
    lab.event('cascade', {
      agent_action_name: 'pre_user_prompt',
      trajectory_id: 't',
      execution_id: turn,
      timestamp: '2026-11-30T12:00:00Z',
      model_name: 'SWE-1.6 Slow',
      tool_info: { user_prompt: 'where is the staging database?' },
    });
  expect(ask('1')).toBeUndefined();
  expect(lab.syncs).toBe(0);
  lab.remember('staging', 'The staging database is db8 now.');
  lab.now += 10 * 60_000;
  expect(ask('2')).toBeUndefined();
  expect(lab.syncs).toBe(1);
  const index = openIndex(lab.indexFile())!;
  expect(index.body(index.find('staging')!)).toBe('The staging database is db8 now.');
  expect(fs.existsSync(lab.places.sessions) ? fs.readdirSync(lab.places.sessions) : []).toEqual([]);
  expect(lab.log()).toBe('');
});
