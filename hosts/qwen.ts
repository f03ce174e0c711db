// Qwen Code. Facts: measured on 0.24.4, docs/hosts.md.
import path from 'node:path';
import type { Moment } from '../src/moment.ts';
import { formatDialect, parseDialect } from './dialect.ts';
import type { Env, Host } from './host.ts';
import { asPayload, type Payload, text } from './payload.ts';

/** Tools that touch one file. The matcher is an unanchored RegExp, so that others may come through: only these names count. */
const TOOLS = ['read_file', 'write_file', 'edit'];

function touchedFile(tool: string, input: Payload): string[] {
  const file = TOOLS.includes(tool) ? text(input, 'file_path') : undefined;
  return file ? [file] : [];
}

export const qwen: Host = {
  name: 'qwen',
  aliases: ['qwen-code'],
  variable: 'QWEN_PROJECT_DIR',
  title: 'Qwen Code',
  settings: {
    found: { programs: ['qwen'], folders: ['.qwen'] },
    untaken: 'sets the file aside and puts an empty one in its place',
    expands: true,
    path: {
      project: (root) => path.join(root, '.qwen', 'settings.json'),
      user: (home, env) => path.join(env.QWEN_HOME || path.join(home, '.qwen'), 'settings.json'),
    },
    format: {
      kind: 'entries',
      shape: 'groups',
      under: 'hooks',
      hook: ({ timeout }, command) => ({ name: 'engram', type: 'command', command, timeout }),
    },
    intolerant: ['comma', 'empty'],
    // The client puts an empty object in the place of such a file in a project, and does not start with such a file of a person's.
    refuses: true,
    offSwitch: { at: ['disableAllHooks'], value: true },
    probe: ({ session, cwd, prompt }) => ({
      event: 'UserPromptSubmit',
      payload: {
        session_id: session,
        transcript_path: path.join(cwd, 'projects', 'probe', 'chats', `${session}.jsonl`),
        cwd,
        hook_event_name: 'UserPromptSubmit',
        timestamp: new Date(0).toISOString(),
        permission_mode: 'default',
        prompt_id: `${session}########0`,
        prompt,
        submitted_prompt: prompt,
      },
      env: { QWEN_PROJECT_DIR: cwd, GEMINI_PROJECT_DIR: cwd, CLAUDE_PROJECT_DIR: cwd },
    }),
    todo: [
      {
        say: 'Qwen Code runs the hooks of every folder unless `security.folderTrust.enabled` is on: then those of a project run only in a folder that you trust.',
        scopes: ['project'],
      },
    ],
  },
  events: [
    { event: 'SessionStart', moment: 'session-start', timeout: 10 },
    { event: 'UserPromptSubmit', moment: 'prompt', timeout: 10 },
    { event: 'PostToolUse', moment: 'path', matcher: TOOLS.join('|'), timeout: 10 },
  ],
  capture: {
    events: [
      { event: 'Stop', moment: 'turn-end', timeout: 10 },
      { event: 'SessionEnd', moment: 'session-end', timeout: 10 },
    ],
    matchers: { PostToolUse: [...TOOLS, 'run_shell_command'].join('|') },
  },
  // From 1000 on the client takes the number for milliseconds.
  timeoutUnit: 's',
  // It takes 100 kB and more: what is configured is less.
  cap: { limit: 64_000, unit: 'bytes' },
  injects: ['session-start', 'prompt', 'path'],
  escapesTags: true,
  // A resumed session has the contexts of its prompts and tools, but not that of its start.
  keepsOnResume: 'prompts',

  sent(json: unknown, _env: Env): boolean {
    const payload = asPayload(json);
    // The rest is what Claude Code and Codex send too.
    return (
      payload !== undefined &&
      /[\\/]projects[\\/][^\\/]+[\\/]chats[\\/][^\\/]+\.jsonl$/.test(text(payload, 'transcript_path') ?? '')
    );
  },

  parse(json: unknown, env: Env): Moment | undefined {
    const payload = asPayload(json);
    return (
      payload &&
      parseDialect(payload, {
        host: 'qwen',
        root: env.QWEN_PROJECT_DIR || undefined,
        turn: text(payload, 'prompt_id'),
        toolEvent: 'PostToolUse',
        touched: touchedFile,
      })
    );
  },

  format: formatDialect,

  limits: [
    'It reads settings of the folder it is started in only: started in a sub-folder, the project link does not apply (`engram link --global qwen` does).',
    'It reads hooks when it starts: a new link works from the next start on, or once you have opened `/hooks`.',
    '`disableAllHooks: true` in any of its settings files switches engram off too.',
    'It writes `$version` into its settings files by itself when it starts; `engram unlink` leaves that in place.',
    'It takes notes on a conversation by itself, and memories that engram sent may be among what it notes.',
    'Subagents are sent nothing when they start.',
  ],
};
