import { type Command, InvalidArgumentError } from 'commander';
import type { Host } from '../../hosts/host.ts';
import { findHost, hosts } from '../../hosts/index.ts';
import { item } from '../hook/prompt.ts';
import { budget } from '../hook/turn.ts';
import type { Index } from '../index/read.ts';
import { plan } from '../plan/plan.ts';
import { rank } from '../route/rank.ts';
import { ageDays, startupScore } from '../route/startup.ts';
import { measure, utf8Length } from '../text/units.ts';
import type { Context } from './context.ts';
import { colors, note, printJson, shown } from './output.ts';
import { withIndex } from './ranked.ts';
import { openWorld } from './world.ts';

/** How many memories of the startup order are explained. */
const STARTUP = 20;

export function register(program: Command, context: Context): void {
  program
    .command('route')
    .description('what a prompt would be sent, and why')
    .argument('<prompt...>', 'the prompt')
    .option(
      '--host <name>',
      `the agent whose cap counts: ${hosts.map(({ name }) => name).join(', ')}`,
      hostNamed,
      hosts[0]!,
    )
    .option('--explain', 'also terms, scores, gate, plan and startup order')
    .option('--json', 'print all of it as JSON')
    .addHelpText(
      'after',
      '\nShows a prompt of a new session: nothing has been sent yet. Nothing is recorded.\n\nExample:\n  engram route "can we deploy on friday?" --explain\n',
    )
    .action((words: string[], options: { host: Host; explain?: true; json?: true }) => {
      const world = openWorld(context);
      const routed = withIndex(context, world, (index) => explain(index, words.join(' '), options.host, context.now));
      if (options.json) return printJson(context, routed);
      if (options.explain) print(routed, context);
      else if (!routed.text) note(context, 'nothing would be sent; --explain says why');
      if (routed.text) context.out(`${context.tty ? shown(routed.text) : routed.text}\n`);
    });
}

function hostNamed(name: string): Host {
  const host = findHost(name);
  if (!host) throw new InvalidArgumentError(`It is one of ${hosts.map((it) => it.name).join(', ')}.`);
  return host;
}

function explain(index: Index, prompt: string, host: Host, now: Date) {
  const { config } = index.head;
  const sends = config.read === 'auto' || config.read === 'always';
  const ranking = rank(index, prompt, { limit: config['load.limit'], explain: true });
  const memories = ranking.hits.map((hit) => index.memory(hit.doc));
  const room = budget(host, config['load.max_tokens']);
  const planned = plan(
    memories.map((memory) => item(index, memory, undefined)),
    room,
    { more: false, tail: '' },
  );
  const named = (hits: typeof ranking.hits) =>
    hits.map((hit) => ({
      id: index.memory(hit.doc).id,
      score: hit.score,
      gate: hit.gate ?? null,
      matched: hit.matched ?? [],
    }));
  const text = sends ? planned.text : '';
  return {
    host: host.name,
    read: config.read,
    sends,
    limit: config['load.limit'],
    terms: ranking.terms,
    threshold: ranking.threshold,
    hits: named(ranking.hits),
    nearMisses: named(ranking.nearMisses),
    plan: {
      budget: { bytes: room.bytes, cap: room.cap },
      bodies: planned.bodies.map(({ id }) => id),
      cards: planned.cards.map(({ id }) => id),
      left: planned.left.map(({ id }) => id),
    },
    size: { bytes: utf8Length(text), units: measure(text, host.cap.unit) },
    startup: index.first(STARTUP).map(({ id, importance, date }) => {
      const age = ageDays(date || undefined, now);
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

function print(routed: ReturnType<typeof explain>, context: Context): void {
  const { bold } = colors(context);
  const section = (title: string, lines: string[]) =>
    context.out(`${bold(title)}\n${(lines.length ? lines : ['none']).map((line) => `  ${shown(line)}\n`).join('')}`);
  const hit = ({ id, score, gate, matched }: (typeof routed.hits)[number]) =>
    `${id}  score ${score.toFixed(4)}  gate ${gate?.toFixed(4) ?? '-'}  ${matched.map((it) => `${it.term} ${it.score.toFixed(3)}`).join(', ')}`;
  section(
    'terms',
    routed.terms.map(
      ({ term, df, idf, weight }) => `${term}  in ${df}  idf ${idf.toFixed(4)}  weight ${weight.toFixed(4)}`,
    ),
  );
  section(`routed (gate ≥ ${routed.threshold}, at most ${routed.limit})`, routed.hits.map(hit));
  section('near misses', routed.nearMisses.map(hit));
  const { budget: room, bodies, cards, left } = routed.plan;
  section(`plan (${room.bytes} bytes; ${routed.host}: ${room.cap.limit} ${room.cap.unit})`, [
    `bodies: ${bodies.join(', ') || 'none'}`,
    `cards: ${cards.join(', ') || 'none'}`,
    `left out: ${left.join(', ') || 'none'}`,
  ]);
  section(
    'startup order',
    routed.startup.map(
      ({ id, importance, ageDays: age, score }) => `${id}  importance ${importance}  age ${age} days  score ${score}`,
    ),
  );
  const why = routed.sends
    ? routed.text
      ? `${routed.size.bytes} bytes, ${routed.size.units} ${room.cap.unit}`
      : 'nothing'
    : `nothing: read is ${routed.read}`;
  context.out(`${bold(`sent (${why})`)}\n`);
}
