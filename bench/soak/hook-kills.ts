// Hooks that are killed: what counts as delivered was written whole, what was not written comes with the next event, and a kill
// between the two costs one repeat.
import fs from 'node:fs';
import path from 'node:path';
import { parse } from '../../src/session/log.ts';
import { readHistory } from '../../src/store/history.ts';
import type { Opener, Scenario } from './kills.ts';
import { age, type Ended, leftovers, openLab, type SoakLab } from './lab.ts';
import { amissIn, documentIn, everyMoment, oneOfEach, payloadOf, type Recorded, textsIn } from './recorded.ts';

/** A claim without its answer lapses after two seconds (src/session/log.ts). */
const LAPSED = 2_200;
const HOUR = 3_600_000;

/** Each is about deploying, applies to any file and is a rule for each start: every moment has something to send. */
const BODIES: Readonly<Record<string, string>> = Object.fromEntries(
  ['window', 'rollback', 'canary', 'freeze'].map((word, n) => [
    `deploy-${word}`,
    `Deploy the payments service by rule ${n}: mind the ${word} and tell the team in channel ${n}.`,
  ]),
);
const ASK = 'how do I deploy the payments service by the rule?';

const asMemory = (body: string) =>
  `---\ntype: rule\nimportance: 0.9\ntags: [deploy]\napplies_to: ["**"]\n---\n${body}\n`;
const memories = Object.fromEntries(Object.entries(BODIES).map(([id, body]) => [id, asMemory(body)]));

/** One for each moment of each host. */
export function hookScenarios(): Opener[] {
  return everyMoment().map((recorded) => ({
    name: `${recorded.host.name} ${recorded.moment.kind}`,
    open: () => openScenario(recorded),
  }));
}

async function openScenario(recorded: Recorded): Promise<Scenario> {
  const lab = await openLab(memories);
  // A path answers where the host has no rule files, or they are not wanted.
  fs.writeFileSync(lab.places.config, 'hooks:\n  path_rules: hook\n');
  await lab.run(lab.engram('sync'));
  const { host, moment } = recorded;
  const ask = oneOfEach(host).find((it) => it.moment.kind === 'prompt');
  let events = 0;
  const event = (what: Recorded, session: string) =>
    lab.hook(
      host,
      what.moment.event,
      payloadOf(what, { session, root: lab.project, prompt: ASK, turn: `turn-${events++}` }),
    );
  // A compaction is of a session that has been sent something; a subagent is sent what its parent's last prompt needed.
  const inside = moment.kind === 'subagent-start';
  const begun = inside || moment.kind === 'pre-compact' || moment.kind === 'post-compact';
  const before = new Map<string, readonly string[]>();
  const faults: string[] = [];
  if (begun && ask) await lab.run(event(ask, 'reference'));
  const whole = await lab.run(event(recorded, 'reference'));
  const wanted = received(whole) ?? [];
  faults.push(...amiss(whole, recorded).map((fault) => `left alone: ${fault}`));
  if (host.injects.includes(moment.kind) && wanted.length === 0) faults.push('left alone it sends nothing');

  return {
    settle: LAPSED,
    name: `${host.name} ${moment.kind}`,
    run: async (job, killAfter) => {
      const session = sessionOf(job.stdin);
      if (begun && ask && session) before.set(session, received(await lab.run(event(ask, session))) ?? []);
      return lab.run(job, killAfter);
    },
    trial: (n) => {
      const session = `session-${n}`;
      return { job: event(recorded, session), check: (first) => check(session, first) };
    },
    async aftermath() {
      await lab.quiet();
      age(leftovers(lab.home, lab.project), 2 * HOUR);
      await lab.run(lab.engram('sync'));
      faults.push(...leftovers(lab.home, lab.project).map((file) => `left for good: ${path.relative(lab.base, file)}`));
      faults.push(...lab.log().map((line) => `in the log: ${line}`));
      const usage = await lab.run(lab.engram('usage'));
      if (usage.code !== 0) faults.push(`engram usage: exit ${usage.code}: ${usage.stderr}`);
      return faults;
    },
    close: () => lab.close(),
  };

  async function check(session: string, first: Ended): Promise<string[]> {
    const said = (what: string) => `${session}, killed with ${first.stdout.length} bytes written: ${what}`;
    const got = [...(inside ? [] : (before.get(session) ?? [])), ...(received(first) ?? [])];
    const found = recordedAs(lab, session, inside).filter((id) => !got.includes(id));
    const wrong = found.map((id) => said(`${id} counts as delivered and was not written`));
    const next = await lab.run(event(recorded, session));
    wrong.push(...amiss(next, recorded).map(said));
    const then = received(next) ?? [];
    for (const id of wanted) if (!got.includes(id) && !then.includes(id)) wrong.push(said(`${id} is lost`));
    if (!ask || host.slot) return wrong;
    const counts = [...got, ...then];
    for (const last of [false, true]) {
      const prompt = await lab.run(event(ask, session));
      wrong.push(...amiss(prompt, ask).map(said));
      const again = received(prompt) ?? [];
      if (last && again.length > 0) wrong.push(said(`${again.join(', ')} once more, with the record whole`));
      counts.push(...again);
    }
    // A start and a compaction forget what was sent: only a prompt and a path are held to one repeat.
    if (moment.kind !== 'prompt' && moment.kind !== 'path') return wrong;
    for (const id of new Set(counts)) {
      const times = counts.filter((it) => it === id).length;
      if (times > 2) wrong.push(said(`${id} was sent ${times} times`));
    }
    return wrong;
  }
}

/** The ids of the bodies that stand whole in what a process wrote; undefined where that is no whole document. */
export function received({ stdout }: Pick<Ended, 'stdout'>): string[] | undefined {
  try {
    const texts = textsIn(documentIn(stdout));
    return Object.keys(BODIES).filter((id) => texts.some((text) => text.includes(BODIES[id]!)));
  } catch {
    return undefined;
  }
}

/** The ids that the log of a session, or of its subagent, gives out as delivered: to the next hook and to the database. */
function recordedAs(lab: SoakLab, session: string, subagent: boolean): string[] {
  const ids = new Set<string>();
  for (const name of fs.existsSync(lab.places.sessions) ? fs.readdirSync(lab.places.sessions) : []) {
    if (!name.endsWith('.log')) continue;
    const text = fs.readFileSync(path.join(lab.places.sessions, name), 'utf8');
    const history = readHistory(text);
    if (history?.key.session !== session || (history.key.agent !== undefined) !== subagent) continue;
    for (const { id, whole } of history.deliveries) if (whole) ids.add(id);
    for (const [key, holder] of parse(text, Date.now()).holders) {
      // Without a holder: the host has loaded it by itself.
      if (key.startsWith('b:') && holder !== '') ids.add(key.split(':')[2]!);
    }
  }
  return [...ids];
}

function sessionOf(stdin: string | Buffer | undefined): string | undefined {
  return /session-\d+/.exec(String(stdin))?.[0];
}

function amiss(ended: Ended, { host, moment }: Recorded): string[] {
  const found = amissIn(ended.stdout, host, moment);
  if (ended.code !== 0) found.push(`exit ${ended.code ?? ended.signal}`);
  if (ended.stderr !== '') found.push(`stderr: ${ended.stderr.slice(0, 200)}`);
  return found;
}
