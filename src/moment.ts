// The vocabulary that hosts and hook share. Imports nothing.

/** What every moment carries, whatever the host calls the event. */
interface Base {
  /** The host's name as the registry has it: `claude`, `codex`, … */
  host: string;
  /** The host's own name of the event, to be repeated in the answer: `UserPromptSubmit`. */
  event: string;
  /** The host's session id. In a subagent this is the parent's (HOSTS: Claude, Codex). */
  session: string;
  /** The subagent's id, only inside a subagent. */
  agent?: string;
  /** The project folder as the host sees it: its project variable, else the payload's cwd. Not yet a real path. */
  root: string;
  /** The payload's cwd, where relative paths start. */
  cwd: string;
  /** The host's id of this prompt or turn, where it gives one: tells two processes of one event from two events. */
  turn?: string;
  /** What all hooks of one event are told alike and those of no other: they are one event, though one runs after another. Without blanks. */
  stamp?: string;
  /** A program started this session, not a person. */
  machine?: true;
}

/** Why a session starts. `resume` and `fork` replay an older conversation. */
export type StartSource = 'startup' | 'resume' | 'clear' | 'compact' | 'fork';

/** engram's one form of what a host reports. */
export type Moment =
  | (Base & { kind: 'session-start'; source: StartSource })
  /** `transcript`: the file whose end tells the host's `restored` what came back after a compaction. */
  | (Base & { kind: 'prompt'; prompt: string; transcript?: string })
  /** `call`: the host's id of the tool call; `paths`: as the host has them, absolute or relative to cwd. */
  | (Base & { kind: 'path'; tool: string; paths: string[]; call: string })
  | (Base & { kind: 'rule-loaded'; file: string; reason: string })
  /** `transcript`: the file whose beginning tells the host's `historyOf` what the subagent already has. */
  | (Base & { kind: 'subagent-start'; agentType: string; transcript?: string })
  | (Base & { kind: 'pre-compact'; trigger: 'manual' | 'auto' })
  | (Base & { kind: 'post-compact'; trigger: 'manual' | 'auto'; summary?: string })
  | (Base & { kind: 'tool-result' })
  | (Base & { kind: 'turn-end'; answer?: string })
  | (Base & { kind: 'session-end'; reason: string });

export type MomentKind = Moment['kind'];

/** What engram answers. No context: the host's empty answer. There is no decision in it, so no host can be blocked. */
export interface Reply {
  context?: string;
}
