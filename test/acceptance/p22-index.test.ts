import fs from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { amiss, context, newProcessLab, payloads, removeLabs } from '../process/lab.ts';
import { engram, tell } from './lab.ts';

afterAll(removeLabs);

/** `start.max_tokens`, at 4 bytes each. */
const BUDGET = 800 * 4;

const SUBJECTS = ['billing', 'search', 'checkout', 'inventory', 'mailing', 'reports', 'accounts', 'shipping'];

/** Sixty records that resemble each other, and the one that is asked for. */
const RECORDS: Record<string, string> = {
  ...Object.fromEntries(
    Array.from({ length: 60 }, (_, n) => {
      const subject = SUBJECTS[n % SUBJECTS.length]!;
      const text = `The ${subject} service keeps table number ${n} in its own schema and is owned by team ${n % 7}. Its pages are rendered on the server, its jobs run every ${n + 1} minutes.`;
      return [
        `${subject}-${n}`,
        `---\nsummary: How ${subject} ${n} is built and who owns it.\nimportance: ${(n % 10) / 10}\ncreated: 2026-0${1 + (n % 9)}-11\n---\n${text}\n`,
      ];
    }),
  ),
  'refund-limit':
    '---\ntype: decision\ncreated: 2026-05-02\n---\nRefunds above 500 euros need a second signature, by the finance team.\n',
};

it('P-22: run 1: the index fits the budget, and a question recalls the right record', () => {
  const lab = newProcessLab(RECORDS);
  const start = lab.run('claude', payloads(lab, 'claude').SessionStart!);
  expect(amiss(start)).toEqual([]);
  const bytes = Buffer.byteLength(context(start));
  expect(bytes).toBeGreaterThan(1_000);
  expect(bytes).toBeLessThanOrEqual(BUDGET);

  const question = 'Who has to sign when a refund is above 500 euros?';
  const recalled = JSON.parse(engram(lab, ['recall', question, '--json']).out) as { id: string }[];
  expect(recalled[0]!.id).toBe('refund-limit');
  const prompt = lab.run('claude', { ...payloads(lab, 'claude').UserPromptSubmit, prompt: question });
  const [, id] = /^\[memory (\S+) \|/m.exec(context(prompt))!;
  expect(id).toBe('refund-limit');
  expect(context(prompt)).toContain('Refunds above 500 euros need a second signature');
  tell('P-22', {
    bytes,
    budget: BUDGET,
    index: fs.statSync(lab.indexFile).size,
    recalled: recalled[0]!.id,
    prompted: id,
  });
});
