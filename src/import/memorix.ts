// Memorix: observations and skills in ~/.memorix/data/memorix.db, before version 1 in observations.json. Cold.
import fs from 'node:fs';
import path from 'node:path';
import type { Memory } from '../memory/memory.ts';
import { newMemory } from '../memory/new.ts';
import { bodyOf, dayIn, listIn, memoryOf, projectName, type Row, readDatabase, rowsOf, textIn } from './databases.ts';
import { readText } from './reading.ts';
import { type Found, type From, nothing, type Source } from './source.ts';

export const memorix: Source = {
  name: 'memorix',
  title: 'what Memorix has stored of this project',
  places: '~/.memorix/data (MEMORIX_DATA_DIR)',
  find: findMemorix,
};

const KINDS: Readonly<Record<string, { type: Memory['type']; importance: number }>> = {
  decision: { type: 'decision', importance: 0.6 },
  'trade-off': { type: 'decision', importance: 0.6 },
  'why-it-exists': { type: 'decision', importance: 0.5 },
  reasoning: { type: 'decision', importance: 0.5 },
  gotcha: { type: 'fact', importance: 0.6 },
  'how-it-works': { type: 'fact', importance: 0.5 },
  discovery: { type: 'fact', importance: 0.5 },
  'problem-solution': { type: 'procedure', importance: 0.5 },
};

function findMemorix(from: From): Found {
  const found = nothing();
  const folder = from.env.MEMORIX_DATA_DIR || path.join(from.home, '.memorix', 'data');
  const mine = projectIds(from);
  const left = { other: 0, log: 0 };
  const db = path.join(folder, 'memorix.db');
  if (fs.existsSync(db)) {
    readDatabase(db, found, (store) => {
      for (const row of rowsOf(store, 'observations')) observation(row, db, mine, left, found, from);
      for (const row of rowsOf(store, 'mini_skills')) skill(row, db, mine, left, found);
    });
  } else {
    const file = path.join(folder, 'observations.json');
    for (const row of rowsIn(file, found)) observation(row, file, mine, left, found, from);
  }
  if (left.other > 0) found.notes.push(`${left.other} of other projects left out`);
  if (left.log > 0) found.notes.push(`${left.log} that only log what was done left out; --all takes them too`);
  return found;
}

/** Its lists stand as lists there, where a database has them as JSON. */
function rowsIn(file: string, found: Found): Row[] {
  const text = readText(file, found);
  if (text === undefined) return [];
  try {
    const list = JSON.parse(text) as unknown;
    if (!Array.isArray(list)) throw new SyntaxError('holds no list of observations');
    return list.map((item: Row) =>
      Object.fromEntries(
        Object.entries(item).map(([key, value]) => [key, Array.isArray(value) ? JSON.stringify(value) : value]),
      ),
    );
  } catch (error) {
    const at = Number(/position (\d+)/.exec((error as Error).message)?.[1] ?? 0);
    found.problems.push({
      file,
      line: text.slice(0, at).split('\n').length,
      message: `is not as Memorix writes it: ${(error as Error).message}`,
    });
    return [];
  }
}

type Left = { other: number; log: number };

function observation(row: Row, file: string, mine: readonly string[], left: Left, found: Found, from: From): void {
  if (!mine.includes(textIn(row, 'projectId'))) {
    left.other++;
    return;
  }
  if ((textIn(row, 'status') || 'active') !== 'active') return;
  const kind = KINDS[textIn(row, 'type')];
  if (!kind && !from.all) {
    left.log++;
    return;
  }
  try {
    const known = {
      title: textIn(row, 'title'),
      body: bodyOf(textIn(row, 'narrative'), listIn(row, 'facts')),
      created: dayIn(row.createdAt),
      tags: listIn(row, 'concepts'),
    };
    const { type, importance } = kind ?? { type: 'fact' as const, importance: 0.3 };
    const memory = memoryOf(known, type, importance, `import:memorix#observation-${row.id}`, newMemory);
    const entity = textIn(row, 'entityName');
    if (memory)
      found.drafts.push({
        from: file,
        line: 0,
        scope: 'project',
        memory: { ...memory, entities: entity ? [entity] : [] },
      });
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    found.problems.push({ file, line: 0, message: `observation ${row.id}: ${error.message}` });
  }
}

function skill(row: Row, file: string, mine: readonly string[], left: Left, found: Found): void {
  if (!mine.includes(textIn(row, 'projectId'))) {
    left.other++;
    return;
  }
  try {
    const when = textIn(row, 'trigger_desc');
    const text = [when && `When: ${when}`, textIn(row, 'instruction')].filter(Boolean).join('\n\n');
    const known = {
      title: textIn(row, 'title'),
      body: bodyOf(text, listIn(row, 'facts')),
      created: dayIn(row.createdAt),
      tags: listIn(row, 'tags'),
    };
    const memory = memoryOf(known, 'skill', 0.6, `import:memorix#skill-${row.id}`, newMemory);
    if (memory) found.drafts.push({ from: file, line: 0, scope: 'project', memory });
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    found.problems.push({ file, line: 0, message: `skill ${row.id}: ${error.message}` });
  }
}

/** It knows a project by the path of its git remote, `owner/repository`, without one by its folder's name. */
function projectIds(from: From): string[] {
  const name = projectName(from);
  const ids = [`local/${name}`];
  const config = path.join(from.project.root, '.git', 'config');
  const text = fs.existsSync(config) ? fs.readFileSync(config, 'utf8') : '';
  const [, section] = /\[remote\s+"origin"\]([\s\S]*?)(?=\n\[|$(?![\s\S]))/.exec(text) ?? [];
  const [, url] = /^\s*url\s*=\s*(\S+)/m.exec(section ?? '') ?? [];
  if (url !== undefined) {
    const plain = url.replace(/\.git$/, '');
    ids.push(/^[\w-]+@[\w.-]+:(.+)$/.exec(plain)?.[1] ?? plain.replace(/^[a-z+]+:\/\/[^/]*\//i, ''));
  }
  return ids;
}
