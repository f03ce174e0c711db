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
