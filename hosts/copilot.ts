// GitHub Copilot CLI, and the agent of VS Code, which reads the same files. Facts: the CLI measured on 1.0.102; VS Code by its
// documents. docs/hosts.md.
import path from 'node:path';
import type { Moment, MomentKind } from '../src/moment.ts';
import { patchedFiles } from './dialect.ts';
import type { Env, Host } from './host.ts';
import { asPayload, type Payload, startSource, text } from './payload.ts';

/** Tools that touch files: the CLI's, then VS Code's. */
const TOOLS = [
  ...['view', 'create', 'edit', 'str_replace_editor', 'apply_patch'],
  ...['read_file', 'create_file', 'replace_string_in_file', 'multi_replace_string_in_file', 'insert_edit_into_file'],
  'editFiles',
];
/** What the CLI calls its tools in payloads of the other form. */
const RENAMED = ['Read', 'Write', 'Edit'];

/** Its events, each by both of its names. */
const EVENTS: Readonly<Record<string, MomentKind>> = {
  sessionStart: 'session-start',
  SessionStart: 'session-start',
  userPromptSubmitted: 'prompt',
  UserPromptSubmit: 'prompt',
  postToolUse: 'path',
  PostToolUse: 'path',
  // As Claude Code's settings may have it. What is said then is lost when the session is resumed: postToolUse says it.
  PreToolUse: 'path',
  subagentStart: 'subagent-start',
  SubagentStart: 'subagent-start',
  preCompact: 'pre-compact',
  PreCompact: 'pre-compact',
  agentStop: 'turn-end',
  Stop: 'turn-end',
  sessionEnd: 'session-end',
  SessionEnd: 'session-end',
};

/** A member by either of its names. */
function either(payload: Payload, camel: string, snake: string): string | undefined {
  return text(payload, camel) ?? text(payload, snake);
}

/** The files that a tool has touched; a patch is all of its input. */
function touchedFiles(tool: string, input: unknown): string[] {
  if (![...TOOLS, ...RENAMED].includes(tool)) return [];
  if (typeof input === 'string') return patchedFiles(input);
  const args = asPayload(input);
  if (!args) return [];
  const list = (key: string) => (Array.isArray(args[key]) ? (args[key] as unknown[]) : []);
  const named = [
    args.path,
    args.filePath,
    ...list('files'),
    ...list('replacements').map((it) => asPayload(it)?.filePath),
  ];
  const files = named.filter((file) => typeof file === 'string' && file !== '') as string[];
  return [...new Set(files), ...patchedFiles(text(args, 'input') ?? '')];
}

const OPEN = '<engram-memory>';
const CLOSE = '</engram-memory>';

/** A subagent's task without what its start was answered, which the client puts in front of it. */
function task(prompt: string): string {
  const [from, to] = [prompt.indexOf(OPEN), prompt.lastIndexOf(CLOSE)];
  return from < 0 || to < from ? prompt : prompt.slice(0, from) + prompt.slice(to + CLOSE.length).trimStart();
}

/** Milliseconds since 1970 in digits, however the payload has it; all hooks of an event are told the same. */
function stampOf({ timestamp }: Payload): string | undefined {
  const ms = typeof timestamp === 'string' ? Date.parse(timestamp) : timestamp;
  return Number.isSafeInteger(ms) ? String(ms) : undefined;
}

