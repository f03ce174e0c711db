// The compiled config: what the fast lane knows of config.yaml. Its schema, defaults and documentation stand in src/config/.

export type ReadMode = 'startup' | 'auto' | 'always' | 'manual' | 'off';
export type ProofMode = 'off' | 'compact';
export type PathRules = 'native' | 'hook';

/** Flat, by the key's full name, as `engram config get` takes it. */
export interface ConfigValues {
  read: ReadMode;
  proof: ProofMode;
  'hooks.path_rules': PathRules;
  'sessions.machine': 'inject' | 'skip';
  'namespaces.read': 'all' | 'project' | 'user' | 'none';
  /** Memories a prompt may route. */
  'load.limit': number;
  /** Tokens (UTF-8 bytes / 4) a prompt's answer may hold. */
  'load.max_tokens': number;
  'start.max_tokens': number;
  /** 0: importance alone; 1: recency alone. */
  'start.recency_bias': number;
  /** Turns are kept for proposals. */
  'capture.enabled': boolean;
  'rehydrate.enabled': boolean;
  /** So long after a compaction. */
  'rehydrate.window_hours': number;
  'entities.enabled': boolean;
  /** The share of what a prompt asks beside a name that a line must hold more than, 0–1. */
  'entities.min_score': number;
  /** UTF-16 units of the block. */
  'entities.max_chars': number;
  /** Names that do nothing. */
  'entities.disabled': string | readonly string[];
}
