// Copilot runs the hooks of a session's start beside those of its first prompt, and those of one event one after another.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodiesIn } from '../hook/lab.ts';
import { ASK, DEPLOY, newProcessLab, type ProcessLab, type Ran, ROLLBACK, removeLabs } from './lab.ts';

afterAll(removeLabs);

/** How often the race is run; the processes are real, so that each run is another. */
const RACES = 12;
const RULE = 'Deploy the payments service with two people at the screen.';

let lab: ProcessLab;
beforeAll(() => {
  lab = newProcessLab({
    window: DEPLOY,
    rollback: ROLLBACK,
    pair: `---\ntype: rule\nimportance: 0.9\n---\n${RULE}\n`,
  });
});

const options = () => ({
  env: { COPILOT_CLI: '1', COPILOT_PROJECT_DIR: lab.project, CLAUDE_PROJECT_DIR: lab.project },
});
const BODIES = { window: DEPLOY, rollback: ROLLBACK, pair: RULE };

function camel(event: string, session: string, timestamp: number, more: Record<string, unknown>) {
  return { hook_event_name: event, sessionId: session, timestamp, cwd: lab.project, ...more };
}

function pascal(event: string, session: string, timestamp: number, more: Record<string, unknown>) {
  const time = new Date(timestamp).toISOString();
  return { hook_event_name: event, session_id: session, timestamp: time, cwd: lab.project, ...more };
}

function contextOf(ran: Ran): string {
  expect([ran.code, ran.stderr]).toEqual([0, '']);
  return ran.stdout === '' ? '' : (JSON.parse(ran.stdout) as { additionalContext: string }).additionalContext;
}

/** What an event of two hooks is answered: both answers, of which the client keeps the last that is not empty. */
async function inTurn(session: string, names: readonly [string, string], more: Record<string, unknown>) {
  const now = Date.now();
  const native = contextOf(await lab.start('copilot', camel(names[0], session, now, more), options()));
  const claudes = contextOf(await lab.start('claude', pascal(names[1], session, now, more), options()));
  return [native, claudes] as const;
}

const begin = (session: string, source: string) => inTurn(session, ['sessionStart', 'SessionStart'], { source });
const ask = (session: string, prompt = ASK) => inTurn(session, ['userPromptSubmitted', 'UserPromptSubmit'], { prompt });

describe('a start and a prompt at once, each of a native hook and of Claude Code’s behind it', () => {
  it('send each memory once, and the second hook nothing', { timeout: 120_000 }, async () => {
    for (let n = 0; n < RACES; n++) {
      const session = `race-${n}`;
      const [[started, none], [asked, nothing]] = await Promise.all([begin(session, 'new'), ask(session)]);
      expect([none, nothing]).toEqual(['', '']);
      const both = [...Object.entries(bodiesIn(started)), ...Object.entries(bodiesIn(asked))];
      expect(both.length).toBe(3);
      expect(Object.fromEntries(both)).toEqual(BODIES);
      expect((await ask(session))[0]).toBe('already loaded: pair, rollback, window');
    }
  });

  it('a resumed session is sent its start again, and of the rest nothing twice', { timeout: 120_000 }, async () => {
    for (let n = 0; n < RACES; n++) {
      const session = `resumed-${n}`;
      await begin(session, 'new');
      const [before] = await ask(session, 'how do I roll the payments service back?');
      const kept = new Set(Object.keys(bodiesIn(before)));
      expect(kept).toContain('rollback');
      const [[started, none], [asked, nothing]] = await Promise.all([begin(session, 'resume'), ask(session)]);
      expect([none, nothing]).toEqual(['', '']);
      // The rule is back with the start, or with the prompt, which needs it too; what a prompt was sent before is not.
      const both = [...Object.keys(bodiesIn(started)), ...Object.keys(bodiesIn(asked))];
      expect(both.filter((id) => id === 'pair')).toEqual(['pair']);
      expect(both.filter((id) => kept.has(id) && id !== 'pair')).toEqual([]);
      expect(new Set(both).size).toBe(both.length);
      expect((await ask(session))[0]).toBe('already loaded: pair, rollback, window');
    }
  });
});