export const copilot: Host = {
  name: 'copilot',
  aliases: ['copilot-cli', 'vscode'],
  variable: 'COPILOT_CLI',
  title: 'GitHub Copilot',
  settings: {
    found: { programs: ['copilot'], folders: ['.copilot', '.github/copilot', '.github/hooks'] },
    path: {
      project: (root) => path.join(root, '.github', 'hooks', 'engram.json'),
      user: (home, env) => path.join(env.COPILOT_HOME || path.join(home, '.copilot'), 'hooks', 'engram.json'),
    },
    format: {
      kind: 'own',
      // `bash` alone: the CLI, the cloud agent and VS Code take it, and none of them gives it to another shell.
      write(command, events) {
        const entries = events.map((event) => {
          const { matcher, timeout } = event;
          const hook = { type: 'command', ...(matcher ? { matcher } : {}), bash: command(event), timeoutSec: timeout };
          return [event.event, [hook]] as const;
        });
        return `${JSON.stringify({ version: 1, hooks: Object.fromEntries(entries) }, null, 2)}\n`;
      },
    },
    intolerant: ['comment', 'comma'],
    offSwitch: { at: ['disableAllHooks'], value: true },
    namesEvent: true,
    shell: 'bash',
    probe: ({ session, cwd, prompt }) => ({
      event: 'userPromptSubmitted',
      payload: { sessionId: session, timestamp: 0, cwd, prompt },
      env: { COPILOT_CLI: '1', COPILOT_PROJECT_DIR: cwd, CLAUDE_PROJECT_DIR: cwd },
    }),
    todo: [
      {
        say: 'Copilot CLI runs the hooks of a project only in a folder that you trust: it asks when you start `copilot` there. `--allow-all-tools` and `--yolo` do not trust it; `copilot -p` needs `--trust-folder`, or one start without `-p` before.',
        scopes: ['project'],
      },
    ],
  },
  events: [
    { event: 'sessionStart', moment: 'session-start', timeout: 10 },
    { event: 'userPromptSubmitted', moment: 'prompt', timeout: 10 },
    { event: 'postToolUse', moment: 'path', matcher: TOOLS.join('|'), timeout: 10 },
    { event: 'subagentStart', moment: 'subagent-start', timeout: 10 },
    { event: 'preCompact', moment: 'pre-compact', timeout: 10 },
  ],
  capture: {
    events: [
      { event: 'agentStop', moment: 'turn-end', timeout: 10 },
      { event: 'sessionEnd', moment: 'session-end', timeout: 10 },
    ],
    matchers: { postToolUse: [...TOOLS, 'bash'].join('|') },
  },
  timeoutUnit: 's',
  // 60,000 characters arrive whole, and none has been seen cut: what is configured is less.
  cap: { limit: 64_000, unit: 'bytes' },
  // 10,240 UTF-16 units of all hooks together; the rest is cut off.
  pathCap: { limit: 9500, unit: 'utf16' },
  injects: ['session-start', 'prompt', 'path', 'subagent-start'],
  // A resumed session has what prompts and tools were answered, but not its start.
  keepsOnResume: 'prompts',

  sent(json: unknown, env: Env): boolean {
    const payload = asPayload(json);
    if (!payload) return false;
    if (text(payload, 'sessionId')) {
      return typeof payload.timestamp === 'number' || text(payload, 'hookEventName') !== undefined;
    }
    // As Claude Code's settings are served. Another client that was started from Copilot's shell has the variable too, but names a
    // transcript elsewhere, or no time.
    const transcript = text(payload, 'transcript_path');
    return (
      env.COPILOT_CLI !== undefined &&
      text(payload, 'hook_event_name') !== undefined &&
      text(payload, 'session_id') !== undefined &&
      text(payload, 'timestamp') !== undefined &&
      (transcript === undefined || /[\\/]session-state[\\/][^\\/]+[\\/]events\.jsonl$/.test(transcript))
    );
  },

  parse(json: unknown, env: Env): Moment | undefined {
    const payload = asPayload(json);
    if (!payload) return undefined;
    // VS Code's name of the event before that of the command line.
    const event = either(payload, 'hookEventName', 'hook_event_name');
    const kind = event !== undefined && Object.hasOwn(EVENTS, event) ? EVENTS[event] : undefined;
    const own = either(payload, 'sessionId', 'session_id');
    // VS Code sets none; one that it has inherited is of another project.
    const project = ('hookEventName' in payload ? undefined : env.COPILOT_PROJECT_DIR) || undefined;
    const cwd = text(payload, 'cwd') ?? project;
    if (!event || !kind || !own || !cwd) return undefined;
    const agent = either(payload, 'agentId', 'agent_id');
    // Within a subagent the session is the subagent's own.
    const session = agent === own ? (either(payload, 'parentAgentId', 'parent_agent_id') ?? own) : own;
    const stamp = stampOf(payload);
    const base = {
      ...{ host: 'copilot', event, session, cwd, root: project ?? cwd },
      ...(agent ? { agent } : {}),
      ...(stamp ? { stamp } : {}),
    };
    switch (kind) {
      case 'session-start':
        return { ...base, kind, source: startSource(payload) };
      case 'prompt': {
        const prompt = text(payload, 'prompt') ?? '';
        return { ...base, kind, prompt: agent ? task(prompt) : prompt };
      }
      case 'subagent-start':
        return { ...base, kind, agentType: either(payload, 'agentType', 'agent_type') ?? '' };
      case 'pre-compact':
        return { ...base, kind, trigger: payload.trigger === 'auto' ? 'auto' : 'manual' };
      case 'path': {
        const tool = either(payload, 'toolName', 'tool_name') ?? '';
        const paths = event === 'PreToolUse' ? [] : touchedFiles(tool, payload.toolArgs ?? payload.tool_input);
        return { ...base, kind, tool, paths, call: text(payload, 'tool_use_id') ?? '' };
      }
      case 'turn-end':
        return { ...base, kind };
      case 'session-end':
        return { ...base, kind, reason: text(payload, 'reason') ?? '' };
      default:
        return undefined;
    }
  },

  // The CLI takes the first and VS Code the second, and each leaves the other alone.
  format({ context }, { event }): unknown {
    if (!context) return undefined;
    return {
      additionalContext: context,
      hookSpecificOutput: { hookEventName: event, additionalContext: context },
    };
  },

  limits: [
    'It reads hooks when it starts: a new link works from the next start on. `disableAllHooks: true` in its settings switches engram off too.',
    'Of several hooks that answer a prompt Copilot CLI takes the last one only: a hook of another tool that stands in a later file takes the place of what engram says. What touched paths bring shares 10,240 characters with other hooks.',
    'It tells no subagent of the kind `general-purpose` that it starts; such a one is sent what its task needs.',
    'On Windows the hooks do not run: their entries hold a command for `bash` alone.',
    'In VS Code engram has not been run: what it does there is by the documents, which do not say that memories of a prompt reach the model. VS Code may read hooks of Claude Code settings too; linked for both, a memory may be sent twice there.',
    'The Copilot cloud agent reads the project link on the default branch, but finds no engram in its sandbox: then the hooks do nothing. It needs engram installed and linked by the steps that set the sandbox up (`.github/workflows/copilot-setup-steps.yml`).',
  ],
};
