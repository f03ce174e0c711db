// Thirty-two hooks at once in one session, in peace and right after a `git pull`: no error, each body once, one compilation.
import { existsSync, statSync } from 'node:fs';
import { memoriesIn } from './corpus.ts';
import { type BenchHome, type BenchProject, indexFiles, preparePull } from './project.ts';
import { pause, run } from './timing.ts';

const AT_ONCE = 32;
/** Memories that the pull rewrites. */
const REWRITTEN = 500;
/** Prompts that are asked, each several times over. */
const PROMPTS = 8;
/** Longest that a compilation may go on after the hooks have answered, milliseconds. */
const SETTLE = 60_000;

export interface Crowd {
  lines: string[];
  faults: string[];
  facts: Record<string, unknown>;
}

/** How often each mark, `(OPS-17)` or `(OPS-17r1)`, stands in the bodies that these outputs deliver. */
type Marks = Map<string, number>;

export async function concurrency(home: BenchHome, project: BenchProject): Promise<Crowd> {
  const faults: string[] = [];
  // All of them among the memories that the pull rewrites.
  const asked = memoriesIn('en', PROMPTS * 3, REWRITTEN).map(({ prompt }) => prompt);
  const wanted: Marks = new Map();
  const prompts: string[] = [];
  for (const prompt of asked) {
    if (prompts.length === PROMPTS) break;
    const marks = marksIn([(await ask(project, 'alone', prompt)).stdout]);
    // A prompt that brings nothing by itself would prove nothing here. Each is asked in the same session, so bodies do not repeat.
    if (marks.size === 0) continue;
    prompts.push(prompt);
    for (const mark of marks.keys()) wanted.set(mark, 1);
  }

  const peace = await wave(project, 'peace', prompts, 0, faults);
  check('32 hooks at once', peace, [...wanted.keys()], faults);

  const pull = preparePull(home, project, 0, REWRITTEN);
  const watcher = watchIndex(home);
  pull();
  const first = await wave(project, 'pull', prompts, 0, faults);
  await settled(home);
  const compilations = watcher.stop();
  // What came too late for the first hooks must come with the next prompt, and only then.
  const second = await wave(project, 'pull', prompts, 1, faults);
  const pulled = merge(first, second);
  const now = [...wanted.keys()].map((mark) =>
    Number(/\d+/.exec(mark)![0]) < REWRITTEN ? mark.replace(')', 'r1)') : mark,
  );
  check('32 hooks right after a pull, and 32 more', pulled, now, faults);
  for (const mark of pulled.keys())
    if (!mark.includes('r') && Number(/\d+/.exec(mark)![0]) < REWRITTEN)
      faults.push(`after a pull: the old text of ${mark} was delivered`);
  if (compilations !== 1) faults.push(`after a pull: ${compilations} compilations, not one`);

  return {
    lines: [
      `${AT_ONCE} hooks at once in one session: ${sum(peace)} bodies, ${Math.max(...peace.values())} times at most`,
      `${AT_ONCE} right after a pull of ${REWRITTEN} rewritten memories: ${sum(first)} bodies, then ${sum(second)} with the next ${AT_ONCE} prompts; ${Math.max(...pulled.values())} times at most; ${compilations} compilation(s)`,
    ],
    faults,
    facts: { prompts, wanted: wanted.size, peace: [...peace], first: [...first], second: [...second], compilations },
  };
}

async function ask(project: BenchProject, session: string, prompt: string, turn = 'p') {
  return run(project.hook('UserPromptSubmit', { session_id: `crowd ${session}`, prompt_id: turn, prompt }));
}

/** Every hook is a prompt of its own. */
async function wave(
  project: BenchProject,
  session: string,
  prompts: readonly string[],
  number: number,
  faults: string[],
): Promise<Marks> {
  const answers = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, i) => ask(project, session, prompts[i % prompts.length]!, `w${number}-${i}`)),
  );
  for (const { code, stdout, stderr } of answers) {
    if (code !== 0 || stderr !== '')
      faults.push(`${session}: exit ${code}, stderr ${JSON.stringify(stderr.slice(0, 200))}`);
    if (stdout !== '' && contextOf(stdout) === undefined)
      faults.push(`${session}: stdout is no answer: ${JSON.stringify(stdout.slice(0, 200))}`);
  }
  return marksIn(answers.map(({ stdout }) => stdout));
}

function check(what: string, marks: Marks, wanted: readonly string[], faults: string[]): void {
  for (const [mark, times] of marks)
    if (times > 1) faults.push(`${what}: the body of ${mark} was delivered ${times} times`);
  for (const mark of wanted) if (!marks.has(mark)) faults.push(`${what}: the body of ${mark} was not delivered`);
}

function marksIn(outputs: readonly string[]): Marks {
  const marks: Marks = new Map();
  for (const output of outputs) {
    for (const [mark] of (contextOf(output) ?? '').matchAll(/\(OPS-\d+(?:r\d+)?\)/g))
      marks.set(mark, (marks.get(mark) ?? 0) + 1);
  }
  return marks;
}

function contextOf(stdout: string): string | undefined {
  try {
    return (JSON.parse(stdout) as { hookSpecificOutput?: { additionalContext?: string } }).hookSpecificOutput
      ?.additionalContext;
  } catch {
    return undefined;
  }
}

/** Counts how often an index file is replaced. */
function watchIndex(home: BenchHome): { stop(): number } {
  const files = indexFiles(home).filter((file) => file.endsWith('.idx'));
  const seen = new Map(files.map((file) => [file, new Set([identity(file)])]));
  const timer = setInterval(() => {
    for (const file of files) seen.get(file)!.add(identity(file));
  }, 2);
  return {
    stop: () => {
      clearInterval(timer);
      return [...seen.values()].reduce((total, identities) => total + identities.size - 1, 0);
    },
  };
}

/** Inode and time: a rename over the file changes them, however fast. */
function identity(file: string): string {
  const { ino, mtimeMs } = statSync(file);
  return `${ino} ${mtimeMs}`;
}

/** Waits until no compilation is under way. */
async function settled(home: BenchHome): Promise<void> {
  for (const deadline = Date.now() + SETTLE; Date.now() < deadline; await pause(20)) {
    if (!indexFiles(home).some((file) => file.endsWith('.lock') && existsSync(file))) return;
  }
  throw new Error(`a compilation did not end within ${SETTLE} ms`);
}

function merge(a: Marks, b: Marks): Marks {
  const merged = new Map(a);
  for (const [mark, times] of b) merged.set(mark, (merged.get(mark) ?? 0) + times);
  return merged;
}

function sum(marks: Marks): number {
  return [...marks.values()].reduce((total, times) => total + times, 0);
}
