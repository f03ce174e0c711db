// How well turns are read without a model: `npm run bench:extract -- [--half dev|held|later] [--wrong] [--json]`.
// The labelled turns are split by a hash of their ids: rules are written against `dev` alone, `held` says what they are worth elsewhere.
// `later` was written when the rules stood.
import path from 'node:path';
import { extract } from '../src/capture/extract/extract.ts';
import '../src/text/stem-all.ts';
import { type Count, HALVES, halfOf, precision, readTurns, recall, score } from './extract-score.ts';

const args = process.argv.slice(2);
const root = process.env.ENGRAM_BENCH_ROOT ?? process.cwd();
const fixtures = path.join(root, 'test/fixtures/extract');
const turns = readTurns(path.join(fixtures, 'turns.jsonl'));
const later = readTurns(path.join(fixtures, 'later.jsonl'));
const only = args.includes('--half') ? args[args.indexOf('--half') + 1] : undefined;
const names = [...HALVES, 'later'] as const;
const halves = names.filter((half) => only === undefined || half === only);
if (halves.length === 0) {
  console.error(`--half is one of ${names.join(', ')}`);
  process.exit(64);
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`.padStart(8);
const row = (name: string, count: Count) =>
  `  ${name.padEnd(12)}${String(count.taken).padStart(6)}${String(count.right).padStart(6)}${percent(precision(count))}` +
  `${String(count.expected).padStart(10)}${String(count.found).padStart(6)}${percent(recall(count))}`;

for (const half of halves) {
  const of = half === 'later' ? later : turns.filter((turn) => halfOf(turn) === half);
  const { kinds, languages, ...result } = score(of, extract);
  if (args.includes('--json')) {
    console.log(
      JSON.stringify({ half, ...result, kinds: Object.fromEntries(kinds), languages: Object.fromEntries(languages) }),
    );
    continue;
  }
  console.log(
    `${half}: ${result.turns} turns, ${result.empty} with nothing to remember, nothing taken from ${result.quiet} of them`,
  );
  console.log('  kind         taken right precision  expected found  recall');
  const rows = [...kinds.keys()].sort((a, b) => Number(a === 'all') - Number(b === 'all') || a.localeCompare(b));
  for (const name of rows) console.log(row(name, kinds.get(name)!));
  for (const name of [...languages.keys()].sort()) console.log(row(`in ${name}`, languages.get(name)!));
  console.log(`  vault right for ${result.scopeRight} of ${result.scoped}\n`);
  if (!args.includes('--wrong')) continue;
  for (const { id, extra, missed } of result.wrong) {
    for (const { type, text, importance, signals } of extra)
      console.log(`  + ${id} ${type} ${importance} [${signals.join()}] ${text}`);
    for (const { type, has } of missed) console.log(`  - ${id} ${type.join('|')} ${has.join(' … ')}`);
  }
}
