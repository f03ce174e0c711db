import { type Command, Option } from 'commander';
import type { Host } from '../../hosts/host.ts';
import { findHost, hosts } from '../../hosts/index.ts';
import { item } from '../hook/deliver.ts';
import { followUpIn } from '../hook/follow-up.ts';
import { startTokens, startup } from '../hook/session-start.ts';
import { budget, lines } from '../hook/turn.ts';
import type { Index, IndexedMemory } from '../index/read.ts';
import type { SyncReport } from '../memory/sync.ts';
import type { MomentKind } from '../moment.ts';
import { type Budget, type Plan, plan } from '../plan/plan.ts';
import { proofLine, skippedLine } from '../plan/proof.ts';
import { explained } from '../route/explain.ts';
import type { FollowUp } from '../route/follow-up.ts';
import { FOLLOWING, GATE } from '../route/gate.ts';
import { type Ranking, rank } from '../route/rank.ts';
import { ageDays, startupScore } from '../route/startup.ts';
import { sessionFile } from '../session/log.ts';
import { measure, utf8Length } from '../text/units.ts';
import type { Context } from './context.ts';
import { type Measured, namedEntities } from './named.ts';
import { align, colors, note, printJson, shown } from './output.ts';
import { withIndex } from './ranked.ts';
import { sessionNamed } from './sessions.ts';
import { hostNamed } from './targets.ts';
import { openWorld } from './world.ts';

/** How much of the startup order is told on a terminal. */
const STARTUP = 20;

/** Why a prompt is taken to go on. */
const FOLLOWS_BY = {
  cue: 'it begins or ends as what goes on',
  pronoun: 'it has a word for what was talked of',
  short: 'it is short',
};

interface Options {
  host?: Host;
  session?: string;
  explain?: true;
  json?: true;
}

export function register(program: Command, context: Context): void {
  program
    .command('route')
    .description('what a prompt, or the start of a session, would be sent, and why')
    .argument('[prompt...]', 'the prompt; without one the start of a session')
    .addOption(
      new Option(
        '--host <name>',
        `the agent that is asked for: ${hosts.map(({ name }) => name).join(', ')} (default: that of the session, else ${hosts[0]!.name})`,
      ).argParser(hostNamed),
    )
    .option('--session <id>', 'the host’s id of a session that the prompt goes on in')
    .option('--explain', 'also terms, scores, gate, plan and startup order')
    .option('--json', 'print all of it as JSON')
    .addHelpText(
      'after',
      '\nShows a new session: nothing has been sent yet. With --session a short prompt goes on with what that one talked of. Nothing is recorded.\n\nExamples:\n  engram route "can we deploy on friday?" --explain\n  engram route "and for staging?" --session 7f3a --explain\n  engram route --explain\n',
    )
    .action((words: string[], options: Options) => {
      const world = openWorld(context);
      const prompt = words.length > 0 ? words.join(' ') : undefined;
      const all = options.json === true && prompt === undefined;
      const session =
        options.session === undefined
          ? undefined
          : sessionNamed(options.session, world.project.root, world.places, options.host?.name);
      const host = options.host ?? findHost(session?.host ?? '') ?? hosts[0]!;
      const record = session && sessionFile(world.places.sessions, session);
      const routed = withIndex(context, world, (index, report) => ({
        ...explain(index, prompt, host, all, context, record),
        notSent: notSent(report),
      }));
      if (options.json) {
        printJson(context, routed);
        return;
      }
      // Why nothing is sent is said first: without it the numbers below make no sense.
      if (routed.reason) note(context, routed.reason);
      if (options.explain) print(routed, context);
      if (routed.text) context.out(`${context.tty ? shown(routed.text) : routed.text}\n`);
    });
}

/** What the hook would hear of a prompt: nothing of one that is the host's own. */
function heardOf(words: string, host: Host, { env, cwd }: Context): string {
  const event = host.events.find(({ moment }) => moment === 'prompt')?.event;
  const read = (prompt: string) => host.parse({ hook_event_name: event, session_id: 'engram-route', cwd, prompt }, env);
  const moment = read(words);
  if (moment?.kind === 'prompt') return moment.prompt;
  // Nothing of any prompt: this host sends payloads of another form.
  return read('any') ? '' : words;
}

/** What could be routed and is not: its last day is over, or another memory is sent in its place. */
function notSent(report: SyncReport | undefined): { id: string; why: string }[] {
  if (!report) return [];
  return [
    ...report.duplicates.map(({ id, by }) => ({ id, why: `says the same as ${by}` })),
    ...report.superseded.map(({ id, by }) => ({ id, why: `superseded by ${by}` })),
    ...report.expired.map(({ id, expires }) => ({ id, why: `expired after ${expires}` })),
  ];
}

