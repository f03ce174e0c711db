import fs from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import fg from 'fast-glob';
import { bodyOf, decodeMemory, frontMatter, MemoryFileError, parseMemory, writeMemory } from '../memory/file.ts';
import { slugId } from '../memory/id.ts';
import type { Memory } from '../memory/memory.ts';
import { displayPath } from '../memory/sync.ts';
import { createMemory, listVault, nameOf, readMemoryText, reason, replaceMemory, type Vault } from '../memory/vault.ts';
import { key64 } from '../text/hash.ts';
import { CommandError, type Context, EXIT } from './context.ts';
import { count, note, printJson } from './output.ts';
import { display, onDisk, openWorld, refresh, vaultForWriting, type World } from './world.ts';

/** The key in a memory's front matter that holds the hash of what was imported: tells an edited copy from an edited original. */
const HASH_KEY = 'import_hash';

type Outcome = 'imported' | 'updated' | 'unchanged' | 'differs' | 'failed';

interface Result {
  from: string;
  outcome: Outcome;
  id?: string;
  file?: string;
  message?: string;
}

export function register(program: Command, context: Context): void {
  program
    .command('import')
    .description('copy Markdown files and folders into the vault as memories')
    .argument('<path...>', 'files, folders (every .md below) or patterns')
    .option('-g, --global', 'into your own vault, for every project')
    .option('--dry-run', 'only say what would be done')
    .option('--json', 'print what was done as JSON')
    .addHelpText(
      'after',
      '\nThe originals stay. Importing again takes nothing twice; an original that has changed replaces its copy, unless that was edited.\n\nExample:\n  engram import docs/decisions NOTES.md --dry-run\n',
    )
    .action((paths: string[], options: { global?: true; dryRun?: true; json?: true }) => {
      const world = openWorld(context);
      const { vault, fellBack } = vaultForWriting(world, options.global === true);
      const files = filesOf(paths, context.cwd, vault);
      const known = knownImports(vault);
      const results = files.map((file) => importFile(file, vault, known, options.dryRun === true, context, world));
      const changed = results.some(({ outcome }) => outcome === 'imported' || outcome === 'updated');
      if (changed && !options.dryRun) refresh(context, world);

      if (fellBack && changed)
        note(context, 'this project has no vault (engram init makes one), so your own was taken');
      if (options.json) printJson(context, results);
      else print(results, options.dryRun === true, context, world);
      const failed = results.filter(({ outcome }) => outcome === 'failed');
      if (failed.length) throw new CommandError(`${count(failed.length, 'file')} could not be imported`, EXIT.data);
    });
}

/** What a folder holds that nobody wrote as notes; folders that begin with a dot are left out as well. */
const SKIP = { ignore: ['**/node_modules/**'], suppressErrors: true };

/** @throws CommandError where nothing stands behind a path */
function filesOf(paths: readonly string[], cwd: string, vault: Vault): string[] {
  const files = new Set<string>();
  for (const given of paths) {
    const at = path.resolve(cwd, given);
    const stat = fs.statSync(at, { throwIfNoEntry: false });
    if (stat?.isDirectory()) {
      const found = fg.sync('**/*.md', {
        cwd: at,
        absolute: true,
        caseSensitiveMatch: false,
        followSymbolicLinks: false,
        ...SKIP,
      });
      for (const file of found.sort()) files.add(path.resolve(file));
    } else if (stat) files.add(at);
    else {
      const found = fg.isDynamicPattern(given)
        ? fg.sync(given, { cwd, absolute: true, onlyFiles: true, ...SKIP }).sort()
        : [];
      if (found.length === 0) throw new CommandError(`${given} is not there; nothing was imported`, EXIT.noInput);
      for (const file of found) files.add(path.resolve(file));
    }
  }
  return [...files].filter((file) => !file.startsWith(vault.folder + path.sep));
}

interface Known {
  ids: Set<string>;
  /** By the hash of a body. */
  bodies: Map<string, { id: string; file: string }>;
  /** By `import:…`. */
  sources: Map<string, { memory: Memory; file: string; text: string; importHash: string }>;
}

function knownImports(vault: Vault): Known {
  const known: Known = { ids: new Set(), bodies: new Map(), sources: new Map() };
  for (const file of listVault(vault.folder).files) {
    known.ids.add(slugId(nameOf(file)));
    try {
      const text = readMemoryText(file);
      const memory = parseMemory(text, nameOf(file));
      known.ids.add(memory.id);
      known.bodies.set(hashOf(memory.body), { id: memory.id, file });
      if (memory.source.startsWith('import:')) {
        known.sources.set(memory.source, { memory, file, text, importHash: String(frontMatter(text)[HASH_KEY] ?? '') });
      }
    } catch (error) {
      if (!(error instanceof MemoryFileError)) throw error;
    }
  }
  return known;
}

function importFile(file: string, vault: Vault, known: Known, dryRun: boolean, context: Context, world: World): Result {
  let text: string;
  let memory: Memory;
  try {
    text = decodeMemory(fs.readFileSync(file));
    memory = { ...parseMemory(text, nameOf(file)), source: `import:${displayPath(file, world.project, context.env)}` };
  } catch (error) {
    const line = error instanceof MemoryFileError ? error.line : 0;
    const message = error instanceof MemoryFileError ? error.message : `cannot be read: ${reason(error)}`;
    return { from: file, outcome: 'failed', message: `${file}${line ? `:${line}` : ''}: ${message}` };
  }
  const hash = hashOf(bodyOf(text));
  const before = known.sources.get(memory.source);
  if (before && before.importHash === hash)
    return { from: file, outcome: 'unchanged', id: before.memory.id, file: before.file };
  const same = known.bodies.get(hash);
  if (same) return { from: file, outcome: 'unchanged', ...same };

  if (before) {
    const { id } = before.memory;
    if (hashOf(before.memory.body) !== before.importHash) {
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

  const previous = { text, name: nameOf(file) };
  const write = (it: Memory) => writeMemory(it, previous, { [HASH_KEY]: hash });
  if (dryRun) {
    known.bodies.set(hash, { id: memory.id, file: '' });
    return { from: file, outcome: 'imported', id: memory.id };
  }
  const stored = onDisk(`${file} could not be imported`, () => createMemory(vault, memory, write, known.ids));
  known.bodies.set(hash, { id: stored.memory.id, file: stored.file });
  return { from: file, outcome: 'imported', id: stored.memory.id, file: stored.file };
}

/** Of a body, whatever its line ends and the blanks around it. */
function hashOf(body: string): string {
  return key64(body.replace(/\r\n?/g, '\n').trim());
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
}
