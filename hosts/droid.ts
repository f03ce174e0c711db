// Factory droid. Facts: measured on 0.225.2 in `droid exec`; its terminal interface by the documents. docs/hosts.md.
import path from 'node:path';
import type { Moment } from '../src/moment.ts';
import { formatDialect, parseDialect, patchedFiles } from './dialect.ts';
import type { Env, Host } from './host.ts';
import { asPayload, type Payload, text } from './payload.ts';

/** Tools that touch files. The matcher is an unanchored RegExp, so that others may come through: only these names count. */
const TOOLS = ['Read', 'Edit', 'MultiEdit', 'Create', 'ApplyPatch'];

function touchedFiles(tool: string, input: Payload): string[] {
  if (!TOOLS.includes(tool)) return [];
  const file = text(input, 'file_path');
  return file ? [file] : patchedFiles(text(input, 'input') ?? '');
}

export const droid: Host = {
  name: 'droid',
  aliases: ['factory'],
  variable: 'DROID_PROJECT_DIR',
  title: 'Factory droid',
  settings: {
    found: { programs: ['droid'], folders: ['.factory'] },
    path: {
      project: (root) => path.join(root, '.factory', 'hooks.json'),
      user: (home) => path.join(home, '.factory', 'hooks.json'),
    },
    format: {
      kind: 'entries',
      shape: 'groups',
      under: null,
      hook: ({ timeout }, command) => ({ type: 'command', command, timeout }),
    },
    intolerant: [],
    probe: ({ session, cwd, prompt }) => ({
      event: 'UserPromptSubmit',
      payload: {
        session_id: session,
        transcript_path: path.join(cwd, 'sessions', 'probe', `${session}.jsonl`),
        cwd,
        permission_mode: 'off',
        hook_event_name: 'UserPromptSubmit',
        prompt,
      },
      env: { DROID_PROJECT_DIR: cwd },
    }),
  },
  events: [
    { event: 'SessionStart', moment: 'session-start', timeout: 10 },
    { event: 'UserPromptSubmit', moment: 'prompt', timeout: 10 },
    { event: 'PostToolUse', moment: 'path', matcher: TOOLS.join('|'), timeout: 10 },
    { event: 'PreCompact', moment: 'pre-compact', timeout: 10 },
  ],
  capture: {
    events: [
      { event: 'Stop', moment: 'turn-end', timeout: 10 },
      { event: 'SessionEnd', moment: 'session-end', timeout: 10 },
    ],
    matchers: { PostToolUse: [...TOOLS, 'Execute'].join('|') },
  },
  timeoutUnit: 's',
  // None is documented: what is configured is less.
  cap: { limit: 64_000, unit: 'bytes' },
  injects: ['session-start', 'prompt', 'path'],
  // A resumed session has lost all of it.
  keepsOnResume: false,

  sent(json: unknown, _env: Env): boolean {
    const payload = asPayload(json);
    // Codex has folders by date there.
    return (
      payload !== undefined &&
      /[\\/]sessions[\\/][^\\/]+[\\/][^\\/]+\.jsonl$/.test(text(payload, 'transcript_path') ?? '')
    );
  },

  parse(json: unknown, env: Env): Moment | undefined {
    const payload = asPayload(json);
    const moment =
      payload &&
      parseDialect(payload, {
        host: 'droid',
        root: env.DROID_PROJECT_DIR || undefined,
        turn: text(payload, 'message_id'),
        toolEvent: 'PostToolUse',
        touched: touchedFiles,
      });
    // A start has one such file for all of its hooks, which on a busy machine need not run at the same time.
    const stamp = /-([\da-f-]{36})\.sh$/.exec((payload && text(payload, 'CLAUDE_ENV_FILE')) ?? '')?.[1];
    return moment?.kind === 'session-start' && stamp ? { ...moment, stamp } : moment;
  },

  format: formatDialect,

  limits: [
    'In `droid exec` no hook hears of a prompt: a session is sent what it has at its start and what touched files bring. In its terminal interface prompts bring memories too, by the documents; engram has not been run there.',
    'A resumed session has lost what engram sent before, and is sent it again as it is needed.',
    'Where `hooks.json` is there, droid reads no hooks from the `settings.json` beside it.',
    'Subagents are sent nothing when they start.',
  ],
};
