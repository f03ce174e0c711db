// How well the product's own terms, impacts, ranking and gate find labelled memories: `npm run bench:recall -- [--data DIR] [--sets a,b] [--out DIR] [--slips] [--pruning]`.
//
// DIR holds SET/queries.jsonl ({id, text, relevant: [ids], scope?}) and SET/INFO.json (which names the corpus file). Every document is
// compiled as a memory with a neutral id, so that no answer hides in a name. A scope is a vault of its own. Beside ours stands what a plain
// full-text search finds: SQLite's FTS5 with its unicode61 tokeniser, all words of the prompt joined by OR, ranked by its bm25.
import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import type { Lexicon } from '../src/index/lexicon.ts';
import { rank } from '../src/route/rank.ts';
import '../src/text/stem-all.ts';
import { memoryLexicon, memoryOf } from './memory-lexicon.ts';
import { withSlip } from './slips.ts';

interface Query {
  id: string;
  text: string;
  relevant: string[];
  scope?: string;
}
interface Document {
  id: string;
  text: string;
  scope?: string;
}
interface LabelledSet {
  name: string;
  lang: string;
  queries: Query[];
  vaults: Map<string, Vault>;
}
interface Vault {
  ids: string[];
  lexicon: Lexicon;
  /** Ids, best first. */
  plain(prompt: string): string[];
}

const METRICS = ['R@1', 'R@5', 'R@10', 'MRR@10', 'nDCG@10'] as const;
type Scores = Record<(typeof METRICS)[number], number>;

/** Sets whose prompts have nothing to do with another's documents: everyday talk, encyclopaedia, and developers' notes among each other not. */
const FAMILIES: Record<string, string> = {
  til: 'code',
  agentrules: 'code',
  nl2bash: 'code',
  cosqa: 'code',
  cacm: 'code',
};
const family = (name: string) => FAMILIES[name] ?? name.split('-')[0]!;

const LIMIT = 8;

const args = process.argv.slice(2);
const option = (name: string) => (args.includes(`--${name}`) ? args[args.indexOf(`--${name}`) + 1] : undefined);
const root = process.env.ENGRAM_BENCH_ROOT ?? process.cwd();
const data = path.resolve(
  option('data') ?? process.env.ENGRAM_RECALL_DATA ?? path.join(root, '..', 'shared', 'data', 'dev'),
);
if (!fs.existsSync(data)) {
  console.log(
    `bench:recall skipped: no labelled sets at ${data}. Name their folder with --data DIR or ENGRAM_RECALL_DATA.`,
  );
  process.exit(0);
}
const wanted = option('sets')?.split(',');
const out = option('out');
if (out) fs.mkdirSync(out, { recursive: true });

const lines = <T>(file: string): T[] =>
  fs
    .readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim())
    .map((line) => JSON.parse(line) as T);

function infoOf(name: string): { corpus?: string; lang?: string } {
  return JSON.parse(fs.readFileSync(path.join(data, name, 'INFO.json'), 'utf8')) as { corpus?: string; lang?: string };
}

function documentsOf(name: string): Document[] {
  return lines<Document>(path.resolve(data, name, infoOf(name).corpus ?? 'corpus.jsonl'));
}

function load(name: string): LabelledSet {
  const dir = path.join(data, name);
  const info = infoOf(name);
  const byScope = new Map<string, Document[]>();
  for (const doc of documentsOf(name)) {
    const scope = doc.scope ?? '';
    if (!byScope.has(scope)) byScope.set(scope, []);
    byScope.get(scope)!.push(doc);
  }
  const vaults = new Map<string, Vault>();
  for (const [scope, docs] of byScope)
    vaults.set(scope, {
      ids: docs.map((d) => d.id),
      lexicon: memoryLexicon(docs.map((d) => memoryOf({ body: d.text }))),
      plain: plainSearch(docs),
    });
  return { name, lang: info.lang ?? 'en', queries: lines<Query>(path.join(dir, 'queries.jsonl')), vaults };
}

/** What people get without engram. Never FTS5's own AND: hardly a question has all its words in its answer. */
function plainSearch(docs: readonly Document[]): (prompt: string) => string[] {
  const db = new Database(':memory:');
  db.exec("CREATE VIRTUAL TABLE notes USING fts5(text, tokenize = 'unicode61')");
  const insert = db.prepare('INSERT INTO notes (rowid, text) VALUES (?, ?)');
  db.transaction(() => {
    docs.forEach((doc, n) => {
      insert.run(n + 1, doc.text);
    });
  })();
  const search = db.prepare<[string], { rowid: number }>(
    'SELECT rowid FROM notes WHERE notes MATCH ? ORDER BY bm25(notes), rowid LIMIT 10',
  );
  return (prompt) => {
    const words = prompt.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
    if (words.length === 0) return [];
    return search.all(words.map((word) => `"${word}"`).join(' OR ')).map(({ rowid }) => docs[rowid - 1]!.id);
  };
}

