// The payloads and answers that Claude Code introduced and others took over: common fields, events, output shape. What a host
// does otherwise stands in its own file.
import type { Moment, Reply } from '../src/moment.ts';
import { asPayload, type Payload, startSource, text } from './payload.ts';

/** What the payload does not say in the same words everywhere. */
export interface Told {
  host: string;
  /** The project folder as the host sees it. */
  root: string | undefined;
  /** The host's id of the prompt or turn. */
  turn: string | undefined;
  /** The event that tells of the files a tool touches; `PreToolUse` unless given. */
  toolEvent?: string;
  /** The files that a tool touches, by its name and input. */
  touched(tool: string, input: Payload): string[];
}

/** The events that `parseDialect` knows. */
export const DIALECT_EVENTS = [
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'InstructionsLoaded',
  'SubagentStart',
  'PreCompact',
  'PostCompact',
  'Stop',
  'SessionEnd',
] as const;

/** The moment of an event with Claude Code's name; undefined for others, and where session or folder are missing. */
export function parseDialect(
  payload: Payload,
  { host, root, turn, toolEvent = 'PreToolUse', touched }: Told,
): Moment | undefined {
  const event = text(payload, 'hook_event_name');
  const session = text(payload, 'session_id');
  const cwd = text(payload, 'cwd') ?? root ?? text(payload, 'project');
  if (!event || !session || !cwd) return undefined;
  const agent = text(payload, 'agent_id');
  const base = {
    host,
    event,
    session,
    cwd,
    root: root ?? cwd,
    ...(agent ? { agent } : {}),
    ...(turn ? { turn } : {}),
  };
  switch (event) {
    case 'SessionStart':
      return { ...base, kind: 'session-start', source: startSource(payload) };
    case 'UserPromptSubmit':
      return { ...base, kind: 'prompt', prompt: text(payload, 'prompt') ?? '' };
    case 'SubagentStart':
      return { ...base, kind: 'subagent-start', agentType: text(payload, 'agent_type') ?? '' };
    case 'PreCompact':
    case 'PostCompact': {
      // The summary that PostCompact has is a text of the conversation: it is left where it is.
      const trigger = payload.trigger === 'auto' ? 'auto' : 'manual';
      return { ...base, kind: event === 'PreCompact' ? 'pre-compact' : 'post-compact', trigger };
    }
    case toolEvent: {
      const tool = text(payload, 'tool_name') ?? '';
      const paths = touched(tool, asPayload(payload.tool_input) ?? {});
      return { ...base, kind: 'path', tool, paths, call: text(payload, 'tool_use_id') ?? '' };
    }
    case 'InstructionsLoaded': {
      const file = text(payload, 'file_path');
      return file ? { ...base, kind: 'rule-loaded', file, reason: text(payload, 'load_reason') ?? '' } : undefined;
    }
    case 'Stop': {
      const answer = text(payload, 'last_assistant_message');
      return { ...base, kind: 'turn-end', ...(answer ? { answer } : {}) };
    }
    case 'SessionEnd':
      return { ...base, kind: 'session-end', reason: text(payload, 'reason') ?? '' };
    default:
      // What came of it is read where it is kept (captured.ts).
      return event.startsWith('PostTool') ? { ...base, kind: 'tool-result' } : undefined;
  }
}

/** The lines of a patch that name a file. */
const NAMES = ['*** Add File: ', '*** Update File: ', '*** Delete File: ', '*** Move to: '];

/** The files of a patch as the models of OpenAI write it. */
export function patchedFiles(patch: string): string[] {
  const files: string[] = [];
  for (const line of patch.split('\n')) {
    const name = NAMES.find((it) => line.startsWith(it));
    if (name) files.push(line.slice(name.length).trim());
  }
  return files;
}

/** Nothing but the event and the context: hosts fail on fields they do not know, and on an empty text. */
export function formatDialect(reply: Reply, moment: Moment): unknown {
  if (!reply.context) return undefined;
  return { hookSpecificOutput: { hookEventName: moment.event, additionalContext: reply.context } };
}
