import fs from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { loadConfig } from '../config/load.ts';
import { userHome } from '../index/places.ts';
import { compileGlobs } from '../memory/globs.ts';
import type { SyncReport } from '../memory/sync.ts';
import { loadVaults, reason } from '../memory/vault.ts';
import { openStore, StoreError } from '../store/open.ts';
import { CommandError, type Context } from './context.ts';
import { trusted } from './doctor-trust.ts';
import { launcherFile } from './launcher.ts';
import { FLAG, type Link, linksOf } from './links.ts';
import { isClone, nativeAdvice, packageFolder } from './native.ts';
import { colors, count, printJson, shown } from './output.ts';
import { openWorld, refresh, type World } from './world.ts';

export interface Finding {
  /** What was looked at. */
  what: string;
  ok: boolean;
  /** Harmless, but a person should know it. */
  note?: true;
  /** What was found; where it is not well, what to do. */
  message: string;
}

export function register(program: Command, context: Context): void {
  program
    .command('doctor')
    .description('look for what is wrong and say how to mend it')
    .option('--json', 'print the findings as JSON')
    .addHelpText('after', '\nEnds with status 1 where something is wrong.\n\nExample:\n  engram doctor\n')
    .action((options: { json?: true }) => {
      const world = openWorld(context);
      const linked = linksOf({
        home: userHome(context.env),
        project: world.project,
        env: context.env,
        cwd: context.cwd,
      });
      const findings = [
        node(),
        home(world),
        database(world),
        ...launcher(context, linked),
        ...config(world),
        ...memories(world),
        ...trusted(world),
        ...index(context, world),
        ...links(linked),
      ];
      if (options.json) printJson(context, findings);
      else {
        const { green, red, yellow, bold } = colors(context);
        for (const { what, ok, note, message } of findings) {
          const mark = note ? yellow('note') : ok ? green('ok  ') : red('FAIL');
          context.out(`${mark}  ${bold(what.padEnd(8))}  ${shown(message)}\n`);
        }
      }
      const wrong = findings.filter(({ ok }) => !ok).length;
      if (wrong) throw new CommandError(`${count(wrong, 'thing')} to mend`, 1);
    });
}

const well = (what: string, message: string): Finding => ({ what, ok: true, message });
const wrong = (what: string, message: string): Finding => ({ what, ok: false, message });
const harmless = (what: string, message: string): Finding => ({ what, ok: true, note: true, message });

function node(): Finding {
  const major = Number(process.versions.node.split('.')[0]);
  return major >= 20
    ? well('node', process.versions.node)
    : wrong('node', `${process.versions.node} is too old; engram needs 20 or newer`);
}

function home({ places }: World): Finding {
  try {
    fs.mkdirSync(places.home, { recursive: true, mode: 0o700 });
    fs.accessSync(places.home, fs.constants.W_OK);
  } catch (error) {
    return wrong(
      'home',
      `${places.home} cannot be written: ${reason(error)}; make it yours, or set ENGRAM_HOME to another folder`,
    );
  }
  const open = fs.statSync(places.home).mode & 0o077;
  return open && process.platform !== 'win32'
    ? wrong('home', `others on this machine can look into ${places.home}; chmod 700 ${places.home}`)
    : well('home', places.home);
}

function database({ places }: World): Finding {
  try {
    const { store, movedAside } = openStore(places.db);
    store.close();
    return movedAside
      ? wrong(
          'database',
          `it was corrupt and is ${movedAside} now; a new one was made from the memory files, nothing is left to do`,
        )
      : well('database', places.db);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return wrong(
      'database',
      error.kind === 'native'
        ? `${error.message}. Hooks and sync work without it, more slowly; ${nativeAdvice()}`
        : error.message,
    );
  }
}

/** The program that settings files name, and what it starts. */
function launcher(context: Context, links: readonly Link[]): Finding[] {
  const user = userHome(context.env);
  if (!user) return [];
  const file = `${launcherFile(user)}${process.platform === 'win32' ? '.cmd' : ''}`;
  let text: string;
  try {
    text = fs.readFileSync(file, 'utf8');
    fs.accessSync(file, fs.constants.X_OK);
  } catch (error) {
    if (links.length === 0) return [];
    return [wrong('launcher', `${file}: ${reason(error)}; engram upgrade writes it anew`)];
  }
  const named = namedPaths(text);
  // hook.cjs does no more than load the lane that lies beside it.
  const lanes = named.filter((it) => /\.c?js$/.test(it)).map((hook) => path.join(path.dirname(hook), 'lane.js'));
  const gone = named.filter((it) => !fs.existsSync(it));
  if (gone.length === 0) gone.push(...lanes.filter((it) => !fs.existsSync(it)));
  if (gone.length === 0) return [well('launcher', file)];
  const folder = path.dirname(path.dirname(gone[0]!));
  const ours = folder === packageFolder() || lanes.includes(gone[0]!);
  return [
    ours
      ? wrong(
          'launcher',
          `${gone.join(' and ')} is missing; ${isClone(folder) ? `run npm run build in ${folder}` : 'install engram again'}`,
        )
      : wrong('launcher', `${file} starts ${gone.join(' and ')}, which is gone; engram upgrade writes it anew`),
  ];
}

