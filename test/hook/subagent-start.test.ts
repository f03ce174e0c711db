import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { sessionFile } from '../../src/session/log.ts';
import { bodiesIn, type Lab, newLab, removeLabs } from './lab.ts';

afterAll(removeLabs);

const ASK = 'how do I deploy the payments service?';

function twoMemories() {
  const lab = newLab();
  lab.remember('deploy-window', 'Deploy the payments service only Monday to Thursday.');
  lab.remember('rollback', 'Roll the payments service back when a deploy fails.');
  lab.remember('plants', 'The office plants are watered on Fridays.');
  lab.sync();
  return lab;
}

const start = (lab: Lab, host: string, more: Record<string, unknown> = { agent_id: 'a1' }) =>
  lab.context(host, {
    session_id: 's',
    cwd: lab.project,
    hook_event_name: 'SubagentStart',
    agent_type: 'Explore',
    ...(host === 'codex' ? { model: 'm', permission_mode: 'default', turn_id: 't' } : {}),
    ...more,
  });

function records(lab: Lab): Record<string, string> {
  return Object.fromEntries(
    fs
      .readdirSync(lab.places.sessions)
      .filter((name) => name.endsWith('.log'))
      .map((name) => [name, fs.readFileSync(path.join(lab.places.sessions, name), 'utf8')]),
  );
}

describe('subagent-start', () => {
  it.each(['claude', 'codex'])(
    '%s, E-49 E-50: sends what the parent’s last prompt routed; the parent’s record stays',
    (host) => {
      const lab = twoMemories();
      const prompt = { session_id: 's', cwd: lab.project, hook_event_name: 'UserPromptSubmit', prompt: ASK };
      const sent = bodiesIn(lab.context(host, host === 'codex' ? { ...prompt, model: 'm', turn_id: 't' } : prompt));
      expect(Object.keys(sent).sort()).toEqual(['deploy-window', 'rollback']);
      const parent = path.basename(sessionFile(lab.places.sessions, { host, root: lab.project, session: 's' }));
      const before = records(lab)[parent];
      expect(bodiesIn(start(lab, host))).toEqual(sent);
      const after = records(lab);
      expect(after[parent]).toBe(before);
      const own = path.basename(
        sessionFile(lab.places.sessions, { host, root: lab.project, session: 's', agent: 'a1' }),
      );
      expect(Object.keys(after).sort()).toEqual([parent, own].sort());
    },
  );

  it('E-50: each subagent has its own set, and a prompt inside it uses that set', () => {
    const lab = twoMemories();
    lab.prompt('s', ASK);
    const first = start(lab, 'claude');
    expect(start(lab, 'claude', { agent_id: 'a2' })).toBe(first);
    expect(lab.prompt('s', ASK, { agent_id: 'a1' })).toBe('already loaded: deploy-window, rollback');
    expect(lab.prompt('s', ASK)).toBe('already loaded: deploy-window, rollback');
  });

  it('without an id each is sent all, and nothing is recorded', () => {
    const lab = twoMemories();
    lab.prompt('s', ASK);
    const before = records(lab);
    const first = start(lab, 'claude', {});
    expect(Object.keys(bodiesIn(first)).sort()).toEqual(['deploy-window', 'rollback']);
    expect(start(lab, 'claude', {})).toBe(first);
    expect(records(lab)).toEqual(before);
  });

  it('sends nothing where the parent routed nothing, or memory is not automatic', () => {
    const lab = twoMemories();
    expect(start(lab, 'claude')).toBe('');
    lab.start('s');
    lab.prompt('s', 'thanks');
    expect(start(lab, 'claude')).toBe('');
    lab.prompt('s', ASK);
    for (const read of ['manual', 'off', 'startup']) {
      lab.config(`read: ${read}\n`);
      expect([read, start(lab, 'claude', { agent_id: read })]).toEqual([read, '']);
    }
  });

  it('leaves out a memory that is gone, and sends one that was edited as it is now', () => {
    const lab = twoMemories();
    lab.prompt('s', ASK);
    fs.rmSync(path.join(lab.project, '.engram/memories/rollback.md'));
    lab.remember('deploy-window', 'Deploys are frozen.');
    expect(bodiesIn(start(lab, 'claude'))).toEqual({ 'deploy-window': 'Deploys are frozen.' });
  });

  it('E-34: stays within the cap of the host', () => {
    for (const [host, limit, size] of [
      ['claude', 9500, (text: string) => text.length],
      ['codex', 9600, (text: string) => Buffer.byteLength(text)],
    ] as const) {
      const lab = newLab();
      lab.config('load:\n  max_tokens: 16000\n  limit: 50\n');
      for (let n = 0; n < 60; n++)
        lab.remember(`note-${n}`, `payments deploy note ${n}. ${'At length 部署. '.repeat(60)}`);
      lab.sync();
      const payload = { session_id: 's', cwd: lab.project, model: 'm', turn_id: 't' };
      lab.event(host, { ...payload, hook_event_name: 'UserPromptSubmit', prompt: 'payments deploy note' });
      const context = start(lab, host);
      expect(size(context)).toBeGreaterThan(limit / 2);
      expect(size(context)).toBeLessThanOrEqual(limit);
    }
  });
});

