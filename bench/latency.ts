// What a hook costs: `npm run bench [-- --rounds N] [--large N] [--json FILE] [--gate]`.
//
// Every round runs each case once and `node -e 0` (the floor) once, in random order, in a bare environment (PATH and HOME); what is
// run is the installed command, through `/bin/sh -c`, with a payload on stdin. The shell and the launcher are part of the hook's
// cost and not of the floor's. A figure is the median over the rounds of case / floor of the same round, with its quartiles.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { concurrency } from './concurrency.ts';
import { memoriesIn } from './corpus.ts';
import { type BenchHome, type BenchProject, captureIn, openHome, openProject, openScopedProject } from './project.ts';
import { type Bound, bare, FLOOR, missedBounds, type Samples, table } from './report.ts';
import { shuffled } from './statistics.ts';
import { type Job, openStopwatch, run, type Sample, type Stopwatch } from './timing.ts';
import { type Language, VOCABULARIES } from './words.ts';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '60' },
    large: { type: 'string', default: '100000' },
    json: { type: 'string' },
    gate: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const HELP = `usage: npm run bench -- [options]

  --rounds N   rounds of every case (60)
  --large N    memories of the large project (100000)
  --json FILE  writes every sample and every figure
  --gate       exit code 1 where a bound is missed
`;

const AGAIN = 'node -e 0, again';
const LANGUAGES: Readonly<Record<Language, string>> = { en: 'English', de: 'German', ru: 'Russian', zh: 'Chinese' };
const promptCase = (language: Language): string => `prompt, 10,000 memories, ${LANGUAGES[language]}`;
const UNRELATED = 'prompt that routes nothing, 10,000 memories';
const START_SMALL = 'session-start, 100 memories';
const START = 'session-start, 10,000 memories';
const CERTIFICATES = 'prompt with NODE_EXTRA_CA_CERTS, 10,000 memories';
const PATH = 'path that nothing applies to, 1,000 scoped memories';
const PROMPT_SMALL = 'prompt, 100 memories';
const CAPTURED = 'prompt with capture on, 100 memories';
const CAPTURED_NAMES = 'the same, of users, tokens and keys';
const PROMPT_LARGE = 'prompt, large project';

const BOUNDS: readonly Bound[] = [
  ...(Object.keys(LANGUAGES) as Language[]).map((language) => ({
    of: promptCase(language),
    against: FLOOR,
    figures: { wall: 1.2, cpu: 1.2, rss: 1.1 },
    aim: 1.1,
  })),
  { of: UNRELATED, against: FLOOR, figures: { wall: 1.15, cpu: 1.15, rss: 1.1 } },
  { of: START_SMALL, against: FLOOR, figures: { wall: 1.2, cpu: 1.2, rss: 1.1 } },
  { of: START, against: FLOOR, figures: { wall: 1.2, cpu: 1.2, rss: 1.1 } },
  { of: CERTIFICATES, against: FLOOR, figures: { wall: 1.25, cpu: 1.25, rss: 1.1 } },
  { of: PATH, against: FLOOR, figures: { wall: 1.2, cpu: 1.2, rss: 1.1 } },
  { of: CAPTURED, against: FLOOR, figures: { wall: 1.3, cpu: 1.3, rss: 1.15 } },
  { of: CAPTURED_NAMES, against: FLOOR, figures: { wall: 1.3, cpu: 1.3, rss: 1.15 } },
  { of: PROMPT_LARGE, against: PROMPT_SMALL, figures: { wall: 1.15, cpu: 1.15, rss: 1.1 } },
];

interface Case {
  name: string;
  /** Run first, and not measured. */
  before?(round: number): Job;
  job(round: number): Job;
  /** What a right answer is: a sample that answers otherwise is a fault. */
  right(stdout: string): boolean;
}

/** A memory's body stands in the answer. */
const injects = (stdout: string): boolean => /additionalContext.*\(OPS-\d+\)/.test(stdout);
const nothing = (stdout: string): boolean => stdout === '';
const anything = (stdout: string): boolean => stdout.includes('additionalContext');