function score(ranked: readonly string[], relevant: readonly string[]): Scores {
  const rel = new Set(relevant);
  const found = (k: number) => ranked.slice(0, k).filter((id) => rel.has(id)).length / rel.size;
  let mrr = 0;
  let dcg = 0;
  let ideal = 0;
  ranked.slice(0, 10).forEach((id, i) => {
    if (!rel.has(id)) return;
    mrr ||= 1 / (i + 1);
    dcg += 1 / Math.log2(i + 2);
  });
  for (let i = 0; i < Math.min(10, rel.size); i++) ideal += 1 / Math.log2(i + 2);
  return { 'R@1': found(1), 'R@5': found(5), 'R@10': found(10), 'MRR@10': mrr, 'nDCG@10': dcg / ideal };
}

const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / Math.max(1, values.length);
const percent = (value: number) => (100 * value).toFixed(1).padStart(7);

const names = fs
  .readdirSync(data)
  .filter((name) => fs.existsSync(path.join(data, name, 'queries.jsonl')) && (!wanted || wanted.includes(name)))
  .sort();
const sets = names.map(load);
const losses: number[] = [];
/** Mean recall@5 of every second query, and of the others: what was fitted to single prompts shows as a gap. */
const halves: number[][] = [[], []];
const ours: Scores[][] = [];
const theirs: Scores[][] = [];
const unrelated: { injected: number; alike: boolean }[] = [];

console.log(
  `${'set'.padEnd(18)}${'queries'.padStart(8)}${'memories'.padStart(9)}${METRICS.map((m) => m.padStart(8)).join('')}${'FTS5 R@1'.padStart(10)}${'R@5'.padStart(7)}${'nDCG@10'.padStart(9)}${'gated R@5'.padStart(11)}${'lost'.padStart(6)}${'ms/query'.padStart(9)}`,
);
for (const set of sets) {
  const rows: Scores[] = [];
  const plain: Scores[] = [];
  const gated: number[] = [];
  const run: string[] = [];
  const start = performance.now();
  for (const query of set.queries) {
    const vault = set.vaults.get(query.scope ?? '')!;
    const ranked = rank(vault.lexicon, query.text, { limit: 10, gated: false }).hits.map((hit) => vault.ids[hit.doc]!);
    ranked.forEach((id, i) => {
      run.push(`${query.id}\t${i + 1}\t${id}`);
    });
    rows.push(score(ranked, query.relevant));
  }
  const each = (performance.now() - start) / set.queries.length;
  for (const query of set.queries) {
    const vault = set.vaults.get(query.scope ?? '')!;
    plain.push(score(vault.plain(query.text), query.relevant));
    gated.push(
      score(
        rank(vault.lexicon, query.text, { limit: LIMIT }).hits.map((hit) => vault.ids[hit.doc]!),
        query.relevant,
      )['R@5'],
    );
  }
  const count = [...set.vaults.values()].reduce((sum, { ids }) => sum + ids.length, 0);
  const five = mean(rows.map((row) => row['R@5']));
  console.log(
    set.name.padEnd(18) +
      String(set.queries.length).padStart(8) +
      String(count).padStart(9) +
      METRICS.map((m) => ` ${percent(mean(rows.map((row) => row[m])))}`).join('') +
      percent(mean(plain.map((row) => row['R@1']))).padStart(10) +
      percent(mean(plain.map((row) => row['R@5']))) +
      percent(mean(plain.map((row) => row['nDCG@10']))).padStart(9) +
      percent(mean(gated)).padStart(11) +
      (100 * (five - mean(gated))).toFixed(1).padStart(6) +
      each.toFixed(2).padStart(9),
  );
  for (const parity of [0, 1])
    halves[parity]!.push(mean(rows.flatMap((row, i) => (i % 2 === parity ? [row['R@5']] : []))));
  ours.push(rows);
  theirs.push(plain);
  losses.push(five - mean(gated));
  if (out) fs.writeFileSync(path.join(out, `${set.name}.tsv`), `${run.join('\n')}\n`);
}

const over = (all: readonly Scores[][], metric: keyof Scores) =>
  percent(mean(all.map((rows) => mean(rows.map((row) => row[metric]))))).trim();
