// What payloads tell that only capture wants to know. Apart from the hosts, because the hook loads it only while capture is on.
import { answerIn as claudeAnswer, summaryIn as claudeSummary } from './claude-transcript.ts';
import { summaryIn as codexSummary } from './codex-transcript.ts';
import { asPayload, type Payload, text } from './payload.ts';

/** A command that a tool has run. */
export interface ToolRun {
  tool: string;
  command: string;
  output: string;
  /** Absent where the host does not say. */
  ok?: boolean;
}

/** Why a session has ended, where that ends the conversation too (S-01). */
export type Boundary =
  | 'clear'
  | 'session.deleted'
  | 'session_branch'
  | 'session_fork'
  | 'session_shutdown'
  | 'session_switch';

/** These words mean what they say, whoever says them. */
const BOUNDARIES: readonly Boundary[] = [
  'clear',
  'session.deleted',
  'session_branch',
  'session_fork',
  'session_shutdown',
  'session_switch',
];

interface Telling {
  /** Tools that run commands, by the host's names. */
  shells: readonly string[];
  /** What came of a command, from the payload of a tool's event. */
  ran?(payload: Payload): Pick<ToolRun, 'output' | 'ok'>;
  /** The host's reasons of a session's end, as boundaries; another leaves the session open. */
  ends: Readonly<Record<string, Boundary>>;
  /** A prompt and the end of its turn carry the same id. */
  turns?: true;
  /** The last summary in the session's file, from the end of its text. */
  summaryIn?(tail: string): string | undefined;
  /** What a turn was answered, from the end of the session's file; undefined where it has not ended, or is not the last. */
  answerIn?(tail: string, turn: string): string | undefined;
}

/** The process of the host ends: the words that most of them have for it. */
const SHUTDOWN = {
  logout: 'session_shutdown',
  prompt_input_exit: 'session_shutdown',
  other: 'session_shutdown',
} as const;

const TELLING: Readonly<Record<string, Telling>> = {
  claude: {
    shells: ['Bash'],
    ran(payload) {
      const error = text(payload, 'error');
      if (error !== undefined || payload.hook_event_name === 'PostToolUseFailure')
        return { output: error ?? '', ok: false };
      const { stdout, stderr, interrupted } = asPayload(payload.tool_response) ?? {};
      return { output: joined(stdout, stderr), ok: interrupted !== true };
    },
    ends: { ...SHUTDOWN, resume: 'session_switch' },
    turns: true,
    summaryIn: claudeSummary,
    answerIn: claudeAnswer,
  },
  // It says nothing of an exit code.
  codex: {
    shells: ['Bash'],
    ran: ({ tool_response }) => ({ output: joined(tool_response) }),
    ends: SHUTDOWN,
    turns: true,
    summaryIn: codexSummary,
  },
  gemini: { shells: ['run_shell_command'], ran: googleRan, ends: { ...SHUTDOWN, exit: 'session_shutdown' } },
  qwen: { shells: ['run_shell_command'], ran: googleRan, ends: SHUTDOWN, turns: true },
  devin: {
    shells: ['exec'],
    ran({ tool_response }) {
      const { success, output, error } = asPayload(tool_response) ?? {};
      return { output: joined(output, error), ...(typeof success === 'boolean' ? { ok: success } : {}) };
    },
    ends: SHUTDOWN,
  },
  droid: {
    shells: ['Execute'],
    ran({ tool_response }) {
      const output = joined(tool_response);
      return { output, ...exited(/\[Process exited with code (\d+)\]\s*$/, output) };
    },
    ends: SHUTDOWN,
  },
  copilot: {
    shells: ['bash', 'Bash'],
    ran(payload) {
      const { textResultForLlm, resultType } = asPayload(payload.toolResult ?? payload.tool_result) ?? {};
      const output = joined(textResultForLlm);
      const told = typeof resultType === 'string' ? { ok: resultType === 'success' } : {};
      return {
        output,
        ...told,
        ...exited(/<(?:shellId: \S+ )?(?:completed|exited) with exit code (\d+)>\s*$/, output),
      };
    },
    ends: {
      complete: 'session_shutdown',
      error: 'session_shutdown',
      abort: 'session_shutdown',
      timeout: 'session_shutdown',
      user_exit: 'session_shutdown',
    },
  },
  cursor: {
    shells: ['Shell'],
    ran({ tool_output }) {
      const { output, exitCode } = parsed(tool_output) ?? {};
      return { output: joined(output), ...(typeof exitCode === 'number' ? { ok: exitCode === 0 } : {}) };
    },
    ends: {
      completed: 'session_shutdown',
      aborted: 'session_shutdown',
      error: 'session_shutdown',
      window_close: 'session_shutdown',
      user_close: 'session_shutdown',
    },
    turns: true,
  },
  windsurf: { shells: [], ends: {}, turns: true },
};

