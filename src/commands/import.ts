import { type Command, Option } from 'commander';
import { sources } from '../import/index.ts';
import type { Vault } from '../memory/vault.ts';
import type { Proposal } from '../store/proposals.ts';
import { confirm } from './ask.ts';
import { CommandError, type Context, EXIT } from './context.ts';
import { filesOf, fromFile } from './import-files.ts';
import { EXPORT, fromExport, fromSource, type Plan } from './import-from.ts';
import { count, note, printJson } from './output.ts';
import { proposing, settle, withProposals } from './staged.ts';
import { type Into, isResult, knownImports, type Result, take } from './taking.ts';
import { trustAlong } from './trusting.ts';
import { display, openWorld, refresh, vaultForWriting, type World } from './world.ts';

/** So many at once are asked about on a terminal. */
const MANY = 20;

interface Options {
  from?: string;
  all?: true;
  global?: true;
  propose?: true;
  dryRun?: true;
  yes?: true;
  json?: true;
}

export function register(program: Command, context: Context): void {
  program
    .command('import')
    .description('copy Markdown files and folders, or what other tools remember, into the vault as memories')
    .argument('[path...]', 'files (.md, .markdown, .txt), folders (every .md and .markdown below) or patterns')
    .addOption(
      new Option('--from <tool>', 'instead what this tool has, where it keeps it').choices([
        ...sources.map(({ name }) => name),
        EXPORT,
      ]),
    )
    .option('--all', 'also what a tool only logs of what was done')
    .option('-g, --global', 'into your own vault, for every project')
    .option('--propose', 'let each wait for your yes (engram review)')
    .option('--dry-run', 'only say what would be done')
    .option('--yes', `ask nothing (on a terminal more than ${MANY} new ones are asked about)`)
    .option('--json', 'print what was done as JSON')
    .addHelpText(
      'after',
      `\nThe originals stay. title, date, created and updated of a front matter, as Obsidian writes them, become summary, created and reviewed. Importing again takes nothing twice; an original that has changed replaces its copy, unless that was edited. Secrets are masked.\n\nTools:\n${[...sources, { name: EXPORT, title: 'what engram export --json has written' }].map(({ name, title }) => `  ${name.padEnd(20)}${title}`).join('\n')}\n\nExamples:\n  engram import README.md --dry-run\n  engram import --from claude-md --dry-run\n  engram import --from cursor-rules --propose\n`,
    )
    .action((paths: string[], options: Options) => run(paths, options, context));
}

async function run(paths: string[], options: Options, context: Context): Promise<void> {
  const world = openWorld(context);
  const plan = planned(paths, options, context, world);
  if (!options.dryRun && !options.yes && context.interactive) await confirmMany(plan, options, context, world);
  const { results, proposed, gone } = taken(plan, options, context, world);
  const written = results.filter(({ outcome }) => outcome === 'imported' || outcome === 'updated');
  if (!options.dryRun) {
    if (proposed.length > 0) settle(proposed, context);
    if (written.length > 0) {
      trustAlong(
        written.flatMap(({ file }) => file ?? []),
        context,
        world,
      );
      refresh(context, world);
    }
  }
  if (plan.fellBack && written.length > 0) note(context, plan.fellBack);
  for (const said of plan.notes) note(context, said);
  for (const { id, from } of gone)
    note(context, `${id} came from ${from} and is no longer there; engram forget ${id} takes it out`);
  if (options.json) printJson(context, results);
  else print(results, options, context, world);
  const masked = plan.items.reduce((sum, item) => sum + (isResult(item.what) ? 0 : (item.what.masked ?? 0)), 0);
  if (masked > 0)
    note(
      context,
      `${count(masked, 'secret was', 'secrets were')} masked; the originals still hold ${masked === 1 ? 'it' : 'them'}`,
    );
  const left = results.filter(({ outcome }) => outcome === 'failed' || outcome === 'differs');
  if (left.length > 0) throw new CommandError(`${count(left.length, 'file')} could not be imported`, EXIT.data);
}

