// Claude Code. Facts: measured on 2.1.332, docs/hosts.md.
import path from 'node:path';
import type { Moment } from '../src/moment.ts';
import { formatDialect, parseDialect } from './dialect.ts';
import type { Env, Host } from './host.ts';
import { asPayload, type Payload, text } from './payload.ts';

const configFolder = (home: string, env: Env) => env.CLAUDE_CONFIG_DIR || path.join(home, '.claude');

/** Tools that touch one file; MultiEdit is of older clients. */
const TOOLS = ['Read', 'Edit', 'Write', 'MultiEdit', 'NotebookEdit'];

function touchedFile(tool: string, input: Payload): string[] {
  const file = TOOLS.includes(tool) ? (text(input, 'file_path') ?? text(input, 'notebook_path')) : undefined;
  return file ? [file] : [];
}

export const claude: Host = {
  name: 'claude',
  aliases: ['claude-code'],
  title: 'Claude Code',
  settings: {
    found: { programs: ['claude'], folders: ['.claude'] },
    path: {
      project: (root) => path.join(root, '.claude', 'settings.json'),
      local: (root) => path.join(root, '.claude', 'settings.local.json'),
      user: (home, env) => path.join(configFolder(home, env), 'settings.json'),
    },
    format: {
      kind: 'entries',
      shape: 'groups',
      under: 'hooks',
      hook: ({ timeout, async }, command) => ({ type: 'command', command, timeout, ...(async ? { async } : {}) }),
    },
    intolerant: ['comment', 'comma'],
    fragileEvents: ['PreToolUse', 'PermissionRequest'],
    offSwitch: { at: ['disableAllHooks'], value: true },
    probe: ({ session, cwd, prompt }) => ({
      event: 'UserPromptSubmit',
      payload: {
        session_id: session,
        transcript_path: path.join(cwd, 'projects', 'probe', `${session}.jsonl`),
        cwd,
        prompt_id: session,
        permission_mode: 'default',
        hook_event_name: 'UserPromptSubmit',
        prompt,
      },
      env: { CLAUDE_PROJECT_DIR: cwd, CLAUDECODE: '1', CLAUDE_CODE_ENTRYPOINT: 'cli' },
    }),
    todo: [
      {
        say: 'Claude Code asks once per folder, in its terminal interface, whether it may run the hooks of that folder; until you say yes no hook runs there. `claude -p` does not ask.',
      },
    ],
  },
  events: [
    { event: 'SessionStart', moment: 'session-start', timeout: 10 },
    { event: 'UserPromptSubmit', moment: 'prompt', timeout: 10 },
    { event: 'PreCompact', moment: 'pre-compact', timeout: 10 },
    {
      event: 'InstructionsLoaded',
      moment: 'rule-loaded',
      matcher: 'path_glob_match',
      async: true,
      timeout: 10,
      pathRules: 'native',
    },
    { event: 'PreToolUse', moment: 'path', matcher: TOOLS.join('|'), timeout: 10, pathRules: 'hook' },
    { event: 'SubagentStart', moment: 'subagent-start', matcher: '*', timeout: 10 },
  ],
  capture: {
    events: [
      { event: 'Stop', moment: 'turn-end', async: true, timeout: 10 },
      // Longer than the client's own second and a half for all of them.
      { event: 'SessionEnd', moment: 'session-end', timeout: 10 },
      { event: 'PostCompact', moment: 'post-compact', timeout: 10 },
      { event: 'PostToolUse', moment: 'tool-result', matcher: 'Bash', async: true, timeout: 10 },
      { event: 'PostToolUseFailure', moment: 'tool-result', matcher: 'Bash', async: true, timeout: 10 },
    ],
  },
  timeoutUnit: 's',
  // 10,000 UTF-16 units an answer; above it the model gets a 2 KB preview and a file name.
  cap: { limit: 9500, unit: 'utf16' },
  rules: {
    folder: '.claude/rules/engram',
    // Paths as a JSON list: an unquoted `**/*.ts` is a YAML alias error, after which the client loads the rule always. It strips
    // the comment.
    write: (id, paths, body) =>
      `---\npaths: ${JSON.stringify(paths)}\n---\n<!-- engram: written from the memory ${id}; edit that one -->\n${body}\n`,
  },
  injects: ['session-start', 'prompt', 'path', 'subagent-start'],
  keepsOnResume: true,

  sent(json: unknown, _env: Env): boolean {
    const payload = asPayload(json);
    if (!payload) return false;
    // Not every event has a prompt_id; every transcript lies in projects/<folder>/.
    return (
      'prompt_id' in payload ||
      /[\\/]projects[\\/][^\\/]+[\\/][^\\/]+\.jsonl$/.test(text(payload, 'transcript_path') ?? '')
    );
  },

  parse(json: unknown, env: Env): Moment | undefined {
    const payload = asPayload(json);
    // cwd follows `cd`; the project variable does not.
    const root = env.CLAUDE_PROJECT_DIR || undefined;
    const moment =
      payload &&
      parseDialect(payload, { host: 'claude', root, turn: text(payload, 'prompt_id'), touched: touchedFile });
    // `sdk-cli` (`claude -p`), `sdk-ts`, `sdk-py`.
    if (moment && /^sdk/.test(text(payload, 'entrypoint') ?? env.CLAUDE_CODE_ENTRYPOINT ?? '')) moment.machine = true;
    if (moment?.kind !== 'prompt') return moment;
    const transcript = text(payload!, 'transcript_path');
    // The client itself submits these when a background subagent ends.
    const prompt = moment.prompt.startsWith('<task-notification>') ? '' : moment.prompt;
    return { ...moment, prompt, ...(transcript ? { transcript } : {}) };
  },

  format: formatDialect,

  limits: [
    'It reads settings of the folder it is started in only: started in a sub-folder, the project link does not apply (`engram link --global claude` does).',
    '`disableAllHooks: true` in any of its settings files switches engram off too.',
  ],
};
