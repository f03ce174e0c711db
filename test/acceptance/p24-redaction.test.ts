// P-24: a turn with a synthetic token is redacted before anything of it is on disk, and before it leaves as a proposal.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { filesHolding, removeLabs } from '../process/lab.ts';
import { openCapturing } from './capturing.ts';
import { engram, tell } from './lab.ts';

afterAll(removeLabs);

it('P-24: run 3: a turn with a synthetic token is redacted before local persistence, and in what is proposed', () => {
  const lab = openCapturing();
  // Put together here, so that no scanner takes this file for a leak.
  const token = `gh${'p_'}${'aB3dE5gH7jK9mN1pQ'.repeat(3).slice(0, 36)}`;
  lab.ask('s', 't1', `Remember that CI deploys with the token ${token} from the vault.`);
  lab.ran('s', 't1', `curl -H "Authorization: token ${token}" https://ci.example.org`, `hello ${token}`);
  const [spooled] = fs.readdirSync(lab.spool).filter((name) => name.endsWith('.spool'));
  const kept = fs.readFileSync(path.join(lab.spool, spooled!), 'utf8');
  expect(kept.match(/\[redacted:[a-z-]+\]/g)?.length).toBe(3);
  expect(filesHolding(lab.base, token)).toEqual([]);
  lab.answer('s', 't1', `Noted: ${token}.`);
  lab.end('s');
  lab.idle();
  expect(engram(lab, ['worker']).code).toBe(0);
  expect(filesHolding(lab.base, token)).toEqual([]);
  const proposals = engram(lab, ['proposals', '--json']).out;
  expect(proposals).toContain('[redacted:');
  expect(engram(lab, ['proposals', 'approve', '1']).code).toBe(0);
  expect(filesHolding(lab.base, token)).toEqual([]);
  tell('P-24', { hits: 0, kept: kept.match(/\[redacted:[a-z-]+\]/g) });
});
