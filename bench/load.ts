// Many hooks at once: `npm run load -- [--seconds N] [--memories N] [--seed N] [--json FILE]`.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { load } from './soak/load.ts';
import { seeded } from './soak/random.ts';

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    memories: { type: 'string', default: '10000' },
    seed: { type: 'string' },
    json: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

const HELP = `usage: npm run load -- [options]

  --seconds N   how long 32 hooks run at once (60)
  --memories N  memories of the project (10000)
  --seed N      the seed of a run that is to be had again
  --json FILE   writes the report
`;

async function main(): Promise<number> {
  if (options.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const random = seeded(Number(options.seed ?? Date.now() % 1_000_000));
  console.log(`seed ${random.seed}`);
  const report = await load({ seconds: Number(options.seconds), memories: Number(options.memories) }, random);
  const { hooks, bodies, late, alone, p50, p99, sessions, faults } = report;
  console.log(
    `${hooks} hooks in ${report.seconds} s, 32 at once, over 8 sessions on ${report.memories} memories: ${bodies} bodies, ${late} of them with a later prompt`,
  );
  console.log(`one alone ${alone.toFixed(1)} ms; at once p50 ${p50.toFixed(1)} and p99 ${p99.toFixed(1)} times that`);
  console.log(`${sessions.begun} sessions more: ${sessions.kept} kept, ${sessions.folded} in the database`);
  if (options.json) writeFileSync(options.json, `${JSON.stringify(report, null, 1)}\n`);
  for (const fault of faults) console.log(`FAULT ${fault}`);
  console.log(faults.length === 0 ? 'no fault' : `${faults.length} faults`);
  return faults.length === 0 ? 0 : 1;
}

main().then((code) => {
  process.exitCode = code;
});
