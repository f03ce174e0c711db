// P-25: compact, go on, exit: what hosts say twice is there once, and the next session has what was approved.
import { afterAll, expect, it } from 'vitest';
import { removeLabs } from '../process/lab.ts';
import { openCapturing } from './capturing.ts';
import { engram, tell } from './lab.ts';

afterAll(removeLabs);

interface Listed {
  id: number;
  status: string;
}

it('P-25: run 4: compact, continue, exit; retries create no duplicate, and the next session recalls the approved fact', () => {
  const lab = openCapturing();
  const fact = 'Remember that the payments gateway listens on port 8443.';
  // The first session: each event comes twice, as where a host is linked twice or tries again.
  for (let twice = 0; twice < 2; twice++) lab.ask('one', 't1', fact);
  for (let twice = 0; twice < 2; twice++) lab.answer('one', 't1', 'I will remember that.');
  for (let twice = 0; twice < 2; twice++) lab.compact('one');
  lab.ask('one', 't2', 'Which port was it?');
  for (let twice = 0; twice < 2; twice++) lab.answer('one', 't2', '8443.');
  for (let twice = 0; twice < 2; twice++) lab.end('one');
  lab.idle();
  engram(lab, ['worker']);
  lab.answer('one', 't1', 'I will remember that.');
  engram(lab, ['worker']);
  const waiting = () => JSON.parse(engram(lab, ['proposals', '--json']).out) as Listed[];
  expect(waiting().map(({ status }) => status)).toEqual(['pending']);
  // The second says the same again.
  lab.ask('two', 't1', fact);
  lab.answer('two', 't1', 'It is known.');
  lab.end('two');
  lab.idle();
  engram(lab, ['worker']);
  expect(waiting()).toHaveLength(1);
  expect(engram(lab, ['proposals', 'approve', String(waiting()[0]!.id)]).code).toBe(0);
  // The third is sent it.
  const told = lab.ask('three', 't1', 'On which port does the payments gateway listen?');
  expect(told).toContain('The payments gateway listens on port 8443.');
  const queue = JSON.parse(engram(lab, ['queue', 'status', '--json']).out) as { done: number; waiting: number };
  expect([queue.done, queue.waiting]).toEqual([3, 0]);
  tell('P-25', { proposals: 1, turns: queue.done });
});
