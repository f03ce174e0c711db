// Every key of config.yaml, once: its default, what it may be, who may set it, and the words for people.
import * as z from 'zod';

export const TRUST_MODES = ['once', 'strict', 'always'] as const;

export const READ_MODES = ['off', 'manual', 'startup', 'auto', 'always'] as const;

/** Whose config.yaml may hold a key: `$ENGRAM_HOME`'s, the project's `.engram/`. */
export type ConfigScope = 'user' | 'project';

interface KeySpec {
  schema: z.ZodType;
  default: unknown;
  /** What may stand there, for people: `a | b`, `1–50`. */
  values: string;
  /** One sentence. */
  doc: string;
  scopes: readonly ConfigScope[];
  /** Why a project's value must not replace the user's own; undefined where it may. */
  refuse?: (project: unknown, user: unknown) => string | undefined;
  /** What holds where a file's value cannot be understood; undefined: as though it did not stand there. */
  unclear?: unknown;
}

const everywhere = ['user', 'project'] as const;
const whole = (min: number, max: number) => ({ schema: z.int().min(min).max(max), values: `${min}–${max}` });
const oneOf = <const T extends readonly string[]>(...values: T) => ({
  schema: z.enum(values),
  values: values.join(' | '),
});

const SPECS = {
  read: {
    ...oneOf('startup', 'auto', 'always', 'manual', 'off'),
    default: 'auto',
    doc: 'When memories are sent: only at the start of a session (startup), also with each prompt what the session lacks (auto), with each prompt all that it routes (always), never by themselves (manual), not at all (off).',
    scopes: everywhere,
    // `of` or `no`: whoever wrote it may have meant to keep memories back.
    unclear: 'off',
    // A repository that one has cloned must not turn on what its reader has turned off.
    refuse: (project, user) =>
      (user === 'off' || user === 'manual') && rank(project) > rank(user)
        ? `your own config says ${user}, and a project cannot turn on more than that`
        : undefined,
  },
  proof: {
    ...oneOf('off', 'compact'),
    default: 'off',
    doc: 'A line on each prompt that says how many memories were sent and how many were there already.',
    scopes: everywhere,
  },
  'hooks.path_rules': {
    ...oneOf('native', 'hook'),
    default: 'native',
    doc: 'How memories that apply to paths reach a host that has rule files: by those files, or by a hook on the tools that touch a path.',
    scopes: everywhere,
  },
  'sessions.machine': {
    ...oneOf('inject', 'skip'),
    default: 'inject',
    doc: 'Whether a session that a program started (`claude -p`, an SDK) is sent memories like a person’s, or nothing.',
    scopes: everywhere,
    // A repository must not turn on what its reader has turned off.
    refuse: (project, user) =>
      user === 'skip' && project !== 'skip'
        ? 'your own config says skip, and a project cannot turn that on'
        : undefined,
  },
  'project.worktrees': {
    ...oneOf('share', 'isolate'),
    default: 'share',
    doc: 'Whether a linked git worktree has the memories of the main checkout, and new ones go there (share), or is a project of its own (isolate).',
    scopes: everywhere,
  },
  'namespaces.read': {
    ...oneOf('all', 'project', 'user', 'none'),
    default: 'all',
    doc: 'Whose memories may be sent at all: the project’s and your own (all), one of them, or neither. What is not read is never ranked.',
    scopes: everywhere,
    // A repository must not have its reader's agents read what these have been told to leave.
    refuse: (project, user) =>
      user !== 'all' && project !== user && project !== 'none'
        ? `your own config says ${user}, and a project cannot have more read than that`
        : undefined,
    // Whoever wrote something else there wanted to keep something back.
    unclear: 'none',
  },
  'load.limit': {
    ...whole(1, 50),
    default: 8,
    doc: 'Most memories that a prompt routes: those that it is sent, and those that the session has already.',
    scopes: everywhere,
  },
  'load.max_tokens': {
    ...whole(200, 16000),
    default: 1600,
    doc: 'Most tokens (UTF-8 bytes / 4) that one prompt is sent; a host’s own cap may be smaller.',
    scopes: everywhere,
  },
  'start.max_tokens': {
    ...whole(200, 16000),
    default: 800,
    doc: 'Most tokens that the start of a session is sent.',
    scopes: everywhere,
  },
  'start.recency_bias': {
    schema: z.number().min(0).max(1),
    values: '0–1',
    default: 0.7,
    doc: 'How much recency weighs against importance in the order at the start of a session.',
    scopes: everywhere,
  },
  'rehydrate.enabled': {
    schema: z.boolean(),
    values: 'true | false',
    default: true,
    doc: 'Whether the first answer after a compaction brings back what the session was about, and says so.',
    scopes: everywhere,
  },
  'rehydrate.window_hours': {
    schema: z.number().min(0).max(168),
    values: '0–168',
    default: 6,
    doc: 'How long after a compaction that is still done.',
    scopes: everywhere,
  },
  'entities.enabled': {
    schema: z.boolean(),
    values: 'true | false',
    default: true,
    doc: 'Whether a prompt that names an entity of the memories is sent the lines about it that it asks for.',
    scopes: everywhere,
    refuse: (project, user) =>
      user === false && project === true ? 'your own config says false, and a project cannot turn that on' : undefined,
  },
  'entities.min_score': {
    schema: z.number().min(0).max(1),
    values: '0–1',
    default: 0.8,
    doc: 'How much of what the prompt asks beside the name a line must hold more than; with 1 there is none.',
    scopes: everywhere,
  },
  'entities.max_chars': {
    ...whole(100, 4000),
    default: 500,
    doc: 'Longest that the lines about entities may be, with their heading.',
    scopes: everywhere,
  },
  'entities.disabled': {
    schema: z.union([z.string(), z.array(z.string())]),
    values: 'names',
    default: '',
    doc: 'Names and aliases of entities that do nothing, with commas between them.',
    scopes: everywhere,
  },
  'capture.enabled': {
    schema: z.boolean(),
    values: 'true | false',
    default: false,
    doc: 'Whether turns are kept, redacted, until memories have been proposed from them. `engram capture on` sets it and links what it needs.',
    scopes: ['user'],
    unclear: false,
  },
  'trust.mode': {
    ...oneOf(...TRUST_MODES),
    default: 'once',
    doc: 'Whether a project’s memories wait until you trust it: once for the project (once), again for each file that has changed since (strict), or never (always).',
    scopes: ['user'],
    // Whoever wrote something else there hardly meant less care.
    unclear: 'strict',
  },
  'staging.enabled': {
    schema: z.boolean(),
    values: 'true | false',
    default: true,
    doc: 'Whether a memory that was not asked for by a command waits as a proposal until you approve it, or is written at once; what only an assistant says waits in any case.',
    // A repository must not have memories written unasked.
    scopes: ['user'],
  },
  'staging.dream_markers': {
    schema: z.boolean(),
    values: 'true | false',
    default: true,
    doc: 'Whether `DREAM: memory: …`, `DREAM: fact: …` and `DREAM: skill: …` at the beginning of a line propose what follows, whatever it scores.',
    scopes: ['user'],
  },
  'extract.command': {
    schema: z.string(),
    values: 'a command line',
    default: '',
    doc: 'A program that reads captured turns, redacted, with a prompt on stdin, and answers on stdout: an agent’s print mode, a local model. Without one rules read them, and nothing is sent.',
    // A repository must not choose where what was said goes, nor what is run for it.
    scopes: ['user'],
  },
  'extract.endpoint': {
    schema: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]),
    values: 'a URL',
    default: '',
    doc: 'The same by an OpenAI-compatible endpoint; ENGRAM_EXTRACT_KEY is sent as its bearer token. extract.command goes before it.',
    scopes: ['user'],
  },
  'extract.model': {
    schema: z.string(),
    values: 'a name',
    default: '',
    doc: 'The model that the endpoint is asked for.',
    scopes: ['user'],
  },
  'extract.max_calls': {
    ...whole(0, 10000),
    default: 50,
    doc: 'Most calls of a command or an endpoint in a UTC day; what is over it is read by rules.',
    scopes: ['user'],
    // Whoever wrote something else there hardly meant more.
    unclear: 0,
  },
} as const satisfies Record<string, KeySpec>;

export type ConfigKey = keyof typeof SPECS;

/** Every key with its value, by its full name: `config['load.limit']`. */
export type Config = { [K in ConfigKey]: z.infer<(typeof SPECS)[K]['schema']> };

export type ConfigEntry = KeySpec & { key: ConfigKey };

/** The table, in the order in which people read it. */
export const CONFIG_KEYS: readonly ConfigEntry[] = Object.entries(SPECS).map(([key, spec]) => ({
  ...(spec as KeySpec),
  key: key as ConfigKey,
}));

export const DEFAULTS = Object.fromEntries(CONFIG_KEYS.map(({ key, default: value }) => [key, value])) as Config;

export function findKey(key: string): ConfigEntry | undefined {
  return CONFIG_KEYS.find((entry) => entry.key === key);
}

function rank(mode: unknown): number {
  return READ_MODES.indexOf(mode as (typeof READ_MODES)[number]);
}
