import fs from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { spoolFault } from '../capture/in-the-way.ts';
import { loadConfig } from '../config/load.ts';
import { userHome } from '../index/places.ts';
import { compileGlobs } from '../memory/globs.ts';
import { type SyncReport, syncProject } from '../memory/sync.ts';
import { loadVaults, reason } from '../memory/vault.ts';
import { openStore, StoreError } from '../store/open.ts';
import { CommandError, type Context, EXIT } from './context.ts';
import { mend, type Repair } from './doctor-fix.ts';
import { checkHome } from './doctor-home.ts';
import { proveHooks } from './doctor-hooks.ts';
import { checkLauncher } from './doctor-launcher.ts';
import { checkLinks } from './doctor-links.ts';
import { checkSecrets } from './doctor-secrets.ts';
import { checkTaken } from './doctor-taken.ts';
import { checkTrust } from './doctor-trust.ts';
import { checkWaiting } from './doctor-waiting.ts';
import { type Finding, harmless, well, wrong } from './findings.ts';
import { warmHooks } from './link.ts';
import { linksOf, type Standpoint } from './links.ts';
import { nativeAdvice } from './native.ts';
import { colors, count, printJson, shown, wrap } from './output.ts';
import { bringRules } from './rules.ts';
import { openWorld, type World } from './world.ts';

interface Options {
  fix?: true;
  dryRun?: true;
  json?: true;
}

export function register(program: Command, context: Context): void {
  program
    .command('doctor')
    .description('look for what is wrong and say how to mend it')
    .option('--fix', 'mend what engram itself can mend, and look again')
    .option('--dry-run', 'with --fix: tell what would be mended and change nothing')
    .option('--json', 'print the findings as JSON; with --fix what was mended too')
    .addHelpText(
      'after',
      '\nRuns each linked hook once, as its host does, on a memory made for it. Without --fix it writes nothing but the compiled index, as every hook does. Ends with status 1 where something is wrong.\n\nExamples:\n  engram doctor\n  engram doctor --fix --dry-run\n',
    )
    .action((options: Options) => doctor(options, context));
}

async function doctor(options: Options, context: Context): Promise<void> {
  if (options.dryRun && !options.fix) {
    throw new CommandError('--dry-run goes with --fix: engram doctor alone mends nothing', EXIT.usage);
  }
  const repairs = options.fix ? mend(context, options.dryRun) : [];
  if (!options.dryRun && repairs.some(({ what, done }) => what === 'launcher' && done)) await warmHooks(context);
  const findings = await look(context, options);
  if (options.json) printJson(context, options.fix ? { repairs, findings } : findings);
  else print(repairs, findings, options.dryRun === true, context);
  const left = findings.filter(({ ok }) => !ok).length;
  if (left) throw new CommandError(`${count(left, 'thing')} to mend`, 1);
}

async function look(context: Context, { json }: Options): Promise<Finding[]> {
  const world = openWorld(context);
  const { env, cwd } = context;
  const user = userHome(env);
  const linked = linksOf({ home: user, project: world.project, env, cwd });
  const place = checkHome(world.places, env);
  const found = [node(), place, place.ok || fs.existsSync(world.places.db) ? database(world) : unmade(world)];
  const launcher = checkLauncher(context, world.places.home, linked);
  found.push(
    ...launcher,
    ...config(world),
    ...capture(world),
    ...memories(world),
    ...checkWaiting(world),
    ...index(context, world),
    ...checkLinks(linked, context),
  );
  if (!user) return found;
  const showsProgress = context.tty && !json;
  const hooks = await proveHooks(linked, {
    home: user,
    cache: `${world.places.home}/cache`,
    env,
    launcherBroken: launcher.some(({ ok }) => !ok),
    ...(showsProgress ? { progress: (done, total) => context.err(`\r${done} of ${total} hooks tried`) } : {}),
  });
  if (showsProgress) context.err('\r\u001b[K');
  return [...found, ...hooks, ...checkTrust(linked, user, world.project, context)];
}

function print(repairs: readonly Repair[], findings: readonly Finding[], dryRun: boolean, context: Context): void {
  const { green, red, yellow, bold } = colors(context);
  const line = (mark: string, what: string, message: string) =>
    context.out(
      `${mark}  ${bold(what.padEnd(8))}  ${wrap(`${' '.repeat(16)}${shown(message)}`, 16, context.columns).slice(16)}\n`,
    );
  for (const { what, done, message } of repairs) {
    line(done ? (dryRun ? yellow('todo') : green('done')) : red('FAIL'), what, message);
  }
  // What is to be mended stands last, where the person looks first.
  const order = ({ ok, note: harmlessly }: Finding) => (ok ? (harmlessly ? 1 : 0) : 2);
  for (const { what, ok, note, message } of [...findings].sort((a, b) => order(a) - order(b))) {
    line(note ? yellow('note') : ok ? green('ok  ') : red('FAIL'), what, message);
  }
}

function node(): Finding {
  const major = Number(process.versions.node.split('.')[0]);
  return major >= 20
    ? well('node', process.versions.node)
    : wrong('node', `${process.versions.node} is too old; engram needs 20 or newer`);
}

function database({ places }: World): Finding {
  try {
    openStore(places.db, { keepsCorrupt: true }).store.close();
    return well('database', places.db);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    if (error.kind === 'corrupt') {
      const cure = 'engram doctor --fix puts it aside and makes a new one from the memory files';
      return wrong('database', `${error.message}; ${cure}`);
    }
    return wrong(
      'database',
      error.kind === 'native'
        ? `${error.message}. Hooks and sync work without it, more slowly; ${nativeAdvice()}`
        : error.message,
    );
  }
}

