// Cursor. Facts: the loader and executor of hooks in @cursor/sdk 1.0.32, measured; the rest as docs/hosts.md has it.
import path from 'node:path';
import type { Moment } from '../src/moment.ts';
import type { Env, Host } from './host.ts';
import { asPayload, type Payload, text } from './payload.ts';

/** The project: the variable that every hook is given, else the first folder of the workspace. `cwd` has an event by hand. */
function projectOf(payload: Payload, env: Env): string | undefined {
  const roots = Array.isArray(payload.workspace_roots) ? (payload.workspace_roots as unknown[]) : [payload.cwd];
  const root = env.CURSOR_PROJECT_DIR || roots[0];
  if (typeof root !== 'string' || root === '') return undefined;
  // On Windows the path of a file URI: `/c:/Projects/app`.
  return /^\/[A-Za-z]:(?:[\\/]|$)/.test(root) ? root.slice(1) : root;
}

export const cursor: Host = {
  name: 'cursor',
  aliases: ['cursor-agent'],
  variable: 'CURSOR_VERSION',
  title: 'Cursor',
  settings: {
    found: { programs: ['cursor', 'cursor-agent'], folders: ['.cursor'] },
    path: {
      project: (root) => path.join(root, '.cursor', 'hooks.json'),
      // CURSOR_CONFIG_DIR does not move it.
      user: (home) => path.join(home, '.cursor', 'hooks.json'),
    },
    format: {
      kind: 'entries',
      shape: 'flat',
      under: 'hooks',
      top: { version: 1 },
      hook: ({ timeout }, command) => ({ command, timeout }),
    },
    intolerant: ['comma', 'bom', 'slashes', 'link'],
    refuses: true,
    knownEvents: [
      'sessionStart',
      'sessionEnd',
      'beforeSubmitPrompt',
      'preToolUse',
      'postToolUse',
      'postToolUseFailure',
      'subagentStart',
      'subagentStop',
      'beforeShellExecution',
      'afterShellExecution',
      'beforeMCPExecution',
      'afterMCPExecution',
      'beforeReadFile',
      'afterFileEdit',
      'preCompact',
      'stop',
      'afterAgentResponse',
      'afterAgentThought',
      'beforeTabFileRead',
      'afterTabFileEdit',
      'workspaceOpen',
    ],
    // Older builds put a here-document behind the command: the last of several would read the payload.
    command: 'plain',
    shell: 'login',
    probe: ({ session, cwd, prompt }) => ({
      event: 'beforeSubmitPrompt',
      payload: {
        conversation_id: session,
        generation_id: session,
        model: 'probe',
        cursor_version: '3.22.12',
        workspace_roots: [cwd],
        transcript_path: null,
        prompt,
        attachments: [],
        hook_event_name: 'beforeSubmitPrompt',
      },
      env: { CURSOR_VERSION: '3.22.12', CURSOR_PROJECT_DIR: cwd, CLAUDE_PROJECT_DIR: cwd },
    }),
    todo: [
      { say: 'Cursor runs the hooks of a project only where you have trusted the workspace.', scopes: ['project'] },
    ],
  },
  events: [
    { event: 'sessionStart', moment: 'session-start', timeout: 10 },
    { event: 'beforeSubmitPrompt', moment: 'prompt', timeout: 10 },
    { event: 'preCompact', moment: 'pre-compact', timeout: 10 },
  ],
  capture: {
    events: [
      { event: 'stop', moment: 'turn-end', timeout: 10 },
      { event: 'sessionEnd', moment: 'session-end', timeout: 10 },
      { event: 'postToolUse', moment: 'tool-result', matcher: 'Shell', timeout: 10 },
    ],
  },
  timeoutUnit: 's',
  // 10,000 characters; a longer answer is dropped, or lies in a file.
  cap: { limit: 9500, unit: 'utf16' },
  injects: ['session-start', 'prompt'],
  nothing: {},
  keepsOnResume: true,

  sent(json: unknown, _env: Env): boolean {
    const payload = asPayload(json);
    return payload !== undefined && text(payload, 'cursor_version') !== undefined;
  },

  // Hooks that were linked for Claude Code get the same payloads, with Cursor's names of the events.
  parse(json: unknown, env: Env): Moment | undefined {
    const payload = asPayload(json);
    if (!payload) return undefined;
    const root = projectOf(payload, env);
    // Not every build sends session_id; where it does the two are the same.
    const session = text(payload, 'conversation_id') ?? text(payload, 'session_id');
    const event = text(payload, 'hook_event_name');
    if (!event || !session || !root) return undefined;
    const turn = text(payload, 'generation_id');
    const base = { host: 'cursor', event, session, root, cwd: root, ...(turn ? { turn } : {}) };
    switch (event) {
      case 'sessionStart':
        // Of new conversations only.
        return { ...base, kind: 'session-start', source: 'startup' };
      case 'beforeSubmitPrompt':
        return { ...base, kind: 'prompt', prompt: text(payload, 'prompt') ?? '' };
      case 'stop':
        return { ...base, kind: 'turn-end' };
      case 'sessionEnd':
        return { ...base, kind: 'session-end', reason: text(payload, 'reason') ?? '' };
      case 'postToolUse':
        // Its `cwd` is the command's.
        if (!env.CURSOR_PROJECT_DIR && !Array.isArray(payload.workspace_roots)) return undefined;
        return { ...base, kind: 'tool-result' };
      case 'preCompact':
        return { ...base, kind: 'pre-compact', trigger: payload.trigger === 'auto' ? 'auto' : 'manual' };
      default:
        return undefined;
    }
  },

  // Never `continue`: the answers of all hooks are joined with AND.
  format({ context }): unknown {
    return context ? { additional_context: context } : undefined;
  },

  limits: [
    'It does not wait for its sessionStart hook: a first prompt that is sent at once may leave without the start block, which is in each request after it.',
    'Memories of a prompt reach the model by a field of beforeSubmitPrompt that Cursor takes and does not document; a build that does not take it answers as if engram were not there.',
    'After a compaction memories come back with the next prompt, and `cursor-agent` starts no session anew when it resumes a chat.',
    'Cloud agents run no sessionStart hook, and agents of the SDK drop what these hooks answer.',
    'Cursor drops a whole hooks.json over one unknown event, a trailing comma, a byte order mark, a missing version, `//` within a string, or where it is a symbolic link: `engram link cursor` refuses to write such a file.',
    'Cursor runs hooks of some Claude Code settings too: linked for both, a prompt is answered once. Do not count on it: link Cursor itself.',
  ],
};
