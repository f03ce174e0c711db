// Devin Local and Devin CLI, the agent of Devin Desktop (once Windsurf). Facts: documents only, docs/hosts.md.
import path from 'node:path';
import type { Moment } from '../src/moment.ts';
import { formatDialect, parseDialect } from './dialect.ts';
import type { EntriesFormat, Env, Host } from './host.ts';
import { asPayload, type Payload, text } from './payload.ts';

/** Its tools that touch one file. */
const TOOLS = ['read', 'edit', 'write', 'notebook_read', 'notebook_edit'];

function touchedFile(tool: string, input: Payload): string[] {
  if (!TOOLS.includes(tool)) return [];
  const file = text(input, 'file_path') ?? text(input, 'notebook_path') ?? text(input, 'path');
  return file ? [file] : [];
}

/** Its events, and what the dialect calls what we make of them. */
const EVENTS: ReadonlyMap<string, string> = new Map([
  ['SessionStart', 'SessionStart'],
  ['UserPromptSubmit', 'UserPromptSubmit'],
  ['PostToolUse', 'PreToolUse'],
  // Told when it is over; what was sent is gone all the same.
  ['PostCompaction', 'PreCompact'],
  ['Stop', 'Stop'],
  ['SessionEnd', 'SessionEnd'],
]);

const groups: Omit<EntriesFormat, 'under'> = {
  kind: 'entries',
  shape: 'groups',
  hook: ({ timeout }, command) => ({ type: 'command', command, timeout }),
};

export const devin: Host = {
  name: 'devin',
  aliases: ['devin-local', 'devin-cli'],
  companions: ['windsurf'],
  variable: 'DEVIN_PROJECT_DIR',
  title: 'Devin Local',
  settings: {
    found: { programs: ['devin'], folders: ['.devin', '.config/devin'] },
    path: {
      project: (root) => path.join(root, '.devin', 'hooks.v1.json'),
      local: (root) => path.join(root, '.devin', 'config.local.json'),
      // APPDATA is there on Windows alone.
      user: (home, env) => path.join(env.APPDATA || path.join(home, '.config'), 'devin', 'config.json'),
    },
    format: { ...groups, under: null },
    // These two hold all of its settings.
    formats: { local: { ...groups, under: 'hooks' }, user: { ...groups, under: 'hooks' } },
    intolerant: [],
    probe: ({ session, cwd, prompt }) => ({
      event: 'UserPromptSubmit',
      payload: { hook_event_name: 'UserPromptSubmit', prompt, session_id: session, prompt_id: session },
      env: { DEVIN_PROJECT_DIR: cwd },
    }),
    todo: [{ say: 'Devin runs no hooks in a workspace that is in Restricted Mode: trust the workspace.' }],
  },
  events: [
    { event: 'SessionStart', moment: 'session-start', timeout: 10 },
    { event: 'UserPromptSubmit', moment: 'prompt', timeout: 10 },
    { event: 'PostToolUse', moment: 'path', matcher: `^(${TOOLS.join('|')})$`, timeout: 10 },
    { event: 'PostCompaction', moment: 'pre-compact', timeout: 10 },
  ],
  capture: {
    events: [
      { event: 'Stop', moment: 'turn-end', timeout: 10 },
      { event: 'SessionEnd', moment: 'session-end', timeout: 10 },
    ],
    matchers: { PostToolUse: `^(${[...TOOLS, 'exec'].join('|')})$` },
  },
  timeoutUnit: 's',
  // None is documented: what load.max_tokens can be.
  cap: { limit: 64_000, unit: 'bytes' },
  injects: ['session-start', 'prompt', 'path'],
  keepsOnResume: true,

  sent(json: unknown, env: Env): boolean {
    const payload = asPayload(json);
    if (!payload || !env.DEVIN_PROJECT_DIR) return false;
    // Claude Code has these too, beside a transcript, and Copilot beside a time: both may have been started in its shell.
    return (
      text(payload, 'hook_event_name') !== undefined &&
      text(payload, 'session_id') !== undefined &&
      !('transcript_path' in payload) &&
      !('timestamp' in payload)
    );
  },

  parse(json: unknown, env: Env): Moment | undefined {
    const payload = asPayload(json);
    const event = payload && text(payload, 'hook_event_name');
    const name = event && EVENTS.get(event);
    if (!name) return undefined;
    const moment = parseDialect(
      { ...payload, hook_event_name: name },
      {
        host: 'devin',
        root: env.DEVIN_PROJECT_DIR || undefined,
        turn: text(payload, 'prompt_id'),
        touched: touchedFile,
      },
    );
    return moment && { ...moment, event };
  },

  format: formatDialect,

  limits: [
    'What engram knows of Devin Local is from its documents: it has not been run with it. `/hooks` in Devin lists the hooks that it has read.',
    'It runs hooks of Claude Code settings too, unless `read_config_from.claude` is off: linked for both, a prompt is answered once.',
    'A file that a shell command or a patch touches brings no memory.',
    'Devin may read the rules file that engram keeps for Windsurf Cascade; a memory that stands in it may then be sent twice.',
  ],
};
