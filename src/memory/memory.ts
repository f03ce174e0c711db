// The memory as it stands in its file, parsed. DESIGN.md, "A memory file".

export const MEMORY_TYPES = ['rule', 'fact', 'preference', 'decision', 'procedure', 'skill'] as const;
export type MemoryType = (typeof MEMORY_TYPES)[number];

export interface Memory {
  /** `[a-z0-9][a-z0-9._-]{0,79}`, unique in its vault. */
  id: string;
  /** One line; the front matter's, else the first heading or sentence of the body. */
  summary: string;
  type: MemoryType;
  tags: string[];
  /** Globs, relative to the project. */
  appliesTo: string[];
  entities: string[];
  /** Other names of its first entity, or of each that is a key. */
  aliases?: string[] | Record<string, string[]>;
  /** 0–1. */
  importance: number;
  /** `YYYY-MM-DD`. */
  created?: string;
  reviewed?: string;
  /** The last day on which it holds. */
  expires?: string;
  /** Ids of those whose place it takes. */
  supersedes?: string[];
  /** `user`, `tool`, `assistant`, `import:<where>`. */
  source: string;
  /** Markdown after the front matter, as written. */
  body: string;
}