/** What would be sent and how it came about. */
interface Sending {
  ranking?: Ranking;
  /** What it is taken to go on with. */
  followUp?: FollowUp | undefined;
  /** Of the entities that the prompt names. */
  measured?: readonly Measured[];
  room: Budget;
  planned: Plan<IndexedMemory>;
  text: string;
  /** Why nothing is sent, or nothing but the proof line. */
  reason: string | undefined;
}

function explain(
  index: Index,
  prompt: string | undefined,
  host: Host,
  all: boolean,
  context: Context,
  record: string | undefined,
) {
  const { config } = index.head;
  const sending = prompt === undefined ? atStart(index, host) : atPrompt(index, prompt, host, context, record);
  const { ranking, followUp, measured, room, planned, text, reason } = sending;
  const named = (hits: Ranking['hits']) =>
    hits.map((hit) => ({
      id: index.memory(hit.doc).id,
      score: hit.score,
      gate: Number.isFinite(hit.gate) ? hit.gate : null,
      matched: hit.matched ?? [],
    }));
  return {
    host: host.name,
    moment: prompt === undefined ? 'session-start' : 'prompt',
    read: config.read,
    sends: reason === undefined,
    reason: reason ?? null,
    limit: config['load.limit'],
    minScore: config['entities.min_score'],
    ...(ranking
      ? {
          terms: ranking.terms,
          threshold: ranking.threshold,
          retrieval: followUp ? { query: followUp.query, from: followUp.from, why: followUp.why } : null,
          hits: named(followUp?.hits ?? ranking.hits),
          nearMisses: named(ranking.nearMisses),
          entities: measured ?? [],
        }
      : {}),
    plan: {
      budget: { bytes: room.bytes, cap: room.cap },
      bodies: planned.bodies.map(({ id }) => id),
      cards: planned.cards.map(({ id }) => id),
      left: planned.left.map(({ id }) => id),
    },
    size: { bytes: utf8Length(text), units: measure(text, host.cap.unit) },
    memories: index.count,
    startup: index.first(all ? index.count : STARTUP).map(({ id, importance, date }) => {
      const age = ageDays(date || undefined, context.now);
      return {
        id,
        importance,
        date: date || null,
        ageDays: age,
        score: startupScore(importance, age, config['start.recency_bias']),
      };
    }),
    text,
  };
}

function atPrompt(index: Index, words: string, host: Host, context: Context, record: string | undefined): Sending {
  const { config } = index.head;
  const prompt = heardOf(words, host, context);
  const ranking = rank(index, prompt, { limit: config['load.limit'], explain: explained });
  const followUp = record ? followUpIn(record, index, prompt, ranking.asked, ranking.hits) : undefined;
  const memories = (followUp?.hits ?? ranking.hits).map((hit) => index.memory(hit.doc));
  const room = budget(host, config['load.max_tokens']);
  const named = namedEntities(index, prompt, ranking);
  const planned = plan(
    memories.map((memory) => item(index, memory, undefined)),
    room,
    { more: false, tail: '', aside: named.aside },
  );
  const blank = prompt.trim() === '';
  const dropped =
    words.trim() === '' ? 'the prompt is empty' : `${host.title} says this itself, it is no prompt of yours`;
  const reason =
    modeReason(config.read, 'with a prompt', config.read !== 'auto' && config.read !== 'always') ??
    outside(host, 'prompt') ??
    (blank ? `nothing is sent: ${dropped}` : planned.text ? undefined : `nothing is sent: ${unrouted(index, ranking)}`);
  const proof = config.proof === 'compact' && !blank && config.read !== 'off' && host.injects.includes('prompt');
  const loads = config.read === 'auto' || config.read === 'always';
  const routed = memories.map(({ id }) => id);
  const shownProof = loads
    ? proofLine({ routed, loaded: planned.bodies.length, present: 0 })
    : skippedLine(config.read);
  const text = lines(reason === undefined ? planned.text : '', proof ? shownProof : '');
  return { ranking, followUp, measured: named.measured, room, planned, text, reason };
}

