// Gemini CLI. Facts: measured on 0.61.0, docs/hosts.md.
import path from 'node:path';
import type { Moment } from '../src/moment.ts';
import { formatDialect } from './dialect.ts';
import type { Env, Host } from './host.ts';
import { asPayload, type Payload, startSource, text } from './payload.ts';

/** Tools that touch one file. The matcher is an unanchored RegExp, so that others may come through: only these names count. */
const TOOLS = ['read_file', 'write_file', 'replace'];

const OPEN = '<hook_context>';
const CLOSE = '</hook_context>';

/** The command that sums a conversation up, and its other names. */
const COMPRESS = /^\/(?:compress|summarize|compact)(?:\s|$)/;

/**
 * The prompt as it was typed. Without a terminal the client puts what hooks said at SessionStart in front of it, its own tags
 * escaped; and submits COMPRESS as a prompt too, while it does that: what such a prompt is sent may be summed up at once.
 */
function typed(prompt: string): string {
  const end = prompt.startsWith(OPEN) ? prompt.indexOf(CLOSE) : -1;
  const rest = end < 0 ? prompt : prompt.slice(end + CLOSE.length).trimStart();
  return COMPRESS.test(rest) ? '' : rest;
}

/** The file that a tool has touched; none where it failed, for the client then drops the answer. */
function touchedFile(payload: Payload, tool: string): string[] {
  const file = TOOLS.includes(tool) && text(asPayload(payload.tool_input) ?? {}, 'file_path');
  return file && !asPayload(payload.tool_response)?.error ? [file] : [];
}

export const gemini: Host = {
  name: 'gemini',
  aliases: ['gemini-cli'],
  // Others set GEMINI_PROJECT_DIR and GEMINI_CLI too.
  variable: 'GEMINI_SESSION_ID',
  title: 'Gemini CLI',
  settings: {
    found: { programs: ['gemini'], folders: ['.gemini'] },
    untaken: 'does not even start',
    expands: true,
    path: {
      project: (root) => path.join(root, '.gemini', 'settings.json'),
      user: (home, env) => path.join(env.GEMINI_CLI_HOME || home, '.gemini', 'settings.json'),
    },
    format: {
      kind: 'entries',
      shape: 'groups',
      under: 'hooks',
      hook: ({ timeout }, command) => ({ name: 'engram', type: 'command', command, timeout }),
    },
    intolerant: ['comma', 'bom', 'empty'],
    refuses: true,
    offSwitch: { at: ['hooksConfig', 'enabled'], value: false },
    shell: 'bash',
    probe: ({ session, cwd, prompt }) => ({
      event: 'BeforeAgent',
      payload: {
        session_id: session,
        transcript_path: path.join(cwd, 'tmp', 'probe', 'chats', `session-${session}.jsonl`),
        cwd,
        hook_event_name: 'BeforeAgent',
        timestamp: new Date(0).toISOString(),
        prompt,
      },
      env: { GEMINI_SESSION_ID: session, GEMINI_PROJECT_DIR: cwd, GEMINI_CWD: cwd, CLAUDE_PROJECT_DIR: cwd },
    }),
    todo: [
      {
        say: 'Gemini CLI runs the hooks of a project only in a folder that you trust: it asks when you start `gemini` there. Without a terminal it does not ask: `GEMINI_CLI_TRUST_WORKSPACE=true` trusts the folder, and with `--skip-trust` the hooks of the project are ignored.',
        scopes: ['project'],
      },
    ],
  },
  events: [
    // Without a matcher: it would be compared with the source letter by letter.
    { event: 'SessionStart', moment: 'session-start', timeout: 10_000 },
    { event: 'BeforeAgent', moment: 'prompt', timeout: 10_000 },
    { event: 'AfterTool', moment: 'path', matcher: TOOLS.join('|'), timeout: 10_000 },
    // The other trigger, `auto`, fires before every request to the model.
    { event: 'PreCompress', moment: 'pre-compact', matcher: 'manual', timeout: 10_000 },
  ],
  capture: {
    events: [
      { event: 'AfterAgent', moment: 'turn-end', timeout: 10_000 },
      { event: 'SessionEnd', moment: 'session-end', timeout: 10_000 },
    ],
    matchers: { AfterTool: [...TOOLS, 'run_shell_command'].join('|') },
  },
  timeoutUnit: 'ms',
  // It takes megabytes: what is configured is less.
  cap: { limit: 64_000, unit: 'bytes' },
  injects: ['prompt', 'path'],
  startsAtPrompt: true,
  escapesTags: true,
  nothing: {},
  keepsOnResume: true,

  sent(json: unknown, _env: Env): boolean {
    const payload = asPayload(json);
    if (!payload) return false;
    return (
      ['BeforeAgent', 'AfterTool', 'PreCompress'].includes(text(payload, 'hook_event_name') ?? '') ||
      /[\\/]tmp[\\/][^\\/]+[\\/]chats[\\/]session-[^\\/]+$/.test(text(payload, 'transcript_path') ?? '')
    );
  },

  parse(json: unknown, _env: Env): Moment | undefined {
    const payload = asPayload(json);
    const event = payload && text(payload, 'hook_event_name');
    const session = payload && text(payload, 'session_id');
    const cwd = payload && text(payload, 'cwd');
    if (!event || !session || !cwd) return undefined;
    const base = { host: 'gemini', event, session, cwd, root: cwd };
    // The client stamps an event once, for all its hooks.
    const stamp = text(payload, 'timestamp') ?? '';
    switch (event) {
      case 'SessionStart':
        return { ...base, kind: 'session-start', source: startSource(payload) };
      case 'BeforeAgent':
        return {
          ...base,
          kind: 'prompt',
          prompt: typed(text(payload, 'prompt') ?? ''),
          ...(stamp ? { turn: stamp } : {}),
        };
      case 'AfterTool': {
        const tool = text(payload, 'tool_name') ?? '';
        return { ...base, kind: 'path', tool, paths: touchedFile(payload, tool), call: stamp };
      }
      case 'AfterAgent': {
        const answer = text(payload, 'prompt_response');
        return { ...base, kind: 'turn-end', ...(answer ? { answer } : {}), ...(stamp ? { stamp } : {}) };
      }
      case 'SessionEnd':
        return { ...base, kind: 'session-end', reason: text(payload, 'reason') ?? '' };
      case 'PreCompress':
        // Only what a person asks for is a compaction for certain.
        return payload.trigger === 'manual' ? { ...base, kind: 'pre-compact', trigger: 'manual' } : undefined;
      default:
        return undefined;
    }
  },

  format: formatDialect,

  limits: [
    'It reads settings of the folder it is started in only: started in a sub-folder, the project link does not apply (`engram link --global gemini` does).',
    'It reads hooks when it starts: a new link works from the next start on. The first start names new hooks once and runs them all the same.',
    '`hooksConfig.enabled: false`, or `engram` in `hooksConfig.disabled`, switches engram off.',
    'It does not tell when it compresses a conversation by itself: what engram sent before may be summed up then, and counts as still there. After `/compress` engram sends it again.',
    'What a touched path brings arrives with the result of the tool; a tool that fails brings nothing.',
    'Its subagents cannot be told from the session that started them, and are sent nothing when they start.',
  ],
};
