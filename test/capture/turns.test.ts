// From events to turns: what hooks keep, and what a worker makes of it.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { key64 } from '../../src/text/hash.ts';
import { removeLabs } from '../hook/lab.ts';
import { newCaptureLab } from './capture-lab.ts';

afterAll(removeLabs);

describe('a turn', () => {
  it('P-01 P-11: joins the prompt with the payload’s answer; what the transcript ends with counts for nothing', async () => {
    const lab = newCaptureLab();
    const lagging = path.join(lab.base, 'lagging.jsonl');
    fs.writeFileSync(
      lagging,
      `${JSON.stringify({ type: 'assistant', message: { role: 'assistant', content: [{ type: 'text', text: 'an older answer' }] } })}\n`,
    );
    expect(lab.ask('s', 'Which port does the gateway use?')).toBeUndefined();
    const stop = lab.recorded('claude', 'Stop.main.json', {
      transcript_path: lagging,
      prompt_id: 't1',
      last_assistant_message: 'It listens on 8443.',
    });
    expect(lab.event('claude', stop)).toBeUndefined();
    await lab.worker();
    expect(lab.used).toEqual([
      {
        key: { host: 'claude', root: lab.project, session: 's' },
        sequence: 1,
        at: lab.now,
        prompt: 'Which port does the gateway use?',
        answer: 'It listens on 8443.',
        tools: [],
      },
    ]);
  });

  it('P-12: the same Stop again is the same turn, before and after a worker has run; the sequence survives', async () => {
    const lab = newCaptureLab();
    lab.ask('s', 'one');
    lab.stop('s', 'first');
    lab.stop('s', 'first');
    await lab.worker();
    lab.stop('s', 'first');
    await lab.worker();
    expect(lab.used.map(({ sequence, prompt, answer }) => [sequence, prompt, answer])).toEqual([[1, 'one', 'first']]);
    lab.ask('s', 'two', 't2');
    lab.stop('s', 'second', 't2');
    await lab.worker();
    expect(lab.used.slice(1).map(({ sequence, prompt, answer }) => [sequence, prompt, answer])).toEqual([
      [2, 'two', 'second'],
    ]);
  });

  it('P-12: of a client that names no turns, the same answer to another prompt is another turn, and the same Stop again is not', async () => {
    const lab = newCaptureLab();
    const of = { session_id: 's', cwd: lab.project };
    for (const prompt of ['one', 'two', 'three']) {
      lab.event('claude', { ...of, hook_event_name: 'UserPromptSubmit', prompt });
      lab.event('claude', { ...of, hook_event_name: 'Stop', last_assistant_message: 'Done.' });
      await lab.worker();
    }
    lab.event('claude', { ...of, hook_event_name: 'UserPromptSubmit', prompt: 'four' });
    for (let n = 0; n < 2; n++)
      lab.event('claude', { ...of, hook_event_name: 'Stop', last_assistant_message: 'Done.' });
    await lab.worker();
    const turns = lab.rows('SELECT sequence, interrupted FROM capture_turn ORDER BY sequence');
    expect(turns).toEqual([1, 2, 3, 4].map((sequence) => ({ sequence, interrupted: 0 })));
    expect(lab.used.map(({ prompt, answer }) => [prompt, answer])).toEqual(
      ['one', 'two', 'three', 'four'].map((prompt) => [prompt, 'Done.']),
    );
  });

  it('P-12: a turn that goes on after its Stop is another one, without the prompt again', async () => {
    const lab = newCaptureLab();
    lab.ask('s', 'one');
    lab.event('claude', lab.recorded('claude', 'Stop.main.json', { prompt_id: 't1' }));
    lab.event('claude', lab.recorded('claude', 'Stop.continued.json', { prompt_id: 't1' }));
    await lab.worker();
    expect(lab.used.map(({ sequence, prompt, answer }) => [sequence, prompt, answer])).toEqual([
      [1, 'one', 'final answer'],
      [2, undefined, 'done'],
    ]);
  });

  it('a prompt that two hooks were told of is there once; one that was sent while it ran stands behind it', async () => {
    const lab = newCaptureLab();
    lab.ask('s', 'build it');
    lab.ask('s', 'build it');
    lab.ask('s', 'with pnpm, please');
    lab.stop('s', 'built');
    await lab.worker();
    expect(lab.used.map(({ prompt }) => prompt)).toEqual(['build it\n\nwith pnpm, please']);
  });

  it('its end may be heard behind the next prompt: each has its own', async () => {
    const lab = newCaptureLab();
    lab.ask('s', 'first question', 't1');
    lab.ask('s', 'second question', 't2');
    lab.stop('s', 'first answer', 't1');
    lab.stop('s', 'second answer', 't2');
    await lab.worker();
    expect(lab.used.map(({ prompt, answer }) => [prompt, answer])).toEqual([
      ['first question', 'first answer'],
      ['second question', 'second answer'],
    ]);
  });

  it('P-26: one that was broken off is kept without an answer, and told', async () => {
    const lab = newCaptureLab();
    lab.ask('s', 'never push to main', 't1');
    lab.ask('s', 'go on', 't2');
    lab.stop('s', 'done', 't2');
    await lab.worker();
    expect(lab.used.map(({ prompt, answer }) => [prompt, answer])).toEqual([
      ['never push to main', undefined],
      ['go on', 'done'],
    ]);
    expect(lab.rows('SELECT sequence, interrupted FROM capture_turn ORDER BY sequence')).toEqual([
      { sequence: 1, interrupted: 1 },
      { sequence: 2, interrupted: 0 },
    ]);
  });

  describe('whose Stop the client has cancelled, because it ended right behind it', () => {
    const recorded = path.join(import.meta.dirname, '../fixtures/claude/transcript.ended.jsonl');
    const TURN = '9409e700-0000-4000-8000-000000000001';
    const answered = 'SELECT sequence, interrupted FROM capture_turn ORDER BY sequence';
    type Lab = ReturnType<typeof newCaptureLab>;
    const ended = (lab: Lab, transcript: string) =>
      lab.event(
        'claude',
        lab.recorded('claude', 'SessionEnd.other.json', { prompt_id: TURN, transcript_path: transcript }),
      );
    /** The recorded transcript, changed. */
    const changed = (lab: Lab, change: (text: string) => string) => {
      const file = path.join(lab.base, 'transcript.jsonl');
      fs.writeFileSync(file, change(fs.readFileSync(recorded, 'utf8')));
      return file;
    };

    it('P-12 P-26: is joined with the answer that the session’s file has of it when the session ends', async () => {
      const lab = newCaptureLab();
      lab.ask('s', 'Which port?', TURN);
      ended(lab, recorded);
      await lab.worker();
      expect(lab.used.map(({ prompt, answer }) => [prompt, answer])).toEqual([['Which port?', 'The answer 3.']]);
      expect(lab.rows(answered)).toEqual([{ sequence: 1, interrupted: 0 }]);
    });

    it.each([
      ['before', (lab: Lab) => lab.stop('s', 'The answer 3.', TURN), () => {}],
      ['behind', () => {}, (lab: Lab) => lab.stop('s', 'The answer 3.', TURN)],
    ])('P-12: is one turn where its Stop is heard %s the end', async (_, before, behind) => {
      const lab = newCaptureLab();
      lab.ask('s', 'Which port?', TURN);
      before(lab);
      ended(lab, recorded);
      behind(lab);
      await lab.worker();
      expect(lab.used.map(({ prompt, answer }) => [prompt, answer])).toEqual([['Which port?', 'The answer 3.']]);
    });

    it('O26: with what is secret in it taken out', async () => {
      const lab = newCaptureLab();
      const token = ['gh', 'p_', 'x9Kd83hfLq02mZpW7vTbY4sRnE6uJcAgH1oX'].join('');
      lab.ask('s', 'Which token?', TURN);
      ended(
        lab,
        changed(lab, (text) => text.replace('The answer 3.', `It is ${token}.`)),
      );
      await lab.worker();
      expect(lab.used.map(({ answer }) => answer)).toEqual(['It is [redacted:github-token].']);
    });

    it.each<[string, (text: string) => string]>([
      ['of another turn', (text) => text.replaceAll(TURN, '9409e700-0000-4000-8000-000000000002')],
      ['that was broken off', (text) => text.replace('"stop_reason":"end_turn"', '"stop_reason":null')],
      ['that waits for a tool', (text) => text.split('\n').slice(0, 3).join('\n')],
      ['with a prompt below it', (text) => `${text}${text.split('\n')[0]}\n`],
      ['of a subagent', (text) => text.replaceAll('"isSidechain":false', '"isSidechain":true')],
      [
        'that is the client’s own',
        (text) => text.replace('"type":"assistant","uuid":"e0', '"isApiErrorMessage":true,$&'),
      ],
      ['that is torn', (text) => text.replace(/"type":"assistant","uuid":"e0.*/, '"type":"assistant"')],
    ])('P-26: takes no answer %s: it counts as broken off', async (_, change) => {
      const lab = newCaptureLab();
      lab.ask('s', 'Which port?', TURN);
      ended(lab, changed(lab, change));
      await lab.worker();
      expect(lab.used.map(({ prompt, answer }) => [prompt, answer])).toEqual([['Which port?', undefined]]);
      expect(lab.rows(answered)).toEqual([{ sequence: 1, interrupted: 1 }]);
    });

    it('of a session that goes without engram nothing is read', async () => {
      const lab = newCaptureLab();
      lab.ask('s', 'Which port?', TURN);
      fs.mkdirSync(lab.places.bypass, { recursive: true });
      fs.writeFileSync(path.join(lab.places.bypass, key64('s')), 's\n');
      ended(lab, recorded);
      await lab.worker();
      expect(lab.used).toEqual([]);
    });
  });

  it('has the commands that were run for it, with what came of them', async () => {
    const lab = newCaptureLab();
    lab.ask('s', 'run it');
    for (const file of ['PostToolUse.Bash.json', 'PostToolUseFailure.Bash.json', 'PostToolUse.Read.json']) {
      expect(lab.event('claude', lab.recorded('claude', file, { prompt_id: 't1' }))).toBeUndefined();
    }
    lab.stop('s', 'done');
    await lab.worker();
    expect(lab.used[0]?.tools).toEqual([
      { tool: 'Bash', input: 'echo hi', output: 'hi', ok: true },
      { tool: 'Bash', input: 'exit 3', output: 'Exit code 3', ok: false },
    ]);
  });

  it.each([
    ['codex', 'UserPromptSubmit.main', 'PostToolUse.shell', 'Stop.main', 'final answer', 'echo shell-ran', undefined],
    [
      ...['gemini', 'BeforeAgent.headless', 'AfterTool.run_shell_command', 'AfterAgent.headless'],
      ...['All finished.', 'echo shellout', true],
    ],
    ['qwen', 'UserPromptSubmit.user', 'PostToolUse.run_shell_command', 'Stop.done', 'All done.', 'echo hi', true],
    ['devin', 'UserPromptSubmit.documented', 'PostToolUse.documented', 'Stop.documented', undefined, 'ls', true],
    [
      ...['droid', 'UserPromptSubmit.documented', 'PostToolUse.recorded-exec', 'Stop.recorded-exec'],
      ...[undefined, 'echo hi-there', true],
    ],
    [
      ...['copilot', 'userPromptSubmitted.camel', 'postToolUse.camel', 'agentStop.camel'],
      ...[undefined, 'echo hi-there', true],
    ],
    [
      ...['cursor', 'beforeSubmitPrompt.sdk-runtime', 'postToolUse.sdk-runtime', 'stop.sdk-runtime'],
      ...[undefined, 'npm test', true],
    ],
  ] as [string, string, string, string, string | undefined, string, boolean | undefined][])(
    '%s: prompt, command and answer of its own payloads make one',
    async (host, prompt, tool, stop, answer, command, ok) => {
      const lab = newCaptureLab();
      lab.env.DEVIN_PROJECT_DIR = host === 'devin' ? lab.project : undefined;
      for (const name of [prompt, tool, stop]) {
        const payload = lab.recorded(host, `${name}.json`);
        expect(lab.event(host, payload, host === 'copilot' ? [name.split('.')[0]!] : [])).toSatisfy(
          (printed) => printed === undefined || JSON.stringify(printed) === '{}',
        );
      }
      await lab.worker();
      expect(lab.used).toHaveLength(1);
      const [turn] = lab.used;
      expect(turn?.prompt).toMatch(/\S/);
      expect([turn?.answer, turn?.tools.map(({ input }) => input), turn?.tools[0]?.ok]).toEqual([
        answer,
        [command],
        ok,
      ]);
    },
  );

  it('windsurf: has no answer to a prompt, and is heard all the same', async () => {
    const lab = newCaptureLab();
    lab.env.PWD = lab.project;
    lab.event('windsurf', lab.recorded('windsurf', 'pre_user_prompt.documented.json'));
    lab.event('windsurf', lab.recorded('windsurf', 'post_cascade_response.documented.json'));
    await lab.worker();
    expect(lab.used.map(({ prompt, answer }) => [prompt === undefined, answer])).toEqual([
      [false, "### Planner Response\n\nI'll look at the script."],
    ]);
  });
});

describe('what is not captured', () => {
  it('P-21: anything, where capture is off: no spool, no worker', () => {
    const lab = newCaptureLab({ off: true });
    lab.ask('s', 'secret plans');
    lab.stop('s', 'an answer');
    lab.event('claude', lab.recorded('claude', 'PostToolUse.Bash.json'));
    lab.compact('s');
    lab.event('claude', lab.recorded('claude', 'PostCompact.manual.json'));
    lab.end('s', 'clear');
    lab.start('s2');
    expect(fs.existsSync(lab.spool)).toBe(false);
    expect(lab.workers).toBe(0);
  });

  it('P-21: anything, once it was turned off, though the hosts are still linked for it', () => {
    const lab = newCaptureLab();
    lab.ask('s', 'one');
    lab.config('capture:\n  enabled: false\n');
    lab.ask('s', 'two', 't2');
    lab.stop('s', 'answer');
    expect(lab.lines().map(({ is }) => is)).toEqual(['prompt']);
  });

  it('O23: subagents, sessions that a program started, and what engram itself starts', () => {
    const lab = newCaptureLab();
    const common = { session_id: 's', cwd: lab.project, prompt_id: 't1' };
    const prompt = { ...common, hook_event_name: 'UserPromptSubmit', prompt: 'hello' };
    const stop = { ...common, hook_event_name: 'Stop', last_assistant_message: 'hi' };
    for (const payload of [prompt, stop]) {
      lab.event('claude', { ...payload, agent_id: 'a1', agent_type: 'Explore' });
      lab.event('claude', { ...payload, entrypoint: 'sdk-ts' });
      lab.env.CLAUDE_CODE_ENTRYPOINT = 'sdk-cli';
      lab.event('claude', payload);
      lab.env.CLAUDE_CODE_ENTRYPOINT = undefined;
      lab.env.ENGRAM_BYPASS = '1';
      lab.event('claude', payload);
      lab.env.ENGRAM_BYPASS = undefined;
    }
    lab.event('codex', lab.recorded('codex', 'UserPromptSubmit.subagent.json'));
    lab.event('codex', lab.recorded('codex', 'PostToolUse.shell.subagent.json'));
    lab.event('claude', lab.recorded('claude', 'UserPromptSubmit.task-notification.json'));
    expect(fs.existsSync(lab.spool)).toBe(false);
  });
});

describe('boundaries', () => {
  it('P-16: PreCompact and SessionEnd leave one each, and print nothing', async () => {
    const lab = newCaptureLab();
    lab.ask('s', 'one');
    lab.stop('s', 'first');
    for (const file of ['PreCompact.manual.json', 'SessionEnd.prompt_input_exit.json'])
      expect(lab.event('claude', lab.recorded('claude', file))).toBeUndefined();
    await lab.worker();
    expect(lab.rows('SELECT sequence, segment, kind, reason FROM capture_boundary ORDER BY sequence')).toEqual([
      { sequence: 2, segment: 1, kind: 'compact', reason: 'manual' },
      { sequence: 3, segment: 2, kind: 'end', reason: 'session_shutdown' },
    ]);
  });

  it('P-17: compactions that follow each other within two seconds are one, and two where a prompt stands between them', async () => {
    const lab = newCaptureLab();
    const soon = (step: () => unknown) => {
      // An event takes a second.
      lab.now -= 900;
      step();
    };
    for (const turn of ['t1', 't2', 't3']) {
      soon(() => lab.ask('s', `prompt ${turn}`, turn));
      soon(() => lab.compact('s'));
      soon(() => lab.compact('s'));
    }
    for (const turn of ['t1', 't2', 't3']) soon(() => lab.stop('s', `answer ${turn}`, turn));
    await lab.worker();
    expect(lab.rows('SELECT sequence, segment, kind FROM capture_boundary ORDER BY sequence')).toEqual([
      { sequence: 1, segment: 1, kind: 'compact' },
      { sequence: 2, segment: 2, kind: 'compact' },
      { sequence: 3, segment: 3, kind: 'compact' },
    ]);
    // A turn belongs to the segment in which it ends.
    expect(lab.rows('SELECT sequence, segment FROM capture_turn ORDER BY sequence')).toEqual([
      { sequence: 4, segment: 4 },
      { sequence: 5, segment: 4 },
      { sequence: 6, segment: 4 },
    ]);
    expect(lab.used.map(({ prompt, answer }) => [prompt, answer])).toEqual(
      ['t1', 't2', 't3'].map((turn) => [`prompt ${turn}`, `answer ${turn}`]),
    );
  });

  it('P-18: a compaction closes one segment, and the next turn opens another', async () => {
    const lab = newCaptureLab();
    lab.stop('s', 'first', 't1');
    lab.compact('s');
    lab.stop('s', 'second', 't2');
    await lab.worker();
    expect(lab.rows('SELECT sequence, segment FROM capture_turn ORDER BY sequence')).toEqual([
      { sequence: 1, segment: 1 },
      { sequence: 3, segment: 2 },
    ]);
  });
});

describe('the end of a session', () => {
  it.each(['claude', 'codex', 'qwen', 'devin', 'droid'])(
    'S-01, S-03: %s: one without a reason is session.turn, and what was begun waits in the queue',
    async (host) => {
      const lab = newCaptureLab();
      const common = { session_id: 's', cwd: lab.project, prompt_id: 't1', turn_id: 't1' };
      lab.event(host, { ...common, hook_event_name: 'UserPromptSubmit', prompt: 'always use pnpm' });
      lab.event(host, { session_id: 's', cwd: lab.project, hook_event_name: 'SessionEnd' });
      await lab.worker(() => {
        throw new Error('not today');
      });
      expect(lab.rows('SELECT kind, host, reason FROM event')).toEqual([{ kind: 'session.turn', host, reason: '' }]);
      expect(lab.rows('SELECT state, ended FROM capture_turn JOIN capture_session USING (key)')).toEqual([
        { state: 'waiting', ended: null },
      ]);
    },
  );

  it.each(['clear', 'session.deleted', 'session_branch', 'session_fork', 'session_shutdown', 'session_switch'])(
    'S-01: %s is stored as session.end',
    async (reason) => {
      const lab = newCaptureLab();
      lab.end('s', reason);
      await lab.worker();
      expect(lab.rows('SELECT kind, host, reason FROM event')).toEqual([
        { kind: 'session.end', host: 'claude', reason },
      ]);
    },
  );

  it.each([
    ['claude', 'SessionEnd.clear.json', 'clear'],
    ['claude', 'SessionEnd.other.json', 'session_shutdown'],
    ['claude', 'SessionEnd.prompt_input_exit.json', 'session_shutdown'],
    ['codex', 'SessionEnd.main.json', 'session_shutdown'],
    ['gemini', 'SessionEnd.clear.json', 'clear'],
    ['gemini', 'SessionEnd.exit.json', 'session_shutdown'],
    ['droid', 'SessionEnd.recorded-exec.json', 'session_shutdown'],
  ])('S-01: %s, %s: %s', async (host, file, reason) => {
    const lab = newCaptureLab();
    lab.event(host, lab.recorded(host, file));
    await lab.worker();
    expect(lab.rows('SELECT kind, host, reason FROM event')).toEqual([{ kind: 'session.end', host, reason }]);
  });

  it('S-02: told three times it is one row; a session that goes on has another end', async () => {
    const lab = newCaptureLab();
    for (let n = 0; n < 3; n++) lab.end('s', 'clear');
    await lab.worker();
    lab.end('s', 'clear');
    await lab.worker();
    const ends = () => lab.rows("SELECT * FROM event WHERE kind = 'session.end'").length;
    expect(ends()).toBe(1);
    lab.ask('s', 'it was resumed', 't2');
    lab.stop('s', 'yes', 't2');
    lab.end('s', 'clear');
    await lab.worker();
    expect(ends()).toBe(2);
    // Nothing in it says whose session it was.
    expect(Object.keys(lab.rows<object>('SELECT * FROM event')[0]!)).toEqual(['kind', 'host', 'reason', 'at']);
  });

  it('S-03: a reason that ends no conversation is session.turn, and what was begun waits in the queue', async () => {
    const lab = newCaptureLab();
    lab.ask('s', 'always use pnpm');
    lab.end('s', 'session.idle');
    await lab.worker(() => {
      throw new Error('not today');
    });
    expect(lab.rows('SELECT kind, reason FROM event')).toEqual([{ kind: 'session.turn', reason: 'session.idle' }]);
    expect(lab.rows('SELECT state, ended FROM capture_turn JOIN capture_session USING (key)')).toEqual([
      { state: 'waiting', ended: null },
    ]);
  });

  it('S-06: of a bypassed session nothing is made, and its record is closed', async () => {
    const lab = newCaptureLab();
    lab.ask('s', 'begun before');
    fs.mkdirSync(lab.places.bypass, { recursive: true });
    fs.writeFileSync(path.join(lab.places.bypass, key64('s')), 's\n');
    lab.ask('s', 'unheard', 't2');
    lab.stop('s', 'unheard', 't2');
    lab.event('claude', lab.recorded('claude', 'PostCompact.manual.json'));
    expect(lab.end('s', 'clear')).toBeUndefined();
    expect(lab.event('gemini', { ...lab.recorded('gemini', 'SessionEnd.exit.json') })).toEqual({});
    // Another is not.
    lab.ask('s2', 'heard');
    lab.stop('s2', 'yes');
    await lab.worker();
    expect(lab.used.map(({ prompt }) => prompt)).toEqual(['heard']);
    expect(lab.rows('SELECT * FROM capture_piece')).toEqual([]);
    expect(lab.rows('SELECT * FROM episode')).toEqual([]);
    expect(
      lab.rows("SELECT ended IS NOT NULL AS closed FROM capture_session WHERE host = 'claude' AND session = 's'"),
    ).toEqual([{ closed: 1 }]);
  });

  it('A-07: a summary that it carries is one episode', async () => {
    const lab = newCaptureLab();
    lab.event('claude', lab.recorded('claude', 'SessionEnd.other.json', { summary: 'The gateway was moved to 8443.' }));
    lab.event('claude', lab.recorded('claude', 'SessionEnd.other.json', { summary: 'The gateway was moved to 8443.' }));
    await lab.worker();
    expect(lab.rows('SELECT kind, host, root, session, text FROM episode')).toEqual([
      {
        kind: 'session_summary',
        host: 'claude',
        root: lab.project,
        session: 's',
        text: 'The gateway was moved to 8443.',
      },
    ]);
  });
});

describe('a compaction’s summary', () => {
  const summaries = 'SELECT kind, host, text FROM episode ORDER BY host, id';

  it('S-20: of the payload is one session_summary', async () => {
    const lab = newCaptureLab();
    lab.event('claude', lab.recorded('claude', 'PostCompact.manual.json'));
    lab.event('claude', lab.recorded('claude', 'PostCompact.manual.json'));
    await lab.worker();
    expect(lab.rows(summaries)).toEqual([
      { kind: 'session_summary', host: 'claude', text: 'Fake summary of the conversation.' },
    ]);
  });

  it('S-21: of the session’s file, where the payload has none', async () => {
    const lab = newCaptureLab();
    const transcript = path.join(import.meta.dirname, '../fixtures/claude/transcript.compacted-manual.jsonl');
    const { compact_summary: _, ...payload } = lab.recorded('claude', 'PostCompact.manual.json', {
      transcript_path: transcript,
    });
    lab.event('claude', payload);
    const rollout = path.join(lab.base, 'rollout.jsonl');
    fs.writeFileSync(
      rollout,
      `${JSON.stringify({ timestamp: '2026-11-30T12:00:00Z', type: 'compacted', payload: { message: 'We chose port 8443.' } })}\n`,
    );
    lab.event('codex', lab.recorded('codex', 'PostCompact.manual.json', { transcript_path: rollout }));
    await lab.worker();
    expect(lab.rows(summaries)).toEqual([
      { kind: 'session_summary', host: 'claude', text: 'The user asked about the project and was …' },
      { kind: 'session_summary', host: 'codex', text: 'We chose port 8443.' },
    ]);
  });

  it('S-20: in the tags that the model was told to write, behind what it thought: neither is kept', async () => {
    const lab = newCaptureLab();
    const compact_summary =
      '<analysis>\nThinking about it.\n</analysis>\n\n<summary>\n1. Primary Request:\n   The port.\n</summary>';
    lab.event('claude', lab.recorded('claude', 'PostCompact.auto.json', { compact_summary }));
    await lab.worker();
    expect(lab.rows(summaries)).toEqual([
      { kind: 'session_summary', host: 'claude', text: '1. Primary Request:\n   The port.' },
    ]);
  });

  it('S-20: at a start with source compact, of the session’s file, and told of it again by PostCompact it is one', async () => {
    const lab = newCaptureLab();
    const content = [
      'This session is being continued from a previous conversation that ran out of context. The summary below covers the earlier portion of the conversation.\n\nSummary:\nWe chose port 8443.\n\n',
      'If you need specific details from before compaction (like exact code snippets, error messages, or content you generated), read the full transcript at: /home/dev/t.jsonl\n',
      'Continue the conversation from where it left off without asking the user any further questions.',
    ].join('');
    const transcript = path.join(lab.base, 'transcript.jsonl');
    const record = { type: 'user', message: { role: 'user', content }, isCompactSummary: true };
    fs.writeFileSync(transcript, `${JSON.stringify(record)}\n`);
    lab.event('claude', lab.recorded('claude', 'SessionStart.compact.json', { transcript_path: transcript }));
    lab.event('claude', lab.recorded('claude', 'SessionStart.resume.json', { transcript_path: transcript }));
    const compact_summary = '<summary>\nWe chose port 8443.\n</summary>';
    lab.event('claude', lab.recorded('claude', 'PostCompact.auto.json', { compact_summary }));
    await lab.worker();
    expect(lab.rows(summaries)).toEqual([{ kind: 'session_summary', host: 'claude', text: 'We chose port 8443.' }]);
  });

  it('S-22: without a folder and a session’s file it is of the project that the payload names; where there is a file, of its folder', async () => {
    const lab = newCaptureLab();
    const other = path.join(lab.base, 'other');
    fs.mkdirSync(path.join(other, '.git'), { recursive: true });
    const transcript = path.join(lab.base, 'transcript.jsonl');
    fs.writeFileSync(transcript, `${JSON.stringify({ type: 'user', cwd: path.join(other, 'src'), sessionId: 's' })}\n`);
    const {
      cwd: _,
      transcript_path: __,
      ...payload
    } = lab.recorded('claude', 'PostCompact.manual.json', {
      project: lab.project,
    });
    lab.event('claude', { ...payload, compact_summary: 'Of the project.' });
    lab.event('claude', { ...payload, compact_summary: 'Of the file.', transcript_path: transcript });
    const gone = path.join(lab.base, 'gone.jsonl');
    lab.event('claude', { ...payload, compact_summary: 'Of a file that is gone.', transcript_path: gone });
    // A folder that the host names wins over both.
    lab.event('claude', {
      ...payload,
      compact_summary: 'Of the folder.',
      cwd: lab.project,
      transcript_path: transcript,
    });
    await lab.worker();
    expect(lab.rows('SELECT root, text FROM episode ORDER BY text')).toEqual([
      { root: lab.project, text: 'Of a file that is gone.' },
      { root: other, text: 'Of the file.' },
      { root: lab.project, text: 'Of the folder.' },
      { root: lab.project, text: 'Of the project.' },
    ]);
  });

  it.each(['{"cwd":"\\x"}', '{"cwd":"\\u00"}', '{"cwd":"a\\u0000b"}'])(
    'S-22: a session’s file with %s says nothing of its folder, and what the event says is kept',
    async (line) => {
      const lab = newCaptureLab();
      const transcript = path.join(lab.base, 'transcript.jsonl');
      fs.writeFileSync(transcript, `${line}\n`);
      const { cwd: _, ...payload } = lab.recorded('claude', 'PostCompact.manual.json', { project: lab.project });
      lab.event('claude', { ...payload, compact_summary: 'We chose pnpm.', transcript_path: transcript });
      await lab.worker();
      expect(lab.rows('SELECT root, text FROM episode')).toEqual([{ root: lab.project, text: 'We chose pnpm.' }]);
    },
  );

  it('S-22: two agents with one session id share nothing', async () => {
    const lab = newCaptureLab();
    const text = 'The same summary.';
    lab.event('claude', lab.recorded('claude', 'PostCompact.manual.json', { compact_summary: text }));
    const rollout = path.join(lab.base, 'rollout.jsonl');
    fs.writeFileSync(rollout, `${JSON.stringify({ type: 'compacted', payload: { message: text } })}\n`);
    lab.event('codex', lab.recorded('codex', 'PostCompact.manual.json', { transcript_path: rollout }));
    await lab.worker();
    expect(lab.rows('SELECT host, session, root, text FROM episode ORDER BY host')).toEqual([
      { host: 'claude', session: 's', root: lab.project, text },
      { host: 'codex', session: 's', root: lab.project, text },
    ]);
    expect(lab.rows('SELECT host FROM capture_session ORDER BY host')).toEqual([{ host: 'claude' }, { host: 'codex' }]);
  });
});
