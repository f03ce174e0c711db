// Devin Local's moments in order, as its documents have them.
import { afterAll, describe, expect, it } from 'vitest';
import { bodiesIn, cardsIn, type Lab, newLab, removeLabs } from './lab.ts';

afterAll(removeLabs);

const RULE = 'Never push to main directly; open a pull request.';
const STAGING = 'The staging database is db7.';
const ASKS = 'where is the staging database?';
const API = 'Handlers return problem details.';

/** A project with a rule, a fact and what applies to a path, opened in Devin. */
function opened(): Lab {
  const lab = newLab();
  lab.env.DEVIN_PROJECT_DIR = lab.project;
  lab.remember('no-push', `---\ntype: rule\nimportance: 0.9\n---\n${RULE}\n`);
  lab.remember('staging', STAGING);
  lab.remember('api', `---\napplies_to: ["src/api/**"]\n---\n${API}\n`);
  lab.sync();
  return lab;
}

interface Answer {
  hookSpecificOutput: { hookEventName: string; additionalContext: string };
}

function send(lab: Lab, event: string, more: Record<string, unknown> = {}, host = 'devin'): Answer | undefined {
  return lab.event(host, { hook_event_name: event, session_id: 's', ...more }) as Answer | undefined;
}

let prompts = 0;
const ask = (lab: Lab, prompt: string, prompt_id = `p${++prompts}`, host?: string) =>
  send(lab, 'UserPromptSubmit', { prompt, prompt_id }, host);
const context = (answer: Answer | undefined) => answer?.hookSpecificOutput.additionalContext ?? '';

describe('a session in Devin Local', () => {
  it('is sent the rules at its start, and each memory once with the prompt or the file that needs it', () => {
    const lab = opened();
    const first = send(lab, 'SessionStart', { source: 'startup' });
    expect(first?.hookSpecificOutput.hookEventName).toBe('SessionStart');
    expect(bodiesIn(context(first))).toEqual({ 'no-push': RULE });
    expect(cardsIn(context(first)).sort()).toEqual(['api', 'staging']);

    const second = ask(lab, ASKS);
    expect(second?.hookSpecificOutput.hookEventName).toBe('UserPromptSubmit');
    expect(bodiesIn(context(second))).toEqual({ staging: STAGING });

    const read = {
      tool_name: 'read',
      tool_input: { file_path: `${lab.project}/src/api/a.ts` },
      tool_response: { success: true, output: '', error: null },
      prompt_id: 'p1',
    };
    const third = send(lab, 'PostToolUse', read);
    expect(third?.hookSpecificOutput.hookEventName).toBe('PostToolUse');
    expect(bodiesIn(context(third))).toEqual({ api: API });
    expect(send(lab, 'PostToolUse', read)).toBeUndefined();
    expect(context(ask(lab, ASKS))).toBe('already loaded: staging');
    expect(ask(lab, 'thanks')).toBeUndefined();
    expect(lab.log()).toBe('');
  });

  it('is sent again what a compaction took', () => {
    const lab = opened();
    send(lab, 'SessionStart', { source: 'startup' });
    ask(lab, ASKS);
    expect(send(lab, 'PostCompaction', { summary: '…', prompt_id: 'p' })).toBeUndefined();
    expect(bodiesIn(context(ask(lab, 'thanks')))).toEqual({ staging: STAGING });
  });

  it('is sent nothing twice when it is resumed: what it had counts as kept', () => {
    const lab = opened();
    send(lab, 'SessionStart', { source: 'startup' });
    ask(lab, ASKS);
    expect(send(lab, 'SessionStart', { source: 'resume' })).toBeUndefined();
    expect(context(ask(lab, ASKS))).toBe('already loaded: staging');
  });

  it('is answered once where Devin runs what was linked for Claude Code too', () => {
    const lab = opened();
    const both = (send: (host: string) => Answer | undefined) => {
      const first = send('devin');
      // At the same time.
      lab.now -= 1000;
      return [context(first), send('claude')];
    };
    const [start, none] = both((host) => send(lab, 'SessionStart', { source: 'startup' }, host));
    expect([bodiesIn(start as string), none]).toEqual([{ 'no-push': RULE }, undefined]);
    const [prompt, nothing] = both((host) => ask(lab, ASKS, 'p', host));
    expect([bodiesIn(prompt as string), nothing]).toEqual([{ staging: STAGING }, undefined]);
  });
});
