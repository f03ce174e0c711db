// The protocol of a host: one plain object per coding agent. Knows src/moment and src/text only.
import type { Moment, MomentKind, Reply } from '../src/moment.ts';
import type { Unit } from '../src/text/units.ts';

/** The parts of the environment that a host may look at; `process.env` in life, a literal in tests. */
export type Env = Readonly<Record<string, string | undefined>>;

/** Where a managed entry stands. `project` is committed by a team, `local` is one person's in that project, `user` is everywhere. */
export type Scope = 'project' | 'local' | 'user';

/** One native event that `link` registers. */
export interface HostEvent {
  /** The host's own name: `UserPromptSubmit`. */
  event: string;
  moment: MomentKind;
  /** The matcher to write; without it the entry has none. */
  matcher?: string;
  /** Registered only under this value of `hooks.path_rules`; without it under both. */
  pathRules?: 'native' | 'hook';
  /** The host does not wait for this hook (Claude's `async`). */
  async?: true;
  /** In the host's unit (`timeoutUnit`). */
  timeout: number;
}

/** What stands behind a compaction. */
export interface Restored {
  /** When the host recorded the compaction, milliseconds since 1970. */
  at: number;
  /** Absolute paths, as the host has them. */
  files: string[];
}

export interface Host {
  name: string;
  aliases: readonly string[];
  /** For people: `Claude Code`. */
  title: string;
  settings: {
    /** Absolute path of the settings file per scope; a scope that the host lacks is absent. `base` is the work tree's root, or the home folder for `user`. */
    path: Partial<Record<Scope, (base: string, env: Env) => string>>;
    /** In a linked git worktree the host reads the main checkout's file. */
    worktree?: 'main';
    /** `claude`: groups with matcher and hooks, ours first. `codex`: the same shape, ours appended last, because trust is by position. */
    format: 'claude' | 'codex';
    /** The host drops a file that is not strict JSON (comments, trailing commas): `link` warns. */
    strict: boolean;
    /** The host drops a file that begins with a byte order mark. */
    refusesBom: boolean;
    /** The name that the host shows for our hook, where it has the field. */
    statusMessage?: string;
  };
  events: readonly HostEvent[];
  timeoutUnit: 's' | 'ms';
  /** Most that one answer may hold, in the host's unit, with room left below the host's own limit. */
  cap: { limit: number; unit: Unit };
  /** Files by which the host itself brings a memory when a path is touched. */
  rules?: {
    /** Relative to the project, with `/`; all of it is ours. */
    folder: string;
    /** The file's text: for these patterns, this body. */
    write(id: string, paths: readonly string[], body: string): string;
  };
  /** The moments in which context reaches the model. */
  injects: readonly MomentKind[];
  /** The host replays what a session was sent when it is resumed or forked, so the delivered set stays. */
  keepsOnResume: boolean;
  /**
   * The id of the session or subagent whose whole history a subagent begins with, contexts included; undefined where it begins
   * with none. Absent where the host's subagents never do.
   * @param head the first 4 KB of the subagent's transcript
   */
  historyOf?(head: string): string | undefined;
  /**
   * What the host itself has in the conversation again since its last compaction. Absent where it tells so, or brings nothing back.
   * @param tail the end of the session's transcript; its first line may be cut
   * @returns undefined where the text does not reach back to a compaction
   */
  restored?(tail: string): Restored | undefined;
  /** Only this host sends such a payload or sets such variables: for `engram hook` without a host's name. */
  sent(json: unknown, env: Env): boolean;
  /** The moment in this payload; undefined for an event that is not ours or a payload that lacks what we need. Never throws. */
  parse(json: unknown, env: Env): Moment | undefined;
  /** The JSON to print, or undefined to print nothing. */
  format(reply: Reply, moment: Moment): unknown;
  /** What this host cannot do and what a person must still do, as sentences for `engram link` and `engram hosts`. */
  limits: readonly string[];
}