describe('subagent-start where subagents inherit (Codex)', () => {
  const SESSION = '01990000-0000-7000-8000-0000000000a1';
  const FIRST = '01990000-0000-7000-8000-0000000000c1';
  const SECOND = '01990000-0000-7000-8000-0000000000c2';

  /** As Codex 0.171.0 begins a subagent's rollout, instructions longer than any head behind it. */
  const rollout = (lab: Lab, agent: string, from?: string) => {
    const file = path.join(lab.base, `rollout-${agent}.jsonl`);
    const meta = (payload: object) => JSON.stringify({ timestamp: 'T', ordinal: 0, type: 'session_meta', payload });
    const instructions = { base_instructions: { text: 'You are Codex. '.repeat(1_300) } };
    const own = {
      session_id: SESSION,
      id: agent,
      ...(from ? { forked_from_id: from } : {}),
      parent_thread_id: SESSION,
    };
    const copied = { session_id: SESSION, id: SESSION, forked_from_id: '01990000-0000-7000-8000-0000000000ff' };
    fs.writeFileSync(file, `${meta({ ...own, cwd: lab.project, ...instructions })}\n${meta(copied)}\n`);
    return file;
  };
  const codex = (lab: Lab, event: string, more: Record<string, unknown>) =>
    lab.context('codex', {
      session_id: SESSION,
      cwd: lab.project,
      hook_event_name: event,
      model: 'm',
      turn_id: 't',
      ...more,
    });
  const ask = (lab: Lab, prompt: string, more: Record<string, unknown> = {}) =>
    codex(lab, 'UserPromptSubmit', { prompt, ...more });
  const begin = (lab: Lab, agent: string | undefined, transcript: string | null) =>
    codex(lab, 'SubagentStart', {
      agent_type: 'default',
      transcript_path: transcript,
      ...(agent ? { agent_id: agent } : {}),
    });

  it('sends nothing that the inherited history holds, not at a prompt inside it either; the parent’s record stays', () => {
    const lab = twoMemories();
    ask(lab, ASK);
    ask(lab, 'when are the plants watered?');
    ask(lab, ASK, { turn_id: 't2' });
    const before = records(lab);
    expect(begin(lab, FIRST, rollout(lab, FIRST, SESSION))).toBe('');
    expect(ask(lab, ASK, { agent_id: FIRST })).toBe('already loaded: deploy-window, rollback');
    // Inherited from an earlier turn.
    expect(ask(lab, 'when are the plants watered?', { agent_id: FIRST })).toBe('already loaded: plants');
    expect(records(lab)).toMatchObject(before);
  });

  it('sends what the parent was not sent: it has compacted since, or the memory has changed', () => {
    const lab = twoMemories();
    ask(lab, ASK);
    lab.remember('rollback', 'Roll the payments service back within an hour when a deploy fails.');
    expect(bodiesIn(begin(lab, FIRST, rollout(lab, FIRST, SESSION)))).toEqual({
      rollback: 'Roll the payments service back within an hour when a deploy fails.',
    });
    codex(lab, 'PreCompact', { trigger: 'auto' });
    expect(Object.keys(bodiesIn(begin(lab, SECOND, rollout(lab, SECOND, SESSION)))).sort()).toEqual([
      'deploy-window',
      'rollback',
    ]);
  });

  it('inherits from a subagent what that one inherited and was sent itself', () => {
    const lab = twoMemories();
    ask(lab, ASK);
    begin(lab, FIRST, rollout(lab, FIRST, SESSION));
    expect(bodiesIn(ask(lab, 'when are the plants watered?', { agent_id: FIRST }))).toHaveProperty('plants');
    expect(begin(lab, SECOND, rollout(lab, SECOND, FIRST))).toBe('');
    expect(ask(lab, ASK, { agent_id: SECOND })).toBe('already loaded: deploy-window, rollback');
    expect(ask(lab, 'when are the plants watered?', { agent_id: SECOND })).toBe('already loaded: plants');
    expect(bodiesIn(ask(lab, 'when are the plants watered?'))).toHaveProperty('plants');
  });

  it('sends nothing to one without an id either, and records nothing', () => {
    const lab = twoMemories();
    ask(lab, ASK);
    const before = records(lab);
    expect(begin(lab, undefined, rollout(lab, FIRST, SESSION))).toBe('');
    expect(records(lab)).toEqual(before);
  });

  it('knows what was inherited though the parent’s last prompt routed nothing', () => {
    const lab = newLab();
    lab.remember('style', '---\nsummary: Style.\ntype: preference\nimportance: 0.9\n---\nCommit in the imperative.');
    lab.sync();
    expect(bodiesIn(codex(lab, 'SessionStart', { source: 'startup', permission_mode: 'default' }))).toEqual({
      style: 'Commit in the imperative.',
    });
    expect(begin(lab, FIRST, rollout(lab, FIRST, SESSION))).toBe('');
    expect(ask(lab, 'commit in the imperative', { agent_id: FIRST })).toBe('already loaded: style');
  });

  it.each([
    ['says that it began with nothing', (lab: Lab) => rollout(lab, FIRST)],
    ['names one that has no record', (lab: Lab) => rollout(lab, FIRST, SECOND)],
    ['is not there', (lab: Lab) => path.join(lab.base, 'missing.jsonl')],
    ['is a folder', (lab: Lab) => lab.base],
    ['is null', () => null],
    [
      'is a pipe that nobody writes to',
      (lab: Lab) => {
        const pipe = path.join(lab.base, 'pipe');
        execFileSync('mkfifo', [pipe]);
        return pipe;
      },
    ],
    [
      'is no rollout',
      (lab: Lab) => {
        const file = path.join(lab.base, 'other.jsonl');
        fs.writeFileSync(file, `{"forked_from_id":"${SESSION}"}\n`);
        return file;
      },
    ],
  ])('sends all where the transcript %s', (_, transcript) => {
    const lab = twoMemories();
    ask(lab, ASK);
    expect(Object.keys(bodiesIn(begin(lab, FIRST, transcript(lab)))).sort()).toEqual(['deploy-window', 'rollback']);
    expect(lab.log()).toBe('');
  });

  it('does not look into the transcript of a host whose subagents begin with nothing', () => {
    const lab = twoMemories();
    lab.prompt(SESSION, ASK);
    const context = start(lab, 'claude', {
      session_id: SESSION,
      agent_id: FIRST,
      transcript_path: rollout(lab, FIRST, SESSION),
    });
    expect(Object.keys(bodiesIn(context)).sort()).toEqual(['deploy-window', 'rollback']);
  });
});