function atStart(index: Index, host: Host): Sending {
  const { config } = index.head;
  const room = budget(host, startTokens(index));
  const offered = startup(index).map(({ memory, whole }) => {
    const { body, ...card } = item(index, memory, undefined);
    return whole && body ? { ...card, body } : card;
  });
  const { notice = '' } = index.head;
  const planned = plan(offered, room, { more: true, tail: notice });
  const heard = host.injects.includes('session-start');
  const reason =
    modeReason(config.read, 'at the start of a session', config.read === 'off' || config.read === 'manual') ??
    (heard ? undefined : outside(host, 'session-start')) ??
    (planned.text || notice ? undefined : 'nothing is sent: there are no memories yet');
  const proof = config.proof === 'compact' && heard && config.read !== 'off';
  const routed = [...planned.bodies, ...planned.cards].map(({ id }) => id);
  const shownProof =
    config.read === 'manual' ? skippedLine('manual') : proofLine({ routed, loaded: planned.bodies.length, present: 0 });
  const text = lines(...(reason === undefined ? [planned.text, notice] : []), proof ? shownProof : '');
  return { room, planned, text, reason };
}

function modeReason(read: string, moment: string, silent: boolean): string | undefined {
  return silent ? `nothing is sent ${moment}: read is ${read} (engram set-read auto changes that)` : undefined;
}

function outside(host: Host, kind: MomentKind): string | undefined {
  return host.injects.includes(kind) ? undefined : `nothing is sent: ${host.title} takes no context here`;
}

/** Why no memory was routed. */
function unrouted(index: Index, { terms, nearMisses }: Ranking): string {
  if (index.count === 0 && index.head.notice) return 'the memories of this project wait for your trust';
  if (index.count === 0) return 'there are no memories yet';
  if (terms.every(({ df }) => df === 0)) return 'no memory holds a word of this prompt';
  const [best] = nearMisses;
  return best
    ? `no memory is near enough, ${index.memory(best.doc).id} is the nearest; --explain shows the numbers`
    : 'this asks for nothing';
}

function print(routed: ReturnType<typeof explain> & { notSent: ReturnType<typeof notSent> }, context: Context): void {
  const { bold, dim } = colors(context);
  const section = (title: string, rows: string[][], remark = '') => {
    context.out(`${bold(title)}${remark ? ` ${dim(remark)}` : ''}\n`);
    for (const line of align(rows.length ? rows : [['none']])) context.out(`  ${shown(line)}\n`);
  };
  const { terms, hits, nearMisses, threshold, entities, retrieval } = routed;
  if (terms && hits && nearMisses && entities) {
    const row = ({ id, score, gate, matched }: (typeof hits)[number]) => [
      id,
      `score ${score.toFixed(4)}`,
      `gate ${gate?.toFixed(4) ?? '-'}`,
      matched.map((it) => `${it.term} ${it.score.toFixed(4)}`).join(', '),
    ];
    section(
      'terms',
      terms.map(({ term, df, idf, weight }) => [
        term,
        `in ${df}`,
        `idf ${idf.toFixed(4)}`,
        `weight ${weight.toFixed(4)}`,
      ]),
    );
    if (retrieval)
      section('retrieval.query', [[retrieval.query]], `goes on from ${retrieval.from}: ${FOLLOWS_BY[retrieval.why]}`);
    section(
      `routed (gate ≥ ${threshold}, at most ${routed.limit})`,
      hits.map(row),
      `gate: log odds that a memory answers the prompt; the best must reach ${GATE}, the others then ${FOLLOWING}`,
    );
    section('near misses', nearMisses.map(row));
    if (entities.length > 0)
      section(
        'entities',
        entities.map(({ entity, aspect, memory, score, passes }) => [
          entity,
          aspect || memory,
          `score ${score.toFixed(4)}`,
          passes ? 'passes' : 'too low',
        ]),
        `the share of what is asked beside the name, which must be more than ${routed.minScore}`,
      );
  }
  const { budget: room, bodies, cards, left } = routed.plan;
  section(`plan (${room.bytes} bytes; ${routed.host}: ${room.cap.limit} ${room.cap.unit})`, [
    ['bodies:', bodies.join(', ') || 'none'],
    ['cards:', cards.join(', ') || 'none'],
    ['left out:', left.join(', ') || 'none'],
  ]);
  const cut = routed.startup.length < routed.memories;
  section(
    cut ? `startup order (the first ${routed.startup.length} of ${routed.memories})` : 'startup order',
    routed.startup.map(({ id, importance, ageDays: age, score }) => [
      id,
      `importance ${importance}`,
      `age ${age} days`,
      `score ${score.toFixed(4)}`,
    ]),
  );
  if (routed.notSent.length > 0)
    section(
      routed.notSent.length > STARTUP ? `not sent (the first ${STARTUP} of ${routed.notSent.length})` : 'not sent',
      routed.notSent.slice(0, STARTUP).map(({ id, why }) => [id, why]),
    );
  const size = `${routed.size.bytes} bytes, ${routed.size.units} ${room.cap.unit}`;
  context.out(`${bold(`sent (${routed.text ? size : 'nothing'})`)}\n`);
}
