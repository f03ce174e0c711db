import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { bodyOf, decodeMemory, frontMatter, MemoryFileError, parseMemory, writeMemory } from '../memory/file.ts';
import { ID_PATTERN, idFromSummary, slugId } from '../memory/id.ts';
import { MEMORY_TYPES, type Memory, type MemoryType } from '../memory/memory.ts';
import { oneLine, summarize } from '../memory/summary.ts';
import { createMemory, takenIds } from '../memory/vault.ts';
import { CommandError, type Context, EXIT } from './context.ts';
import { openEditor } from './editor.ts';
import { note, printJson } from './output.ts';
import { display, onDisk, openWorld, refresh, vaultForWriting } from './world.ts';

interface Options {
  edit?: true;
  id?: string;
  type: MemoryType;
  tag?: string[];
  appliesTo?: string[];
  entity?: string[];
  importance: number;
  summary?: string;
  global?: true;
  json?: true;
}

const collect = (value: string, before: string[] = []) => [...before, value];

export function register(program: Command, context: Context): void {
  program
    .command('remember')
    .description('write a memory: from the words given, from stdin, or in your editor')
    .argument('[text...]', 'the memory; - or nothing reads stdin')
    .option('-e, --edit', 'write it in $VISUAL or $EDITOR')
    .option('--id <id>', 'its key (default: from its summary)', id)
    .addOption(new Option('--type <type>', 'what it is').choices(MEMORY_TYPES).default('fact'))
    .option('--tag <tag>', 'a tag; may be given several times', collect)
    .option('--applies-to <glob>', 'paths it is about, relative to the project; may be given several times', collect)
    .option('--entity <name>', 'a thing it is about; may be given several times', collect)
    .option('--importance <0-1>', 'how much it matters', importance, 0.5)
    .option('--summary <line>', 'its one line (default: its first heading or sentence)')
    .option('-g, --global', 'keep it in your own vault, for every project')
    .option('--json', 'print where it stands as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  engram remember "Deploys only Monday to Thursday." --type rule --tag deploy\n  git log -1 --format=%B | engram remember --type decision\n  engram remember --edit --applies-to "infra/**"\n',
    )
    .action((words: string[], options: Options, command: Command) =>
      remember(words.join(' '), options, (option) => command.getOptionValueSource(option) === 'cli', context),
    );
}

/** A memory to be, and the text that it was read from, whose comments and unknown keys are kept. */
interface Draft {
  memory: Memory;
  text?: string;
}

function remember(words: string, options: Options, given: (option: keyof Options) => boolean, context: Context): void {
  const world = openWorld(context);
  const { vault, fellBack } = vaultForWriting(world, options.global === true);
  const text = words === '-' || (words === '' && !options.edit) ? context.stdin() : words;
  let draft = /^\uFEFF?---[ \t]*\r?\n/.test(text) ? fromFile(text, options, given) : fromText(text, options, context);
  if (options.edit) draft = edited(draft, context);
  const { memory } = draft;
  if (memory.body.trim() === '') {
    throw new CommandError(
      'nothing to remember; give the text, as in engram remember "Use pnpm here.", pipe it in, or use --edit',
      EXIT.usage,
    );
  }
  const previous = draft.text === undefined ? undefined : { text: draft.text, name: '' };
  const stored = onDisk('the memory could not be written', () =>
    createMemory(vault, memory, (it) => writeMemory(it, previous), takenIds(vault)),
  );
  const { id } = stored.memory;
  refresh(context, world);

  const renamed = id !== memory.id;
  if (renamed) note(context, `the id ${memory.id} is taken in this vault, so this one is ${id}`);
  if (fellBack)
    note(context, 'this project has no vault (engram init makes one), so it went to your own, for every project');
  if (options.json) {
    const { summary, type } = stored.memory;
    printJson(context, { id, vault: vault.owner, file: stored.file, summary, type, renamed });
  } else context.out(`Remembered ${id} in ${display(stored.file, context, world)}\n`);
}

