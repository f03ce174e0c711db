import fs from 'node:fs';
import path from 'node:path';
import { type Command, Option } from 'commander';
import { type Exported, FORMAT } from '../import/engram-export.ts';
import { bodyOf, frontMatter } from '../memory/file.ts';
import { loadVaults, readMemoryText } from '../memory/vault.ts';
import { CommandError, type Context, EXIT } from './context.ts';
import { count, note, printJson } from './output.ts';
import { display, noteProblems, onDisk, openWorld, type World } from './world.ts';

interface Options {
  json?: true;
  markdown?: true;
  out?: string;
  force?: true;
}

export function register(program: Command, context: Context): void {
  program
    .command('export')
    .description('all memories of this project and your own, to be kept or taken elsewhere')
    .option(
      '--json',
      'as one JSON document, which engram import --from engram-export takes back byte for byte (the default)',
    )
    .addOption(new Option('--markdown', 'as the Markdown files that they are').conflicts('json'))
    .option('-o, --out <path>', 'a file, or with --markdown a folder, instead of the terminal')
    .option('--force', 'write over what is there')
    .addHelpText(
      'after',
      '\nExamples:\n  engram export --out memories.json\n  engram export --markdown --out ~/backup/engram\n',
    )
    .action((options: Options) => run(options, context));
}

function run(options: Options, context: Context): void {
  const world = openWorld(context);
  const memories = gather(context, world);
  if (options.out === undefined) {
    if (options.markdown) context.out(memories.map(asMarkdown).join('\n'));
    else printJson(context, document(memories));
    return;
  }
  const out = path.resolve(context.cwd, options.out);
  // There each copy would be one more memory, as an export in it would be.
  const vault =
    options.markdown &&
    world.vaults.find(({ folder }) =>
      `${fs.existsSync(out) ? fs.realpathSync(out) : out}${path.sep}`.startsWith(folder + path.sep),
    );
  if (vault)
    throw new CommandError(
      `${display(vault.folder, context, world)} is a vault: what is copied into it would be memories twice; name a folder elsewhere`,
      EXIT.usage,
    );
  const files = options.markdown
    ? memories.map((it) => [path.join(out, placeOf(it)), it.text] as const)
    : [[out, `${JSON.stringify(document(memories), null, 2)}\n`] as const];
  write(files, out, options);
  note(context, `${count(memories.length, 'memory', 'memories')} exported to ${out}`);
}

function document(memories: readonly Exported[]) {
  return { engram: FORMAT, memories };
}

/** Every file that is a memory, also one whose id a nearer vault has: by vault, the nearest first, and then by path. */
function gather(context: Context, world: World): Exported[] {
  const { tree } = world.project;
  return world.vaults.flatMap((vault) => {
    const { memories, collisions, ...loaded } = loadVaults([vault]);
    noteProblems(context, { problems: loaded.problems, collisions: [] });
    return [...memories, ...collisions.map(({ hidden }) => hidden)]
      .map(({ memory, file }): Exported => {
        const text = readMemoryText(file);
        return {
          id: memory.id,
          vault: vault.owner,
          ...(vault.owner === 'project' ? { folder: slashed(path.relative(tree, vault.folder)) } : {}),
          path: slashed(path.relative(vault.folder, file)),
          frontMatter: frontMatter(text),
          body: bodyOf(text),
          text,
        };
      })
      .sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  });
}

function slashed(name: string): string {
  return name.split(path.sep).join('/');
}

/** Where a file stands in a folder that is exported to. */
function placeOf({ vault, folder, path: inside }: Exported): string {
  return path.join(
    vault,
    folder === undefined || folder === '.engram/memories' ? '' : folder.replaceAll('..', '_'),
    inside,
  );
}

function asMarkdown(it: Exported): string {
  return `<!-- ${slashed(placeOf(it))} -->\n${it.text}`;
}

/** All or none. A person's own memories are for nobody else's eyes. @throws CommandError */
function write(files: readonly (readonly [string, string])[], out: string, options: Options): void {
  if (options.markdown && fs.existsSync(out) && !fs.statSync(out).isDirectory())
    throw new CommandError(`${out} is no folder; --markdown writes a file for each memory`, EXIT.cannotCreate);
  const there = files.filter(([file]) => fs.existsSync(file)).map(([file]) => file);
  if (there.length > 0 && !options.force) {
    const more = there.length > 1 ? ` and ${count(there.length - 1, 'other file')}` : '';
    throw new CommandError(`${there[0]}${more} would be written over; --force does that`, EXIT.cannotCreate);
  }
  onDisk('the memories could not be exported', () => {
    for (const [file, text] of files) {
      fs.mkdirSync(path.dirname(file), { recursive: true, ...(options.markdown ? { mode: 0o700 } : {}) });
      const temporary = `${file}.${process.pid}.tmp`;
      fs.writeFileSync(temporary, text, { mode: 0o600 });
      fs.renameSync(temporary, file);
    }
  });
}
