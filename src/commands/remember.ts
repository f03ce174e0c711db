import { type Command, InvalidArgumentError, Option } from 'commander';
import { stage } from '../capture/proposals.ts';
import {
  bodyOf,
  dateIn,
  expiryProblem,
  frontKeys,
  frontMatter,
  MemoryFileError,
  parseMemory,
  writeMemory,
} from '../memory/file.ts';
import { compileGlobs } from '../memory/globs.ts';
import { ID_PATTERN, idFromSummary, isHashId, slugId } from '../memory/id.ts';
import { idleKeys } from '../memory/idle-keys.ts';
import { MEMORY_TYPES, type Memory, type MemoryType } from '../memory/memory.ts';
import { nearKeys } from '../memory/near-keys.ts';
import { dayOf, newMemory } from '../memory/new.ts';
import { isExpired } from '../memory/overtaken.ts';
import { oneLine } from '../memory/summary.ts';
import { bodyHash, holdings, loadVaults, readMemoryText, type Vault } from '../memory/vault.ts';
import { createMemory } from '../memory/vault-write.ts';
import { redact } from '../text/secrets.ts';
import { CommandError, type Context, EXIT } from './context.ts';
import { noteSecrets } from './doctor-secrets.ts';
import { type Edited, editDraft, kept, withHints, withoutHints } from './draft.ts';
import { note, printJson } from './output.ts';
import { proposing, published, settle, withProposals } from './staged.ts';
import { trustAlong } from './trusting.ts';
import { display, onDisk, openWorld, refresh, vaultForWriting, type World } from './world.ts';

interface Options {
  edit?: true;
  id?: string;
  type: MemoryType;
  tag?: string[];
  appliesTo?: string[];
  entity?: string[];
  alias?: string[];
  importance: number;
  summary?: string;
  expires?: string;
  supersedes?: string[];
  global?: true;
  propose?: true;
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
    .option('--alias <name>', 'another name of the first such thing; may be given several times', collect)
    .option('--importance <0-1>', 'how much it matters', importance, 0.5)
    .option('--summary <line>', 'its one line (default: its first heading or sentence)')
    .option('--expires <date>', 'the last day on which it holds, as in 2026-12-31', lastDay)
    .option('--supersedes <id>', 'a memory whose place it takes; may be given several times', collect)
    .option('-g, --global', 'keep it in your own vault, for every project')
    .option('--propose', 'let it wait for a person’s yes (engram proposals): for agents')
    .option('--json', 'print where it stands as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  engram remember "Deploy Monday to Thursday." --id deploy-window --type rule\n  git log -1 --format=%B | engram remember --type decision\n  engram remember --edit --applies-to "infra/**"\n  engram remember "It listens on 8443." --entity "Checkout Service" --alias payments\n  engram remember --propose "CI needs Node 20."\n',
    )
    .action((words: string[], options: Options, command: Command) =>
      remember(words.join(' '), options, (option) => command.getOptionValueSource(option) === 'cli', context),
    );
}

/** A memory to be, and the text that it was read from, whose comments and unknown keys are kept. */
interface Draft {
  memory: Memory;
  text?: string;
  /** Somebody chose its id; else it comes from the summary. */
  named: boolean;
}

type Given = (option: keyof Options) => boolean;

function remember(words: string, options: Options, given: Given, context: Context): void {
  const world = openWorld(context);
  const target = vaultForWriting(world, options.global === true);
  const text = words === '-' || (words === '' && !options.edit) ? context.stdin() : words;
  const draft = hasFrontMatter(text) ? fromFile(text, options, given, context) : fromText(text, options, context);
  if (!options.edit) {
    store(draft, target, options, context, world);
    return;
  }
  const { memory } = draft;
  const body = memory.body || '\n';
  const edited = editDraft(
    withHints(writeMemory({ ...memory, body }, previousOf(draft))),
    context,
    'give the text as words or on stdin',
  );
  try {
    store(fromEditor(edited, options, context), target, options, context, world);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    if (!isBlank(edited.text)) throw kept(error, edited.file);
    edited.discard();
    throw error;
  }
  edited.discard();
}

