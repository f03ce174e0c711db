// Makes V8's code cache of the lane: runs the lane once through its usual events, in a scratch folder, and keeps what V8
// compiled. Cold; once for each build and each Node.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';
import { asFunction, CACHED, cacheFile, doubled, halves } from '../hook/code-cache.ts';
import type { Lane } from '../hook/lane.ts';
import { NODE_FLAGS } from '../hook/node-flags.ts';
import type { World } from '../hook/run.ts';
import { alive } from '../index/compile.ts';
import { findPlaces, findProject, makeFolder } from '../index/places.ts';
import { syncProject } from './sync.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** One memory and one question in each of the languages that take paths of their own through the lane. */
const LANGUAGES = [
  [
    'deploy',
    '---\ntype: rule\nimportance: 0.9\n---\nDeploy the billing service with `scripts/deploy.sh --blue-green`.\n',
    'How do I deploy the billingService?',
  ],
  ['sicherung', 'Die Datenbanken werden nachts um drei Uhr gesichert.\n', 'Wann werden die Datenbanken gesichert?'],
  ['otkat', 'Резервные копии базы хранятся тридцать дней.\n', 'Сколько хранятся резервные копии базы?'],
  ['beifen', '数据库备份保存三十天。\n', '数据库备份保存多久?'],
  [
    'sauvegarde',
    'Les sauvegardes de la base sont conservées trente jours.\n',
    'Combien de temps les sauvegardes sont-elles conservées ?',
  ],
  [
    'copias',
    'Las copias de seguridad de la base se guardan treinta días.\n',
    '¿Cuánto tiempo se guardan las copias de seguridad?',
  ],
  [
    'copie',
    'Le copie di riserva della banca dati sono conservate per trenta giorni.\n',
    'Per quanto tempo sono conservate le copie della banca dati?',
  ],
  [
    'backup',
    'As cópias de segurança do banco de dados são guardadas por trinta dias.\n',
    'Por quanto tempo são guardadas as cópias de segurança?',
  ],
  [
    'reservekopie',
    'De reservekopieën van de gegevensbank worden dertig dagen bewaard.\n',
    'Hoe lang worden de reservekopieën bewaard?',
  ],
  [
    'yedek',
    'Veritabanının yedekleri otuz gün boyunca saklanır.\n',
    'Veritabanının yedekleri kaç gün saklanıyor ve neden?',
  ],
  ['nuskha', 'تحفظ النسخ الاحتياطية لقاعدة البيانات ثلاثين يوما.\n', 'كم يوما تحفظ النسخ الاحتياطية لقاعدة البيانات؟'],
] as const;

/** The argument by which dist/sync.cjs is asked for the cache alone. */
export const WARM = '--warm';

/**
 * Makes the cache in a process of its own, started as hooks are: V8 takes a cache only under the flags that it was made with.
 * What fails here costs nothing but time, and the next sync tries again.
 * @param dist the folder of sync.cjs and lane.js
 */
export function warmInChild(env: Env, dist: string): void {
  const file = cacheFile(env);
  if (!file || isComplete(env, dist)) return;
  for (const flags of [NODE_FLAGS, []]) {
    const { NODE_OPTIONS: _, ...rest } = env;
    const child = spawnSync(process.execPath, [...flags, path.join(dist, 'sync.cjs'), WARM], {
      env: rest as NodeJS.ProcessEnv,
      stdio: 'ignore',
      timeout: 60_000,
      windowsHide: true,
    });
    if (child.status !== 9) return;
  }
}

/**
 * Does nothing where the cache is there already or cannot be written, or engram's folder is not there.
 * @param dist the folder of lane.js
 */
export function warmLane(env: Env, dist: string, build?: string): void {
  const file = cacheFile(env, build);
  const filename = path.join(dist, 'lane.js');
  if (!file || isComplete(env, dist, build) || !fs.existsSync(filename)) return;
  const folder = path.dirname(file);
  // Gone, with its home, while a sync in the background still had this to do: nothing of it comes back.
  if (!fs.existsSync(path.dirname(folder))) return;
  makeFolder(folder);
  sweep(folder);
  const scratch = path.join(folder, `${SCRATCH}${process.pid}`);
  fs.rmSync(scratch, { recursive: true, force: true });
  const parts = new Map<string, vm.Script>();
  let cache: Buffer;
  try {
    const script = new vm.Script(fs.readFileSync(filename, 'latin1'), { filename });
    const lane = {} as Lane;
    script.runInThisContext()(lane, require, dist);
    lane.compile = (name) => {
      if (!CACHED.includes(name)) return undefined;
      const source = path.join(dist, `${name}.cjs`);
      const part = new vm.Script(asFunction(fs.readFileSync(source, 'latin1')), { filename: source });
      parts.set(name, part);
      return part.runInThisContext();
    };
    exercise(lane.runHook, scratch);
    // A cache of each, whatever the events called for: where one lacks, hooks ask for another sync.
    for (const name of CACHED) if (!parts.has(name) && isThere(dist, name)) lane.compile(name);
    cache = script.createCachedData();
  } finally {
    // Before the cache is there: whoever finds none puts away what a killed build left.
    fs.rmSync(scratch, { recursive: true, force: true });
  }
  // The lane's own last: where it is there, so are those of its parts.
  for (const [name, part] of parts) write(cacheFile(env, build, name)!, doubled(part.createCachedData()));
  write(file, doubled(cache));
}