async function main(): Promise<number> {
  if (options.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const rounds = Number(options.rounds);
  const home = openHome();
  const capturing = openHome();
  const watch = await openStopwatch();
  try {
    console.log(`Node ${process.version}, ${process.platform} ${process.arch}; ${watch.method}`);
    const small = timed('project of 100 memories', () => openProject(home, 100, false));
    const middle = timed('project of 10,000 memories', () => openProject(home, 10_000, true));
    const large = timed(`project of ${Number(options.large).toLocaleString('en')} memories`, () =>
      openProject(home, Number(options.large), false),
    );
    const scoped = timed('project of 1,000 memories with paths', () => openScopedProject(home, 1000));
    captureIn(capturing);
    const captured = timed('project of 100 memories, capture on', () => openProject(capturing, 100, false));
    const cases = await casesOf(home, small, middle, large, scoped, captured);
    const { samples, faults } = await measure(watch, cases, rounds);
    const { rows, lines } = table(samples, BOUNDS);
    console.log(`\n${lines.join('\n')}`);
    const crowd = await concurrency(home, middle);
    console.log(`\n${crowd.lines.join('\n')}`);
    const missed = [...missedBounds(samples, BOUNDS), ...faults, ...crowd.faults];
    if (options.json) {
      const facts = {
        node: process.version,
        platform: process.platform,
        arch: process.arch,
        method: watch.method,
        rounds,
        large: large.size,
      };
      writeFileSync(
        options.json,
        `${JSON.stringify({ ...facts, figures: rows, missed, concurrency: crowd.facts, samples: bare(samples) }, null, 1)}\n`,
      );
    }
    console.log(
      missed.length > 0 ? `\nMissed:\n${missed.map((line) => `  ${line}`).join('\n')}` : '\nEvery bound is kept.',
    );
    return options.gate && missed.length > 0 ? 1 : 0;
  } finally {
    watch.close();
    home.close();
    capturing.close();
  }
}

async function casesOf(
  home: BenchHome,
  small: BenchProject,
  middle: BenchProject,
  large: BenchProject,
  scoped: BenchProject,
  captured: BenchProject,
): Promise<Case[]> {
  const prompt = (
    project: BenchProject,
    name: string,
    prompts: readonly string[],
    right: Case['right'],
    env?: Record<string, string>,
  ): Case => ({
    name,
    right,
    // A host reports the session's start before its first prompt.
    before: (round) => project.hook('SessionStart', { session_id: `${name} ${round}`, source: 'startup' }),
    job: (round) =>
      project.hook(
        'UserPromptSubmit',
        { session_id: `${name} ${round}`, prompt_id: `p${round}`, prompt: prompts[round % prompts.length]! },
        env,
      ),
  });
  const start = (project: BenchProject, name: string): Case => ({
    name,
    right: anything,
    job: (round) => project.hook('SessionStart', { session_id: `${name} ${round}`, source: 'startup' }),
  });
  const prompts: Partial<Record<Language, string[]>> = {};
  for (const language of Object.keys(LANGUAGES) as Language[]) prompts[language] = await promptsFor(language, middle);
  // The large project begins with the small one's memories. The prompts' words are a topic's and rarer ones, in languages that need a
  // stemmer of their own and in one without spaces, too.
  const shared: string[] = [];
  for (const language of ['en', 'de', 'zh'] as const) shared.push(...(await promptsFor(language, small, large)));
  const floor = {
    job: () => ({ argv: [process.execPath, '-e', '0'], env: home.env, cwd: middle.folder, stdin: '{}\n' }),
    right: nothing,
  };
  const touched = await run(scoped.hook('PreToolUse', edit(scoped, 'choice', path.join('src', 'area0', 'a.ts'))));
  if (!anything(touched.stdout)) throw new Error('a path that a memory applies to brings nothing');
  return [
    { ...floor, name: FLOOR },
    { ...floor, name: AGAIN },
    ...(Object.keys(LANGUAGES) as Language[]).map((language) =>
      prompt(middle, promptCase(language), prompts[language]!, injects),
    ),
    prompt(
      middle,
      UNRELATED,
      Object.values(VOCABULARIES).map(({ unrelated }) => unrelated),
      nothing,
    ),
    start(small, START_SMALL),
    start(middle, START),
    prompt(middle, CERTIFICATES, prompts.en!, injects, { NODE_EXTRA_CA_CERTS: home.certificates }),
    {
      name: PATH,
      right: nothing,
      before: (round) => scoped.hook('SessionStart', { session_id: `${PATH} ${round}`, source: 'startup' }),
      job: (round) => scoped.hook('PreToolUse', edit(scoped, `${PATH} ${round}`, path.join('src', 'app', 'a.ts'))),
    },
    prompt(small, PROMPT_SMALL, shared, injects),
    prompt(captured, CAPTURED, shared, injects),
    // Words beside which a secret may stand.
    prompt(
      captured,
      CAPTURED_NAMES,
      shared.map((it) => `${it} The user has lost the session, and the token and the key with it.`),
      injects,
    ),
    prompt(large, PROMPT_LARGE, shared, injects),
  ];
}

/** An edit as Claude Code reports it. */
function edit(project: BenchProject, session: string, file: string): object {
  return {
    session_id: session,
    prompt_id: 'p',
    tool_name: 'Edit',
    tool_use_id: 't',
    tool_input: { file_path: path.join(project.folder, file), old_string: 'a', new_string: 'b' },
  };
}

/** Prompts of a language that get a memory's body out of each of these projects, as a host would ask them. The smallest comes first. */
async function promptsFor(language: Language, ...projects: readonly BenchProject[]): Promise<string[]> {
  let prompts = memoriesIn(language, 24, projects[0]!.size).map(({ prompt }) => prompt);
  for (const project of projects) {
    const kept: string[] = [];
    for (const [i, prompt] of prompts.entries()) {
      const session = { session_id: `choice ${language} ${i}` };
      await run(project.hook('SessionStart', { ...session, source: 'startup' }));
      const asked = { ...session, prompt_id: 'p', prompt };
      if (injects((await run(project.hook('UserPromptSubmit', asked))).stdout)) kept.push(prompt);
    }
    const lost = prompts.length - kept.length;
    if (lost > 0)
      console.log(
        `not used: ${lost} of ${prompts.length} ${LANGUAGES[language]} prompts route no body among ${project.size} memories`,
      );
    prompts = kept;
  }
  if (prompts.length === 0) throw new Error(`no ${LANGUAGES[language]} prompt routes anything`);
  return prompts;
}

async function measure(
  watch: Stopwatch,
  cases: readonly Case[],
  rounds: number,
): Promise<{ samples: Samples; faults: string[] }> {
  const samples = new Map<string, Sample[]>(cases.map(({ name }) => [name, []]));
  const faults: string[] = [];
  // Two rounds warm the page cache and are not counted.
  for (let round = -2; round < rounds; round++) {
    for (const one of shuffled(cases)) {
      if (one.before) await watch.time(one.before(round + 2));
      const sample = await watch.time(one.job(round + 2));
      if (round < 0) continue;
      samples.get(one.name)!.push(sample);
      if (sample.code !== 0 || sample.stderr !== '' || !one.right(sample.stdout)) {
        faults.push(
          `${one.name}, round ${round}: exit ${sample.code}, ${sample.stdout.length} characters on stdout, stderr ${JSON.stringify(sample.stderr.slice(0, 200))}`,
        );
      }
    }
    if (process.stderr.isTTY) process.stderr.write(`\rround ${Math.max(0, round + 1)} of ${rounds} `);
  }
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  return { samples, faults };
}

function timed<T>(what: string, make: () => T): T {
  const start = performance.now();
  const made = make();
  console.log(`${what}: written, linked and compiled in ${((performance.now() - start) / 1000).toFixed(1)} s`);
  return made;
}

main().then(
  (code) => process.exit(code),
  (error) => {
    console.error(error);
    process.exit(70);
  },
);
