// Codex CLI. Facts: measured on 0.171.0, docs/hosts.md.
import path from 'node:path';
import type { Moment } from '../src/moment.ts';
import { formatDialect, parseDialect, patchedFiles } from './dialect.ts';
import type { Env, Host } from './host.ts';
import { asPayload, type Payload, text } from './payload.ts';

function patched(tool: string, input: Payload): string[] {
  return tool === 'apply_patch' ? patchedFiles(text(input, 'command') ?? '') : [];
}

export const codex: Host = {
  name: 'codex',
  aliases: ['codex-cli'],
  title: 'Codex',
  settings: {
    found: { programs: ['codex'], folders: ['.codex'] },
    path: {
      project: (root) => path.join(root, '.codex', 'hooks.json'),
      user: (home, env) => path.join(env.CODEX_HOME || path.join(home, '.codex'), 'hooks.json'),
    },
    worktree: 'main',
    format: {
      kind: 'entries',
      shape: 'groups',
      under: 'hooks',
      byPosition: true,
      hook: ({ timeout }, command) => ({ type: 'command', command, timeout, statusMessage: 'engram memory' }),
    },
    intolerant: ['comment', 'comma', 'bom'],
    members: ['description', 'hooks'],
    fragileEvents: [
      'SessionStart',
      'UserPromptSubmit',
      'PreToolUse',
      'PostToolUse',
      'PermissionRequest',
      'SubagentStart',
      'SubagentStop',
      'Stop',
      'PreCompact',
      'PostCompact',
      'SessionEnd',
      'Interrupt',
    ],
    shell: 'account',
    probe: ({ session, cwd, prompt }) => ({
      event: 'UserPromptSubmit',
      payload: {
        session_id: session,
        turn_id: session,
        transcript_path: null,
        cwd,
        hook_event_name: 'UserPromptSubmit',
        model: 'probe',
        permission_mode: 'default',
        prompt,
      },
    }),
    todo: [
      {
        say: 'Codex runs a hook only after you have reviewed it: start `codex`, and choose "Trust all" where it says that hooks need review (or open /hooks). Until then `codex exec` skips it without a word.',
        again: true,
      },
      {
        say: 'A project link also needs the project itself to be trusted (Codex asks when you start it there).',
        scopes: ['project'],
      },
    ],
  },
  events: [
    { event: 'SessionStart', moment: 'session-start', timeout: 10 },
    { event: 'UserPromptSubmit', moment: 'prompt', timeout: 10 },
    { event: 'PreCompact', moment: 'pre-compact', timeout: 10 },
    { event: 'PreToolUse', moment: 'path', matcher: 'apply_patch', timeout: 10 },
    { event: 'SubagentStart', moment: 'subagent-start', matcher: '*', timeout: 10 },
  ],
  capture: {
    events: [
      { event: 'Stop', moment: 'turn-end', timeout: 10 },
      { event: 'SessionEnd', moment: 'session-end', timeout: 3 },
      { event: 'PostCompact', moment: 'post-compact', timeout: 10 },
      { event: 'PostToolUse', moment: 'tool-result', matcher: 'Bash', timeout: 10 },
    ],
  },
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
    const moment =
      payload &&
      parseDialect(payload, { host: 'codex', root: undefined, turn: text(payload, 'turn_id'), touched: patched });
    if (moment?.kind !== 'subagent-start') return moment;
    const transcript = text(payload!, 'transcript_path');
    return transcript ? { ...moment, transcript } : moment;
  },

  // Codex fails the run on any other field.
  format: formatDialect,

  limits: [
    'Codex reads hooks once per session: a new link works from the next session on.',
    "In a git worktree Codex uses the main checkout's .codex folder, and so does `engram link codex`.",
  ],
};