console.log(
  `\nmean of the sets: R@1 ${over(ours, 'R@1')} (FTS5 ${over(theirs, 'R@1')}), R@5 ${over(ours, 'R@5')} (FTS5 ${over(theirs, 'R@5')}); ` +
    `R@5 of every second prompt ${percent(mean(halves[0]!)).trim()}, of the others ${percent(mean(halves[1]!)).trim()}`,
);

/** R@5 of the prompts that can have a slip: as they are and with it, of a search and of what a hook would inject. */
function slips(set: LabelledSet): string {
  const found: number[][] = [[], [], [], []];
  set.queries.forEach((query, n) => {
    const slipped = withSlip(query.text, n);
    if (slipped === undefined) return;
    const { lexicon, ids } = set.vaults.get(query.scope ?? '')!;
    [query.text, slipped].forEach((text, i) => {
      [false, true].forEach((gated, j) => {
        const hits = rank(lexicon, text, { limit: LIMIT, gated }).hits.map((hit) => ids[hit.doc]!);
        found[2 * j + i]!.push(score(hits, query.relevant)['R@5']);
      });
    });
  });
  return (
    set.name.padEnd(18) +
    String(found[0]!.length).padStart(8) +
    found.map((all) => percent(mean(all)).padStart(9)).join('')
  );
}

if (args.includes('--slips')) {
  console.log(
    `\n${'one slip a prompt'.padEnd(18)}${['queries', 'R@5', 'slip', 'gated', 'slip'].map((it, i) => it.padStart(i ? 9 : 8)).join('')}`,
  );
  for (const set of sets) console.log(slips(set));
}

/** What it costs that long lists are cut and read in part: R@5 among the memories of all sets in one vault, so and whole. */
function pruning(): string[] {
  const pooled = names.flatMap((name) => documentsOf(name).map((doc) => ({ ...doc, key: keyOf(name, doc) })));
  const memories = pooled.map(({ text }) => memoryOf({ body: text }));
  const found = [false, true].map((whole) => {
    const lexicon = memoryLexicon(memories, whole);
    return sets.map(({ name, queries }) =>
      mean(
        queries.map((query) => {
          const hits = rank(lexicon, query.text, { limit: 10, gated: false }).hits.map(({ doc }) => pooled[doc]!.key);
          return score(
            hits,
            query.relevant.map((id) => keyOf(name, { id, ...(query.scope ? { scope: query.scope } : {}) })),
          )['R@5'];
        }),
      ),
    );
  });
  const row = (name: string, of: number[]) => name.padEnd(18) + of.map((value) => percent(value).padStart(9)).join('');
  return [
    `\n${`all ${pooled.length} in one`.padEnd(18)}${['pruned', 'whole'].map((it) => it.padStart(9)).join('')}   R@5`,
    ...sets.map(({ name }, i) =>
      row(
        name,
        found.map((of) => of[i]!),
      ),
    ),
    row(
      'mean',
      found.map((of) => mean(of)),
    ),
  ];
}

function keyOf(name: string, { scope = '', id }: Pick<Document, 'id' | 'scope'>): string {
  return `${name} ${scope} ${id}`;
}

if (args.includes('--pruning')) console.log(pruning().join('\n'));

if (sets.length > 1) {
  console.log('\nunrelated prompts that inject anything, % (prompts of other families; every 5th)');
  for (const set of sets) {
    const cells: string[] = [];
    const all: number[] = [];
    for (const other of sets) {
      if (family(other.name) === family(set.name)) continue;
      const vaults = [...set.vaults.values()];
      const injected = other.queries
        .filter((_, i) => i % 5 === 0)
        .map((query, i) =>
          rank(vaults[i % vaults.length]!.lexicon, query.text, { limit: LIMIT }).hits.length > 0 ? 1 : 0,
        );
      all.push(...injected);
      unrelated.push({ injected: mean(injected), alike: set.lang === other.lang });
      cells.push(`${other.name} ${(100 * mean(injected)).toFixed(1)}`);
    }
    console.log(`${set.name.padEnd(18)}${(100 * mean(all)).toFixed(1).padStart(5)}   ${cells.join(', ')}`);
  }
  const share = (pairs: typeof unrelated) => percent(mean(pairs.map(({ injected }) => injected))).trim();
  console.log(
    `\nmean: ${share(unrelated)} % of unrelated prompts inject anything (${share(unrelated.filter(({ alike }) => alike))} % where prompt and memories share a language), ` +
      `${percent(mean(losses)).trim()} points of recall@5 lost`,
  );
}