function fromText(text: string, options: Options, context: Context): Draft {
  const body = text.trim() === '' ? '' : `${text.replace(/^(?:[ \t]*\r?\n)+/, '').trimEnd()}\n`;
  const summary = oneLine(options.summary ?? '') || summarize(body);
  return {
    memory: {
      id: options.id ?? (summary ? idFromSummary(summary) : ''),
      summary,
      type: options.type,
      tags: tagsOf(options),
      appliesTo: distinct(options.appliesTo ?? []),
      entities: distinct(options.entity ?? []),
      importance: options.importance,
      created: context.now.toISOString().slice(0, 10),
      source: 'user',
      body,
    },
  };
}

/** A text that is a memory file already: what its front matter says, but for what the command line says. */
function fromFile(text: string, options: Options, given: (option: keyof Options) => boolean): Draft {
  const memory = parsed(text, 'the text', '');
  const over: Partial<Memory> = {
    ...(options.id ? { id: options.id } : {}),
    ...(options.summary ? { summary: oneLine(options.summary) } : {}),
    ...(given('type') ? { type: options.type } : {}),
    ...(given('importance') ? { importance: options.importance } : {}),
    ...(given('tag') ? { tags: tagsOf(options) } : {}),
    ...(given('appliesTo') ? { appliesTo: distinct(options.appliesTo ?? []) } : {}),
    ...(given('entity') ? { entities: distinct(options.entity ?? []) } : {}),
  };
  return { memory: { ...memory, ...over }, text };
}

/** The draft as the person leaves it in the editor. One that is no memory is kept where the message says. */
function edited(draft: Draft, context: Context): Draft {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'engram-'));
  const file = path.join(folder, 'memory.md');
  const previous = draft.text === undefined ? undefined : { text: draft.text, name: '' };
  const { memory } = draft;
  fs.writeFileSync(file, writeMemory(memory.body ? memory : { ...memory, body: '\n' }, previous), { mode: 0o600 });
  openEditor(file, context.env);
  const hint = `; your text is kept there: mend it, then engram remember < ${file}`;
  let text: string;
  try {
    text = decodeMemory(fs.readFileSync(file));
    if (bodyOf(text).trim() === '') {
      fs.rmSync(folder, { recursive: true });
      return { memory: { ...memory, body: '' } };
    }
  } catch (error) {
    if (!(error instanceof MemoryFileError)) throw error;
    throw new CommandError(`${file}:${error.line}: ${error.message}${hint}`, EXIT.data);
  }
  const left = parsed(text, file, hint);
  fs.rmSync(folder, { recursive: true });
  return { memory: left, text };
}

/** @throws CommandError with the line */
function parsed(text: string, where: string, hint: string): Memory {
  try {
    const memory = parseMemory(text, 'memory');
    return frontMatter(text).id === undefined ? { ...memory, id: idFromSummary(memory.summary) } : memory;
  } catch (error) {
    if (!(error instanceof MemoryFileError)) throw error;
    throw new CommandError(`${where}:${error.line}: ${error.message}${hint}`, EXIT.data);
  }
}

function id(value: string): string {
  if (!ID_PATTERN.test(value))
    throw new InvalidArgumentError(`An id is a-z, 0-9, dot, dash and underscore, as in ${slugId(value)}.`);
  return value;
}

function importance(value: string): number {
  const number = Number(value);
  if (value.trim() === '' || !(number >= 0 && number <= 1))
    throw new InvalidArgumentError('It is a number from 0 to 1, as in 0.8.');
  return number;
}

function tagsOf(options: Options): string[] {
  return distinct((options.tag ?? []).flatMap((tag) => tag.split(',')).map((tag) => tag.replace(/^#+(?=.)/, '')));
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values.map((value) => oneLine(value)).filter((value) => value !== ''))];
}