/** @throws CommandError for a command line that is wrong */
function planned(paths: readonly string[], options: Options, context: Context, world: World): Plan {
  const { from } = options;
  if (from === EXPORT) {
    if (options.propose) throw new CommandError(`--propose and --from ${EXPORT} do not go together`, EXIT.usage);
    if (paths.length === 0) throw new CommandError(`name the file that engram export has written`, EXIT.usage);
    return fromExport(paths, options.global === true, context, world);
  }
  if (from !== undefined) {
    if (paths.length > 0) {
      throw new CommandError(`--from ${from} knows where to look; leave out ${paths[0]}`, EXIT.usage);
    }
    return fromSource(sources.find(({ name }) => name === from)!, options, context, world);
  }
  if (paths.length === 0) {
    throw new CommandError('name files or folders, or a tool: engram import --from claude-md', EXIT.usage);
  }
  const { vault, fellBack } = vaultForWriting(world, options.global === true);
  const { files, left } = filesOf(paths, context.cwd, vault);
  const named = left.map((file) => display(file, context, world)).join(', ');
  return {
    items: files.map((file) => ({ vault, what: fromFile(file, context, world) })),
    notes: named ? [`left out, for they are of the project itself: ${named}; name one to import it`] : [],
    ...(fellBack ? { fellBack } : {}),
  };
}

/** Carries the plan out. */
function taken(plan: Plan, options: Options, context: Context, world: World) {
  const proposed: Proposal[] = [];
  const intos = new Map<string, Into>();
  const all = (proposals?: Into['proposals']): Result[] =>
    plan.items.map(({ vault, what }) => {
      if (isResult(what)) return what;
      const into = intos.get(vault.folder) ?? intoVault(vault, options.dryRun === true, proposals);
      intos.set(vault.folder, into);
      return take(what, into);
    });
  const results = options.propose
    ? withProposals(context, world, (store) => all({ store, world: proposing(context, world), proposed }))
    : all();
  return { results, proposed, gone: goneFrom(plan, intos) };
}

/** What was imported from a file that is imported again, and is no longer a piece of it. */
function goneFrom({ items }: Plan, intos: ReadonlyMap<string, Into>): { id: string; from: string }[] {
  const now = new Set(items.map(({ what }) => (isResult(what) ? '' : what.memory.source)));
  const of = (source: string) => source.slice(0, source.lastIndexOf('#') + 1);
  const files = new Set(
    [...now].map(of).filter((file) => file !== '' && !/^import:(?:claude-mem|memorix)#/.test(file)),
  );
  return [...intos.values()].flatMap(({ known }) =>
    [...known.sources]
      .filter(([source]) => files.has(of(source)) && !now.has(source))
      .map(([source, { memory }]) => ({ id: memory.id, from: of(source).slice('import:'.length, -1) })),
  );
}

function intoVault(vault: Vault, dryRun: boolean, proposals?: Into['proposals']): Into {
  return { vault, known: knownImports(vault), dryRun, ...(proposals ? { proposals } : {}) };
}

/** Of a whole tree, taken by mistake, nobody wants to sort out the memories. @throws CommandError where the person says no */
async function confirmMany(plan: Plan, options: Options, context: Context, world: World): Promise<void> {
  if (plan.items.length <= MANY) return;
  const { results } = taken(plan, { ...options, dryRun: true }, context, world);
  const many = results.filter(({ outcome }) => ['imported', 'updated', 'proposed'].includes(outcome)).length;
  if (many <= MANY) return;
  const what = options.from ? count(many, 'memory', 'memories') : count(many, 'file');
  const folders = [...new Set(plan.items.map(({ vault }) => display(vault.folder, context, world)))].join(' and ');
  const question = options.propose ? `Propose ${what}?` : `Import ${what} into ${folders}?`;
  await confirm(question, context, { yes: false, left: 'nothing was imported' });
}

function print(results: readonly Result[], options: Options, context: Context, world: World): void {
  const would = options.dryRun ? 'would be ' : '';
  for (const { from, line, outcome, id, message, proposal } of results) {
    const name = `${display(from, context, world)}${line ? `:${line}` : ''}`;
    if (outcome === 'imported') context.out(`${name}: ${would}imported as ${id}\n`);
    else if (outcome === 'updated') context.out(`${name}: ${would}updated in ${id}\n`);
    else if (outcome === 'proposed')
      context.out(`${name}: ${would}proposed as ${proposal ? `${proposal}, ` : ''}${id}\n`);
    else if (outcome === 'rejected') context.out(`${name}: was rejected as proposal ${proposal}\n`);
    else if (outcome === 'unchanged') context.out(`${name}: there already as ${id}\n`);
    else note(context, outcome === 'failed' ? message! : `${name}: ${message}`);
  }
  const source = sources.find(({ name }) => name === options.from);
  if (results.length === 0) {
    note(
      context,
      `${source ? `nothing is there: ${source.places}` : 'no Markdown file is there'}; nothing was imported`,
    );
  }
  const imported = results.filter(({ outcome }) => outcome === 'imported');
  const undated = imported.filter(({ date }) => date === null).length;
  if (undated > 0)
    note(
      context,
      `${imported.length} ${would}imported, ${undated} undated; undated memories count as a year old, until reviewed stands in their files`,
    );
}
