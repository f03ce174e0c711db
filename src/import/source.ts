// What an import is made of: where something was found, and the memories that it is to be. Sources read; the command writes. Cold.
import type { Project } from '../index/places.ts';
import type { Memory } from '../memory/memory.ts';

/** A memory to be. */
export interface Draft {
  /** Absolute: the file, or the database, that it comes from. */
  from: string;
  /** 1-based; 0 where it is the whole of it. */
  line: number;
  /** Its `source` is `import:…`, the same whenever the same piece is imported. */
  memory: Memory;
  /** `user`: it is of the person, and does not belong into what a team shares. */
  scope: 'project' | 'user';
  /** The text that it was read from, whose unknown keys and comments are kept; with the name that stands for a missing id. */
  previous?: { text: string; name: string };
}

/** Something that was passed over. */
export interface ImportProblem {
  file: string;
  /** 1-based; 0 where it is the file as a whole. */
  line: number;
  message: string;
}

export interface Found {
  drafts: Draft[];
  problems: ImportProblem[];
  /** What the person should know of what is left out, a sentence without a full stop each. */
  notes: string[];
}

/** Where a source is looked for. */
export interface From {
  project: Project;
  env: Readonly<Record<string, string | undefined>>;
  /** The user's home folder. */
  home: string;
  now: Date;
  /** Also what is hardly worth remembering: a tool's log of what it did. */
  all: boolean;
}

export interface Source {
  name: string;
  /** What it is, for people. */
  title: string;
  /** Where it is looked for, for people. */
  places: string;
  find(from: From): Found;
}

export function nothing(): Found {
  return { drafts: [], problems: [], notes: [] };
}

export function together(parts: readonly Found[]): Found {
  return {
    drafts: parts.flatMap(({ drafts }) => drafts),
    problems: parts.flatMap(({ problems }) => problems),
    notes: [...new Set(parts.flatMap(({ notes }) => notes))],
  };
}
