// The config of a moment: the user's config.yaml, then the project's, over the defaults.
import fs from 'node:fs';
import path from 'node:path';
import { leadsOut } from '../memory/outside.ts';
import { CONFIG_KEYS, type Config, type ConfigEntry, type ConfigKey, type ConfigScope, DEFAULTS } from './keys.ts';
import { readYaml, type Yaml, YamlError } from './yaml.ts';

/** A fault in a config file; the key keeps its value from elsewhere, but for one that has an `unclear` value. */
export interface ConfigProblem {
  file: string;
  /** 1-based; 0 where it is the file as a whole. */
  line: number;
  message: string;
  /** The value is well-formed, but this file may not set it: nothing that its reader must mend. */
  refused?: true;
}

export interface LoadedConfig {
  config: Config;
  /** The file that each value comes from; absent for a default. */
  origins: Partial<Record<ConfigKey, string>>;
  problems: ConfigProblem[];
}

const SIZE_LIMIT = 1024 * 1024;

/** Loads these files, the user's first and then those of the project, of which the last wins; they need not exist. Never throws: what is wrong is a problem and changes nothing. */
export function loadConfig(files: readonly string[]): LoadedConfig {
  const config: Config = { ...DEFAULTS };
  const origins: LoadedConfig['origins'] = {};
  const problems: ConfigProblem[] = [];
  const own: Partial<Config> = {};
  files.forEach((file, at) => {
    const scope: ConfigScope = at === 0 ? 'user' : 'project';
    // A project's is `.engram/config.yaml`: a repository must have nothing of its reader's read.
    const out = scope === 'project' ? leadsOut(file, path.dirname(path.dirname(file))) : undefined;
    if (out !== undefined) {
      const message = `leads out of the project, to ${out}, and is not read; put the file itself there`;
      problems.push({ file, line: 0, message });
      return;
    }
    const { values, problems: found } = readConfig(file);
    problems.push(...found);
    for (const { entry, value, line } of values) {
      const refused = refusal(entry, scope, value, own[entry.key]);
      if (refused) {
        problems.push({ file, line, message: `${entry.key}: ${refused}`, refused: true });
        continue;
      }
      Object.assign(config, { [entry.key]: value });
      if (scope === 'user') Object.assign(own, { [entry.key]: value });
      origins[entry.key] = file;
    }
  });
  return { config, origins, problems };
}

/** Why a file of this scope may not set this value, given what the user's own file sets; undefined where it may. */
export function refusal(entry: ConfigEntry, scope: ConfigScope, value: unknown, user: unknown): string | undefined {
  if (!entry.scopes.includes(scope)) return `only your own config.yaml may set this, not a project's`;
  return scope === 'project' && user !== undefined ? entry.refuse?.(value, user) : undefined;
}

interface FileValues {
  /** `unclear`: the value is not the file's own, but what holds until that is mended. */
  values: { entry: ConfigEntry; value: unknown; line: number; unclear?: true }[];
  problems: ConfigProblem[];
}

/** What one file says. Never throws. */
export function readConfig(file: string): FileValues {
  const values: FileValues['values'] = [];
  const problems: ConfigProblem[] = [];
  const problem = (line: number, message: string) => problems.push({ file, line, message });
  try {
    const text = readText(file);
    if (text === undefined) return { values, problems };
    const { value: root, line } = readOrRescue(text, problem);
    if (root === null || root === undefined) return { values, problems };
    if (!isMapping(root)) throw new YamlError('a config file holds keys and values, as in read: auto', 1);
    for (const [at, value] of leaves(root)) {
      const key = at.join('.');
      const entry = CONFIG_KEYS.find((candidate) => candidate.key === key);
      if (entry && at.length !== key.split('.').length) {
        problem(line(at), `write ${key} as two levels: ${key.replace('.', ':, and below it ')}: ${shown(value)}`);
      } else if (!entry) problem(line(at), `${key} is no key of engram's${suggestion(key)}`);
      else if (value === null) continue;
      else if (!entry.schema.safeParse(value).success) {
        const { unclear } = entry;
        const until = unclear === undefined ? '' : `; until it is, ${shown(unclear)} holds`;
        problem(line(at), `${key} must be ${entry.values}, not ${shown(value)}${until}`);
        if (unclear !== undefined) values.push({ entry, value: unclear, line: line(at), unclear: true });
      } else values.push({ entry, value, line: line(at) });
    }
  } catch (error) {
    if (error instanceof YamlError) problem(error.line, error.message);
    else problem(0, `cannot be read: ${(error as Error).message}`);
  }
  return { values, problems };
}

/**
 * A file with a fault counts for nothing, except that what it keeps back stays back: of the keys that have an `unclear` value
 * it is read as far as it can be.
 */
function readOrRescue(text: string, problem: (line: number, message: string) => void): Yaml {
  try {
    return readYaml(text);
  } catch (error) {
    if (!(error instanceof YamlError) || !error.partial) throw error;
    problem(error.line, error.message);
    const { value, line } = error.partial;
    if (!isMapping(value)) return { value: undefined, line };
    const kept = CONFIG_KEYS.filter(({ key, unclear }) => unclear !== undefined && key in value);
    return { value: Object.fromEntries(kept.map(({ key }) => [key, value[key]])), line };
  }
}

/** The file's text; undefined where there is none. Throws node's errors. */
export function readText(file: string): string | undefined {
  try {
    const stat = fs.statSync(file);
    const { size } = stat;
    if (stat.isFIFO()) throw new YamlError('is a pipe, no file', 1);
    if (size > SIZE_LIMIT) throw new YamlError(`is larger than ${SIZE_LIMIT / 1024} KiB`, 1);
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

/** The values of a mapping of mappings with their paths; a section that the table knows is entered, any other value is a leaf. */
function leaves(root: Record<string, unknown>): [path: string[], value: unknown][] {
  const sections = new Set(
    CONFIG_KEYS.map(({ key }) => key.split('.')).flatMap((parts) => (parts.length > 1 ? [parts[0]!] : [])),
  );
  return Object.entries(root).flatMap(([key, value]): [string[], unknown][] =>
    sections.has(key) && isMapping(value)
      ? Object.entries(value).map(([inner, leaf]) => [[key, inner], leaf])
      : sections.has(key) && value === null
        ? []
        : [[[key], value]],
  );
}

/** What the writer of an unknown key may have meant: ` (did you mean load.limit?)`; for a section, its keys. */
export function suggestion(key: string): string {
  const inside = CONFIG_KEYS.filter((entry) => entry.key.startsWith(`${key}.`)).map((entry) => entry.key);
  if (inside.length) return `; its keys are ${inside.join(', ')}`;
  const names = CONFIG_KEYS.map((entry) => entry.key);
  const near =
    names.find((name) => name.split('.').at(-1) === key.split('.').at(-1)) ??
    names.map((name) => ({ name, distance: editDistance(name, key) })).sort((a, b) => a.distance - b.distance)[0]!;
  if (typeof near === 'string') return ` (did you mean ${near}?)`;
  return near.distance <= 2 ? ` (did you mean ${near.name}?)` : '; engram config list names them all';
}

/** Letters to add, drop or change to make one text of another. */
export function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
    }
    row = next;
  }
  return row[b.length]!;
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
