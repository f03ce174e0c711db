// Cursor's moments in order, as its hooks get them.
import { afterAll, describe, expect, it } from 'vitest';
import { bodiesIn, cardsIn, type Lab, newLab, removeLabs } from './lab.ts';

afterAll(removeLabs);

const RULE = 'Never push to main directly; open a pull request.';
const STAGING = 'The staging database is db7.';
const ASKS = 'where is the staging database?';

interface Answer {
  additional_context?: string;
}

/** A project with a rule and a fact, opened in Cursor. */
function opened(): Lab {
  const lab = newLab();
  lab.env.CURSOR_VERSION = '3.22.12';
  lab.env.CURSOR_PROJECT_DIR = lab.project;
  lab.env.CLAUDE_PROJECT_DIR = lab.project;
  lab.remember('no-push', `---\ntype: rule\nimportance: 0.9\n---\n${RULE}\n`);
  lab.remember('staging', STAGING);
  lab.sync();
  return lab;
}

let generations = 0;

/** One event of a conversation; what was printed. */
function send(lab: Lab, event: string, more: Record<string, unknown> = {}, host = 'cursor'): Answer {
  return lab.event(host, {
    conversation_id: 'c',
    generation_id: `g${++generations}`,
    model: 'composer-2.5',
    hook_event_name: event,
    cursor_version: '3.22.12',
    workspace_roots: [lab.project],
    user_email: null,
    transcript_path: null,
    ...more,
  }) as Answer;
}

const start = (lab: Lab, more = {}, host?: string) =>
  send(lab, 'sessionStart', { session_id: 'c', is_background_agent: false, ...more }, host);
const ask = (lab: Lab, prompt: string, more = {}, host?: string) =>
  send(lab, 'beforeSubmitPrompt', { prompt, attachments: [], ...more }, host);

describe('a conversation in Cursor', () => {
  it('E-59: is sent the rules at its start, and each memory once with the prompt that needs it', () => {
    const lab = opened();
    const first = start(lab);
    expect(Object.keys(first)).toEqual(['additional_context']);
    expect(bodiesIn(first.additional_context!)).toEqual({ 'no-push': RULE });
    expect(cardsIn(first.additional_context!)).toEqual(['staging']);

    const second = ask(lab, ASKS);
    expect(Object.keys(second)).toEqual(['additional_context']);
    expect(bodiesIn(second.additional_context!)).toEqual({ staging: STAGING });
    // The start's session and the prompt's are one.
    expect(ask(lab, 'may I push to main?')).toEqual({ additional_context: 'already loaded: no-push' });
    expect(ask(lab, ASKS)).toEqual({ additional_context: 'already loaded: staging' });
  });

  it('prints an empty object where there is nothing to say', () => {
    const lab = opened();
    start(lab);
    expect(ask(lab, 'thanks')).toEqual({});
    expect(ask(lab, '')).toEqual({});
    expect(lab.log()).toBe('');
  });

  it('is sent again what a compaction took, with the next prompt', () => {
    const lab = opened();
    start(lab);
    ask(lab, ASKS);
    expect(send(lab, 'preCompact', { trigger: 'auto', is_first_compaction: true })).toEqual({});
    expect(bodiesIn(ask(lab, 'thanks').additional_context!)).toEqual({ staging: STAGING });
    expect(ask(lab, ASKS)).toEqual({ additional_context: 'already loaded: staging' });
  });

  it('is answered once, in the words of Cursor, where Cursor runs what was linked for Claude Code too', () => {
    const lab = opened();
    const both = (send: (host: string) => Answer) => {
      const first = send('cursor');
      // At the same time.
      lab.now -= 1000;
      return [first, send('claude')];
    };
    const starts = both((host) => start(lab, { generation_id: 'g' }, host));
    expect(starts.map((it) => bodiesIn(it.additional_context ?? ''))).toEqual([{ 'no-push': RULE }, {}]);
    expect(starts[1]).toEqual({});
    const prompts = both((host) => ask(lab, ASKS, { generation_id: 'h' }, host));
    expect(prompts.map((it) => bodiesIn(it.additional_context ?? ''))).toEqual([{ staging: STAGING }, {}]);
    expect(prompts[1]).toEqual({});
  });

  it('is served where only Claude Code is linked', () => {
    const lab = opened();
    expect(bodiesIn(start(lab, {}, 'claude').additional_context!)).toEqual({ 'no-push': RULE });
    expect(bodiesIn(ask(lab, ASKS, {}, 'claude').additional_context!)).toEqual({ staging: STAGING });
  });

  it('keeps each answer within 10,000 characters', () => {
    const lab = opened();
    lab.config('load:\n  max_tokens: 16000\n');
    // Two UTF-16 units and four bytes each.
    for (const n of [1, 2, 3]) lab.remember(`long-${n}`, `Deploy of payments ${n}. ${'🚀'.repeat(2_000)}`);
    lab.sync();
    const { additional_context = '' } = ask(lab, 'deploy of payments');
    expect(Object.keys(bodiesIn(additional_context))).toHaveLength(2);
    expect(additional_context.length).toBeLessThanOrEqual(9_500);
  });
});