function store(
  { memory, ...draft }: Draft,
  { vault, fellBack }: ReturnType<typeof vaultForWriting>,
  options: Options,
  context: Context,
  world: World,
): void {
  if (memory.body.trim() === '') {
    throw new CommandError(
      'nothing to remember; give the text, as in engram remember "Use pnpm here.", pipe it in, or use --edit',
      EXIT.usage,
    );
  }
  refuseUselessPaths(memory, options, world);
  if (options.alias && memory.entities.length === 0)
    throw new CommandError('--alias is another name of what --entity names; give that too', EXIT.usage);
  const { ids, bodies } = holdings(vault);
  const same = bodies.get(bodyHash(memory.body));
  if (same) {
    const where = display(same.file, context, world);
    if (options.json) printJson(context, { ...same, vault: vault.owner, written: false });
    else context.out(`This is there already as ${same.id} in ${where}; nothing was written\n`);
    return;
  }
  if (draft.named && ids.has(memory.id)) {
    throw new CommandError(
      `the id ${memory.id} is taken in this vault; engram edit ${memory.id} changes that memory, another --id keeps both`,
      EXIT.cannotCreate,
    );
  }
  const previous = previousOf(draft);
  if (options.propose) {
    waits(memory, previous, vault, fellBack, options, context, world);
    return;
  }
  const source = previous && !frontKeys(previous.text).includes('source') ? { source: memory.source } : {};
  const stored = onDisk('the memory could not be written', () =>
    createMemory(vault, memory, (it) => writeMemory(it, previous, source), ids),
  );
  const { id } = stored.memory;
  trustAlong([stored.file], context, world);
  refresh(context, world);

  const renamed = id !== memory.id;
  if (renamed) note(context, `the id ${memory.id} is taken in this vault, so this one is ${id}`);
  if (!draft.named && isHashId(id)) note(context, `the id ${id} tells nobody what it is; --id gives a speaking one`);
  if (fellBack) note(context, fellBack);
  noteSecrets(stored.file, id, context);
  const idle = [...(previous ? nearKeys(previous.text) : []), ...idleKeys(readMemoryText(stored.file), stored.memory)];
  for (const { message } of idle) note(context, message);
  const expiry = previous && expiryProblem(previous.text);
  if (expiry && memory.expires === undefined) note(context, expiry.message);
  if (isExpired(stored.memory, context.now))
    note(context, `its last day was ${stored.memory.expires}, so that no agent is sent it`);
  for (const old of unknownOf(memory.supersedes ?? [], world))
    note(context, `there is no memory ${old} that it could supersede`);
  if (options.json) {
    const { summary, type } = stored.memory;
    printJson(context, { id, vault: vault.owner, file: stored.file, summary, type, renamed, written: true });
  } else context.out(`Remembered ${id} in ${display(stored.file, context, world)}\n`);
}

/** Those of the ids that no memory here has. */
function unknownOf(ids: readonly string[], { vaults }: World): string[] {
  if (ids.length === 0) return [];
  const { memories, shadowed } = loadVaults(vaults);
  const known = new Set([...memories, ...shadowed].map(({ memory }) => memory.id));
  return ids.filter((id) => !known.has(id));
}

/** Puts it where a person decides about it. What an agent proposes is its own word. */
function waits(
  memory: Memory,
  previous: ReturnType<typeof previousOf>,
  vault: Vault,
  fellBack: string | undefined,
  options: Options,
  context: Context,
  world: World,
): void {
  const own = previous !== undefined && frontKeys(previous.text).includes('source');
  const source = own ? memory.source : 'assistant';
  const about = { importance: memory.importance, origin: source, why: ['engram remember --propose'] };
  const text = (it: Memory) => writeMemory(it, previous, { source });
  const staged = withProposals(context, world, (store) =>
    stage(store, { action: 'create', vault, memory: { ...memory, source }, text }, about, proposing(context, world)),
  );
  if ('duplicateOf' in staged) {
    if (options.json) printJson(context, { ...staged, written: false });
    else if (staged.rejected) context.out(`This was rejected as proposal ${staged.rejected}; nothing was proposed\n`);
    else context.out(`This is there already as ${staged.duplicateOf}; nothing was proposed\n`);
    return;
  }
  settle([staged], context);
  if (fellBack) note(context, fellBack);
  const written = staged.status === 'approved';
  if (options.json) printJson(context, { proposal: staged.id, ...published(staged), written });
  else if (written) context.out(`Remembered ${staged.memory} in ${display(staged.file, context, world)}\n`);
  else
    context.out(
      `Proposed ${staged.memory} as ${staged.id}; it is written once its user says engram proposals approve ${staged.id}\n`,
    );
}

