import type { Command } from 'commander';
import { MemoryFileError } from '../memory/file.ts';
import { giveTrust, readTrust, revokeTrust, seenNow, trustedProjects, type Waiting } from '../memory/trust.ts';
import { nameOf, readMemory } from '../memory/vault.ts';
import { neutralLine } from '../text/neutral.ts';
import { confirm } from './ask.ts';
import { CommandError, type Context, EXIT } from './context.ts';
import { count, note, printJson, printRows, shown } from './output.ts';
import { trustMode, waitingHere } from './trusting.ts';
import { display, onDisk, openWorld, refresh, type World } from './world.ts';

interface Options {
  show?: true;
  revoke?: true;
  list?: true;
  yes?: true;
  json?: true;
}

export function register(program: Command, context: Context): void {
  program
    .command('trust')
    .description('let the memories of this project be sent to your agents; shows what waits for that')
    .option('--show', 'only show what waits')
    .option('--revoke', 'trust this project no longer')
    .option('--list', 'all projects that you trust')
    .option('--yes', 'ask nothing (on a terminal it asks)')
    .option('--json', 'print it as JSON')
    .addHelpText(
      'after',
      '\nA repository’s memories reach agents only after its reader has trusted them: here, or by engram init, link, remember, import or edit in it. engram show <id> prints one that waits.\n\nExamples:\n  engram trust --show\n  engram trust\n',
    )
    .action((options: Options) => trust(options, context));
}

async function trust(options: Options, context: Context): Promise<void> {
  const chosen = (['show', 'revoke', 'list'] as const).filter((name) => options[name]);
  if (chosen.length > 1) {
    throw new CommandError(`--${chosen[0]} and --${chosen[1]} do not go together`, EXIT.usage);
  }
  const world = openWorld(context);
  if (options.list) {
    list(options, context, world);
    return;
  }
  const { root, writes } = world.project;
  if (writes.length === 0)
    throw new CommandError(`${root} is no project: what is here is yours and needs no trust`, EXIT.usage);
  if (options.revoke) {
    revoke(options, context, world);
    return;
  }
  const items = waitingHere(world).map((item) => describe(item, context, world));
  if (options.show) show(items, options, context, world);
  else await allow(items, options, context, world);
}

type Item = ReturnType<typeof describe>;

/** What a person must know of a file before trusting it. */
function describe({ file, state, hash }: Waiting, context: Context, world: World) {
  const where = display(file, context, world);
  try {
    const { id, summary } = readMemory(file);
    return { file, where, state, hash, id, summary: neutralLine(summary) };
  } catch (error) {
    if (!(error instanceof MemoryFileError)) throw error;
    return { file, where, state, hash, id: nameOf(file), summary: `cannot be read: ${error.message}` };
  }
}

function list(options: Options, context: Context, { places }: World): void {
  const trusted = trustedProjects(places).map(({ root, at, files }) => ({
    root,
    at,
    files: Object.keys(files).length,
  }));
  if (options.json) printJson(context, trusted);
  else if (trusted.length === 0) note(context, 'no project is trusted yet');
  else
    printRows(
      context,
      ['project', 'since', 'files'],
      trusted.map(({ root, at, files }) => [root, at.slice(0, 10), String(files)]),
    );
}

function revoke(options: Options, context: Context, world: World): void {
  const { project, places } = world;
  const revoked = onDisk('the trust could not be taken back', () => revokeTrust(project, places));
  refresh(context, world);
  if (options.json) {
    printJson(context, { root: project.root, trusted: false, revoked });
    return;
  }
  const root = shown(project.root);
  context.out(revoked ? `${root} is trusted no longer; its memories wait\n` : `${root} was not trusted\n`);
  if (trustMode(project) === 'always') note(context, 'trust.mode is always, so its memories are sent all the same');
}

function show(items: readonly Item[], options: Options, context: Context, world: World): void {
  const { project, places } = world;
  const mode = trustMode(project);
  const given = readTrust(project, places);
  if (options.json) {
    printJson(context, {
      root: project.root,
      mode,
      trusted: given !== undefined,
      at: given?.at ?? null,
      waiting: items.map(published),
    });
  } else if (items.length > 0) print(items, context);
  else note(context, nothing(mode, given?.at));
}

function nothing(mode: string, at: string | undefined): string {
  if (mode === 'always') return 'nothing waits: trust.mode is always';
  return at
    ? `nothing waits: this project is trusted since ${at.slice(0, 10)}`
    : 'nothing waits: this project has no memories; it is not trusted yet';
}

async function allow(items: readonly Item[], options: Options, context: Context, world: World): Promise<void> {
  const { project, places } = world;
  if (!options.json) print(items, context);
  if (items.length > 0) {
    const question = `Let ${count(items.length, 'memory', 'memories')} of ${shown(project.root)} be sent to your agents?`;
    await confirm(question, context, { yes: options.yes === true, left: 'nothing was trusted' });
  }
  // What was shown, not what has come to stand there while the person read it.
  const seen = items.length > 0 ? new Map(items.map(({ file, hash }) => [file, hash])) : seenNow(project, places);
  const { at } = onDisk('the trust could not be kept', () => giveTrust(project, places, context.now, seen));
  refresh(context, world);
  if (options.json) {
    printJson(context, { root: project.root, trusted: true, at, allowed: items.map(published) });
    return;
  }
  const what = items.length > 0 ? `; ${count(items.length, 'memory', 'memories')} may be sent to your agents now` : '';
  context.out(`${shown(project.root)} is trusted${what}\n`);
}

function published({ file, id, summary, state }: Item) {
  return { file, id, summary, state };
}

function print(items: readonly Item[], context: Context): void {
  if (items.length === 0) return;
  printRows(
    context,
    ['id', 'state', 'file', 'summary'],
    items.map(({ id, state, where, summary }) => [id, state, where, summary]),
  );
}
