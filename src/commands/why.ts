import fs from 'node:fs';
import { type Command, InvalidArgumentError } from 'commander';
import { loadVaults } from '../memory/vault.ts';
import { explained } from '../route/explain.ts';
import { rank } from '../route/rank.ts';
import { sessionFile } from '../session/log.ts';
import { spentDeliveries } from '../store/history.ts';
import { CommandError, type Context, EXIT } from './context.ts';
import { fromStore } from './history.ts';
import { type Injection, injectionsIn } from './injections.ts';
import { colors, note, printJson, shown, when } from './output.ts';
import { wholeNumber, withIndex } from './ranked.ts';
import { recordedSessions } from './sessions.ts';
import { display, openWorld, type World } from './world.ts';

const last = wholeNumber('--last', 1000, (message) => new InvalidArgumentError(message));
/** So many terms of a memory are shown. */
const TERMS = 8;

interface Options {
  session?: string;
  last: number;
  explain?: string;
  json?: true;
}

/** An injection, and into which session. */
type Told = Injection & { host: string; session: string; agent: string | null; root: string };

export function register(program: Command, context: Context): void {
  program
    .command('why')
    .description('what sessions were sent, when and for what, and how to correct it')
    .option('--session <id>', 'only this session (default: all of this project)')
    .option('--last <n>', 'so many answers, the newest', last, 5)
    .option('--explain <prompt>', 'say the prompt again, and see the words that it shares with each memory')
    .option('--json', 'print it as JSON')
    .addHelpText(
      'after',
      '\nNo word of a prompt is kept on disk: a hash of it is, by which the same one is known again. Which of its words brought a memory is told by saying the prompt again, with the memories as they are now.\n\nExamples:\n  engram why --last 1\n  engram why --last 1 --explain "can we deploy today?"\n',
    )
    .allowExcessArguments(true)
    .action((options: Options, command: Command) => {
      const [word] = command.args;
      if (word !== undefined)
        throw new CommandError(`why takes no words; for one session say engram why --session ${word}`, EXIT.usage);
      const world = openWorld(context);
      const told = gather(options, context, world).slice(-options.last);
      const files = new Map(loadVaults(world.vaults).memories.map(({ memory, file }) => [memory.id, file] as const));
      const shared = options.explain === undefined ? undefined : sharedWith(options.explain, context, world);
      if (options.json) {
        printJson(
          context,
          told.map(({ at, memories, ...more }) => ({
            at: new Date(at).toISOString(),
            ...more,
            memories: memories.map(({ id, form }) => ({
              id,
              form,
              file: files.get(id) ?? null,
              ...(shared ? { shares: shared.get(id) ?? [] } : {}),
            })),
          })),
        );
      } else if (told.length === 0) {
        note(context, 'no session here has been sent anything yet; engram route "…" shows what one would be sent');
      } else print(told, files, shared, context, world);
    });
}

/** All that is known, the oldest first. @throws CommandError where the session is not known */
function gather({ session }: Options, context: Context, world: World): Told[] {
  const { places, project } = world;
  const wanted = (it: { session: string; root: string }) =>
    session === undefined ? it.root === project.root : it.session === session;
  const live = recordedSessions(places);
  const found = live.filter(wanted).flatMap(({ at: _, bypassed: __, agent, ...key }): Told[] => {
    const file = sessionFile(places.sessions, { ...key, ...(agent ? { agent } : {}) });
    const text = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
    return injectionsIn(text).map((injection) => ({ ...injection, ...key, agent: agent ?? null }));
  });
  const isLive = new Set(live.map((it) => `${it.host}\0${it.session}`));
  const spent: Told[] = [];
  for (const { id, whole, at, ...key } of spentOf(context)) {
    if (!wanted(key) || isLive.has(`${key.host}\0${key.session}`)) continue;
    const before = spent.at(-1);
    const memory = { id, form: whole ? ('body' as const) : ('card' as const) };
    if (before?.at === at && before.session === key.session && before.agent === key.agent) before.memories.push(memory);
    else spent.push({ at, came: 'not kept', ...key, memories: [memory], present: [], entities: false, prompt: null });
  }
  if (session !== undefined && found.length + spent.length === 0 && !live.some((it) => it.session === session)) {
    throw new CommandError(
      `no session ${session} is known; engram status lists the last, with their ids`,
      EXIT.noInput,
    );
  }
  return [...spent, ...found].sort((a, b) => a.at - b.at);
}

/** What the database keeps of sessions whose logs are gone: nothing where it cannot be used. */
function spentOf(context: Context) {
  try {
    return fromStore(context, spentDeliveries, 'older sessions are kept');
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    note(context, error.message);
    return [];
  }
}

/** Per id the terms that a prompt shares with it, the weightiest first. */
function sharedWith(prompt: string, context: Context, world: World): Map<string, string[]> {
  return withIndex(context, world, (index) => {
    const { hits } = rank(index, prompt, { limit: index.count, gated: false, explain: explained });
    return new Map(hits.map(({ doc, matched = [] }) => [index.memory(doc).id, matched.map(({ term }) => term)]));
  });
}

function wordsOf(shared: ReadonlyMap<string, string[]>, id: string): string {
  return shared.get(id)?.slice(0, TERMS).join(', ') || 'nothing';
}

function print(
  told: readonly Told[],
  files: ReadonlyMap<string, string>,
  shared: ReadonlyMap<string, string[]> | undefined,
  context: Context,
  world: World,
): void {
  const { bold, dim } = colors(context);
  for (const { at, came, host, session, agent, memories, present, entities, prompt } of told) {
    const how = came === 'not kept' ? 'sent (its log is gone)' : prompt ? `${came} (hash ${prompt})` : came;
    context.out(`${bold(when(at, context))}  ${shown(`${host}  ${session}${agent ? `/${agent}` : ''}`)}  ${how}\n`);
    for (const { id, form } of memories) {
      const file = files.get(id);
      const where = file ? display(file, context, world) : 'no file of it is here any more';
      const words = shared && wordsOf(shared, id);
      context.out(
        `  ${id}  ${form === 'body' ? 'in full' : 'one line'}  ${dim(where)}${words ? `  shares: ${shown(words)}` : ''}\n`,
      );
    }
    const there = present.map((id) => `${id}${shared ? ` (shares: ${shown(wordsOf(shared, id))})` : ''}`);
    if (there.length > 0) context.out(`  already there: ${there.join(', ')}\n`);
    if (entities) context.out('  and lines about what the prompt named\n');
  }
  const id = told.at(-1)?.memories[0]?.id ?? 'ID';
  context.out(`To correct one: engram edit ${id}, engram feedback ${id} noise, engram forget ${id}\n`);
}