/** A pattern that means nothing would be passed over by every hook without a word. @throws CommandError */
function refuseUselessPaths({ appliesTo }: Memory, options: Options, { project }: World): void {
  const [problem] = compileGlobs(appliesTo, { root: project.tree }).problems;
  if (!problem) return;
  const isOption = options.appliesTo?.includes(problem.pattern) === true;
  throw new CommandError(
    `${isOption ? '--applies-to' : 'applies_to'} ${problem.message}; docs/PATHS.md says what can be written`,
    isOption ? EXIT.usage : EXIT.data,
  );
}

function previousOf({ text }: Pick<Draft, 'text'>): { text: string; name: string } | undefined {
  return text === undefined ? undefined : { text, name: '' };
}

function hasFrontMatter(text: string): boolean {
  return /^\uFEFF?---[ \t]*\r?\n/.test(text);
}

function isBlank(text: string): boolean {
  try {
    return bodyOf(text).trim() === '';
  } catch {
    return false;
  }
}

function fromText(text: string, options: Options, context: Context): Draft {
  return {
    named: options.id !== undefined,
    memory: newMemory(text, {
      ...(options.id === undefined ? {} : { id: options.id }),
      ...(options.summary === undefined ? {} : { summary: options.summary }),
      type: options.type,
      tags: tagsOf(options),
      appliesTo: distinct(options.appliesTo ?? []),
      entities: distinct(options.entity ?? []),
      ...(options.alias ? { aliases: distinct(options.alias) } : {}),
      importance: options.importance,
      created: dayOf(context.now),
      ...(options.expires ? { expires: options.expires } : {}),
      ...(options.supersedes ? { supersedes: supersededBy(options) } : {}),
      source: 'user',
    }),
  };
}

/** A text that is a memory file already: what its front matter says, but for what the command line says. */
function fromFile(text: string, options: Options, given: Given, context: Context): Draft {
  const { memory, named } = parsed(text, 'the text', context);
  const over: Partial<Memory> = {
    ...(options.id ? { id: options.id } : {}),
    ...(options.summary ? { summary: oneLine(options.summary) } : {}),
    ...(given('type') ? { type: options.type } : {}),
    ...(given('importance') ? { importance: options.importance } : {}),
    ...(given('tag') ? { tags: tagsOf(options) } : {}),
    ...(given('appliesTo') ? { appliesTo: distinct(options.appliesTo ?? []) } : {}),
    ...(options.expires ? { expires: options.expires } : {}),
    ...(options.supersedes ? { supersedes: supersededBy(options) } : {}),
    ...(given('entity') ? { entities: distinct(options.entity ?? []) } : {}),
    ...(given('alias') ? { aliases: distinct(options.alias ?? []) } : {}),
  };
  return { memory: { ...memory, ...over }, named: named || options.id !== undefined, text };
}

/** What the person left: their front matter has the last word; without one the command line has. */
function fromEditor({ text, file }: Edited, options: Options, context: Context): Draft {
  if (isBlank(text)) return fromText('', options, context);
  if (!hasFrontMatter(text)) return fromText(text, options, context);
  return { ...parsed(text, file, context), text: withoutHints(text) };
}

/** @throws CommandError with the line */
function parsed(text: string, where: string, context: Context): Pick<Draft, 'memory' | 'named'> {
  try {
    const memory = { created: dayOf(context.now), ...parseMemory(text, 'memory') };
    const named = frontMatter(text).id != null;
    return { memory: named ? memory : { ...memory, id: idFromSummary(redact(memory.summary).text) }, named };
  } catch (error) {
    if (!(error instanceof MemoryFileError)) throw error;
    throw new CommandError(`${where}:${error.line}: ${error.message}`, EXIT.data);
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

function lastDay(value: string): string {
  const date = dateIn(value);
  if (date === undefined) throw new InvalidArgumentError('It is a date that exists, as in 2026-12-31.');
  return date;
}

function supersededBy(options: Options): string[] {
  return distinct((options.supersedes ?? []).flatMap((ids) => ids.split(',')).map((id) => slugId(id.trim())));
}

function tagsOf(options: Options): string[] {
  return distinct((options.tag ?? []).flatMap((tag) => tag.split(',')).map((tag) => tag.replace(/^#+(?=.)/, '')));
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values.map((value) => oneLine(value)).filter((value) => value !== ''))];
}
