// How well turns are read without a model: `npm run bench:extract -- [--set dev|held|unseen|sixth|apart] [--wrong] [--json]`. `taken` is
// what is kept at all, from an importance of 0.5 on; `proposed` what of that a person is asked about.
import path from 'node:path';
import { extract } from '../src/capture/extract/extract.ts';
import '../src/text/stem-all.ts';
import { type Count, ofProposals, precision, readTurns, recall, score, setOf, TURN_SETS } from './extract-score.ts';

const args = process.argv.slice(2);
const root = process.env.ENGRAM_BENCH_ROOT ?? process.cwd();
const turns = readTurns(path.join(root, 'test/fixtures/extract/turns.jsonl'));
const only = args.includes('--set') ? args[args.indexOf('--set') + 1] : undefined;
const sets = TURN_SETS.filter((set) => only === undefined || set === only);
if (sets.length === 0) {
  console.error(`--set is one of ${TURN_SETS.join(', ')}`);
  process.exit(64);
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`.padStart(8);
type Figures = Pick<Count, 'taken' | 'right' | 'expected' | 'found'>;
const row = (name: string, count: Figures) =>
  `  ${name.padEnd(12)}${String(count.taken).padStart(6)}${String(count.right).padStart(6)}${percent(precision(count))}` +
  `${String(count.expected).padStart(10)}${String(count.found).padStart(6)}${percent(recall(count))}`;

for (const set of sets) {
  const of = turns.filter((turn) => setOf(turn) === set);
  const { kinds, languages, ...result } = score(of, extract);
  if (args.includes('--json')) {
    console.log(
      JSON.stringify({ set, ...result, kinds: Object.fromEntries(kinds), languages: Object.fromEntries(languages) }),
    );
    continue;
  }
  console.log(
    `${set}: ${result.turns} turns, ${result.empty} with nothing to remember, nothing taken from ${result.quiet} of them`,
  );
  console.log('  kind         taken right precision  expected found  recall');
  const rows = [...kinds.keys()].sort((a, b) => Number(a === 'all') - Number(b === 'all') || a.localeCompare(b));
  for (const name of rows) console.log(row(name, kinds.get(name)!));
  const all = kinds.get('all');
  if (all) console.log(row('proposed', ofProposals(all)));
  for (const name of [...languages.keys()].sort()) console.log(row(`in ${name}`, languages.get(name)!));
  console.log(`  vault right for ${result.scopeRight} of ${result.scoped}\n`);
  if (!args.includes('--wrong')) continue;
  for (const { id, extra, missed } of result.wrong) {
    for (const { type, text, importance, signals } of extra)
      console.log(`  + ${id} ${type} ${importance} [${signals.join()}] ${text}`);
    for (const { type, has } of missed) console.log(`  - ${id} ${type.join('|')} ${has.join(' … ')}`);
  }
}
