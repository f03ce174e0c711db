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

/** What capture wants to hear of. No entry that stands without it gets another command. */
export interface Capture {
  /** Beside those of `events`: none of them is one of those. */
  events: readonly HostEvent[];
  /** Matchers that take more in than those of `events`, by the event: tools that run commands. */
  matchers?: Readonly<Record<string, string>>;
}

/** Managed entries among those of others, in a JSON file. */
export interface EntriesFormat {
  kind: 'entries';
  /** `groups`: `{"matcher": …, "hooks": [hook]}`; `flat`: the hook itself, with its matcher inside. */
  shape: 'groups' | 'flat';
  /** The member that holds the lists of events; null: they stand at the top. */
  under: 'hooks' | null;
  /** Members that the host wants at the top beside it, written where they are missing: `{version: 1}`. */
  top?: Readonly<Record<string, number>>;
  /** The host trusts hooks by position: ours come last, and nothing moves up when they go. */
  byPosition?: true;
  /** The hook as it is written, its keys in order. `command` is what `link` has it run. */
  hook(event: HostEvent, command: string): Readonly<Record<string, string | number | boolean>>;
}

/** A file that is engram's alone. */
export interface OwnFormat {
  kind: 'own';
  /** Its whole text, for these events. A plugin carries OWN_MARK; a JSON file is known by holding no command but ours. */
  write(command: (event: HostEvent) => string, events: readonly HostEvent[]): string;
}

/** A folder in which the host runs files by the name of the event. */
export interface ScriptsFormat {
  kind: 'scripts';
  /** The text of an event's file, which carries OWN_MARK; it is made executable. */
  write(event: HostEvent, command: string): string;
}

/** In each file of engram's own, in a comment. */
export const OWN_MARK = 'written by `engram link`';

/** What makes the host drop a settings file, or worse. `comment`, `comma` (before a closing bracket), `bom`, `empty`, `link` (a symbolic one), `slashes` (`//` within a string). */
export type Intolerance = 'comment' | 'comma' | 'bom' | 'empty' | 'link' | 'slashes';

export interface HostSettings {
  /** By what the host is found on a machine: programs on the PATH; folders in the home folder or the project, with `/`. */
  found?: { programs: readonly string[]; folders: readonly string[] };
  /** Absolute path of the settings file (`scripts`: the folder) per scope; a scope that the host lacks is absent. `base` is the work tree's root, or the home folder for `user`. */
  path: Partial<Record<Scope, (base: string, env: Env) => string>>;
  /** In a linked git worktree the host reads the main checkout's file. */
  worktree?: 'main';
  /** A project file, relative and with `/`, that the host reads in place of the one of `path` where its member `holding` has members. */
  instead?: { file: string; holding: string };
  format: EntriesFormat | OwnFormat | ScriptsFormat;
  /** Of the scopes whose file is made otherwise. */
  formats?: Partial<Record<Scope, EntriesFormat>>;
  intolerant: readonly Intolerance[];
  /** `link` refuses to write a file that the host does not take; else it writes and warns. */
  refuses?: true;
  /** What the host does with a file that it does not take, where that is another than `ignores the whole file`: `does not even start`. */
  untaken?: string;
  /** Where a name stands here: the only members that the host takes at the top; another makes it drop the file. */
  members?: readonly string[];
  /** Where a name stands here: the only events that the host knows; another makes it drop the file. */
  knownEvents?: readonly string[];
  /** Events in which one bad group makes the host drop the whole file. */
  fragileEvents?: readonly string[];
  /** A member by which a person switches all hooks off: its path and the value that does it. */
  offSwitch?: { at: readonly string[]; value: boolean };
  /** The host replaces `$NAME` in a command, in quotes too. */
  expands?: true;
  /** `guarded` (default): silent where engram is missing. `plain`: the host takes no shell operators. */
  command?: 'plain';
  /** The payload does not name its event, so that the command does. */
  namesEvent?: true;
  /** How the host starts a command: by `sh -c` (default), `bash -c`, `$SHELL -lc` (`login`), or `-c` of the account's own shell (`account`). */
  shell?: 'bash' | 'login' | 'account';
  /** What a person must still do before the hooks run, the most needed first; sentences. `scopes`: of these links alone. `again`: whenever hooks change. */
  todo?: readonly { say: string; scopes?: readonly Scope[]; again?: true }[];
  /** A prompt as the host sends it. Default: in the form of Claude Code. */
  probe?(asked: Asked): Probe;
}

/** What `engram doctor` asks a linked hook. */
export interface Asked {
  session: string;
  /** The folder in which the hook is run, which is the project too. */
  cwd: string;
  prompt: string;
}

/** What a hook is given by its host. */
export interface Probe {
  /** The host's name of it, one of `events`. */
  event: string;
  payload: Readonly<Record<string, unknown>>;
  /** What the host sets beside the payload. */
  env?: Readonly<Record<string, string>>;
}

/** A file of the project that the host reads with each conversation. */
export interface StandingFile {
  /** Relative to the project, with `/`; the first whose folder is there is taken, else the first. */
  files: readonly string[];
  /** Most that it may hold. */
  cap: { limit: number; unit: Unit };
  /** The file's text; it carries OWN_MARK. */
  write(context: string): string;
}

export interface Host {
  name: string;
  aliases: readonly string[];
  /** Hosts that `link` and `unlink` take along: two programs that people know by one name. */
  companions?: readonly string[];
  /** The environment variable that this host alone sets for its hooks: it may be running a hook that was linked for another. */
  variable?: string;
  /** For people: `Claude Code`. */
  title: string;
  settings: HostSettings;
  events: readonly HostEvent[];
  /** What `link` registers too while capture is on; absent where the host tells of nothing that could be captured. */
  capture?: Capture;
  timeoutUnit: 's' | 'ms';
  /** Most that one answer may hold, in the host's unit, with room left below the host's own limit. */
  cap: { limit: number; unit: Unit };
  /** The same for what a touched path brings, where that is less. */
  pathCap?: { limit: number; unit: Unit };
  /** Files by which the host itself brings a memory when a path is touched. */
  rules?: {
    /** Relative to the project, with `/`; all of it is ours. */
    folder: string;
    /** The file's text: for these patterns, this body. */
    write(id: string, paths: readonly string[], body: string): string;
  };
  /** The moments in which context reaches the model. */
  injects: readonly MomentKind[];
  /** The first prompt of a session carries its start block too: the host has no better moment for it. */
  startsAtPrompt?: true;
  /** What is answered replaces what was answered before, so that each answer is whole. */
  slot?: true;
  /** The host shows `<` and `>` as entities: the frame does without tags. */
  escapesTags?: true;
  /** Printed where there is nothing to say; absent: nothing is. */
  nothing?: Readonly<Record<string, unknown>>;
  /** One file that the host always has in context, for one that takes no answers. */
  standing?: StandingFile;
  /**
   * The host replays what a session was sent when it is resumed or forked, so the delivered set stays. `prompts`: all but what its
   * start was sent; and as that host may run a session's start beside its first prompt, no start takes anything from prompts.
   */
  keepsOnResume: boolean | 'prompts';
  /** Only this host sends such a payload or sets such variables: for `engram hook` without a host's name. */
  sent(json: unknown, env: Env): boolean;
  /** The moment in this payload; undefined for an event that is not ours or a payload that lacks what we need. Never throws. */
  parse(json: unknown, env: Env): Moment | undefined;
  /** The JSON to print, or undefined to print nothing. */
  format(reply: Reply, moment: Moment): unknown;
  /** What this host cannot do, as sentences for `engram hosts <name>`. */
  limits: readonly string[];
}
