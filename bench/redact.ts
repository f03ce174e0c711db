// How much of labelled secrets redaction takes, what it takes of clean texts, and what that costs:
// `npm run bench:redact -- [--data FILE] [--list]`. Without a file: the everyday texts of test/fixtures/redaction, of which the rules were
// written with half in view (`seen`).
//
// FILE has a JSON object a line: {id, label: pos|neg, source, kind, group, enc, secrets}. `enc` and each of `secrets` are UTF-8 bytes,
// each XOR 0x5A, in base64, so that no scanner takes the file for a leak. A secret is caught where no run of max(6, half) of its letters
// is left; a false alarm is a clean text that has changed at all. Placeholders (`<your-token>`) are counted apart. --list prints the ids.
import fs from 'node:fs';
import path from 'node:path';
import { redact } from '../src/text/secrets.ts';

interface Row {
  id: string;
  label: 'pos' | 'neg';
  source: string;
  group: string;
  enc: string;
  secrets: string[];
}

const args = process.argv.slice(2);
const option = (name: string) => (args.includes(`--${name}`) ? args[args.indexOf(`--${name}`) + 1] : undefined);
const root = process.env.ENGRAM_BENCH_ROOT ?? process.cwd();
const file = path.resolve(option('data') ?? path.join(root, 'test/fixtures/redaction/everyday.jsonl'));
if (!fs.existsSync(file)) {
  console.error(`There are no labelled samples at ${file}. Name their file with --data FILE.`);
  process.exit(66);
}

const plain = (masked: string) =>
  Buffer.from(Buffer.from(masked, 'base64').map((byte) => byte ^ 0x5a)).toString('utf8');

function isLeft(secret: string, text: string): boolean {
  const least = Math.min(secret.length, Math.max(6, Math.ceil(secret.length / 2)));
  for (let at = 0; at + least <= secret.length; at++) if (text.includes(secret.slice(at, at + least))) return true;
  return false;
}

const rows = fs
  .readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => line.trim())
  .map((line) => JSON.parse(line) as Row);
const results = rows.map((row) => {
  const text = plain(row.enc);
  const out = redact(text).text;
  const hit = row.label === 'pos' ? !row.secrets.some((secret) => isLeft(plain(secret), out)) : out !== text;
  return { ...row, text, hit, again: redact(out).text === out };
});

type Result = (typeof results)[number];
const line = (name: string, of: (it: Result) => boolean) => {
  const chosen = results.filter(of);
  const hits = chosen.filter(({ hit }) => hit).length;
  const share = chosen.length === 0 ? '' : `${((100 * hits) / chosen.length).toFixed(1)} %`;
  console.log(`${name.padEnd(34)}${`${hits}/${chosen.length}`.padStart(10)}${share.padStart(9)}`);
};
const pos = ({ label }: Result) => label === 'pos';
const neg = ({ label, group }: Result) => label === 'neg' && group !== 'placeholder';
console.log(`${path.basename(file)}: ${rows.length} samples\n\n${'caught'.padEnd(34)}`);
line('all', pos);
for (const source of new Set(results.filter(pos).map((it) => it.source))) {
  const groups = [...new Set(results.filter((it) => pos(it) && it.source === source).map(({ group }) => group))];
  if (groups.length === 1) line(source, (it) => pos(it) && it.source === source);
  else
    for (const group of groups)
      line(`${source}, ${group}`, (it) => pos(it) && it.source === source && it.group === group);
}
console.log(`\n${'false alarms'.padEnd(34)}`);
line('all', neg);
for (const source of new Set(results.filter(neg).map((it) => it.source)))
  line(source, (it) => neg(it) && it.source === source);
line('placeholders', ({ label, group }) => label === 'neg' && group === 'placeholder');
console.log(`\nnot the same when done again: ${results.filter(({ again }) => !again).length}`);

const clean = results.filter(neg).map(({ text }) => text);
const units = clean.reduce((sum, text) => sum + text.length, 0);
const cost = Math.min(
  ...Array.from({ length: 9 }, () => {
    const before = process.cpuUsage().user;
    for (const text of clean) redact(text);
    return process.cpuUsage().user - before;
  }),
);
console.log(
  `clean text: ${((cost * 1_024) / units).toFixed(0)} µs a KB, ${(cost / clean.length).toFixed(1)} µs a text`,
);
if (args.includes('--list')) {
  for (const it of results.filter((it) => it.hit !== pos(it)))
    console.log(`${pos(it) ? 'missed' : 'alarm '}  ${it.id}`);
}
