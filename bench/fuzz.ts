// Inputs with something wrong in them, for everything that engram reads: `npm run fuzz -- [--inputs N] [--seed N] [--only KIND] [--json FILE]`.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { fuzz } from './soak/fuzz.ts';
import { seeded } from './soak/random.ts';

const { values: options } = parseArgs({
  options: {
    inputs: { type: 'string', default: '100000' },
    seed: { type: 'string' },
    only: { type: 'string', multiple: true, default: [] },
    json: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

const HELP = `usage: npm run fuzz -- [options]

  --inputs N   inputs (100000)
  --seed N     the seed of a run that is to be had again
  --only KIND  payload, memory, "front matter", globs, config, index, "session log", database (may be repeated)
  --json FILE  writes the report
`;

async function main(): Promise<number> {
  if (options.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const random = seeded(Number(options.seed ?? Date.now() % 1_000_000));
  console.log(`seed ${random.seed}`);
  const report = await fuzz(Number(options.inputs), random, undefined, options.only);
  const { inputs, kinds, processes, slowest, slowestProcess, largest, faults } = report;
  console.log(
    `${inputs} inputs: ${Object.entries(kinds)
      .map(([kind, count]) => `${count} ${kind}`)
      .join(', ')}`,
  );
  console.log(
    `slowest: ${slowest.kind}, ${slowest.cpu.toFixed(1)} ms of CPU, ${slowest.ratio.toFixed(1)} of a plain one`,
  );
  if (report.spoilt > 0) console.log(`${report.spoilt} bodies sent from an index with a turned bit in them`);
  console.log(`${processes} as processes`);
  if (slowestProcess)
    console.log(
      `  slowest: ${slowestProcess.cpu.toFixed(0)} ms of CPU, ${slowestProcess.ratio.toFixed(1)} of a plain one`,
    );
  if (largest)
    console.log(`  largest: ${Math.round(largest.rss / 1024)} MiB, ${largest.ratio.toFixed(1)} of a plain one`);
  if (options.json) writeFileSync(options.json, `${JSON.stringify(report, null, 1)}\n`);
  for (const fault of faults) console.log(`FAULT ${fault}`);
  console.log(faults.length === 0 ? 'no fault' : `${faults.length} faults`);
  return faults.length === 0 ? 0 : 1;
}

main().then((code) => {
  process.exitCode = code;
});
