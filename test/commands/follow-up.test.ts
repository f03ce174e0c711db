import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPlaces } from '../../src/index/places.ts';
import { openSession, sessionFile } from '../../src/session/log.ts';
import { type Lab, makeLab } from './lab.ts';

let lab: Lab;
beforeAll(() => {
  lab = makeLab();
  lab.write(
    '.engram/memories/deploy-production.md',
    'Deploys to production run Monday to Thursday, with scripts/ship.sh.',
  );
  lab.write('.engram/memories/deploy-staging.md', 'Deploys to staging may run at any time, with make stage.');
  lab.write('.engram/memories/staging-data.md', 'The staging environment gets masked data each Sunday.');
  const { sessions } = findPlaces({ HOME: lab.home })!;
  const key = { host: 'codex', root: lab.project, session: 's1' };
  const log = openSession(sessions, key, { name: 'p1', started: 0, now: () => 1 });
  log.claim([], ['deploy-production']);
  expect(sessionFile(sessions, key)).toContain(sessions);
});
afterAll(() => lab.remove());

describe('engram route --session', () => {
  it('O-23: publishes retrieval.query, and never replaces what the person wrote', async () => {
    const routed = await lab.json<{
      host: string;
      retrieval: unknown;
      hits: { id: string }[];
      terms: { term: string }[];
    }>(['route', 'and for staging?', '--session', 's1', '--json']);
    expect(routed.host).toBe('codex');
    expect(routed.retrieval).toEqual({ query: 'stage deploy', from: 'deploy-production', why: 'cue' });
    expect(routed.hits[0]!.id).toBe('deploy-staging');
    expect(routed.terms.map(({ term }) => term)).toEqual(['=staging', 'stage']);
    const { out } = await lab.run(['route', 'and for staging?', '--session', 's1', '--explain']);
    expect(out).toContain(
      'retrieval.query goes on from deploy-production: it begins or ends as what goes on\n  stage deploy\n',
    );
  });

  it('O-22: says nothing of it where a prompt stands for itself, or no session is named', async () => {
    const none = { retrieval: null };
    expect(await lab.json(['route', 'thanks', '--session', 's1', '--json'])).toMatchObject(none);
    expect(await lab.json(['route', 'and for staging?', '--json'])).toMatchObject({ ...none, host: 'claude' });
    const unknown = await lab.run(['route', 'and for staging?', '--session', 'nobody']);
    expect([unknown.code, unknown.err]).toEqual([
      66,
      `engram: no session nobody of ${lab.project} is recorded; engram status lists the last, with their ids\n`,
    ]);
  });
});