/** Of the folder in which the lane is run, before the number of the process. */
const SCRATCH = 'warm-';

/** Takes away what builds that were killed left, by the process in their names. */
function sweep(folder: string): void {
  for (const name of fs.readdirSync(folder)) {
    const pid = /^warm-(\d+)$/.exec(name)?.[1] ?? /^lane-.*\.(\d+)\.tmp$/.exec(name)?.[1];
    if (pid && !alive(Number(pid))) fs.rmSync(path.join(folder, name), { recursive: true, force: true });
  }
}

/** A part that the package lacks has none. */
function isComplete(env: Env, dist: string, build?: string): boolean {
  const parts = CACHED.filter((name) => isThere(dist, name));
  return [undefined, ...parts].every((part) => isWhole(cacheFile(env, build, part)!));
}

function isThere(dist: string, part: string): boolean {
  return fs.existsSync(path.join(dist, `${part}.cjs`));
}

function isWhole(file: string): boolean {
  try {
    return halves(fs.readFileSync(file)) !== undefined;
  } catch {
    return false;
  }
}

function exercise(run: (world: World) => void, scratch: string): void {
  const env = { HOME: scratch, ENGRAM_HOME: path.join(scratch, 'home') };
  const cwd = path.join(scratch, 'project');
  const vault = path.join(cwd, '.engram', 'memories');
  fs.mkdirSync(vault, { recursive: true, mode: 0o700 });
  // Its own repository: the home folder around it may be one.
  fs.mkdirSync(path.join(cwd, '.git'), { mode: 0o700 });
  for (const [id, text] of LANGUAGES) fs.writeFileSync(path.join(vault, `${id}.md`), text);
  const places = findPlaces(env)!;
  makeFolder(places.home);
  fs.writeFileSync(places.config, 'trust:\n  mode: always\ncapture:\n  enabled: true\n');
  syncProject({ project: findProject(cwd, places, env), places, env, now: new Date() });

  let processes = 0;
  const event = (host: string, payload: object) =>
    run({
      args: [host],
      env,
      self: { name: `warm${++processes}`, started: Date.now() + 10_000, now: Date.now },
      read: () => Buffer.from(JSON.stringify({ session_id: 's', cwd, ...payload })),
      write: () => {},
      startSync: () => undefined,
      prune: () => {},
      clock: () => performance.now(),
    });
  for (const host of ['claude', 'codex']) {
    event(host, { hook_event_name: 'SessionStart', source: 'startup' });
    for (const [, , prompt] of LANGUAGES) event(host, { hook_event_name: 'UserPromptSubmit', prompt });
    event(host, { hook_event_name: 'UserPromptSubmit', prompt: LANGUAGES[0][2] });
    event(host, { hook_event_name: 'UserPromptSubmit', prompt: 'thanks' });
    const asked = 'Why does a user lose the session of the login page: has the token: expired, or the key?';
    event(host, { hook_event_name: 'UserPromptSubmit', prompt: asked });
    // Put together here, so that no scanner takes this file for a leak.
    event(host, { hook_event_name: 'UserPromptSubmit', prompt: `export TOKEN=gh${'p_'}${'aB3dE5gH7'.repeat(4)}` });
    const ran = { tool_input: { command: 'npm test' }, tool_response: { stdout: '12 passed in 3.4 s', stderr: '' } };
    event(host, { hook_event_name: 'PostToolUse', tool_name: 'Bash', tool_use_id: 't', ...ran });
    event(host, { hook_event_name: 'Stop', last_assistant_message: 'The tests of `src/billing.ts` pass: 12 of 12.' });
    event(host, { hook_event_name: 'PreCompact', trigger: 'auto' });
    event(host, { hook_event_name: 'UserPromptSubmit', prompt: LANGUAGES[0][2] });
  }
}

/** Whole or not at all; caches of other builds go. */
function write(file: string, bytes: Buffer): void {
  const folder = path.dirname(file);
  const temporary = `${file}.${process.pid}.tmp`;
  try {
    fs.writeFileSync(temporary, bytes, { mode: 0o600 });
    fs.renameSync(temporary, file);
  } catch (error) {
    fs.rmSync(temporary, { force: true });
    throw error;
  }
  for (const name of fs.readdirSync(folder)) {
    const other = path.join(folder, name);
    const old = name.startsWith('lane-') && other !== file && Date.now() - fs.statSync(other).mtimeMs > 86_400_000;
    if (old) fs.rmSync(other, { force: true });
  }
}
