// `engram context`: what a moment of a session would be sent, by the hook's own code on a copy of the session's record.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Command, Option } from 'commander';
import type { Host } from '../../hosts/host.ts';
import { findHost, hosts } from '../../hosts/index.ts';
import { answer } from '../hook/answer.ts';
import { isDue, item } from '../hook/deliver.ts';
import '../hook/later-all.ts';
import { anchors } from '../hook/session-start.ts';
import { budget, framed, type Turn } from '../hook/turn.ts';
import { indexFile, userHome } from '../index/places.ts';
import type { Index } from '../index/read.ts';
import type { Moment } from '../moment.ts';
import { REHYDRATE } from '../plan/frame.ts';
import { plan } from '../plan/plan.ts';
import { recorded, sessionFile } from '../session/log.ts';
import { CommandError, type Context, EXIT } from './context.ts';
import { note, printJson, shown } from './output.ts';
import { withIndex } from './ranked.ts';
import { latestSession, type RecordedSession, sessionNamed } from './sessions.ts';
import { hostNamed } from './targets.ts';
import { openWorld, type World } from './world.ts';

/** The kinds of blocks that an answer is made of. */
export const BLOCKS = ['memories', 'rehydrate'] as const;
type Block = (typeof BLOCKS)[number];

const SOURCES = ['startup', 'resume', 'clear', 'compact', 'fork'] as const;

interface Options {
  session?: string;
  host?: Host;
  source: (typeof SOURCES)[number];
  blocks?: Block[];
  json?: true;
}

export function register(program: Command, context: Context): void {
  program
    .command('context')
    .description('what a session would be sent next, as the agent would get it')
    .argument('[prompt...]', 'the prompt; without one a start of the session')
    .option('--session <id>', 'the host’s id of the session (default: this project’s newest, else a new one)')
    .addOption(
      new Option('--host <name>', 'the agent that is asked for (default: that of the session)').argParser(hostNamed),
    )
    .addOption(new Option('--source <why>', 'why the session starts').choices(SOURCES).default('startup'))
    .addOption(
      new Option('--blocks <kinds>', `only these, with commas: ${BLOCKS.join(', ')}`).argParser((kinds) =>
        kinds.split(',').map(blockNamed),
      ),
    )
    .option('--json', 'print it as JSON')
    .addHelpText(
      'after',
      '\nNothing is recorded: asking twice prints the same. `engram route` says why.\n\nExamples:\n  engram context "can we deploy on friday?"\n  engram context --source compact\n  engram context --blocks rehydrate\n',
    )
    .action((words: string[], options: Options) => {
      const world = openWorld(context);
      const session = sessionOf(options, world);
      const host = options.host ?? findHost(session?.host ?? '') ?? hosts[0]!;
      const blocks = options.blocks ?? BLOCKS;
      const text = withIndex(context, world, (index) => {
        if (!blocks.includes('memories')) return rehydrate(index, host, session, world, context);
        const whole = sent(words.join(' '), options.source, host, session, world, context);
        return blocks.includes('rehydrate') ? whole : whole.replace(REHYDRATE, '');
      });
      if (options.json)
        return printJson(context, { host: host.name, session: session?.session ?? null, context: text });
      if (text) return context.out(`${context.tty ? shown(text) : text}\n`);
      note(context, 'nothing would be sent; engram route says why');
    });
}

function blockNamed(kind: string): Block {
  const block = BLOCKS.find((name) => name === kind.trim());
  if (block) return block;
  throw new CommandError(`there is no block ${kind.trim()}; the kinds are ${BLOCKS.join(', ')}`, EXIT.usage);
}

/** The session that is meant; undefined for a new one. */
function sessionOf({ session, host }: Options, { places, project }: World): RecordedSession | undefined {
  if (session === undefined) {
    const newest = latestSession(places, project.root);
    return !host || newest?.host === host.name ? newest : undefined;
  }
  return sessionNamed(session, project.root, places, host?.name);
}

/** The hook's answer, on a copy of what it has recorded. */
function sent(
  prompt: string,
  source: Options['source'],
  host: Host,
  session: RecordedSession | undefined,
  { places, project }: World,
  context: Context,
): string {
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'engram-context-'));
  try {
    const key = { host: host.name, root: project.root, session: session?.session ?? 'engram-context' };
    const record = sessionFile(places.sessions, key);
    if (session && fs.existsSync(record)) fs.copyFileSync(record, sessionFile(scratch, key));
    const base = { host: host.name, event: '', session: key.session, cwd: context.cwd, root: context.cwd };
    const moment: Moment = prompt ? { ...base, kind: 'prompt', prompt } : { ...base, kind: 'session-start', source };
    if (!host.injects.includes(moment.kind)) return '';
    const turn: Turn = {
      moment,
      host,
      places: { ...places, sessions: scratch },
      project,
      // After all that has been recorded.
      self: { name: 'context', started: Number.POSITIVE_INFINITY, now: () => context.now.getTime() },
      home: userHome(context.env),
      // It is up to date.
      compile: () => ({
        indexFile: indexFile(project, places),
        damaged: () => {},
        request: () => false,
        wait: () => false,
      }),
    };
    return answer(turn).context ?? '';
  } finally {
    fs.rmSync(scratch, { recursive: true, force: true });
  }
}

/** What the last compaction took, as the first answer behind it has, or had, it. */
function rehydrate(
  index: Index,
  host: Host,
  session: RecordedSession | undefined,
  { places }: World,
  context: Context,
): string {
  const state = session && recorded(sessionFile(places.sessions, session), context.now.getTime());
  if (!state || !isDue(state.compactedAt, index.head, context.now.getTime())) return '';
  const items = anchors(index, state).map((memory) => item(index, memory, undefined));
  const room = budget(host, index.head.config['load.max_tokens']);
  return plan(items, room, { ...framed(host), rehydrate: true, tail: '' }).text;
}
