// Codex CLI. Facts: measured on 0.171.0, docs/hosts.md.
import path from 'node:path';
import type { Moment, Reply } from '../src/moment.ts';
import type { Env, Host } from './host.ts';
import { asPayload, startSource, text } from './payload.ts';

export const codex: Host = {
  name: 'codex',
  aliases: ['codex-cli'],
  title: 'Codex',
  settings: {
    path: {
      project: (root) => path.join(root, '.codex', 'hooks.json'),
      user: (home, env) => path.join(env.CODEX_HOME || path.join(home, '.codex'), 'hooks.json'),
    },
    format: 'codex',
    strict: true,
    refusesBom: true,
    statusMessage: 'engram memory',
  },
  events: [
    { event: 'SessionStart', moment: 'session-start', timeout: 10 },
    { event: 'UserPromptSubmit', moment: 'prompt', timeout: 10 },
    { event: 'PreCompact', moment: 'pre-compact', timeout: 10 },
  ],
  timeoutUnit: 's',
  // 10,000 bytes a hook; above it the model gets a preview and the rest lies in a world-readable file.
  cap: { limit: 9600, unit: 'bytes' },
  injects: ['session-start', 'prompt', 'path', 'subagent-start'],
  keepsOnResume: true,

  sent(json: unknown, _env: Env): boolean {
    const payload = asPayload(json);
    // Every Codex event but SessionEnd carries one of the two; Claude Code's payloads have neither beside a model.
    return payload !== undefined && 'model' in payload && ('turn_id' in payload || 'permission_mode' in payload);
  },

  parse(json: unknown, _env: Env): Moment | undefined {
    const payload = asPayload(json);
    const event = payload && text(payload, 'hook_event_name');
    const session = payload && text(payload, 'session_id');
    const cwd = payload && text(payload, 'cwd');
    if (!payload || !event || !session || !cwd) return undefined;
    const agent = text(payload, 'agent_id');
    const turn = text(payload, 'turn_id');
    const base = {
      host: 'codex',
      event,
      session,
      cwd,
      root: cwd,
      ...(agent ? { agent } : {}),
      ...(turn ? { turn } : {}),
    };
    switch (event) {
      case 'SessionStart':
        return { ...base, kind: 'session-start', source: startSource(payload) };
      case 'UserPromptSubmit':
        return { ...base, kind: 'prompt', prompt: text(payload, 'prompt') ?? '' };
      case 'PreCompact':
        return { ...base, kind: 'pre-compact', trigger: payload.trigger === 'auto' ? 'auto' : 'manual' };
      case 'Stop': {
        const answer = text(payload, 'last_assistant_message');
        return { ...base, kind: 'turn-end', ...(answer ? { answer } : {}) };
      }
      case 'SessionEnd':
        return { ...base, kind: 'session-end', reason: text(payload, 'reason') ?? 'other' };
      default:
        return undefined;
    }
  },

  format(reply: Reply, moment: Moment): unknown {
    // Codex fails the run on any other field, and an empty string would send the model an empty message.
    if (!reply.context) return undefined;
    return { hookSpecificOutput: { hookEventName: moment.event, additionalContext: reply.context } };
  },

  limits: [
    'Codex runs a hook only after you have reviewed it: start `codex`, and choose "Trust all" where it says that hooks need review (or open /hooks). Until then `codex exec` skips it without a word.',
    'A project link also needs the project itself to be trusted (Codex asks when you start it there).',
    'Codex reads hooks once per session: a new link works from the next session on.',
    "In a git worktree Codex uses the main checkout's .codex folder.",
  ],
};