const NOTHING: Telling = { shells: [], ends: {} };

function tellingOf(host: string): Telling {
  return Object.hasOwn(TELLING, host) ? TELLING[host]! : NOTHING;
}

/** The command that a tool's event tells of; undefined for a tool that runs none. */
export function commandRun(host: string, json: unknown): ToolRun | undefined {
  const payload = asPayload(json) ?? {};
  const { shells, ran } = tellingOf(host);
  const tool = text(payload, 'tool_name') ?? text(payload, 'toolName') ?? '';
  const input = payload.tool_input ?? payload.toolArgs;
  const command = text(asPayload(input) ?? parsed(input) ?? {}, 'command');
  return ran && shells.includes(tool) && command ? { tool, command, ...ran(payload) } : undefined;
}

/** What the session's end means; undefined where its conversation may go on. */
export function boundaryOf(host: string, reason: string): Boundary | undefined {
  const { ends } = tellingOf(host);
  return BOUNDARIES.find((one) => one === reason) ?? (Object.hasOwn(ends, reason) ? ends[reason] : undefined);
}

/** Whether the ids of turns tell which prompt a turn's end belongs to. */
export function tellsTurns(host: string): boolean {
  return tellingOf(host).turns === true;
}

/**
 * The summary that a payload carries: of a compaction, or of a session that ends. Some hosts hand it over as their model wrote it: in
 * tags, behind what it thought.
 */
export function summaryOf(json: unknown): string | undefined {
  const payload = asPayload(json) ?? {};
  const told = text(payload, 'compact_summary') ?? text(payload, 'summary');
  if (told === undefined) return undefined;
  const tagged = /<summary>([\s\S]*?)(?:<\/summary>|$)/.exec(told)?.[1];
  return tagged ?? told.replace(/<analysis>[\s\S]*?(?:<\/analysis>|$)/g, '').replace(/<\/summary>\s*$/, '');
}

/** The folder that a session's file says it was in, where the payload names the file and no folder. */
export function folderIn(json: unknown, tail: (file: string) => string | undefined): string | undefined {
  const payload = asPayload(json) ?? {};
  const file = text(payload, 'transcript_path');
  const told = file && !text(payload, 'cwd') && /"cwd":("(?:[^"\\]|\\.)+")/.exec(tail(file) ?? '')?.[1];
  if (!told) return undefined;
  try {
    const folder = JSON.parse(told) as string;
    return folder.includes('\0') ? undefined : folder;
  } catch {
    // Torn, or not the host's: it says nothing.
    return undefined;
  }
}

/** The session's file, where a payload names it and its last summary can be read from it. */
export function transcriptOf(
  host: string,
  json: unknown,
): { file: string; summaryIn(tail: string): string | undefined } | undefined {
  const file = text(asPayload(json) ?? {}, 'transcript_path');
  const { summaryIn } = tellingOf(host);
  return file && summaryIn ? { file, summaryIn } : undefined;
}

/** The session's file, where a payload names it and the answer of its last turn can be read from it. */
export function lastAnswerOf(
  host: string,
  json: unknown,
): { file: string; answerIn(tail: string, turn: string): string | undefined } | undefined {
  const file = text(asPayload(json) ?? {}, 'transcript_path');
  const { answerIn } = tellingOf(host);
  return file && answerIn ? { file, answerIn } : undefined;
}

function googleRan(payload: Payload): Pick<ToolRun, 'output' | 'ok'> {
  const { llmContent, returnDisplay, error } = asPayload(payload.tool_response) ?? {};
  const told = joined(llmContent);
  const code = /^Exit Code: (\d+)$/m.exec(told)?.[1];
  const failed = error !== undefined && error !== null;
  const ok = code === undefined ? !failed : code === '0';
  return { output: joined(returnDisplay) || told, ok };
}

function exited(pattern: RegExp, output: string): { ok?: boolean } {
  const code = pattern.exec(output)?.[1];
  return code === undefined ? {} : { ok: code === '0' };
}

function joined(...parts: readonly unknown[]): string {
  return parts.filter((part) => typeof part === 'string' && part !== '').join('\n');
}

/** Some hosts hand an object over as its JSON. */
function parsed(value: unknown): Payload | undefined {
  if (typeof value !== 'string') return undefined;
  try {
    return asPayload(JSON.parse(value));
  } catch {
    return undefined;
  }
}