/** Where engram's home cannot be made there is one thing to mend, and it has been said. */
function unmade({ places }: World): Finding {
  return harmless('database', `${places.db}: not made yet; see home`);
}

function config({ project }: World): Finding[] {
  // What a project may not set is ignored as it should be: status and config list tell of it.
  const problems = loadConfig(project.configs).problems.filter(({ refused }) => !refused);
  if (problems.length === 0) return [well('config', 'every key is understood')];
  return problems.map(({ file, line, message }) => wrong('config', `${file}${line ? `:${line}` : ''}: ${message}`));
}

/** Only where turns are to be kept and cannot be. */
function capture({ project, places }: World): Finding[] {
  const fault = loadConfig(project.configs).config['capture.enabled'] ? spoolFault(places) : undefined;
  return fault === undefined ? [] : [wrong('capture', fault)];
}

function memories({ vaults }: World): Finding[] {
  const { memories, collisions, problems, notes, undated } = loadVaults(vaults);
  const findings = [...problems, ...undated].map(({ file, line, message }) =>
    wrong('memory', `${file}${line ? `:${line}` : ''}: ${message}`),
  );
  for (const { hidden, by } of collisions) {
    findings.push(
      wrong('memory', `${hidden.file}: its id ${hidden.memory.id} is taken by ${by.file}; give it another`),
    );
  }
  const near = [
    ...notes.map(({ file, line, message }) => harmless('memory', `${file}:${line}: ${message}`)),
    ...checkSecrets(memories.map(({ file }) => file)),
  ];
  return findings.length || near.length
    ? [...findings, ...near]
    : [well('memories', `${count(memories.length, 'memory', 'memories')}, all readable`)];
}

/** The compiled index, brought up to date as a hook would; it is all that looking writes. */
function index(context: Context, world: World): Finding[] {
  const { project, places } = world;
  const { env, now, cwd } = context;
  let report: SyncReport;
  try {
    report = syncProject({ project, places, env, now, looksOnly: true });
  } catch (error) {
    return [wrong('index', `it cannot be written to ${places.index}: ${reason(error)}; see home`)];
  }
  return [
    well('index', `${count(report.memories, 'memory', 'memories')} in ${report.indexFile}`),
    ...ruleFiles(report, { home: userHome(env), project, env, cwd }),
    ...patterns(report, world),
    ...checkTaken(report, context, world),
    ...sharedNames(report),
  ];
}

/** Rule files that are not as the memories say: the next hook or command writes them. */
function ruleFiles(report: SyncReport, from: Standpoint): Finding[] {
  const { written, removed } = bringRules(report, from, true);
  const [first, ...more] = [...written, ...removed];
  if (!first) return [];
  const fault = unwritable(path.dirname(first));
  if (fault) return [wrong('rules', `no rule file can be written: ${fault}; mend that and run engram sync`)];
  const also = more.length > 0 ? ` and ${more.length} more` : '';
  return [
    harmless('rules', `${first}${also}: not as the memories say; the next session or engram sync writes it anew`),
  ];
}

/** Why nothing can be written into a folder, or where it would be made; undefined where it can. */
function unwritable(folder: string): string | undefined {
  let at = folder;
  while (!fs.existsSync(at) && at !== path.dirname(at)) at = path.dirname(at);
  if (!fs.statSync(at).isDirectory()) return `${at} is a file where a folder is needed`;
  try {
    fs.accessSync(at, fs.constants.W_OK);
    return undefined;
  } catch (error) {
    return `${at}: ${reason(error)}`;
  }
}

/** Patterns of `applies_to` that mean nothing: hooks pass them over. */
function patterns({ scoped }: Pick<SyncReport, 'scoped'>, world: World): Finding[] {
  return scoped.flatMap(({ file, appliesTo }) =>
    compileGlobs(appliesTo, { root: world.project.tree }).problems.map(({ pattern, message }) =>
      wrong('memory', `${file}:${lineWith(file, pattern, 'applies_to')}: applies_to ${shortened(pattern)} ${message}`),
    ),
  );
}

/** Names that several entities have: a prompt that says one is sent nothing of either. */
function sharedNames({ entities }: Pick<SyncReport, 'entities'>): Finding[] {
  return entities.flatMap(({ name: entity, shared, memories }) =>
    shared.map(({ name, others }) => {
      const where = memories.slice(0, 3).join(', ');
      return harmless(
        'entities',
        `${name} means ${entity} (in ${where}) and ${others.join(', ')}, so that prompts get nothing of either by it; give one another name, or name it in entities.disabled`,
      );
    }),
  );
}

/** A pattern as a message quotes it. */
function shortened(pattern: string): string {
  return `\`${pattern.length > 80 ? `${pattern.slice(0, 79)}…` : pattern}\``;
}

/** The first line of a file that holds one of these texts, the first of them that is there; else 1. */
function lineWith(file: string, ...texts: readonly string[]): number {
  try {
    const lines = fs.readFileSync(file, 'utf8').split('\n');
    const at = texts.map((text) => lines.findIndex((line) => line.includes(text))).find((line) => line >= 0);
    return (at ?? 0) + 1;
  } catch {
    return 1;
  }
}