/** The absolute paths that a launcher names, in quotes or bare: node and the hook's bundle. */
function namedPaths(text: string): string[] {
  const quoted = [...text.matchAll(/'((?:[^']|'\\'')*)'|"([^"$]*)"/g)].map((match) =>
    (match[1] ?? match[2] ?? '').replaceAll("'\\''", "'"),
  );
  return [...new Set(quoted.filter((it) => path.isAbsolute(it) && /(?:node(?:\.exe)?|\.c?js)$/.test(it)))];
}

function config({ project }: World): Finding[] {
  // What a project may not set is ignored as it should be: status and config list tell of it.
  const problems = loadConfig(project.configs).problems.filter(({ refused }) => !refused);
  if (problems.length === 0) return [well('config', 'every key is understood')];
  return problems.map(({ file, line, message }) => wrong('config', `${file}${line ? `:${line}` : ''}: ${message}`));
}

function memories({ vaults }: World): Finding[] {
  const { memories, collisions, problems, notes } = loadVaults(vaults);
  const findings = problems.map(({ file, line, message }) =>
    wrong('memory', `${file}${line ? `:${line}` : ''}: ${message}`),
  );
  for (const { hidden, by } of collisions) {
    findings.push(
      wrong('memory', `${hidden.file}: its id ${hidden.memory.id} is taken by ${by.file}; give it another`),
    );
  }
  const near = notes.map(({ file, line, message }) => harmless('memory', `${file}:${line}: ${message}`));
  return findings.length || near.length
    ? [...findings, ...near]
    : [well('memories', `${count(memories.length, 'memory', 'memories')}, all readable`)];
}

function index(context: Context, world: World): Finding[] {
  const report = refresh(context, world);
  if (!report) return [wrong('index', `it cannot be written to ${world.places.index}; see home`)];
  return [
    well('index', `${count(report.memories, 'memory', 'memories')} in ${report.indexFile}`),
    ...patterns(report, world),
  ];
}

/** Patterns of `applies_to` that mean nothing: hooks pass them over. */
function patterns({ scoped }: Pick<SyncReport, 'scoped'>, world: World): Finding[] {
  return scoped.flatMap(({ file, appliesTo }) =>
    compileGlobs(appliesTo, { root: world.project.tree }).problems.map(({ pattern, message }) =>
      wrong('memory', `${file}:${lineWith(file, pattern)}: ${message}`),
    ),
  );
}

/** The first line of a file that holds a text, else 1. */
function lineWith(file: string, text: string): number {
  try {
    const at = fs
      .readFileSync(file, 'utf8')
      .split('\n')
      .findIndex((line) => line.includes(text));
    return Math.max(0, at) + 1;
  } catch {
    return 1;
  }
}

function links(linked: readonly Link[]): Finding[] {
  if (linked.length === 0) return [well('links', 'no agent is linked here; engram link <agent> does it')];
  const found = linked.flatMap(({ host, scope, file, events, faults }) =>
    faults.length
      ? faults.map((fault) => wrong('link', fault))
      : [well('link', `${host.title} (${scope}): ${events.join(', ')} in ${file}`)],
  );
  return [...found, ...several(linked)];
}

/** A host that reads several files with our entries: each event starts as many hooks, of which one answers. */
function several(linked: readonly Link[]): Finding[] {
  return [...new Set(linked.map(({ host }) => host))].flatMap((host) => {
    const files = linked.filter((link) => link.host === host && link.events.length > 0);
    if (files.length < 2) return [];
    const last = files.at(-1)!;
    return [
      harmless(
        'link',
        `${host.title} is linked in ${files.map(({ file }) => file).join(' and ')}; that is harmless, one of the hooks answers (engram unlink${FLAG[last.scope]} ${host.name} takes the last away)`,
      ),
    ];
  });
}
