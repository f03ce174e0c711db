import fs from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import fg from 'fast-glob';
import {
  bodyOf,
  dateIn,
  decodeMemory,
  frontMatter,
  MemoryFileError,
  parseMemory,
  withoutKeys,
  writeMemory,
} from '../memory/file.ts';
import { freeId } from '../memory/id.ts';
import type { Memory } from '../memory/memory.ts';
import { oneLine } from '../memory/summary.ts';
import { dateOf, displayPath } from '../memory/sync.ts';
import { bodyHash, type Holdings, holdings, nameOf, reason, type Vault } from '../memory/vault.ts';
import { createMemory, replaceMemory } from '../memory/vault-write.ts';
import { confirm } from './ask.ts';
import { CommandError, type Context, EXIT } from './context.ts';
import { count, note, printJson } from './output.ts';
import { trustAlong } from './trusting.ts';
import { display, onDisk, openWorld, refresh, vaultForWriting, type World } from './world.ts';

/** The key in a memory's front matter that holds the hash of what was imported: tells an edited copy from an edited original. */
const HASH_KEY = 'import_hash';

/** So many at once are asked about on a terminal. */
const MANY = 20;

type Outcome = 'imported' | 'updated' | 'unchanged' | 'differs' | 'failed';

interface Result {
  from: string;
  outcome: Outcome;
  id?: string;
  file?: string;
  /** Of one that was imported; null where nothing in its front matter is a date. */
  date?: string | null;
  message?: string;
}

export function register(program: Command, context: Context): void {
  program
    .command('import')
    .description('copy Markdown files and folders into the vault as memories')
    .argument('<path...>', 'files (.md, .markdown, .txt), folders (every .md and .markdown below) or patterns')
    .option('-g, --global', 'into your own vault, for every project')
    .option('--dry-run', 'only say what would be done')
    .option('--yes', `ask nothing (on a terminal more than ${MANY} new files are asked about)`)
    .option('--json', 'print what was done as JSON')
    .addHelpText(
      'after',
      '\nThe originals stay. title, date, created and updated of a front matter, as Obsidian writes them, become summary, created and reviewed. Importing again takes nothing twice; an original that has changed replaces its copy, unless that was edited.\n\nExample:\n  engram import docs/decisions NOTES.md --dry-run\n',
    )
    .action(async (paths: string[], options: { global?: true; dryRun?: true; yes?: true; json?: true }) => {
      const world = openWorld(context);
      const { vault, fellBack } = vaultForWriting(world, options.global === true);
      const { files, left: passed } = filesOf(paths, context.cwd, vault);
      if (!options.dryRun && !options.yes && context.interactive) await confirmMany(files, vault, context, world);
      const known = knownImports(vault);
      const results = files.map((file) => importFile(file, vault, known, options.dryRun === true, context, world));
      const written = results.filter(({ outcome }) => outcome === 'imported' || outcome === 'updated');
      const changed = written.length > 0;
      if (changed && !options.dryRun) {
        trustAlong(
          written.flatMap(({ file }) => file ?? []),
          context,
          world,
        );
        refresh(context, world);
      }

      if (fellBack && changed) note(context, fellBack);
      if (passed.length > 0) {
        const named = passed.map((file) => display(file, context, world)).join(', ');
        note(context, `left out, for they are of the project itself: ${named}; name one to import it`);
      }
      if (options.json) printJson(context, results);
      else print(results, options.dryRun === true, context, world);
      const left = results.filter(({ outcome }) => outcome === 'failed' || outcome === 'differs');
      if (left.length) throw new CommandError(`${count(left.length, 'file')} could not be imported`, EXIT.data);
    });
}

/** Of a whole tree, taken by mistake, nobody wants to sort out the memories. @throws CommandError where the person says no */
async function confirmMany(files: readonly string[], vault: Vault, context: Context, world: World): Promise<void> {
  if (files.length <= MANY) return;
  const known = knownImports(vault);
  const planned = files.map((file) => importFile(file, vault, known, true, context, world));
  const taken = planned.filter(({ outcome }) => outcome === 'imported' || outcome === 'updated').length;
  if (taken <= MANY) return;
  const question = `Import ${count(taken, 'file')} into ${display(vault.folder, context, world)}?`;
  await confirm(question, context, { yes: false, left: 'nothing was imported' });
}

/** What a folder holds that nobody wrote as notes; folders that begin with a dot are left out as well. */
const SKIP = { ignore: ['**/node_modules/**'], suppressErrors: true };

/** What a file may be called to be imported. */
const TEXTS = /\.(?:md|markdown|txt)$/i;

/** What a folder of a project holds for its readers: no memories, unless somebody names them. */
const OF_PROJECT = /^(?:readme|changelog|license|licence|contributing|code_of_conduct)\.(?:md|markdown)$/i;

/**
 * @returns `left`: what a folder holds and was not named
 * @throws CommandError where nothing stands behind a path
 */
