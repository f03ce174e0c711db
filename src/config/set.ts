// Writing a key into a config.yaml, with everything that stands around it kept.
import fs from 'node:fs';
import path from 'node:path';
import { makeFolder } from '../index/places.ts';
import { refuseOutside } from '../memory/outside.ts';
import { keepOwner } from '../memory/owner.ts';
import { type ConfigEntry, type ConfigKey, type ConfigScope, findKey } from './keys.ts';
import { loadConfig, readConfig, readText, refusal, suggestion } from './load.ts';
import { deleteYaml, readYaml, setYaml, YamlError } from './yaml.ts';

/** A value or key that cannot be set (`usage`) or a file that cannot be changed (`config`). Nothing was written. */
export class ConfigError extends Error {
  constructor(
    message: string,
    readonly kind: 'usage' | 'config',
  ) {
    super(message);
    this.name = 'ConfigError';
  }
}

/** The key's entry. Throws ConfigError with what may have been meant. */
export function knownKey(key: string): ConfigEntry {
  const entry = findKey(key);
  if (!entry) throw new ConfigError(`${key} is no key of engram's${suggestion(key)}`, 'usage');
  return entry;
}

/** A value as typed on a command line, checked. Throws ConfigError with what may stand there. */
export function parseValue(entry: ConfigEntry, text: string): string | number | boolean {
  const number = text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : undefined;
  const flag = text === 'true' ? true : text === 'false' ? false : undefined;
  for (const candidate of [flag, number, text]) {
    if (candidate === undefined) continue;
    if (entry.schema.safeParse(candidate).success) return candidate;
  }
  throw new ConfigError(`${entry.key} must be ${entry.values}, not ${JSON.stringify(text)}`, 'usage');
}

export interface SetResult {
  file: string;
  key: ConfigKey;
  value: string | number | boolean;
  changed: boolean;
}

/**
 * Sets one key in the user's file or a project's, through a temporary file and a rename. A file that does not parse is left alone.
 * `files` as in loadConfig; of a project's the last that is there is meant, else the first. Throws ConfigError, or node's errors where the file cannot be written.
 */
export function setConfig(files: readonly string[], scope: ConfigScope, key: string, text: string): SetResult {
  const entry = knownKey(key);
  const value = parseValue(entry, text);
  const file = fileOf(files, scope);
  const own = loadConfig(files.slice(0, 1));
  const refused = refusal(entry, scope, value, own.origins[entry.key] ? own.config[entry.key] : undefined);
  if (refused) throw new ConfigError(`${entry.key}: ${refused}`, 'usage');

  let before: string | undefined;
  let after: string;
  try {
    before = readText(file);
    readYaml(before ?? '');
    after = setYaml(before ?? '', entry.key.split('.') as [string], value);
  } catch (error) {
    if (error instanceof YamlError)
      throw new ConfigError(`${file}:${error.line}: ${error.message}; the file is left as it is`, 'config');
    throw error;
  }
  const stands = ({ entry: it, value: now, unclear }: ReturnType<typeof readConfig>['values'][number]) =>
    it.key === entry.key && now === value && !unclear;
  if (before !== undefined && readConfig(file).values.some(stands)) {
    return { file, key: entry.key, value, changed: false };
  }
  write(file, after, scope);
  return { file, key: entry.key, value, changed: true };
}

/**
 * Takes one key out of the user's file or a project's; what is around it stays. Where it is not set nothing is written.
 * Throws as setConfig does.
 */
export function unsetConfig(files: readonly string[], scope: ConfigScope, key: string): Omit<SetResult, 'value'> {
  const entry = knownKey(key);
  const file = fileOf(files, scope);
  try {
    const before = readText(file) ?? '';
    const [top = '', inner] = entry.key.split('.');
    const after = deleteYaml(before, top, inner);
    if (after !== before) write(file, after, scope);
    return { file, key: entry.key, changed: after !== before };
  } catch (error) {
    if (error instanceof YamlError)
      throw new ConfigError(`${file}:${error.line}: ${error.message}; the file is left as it is`, 'config');
    throw error;
  }
}

/** Throws ConfigError where there is no project, OutsideError where a project's file, which is in `.engram/`, leads out of it. */
function fileOf(files: readonly string[], scope: ConfigScope): string {
  const file = scope === 'user' ? files[0] : (files.slice(1).findLast((it) => fs.existsSync(it)) ?? files[1]);
  if (file === undefined) throw new ConfigError('there is no project here whose config could be set', 'usage');
  if (scope === 'project') refuseOutside(file, path.dirname(path.dirname(file)));
  return file;
}

function write(file: string, text: string, scope: ConfigScope): void {
  const folder = path.dirname(file);
  if (scope === 'user') makeFolder(folder);
  else fs.mkdirSync(folder, { recursive: true });
  const there = fs.statSync(file, { throwIfNoEntry: false });
  const target = there ? fs.realpathSync.native(file) : file;
  sweep(target);
  const temporary = `${target}.${process.pid}.tmp`;
  try {
    const mode = there ? there.mode & 0o777 : scope === 'user' ? 0o600 : 0o666;
    fs.writeFileSync(temporary, text, { flag: 'wx', mode });
    if (there) {
      keepOwner(temporary, there);
      fs.chmodSync(temporary, mode);
    }
    fs.renameSync(temporary, target);
  } catch (error) {
    fs.rmSync(temporary, { force: true });
    throw error;
  }
}

/** A temporary file lives for milliseconds; one of this age was left by a process that was killed. */
const ABANDONED = 60_000;

function sweep(target: string): void {
  const folder = path.dirname(target);
  for (const name of fs.readdirSync(folder)) {
    if (!name.startsWith(`${path.basename(target)}.`) || !/\.\d+\.tmp$/.test(name)) continue;
    const file = path.join(folder, name);
    const stat = fs.statSync(file, { throwIfNoEntry: false });
    if (stat && Date.now() - stat.mtimeMs > ABANDONED) fs.rmSync(file, { force: true });
  }
}
