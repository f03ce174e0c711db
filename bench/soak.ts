// kill -9, full disks, failing disks, jumping clocks: `npm run soak -- [--kills N] [--seed N] [--only PART] [--json FILE]`.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { clock } from './soak/clock.ts';
import { disks } from './soak/disks.ts';
import { soak } from './soak/kills.ts';
import { seeded } from './soak/random.ts';

const { values: options } = parseArgs({
  options: {
    kills: { type: 'string', default: '500' },
    seed: { type: 'string' },
    only: { type: 'string', multiple: true, default: [] },
    json: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

const HELP = `usage: npm run soak -- [options]

  --kills N    processes to kill (500)
  --seed N     the seed of a run that is to be had again
  --only PART  scenarios whose name holds it (may be repeated): prompt, claude, remember, link, sync, migration, cache, uninstall, capture, worker, disks, clock
  --json FILE  writes the report
`;

async function main(): Promise<number> {
  if (options.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const random = seeded(Number(options.seed ?? Date.now() % 1_000_000));
  console.log(`seed ${random.seed}`);
  const wants = (name: string) => options.only.length === 0 || options.only.includes(name);
  const others = options.only.filter((name) => name !== 'disks' && name !== 'clock');
  const report: { faults: string[] } & Record<string, unknown> = { seed: random.seed, faults: [] };
  if (options.only.length === 0 || others.length > 0) {
    const { faults, ...kills } = await soak(Number(options.kills), random, others);
    report.kills = kills;
    report.faults.push(...faults);
    console.log(`${kills.kills} kills`);
    for (const [name, { kills: count, tooLate, life }] of Object.entries(kills.scenarios))
      console.log(`  ${name.padEnd(28)} ${count} killed, ${tooLate} too late, lives ${life} ms`);
  }
  if (wants('disks')) {
    const { faults, ...done } = await disks();
    report.disks = done;
    report.faults.push(...faults);
    console.log(`disks: ${done.writes} programs`);
    for (const way of done.ways) console.log(`  ${way}: ${done.refused[way] ?? 0} commands refused`);
    for (const reason of done.skipped) console.log(`  skipped: ${reason}`);
  }
  if (wants('clock')) {
    const { faults, ...done } = await clock();
    report.clock = done;
    report.faults.push(...faults);
    console.log(`clock: ${done.events} events, by ${done.method}`);
  }
  if (options.json) writeFileSync(options.json, `${JSON.stringify(report, null, 1)}\n`);
  for (const fault of report.faults) console.log(`FAULT ${fault}`);
  console.log(report.faults.length === 0 ? 'no fault' : `${report.faults.length} faults`);
  return report.faults.length === 0 ? 0 : 1;
}

main().then((code) => {
  process.exitCode = code;
});