function filesOf(paths: readonly string[], cwd: string, vault: Vault): { files: string[]; left: string[] } {
  const left = new Set<string>();
  const files = new Set<string>();
  for (const given of paths) {
    const at = path.resolve(cwd, given);
    const stat = fs.statSync(at, { throwIfNoEntry: false });
    if (stat?.isDirectory()) {
      const found = fg.sync('**/*.{md,markdown}', {
        cwd: at,
        absolute: true,
        caseSensitiveMatch: false,
        followSymbolicLinks: false,
        ...SKIP,
      });
      for (const file of found.sort()) (OF_PROJECT.test(path.basename(file)) ? left : files).add(path.resolve(file));
    } else if (stat) files.add(at);
    else {
      const pattern = fg.isDynamicPattern(given);
      const found = pattern
        ? fg
            .sync(given, { cwd, absolute: true, onlyFiles: true, ...SKIP })
            .filter((file) => TEXTS.test(file))
            .sort()
        : [];
      if (found.length === 0)
        throw new CommandError(
          `${given} ${pattern ? 'matches no Markdown or text file' : 'is not there'}; nothing was imported`,
          EXIT.noInput,
        );
      for (const file of found) files.add(path.resolve(file));
    }
  }
  const isOutside = (file: string) => !file.startsWith(vault.folder + path.sep);
  return {
    files: [...files].filter(isOutside),
    left: [...left].filter((file) => isOutside(file) && !files.has(file)),
  };
}

interface Known extends Holdings {
  /** By `import:…`. */
  sources: Map<string, { memory: Memory; file: string; text: string; importHash: string }>;
}

function knownImports(vault: Vault): Known {
  const sources: Known['sources'] = new Map();
  const held = holdings(vault, ({ memory, file }, text) => {
    if (!memory.source.startsWith('import:')) return;
    sources.set(memory.source, { memory, file, text, importHash: String(frontMatter(text)[HASH_KEY] ?? '') });
  });
  return { ...held, sources };
}

/**
 * What other programs' front matter says, in our words. A date that cannot be read is taken out: the memory would not parse with it.
 * @throws MemoryFileError
 */
function adopt(text: string): { text: string; fields: Partial<Memory> } {
  const front = frontMatter(text);
  const bad = ['created', 'reviewed'].filter((key) => front[key] != null && dateIn(front[key]) === undefined);
  const created = dateIn(front.created) ?? dateIn(front.date);
  const reviewed = dateIn(front.reviewed) ?? dateIn(front.updated);
  const title = typeof front.title === 'string' ? oneLine(front.title) : '';
  return {
    text: withoutKeys(text, bad),
    fields: {
      ...(created ? { created } : {}),
      ...(reviewed ? { reviewed } : {}),
      ...(title && front.summary == null ? { summary: title } : {}),
    },
  };
}

function importFile(file: string, vault: Vault, known: Known, dryRun: boolean, context: Context, world: World): Result {
  let text: string;
  let memory: Memory;
  const name = path.basename(file).replace(TEXTS, '');
  try {
    if (!TEXTS.test(file))
      throw new MemoryFileError('only Markdown and text is imported; a file of it ends in .md, .markdown or .txt', 0);
    const original = adopt(decodeMemory(fs.readFileSync(file)));
    text = original.text;
    memory = {
      ...parseMemory(text, name),
      ...original.fields,
      source: `import:${displayPath(file, world.project, context.env)}`,
    };
  } catch (error) {
    const line = error instanceof MemoryFileError ? error.line : 0;
    const message = error instanceof MemoryFileError ? error.message : `cannot be read: ${reason(error)}`;
    return { from: file, outcome: 'failed', message: `${file}${line ? `:${line}` : ''}: ${message}` };
  }
  const hash = bodyHash(bodyOf(text));
  const before = known.sources.get(memory.source);
  if (before && before.importHash === hash)
    return { from: file, outcome: 'unchanged', id: before.memory.id, file: before.file };
  const same = known.bodies.get(hash);
  if (same) return { from: file, outcome: 'unchanged', id: same.id, ...(same.file ? { file: same.file } : {}) };

  if (before) {
    const { id } = before.memory;
    if (bodyHash(before.memory.body) !== before.importHash) {
      return {
        from: file,
        outcome: 'differs',
        id,
        file: before.file,
        message: `both it and its copy ${id} have changed; engram forget ${id} and import again to take the new one`,
      };
    }
    const updated = writeMemory(
      { ...before.memory, body: memory.body },
      { text: before.text, name: nameOf(before.file) },
      { [HASH_KEY]: hash },
    );
    if (!dryRun) onDisk(`${id} could not be written`, () => replaceMemory(before.file, updated));
    return { from: file, outcome: 'updated', id, file: before.file };
  }

  const previous = { text, name };
  const date = dateOf(memory) ?? null;
  const write = (it: Memory) => writeMemory(it, previous, { [HASH_KEY]: hash });
  if (dryRun) {
    const id = freeId(memory.id, (taken) => known.ids.has(taken));
    known.ids.add(id);
    known.bodies.set(hash, { id, file: '' });
    return { from: file, outcome: 'imported', id, date };
  }
  const stored = onDisk(`${file} could not be imported`, () => createMemory(vault, memory, write, known.ids));
  known.bodies.set(hash, { id: stored.memory.id, file: stored.file });
  return { from: file, outcome: 'imported', id: stored.memory.id, file: stored.file, date };
}

function print(results: readonly Result[], dryRun: boolean, context: Context, world: World): void {
  const would = dryRun ? 'would be ' : '';
  for (const { from, outcome, id, message } of results) {
    const name = display(from, context, world);
    if (outcome === 'imported') context.out(`${name}: ${would}imported as ${id}\n`);
    else if (outcome === 'updated') context.out(`${name}: ${would}updated in ${id}\n`);
    else if (outcome === 'unchanged') context.out(`${name}: there already as ${id}\n`);
    else note(context, outcome === 'failed' ? message! : `${name}: ${message}`);
  }
  if (results.length === 0) note(context, 'no Markdown file is there; nothing was imported');
  const imported = results.filter(({ outcome }) => outcome === 'imported');
  const undated = imported.filter(({ date }) => date === null).length;
  if (undated > 0)
    note(context, `${imported.length} imported, ${undated} undated; undated memories count as a year old`);
}
