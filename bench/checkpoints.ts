// What the events of capture cost that end a turn, a segment or a session (P-02, P-16): `npm run bench:checkpoints [-- ROUNDS]`.
//
// Every round runs each event once and `node -e 0` (the floor) once, in random order, as the host starts them: the installed command
// through `/bin/sh -c`, in a bare environment. Own work is the CPU time beyond the floor's of the same round. The 99th percentile is of
// wall time less the time that the process waited for a CPU. Detached workers are not counted.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { captureIn, openHome, openProject } from './project.ts';
import { percentile, quartiles, shuffled } from './statistics.ts';
import { openStopwatch, type Sample } from './timing.ts';

/** Milliseconds: P-16's and P-02's. */
const OWN_WORK = 50;
const LONGEST = 2_000;
/** Bytes that a session's end may look at. */
const TRANSCRIPT = 2 << 20;

async function main(rounds: number): Promise<number> {
  const home = openHome();
  const watch = await openStopwatch();
  try {
    captureIn(home);
    const project = openProject(home, 100, false);
    const transcript = path.join(home.root, 'transcript.jsonl');
    const record = (content: string) =>
      `${JSON.stringify({ type: 'user', promptId: 'p', message: { role: 'user', content } })}\n`;
    const answer = { id: 'm', role: 'assistant', content: [{ type: 'text', text: 'Done.' }], stop_reason: 'end_turn' };
    const filler = record('Words of a conversation, as they are. '.repeat(50));
    writeFileSync(
      transcript,
      `${filler.repeat(Math.ceil(TRANSCRIPT / filler.length))}${JSON.stringify({ type: 'assistant', message: answer })}\n`,
    );
    const text = 'The deploy went through after the second try; the first had no token for the registry. '.repeat(40);
    const events = {
      Stop: (n: number) => ({ prompt_id: `t${n}`, last_assistant_message: text }),
      PreCompact: () => ({ trigger: 'auto', custom_instructions: null }),
      PostCompact: () => ({ trigger: 'auto', compact_summary: `<summary>${text}</summary>` }),
      SessionEnd: () => ({ reason: 'prompt_input_exit', prompt_id: 'p', transcript_path: transcript }),
    } as const;
    const names = Object.keys(events) as (keyof typeof events)[];
    const samples = new Map<string, { of: Sample; floor: Sample }[]>(names.map((name) => [name, []]));
    for (let round = -2; round < rounds; round++) {
      const floor = await watch.time({
        ...{ argv: [process.execPath, '-e', '0'], env: home.env, cwd: project.folder, stdin: '{}\n' },
      });
      for (const name of shuffled(names)) {
        const of = await watch.time(project.hook(name, { session_id: `s${round % 5}`, ...events[name](round) }));
        if (of.code !== 0 || of.stdout !== '' || of.stderr !== '')
          throw new Error(`${name}: exit ${of.code}, ${of.stdout}${of.stderr}`);
        if (round >= 0) samples.get(name)!.push({ of, floor });
      }
    }
    console.log(`Node ${process.version}; ${watch.method}; ${rounds} rounds`);
    let kept = true;
    for (const [name, all] of samples) {
      const own = all.map(({ of, floor }) => (of.cpu ?? Number.NaN) - (floor.cpu ?? Number.NaN));
      const ratio = quartiles(all.map(({ of, floor }) => (of.cpu ?? Number.NaN) / (floor.cpu ?? Number.NaN))).median;
      const last = percentile(
        all.map(({ of }) => of.wall - (of.waited ?? 0)),
        0.99,
      );
      kept &&= quartiles(own).median < OWN_WORK && last < LONGEST;
      console.log(
        `${name.padEnd(12)} CPU ${ratio.toFixed(2)} × the floor, own work ${quartiles(own).median.toFixed(1)} ms (p99 ${percentile(own, 0.99).toFixed(1)}), wall p99 ${last.toFixed(0)} ms`,
      );
    }
    console.log(kept ? 'Both bounds are kept.' : `Missed: own work ${OWN_WORK} ms, p99 ${LONGEST} ms`);
    return kept ? 0 : 1;
  } finally {
    watch.close();
    home.close();
  }
}

main(Number(process.argv[2] ?? 60)).then(
  (code) => process.exit(code),
  (error) => {
    console.error(error);
    process.exit(70);
  },
);
